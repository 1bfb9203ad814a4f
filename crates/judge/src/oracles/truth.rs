//! An answer is not what is known of the check by construction.

use quis_observations::Answer;
use quis_techniques::Truth;

use crate::context::{Context, Known};
use crate::models::Worth;
use crate::verdict::{Kind, Verdict};

pub(super) fn rule(context: &mut Context<'_>, verdicts: &mut Vec<Verdict>) {
    let case = context.case;
    for (check, point) in case.checks.iter().enumerate() {
        let wrong = match point.truth {
            Truth::Open => continue,
            Truth::Sat { .. } => Answer::Unsat,
            Truth::Unsat { .. } => Answer::Sat,
        };
        let accused = context.with_answer(check, wrong);
        // The witness is evaluated only if somebody is accused.
        let Some(&first) = accused.first() else { continue };
        match context.known(check) {
            Known::Open => {}
            Known::Sat(why) => {
                for at in accused {
                    if context.is_sat_for(at, check) {
                        verdicts.push(refutation_unsound(context, at, check, &why));
                    }
                }
            }
            Known::Unsat(why) => {
                for at in accused {
                    if context.is_unsat_for(at, check) {
                        verdicts.push(solution_unsound(context, at, check, &why));
                    }
                }
            }
            // Rather our own fault than a solver's: to be looked at, not to be reported.
            Known::Contradiction(why) => {
                let mut verdict =
                    context.verdict(Kind::Disagreement, first, Some(check), "contradicted truth");
                verdict.expected = "a truth that holds".to_owned();
                verdict.actual = wrong.name().to_owned();
                verdict.evidence = format!("Quis contradicts itself: {why}");
                verdicts.push(verdict);
            }
        }
    }
}

/// `unsat`, although it is known that the check is satisfiable.
pub(super) fn refutation_unsound(context: &mut Context<'_>, at: usize, check: usize, why: &str) -> Verdict {
    let mut verdict = context.verdict(Kind::RefutationUnsound, at, Some(check), "");
    verdict.expected = "sat".to_owned();
    verdict.actual = "unsat".to_owned();
    verdict.evidence = why.to_owned();
    verdict
}

/// `sat`, although it is known that the check is unsatisfiable.
pub(super) fn solution_unsound(context: &mut Context<'_>, at: usize, check: usize, why: &str) -> Verdict {
    let model = match context.worth(at, check) {
        Worth::Invalid(blame) => format!("\nits model is invalid: {}", blame.text),
        Worth::Open(reason) => format!("\nits model is open: {reason}"),
        Worth::Valid | Worth::None => String::new(),
    };
    let mut verdict = context.verdict(Kind::SolutionUnsound, at, Some(check), "");
    verdict.expected = "unsat".to_owned();
    verdict.actual = "sat".to_owned();
    verdict.evidence = format!("{why}{model}");
    verdict
}
