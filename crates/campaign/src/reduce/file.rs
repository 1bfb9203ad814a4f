//! A file on which a solver goes wrong.

use quis_judge::{Kind, Verdict};
use quis_smtlib::{Command, Mode, PrintOptions, Script, parse, print_commands};
use quis_solvers::{Ask, Interrupt, Limits, Profile, SearchPath, Solver};
use quis_techniques::{TestCase, Truth};

use super::task::{Seen, Task};
use super::trust::believed;
use crate::ask::{Crew, MODELS, without_options};
use crate::error::Error;
use crate::participant::judge_of;

/// How the solver at fault is asked. Some bugs hide if a model is asked for, or behind the arguments that Quis gives, and some show
/// only behind commands that print.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Manner {
    ask: Ask,
    /// Without the arguments that Quis gives.
    bare: bool,
    /// With the commands that print.
    whole: bool,
}

const NOTHING: Ask = Ask { models: false, ..Ask::MODELS };

/// The ways to ask, the most telling first.
const MANNERS: [Manner; 4] = [
    Manner { ask: MODELS, bare: false, whole: false },
    Manner { ask: NOTHING, bare: false, whole: false },
    Manner { ask: NOTHING, bare: true, whole: false },
    Manner { ask: NOTHING, bare: true, whole: true },
];

/// A file on which a solver goes wrong.
#[derive(Clone, Debug)]
pub struct Subject<'a> {
    /// Its text.
    pub text: &'a str,
    /// The solver, with its options.
    pub solver: Solver,
    /// What is known of its checks. Of those that have none, what the file says with `(set-info :status …)`.
    pub truths: Vec<Truth>,
    /// Those who are believed; if there are none, the newest that are installed.
    pub trusted: Vec<Solver>,
    /// The limits of a run.
    pub limits: Limits,
}

impl Task {
    /// Judges what a solver does with a file, and keeps the worst that is found.
    ///
    /// # Errors
    /// If the file is rejected, if nothing is wrong with what the solver does, or if a solver cannot be started.
    pub fn of_file(
        subject: &Subject<'_>,
        path: &SearchPath,
        interrupt: Option<&Interrupt>,
    ) -> Result<Task, Error> {
        let rejected = |_| Error::Asked("the file is rejected".to_owned());
        let script = parse(subject.text, Mode::Standard).into_result().map_err(rejected)?;
        let case = case_of_script(&script, &subject.truths, false)?;
        let trusted = if subject.trusted.is_empty() {
            believed(&subject.solver, path)
        } else {
            subject.trusted.clone()
        };
        let plain = without_options(&case);
        let everybody: Vec<Solver> = std::iter::once(&subject.solver).chain(&trusted).cloned().collect();
        let judge = judge_of(&everybody);
        let mut others = Crew::fresh(trusted.iter().cloned(), subject.limits, interrupt);
        let opinions = others.observe(&plain, MODELS)?;
        let mut failure = None;
        for manner in MANNERS {
            let case =
                if manner.whole { case_of_script(&script, &subject.truths, true)? } else { case.clone() };
            let mut solver = subject.solver.clone();
            if manner.bare {
                // What it lacks by default it may have with the user's options.
                let Profile { arguments, optional, lacks, formats, theories, .. } = &mut solver.profile;
                arguments.clear();
                optional.clear();
                lacks.clear();
                formats.clear();
                *theories = None;
            }
            let mut own = Crew::fresh([solver.clone()], subject.limits, interrupt);
            let mut observations = own.observe(&case, manner.ask)?;
            let Some(said) = observations.first().map(crate::finding::Record::new) else {
                continue;
            };
            observations.extend(opinions.iter().cloned());
            let verdicts = judge.judge(&case, &observations);
            // Without the arguments that Quis gives, a solver may refuse what it knows, and that is no fault.
            let is_fair = |kind| !manner.bare || kind <= Kind::Crash;
            let accused = |verdict: &&Verdict| verdict.solver == solver.name && is_fair(verdict.kind);
            let mut solvers = vec![solver.clone()];
            solvers.extend(trusted.iter().cloned());
            let seen = Seen { solvers, observations };
            for verdict in verdicts.iter().filter(accused) {
                let task = Task::asked(&case, verdict, &seen, subject.limits, (manner.ask, None), interrupt)?;
                if let Some(task) = task {
                    return Ok(task);
                }
            }
            let answers =
                if said.answers.is_empty() { "no answer".to_owned() } else { said.answers.join(", ") };
            let of_it =
                verdicts.into_iter().filter(|verdict| verdict.solver == solver.name).collect::<Vec<_>>();
            failure.get_or_insert((answers, said.end, of_it));
        }
        Err(Error::Asked(match failure {
            Some((_, _, verdicts)) if !verdicts.is_empty() => {
                let all: Vec<String> = verdicts.iter().map(describe).collect();
                format!(
                    "nothing that can be kept is wrong with what {} does: {}",
                    subject.solver.name,
                    all.join("; ")
                )
            }
            Some((answers, end, _)) => {
                format!("nothing is wrong with what {} does: {answers} ({end})", subject.solver.name)
            }
            None => format!("{} cannot read the file", subject.solver.name),
        }))
    }
}

fn describe(verdict: &Verdict) -> String {
    format!("{}: {}: {}", verdict.kind.name(), verdict.solver, verdict.actual)
}

/// A script as a case: with its options, since bugs depend on them, and without its infos.
fn case_of_script(script: &Script, truths: &[Truth], whole: bool) -> Result<TestCase, Error> {
    let commands: Vec<&Command> =
        script.commands.iter().take_while(|command| **command != Command::Exit).collect();
    let stated = stated_truths(&commands);
    let known = stated.into_iter().enumerate().map(|(at, stated)| truths.get(at).cloned().unwrap_or(stated));
    let known: Vec<Truth> = known.collect();
    let kept = commands.into_iter().filter(|command| is_kept(command, script, whole));
    let printed = print_commands(&script.store, kept, PrintOptions::shared())
        .map_err(|error| Error::Asked(error.to_string()))?;
    Ok(TestCase::of_text(&printed.text, &known))
}

fn is_kept(command: &Command, script: &Script, whole: bool) -> bool {
    match command {
        Command::SetInfo(..) | Command::Comment(_) => false,
        // Models are asked for where they are wanted.
        Command::SetOption(keyword, _) => !matches!(&**keyword, ":print-success" | ":produce-models"),
        Command::GetValue(_) => whole,
        Command::Other(_) | Command::Extended(..) => {
            let name = command.name(&script.store);
            whole || name.starts_with("declare-") || name.starts_with("define-")
        }
        _ => true,
    }
}

/// What a script says of its checks.
///
/// match: (set-info :status sat) … (check-sat), result: sat
fn stated_truths(commands: &[&Command]) -> Vec<Truth> {
    let mut stated = Truth::Open;
    let mut truths = Vec::new();
    for command in commands {
        match command {
            Command::SetInfo(keyword, value) if &**keyword == ":status" => {
                stated = match value.trim() {
                    "sat" => Truth::Sat { witness: None },
                    "unsat" => Truth::Unsat { core: None },
                    _ => Truth::Open,
                };
            }
            // It is about the next check alone.
            Command::CheckSat | Command::CheckSatAssuming(_) => truths.push(std::mem::take(&mut stated)),
            _ => {}
        }
    }
    truths
}
