//! What is told of a file: data, from which text, JSON and SARIF are made.

use std::time::Duration;

use quis_triggers::{Answer, Candidate, Contradiction, Explored, Named, Problem, Remedy, Tried};
use serde::Serialize;

use super::run::Question;
use crate::diagnostics::Note;

/// What came of a file.
#[derive(Clone, Copy, PartialEq, Eq, Default, Serialize, Debug)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Verdict {
    /// E-matching needs no help.
    Refuted,
    /// The axioms contradict each other.
    Contradiction,
    /// The axioms contradict each other, but no term of the file shows it to E-matching.
    ModuloPatterns,
    /// The goal follows, but E-matching does not see it.
    Incompleteness,
    /// There are terms, but what they show is not known.
    Found,
    /// An engine has a model: there is nothing to be found.
    Satisfiable,
    /// Nothing was found.
    #[default]
    None,
    /// The solver cannot be used.
    Failed,
}

/// What is told of a file.
#[derive(Clone, Default, Serialize)]
pub(super) struct Report {
    pub(super) file: String,
    pub(super) verdict: Verdict,
    /// The verdict in words.
    pub(super) sentence: String,
    pub(super) seconds: f64,
    /// How it was found.
    pub(super) way: Option<String>,
    pub(super) needs_goal: Option<bool>,
    pub(super) unsteady: bool,
    /// Whether the terms are enough for the file as it was written, and not only for its normal form.
    pub(super) as_written: Option<bool>,
    pub(super) terms: Vec<Named>,
    pub(super) fresh: Vec<Named>,
    pub(super) axioms: Vec<AxiomLine>,
    pub(super) example: Vec<ExampleLine>,
    /// What makes E-matching finish if it stands before the check.
    pub(super) commands: Vec<String>,
    /// Functions in the terms and the example that the file does not have.
    pub(super) invented: Vec<Invented>,
    /// Patterns that make E-matching finish.
    pub(super) patterns: Vec<PatternLine>,
    /// Other terms that are enough.
    pub(super) alternatives: Vec<Alternative>,
    /// How often E-matching was asked in vain whether some terms are enough.
    pub(super) asked: u64,
    /// The ways that were tried in vain.
    pub(super) tried: Vec<Tried>,
    /// What the solver complained about.
    pub(super) complaint: Option<String>,
}

/// A file that could not be read.
#[derive(Serialize)]
pub(super) struct Rejected<'a> {
    pub(super) file: &'a str,
    pub(super) verdict: &'static str,
    pub(super) diagnostics: Vec<Note>,
}

/// An axiom that takes part.
#[derive(Clone, Serialize)]
pub(super) struct AxiomLine {
    pub(super) title: String,
    pub(super) line: usize,
    pub(super) goal: bool,
}

/// What an axiom says for certain values.
#[derive(Clone, Serialize)]
pub(super) struct ExampleLine {
    pub(super) axiom: String,
    pub(super) line: usize,
    pub(super) values: Vec<(String, String)>,
    pub(super) says: String,
}

/// A function that stands for a quantifier.
#[derive(Clone, Serialize)]
pub(super) struct Invented {
    pub(super) name: String,
    /// The variable that is said to exist. `None` if it says that a quantified part of the assertion holds.
    pub(super) variable: Option<String>,
    pub(super) line: usize,
    /// How it is declared.
    pub(super) declaration: String,
}

/// Other terms that are enough.
#[derive(Clone, Serialize)]
pub(super) struct Alternative {
    pub(super) seconds: f64,
    pub(super) way: String,
    pub(super) terms: Vec<Named>,
    pub(super) fresh: Vec<Named>,
    pub(super) invented: Vec<Invented>,
    pub(super) commands: Vec<String>,
}

/// Other patterns for an axiom. None: the solver chooses.
#[derive(Clone, Serialize)]
pub(super) struct PatternLine {
    pub(super) axiom: String,
    pub(super) line: usize,
    pub(super) old: Vec<Vec<String>>,
    pub(super) new: Vec<Vec<String>>,
}

impl Report {
    fn new(file: &str, verdict: Verdict, sentence: String, time: Duration) -> Report {
        Report { file: file.to_owned(), verdict, sentence, seconds: time.as_secs_f64(), ..Report::default() }
    }

    /// E-matching finishes by itself; the answer, which has no terms, says why.
    pub(super) fn refuted(
        question: Question,
        file: &str,
        problem: &Problem,
        answer: &Answer,
        time: Duration,
    ) -> Report {
        let (verdict, sentence) = match (question, answer.needs_goal) {
            (Question::Triggers, Some(false)) => (
                Verdict::Refuted,
                "E-matching refutes it without help, and without the goal: the axioms contradict each other",
            ),
            (Question::Triggers, _) => (Verdict::Refuted, "E-matching refutes it without help"),
            (Question::Axioms { all: true }, _) => (
                Verdict::Contradiction,
                "the assertions contradict each other, and E-matching sees it from the terms of this file",
            ),
            (Question::Axioms { .. }, _) => (
                Verdict::Contradiction,
                "the axioms contradict each other, and E-matching sees it from the terms of this file",
            ),
        };
        let report = Report::new(file, verdict, sentence.to_owned(), time);
        report.with(problem, answer, &[])
    }

    /// Terms were found.
    pub(super) fn found(
        question: Question,
        file: &str,
        problem: &Problem,
        answer: &Answer,
        remedies: &[Remedy],
    ) -> Report {
        let (verdict, sentence) = match (question, answer.needs_goal) {
            (Question::Triggers, Some(false)) => (
                Verdict::Contradiction,
                "the axioms contradict each other, but E-matching does not see it".to_owned(),
            ),
            (Question::Triggers, Some(true)) => {
                (Verdict::Incompleteness, "the goal follows, but E-matching does not see it".to_owned())
            }
            (Question::Triggers, None) => (
                Verdict::Found,
                "it is contradictory, but E-matching does not see it; whether that takes the goal is not known"
                    .to_owned(),
            ),
            (Question::Axioms { .. }, _) => {
                let terms: Vec<&str> = answer.candidate.terms.iter().map(|term| term.text.as_str()).collect();
                let noun = if terms.len() == 1 { "term" } else { "terms" };
                let sentence = format!(
                    "the axioms contradict each other. E-matching finds no contradiction from the terms of this file; it needs the {noun} {}: \
                     the axioms are sound at most modulo patterns",
                    terms.join(", ")
                );
                (Verdict::ModuloPatterns, sentence)
            }
        };
        let report = Report::new(file, verdict, sentence, answer.time);
        report.with(problem, answer, remedies)
    }

    /// No terms were found. If the user did not want to wait, not even that E-matching needs help may be known.
    pub(super) fn none(
        question: Question,
        file: &str,
        problem: &Problem,
        explored: &Explored,
        is_interrupted: bool,
    ) -> Report {
        let (verdict, sentence) = in_vain(question, explored, is_interrupted);
        let report = Report {
            asked: explored.asked,
            tried: explored.ways.clone(),
            complaint: explored.complaint.clone(),
            ..Report::new(file, verdict, sentence, explored.time)
        };
        match &explored.contradiction {
            Some(Contradiction { way, example, .. }) => {
                report.with(problem, &Answer::without_terms(problem, way, example), &[])
            }
            None => report,
        }
    }

    /// Adds what an answer says.
    fn with(self, problem: &Problem, answer: &Answer, remedies: &[Remedy]) -> Report {
        let line = |axiom: usize| problem.axioms.get(axiom).map_or(0, |axiom| axiom.line);
        let axioms = answer.axioms.iter().map(|&axiom| AxiomLine {
            title: problem.title(axiom),
            line: line(axiom),
            goal: problem.axioms.get(axiom).is_some_and(|axiom| axiom.is_goal),
        });
        let example = answer.example.iter().map(|example| ExampleLine {
            axiom: problem.title(example.axiom),
            line: line(example.axiom),
            values: example.values.clone(),
            says: example.says.clone(),
        });
        let says = answer.example.iter().map(|example| example.says.as_str());
        let shown = says.fold(answer.candidate.text(), |shown, says| shown + " " + says);
        let patterns = remedies.iter().map(|remedy| PatternLine {
            axiom: problem.title(remedy.axiom),
            line: line(remedy.axiom),
            old: remedy.old.clone(),
            new: remedy.new.clone(),
        });
        let alternatives = answer.alternatives.iter().map(|other| Alternative {
            seconds: other.time.as_secs_f64(),
            way: other.way.clone(),
            terms: other.candidate.terms.clone(),
            fresh: other.candidate.fresh.clone(),
            invented: invented(problem, &other.candidate.text()),
            commands: commands(&other.candidate),
        });
        Report {
            way: Some(answer.way.clone()),
            needs_goal: answer.needs_goal,
            unsteady: answer.unsteady,
            as_written: answer.as_written,
            terms: answer.candidate.terms.clone(),
            fresh: answer.candidate.fresh.clone(),
            axioms: axioms.collect(),
            example: example.collect(),
            invented: invented(problem, &shown),
            commands: commands(&answer.candidate),
            patterns: patterns.collect(),
            alternatives: alternatives.collect(),
            ..self
        }
    }

    /// Whether there is something that a user has to look at.
    pub(super) fn is_finding(&self) -> bool {
        !matches!(self.verdict, Verdict::Refuted | Verdict::Satisfiable | Verdict::None | Verdict::Failed)
    }
}

/// What is said if there are no terms.
fn in_vain(question: Question, explored: &Explored, is_interrupted: bool) -> (Verdict, String) {
    let time = super::text::span(explored.time);
    let is_about_goal = question == Question::Triggers;
    if explored.complaint.is_some() && !is_interrupted {
        return (Verdict::Failed, "E-matching could not be asked: the solver complains".to_owned());
    }
    // If one engine has a model, and another a contradiction, what can be checked counts: that has no quantifiers.
    if let (Some(way), None) = (&explored.model, &explored.contradiction) {
        let sentence = match is_about_goal {
            true => format!("there is a model, so that no term can help: {way}"),
            false => format!("no contradiction: there is a model ({way})"),
        };
        return (Verdict::Satisfiable, sentence);
    }
    match (&explored.contradiction, is_about_goal) {
        // What is contradictory is so, whether E-matching sees it or not.
        (Some(Contradiction { way, .. }), false) => (
            Verdict::ModuloPatterns,
            format!(
                "the axioms contradict each other: {way}. No terms were found with which E-matching sees it: \
                 the axioms are sound at most modulo patterns"
            ),
        ),
        (Some(Contradiction { way, .. }), true) => (
            Verdict::None,
            format!(
                "it is contradictory ({way}), but E-matching does not see it, and no terms with which it would were found in {time}"
            ),
        ),
        (None, _) if is_interrupted => {
            let what = if is_about_goal { "terms were" } else { "contradiction was" };
            (Verdict::None, format!("interrupted: no {what} found in {time}"))
        }
        (None, true) => {
            (Verdict::None, format!("E-matching does not refute it, and no terms were found in {time}"))
        }
        (None, false) => (Verdict::None, format!("no contradiction found in {time}")),
    }
}

/// What is to stand before the check.
fn commands(candidate: &Candidate) -> Vec<String> {
    candidate.text().lines().map(str::to_owned).collect()
}

/// The functions in a text that stand for quantifiers.
fn invented(problem: &Problem, text: &str) -> Vec<Invented> {
    let used: Vec<&str> = words(text).collect();
    let skolems = problem.skolems.iter().filter(|skolem| used.contains(&skolem.name.as_str()));
    let line = |axiom: usize| problem.axioms.get(axiom).map_or(0, |axiom| axiom.line);
    let invented = skolems.map(|skolem| Invented {
        name: skolem.name.clone(),
        variable: skolem.variable.clone(),
        line: line(skolem.axiom),
        declaration: problem.declaration(skolem),
    });
    invented.collect()
}

/// The symbols of a text. Those in bars may be cut apart, which no made-up name is.
pub(super) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| c.is_whitespace() || "()|\"".contains(c)).filter(|word| !word.is_empty())
}
