//! A case and its observations as the oracles see them. What costs something is done when it is first asked for, and once.

use std::borrow::Cow;

use quis_observations::{Answer, Observation, Reply, SolverId};
use quis_techniques::{Stream, TestCase, Truth};

use crate::facts::SolverFacts;
use crate::fingerprint::{self, Features};
use crate::follow_up::FollowUp;
use crate::judge::Settings;
use crate::models::{Terms, Worth};
use crate::own::Own;
use crate::verdict::{Kind, Verdict};

/// An observation, and what is known of its solver.
pub(crate) struct Seen<'a> {
    pub(crate) observation: &'a Observation,
    pub(crate) facts: Cow<'a, SolverFacts>,
}

/// What is known of a check.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Known {
    /// Nothing.
    Open,
    /// It is satisfiable, and why that is known.
    Sat(String),
    /// It is unsatisfiable, and why that is known.
    Unsat(String),
    /// What the technique says and what the evaluator says do not go together.
    Contradiction(String),
}

/// A case and its observations.
pub(crate) struct Context<'a> {
    pub(crate) settings: &'a Settings,
    pub(crate) case: &'a TestCase,
    pub(crate) seen: Vec<Seen<'a>>,
    /// The terms, if they were asked for; none if the text cannot be read.
    terms: Option<Option<Terms>>,
    features: Option<Option<Features>>,
    /// What models are worth, by observation and check.
    worth: Vec<Option<Worth>>,
    known: Vec<Option<Known>>,
    /// How solvers read the case, by observation, if they were asked for it.
    pub(crate) own: Vec<Option<Option<Own>>>,
    pub(crate) facts: &'a [SolverFacts],
    /// What came of follow-up questions.
    pub(crate) answers: &'a [(FollowUp, Vec<Observation>)],
    /// The random numbers of the oracle that is asked, if it may ask follow-up questions.
    pub(crate) asking: Option<Stream>,
    /// What oracles want to know.
    pub(crate) questions: Vec<FollowUp>,
}

impl<'a> Context<'a> {
    pub(crate) fn new(
        settings: &'a Settings,
        case: &'a TestCase,
        observations: &'a [Observation],
        facts: &'a [SolverFacts],
    ) -> Self {
        let seen = observations.iter().map(|observation| {
            let named = |name: &str| facts.iter().find(|facts| facts.name == name);
            let facts = match named(&observation.solver) {
                Some(facts) => Cow::Borrowed(facts),
                None => Cow::Owned(match named(observation.base()) {
                    Some(facts) => facts.with_another_seed(&observation.solver),
                    // Nobody said more of it.
                    None => SolverFacts::new(&observation.solver, SolverId::of_family(&observation.solver)),
                }),
            };
            Seen { observation, facts }
        });
        Context {
            settings,
            case,
            seen: seen.collect(),
            terms: None,
            features: None,
            worth: vec![None; observations.len() * case.checks.len()],
            known: vec![None; case.checks.len()],
            own: observations.iter().map(|_| None).collect(),
            facts,
            answers: &[],
            asking: None,
            questions: Vec::new(),
        }
    }

    /// The number of checks.
    pub(crate) fn checks(&self) -> usize {
        self.case.checks.len()
    }

    pub(crate) fn reply(&self, at: usize, check: usize) -> Option<&'a Reply> {
        self.seen.get(at)?.observation.replies.get(check)
    }

    /// What a solver answered, if that means anything.
    pub(crate) fn answer(&self, at: usize, check: usize) -> Option<Answer> {
        let reply = self.reply(at, check)?;
        reply.answer.filter(|_| reply.error.is_none())
    }

    /// The observations with this answer to a check.
    pub(crate) fn with_answer(&self, check: usize, answer: Answer) -> Vec<usize> {
        (0..self.seen.len()).filter(|&at| self.answer(at, check) == Some(answer)).collect()
    }

    pub(crate) fn terms(&mut self) -> Option<&mut Terms> {
        let (case, count) = (self.case, self.checks());
        self.terms.get_or_insert_with(|| Terms::of_text(&case.text, count)).as_mut()
    }

    /// What is in the case, if its text can be read.
    pub(crate) fn features(&mut self) -> Option<&Features> {
        if self.features.is_none() {
            let features = self.terms().map(|terms| terms.features());
            self.features = Some(features);
        }
        self.features.as_ref().and_then(Option::as_ref)
    }

    /// What the model is worth that a solver gave with its `sat`.
    pub(crate) fn worth(&mut self, at: usize, check: usize) -> &Worth {
        let slot = at * self.checks() + check;
        if self.worth.get(slot).is_some_and(Option::is_none) {
            let text = match self.answer(at, check) {
                Some(Answer::Sat) => self.reply(at, check).and_then(Reply::model_text),
                _ => None,
            };
            let mut worth = match (text, text.and_then(|_| self.terms())) {
                (Some(text), Some(terms)) => terms.worth(check, text),
                _ => Worth::None,
            };
            let rounded = |text| self.seen[at].facts.may_round(text);
            if matches!(worth, Worth::Invalid(_)) && text.is_some_and(rounded) {
                worth = Worth::Open("its numbers may be rounded".to_owned());
            }
            self.worth[slot] = Some(worth);
        }
        self.worth.get(slot).and_then(Option::as_ref).unwrap_or(&Worth::None)
    }

    /// What is known of a check, by construction or by a model that somebody found.
    pub(crate) fn known(&mut self, check: usize) -> Known {
        if let Some(Some(known)) = self.known.get(check) {
            return known.clone();
        }
        let known = self.find_out(check);
        if let Some(slot) = self.known.get_mut(check) {
            *slot = Some(known.clone());
        }
        known
    }

    fn find_out(&mut self, check: usize) -> Known {
        let case = self.case;
        let Some(point) = case.checks.get(check) else { return Known::Open };
        let proved = self
            .with_answer(check, Answer::Sat)
            .into_iter()
            .find(|&at| *self.worth(at, check) == Worth::Valid);
        let model = proved.map(|at| format!("the model of {} satisfies all assertions", self.name(at)));
        match (&point.truth, model) {
            (Truth::Open, None) => Known::Open,
            (Truth::Open | Truth::Sat { witness: None }, Some(model)) => Known::Sat(model),
            (Truth::Unsat { .. }, Some(model)) => {
                Known::Contradiction(format!("it was made to be unsatisfiable, but {model}"))
            }
            (Truth::Unsat { core: Some(core) }, None) => {
                Known::Unsat(format!("by construction; unsatisfiable core: {}", core.join(" ")))
            }
            (Truth::Unsat { core: None }, None) => Known::Unsat("by construction".to_owned()),
            (Truth::Sat { witness: None }, None) => Known::Sat("by construction".to_owned()),
            (Truth::Sat { witness: Some(witness) }, model) => {
                match (self.terms().map(|terms| terms.worth(check, witness)), model) {
                    (Some(Worth::Valid), _) => Known::Sat("the witness satisfies all assertions".to_owned()),
                    (_, Some(model)) => Known::Sat(model),
                    (Some(Worth::Invalid(blame)), None) => Known::Contradiction(format!(
                        "it was made to be satisfiable, but the witness does not satisfy it: {}",
                        blame.text
                    )),
                    (_, None) => Known::Sat("by construction".to_owned()),
                }
            }
        }
    }

    pub(crate) fn name(&self, at: usize) -> &'a str {
        self.seen.get(at).map_or("", |seen| &seen.observation.solver)
    }

    pub(crate) fn family(&self, at: usize) -> &str {
        self.seen.get(at).map_or("", |seen| &seen.facts.id.family)
    }

    /// Whether two observations are of one program with the same options, whatever its random seeds.
    pub(crate) fn is_one_solver(&self, one: usize, other: usize) -> bool {
        let (Some(one), Some(other)) = (self.seen.get(one), self.seen.get(other)) else { return false };
        one.observation.base() == other.observation.base()
            || one.facts.id.is_same_but_for_seed(&other.facts.id)
    }

    /// Asks a follow-up question, if the present oracle may.
    pub(crate) fn ask(&mut self, question: FollowUp) {
        if self.asking.is_some() && !self.questions.contains(&question) {
            self.questions.push(question);
        }
    }

    /// A verdict whose fingerprint is about the case: its theories and operators, the solver's options, and one word more.
    pub(crate) fn verdict(&mut self, kind: Kind, at: usize, check: Option<usize>, detail: &str) -> Verdict {
        let features = self.features().cloned().unwrap_or_default();
        let facts = self.seen.get(at).map(|seen| (&*seen.facts.id.family, seen.facts.options()));
        let (family, options) = facts.unwrap_or_default();
        Verdict {
            kind,
            solver: self.name(at).to_owned(),
            check,
            expected: String::new(),
            actual: String::new(),
            evidence: String::new(),
            fingerprint: fingerprint::of_answer(kind, family, detail, &features, &options),
            witness: None,
        }
    }
}
