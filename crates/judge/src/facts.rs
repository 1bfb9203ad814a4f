//! What the judge must know of a solver.

use std::fmt;
use std::sync::Arc;

use quis_observations::Deviation;

/// What a message of a solver is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Complaint {
    /// Something that the solver does not claim to be able to do.
    Limitation,
    /// The solver is at fault, by its own word.
    Crash,
    /// Anything else.
    Other,
}

type MayRound = Arc<dyn Fn(&str) -> bool + Send + Sync>;
type Classify = Arc<dyn Fn(&str) -> Complaint + Send + Sync>;

/// What the judge must know of a solver.
#[derive(Clone)]
pub struct SolverFacts {
    /// The solver, as its observations name it.
    pub name: String,
    /// What it has in common with its other releases: they are no independent witnesses.
    pub family: String,
    /// What it has in common with itself under other random seeds: there the answer must not depend on them.
    pub group: String,
    /// Its options, but for random seeds: part of fingerprints.
    pub options: String,
    /// The logics that it claims to decide: `QF_BV`, `QF_LRA`.
    pub decides: Vec<String>,
    /// Where its documents give an operator another meaning than the standard, or none.
    pub deviations: Vec<Deviation>,
    classify: Option<Classify>,
    may_round: Option<MayRound>,
}

impl SolverFacts {
    /// What a name tells, such as `z3`, `z3@4.8.7` or `./build/cvc5 --seed=3 --fmf-fun`.
    #[must_use]
    pub fn new(name: &str) -> SolverFacts {
        let mut words = name.split_whitespace();
        let program = words.next().unwrap_or(name);
        let mut options = Vec::new();
        while let Some(word) = words.next() {
            if !word.contains("seed") {
                options.push(word);
            } else if !word.contains('=') {
                words.next();
            }
        }
        let options = options.join(" ");
        let group = if options.is_empty() { program.to_owned() } else { format!("{program} {options}") };
        SolverFacts {
            name: name.to_owned(),
            family: family_of(program).to_owned(),
            group,
            options,
            decides: Vec::new(),
            deviations: Vec::new(),
            classify: None,
            may_round: None,
        }
    }

    /// What a name tells that is not among these. A solver that has another random seed only is known by the others of its group; but that it
    /// decides a logic is promised of the seed that it has by itself.
    pub(crate) fn among(known: &[SolverFacts], name: &str) -> SolverFacts {
        let told = SolverFacts::new(name);
        match known.iter().find(|facts| facts.group == told.group) {
            Some(facts) => SolverFacts { name: told.name, decides: told.decides, ..facts.clone() },
            None => told,
        }
    }

    /// Of another family than the name tells.
    #[must_use]
    pub fn with_family(self, family: &str) -> Self {
        SolverFacts { family: family.to_owned(), ..self }
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
        f.debug_struct("SolverFacts")
            .field("name", &self.name)
            .field("family", &self.family)
            .field("group", &self.group)
            .field("options", &self.options)
            .field("decides", &self.decides)
            .field("deviations", &self.deviations)
            .finish_non_exhaustive()
    }
}

/// match: ./bin/z3-4.8.7, z3@4.8.7, z3.exe, result: z3
fn family_of(program: &str) -> &str {
    let file = program.rsplit('/').next().unwrap_or(program);
    let end = file.find(['-', '@', '.', '_']).unwrap_or(file.len());
    match &file[..end] {
        // One grew out of the other, and they share most of their code.
        "cvc4" | "cvc5" => "cvc",
        "" => file,
        family => family,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_family_group_and_options() {
        let facts = SolverFacts::new("./build/z3-4.8.7 smt.random_seed=3 smt.string_solver=z3str3");
        assert_eq!((&*facts.family, &*facts.options), ("z3", "smt.string_solver=z3str3"));
        assert_eq!(facts.group, "./build/z3-4.8.7 smt.string_solver=z3str3");
        assert_eq!(SolverFacts::new("z3 smt.random_seed=3").group, SolverFacts::new("z3").group);
        assert_eq!(SolverFacts::new("cvc5 --seed 3 -i").options, "-i");
        assert_eq!(SolverFacts::new("cvc4").family, SolverFacts::new("cvc5@1.0.3").family);
        assert_eq!(SolverFacts::new("").family, "");
    }

    #[test]
    fn a_solver_with_another_random_seed_is_known_by_its_group() {
        let known = [SolverFacts::new("./solver").with_family("z3").with_classify(|_| Complaint::Limitation)];
        let reseeded = SolverFacts::among(&known, "./solver smt.random_seed=3");
        assert_eq!((&*reseeded.name, &*reseeded.family), ("./solver smt.random_seed=3", "z3"));
        assert_eq!(reseeded.classify("unknown sort"), Complaint::Limitation);
        let other = SolverFacts::among(&known, "./other");
        assert_eq!((&*other.family, other.classify("unknown sort")), ("other", Complaint::Other));
    }
}
