//! Terms made at random from the signature tables.

use quis_smtlib::signature::SortPattern;
use quis_smtlib::theories::{CoreOp, Op};
use quis_smtlib::{
    Attribute, Binder, Command, Literal, Script, Sort, SortConstructor, SortKind, Store, Term,
};

/// A stream of choices. The same seed gives the same choices.
pub(crate) struct Choices(pub(crate) u64);

impl Choices {
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        // splitmix64
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % bound as u64) as usize
    }

    pub(crate) fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }
}

/// The sorts that constants are declared of.
fn sorts(store: &mut Store) -> Vec<Sort> {
    let mut sorts = vec![Sort::BOOL, Sort::INT, Sort::REAL, Sort::STRING, Sort::REGLAN, Sort::ROUNDING_MODE];
    let field = store.symbol("7");
    for kind in [
        SortKind::BitVec(1),
        SortKind::BitVec(4),
        SortKind::BitVec(8),
        SortKind::Float(4, 8),
        SortKind::Float(2, 6),
        SortKind::FiniteField(field),
        SortKind::Char,
    ] {
        sorts.push(store.make_sort(kind));
    }
    let name = store.symbol("U");
    let declared = store.declare_sort(name, 0, None);
    sorts.push(store.apply_sort(SortConstructor::Declared(declared), &[]));
    let element = sorts.clone();
    for constructor in
        [SortConstructor::Seq, SortConstructor::Set, SortConstructor::Bag, SortConstructor::Nullable]
    {
        for of in [Sort::INT, Sort::BOOL] {
            sorts.push(store.apply_sort(constructor, &[of]));
        }
    }
    let pair = store.apply_sort(SortConstructor::Tuple, &[Sort::INT, Sort::INT]);
    sorts.push(pair);
    for constructor in [SortConstructor::Set, SortConstructor::Bag] {
        sorts.push(store.apply_sort(constructor, &[pair]));
    }
    for (index, value) in [(Sort::INT, Sort::INT), (Sort::INT, Sort::BOOL), (element[7], element[8])] {
        sorts.push(store.apply_sort(SortConstructor::Array, &[index, value]));
        sorts.push(store.apply_sort(SortConstructor::Function, &[index, value]));
    }
    let single = store.apply_sort(SortConstructor::Tuple, &[Sort::INT]);
    sorts.push(store.apply_sort(SortConstructor::Set, &[single]));
    for arrow in [
        &[Sort::INT, Sort::INT, Sort::INT][..],
        &[Sort::INT, Sort::INT, Sort::BOOL],
        &[Sort::INT, Sort::INT, Sort::INT, Sort::INT],
        &[pair, Sort::INT, Sort::INT],
    ] {
        sorts.push(store.apply_sort(SortConstructor::Function, arrow));
    }
    sorts.push(store.bit_vec_sort(18));
    sorts
}

/// A script under construction.
pub(crate) struct Maker {
    pub(crate) script: Script,
    pub(crate) pool: Vec<Term>,
    sorts: Vec<Sort>,
    pub(crate) choices: Choices,
}

impl Maker {
    pub(crate) fn new(seed: u64) -> Maker {
        let mut script = Script::default();
        let store = &mut script.store;
        let logic = store.symbol("HO_ALL");
        script.commands.push(Command::SetLogic(logic));
        let sorts = sorts(store);
        let name = store.symbol("U");
        script.commands.push(Command::DeclareSort(store.declare_sort(name, 0, None)));
        let mut pool = Vec::new();
        for (at, &sort) in sorts.iter().enumerate() {
            for copy in ["a", "b"] {
                // Some names need quotes, some look like those of the printer.
                let name = store.symbol(&match at % 3 {
                    0 => format!("{copy} {at}"),
                    1 => format!("?{copy}{at}"),
                    _ => format!("{copy}{at}"),
                });
                let function = store.declare_function(name, &[], sort);
                script.commands.push(Command::DeclareConst(function));
                pool.push(store.apply(function, &[]).expect("a constant"));
            }
        }
        for literal in [
            Literal::numeral("3"),
            Literal::decimal("2", "50"),
            Literal::string_from_source("a\"\"\\u{7}é"),
            Literal::bit_vec(4, 5u8.into()),
            Literal::bit_vec(300, 5u8.into()),
        ] {
            pool.push(store.literal(literal).expect("a literal"));
        }
        Maker { script, pool, sorts, choices: Choices(seed) }
    }

    /// Applies an operator to whatever fits, if anything is found.
    pub(crate) fn apply(&mut self, op: Op, tries: usize) -> Option<Term> {
        let signatures = &op.operator().signatures;
        for _ in 0..tries {
            let signature = self.choices.pick(signatures);
            let indices: Vec<u32> = match signature.rule {
                None => signature.indices.iter().map(|_| self.choices.below(9) as u32).collect(),
                Some(_) => (0..self.choices.below(4)).map(|_| self.choices.below(3) as u32).collect(),
            };
            let extra = self.choices.below(4).saturating_sub(2);
            let last = signature.params.last();
            let params = signature.params.iter().chain(std::iter::repeat_n(last, extra).flatten());
            let args: Vec<Term> = params.map(|param| self.argument(param)).collect();
            let function = self.script.store.indexed_function(op, &indices);
            let built = if signature.has_undetermined_result {
                let sort = *self.choices.pick(&self.sorts);
                self.script.store.apply_as(function, sort, &args)
            } else {
                self.script.store.apply(function, &args)
            };
            if let Ok(term) = built
                && self.script.store.sort(term) != Sort::UNKNOWN
            {
                return Some(term);
            }
        }
        None
    }

    /// A term that may fit a parameter.
    fn argument(&mut self, param: &SortPattern) -> Term {
        let store = &self.script.store;
        let fits = |term: &&Term| match (param, store.sort_kind(store.sort(**term))) {
            (SortPattern::Exact(sort), _) => store.sort(**term) == *sort,
            (SortPattern::Char, kind) => *kind == SortKind::Char,
            (SortPattern::BitVec(_), kind) => matches!(kind, SortKind::BitVec(_)),
            (SortPattern::Float(..), kind) => matches!(kind, SortKind::Float(..)),
            (SortPattern::FieldVariable(_), kind) => matches!(kind, SortKind::FiniteField(_)),
            (SortPattern::Apply(constructor, _), SortKind::Apply(found, _)) => constructor == found,
            (SortPattern::Apply(..), _) => false,
            (SortPattern::Variable(_), _) => true,
        };
        let candidates: Vec<&Term> = self.pool.iter().filter(fits).collect();
        if candidates.is_empty() { self.pool[0] } else { **self.choices.pick(&candidates) }
    }

    /// Binds a new variable in a term over it.
    pub(crate) fn bind(&mut self) {
        let sort = *self.choices.pick(&[Sort::INT, Sort::BOOL, Sort::REAL]);
        let name = self.script.store.symbol(&format!("v{}", self.pool.len()));
        let variable = self.script.store.variable(name, sort);
        let other = *self.choices.pick(&self.pool);
        let store = &mut self.script.store;
        let equal = Op::Core(CoreOp::Equal);
        let Ok(inner) = store.op(equal, &[variable, variable]) else { return };
        let other = store.op(equal, &[other, other]).expect("equal to itself");
        let body = store.op(Op::Core(CoreOp::And), &[inner, other, inner]).expect("formulas");
        let attributes = vec![Attribute::Pattern(1), Attribute::Other(":qid".into(), Some("q".into()))];
        let body =
            if self.choices.below(2) == 0 { store.annotated(body, attributes, &[inner]) } else { body };
        let binder = *self.choices.pick(&[Binder::Forall, Binder::Exists]);
        self.pool.push(store.binder(binder, &[variable], &[body]).expect("a formula"));
    }

    pub(crate) fn assert(&mut self, term: Term) {
        let equal = self.script.store.op(Op::Core(CoreOp::Equal), &[term, term]).expect("equal to itself");
        let formula = if self.script.store.sort(term) == Sort::BOOL { term } else { equal };
        self.script.commands.push(Command::Assert(formula));
    }
}
