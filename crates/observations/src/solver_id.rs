//! What identifies a solver.

use serde::{Deserialize, Serialize};

/// What identifies a solver on every machine, whatever its users call it and wherever its program lies.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct SolverId {
    /// What it has in common with solvers that share its code: they are no independent witnesses.
    pub family: String,
    /// The product: `z3`, `cvc5`.
    pub product: String,
    /// The release, if the solver says it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub release: Option<String>,
    /// The hash of its program and libraries, if it was computed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub build: Option<String>,
    /// Its options, but for the random seed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<String>,
    /// Its random seed, if it was given one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<String>,
}

impl SolverId {
    /// A solver of which only the family is known.
    ///
    /// ```
    /// use quis_observations::SolverId;
    ///
    /// assert_eq!(SolverId::of_family("cvc").product, "cvc");
    /// ```
    #[must_use]
    pub fn of_family(family: &str) -> SolverId {
        SolverId { family: family.to_owned(), product: family.to_owned(), ..SolverId::default() }
    }

    /// Whether the two are one program with the same options: their answers must not differ, whatever their random seeds.
    #[must_use]
    pub fn is_same_but_for_seed(&self, other: &SolverId) -> bool {
        let unseeded = |id: &SolverId| SolverId { seed: None, ..id.clone() };
        self.build.is_some() && unseeded(self) == unseeded(other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_random_seed_does_not_make_another_solver() {
        let built = |build: &str, seed: Option<&str>| SolverId {
            build: Some(build.to_owned()),
            seed: seed.map(str::to_owned),
            ..SolverId::of_family("z3")
        };
        assert!(built("a", None).is_same_but_for_seed(&built("a", Some("3"))));
        assert!(!built("a", None).is_same_but_for_seed(&built("b", None)));
        let unknown = SolverId::of_family("z3");
        assert!(!unknown.is_same_but_for_seed(&unknown), "nobody knows");
    }
}
