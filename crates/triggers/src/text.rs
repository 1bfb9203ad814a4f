//! Problems and terms as solvers read them.

use std::fmt::Write;

use quis_smtlib::{
    Command, Function, PrintOptions, Sort, Store, Term, print_commands, print_sort, print_term,
};

use crate::problem::{Preamble, Problem};

/// No text for a solver is larger than this.
const LARGEST: usize = 256 << 20;

/// Below that, terms are printed without `let`.
const SMALL: usize = 4 << 10;

fn options() -> PrintOptions {
    PrintOptions { max_bytes: LARGEST, ..PrintOptions::shared() }
}

/// The options and the logic of the user.
pub(crate) fn preamble(preamble: &Preamble) -> String {
    let mut text = String::new();
    for (name, value) in &preamble.options {
        // Writing to a string does not fail.
        let _ = writeln!(text, "(set-option :{name} {value})");
    }
    if let Some(logic) = &preamble.logic {
        let _ = writeln!(text, "(set-logic {logic})");
    }
    text
}

/// Sorts, datatypes and functions.
pub(crate) fn declarations(problem: &Problem) -> String {
    let printed = print_commands(&problem.store, &problem.declarations, options());
    printed.map(|printed| printed.text).unwrap_or_default()
}

/// Sorts and datatypes alone.
pub(crate) fn sorts(problem: &Problem) -> String {
    let is_function = |command: &&Command| {
        !matches!(command, Command::DeclareFun(_) | Command::DeclareConst(_) | Command::DefineFunRec(_))
    };
    let commands = problem.declarations.iter().filter(is_function);
    print_commands(&problem.store, commands, options()).map(|printed| printed.text).unwrap_or_default()
}

/// The declaration of a function or constant.
pub(crate) fn declaration(store: &Store, function: Function) -> String {
    let command = Command::DeclareFun(function);
    print_commands(store, [&command], PrintOptions::plain()).map(|printed| printed.text).unwrap_or_default()
}

/// What is asserted, with its patterns: the problem as E-matching gets it.
pub(crate) fn assertions(problem: &Problem) -> String {
    let commands: Vec<Command> = problem.axioms.iter().map(|axiom| Command::Assert(axiom.normal)).collect();
    print_commands(&problem.store, &commands, options()).map(|printed| printed.text).unwrap_or_default()
}

/// What is asserted as the user wrote it, with what is declared, but without definitions.
pub(crate) fn written(problem: &Problem) -> String {
    let commands: Vec<Command> = problem.axioms.iter().map(|axiom| Command::Assert(axiom.written)).collect();
    let commands = problem.declarations.iter().chain(&commands);
    print_commands(&problem.store, commands, options()).map(|printed| printed.text).unwrap_or_default()
}

/// A term on a line.
pub(crate) fn term(store: &Store, term: Term) -> String {
    // To find names for what is shared, all names are looked through: too much for small terms.
    let plain = PrintOptions { max_bytes: SMALL, ..PrintOptions::plain() };
    print_term(store, term, plain).or_else(|_| print_term(store, term, options())).unwrap_or_default()
}

/// A sort.
pub(crate) fn sort(store: &Store, sort: Sort) -> String {
    print_sort(store, sort).unwrap_or_default()
}

/// How predicates that say nothing are called, but for their numbers.
pub(crate) const DUMMY: &str = "dummy";

/// Fresh constants and terms within predicates that say nothing, numbered from the first: what is added to a problem.
///
/// result: (declare-fun dummy!0 (Int) Bool) (assert (dummy!0 (f (g 7))))
pub(crate) fn dummies<'t>(
    first: usize,
    fresh: impl IntoIterator<Item = (&'t str, &'t str)>,
    terms: impl IntoIterator<Item = (&'t str, &'t str)>,
) -> String {
    let mut text = String::new();
    // Writing to a string does not fail.
    for (name, sort) in fresh {
        let _ = writeln!(text, "(declare-const {name} {sort})");
    }
    for (number, (term, sort)) in (first..).zip(terms) {
        let _ = writeln!(
            text,
            "(declare-fun {DUMMY}!{number} ({sort}) Bool)\n(assert ({DUMMY}!{number} {term}))"
        );
    }
    text
}
