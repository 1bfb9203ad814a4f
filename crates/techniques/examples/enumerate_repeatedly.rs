//! Enumerates formulas and says how many per CPU second, and what is known of them.
//!
//!     cargo run --release -p quis-techniques --example enumerate_repeatedly -- COUNT [PARAMETERS…]
//!
//! With `print` as the first parameter, the formulas are printed instead.

#![allow(clippy::print_stdout, reason = "an example prints what it measures")]

use std::collections::HashSet;
use std::time::Instant;

use quis_smtlib::Script;
use quis_techniques::{Material, Stream, Truth, technique};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let count: usize = arguments.first().map_or(Ok(100_000), |count| count.parse())?;
    arguments.drain(..arguments.len().min(1));
    let prints = arguments.first().is_some_and(|word| word == "print");
    arguments.drain(..usize::from(prints));
    let enumerate = technique("enumerate", &arguments.join(" "))?;
    let script = Script::default();
    let (mut sat, mut unsat, mut bytes, mut seen) = (0_u64, 0_u64, 0, HashSet::new());
    let began = Instant::now();
    for case in enumerate.cases(Material::of(&script), Stream::new(7)).take(count) {
        let truth = &case.checks[0].truth;
        match truth {
            Truth::Sat { .. } => sat += 1,
            Truth::Unsat { .. } => unsat += 1,
            Truth::Open => {}
        }
        if prints {
            println!("; {truth:?}\n{}", case.text);
        }
        bytes += case.text.len();
        seen.insert(blake3::hash(case.text.as_bytes()));
    }
    let seconds = began.elapsed().as_secs_f64();
    println!(
        "{count} formulas in {seconds:.2} s: {:.0} a second; sat {sat}, unsat {unsat}, decided {:.0} a second; {} bytes each; {} texts repeated",
        count as f64 / seconds,
        (sat + unsat) as f64 / seconds,
        bytes / count.max(1),
        count - seen.len()
    );
    Ok(())
}
