//! What a test is made of, in words by which failed tests can be told from passed ones.
//!
//! A test has the operators that occur in it, the [`ARGUMENTS`] of each operator (`a negative number in str.at`), the [`SHAPES`] of its terms,
//! and the [`WHOLES`] of its script. A new feature is a line in one of these tables.

use std::collections::BTreeSet;

use quis_smtlib::theories::{ArithOp, BitVecOp, CoreOp, FloatOp, Op, RegexOp, StringOp};
use quis_smtlib::walk::post_order;
use quis_smtlib::{Attribute, Binder, Command, Index, Literal, Role, Script, Store, Term, TermKind, TermSet};

/// Something that holds of a term, or does not.
struct Feature {
    name: &'static str,
    rule: fn(&Store, Term) -> bool,
}

/// What may be said of an argument: together with the operator it is a feature.
const ARGUMENTS: &[Feature] = &[
    // (str.at "" i)
    Feature {
        name: "the empty string",
        rule: |store, term| points(store, term).is_some_and(|p| p.is_empty()),
    },
    // (str.to_int "\u{7}")
    Feature { name: "a special character", rule: has_special_character },
    // (str.len "\n"), which is two characters today and was one once
    Feature { name: "a backslash", rule: |store, term| has_point(store, term, u32::from(b'\\')) },
    // (str.to_int "012")
    Feature { name: "a leading zero", rule: has_leading_zero },
    // (str.at s (- 1))
    Feature { name: "a negative number", rule: |store, term| integer(store, term).is_some_and(|n| n < 0) },
    // (div x 0)
    Feature { name: "zero", rule: is_zero },
    // (str.from_int 4294967296)
    Feature { name: "a large number", rule: is_large },
    // (bvadd x #xff)
    Feature { name: "all ones", rule: is_all_ones },
    // (bvneg #x80)
    Feature { name: "the smallest signed", rule: is_smallest_signed },
    // (fp.add RNE x (_ NaN 8 24))
    Feature { name: "a special float", rule: is_special_float },
];

/// What may be said of a term.
const SHAPES: &[Feature] = &[
    Feature { name: "a quantifier", rule: is_quantifier },
    // (! t :pattern ((f x)))
    Feature { name: "patterns", rule: has_patterns },
    // (str.replace (str.replace s t u) t u)
    Feature { name: "an operator below itself", rule: is_below_itself },
    // (str.replace s s u)
    Feature { name: "equal arguments", rule: has_equal_arguments },
    // (re.range "b" "a"), ((_ re.loop 3 1) r)
    Feature { name: "reversed bounds", rule: has_reversed_bounds },
    // (str.at "abc" 5)
    Feature { name: "a position out of range", rule: is_out_of_range },
    // (mod x 0), (bvudiv x #x0)
    Feature { name: "division by zero", rule: is_division_by_zero },
    Feature { name: "an uninterpreted function", rule: is_uninterpreted },
    Feature { name: "a definition", rule: is_defined },
];

/// Something that holds of a script, or does not.
type Whole = (&'static str, fn(&Script) -> bool);

/// What may be said of a script as a whole.
const WHOLES: &[Whole] = &[
    ("no variables", |script| !script.commands.iter().any(declares)),
    ("several assertions", |script| script.assertions().nth(1).is_some()),
    ("more than three assertions", |script| script.assertions().nth(3).is_some()),
];

/// The features of a script, in alphabetical order.
pub(crate) fn features(script: &Script) -> Vec<String> {
    let store = &script.store;
    let mut found = BTreeSet::new();
    for (name, rule) in WHOLES {
        if rule(script) {
            found.insert((*name).to_owned());
        }
    }
    post_order(store, &script.roots(), &mut TermSet::for_store(store), |term| {
        for shape in SHAPES.iter().filter(|shape| (shape.rule)(store, term)) {
            found.insert(shape.name.to_owned());
        }
        let Some((op, arguments)) = application(store, term) else { return };
        // What stands in nearly every script tells nothing, and a minus before a number is a part of it.
        if is_common(op) || is_literal(store, term) {
            return;
        }
        let operator = op.operator().name;
        found.insert(operator.to_owned());
        for feature in ARGUMENTS {
            if arguments.iter().any(|&argument| (feature.rule)(store, argument)) {
                found.insert(format!("{} in {operator}", feature.name));
            }
        }
    });
    found.into_iter().collect()
}

/// Connectives; equality and `ite` count.
fn is_common(op: Op) -> bool {
    matches!(op, Op::Core(core) if !matches!(core, CoreOp::Equal | CoreOp::Distinct | CoreOp::Ite))
}

fn application(store: &Store, term: Term) -> Option<(Op, &[Term])> {
    let TermKind::Apply(function, arguments) = store.kind(term) else { return None };
    Some((store.operator(function)?, arguments))
}

fn is_literal(store: &Store, term: Term) -> bool {
    matches!(store.kind(term), TermKind::Literal(_)) || integer(store, term).is_some()
}

fn literal(store: &Store, term: Term) -> Option<&Literal> {
    match store.kind(term) {
        TermKind::Literal(literal) => Some(literal),
        _ => None,
    }
}

/// The characters of a string literal.
fn points(store: &Store, term: Term) -> Option<Vec<u32>> {
    literal(store, term)?.code_points()
}

fn has_point(store: &Store, term: Term, point: u32) -> bool {
    points(store, term).is_some_and(|points| points.contains(&point))
}

/// Whether a string has a character that cannot be printed, or is not ASCII.
fn has_special_character(store: &Store, term: Term) -> bool {
    match literal(store, term) {
        Some(literal @ Literal::String(_)) => literal
            .code_points()
            .is_none_or(|points| points.iter().any(|point| !(0x20..0x7f).contains(point))),
        _ => false,
    }
}

fn has_leading_zero(store: &Store, term: Term) -> bool {
    let digit = u32::from(b'0')..=u32::from(b'9');
    points(store, term).is_some_and(|points| {
        points.len() > 1
            && points.first() == Some(&u32::from(b'0'))
            && points.iter().all(|point| digit.contains(point))
    })
}

/// A number with its sign; one that is too large is the largest.
///
/// match: (- 5), result: -5
fn integer(store: &Store, term: Term) -> Option<i128> {
    let magnitude = |term: Term| match literal(store, term)? {
        Literal::Numeral(digits) | Literal::Decimal(digits) => {
            let whole = digits.split('.').next().unwrap_or(digits);
            Some(whole.parse::<i128>().unwrap_or(i128::MAX))
        }
        _ => None,
    };
    match application(store, term) {
        Some((Op::Arith(ArithOp::Neg), [positive])) => magnitude(*positive).map(|number| -number),
        _ => magnitude(term),
    }
}

fn is_zero(store: &Store, term: Term) -> bool {
    match literal(store, term) {
        Some(Literal::Numeral(digits) | Literal::Decimal(digits)) => matches!(&**digits, "0" | "0.0"),
        Some(Literal::BitVec { value, .. }) => value.is_zero(),
        _ => false,
    }
}

fn is_large(store: &Store, term: Term) -> bool {
    integer(store, term).is_some_and(|number| number.unsigned_abs() >= 1 << 31)
}

/// match: #xff
fn is_all_ones(store: &Store, term: Term) -> bool {
    match literal(store, term) {
        Some(Literal::BitVec { width, value }) => value.trailing_ones() == Some(*width as usize),
        _ => false,
    }
}

/// match: #x80
fn is_smallest_signed(store: &Store, term: Term) -> bool {
    match literal(store, term) {
        Some(Literal::BitVec { width, value }) => value.trailing_zeros() == Some(*width as usize - 1),
        _ => false,
    }
}

fn is_special_float(store: &Store, term: Term) -> bool {
    use FloatOp::{MinusInfinity, MinusZero, Nan, PlusInfinity, PlusZero};
    let special = |op| matches!(op, PlusInfinity | MinusInfinity | PlusZero | MinusZero | Nan);
    matches!(application(store, term), Some((Op::Float(op), _)) if special(op))
}

fn is_quantifier(store: &Store, term: Term) -> bool {
    matches!(store.kind(term), TermKind::Binder(Binder::Forall | Binder::Exists, ..))
}

fn has_patterns(store: &Store, term: Term) -> bool {
    let is_pattern = |attribute: &Attribute| matches!(attribute, Attribute::Pattern(_));
    matches!(store.kind(term), TermKind::Annotated(_, attributes, _) if attributes.iter().any(is_pattern))
}

fn is_below_itself(store: &Store, term: Term) -> bool {
    let Some((op, arguments)) = application(store, term) else { return false };
    let same = |&argument: &Term| application(store, argument).is_some_and(|(below, _)| below == op);
    !is_common(op) && arguments.iter().any(same)
}

fn has_equal_arguments(store: &Store, term: Term) -> bool {
    let Some((op, arguments)) = application(store, term) else { return false };
    let is_repeated = |(at, argument): (usize, &Term)| arguments[..at].contains(argument);
    // A sum of very many terms is not worth a quadratic look.
    !is_common(op) && arguments.len() <= 16 && arguments.iter().enumerate().any(is_repeated)
}

fn has_reversed_bounds(store: &Store, term: Term) -> bool {
    let TermKind::Apply(function, arguments) = store.kind(term) else { return false };
    match (store.operator(function), arguments) {
        (Some(Op::Regex(RegexOp::Range)), &[low, high]) => {
            matches!((points(store, low).as_deref(), points(store, high).as_deref()), (Some([low]), Some([high])) if low > high)
        }
        (Some(Op::Regex(RegexOp::Loop)), &[_, low, high]) => {
            matches!((integer(store, low), integer(store, high)), (Some(low), Some(high)) if low > high)
        }
        (Some(Op::Regex(RegexOp::Loop)), _) => {
            matches!(&*store.function(function).indices, [Index::Numeral(low), Index::Numeral(high)] if low > high)
        }
        _ => false,
    }
}

/// Whether a position is known to be none of the string: negative, or behind the end of a literal.
fn is_out_of_range(store: &Store, term: Term) -> bool {
    let (string, position) = match application(store, term) {
        Some(
            (Op::String(StringOp::At), &[string, position])
            | (Op::String(StringOp::Substr), &[string, position, _])
            | (Op::String(StringOp::IndexOf), &[string, _, position]),
        ) => (string, position),
        _ => return false,
    };
    let Some(position) = integer(store, position) else { return false };
    let length = points(store, string).and_then(|points| i128::try_from(points.len()).ok());
    position < 0 || length.is_some_and(|length| position >= length)
}

fn is_division_by_zero(store: &Store, term: Term) -> bool {
    use BitVecOp::{Sdiv, Smod, Srem, Udiv, Urem};
    let divides = |op| match op {
        Op::Arith(op) => matches!(op, ArithOp::Div | ArithOp::IntDiv | ArithOp::Mod),
        Op::BitVec(op) => matches!(op, Udiv | Urem | Sdiv | Srem | Smod),
        _ => false,
    };
    match application(store, term) {
        Some((op, [_, divisors @ ..])) if divides(op) => {
            divisors.iter().any(|&divisor| is_zero(store, divisor))
        }
        _ => false,
    }
}

fn is_uninterpreted(store: &Store, term: Term) -> bool {
    match store.kind(term) {
        TermKind::Apply(function, [_, ..]) => store.function(function).role == Role::Declared,
        _ => false,
    }
}

fn is_defined(store: &Store, term: Term) -> bool {
    match store.kind(term) {
        TermKind::Apply(function, _) => store.definition(function).is_some(),
        _ => false,
    }
}

fn declares(command: &Command) -> bool {
    matches!(command, Command::DeclareFun(_) | Command::DeclareConst(_))
}

#[cfg(test)]
mod tests {
    use quis_smtlib::{Mode, parse};

    use super::*;

    fn of(assertion: &str) -> Vec<String> {
        let text = format!(
            "(declare-const s String)(declare-const x Int)(declare-const r RegLan)(declare-const b (_ BitVec 8))\
             (declare-fun f (Int) Int)(assert {assertion})"
        );
        features(&parse(&text, Mode::Standard).into_result().unwrap())
    }

    fn has(assertion: &str, feature: &str) -> bool {
        of(assertion).iter().any(|found| found == feature)
    }

    #[test]
    fn arguments_are_told_with_their_operator() {
        assert_eq!(
            of("(not (= (str.at \"\" (- 1)) s))"),
            [
                "=",
                "a negative number in str.at",
                "a position out of range",
                "str.at",
                "the empty string in str.at"
            ]
        );
        assert!(has("(= (str.to_int \"\\u{7}\") 1)", "a special character in str.to_int"));
        assert!(has("(= (str.len \"\\n\") 1)", "a backslash in str.len"));
        assert!(!has("(= (str.len \"n\") 1)", "a backslash in str.len"));
        assert!(has("(= (str.to_int \"01\") 1)", "a leading zero in str.to_int"));
        assert!(!has("(= (str.to_int \"0\") 1)", "a leading zero in str.to_int"));
        assert!(has("(= (str.from_int 4294967296) s)", "a large number in str.from_int"));
        assert!(has("(= (bvadd b #xff) #x80)", "all ones in bvadd"));
        assert!(has("(= (bvadd b #xff) #x80)", "the smallest signed in ="));
        assert!(!has("(= (bvadd b #x7f) #x81)", "all ones in bvadd"));
        assert!(has("(= (bvadd b #x00) b)", "zero in bvadd"));
        assert!(has("(forall ((y Int)) (> y 0))", "zero in >"));
        assert!(has("(fp.isNaN (_ NaN 8 24))", "a special float in fp.isNaN"));
    }

    #[test]
    fn shapes_are_found_wherever_they_are() {
        assert!(has("(= (str.++ (str.++ s \"a\") s) s)", "an operator below itself"));
        assert!(!has("(not (not (= s \"a\")))", "an operator below itself"));
        assert!(has("(= (str.replace s s \"a\") s)", "equal arguments"));
        assert!(has("(= (re.range \"b\" \"a\") r)", "reversed bounds"));
        assert!(!has("(= (re.range \"a\" \"b\") r)", "reversed bounds"));
        assert!(has("(= ((_ re.loop 3 1) r) r)", "reversed bounds"));
        assert!(has("(= (re.loop r 3 1) r)", "reversed bounds"));
        assert!(!has("(= ((_ re.loop 1 3) r) r)", "reversed bounds"));
        assert!(has("(= (str.substr \"abc\" 3 1) s)", "a position out of range"));
        assert!(!has("(= (str.substr \"abc\" 2 1) s)", "a position out of range"));
        assert!(has("(= (mod x 0) 1)", "division by zero"));
        assert!(has("(= (bvudiv b #x00) b)", "division by zero"));
        assert!(!has("(= (mod 0 x) 1)", "division by zero"));
        assert!(has("(= (f x) 1)", "an uninterpreted function"));
        assert!(!has("(= x 1)", "an uninterpreted function"));
        assert!(has("(forall ((y Int)) (! (> (f y) 0) :pattern ((f y))))", "patterns"));
    }

    #[test]
    fn names_are_different() {
        let names = ARGUMENTS.iter().chain(SHAPES).map(|feature| feature.name);
        let names: Vec<&str> = names.chain(WHOLES.iter().map(|(name, _)| *name)).collect();
        assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len());
    }

    #[test]
    fn scripts_are_looked_at_as_a_whole() {
        let features = |text| features(&parse(text, Mode::Standard).into_result().unwrap());
        assert_eq!(features("(assert true)(assert false)"), ["no variables", "several assertions"]);
        assert_eq!(features("(declare-const p Bool)(assert p)"), Vec::<String>::new());
    }
}
