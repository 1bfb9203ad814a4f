//! Which formula a solver talks of.

use hashbrown::HashMap;
use quis_smtlib::{Store, TermKind};
use rustc_hash::FxBuildHasher;

use crate::problem::Problem;
use crate::refute::sexp::{parts, unquoted};

/// The formulas by their names, and by those of their variables.
pub(crate) struct Names {
    formulas: HashMap<String, usize, FxBuildHasher>,
    variables: HashMap<String, Vec<usize>, FxBuildHasher>,
    /// For each formula, the names of its variables.
    own: Vec<Vec<String>>,
}

/// A quantifier of the solver: a formula, and for each variable of the quantifier its position in the formula.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Quantifier {
    pub(crate) formula: usize,
    pub(crate) positions: Vec<Option<usize>>,
}

/// A value that a solver chose for a variable of a formula, as it is printed.
pub(crate) struct Chosen<'t> {
    pub(crate) position: usize,
    pub(crate) text: &'t str,
}

/// An instance as a solver printed it.
pub(crate) struct Raw<'t> {
    pub(crate) formula: usize,
    pub(crate) values: Vec<Chosen<'t>>,
}

impl Names {
    pub(crate) fn of(problem: &Problem) -> Names {
        let mut names =
            Names { formulas: HashMap::default(), variables: HashMap::default(), own: Vec::new() };
        for (at, formula) in problem.formulas.iter().enumerate() {
            names.formulas.insert(formula.name.clone(), at);
            let own: Vec<String> =
                formula.variables.iter().map(|&v| variable_name(&problem.store, v)).collect();
            for name in &own {
                names.variables.entry(name.clone()).or_default().push(at);
            }
            names.own.push(own);
        }
        names
    }

    /// The formula of a name: all its variables in order.
    pub(crate) fn by_name(&self, name: &str) -> Option<Quantifier> {
        let formula = *self.formulas.get(unquoted(name))?;
        let positions = (0..self.own.get(formula)?.len()).map(Some).collect();
        Some(Quantifier { formula, positions })
    }

    /// match: (forall ((x S) …) (! … :qid F7))
    ///
    /// Solvers drop variables, reorder them, and forget names: those of variables tell as much, since no two formulas share one.
    pub(crate) fn by_text(&self, text: &str) -> Option<Quantifier> {
        let quantifier = parts(text);
        let (&"forall", &bound, &body) = (quantifier.first()?, quantifier.get(1)?, quantifier.get(2)?) else {
            return None;
        };
        let bound: Vec<&str> =
            parts(bound).into_iter().filter_map(|one| parts(one).first().copied()).map(unquoted).collect();
        self.by_qid_and_variables(qid(body).unwrap_or_default(), &bound)
    }

    /// The formula of a quantifier that may have another name and other variables than the solver was sent.
    pub(crate) fn by_qid_and_variables(&self, qid: &str, bound: &[&str]) -> Option<Quantifier> {
        let formula = self.formulas.get(qid).copied().or_else(|| self.by_variables(bound))?;
        let own = self.own.get(formula)?;
        let mut positions: Vec<Option<usize>> =
            bound.iter().map(|name| own.iter().position(|one| one == name)).collect();
        if positions.iter().all(Option::is_none) && positions.len() == own.len() {
            positions = (0..own.len()).map(Some).collect();
        }
        Some(Quantifier { formula, positions })
    }

    fn by_variables(&self, bound: &[&str]) -> Option<usize> {
        let candidates = self.variables.get(*bound.first()?)?;
        let has_all = |&&formula: &&usize| {
            let own = self.own.get(formula);
            own.is_some_and(|own| bound.iter().all(|name| own.iter().any(|one| one == name)))
        };
        candidates.iter().find(has_all).copied()
    }
}

/// match: (! … :qid F7), result: F7
fn qid(body: &str) -> Option<&str> {
    let annotated = parts(body);
    if annotated.first() != Some(&"!") {
        return None;
    }
    let at = annotated.iter().position(|&word| word == ":qid")?;
    annotated.get(at + 1).map(|word| unquoted(word))
}

fn variable_name(store: &Store, variable: quis_smtlib::Term) -> String {
    match store.kind(variable) {
        TermKind::Variable(name) => store.text(name).to_owned(),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::refute::tests::read;

    #[test]
    fn formulas_are_known_by_names_and_variables() {
        let problem = read(
            "(declare-fun p (Int Bool) Bool) (assert (forall ((x Int) (b Bool)) (p x b))) (assert (forall ((y Int) (c Bool)) (p y c)))",
        );
        let names = Names::of(&problem);
        assert_eq!(names.by_name("F1").map(|q| (q.formula, q.positions.len())), Some((1, 2)));
        let by = |text: &str| names.by_text(text).map(|q| (q.formula, q.positions));
        assert_eq!(by("(forall ((c Bool) (y Int)) (! (p y c) :qid F1))"), Some((1, vec![Some(1), Some(0)])));
        assert_eq!(by("(forall ((|b| Bool)) (p 1 b))"), Some((0, vec![Some(1)])));
        assert_eq!(by("(forall ((z Int)) (p z true))"), None);
        assert_eq!(by("(exists ((b Bool)) (p 1 b))"), None);
        let by =
            |qid, bound: &[&str]| names.by_qid_and_variables(qid, bound).map(|q| (q.formula, q.positions));
        assert_eq!(by("F1", &["c", "z", "y"]), Some((1, vec![Some(1), None, Some(0)])));
        assert_eq!(by("k!7", &["b"]), Some((0, vec![Some(1)])));
        assert_eq!(by("k!7", &["z"]), None);
    }
}
