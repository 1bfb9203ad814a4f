//! The command line of Quis: arguments, progress, exit codes.
//!
//! Everything that is worth knowing of SMT-LIB lives in the libraries; here it is only asked for and shown.

mod args;
mod atomic;
mod bench;
mod check;
mod console;
mod demo;
mod diagnostics;
mod domains;
mod eval;
mod explanation;
mod files;
mod fmt;
mod fuzz;
mod generate;
mod info;
mod input;
mod meta;
mod parallel;
mod progress;
mod reduce;
mod solvers;
mod suite;
mod triggers;
mod units;
mod validate;

use std::process::ExitCode;

use args::{Args, Command};
use clap::Parser;
use console::{Console, Status};

/// Techniques, parser and evaluator make many small allocations.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    console::explain_panics();
    let args = match Args::try_parse() {
        Ok(args) => args,
        // Help and version too; if nobody reads them, that is not an error.
        Err(shown) => {
            let _ = shown.print();
            return ExitCode::from(u8::try_from(shown.exit_code()).unwrap_or(2));
        }
    };
    let console = Console::new(args.color);
    match run(args.command, &console) {
        Ok(status) => status.into(),
        Err(error) => console.fail(&error),
    }
}

fn run(command: Command, console: &Console) -> anyhow::Result<Status> {
    match command {
        Command::Check(args) => check::run(&args, console),
        Command::Info(args) => info::run(&args, console),
        Command::Fmt(args) => fmt::run(&args, console),
        Command::Eval(args) => eval::run(&args, console),
        Command::Validate(args) => validate::run(&args, console),
        Command::Fuzz(args) => fuzz::run(&args, console),
        Command::Gen(args) => generate::run(&args, console),
        Command::Replay(args) => fuzz::replay::run(&args, console),
        Command::Bisect(args) => fuzz::replay::run_bisect(&args, console),
        Command::Reduce(args) => reduce::run(&args, console),
        Command::Report(args) => fuzz::report::run(&args, console),
        Command::Suite(args) => suite::run(&args, console),
        Command::Completions { shell } => meta::completions(shell),
        Command::Man { dir } => meta::man(dir.as_deref()),
        Command::DemoSolver(args) => demo::run(&args, console),
        Command::Host(args) => solvers::host(&args),
        Command::Domains(args) => domains::run(&args, console),
        Command::Triggers(args) => triggers::run(&args, console),
        Command::Axioms(args) => triggers::run_axioms(&args, console),
        Command::Solvers(args) => solvers::run(&args, console),
        Command::BenchParse(args) => bench::run(&args, console),
    }
}
