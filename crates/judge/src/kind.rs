//! The kinds of verdicts: all that is known of each stands in one table.

use serde::{Deserialize, Serialize};

/// What the table says of a kind, beside its name.
struct Entry {
    group: Group,
    severity: Severity,
    follows_from: &'static [Kind],
    headline: &'static str,
    meaning: &'static str,
}

/// Makes the type, its names in files and its entries of one table, so that a new kind is an entry and nothing else.
macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident = $name:literal, $group:ident, $severity:ident, [$($worse:ident),*],
        $headline:literal, $meaning:literal;)*) => {
        /// What is wrong, the worst first.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
        pub enum Kind {
            $($(#[$doc])* #[serde(rename = $name)] $kind,)*
        }

        impl Kind {
            /// All kinds, the worst first.
            pub const ALL: [Kind; [$($name),*].len()] = [$(Kind::$kind),*];

            /// The name that is shown and stored.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self {
                    $(Kind::$kind => $name,)*
                }
            }

            fn entry(self) -> &'static Entry {
                match self {
                    $(Kind::$kind => &Entry {
                        group: Group::$group,
                        severity: Severity::$severity,
                        follows_from: &[$(Kind::$worse),*],
                        headline: $headline,
                        meaning: $meaning,
                    },)*
                }
            }
        }
    };
}

// The worst first. Each row: the name, the group, the severity, the worse kinds that explain it, what the solver does, and the kind
// in one sentence.
kinds! {
    /// `unsat` on a satisfiable input.
    RefutationUnsound = "refutation-unsound", Answer, Error, [],
        "unsat on a satisfiable input",
        "The solver answers unsat, and the input is satisfiable.";
    /// `sat` on an unsatisfiable input.
    SolutionUnsound = "solution-unsound", Answer, Error, [],
        "sat on an unsatisfiable input",
        "The solver answers sat, and the input is unsatisfiable.";
    /// An assertion is false under the model.
    InvalidModel = "invalid-model", Artifact, Error, [SolutionUnsound],
        "an assertion is false under the model",
        "An assertion is false under the model that the solver prints.";
    /// The core is satisfiable.
    InvalidCore = "invalid-core", Artifact, Error, [],
        "the unsatisfiable core is satisfiable",
        "The unsatisfiable core that the solver prints is satisfiable.";
    /// The optimum is a different value.
    WrongOptimum = "wrong-optimum", Artifact, Error, [SolutionUnsound, InvalidModel],
        "another value is the optimum",
        "The solver prints an optimum, and another value is the optimum.";
    /// The truth is open, and solvers differ.
    Disagreement = "disagreement", Answer, Error, [RefutationUnsound, SolutionUnsound],
        "other solvers answer differently",
        "Solvers give different answers, so at least one is wrong; which one is not known by construction.";
    /// The solver crashed, or reported a fault of its own.
    Crash = "crash", Crash, Error, [],
        "crash",
        "The solver dies, or finds itself at fault.";
    /// An error on a well-formed input.
    Rejected = "rejected", Other, Warning, [Crash],
        "error on a well-formed input",
        "The solver reports an error on a well-formed input.";
    /// The answer depends on the random seed, or on what the process did before.
    Unstable = "unstable", Other, Warning, [RefutationUnsound, SolutionUnsound, Disagreement],
        "the answer depends on the random seed",
        "The answer depends on the random seed, or on what the process did before.";
    /// `unknown` where a decidable fragment is promised.
    Incomplete = "incomplete", Other, Warning, [Crash],
        "unknown in a decidable fragment",
        "The solver answers unknown in a fragment that it promises to decide.";
    /// Much slower than the others, or than on the seed.
    Slow = "slow", Other, Note, [Crash],
        "slow",
        "The solver is much slower than the others, or than on the seed.";
    /// The core is valid, but not minimal.
    LooseCore = "loose-core", Other, Note, [InvalidCore],
        "the unsatisfiable core is not minimal",
        "The unsatisfiable core is valid, but not minimal.";
}

impl Kind {
    /// The kind in two or three words.
    #[must_use]
    pub fn label(self) -> String {
        self.name().replace('-', " ")
    }

    /// What the solver does, for a title.
    #[must_use]
    pub fn headline(self) -> &'static str {
        self.entry().headline
    }

    /// The kind in one sentence.
    #[must_use]
    pub fn meaning(self) -> &'static str {
        self.entry().meaning
    }

    /// The kinds that are shown in the same colour.
    #[must_use]
    pub fn group(self) -> Group {
        self.entry().group
    }

    /// How serious the kind is.
    #[must_use]
    pub fn severity(self) -> Severity {
        self.entry().severity
    }

    /// The worse kinds that explain this one: a verdict beside one of these says nothing new of the solver.
    #[must_use]
    pub fn follows_from(self) -> &'static [Kind] {
        self.entry().follows_from
    }

    /// Whether the solver's answer is known to be wrong. A disagreement does not show which solver is wrong.
    #[must_use]
    pub fn is_wrong_answer(self) -> bool {
        self.group() == Group::Answer && self != Kind::Disagreement
    }
}

/// Kinds that are shown in one colour, the worst first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Group {
    /// The answer is wrong.
    Answer,
    /// The answer may be right, but its model, core or optimum is wrong.
    Artifact,
    /// The solver gave no answer.
    Crash,
    /// The rest.
    Other,
}

impl Group {
    /// All groups, the worst first.
    pub const ALL: [Group; 4] = [Group::Answer, Group::Artifact, Group::Crash, Group::Other];

    /// The name for programs and style sheets, and the name in a legend.
    const fn names(self) -> (&'static str, &'static str) {
        match self {
            Group::Answer => ("answer", "wrong answers"),
            Group::Artifact => ("artifact", "wrong models, cores and optima"),
            Group::Crash => ("crash", "crashes"),
            Group::Other => ("other", "other"),
        }
    }

    /// The name in a legend.
    #[must_use]
    pub fn label(self) -> &'static str {
        self.names().1
    }

    /// The name for programs and style sheets.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.names().0
    }
}

/// How serious a kind is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Severity {
    /// The solver is wrong.
    Error,
    /// The solver does less than it should.
    Warning,
    /// The solver could do better.
    Note,
}

impl Severity {
    /// The name, as SARIF has it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn files_have_the_names_of_the_table() {
        for kind in Kind::ALL {
            let text = format!("\"{}\"", kind.name());
            assert_eq!(serde_json::to_string(&kind).unwrap(), text);
            assert_eq!(serde_json::from_str::<Kind>(&text).unwrap(), kind);
        }
    }

    #[test]
    fn wrong_answers_are_those_that_the_truth_contradicts() {
        let wrong: Vec<Kind> = Kind::ALL.into_iter().filter(|kind| kind.is_wrong_answer()).collect();
        assert_eq!(wrong, [Kind::RefutationUnsound, Kind::SolutionUnsound]);
        let names = Group::ALL.map(|group| (group.name(), group.label()));
        let distinct: BTreeSet<_> = names.iter().flat_map(|(name, label)| [name, label]).collect();
        assert!(
            names.iter().all(|(name, label)| !name.is_empty() && !label.is_empty()) && distinct.len() >= 7
        );
        let severities = [Severity::Error, Severity::Warning, Severity::Note].map(Severity::name);
        assert_eq!(severities, ["error", "warning", "note"]);
    }

    #[test]
    fn kinds_are_told_apart_and_follow_from_worse_ones() {
        let meanings: BTreeSet<_> = Kind::ALL.into_iter().map(Kind::meaning).collect();
        assert_eq!(meanings.len(), Kind::ALL.len());
        assert!(Kind::ALL.is_sorted());
        assert!(Kind::ALL.iter().all(|kind| kind.follows_from().iter().all(|worse| worse < kind)));
    }
}
