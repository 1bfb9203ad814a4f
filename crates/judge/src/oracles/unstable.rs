//! The answer depends on the random seed, or on what the process did before.

use quis_observations::{Answer, Mode};

use crate::context::Context;
use crate::follow_up::{About, FollowUp, How};
use crate::verdict::{Kind, Verdict};

/// Random seeds are drawn from 1 to this.
const SEEDS: usize = 1000;

pub(super) fn rule(context: &mut Context<'_>, verdicts: &mut Vec<Verdict>) {
    let is_reseeded = context.seen.iter().any(|seen| seen.observation.variation.reseeded.is_some());
    if let Some(stream) = context.asking.as_mut().filter(|_| !is_reseeded) {
        let seed = u32::try_from(stream.below(SEEDS)).unwrap_or(0) + 1;
        context.ask(FollowUp { about: About::Case, how: How { seed: Some(seed), ..How::default() } });
    }
    for check in 0..context.checks() {
        let sat = context.with_answer(check, Answer::Sat);
        let unsat = context.with_answer(check, Answer::Unsat);
        let mut told: Vec<usize> = Vec::new();
        for &first in &sat {
            let second = unsat.iter().copied().find(|&other| context.is_one_solver(other, first));
            let Some(second) = second else { continue };
            if told.iter().any(|&other| context.is_one_solver(other, first)) {
                continue;
            }
            told.push(first);
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
