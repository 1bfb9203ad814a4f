//! Problems as solvers are sent them.

use quis_smtlib::walk::FreeVariables;
use quis_smtlib::{Attribute, Binder, Command, PrintOptions, Store, Term, TermKind, print_commands};

use crate::problem::{Formula, Level, Problem};

/// So many bytes at most are sent.
const TEXT: usize = 256 << 20;

/// So many combinations of patterns at most are sent for a formula.
const COMBINATIONS: usize = 64;

/// Formulas as assertions, one for each; quantifiers have the names of the formulas.
///
/// match: F12, forall x. {(p x)} (p x), result: (assert (forall ((x Int)) (! (p x) :pattern ((p x)) :qid F12)))
pub(crate) fn assertions(problem: &mut Problem, with_patterns: bool) -> Option<Vec<Command>> {
    let mut free = FreeVariables::with_patterns();
    free.update(&problem.store);
    let mut commands = Vec::with_capacity(problem.formulas.len());
    for formula in &problem.formulas {
        let patterns = if with_patterns { combined(formula, &free) } else { Vec::new() };
        commands.push(Command::Assert(quantified(&mut problem.store, formula, &patterns)?));
    }
    Some(commands)
}

fn quantified(store: &mut Store, formula: &Formula, patterns: &[Vec<Term>]) -> Option<Term> {
    if !formula.is_quantified() {
        return Some(formula.body);
    }
    let mut attributes = Vec::with_capacity(patterns.len() + 1);
    for pattern in patterns {
        attributes.push(Attribute::Pattern(u32::try_from(pattern.len()).ok()?));
    }
    attributes.push(Attribute::Other(":qid".into(), Some(formula.name.as_str().into())));
    let body = store.annotated(formula.body, attributes, &patterns.concat());
    store.binder(Binder::Forall, &formula.variables, &[body]).ok()
}

/// The patterns of a formula: one of each quantifier together, since all have to be instantiated. What does not bind all variables
/// would be refused; without any, the solver infers some.
pub(crate) fn combined(formula: &Formula, free: &FreeVariables) -> Vec<Vec<Term>> {
    let mut rows: Vec<Vec<Term>> = vec![Vec::new()];
    for Level { patterns, variables, .. } in &formula.levels {
        if variables.is_empty() {
            continue;
        }
        let longer = rows.iter().flat_map(|row| patterns.iter().map(move |own| [&row[..], own].concat()));
        rows = longer.take(COMBINATIONS).collect();
    }
    for row in &mut rows {
        let mut seen = Vec::with_capacity(row.len());
        row.retain(|term| {
            let is_new = !seen.contains(term) && !free.of(*term).is_empty();
            seen.push(*term);
            is_new
        });
    }
    let binds = |row: &Vec<Term>, variable: &Term| row.iter().any(|&term| free.of(term).contains(variable));
    rows.retain(|row| formula.variables.iter().all(|variable| binds(row, variable)));
    rows
}

/// The declaration of a constant.
pub(crate) fn declaration(store: &Store, constant: Term) -> Option<Command> {
    match store.kind(constant) {
        TermKind::Apply(function, []) => Some(Command::DeclareConst(function)),
        _ => None,
    }
}

/// The text of commands. `None` if it is too long.
pub(crate) fn printed<'c>(store: &Store, commands: impl IntoIterator<Item = &'c Command>) -> Option<String> {
    let options = PrintOptions { max_bytes: TEXT, ..PrintOptions::shared() };
    print_commands(store, commands, options).ok().map(|printed| printed.text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::refute::tests::read;

    fn text(source: &str, with_patterns: bool) -> String {
        let mut problem = read(source);
        let commands = assertions(&mut problem, with_patterns).unwrap();
        printed(&problem.store, &commands).unwrap()
    }

    const NESTED: &str = "(declare-fun p (Int) Bool) (declare-fun q (Int Int) Bool) (assert (p 1)) (assert (forall ((x Int)) \
        (! (or (p x) (forall ((y Int)) (! (q x y) :pattern ((p y)) :pattern ((q x y))))) :pattern ((p x)))))";

    #[test]
    fn patterns_of_nested_quantifiers_are_combined() {
        assert_eq!(
            text(NESTED, true),
            "(assert (p 1))\n(assert (forall ((x Int) (y Int)) \
             (! (or (p x) (q x y)) :pattern ((p x) (p y)) :pattern ((p x) (q x y)) :qid F1)))\n"
        );
        assert_eq!(
            text(NESTED, false),
            "(assert (p 1))\n(assert (forall ((x Int) (y Int)) (! (or (p x) (q x y)) :qid F1)))\n"
        );
    }
}
