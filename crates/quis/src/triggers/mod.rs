//! `quis triggers` and `quis axioms`: the terms that E-matching lacks, and contradictions of axioms.

pub(crate) mod args;
mod panel;
mod report;
mod run;
mod sarif;
mod text;

use crate::console::{Console, Status};
use args::{AxiomsArgs, TriggersArgs};
use run::Question;

pub(crate) fn run(args: &TriggersArgs, console: &Console) -> anyhow::Result<Status> {
    run::run(&args.search, Question::Triggers, args.alternatives, console)
}

pub(crate) fn run_axioms(args: &AxiomsArgs, console: &Console) -> anyhow::Result<Status> {
    run::run(&args.search, Question::Axioms { all: args.all }, 1, console)
}
