//! `quis solvers`: which solvers there are, installing them, and what they can do.

mod doctor;
mod install;
mod list;

use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;

use anyhow::anyhow;
use quis_solvers::{SearchPath, Solver, SolverError, Table};

use crate::args::{HostArgs, SolversArgs, SolversCommand};
use crate::console::{self, Console, Status};

pub(crate) fn run(args: &SolversArgs, console: &Console) -> anyhow::Result<Status> {
    match &args.command {
        SolversCommand::List(args) => list::run(args, console),
        SolversCommand::Install(args) => install::run(args, console),
        SolversCommand::Path(args) => {
            let solver = find(&args.solver, &search_path(&args.table.profiles)?)?;
            // Something that can be run, also where our own program loads libraries.
            let mut line = solver.program.as_os_str().as_bytes().to_vec();
            if !solver.prefix.is_empty() {
                let path = search_path(&args.table.profiles)?;
                line = launcher(&args.solver, &path, line);
            }
            line.push(b'\n');
            console::print(&line)?;
            Ok(Status::Good)
        }
        SolversCommand::Doctor(args) => doctor::run(args, console),
    }
}

/// The launcher of a solver that our own program loads.
fn launcher(spec: &str, path: &SearchPath, otherwise: Vec<u8>) -> Vec<u8> {
    let name = spec.split(['@', ' ']).next().unwrap_or_default();
    let version = Solver::from_spec(spec, path).ok().and_then(|solver| solver.version);
    let installed = path
        .installed(name)
        .into_iter()
        .find(|installed| Some(&installed.record.version) == version.as_ref());
    installed.map_or(otherwise, |installed| installed.program().as_os_str().as_bytes().to_vec())
}

/// A solver in the place of its program.
pub(crate) fn host(args: &HostArgs) -> anyhow::Result<Status> {
    match quis_solvers::host::host(&args.solver, &args.libraries, &args.arguments)? {
        0 => Ok(Status::Good),
        _ => Ok(Status::Failed),
    }
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
