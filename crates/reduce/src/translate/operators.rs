//! Applications of operators over other sorts: their indices are fitted to what they are applied to and to what is wanted.

use quis_smtlib::theories::{ArithOp, ArrayOp, BitVecOp, DatatypeOp, FloatOp, Op};
use quis_smtlib::{FunctionData, Index, Sort, SortConstructor, SortKind, Store, Term, TermKind};

use super::{Translation, fit};
use crate::passes::constants::constant;

impl Translation {
    /// An operator applied to translated arguments, such that the wanted sort comes out.
    pub(super) fn operation(
        &mut self,
        store: &mut Store,
        term: Term,
        op: Op,
        mut args: Vec<Term>,
        wanted: Sort,
    ) -> Option<Term> {
        // What has not changed below stays as it is.
        if store.sort(term) == wanted && store.children(term) == args && self.has_plain_head(store, term) {
            return Some(term);
        }
        if let Some(new) = passed_through(store, op, &args, wanted) {
            return Some(new);
        }
        let TermKind::Apply(function, _) = store.kind(term) else { return None };
        let data = store.function(function).clone();
        let Some(mut indices) = self.indices(store, &data.indices) else { return gone(store, op, &args) };
        let mut head = op;
        // match: (/ x 2.0), result: (div x 2)
        if op == Op::Arith(ArithOp::Div) && wanted == Sort::INT {
            head = Op::Arith(ArithOp::IntDiv);
        }
        fit_indices(store, term, op, &mut indices, &args, wanted, self.loose)?;
        fit_arguments(store, op, &mut args, wanted)?;
        let function = if head == op {
            store.make_function(FunctionData { indices: indices.into(), ..data })
        } else {
            store.op_function(head)
        };
        let made = store.apply(function, &args).ok().filter(|&made| store.sort(made) == wanted);
        let made = made.or_else(|| store.apply_as(function, wanted, &args).ok());
        let made = made.or_else(|| if self.loose { apply_loosely(store, function, &mut args) } else { None });
        let made = made.or_else(|| {
            let SortKind::BitVec(width) = *store.sort_kind(wanted) else { return None };
            let made = store.apply(function, &args).ok()?;
            fit::bits(store, made, width)
        });
        match made {
            Some(made) if is_whole(store, made, &args) => Some(made),
            // A constant of a sort that has gone.
            _ if args.is_empty() => constant(store, wanted, 0),
            _ => None,
        }
    }

    /// Whether nothing in the head of an application can change.
    fn has_plain_head(&self, store: &Store, term: Term) -> bool {
        let TermKind::Apply(function, _) = store.kind(term) else { return true };
        let is_plain = |index: &Index| !matches!(index, Index::Function(_) | Index::Sort(_));
        store.function(function).indices.iter().all(is_plain)
    }
}

/// No argument was made another by typing: an `Int` that becomes a `Real` is no translation.
fn is_whole(store: &Store, made: Term, args: &[Term]) -> bool {
    match store.kind(made) {
        TermKind::Apply(_, made) if made == args => true,
        // It was cut or extended.
        TermKind::Apply(_, &[inner]) => store.children(inner) == args,
        _ => false,
    }
}

/// match: (to_real x) where the real is an integer now, result: x
fn passed_through(store: &Store, op: Op, args: &[Term], wanted: Sort) -> Option<Term> {
    let passes = matches!(op, Op::Arith(ArithOp::ToReal | ArithOp::ToInt));
    args.first().copied().filter(|&arg| passes && args.len() == 1 && store.sort(arg) == wanted)
}

/// match: ((_ is nil) x) where `nil` has gone, result: false; match: ((_ update head) x y) where `head` has gone, result: x
fn gone(store: &mut Store, op: Op, args: &[Term]) -> Option<Term> {
    match op {
        Op::Datatype(DatatypeOp::Is) => Some(store.bool(false)),
        Op::Datatype(DatatypeOp::Update) => args.first().copied(),
        _ => None,
    }
}

/// Indices such that the wanted sort comes out, where they have to do with widths.
fn fit_indices(
    store: &Store,
    term: Term,
    op: Op,
    indices: &mut [Index],
    args: &[Term],
    wanted: Sort,
    loose: bool,
) -> Option<()> {
    let width_of = |term: Term| match *store.sort_kind(store.sort(term)) {
        SortKind::BitVec(width) => Some(width),
        _ => None,
    };
    let wanted = store.sort_kind(wanted);
    let below = args.first().and_then(|&arg| width_of(arg));
    let before = store.children(term).first().and_then(|&arg| width_of(arg));
    match (op, &mut *indices, wanted) {
        // match: ((_ extract 15 8) x) with x of width 4 and 4 wanted, result: ((_ extract 3 0) x)
        (
            Op::BitVec(BitVecOp::Extract),
            [Index::Numeral(high), Index::Numeral(low)],
            SortKind::BitVec(width),
        ) => {
            let below = below?;
            let width = if loose { below.min(*width) } else { *width };
            let room = below.checked_sub(width)?;
            let is_top = before.is_some_and(|before| *high + 1 == before);
            *low = if is_top { room } else { room.min(*low) };
            *high = *low + width.checked_sub(1)?;
        }
        (
            Op::BitVec(BitVecOp::ZeroExtend | BitVecOp::SignExtend),
            [Index::Numeral(more)],
            SortKind::BitVec(width),
        ) => {
            *more = width.checked_sub(below?)?;
        }
        // What does not divide evenly is cut or extended.
        (Op::BitVec(BitVecOp::Repeat), [Index::Numeral(times)], SortKind::BitVec(width)) => {
            *times = width.div_ceil(below?.max(1)).max(1);
        }
        (Op::BitVec(BitVecOp::RotateLeft | BitVecOp::RotateRight), [Index::Numeral(places)], _) => {
            *places %= below?.max(1);
        }
        (Op::BitVec(BitVecOp::BitToBool), [Index::Numeral(bit)], _) => {
            *bit = (*bit).min(below?.checked_sub(1)?)
        }
        (
            Op::BitVec(BitVecOp::IntToBv) | Op::Float(FloatOp::ToUbv | FloatOp::ToSbv),
            [Index::Numeral(bits)],
            SortKind::BitVec(width),
        ) => *bits = *width,
        (Op::Float(_), [Index::Numeral(exponent), Index::Numeral(significand)], SortKind::Float(eb, sb)) => {
            (*exponent, *significand) = (*eb, *sb);
        }
        _ => {}
    }
    Some(())
}

/// Arguments of the sorts that the operator needs, where the wanted sort or the first argument says which.
fn fit_arguments(store: &mut Store, op: Op, args: &mut [Term], wanted: Sort) -> Option<()> {
    let wanted = store.sort_kind(wanted).clone();
    match (op, &mut *args, wanted) {
        // match: (fp #b0 #xff #b0…0) with (_ FloatingPoint 3 5) wanted, result: (fp #b0 #b111 #x0)
        (Op::Float(FloatOp::Fp), [sign, exponent, significand], SortKind::Float(eb, sb)) => {
            *sign = fit::bits(store, *sign, 1)?;
            *exponent = fit::bits(store, *exponent, eb)?;
            *significand = fit::bits(store, *significand, sb.checked_sub(1)?)?;
        }
        (Op::Float(FloatOp::ToFp | FloatOp::ToFpBits), [bits], SortKind::Float(eb, sb)) => {
            if matches!(store.sort_kind(store.sort(*bits)), SortKind::BitVec(_)) {
                *bits = fit::bits(store, *bits, eb.checked_add(sb)?)?;
            }
        }
        (Op::Array(ArrayOp::Select | ArrayOp::Store), [array, rest @ ..], _) => {
            let sort = store.sort(*array);
            let SortKind::Apply(SortConstructor::Array, parts) = store.sort_kind(sort).clone() else {
                return Some(());
            };
            for (arg, &part) in rest.iter_mut().zip(&parts) {
                *arg = fit::literal(store, *arg, part).unwrap_or(*arg);
            }
        }
        (Op::Array(ArrayOp::Const), [element], SortKind::Apply(SortConstructor::Array, parts)) => {
            let &part = parts.last()?;
            *element = fit::literal(store, *element, part).unwrap_or(*element);
        }
        _ => {}
    }
    Some(())
}

/// Whatever sort comes out; literals take the sort of the first argument that is none and has no sort of another kind.
fn apply_loosely(store: &mut Store, function: quis_smtlib::Function, args: &mut [Term]) -> Option<Term> {
    if let Ok(made) = store.apply(function, args)
        && store.children(made) == args
    {
        return Some(made);
    }
    let is_literal = |store: &Store, term: Term| matches!(store.kind(term), TermKind::Literal(_));
    let model = args.iter().copied().rfind(|&arg| !is_literal(store, arg))?;
    let sort = store.sort(model);
    for arg in args.iter_mut() {
        *arg = fit::literal(store, *arg, sort).unwrap_or(*arg);
    }
    store.apply(function, args).ok()
}
