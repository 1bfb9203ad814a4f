//! Random walks over deeper transformations, for when all small formulas were made: many of the steps at once, in one formula.
//!
//! A walk depends on the rules and on its stream alone.

mod satisfiable;
mod unsatisfiable;

use super::Step;
use super::draft::{Formula, Workshop};
use super::rules::Rules;
use crate::stream::Stream;

/// So many walks are begun until one comes to an end: terms may have no value, and rules no variable of a sort.
const TRIES: u64 = 16;

/// The formula of a walk.
pub(super) fn formula(rules: &Rules, stream: &Stream, number: u64) -> Option<Formula> {
    let case = (0..TRIES).find_map(|attempt| {
        let mut stream = stream.nth(attempt);
        let mut workshop = Workshop::new(&rules.store);
        // Rules about what is equivalent are fewer than operations, and quantified ones are hard.
        if !rules.equivalences.is_empty() && stream.chance(2, 5) {
            unsatisfiable::case(rules, &mut workshop, &mut stream)
        } else {
            satisfiable::case(rules, &mut workshop, &mut stream)
        }
    })?;
    Some(Formula { step: Step::Walks, name: format!("walk-{number:06}"), case })
}
