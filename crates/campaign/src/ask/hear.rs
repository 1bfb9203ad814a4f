//! Asks what the judge wants to know.

use quis_judge::{FollowUp, Hearing, Judge, Kind, Leave, Sitting, Verdict};
use quis_solvers::Observation;
use quis_techniques::{Stream, TestCase};

use super::crew::Crew;
use super::question::ask_of;
use crate::error::Error;

/// The follow-up questions that one hearing may cost, at most.
const QUESTIONS: usize = 40;

/// Asks these questions of a hearing and those that follow, until is over, the budget is spent, or the crew is interrupted.
pub(crate) fn hear(
    hearing: &mut Hearing<'_>,
    mut questions: Vec<FollowUp>,
    crew: &mut Crew,
    pursue: &mut dyn FnMut(&Verdict) -> bool,
) -> Result<(), Error> {
    let mut left = QUESTIONS;
    while !questions.is_empty() {
        for question in questions {
            // What nobody was asked stays open.
            let has_leave = left > 0 || question == FollowUp::AFRESH;
            let seen = if has_leave { crew.follow_up(hearing.case(), &question)? } else { Vec::new() };
            left = left.saturating_sub(1);
            if crew.interrupted {
                return Ok(());
            }
            hearing.answer(question, seen);
        }
        questions = hearing.questions(pursue);
    }
    Ok(())
}

/// Puts a case to all solvers of a crew, and looks for verdicts of these kinds with all that takes.
pub(crate) fn examine(
    judge: &Judge,
    crew: &mut Crew,
    case: &TestCase,
    kinds: &[Kind],
) -> Result<(Vec<Observation>, Vec<Verdict>), Error> {
    let seen = crew.observe(case, ask_of(case))?;
    look_into(judge, crew, case, seen, kinds)
}

/// The same, given what solvers did.
pub(crate) fn look_into(
    judge: &Judge,
    crew: &mut Crew,
    case: &TestCase,
    seen: Vec<Observation>,
    kinds: &[Kind],
) -> Result<(Vec<Observation>, Vec<Verdict>), Error> {
    let leave = Leave::Of(kinds.to_vec(), Stream::new(0));
    let mut sitting = Sitting::new(seen);
    loop {
        let (verdicts, questions) = judge.rule(case, &sitting, &leave);
        if questions.is_empty() || crew.interrupted || sitting.answers.len() >= QUESTIONS {
            return Ok((sitting.observations, verdicts));
        }
        for question in questions {
            let seen = crew.follow_up(case, &question)?;
            sitting.answer(question, seen);
        }
    }
}
