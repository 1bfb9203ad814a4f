//! Differences that are understood: where a solver departs from the standard, and what decides it.

/// A kind of difference.
#[derive(Debug)]
pub(crate) struct Explained {
    /// How it is called in tables and documents.
    pub(crate) id: &'static str,
    pub(crate) solver: &'static str,
    /// The names of the operators.
    pub(crate) operators: &'static [&'static str],
    /// Whether a case is one: its text, our value, the solver's.
    pub(crate) holds: fn(&str, &str, &str) -> bool,
    /// What decides it.
    pub(crate) why: &'static str,
}

/// All of them; `docs/conformance.md` says more.
pub(crate) const EXPLAINED: &[Explained] = &[
    Explained {
        id: "z3-finite-sets",
        solver: "z3",
        operators: &[
            "=",
            "distinct",
            "set.subset",
            "set.minus",
            "set.union",
            "set.inter",
            "set.filter",
            "set.map",
        ],
        holds: |text, _, _| text.contains("(set.singleton ") && text.contains("(set.union "),
        why: "two finite sets are equal if and only if they have the same elements; Z3 answers `sat` to the contrary",
    },
    Explained {
        id: "z3-set-range",
        solver: "z3",
        operators: &["set.range"],
        holds: |_, _, _| true,
        why: "a range has the integers between its bounds; Z3 denies it only after other questions were asked",
    },
];

/// The explanation of a difference, if there is one.
pub(crate) fn explain(
    solver: &str,
    operator: &str,
    text: &str,
    ours: &str,
    theirs: &str,
) -> Option<&'static Explained> {
    EXPLAINED.iter().find(|known| {
        known.solver == solver && known.operators.contains(&operator) && (known.holds)(text, ours, theirs)
    })
}
