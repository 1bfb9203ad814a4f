//! What is wrong by the standard, once more under what the accused solver means by its operators.
//!
//! A verdict against a solver stands only if it holds under the solver's own meaning, too; and what the solver says proves nothing of
//! the standard where the two differ.

use quis_observations::{Answer, Deviation, Observation, Reply};
use quis_smtlib::Term;
use quis_techniques::{TestCase, Truth};

use crate::context::Context;
use crate::judge::Judge;
use crate::models::{Terms, Worth};

/// A case as a solver with deviations reads it.
pub(crate) struct Own {
    /// Nothing if it is not known how the solver reads it.
    terms: Option<Terms>,
    /// By check, the assertions that mean something else to the solver.
    changed: Vec<Vec<Term>>,
}

impl Own {
    /// The case as a solver reads it; nothing if it reads it as the standard does.
    pub(crate) fn of(deviations: &[Deviation], case: &TestCase) -> Option<Own> {
        let deviations: Vec<Deviation> =
            deviations.iter().filter(|deviation| deviation.may_occur_in(&case.text)).cloned().collect();
        if deviations.is_empty() {
            return None;
        }
        let read = Terms::read_as(&deviations, &case.text, case.checks.len());
        let Some((terms, changed)) = read else { return Some(Own { terms: None, changed: Vec::new() }) };
        let differs = changed.iter().any(|changed| !changed.is_empty());
        differs.then_some(Own { terms: Some(terms), changed })
    }

    /// Whether something that is asserted at a check means something else to the solver, as far as is known.
    pub(crate) fn differs(&self, check: usize) -> bool {
        self.terms.is_none() || self.changed.get(check).is_some_and(|changed| !changed.is_empty())
    }

    /// Whether one of these assertions does.
    pub(crate) fn differs_in(&self, check: usize, names: &[String]) -> bool {
        let (Some(terms), Some(changed)) = (&self.terms, self.changed.get(check)) else { return true };
        let is_meant = |name: &str| names.iter().any(|other| other == name);
        changed.iter().any(|&term| terms.case.script.store.name_of(term).is_some_and(is_meant))
    }

    /// What a model is worth to the solver.
    pub(crate) fn worth(&mut self, check: usize, model: &str) -> Worth {
        match &mut self.terms {
            Some(terms) => terms.worth(check, model),
            None => Worth::Open("nobody knows how the solver reads it".to_owned()),
        }
    }
}

impl Context<'_> {
    /// How a solver reads the case; nothing if it reads it as the standard does.
    fn own(&mut self, at: usize) -> Option<&mut Own> {
        let deviations = &self.seen.get(at)?.facts.deviations;
        if deviations.is_empty() {
            return None;
        }
        let case = self.case;
        self.own.get_mut(at)?.get_or_insert_with(|| Own::of(deviations, case)).as_mut()
    }

    /// Whether a check means the same to a solver as by the standard: only then its answer says something of the standard.
    pub(crate) fn is_standard_for(&mut self, at: usize, check: usize) -> bool {
        self.own(at).is_none_or(|own| !own.differs(check))
    }

    /// Whether a check that is satisfiable by the standard is known to be so for a solver: the witness or somebody's model holds there.
    pub(crate) fn is_sat_for(&mut self, at: usize, check: usize) -> bool {
        if self.is_standard_for(at, check) {
            return true;
        }
        let witness = match self.case.checks.get(check).map(|point| &point.truth) {
            Some(Truth::Sat { witness: Some(witness) }) => Some(&**witness),
            _ => None,
        };
        let models = self.with_answer(check, Answer::Sat).into_iter();
        let models = models.filter_map(|other| self.reply(other, check).and_then(Reply::model_text));
        let models: Vec<&str> = witness.into_iter().chain(models).collect();
        let Some(own) = self.own(at) else { return true };
        models.into_iter().any(|model| own.worth(check, model) == Worth::Valid)
    }

    /// Whether a check that is unsatisfiable by the standard is known to be so for a solver: what differs is no part of the core.
    pub(crate) fn is_unsat_for(&mut self, at: usize, check: usize) -> bool {
        let core = match self.case.checks.get(check).map(|point| &point.truth) {
            Some(Truth::Unsat { core }) => core.as_deref(),
            _ => None,
        };
        let Some(own) = self.own(at) else { return true };
        !own.differs(check) || core.is_some_and(|core| !own.differs_in(check, core))
    }

    /// What the model that is wrong by the standard is worth to the solver that gave it.
    pub(crate) fn own_worth(&mut self, at: usize, check: usize) -> Worth {
        let worth = self.worth(at, check).clone();
        let model = self.reply(at, check).and_then(Reply::model_text);
        match (self.own(at).filter(|own| own.differs(check)), model) {
            (Some(own), Some(model)) => own.worth(check, model),
            _ => worth,
        }
    }
}

impl Judge {
    /// Why a check means something else to a solver than by the standard, if it does and says so: its answer there is no fault.
    /// [`Judge::judge`] takes that into account; this is for those who compare answers themselves.
    #[must_use]
    pub fn deviation(&self, case: &TestCase, check: usize, seen: &Observation) -> Option<&Deviation> {
        let deviations: &[Deviation] = self.facts_of(seen).map_or(&[], |facts| &facts.deviations);
        let differs =
            |deviations: &[Deviation]| Own::of(deviations, case).is_some_and(|own| own.differs(check));
        let differs_by = |deviation: &&Deviation| differs(std::slice::from_ref(deviation));
        // One of them is enough to name, and each alone is looked at only where all of them together matter.
        deviations.iter().filter(|_| differs(deviations)).find(differs_by)
    }
}
