//! `quis reduce`: the smallest file that still fails.
//!
//! `drive` makes any case smaller while any predicate holds; `command` asks a command of the user.

pub(crate) mod args;
mod command;
mod drive;
mod expect;
mod log;
mod panel;
mod summary;
mod target;

use crate::console::{Console, Status};
use args::ReduceArgs;

pub(crate) fn run(args: &ReduceArgs, console: &Console) -> anyhow::Result<Status> {
    command::run(args, console)
}
