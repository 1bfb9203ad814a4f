//! `quis solvers`: which solvers there are, installing them, and what they can do.

pub(crate) mod args;
mod doctor;
mod install;
mod list;

use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;

use anyhow::anyhow;
use quis_solvers::{Found, Profile, SearchPath, Solver, SolverError, Table};

use crate::console::{self, Console, Status};
use args::{HostArgs, PathArgs, SolversArgs, SolversCommand};

pub(crate) fn run(args: &SolversArgs, console: &Console) -> anyhow::Result<Status> {
    match &args.command {
        SolversCommand::List(args) => list::run(args, console),
        SolversCommand::Install(args) => install::run(args, console),
        SolversCommand::Path(args) => path(args),
        SolversCommand::Doctor(args) => doctor::run(args, console),
    }
}

/// Prints the path of something that can be run by hand.
fn path(args: &PathArgs) -> anyhow::Result<Status> {
    let path = search_path(&args.table.profiles)?;
    let solver = find(&args.solver, &path)?;
    let mut line = solver.program_by_hand().as_os_str().as_bytes().to_vec();
    line.push(b'\n');
    console::print(&line)?;
    Ok(Status::Good)
}

/// A solver in the place of its program.
pub(crate) fn host(args: &HostArgs) -> anyhow::Result<Status> {
    match quis_solvers::host::host(&args.solver, &args.libraries, &args.arguments)? {
        0 => Ok(Status::Good),
        _ => Ok(Status::Failed),
    }
}

/// All solvers of the table that can be found, each program once, in the order in which they are looked for.
fn every(path: &SearchPath) -> Vec<(&Profile, Found)> {
    let mut all = Vec::new();
    for profile in path.table().all() {
        let mut seen = Vec::new();
        for found in path.candidates(&profile.name) {
            let program = found.program();
            let real = program.canonicalize().unwrap_or(program);
            if !seen.contains(&real) {
                seen.push(real);
                all.push((profile, found));
            }
        }
    }
    all
}

/// Where solvers are looked for, with what users know of them: the file in the configuration folder, and those given.
pub(crate) fn search_path(profiles: &[PathBuf]) -> anyhow::Result<SearchPath> {
    let mut table = Table::from_environment()?;
    for file in profiles {
        table = table.with_file(file)?;
    }
    Ok(SearchPath::from_environment().with_table(table))
}

/// A solver, or what to do if it is not there.
pub(crate) fn find(spec: &str, path: &SearchPath) -> anyhow::Result<Solver> {
    Solver::from_spec(spec, path).map_err(|error| {
        let advice = match &error {
            SolverError::NotFound(name)
                if path.table().named(name).is_some_and(|known| known.install.is_some()) =>
            {
                format!(": run `quis solvers install {name}`")
            }
            SolverError::NotFound(_) => {
                ": it is neither in .solvers, nor installed, nor on the PATH".to_owned()
            }
            SolverError::NoRelease(name, version) => format!(": run `quis solvers install {name}@{version}`"),
            _ => String::new(),
        };
        anyhow!("{error}{advice}")
    })
}
