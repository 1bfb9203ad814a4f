//! The best value of an objective is another one: a model of the assertions is better than a solver says, or the solver's model does not
//! have the value that it says.
//!
//! That a model is better is a matter of evaluation, wherever it comes from. That none is better is known by construction, or where all
//! assignments were tried. With several objectives the first is the most important one, and is judged alone.

use quis_observations::{Answer, Reply};
use quis_semantics::{Objective, Real};
use quis_techniques::{Optimum, Truth};

use crate::context::Context;
use crate::follow_up::{About, FollowUp, How};
use crate::models::Worth;
use crate::objectives::{Better, Limit, Said, shown};
use crate::verdict::{Kind, Verdict};

/// The models from which better ones are looked for.
const BASES: usize = 3;

pub(super) fn rule(context: &mut Context<'_>, verdicts: &mut Vec<Verdict>) {
    let text = &context.case.text;
    let has_objective = text.contains("minimize") || text.contains("maximize");
    // Who asks for another order among objectives does not ask for the best value of the first.
    if !has_objective || text.contains("priority") {
        return;
    }
    for check in 0..context.checks() {
        let satisfied = context.with_answer(check, Answer::Sat);
        if satisfied.is_empty() {
            continue;
        }
        let objectives = context.terms().map(|terms| terms.objectives(check)).unwrap_or_default();
        if let Some(first) = objectives.first() {
            let point = Point { check, objective: *first, count: objectives.len() };
            verdicts.extend(about_check(context, &point, &satisfied));
        }
    }
}

/// What is judged: the first of some objectives of a check.
struct Point {
    check: usize,
    objective: Objective,
    count: usize,
}

impl Point {
    fn beats(&self, model: &Better, said: &Limit) -> bool {
        self.objective.is_better(&Limit::of(model.value.clone()), said)
    }

    /// Whether nothing is better.
    fn is_best(&self, said: &Limit) -> bool {
        *said == Limit::infinite(self.objective.maximize)
    }
}

/// What one solver says, and its model.
struct Claim {
    at: usize,
    said: Limit,
    own: Option<Better>,
    /// The value of the objective under its model, as it says itself, if nobody else knows.
    evaluated: Option<Real>,
}

/// What is known.
struct Known {
    /// The best model that was seen.
    best: Option<Better>,
    /// The best value, and why it is known.
    optimum: Option<(Limit, String)>,
}

fn about_check(context: &mut Context<'_>, point: &Point, satisfied: &[usize]) -> Vec<Verdict> {
    let claims: Vec<Claim> = satisfied.iter().filter_map(|&at| claim(context, at, point)).collect();
    let stated = stated(&context.case.checks[point.check].optimum, point.count);
    let is_right = |claim: &Claim| {
        let reaches = |stated: &Real| {
            claim.said.reached() == Some(stated) && claim.own.as_ref().is_some_and(|own| own.value == *stated)
        };
        stated.as_ref().is_some_and(reaches)
    };
    // Most of the time all is well, and nothing need be looked for.
    if claims.iter().all(is_right) {
        return Vec::new();
    }
    match known(context, point, stated, &claims, satisfied) {
        Ok(known) => {
            let verdicts: Vec<Verdict> =
                claims.iter().filter_map(|claim| accuse(context, point, &known, claim)).collect();
            if known.optimum.is_none() {
                claims.iter().for_each(|claim| ask(context, point, claim));
            }
            verdicts
        }
        // Rather our own fault than a solver's: to be looked at, not to be reported.
        Err(why) => {
            let at = satisfied.first().copied().unwrap_or(0);
            let mut verdict =
                context.verdict(Kind::Disagreement, at, Some(point.check), "contradicted optimum");
            verdict.expected = "an optimum that holds".to_owned();
            verdict.actual = "sat".to_owned();
            verdict.evidence = format!("Quis contradicts itself: {why}");
            vec![verdict]
        }
    }
}

/// The best value of the first objective, if the optimum of a check is about its objectives.
pub(crate) fn stated(optimum: &[Optimum], count: usize) -> Option<Real> {
    let fits = optimum.len() == count && optimum.iter().all(|one| one.goal.is_empty());
    optimum.first().filter(|_| fits).map(|one| one.penalty.clone())
}

fn claim(context: &mut Context<'_>, at: usize, point: &Point) -> Option<Claim> {
    let seen = context.seen.get(at)?;
    let other_order = point.count > 1 && seen.facts.options().contains("priority");
    // To who deviates from the standard, the assertions may mean something else; a tactic does not look for the best value.
    let deviates = seen.facts.deviations.iter().any(|deviation| deviation.may_occur_in(&context.case.text));
    let by_tactic = seen.observation.variation.by_tactic;
    let reply = context.reply(at, point.check)?;
    let Said::Value(said) = Said::of(reply, point.count) else { return None };
    if other_order || deviates || by_tactic {
        return None;
    }
    let own = model_of(context, at, point);
    let evaluated = if own.is_none() { reply.evaluated_objective() } else { None };
    let evaluated = evaluated.and_then(Limit::read).and_then(|limit| limit.reached().cloned());
    Some(Claim { at, said, own, evaluated })
}

/// The model of an observation, if it is valid.
fn model_of(context: &mut Context<'_>, at: usize, point: &Point) -> Option<Better> {
    let text = context.reply(at, point.check).and_then(Reply::model_text)?;
    if context.seen.get(at)?.facts.may_round(text) || *context.worth(at, point.check) != Worth::Valid {
        return None;
    }
    let whose = format!("the model of {}", context.name(at));
    context.terms()?.as_better(point.check, &point.objective, text, &whose)
}

/// What is known by construction, by models that are there, and by those that can be found; or why these do not go together.
fn known(
    context: &mut Context<'_>,
    point: &Point,
    stated: Option<Real>,
    claims: &[Claim],
    satisfied: &[usize],
) -> Result<Known, String> {
    let Point { check, objective, .. } = point;
    let mut bases: Vec<Better> = Vec::new();
    if let Truth::Sat { witness: Some(witness) } = &context.case.checks[*check].truth
        && let Some(terms) = context.terms()
    {
        bases.extend(terms.as_better(*check, objective, witness, "the witness"));
        if let (Some(stated), Some(base)) = (&stated, bases.first())
            && base.value != *stated
        {
            let [own, stated] = [&base.value, stated].map(shown);
            return Err(format!(
                "the witness gives the objective {own}, and the optimum was made to be {stated}"
            ));
        }
    }
    for &at in satisfied {
        let own = claims.iter().find(|claim| claim.at == at);
        let own = own.map_or_else(|| model_of(context, at, point), |claim| claim.own.clone());
        bases.extend(own);
    }
    bases.extend(answers(context, point));
    let mut best: Option<Better> = None;
    let mut take = |better: Better| {
        if best.as_ref().is_none_or(|best| objective.is_better(&better.value, &best.value)) {
            best = Some(better);
        }
        best.clone()
    };
    bases.iter().cloned().for_each(|base| drop(take(base)));
    let mut optimum = None;
    if let Some(stated) = stated {
        optimum = Some((Limit::of(stated), "it is so by construction".to_owned()));
    } else if let Some(terms) = context.terms() {
        if terms.is_free(*check, objective) {
            let why = format!("no assertion is about {}", terms.objective_text(objective));
            optimum = Some((Limit::infinite(objective.maximize), why));
        }
        let best_said = claims
            .iter()
            .map(|claim| &claim.said)
            .reduce(|one, other| if objective.is_better(one, other) { one } else { other });
        let is_beaten = |best: Option<&Better>| {
            best_said.is_none_or(|said| best.is_some_and(|best| point.beats(best, said)))
        };
        let is_past = best_said.is_none_or(|said| point.is_best(said));
        let mut found = bases.first().and_then(|base| take(base.clone()));
        for base in bases.iter().take(BASES) {
            if is_past || is_beaten(found.as_ref()) {
                break;
            }
            let Some(said) = best_said else { break };
            if let Some(better) = terms.moved(*check, objective, base, said) {
                found = take(better);
            }
        }
        if optimum.is_none() && !is_beaten(found.as_ref()) {
            let from = bases.first().map(|base| &*base.model);
            let known = found.as_ref().map(|found| &found.value);
            let tried = terms.tried(*check, objective, from, known);
            if let Some(better) = tried.best {
                found = take(better);
            }
            if let (Some(count), Some(found)) = (tried.all, &found) {
                optimum =
                    Some((Limit::of(found.value.clone()), format!("all {count} assignments were tried")));
            }
        }
    }
    match (&optimum, &best) {
        (Some((limit, why)), Some(best)) if point.beats(best, limit) => Err(format!(
            "{} gives the objective {}, and the optimum is {}: {why}",
            best.whose,
            shown(&best.value),
            limit.shown()
        )),
        _ => Ok(Known { best, optimum }),
    }
}

/// The question for a model that is better than a solver says; none if nothing is better, or it cannot be written down.
fn question(context: &mut Context<'_>, point: &Point, said: &Limit) -> Option<FollowUp> {
    if point.is_best(said) {
        return None;
    }
    let assertion = context.terms()?.beyond(&point.objective, said)?;
    Some(FollowUp { about: About::Better { check: point.check, assertion }, how: How::default() })
}

fn ask(context: &mut Context<'_>, point: &Point, claim: &Claim) {
    if context.asking.is_some()
        && let Some(question) = question(context, point, &claim.said)
    {
        context.ask(question);
    }
}

/// The models that solvers gave when they were asked for better ones.
fn answers(context: &mut Context<'_>, point: &Point) -> Vec<Better> {
    let (settings, facts, answers) = (context.settings, context.facts, context.answers);
    let mut found = Vec::new();
    for (question, seen) in answers {
        let is_ours = matches!(question.about, About::Better { check, .. } if check == point.check);
        let Some(case) = question.case(context.case).filter(|_| is_ours) else { continue };
        let asked = Context::new(settings, &case, seen, facts);
        for at in asked.with_answer(0, Answer::Sat) {
            let Some(model) = asked.reply(at, 0).and_then(Reply::model_text) else { continue };
            if asked.seen.get(at).is_some_and(|seen| seen.facts.may_round(model)) {
                continue;
            }
            let whose = format!("the model of {}", asked.name(at));
            let better = context
                .terms()
                .and_then(|terms| terms.as_better(point.check, &point.objective, model, &whose));
            found.extend(better);
        }
    }
    found
}

/// What is wrong with what a solver says, if anything is.
fn accuse(context: &mut Context<'_>, point: &Point, known: &Known, claim: &Claim) -> Option<Verdict> {
    let Claim { at, said, own, evaluated } = claim;
    let objective = &point.objective;
    let better = known.best.as_ref().filter(|best| point.beats(best, said));
    let other = known.optimum.as_ref().filter(|(optimum, _)| optimum != said);
    let own_value = own.as_ref().map(|own| &own.value).or(evaluated.as_ref());
    let missed =
        said.reached().is_some_and(|said| own_value.is_some_and(|own| objective.is_better(said, own)));
    let text = context.terms()?.objective_text(objective);
    let word = if objective.maximize { "maximize" } else { "minimize" };
    let mut reasons = Vec::new();
    let detail = match (better, other, missed) {
        (Some(better), ..) => {
            reasons.push(format!(
                "{} satisfies all assertions and gives {text} the value {}",
                better.whose,
                shown(&better.value)
            ));
            reasons.push(format!("a better model: {}", one_line(&better.model)));
            word
        }
        (None, Some((optimum, why)), _) => {
            let relation = if objective.is_better(said, optimum) {
                "no model is better than"
            } else {
                "the best value is"
            };
            reasons.push(format!("{relation} {}: {why}", optimum.shown()));
            word
        }
        (None, None, true) => {
            reasons.push("its own model does not have the value that it prints".to_owned());
            "a value that its model does not have"
        }
        (None, None, false) => return None,
    };
    let mut verdict = context.verdict(Kind::WrongOptimum, *at, Some(point.check), detail);
    verdict.expected = match (&known.optimum, better) {
        (Some((optimum, _)), _) => optimum.shown(),
        (None, Some(better)) => {
            format!("{} or {}", shown(&better.value), if objective.maximize { "more" } else { "less" })
        }
        (None, None) => "the value of its model".to_owned(),
    };
    verdict.actual = format!("{word} {text}: prints {}", said.shown());
    if let Some(own) = own_value {
        verdict.actual.push_str(&format!("; under its model it is {}", shown(own)));
    }
    if let (Some((_, why)), Some(_)) = (&known.optimum, better) {
        reasons.push(why.clone());
    }
    verdict.evidence = reasons.join("\n");
    verdict.witness = better.map(|better| better.model.clone());
    Some(verdict)
}

/// A model on one line.
fn one_line(model: &str) -> String {
    model.split_whitespace().collect::<Vec<_>>().join(" ").replace("( (", "((").replace(") )", "))")
}
