//! `quis replay` and `quis bisect`: findings, tried again.

use std::fmt::Write as _;

use quis_campaign::replay::{Made, Replay, find, replay};
use quis_campaign::{Finding, bisect};
use quis_solvers::{Interrupt, Limits};
use serde_json::json;

use super::args::{BisectArgs, ReplayArgs};
use crate::console::{Console, Status, json_line, print};

/// Tries findings again.
pub(crate) fn run(args: &ReplayArgs, _console: &Console) -> anyhow::Result<Status> {
    let interrupt = Interrupt::on_signals()?;
    let mut status = Status::Good;
    for path in &args.findings {
        let finding = find(path)?;
        let replay =
            replay(&finding, &args.solvers, Limits::of_case(args.timeout, args.memory), Some(&interrupt))?;
        if interrupt.is_on() {
            return Ok(Status::Interrupted);
        }
        let text = if args.json { as_json(&finding, &replay) } else { as_text(&finding, &replay) };
        print(text.as_bytes())?;
        if replay.fails {
            status = Status::Failed;
        }
    }
    Ok(status)
}

fn as_json(finding: &Finding, replay: &Replay) -> String {
    let made = match replay.made {
        Made::Same => "same",
        Made::Different => "different",
        Made::Seed => "seed",
    };
    json_line(
        &json!({"id": finding.id, "kind": finding.verdict.kind.name(), "solver": finding.verdict.solver,
        "fails": replay.fails, "made": made, "observations": replay.records, "verdicts": replay.verdicts}),
    )
}

fn as_text(finding: &Finding, replay: &Replay) -> String {
    let mut text = format!("{}\n", finding.id);
    let made = match replay.made {
        Made::Same => "the case was made again, byte for byte",
        Made::Different => "another case comes of its origin now: the kept one was run",
        Made::Seed => "the case is the seed",
    };
    let _ = writeln!(text, "  {made}");
    for record in &replay.records {
        let version = record.version.as_deref().unwrap_or("");
        let answers = record.answers.join(", ");
        let _ =
            writeln!(text, "  {} {version}: {answers} ({}, {:.2} s)", record.solver, record.end, record.wall);
    }
    for verdict in &replay.verdicts {
        let _ = writeln!(
            text,
            "  {}: {}: {} (expected: {})",
            verdict.kind.name(),
            verdict.solver,
            verdict.actual,
            verdict.expected
        );
    }
    let _ = writeln!(text, "{}", if replay.fails { "It still fails." } else { "It does not fail any more." });
    text
}

/// Tries all installed releases on a finding.
pub(crate) fn run_bisect(args: &BisectArgs, _console: &Console) -> anyhow::Result<Status> {
    let interrupt = Interrupt::on_signals()?;
    let mut finding = find(&args.finding)?;
    let releases = bisect::bisect(&finding, Limits::of_case(args.timeout, 2048), Some(&interrupt))?;
    if interrupt.is_on() {
        return Ok(Status::Interrupted);
    }
    finding.releases = Some(releases.clone());
    bisect::keep(&args.finding, &finding)?;
    let text = if args.json {
        json_line(&json!({"id": finding.id, "releases": releases}))
    } else {
        let mut text = format!("{}\n", finding.id);
        for (version, bad, said) in &releases.tried {
            let word = match bad {
                Some(true) => "fails",
                Some(false) => "does not fail",
                None => "cannot be told",
            };
            let _ = writeln!(text, "  {version:12} {word}: {said}");
        }
        match (releases.bad.first(), releases.bad.last()) {
            (Some(first), Some(last)) => {
                let _ = writeln!(text, "First bad: {first}; last bad: {last}.");
            }
            _ => text.push_str("No installed release fails.\n"),
        }
        text
    };
    print(text.as_bytes())?;
    Ok(if releases.bad.is_empty() { Status::Good } else { Status::Failed })
}
