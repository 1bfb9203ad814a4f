//! The core that a solver gives is satisfiable, or larger than it need be.

use std::collections::BTreeSet;

use quis_observations::{Answer, Reply};
use quis_techniques::Truth;

use crate::context::Context;
use crate::follow_up::{About, FollowUp, How};
use crate::models::Worth;
use crate::own::Own;
use crate::verdict::{Kind, Verdict};

/// The core of an observation, for a check that it answers with `unsat`.
struct Core {
    at: usize,
    check: usize,
    names: Vec<String>,
}

impl Core {
    fn has_all(&self, names: &[String]) -> bool {
        names.iter().all(|name| self.names.contains(name))
    }
}

/// A name that no assertion has, or a valid model of what the core leaves of the case, makes a core invalid.
pub(super) fn invalid(context: &mut Context<'_>, verdicts: &mut Vec<Verdict>) {
    for core in cores(context) {
        let Some(assertions) = named_assertions(context, core.check) else { continue };
        let stranger = core.names.iter().find(|name| !assertions.contains(*name));
        let (detail, expected, evidence) = if let Some(stranger) = stranger {
            let evidence = format!("no assertion of this check is named {stranger}");
            ("a name of no assertion", "names of assertions", evidence)
        } else if let Some(evidence) = model(context, &core) {
            ("", "assertions that are unsatisfiable together", evidence)
        } else {
            continue;
        };
        let mut verdict = verdict(context, Kind::InvalidCore, &core, detail);
        verdict.expected = expected.to_owned();
        verdict.evidence = evidence;
        verdicts.push(verdict);
    }
}

/// If the core that is known by construction is a part of a core, that is loose.
pub(super) fn loose(context: &mut Context<'_>, verdicts: &mut Vec<Verdict>) {
    for core in cores(context) {
        let Some(smaller) = known(context, core.check) else { continue };
        if !core.has_all(smaller) || smaller.len() >= core.names.iter().collect::<BTreeSet<_>>().len() {
            continue;
        }
        // Where the solver means something else by the smaller one, that may be satisfiable.
        let own = Own::of(&context.seen[core.at].facts.deviations, context.case);
        if own.is_some_and(|own| own.differs_in(core.check, smaller)) {
            continue;
        }
        let mut verdict = verdict(context, Kind::LooseCore, &core, "");
        verdict.expected = format!("no more than ({})", smaller.join(" "));
        verdict.evidence = "a part of it is unsatisfiable by construction".to_owned();
        verdicts.push(verdict);
    }
}

/// The cores to look at: none if the oracle may not ask about this case.
fn cores(context: &Context<'_>) -> Vec<Core> {
    if context.asking.is_none() {
        return Vec::new();
    }
    let of = |at: usize| {
        let unsat = move |&check: &usize| context.answer(at, check) == Some(Answer::Unsat);
        let core = move |check| Some(Core { at, check, names: context.reply(at, check)?.core_names()? });
        (0..context.checks()).filter(unsat).filter_map(core)
    };
    (0..context.seen.len()).flat_map(of).collect()
}

fn named_assertions(context: &mut Context<'_>, check: usize) -> Option<BTreeSet<String>> {
    let case = &context.terms()?.case;
    let names = case.checks.get(check)?.assertions.iter().filter_map(|&term| case.script.store.name_of(term));
    Some(names.map(str::to_owned).collect())
}

/// The core that is known by construction.
fn known<'a>(context: &Context<'a>, check: usize) -> Option<&'a [String]> {
    match &context.case.checks.get(check)?.truth {
        Truth::Unsat { core } => core.as_deref(),
        _ => None,
    }
}

/// Why a core is satisfiable, if somebody found a model of it that holds for the solver that gave it, too. Asks all solvers first.
fn model(context: &mut Context<'_>, core: &Core) -> Option<String> {
    // Nobody need be asked about a core that has the known one in it: it is unsatisfiable.
    if known(context, core.check).is_some_and(|known| core.has_all(known)) {
        return None;
    }
    let solver = context.name(core.at).to_owned();
    let about = About::Core { solver, check: core.check, names: core.names.clone() };
    let question = FollowUp { about, how: How::default() };
    let Some((_, seen)) = context.answers.iter().find(|(asked, _)| *asked == question) else {
        context.ask(question);
        return None;
    };
    let case = question.case(context.case)?;
    let mut own = Own::of(&context.seen[core.at].facts.deviations, &case);
    let mut context = Context::new(context.settings, &case, seen, context.facts);
    context.with_answer(0, Answer::Sat).into_iter().find_map(|at| {
        let model = context.reply(at, 0).and_then(Reply::model_text).unwrap_or_default();
        let holds = *context.worth(at, 0) == Worth::Valid
            && own.as_mut().is_none_or(|own| own.worth(0, model) == Worth::Valid);
        holds.then(|| format!("the model of {} satisfies all of it", context.name(at)))
    })
}

fn verdict(context: &mut Context<'_>, kind: Kind, core: &Core, detail: &str) -> Verdict {
    let mut verdict = context.verdict(kind, core.at, Some(core.check), detail);
    verdict.actual = format!("({})", core.names.join(" "));
    verdict
}
