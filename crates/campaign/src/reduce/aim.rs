//! What a reduction keeps: a verdict, and the reason for it.

use std::fmt;
use std::sync::Arc;

use quis_judge::{Kind, Verdict, is_model, witnesses};
use quis_solvers::{Answer, Observation, Reply};
use quis_techniques::{TestCase, Truth};

/// Two who agree are believed.
pub(crate) const TRUSTED: usize = 2;

/// Why it is known that the solver is at fault.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reason {
    /// What the solver does shows it, with what is known of the case: a witness, or a core.
    Alone,
    /// All others give this answer, and are believed.
    Trusted(Answer),
    /// The judge compares the solvers.
    Compared,
    /// Others find models of its core.
    Core,
}

/// What a reduction keeps.
#[derive(Clone, PartialEq, Debug)]
pub struct Aim {
    /// What is wrong.
    pub verdict: Verdict,
    pub(crate) reason: Reason,
    /// The fingerprint, where it says more than what is in the case.
    words: Option<String>,
    /// Whether the kind must be the same. Without the truth that was given, the judge may say less.
    exact: bool,
    /// What is kept, for people.
    why: String,
}

/// What is to be done: what is kept, of which case, and who is asked, the solver at fault first.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Plan {
    pub(crate) aim: Aim,
    pub(crate) case: TestCase,
    pub(crate) solvers: Vec<String>,
}

impl fmt::Display for Aim {
    /// match: unsat on a case with a witness, result: refutation-unsound: z3@4.8.7: unsat; the witness stays one
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Verdict { kind, solver, actual, .. } = &self.verdict;
        let actual = actual.lines().next().unwrap_or_default();
        write!(f, "{}: {solver}: {actual}; {}", kind.name(), self.why)
    }
}

impl Aim {
    /// Whether a verdict on a smaller case shows the same.
    pub(crate) fn fits(&self, other: &Verdict) -> bool {
        let wrong =
            |kind| matches!(kind, Kind::RefutationUnsound | Kind::SolutionUnsound | Kind::Disagreement);
        let kind = self.verdict.kind;
        other.solver == self.verdict.solver
            && (other.kind == kind || (!self.exact && wrong(kind) && wrong(other.kind)))
            && self.words.as_ref().is_none_or(|words| *words == other.fingerprint)
    }

    /// Whether the kind must be the same.
    pub(crate) fn is_exact(&self) -> bool {
        self.exact
    }

    /// Whether it is worth judging what the solver at fault did.
    pub(crate) fn is_possible(&self, observation: &Observation) -> bool {
        let says = |answer| observation.replies.iter().any(|reply| definite(reply) == Some(answer));
        match (self.reason, self.verdict.kind, &self.words) {
            (Reason::Trusted(Answer::Sat), ..) | (Reason::Alone, Kind::RefutationUnsound, _) => {
                says(Answer::Unsat)
            }
            (Reason::Trusted(_), ..)
            | (Reason::Alone, Kind::SolutionUnsound | Kind::InvalidModel | Kind::WrongOptimum, None) => {
                says(Answer::Sat)
            }
            (Reason::Core, ..) => says(Answer::Unsat),
            _ => true,
        }
    }
}

/// What must be kept of a verdict on a case, given what the solvers did with it. `None` if nothing keeps its truth.
pub(crate) fn plan(case: &TestCase, verdict: &Verdict, observations: &[Observation]) -> Option<Plan> {
    let mut plan = Plan {
        aim: Aim {
            verdict: verdict.clone(),
            reason: Reason::Alone,
            words: None,
            exact: true,
            why: String::new(),
        },
        case: opened(case),
        solvers: vec![verdict.solver.clone()],
    };
    match verdict.kind {
        // It is wrong whatever the case means.
        Kind::Crash => plan.keep_words("the same crash"),
        Kind::InvalidModel if verdict.check.is_none() => plan.keep_words("the same complaint"),
        Kind::InvalidModel => {
            plan.aim.why = "a model that is false".to_owned();
            let check = verdict.check?;
            if let Some(witness) = own_witness(case, check) {
                plan.know(check, Truth::Sat { witness: Some(witness) });
                plan.aim.why.push_str("; the witness stays one");
            }
        }
        // Of a smaller case nobody knows the optimum. That the witness pays less than the solver says, or than its model does, or has
        // a better value, is seen by evaluation.
        Kind::WrongOptimum => {
            let check = verdict.check?;
            let better =
                verdict.witness.as_deref().filter(|model| is_model(case, check, model) == Some(true));
            let witness = better.map(Arc::from).or_else(|| own_witness(case, check));
            plan.aim.why = match witness {
                Some(_) => "the witness stays a better one".to_owned(),
                None => "it does not pay what it says".to_owned(),
            };
            plan.know(check, witness.map_or(Truth::Open, |witness| Truth::Sat { witness: Some(witness) }));
        }
        Kind::RefutationUnsound | Kind::SolutionUnsound | Kind::Disagreement => {
            plan.keep_answer(case, observations)?;
        }
        Kind::InvalidCore => {
            plan.aim.reason = Reason::Core;
            plan.aim.why = "a core that has a model".to_owned();
            plan.ask_all(observations);
        }
        Kind::Rejected => {
            plan.keep_words("the same message, and another solver answers");
            plan.aim.reason = Reason::Compared;
            plan.ask_all(observations);
        }
        // What only a process with a history does is not seen again.
        Kind::Unstable if verdict.fingerprint.starts_with("session:") => return None,
        _ => {
            plan.aim.reason = Reason::Compared;
            plan.aim.why = "as the judge sees it, with all solvers".to_owned();
            plan.ask_all(observations);
        }
    }
    Some(plan)
}

impl Plan {
    fn keep_words(&mut self, why: &str) {
        self.aim.words = Some(self.aim.verdict.fingerprint.clone());
        self.aim.why = why.to_owned();
    }

    fn know(&mut self, check: usize, truth: Truth) {
        if let Some(check) = self.case.checks.get_mut(check) {
            check.truth = truth;
        }
    }

    fn ask_all(&mut self, observations: &[Observation]) {
        let names = observations.iter().map(|seen| &seen.solver);
        self.solvers.extend(names.filter(|name| **name != self.aim.verdict.solver).cloned());
    }

    /// A wrong answer: a witness or a core makes it wrong, or else what others say.
    fn keep_answer(&mut self, case: &TestCase, observations: &[Observation]) -> Option<()> {
        let verdict = &self.aim.verdict;
        let check = verdict.check?;
        let own = observations.iter().find(|seen| seen.solver == verdict.solver)?;
        let right = match definite(own.replies.get(check)?)? {
            Answer::Unsat => Answer::Sat,
            Answer::Sat => Answer::Unsat,
            Answer::Unknown => return None,
        };
        let truth = &case.checks.get(check)?.truth;
        if right == Answer::Sat {
            if let Some(witness) = witness(case, check, observations) {
                self.aim.verdict.kind = Kind::RefutationUnsound;
                self.aim.why = "the witness stays one".to_owned();
                self.know(check, Truth::Sat { witness: Some(witness) });
                return Some(());
            }
        } else if matches!(truth, Truth::Unsat { core: Some(_) }) {
            self.aim.why = "the core stays".to_owned();
            let truth = truth.clone();
            self.know(check, truth);
            return Some(());
        }
        self.aim.exact = *truth == Truth::Open;
        let agree = |seen: &&Observation| seen.replies.get(check).and_then(definite) == Some(right);
        let agreeing: Vec<String> =
            observations.iter().filter(agree).map(|seen| seen.solver.clone()).collect();
        if agreeing.len() >= TRUSTED {
            self.aim.reason = Reason::Trusted(right);
            self.solvers.extend(agreeing.into_iter().take(TRUSTED));
            self.aim.why = format!("{} still answer {}", self.solvers[1..].join(" and "), right.name());
        } else if agreeing.is_empty() {
            return None;
        } else {
            self.aim.reason = Reason::Compared;
            self.aim.why = format!("{} still answers {}", agreeing.join(" and "), right.name());
            self.ask_all(observations);
        }
        Some(())
    }
}

/// The case with nothing known of its checks.
fn opened(case: &TestCase) -> TestCase {
    let mut case = case.clone();
    for check in &mut case.checks {
        check.truth = Truth::Open;
        check.optimum.clear();
    }
    case
}

/// What a solver answered, if that means anything.
pub(crate) fn definite(reply: &Reply) -> Option<Answer> {
    reply.answer.filter(|answer| reply.error.is_none() && *answer != Answer::Unknown)
}

/// The witness of a check, if it holds.
fn own_witness(case: &TestCase, check: usize) -> Option<Arc<str>> {
    match &case.checks.get(check)?.truth {
        Truth::Sat { witness: Some(witness) } if witnesses(case).get(check) == Some(&Some(true)) => {
            Some(witness.clone())
        }
        _ => None,
    }
}

/// A model of a check that holds: that which the case was made from, or one that a solver found.
pub(crate) fn witness(case: &TestCase, check: usize, observations: &[Observation]) -> Option<Arc<str>> {
    let models = observations.iter().filter_map(|seen| model(seen, check));
    let found = || models.into_iter().find(|model| is_model(case, check, model) == Some(true));
    own_witness(case, check).or_else(|| found().map(|model| model.trim_end().into()))
}

/// The model that a solver gave with its `sat`.
pub(crate) fn model(seen: &Observation, check: usize) -> Option<&str> {
    let reply = seen.replies.get(check)?;
    reply.model_text().filter(|_| definite(reply) == Some(Answer::Sat))
}
