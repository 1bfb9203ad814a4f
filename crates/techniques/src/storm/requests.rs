//! What a solver is asked about a seed: a model of its assertions, or of their negation, and the values of quantified predicates.

use quis_semantics::checks;
use quis_smtlib::{Mode, PrintOptions, Script, Term, parse, print_term};

use super::epoch::Material;
use super::header::Header;
use super::parameters::{Ask, Keep, Storm};
use crate::assignment::Assignment;
use crate::stream::Stream;
use crate::technique::{Reply, Request};

/// A longer request is not made.
const MAX_BYTES: usize = 1 << 20;

/// The next requests.
pub(super) fn requests(storm: Storm, seed: &Script, replies: &[Reply], stream: &Stream) -> Vec<Request> {
    if matches!(storm.ask, Ask::Nothing | Ask::Given) {
        return Vec::new();
    }
    let next = match replies {
        [] => model_request(seed, false),
        // What cannot be satisfied is false under every assignment: its negation has models.
        [Reply::Unsat] => model_request(seed, true),
        _ if storm.ask == Ask::All && replies.len() == about_models(replies) => {
            let material = Material::of(storm, seed, replies, stream);
            return material
                .and_then(|material| material.reference)
                .map(|reference| reference.requests)
                .unwrap_or_default();
        }
        _ => None,
    };
    next.into_iter().collect()
}

/// How many of the replies are about models: the second is there if the first was `unsat`.
pub(super) fn about_models(replies: &[Reply]) -> usize {
    replies.len().min(if replies.first() == Some(&Reply::Unsat) { 2 } else { 1 })
}

/// match: (assert a) (assert b) (check-sat), result: the same, or (assert (not (and a b))) (check-sat)
pub(crate) fn model_request(seed: &Script, negated: bool) -> Option<Request> {
    let header = Header::of(seed, Keep::Nothing)?;
    let check = checks(seed).into_iter().next()?;
    let mut text = header.prelude + &header.text;
    let options = PrintOptions { max_bytes: MAX_BYTES, ..PrintOptions::shared() };
    let print = |term: Term| print_term(&seed.store, term, options).ok();
    let mut parts = Vec::new();
    for &assertion in &check.assertions {
        parts.push(print(assertion)?);
    }
    if negated {
        parts = vec![format!("(not (and true {}))", parts.join(" "))];
    }
    for part in parts {
        text.push_str(&format!("(assert {part})\n"));
    }
    text.push_str("(check-sat)\n");
    // Names of terms, and what is declared twice, may be in the way.
    let parsed = parse(&text, Mode::Standard);
    (text.len() <= MAX_BYTES && parsed.is_ok()).then_some(Request { text, model: true })
}

/// The models among the replies.
pub(super) fn models(seed: &Script, storm: Storm, replies: &[Reply], stream: &Stream) -> Vec<Assignment> {
    let given = if storm.ask == Ask::Given { replies } else { &replies[..about_models(replies)] };
    let texts = given.iter().filter_map(|reply| match reply {
        Reply::Sat(Some(model)) => Some(model),
        _ => None,
    });
    texts
        .enumerate()
        .filter_map(|(at, text)| {
            let stream = stream.fork("models").nth(at as u64);
            Assignment::of_answer(seed, text, stream, storm.open)
        })
        .collect()
}
