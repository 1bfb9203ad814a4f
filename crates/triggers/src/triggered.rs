//! Which axioms it is that triggering terms trigger: the others are instantiated anyway.

use std::io;

use hashbrown::HashSet;
use quis_solvers::{Interrupt, Limits};
use rustc_hash::FxBuildHasher;

use crate::contradiction::{Example, says};
use crate::portfolio::Settings;
use crate::problem::Problem;
use crate::refute::{Refuter, instances};

/// The axioms with instances that E-matching does not make without the terms. It may go on and on; what it does first is what matters.
pub(crate) fn triggered(
    problem: &Problem,
    settings: &Settings,
    limits: Limits,
    interrupt: Option<&Interrupt>,
    examples: &[Example],
) -> io::Result<Vec<usize>> {
    let all = lacking(examples, |_| false);
    if all.len() <= 1 {
        return Ok(all);
    }
    let mut own = problem.clone();
    let made = instances(&mut own, Refuter::Z3Patterns, &settings.z3, limits, interrupt)?;
    let anyway: HashSet<String, FxBuildHasher> =
        made.iter().filter_map(|instance| says(&mut own, instance)).collect();
    Ok(lacking(examples, |says| anyway.contains(says)))
}

/// The axioms of those examples that are not made anyway. If all are, it is their order that matters, and it may be any of the axioms.
fn lacking(examples: &[Example], is_made: impl Fn(&str) -> bool) -> Vec<usize> {
    let of_variables = || examples.iter().filter(|example| !example.values.is_empty());
    let mut found: Vec<usize> =
        of_variables().filter(|example| !is_made(&example.says)).map(|example| example.axiom).collect();
    if found.is_empty() {
        found.extend(of_variables().map(|example| example.axiom));
    }
    found.sort_unstable();
    found.dedup();
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_instantiated_anyway_is_left_out() {
        let example = |axiom: usize, value: &str, says: &str| Example {
            axiom,
            values: vec![("x".to_owned(), value.to_owned())],
            says: says.to_owned(),
        };
        let ground = Example { axiom: 3, values: Vec::new(), says: "(p 1)".to_owned() };
        // The first axiom has two conjuncts.
        let all = [
            example(0, "7", "(> (f 7) 0)"),
            example(0, "8", "(< (f 8) 9)"),
            example(1, "7", "(> (g 7) 0)"),
            ground,
        ];
        let lacking = |anyway: &[&str]| lacking(&all, |says| anyway.contains(&says));
        assert_eq!(lacking(&[]), [0, 1]);
        assert_eq!(lacking(&["(> (f 7) 0)", "(> (g 7) 0)"]), [0]);
        // With other values it is not the same.
        assert_eq!(lacking(&["(> (f 7) 0)", "(< (f 8) 9)", "(> (g 8) 0)"]), [1]);
        assert_eq!(lacking(&["(> (f 7) 0)", "(< (f 8) 9)", "(> (g 7) 0)"]), [0, 1]);
    }
}
