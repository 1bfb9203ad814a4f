//! What is known of a solver: how it is run, what it can do, how it spells, and what its messages mean.
//!
//! The tables themselves are data: `profiles/*.toml`, read by [`Table`](crate::Table).

use std::collections::BTreeMap;

use quis_observations::{Complaint, Deviation};
use serde::{Deserialize, Serialize};

use crate::complaint::Patterns;
use crate::dialect::{Dialect, Escapes};
use crate::theory::Theory;

/// What is known of a solver, or of one release of it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Profile {
    /// Its name.
    pub name: String,
    /// Solvers of one family share code: their answers are not independent.
    pub family: String,
    /// The dialect whose operators it reads beyond the standard, if it has one.
    pub dialect: Option<String>,
    /// The file names of its program.
    pub programs: Vec<String>,
    /// Arguments of every run.
    pub arguments: Vec<String>,
    /// Further arguments that only some releases understand.
    pub optional: Vec<String>,
    /// What a release prints that does not.
    pub refusal: String,
    /// Further arguments if a script has several checks, or scopes.
    pub incremental: Vec<String>,
    /// Further arguments of a session, in which it reads scripts from the standard input one after the other, if it can
    /// do so.
    pub session: Option<Vec<String>>,
    /// How it reads a script.
    pub input: Input,
    /// The arguments that make it print its version.
    pub version: Vec<String>,
    /// Further arguments if models are wanted.
    pub models: Vec<String>,
    /// Further arguments if unsatisfiable cores are wanted.
    pub cores: Vec<String>,
    /// Arguments that set the seed of its random numbers, which stands for `{}`.
    pub seed: Vec<String>,
    /// Arguments that make it check its own answers, by the name of the mode.
    pub validate: BTreeMap<String, Vec<String>>,
    /// Arguments that make it another solver for the same problems, by name: other engines, other strategies.
    pub variants: BTreeMap<String, Vec<String>>,
    /// The tactics for `check-sat-using` that it is run with as a variant; if there are none, it knows no tactics.
    pub tactics: Vec<String>,
    /// The tactic that does in a scope what it does with a script without scopes, if there is one.
    pub whole: Option<String>,
    /// Arguments that end a run after `{}` milliseconds.
    pub timeout: Vec<String>,
    /// What it cannot do.
    pub cannot: Vec<Ability>,
    /// The theories that it has; all of them if this is not said.
    pub theories: Option<Vec<Theory>>,
    /// The logics in which it says that it always finds an answer, given time.
    pub decides: Vec<String>,
    /// Whether it prints irrational numbers as decimals that are near: see [`Profile::may_round`].
    pub rounds: bool,
    /// The formats of floats that it has, as bits of exponent and significand; all of them if there are none here.
    pub formats: Vec<(u32, u32)>,
    /// The logics that it knows; all of them if there are none here.
    pub logics: Vec<String>,
    /// What is written for another logic; a script of such a one is not given to it if there is nothing here.
    pub other_logic: Option<String>,
    /// What it calls an operator, a sort or a command.
    pub spelling: BTreeMap<String, String>,
    /// The same, where a script has a certain part.
    pub spelling_with: BTreeMap<String, BTreeMap<String, String>>,
    /// Words that it does not know; `seq.*` is every word that starts with `seq.`.
    pub lacks: Vec<String>,
    /// What a backslash means to it.
    pub escapes: Escapes,
    /// Where it can be installed from.
    pub install: Option<Source>,
    /// Where its documents give an operator another meaning than the standard, or none.
    pub deviations: Vec<Deviation>,
    /// What its messages mean.
    pub patterns: Patterns,
}

/// Where a solver can be installed from, and what is kept of it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// A package of the Python package index.
    pub pypi: Option<String>,
    /// A package of Debian.
    pub debian: Option<String>,
    /// The end of the path of its program in the package.
    pub program: Option<String>,
    /// The folder of its libraries in the wheel.
    pub libraries: Option<String>,
    /// Whose libraries they are: the host loads them.
    pub host: Option<String>,
    /// The module of Python in the wheel.
    pub module: Option<String>,
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

/// Something that most solvers can do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Ability {
    /// `(get-model)`
    Models,
    /// `(get-unsat-core)`
    Cores,
    /// `(push)`, `(pop)` and several checks
    Incremental,
    /// `(check-sat-assuming)`
    Assumptions,
}

impl Profile {
    /// What a message of the solver means.
    #[must_use]
    pub fn classify(&self, text: &str) -> Complaint {
        self.patterns.classify(text)
    }

    /// Whether numbers of a model that it printed may be rounded, so that nothing can be said against the model: it is known to
    /// round, and there is a decimal with the six digits behind the point that solvers give then.
    #[must_use]
    pub fn may_round(&self, model: &str) -> bool {
        let decimals = model.split(|c: char| !c.is_ascii_digit() && c != '.');
        let is_long = |word: &str| word.split_once('.').is_some_and(|(_, digits)| digits.len() >= 6);
        self.rounds && decimals.into_iter().any(is_long)
    }

    /// Whether it can do this.
    #[must_use]
    pub fn can(&self, ability: Ability) -> bool {
        !self.cannot.contains(&ability)
    }

    /// Whether it has a theory.
    #[must_use]
    pub fn has(&self, theory: Theory) -> bool {
        self.theories.as_ref().is_none_or(|theories| theories.contains(&theory))
    }

    /// How it reads scripts. Made afresh each time: keep it.
    #[must_use]
    pub fn dialect(&self) -> Dialect {
        let lacking = Theory::all().filter(|&theory| !self.has(theory));
        let words = lacking.flat_map(|theory| theory.words().iter().copied());
        let lacks = words.chain(self.lacks.iter().map(String::as_str));
        Dialect::new(&self.spelling, &self.spelling_with, lacks, self.escapes, &self.formats)
            .with_logics(&self.logics, self.other_logic.as_deref())
    }

    /// Whether a script of this logic can be given to it.
    #[must_use]
    pub fn knows_logic(&self, name: &str) -> bool {
        self.logics.is_empty() || self.other_logic.is_some() || self.logics.iter().any(|known| known == name)
    }

    /// The arguments that set the seed of its random numbers.
    #[must_use]
    pub fn seed_arguments(&self, seed: u32) -> Vec<String> {
        filled(&self.seed, u64::from(seed))
    }

    /// The arguments that end a run after some time. Limits from outside hold in any case.
    #[must_use]
    pub fn timeout_arguments(&self, milliseconds: u64) -> Vec<String> {
        filled(&self.timeout, milliseconds)
    }
}

fn filled(arguments: &[String], number: u64) -> Vec<String> {
    arguments.iter().map(|argument| argument.replace("{}", &number.to_string())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Table;

    fn of_program(file_name: &str) -> Profile {
        let table = Table::ours();
        table.of_program(file_name).cloned().unwrap_or_else(|| table.unknown(file_name))
    }

    #[test]
    fn numbers_are_filled_in() {
        let profile = of_program("z3");
        assert!(profile.seed_arguments(7).contains(&"smt.random_seed=7".to_owned()));
        assert_eq!(of_program("my-solver").seed_arguments(7), [""; 0]);
    }

    #[test]
    fn theories_and_abilities() {
        let bitwuzla = of_program("bitwuzla");
        assert!(bitwuzla.has(Theory::BitVectors) && !bitwuzla.has(Theory::Strings));
        let dialect = bitwuzla.dialect();
        assert_eq!(dialect.obstacle("(declare-const x (_ FloatingPoint 3 5))"), Some("FloatingPoint"));
        assert_eq!(dialect.obstacle("(declare-const x (_ FloatingPoint 8 24))"), None);
        assert_eq!(dialect.obstacle("(assert (= s (str.++ s t)))"), Some("str.++"));
        assert!(of_program("my-solver").dialect().is_standard());
        assert!(!of_program("stp").can(Ability::Cores));
    }

    #[test]
    fn rounded_numbers_are_known_by_their_digits() {
        let yices = of_program("yices-smt2");
        assert!(yices.may_round("(define-fun x () Real (- 0.327327))"));
        assert!(!yices.may_round("(define-fun x () Real 0.25) (define-fun y () Int 1234567)"));
        assert!(!of_program("z3").may_round("(define-fun x () Real 0.327327)"));
    }
}
