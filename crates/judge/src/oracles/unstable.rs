//! The answer depends on the random seed, or on what the process did before.

use quis_observations::{Answer, Mode};

use crate::context::Context;
use crate::verdict::{Kind, Verdict};

pub(super) fn rule(context: &mut Context<'_>, verdicts: &mut Vec<Verdict>) {
    for check in 0..context.checks() {
        let sat = context.with_answer(check, Answer::Sat);
        let unsat = context.with_answer(check, Answer::Unsat);
        let mut told: Vec<String> = Vec::new();
        for &first in &sat {
            let second = unsat.iter().copied().find(|&other| context.group(other) == context.group(first));
            let Some(second) = second else { continue };
            if told.iter().any(|group| group == context.group(first)) {
                continue;
            }
            told.push(context.group(first).to_owned());
            let evidence =
                format!("{} answers sat, {} answers unsat", how(context, first), how(context, second));
            let mut verdict = context.verdict(Kind::Unstable, first, Some(check), "");
            verdict.expected = "one answer".to_owned();
            verdict.actual = "sat and unsat".to_owned();
            verdict.evidence = evidence;
            verdicts.push(verdict);
        }
    }
}

/// The solver and how it was run.
fn how(context: &Context<'_>, at: usize) -> String {
    let mode = match context.seen[at].observation.mode {
        Mode::Fresh => "in a fresh process",
        Mode::Session => "in a session",
    };
    format!("{} {mode}", context.name(at))
}
