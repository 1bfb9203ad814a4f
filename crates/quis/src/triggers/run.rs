//! Looks for triggering terms in one file after the other.

use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow, bail};
use quis_smtlib::{Mode, ParseOptions};
use quis_solvers::{Interrupt, Limits, SearchPath, Solver};
use quis_triggers::{
    MOST_JOBS, Outcome, Problem, Selection, Settings, explanation, problem, remedies, solve_several,
};

use super::args::SearchArgs;
use super::panel::Panel;
use super::report::{Rejected, Report, Verdict};
use super::{sarif, text};
use crate::console::{self, Console, Status, json_line};
use crate::diagnostics::Note;
use crate::files::{self, Found};
use crate::input::{self, InputError, Source};
use crate::{atomic, parallel, solvers};

/// What is asked about a file.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Question {
    /// Which terms does E-matching lack?
    Triggers,
    /// Do the axioms contradict each other? Goals are left out, unless all is looked at.
    Axioms {
        /// Whether goals are axioms, too.
        all: bool,
    },
}

/// Once axioms are known to contradict each other, terms that show it are looked for so long at least.
const GRACE: Duration = Duration::from_secs(20);

/// Answers a question about each file, with so many sets of terms, where there are any.
pub(super) fn run(
    args: &SearchArgs,
    question: Question,
    wanted: usize,
    console: &Console,
) -> anyhow::Result<Status> {
    if let Some(file) = &args.sarif {
        check_place(file)?;
    }
    let work = Work {
        args,
        question,
        wanted,
        console,
        settings: settings(args, question)?,
        interrupt: interrupt()?,
    };
    let mut reports: Vec<Report> = Vec::new();
    let mut rejected = false;
    for found in files::expand(&args.paths) {
        if work.interrupt.is_on() {
            break;
        }
        match work.file(found)? {
            Some(report) => {
                let shown = if args.json { json_line(&report) } else { text::text(&report) };
                let gap = if reports.is_empty() || args.json { "" } else { "\n" };
                console::print(format!("{gap}{shown}").as_bytes())?;
                reports.push(report);
            }
            None => rejected |= !work.interrupt.is_on(),
        }
    }
    if let Some(file) = &args.sarif {
        atomic::write(file, sarif::log(&reports)?.as_bytes())?;
    }
    Ok(if work.interrupt.is_on() { Status::Interrupted } else { status(question, &reports, rejected) })
}

/// What was found counts more than what could not be read, and that more than what is open.
fn status(question: Question, reports: &[Report], rejected: bool) -> Status {
    let any = |verdict: Verdict| reports.iter().any(|report| report.verdict == verdict);
    if reports.iter().any(Report::is_finding) {
        Status::Failed
    } else if rejected || any(Verdict::Failed) {
        Status::Rejected
    } else if question == Question::Triggers && (any(Verdict::None) || any(Verdict::Satisfiable)) {
        Status::Open
    } else {
        Status::Good
    }
}

fn interrupt() -> anyhow::Result<Interrupt> {
    Interrupt::on_signals().context("signals cannot be handled")
}

fn settings(args: &SearchArgs, question: Question) -> anyhow::Result<Settings> {
    let path = solvers::search_path(&args.table.profiles)?;
    let named = |option: &str, spec: &str| {
        solvers::find(spec, &path).map_err(|error| anyhow!("{option} {spec}: {error}"))
    };
    let z3 = |option: &str, spec: Option<&String>| match spec {
        Some(spec) => named(option, spec),
        None => newest("z3", &path),
    };
    let cvc5 = match &args.cvc5 {
        Some(spec) => Some(named("--cvc5", spec)?),
        // It is a help, but no need.
        None => newest("cvc5", &path).ok(),
    };
    Ok(Settings {
        matching: z3("--solver", args.solver.as_ref())?,
        z3: z3("--refuter-z3", args.refuter_z3.as_ref())?,
        cvc5,
        time: args.time,
        jobs: parallel::jobs(args.jobs, MOST_JOBS),
        limits: Limits { memory: Some(args.memory << 20), ..Limits::default() },
        synthesis: args.synthesis,
        // A contradiction is what is looked for in axioms; terms are what is looked for otherwise.
        grace: (question != Question::Triggers).then_some(GRACE),
    })
}

/// The newest release that is installed, or else whatever has this name.
fn newest(name: &str, path: &SearchPath) -> anyhow::Result<Solver> {
    Solver::from_spec(&format!("{name}@latest"), path).or_else(|_| solvers::find(name, path))
}

/// What cannot be written should be known before the work, not after it.
fn check_place(file: &Path) -> anyhow::Result<()> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    match folder.filter(|folder| !folder.is_dir()) {
        Some(folder) => bail!("{}: there is no folder {}", file.display(), folder.display()),
        None if file.is_dir() => bail!("{}: this is a folder", file.display()),
        None => Ok(()),
    }
}

/// What is the same for all files.
struct Work<'a> {
    args: &'a SearchArgs,
    question: Question,
    /// So many sets of terms.
    wanted: usize,
    console: &'a Console,
    settings: Settings,
    interrupt: Interrupt,
}

impl Work<'_> {
    /// What came of a file. `None` if it was rejected, which is told here, or if the user did not want to wait.
    fn file(&self, found: Found) -> anyhow::Result<Option<Report>> {
        let source = match found.and_then(|path| input::read(&path)) {
            Ok(source) => source,
            Err(error) => return self.reject(&error),
        };
        let parsed = source.parse(ParseOptions { mode: Mode::Standard, comments: false });
        let is_ok = parsed.is_ok();
        if self.args.json && !is_ok {
            let diagnostics = Note::all(&source.text, &parsed.diagnostics);
            self.rejected_line(&source.name, diagnostics)?;
        } else {
            let renderer = self.console.stderr_renderer();
            self.console.warn(&renderer.diagnostics(&source, &parsed.diagnostics, !self.args.quiet));
        }
        if !is_ok {
            return Ok(None);
        }
        let selection = Selection { check: self.args.check, goals: self.args.goals.clone() };
        let problem = match problem(&parsed.script, &source.text, &selection) {
            Ok(problem) => problem,
            Err(error) => return self.reject(&InputError::new(Path::new(&source.name), error.to_string())),
        };
        if let Some(goal) = self.unknown_goal(&problem) {
            let message = format!("--goal {goal}: no assertion before the check has this name or line");
            return self.reject(&InputError::new(Path::new(&source.name), message));
        }
        self.problem(&source, self.chosen(problem))
    }

    fn unknown_goal(&self, problem: &Problem) -> Option<&String> {
        self.args.goals.iter().find(|goal| {
            problem
                .axioms
                .iter()
                .all(|axiom| axiom.name.as_ref() != Some(*goal) && axiom.line.to_string() != **goal)
        })
    }

    /// The axioms that are asked about.
    fn chosen(&self, problem: Problem) -> Problem {
        if self.question != (Question::Axioms { all: false }) {
            return problem;
        }
        let named = !self.args.goals.is_empty();
        problem.without(|problem, axiom| {
            // A guess is not to cost an axiom.
            problem.axioms.get(axiom).is_some_and(|axiom| axiom.is_goal)
                && (named || !problem.is_quantified(axiom))
        })
    }

    fn problem(&self, source: &Source, problem: Problem) -> anyhow::Result<Option<Report>> {
        let panel = Panel::default();
        let shown = (!self.args.quiet).then_some(self.console);
        let report = panel.during(&source.name, self.settings.time, shown, || {
            self.report(&source.name, &problem, &|event| panel.tell(event))
        });
        match report {
            Ok(report) => Ok(Some(report)),
            Err(_) if self.interrupt.is_on() => Ok(None),
            Err(error) => Err(anyhow!(error).context(source.name.clone())),
        }
    }

    fn report(
        &self,
        name: &str,
        problem: &Problem,
        tell: &(dyn Fn(quis_triggers::Event) + Sync),
    ) -> io::Result<Report> {
        let (question, interrupt) = (self.question, Some(&self.interrupt));
        let start = Instant::now();
        Ok(match solve_several(problem, &self.settings, self.wanted, interrupt, tell)? {
            Outcome::Refuted => {
                let time: Duration = start.elapsed();
                let answer = explanation(problem, &self.settings, interrupt)?;
                Report::refuted(question, name, problem, &answer, time)
            }
            Outcome::Found(answer) => {
                let remedies = remedies(problem, &answer, &self.settings, interrupt).unwrap_or_default();
                Report::found(question, name, problem, &answer, &remedies)
            }
            Outcome::NotFound(explored) => {
                Report::none(question, name, problem, &explored, self.interrupt.is_on())
            }
        })
    }

    fn reject(&self, error: &InputError) -> anyhow::Result<Option<Report>> {
        if self.args.json {
            self.rejected_line(&error.name, vec![Note::without_source(error)])?;
        } else {
            self.console.warn(&self.console.stderr_renderer().input_error(error));
        }
        Ok(None)
    }

    fn rejected_line(&self, file: &str, diagnostics: Vec<Note>) -> io::Result<()> {
        console::print(json_line(&Rejected { file, verdict: "rejected", diagnostics }).as_bytes())
    }
}
