//! `quis domains`: abstract domains, and what is wrong with them.

pub(crate) mod args;
mod inventory;
mod page;
mod store;
mod table;
mod test;

use quis_domains::isolation::{Target, WorkerCommand, serve};

use crate::console::{Console, Status};
use args::{DomainsArgs, DomainsCommand};

pub(crate) fn run(args: &DomainsArgs, console: &Console) -> anyhow::Result<Status> {
    match &args.command {
        DomainsCommand::List(args) => inventory::list(args),
        DomainsCommand::Install(args) => inventory::install(args, console),
        DomainsCommand::Properties(args) => inventory::properties(args),
        DomainsCommand::Test(args) => test::run(args, console),
        DomainsCommand::Replay(args) => test::replay(args),
        DomainsCommand::Worker(args) => {
            serve(&Target { domain: args.domain.clone(), dimension: args.dimension })?;
            Ok(Status::Good)
        }
    }
}

// A worker loads libraries, which may be instrumented: they find these in the program.
quis_domains::export_coverage!();

/// How this program is started as a worker.
fn worker() -> anyhow::Result<WorkerCommand> {
    Ok(WorkerCommand {
        program: std::env::current_exe()?,
        arguments: ["domains", "worker"].map(str::to_owned).into(),
    })
}
