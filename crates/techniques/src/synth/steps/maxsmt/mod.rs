//! Soft assertions whose optimum is known (3.5.3): formulas of the other steps are hard, or soft themselves, and soft assertions say
//! which values their constants should have.
//!
//! match: (assert (= (str.replace s t u) res)), with a witness where s is "" and res is "a"
//! result: the same, (assert-soft (= s "") :weight 2 :id goal) (assert-soft (= s "0") :weight 1 :id goal) …
//!
//! A model pays the weights of the soft assertions that it makes false. Why the optimum is what it is said to be is written where
//! soft assertions are made: in [`shapes`] for satisfiable formulas, in [`odds`] for what cannot hold together.

mod base;
mod odds;
mod shapes;
#[cfg(test)]
mod tests;

use shapes::SHAPES;

use super::super::draft::Formula;
use super::super::rules::Rules;
use super::super::{Step, formulas as formulas_of};
use super::constants::Applications;

/// So many choices of values are made for each operation.
const CHOICES: usize = 4;
/// Of the steps with many formulas every so-manieth is taken, and no more than so many: the first of each operation would be alike.
const CONSTANTS: (usize, usize) = (53, 96);
const TERMS: (usize, usize) = (23, 96);
const CORES: (usize, usize) = (5, 64);
const REDUNDANT: (usize, usize) = (7, 64);
/// How many shapes such a formula gets.
const SHAPES_EACH: usize = 2;

/// The formulas of all shapes: over operations alone, over formulas of other steps, over contradictions.
pub(in crate::synth) fn formulas(rules: &Rules) -> impl Iterator<Item = Formula> + Send + '_ {
    let simple = rules.operations.iter().flat_map(move |operation| {
        let applications = Applications::new(rules, operation);
        applications.into_iter().flat_map(|mut applications| {
            let free = applications.can_be_free();
            let mut choices: Vec<Vec<usize>> = (0..CHOICES).map(|at| applications.mixed_values(at)).collect();
            // An operation may have fewer.
            choices.sort();
            choices.dedup();
            let made = choices.iter().enumerate().filter_map(|(at, values)| {
                let formula = applications.formula(Step::Simple, values, &free, 0)?;
                Some(Formula { name: format!("{}-{at}", formula.name), ..formula })
            });
            made.collect::<Vec<_>>()
        })
    });
    let alone =
        simple.flat_map(move |formula| SHAPES.iter().filter_map(move |shape| shape.over(rules, &formula)));
    let larger = some_of(rules, Step::Constants, CONSTANTS).chain(some_of(rules, Step::Terms, TERMS));
    let larger = larger.enumerate().flat_map(move |(at, formula)| {
        // Every shape has its turn.
        let shapes = SHAPES.iter().cycle().skip(at * SHAPES_EACH % SHAPES.len()).take(SHAPES_EACH);
        shapes.filter_map(move |shape| shape.over(rules, &formula))
    });
    let unsatisfiable = formulas_of(rules, Step::Equivalences, false, 1)
        .chain(some_of(rules, Step::Cores, CORES))
        .chain(some_of(rules, Step::Redundancy, REDUNDANT));
    let unsatisfiable = unsatisfiable.flat_map(move |formula| odds::formulas(rules, &formula));
    alone.chain(larger).chain(unsatisfiable)
}

/// Every so-manieth formula of a step, up to a number of them.
fn some_of<'r>(
    rules: &'r Rules,
    step: Step,
    (every, most): (usize, usize),
) -> impl Iterator<Item = Formula> + Send + 'r {
    formulas_of(rules, step, false, 1).step_by(every).take(most)
}

/// The finished formula: its shape, the step and the name of what it is made from are its name.
fn named(shape: &str, from: &Formula, case: crate::TestCase) -> Formula {
    Formula { step: Step::MaxSmt, name: format!("{shape}/{}-{}", from.step.name(), from.name), case }
}
