//! What a solver costs before it thinks: is a session worth it?

use std::io;
use std::time::Duration;

use quis_observations::{Answer, Ask, End, Mode, Observation, Reply};

use crate::limits::Limits;
use crate::question::Question;
use crate::run::Runner;
use crate::session::Session;
use crate::solver::Solver;

/// The logics of the trial cases. Every solver knows one of them.
pub(crate) const LOGICS: [&str; 3] = ["QF_BV", "QF_UF", "QF_LIA"];
/// What is asserted. The name is declared twice with different sorts, so that a `(reset)` that forgets nothing is noticed.
const CASES: [(&str, &str, Answer); 4] = [
    ("(declare-fun a () Bool)", "a", Answer::Sat),
    ("(declare-fun a (Bool) Bool)", "(a (a true))", Answer::Sat),
    ("(declare-fun a () Bool)", "(and a (not a))", Answer::Unsat),
    ("(declare-fun b () Bool)", "(not b)", Answer::Sat),
];
/// So often all of them are asked in a session, to begin with and then to be measured.
const ROUNDS: usize = 3;

/// A trivial case takes no more CPU time than this, or nothing can be learned.
const PATIENCE: Duration = Duration::from_secs(2);

/// The CPU time of a trivial case.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Costs {
    /// In a process of its own.
    pub fresh: Duration,
    /// In a session, if the solver has sessions and answers in them as it does otherwise.
    pub session: Option<Duration>,
    /// In a session in which every case stands in a scope of its own, under the same conditions.
    pub scoped: Option<Duration>,
}

impl Costs {
    /// What costs less.
    #[must_use]
    pub fn cheaper(&self) -> Mode {
        match self.session {
            Some(session) if session < self.fresh => Mode::Session,
            _ => Mode::Fresh,
        }
    }

    /// What costs less for cases that stand in a scope of their own.
    #[must_use]
    pub fn cheaper_scoped(&self) -> Mode {
        match self.scoped {
            Some(scoped) if scoped < self.fresh => Mode::Session,
            _ => self.cheaper(),
        }
    }
}

/// Measures what a solver costs, with a few short runs.
///
/// # Errors
/// If the solver cannot be started or the system fails.
pub fn measure(solver: &Solver, limits: &Limits) -> io::Result<Costs> {
    let limits = limits.with_cpu(limits.time().min(PATIENCE));
    let runner = Runner::new(limits);
    let mut fresh = Vec::new();
    for logic in LOGICS {
        fresh.clear();
        for (question, (.., answer)) in Trial::Plain.questions(logic).iter().zip(CASES) {
            fresh.push(runner.ask(solver, question)?);
            if fresh.last().is_none_or(|observation| !answers(observation, answer)) {
                break;
            }
        }
        if fresh.len() == CASES.len() && answers(&fresh[CASES.len() - 1], CASES[CASES.len() - 1].2) {
            let session = |trials| measure_session(solver, limits, (logic, trials), &fresh);
            let (session, scoped) = (session([Trial::Plain, Trial::Named])?, session([Trial::Scoped; 2])?);
            return Ok(Costs { fresh: middle(&fresh), session, scoped });
        }
    }
    Ok(Costs { fresh: middle(&fresh), session: None, scoped: None })
}

/// How trial cases are written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Trial {
    Plain,
    /// Each assertion has a name, the same in all cases.
    Named,
    /// Each in a scope of its own.
    Scoped,
}

impl Trial {
    fn questions(self, logic: &str) -> [Question; CASES.len()] {
        CASES.map(|(declaration, term, _)| {
            let term = if self == Trial::Named { format!("(! {term} :named n)") } else { term.to_owned() };
            let (push, pop) = if self == Trial::Scoped { ("(push 1)\n", "(pop 1)\n") } else { ("", "") };
            let before = format!("(set-logic {logic})\n{push}{declaration}\n(assert {term})\n");
            let check = before.len()..before.len() + "(check-sat)".len();
            let text = format!("{before}(check-sat)\n{pop}");
            Question::of_text(&text, &[check], self == Trial::Scoped, Ask::MODELS)
        })
    }
}

fn answers(observation: &Observation, answer: Answer) -> bool {
    observation.replies.iter().all(|reply| reply.answer == Some(answer) && reply.error.is_none())
}

/// None if the session does not answer as fresh runs do.
fn measure_session(
    solver: &Solver,
    limits: Limits,
    (logic, [usual, last]): (&str, [Trial; 2]),
    fresh: &[Observation],
) -> io::Result<Option<Duration>> {
    if solver.profile.session.is_none() {
        return Ok(None);
    }
    let mut session = Session::new(solver, limits, None);
    let mut measured = Vec::new();
    for round in 0..=ROUNDS {
        // In the last round there may be names. Some solvers never forget them, and die. The session knows what to do then, so
        // all that counts is the answer.
        let trial = if round == ROUNDS { last } else { usual };
        let named = trial == Trial::Named;
        for (question, fresh) in trial.questions(logic).iter().zip(fresh) {
            let observation = session.ask(question)?;
            let same = observation.replies.iter().map(said).eq(fresh.replies.iter().map(said));
            if !same || observation.end != End::Exited(0) || (session.restarts() > 0 && !named) {
                return Ok(None);
            }
            // In the first round the process is still starting.
            if round > 0 && !named {
                measured.push(observation);
            }
        }
    }
    Ok(Some(middle(&measured)))
}

fn said(reply: &Reply) -> (Option<Answer>, bool, bool) {
    (reply.answer, reply.error.is_some(), reply.model_text().is_some())
}

/// The middle of the CPU times: one of them may be out of the way.
fn middle(observations: &[Observation]) -> Duration {
    let mut times: Vec<Duration> = observations.iter().map(|observation| observation.cpu).collect();
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cheaper_way() {
        let costs = |fresh, session: Option<u64>| Costs {
            fresh: Duration::from_millis(fresh),
            session: session.map(Duration::from_millis),
            scoped: Some(Duration::from_millis(3)),
        };
        assert_eq!(costs(8, Some(2)).cheaper(), Mode::Session);
        assert_eq!(costs(8, Some(13)).cheaper(), Mode::Fresh);
        assert_eq!(costs(8, None).cheaper(), Mode::Fresh);
        assert_eq!(
            [costs(8, None), costs(2, Some(1)), costs(2, None)].map(|costs| costs.cheaper_scoped()),
            [Mode::Session, Mode::Session, Mode::Fresh]
        );
    }
}
