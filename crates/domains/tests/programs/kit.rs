//! Compiling and running programs in C, and cases for them.

use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use quis_domains::adapters::install::{self, InstallError};
use quis_domains::{
    Action, Arguments, Case, Constraint, Domain, Linear, Outcome, Profile, Program, Relation, Step, Visitor,
    outcome, program, with,
};

/// Libraries are not made for several threads.
pub(crate) static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

/// The folder of a family's libraries, and the right to use them; skips the test if there are none.
pub(crate) fn library(family: &str) -> Option<(PathBuf, MutexGuard<'static, ()>)> {
    if !Command::new("gcc")
        .arg("--version")
        .stdout(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
    {
        println!("SKIPPED, there is no gcc");
        return None;
    }
    let guard = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    let variable = if family == "apron" { "QUIS_APRON" } else { "QUIS_PPL" };
    let named = std::env::var_os(variable).map(PathBuf::from);
    let folder = named.or_else(|| {
        let skipped = |error: &InstallError| println!("SKIPPED, no library and no way to get it: {error}");
        let cache = install::cache()?;
        let folder =
            if family == "apron" { install::install_apron(&cache) } else { install::install_ppl(&cache) };
        folder.inspect_err(skipped).ok()
    });
    Some((folder?, guard))
}

/// How a program ended.
#[derive(Debug)]
pub(crate) struct Run {
    /// `None` if it was ended by a signal.
    pub(crate) code: Option<i32>,
    pub(crate) signal: Option<i32>,
    /// It had to be stopped.
    pub(crate) endless: bool,
    pub(crate) said: String,
}

pub(crate) fn run(program: &Program, library: &Path, patience: Duration) -> Run {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join(program.file), &program.text).unwrap();
    let compile = program.build.strip_suffix(" && ./program").unwrap();
    let mut compiler = Command::new("sh");
    compiler.args(["-c", compile]).env("LIB", library).current_dir(&folder);
    let compiled = compiler.output().unwrap();
    let words = String::from_utf8_lossy(&compiled.stderr);
    assert!(compiled.status.success() && words.is_empty(), "{words}\n{}", program.text);
    let said = std::fs::File::create(folder.path().join("said")).unwrap();
    let mut child = Command::new(folder.path().join("program")).stdout(said).spawn().unwrap();
    let start = Instant::now();
    let (status, endless) = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break (status, false);
        }
        if start.elapsed() > patience {
            child.kill().unwrap();
            break (child.wait().unwrap(), true);
        }
        std::thread::sleep(Duration::from_millis(2));
    };
    let said = std::fs::read(folder.path().join("said")).unwrap();
    let said = String::from_utf8_lossy(&said).into_owned();
    Run { code: status.code(), signal: status.signal(), endless, said }
}

pub(crate) const PATIENCE: Duration = Duration::from_secs(10);

pub(crate) fn at_least(coefficients: &[i64], constant: i64) -> Constraint {
    Constraint { linear: Linear::new(coefficients.iter().copied(), constant), relation: Relation::AtLeast }
}

pub(crate) fn step(action: Action) -> Step {
    Step { action, asked: false }
}

#[derive(Clone, Copy)]
pub(crate) struct ProfileOf;

impl Visitor for ProfileOf {
    type Output = Profile;

    fn visit<D: Domain>(self, domain: D) -> Profile {
        domain.profile().clone()
    }
}

pub(crate) struct OutcomeOf<'c>(pub(crate) &'c Case);

impl Visitor for OutcomeOf<'_> {
    type Output = Outcome;

    fn visit<D: Domain>(self, domain: D) -> Outcome {
        outcome(&domain, self.0)
    }
}

/// The program of a case on a domain of a library.
pub(crate) fn written(case: &Case, domain: &str) -> Program {
    let profile = with(domain, case.dimension, ProfileOf).unwrap();
    program(case, &profile, domain).unwrap()
}

/// ⊤, ⊥ and a constraint.
pub(crate) fn trivial(property: u8) -> Case {
    Case {
        dimension: 2,
        expressions: vec![Linear::new([1, 0], 3)],
        conditions: vec![at_least(&[1, -1], 5)],
        steps: vec![step(Action::Top), step(Action::Bottom), step(Action::Constraint(0))],
        property: Some(property),
        arguments: Arguments { x: 2, y: 2, z: 2, variable: 1, expression: 0, condition: 0, variant: 0 },
        guarded: false,
    }
}

/// The code with which a program ends.
pub(crate) fn code(outcome: Outcome) -> i32 {
    match outcome {
        Outcome::Holds => 0,
        Outcome::Violated => 1,
        Outcome::Failed => 2,
        Outcome::Vacuous => 3,
    }
}
