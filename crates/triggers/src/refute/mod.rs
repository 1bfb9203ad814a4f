//! Refutations by other engines, which do not heed patterns as E-matching does: what they instantiated tells what E-matching lacks.

mod core;
mod cvc5;
mod names;
pub(crate) mod rename;
pub(crate) mod sexp;
mod text;
mod values;
mod z3;

use std::io;
use std::time::Duration;

use quis_smtlib::{Command, CommandReader, Script, Term};
use quis_solvers::{Interrupt, Limits, Runner, Solver};

use crate::problem::{Instance, Problem};
use names::Names;
use rename::Renaming;
use values::Values;

pub use self::core::{Core, core};

/// How the other engine is asked.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Refuter {
    /// Z3 instantiates what a candidate model violates, besides matching patterns.
    Z3Mbqi,
    /// The same, and Z3 sets its other options by what it is sent.
    Z3MbqiAuto,
    /// Z3 matches patterns of its own choice.
    Z3Relaxed,
    /// The same, with one instance of each formula to begin with.
    Z3RelaxedSeeded,
    /// cvc5 enumerates terms once its patterns are exhausted.
    Cvc5Enumerative,
    /// The same, with patterns of its own choice.
    Cvc5IgnorePatterns,
    /// cvc5 instantiates what a candidate model violates.
    Cvc5Mbqi,
    /// Z3 matches the patterns of the user, and nothing else: what a triggering term leads to.
    Z3Patterns,
}

impl Refuter {
    /// All of them.
    pub const ALL: [Refuter; 8] = [
        Refuter::Z3Mbqi,
        Refuter::Z3MbqiAuto,
        Refuter::Z3Relaxed,
        Refuter::Z3RelaxedSeeded,
        Refuter::Cvc5Enumerative,
        Refuter::Cvc5IgnorePatterns,
        Refuter::Cvc5Mbqi,
        Refuter::Z3Patterns,
    ];

    /// What users call it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Refuter::Z3Mbqi => "z3-mbqi",
            Refuter::Z3MbqiAuto => "z3-mbqi-auto",
            Refuter::Z3Relaxed => "z3-relaxed",
            Refuter::Z3RelaxedSeeded => "z3-relaxed-seeded",
            Refuter::Cvc5Enumerative => "cvc5-enumerative",
            Refuter::Cvc5IgnorePatterns => "cvc5-ignore-patterns",
            Refuter::Cvc5Mbqi => "cvc5-mbqi",
            Refuter::Z3Patterns => "z3-patterns",
        }
    }

    /// Whether it is a way to ask Z3; if not, cvc5.
    #[must_use]
    pub fn is_z3(self) -> bool {
        match self {
            Refuter::Z3Mbqi
            | Refuter::Z3MbqiAuto
            | Refuter::Z3Relaxed
            | Refuter::Z3RelaxedSeeded
            | Refuter::Z3Patterns => true,
            Refuter::Cvc5Enumerative | Refuter::Cvc5IgnorePatterns | Refuter::Cvc5Mbqi => false,
        }
    }

    fn keeps_patterns(self) -> bool {
        // cvc5 is told to ignore them, so that what it is sent is the same.
        !matches!(self, Refuter::Z3Relaxed | Refuter::Z3RelaxedSeeded)
    }
}

/// What it took to refute a problem.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Refutation {
    /// What was instantiated, each once.
    pub instances: Vec<Instance>,
    /// The constants of the instances that neither the problem nor the further commands declare: they stand for values that the engine
    /// made up, or that do not matter.
    pub fresh: Vec<Term>,
}

/// So many instances of a refutation are read. The first ones come of the simplest terms.
const INSTANCES: usize = 20_000;

/// The same if there is no refutation: then they can only give an idea.
const TRIED: usize = 1000;

/// To write down how it came to an answer, Z3 may take so many times as long as without, and so long in any case.
const SLOWER: u32 = 8;
const WRITING: Duration = Duration::from_secs(1);

/// What an engine printed, and how much time of the CPU it took.
struct Output {
    answer: String,
    log: String,
    cpu: Duration,
}

impl Output {
    fn is_refutation(&self) -> bool {
        self.answer.lines().any(|line| line.trim() == "unsat")
    }
}

/// What is wanted of an engine.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted {
    /// A refutation, or nothing.
    Refutation,
    /// What it instantiates, whatever comes of it.
    Instances,
}

/// What is asked, besides the problem itself.
struct Setting {
    /// Commands that only this question has.
    more: Vec<Command>,
    /// Values of what is instantiated from the beginning.
    seeds: Vec<Instance>,
    values: Values,
}

impl Setting {
    /// What else is declared.
    fn declarations(&self) -> impl Iterator<Item = &Command> {
        self.more.iter().filter(|command| !matches!(command, Command::Assert(_)))
    }

    /// The instance of the values that an engine chose, each with its position among the variables. What it made up becomes constants.
    fn instance(
        &mut self,
        problem: &mut Problem,
        formula: usize,
        chosen: Vec<(usize, Option<Term>)>,
    ) -> Option<Instance> {
        let mut values = vec![None; problem.formulas.get(formula)?.variables.len()];
        for (position, value) in chosen {
            if let Some(place) = values.get_mut(position) {
                *place = value.and_then(|value| self.values.settle(&mut problem.store, value));
            }
        }
        self.values.instance(problem, formula, values)
    }
}

/// What it takes to read the instances in the output of an engine.
struct Reading<'r> {
    problem: &'r mut Problem,
    names: &'r Names,
    setting: &'r mut Setting,
    /// So many at most.
    most: usize,
}

/// How an engine is asked.
#[derive(Clone, Copy)]
struct Asking<'a> {
    refuter: Refuter,
    solver: &'a Solver,
    limits: Limits,
    interrupt: Option<&'a Interrupt>,
    wanted: Wanted,
}

/// Asks an engine to refute a problem, with further commands (declared constants, asserted terms), and for the instances that it used.
/// `None` if it does not, or did not understand the question.
///
/// # Errors
/// If the solver cannot be started or the system fails.
pub fn refute(
    problem: &mut Problem,
    refuter: Refuter,
    solver: &Solver,
    limits: Limits,
    interrupt: Option<&Interrupt>,
    extra: &[String],
) -> io::Result<Option<Refutation>> {
    asked(problem, Asking { refuter, solver, limits, interrupt, wanted: Wanted::Refutation }, extra)
}

/// The instances that an engine makes on its way, whether it comes to a refutation or not.
///
/// # Errors
/// If the solver cannot be started or the system fails.
pub fn instances(
    problem: &mut Problem,
    refuter: Refuter,
    solver: &Solver,
    limits: Limits,
    interrupt: Option<&Interrupt>,
) -> io::Result<Vec<Instance>> {
    let asking = Asking { refuter, solver, limits, interrupt, wanted: Wanted::Instances };
    Ok(asked(problem, asking, &[])?.map(|tried| tried.instances).unwrap_or_default())
}

fn asked(problem: &mut Problem, asking: Asking<'_>, extra: &[String]) -> io::Result<Option<Refutation>> {
    let more = read_after(problem, &extra.join("\n"));
    let mut renaming = Renaming::of(problem, &more);
    let mut renamed = renaming.enter(problem);
    let more = renaming.commands(&mut renamed.store, &more);
    let mut found = asked_renamed(&mut renamed, asking, more);
    if let Ok(Some(refutation)) = &mut found {
        for instance in &mut refutation.instances {
            renaming.original(&mut renamed.store, instance);
        }
    }
    Renaming::leave(problem, renamed);
    found
}

fn asked_renamed(
    problem: &mut Problem,
    asking: Asking<'_>,
    more: Vec<Command>,
) -> io::Result<Option<Refutation>> {
    let Asking { refuter, limits, wanted, .. } = asking;
    let Some((text, mut setting)) = question(problem, refuter, more) else { return Ok(None) };
    let output = if refuter.is_z3() {
        let mut limits = limits;
        if wanted == Wanted::Refutation {
            // To write down how takes several times as long as to do it, and most questions come to nothing.
            let quick = ask(asking, limits, &text)?;
            let Some(quick) = quick.filter(Output::is_refutation) else { return Ok(None) };
            let enough = WRITING.max(quick.cpu * SLOWER);
            limits = Limits { cpu: Some(enough), wall: limits.wall.max(2 * enough), ..limits };
        }
        ask(asking, limits, &format!("{}{text}", z3::LOG))?
    } else {
        ask(asking, limits, &text)?
    };
    let Some(output) = output else { return Ok(None) };
    let refuted = output.is_refutation();
    if wanted == Wanted::Refutation && !refuted {
        return Ok(None);
    }
    let names = Names::of(problem);
    let most = if refuted { INSTANCES } else { TRIED };
    let reading = Reading { problem, names: &names, setting: &mut setting, most };
    let mut instances = match refuter.is_z3() {
        true => z3::instances(reading, &output.log),
        false => cvc5::instances(reading, &output.answer),
    };
    instances.append(&mut setting.seeds);
    let mut seen = hashbrown::HashSet::with_capacity_and_hasher(instances.len(), rustc_hash::FxBuildHasher);
    instances.retain(|instance| seen.insert(instance.clone()));
    Ok(Some(Refutation { instances, fresh: setting.values.fresh }))
}

/// Runs an engine. `None` if it complains.
fn ask(asking: Asking<'_>, limits: Limits, text: &str) -> io::Result<Option<Output>> {
    let Asking { refuter, solver, interrupt, .. } = asking;
    let mut runner = Runner::new(limits);
    if let Some(interrupt) = interrupt {
        runner = runner.with_interrupt(interrupt.clone());
    }
    let ways = match refuter.is_z3() {
        true => vec![Vec::new()],
        false => vec![cvc5::arguments(refuter, true), cvc5::arguments(refuter, false)],
    };
    for arguments in ways {
        let mut solver = solver.clone();
        solver.arguments.extend(arguments);
        let run = runner.run(&solver, text.as_bytes(), false)?;
        let output = Output {
            answer: String::from_utf8_lossy(&run.stdout).into_owned(),
            log: String::from_utf8_lossy(&run.stderr).into_owned(),
            cpu: run.cpu,
        };
        if !sexp::has_error(&output.answer) && !sexp::has_error(&output.log) {
            return Ok(Some(output));
        }
        // Older releases do not know all options; anything else they would complain of again.
        if !output.answer.contains(cvc5::REFUSAL) && !output.log.contains(cvc5::REFUSAL) {
            break;
        }
    }
    Ok(None)
}

/// The whole text that is sent.
fn question(problem: &mut Problem, refuter: Refuter, more: Vec<Command>) -> Option<(String, Setting)> {
    let head = if refuter.is_z3() {
        z3::options(refuter, &problem.preamble)
    } else {
        "(set-logic ALL)\n".to_owned()
    };
    let mut values = Values::new(problem, &more);
    let (mut seeds, mut seeded) = (Vec::new(), Vec::new());
    if refuter == Refuter::Z3RelaxedSeeded {
        for formula in 0..problem.formulas.len() {
            if problem.formulas.get(formula).is_some_and(crate::problem::Formula::is_quantified) {
                let values = any_values(problem, &mut values, formula)?;
                let instance = Instance { formula, values };
                seeded.push(Command::Assert(problem.instantiate(&instance)?));
                seeds.push(instance);
            }
        }
    }
    let constants = values.fresh.iter().filter_map(|&constant| text::declaration(&problem.store, constant));
    let constants: Vec<Command> = constants.collect();
    let assertions = text::assertions(problem, refuter.keeps_patterns())?;
    let declarations = text::printed(&problem.store, &problem.declarations)?;
    let body = more.iter().chain(&constants).chain(&assertions).chain(&seeded);
    let body = text::printed(&problem.store, body)?;
    let mut text = format!("{head}{declarations}{body}(check-sat)\n");
    if !refuter.is_z3() {
        text = sexp::guarded(&text);
    }
    Some((text, Setting { more, seeds, values }))
}

fn any_values(problem: &mut Problem, values: &mut Values, formula: usize) -> Option<Vec<Term>> {
    let variables = problem.formulas.get(formula)?.variables.clone();
    variables.into_iter().map(|variable| values.constant(&mut problem.store, variable)).collect()
}

/// The commands of a text that comes after the declarations of a problem. What cannot be read is left out.
fn read_after(problem: &mut Problem, text: &str) -> Vec<Command> {
    if text.trim().is_empty() {
        return Vec::new();
    }
    with_reader(problem, |reader| reader.read(text).0)
}

/// Lends the store of a problem to a reader that knows its declarations.
fn with_reader<T>(problem: &mut Problem, read: impl FnOnce(&mut CommandReader) -> T) -> T {
    let script = Script { store: std::mem::take(&mut problem.store), commands: problem.declarations.clone() };
    let mut reader = CommandReader::after(script);
    let result = read(&mut reader);
    problem.store = reader.store;
    result
}

#[cfg(test)]
mod tests {
    use quis_smtlib::{Mode, parse};

    use super::{Names, Reading, Setting, Values};
    use crate::problem::{Instance, Problem};
    use crate::{Selection, problem};

    /// The instances that an engine printed, each with its formula and values, and how many constants it took.
    pub(super) fn printed_instances(
        problem: &mut Problem,
        text: &str,
        instances: impl FnOnce(Reading<'_>, &str) -> Vec<Instance>,
    ) -> (Vec<(usize, String)>, usize) {
        let names = Names::of(problem);
        let values = Values::new(problem, &[]);
        let mut setting = Setting { more: Vec::new(), seeds: Vec::new(), values };
        let reading = Reading { problem: &mut *problem, names: &names, setting: &mut setting, most: 100 };
        let found = instances(reading, text);
        let values = |one: &Instance| {
            let texts: Vec<String> =
                one.values.iter().map(|&value| crate::text::term(&problem.store, value)).collect();
            texts.join(", ")
        };
        let found = found.iter().map(|one| (one.formula, values(one))).collect();
        (found, setting.values.fresh.len())
    }

    pub(super) fn read(source: &str) -> Problem {
        let script = parse(source, Mode::Standard).into_result().unwrap();
        problem(&script, source, &Selection::default()).unwrap()
    }
}
