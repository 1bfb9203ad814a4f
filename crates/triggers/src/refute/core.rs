//! Which instances are unsatisfiable by themselves.

use std::io;
use std::time::{Duration, Instant};

use hashbrown::HashSet;
use quis_smtlib::theories::{CoreOp, Op};
use quis_smtlib::{Command, Role, Store, Term, TermKind};
use quis_solvers::{Dialogue, Interrupt, Limits, Solver};
use rustc_hash::FxBuildHasher;

use super::rename::Renaming;
use super::sexp::{guarded, has_error, parts, unquoted};
use super::text::printed;
use super::values::declared;
use crate::front::nnf::fresh;
use crate::problem::{Instance, Problem};

/// How long a check may take that only makes a core smaller.
const CHEAP: Duration = Duration::from_millis(500);

/// Formulas without variables and instances of others that are unsatisfiable together.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Core {
    /// The instances.
    pub instances: Vec<Instance>,
    /// The numbers of the formulas without variables.
    pub ground: Vec<usize>,
}

/// Something that is asserted under a name of its own.
#[derive(Clone)]
struct Part {
    what: What,
    body: Term,
    name: String,
    /// How many terms the values of an instance have.
    size: usize,
}

#[derive(Clone, Copy)]
enum What {
    Ground(usize),
    /// By its number among those given.
    Instance(usize),
}

/// The smallest set of instances that is unsatisfiable by itself, as far as it is found in time, with what it takes of the formulas
/// without variables. `None` if all of them together are not refuted.
///
/// # Errors
/// If the solver cannot be started or the system fails.
pub fn core(
    problem: &mut Problem,
    instances: &[Instance],
    solver: &Solver,
    limits: Limits,
    interrupt: Option<&Interrupt>,
) -> io::Result<Option<Core>> {
    let mut renaming = Renaming::of(problem, &[]);
    let mut renamed = renaming.enter(problem);
    let all: Vec<Instance> =
        instances.iter().map(|instance| renaming.instance(&mut renamed.store, instance)).collect();
    let found = core_renamed(&mut renamed, &all, solver, limits, interrupt);
    Renaming::leave(problem, renamed);
    let Some(parts) = found? else { return Ok(None) };
    let mut core = Core::default();
    for part in parts {
        match part.what {
            What::Ground(at) => core.ground.push(at),
            What::Instance(at) => core.instances.extend(instances.get(at).cloned()),
        }
    }
    core.ground.sort_unstable();
    core.instances.sort_unstable();
    Ok(Some(core))
}

fn core_renamed(
    problem: &mut Problem,
    instances: &[Instance],
    solver: &Solver,
    limits: Limits,
    interrupt: Option<&Interrupt>,
) -> io::Result<Option<Vec<Part>>> {
    let until = Instant::now() + limits.wall;
    let all = named_parts(problem, instances);
    let mut names: Vec<usize> = (0..all.len()).collect();
    let Some(mut checker) = Checker::open(problem, &all, solver, limits, interrupt, limits.wall)? else {
        return Ok(None);
    };
    let Some(first) = checker.check(&names, until)? else { return Ok(None) };
    // A second process knows less, and does not think long.
    let is_ground = |part: &Part| matches!(part.what, What::Ground(_));
    let kept: Vec<Part> = all
        .iter()
        .enumerate()
        .filter(|(at, part)| is_ground(part) || first.contains(at))
        .map(|(_, part)| part.clone())
        .collect();
    let smaller = Checker::open(problem, &kept, solver, limits, interrupt, CHEAP)?;
    let found = match smaller {
        Some(mut checker) => {
            names = (0..kept.len()).collect();
            minimized(&mut checker, &kept, names, until)?
        }
        None => None,
    };
    Ok(Some(match found {
        Some(found) => found.into_iter().filter_map(|at| kept.get(at)).cloned().collect(),
        None => first.into_iter().filter_map(|at| all.get(at)).cloned().collect(),
    }))
}

/// Removes what is not needed: instances of large terms first, then the rest of them, then formulas without variables.
fn minimized(
    checker: &mut Checker,
    parts: &[Part],
    all: Vec<usize>,
    until: Instant,
) -> io::Result<Option<Vec<usize>>> {
    let Some(first) = checker.check(&all, until)? else { return Ok(None) };
    let is_ground = |at: &usize| matches!(parts[*at].what, What::Ground(_));
    // There may be thousands, of which a few matter.
    let ground: Vec<usize> = first.iter().copied().filter(is_ground).collect();
    let mut instances: Vec<usize> = first.iter().copied().filter(|at| !is_ground(at)).collect();
    let mut best = first;
    let mut order = instances.clone();
    order.sort_by_key(|&at| std::cmp::Reverse(parts[at].size));
    for at in order {
        if !instances.contains(&at) {
            continue;
        }
        let rest: Vec<usize> =
            instances.iter().copied().filter(|&one| one != at).chain(ground.iter().copied()).collect();
        if let Some(core) = checker.check(&rest, until)? {
            instances = core.iter().copied().filter(|at| !is_ground(at)).collect();
            best = core;
        }
    }
    let mut order: Vec<usize> = best.iter().copied().filter(is_ground).collect();
    order.reverse();
    for at in order {
        let rest: Vec<usize> = best.iter().copied().filter(|&one| one != at).collect();
        if best.contains(&at)
            && let Some(core) = checker.check(&rest, until)?
        {
            best = core;
        }
    }
    Ok(Some(best))
}

/// How many terms the values of an instance have.
fn size(store: &Store, instance: &Instance) -> usize {
    let mut seen: HashSet<Term, FxBuildHasher> = HashSet::default();
    let mut stack = instance.values.clone();
    while let Some(term) = stack.pop() {
        if seen.insert(term) {
            stack.extend_from_slice(store.children(term));
        }
    }
    seen.len()
}

/// Everything that a core may have.
fn named_parts(problem: &mut Problem, instances: &[Instance]) -> Vec<Part> {
    let mut all = Vec::new();
    let mut seen: HashSet<Term, FxBuildHasher> = HashSet::default();
    for (at, formula) in problem.formulas.iter().enumerate() {
        if !formula.is_quantified() {
            all.push((What::Ground(at), formula.body));
        }
    }
    for (at, instance) in instances.iter().enumerate() {
        if let Some(body) = problem.instantiate(instance) {
            all.push((What::Instance(at), body));
        }
    }
    // Different instances may say the same.
    all.retain(|&(_, body)| seen.insert(body));
    let stem = fresh(&mut problem.store, "quis!part");
    let stem = problem.store.text(stem).to_owned();
    let named = all.into_iter().enumerate();
    named
        .map(|(at, (what, body))| {
            let size = match what {
                What::Instance(at) => instances.get(at).map_or(0, |one| size(&problem.store, one)),
                What::Ground(_) => 0,
            };
            Part { what, body, name: format!("{stem}!{at}"), size }
        })
        .collect()
}

/// A process that knows some parts, and is asked about sets of them.
struct Checker {
    dialogue: Dialogue,
    names: Vec<String>,
}

impl Checker {
    fn open(
        problem: &mut Problem,
        parts: &[Part],
        solver: &Solver,
        limits: Limits,
        interrupt: Option<&Interrupt>,
        each: Duration,
    ) -> io::Result<Option<Checker>> {
        let Some(text) = question(problem, parts) else { return Ok(None) };
        let mut solver = solver.clone();
        let milliseconds = u64::try_from(each.as_millis()).unwrap_or(u64::MAX);
        let timeout = solver.profile.timeout_arguments(milliseconds);
        solver.arguments.extend(timeout);
        let mut dialogue = Dialogue::open(&solver, limits, interrupt.cloned())?;
        let said = dialogue.say(&text, limits.wall)?;
        let usable = said.ended.is_none() && !has_error(&said.text);
        let names = parts.iter().map(|part| part.name.clone()).collect();
        Ok(usable.then_some(Checker { dialogue, names }))
    }

    /// Parts among these that are unsatisfiable together, by their numbers. `None` if that is not known.
    fn check(&mut self, numbers: &[usize], until: Instant) -> io::Result<Option<Vec<usize>>> {
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() || !self.dialogue.is_alive() {
            return Ok(None);
        }
        let names: Vec<&str> =
            numbers.iter().filter_map(|&at| self.names.get(at)).map(String::as_str).collect();
        let said = self.dialogue.say(&format!("(check-sat-assuming ({}))", names.join(" ")), left)?;
        if said.text.trim() != "unsat" || said.ended.is_some() {
            return Ok(None);
        }
        let said = self.dialogue.say("(get-unsat-assumptions)", left)?;
        if said.ended.is_some() || has_error(&said.text) {
            return Ok(None);
        }
        let used: HashSet<&str, FxBuildHasher> = parts(&said.text).into_iter().map(unquoted).collect();
        let is_used = |at: &usize| self.names.get(*at).is_some_and(|name| used.contains(name.as_str()));
        Ok(Some(numbers.iter().copied().filter(is_used).collect()))
    }
}

/// match: a body, result: (assert (=> name body)) with what it needs before it
fn question(problem: &mut Problem, parts: &[Part]) -> Option<String> {
    let mut commands = constants(problem, parts);
    let store = &mut problem.store;
    for part in parts {
        let name = store.declare_const(&part.name, quis_smtlib::Sort::BOOL).ok()?;
        commands.extend(super::text::declaration(store, name));
        commands.push(Command::Assert(store.op(Op::Core(CoreOp::Implies), &[name, part.body]).ok()?));
    }
    let declarations = printed(store, &problem.declarations)?;
    let assertions = printed(store, &commands)?;
    let head = "(set-option :produce-unsat-assumptions true)\n(set-logic ALL)\n";
    Some(guarded(&format!("{head}{declarations}{assertions}")))
}

/// The declarations of the constants of instances that the problem does not declare.
fn constants(problem: &Problem, parts: &[Part]) -> Vec<Command> {
    let known = declared(problem.declarations.iter());
    let store = &problem.store;
    let mut seen: HashSet<Term, FxBuildHasher> = HashSet::default();
    let mut found = Vec::new();
    let mut stack: Vec<Term> = parts.iter().map(|part| part.body).collect();
    while let Some(term) = stack.pop() {
        if !seen.insert(term) {
            continue;
        }
        stack.extend_from_slice(store.children(term));
        if let TermKind::Apply(function, []) = store.kind(term)
            && matches!(store.function(function).role, Role::Declared)
            && !known.contains(&function)
        {
            found.push(Command::DeclareConst(function));
        }
    }
    found
}
