//! `quis demo-solver`: the solver with planted faults, and how it ends.

use std::fmt::Write as _;
use std::io;
use std::time::Duration;

use quis_demo::{Demo, Ending, FAULTS, Options};
use rustix::process::{Resource, Rlimit, Signal, getpid, kill_process, setrlimit};

use crate::args::DemoArgs;
use crate::console::{Console, Status};
use crate::input;

/// The faults, from their table, and examples.
pub(crate) fn help() -> String {
    let mut help = String::from("Faults:\n");
    for (_, name, line) in FAULTS {
        // Writing to a string does not fail.
        let _ = writeln!(help, "  {name:<15} {line}");
    }
    help.push_str(
        "
Exit codes:
  0  all commands were answered
  1  an error was reported
  2  the file could not be read, or the arguments are wrong

Examples:
  quis demo-solver query.smt2
  quis demo-solver --fault wrong-unsat:bvmul query.smt2
  generate | quis demo-solver --fault abort:select --fault loose-core
  quis validate seeds/ --solver 'quis demo-solver --fault invalid-model'",
    );
    help
}

pub(crate) fn run(args: &DemoArgs, console: &Console) -> anyhow::Result<Status> {
    let demo = Demo::new(Options { faults: args.faults.clone(), seed: args.seed, budget: args.budget });
    let ending = if input::is_stdin(&args.file) {
        demo.run(io::stdin().lock(), io::stdout().lock())?
    } else {
        match input::read(&args.file) {
            Ok(source) => demo.run(source.text.as_bytes(), io::stdout().lock())?,
            Err(error) => {
                console.warn(&console.stderr_renderer().input_error(&error));
                return Ok(Status::Rejected);
            }
        }
    };
    match ending {
        Ending::Done { errors: false } => Ok(Status::Good),
        Ending::Done { errors: true } => Ok(Status::Failed),
        Ending::Code(1) => Ok(Status::Failed),
        Ending::Code(2) => Ok(Status::Rejected),
        Ending::Code(_) => Ok(Status::Open),
        Ending::Abort(message) => {
            console.warn(&message);
            die(Signal::ABORT)
        }
        Ending::Segfault => die(Signal::SEGV),
        Ending::Hang => loop {
            std::thread::sleep(Duration::from_secs(3600));
        },
    }
}

/// Ends the process by a signal, without leaving a core file.
fn die(signal: Signal) -> ! {
    let _ = setrlimit(Resource::Core, Rlimit { current: Some(0), maximum: Some(0) });
    loop {
        // The first SIGSEGV ends in a handler of the standard library, which then steps aside.
        let _ = kill_process(getpid(), signal);
    }
}
