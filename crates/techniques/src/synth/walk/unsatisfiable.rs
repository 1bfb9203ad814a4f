//! `¬A ∧ B` of a rule, of which several variables and constants are said by equalities, with satisfiable assertions beside it.
//!
//! match: ¬A(x, y) ∧ B(x, y), result: ¬A(x, y) ∧ B(x_2, y_1) ∧ C(x, x_1) ∧ C'(x_1, x_2) ∧ C''(y, y_1) ∧ D

use quis_smtlib::{Function, Term};

use super::super::contradiction::{Constant, Contradiction, literals};
use super::super::draft::Workshop;
use super::super::rules::{Equality, Rules, mentions};
use super::satisfiable::Goals;
use crate::case::{TestCase, Truth};
use crate::stream::Stream;

/// The equalities that are added, at most.
const LINKS: usize = 4;

/// The assertions beside the contradiction, at most.
const BESIDE: usize = 2;

/// The case of a walk.
pub(super) fn case(rules: &Rules, workshop: &mut Workshop<'_>, stream: &mut Stream) -> Option<TestCase> {
    let rule = stream.choose(&rules.equivalences)?;
    let patterns = stream.chance(1, 2);
    let Contradiction { shared, own, left, right } = workshop.contradiction(rule, patterns)?;
    let mut chain = Chain { constants: [shared, own].concat(), left, right, clauses: Vec::new() };
    for _ in 0..=stream.below(LINKS) {
        chain.link(rules, workshop, stream);
    }
    if chain.clauses.is_empty() {
        return None;
    }
    let negation = workshop.not(chain.left)?;
    let mut assertions = vec![negation, chain.right];
    assertions.append(&mut chain.clauses);
    // Of several conditions some may contradict each other, and then fewer assertions are enough.
    let core = (assertions.len() == 3).then(|| (0..3).map(|number| format!("a{number}")).collect());
    let mut constants: Vec<Function> = chain.constants.iter().map(|constant| constant.function).collect();
    let mut beside = Goals::new(rules, &chain.constants);
    for _ in 0..stream.below(BESIDE + 1) {
        // One that has no value is none.
        let _ = beside.add(workshop, stream);
    }
    constants.extend(beside.constants());
    assertions.append(&mut beside.assertions);
    workshop.case(&constants, &assertions, true, Truth::Unsat { core })
}

/// A contradiction whose sides are linked by equalities.
struct Chain {
    constants: Vec<Constant>,
    left: Term,
    right: Term,
    clauses: Vec<Term>,
}

impl Chain {
    /// One more equality, about a constant of `B` that is said elsewhere, or a literal; none if the rule that was drawn fits nowhere.
    fn link(&mut self, rules: &Rules, workshop: &mut Workshop<'_>, stream: &mut Stream) -> Option<()> {
        let fitting: Vec<(&Equality, Term)> =
            rules.equalities.iter().flat_map(|rule| self.places(workshop, rule)).collect();
        let &(equality, old) = stream.choose(&fitting)?;
        let is_variable = equality.params.contains(&equality.right);
        let known = self.constants.iter().find(|constant| constant.term == old);
        let name = known.map_or("z", |constant| constant.name.as_str());
        let taken: Vec<&Constant> = self.constants.iter().collect();
        let fresh = workshop.named(&format!("{name}_fresh"), workshop.store.sort(old), &taken)?;
        let taken: Vec<&Constant> = taken.into_iter().chain([&fresh]).collect();
        let equated = workshop.equated(equality, is_variable.then_some(old), &taken)?;
        let clause = workshop.clause(&equated, fresh.term)?;
        let right = workshop.replaced(self.right, old, fresh.term)?;
        self.constants.push(fresh);
        self.constants.extend(equated.constants);
        self.clauses.push(clause);
        self.right = right;
        Some(())
    }

    /// What an equality can be about: a constant of `B` that is mentioned elsewhere too, or a literal of `B`.
    fn places<'r>(&self, workshop: &Workshop<'_>, rule: &'r Equality) -> Vec<(&'r Equality, Term)> {
        let store = &workshop.store;
        if !rule.params.contains(&rule.right) {
            let is_there = literals(store, self.right).contains(&rule.right);
            return is_there.then_some((rule, rule.right)).into_iter().collect();
        }
        let sort = store.sort(rule.right);
        let elsewhere = |term: Term| {
            mentions(store, self.left, &[term])
                || self.clauses.iter().any(|&clause| mentions(store, clause, &[term]))
        };
        let of_sort = self.constants.iter().filter(|constant| constant.sort == sort);
        let linked = of_sort
            .filter(|constant| mentions(store, self.right, &[constant.term]) && elsewhere(constant.term));
        linked.map(|constant| (rule, constant.term)).collect()
    }
}
