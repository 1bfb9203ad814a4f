//! Makes formulas and says how many, how fast, and which operators occur: `cargo run --release --example fuzzsmt -- 10000 logic=QF_BV`.
//!
//! Every formula is parsed, in strict mode where the dialect is the standard's; what is rejected is printed. Formulas that are
//! satisfiable by construction are evaluated.

#![allow(clippy::print_stdout, reason = "it is a program")]

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use quis_smtlib::theories::Op;
use quis_smtlib::walk::post_order;
use quis_smtlib::{Mode, Script, TermKind, TermSet, parse};
use quis_techniques::{Stream, Truth, confirm, technique};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let count: usize = arguments.next().and_then(|count| count.parse().ok()).unwrap_or(1000);
    let parameters: Vec<String> = arguments.collect();
    let parameters = parameters.join(" ");
    let technique = match technique("fuzzsmt", &parameters) {
        Ok(technique) => technique,
        Err(error) => return println!("{error}"),
    };
    let standard = technique.parameters().contains("dialect=standard");
    let mode = if standard { Mode::Strict } else { Mode::Standard };
    let mut operators: BTreeMap<Op, usize> = BTreeMap::new();
    let (mut spent, mut bytes, mut sat, mut wrong, mut rejected) = (Duration::ZERO, 0, 0, 0, 0);
    let empty = Script::default();
    let mut cases = technique.cases(&empty, &[], Stream::new(7));
    for number in 0..count {
        let started = Instant::now();
        let Some(case) = cases.next() else { break };
        spent += started.elapsed();
        bytes += case.text.len();
        let script = match parse(&case.text, mode).into_result() {
            Ok(script) => script,
            Err(errors) => {
                rejected += 1;
                if rejected <= 5 {
                    println!("; case {number}: {:?}\n{}", errors.first(), case.text);
                }
                continue;
            }
        };
        if case.checks.iter().any(|check| check.truth != Truth::Open) {
            sat += 1;
            if let Err(doubt) = confirm(&case) {
                wrong += 1;
                if wrong <= 5 {
                    println!("; case {number}: {doubt:?}\n{}", case.text);
                }
            }
        }
        let store = &script.store;
        post_order(store, &script.roots(), &mut TermSet::for_store(store), |term| {
            if let TermKind::Apply(function, _) = store.kind(term)
                && let Some(op) = store.operator(function)
            {
                *operators.entry(op).or_default() += 1;
            }
        });
    }
    let seconds = spent.as_secs_f64();
    println!(
        "{count} formulas, {:.0} per second, {:.0} KB per second, {} bytes each; rejected {rejected}; satisfiable {sat}, wrong {wrong}",
        count as f64 / seconds,
        bytes as f64 / 1024.0 / seconds,
        bytes / count.max(1),
    );
    for op in Op::all().filter(|op| !op.operator().internal) {
        let count = operators.get(&op).copied().unwrap_or(0);
        println!("{count:9} {:?} {}", op.theory(), op.operator().name);
    }
}
