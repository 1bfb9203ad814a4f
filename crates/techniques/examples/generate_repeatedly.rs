//! Makes instances of files with STORM: how quickly, and of which size.
//!
//! ```sh
//! cargo run --release -p quis-techniques --example generate_repeatedly -- 1000 \
//!     "depth=20 assertions=20 formulas=1000 instances=1000" seeds/core/*.smt2
//! cargo run --release -p quis-techniques --example generate_repeatedly -- list 10 "incremental=yes" seed.smt2
//! ```
//!
//! `COUNT PARAMETERS FILE…` prints a line of JSON for each file: whether it was read, and why not; how many instances were made
//! (from one stream after the other, until there are so many), how many of them differ, their bytes, the median of these, the
//! assertions of an instance; and the CPU seconds of reading the file, of the first instance, pools and all, and of the others.
//! `list COUNT PARAMETERS FILE` prints the instances themselves, each followed by a zero byte. The parameters are those of `storm`; another technique is measured if its name stands before them (`"opfuzz rounds=100"`).
//! `tools/bench_storm.py` puts the figures beside those of the original.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "an example program")]

use std::collections::BTreeSet;
use std::hint::black_box;
use std::process::ExitCode;

use quis_smtlib::{Mode, Script, parse};
use quis_techniques::{Material, Stream, Technique, TestCase, technique, techniques};

/// More streams than this are not tried: those of a seed that has nothing left to give come to nothing.
const STREAMS: u64 = 10_000;

/// So many instances of a seed are read again to count their assertions.
const SAMPLE: usize = 50;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    let done = match &words[..] {
        ["list", count, parameters, file] => list(count, parameters, file),
        [count, parameters, files @ ..] if !files.is_empty() => rates(count, parameters, files),
        _ => Err("expected: COUNT PARAMETERS FILE… or list COUNT PARAMETERS FILE".to_owned()),
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

fn number(count: &str) -> Result<usize, String> {
    count.parse().map_err(|_| "COUNT is not a number".to_owned())
}

fn list(count: &str, parameters: &str, file: &str) -> Result<(), String> {
    let (count, technique) = (number(count)?, made(parameters)?);
    let source = std::fs::read(file).map_err(|error| format!("{file}: {error}"))?;
    let script = parse(&String::from_utf8_lossy(&source), Mode::Standard).into_result();
    let script = script.map_err(|_| format!("{file}: it does not parse"))?;
    instances(&*technique, &script, count, |case| print!("{}\0", case.text));
    Ok(())
}

fn rates(count: &str, parameters: &str, files: &[&str]) -> Result<(), String> {
    let count = number(count)?;
    let technique = made(parameters)?;
    for file in files {
        println!("{}", rate(&*technique, count, file)?);
    }
    Ok(())
}

/// The technique of a text: its name, which may be left out, and its parameters.
fn made(parameters: &str) -> Result<Box<dyn Technique>, String> {
    let (first, rest) = parameters.trim().split_once(' ').unwrap_or((parameters.trim(), ""));
    let named = techniques().iter().any(|entry| entry.name == first);
    let (name, parameters) = if named { (first, rest) } else { ("storm", parameters) };
    technique(name, parameters).map_err(|error| error.to_string())
}

fn rate(technique: &dyn Technique, count: usize, file: &str) -> Result<String, String> {
    let source = std::fs::read(file).map_err(|error| format!("{file}: {error}"))?;
    let started = cpu_seconds();
    let script = parse(&String::from_utf8_lossy(&source), Mode::Standard).into_result();
    let reading = cpu_seconds() - started;
    let Ok(script) = script else {
        return Ok(format!("{{\"file\":{file:?},\"read\":false,\"why\":\"it does not parse\"}}"));
    };

    let mut sizes: Vec<usize> = Vec::new();
    let started = cpu_seconds();
    let mut first = None;
    let streams = instances(technique, &script, count, |case| {
        first.get_or_insert_with(cpu_seconds);
        sizes.push(black_box(case).text.len());
    });
    let ended = cpu_seconds();
    let first = first.unwrap_or(ended);
    let bytes: usize = sizes.iter().sum();
    sizes.sort_unstable();
    let median = sizes.get(sizes.len() / 2).copied().unwrap_or(0);

    // The same instances once more: what is asked of them must not count as time to make them.
    let mut texts = BTreeSet::new();
    let (mut sampled, mut assertions, mut incremental) = (0usize, 0usize, 0usize);
    let step = (sizes.len() / SAMPLE).max(1);
    let mut number = 0;
    instances(technique, &script, count, |case| {
        texts.insert(fingerprint(&case.text));
        incremental += usize::from(case.incremental);
        if number % step == 0
            && let Ok(instance) = parse(&case.text, Mode::Standard).into_result()
        {
            sampled += 1;
            assertions += instance.assertions().count();
        }
        number += 1;
    });

    Ok(format!(
        "{{\"file\":{file:?},\"read\":true,\"reading\":{reading},\"instances\":{},\"distinct\":{},\"incremental\":{incremental},\
         \"bytes\":{bytes},\"median\":{median},\"assertions\":{},\"streams\":{streams},\"preparing\":{},\"making\":{}}}",
        sizes.len(),
        texts.len(),
        assertions as f64 / sampled.max(1) as f64,
        first - started,
        ended - first,
    ))
}

/// Makes so many instances, or as many as there are; returns how many streams were used.
fn instances(
    technique: &dyn Technique,
    script: &Script,
    count: usize,
    mut each: impl FnMut(TestCase),
) -> u64 {
    let (mut made, mut streams) = (0, 0);
    while made < count && streams < STREAMS {
        let before = made;
        for case in technique.cases(Material::of(script), Stream::new(streams)).take(count - before) {
            each(case);
            made += 1;
        }
        streams += 1;
        if made == before {
            break;
        }
    }
    streams
}

/// Texts of the same length and the same 64 bits are taken for the same.
fn fingerprint(text: &str) -> (usize, u64) {
    // FNV-1a
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    (text.len(), hash)
}
