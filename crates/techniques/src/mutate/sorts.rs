//! One sort in the place of another throughout a script: other widths, other formats of floats, reals for integers.
//!
//! Every term of a sort becomes a term of the sort that stands for it. An operator that does not take the new sorts gets its arguments
//! in the old ones, and its result is converted.

use quis_smtlib::signature::Origin;
use quis_smtlib::theories::{ArithOp, BitVecOp, FloatOp, Op};
use quis_smtlib::walk::post_order;
use quis_smtlib::{
    Arithmetic, Command, Function, FunctionData, Index, Literal, Logic, Role, Script, Sort, SortConstructor,
    SortKind, Store, Term, TermKind, TermSet, infer_logic,
};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::stream::Stream;

/// Seeds with more terms keep their sorts.
const MAX_TERMS: usize = 5000;

/// No bit-vector becomes wider.
const WIDEST: u32 = 128;

const FORMATS: [(u32, u32); 5] = [(2, 3), (3, 5), (5, 11), (8, 24), (11, 53)];

/// A script with one of its sorts changed; `None` if that cannot be done.
pub(super) fn changed(script: &Script, stream: &mut Stream) -> Option<Script> {
    if script.store.len() > MAX_TERMS {
        return None;
    }
    let mut found: Vec<Sort> = Vec::new();
    post_order(&script.store, &script.roots(), &mut TermSet::default(), |term| {
        let sort = script.store.sort(term);
        let is_changeable = matches!(
            script.store.sort_kind(sort),
            SortKind::BitVec(_) | SortKind::Float(..) | SortKind::Int | SortKind::Real
        );
        if is_changeable && !found.contains(&sort) {
            found.push(sort);
        }
    });
    let from = *stream.choose(&found)?;
    let kind = match *script.store.sort_kind(from) {
        SortKind::BitVec(width) => {
            let widths = [1, 2, 3, 4, width / 2, width - 1, width + 1, 2 * width.min(WIDEST), 32, 64];
            let fitting: Vec<u32> =
                widths.into_iter().filter(|&to| to > 0 && to <= WIDEST && to != width).collect();
            SortKind::BitVec(*stream.choose(&fitting)?)
        }
        SortKind::Float(eb, sb) => {
            let (eb, sb) = *stream.choose(&FORMATS).filter(|format| **format != (eb, sb))?;
            SortKind::Float(eb, sb)
        }
        SortKind::Int => SortKind::Real,
        _ => SortKind::Int,
    };
    change(script, from, kind)
}

/// A script with another sort in the place of one.
fn change(script: &Script, from: Sort, kind: SortKind) -> Option<Script> {
    let mut store = script.store.clone();
    let to = store.make_sort(kind);
    let mut change = Change {
        from,
        to,
        store,
        sorts: FxHashMap::default(),
        functions: FxHashMap::default(),
        terms: FxHashMap::default(),
    };
    let mut commands = Vec::new();
    for command in &script.commands {
        commands.push(change.command(command)?);
    }
    let mut changed = Script { store: change.store, commands };
    let logic = infer_logic(&changed);
    // What is linear by its form may be no difference to a solver.
    let arithmetic = match logic.arithmetic {
        Arithmetic::Difference => Arithmetic::Linear,
        other => other,
    };
    let logic = Logic { arithmetic, ..logic }.name();
    let known = Logic::known_names().any(|known| known == logic);
    let logic = changed.store.symbol(if known { &logic } else { "ALL" });
    for command in &mut changed.commands {
        if let Command::SetLogic(name) = command {
            *name = logic;
        }
    }
    Some(changed)
}

struct Change {
    from: Sort,
    to: Sort,
    store: Store,
    sorts: FxHashMap<Sort, Sort>,
    functions: FxHashMap<Function, Function>,
    terms: FxHashMap<Term, Term>,
}

impl Change {
    fn command(&mut self, command: &Command) -> Option<Command> {
        Some(match command {
            Command::DeclareFun(function) => Command::DeclareFun(self.declared(*function)?),
            Command::DeclareConst(function) => Command::DeclareConst(self.declared(*function)?),
            Command::DefineFun(function) => Command::DefineFun(self.defined(*function)?),
            Command::DefineConst(function) => Command::DefineConst(self.defined(*function)?),
            Command::Assert(term) => Command::Assert(self.term(*term)?),
            Command::AssertSoft(term, attributes) => {
                Command::AssertSoft(self.term(*term)?, attributes.clone())
            }
            Command::CheckSatAssuming(terms) => {
                Command::CheckSatAssuming(terms.iter().map(|&term| self.term(term)).collect::<Option<_>>()?)
            }
            Command::DefineFunRec(_)
            | Command::DefineFunsRec(_)
            | Command::Minimize(..)
            | Command::Maximize(..)
            | Command::Extended(..)
            | Command::Other(_) => return None,
            other => other.clone(),
        })
    }

    fn declared(&mut self, function: Function) -> Option<Function> {
        let FunctionData { name, params, result, .. } = self.store.function(function).clone();
        let params: Vec<Sort> = params.iter().map(|&param| self.sort(param)).collect::<Option<_>>()?;
        let result = self.sort(result)?;
        let new = self.store.declare_function(name, &params, result);
        self.functions.insert(function, new);
        Some(new)
    }

    fn defined(&mut self, function: Function) -> Option<Function> {
        let FunctionData { name, result, .. } = self.store.function(function).clone();
        let (vars, body) = self.store.definition(function)?;
        let (vars, body) = (vars.to_vec(), body);
        let vars: Vec<Term> = vars.into_iter().map(|var| self.term(var)).collect::<Option<_>>()?;
        let (body, result) = (self.term(body)?, self.sort(result)?);
        let new = self.store.define_function(name, &vars, result, body).ok()?;
        self.functions.insert(function, new);
        Some(new)
    }

    /// The sort that stands for another. Sorts that the script declares keep the sorts of their fields.
    fn sort(&mut self, sort: Sort) -> Option<Sort> {
        if sort == self.from {
            return Some(self.to);
        }
        if let Some(&known) = self.sorts.get(&sort) {
            return Some(known);
        }
        let new = match self.store.sort_kind(sort).clone() {
            SortKind::Apply(SortConstructor::Function, _) => return None,
            SortKind::Apply(constructor, args) if !matches!(constructor, SortConstructor::Declared(_)) => {
                // The sorts of a script have smaller numbers than those that are made of them: no sort is its own part.
                let args: SmallVec<[Sort; 2]> = args
                    .iter()
                    .map(|&arg| if self.depth(arg) < 8 { self.sort(arg) } else { None })
                    .collect::<Option<_>>()?;
                self.store.apply_sort(constructor, &args)
            }
            _ => sort,
        };
        self.sorts.insert(sort, new);
        Some(new)
    }

    /// How deep a sort is nested along its last arguments.
    fn depth(&self, mut sort: Sort) -> u32 {
        let mut depth = 0;
        while let SortKind::Apply(_, args) = self.store.sort_kind(sort) {
            match args.last() {
                Some(&last) if depth < 8 => sort = last,
                _ => break,
            }
            depth += 1;
        }
        depth
    }

    /// The term that stands for another.
    fn term(&mut self, root: Term) -> Option<Term> {
        let mut order = Vec::new();
        post_order(&self.store, &[root], &mut TermSet::default(), |term| order.push(term));
        for term in order {
            if !self.terms.contains_key(&term) {
                let new = self.one(term)?;
                self.terms.insert(term, new);
            }
        }
        self.terms.get(&root).copied()
    }

    /// The term that stands for another, whose arguments are known.
    fn one(&mut self, term: Term) -> Option<Term> {
        let sort = self.store.sort(term);
        let wanted = self.sort(sort)?;
        let new: SmallVec<[Term; 4]> = self
            .store
            .children(term)
            .iter()
            .map(|child| self.terms.get(child).copied())
            .collect::<Option<_>>()?;
        match self.store.kind(term) {
            TermKind::Literal(literal) => {
                let literal = literal.clone();
                if wanted == sort { Some(term) } else { self.literal(literal) }
            }
            TermKind::Variable(name) => Some(self.store.variable(name, wanted)),
            TermKind::Binder(binder, vars, _) => {
                let count = vars.len();
                let term = self.store.binder(binder, &new[..count], &new[count..]).ok()?;
                (self.store.sort(term) == wanted).then_some(term)
            }
            TermKind::Annotated(_, attributes, _) => {
                let attributes = attributes.to_vec();
                Some(self.store.annotated(new[0], attributes, &new[1..]))
            }
            TermKind::Match(..) => None,
            TermKind::Apply(function, args) => {
                let args: SmallVec<[Term; 4]> = args.into();
                self.application(function, &args, &new, sort, wanted)
            }
        }
    }

    fn literal(&mut self, literal: Literal) -> Option<Term> {
        let literal = match (literal, self.store.sort_kind(self.to)) {
            (Literal::Numeral(digits), SortKind::Real) => Literal::decimal(&digits, ""),
            (Literal::Decimal(digits), SortKind::Int) => Literal::numeral(digits.split('.').next()?),
            (Literal::BitVec { value, .. }, SortKind::BitVec(width)) => Literal::bit_vec(*width, value),
            _ => return None,
        };
        self.store.literal(literal).ok()
    }

    fn application(
        &mut self,
        function: Function,
        args: &[Term],
        new: &[Term],
        sort: Sort,
        wanted: Sort,
    ) -> Option<Term> {
        if let Some(&declared) = self.functions.get(&function) {
            return self.store.apply(declared, new).ok();
        }
        if matches!(self.store.function(function).role, Role::Declared | Role::Defined { .. }) {
            return None;
        }
        // match: (to_real x) where x is a real now, result: x
        if let (Some(Op::Arith(ArithOp::ToReal | ArithOp::ToInt)), &[inner]) =
            (self.store.operator(function), new)
            && self.store.sort(inner) == wanted
        {
            return Some(inner);
        }
        for function in [self.in_new_format(function, sort), Some(function)].into_iter().flatten() {
            if let Some(applied) = self.apply(function, new, wanted)
                && (new == args || self.is_standard(applied, new))
            {
                return Some(applied);
            }
        }
        let applied = self.store.apply(function, new).ok();
        if let Some(applied) = applied.filter(|&applied| self.is_standard(applied, new)) {
            return self.converted(applied, wanted);
        }
        let old: SmallVec<[Term; 4]> = args
            .iter()
            .zip(new)
            .map(|(&arg, &new)| self.converted(new, self.store.sort(arg)))
            .collect::<Option<_>>()?;
        let applied = self.apply(function, &old, sort)?;
        self.converted(applied, wanted)
    }

    /// Whether arguments stand in an application as they are, and by a rank that all solvers know.
    fn is_standard(&mut self, applied: Term, args: &[Term]) -> bool {
        let TermKind::Apply(function, own) = self.store.kind(applied) else { return false };
        if own != args {
            return false;
        }
        let sorts: SmallVec<[Sort; 4]> = args.iter().map(|&arg| self.store.sort(arg)).collect();
        let sort = self.store.sort(applied);
        self.store.rank_origin(function, &sorts, sort).is_some_and(|origin| origin <= Origin::Standard27)
    }

    fn apply(&mut self, function: Function, args: &[Term], sort: Sort) -> Option<Term> {
        let applied = self.store.apply(function, args).ok().filter(|&term| self.store.sort(term) == sort);
        let applied = applied.or_else(|| self.store.apply_as(function, sort, args).ok())?;
        (self.store.sort(applied) == sort && self.store.children(applied) == args).then_some(applied)
    }

    /// match: (_ +oo 8 24), result: (_ +oo 5 11)
    fn in_new_format(&mut self, function: Function, sort: Sort) -> Option<Function> {
        let (SortKind::Float(eb, sb), SortKind::Float(new_eb, new_sb)) =
            (self.store.sort_kind(self.from), self.store.sort_kind(self.to))
        else {
            return None;
        };
        let new = [Index::Numeral(*new_eb), Index::Numeral(*new_sb)];
        let data = self.store.function(function);
        let is_old = sort == self.from && *data.indices == [Index::Numeral(*eb), Index::Numeral(*sb)];
        is_old
            .then(|| FunctionData { indices: new.into(), ..data.clone() })
            .map(|data| self.store.make_function(data))
    }

    /// A term as one of another sort.
    fn converted(&mut self, term: Term, wanted: Sort) -> Option<Term> {
        let sort = self.store.sort(term);
        if sort == wanted {
            return Some(term);
        }
        let kinds = (self.store.sort_kind(sort).clone(), self.store.sort_kind(wanted).clone());
        let store = &mut self.store;
        let converted = match kinds {
            (SortKind::BitVec(from), SortKind::BitVec(to)) if from < to => {
                store.indexed_op(Op::BitVec(BitVecOp::ZeroExtend), &[to - from], &[term])
            }
            (SortKind::BitVec(_), SortKind::BitVec(to)) => {
                store.indexed_op(Op::BitVec(BitVecOp::Extract), &[to - 1, 0], &[term])
            }
            (SortKind::Int, SortKind::Real) => return Some(store.to_real(term)),
            (SortKind::Real, SortKind::Int) => store.op(Op::Arith(ArithOp::ToInt), &[term]),
            (SortKind::Float(..), SortKind::Float(eb, sb)) => {
                let mode = store.op(Op::Float(FloatOp::Rne), &[]).ok()?;
                store.indexed_op(Op::Float(FloatOp::ToFp), &[eb, sb], &[mode, term])
            }
            _ => return None,
        };
        converted.ok().filter(|&converted| self.store.sort(converted) == wanted)
    }
}

#[cfg(test)]
mod tests {
    use quis_smtlib::{Mode, PrintOptions, parse, print_script};

    use super::*;

    fn changed_to(text: &str, from: &str, to: &str) -> String {
        let text = format!("{text}(declare-const !from {from})(declare-const !to {to})");
        let script = parse(&text, Mode::Standard).into_result().unwrap();
        let last: Vec<Sort> = script.commands[script.commands.len() - 2..]
            .iter()
            .map(|command| match command {
                Command::DeclareConst(function) => script.store.function(*function).result,
                _ => panic!(),
            })
            .collect();
        let script = Script { commands: script.commands[..script.commands.len() - 2].to_vec(), ..script };
        let changed = change(&script, last[0], script.store.sort_kind(last[1]).clone()).unwrap();
        let printed = print_script(&changed, PrintOptions::plain()).unwrap();
        parse(&printed, Mode::Standard).into_result().unwrap();
        printed
    }

    #[test]
    fn widths_change_throughout() {
        let text = "(set-logic QF_BV)(declare-const x (_ BitVec 8))(define-fun f ((y (_ BitVec 8))) (_ BitVec 8) (bvadd y #x01))\
                    (assert (= ((_ extract 7 4) x) #xf))(assert (bvult (f x) #x80))(check-sat)";
        assert_eq!(
            changed_to(text, "(_ BitVec 8)", "(_ BitVec 4)"),
            "(set-logic QF_BV)\n(declare-const x (_ BitVec 4))\n\
             (define-fun f ((y (_ BitVec 4))) (_ BitVec 4) (bvadd y #x1))\n\
             (assert (= ((_ extract 7 4) ((_ zero_extend 4) x)) #xf))\n\
             (assert (bvult (f x) #x0))\n(check-sat)\n"
        );
    }

    #[test]
    fn formats_change_throughout() {
        let text =
            "(declare-const x Float32)(assert (fp.lt x (_ +oo 8 24)))(assert (= x ((_ to_fp 8 24) RNE 0.1)))";
        assert_eq!(
            changed_to(text, "Float32", "Float16"),
            "(declare-const x (_ FloatingPoint 5 11))\n(assert (fp.lt x (_ +oo 5 11)))\n\
             (assert (= x ((_ to_fp 5 11) RNE 0.1)))\n"
        );
    }

    #[test]
    fn integers_become_reals() {
        let text =
            "(set-logic QF_LIA)(declare-fun f (Int) Bool)(declare-const x Int)(assert (f (+ (div x 2) 1)))";
        assert_eq!(
            changed_to(text, "Int", "Real"),
            "(set-logic ALL)\n(declare-fun f (Real) Bool)\n(declare-const x Real)\n\
             (assert (f (+ (to_real (div (to_int x) (to_int 2.0))) 1.0)))\n"
        );
    }
}
