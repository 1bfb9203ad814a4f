//! How many checks a second of processor time: with a fresh pool of 16 operations for each, and with 32 on one pool.
//!
//! Properties 1 to 46, 8 variables. `cargo bench -p quis-domains --bench rates -- apron:box-mpq apron:oct-mpq apron:poly-mpq`; without names the
//! reference domains. Libraries are tested in this process, one variant of APRON at a time: give one name for each run if they share symbols.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a benchmark says what it measured")]

use std::time::Duration;

use quis_domains::{Class, Config, Domain, EngineKind, Settings, Visitor, test, with};

const VARIABLES: usize = 8;
const TIME: Duration = Duration::from_secs(5);

/// Checks for a while; how many, and in how much time of the processor.
struct Rate {
    checks: usize,
}

impl Visitor for Rate {
    type Output = f64;

    fn visit<D: Domain>(self, domain: D) -> f64 {
        let settings = Settings {
            // Boxes of APRON 0.9.10 die of widenings with ⊥.
            config: Config {
                checks: self.checks,
                guarded: domain.profile().class == Class::Boxes,
                ..Config::named("C1").unwrap_or_default()
            },
            engine: EngineKind::Guided,
            rounds: u64::MAX,
            time: Some(TIME),
            properties: (1..=46).collect(),
            ..Settings::default()
        };
        let before = processor_time();
        let report = test(&domain, &settings);
        report.checks() as f64 / (processor_time() - before).as_secs_f64()
    }
}

fn processor_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::new(u64::try_from(time.tv_sec).unwrap_or(0), u32::try_from(time.tv_nsec).unwrap_or(0))
}

fn main() {
    // Cargo says `--bench`.
    let mut names: Vec<String> = std::env::args().skip(1).filter(|name| !name.starts_with("--")).collect();
    if names.is_empty() {
        names =
            ["intervals", "zones", "octagons", "polyhedra"].map(|name| format!("reference:{name}")).into();
    }
    println!("{:24} {:>14} {:>14}", "checks per CPU second", "fresh pools", "32 per pool");
    for name in names {
        let rate = |checks| with(&name, VARIABLES, Rate { checks });
        match (rate(1), rate(32)) {
            (Ok(fresh), Ok(shared)) => println!("{name:24} {fresh:>14.0} {shared:>14.0}"),
            (Err(error), _) | (_, Err(error)) => eprintln!("{error}"),
        }
    }
}
