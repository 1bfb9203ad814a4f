//! What a one-shot run costs beside the least that a run can cost.
//!
//! Three programs do the same: hand a script to a program that does nothing, twice for each case. One is written in C and
//! only writes the file, starts the program and waits. The others are a [`Runner`] and a [`Program`], with their limits, pipes
//! and clean-up. All are measured by the CPU time of themselves and all that they start, in turns, in one run.
//!
//!     cargo bench -p quis-solvers --bench spawn -- [cases] [rounds]

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::print_stdout, reason = "a measurement may fail")]

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use quis_solvers::{Limits, Program, Runner, SearchPath, Solver};
use wait4::Wait4;

const LEAST: &str = include_str!("least_spawn.c");
const NOTHING: &str = "int main(void) { return 0; }\n";
/// As long as a small mutant of a regression file.
const SCRIPT: &str = "(set-logic QF_LIA)\n(declare-const x Int)\n(assert (> x 0))\n(check-sat)\n";

fn main() {
    let mut arguments = std::env::args().skip(1).filter(|argument| argument != "--bench");
    let first = arguments.next();
    if let Some(way @ ("runner" | "program")) = first.as_deref() {
        let program = arguments.next().expect("a program");
        let (text, cases) = (arguments.next().expect("a script"), number(arguments.next(), 0));
        let script = std::fs::read(text).unwrap();
        if way == "runner" {
            run_solver(&program, &script, cases);
        } else {
            run_program(&program, &script, cases);
        }
        return;
    }
    let (cases, rounds) = (number(first, 500), number(arguments.next(), 5));
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).display().to_string();
    compile(&at("least"), LEAST, false);
    let (script, count) = (at("script.smt2"), cases.to_string());
    std::fs::write(at("text"), SCRIPT.repeat(10)).unwrap();
    let ourselves = std::env::current_exe().unwrap();
    println!(
        "{:<10} {:<10} {:>22} {:>22} {:>8} {:>12}",
        "program", "run by", "least, cases/CPU s", "cases/CPU s", "ratio", "more per run"
    );
    for (name, is_static) in [("static", true), ("dynamic", false)] {
        compile(&at(name), NOTHING, is_static);
        for way in ["runner", "program"] {
            let mut results = Vec::new();
            for _ in 0..rounds {
                let least = cpu(Path::new(&at("least")), &[&at(name), &at("text"), &script, &count]);
                let ours = cpu(&ourselves, &[way, &at(name), &at("text"), &count]);
                results.push((least, ours));
            }
            // The middle of the ratios, with the figures that it comes from.
            results.sort_by(|a, b| (a.0 / a.1).total_cmp(&(b.0 / b.1)));
            let (least, ours) = results[results.len() / 2];
            let rate = |seconds: f64| f64::from(cases) / seconds;
            let more = (ours - least) / f64::from(2 * cases) * 1e6;
            println!(
                "{name:<10} {way:<10} {:>22.0} {:>22.0} {:>7.1}% {more:>9.0} µs",
                rate(least),
                rate(ours),
                least / ours * 100.0
            );
        }
    }
}

fn number(argument: Option<String>, otherwise: u32) -> u32 {
    argument.map_or(otherwise, |argument| argument.parse().expect("a number"))
}

/// Two runs for each case, as a campaign with two solvers makes them.
fn run_solver(program: &str, script: &[u8], cases: u32) {
    let solver = Solver::from_spec(&format!("'{program}'"), &SearchPath::default()).unwrap();
    let runner = Runner::new(Limits { wall: Duration::from_secs(10), ..Limits::default() });
    for _ in 0..2 * cases {
        let run = runner.run(&solver, script, false).unwrap();
        assert!(run.stdout.is_empty());
    }
}

/// The same with a command of which nothing is known, as a reduction runs it.
fn run_program(program: &str, script: &[u8], cases: u32) {
    let limits = Limits { wall: Duration::from_secs(10), memory: None, ..Limits::default() };
    let program = Program::new(&[program.into()], limits).unwrap();
    for _ in 0..2 * cases {
        let run = program.run(script).unwrap();
        assert!(run.stdout.is_empty());
    }
}

fn compile(program: &str, source: &str, is_static: bool) {
    let file = format!("{program}.c");
    std::fs::write(&file, source).unwrap();
    let mut command = Command::new("cc");
    command.args(["-O2", "-o", program, &file]).args(is_static.then_some("-static"));
    assert!(command.status().expect("a C compiler").success());
}

/// The CPU time of a command and of all that it has waited for, in seconds.
fn cpu(program: &Path, arguments: &[&str]) -> f64 {
    let mut child = Command::new(program).args(arguments).stdout(Stdio::null()).spawn().unwrap();
    let used = child.wait4().unwrap();
    assert!(used.status.success());
    (used.rusage.utime + used.rusage.stime).as_secs_f64()
}
