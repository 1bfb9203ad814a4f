//! The operators of one formula: those of its logic and dialect, and of these, in swarm mode, a random part.
//!
//! A formula that has all operators has few of each: bugs that need several times the same one, or the absence of another, do
//! not show.

use std::sync::LazyLock;

use quis_smtlib::signature::{Origin, Signature, SortPattern};
use quis_smtlib::theories::{
    ArithOp, BagOp, BitVecOp, CoreOp, FloatOp, HeapOp, Op, RegexOp, SequenceOp, SetOp, SolverOp, StringOp,
    Theory, TupleOp,
};
use quis_smtlib::{Arithmetic, Logic, Sort, SortConstructor, SortKind};

use super::recipe::{Divisors, Recipe};
use super::weights::Weights;
use crate::stream::Stream;

/// One rank of an operator.
#[derive(Clone, Copy, Debug)]
pub(super) struct Item {
    pub(super) op: Op,
    pub(super) signature: &'static Signature,
    weight: u32,
}

impl Item {
    pub(super) fn is_predicate(&self) -> bool {
        self.signature.result == SortPattern::Exact(Sort::BOOL)
    }
}

/// The operators of a theory.
#[derive(Clone, Debug, Default)]
struct Group {
    values: Vec<Item>,
    predicates: Vec<Item>,
}

/// A theory is chosen so many times as often as `Core`, whose few operators would else be everywhere.
const THEORY: usize = 4;

/// The operators of one formula.
#[derive(Clone, Debug, Default)]
pub(super) struct Menu {
    /// `Core` comes first, if it is there.
    groups: Vec<Group>,
    has_core: bool,
}

/// The operators of a theory that are chosen here.
fn operators_of(theory: Theory) -> &'static [Op] {
    static OPERATORS: LazyLock<Vec<Vec<Op>>> = LazyLock::new(|| {
        let of = |theory: &Theory| {
            let chosen = |op: &Op| op.theory() == *theory && !op.operator().internal && !is_connective(*op);
            Op::all().filter(chosen).collect()
        };
        Theory::ALL.iter().map(of).collect()
    });
    OPERATORS.get(theory as usize).map_or(&[], Vec::as_slice)
}

/// Boolean connectives are the business of the Boolean layer.
fn is_connective(op: Op) -> bool {
    matches!(
        op,
        Op::Core(
            CoreOp::True
                | CoreOp::False
                | CoreOp::Not
                | CoreOp::Implies
                | CoreOp::And
                | CoreOp::Or
                | CoreOp::Xor
        )
    )
}

/// Whether an operator divides.
pub(super) fn divides(op: Op) -> bool {
    matches!(
        op,
        Op::Arith(ArithOp::Div | ArithOp::IntDiv | ArithOp::Mod | ArithOp::Rem)
            | Op::BitVec(BitVecOp::Udiv | BitVecOp::Urem | BitVecOp::Sdiv | BitVecOp::Srem | BitVecOp::Smod)
    )
}

impl Menu {
    pub(super) fn draw(recipe: &Recipe, weights: &Weights, stream: &mut Stream) -> Menu {
        let mut menu = Menu::default();
        for &theory in Theory::ALL {
            if !recipe.has(theory) {
                continue;
            }
            let mut group = Group::default();
            for &op in operators_of(theory) {
                let weight = weights.of(op);
                if weight == 0 || !is_wanted(recipe, op) || (recipe.swarm && stream.chance(1, 2)) {
                    continue;
                }
                for signature in &op.operator().signatures {
                    if recipe.has_rank(op, signature) && has_sorts(recipe, signature) {
                        let weight = weight * rarity(op, signature);
                        let item = Item { op, signature, weight };
                        let list =
                            if item.is_predicate() { &mut group.predicates } else { &mut group.values };
                        list.push(item);
                    }
                }
            }
            if !group.values.is_empty() || !group.predicates.is_empty() {
                menu.has_core |= theory == Theory::Core;
                menu.groups.push(group);
            }
        }
        menu
    }

    /// An operator that gives a value, or a predicate.
    pub(super) fn any(&self, stream: &mut Stream) -> Option<Item> {
        let group = self.group(stream, |_| true)?;
        let predicates = group.predicates.len().div_ceil(4);
        let predicate = group.values.is_empty() || stream.below(group.values.len() + predicates) < predicates;
        weighted(if predicate { &group.predicates } else { &group.values }, stream)
    }

    /// A predicate.
    pub(super) fn predicate(&self, stream: &mut Stream) -> Option<Item> {
        weighted(&self.group(stream, |group| !group.predicates.is_empty())?.predicates, stream)
    }

    /// The operators of a theory, of those that are good for something.
    fn group(&self, stream: &mut Stream, is_good: impl Fn(&Group) -> bool) -> Option<&Group> {
        let weight = |at: usize| if at == 0 && self.has_core { 1 } else { THEORY };
        let good = || self.groups.iter().enumerate().filter(|(_, group)| is_good(group));
        let mut place = stream.below(good().map(|(at, _)| weight(at)).sum());
        for (at, group) in good() {
            match place.checked_sub(weight(at)) {
                Some(rest) => place = rest,
                None => return Some(group),
            }
        }
        None
    }
}

/// What finds operands less often than others is tried more often.
fn rarity(op: Op, signature: &Signature) -> u32 {
    let is_rare = |param: &SortPattern| match param {
        SortPattern::Apply(SortConstructor::Function, _) => true,
        // Relations and tables.
        SortPattern::Apply(_, parts) => {
            matches!(parts.first(), Some(SortPattern::Apply(SortConstructor::Tuple, _)))
        }
        SortPattern::Char => true,
        SortPattern::BitVec(_) => op.theory() == Theory::String,
        _ => false,
    };
    // Those that neither Z3 nor cvc5 defines stand in formulas of one dialect only.
    let seldom_read = if matches!(signature.origin, Origin::Old | Origin::Other) { 8 } else { 1 };
    seldom_read
        * match op {
            // What comes of a group is a set of sets, and seldom used.
            Op::Set(SetOp::Aggregate) | Op::Bag(BagOp::Aggregate) => 16,
            Op::Set(
                SetOp::Group | SetOp::Project | SetOp::Min | SetOp::Max | SetOp::RelMin | SetOp::RelMax,
            )
            | Op::Bag(BagOp::Group | BagOp::Project | BagOp::Partition | BagOp::FromSet | BagOp::ToSet) => 12,
            // They need strings and sequences, or floats and reals.
            Op::Sequence(SequenceOp::ReplaceRe | SequenceOp::ReplaceReAll) => 12,
            Op::Float(FloatOp::AeRound) => 8,
            Op::Solver(SolverOp::Size) => 40,
            Op::Float(FloatOp::ToIeeeBv) => 2,
            Op::Tuple(TupleOp::Unit) | Op::Bag(BagOp::DifferenceSubtract) | Op::Heap(HeapOp::Empty) => 2,
            Op::Regex(_) if signature.origin == Origin::Other => 3,
            Op::Regex(RegexOp::Xor | RegexOp::Reverse | RegexOp::Derivative | RegexOp::OfPred) => 9,
            Op::String(StringOp::CharToBv | StringOp::CharFromBv) => 12,
            Op::String(StringOp::FromUbv | StringOp::FromSbv) => 9,
            Op::String(StringOp::Power) => 4,
            _ if signature.result == SortPattern::Char => 6,
            _ if signature.rule.is_some() || signature.params.iter().any(is_rare) => 3,
            _ => 1,
        }
}

fn weighted(items: &[Item], stream: &mut Stream) -> Option<Item> {
    let total: usize = items.iter().map(|item| item.weight as usize).sum();
    let mut place = stream.below(total);
    items
        .iter()
        .find(|item| {
            let here = place < item.weight as usize;
            place = place.saturating_sub(item.weight as usize);
            here
        })
        .copied()
}

/// Whether the recipe has a place for an operator.
fn is_wanted(recipe: &Recipe, op: Op) -> bool {
    let division = recipe.divisors != Divisors::None || !divides(op);
    let arithmetic = match (op, recipe.logic.arithmetic) {
        // They have a form of their own.
        (Op::Arith(_), Arithmetic::Difference | Arithmetic::None) => false,
        (Op::Arith(op), Arithmetic::Linear) => is_linear(op),
        _ => true,
    };
    // A logic of floats without reals has numerals to make floats of, and nothing else of the reals.
    let reals = recipe.logic.reals || !matches!(op, Op::Float(FloatOp::ToReal | FloatOp::AeRound));
    let bit_vectors = recipe.logic.bit_vectors || op.theory() != Theory::BitVec;
    division && arithmetic && reals && bit_vectors
}

fn is_linear(op: ArithOp) -> bool {
    !matches!(
        op,
        ArithOp::Power
            | ArithOp::IntPower
            | ArithOp::Pow
            | ArithOp::Pow2
            | ArithOp::Log2
            | ArithOp::IntAnd
            | ArithOp::ParametricAnd
            | ArithOp::Rem
    )
}

/// Whether the logic has all sorts of a rank.
fn has_sorts(recipe: &Recipe, signature: &Signature) -> bool {
    signature.params.iter().chain([&signature.result]).all(|pattern| has_sort(recipe, pattern))
}

fn has_sort(recipe: &Recipe, pattern: &SortPattern) -> bool {
    let logic: &Logic = &recipe.logic;
    match pattern {
        SortPattern::Exact(Sort::BOOL) | SortPattern::Variable(_) => true,
        SortPattern::Exact(Sort::INT) => logic.ints,
        SortPattern::Exact(Sort::REAL) => logic.reals || logic.floats,
        SortPattern::Exact(Sort::STRING | Sort::REGLAN) => logic.strings,
        SortPattern::Exact(Sort::ROUNDING_MODE) | SortPattern::Float(..) => logic.floats,
        SortPattern::Exact(_) => false,
        SortPattern::BitVec(_) => logic.bit_vectors || logic.floats,
        SortPattern::FieldVariable(_) => logic.fields,
        SortPattern::Char => recipe.dialect.has_chars() && logic.allows_sort(&SortKind::Char),
        // The patterns of the tables are shallow.
        SortPattern::Apply(constructor, parts) => {
            let has = match constructor {
                SortConstructor::Array => logic.arrays,
                SortConstructor::Function => logic.higher_order,
                SortConstructor::Seq => recipe.has(Theory::Sequence),
                SortConstructor::Set => recipe.has(Theory::Set),
                SortConstructor::Bag => recipe.has(Theory::Bag),
                SortConstructor::Tuple | SortConstructor::Nullable => recipe.has(Theory::Tuple),
                SortConstructor::Declared(_) => false,
            };
            has && parts.iter().all(|part| has_sort(recipe, part))
        }
    }
}
