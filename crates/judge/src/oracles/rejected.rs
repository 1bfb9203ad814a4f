//! An error on a well-formed script.

use quis_smtlib::{Command, Mode, parse};

use crate::complaint::{Matter, matter};
use crate::context::Context;
use crate::fingerprint;
use crate::verdict::{Kind, Verdict};

pub(super) fn rule(context: &mut Context<'_>, verdicts: &mut Vec<Verdict>) {
    let mut well_formed = None;
    for at in 0..context.seen.len() {
        let Matter::Error(error) = matter(&context.seen[at], context.settings) else { continue };
        if context.seen[at].observation.variation.by_tactic {
            continue;
        }
        let reads = (0..context.seen.len())
            .find(|&other| context.family(other) != context.family(at) && answers_all(context, other));
        let Some(reads) = reads else { continue };
        if !*well_formed.get_or_insert_with(|| is_well_formed(&context.case.text)) {
            return;
        }
        let seen = &context.seen[at];
        verdicts.push(Verdict {
            kind: Kind::Rejected,
            solver: seen.observation.solver.clone(),
            check: None,
            expected: "an answer".to_owned(),
            actual: format!("error: {error}"),
            evidence: format!(
                "the script is SMT-LIB 2.7 within its logic, and {} answers all of it",
                context.name(reads)
            ),
            fingerprint: fingerprint::of_text(
                Kind::Rejected,
                &seen.facts.id.family,
                &fingerprint::message(&error),
            ),
            witness: None,
        });
    }
}

/// Whether a script is SMT-LIB 2.7 within its logic, in its commands too.
fn is_well_formed(text: &str) -> bool {
    let Ok(script) = parse(text, Mode::Strict).into_result() else { return false };
    script.commands.iter().all(|command| match command {
        Command::Extended(..)
        | Command::Other(_)
        | Command::AssertSoft(..)
        | Command::Minimize(..)
        | Command::Maximize(..) => false,
        Command::DeclareDatatypes(declarations) => declarations.iter().all(|&declaration| {
            let datatype = &script.store.sort_declaration(declaration).datatype;
            datatype.as_ref().is_none_or(|datatype| !datatype.codatatype)
        }),
        _ => true,
    })
}

/// Whether a solver read the whole script: it answered every check, and reported nothing.
fn answers_all(context: &Context<'_>, at: usize) -> bool {
    (0..context.checks()).all(|check| context.answer(at, check).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_of_the_standard() {
        for (text, expected) in [
            ("(set-logic QF_LIA) (declare-const x Int) (assert (> x 0)) (check-sat)", true),
            ("(set-logic ALL) (declare-datatypes ((L 0)) (((nil) (cons (tail L))))) (check-sat)", true),
            ("(set-logic ALL) (declare-codatatypes ((L 0)) (((cons (tail L))))) (check-sat)", false),
            ("(set-logic ALL) (declare-const x Int) (assert-soft (> x 0)) (check-sat)", false),
            ("(set-logic ALL) (declare-const x Int) (minimize x) (check-sat)", false),
            ("(set-logic ALL) (declare-const x Int) (maximize x) (check-sat)", false),
            ("(set-logic QF_LIA) (declare-const x Real) (check-sat)", false),
            ("(set-logic QF_LIA) (declare-const x Int) (assert (> x y)) (check-sat)", false),
        ] {
            assert_eq!(is_well_formed(text), expected, "{text}");
        }
    }
}
