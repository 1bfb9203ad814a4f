//! What the judge must know of a solver.

use std::fmt;
use std::sync::Arc;

use quis_observations::{Complaint, Deviation, SolverId};

type MayRound = Arc<dyn Fn(&str) -> bool + Send + Sync>;
type Classify = Arc<dyn Fn(&str) -> Complaint + Send + Sync>;

/// What the judge must know of a solver.
#[derive(Clone, Default)]
pub struct SolverFacts {
    /// The solver, as its observations name it.
    pub name: String,
    /// What identifies it.
    pub id: SolverId,
    /// The logics that it claims to decide: `QF_BV`, `QF_LRA`.
    pub decides: Vec<String>,
    /// Where its documents give an operator another meaning than the standard, or none.
    pub deviations: Vec<Deviation>,
    classify: Option<Classify>,
    may_round: Option<MayRound>,
}

impl SolverFacts {
    /// A solver that observations call this.
    #[must_use]
    pub fn new(name: &str, id: SolverId) -> SolverFacts {
        SolverFacts { name: name.to_owned(), id, ..SolverFacts::default() }
    }

    /// The same solver under another random seed. That it decides a logic is promised of the seed that it has by itself.
    pub(crate) fn with_another_seed(&self, name: &str) -> SolverFacts {
        SolverFacts { name: name.to_owned(), decides: Vec::new(), ..self.clone() }
    }

    /// Claims to decide these logics.
    #[must_use]
    pub fn with_decides(self, logics: &[&str]) -> Self {
        SolverFacts { decides: logics.iter().map(|&logic| logic.to_owned()).collect(), ..self }
    }

    /// Has these documented deviations from the standard.
    #[must_use]
    pub fn with_deviations(self, deviations: &[Deviation]) -> Self {
        SolverFacts { deviations: deviations.to_vec(), ..self }
    }

    /// Knows what messages of this solver are about. What it calls [`Complaint::Other`] is looked up in the common table.
    #[must_use]
    pub fn with_classify(self, classify: impl Fn(&str) -> Complaint + Send + Sync + 'static) -> Self {
        SolverFacts { classify: Some(Arc::new(classify)), ..self }
    }

    /// Knows which models of this solver may have rounded numbers: nothing is said against them.
    #[must_use]
    pub fn with_may_round(self, may_round: impl Fn(&str) -> bool + Send + Sync + 'static) -> Self {
        SolverFacts { may_round: Some(Arc::new(may_round)), ..self }
    }

    /// The solver's options, but for its random seed: part of fingerprints.
    pub(crate) fn options(&self) -> String {
        self.id.options.join(" ")
    }

    /// Whether numbers of a model may be rounded.
    pub(crate) fn may_round(&self, model: &str) -> bool {
        self.may_round.as_ref().is_some_and(|may_round| may_round(model))
    }

    /// What a message is about, if this solver's own table says.
    pub(crate) fn classify(&self, message: &str) -> Complaint {
        self.classify.as_ref().map_or(Complaint::Other, |classify| classify(message))
    }
}

impl fmt::Debug for SolverFacts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SolverFacts { name, id, decides, deviations, .. } = self;
        write!(f, "SolverFacts {{ {name}: {id:?}, decides {decides:?}, deviations {deviations:?} }}")
    }
}
