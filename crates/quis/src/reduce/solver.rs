//! `quis reduce FILE --solver SOLVER`: what the solver does wrong is kept.

use anyhow::{Context, anyhow};
use quis_campaign::reduce::{Subject, Task};
use quis_solvers::{Interrupt, Limits, SearchPath, Solver};
use quis_techniques::{TestCase, Truth};

use super::args::{KnownTruth, ReduceArgs};
use super::command::read;
use super::drive::{self, Failed, Job, Outcome};
use super::log::Log;
use super::panel::Panel;
use super::summary::Summary;
use super::target::Target;
use crate::console::{Console, Status};

/// How long a run may take, if the user does not say, in seconds.
const TIMEOUT: f64 = 10.0;
/// How much memory a run may have, if the user does not say, in megabytes.
const MEMORY: u64 = 2048;

/// Makes a file smaller.
pub(crate) fn run(args: &ReduceArgs, spec: &str, console: &Console) -> anyhow::Result<Status> {
    let interrupt = Interrupt::on_signals().context("signals cannot be handled")?;
    let Some(source) = read(args, console) else { return Ok(Status::Rejected) };
    let mut target = Target::new(args.output.as_deref(), &args.file)?;
    let log = args.show.log.as_deref().map(Log::create).transpose()?;
    let path = SearchPath::of_user()?;
    let named = |spec: &str| Solver::from_spec(spec, &path).map_err(|error| anyhow!("{error}"));
    let subject = Subject {
        text: &source.text,
        solver: named(spec)?,
        truths: args.solver.truth.iter().map(|truth| truth.truth()).collect(),
        trusted: args.solver.trust.iter().map(|spec| named(spec)).collect::<Result<_, _>>()?,
        limits: limits(args),
    };
    let task = match Task::of_file(&subject, &path, Some(&interrupt)) {
        Ok(task) => task,
        Err(_) if interrupt.is_on() => return Ok(Status::Interrupted),
        Err(error) => return Err(anyhow!("{}: {error}", source.name)),
    };
    let put = &mut |case: &TestCase| target.put(source.encode(&case.text).into_owned());
    let result = drive(args, &task, &interrupt, log, console, put);
    // Whatever happened: what was confirmed stays.
    target.close()?;
    let outcome = match result {
        Ok(outcome) => outcome,
        Err(failed) => return failed.explain(&source, task.predicate.aim(), console),
    };
    let summary = Summary {
        file: &source.name,
        output: &target.name(),
        outcome: &outcome,
        timeouts: task.predicate.timeouts(),
        verdict: Some(&task.predicate.aim().verdict),
    };
    summary.show(&args.show, console)?;
    Ok(summary.status())
}

impl KnownTruth {
    fn truth(self) -> Truth {
        match self {
            KnownTruth::Sat => Truth::Sat { witness: None },
            KnownTruth::Unsat => Truth::Unsat { core: None },
            KnownTruth::Unknown => Truth::Open,
        }
    }
}

/// The limits of a run.
pub(super) fn limits(args: &ReduceArgs) -> Limits {
    Limits::of_case(args.timeout.unwrap_or(TIMEOUT), args.memory.unwrap_or(MEMORY))
}

/// Makes the case of a task smaller, and says what is kept.
pub(super) fn drive(
    args: &ReduceArgs,
    task: &Task,
    interrupt: &Interrupt,
    log: Option<Log>,
    console: &Console,
    keep: &mut dyn FnMut(&TestCase) -> anyhow::Result<()>,
) -> Result<Outcome, Failed> {
    let talks = !args.show.quiet && !args.show.json;
    if talks {
        console.warn(&format!("what is kept: {}\n", task.predicate.aim()));
    }
    let job = Job { effort: &args.effort, interrupt, panel: Panel::new(talks), log, keep };
    drive::run(&task.case, &task.predicate, job)
}
