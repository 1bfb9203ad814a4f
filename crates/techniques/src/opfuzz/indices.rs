//! The indices that an indexed operator may get: those that the sorts determine, and a few where they are free.

use quis_smtlib::signature::Rule;
use quis_smtlib::theories::{ArithOp, BitVecOp, FloatOp, Op, RegexOp, SolverOp, TupleOp};
use quis_smtlib::{Sort, SortConstructor, SortKind, Store};
use smallvec::SmallVec;

/// The indices of one head.
pub(super) type Indices = SmallVec<[u32; 2]>;

/// So many offsets of an `extract` are tried at most; in a wider bit-vector they are spread evenly.
const MAX_OFFSETS: u32 = 64;

/// What the indices of an operator may be where arguments and result have these sorts. `own` are the indices that stand
/// there now: neighbours of them are tried too. Not all that come out fit, but what fits may matter.
pub(super) fn candidates(store: &Store, op: Op, own: &[u32], args: &[Sort], result: Sort) -> Vec<Indices> {
    let signatures = &op.operator().signatures;
    let mut found: Vec<Indices> = Vec::new();
    if signatures.iter().any(|signature| signature.indices.is_empty()) {
        found.push(Indices::new());
    }
    let indexed = |signature: &quis_smtlib::signature::Signature| {
        !signature.indices.is_empty() || signature.rule == Some(Rule::PseudoBoolean)
    };
    if !signatures.iter().any(indexed) {
        return found;
    }
    let width = |sort: Option<&Sort>| match sort.map(|&sort| store.sort_kind(sort)) {
        Some(SortKind::BitVec(width)) => Some(*width),
        _ => None,
    };
    let (from, to) = (width(args.first()), width(Some(&result)));
    let singles = |numbers: &[u32]| numbers.iter().map(|&number| Indices::from_slice(&[number])).collect();
    let more: Vec<Indices> = match (op, from, to) {
        // match: ((_ extract 7 4) x), result: ((_ extract 3 0) x)
        (Op::BitVec(BitVecOp::Extract), Some(from), Some(to)) if to <= from => offsets(from, to),
        (Op::BitVec(BitVecOp::Repeat), Some(from), Some(to)) => singles(&[to / from.max(1)]),
        // match: ((_ zero_extend 8) x), result: ((_ sign_extend 8) x)
        (Op::BitVec(BitVecOp::ZeroExtend | BitVecOp::SignExtend), Some(from), Some(to)) if from <= to => {
            singles(&[to - from])
        }
        // match: ((_ rotate_left 1) x), result: ((_ rotate_right 31) x)
        (Op::BitVec(BitVecOp::RotateLeft | BitVecOp::RotateRight), Some(width), _) => singles(&pool(
            &[0, 1, 2, width / 2, width.saturating_sub(1), width, width.saturating_add(1)],
            own,
        )),
        (Op::BitVec(BitVecOp::IntToBv) | Op::Float(FloatOp::ToUbv | FloatOp::ToSbv), _, Some(to)) => {
            singles(&[to])
        }
        // match: (_ +oo 8 24), result: (_ NaN 8 24)
        (Op::Float(_), ..) => match store.sort_kind(result) {
            SortKind::Float(eb, sb) => vec![Indices::from_slice(&[*eb, *sb])],
            _ => Vec::new(),
        },
        (Op::Arith(ArithOp::Divisible | ArithOp::IntAnd), ..) => {
            singles(&pool(&[1, 2, 3, 4, 5, 7, 8, 10, 16], own))
        }
        // match: ((_ re.^ 3) r), result: ((_ re.loop 1 2) r)
        (Op::Regex(RegexOp::Power), ..) => singles(&pool(&[0, 1, 2, 3, 5], own)),
        (Op::Regex(RegexOp::Loop | RegexOp::LazyLoop), ..) => loops(own),
        (Op::Solver(SolverOp::AtMost | SolverOp::AtLeast), ..) => {
            let all: Vec<u32> = (0..=args.len().min(8) as u32).collect();
            singles(&pool(&all, own))
        }
        // match: ((_ tuple.select 0) t), result: ((_ tuple.select 1) t)
        (Op::Tuple(TupleOp::Select | TupleOp::Update), ..) => singles(&columns(store, args)),
        _ if own.is_empty() => Vec::new(),
        _ => first_changed(own),
    };
    found.extend(more);
    found
}

/// Numbers, those that stand there now and their neighbours; each once.
fn pool(numbers: &[u32], own: &[u32]) -> Vec<u32> {
    let near = own.iter().flat_map(|&number| [number, number.saturating_sub(1), number.saturating_add(1)]);
    let mut all: Vec<u32> = numbers.iter().copied().chain(near).collect();
    all.sort_unstable();
    all.dedup();
    all
}

fn offsets(from: u32, to: u32) -> Vec<Indices> {
    let last = from - to;
    let count = last.saturating_add(1).min(MAX_OFFSETS);
    let nth = |at: u32| match count {
        0 | 1 => 0,
        _ => (u64::from(last) * u64::from(at) / u64::from(count - 1)) as u32,
    };
    (0..count).map(nth).map(|low| Indices::from_slice(&[low + to.saturating_sub(1), low])).collect()
}

/// Also with more at the least than at the most: that is the empty language.
fn loops(own: &[u32]) -> Vec<Indices> {
    let bounds = [0, 1, 2, 3, 5];
    let mut all: Vec<Indices> = bounds
        .iter()
        .flat_map(|&low| bounds.iter().map(move |&high| Indices::from_slice(&[low, high])))
        .collect();
    match *own {
        [low, high] => {
            for (low, high) in [
                (low, high),
                (low.saturating_add(1), high),
                (low, high.saturating_add(1)),
                (low.saturating_sub(1), high),
                (low, high.saturating_sub(1)),
            ] {
                all.push(Indices::from_slice(&[low, high]));
            }
        }
        [count] => all.push(Indices::from_slice(&[count, count])),
        _ => {}
    }
    all
}

/// The indices themselves, and the same with another first one: the bound of `(_ pbge 2 1 1)`.
fn first_changed(own: &[u32]) -> Vec<Indices> {
    let with_first = |first: u32| std::iter::once(first).chain(own[1..].iter().copied()).collect();
    vec![own.into(), with_first(own[0].saturating_add(1)), with_first(own[0].saturating_sub(1))]
}

fn columns(store: &Store, args: &[Sort]) -> Vec<u32> {
    let count = match args.first().map(|&sort| store.sort_kind(sort)) {
        Some(SortKind::Apply(SortConstructor::Tuple, parts)) => parts.len().min(64),
        _ => 0,
    };
    (0..count as u32).collect()
}
