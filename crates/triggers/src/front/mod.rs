//! From a script to a [`Problem`].

mod apart;
mod checks;
pub(crate) mod clauses;
mod goals;
pub(crate) mod macros;
pub(crate) mod nnf;
pub(crate) mod patterns;
pub(crate) mod prenex;

use std::fmt;

use quis_smtlib::walk::FreeVariables;
use quis_smtlib::{Attribute, Command, Script, Store, Term, TermKind, line_and_column};

use crate::problem::{Axiom, Formula, Problem, Skolem};
use crate::refute::rename::Renaming;

/// Why a script cannot be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FrontError {
    /// There is no check of this number.
    NoCheck(usize),
    /// An assertion is too strange to be brought into normal form: its line.
    Assertion(usize),
}

impl fmt::Display for FrontError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FrontError::NoCheck(number) => write!(f, "there is no check number {number}"),
            FrontError::Assertion(line) => write!(f, "the assertion of line {line} has no normal form"),
        }
    }
}

impl std::error::Error for FrontError {}

/// Which part of a script is looked at, and what of it is the goal.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Selection {
    /// The number of the check, counted from one; the last if there is none.
    pub check: Option<usize>,
    /// The names or lines of the assertions that are no part of the axiomatization. If there are none, they are guessed: those of the
    /// innermost scope, or else, if the last one has no quantifier outside, what follows the axioms.
    pub goals: Vec<String>,
}

/// Brings what a check of a script asks into normal form. The source tells lines, and what was written to the letter.
///
/// ```
/// use quis_triggers::{Selection, problem};
///
/// let source = "(declare-fun f (Int) Int)\n(assert (! (not (exists ((x Int)) (= (f x) 7))) :named A))\n(assert (= (f 1) 7))\n(check-sat)";
/// let script = quis_smtlib::parse(source, quis_smtlib::Mode::Standard).into_result().expect("a valid script");
/// let problem = problem(&script, source, &Selection::default()).expect("it has a check");
/// assert_eq!((problem.axioms[0].name.as_deref(), problem.axioms[1].line), (Some("A"), 3));
/// assert!(problem.formulas[0].is_quantified() && !problem.formulas[1].is_quantified());
/// assert_eq!(problem.formulas[0].levels[0].patterns.len(), 1);
/// ```
///
/// # Errors
/// If there is no such check, or an assertion has no normal form.
pub fn problem(script: &Script, source: &str, selection: &Selection) -> Result<Problem, FrontError> {
    let check = checks::pick(script, selection.check)
        .ok_or(FrontError::NoCheck(selection.check.unwrap_or_default()))?;
    let lines = assertion_lines(source);
    let mut store = script.store.clone();
    let mut expansion = macros::Expansion::default();
    let mut normalizer = nnf::Normalizer::default();
    let mut problem = Problem {
        store: Store::new(),
        declarations: check.declarations.clone(),
        axioms: Vec::new(),
        formulas: Vec::new(),
        skolems: Vec::new(),
        preamble: checks::preamble(script, check.at),
        original: checks::before(script, source, &check),
    };
    let mut depths = Vec::new();
    for &(term, number, depth) in &check.assertions {
        let line = lines.get(number).copied().unwrap_or(0);
        let at = problem.axioms.len();
        let failed = FrontError::Assertion(line);
        let name = name_of(&store, term);
        let written = expansion.apply(&mut store, term).ok_or(failed.clone())?;
        let made = normalizer.skolems.len();
        let normal = normalizer.normal(&mut store, written).ok_or(failed.clone())?;
        for (function, variable) in normalizer.skolems.iter().skip(made) {
            let name = store.text(store.function(*function).name).to_owned();
            problem.skolems.push(Skolem { name, variable: Some(variable.clone()), axiom: at });
            problem.declarations.push(Command::DeclareFun(*function));
        }
        let mut names = Vec::new();
        let flats = prenex::conjuncts(&mut store, normal, &mut names).ok_or(failed)?;
        for function in names {
            let name = store.text(store.function(function).name).to_owned();
            problem.skolems.push(Skolem { name, variable: None, axiom: at });
            problem.declarations.push(Command::DeclareFun(function));
        }
        for flat in flats {
            let name = format!("F{}", problem.formulas.len());
            problem.formulas.push(flat.formula(at, name));
        }
        problem.axioms.push(Axiom { name, line, written, normal, is_goal: false });
        depths.push(depth);
    }
    let mut free = FreeVariables::with_patterns();
    free.update(&store);
    for formula in &mut problem.formulas {
        for level in formula.levels.iter_mut().filter(|level| level.patterns.is_empty()) {
            level.patterns = patterns::infer(&store, &free, formula.body, &level.variables);
            level.inferred = true;
        }
        drop_unused(&free, formula);
    }
    problem.store = store;
    goals::mark(&mut problem, &depths, selection);
    Renaming::for_good(&mut problem);
    Ok(problem)
}

/// Variables that stand nowhere would only need values for nothing.
fn drop_unused(free: &FreeVariables, formula: &mut Formula) {
    let in_pattern = |variable: Term| {
        let mut terms = formula.levels.iter().flat_map(|level| level.patterns.iter().flatten());
        terms.any(|&term| free.of(term).contains(&variable))
    };
    let used: Vec<Term> = formula
        .variables
        .iter()
        .copied()
        .filter(|&variable| free.of(formula.body).contains(&variable) || in_pattern(variable))
        .collect();
    for level in &mut formula.levels {
        level.variables.retain(|variable| used.contains(variable));
    }
    formula.variables = used;
}

/// The lines on which assertions begin.
fn assertion_lines(source: &str) -> Vec<usize> {
    quis_smtlib::commands(source)
        .filter(|(name, _)| *name == "assert")
        .map(|(_, place)| line_and_column(source, place.start).0)
        .collect()
}

/// `:named`, or the `:qid` of the outermost quantifier.
fn name_of(store: &Store, term: Term) -> Option<String> {
    let mut at = term;
    loop {
        match store.kind(at) {
            TermKind::Annotated(inner, attributes, _) => {
                for attribute in attributes {
                    match attribute {
                        Attribute::Named(name) => return Some(store.text(*name).to_owned()),
                        Attribute::Other(keyword, Some(value)) if &**keyword == ":qid" => {
                            return Some(value.trim_matches('|').to_owned());
                        }
                        _ => {}
                    }
                }
                at = inner;
            }
            TermKind::Binder(_, _, &[body]) => at = body,
            _ => return None,
        }
    }
}

#[cfg(test)]
mod tests {
    use quis_smtlib::{Mode, PrintOptions, parse, print_term};

    use super::*;

    fn read(source: &str) -> Problem {
        let script = parse(source, Mode::Standard).into_result().unwrap();
        problem(&script, source, &Selection::default()).unwrap()
    }

    fn bodies(problem: &Problem) -> Vec<String> {
        let print =
            |formula: &Formula| print_term(&problem.store, formula.body, PrintOptions::plain()).unwrap();
        problem.formulas.iter().map(print).collect()
    }

    #[test]
    fn negations_and_existentials_go() {
        let problem = read(
            "(declare-fun p (Int Int) Bool) (assert (not (exists ((x Int)) (forall ((y Int)) (=> (p x y) (p y x))))))",
        );
        // The Skolem function depends on the outer variable, and each conjunct has variables of its own.
        assert_eq!(bodies(&problem), ["(p x!0 (sk!y!0 x!0))", "(not (p (sk!y!0 x) x))"]);
        assert_eq!(problem.skolems[0].variable.as_deref(), Some("y"));
    }
    #[test]
    fn nested_quantifiers_become_levels() {
        let problem = read(
            "(declare-sort L 0) (declare-fun e (L) Bool) (declare-fun has (L Int) Bool) \
             (assert (forall ((l L)) (! (or (not (e l)) (forall ((i Int)) (! (not (has l i)) :pattern ((has l i))))) \
             :pattern ((e l)) :qid outer)))",
        );
        assert_eq!(bodies(&problem), ["(or (not (e l)) (not (has l i)))"]);
        assert_eq!((problem.formulas[0].levels.len(), problem.title(0)), (2, "outer".to_owned()));
    }

    #[test]
    fn quantifiers_beside_each_other_are_taken_apart() {
        let problem = read(
            "(declare-fun p (Int Int) Bool) (declare-fun q (Int) Bool) (assert (forall ((x Int)) (! (or (not (q x)) \
             (and (p x 0) (p x 1) (forall ((y Int)) (! (p x y) :pattern ((p x y)))) \
             (forall ((z Int)) (or (q z) (and (p z x) (forall ((u Int)) (p u z))))))) :pattern ((q x)))))",
        );
        let expected = [
            // What has no quantifiers is instantiated at once.
            "(or (not (q x!0)) (and (p x!0 0) (p x!0 1)))",
            "(or (not (q x!1)) (p x!1 y!0))",
            "(or (not (q x!2)) (q z!0) (p z!0 x!2))",
            "(or (not (q x)) (q z) (p u z))",
        ];
        assert_eq!(bodies(&problem), expected);
        let levels: Vec<usize> = problem.formulas.iter().map(|formula| formula.levels.len()).collect();
        assert_eq!(levels, [1, 2, 2, 3]);
        // All have the pattern of the outer quantifier.
        assert!(problem.formulas.iter().all(|formula| formula.levels[0].patterns.len() == 1));
    }

    #[test]
    fn what_would_be_too_many_formulas_stays_together() {
        let pair =
            |n: usize| format!("(and (forall ((x{n} Int)) (q x{n})) (forall ((y{n} Int)) (q (- y{n}))))");
        let source = |count: usize| {
            let pairs: String = (0..count).map(pair).collect();
            format!("(declare-fun q (Int) Bool) (assert (forall ((z Int)) (or (q z) {pairs})))")
        };
        assert_eq!(read(&source(4)).formulas.len(), 16);
        assert_eq!(read(&source(5)).formulas.len(), 1);
    }

    #[test]
    fn quantifiers_of_alternatives_get_names() {
        let problem = read(
            "(declare-fun p (Int) Bool) (declare-fun q (Int) Bool) (assert (or (and (p 0) (forall ((x Int)) (q x))) \
             (forall ((y Int)) (! (or (p y) (q (+ y 1))) :pattern ((p y))))))",
        );
        let expected = [
            "(or (and (p 0) holds!0) holds!1)",
            "(or (not holds!0) (q x))",
            "(or (not holds!1) (p y) (q (+ y 1)))",
        ];
        assert_eq!(bodies(&problem), expected);
        assert_eq!(problem.declarations.len(), 4);
        let [one, other] = &problem.skolems[..] else { panic!("{:?}", problem.skolems) };
        assert_eq!((&*one.name, &*other.name, &one.variable), ("holds!0", "holds!1", &None));
        assert_eq!(problem.declaration(other), "(declare-fun holds!1 () Bool)");
        let levels: Vec<usize> = problem.formulas.iter().map(|formula| formula.levels.len()).collect();
        assert_eq!(levels, [0, 1, 1]);
    }

    #[test]
    fn definitions_and_equations_of_formulas_are_expanded() {
        let problem = read(
            "(declare-fun p (Int) Bool) (define-fun q ((x Int)) Bool (p (+ x 1))) \
             (assert (= (q 0) (forall ((x Int)) (q x))))",
        );
        assert_eq!(
            bodies(&problem),
            ["(or (not (p (+ 0 1))) (p (+ x 1)))", "(or (p (+ 0 1)) (not (p (+ sk!x!0 1))))"]
        );
        // There is nothing to match but `p`, and its argument is no pattern.
        assert!(problem.formulas[0].levels[0].patterns.is_empty());
    }
    #[test]
    fn what_is_shared_is_looked_at_once() {
        // Each line uses the one before twice: as a tree it would have 2^200 leaves.
        let mut source =
            String::from("(declare-fun p (Int) Bool) (define-fun a0 () Bool (forall ((x Int)) (p x)))\n");
        for n in 1..200 {
            let m = n - 1;
            source += &format!("(define-fun a{n} () Bool (or (and (p {n}) a{m}) (and (p (- {n})) a{m})))\n");
        }
        source += "(assert a199)";
        assert_eq!(read(&source).axioms.len(), 1);
    }
}
