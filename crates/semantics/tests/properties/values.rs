//! The text of a value reads back as the value, for every sort.

use proptest::prelude::*;
use quis_semantics::{DEFAULT_STEPS, Point, Reason};

use crate::shape::Shape;
use crate::subject::{Source, Subject, cases, value_of};

/// The shape of a sort, as printed; `None` for an uninterpreted one.
pub(crate) fn shape(sort: &str) -> Option<Shape> {
    Some(match sort {
        "Bool" => Shape::Bool,
        "Int" => Shape::Int,
        "Real" => Shape::Real,
        "String" => Shape::String,
        "RegLan" => Shape::RegLan,
        "RoundingMode" => Shape::RoundingMode,
        "Unicode" => Shape::Char,
        "(_ FiniteField 7)" => Shape::Field("7"),
        _ => {
            let inner = sort.strip_prefix('(')?.strip_suffix(')')?;
            let (name, rest) = inner.split_once(' ').unwrap_or((inner, ""));
            if name == "_" {
                let (kind, numbers) = rest.split_once(' ')?;
                let numbers: Vec<u32> = numbers.split(' ').filter_map(|number| number.parse().ok()).collect();
                return match (kind, &numbers[..]) {
                    ("BitVec", [width]) => Some(Shape::BitVec(*width)),
                    ("FloatingPoint", [eb, sb]) => Some(Shape::Float(*eb, *sb)),
                    _ => None,
                };
            }
            let known = ["Array", "Seq", "Set", "Bag", "Tuple", "Nullable", "->"];
            let name = known.into_iter().find(|known| *known == name)?;
            let parts: Option<Vec<Shape>> = parts(rest).iter().map(|part| shape(part)).collect();
            Shape::Apply(name, parts?)
        }
    })
}

/// The sorts of a list of them.
fn parts(text: &str) -> Vec<String> {
    let (mut parts, mut depth) = (vec![String::new()], 0usize);
    for c in text.chars() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        match parts.last_mut() {
            Some(last) if depth > 0 || c != ' ' => last.push(c),
            _ => parts.push(String::new()),
        }
    }
    parts.retain(|part| !part.is_empty());
    parts
}

/// A sort of some depth, from the choices of a source.
fn random_shape(source: &mut Source, depth: u32) -> Shape {
    let choices = &mut source.maker.choices;
    let simple = [
        Shape::Bool,
        Shape::Int,
        Shape::Real,
        Shape::String,
        Shape::RoundingMode,
        Shape::Char,
        Shape::BitVec(1),
        Shape::BitVec(8),
        Shape::BitVec(67),
        Shape::Float(3, 5),
        Shape::Float(11, 53),
        Shape::Field("101"),
        Shape::Datatype("Tree"),
        Shape::Datatype("Colour"),
        Shape::Datatype("Point"),
        Shape::Datatype("(Pair Int Bool)"),
    ];
    if depth == 0 || choices.chance(30) {
        return choices.pick(&simple).clone();
    }
    let name = *choices.pick(&["Array", "Array", "Seq", "Set", "Bag", "Tuple", "Nullable", "->"]);
    let count = match name {
        "Array" | "->" => 2 + usize::from(choices.chance(20)),
        "Tuple" => choices.below(4) as usize,
        _ => 1,
    };
    let of: Vec<Shape> = (0..count).map(|_| random_shape(source, depth - 1)).collect();
    Shape::Apply(name, of)
}

/// Whether values of a sort may be equal though their texts differ.
fn contains_function(shape: &Shape) -> bool {
    match shape {
        Shape::Apply("->", _) | Shape::RegLan => true,
        Shape::Apply(_, of) => of.iter().any(contains_function),
        _ => false,
    }
}

fn reads_back(
    declarations: &str,
    sort: &str,
    value: &str,
    may_be_undecided: bool,
) -> Result<(), TestCaseError> {
    let source =
        format!("{declarations}(declare-const x {sort})(declare-const y {sort})(get-value (x y (= x y)))");
    let mut subject = Subject::read(&source);
    let definition = format!("(define-fun x () {sort} {value})");
    let mut model = subject.model(&format!("({definition})"));
    let Ok(text) = subject.texts(&mut model, DEFAULT_STEPS).remove(0) else {
        prop_assert!(may_be_undecided, "no value: {}", value);
        return Ok(());
    };
    let mut model = subject.model(&format!("({definition}(define-fun y () {sort} {text}))"));
    let values = subject.texts(&mut model, DEFAULT_STEPS);
    match &values[..] {
        [Ok(_), Ok(again), Ok(equal)] => {
            prop_assert_eq!(equal, "true", "{} is not {}", value, text);
            prop_assert!(
                may_be_undecided || text == *again,
                "{} prints as {}, and that as {}",
                value,
                text,
                again
            );
        }
        // What follows a backslash may make it an escape of old solvers.
        [_, _, Err(Reason::Unspecified(Point::OldEscape))] => {}
        other => prop_assert!(may_be_undecided, "{value} prints as {text}, which gives {other:?}"),
    }
    Ok(())
}

proptest! {
    #![proptest_config(cases(600))]

    #[test]
    fn of_every_sort(seed in any::<u64>()) {
        let mut source = Source::new(seed);
        let shape = random_shape(&mut source, 3);
        let value = source.value(&shape);
        reads_back(crate::maker::DATATYPES, &shape.to_string(), &value, contains_function(&shape))?;
    }

    #[test]
    fn languages(seed in any::<u64>()) {
        let value = Source::new(seed).value(&Shape::RegLan);
        reads_back("", "RegLan", &value, true)?;
    }

    /// Roots of polynomials of any degree.
    #[test]
    fn algebraic_numbers(mut coefficients in prop::collection::vec(-9i64..10, 1..6), first in 1i64..9, root in 1u32..4) {
        coefficients.push(first);
        let signed = |c: i64| if c < 0 { format!("(- {})", -c) } else { c.to_string() };
        let sum: Vec<String> =
            coefficients.iter().enumerate().map(|(at, &c)| format!("(* {} (^ x {at}))", signed(c))).collect();
        let value = format!("(root-obj (+ {}) {root})", sum.join(" "));
        // The polynomial may have fewer roots: then there is no value.
        reads_back("", "Real", &value, true)?;
    }

    #[test]
    fn elements(names in prop::collection::vec("[a-z!@ ]{1,6}", 1..4)) {
        for name in names {
            reads_back("(declare-sort U 0)", "U", &format!("(as |@{name}| U)"), false)?;
            reads_back("(declare-sort |a U| 1)", "(|a U| Int)", &format!("(as |@{name}| (|a U| Int))"), false)?;
        }
    }
}

/// Every code point, alone and beside others.
#[test]
fn strings_of_all_code_points() {
    let reads_back = |literal: &str| {
        let text = value_of("", literal);
        assert_eq!(value_of("", &format!("(= {literal} {text})")), "true", "{literal} prints as {text}");
        assert_eq!(value_of("", &text), text);
    };
    let points: Vec<u32> = (0..=quis_smtlib::MAX_CODE_POINT).collect();
    for chunk in points.chunks(0x1000) {
        reads_back(&crate::maker::literal(chunk));
    }
    for text in [
        "\\u{5c}u{41}",
        "\\u005cu0041",
        "\\\\u{41}",
        "\\u{5c}u{5c}u{41}",
        "\\u",
        "\\u{",
        "\\u{110000}",
        "\"\"",
        "\\n",
    ] {
        reads_back(&format!("\"{text}\""));
    }
}
