//! Literals of a sort: boundary values, values beside those that the seed mentions, and values of models.

use quis_semantics::{Integer, Real, RoundingMode, Value};
use quis_smtlib::theories::{ArithOp, FloatOp, Op, RegexOp, SequenceOp};
use quis_smtlib::{Literal, Sort, SortConstructor, SortKind, Store, Term};

use crate::assignment::{Mined, bits, numbers, words};
use crate::stream::Stream;

/// A literal of a sort: one value in two is beside one of the seed's, or one of these.
pub(super) fn draw(store: &mut Store, mined: &Mined, sort: Sort, stream: &mut Stream) -> Option<Term> {
    let known = if stream.chance(1, 2) { mined.choose(store, sort, stream) } else { None };
    let value = match (known, store.sort_kind(sort).clone()) {
        (Some(value), _) => value,
        (_, SortKind::Bool) => Value::Bool(stream.chance(1, 2)),
        (_, SortKind::Int) => Value::Int(numbers::integer(stream)),
        (_, SortKind::Real) => Value::Real(numbers::real(stream)),
        (_, SortKind::BitVec(width)) => Value::BitVec(bits::vector(stream, width)?),
        (_, SortKind::Float(eb, sb)) => Value::Float(bits::float(stream, eb, sb)?),
        (_, SortKind::RoundingMode) => Value::RoundingMode(*stream.choose(&RoundingMode::ALL)?),
        (_, SortKind::String) => words::string(stream, &[]),
        (_, SortKind::RegLan) => {
            let op = *stream.choose(&[RegexOp::None, RegexOp::All, RegexOp::AllChar])?;
            return store.op(Op::Regex(op), &[]).ok();
        }
        (_, SortKind::Apply(SortConstructor::Seq, _)) => {
            let empty = store.op_function(Op::Sequence(SequenceOp::Empty));
            return store.apply_as(empty, sort, &[]).ok();
        }
        _ => return None,
    };
    term_of(store, sort, &value)
}

/// A value as a term; `None` for one that is no literal.
pub(super) fn term_of(store: &mut Store, sort: Sort, value: &Value) -> Option<Term> {
    let term = match value {
        Value::Bool(value) => store.bool(*value),
        Value::Int(value) if sort == Sort::INT => integer(store, value)?,
        Value::Real(value) => real(store, value)?,
        Value::BitVec(value) => store.bit_vec(value.width(), value.to_ubig()).ok()?,
        Value::Float(value) => {
            let (eb, sb) = match store.sort_kind(sort) {
                SortKind::Float(eb, sb) => (*eb, *sb),
                _ => return None,
            };
            match value.to_bits() {
                None => store.indexed_op(Op::Float(FloatOp::Nan), &[eb, sb], &[]).ok()?,
                Some(bits) => {
                    let fraction = sb.checked_sub(1)? as usize;
                    let parts = [
                        store.bit_vec(1, bits.clone() >> (fraction + eb as usize)).ok()?,
                        store.bit_vec(eb, bits.clone() >> fraction).ok()?,
                        store.bit_vec(sb - 1, bits).ok()?,
                    ];
                    store.op(Op::Float(FloatOp::Fp), &parts).ok()?
                }
            }
        }
        Value::String(points) => store.literal(Literal::string_from_code_points(points)).ok()?,
        Value::RoundingMode(mode) => {
            let op = match mode {
                RoundingMode::Rne => FloatOp::Rne,
                RoundingMode::Rna => FloatOp::Rna,
                RoundingMode::Rtp => FloatOp::Rtp,
                RoundingMode::Rtn => FloatOp::Rtn,
                RoundingMode::Rtz => FloatOp::Rtz,
            };
            store.op(Op::Float(op), &[]).ok()?
        }
        _ => return None,
    };
    (store.sort(term) == sort).then_some(term)
}

/// match: -3, result: (- 3)
fn integer(store: &mut Store, value: &Integer) -> Option<Term> {
    let mut digits = String::new();
    value.abs().write_to(&mut digits);
    let number = store.literal(Literal::numeral(&digits)).ok()?;
    if value.is_negative() { store.op(Op::Arith(ArithOp::Neg), &[number]).ok() } else { Some(number) }
}

/// match: -1/3, result: (/ (- 1.0) 3.0)
fn real(store: &mut Store, value: &Real) -> Option<Term> {
    let mut part = |value: Integer| {
        let mut digits = String::new();
        value.abs().write_to(&mut digits);
        let number = store.literal(Literal::decimal(&digits, "")).ok()?;
        if value.is_negative() { store.op(Op::Arith(ArithOp::Neg), &[number]).ok() } else { Some(number) }
    };
    let numerator = part(value.numerator()?)?;
    if value.is_integer() {
        return Some(numerator);
    }
    let denominator = part(value.denominator()?)?;
    store.op(Op::Arith(ArithOp::Div), &[numerator, denominator]).ok()
}

#[cfg(test)]
mod tests {
    use quis_smtlib::{Command, Mode, PrintOptions, parse, print_term};

    use super::*;

    #[test]
    fn literals_have_the_sort_and_come_from_streams_alone() {
        let sorts = "Bool Int Real String RegLan RoundingMode (_ BitVec 7) (_ FloatingPoint 3 5) (Seq Int)";
        let text: String = sorts
            .replace(") (", ")|(")
            .replace(
                "Bool Int Real String RegLan RoundingMode (",
                "Bool|Int|Real|String|RegLan|RoundingMode|(",
            )
            .split('|')
            .enumerate()
            .map(|(at, sort)| format!("(declare-const c{at} {sort})"))
            .collect();
        let mut script = parse(&text, Mode::Standard).into_result().unwrap();
        let mined = Mined::new(&script);
        for command in script.commands.clone() {
            let Command::DeclareConst(function) = command else { panic!() };
            let sort = script.store.function(function).result;
            for number in 0..50 {
                let stream = Stream::new(number);
                let literal = draw(&mut script.store, &mined, sort, &mut stream.clone()).unwrap();
                assert_eq!(script.store.sort(literal), sort);
                assert_eq!(draw(&mut script.store, &mined, sort, &mut stream.clone()), Some(literal));
            }
        }
    }

    #[test]
    fn values_are_written_as_terms() {
        let mut store = Store::new();
        let third = Real::parse_fraction("-1/3").unwrap();
        let term = term_of(&mut store, Sort::REAL, &Value::Real(third)).unwrap();
        assert_eq!(print_term(&store, term, PrintOptions::plain()).unwrap(), "(/ (- 1.0) 3.0)");
    }
}
