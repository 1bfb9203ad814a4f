//! Solvers answer `sat` and `unsat` to one check.
//!
//! Who is wrong is decided by evaluating models. Votes decide nothing; they are told.

use std::collections::BTreeSet;

use quis_observations::Answer;
use quis_techniques::Truth;

use super::truth::{refutation_unsound, solution_unsound};
use crate::context::{Context, Known};
use crate::models::Worth;
use crate::verdict::{Kind, Verdict};

pub(super) fn rule(context: &mut Context<'_>, verdicts: &mut Vec<Verdict>) {
    for check in 0..context.checks() {
        // Where more is known, comparing adds nothing.
        if context.case.checks[check].truth != Truth::Open {
            continue;
        }
        let unsat = context.with_answer(check, Answer::Unsat);
        let sat = context.with_answer(check, Answer::Sat);
        if unsat.is_empty() || sat.is_empty() {
            continue;
        }
        if let Known::Sat(why) = context.known(check) {
            for &at in &unsat {
                if context.is_sat_for(at, check) {
                    verdicts.push(refutation_unsound(context, at, check, &why));
                }
            }
            continue;
        }
        // Whoever means something else by the script is no witness, and nothing can be said against its answer.
        let standard = |context: &mut Context<'_>, all: Vec<usize>| {
            all.into_iter().filter(|&at| context.is_standard_for(at, check)).collect::<Vec<_>>()
        };
        let (unsat, sat) = (standard(context, unsat), standard(context, sat));
        let mut disputed = Vec::new();
        for &at in &sat {
            let others: Vec<usize> =
                unsat.iter().copied().filter(|&other| context.family(other) != context.family(at)).collect();
            if matches!(context.worth(at, check), Worth::Invalid(_)) {
                // Its model proves nothing, and somebody independent says that there is none.
                if !others.is_empty() {
                    let why = format!("{} unsat", say(context, &others));
                    verdicts.push(solution_unsound(context, at, check, &why));
                }
            } else if unsat.iter().any(|&other| !context.is_one_solver(other, at)) {
                disputed.push(at);
            }
        }
        if !disputed.is_empty() {
            verdicts.push(disagreement(context, check, &disputed, &sat, &unsat));
        }
    }
}

/// One verdict for the check. It names the solver whose side has fewer families; if neither has, one that answered `sat`: it owes a
/// model that convinces.
fn disagreement(
    context: &mut Context<'_>,
    check: usize,
    disputed: &[usize],
    sat: &[usize],
    unsat: &[usize],
) -> Verdict {
    let (for_sat, for_unsat) = (families(context, sat), families(context, unsat));
    let suspect = if for_unsat < for_sat { unsat[0] } else { disputed[0] };
    let evidence = format!(
        "{} sat; {} unsat; families: {for_sat} to {for_unsat}{}",
        say(context, sat),
        say(context, unsat),
        why_open(context, check, disputed)
    );
    let mut verdict = context.verdict(Kind::Disagreement, suspect, Some(check), "");
    let (expected, actual) = if unsat.contains(&suspect) { ("sat", "unsat") } else { ("unsat", "sat") };
    verdict.expected = format!("perhaps {expected}: that is what others answer");
    verdict.actual = actual.to_owned();
    verdict.evidence = evidence;
    verdict
}

fn why_open(context: &mut Context<'_>, check: usize, disputed: &[usize]) -> String {
    let mut text = String::new();
    for &at in disputed {
        let reason = match context.worth(at, check) {
            Worth::Open(reason) => format!("is open: {reason}"),
            _ => "was not given".to_owned(),
        };
        text.push_str(&format!("\nthe model of {} {reason}", context.name(at)));
    }
    text
}

fn families(context: &Context<'_>, who: &[usize]) -> usize {
    who.iter().map(|&at| context.family(at)).collect::<BTreeSet<_>>().len()
}

/// match: z3 and cvc5, result: z3, cvc5 answer
fn say(context: &Context<'_>, who: &[usize]) -> String {
    let names: BTreeSet<&str> = who.iter().map(|&at| context.name(at)).collect();
    let verb = if names.len() == 1 { "answers" } else { "answer" };
    format!("{} {verb}", names.into_iter().collect::<Vec<_>>().join(", "))
}
