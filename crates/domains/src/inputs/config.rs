//! How many elements, operations and variables; which constants.

use serde::{Deserialize, Serialize};

/// How inputs are made: the configurations of the dissertation's table 2.6 and what Quis adds.
///
/// ```
/// use quis_domains::Config;
///
/// assert_eq!(Config::named("C1").map(|config| (config.initial, config.operations)), Some((2, 16)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Config {
    /// Elements of one constraint that a pool begins with, beside ⊤ and ⊥.
    pub initial: usize,
    /// Operations that then add elements.
    pub operations: usize,
    /// Which boundary values are among the constants.
    pub boundary: Boundary,
    /// Expressions, and conditions for `cond`, that a pool has.
    pub expressions: usize,
    /// Checks of properties on one pool.
    pub checks: usize,
    /// Whether widenings with ⊥ are left to us, for libraries that die of them.
    #[serde(default)]
    pub guarded: bool,
}

/// Which boundary values are among the constants.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Boundary {
    /// None.
    None,
    /// Those of 32-bit integers: for libraries that do not survive larger ones.
    Int,
    /// Those of the domain's representation.
    Representation,
    /// These, and infinities and what is not a number, where the representation has them.
    Special,
}

/// Small pools: a violation is found sooner, and needs fewer steps.
impl Default for Config {
    fn default() -> Config {
        Config {
            initial: 6,
            operations: 10,
            boundary: Boundary::Representation,
            expressions: 4,
            checks: 32,
            guarded: false,
        }
    }
}

/// The names of the table, and what they stand for.
pub const CONFIGS: [(&str, &str); 7] = [
    ("default", "6 elements, 10 operations, boundary values"),
    ("C1", "2 elements, 16 operations, boundary values"),
    ("C2", "32 elements, 16 operations, boundary values"),
    ("C3", "1,024 elements, 16 operations, boundary values"),
    ("C4", "32 elements, no operations, boundary values"),
    ("C5", "32 elements, 64 operations, boundary values"),
    ("C6", "32 elements, 16 operations, no boundary values"),
];

impl Config {
    /// The configuration of a name.
    #[must_use]
    pub fn named(name: &str) -> Option<Config> {
        let table = |initial, operations, boundary| Config {
            initial,
            operations,
            boundary: if boundary { Boundary::Representation } else { Boundary::None },
            expressions: 8,
            ..Config::default()
        };
        Some(match name {
            "default" => Config::default(),
            "C1" => table(2, 16, true),
            "C2" => table(32, 16, true),
            "C3" => table(1024, 16, true),
            "C4" => table(32, 0, true),
            "C5" => table(32, 64, true),
            "C6" => table(32, 16, false),
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_stands_for_something() {
        assert!(CONFIGS.iter().all(|(name, _)| Config::named(name).is_some()));
        assert_eq!(Config::named("C7"), None);
    }
}
