//! An operation and what is equivalent to it, at odds.
//!
//! match: (= (str.at s off) res) ⇔ (= res (str.substr s off 1))
//! result: (assert (not (= (str.at s off) res))) (assert (= res (str.substr s off 1)))

use super::super::contradiction::{Contradiction, has_patterns};
use super::super::draft::{Formula, Workshop};
use super::super::rules::{Equivalence, Rules};
use super::super::{Step, unsat_core};

/// The formulas of all rules, without patterns or with them.
pub(in crate::synth) fn formulas(rules: &Rules, patterns: bool) -> impl Iterator<Item = Formula> + Send + '_ {
    rules.equivalences.iter().filter(move |rule| is_wanted(rules, rule, patterns)).filter_map(move |rule| {
        let mut workshop = Workshop::new(&rules.store);
        let Contradiction { shared, own, left, right } = workshop.contradiction(rule, patterns)?;
        let negation = workshop.not(left)?;
        let constants: Vec<_> = shared.iter().chain(&own).map(|constant| constant.function).collect();
        let case = workshop.case(&constants, &[negation, right], true, unsat_core(2))?;
        Some(Formula { step: Step::Equivalences, name: rule.name.to_string(), case })
    })
}

/// With patterns, only rules that have some are of interest: the others give the same formulas as without.
pub(super) fn is_wanted(rules: &Rules, rule: &Equivalence, patterns: bool) -> bool {
    !patterns || has_patterns(&rules.store, rule.right)
}
