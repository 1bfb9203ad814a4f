//! What can be chosen about STORM.

use std::fmt;

use crate::registry::{Choice, Entry, Parameter, Parameters, Way};

/// How formulas are put together.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Connectives {
    /// All connectives, shared sub-formulas, and conditions inside of terms.
    #[default]
    Full,
    /// `and` and `not`, each every other time, as in the paper.
    Paper,
}

/// What the instances are by construction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Truths {
    /// Most are satisfiable, every fourth is not.
    #[default]
    Both,
    /// Satisfiable.
    Sat,
    /// Unsatisfiable.
    Unsat,
}

/// Whether instances have scopes and several checks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Incremental {
    /// Every fourth.
    #[default]
    Some,
    /// None.
    No,
    /// All.
    Yes,
}

/// What a solver is asked about a seed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Ask {
    /// For a model of the assertions, or of their negation.
    #[default]
    Models,
    /// For the values of quantified predicates, too.
    All,
    /// Nothing.
    Nothing,
    /// Nothing, and the models that are given are the only assignments.
    Given,
}

/// What is kept of the seed beside its formulas.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Keep {
    /// Nothing.
    #[default]
    Nothing,
    /// Its options.
    Options,
    /// The tactic of its `check-sat-using`.
    Tactics,
    /// Both.
    All,
}

/// Which of the points that the standard leaves open are given values.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum OpenPoints {
    /// Those that solvers take for open, too: division by zero, wrong selectors, elements out of range.
    #[default]
    Free,
    /// None: predicates that depend on them have no value.
    None,
    /// All, also those of floats, for which many solvers have a value of their own.
    All,
}

impl Choice for Connectives {
    const ALL: &[(&str, Connectives)] = &[("full", Connectives::Full), ("paper", Connectives::Paper)];
}

impl Choice for Truths {
    const ALL: &[(&str, Truths)] = &[("both", Truths::Both), ("sat", Truths::Sat), ("unsat", Truths::Unsat)];
}

impl Choice for Incremental {
    const ALL: &[(&str, Incremental)] =
        &[("some", Incremental::Some), ("no", Incremental::No), ("yes", Incremental::Yes)];
}

impl Choice for Ask {
    const ALL: &[(&str, Ask)] =
        &[("models", Ask::Models), ("all", Ask::All), ("nothing", Ask::Nothing), ("given", Ask::Given)];
}

impl Choice for Keep {
    const ALL: &[(&str, Keep)] = &[
        ("nothing", Keep::Nothing),
        ("options", Keep::Options),
        ("tactics", Keep::Tactics),
        ("all", Keep::All),
    ];
}

impl Choice for OpenPoints {
    const ALL: &[(&str, OpenPoints)] =
        &[("free", OpenPoints::Free), ("none", OpenPoints::None), ("all", OpenPoints::All)];
}

/// New instances from the fragments of a seed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Storm {
    /// How formulas are put together.
    pub profile: Connectives,
    /// What the instances are by construction.
    pub truth: Truths,
    /// Whether instances have scopes and several checks.
    pub incremental: Incremental,
    /// The greatest depth of a formula (Dmax of the paper).
    pub depth: usize,
    /// The greatest number of assertions (Amax of the paper).
    pub assertions: usize,
    /// How many formulas are constructed before instances are made of them (NC of the paper); by the size of the seed if not given.
    pub formulas: Option<usize>,
    /// How many instances are made of them (NM of the paper); by the size of the seed if not given.
    pub instances: Option<usize>,
    /// How many assignments are used side by side.
    pub assignments: usize,
    /// What a solver is asked about a seed.
    pub ask: Ask,
    /// What is kept of the seed beside its formulas.
    pub keep: Keep,
    /// Which of the points that the standard leaves open are given values.
    pub open: OpenPoints,
}

impl Default for Storm {
    fn default() -> Self {
        Storm {
            profile: Connectives::default(),
            truth: Truths::default(),
            incremental: Incremental::default(),
            depth: 64,
            assertions: 64,
            formulas: None,
            instances: None,
            assignments: 4,
            ask: Ask::default(),
            keep: Keep::default(),
            open: OpenPoints::default(),
        }
    }
}

impl fmt::Display for Storm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number =
            |count: Option<usize>| count.map_or_else(|| "auto".to_owned(), |count| count.to_string());
        let Storm { depth, assertions, assignments, .. } = self;
        let (profile, truth, incremental) = (self.profile.word(), self.truth.word(), self.incremental.word());
        let (formulas, instances) = (number(self.formulas), number(self.instances));
        let (ask, keep, open) = (self.ask.word(), self.keep.word(), self.open.word());
        write!(
            f,
            "profile={profile} truth={truth} incremental={incremental} depth={depth} assertions={assertions} \
             formulas={formulas} instances={instances} assignments={assignments} ask={ask} keep={keep} open={open}"
        )
    }
}

/// The line of the registry.
pub(crate) const ENTRY: Entry = Entry {
    name: "storm",
    help: "Put fragments of a seed together to instances of which the answer is known",
    good_for: "wrong unsat answers of one solver alone: what it makes has a known answer",
    in_campaigns: &[Way::any("")],
    share: 4,
    with_reference: "ask=all",
    for_suites: "truth=sat incremental=no",
    parameters: &[
        Parameter::new(
            "profile",
            "full",
            "the connectives: full (all, sharing, conditions inside of terms), paper (and, not)",
        ),
        Parameter::new(
            "truth",
            "both",
            "what instances are by construction: sat, unsat, both (every fourth is unsatisfiable)",
        ),
        Parameter::new(
            "incremental",
            "some",
            "scopes and several checks: some (every fourth instance), no, yes",
        ),
        Parameter::new("depth", "64", "the greatest depth of a formula"),
        Parameter::new("assertions", "64", "the greatest number of assertions"),
        Parameter::new(
            "formulas",
            "auto",
            "formulas constructed before instances are made of them; auto: 200 to 1500, by the seed's size",
        ),
        Parameter::new("instances", "auto", "instances made of them; auto: 300 to 1000, by the seed's size"),
        Parameter::new("assignments", "4", "assignments used side by side, up to 32"),
        Parameter::new(
            "ask",
            "models",
            "what a solver is asked about a seed: models, all (the values of quantified predicates, too), nothing, \
                   given (the models that are given are the only assignments)",
        ),
        Parameter::new(
            "keep",
            "nothing",
            "what is kept of the seed beside its formulas: nothing, options, tactics, all",
        ),
        Parameter::new(
            "open",
            "free",
            "points that the standard leaves open and that are given values: free (those that solvers take for open, too), \
                   none, all",
        ),
    ],
    make: |parameters: &Parameters| {
        Ok(Box::new(Storm {
            profile: parameters.choice("profile")?,
            truth: parameters.choice("truth")?,
            incremental: parameters.choice("incremental")?,
            depth: parameters.count("depth")?,
            assertions: parameters.count("assertions")?,
            formulas: parameters.count_or_auto("formulas")?,
            instances: parameters.count_or_auto("instances")?,
            assignments: parameters.count_up_to("assignments", 32)?,
            ask: parameters.choice("ask")?,
            keep: parameters.choice("keep")?,
            open: parameters.choice("open")?,
        }))
    },
};
