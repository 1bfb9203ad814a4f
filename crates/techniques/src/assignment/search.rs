//! A model of a check, searched for without a solver.

use std::sync::Arc;

use quis_semantics::checks;
use quis_smtlib::{Command, Script, Term};

use super::{Assignment, Mined};
use crate::case::{TestCase, kept_commands};
use crate::storm::OpenPoints;
use crate::stream::Stream;
use crate::witness::is_model;

/// How many assignments are tried, and how many terms are evaluated for it at most.
const TRIES: usize = 2000;
const WORK: usize = 2_000_000;

/// The checks of a seed that are sat by its own `:status`: those in front of which it says so.
///
/// ```
/// use quis_smtlib::{Mode, parse};
/// use quis_techniques::claimed_sat;
///
/// let text = "(set-info :status sat)(check-sat)(set-info :status unsat)(check-sat)(check-sat)";
/// let seed = parse(text, Mode::Standard).into_result().expect("a valid script");
/// assert_eq!(claimed_sat(&seed), [true, false, false]);
/// ```
#[must_use]
pub fn claimed_sat(seed: &Script) -> Vec<bool> {
    let (mut claims, mut claim) = (Vec::new(), false);
    for command in &seed.commands {
        match command {
            Command::SetInfo(keyword, value) if &**keyword == ":status" => claim = &**value == "sat",
            Command::Exit => break,
            _ if command.name(&seed.store).starts_with("check-sat") => {
                claims.push(std::mem::take(&mut claim))
            }
            _ => {}
        }
    }
    claims
}

/// A model of a check of a seed, as text; `case` is the seed as a case. It was read back, and evaluation makes all assertions true.
///
/// ```
/// use quis_smtlib::{Mode, parse};
/// use quis_techniques::{Stream, TestCase, find_model, is_model};
///
/// let text = "(declare-const x Int)(assert (> (* x x) 50))(assert (< x 9))(check-sat)";
/// let seed = parse(text, Mode::Standard).into_result().expect("a valid script");
/// let case = TestCase::of_script(&seed).expect("small");
/// let model = find_model(&seed, &case, 0, &Stream::new(1)).expect("there are many");
/// assert_eq!(is_model(&case, 0, &model), Some(true));
/// ```
#[must_use]
pub fn find_model(seed: &Script, case: &TestCase, check: usize, stream: &Stream) -> Option<Arc<str>> {
    let kept = Script {
        store: seed.store.clone(),
        commands: kept_commands(&seed.commands, seed).cloned().collect(),
    };
    let roots: Vec<Term> = checks(&kept).get(check)?.assertions.clone();
    let mined = Mined::new(&kept);
    let tries = (WORK / kept.store.len().max(1)).clamp(16, TRIES) as u64;
    let mut best: Option<(usize, Assignment)> = None;
    let mut refuted = 0;
    for number in 0..tries {
        let stream = stream.nth(number);
        let mut next = match &best {
            Some((_, from)) if stream.fork("from").chance(3, 4) => from.perturbed(&kept, &mined, stream),
            _ => Assignment::draw(stream, OpenPoints::Free),
        };
        let values = next.evaluate(&kept.store, &mined, &roots);
        let wrong = values.iter().filter(|value| **value != Some(true)).count();
        if wrong == 0 {
            let model = next.witness(&kept)?;
            if is_model(case, check, &model) == Some(true) {
                return Some(model);
            }
            // What cannot be read back once will not be the next time.
            refuted += 1;
            if refuted > 4 {
                return None;
            }
        }
        if best.as_ref().is_none_or(|(known, _)| wrong <= *known) {
            best = Some((wrong, next));
        }
    }
    None
}
