//! The kinds of verdicts in words.

use quis_judge::Kind;

/// Kinds that are shown in one colour.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Group {
    /// The answer is wrong.
    Answer,
    /// The answer may be right, what comes with it is not.
    Artifact,
    /// There is no answer.
    Crash,
    /// The rest.
    Other,
}

impl Group {
    /// All, the worst first.
    pub(super) const ALL: [Group; 4] = [Group::Answer, Group::Artifact, Group::Crash, Group::Other];

    /// The group of a kind.
    pub(super) fn of(kind: Kind) -> Group {
        match kind {
            Kind::RefutationUnsound | Kind::SolutionUnsound | Kind::Disagreement => Group::Answer,
            Kind::InvalidModel | Kind::InvalidCore | Kind::WrongOptimum => Group::Artifact,
            Kind::Crash => Group::Crash,
            Kind::Rejected | Kind::Unstable | Kind::Incomplete | Kind::Slow | Kind::LooseCore => Group::Other,
        }
    }

    /// What it is called in the legend.
    pub(super) fn label(self) -> &'static str {
        match self {
            Group::Answer => "wrong answers",
            Group::Artifact => "wrong models, cores and optima",
            Group::Crash => "crashes",
            Group::Other => "other",
        }
    }

    /// The class in the page.
    pub(super) fn class(self) -> &'static str {
        match self {
            Group::Answer => "answer",
            Group::Artifact => "artifact",
            Group::Crash => "crash",
            Group::Other => "other",
        }
    }
}

/// A kind in two or three words.
pub(super) fn label(kind: Kind) -> &'static str {
    match kind {
        Kind::RefutationUnsound => "refutation unsound",
        Kind::SolutionUnsound => "solution unsound",
        Kind::InvalidModel => "invalid model",
        Kind::InvalidCore => "invalid core",
        Kind::WrongOptimum => "wrong optimum",
        Kind::Disagreement => "disagreement",
        Kind::Crash => "crash",
        Kind::Rejected => "rejected",
        Kind::Unstable => "unstable",
        Kind::Incomplete => "incomplete",
        Kind::Slow => "slow",
        Kind::LooseCore => "loose core",
    }
}

/// What a solver does, for the title of a finding that has none.
pub(super) fn headline(kind: Kind) -> &'static str {
    match kind {
        Kind::RefutationUnsound => "unsat on a satisfiable input",
        Kind::SolutionUnsound => "sat on an unsatisfiable input",
        Kind::InvalidModel => "an assertion is false under the model",
        Kind::InvalidCore => "the unsatisfiable core is satisfiable",
        Kind::WrongOptimum => "another value is the optimum",
        Kind::Disagreement => "other solvers answer differently",
        Kind::Crash => "crash",
        Kind::Rejected => "error on a well-formed input",
        Kind::Unstable => "the answer depends on the random seed",
        Kind::Incomplete => "unknown in a decidable fragment",
        Kind::Slow => "slow",
        Kind::LooseCore => "the unsatisfiable core is not minimal",
    }
}

/// A kind in one sentence.
pub(super) fn meaning(kind: Kind) -> &'static str {
    match kind {
        Kind::RefutationUnsound => "The solver answers unsat, and the input is satisfiable.",
        Kind::SolutionUnsound => "The solver answers sat, and the input is unsatisfiable.",
        Kind::InvalidModel => "An assertion is false under the model that the solver prints.",
        Kind::InvalidCore => "The unsatisfiable core that the solver prints is satisfiable.",
        Kind::WrongOptimum => "The solver prints an optimum, and another value is the optimum.",
        Kind::Disagreement => {
            "Solvers give different answers, so at least one is wrong; which one is not known by construction."
        }
        Kind::Crash => "The solver dies, or finds itself at fault.",
        Kind::Rejected => "The solver reports an error on a well-formed input.",
        Kind::Unstable => "The answer depends on the random seed, or on what the process did before.",
        Kind::Incomplete => "The solver answers unknown in a fragment that it promises to decide.",
        Kind::Slow => "The solver is much slower than the others, or than on the seed.",
        Kind::LooseCore => "The unsatisfiable core is valid, but not minimal.",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_told_apart() {
        let mut labels: Vec<_> = Kind::ALL.into_iter().map(label).collect();
        let mut meanings: Vec<_> = Kind::ALL.into_iter().map(meaning).collect();
        labels.sort_unstable();
        labels.dedup();
        meanings.sort_unstable();
        meanings.dedup();
        assert_eq!((labels.len(), meanings.len()), (Kind::ALL.len(), Kind::ALL.len()));
    }
}
