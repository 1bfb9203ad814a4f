//! What instances say that cannot be true together.

use serde::Serialize;

use crate::problem::{Formula, Instance, Problem};
use crate::refute::Core;
use crate::text;
use crate::variables::as_written;

/// An axiom for certain values of its variables.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Example {
    /// The axiom.
    pub axiom: usize,
    /// Variables and their values.
    pub values: Vec<(String, String)>,
    /// What it says.
    pub says: String,
}

/// What the parts of a core say, those without variables first. The axioms of the problem are, in turn, these of another.
pub(crate) fn examples(problem: &mut Problem, core: &Core, axioms: &[usize]) -> Vec<Example> {
    let mut found = Vec::with_capacity(core.ground.len() + core.instances.len());
    for &formula in &core.ground {
        let Formula { axiom, body, .. } = problem.formulas[formula];
        found.push(Example { axiom, values: Vec::new(), says: text::term(&problem.store, body) });
    }
    for instance in &core.instances {
        found.extend(example(problem, instance));
    }
    for example in &mut found {
        example.axiom = axioms.get(example.axiom).copied().unwrap_or(example.axiom);
    }
    found
}

fn example(problem: &mut Problem, instance: &Instance) -> Option<Example> {
    let says = says(problem, instance)?;
    let Formula { axiom, variables, .. } = problem.formulas[instance.formula].clone();
    let written = problem.axioms.get(axiom)?.written;
    let called = as_written(&mut problem.store, written, &variables);
    let store = &problem.store;
    let values = called.iter().zip(&instance.values);
    let values = values.map(|(&variable, &value)| (text::term(store, variable), text::term(store, value)));
    Some(Example { axiom, values: values.collect(), says })
}

/// What an instance says.
pub(crate) fn says(problem: &mut Problem, instance: &Instance) -> Option<String> {
    let body = problem.instantiate(instance)?;
    Some(text::term(&problem.store, body))
}
