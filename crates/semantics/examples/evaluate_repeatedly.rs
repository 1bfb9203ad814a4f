//! Evaluates all assertions of a script under a solver's model, again and again, and says how long it took.
//!
//! ```sh
//! cargo run --release -p quis-semantics --example evaluate_repeatedly -- query.smt2 model.txt 2.0
//! ```
//!
//! The last argument is how many seconds of CPU time to go on for. Prints one line of JSON; `tools/bench_evaluation.py` puts it
//! beside the figures of other evaluators.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "an example program")]

use std::process::ExitCode;

use quis_semantics::{Completion, Evaluator, Model, Value, checks};
use quis_smtlib::{Mode, parse, read_model};

fn main() -> ExitCode {
    match run() {
        Ok(line) => {
            println!("{line}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// The CPU time of the process: other programs on the machine do not matter.
fn cpu_seconds() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

fn run() -> Result<String, String> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [script, model, seconds] = &args[..] else { return Err("expected: SCRIPT MODEL SECONDS".to_owned()) };
    let read = |path: &str| std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"));
    let (source, answer) = (read(script)?, read(model)?);
    let limit: f64 = seconds.parse().map_err(|_| "SECONDS is not a number".to_owned())?;
    let mut script =
        parse(&source, Mode::Standard).into_result().map_err(|_| "the script has errors".to_owned())?;
    let check = checks(&script).into_iter().next().ok_or("the script has no check")?;
    let answer = read_model(&mut script, check.command, &answer);
    let started = cpu_seconds();
    let (mut rounds, mut truths) = (0u64, 0u64);
    let mut model = Model::from_answer(&script.store, &answer);
    model.completion = Completion::All;
    while cpu_seconds() - started < limit {
        // A new evaluator each time: no value of a term is remembered from the round before.
        let mut evaluator = Evaluator::new(&script.store, &mut model);
        let holds = |&&term: &&quis_smtlib::Term| evaluator.evaluate(term) == Ok(Value::Bool(true));
        truths = check.assertions.iter().filter(holds).count() as u64;
        rounds += 1;
    }
    let elapsed = cpu_seconds() - started;
    Ok(format!(
        "{{\"rounds\":{rounds},\"seconds\":{elapsed},\"true\":{truths},\"assertions\":{}}}",
        check.assertions.len()
    ))
}
