//! What is the matter with a run, for those who count runs.

use quis_observations::Observation;
use quis_techniques::TestCase;

use crate::complaint::{Matter, matter, said};
use crate::judge::Judge;

/// What is the matter with a run, apart from its answers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Trouble {
    /// Nothing that the run tells of.
    None,
    /// It ran out of time or of memory.
    Limit,
    /// It was asked for something that the solver does not claim to be able to do: what it says.
    Limitation(String),
    /// The solver is at fault: what happened.
    Crash(String),
    /// It says that its own model or core is wrong.
    OwnWord(String),
    /// It reported an error before it had answered all checks.
    Error(String),
}

impl Judge {
    /// What is the matter with a run, by its messages and its end.
    #[must_use]
    pub fn trouble(&self, observation: &Observation) -> Trouble {
        let case = TestCase::default();
        let context = self.context(&case, std::slice::from_ref(observation));
        let Some(seen) = context.seen.first() else { return Trouble::None };
        match matter(seen, context.settings) {
            Matter::Quiet => Trouble::None,
            Matter::Limit => Trouble::Limit,
            Matter::Limitation => Trouble::Limitation(first_line(&said(observation))),
            Matter::Crash { what, .. } => Trouble::Crash(what),
            Matter::OwnModel(said) | Matter::OwnCore(said) => Trouble::OwnWord(said),
            Matter::Error(error) => Trouble::Error(error),
        }
    }
}

fn first_line(text: &str) -> String {
    text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use quis_observations::{Answer, End, Mode, Reply, SolverId, Variation};

    use super::*;
    use crate::facts::SolverFacts;
    use quis_observations::Complaint;

    fn run(end: End, stderr: &str, reply: Reply) -> Observation {
        Observation {
            solver: "s".to_owned(),
            replies: vec![reply],
            stdout: Vec::new(),
            stderr: stderr.as_bytes().to_vec(),
            end,
            wall: Duration::ZERO,
            cpu: Duration::ZERO,
            memory: None,
            mode: Mode::Fresh,
            variation: Variation::default(),
        }
    }

    #[test]
    fn runs_are_told_apart() {
        let judge = Judge::new(vec![SolverFacts::new("s", SolverId::of_family("s")).with_classify(|text| {
            if text.contains("no strings here") { Complaint::Limitation } else { Complaint::Other }
        })]);
        let answered = Reply { answer: Some(Answer::Unsat), complete: true, ..Reply::default() };
        let error = |text: &str| Reply { error: Some(text.to_owned()), ..Reply::default() };
        assert_eq!(judge.trouble(&run(End::Exited(0), "", answered)), Trouble::None);
        assert_eq!(judge.trouble(&run(End::TimedOut, "", Reply::default())), Trouble::Limit);
        assert!(matches!(
            judge.trouble(&run(End::Signal(11), "", Reply::default())),
            Trouble::Crash(what) if what.contains("SIGSEGV")
        ));
        assert_eq!(
            judge.trouble(&run(End::Exited(1), "", error("no strings here"))),
            Trouble::Limitation("no strings here".to_owned())
        );
        assert_eq!(
            judge.trouble(&run(End::Exited(1), "", error("what is that?"))),
            Trouble::Error("what is that?".to_owned())
        );
    }
}
