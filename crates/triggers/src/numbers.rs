//! Terms with smaller numbers: models choose any, and people would choose others.

use quis_smtlib::theories::{ArithOp, Op};
use quis_smtlib::walk::{Replacement, TermSet, post_order};
use quis_smtlib::{Literal, Sort, Store, Term, TermKind};

/// What numbers are replaced by.
const SMALL: [i64; 5] = [0, 1, -1, 2, -2];

/// So many numbers are replaced together at most: all of them if there are no more.
const TOGETHER: usize = 2;

/// The term with smaller numbers, those with the smallest first.
///
/// match: (div (- 21) (- 30)), result: (div 0 0), (div 0 1), (div 1 0), (div 0 (- 1)), …
pub(crate) fn with_smaller_numbers(store: &mut Store, term: Term) -> Vec<Term> {
    let numbers = numbers(store, term);
    if numbers.is_empty() {
        return Vec::new();
    }
    let choices: Vec<Vec<(usize, i64)>> = if numbers.len() <= TOGETHER {
        let mut rows: Vec<Vec<(usize, i64)>> = vec![Vec::new()];
        for at in 0..numbers.len() {
            rows = rows
                .into_iter()
                .flat_map(|row| SMALL.map(|value| [&row[..], &[(at, value)]].concat()))
                .collect();
        }
        rows
    } else {
        (0..numbers.len()).flat_map(|at| SMALL.map(|value| vec![(at, value)])).collect()
    };
    let before = |row: &[(usize, i64)]| row.iter().map(|&(at, _)| numbers[at].1).fold(0, u64::saturating_add);
    let after = |row: &[(usize, i64)]| row.iter().map(|&(_, value)| cost(value)).sum::<u64>();
    let mut choices: Vec<_> = choices.into_iter().filter(|row| after(row) < before(row)).collect();
    choices.sort_by_key(|row| after(row));
    let mut found = Vec::with_capacity(choices.len());
    for row in choices {
        let mut replacement = Replacement::default();
        for (at, value) in row {
            let Some(value) = number(store, value) else { continue };
            replacement.put(numbers[at].0, value);
        }
        found.extend(replacement.apply(store, term).ok());
    }
    found
}

/// People like small numbers, and rather positive ones.
fn cost(value: i64) -> u64 {
    value.unsigned_abs().saturating_mul(2).saturating_add(u64::from(value < 0))
}

fn number(store: &mut Store, value: i64) -> Option<Term> {
    let absolute = store.int(value.unsigned_abs());
    if value < 0 { store.op(Op::Arith(ArithOp::Neg), &[absolute]).ok() } else { Some(absolute) }
}

/// The integers that are arguments of something, each with its cost.
fn numbers(store: &Store, root: Term) -> Vec<(Term, u64)> {
    let mut found: Vec<(Term, u64)> = Vec::new();
    post_order(store, &[root], &mut TermSet::for_store(store), |term| {
        if value(store, term).is_some() {
            return;
        }
        for &argument in store.children(term) {
            if let Some(cost) = value(store, argument)
                && cost > 0
                && !found.iter().any(|&(known, _)| known == argument)
            {
                found.push((argument, cost));
            }
        }
    });
    found
}

/// The cost of an integer. match: 7, (- 7)
fn value(store: &Store, term: Term) -> Option<u64> {
    let digits = |term: Term| match store.kind(term) {
        TermKind::Literal(Literal::Numeral(digits)) if store.sort(term) == Sort::INT => {
            Some(digits.parse::<i64>().unwrap_or(i64::MAX))
        }
        _ => None,
    };
    if let Some(value) = digits(term) {
        return Some(cost(value));
    }
    match store.kind(term) {
        TermKind::Apply(function, &[inner]) if store.operator(function) == Some(Op::Arith(ArithOp::Neg)) => {
            digits(inner).map(|value| cost(value).saturating_add(1))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use quis_smtlib::{Command, Mode, PrintOptions, parse, print_term};

    use super::*;

    fn smaller(term: &str) -> Vec<String> {
        let source = format!("(declare-fun f (Int Int Int) Int) (assert (= 0 {term}))");
        let mut script = parse(&source, Mode::Standard).into_result().unwrap();
        let Some(&Command::Assert(root)) = script.commands.last() else { unreachable!() };
        let term = script.store.children(root)[1];
        let found = with_smaller_numbers(&mut script.store, term);
        found.iter().map(|&term| print_term(&script.store, term, PrintOptions::plain()).unwrap()).collect()
    }

    #[test]
    fn two_numbers_change_together() {
        let found = smaller("(f (- 21) (- 30) 0)");
        assert_eq!(found[..3], ["(f 0 0 0)", "(f 0 1 0)", "(f 1 0 0)"]);
        assert!(found.contains(&"(f 1 2 0)".to_owned()) && found.len() == 25);
        // What is as large already is no gain.
        let expected = ["(f 0 0 0)", "(f 0 1 0)", "(f 1 0 0)", "(f 0 (- 1) 0)", "(f (- 1) 0 0)", "(f 0 2 0)"];
        assert_eq!(smaller("(f 1 (- 1) 0)")[..6], expected);
        assert_eq!(smaller("(f 1 (- 1) 0)").len(), 8);
    }

    #[test]
    fn many_numbers_change_one_by_one() {
        assert_eq!(smaller("(f 1 9 7)").len(), 1 + 5 + 5);
        assert_eq!(smaller("(f 0 0 0)"), [""; 0]);
    }
}
