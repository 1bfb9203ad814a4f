//! A hearing: from what solvers did with a case to verdicts that are certain.
//!
//! The first sitting takes what a campaign saw, perhaps in sessions, and the answers to what oracles ask about it. If something is
//! suspected there, the case is put to fresh processes: only what shows there, too, is certain. What shows there alone has to show a
//! third time.

use quis_observations::{Answer, End, Mode, Observation};
use quis_techniques::{Stream, TestCase};

use crate::follow_up::{FollowUp, Leave, Sitting};
use crate::judge::Judge;
use crate::verdict::{Kind, Verdict};

/// A case before the judge.
#[derive(Debug)]
pub struct Hearing<'a> {
    judge: &'a Judge,
    case: &'a TestCase,
    stream: Stream,
    sittings: Vec<Sitting>,
    suspected: Vec<Verdict>,
    certain: Vec<Verdict>,
}

impl<'a> Hearing<'a> {
    /// Oracles that suspect something look again; and who was accused under another random seed is asked with that again.
    fn leave_again(&self) -> Leave {
        let mut kinds: Vec<Kind> = self.suspected.iter().map(|verdict| verdict.kind).collect();
        let is_accused =
            |seen: &Observation| self.suspected.iter().any(|verdict| verdict.solver == seen.solver);
        let reseeded = |seen: &&Observation| seen.variation.reseeded.is_some();
        if self.sittings[0].observations.iter().filter(reseeded).any(is_accused) {
            kinds.push(Kind::Unstable);
        }
        Leave::Of(kinds, self.stream.clone())
    }

    /// A hearing about what solvers did with a case. What oracles ask, and how, depends on the stream alone.
    #[must_use]
    pub fn new(judge: &'a Judge, case: &'a TestCase, seen: Vec<Observation>, stream: Stream) -> Hearing<'a> {
        let sittings = vec![Sitting::new(seen)];
        Hearing { judge, case, stream, sittings, suspected: Vec::new(), certain: Vec::new() }
    }

    /// The next questions; none if the hearing is over. `pursue` says whether a suspicion is worth fresh processes.
    pub fn questions(&mut self, pursue: &mut dyn FnMut(&Verdict) -> bool) -> Vec<FollowUp> {
        let Some(sitting) = self.sittings.last() else { return Vec::new() };
        let leave = match self.sittings.len() {
            1 => Leave::Drawn(self.stream.clone()),
            _ => self.leave_again(),
        };
        let (verdicts, questions) = self.judge.rule(self.case, sitting, &leave);
        if !questions.is_empty() {
            return questions;
        }
        let afresh = vec![FollowUp::AFRESH];
        match self.sittings.len() {
            1 => {
                self.suspected = verdicts;
                // Every suspicion is counted, so each is asked about.
                let wanted = self.suspected.iter().filter(|verdict| pursue(verdict)).count();
                if wanted > 0 { afresh } else { Vec::new() }
            }
            2 => {
                let is_new = |verdict: &Verdict| !self.suspected.iter().any(|other| other.is_same(verdict));
                let surprised = verdicts.iter().any(is_new);
                self.certain = verdicts;
                if surprised { afresh } else { self.conclude() }
            }
            _ => {
                self.certain.retain(|verdict| verdicts.iter().any(|again| again.is_same(verdict)));
                self.conclude()
            }
        }
    }

    /// Takes what came of a question.
    pub fn answer(&mut self, question: FollowUp, observations: Vec<Observation>) {
        match self.sittings.last_mut() {
            Some(sitting) if question != FollowUp::AFRESH => sitting.answer(question, observations),
            _ => self.sittings.push(Sitting::new(observations)),
        }
    }

    /// Notes where an answer changes with the history of a process: that is a verdict of its own.
    fn conclude(&mut self) -> Vec<FollowUp> {
        if let [first, second, ..] = &*self.sittings {
            for before in first.observations.iter().filter(|before| before.mode == Mode::Session) {
                let after = second.observations.iter().find(|after| after.solver == before.solver);
                let suspect = self.suspected.iter().any(|verdict| verdict.solver == before.solver);
                self.certain.extend(after.filter(|_| suspect).and_then(|after| changed(before, after)));
            }
        }
        Vec::new()
    }

    /// The case.
    #[must_use]
    pub fn case(&self) -> &'a TestCase {
        self.case
    }

    /// What was seen in the first sitting.
    #[must_use]
    pub fn first(&self) -> &[Observation] {
        self.sittings.first().map_or(&[], |sitting| &sitting.observations)
    }

    /// What was suspected in the first sitting.
    #[must_use]
    pub fn suspected(&self) -> &[Verdict] {
        &self.suspected
    }

    /// What is certain, and what fresh processes did.
    #[must_use]
    pub fn certain(mut self) -> (Vec<Verdict>, Vec<Observation>) {
        let fresh =
            if self.sittings.len() > 1 { self.sittings.swap_remove(1).observations } else { Vec::new() };
        (self.certain, fresh)
    }
}

/// What a session did that a fresh process does not do.
fn changed(before: &Observation, after: &Observation) -> Option<Verdict> {
    let verdict = |check, expected: String, actual: String| Verdict {
        kind: Kind::Unstable,
        solver: before.solver.clone(),
        check,
        expected,
        actual: actual.clone(),
        evidence:
            "It was seen in a process that had answered other cases before, with (reset) between them. \
            A fresh process does not show it."
                .to_owned(),
        fingerprint: format!("session: {actual}"),
        witness: None,
    };
    let signal = |observation: &Observation| match observation.end {
        End::Signal(signal) => Some(signal),
        _ => None,
    };
    if let (Some(signal), None) = (signal(before), signal(after)) {
        return Some(verdict(None, "no crash".to_owned(), format!("signal {signal} in a session")));
    }
    before.replies.iter().zip(&after.replies).enumerate().find_map(|(check, (before, after))| {
        let definite = |answer: Option<Answer>| answer.filter(|answer| *answer != Answer::Unknown);
        let one = definite(before.answer.filter(|_| before.error.is_none()))?;
        let other = definite(after.answer.filter(|_| after.error.is_none()))?;
        (one != other).then(|| {
            let (one, other) = (one.name(), other.name());
            verdict(Some(check), format!("{other}, as in a fresh process"), format!("{one} in a session"))
        })
    })
}

impl Verdict {
    /// Whether two verdicts are about the same thing.
    #[must_use]
    pub fn is_same(&self, other: &Verdict) -> bool {
        self.kind == other.kind && self.solver == other.solver
    }
}
