//! The core that a solver gives is satisfiable, or larger than it need be.

use quis_observations::{Answer, Observation};
use quis_techniques::Truth;

use crate::context::Context;
use crate::cores::judge_core;
use crate::follow_up::{About, FollowUp, How};
use crate::verdict::{Kind, Verdict};

pub(super) fn invalid(context: &mut Context<'_>, verdicts: &mut Vec<Verdict>) {
    look(context, verdicts, Kind::InvalidCore);
}

pub(super) fn loose(context: &mut Context<'_>, verdicts: &mut Vec<Verdict>) {
    look(context, verdicts, Kind::LooseCore);
}

fn look(context: &mut Context<'_>, verdicts: &mut Vec<Verdict>, kind: Kind) {
    if context.asking.is_none() {
        return;
    }
    for at in 0..context.seen.len() {
        let observation = context.seen[at].observation;
        for (check, names) in cores(observation) {
            let about = About::Core { solver: observation.solver.clone(), check, names: names.clone() };
            // A core that has the known one in it is unsatisfiable: nobody need be asked.
            if kind == Kind::InvalidCore && !has_known(context, check, &names) {
                context.ask(FollowUp { about: about.clone(), how: How::default() });
            }
            let seen = context.answers.iter().find(|(question, _)| question.about == about);
            let seen = seen.map_or(&[][..], |(_, seen)| seen);
            let verdict =
                judge_core(context.settings, context.facts, context.case, check, observation, &names, seen);
            verdicts.extend(verdict.filter(|verdict| verdict.kind == kind));
        }
    }
}

/// Whether these names have in them the core that is known by construction.
fn has_known(context: &Context<'_>, check: usize, names: &[String]) -> bool {
    let known = context.case.checks.get(check).map(|check| &check.truth);
    matches!(known, Some(Truth::Unsat { core: Some(core) }) if core.iter().all(|name| names.contains(name)))
}

/// The checks that were answered with `unsat`, and the names of their cores.
fn cores(observation: &Observation) -> impl Iterator<Item = (usize, Vec<String>)> {
    observation
        .replies
        .iter()
        .enumerate()
        .filter(|(_, reply)| reply.answer == Some(Answer::Unsat) && reply.error.is_none())
        .filter_map(|(check, reply)| Some((check, reply.core_names()?)))
}
