//! What is known of particular solvers: the table in `profiles.toml`.

use std::sync::LazyLock;

use serde::Deserialize;

/// How a solver is run.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Profile {
    /// The name of the program.
    pub name: String,
    /// Arguments of every run.
    #[serde(default)]
    pub arguments: Vec<String>,
    /// Further arguments that only some releases understand.
    #[serde(default)]
    pub optional: Vec<String>,
    /// What a release prints that does not.
    #[serde(default)]
    pub refusal: String,
    /// Further arguments if a script has several checks, or scopes.
    #[serde(default)]
    pub incremental: Vec<String>,
    /// Further arguments of a session, in which it reads scripts from the standard input one after the other, if it can
    /// do so.
    #[serde(default)]
    pub session: Option<Vec<String>>,
    /// How it reads a script.
    #[serde(default)]
    pub input: Input,
}

/// How a solver reads a script.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Input {
    /// From the file that its last argument names.
    #[default]
    File,
    /// From the standard input.
    Stdin,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    solver: Vec<Profile>,
}

fn read_table() -> Result<Vec<Profile>, toml::de::Error> {
    toml::from_str::<Table>(include_str!("../profiles.toml")).map(|table| table.solver)
}

/// A test reads the table: it is not empty for want of a bracket.
static PROFILES: LazyLock<Vec<Profile>> = LazyLock::new(|| read_table().unwrap_or_default());

impl Profile {
    /// All solvers that are known.
    #[must_use]
    pub fn all() -> &'static [Profile] {
        &PROFILES
    }

    /// What is known of a program, by its file name: `z3-4.8.7` is a `z3`.
    #[must_use]
    pub fn of_program(file_name: &str) -> Profile {
        let is_it = |profile: &&Profile| {
            file_name
                .strip_prefix(profile.name.as_str())
                .is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_alphanumeric()))
        };
        // The longest name is the most particular one.
        let known = PROFILES.iter().filter(is_it).max_by_key(|profile| profile.name.len());
        known.cloned().unwrap_or_else(|| Profile { name: file_name.to_owned(), ..Profile::default() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_can_be_read() {
        let profiles = read_table().unwrap();
        let mut names: Vec<&str> = profiles.iter().map(|profile| &*profile.name).collect();
        assert!(names.contains(&"z3") && names.contains(&"cvc5"));
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), profiles.len(), "a name stands for one solver");
    }

    #[test]
    fn programs_are_known_by_their_names() {
        assert_eq!(Profile::of_program("z3-4.8.7").name, "z3");
        assert_eq!(Profile::of_program("z3").arguments, ["-smt2"]);
        assert_eq!(Profile::of_program("z3str").arguments, [""; 0]);
        assert_eq!(Profile::of_program("mathsat").input, Input::Stdin);
        assert_eq!(
            Profile::of_program("my-solver"),
            Profile { name: "my-solver".into(), ..Profile::default() }
        );
    }
}
