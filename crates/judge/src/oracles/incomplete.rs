//! `unknown` in a logic that the solver claims to decide. What a solver claims, it claims of scripts that declare such a logic, and that have
//! one check and no scopes.

use quis_observations::{Answer, End};
use quis_smtlib::{Arithmetic, Logic, infer_logic};

use crate::complaint::{Matter, matter};
use crate::context::Context;
use crate::verdict::{Kind, Verdict};

pub(super) fn rule(context: &mut Context<'_>, verdicts: &mut Vec<Verdict>) {
    if context.case.incremental {
        return;
    }
    let mut needed = None;
    for at in 0..context.seen.len() {
        let seen = &context.seen[at];
        // A killed process may have been told to give up.
        let ended = matches!(seen.observation.end, End::Exited(_));
        if seen.facts.decides.is_empty()
            || seen.observation.variation.by_tactic
            || !ended
            || !(0..context.checks()).any(|check| context.answer(at, check) == Some(Answer::Unknown))
            || matter(seen, context.settings) != Matter::Quiet
            || gave_up(&seen.observation.stdout)
        {
            continue;
        }
        if needed.is_none() {
            let Some(terms) = context.terms() else { return };
            let script = &terms.case.script;
            if script.logic().is_none_or(|logic| logic == "ALL") {
                return;
            }
            needed = Some(infer_logic(script));
        }
        let Some(needed) = &needed else { return };
        let decides = &context.seen[at].facts.decides;
        let claim =
            decides.iter().find(|name| Logic::from_name(name).is_some_and(|logic| is_within(needed, &logic)));
        let Some(claim) = claim.cloned() else { continue };
        for check in 0..context.checks() {
            if context.answer(at, check) == Some(Answer::Unknown) {
                let mut verdict = context.verdict(Kind::Incomplete, at, Some(check), "");
                verdict.expected = "sat or unsat".to_owned();
                verdict.actual = "unknown".to_owned();
                verdict.evidence =
                    format!("the script needs {}, and the solver claims to decide {claim}", needed.name());
                verdicts.push(verdict);
            }
        }
    }
}

/// Whether the reason given for an `unknown` is a limit.
fn gave_up(stdout: &[u8]) -> bool {
    let limits = ["timeout", "canceled", "cancelled", "memout", "resource", "interrupted"];
    stdout.split(|&byte| byte == b'\n').any(|line| {
        let line = String::from_utf8_lossy(line);
        line.contains(":reason-unknown") && limits.iter().any(|limit| line.contains(limit))
    })
}

/// Whether a logic allows all that is needed.
fn is_within(needed: &Logic, logic: &Logic) -> bool {
    let features = |logic: &Logic| {
        [
            logic.quantifiers,
            logic.higher_order,
            logic.arrays,
            logic.uninterpreted,
            logic.bit_vectors,
            logic.floats,
            logic.datatypes,
            logic.strings,
            logic.fields,
            logic.separation,
            logic.ints,
            logic.reals,
            logic.transcendental,
            logic.extensions,
        ]
    };
    let arithmetic = needed.arithmetic == Arithmetic::None || needed.arithmetic <= logic.arithmetic;
    arithmetic
        && features(needed).into_iter().zip(features(logic)).all(|(needed, allowed)| allowed || !needed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logics_within_logics() {
        let within = |needed: &str, logic: &str| {
            is_within(&Logic::from_name(needed).unwrap(), &Logic::from_name(logic).unwrap())
        };
        assert!(within("QF_IDL", "QF_LIA") && within("QF_UF", "QF_UFLIA") && within("QF_BV", "QF_ABV"));
        for (needed, logic) in [
            ("QF_LIA", "QF_NIA"),
            ("QF_IDL", "QF_IDL"),
            ("QF_LRA", "QF_LIRA"),
            ("QF_AX", "QF_ALIA"),
            ("QF_FP", "QF_BVFP"),
            ("QF_DT", "QF_UFDT"),
            ("QF_S", "QF_SLIA"),
            ("UF", "UFLIA"),
            ("QF_UF", "ALL"),
        ] {
            assert!(within(needed, logic), "{needed} in {logic}");
        }
        for (needed, logic) in [
            ("QF_LIA", "QF_IDL"),
            ("QF_LIA", "QF_UF"),
            ("QF_LIRA", "QF_LIA"),
            ("QF_UFLIA", "QF_LIA"),
            ("QF_ALIA", "QF_LIA"),
            ("QF_BV", "QF_LIA"),
            ("QF_BVFP", "QF_BV"),
            ("QF_DT", "QF_UF"),
            ("QF_SLIA", "QF_LIA"),
            ("UF", "QF_UF"),
            ("QF_FF", "QF_UF"),
        ] {
            assert!(!within(needed, logic), "{needed} in {logic}");
        }
        assert!(!within("QF_NIA", "QF_LIA") && !within("LIA", "QF_LIA") && !within("QF_LIRA", "QF_LRA"));
    }

    #[test]
    fn reasons_that_are_limits() {
        let all = ["timeout", "canceled", "cancelled", "memout", "resource limits reached", "interrupted"];
        for reason in all {
            assert!(gave_up(format!("unknown\n(:reason-unknown \"{reason}\")\n").as_bytes()), "{reason}");
        }
        for other in ["(:reason-unknown \"incomplete\")", "timeout", "; timeout\n(:reason-unknown \"?\")", ""]
        {
            assert!(!gave_up(other.as_bytes()), "{other}");
        }
    }
}
