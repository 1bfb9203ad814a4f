//! Asking a solver about many cases: in batches, and one by one where a batch does not come out.
//!
//! A batch is one assertion that some case of it has another value than ours; `unsat` means agreement on all. Whatever
//! else is answered, the cases of the batch are asked for singly.

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;
use std::time::Duration;

use crate::cases::{Case, Ours};
use crate::solver::Solver;

/// So many cases make a batch.
const BATCH: usize = 50;

/// So many errors, and no answer at all, mean that a solver does not know a class of cases.
const ERRORS: u32 = 3;

/// So many cases without an answer, and none with one, mean that the rest of their class will have none.
const UNANSWERED: u32 = 30;

/// What a solver says of a case.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Answer {
    Agrees,
    /// Another value: the solver's own, if it could be had.
    Differs(String),
    /// `unknown`, or nothing in time.
    Silent,
    /// An error: an operator, a sort or a form that it does not have.
    NotSupported(String),
}

/// What stands before the cases of a script.
pub(crate) struct Setting<'a> {
    pub(crate) higher_order: bool,
    pub(crate) declarations: &'a str,
}

/// The answers of one solver to some cases, all with a value.
pub(crate) fn ask(
    solver: &Solver,
    setting: &Setting<'_>,
    cases: &[Case],
    takes: impl Fn(&Case) -> bool,
) -> Vec<Answer> {
    let mut asking = Asking {
        solver,
        setting,
        cases,
        answers: vec![None; cases.len()],
        errors: HashMap::new(),
        unanswered: HashMap::new(),
        unknown_ranks: HashMap::new(),
        known: HashSet::new(),
        not_simplified: HashSet::new(),
    };
    let mut queue = asking.batches(takes);
    while !queue.is_empty() {
        queue = asking.round(queue);
    }
    let mut answers: Vec<Answer> =
        asking.answers.into_iter().map(|answer| answer.unwrap_or(Answer::Silent)).collect();
    values(solver, setting, cases, &mut answers);
    answers
}

/// Whether a solver tells right from wrong, in a batch and alone: agreement would otherwise mean nothing.
pub(crate) fn tells_right_from_wrong(solver: &Solver) -> bool {
    let case = |value: &str| Case {
        subject: 0,
        class: String::new(),
        text: "(bvadd #b01 #b01)".to_owned(),
        ours: Ours::Value(value.to_owned()),
    };
    let setting = Setting { higher_order: false, declarations: "" };
    let answers = ask(solver, &setting, &[case("#b10"), case("#b11"), case("#b10")], |_| true);
    answers == [Answer::Agrees, Answer::Differs("#b10".to_owned()), Answer::Agrees]
}

/// Subject and class of a case.
type Class<'a> = (usize, &'a str);

struct Asking<'a> {
    solver: &'a Solver,
    setting: &'a Setting<'a>,
    cases: &'a [Case],
    answers: Vec<Option<Answer>>,
    /// Errors by class, with the last of them.
    errors: HashMap<Class<'a>, (u32, String)>,
    /// Cases without an answer, by class.
    unanswered: HashMap<Class<'a>, u32>,
    /// Subjects and ranks whose symbol the solver does not have, each with the error that says so.
    unknown_ranks: HashMap<Class<'a>, String>,
    /// Classes with an answer.
    known: HashSet<Class<'a>>,
    /// Cases that the simplifier leaves as they are.
    not_simplified: HashSet<usize>,
}

impl<'a> Asking<'a> {
    fn class(&self, at: usize) -> Class<'a> {
        (self.cases[at].subject, &self.cases[at].class)
    }

    /// The class without its sorts.
    fn rank(&self, at: usize) -> Class<'a> {
        let (subject, class) = self.class(at);
        (subject, class.split(':').next().unwrap_or(class))
    }

    /// Cases of one subject each.
    fn batches(&mut self, takes: impl Fn(&Case) -> bool) -> Vec<Vec<usize>> {
        let mut batches: Vec<Vec<usize>> = Vec::new();
        // One case of each class goes first, so that what is not known spoils no batch.
        let mut classes: HashSet<Class<'a>> = HashSet::new();
        let mut first = Vec::new();
        for at in 0..self.cases.len() {
            if !takes(&self.cases[at]) {
                self.answers[at] = Some(Answer::NotSupported(String::new()));
                continue;
            }
            if self.cases.len() > BATCH && classes.insert(self.class(at)) {
                first.push(vec![at]);
                continue;
            }
            let subject = self.cases[at].subject;
            match batches.last_mut() {
                Some(batch) if batch.len() < BATCH && self.cases[batch[0]].subject == subject => {
                    batch.push(at)
                }
                _ => batches.push(vec![at]),
            }
        }
        first.append(&mut batches);
        first
    }

    /// Runs the solver once; gives what is still to be asked.
    fn round(&mut self, queue: Vec<Vec<usize>>) -> Vec<Vec<usize>> {
        let queue: Vec<Vec<usize>> = queue.into_iter().map(|batch| self.without_unknown(batch)).collect();
        let queue: Vec<Vec<usize>> = queue.into_iter().filter(|batch| !batch.is_empty()).collect();
        let mut script = start(self.solver, self.setting);
        let mut count = 0;
        for (number, batch) in queue.iter().enumerate() {
            count += batch.len();
            self.question(batch, &mut script);
            let _ = writeln!(script, "(echo \"@{number}\")");
        }
        let limit = Duration::from_secs(10) + Duration::from_millis(20) * count as u32;
        let output = self.solver.run(script, limit);
        let said = by_mark(&output);
        let mut rest = Vec::new();
        for (number, batch) in queue.into_iter().enumerate() {
            if number > said.complete {
                // Never reached.
                rest.push(batch);
                continue;
            }
            let said = said.parts.get(number).map_or("", String::as_str);
            let error = said.lines().find(|line| line.starts_with("(error"));
            let verdict = said.lines().rev().find(|line| VERDICTS.contains(line));
            match (error, verdict, &*batch) {
                (None, Some("unsat" | "true"), _) => {
                    for at in batch {
                        self.answers[at] = Some(Answer::Agrees);
                        self.known.insert(self.class(at));
                    }
                }
                (Some(error), _, &[at]) => {
                    self.answers[at] = Some(Answer::NotSupported(error.to_owned()));
                    let entry = self.errors.entry(self.class(at)).or_default();
                    *entry = (entry.0 + 1, error.to_owned());
                    if is_unknown_symbol(error) && error.contains(head(&self.cases[at].text)) {
                        self.unknown_ranks.insert(self.rank(at), error.to_owned());
                    }
                }
                (None, Some("sat" | "false"), &[at]) => {
                    self.answers[at] = Some(Answer::Differs(String::new()))
                }
                (None, None, &[at]) if self.is_simplified(&batch) => {
                    self.not_simplified.insert(at);
                    rest.push(batch);
                }
                (_, _, &[at]) => {
                    self.answers[at] = Some(Answer::Silent);
                    *self.unanswered.entry(self.class(at)).or_default() += 1;
                }
                _ => rest.extend(batch.into_iter().map(|at| vec![at])),
            }
        }
        rest
    }

    /// One check whether all cases of a batch have our values.
    fn question(&self, batch: &[usize], script: &mut String) {
        let equal = |at: usize| match &self.cases[at].ours {
            Ours::Value(value) => self.solver.spell(&format!("(= {} {value})", self.cases[at].text)),
            _ => "true".to_owned(),
        };
        if self.is_simplified(batch) {
            let all: Vec<String> = batch.iter().map(|&at| equal(at)).collect();
            let _ = writeln!(script, "(simplify (and true\n{}))", all.join("\n"));
            return;
        }
        script.push_str("(push 1)\n(assert (or false");
        for &at in batch {
            let _ = write!(script, "\n(not {})", equal(at));
        }
        script.push_str("))\n(check-sat)\n(pop 1)\n");
    }

    fn is_simplified(&self, batch: &[usize]) -> bool {
        let simplified = |at: usize| {
            self.solver.must_simplify(head(&self.cases[at].text)) && !self.not_simplified.contains(&at)
        };
        batch.iter().any(|&at| simplified(at))
    }

    /// The batch without the cases of classes that the solver does not know or cannot decide.
    fn without_unknown(&mut self, batch: Vec<usize>) -> Vec<usize> {
        let mut kept = Vec::new();
        for at in batch {
            let class = self.class(at);
            let error = match self.errors.get(&class) {
                Some((count, error))
                    if !self.known.contains(&class) && (*count >= ERRORS || is_final(error)) =>
                {
                    Some(error)
                }
                _ => self.unknown_ranks.get(&self.rank(at)),
            };
            let undecided = self.unanswered.get(&class).is_some_and(|count| *count >= UNANSWERED);
            match error {
                Some(error) => self.answers[at] = Some(Answer::NotSupported(error.clone())),
                None if undecided && !self.known.contains(&class) => self.answers[at] = Some(Answer::Silent),
                None => kept.push(at),
            }
        }
        kept
    }
}

/// What ends the answer to a question.
const VERDICTS: [&str; 5] = ["sat", "unsat", "unknown", "true", "false"];

/// The symbol that a case begins with.
fn head(text: &str) -> &str {
    let start = text.trim_start_matches(['(', '_', ' ']);
    &start[..start.find([' ', ')']).unwrap_or(start.len())]
}

fn is_unknown_symbol(error: &str) -> bool {
    [
        "unknown constant",
        "not declared",
        "undefined symbol",
        "invalid indexed term",
        "Unknown indexed function",
    ]
    .iter()
    .any(|sign| error.contains(sign))
}

/// Errors that all cases of a class will give.
fn is_final(error: &str) -> bool {
    is_unknown_symbol(error)
        || ["unknown constant", "unknown sort", "number of arguments", "must have at least", "\"got "]
            .iter()
            .any(|sign| error.contains(sign))
}

fn start(solver: &Solver, setting: &Setting<'_>) -> String {
    let logic = solver.logic(setting.higher_order);
    format!("(set-option :produce-models true)\n(set-logic {logic})\n{}\n", setting.declarations)
}

/// The output between the marks.
struct Marked {
    parts: Vec<String>,
    /// So many parts were ended by their mark.
    complete: usize,
}

fn by_mark(output: &str) -> Marked {
    let mut marked = Marked { parts: vec![String::new()], complete: 0 };
    for line in output.lines() {
        if line.trim_matches('"').strip_prefix('@').is_some_and(|number| number.parse::<usize>().is_ok()) {
            marked.parts.push(String::new());
            marked.complete += 1;
        } else if let Some(last) = marked.parts.last_mut() {
            last.push_str(line);
            last.push('\n');
        }
    }
    marked
}

/// Asks for the solver's own values where it differs.
fn values(solver: &Solver, setting: &Setting<'_>, cases: &[Case], answers: &mut [Answer]) {
    let differ: Vec<usize> =
        (0..cases.len()).filter(|&at| matches!(answers[at], Answer::Differs(_))).collect();
    if differ.is_empty() {
        return;
    }
    let mut script = start(solver, setting);
    for (number, &at) in differ.iter().enumerate() {
        let _ = writeln!(
            script,
            "(push 1)\n(check-sat)\n(get-value ({}))\n(pop 1)\n(echo \"@{number}\")",
            solver.spell(&cases[at].text)
        );
    }
    let output = solver.run(script, Duration::from_secs(30));
    for (said, at) in by_mark(&output).parts.into_iter().zip(differ) {
        let said = said.trim().trim_start_matches("sat").trim();
        answers[at] = Answer::Differs(last_element(said).unwrap_or(said).to_owned());
    }
}

/// match: ((term value)), result: value
fn last_element(text: &str) -> Option<&str> {
    let inner = text.strip_prefix("((")?.strip_suffix("))")?;
    let (mut depth, mut quoted, mut start) = (0u32, false, 0);
    for (at, c) in inner.char_indices() {
        match c {
            '"' => quoted = !quoted,
            '(' if !quoted => depth += 1,
            ')' if !quoted => depth = depth.saturating_sub(1),
            c if c.is_whitespace() && depth == 0 && !quoted => start = at + 1,
            _ => {}
        }
    }
    inner.get(start..)
}
