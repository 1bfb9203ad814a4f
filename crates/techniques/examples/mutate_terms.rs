//! Makes mutants of files with `mutate`: how quickly, with how many known answers, or which.
//!
//! ```sh
//! cargo run --release -p quis-techniques --example mutate_terms -- rate 0.3 seeds/core/*.smt2
//! cargo run --release -p quis-techniques --example mutate_terms -- list 300 30 seed.smt2
//! cargo run --release -p quis-techniques --example mutate_terms -- confirm 500 seeds/core/*.smt2
//! ```
//!
//! `rate SECONDS FILE…` makes mutants of each file for this CPU time, with getting ready, and prints the distribution of mutants per
//! CPU second over the files, and the share of checks with a known answer. `list COUNT STEP FILE…` prints every STEP-th of
//! COUNT mutants of the first file, each followed by a zero byte. `confirm COUNT FILE…` evaluates the truths of COUNT mutants of each file. Each file is in
//! the pool of the others.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "an example program")]

use std::process::ExitCode;
use std::sync::Arc;

use quis_smtlib::{Mode, Script, TermKind, parse};
use quis_techniques::{Material, Mutate, MutateAsk, Pool, Stream, Technique, Truth, confirm};

const MUTATE: fn() -> Mutate = || Mutate { ask: MutateAsk::Nothing, ..Mutate::default() };

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    let done = match &words[..] {
        ["rate", seconds, files @ ..] => rate(seconds, files),
        ["list", count, step, files @ ..] => list(count, step, files),
        ["confirm", count, files @ ..] => confirm_all(count, files),
        _ => Err("expected: rate SECONDS FILE…, list COUNT STEP FILE or confirm COUNT FILE…".to_owned()),
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

fn text(file: &str) -> Result<Arc<str>, String> {
    let source = std::fs::read(file).map_err(|error| format!("{file}: {error}"))?;
    Ok(String::from_utf8_lossy(&source).into())
}

fn pool(files: &[&str], seed: usize) -> Result<Pool, String> {
    let mut texts = Vec::new();
    for at in 0..files.len().min(16) {
        texts.push((at, text(files[(seed + 1 + at * 7) % files.len()])?));
    }
    Ok(Pool::new(texts.len(), texts))
}

fn has_binders(seed: &Script) -> bool {
    seed.store.terms().any(|term| matches!(seed.store.kind(term), TermKind::Binder(..)))
}

fn rate(seconds: &str, files: &[&str]) -> Result<(), String> {
    let limit: f64 = seconds.parse().map_err(|_| "SECONDS is not a number".to_owned())?;
    let mutate = MUTATE();
    let (mut rates, mut ready_times) = (Vec::new(), Vec::new());
    let (mut known, mut all) = ([0_u64; 2], [0_u64; 2]);
    for (number, file) in files.iter().enumerate() {
        let Ok(seed) = parse(&text(file)?, Mode::Standard).into_result() else { continue };
        let pool = pool(files, number)?;
        let quantified = usize::from(has_binders(&seed));
        let started = cpu_seconds();
        let mut cases = mutate.cases(Material::of(&seed).with_pool(&pool), Stream::new(1));
        let ready = cpu_seconds() - started;
        let mut made = 0_u64;
        while cpu_seconds() - started < limit {
            let before = made;
            for case in cases.by_ref().take(64) {
                made += 1;
                all[quantified] += case.checks.len() as u64;
                let is_known = |check: &&quis_techniques::CheckPoint| check.truth != Truth::Open;
                known[quantified] += case.checks.iter().filter(is_known).count() as u64;
            }
            if made == before {
                break;
            }
        }
        let seconds = cpu_seconds() - started;
        if made > 0 {
            println!("{:.0} a second, ready in {:.1} ms: {file}", made as f64 / seconds, ready * 1e3);
            rates.push(made as f64 / seconds);
            ready_times.push(ready);
        } else {
            println!("no mutants: {file}");
        }
    }
    rates.sort_by(f64::total_cmp);
    ready_times.sort_by(f64::total_cmp);
    let at =
        |list: &[f64], part: f64| list.get((list.len() as f64 * part) as usize).copied().unwrap_or_default();
    println!(
        "{} files; mutants per CPU second: tenth {:.0}, quarter {:.0}, median {:.0}, three quarters {:.0}; ready in {:.2} ms (median)",
        rates.len(),
        at(&rates, 0.1),
        at(&rates, 0.25),
        at(&rates, 0.5),
        at(&rates, 0.75),
        at(&ready_times, 0.5) * 1e3
    );
    for (kind, what) in ["without quantifiers", "with quantifiers"].iter().enumerate() {
        let share = known[kind] as f64 * 100.0 / all[kind].max(1) as f64;
        println!("seeds {what}: {share:.1} % of {} checks are known", all[kind]);
    }
    Ok(())
}

fn list(count: &str, step: &str, files: &[&str]) -> Result<(), String> {
    let number = |text: &str| text.parse::<usize>().map_err(|_| format!("{text} is not a number"));
    let (count, step) = (number(count)?, number(step)?.max(1));
    let file = files.first().ok_or("no file")?;
    let seed = parse(&text(file)?, Mode::Standard).into_result().map_err(|_| "cannot be read".to_owned())?;
    let pool = pool(files, 0)?;
    let mutate = MUTATE();
    let cases = mutate.cases(Material::of(&seed).with_pool(&pool), Stream::new(0));
    for case in cases.take(count).step_by(step) {
        print!("{}\0", case.text);
    }
    Ok(())
}

fn confirm_all(count: &str, files: &[&str]) -> Result<(), String> {
    let count: usize = count.parse().map_err(|_| "COUNT is not a number".to_owned())?;
    let (mut confirmed, mut mutants, mut failed) = (0, 0, 0);
    for (number, file) in files.iter().enumerate() {
        let Ok(seed) = parse(&text(file)?, Mode::Standard).into_result() else { continue };
        let pool = pool(files, number)?;
        for case in MUTATE().cases(Material::of(&seed).with_pool(&pool), Stream::new(2)).take(count) {
            mutants += 1;
            match confirm(&case) {
                Ok(known) => confirmed += known,
                Err(doubt) => {
                    failed += 1;
                    println!("; {file}: {doubt}\n{}", case.text);
                    for check in &case.checks {
                        println!("; {:?}", check.truth);
                    }
                }
            }
        }
    }
    println!("{mutants} mutants, {confirmed} truths confirmed, {failed} mutants failed");
    Ok(())
}
