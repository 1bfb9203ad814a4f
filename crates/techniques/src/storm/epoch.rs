//! An epoch: assignments, the values of predicates under them, and a construction pool. Many instances are made from one.

use std::sync::Arc;

use quis_smtlib::{Script, Term};

use super::formula::{Formula, Formulas, Values};
use super::fragments::{Fragments, Predicate};
use super::grafts::Grafts;
use super::header::Header;
use super::parameters::{Connectives, Storm};
use super::pool::Pool;
use super::reference::Reference;
use crate::assignment::{Assignment, Mined};
use crate::stream::Stream;

/// So many predicates are used in an epoch; of more than these, others in every epoch.
const MAX_PREDICATES: usize = 1000;

/// So many predicates with conditions in their terms are made, at most, and one for so many others.
const MAX_GRAFTS: usize = 64;
const GRAFT_EVERY: usize = 2;

/// So often other assignments are tried if no predicate has a value.
const TRIES: u64 = 4;

/// What a seed gives, once and for all.
#[derive(Clone, Debug)]
pub(super) struct Material {
    /// The seed; its store holds terms without names, too.
    pub(super) script: Script,
    pub(super) header: Header,
    pub(super) fragments: Fragments,
    pub(super) grafts: Grafts,
    pub(super) mined: Mined,
    /// The models that solvers gave.
    pub(super) models: Vec<Assignment>,
    /// Assignments for all epochs, and what a solver says of quantified predicates under them.
    pub(super) reference: Option<Reference>,
}

/// Assignments and formulas, ready for instances.
#[derive(Clone, Debug, Default)]
pub(super) struct Epoch {
    pub(super) formulas: Formulas,
    pub(super) pool: Pool,
    /// The texts of the predicates.
    pub(super) texts: Vec<String>,
    /// The declarations that the predicates need, directly.
    pub(super) needs: Vec<Vec<u32>>,
    /// The witness for each assignment; none if it cannot be written down.
    pub(super) witnesses: Vec<Option<Arc<str>>>,
    /// The assignments that have a witness and give some predicate a value: a bit for each.
    pub(super) usable: u32,
}

impl Epoch {
    /// The epoch with this number.
    pub(super) fn new(material: &Material, storm: Storm, number: u64, stream: &Stream) -> Epoch {
        let stream = stream.nth(number).fork("epoch");
        // Where everything is open under one assignment, another may help.
        let tries = (0..TRIES).map(|attempt| Epoch::try_new(material, storm, number, &stream.nth(attempt)));
        let mut last = Epoch::default();
        for epoch in tries {
            last = epoch;
            if last.usable != 0 {
                break;
            }
        }
        let count = storm.formulas.unwrap_or_else(|| (10 * last.pool.initial.len()).clamp(200, 1500));
        let mut stream = stream.fork("formulas");
        last.pool.construct(&mut last.formulas, storm.profile, count, storm.depth, &mut stream);
        last
    }

    fn try_new(material: &Material, storm: Storm, number: u64, stream: &Stream) -> Epoch {
        let mut choices = stream.fork("predicates");
        let mut store = material.script.store.clone();
        let mut predicates = sample(&material.fragments.predicates, &mut choices);
        if storm.profile == Connectives::Full {
            let wanted = (predicates.len() / GRAFT_EVERY).min(MAX_GRAFTS);
            let grafts: Vec<Predicate> = (0..wanted)
                .filter_map(|_| material.grafts.make(&mut store, &material.header, &predicates, &mut choices))
                .collect();
            predicates.extend(grafts);
        }
        let terms: Vec<Term> = predicates.iter().map(|predicate| predicate.term).collect();
        let mut values = vec![Values::default(); terms.len()];
        let mut costly = vec![false; terms.len()];
        let mut epoch = Epoch::default();
        for (at, mut assignment) in assignments(material, storm, number, stream).into_iter().enumerate() {
            let mut truth = assignment.evaluate(&store, &material.mined, &terms);
            if let Some(reference) = &material.reference {
                reference.complete(at, &terms, &mut truth);
            }
            let witness = assignment.witness(&material.script);
            if witness.is_some() && truth.iter().any(Option::is_some) {
                epoch.usable |= 1 << at;
                for (values, truth) in values.iter_mut().zip(truth) {
                    if let Some(truth) = truth {
                        values.set(at, truth);
                    }
                }
            }
            epoch.witnesses.push(witness);
            for (costly, &term) in costly.iter_mut().zip(&terms) {
                *costly |= assignment.is_costly(term);
            }
        }
        for (at, (predicate, values)) in predicates.into_iter().zip(values).enumerate() {
            let atom = epoch.formulas.atom(at as u32, values, predicate.depth, predicate.text.len());
            // What nobody can evaluate in time would keep instances from being confirmed.
            if !costly[at] {
                epoch.pool.initial.push(atom);
            }
            epoch.texts.push(predicate.text);
            epoch.needs.push(predicate.needs);
        }
        epoch
    }

    /// The declarations that a formula needs, directly.
    pub(super) fn needs_of(&self, formula: Formula) -> Vec<u32> {
        use super::formula::Shape;
        let mut needs = Vec::new();
        let mut stack = vec![formula];
        let mut seen = hashbrown::HashSet::<Formula, rustc_hash::FxBuildHasher>::default();
        while let Some(formula) = stack.pop() {
            match &self.formulas.node(formula).shape {
                Shape::Atom(number) => {
                    needs.extend(self.needs.get(*number as usize).into_iter().flatten().copied())
                }
                Shape::Constant(_) => {}
                Shape::Apply(_, args) => stack.extend(args.iter().filter(|arg| seen.insert(**arg))),
            }
        }
        needs.sort_unstable();
        needs.dedup();
        needs
    }
}

/// How many instances are made from an epoch.
pub(super) fn instances(storm: Storm, predicates: usize) -> usize {
    storm.instances.unwrap_or_else(|| (10 * predicates).clamp(300, 1000)).max(1)
}

/// All predicates, or so many of them.
fn sample(predicates: &[Predicate], stream: &mut Stream) -> Vec<Predicate> {
    if predicates.len() <= MAX_PREDICATES {
        return predicates.to_vec();
    }
    let mut order: Vec<usize> = (0..predicates.len()).collect();
    for at in 0..MAX_PREDICATES {
        let other = at + stream.below(order.len() - at);
        order.swap(at, other);
    }
    order.truncate(MAX_PREDICATES);
    order.sort_unstable();
    order.into_iter().map(|at| predicates[at].clone()).collect()
}

/// The assignments of an epoch: the models that solvers gave in the first one, changed ones later, and drawn ones beside them.
pub(super) fn assignments(
    material: &Material,
    storm: Storm,
    number: u64,
    stream: &Stream,
) -> Vec<Assignment> {
    if let Some(reference) = &material.reference {
        return reference.assignments.clone();
    }
    let drawn = |at: usize| Assignment::draw(stream.fork("assignment").nth(at as u64), storm.open);
    let models = &material.models;
    // A bit for each.
    let count = storm.assignments.clamp(1, 32);
    if storm.ask == super::Ask::Given {
        return models.iter().take(count).cloned().collect();
    }
    (0..count)
        .map(|at| {
            // Every other one comes from a model.
            let model = (at % 2 == 0).then(|| models.get(at / 2 % models.len().max(1))).flatten();
            match model {
                Some(model) if number == 0 && at / 2 < models.len() => model.clone(),
                Some(model) => {
                    model.perturbed(&material.script, &material.mined, stream.fork("change").nth(at as u64))
                }
                None => drawn(at),
            }
        })
        .collect()
}
