//! Smaller literals.

use dashu_int::UBig;
use quis_smtlib::{Literal, Store, Term, TermKind};

use super::View;
use crate::change::Change;

/// match: 4096, result: 40, 4; match: "abcd", result: "ab", "cd"; match: 0.125, result: 0.0, 0.1
pub(super) fn changes(view: &mut View<'_>) -> Vec<Change> {
    let mut changes = Vec::new();
    for &(term, _) in &view.survey.terms {
        let TermKind::Literal(literal) = view.script.store.kind(term) else { continue };
        for smaller in smaller(literal) {
            let sort = view.script.store.sort(term);
            if let Some(new) = of_sort(&mut view.script.store, smaller, sort) {
                changes.push(Change::Term(term, new));
            }
        }
    }
    changes
}

fn of_sort(store: &mut Store, literal: Literal, sort: quis_smtlib::Sort) -> Option<Term> {
    let new = store.literal(literal).ok()?;
    (store.sort(new) == sort).then_some(new)
}

fn smaller(literal: &Literal) -> Vec<Literal> {
    match literal {
        Literal::Numeral(digits) => shorter(digits).into_iter().map(|text| Literal::numeral(&text)).collect(),
        Literal::Decimal(text) => {
            let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
            let mut smaller: Vec<Literal> =
                shorter(whole).into_iter().map(|whole| Literal::decimal(&whole, "0")).collect();
            if fraction != "0" {
                smaller.push(Literal::decimal(whole, "0"));
                let some = fraction.get(..1).unwrap_or("0");
                smaller.push(Literal::decimal(whole, some));
            }
            smaller
        }
        Literal::String(_) => strings(literal),
        Literal::BitVec { width, value } if *value > UBig::ONE => {
            vec![Literal::bit_vec(*width, value >> 1_usize), Literal::bit_vec(*width, UBig::from(2_u8))]
        }
        _ => Vec::new(),
    }
}

/// match: 4096, result: 1, 2, 40, 409
fn shorter(digits: &str) -> Vec<String> {
    let mut shorter: Vec<String> = Vec::new();
    if digits.len() > 1 {
        shorter.extend(["2", "9"].map(str::to_owned));
        shorter.extend(digits.get(..digits.len() / 2).map(str::to_owned));
        shorter.extend(digits.get(..digits.len() - 1).map(str::to_owned));
    } else if digits > "2" {
        shorter.push("2".to_owned());
    }
    shorter.dedup();
    shorter
}

/// match: "abcd", result: "ab", "cd", "bcd", "abc"
fn strings(literal: &Literal) -> Vec<Literal> {
    let Some(points) = literal.code_points() else { return Vec::new() };
    let length = points.len();
    if length < 2 {
        return Vec::new();
    }
    let mut parts = vec![&points[..length / 2], &points[length / 2..]];
    if length > 2 {
        parts.extend([&points[1..], &points[..length - 1]]);
    }
    parts.into_iter().map(Literal::string_from_code_points).collect()
}
