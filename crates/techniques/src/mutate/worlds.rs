//! Models of a seed, or assignments that make most of it true, and what they say of terms.

use std::sync::Arc;

use quis_semantics::{Evaluator, Memory, Model};
use quis_smtlib::{Command, Script, Store, Term};

use super::template::Template;
use crate::assignment::{Assignment, Mined, declared};
use crate::storm::OpenPoints;
use crate::stream::Stream;
use crate::technique::Reply;

/// Worlds that are kept.
const WORLDS: usize = 4;

/// How many assignments are tried for a seed, and how many terms are evaluated for it at most.
const TRIES: usize = 48;
const WORK: usize = 60_000;

/// Steps of the evaluator for one term.
const STEPS: u64 = 1 << 13;

/// An interpretation of everything that the seed declares, and what it says of the seed.
#[derive(Clone, Debug)]
pub(super) struct World {
    model: Model,
    memory: Memory,
    /// The terms of the store that it knows.
    terms: usize,
    /// The witness for each check; `None` where it cannot be written down.
    pub(super) witnesses: Vec<Option<Arc<str>>>,
    /// Whether each assertion holds, as far as that is known.
    pub(super) slots: Vec<Option<bool>>,
    /// Whether the assumptions of each check hold.
    pub(super) assumptions: Vec<Option<bool>>,
    /// Predicates of the seed that are true, and that are false.
    pub(super) truths: [Vec<Term>; 2],
}

impl World {
    /// The truth values of new terms. What was evaluated before is remembered; these terms are not.
    pub(super) fn evaluate(&mut self, store: &Store, roots: &[Term], into: &mut Vec<Option<bool>>) {
        let memory = std::mem::take(&mut self.memory);
        let mut evaluator = Evaluator::continued(store, &mut self.model, memory)
            .with_steps(STEPS + 8 * self.terms as u64)
            .without_trials();
        into.extend(
            roots.iter().map(|&root| evaluator.evaluate(root).ok().and_then(|value| value.as_bool())),
        );
        self.memory = evaluator.into_memory();
        // What is remembered must not depend on the mutants before.
        self.memory.truncate(self.terms);
    }

    /// Whether everything holds at all checks.
    pub(super) fn is_full(&self, template: &Template) -> bool {
        template.checks.iter().enumerate().all(|(at, check)| {
            self.assumptions[at] == Some(true)
                && check.slots.iter().all(|&slot| self.slots[slot] == Some(true))
        })
    }

    /// How much of the seed it makes true.
    fn score(values: &[Option<bool>]) -> usize {
        values.iter().map(|value| usize::from(*value == Some(true)) * 4 + usize::from(value.is_none())).sum()
    }
}

/// The worlds of a seed, the best ones first. There is none if nothing that is declared can be written down.
pub(super) fn worlds(
    script: &Script,
    template: &Template,
    predicates: &[Term],
    mined: &Mined,
    replies: &[Reply],
    stream: &Stream,
) -> Vec<World> {
    let mut roots: Vec<Term> = template.slots.iter().map(|slot| slot.root).collect();
    for check in &template.checks {
        roots.extend_from_slice(&check.assumptions);
    }
    let given = replies.iter().find_map(|reply| match reply {
        Reply::Sat(Some(model)) => {
            Assignment::of_answer(script, model, stream.fork("reply"), OpenPoints::Free)
        }
        _ => None,
    });
    let tries = (WORK / script.store.len().max(1)).clamp(4, TRIES) as u64;
    let perfect = 4 * roots.len();
    let mut best: Vec<(usize, Assignment)> = Vec::new();
    let keep = |score: usize, assignment: Assignment, best: &mut Vec<(usize, Assignment)>| {
        let at = best.partition_point(|(known, _)| *known >= score);
        best.insert(at, (score, assignment));
        best.truncate(WORLDS);
    };
    let try_one = |mut assignment: Assignment, best: &mut Vec<(usize, Assignment)>| {
        let values = assignment.evaluate(&script.store, mined, &roots);
        keep(World::score(&values), assignment, best);
    };
    if let Some(given) = given {
        try_one(given, &mut best);
    }
    for number in 0..tries {
        let stream = stream.fork("search").nth(number);
        let full = best.iter().filter(|(score, _)| *score == perfect).count();
        if full == WORLDS || full > 0 && number > tries / 2 {
            break;
        }
        let near = stream.clone().chance(3, 4) && number > tries / 4 || full > 0;
        let next = match best.get(stream.fork("from").below(best.len().min(2))) {
            Some((_, from)) if near => from.perturbed(script, mined, stream),
            _ => Assignment::draw(stream, OpenPoints::Free),
        };
        try_one(next, &mut best);
    }
    let settle = |(at, (_, assignment)): (usize, (usize, Assignment))| {
        settled(
            script,
            template,
            &roots,
            predicates,
            mined,
            assignment,
            &stream.fork("settled").nth(at as u64),
        )
    };
    let mut worlds: Vec<World> = best.into_iter().enumerate().filter_map(settle).collect();
    worlds.sort_by_key(|world| std::cmp::Reverse(World::score(&world.slots)));
    worlds
}

/// An assignment after it was written down and read again: then every function is defined everywhere, and nothing is left to be
/// chosen later.
fn settled(
    script: &Script,
    template: &Template,
    roots: &[Term],
    predicates: &[Term],
    mined: &Mined,
    mut assignment: Assignment,
    stream: &Stream,
) -> Option<World> {
    // Everything that is declared gets a value.
    let constants: Vec<Term> = script
        .store
        .terms()
        .filter(|&term| matches!(script.store.kind(term), quis_smtlib::TermKind::Apply(_, [])))
        .collect();
    assignment.evaluate(&script.store, mined, &constants);
    let text = assignment.witness(script)?;
    let settled = if declared(script).is_empty() {
        assignment
    } else {
        let mut settled = Assignment::of_answer(script, &text, stream.clone(), OpenPoints::None)?;
        settled.evaluate(&script.store, mined, roots);
        settled
    };
    let witnesses = witnesses(script, template, &settled);
    let mut model = settled.into_model();
    let mut evaluator = Evaluator::new(&script.store, &mut model).with_steps(1 << 16).without_trials();
    let mut value = |term: Term| evaluator.evaluate(term).ok().and_then(|value| value.as_bool());
    let slots: Vec<Option<bool>> = template.slots.iter().map(|slot| value(slot.root)).collect();
    let assumptions = template
        .checks
        .iter()
        .map(|check| {
            let all: Vec<Option<bool>> = check.assumptions.iter().map(|&term| value(term)).collect();
            all.iter().try_fold(true, |all, value| value.map(|value| all && value))
        })
        .collect();
    let mut truths: [Vec<Term>; 2] = Default::default();
    for &predicate in predicates {
        match value(predicate) {
            Some(true) => truths[0].push(predicate),
            Some(false) => truths[1].push(predicate),
            None => {}
        }
    }
    let memory = evaluator.into_memory();
    Some(World { model, memory, terms: script.store.len(), witnesses, slots, assumptions, truths })
}

/// The witness for each check: with what is declared there.
fn witnesses(script: &Script, template: &Template, settled: &Assignment) -> Vec<Option<Arc<str>>> {
    let scoped = script
        .commands
        .iter()
        .any(|command| matches!(command, Command::Push(_) | Command::Pop(_) | Command::Reset));
    let first = template.checks.first().map_or(0, |check| check.command);
    let declares = |command: &Command| matches!(command, Command::DeclareFun(_) | Command::DeclareConst(_));
    let late = script.commands.iter().skip(first).any(declares);
    if !scoped && !late {
        let witness = settled.witness(script);
        return template.checks.iter().map(|_| witness.clone()).collect();
    }
    let lives = super::lives::Lives::of(script);
    template
        .checks
        .iter()
        .map(|check| {
            let holds = |command: &Command| match command {
                Command::DeclareFun(function) | Command::DeclareConst(function) => {
                    lives.of_function(&script.store, *function).holds(check.command)
                }
                _ => true,
            };
            let commands = script.commands.iter().filter(|command| holds(command)).cloned().collect();
            settled.witness(&Script { store: script.store.clone(), commands })
        })
        .collect()
}
