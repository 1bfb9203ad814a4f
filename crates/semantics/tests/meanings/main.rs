//! Every operator of every table has a meaning here, or is known to have none.
//!
//! A file for each theory holds lines `term => value`, where the value is a term again, or `open: ` and why there is no
//! value. The values are the standard's, or those that the solver's documents promise. Lines without ` => ` are
//! declarations for the lines below.

#![allow(clippy::panic, reason = "a test fails by panicking")]

use std::collections::BTreeSet;

use quis_semantics::{Evaluator, Model, Reason};
use quis_smtlib::theories::{Op, registry};
use quis_smtlib::{Command, Mode, Script, Term, TermKind, parse};

const TABLES: &[(&str, &str)] = &[
    ("core", include_str!("core.txt")),
    ("arith", include_str!("arith.txt")),
    ("reals", include_str!("reals.txt")),
    ("bitvec", include_str!("bitvec.txt")),
    ("float", include_str!("float.txt")),
    ("array", include_str!("array.txt")),
    ("string", include_str!("string.txt")),
    ("regex", include_str!("regex.txt")),
    ("datatype", include_str!("datatype.txt")),
    ("function", include_str!("function.txt")),
    ("sequence", include_str!("sequence.txt")),
    ("set", include_str!("set.txt")),
    ("bag", include_str!("bag.txt")),
    ("tuple", include_str!("tuple.txt")),
    ("field", include_str!("field.txt")),
    ("solver", include_str!("solver.txt")),
    ("quantifier", include_str!("quantifier.txt")),
    ("tables", include_str!("tables.txt")),
];

/// Lines `term => why its operator has no meaning`.
const WITHOUT_A_MEANING: &str = include_str!("none.txt");

/// A line of a table.
struct Line<'a> {
    left: &'a str,
    right: &'a str,
    /// The declarations above it.
    declarations: String,
}

fn lines(table: &str) -> Vec<Line<'_>> {
    let mut declarations = String::new();
    let mut lines = Vec::new();
    for line in table.lines().filter(|line| !line.is_empty() && !line.starts_with(';')) {
        match line.split_once(" => ") {
            Some((left, right)) => lines.push(Line { left, right, declarations: declarations.clone() }),
            None => declarations.extend([line, "\n"]),
        }
    }
    lines
}

/// A script that asks for the values of terms, and the terms.
fn script(declarations: &str, terms: &[&str]) -> (Script, Vec<Term>) {
    let source = format!("{declarations}(get-value ({}))", terms.join(" "));
    let script =
        parse(&source, Mode::Standard).into_result().unwrap_or_else(|errors| panic!("{source}: {errors:?}"));
    let terms = match script.commands.last() {
        Some(Command::GetValue(terms)) => terms.to_vec(),
        _ => panic!("{source}"),
    };
    (script, terms)
}

/// The operator that a term applies.
fn operator(script: &Script, term: Term) -> Option<Op> {
    match script.store.kind(term) {
        TermKind::Apply(function, _) => script.store.operator(function),
        _ => None,
    }
}

#[test]
fn terms_have_the_values_of_the_tables() {
    let mut wrong = Vec::new();
    for (theory, table) in TABLES {
        for line in lines(table) {
            let open = line.right.strip_prefix("open: ");
            let sides = if open.is_some() { vec![line.left] } else { vec![line.left, line.right] };
            let (script, terms) = script(&line.declarations, &sides);
            let mut model = Model::new();
            let mut evaluator = Evaluator::new(&script.store, &mut model);
            let found = evaluator.evaluate(terms[0]);
            let right = match (&found, open) {
                (Err(found), Some(open)) => found.reason.describe(&script.store).ends_with(open),
                (Ok(_), None) => found == evaluator.evaluate(terms[1]),
                _ => false,
            };
            if !right {
                let sort = script.store.sort(terms[0]);
                let found = match found {
                    Ok(value) => evaluator.model().values.text(&script.store, sort, &value),
                    Err(open) => format!("open: {}", open.reason.describe(&script.store)),
                };
                wrong.push(format!("{theory}: {} => {found}, not {}", line.left, line.right));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Whether the application of an operator gives a value, or a point that the standard leaves open.
fn has_meaning(script: &Script, term: Term) -> bool {
    let mut model = Model::new();
    match Evaluator::new(&script.store, &mut model).evaluate(term) {
        Ok(_) => true,
        Err(open) => !matches!(open.reason, Reason::Unsupported | Reason::Transcendental),
    }
}

#[test]
fn every_operator_has_a_meaning_or_is_known_to_have_none() {
    let mut with = BTreeSet::new();
    for (_, table) in TABLES {
        for line in lines(table) {
            let (script, terms) = script(&line.declarations, &[line.left]);
            if has_meaning(&script, terms[0]) {
                with.extend(operator(&script, terms[0]));
            }
        }
    }
    let mut without = BTreeSet::new();
    for line in lines(WITHOUT_A_MEANING) {
        let (script, terms) = script(&line.declarations, &[line.left]);
        assert!(!has_meaning(&script, terms[0]), "{} has a meaning: move it to its table", line.left);
        let op = operator(&script, terms[0]);
        without.insert(op.unwrap_or_else(|| panic!("{} is no operator", line.left)));
    }
    let both: Vec<&Op> = with.intersection(&without).collect();
    assert!(both.is_empty(), "these have a meaning, and stand in none.txt: {both:?}");
    let all: BTreeSet<Op> = registry().names().flat_map(|name| registry().named(name)).collect();
    assert_eq!(all.len(), Op::all().count());
    let neither: Vec<&Op> = all.iter().filter(|op| !with.contains(op) && !without.contains(op)).collect();
    assert!(neither.is_empty(), "no line of a table applies these: {neither:?}");
}
