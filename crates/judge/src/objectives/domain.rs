//! The values that constants may have: all of them where that is known, else those at which something may change.

use std::collections::BTreeMap;

use quis_semantics::{BitVec, Evaluator, Integer, Model, Real, Value};
use quis_smtlib::theories::{ArithOp, CoreOp, Op};
use quis_smtlib::walk::post_order;
use quis_smtlib::{Function, Literal, Role, SortKind, Store, Term, TermKind, TermSet};

/// The widest bit-vectors of which all values are tried, and the longest range of integers.
const WIDTH: u32 = 8;
const RANGE: i64 = 256;
/// The values of a sort that has more.
const SAMPLE: usize = 24;
/// The literals of a script that are looked at.
const LITERALS: usize = 12;

/// The values to try for a constant.
#[derive(Clone, Debug)]
pub(super) struct Domain {
    pub(super) constant: Function,
    pub(super) values: Vec<Value>,
    /// Whether no other value satisfies the assertions.
    pub(super) whole: bool,
}

/// The symbols that terms are about, with those in the definitions that they use.
#[derive(Clone, Debug, Default)]
pub(super) struct Symbols {
    /// Declared constants, in the order of their declaration.
    pub(super) constants: Vec<Function>,
    /// Whether there are other symbols whose meaning a model chooses.
    pub(super) has_others: bool,
    /// Numbers that are written there.
    literals: Vec<Real>,
}

impl Symbols {
    pub(super) fn of(store: &Store, roots: &[Term]) -> Symbols {
        let mut found = Symbols::default();
        let mut seen = TermSet::for_store(store);
        let mut next = roots.to_vec();
        while !next.is_empty() {
            let mut bodies = Vec::new();
            post_order(store, &next, &mut seen, |term| match store.kind(term) {
                TermKind::Apply(function, args) => match &store.function(function).role {
                    Role::Declared if args.is_empty() => found.constants.push(function),
                    Role::Declared => found.has_others = true,
                    _ => bodies.extend(store.definition(function).map(|(_, body)| body)),
                },
                TermKind::Literal(literal) => {
                    let number = match literal {
                        Literal::Numeral(text) | Literal::Decimal(text) => Real::parse_decimal(text),
                        Literal::BitVec { value, .. } => Some(Real::from(Integer::from(value.clone()))),
                        _ => None,
                    };
                    let is_new = |number: &Real| !found.literals.contains(number);
                    if found.literals.len() < LITERALS {
                        let number = number.filter(is_new);
                        found.literals.extend(number);
                    }
                }
                _ => {}
            });
            next = bodies;
        }
        found.constants.sort_unstable();
        found.constants.dedup();
        found
    }
}

/// What assertions say of the values of a constant.
#[derive(Clone, Debug, Default)]
struct Range {
    low: Option<Real>,
    high: Option<Real>,
    /// It is one of these.
    one_of: Option<Vec<Real>>,
}

impl Range {
    fn at_least(&mut self, bound: Real) {
        if self.low.as_ref().is_none_or(|low| *low < bound) {
            self.low = Some(bound);
        }
    }

    fn at_most(&mut self, bound: Real) {
        if self.high.as_ref().is_none_or(|high| *high > bound) {
            self.high = Some(bound);
        }
    }

    fn has(&self, value: &Real) -> bool {
        self.low.as_ref().is_none_or(|low| low <= value)
            && self.high.as_ref().is_none_or(|high| value <= high)
    }
}

/// The domains of constants under assertions, given values that they have in a model. Constants of other sorts are left out.
pub(super) fn domains(store: &Store, assertions: &[Term], symbols: &Symbols, model: &Model) -> Vec<Domain> {
    let ranges = ranges(store, assertions);
    let nothing = Range::default();
    let domain = |&constant: &Function| {
        let range = ranges.get(&constant).unwrap_or(&nothing);
        let own = match model.interpretation(constant) {
            Some(quis_semantics::Interpretation::Value(value)) => number(value),
            _ => None,
        };
        let bases: Vec<Real> = own
            .into_iter()
            .chain([range.low.clone(), range.high.clone()].into_iter().flatten())
            .chain([Real::ZERO])
            .chain(symbols.literals.iter().cloned())
            .collect();
        let (values, whole) = match store.sort_kind(store.function(constant).result) {
            SortKind::Bool => (vec![Value::Bool(false), Value::Bool(true)], true),
            SortKind::Int => integers(range, &bases),
            SortKind::Real => reals(range, &bases),
            SortKind::BitVec(width) => bit_vectors(*width, &bases),
            _ => return None,
        };
        Some(Domain { constant, values, whole })
    };
    symbols.constants.iter().filter_map(domain).collect()
}

fn integers(range: &Range, bases: &[Real]) -> (Vec<Value>, bool) {
    let value = |n: Integer| Value::Int(n);
    if let Some(one_of) = &range.one_of {
        return (one_of.iter().filter_map(Real::to_integer).map(value).collect(), true);
    }
    let bound = |bound: &Option<Real>| bound.as_ref()?.floor().to_i64();
    if let (Some(low), Some(high)) = (bound(&range.low), bound(&range.high))
        && high.checked_sub(low).is_some_and(|length| length < RANGE)
    {
        // A low bound between two integers is rounded down: what is too much is found false.
        return ((low..=high).map(|n| value(n.into())).collect(), true);
    }
    let near = bases.iter().flat_map(|base| {
        let base = base.floor();
        [0, 1, -1, 2, -2, 3, -3].map(|step| Real::from(base.add(&Integer::from(step))))
    });
    (sample(near.filter(|n| range.has(n))).iter().filter_map(Real::to_integer).map(value).collect(), false)
}

fn reals(range: &Range, bases: &[Real]) -> (Vec<Value>, bool) {
    if let Some(one_of) = &range.one_of {
        return (one_of.iter().cloned().map(Value::Real).collect(), true);
    }
    let ratio = |above: i64, below: i64| Real::from_ratio(above.into(), below.into());
    let steps: Vec<Real> = [(0, 1), (1, 2), (-1, 2), (1, 1), (-1, 1), (1, 3), (-1, 3), (3, 2), (-3, 2)]
        .into_iter()
        .filter_map(|(above, below)| ratio(above, below))
        .collect();
    let near = bases.iter().flat_map(|base| steps.iter().filter_map(|step| base.add(step).ok()));
    (sample(near.filter(|n| range.has(n))).into_iter().map(Value::Real).collect(), false)
}

fn bit_vectors(width: u32, bases: &[Real]) -> (Vec<Value>, bool) {
    if width <= WIDTH {
        let all = (0..1_u64 << width).filter_map(|n| BitVec::from_u64(width, n).ok());
        return (all.map(Value::BitVec).collect(), true);
    }
    let of = |n: &Integer| BitVec::from_integer(width, n).ok();
    let ends = [BitVec::ones(width).ok(), BitVec::zero(width).ok()];
    let near = bases.iter().flat_map(|base| {
        let base = base.floor();
        [0, 1, -1, 2, -2].map(|step| of(&base.add(&Integer::from(step))))
    });
    let mut values: Vec<Value> = Vec::new();
    for value in ends.into_iter().chain(near).flatten().map(Value::BitVec) {
        if values.len() < SAMPLE && !values.contains(&value) {
            values.push(value);
        }
    }
    (values, false)
}

/// The first different ones.
fn sample(of: impl Iterator<Item = Real>) -> Vec<Real> {
    let mut values: Vec<Real> = Vec::new();
    for value in of {
        if values.len() == SAMPLE {
            break;
        }
        if !values.contains(&value) {
            values.push(value);
        }
    }
    values
}

/// The number that a value is.
pub(super) fn number(value: &Value) -> Option<Real> {
    match value {
        Value::Int(value) => Some(Real::from(value.clone())),
        Value::Real(value) => Some(value.clone()),
        Value::BitVec(value) => Some(Real::from(value.to_integer())),
        _ => None,
    }
}

/// What the parts of a conjunction say of single constants.
fn ranges(store: &Store, assertions: &[Term]) -> BTreeMap<Function, Range> {
    let mut ranges: BTreeMap<Function, Range> = BTreeMap::new();
    let mut left = assertions.to_vec();
    while let Some(term) = left.pop() {
        let (function, args) = match store.kind(term) {
            TermKind::Annotated(inner, ..) => {
                left.push(inner);
                continue;
            }
            TermKind::Apply(function, args) => (function, args),
            _ => continue,
        };
        match store.operator(function) {
            Some(Op::Core(CoreOp::And)) => left.extend(args),
            Some(Op::Core(CoreOp::Or)) => {
                if let Some((constant, values)) = alternatives(store, args) {
                    ranges.entry(constant).or_default().one_of.get_or_insert(values);
                }
            }
            Some(op) => {
                for pair in args.windows(2) {
                    note(store, op, pair[0], pair[1], &mut ranges);
                }
            }
            None => {}
        }
    }
    ranges
}

/// What a comparison of two terms says, if one is a constant and the other a number.
fn note(store: &Store, op: Op, one: Term, other: Term, ranges: &mut BTreeMap<Function, Range>) {
    let sides = [(constant(store, one), other, false), (constant(store, other), one, true)];
    let Some((constant, bound, turned)) = sides
        .into_iter()
        .find_map(|(constant, bound, turned)| Some((constant?, literal(store, bound)?, turned)))
    else {
        return;
    };
    let is_int = matches!(store.sort_kind(store.function(constant).result), SortKind::Int);
    // x < 3 over the integers
    let before = |bound: &Real| if is_int { bound.sub(&Real::ONE).ok() } else { Some(bound.clone()) };
    let behind = |bound: &Real| if is_int { bound.add(&Real::ONE).ok() } else { Some(bound.clone()) };
    let is_whole = bound.is_integer();
    let (low, high) = match (op, turned) {
        (Op::Core(CoreOp::Equal), _) => (Some(bound.clone()), Some(bound)),
        (Op::Arith(ArithOp::LessEq), false) | (Op::Arith(ArithOp::GreaterEq), true) => (None, Some(bound)),
        (Op::Arith(ArithOp::GreaterEq), false) | (Op::Arith(ArithOp::LessEq), true) => (Some(bound), None),
        (Op::Arith(ArithOp::Less), false) | (Op::Arith(ArithOp::Greater), true) if is_whole => {
            (None, before(&bound))
        }
        (Op::Arith(ArithOp::Greater), false) | (Op::Arith(ArithOp::Less), true) if is_whole => {
            (behind(&bound), None)
        }
        (Op::Arith(ArithOp::Less), false) | (Op::Arith(ArithOp::Greater), true) => (None, Some(bound)),
        (Op::Arith(ArithOp::Greater), false) | (Op::Arith(ArithOp::Less), true) => (Some(bound), None),
        _ => return,
    };
    let range = ranges.entry(constant).or_default();
    low.into_iter().for_each(|low| range.at_least(low));
    high.into_iter().for_each(|high| range.at_most(high));
}

/// match: (= x 1), (= 3 x), result: x with 1 and 3
fn alternatives(store: &Store, disjuncts: &[Term]) -> Option<(Function, Vec<Real>)> {
    let mut found: Option<Function> = None;
    let mut values = Vec::with_capacity(disjuncts.len());
    for &term in disjuncts {
        let TermKind::Apply(function, &[one, other]) = store.kind(term) else { return None };
        if store.operator(function) != Some(Op::Core(CoreOp::Equal)) {
            return None;
        }
        let (constant, value) = match (constant(store, one), constant(store, other)) {
            (Some(constant), None) => (constant, literal(store, other)?),
            (None, Some(constant)) => (constant, literal(store, one)?),
            _ => return None,
        };
        if found.is_some_and(|found| found != constant) {
            return None;
        }
        found = Some(constant);
        values.push(value);
    }
    Some((found?, values))
}

/// The declared constant of a number sort that a term is.
fn constant(store: &Store, term: Term) -> Option<Function> {
    let is_number = matches!(store.sort_kind(store.sort(term)), SortKind::Int | SortKind::Real);
    declared(store, term).filter(|_| is_number)
}

/// The declared constant that a term is.
pub(super) fn declared(store: &Store, term: Term) -> Option<Function> {
    match store.kind(term) {
        TermKind::Apply(function, []) => {
            Some(function).filter(|&function| matches!(store.function(function).role, Role::Declared))
        }
        _ => None,
    }
}

/// The number that a term is without a model.
fn literal(store: &Store, term: Term) -> Option<Real> {
    const STEPS: u64 = 64;
    number(&Evaluator::new(store, &mut Model::new()).with_steps(STEPS).evaluate(term).ok()?)
}
