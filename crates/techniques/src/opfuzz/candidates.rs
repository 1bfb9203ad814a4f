//! What might replace a function: operators of the tables, and functions of datatypes. Whether it fits is for the store to
//! say.

use hashbrown::HashSet;
use quis_smtlib::signature::{Arity, Origin, Rule, Signature, SortPattern};
use quis_smtlib::theories::{DatatypeOp, Op, Theory};
use quis_smtlib::{Function, FunctionData, Index, Role, Sort, SortKind, Store, Symbol};
use rustc_hash::FxBuildHasher;

use super::{OpFuzz, Profile, indices, paper};

/// A function that may replace another. Those of one group differ in their indices only.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub(super) function: Function,
    pub(super) group: u32,
}

/// The functions that may replace others in a script.
pub(super) struct Candidates {
    parameters: OpFuzz,
    /// The operators that may be introduced.
    operators: Vec<Op>,
}

impl Candidates {
    pub(super) fn new(store: &Store, parameters: OpFuzz) -> Self {
        // A script may give the name of an operator to something else.
        let taken: HashSet<Symbol, FxBuildHasher> = store.names_of_script().collect();
        let is_free = |op: &Op| {
            let symbol = store.symbols().find(op.operator().name);
            !symbol.is_some_and(|symbol| taken.contains(&symbol))
        };
        // Application as an operator is in the standard of 2025 and in no solver.
        let is_known = |op: &Op| !op.operator().internal && op.theory() != Theory::Function;
        let operators = Op::all().filter(is_known).filter(is_free).collect();
        Candidates { parameters, operators }
    }

    /// What may replace a function between arguments and result of these sorts, each once, in a fixed order; the function
    /// itself may be among them. Nothing if it is no operator.
    pub(super) fn of(
        &self,
        store: &mut Store,
        function: Function,
        args: &[Sort],
        result: Sort,
    ) -> Vec<Candidate> {
        let data = store.function(function).clone();
        let mut found = Found { store, args, result, list: Vec::new(), groups: 0 };
        match data.role {
            Role::Operator(op) if self.parameters.profile == Profile::Paper => {
                for replacement in paper::replacements(op) {
                    found.operator(replacement, op, &data, Origin::Standard26);
                }
            }
            _ if self.parameters.profile == Profile::Paper => {}
            Role::Operator(op) if op.theory() == Theory::Function => {}
            Role::Operator(op) => {
                let Some(own) = found.store.rank_origin(function, args, result) else { return Vec::new() };
                for &replacement in &self.operators {
                    let newest = self.parameters.standard.newest();
                    // match: (set.union s t), result: (set.inter s t); but never (bvxor x y), result: (bvudiv_i x y)
                    let own = op.operator().origin.min(own);
                    let dialect = own > newest && replacement.theory() == op.theory();
                    if !found.operator(replacement, op, &data, newest) && dialect {
                        found.operator(replacement, op, &data, own);
                    }
                }
                found.datatype_functions(&data);
            }
            Role::Constructor | Role::Selector { .. } | Role::Tester(_) => found.datatype_functions(&data),
            _ => {}
        }
        found.list
    }
}

/// The candidates for one place, while they are found.
struct Found<'a> {
    store: &'a mut Store,
    args: &'a [Sort],
    result: Sort,
    list: Vec<Candidate>,
    groups: u32,
}

impl Found<'_> {
    /// Adds an operator with all indices that fit, if the rank that fits is of the standard or of one other origin;
    /// whether any did.
    fn operator(&mut self, op: Op, old: Op, data: &FunctionData, origin: Origin) -> bool {
        if !op.operator().signatures.iter().any(|signature| self.may_fit(signature)) {
            return false;
        }
        let Some(name) = spelling(self.store, op, old, data) else { return false };
        let own: Vec<u32> = data
            .indices
            .iter()
            .map_while(|index| match index {
                Index::Numeral(number) => Some(*number),
                _ => None,
            })
            .collect();
        let before = self.list.len();
        for indices in indices::candidates(self.store, op, &own, self.args, self.result) {
            let name = self.store.symbol(name);
            let indices = indices.into_iter().map(Index::Numeral).collect();
            let role = Role::Operator(op);
            let (params, result) = (Box::default(), Sort::UNKNOWN);
            let function = self.store.make_function(FunctionData { name, indices, role, params, result });
            let rank = self.store.rank_origin(function, self.args, self.result);
            let standard = origin <= Origin::Standard27;
            if rank.is_some_and(|rank| rank == origin || standard && rank <= origin) {
                self.list.push(Candidate { function, group: self.groups });
            }
        }
        self.close_group(before)
    }

    /// Quick: most operators take another number of arguments, or give another sort.
    fn may_fit(&self, signature: &Signature) -> bool {
        let (taken, given) = (signature.params.len(), self.args.len());
        let counts = given == taken || given > taken && signature.arity != Arity::Fixed;
        // match: sep.emp, result: not fmf.card, whose sort nobody knows
        if signature.rule == Some(Rule::SortIndexed) {
            return false;
        }
        signature.rule.is_some()
            || counts
                && match (&signature.result, self.store.sort_kind(self.result)) {
                    (SortPattern::Exact(sort), _) => *sort == self.result,
                    (SortPattern::Char, kind) => *kind == SortKind::Char,
                    // match: (as sep.nil Loc), result: nothing that has any sort one wants
                    (SortPattern::Variable(_), _) => !signature.has_undetermined_result,
                    (SortPattern::FieldVariable(_), kind) => matches!(kind, SortKind::FiniteField(_)),
                    (SortPattern::BitVec(_), kind) => matches!(kind, SortKind::BitVec(_)),
                    (SortPattern::Float(..), kind) => matches!(kind, SortKind::Float(..)),
                    (SortPattern::Apply(..), kind) => matches!(kind, SortKind::Apply(..)),
                }
    }

    fn close_group(&mut self, before: usize) -> bool {
        let any = self.list.len() > before;
        self.groups += u32::from(any);
        any
    }

    /// Adds the constructors, selectors and testers that fit.
    fn datatype_functions(&mut self, data: &FunctionData) {
        let before = self.list.len();
        // match: (cons x l), result: (snoc x l)
        if let Some(datatype) = self.store.datatype(self.result) {
            let constructors: Vec<Function> = datatype.constructors.iter().map(|one| one.function).collect();
            constructors.into_iter().for_each(|constructor| self.function(constructor));
        }
        let Some(datatype) = self.args.first().and_then(|&sort| self.store.datatype(sort)) else {
            self.close_group(before);
            return;
        };
        let constructors: Vec<Function> = datatype.constructors.iter().map(|one| one.function).collect();
        let selectors: Vec<Function> =
            datatype.constructors.iter().flat_map(|one| one.selectors.iter().copied()).collect();
        if self.args.len() == 1 {
            // match: (left t), result: (right t)
            selectors.iter().for_each(|&selector| self.function(selector));
        }
        if self.args.len() == 1 && self.result == Sort::BOOL {
            // match: ((_ is nil) l), result: ((_ is cons) l)
            constructors.iter().for_each(|&constructor| self.tester(constructor, data));
        }
        if matches!(data.role, Role::Operator(Op::Datatype(DatatypeOp::Update))) {
            // match: ((_ update left) t x), result: ((_ update right) t x)
            for selector in selectors {
                let data = FunctionData { indices: [Index::Function(selector)].into(), ..data.clone() };
                let function = self.store.make_function(data);
                self.function(function);
            }
        }
        self.close_group(before);
    }

    fn tester(&mut self, constructor: Function, old: &FunctionData) {
        // A tester with a name of its own is replaced by one of its kind.
        let data = if matches!(old.role, Role::Tester(_)) {
            let name = format!("is-{}", self.store.text(self.store.function(constructor).name));
            let Some(name) = self.store.symbols().find(&name) else { return };
            FunctionData { name, role: Role::Tester(constructor), ..old.clone() }
        } else {
            FunctionData {
                name: self.store.symbol("is"),
                indices: [Index::Function(constructor)].into(),
                role: Role::Operator(Op::Datatype(DatatypeOp::Is)),
                params: Box::default(),
                result: Sort::UNKNOWN,
            }
        };
        let function = self.store.make_function(data);
        self.function(function);
    }

    fn function(&mut self, function: Function) {
        if self.store.rank_origin(function, self.args, self.result).is_some() {
            self.list.push(Candidate { function, group: self.groups });
        }
    }
}

/// How to spell an operator in a script that spells another one so. Old names stay among old names, since no solver reads
/// both; `None` if there is no way.
///
/// match: (union s t), result: (intersection s t), and not (set.inter s t)
fn spelling(store: &Store, op: Op, old: Op, data: &FunctionData) -> Option<&'static str> {
    let (operator, old) = (op.operator(), old.operator());
    let written = store.text(data.name);
    if std::ptr::eq(operator, old) {
        let mut spellings =
            std::iter::once(&operator.name).chain(&operator.synonyms).chain(&operator.aliases);
        return spellings.find(|name| **name == written).copied();
    }
    if !old.aliases.contains(&written) || operator.origin <= Origin::Standard27 {
        return Some(operator.name);
    }
    operator.aliases.first().copied()
}
