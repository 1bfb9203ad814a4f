//! Which axioms it is that triggering terms trigger: the others are instantiated anyway.

use std::io;
use std::time::Duration;

use hashbrown::HashSet;
use quis_solvers::{Interrupt, Limits};
use rustc_hash::FxBuildHasher;

use crate::portfolio::Settings;
use crate::problem::{Instance, Problem};
use crate::refute::{Refuter, refute};

/// E-matching without the terms may go on and on. What it does first is what matters.
const TIME: Duration = Duration::from_secs(2);

/// The axioms with instances that E-matching does not make without the terms.
pub(crate) fn triggered(
    problem: &mut Problem,
    settings: &Settings,
    interrupt: Option<&Interrupt>,
    instances: &[Instance],
) -> io::Result<Vec<usize>> {
    let limits = Limits { wall: TIME, ..settings.limits };
    let anyway = refute(problem, Refuter::Z3Patterns, &settings.z3, limits, interrupt, &[])?;
    Ok(lacking(problem, instances, &anyway.map(|tried| tried.instances).unwrap_or_default()))
}

/// The axioms of those instances that are not made anyway. If all are, it is their order that matters, and it may be any of the axioms.
fn lacking(problem: &Problem, instances: &[Instance], anyway: &[Instance]) -> Vec<usize> {
    let anyway: HashSet<&Instance, FxBuildHasher> = anyway.iter().collect();
    let axiom = |instance: &Instance| Some(problem.formulas.get(instance.formula)?.axiom);
    let mut found: Vec<usize> =
        instances.iter().filter(|instance| !anyway.contains(instance)).filter_map(axiom).collect();
    if found.is_empty() {
        found.extend(instances.iter().filter_map(axiom));
    }
    found.sort_unstable();
    found.dedup();
    found
}

#[cfg(test)]
mod tests {
    use quis_smtlib::{Mode, parse};

    use super::*;
    use crate::{Selection, problem};

    #[test]
    fn what_is_instantiated_anyway_is_left_out() {
        let source = "(declare-fun f (Int) Int) (declare-fun g (Int) Int)
            (assert (forall ((x Int)) (! (and (> (f x) 0) (< (f x) 9)) :pattern ((f x)))))
            (assert (forall ((y Int)) (! (> (g y) 0) :pattern ((g y)))))";
        let script = parse(source, Mode::Standard).into_result().unwrap();
        let mut problem = problem(&script, source, &Selection::default()).unwrap();
        let values = [problem.store.int(7), problem.store.int(8)];
        let instance = |formula: usize, value: usize| Instance { formula, values: vec![values[value]] };
        // The first axiom has two conjuncts.
        let all = [instance(0, 0), instance(1, 1), instance(2, 0)];
        assert_eq!(lacking(&problem, &all, &[]), [0, 1]);
        assert_eq!(lacking(&problem, &all, &[instance(0, 0), instance(2, 0)]), [0]);
        // With other values it is not the same.
        assert_eq!(lacking(&problem, &all, &[instance(0, 0), instance(1, 1), instance(2, 1)]), [1]);
        assert_eq!(lacking(&problem, &all, &all), [0, 1]);
    }
}
