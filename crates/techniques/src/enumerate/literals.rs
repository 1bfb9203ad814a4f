//! Literals at which meanings change: zero, one, the ends of a range, the empty word.

use quis_smtlib::{Sort, SortConstructor, SortKind, Store, print_sort};

use crate::stream::Stream;

const INTEGERS: &[&str] = &["0", "1", "(- 1)", "2", "(- 2)", "3", "5", "10", "48"];
const REALS: &[&str] = &["0.0", "1.0", "(- 1.0)", "0.5", "(/ 1.0 3.0)", "2.0", "(- 3.0)", "10.0"];
const WORDS: &[&str] = &[
    "\"\"",
    "\"a\"",
    "\"b\"",
    "\"ab\"",
    "\"aa\"",
    "\"ba\"",
    "\"0\"",
    "\"1\"",
    "\"10\"",
    "\"01\"",
    "\"A\"",
    "\"\\u{ff}\"",
];
const LANGUAGES: &[&str] = &[
    "re.none",
    "re.all",
    "re.allchar",
    "(str.to_re \"\")",
    "(str.to_re \"a\")",
    "(str.to_re \"ab\")",
    "(re.range \"a\" \"b\")",
    "(re.* (str.to_re \"a\"))",
    "(re.opt (str.to_re \"b\"))",
    "(re.++ (str.to_re \"a\") re.all)",
];
const MODES: &[&str] = &["RNE", "RNA", "RTP", "RTN", "RTZ"];

/// Some literals of a sort, as text; none if it has none. Recursion is on the sort, which is shallow.
pub(super) fn literals(store: &Store, sort: Sort, stream: &mut Stream) -> Vec<String> {
    let text = || print_sort(store, sort).unwrap_or_default();
    match store.sort_kind(sort) {
        SortKind::Bool => vec!["false".to_owned(), "true".to_owned()],
        SortKind::Int => some(INTEGERS, 3, stream),
        SortKind::Real => some(REALS, 3, stream),
        SortKind::String => some(WORDS, 3, stream),
        SortKind::RegLan => {
            // Some solvers reject it, and with it all formulas of a vocabulary that have it.
            let empty = stream.chance(1, 16).then(|| "(re.range \"b\" \"a\")".to_owned());
            some(LANGUAGES, 3, stream).into_iter().chain(empty).collect()
        }
        SortKind::RoundingMode => some(MODES, 2, stream),
        SortKind::BitVec(width) => {
            let all: Vec<String> =
                bits(*width).into_iter().map(|value| format!("(_ bv{value} {width})")).collect();
            some(&all, 2, stream)
        }
        SortKind::Float(eb, sb) => some(&floats(*eb, *sb), 2, stream),
        SortKind::FiniteField(_) => {
            vec![format!("(as ff0 {})", text()), format!("(as ff1 {})", text())]
        }
        SortKind::Apply(constructor, args) => {
            let mut element = || {
                let literals = literals(store, *args.last()?, stream);
                literals.into_iter().next()
            };
            let empty = |name: &str| format!("(as {name} {})", text());
            match constructor {
                SortConstructor::Seq => {
                    let unit = element().map(|element| format!("(seq.unit {element})"));
                    std::iter::once(empty("seq.empty")).chain(unit).collect()
                }
                SortConstructor::Set => {
                    let single = element().map(|element| format!("(set.singleton {element})"));
                    std::iter::once(empty("set.empty")).chain(single).collect()
                }
                SortConstructor::Bag => vec![empty("bag.empty")],
                SortConstructor::Array => {
                    let elements = match args.last() {
                        Some(&element) => literals(store, element, stream),
                        None => Vec::new(),
                    };
                    let constant = |element: &String| format!("((as const {}) {element})", text());
                    let plain = elements.iter().filter(|element| is_plain(element));
                    let constants: Vec<String> = plain.take(2).map(constant).collect();
                    if stream.chance(3, 4) { constants } else { Vec::new() }
                }
                _ => Vec::new(),
            }
        }
        _ => Vec::new(),
    }
}

/// Whether a literal is a value as solvers print it: to cvc5, `(- 1)` is none.
pub(super) fn is_plain(literal: &str) -> bool {
    !["(- ", "(/ ", "(fp "].iter().any(|start| literal.starts_with(start))
}

/// At most N of the given, in their order.
fn some(of: &[impl AsRef<str>], most: usize, stream: &mut Stream) -> Vec<String> {
    let mut left = most.min(of.len());
    let mut chosen = Vec::with_capacity(left);
    for (at, text) in of.iter().enumerate() {
        if stream.chance(left, of.len() - at) {
            chosen.push(text.as_ref().to_owned());
            left -= 1;
        }
    }
    chosen
}

/// Zero, one, the largest, and those beside the change of sign.
fn bits(width: u32) -> Vec<u128> {
    let largest = if width >= 128 { u128::MAX } else { (1 << width) - 1 };
    let mut values = vec![0, 1, largest, largest >> 1, (largest >> 1) + 1, 2];
    values.retain(|&value| value <= largest);
    values.sort_unstable();
    values.dedup();
    values
}

/// Zeros, infinities, NaN, the ends of the subnormal and normal numbers, one.
fn floats(eb: u32, sb: u32) -> Vec<String> {
    let special = |name: &str| format!("(_ {name} {eb} {sb})");
    let number = |sign: u32, exponent: u64, significand: u64| {
        let (eb, fraction) = (eb as usize, sb as usize - 1);
        format!("(fp #b{sign} #b{exponent:0eb$b} #b{significand:0fraction$b})")
    };
    let (largest_exponent, ones) = ((1 << eb) - 2, (1 << (sb - 1).min(63)) - 1);
    let one = number(0, (1 << (eb - 1)) - 1, 0);
    vec![
        special("+zero"),
        special("-zero"),
        special("+oo"),
        special("-oo"),
        special("NaN"),
        number(0, 0, 1),
        number(1, 0, ones),
        number(0, 1, 0),
        number(0, largest_exponent, ones),
        one,
    ]
}

#[cfg(test)]
mod tests {
    use quis_smtlib::{Command, Mode, parse};

    use super::*;

    #[test]
    fn literals_have_the_sort() {
        let sorts = [
            "Int",
            "Real",
            "String",
            "RegLan",
            "RoundingMode",
            "(_ BitVec 1)",
            "(_ BitVec 64)",
            "(_ FloatingPoint 2 3)",
            "(_ FloatingPoint 11 53)",
            "(_ FiniteField 5)",
            "(Seq Int)",
            "(Set (_ BitVec 2))",
            "(Bag Int)",
            "(Array Int (Array Int Int))",
        ];
        let mut stream = Stream::new(1);
        for sort in sorts {
            let script = parse(&format!("(declare-const x {sort})"), Mode::Standard).into_result().unwrap();
            let Command::DeclareConst(x) = script.commands[0] else { panic!() };
            let sort_of_x = script.store.function(x).result;
            for _ in 0..20 {
                for literal in literals(&script.store, sort_of_x, &mut stream) {
                    let text = format!("(define-fun x () {sort} {literal})");
                    assert!(parse(&text, Mode::Standard).into_result().is_ok(), "{text}");
                }
            }
        }
    }
}
