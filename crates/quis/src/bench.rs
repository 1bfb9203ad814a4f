//! `quis bench-parse`: what one reading of a file costs, for the benchmarks.

use std::hint::black_box;
use std::time::Duration;

use quis_smtlib::ParseOptions;
use rustix::time::{ClockId, clock_gettime};
use serde::Serialize;

use crate::args::BenchArgs;
use crate::console::{self, Console, Status, json_line};
use crate::input;

#[derive(Serialize)]
struct Measured {
    bytes: u64,
    cpu_s_per_parse: f64,
    peak_rss_kb: u64,
    ok: bool,
}

pub(crate) fn run(args: &BenchArgs, console: &Console) -> anyhow::Result<Status> {
    let source = match input::read(&args.file) {
        Ok(source) => source,
        Err(error) => {
            console.warn(&console.stderr_renderer().input_error(&error));
            return Ok(Status::Rejected);
        }
    };
    let options = ParseOptions { mode: args.mode.mode(), comments: false };
    let mut ok = true;
    let start = cpu_time();
    for _ in 0..args.repeat {
        ok &= black_box(source.parse(black_box(options))).is_ok();
    }
    let spent = cpu_time() - start;
    let measured = Measured {
        bytes: source.bytes,
        cpu_s_per_parse: spent.as_secs_f64() / f64::from(args.repeat),
        peak_rss_kb: peak_rss_kb(),
        ok,
    };
    console::print(json_line(&measured).as_bytes())?;
    Ok(if ok { Status::Good } else { Status::Rejected })
}

fn cpu_time() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(u64::try_from(time.tv_sec).unwrap_or(0), u32::try_from(time.tv_nsec).unwrap_or(0))
}

/// The peak of resident memory so far, as the kernel counts it; zero where it does not say.
fn peak_rss_kb() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.split_whitespace().next()).and_then(|number| number.parse().ok()).unwrap_or(0)
}
