//! Much slower than the others.

use std::time::Duration;

use quis_observations::{Answer, End, Observation};

use crate::complaint::{Matter, matter};
use crate::context::Context;
use crate::judge::Settings;
use crate::verdict::{Kind, Verdict};

/// What is quicker than this is as quick as this: starting a process takes as long.
const QUICK: Duration = Duration::from_millis(10);

pub(super) fn rule(context: &mut Context<'_>, verdicts: &mut Vec<Verdict>) {
    if !is_possible(context.settings, context.seen.iter().map(|seen| seen.observation)) {
        return;
    }
    for at in 0..context.seen.len() {
        let quickest = (0..context.seen.len())
            .filter(|&other| !context.is_one_solver(other, at) && decides_all(context, other))
            .min_by_key(|&other| time(context.seen[other].observation));
        let Some(quickest) = quickest else { continue };
        let best = time(context.seen[quickest].observation);
        if is_slow(context, at, best) {
            let evidence = format!("{} takes {}", context.name(quickest), seconds(best));
            verdicts.push(verdict(context, at, best, evidence));
        }
    }
}

/// Whether anybody took long enough: the first question, since it costs nothing.
fn is_possible<'a>(settings: &Settings, observations: impl IntoIterator<Item = &'a Observation>) -> bool {
    observations.into_iter().any(|observation| time(observation) >= settings.slow_floor)
}

/// Only what ends by itself with an answer, or is ended by the clock: a solver that ran out of memory was not slow.
fn is_slow(context: &Context<'_>, at: usize, best: Duration) -> bool {
    let (settings, seen) = (context.settings, &context.seen[at]);
    if seen.observation.variation.by_tactic {
        return false;
    }
    let took = time(seen.observation);
    took >= settings.slow_floor
        && took.as_secs_f64() >= settings.slow_factor * best.max(QUICK).as_secs_f64()
        && match seen.observation.end {
            End::TimedOut => true,
            End::Exited(_) => matter(seen, context.settings) == Matter::Quiet,
            _ => false,
        }
}

fn verdict(context: &mut Context<'_>, at: usize, best: Duration, evidence: String) -> Verdict {
    let observation = context.seen[at].observation;
    let more = if observation.end == End::TimedOut { "more than " } else { "" };
    let actual = format!("{more}{}", seconds(time(observation)));
    let mut verdict = context.verdict(Kind::Slow, at, None, "");
    verdict.expected = format!("about {}", seconds(best));
    verdict.actual = actual;
    verdict.evidence = evidence;
    verdict
}

fn decides_all(context: &Context<'_>, at: usize) -> bool {
    matches!(context.seen[at].observation.end, End::Exited(_))
        && (0..context.checks())
            .all(|check| matches!(context.answer(at, check), Some(Answer::Sat | Answer::Unsat)))
}

/// CPU time where it is known: the machine may be busy.
fn time(observation: &Observation) -> Duration {
    if observation.cpu.is_zero() { observation.wall } else { observation.cpu }
}

fn seconds(time: Duration) -> String {
    format!("{:.2} s", time.as_secs_f64())
}
