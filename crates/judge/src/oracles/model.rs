//! An assertion is false under the model.

use quis_observations::Answer;

use crate::complaint::{Matter, matter};
use crate::context::Context;
use crate::fingerprint;
use crate::models::Worth;
use crate::verdict::{Kind, Verdict};

pub(super) fn rule(context: &mut Context<'_>, verdicts: &mut Vec<Verdict>) {
    for at in 0..context.seen.len() {
        let mut refuted = false;
        for check in 0..context.checks() {
            if context.answer(at, check) != Some(Answer::Sat) {
                continue;
            }
            if !matches!(context.worth(at, check), Worth::Invalid(_)) {
                continue;
            }
            let Worth::Invalid(blame) = context.own_worth(at, check) else { continue };
            refuted = true;
            let mut verdict = context.verdict(Kind::InvalidModel, at, Some(check), &blame.operator);
            verdict.expected = "a model that satisfies all assertions".to_owned();
            verdict.actual = "sat, with a model that does not".to_owned();
            verdict.evidence = blame.text;
            verdicts.push(verdict);
        }
        if !refuted {
            verdicts.extend(own_word(context, at));
        }
    }
}

/// The solver checked its model or its core itself, and says that it is wrong. Our evaluation found nothing, but the solver owes an
/// explanation.
fn own_word(context: &mut Context<'_>, at: usize) -> Option<Verdict> {
    let (kind, said) = match matter(&context.seen[at], context.settings) {
        Matter::OwnModel(said) => (Kind::InvalidModel, said),
        Matter::OwnCore(said) => (Kind::InvalidCore, said),
        _ => return None,
    };
    let family = context.family(at).to_owned();
    let mut verdict = context.verdict(kind, at, None, "by its own word");
    verdict.fingerprint = fingerprint::of_text(kind, &family, &fingerprint::message(&said));
    verdict.expected = "no complaint of its own check".to_owned();
    verdict.actual = said.clone();
    verdict.evidence = format!("by the solver's own word: {said}");
    Some(verdict)
}
