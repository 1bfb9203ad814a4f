//! Makes mutants of files with OpFuzz: how quickly, or which.
//!
//! ```sh
//! cargo run --release -p quis-techniques --example mutate_repeatedly -- rate 0.5 seeds/core/*.smt2
//! cargo run --release -p quis-techniques --example mutate_repeatedly -- list 300 30 seed.smt2
//! ```
//!
//! `rate SECONDS FILE…` prints a line of JSON for each file: whether it was read, how many mutants were made in that CPU
//! time (from one stream after the other if a seed has few), and the CPU seconds of reading the file, of getting ready, and
//! of making them. `list COUNT STEP FILE` prints every so manieth of so many mutants, each followed by a zero byte.
//! `tools/bench_opfuzz.py` puts the figures beside those of yinyang.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "an example program")]

use std::hint::black_box;
use std::process::ExitCode;

use quis_smtlib::{Mode, Script, parse};
use quis_techniques::{Material, OpFuzz, Stream, Technique};

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    let done = match &words[..] {
        ["rate", seconds, files @ ..] => rate(seconds, files),
        ["list", count, step, file] => list(count, step, file),
        _ => Err("expected: rate SECONDS FILE… or list COUNT STEP FILE".to_owned()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
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

fn read(file: &str) -> Result<Option<Script>, String> {
    let source = std::fs::read(file).map_err(|error| format!("{file}: {error}"))?;
    Ok(parse(&String::from_utf8_lossy(&source), Mode::Standard).into_result().ok())
}

fn rate(seconds: &str, files: &[&str]) -> Result<(), String> {
    let limit: f64 = seconds.parse().map_err(|_| "SECONDS is not a number".to_owned())?;
    let technique = OpFuzz::default();
    for file in files {
        let started = cpu_seconds();
        let script = read(file)?;
        let reading = cpu_seconds() - started;
        let Some(script) = script else {
            println!("{{\"file\":{file:?},\"read\":false}}");
            continue;
        };
        let (mut mutants, mut bytes, mut preparing, mut making, mut streams) = (0u64, 0u64, 0.0, 0.0, 0u64);
        while making < limit && streams < 10_000 {
            let started = cpu_seconds();
            let mut cases = technique.cases(Material::of(&script), Stream::new(streams));
            let ready = cpu_seconds();
            preparing += ready - started;
            streams += 1;
            let before = mutants;
            loop {
                let made =
                    cases.by_ref().take(256).map(|case| bytes += black_box(case).text.len() as u64).count();
                mutants += made as u64;
                if made < 256 || making + cpu_seconds() - ready >= limit {
                    break;
                }
            }
            making += cpu_seconds() - ready;
            if mutants == before {
                break;
            }
        }
        println!(
            "{{\"file\":{file:?},\"read\":true,\"reading\":{reading},\"mutants\":{mutants},\"bytes\":{bytes},\
             \"streams\":{streams},\"preparing\":{preparing},\"making\":{making}}}"
        );
    }
    Ok(())
}

fn list(count: &str, step: &str, file: &str) -> Result<(), String> {
    let number = |text: &str| text.parse::<usize>().map_err(|_| format!("{text} is not a number"));
    let (count, step) = (number(count)?, number(step)?.max(1));
    let script = read(file)?.ok_or_else(|| format!("{file}: cannot be read"))?;
    for case in OpFuzz::default().cases(Material::of(&script), Stream::new(0)).take(count).step_by(step) {
        print!("{}\0", case.text);
    }
    Ok(())
}
