//! Unsatisfiable cores: are they made of assertions, are they unsatisfiable, is one smaller?

use std::collections::BTreeSet;

use quis_observations::{Answer, Deviation, Observation, Reply};
use quis_smtlib::{Command, Mode, Script, parse};
use quis_techniques::{TestCase, Truth};

use crate::context::Context;
use crate::facts::SolverFacts;
use crate::judge::{Judge, Settings};
use crate::models::Worth;
use crate::own::Own;
use crate::verdict::{Kind, Verdict};

/// The case that is left of a check if only these of its named assertions stay: what a core claims to be unsatisfiable. Assertions
/// without a name stay too: the standard counts them in. Other solvers can be asked for it, and
/// [`Judge::judge_core`] looks at what they say.
///
/// Nothing if the text cannot be read or has no such check.
#[must_use]
pub fn core_case(case: &TestCase, check: usize, names: &[String]) -> Option<TestCase> {
    let mut script = parse(&case.text, Mode::Standard).into_result().ok()?;
    let kept = commands_of_check(&script, check)?;
    let store = &script.store;
    let stays = |command: &Command| match command {
        Command::Assert(term) => {
            store.name_of(*term).is_none_or(|name| names.iter().any(|core| core == name))
        }
        _ => true,
    };
    let kept: Vec<Command> = kept.into_iter().filter(stays).collect();
    script.commands = kept;
    let made = TestCase::of_script(&script).ok()?;
    Some(made)
}

impl Judge {
    /// What is wrong with the core that a solver gave for a check that it answered with `unsat`, given what other solvers, or the
    /// same, said of [`core_case`].
    ///
    /// A name that is no assertion's, or a valid model of the core, makes it invalid. If the core that is known by construction is a
    /// part of it, it is loose.
    #[must_use]
    pub fn judge_core(
        &self,
        case: &TestCase,
        check: usize,
        solver: &Observation,
        names: &[String],
        of_core: &[Observation],
    ) -> Option<Verdict> {
        judge_core(&self.settings, &self.facts, case, check, solver, names, of_core)
    }
}

/// See [`Judge::judge_core`].
pub(crate) fn judge_core(
    settings: &Settings,
    facts: &[SolverFacts],
    case: &TestCase,
    check: usize,
    solver: &Observation,
    names: &[String],
    of_core: &[Observation],
) -> Option<Verdict> {
    let asked = std::slice::from_ref(solver);
    let mut context = Context::new(settings, case, asked, facts);
    let deviations = context.seen.first().map(|seen| seen.facts.deviations.clone())?;
    let terms = context.terms()?;
    let known: BTreeSet<&str> = terms.case.checks.get(check).map(|check| {
        check.assertions.iter().filter_map(|&term| terms.case.script.store.name_of(term)).collect()
    })?;
    let stranger = names.iter().find(|name| !known.contains(name.as_str()));
    let core = names.join(" ");
    if let Some(stranger) = stranger {
        let mut verdict = context.verdict(Kind::InvalidCore, 0, Some(check), "a name of no assertion");
        verdict.expected = "names of assertions".to_owned();
        verdict.actual = format!("({core})");
        verdict.evidence = format!("no assertion of this check is named {stranger}");
        return Some(verdict);
    }
    let of_core = CoreSeen { settings, facts, of_core, deviations: &deviations };
    if let Some(evidence) = of_core.model(case, check, names) {
        let mut verdict = context.verdict(Kind::InvalidCore, 0, Some(check), "");
        verdict.expected = "assertions that are unsatisfiable together".to_owned();
        verdict.actual = format!("({core})");
        verdict.evidence = evidence;
        return Some(verdict);
    }
    let Truth::Unsat { core: Some(smaller) } = &case.checks.get(check)?.truth else { return None };
    let within = smaller.iter().all(|name| names.contains(name));
    if !within || smaller.len() >= names.iter().collect::<BTreeSet<_>>().len() {
        return None;
    }
    // Where the solver means something else by the smaller one, that may be satisfiable.
    if Own::of(&deviations, case).is_some_and(|own| own.differs_in(check, smaller)) {
        return None;
    }
    let mut verdict = context.verdict(Kind::LooseCore, 0, Some(check), "");
    verdict.expected = format!("no more than ({})", smaller.join(" "));
    verdict.actual = format!("({core})");
    verdict.evidence = "a part of it is unsatisfiable by construction".to_owned();
    Some(verdict)
}

/// What solvers did with what a core leaves of a case.
struct CoreSeen<'a> {
    settings: &'a Settings,
    facts: &'a [SolverFacts],
    of_core: &'a [Observation],
    /// Those of the solver that gave the core.
    deviations: &'a [Deviation],
}

impl CoreSeen<'_> {
    /// Why the core is satisfiable, if somebody found a model of it that holds for the solver that gave it, too.
    fn model(&self, case: &TestCase, check: usize, names: &[String]) -> Option<String> {
        if self.of_core.is_empty() {
            return None;
        }
        let case = core_case(case, check, names)?;
        let mut own = Own::of(self.deviations, &case);
        let mut context = Context::new(self.settings, &case, self.of_core, self.facts);
        for at in context.with_answer(0, Answer::Sat) {
            let model = context.reply(at, 0).and_then(Reply::model_text).unwrap_or_default();
            if *context.worth(at, 0) == Worth::Valid
                && own.as_mut().is_none_or(|own| own.worth(0, model) == Worth::Valid)
            {
                return Some(format!("the model of {} satisfies all of it", context.name(at)));
            }
        }
        None
    }
}

/// The commands that a check depends on, in order, without scopes, and the check.
fn commands_of_check(script: &Script, wanted: usize) -> Option<Vec<Command>> {
    let mut kept: Vec<Command> = Vec::new();
    let mut levels: Vec<usize> = Vec::new();
    let mut number = 0;
    let global = |kept: &[Command]| {
        kept.iter().any(|command| match command {
            Command::SetOption(keyword, value) => {
                matches!(&**keyword, ":global-declarations" | ":global-decls") && &**value == "true"
            }
            _ => false,
        })
    };
    let is_assertion = |command: &Command| matches!(command, Command::Assert(_));
    let is_setting = |command: &Command| {
        matches!(command, Command::SetLogic(_) | Command::SetOption(..) | Command::SetInfo(..))
    };
    for command in &script.commands {
        match command {
            Command::CheckSat | Command::CheckSatAssuming(_) => {
                if number == wanted {
                    kept.push(command.clone());
                    return Some(kept);
                }
                number += 1;
            }
            Command::Push(count) => {
                levels.extend(std::iter::repeat_n(kept.len(), (*count).min(1 << 16) as usize));
            }
            Command::Pop(count) => {
                for _ in 0..(*count).min(1 << 16) {
                    let Some(length) = levels.pop() else { break };
                    let popped = kept.split_off(length.min(kept.len()));
                    if global(&kept) {
                        kept.extend(popped.into_iter().filter(|command| !is_assertion(command)));
                    }
                }
            }
            Command::ResetAssertions => {
                levels.clear();
                let global = global(&kept);
                kept.retain(|command| is_setting(command) || (global && !is_assertion(command)));
            }
            Command::Reset => {
                levels.clear();
                kept.clear();
            }
            Command::Exit => return None,
            _ => kept.push(command.clone()),
        }
    }
    None
}
