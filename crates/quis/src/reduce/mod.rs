//! `quis reduce`: the smallest file that still fails.
//!
//! `drive` makes any case smaller while any predicate holds; `command` asks a command of the user, `solver` and `finding` a solver, and
//! the judge.

pub(crate) mod args;
mod command;
mod drive;
mod expect;
mod failure;
mod finding;
mod log;
mod panel;
mod solver;
mod summary;
mod target;

use anyhow::bail;

use crate::console::{Console, Status};
use args::ReduceArgs;

pub(crate) fn run(args: &ReduceArgs, console: &Console) -> anyhow::Result<Status> {
    if !args.command.is_empty() {
        return command::run(args, console);
    }
    if let Some(spec) = &args.solver.solver {
        return solver::run(args, spec, console);
    }
    match finding::folder(&args.file) {
        Some(folder) => finding::run(args, &folder, console),
        None => bail!(
            "{}: this is no finding, so what is to be kept? Name a solver with --solver, or a command behind --",
            args.file.display()
        ),
    }
}
