//! The optimum is another: what a solver prints of it, or the model that comes with it, is not the best.
//!
//! A model pays the weights of the soft assertions that it makes false. That is a matter of evaluation, and so is that some model pays
//! less. That none does is known by construction only.

use quis_observations::{Answer, Reply};
use quis_semantics::{Goal, Real};
use quis_techniques::Truth;

use crate::context::Context;
use crate::models::Worth;
use crate::optima::{Paid, Printed, shown, stated};
use crate::verdict::{Kind, Verdict};

pub(super) fn rule(context: &mut Context<'_>, verdicts: &mut Vec<Verdict>) {
    if !context.case.text.contains("assert-soft") {
        return;
    }
    for check in 0..context.checks() {
        let satisfied = context.with_answer(check, Answer::Sat);
        if satisfied.is_empty() {
            continue;
        }
        let goals = context.terms().map(|terms| terms.goals(check)).unwrap_or_default();
        if !goals.is_empty() {
            verdicts.extend(about_check(context, check, &goals, &satisfied));
        }
    }
}

/// What is known of the optimum of a check.
struct Known {
    /// Some model pays so much, and why that is known.
    reached: Option<(Vec<Real>, String)>,
    /// No model pays less.
    least: Option<Vec<Real>>,
}

/// What one solver says and does.
struct Claim {
    at: usize,
    printed: Printed,
    paid: Option<Paid>,
    /// What its model pays, if that is known and it is a model.
    proved: Option<Vec<Real>>,
}

fn about_check(context: &mut Context<'_>, check: usize, goals: &[Goal], satisfied: &[usize]) -> Vec<Verdict> {
    let least = stated(&context.case.checks[check].optimum, goals);
    let mut claims: Vec<Claim> = Vec::new();
    for &at in satisfied {
        // With several goals, who asks for another order among them does not ask for the best model of this one.
        let facts = &context.seen[at].facts;
        let other_order = goals.len() > 1 && facts.options().contains("priority");
        // To who deviates from the standard, soft assertions may mean something else.
        let deviates = facts.deviations.iter().any(|deviation| deviation.may_occur_in(&context.case.text));
        // A tactic does not look for the best model.
        let by_tactic = context.seen[at].observation.variation.by_tactic;
        if !other_order && !deviates && !by_tactic {
            claims.push(claim(context, at, check, goals));
        }
    }
    let is_right = |claim: &Claim| {
        let printed = match &claim.printed {
            Printed::Values(values) => Some(values) == least.as_ref(),
            Printed::Unsure | Printed::Nothing => true,
        };
        printed && claim.paid.as_ref().is_some_and(|paid| paid.exact() == least)
    };
    // Most of the time all is well, and no witness need be evaluated.
    if least.is_some() && claims.iter().all(is_right) {
        return Vec::new();
    }
    match known(context, check, goals, least, &claims) {
        Ok(known) => claims.iter().filter_map(|claim| accuse(context, check, goals, &known, claim)).collect(),
        // Rather our own fault than a solver's: to be looked at, not to be reported.
        Err(why) => {
            let mut verdict =
                context.verdict(Kind::Disagreement, satisfied[0], Some(check), "contradicted optimum");
            verdict.expected = "an optimum that holds".to_owned();
            verdict.actual = "sat".to_owned();
            verdict.evidence = format!("Quis contradicts itself: {why}");
            vec![verdict]
        }
    }
}

fn claim(context: &mut Context<'_>, at: usize, check: usize, goals: &[Goal]) -> Claim {
    let reply = context.reply(at, check);
    let printed = reply.map_or(Printed::Nothing, |reply| Printed::of(reply, goals));
    let text = reply.and_then(Reply::model_text).filter(|text| !context.seen[at].facts.may_round(text));
    let paid = text.and_then(|text| context.terms()?.paid(check, goals, text));
    let valid = *context.worth(at, check) == Worth::Valid;
    let proved = paid.as_ref().filter(|_| valid).and_then(Paid::exact);
    Claim { at, printed, paid, proved }
}

/// What is known by construction, by the witness and by the models of solvers; or why these do not go together.
fn known(
    context: &mut Context<'_>,
    check: usize,
    goals: &[Goal],
    least: Option<Vec<Real>>,
    claims: &[Claim],
) -> Result<Known, String> {
    let case = context.case;
    let mut reached = least.clone().map(|least| (least, "by construction".to_owned()));
    if let Truth::Sat { witness: Some(witness) } = &case.checks[check].truth
        && let Some(terms) = context.terms()
        && terms.worth(check, witness) == Worth::Valid
        && let Some(paid) = terms.paid(check, goals, witness).and_then(|paid| paid.exact())
    {
        let why = format!("the witness satisfies all assertions and pays {}", shown(goals, &paid));
        match &least {
            Some(least) if *least != paid => {
                return Err(format!("{why}, but the optimum was made to be {}", shown(goals, least)));
            }
            _ => reached = Some((paid, why)),
        }
    }
    for claim in claims {
        let Some(proved) = &claim.proved else { continue };
        if reached.as_ref().is_some_and(|(reached, _)| proved >= reached) {
            continue;
        }
        let name = context.name(claim.at);
        let why = format!("the model of {name} satisfies all assertions and pays {}", shown(goals, proved));
        if let Some(least) = &least {
            return Err(format!("{why}, but the optimum was made to be {}", shown(goals, least)));
        }
        reached = Some((proved.clone(), why));
    }
    Ok(Known { reached, least })
}

/// What is wrong with what a solver says, if anything is.
fn accuse(
    context: &mut Context<'_>,
    check: usize,
    goals: &[Goal],
    known: &Known,
    claim: &Claim,
) -> Option<Verdict> {
    if claim.printed == Printed::Unsure {
        return None;
    }
    let (reached, why) = known.reached.as_ref()?;
    let mut reasons = Vec::new();
    let mut printed_wrong = None;
    if let Printed::Values(printed) = &claim.printed {
        if printed > reached {
            printed_wrong = Some(printed);
            reasons.push(why.clone());
        } else if known.least.as_ref().is_some_and(|least| printed < least) {
            printed_wrong = Some(printed);
            reasons.push("by construction no model pays less".to_owned());
        } else if printed < reached && claim.proved.is_some() {
            // Whatever the optimum is, a model that does not reach what is printed does not go with it.
            printed_wrong = Some(printed);
        }
    }
    let model_wrong = claim.paid.as_ref().filter(|paid| paid.least() > *reached);
    if model_wrong.is_some() && !reasons.contains(why) {
        reasons.push(why.clone());
    }
    let said = printed_wrong.map(|printed| format!("prints {}", shown(goals, printed)));
    let own = claim.paid.as_ref().filter(|_| model_wrong.is_some() || printed_wrong.is_some());
    let pays = own.map(|paid| match paid.exact() {
        Some(exact) => format!("its model pays {}", shown(goals, &exact)),
        None => format!("its model pays at least {}", shown(goals, &paid.least())),
    });
    let detail = match (printed_wrong.is_some(), model_wrong.is_some()) {
        (false, false) => return None,
        (true, false) => "objective",
        (false, true) => "model",
        (true, true) => "objective and model",
    };
    if let Some(paid) = own {
        reasons.extend(paid.false_softs.iter().map(|soft| format!("false under its model: {soft}")));
    }
    let mut verdict = context.verdict(Kind::WrongOptimum, claim.at, Some(check), detail);
    verdict.expected = match &known.least {
        Some(least) => shown(goals, least),
        None if printed_wrong.is_some_and(|printed| printed < reached) => "what its model pays".to_owned(),
        None => format!("no more than {}", shown(goals, reached)),
    };
    verdict.actual = [said, pays].into_iter().flatten().collect::<Vec<_>>().join("; ");
    verdict.evidence = reasons.join("\n");
    Some(verdict)
}
