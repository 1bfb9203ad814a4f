//! Measures a peer parser on one file and prints one line of JSON.
//!
//! ```text
//! bench-peers FILE [--repeat N]
//! {"bytes":649,"cpu_s_per_parse":0.000071,"peak_rss_kb":3120,"ok":true}
//! ```
//!
//! The peer is `yaspar-ir`: parse, then type-check into its hash-consed terms. The time covers
//! both, without reading the file and without dropping the result. One process reads one file, so
//! that the peak of resident memory belongs to that file. The work runs on a thread with a 1 GiB
//! stack, because the peer recurses on the depth of terms.

use std::process::ExitCode;
use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};
use yaspar_ir::ast::{Context, Typecheck};
use yaspar_ir::untyped::UntypedAst;

const STACK: usize = 1 << 30;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (file, repeat) = match arguments.as_slice() {
        [file] => (file.clone(), Some(1)),
        [file, flag, n] if flag == "--repeat" => (file.clone(), n.parse().ok()),
        _ => (String::new(), None),
    };
    let Some(repeat) = repeat.filter(|n| *n > 0) else {
        eprintln!("usage: bench-peers FILE [--repeat N]");
        return ExitCode::from(2);
    };
    let text = match std::fs::read_to_string(&file) {
        Ok(text) => text,
        Err(error) => {
            eprintln!("{file}: {error}");
            return ExitCode::from(2);
        }
    };
    let worker = std::thread::Builder::new().stack_size(STACK);
    let outcome = worker.spawn(move || {
        let bytes = text.len();
        measure(&text, repeat).map(|spent| (bytes, spent))
    });
    match outcome.map(|thread| thread.join()) {
        Ok(Ok(Ok((bytes, spent)))) => {
            let each = spent.as_secs_f64() / f64::from(repeat);
            let peak = peak_rss_kb();
            println!(r#"{{"bytes":{bytes},"cpu_s_per_parse":{each:.9},"peak_rss_kb":{peak},"ok":true}}"#);
            ExitCode::SUCCESS
        }
        Ok(Ok(Err(reason))) => refused(&reason),
        Ok(Err(_)) => refused("the peer panicked"),
        Err(error) => refused(&error.to_string()),
    }
}

/// CPU time of `repeat` readings.
fn measure(text: &str, repeat: u32) -> Result<Duration, String> {
    let mut spent = Duration::ZERO;
    for _ in 0..repeat {
        let start = cpu_time();
        let commands = UntypedAst.parse_script_str(text).map_err(|e| e.to_string())?;
        let mut context = Context::new();
        let typed = commands.type_check(&mut context)?;
        spent += cpu_time() - start;
        drop(std::hint::black_box((commands, typed, context)));
    }
    Ok(spent)
}

fn cpu_time() -> Duration {
    let t = clock_gettime(ClockId::ProcessCPUTime);
    let seconds = u64::try_from(t.tv_sec).unwrap_or(0);
    Duration::new(seconds, u32::try_from(t.tv_nsec).unwrap_or(0))
}

/// The peak of resident memory so far, as the kernel counts it.
fn peak_rss_kb() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|l| l.strip_prefix("VmHWM:"));
    let number = line.and_then(|l| l.split_whitespace().next());
    number.and_then(|n| n.parse().ok()).unwrap_or(0)
}

fn refused(reason: &str) -> ExitCode {
    let plain = |c: char| if c.is_ascii_graphic() && c != '"' && c != '\\' { c } else { ' ' };
    let first: String = reason.lines().next().unwrap_or("").chars().take(200).map(plain).collect();
    println!(r#"{{"ok":false,"error":"{first}"}}"#);
    ExitCode::from(1)
}
