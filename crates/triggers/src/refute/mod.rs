//! Refutations by other engines, which do not heed patterns as E-matching does: what they instantiated tells what E-matching lacks.

mod core;
mod cvc5;
mod names;
mod output;
pub(crate) mod rename;
pub(crate) mod sexp;
mod text;
mod values;
mod z3;

use std::io;
use std::time::Duration;

use quis_smtlib::{Command, CommandReader, Script, Term};
use quis_solvers::{End, Interrupt, Limits, Runner, Solver};

use crate::problem::{Instance, Problem};
use names::Names;
use output::Output;
use rename::Renaming;
use values::Values;

pub use self::core::{Core, core};
pub(crate) use self::output::Reply;

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
    /// The same, but it enumerates terms while there are still patterns to match.
    Cvc5Interleaved,
    /// It matches and enumerates, but instances of instances of instances are not made.
    Cvc5Shallow,
    /// It enumerates terms, and matches patterns of its own choice.
    Cvc5IgnorePatterns,
    /// cvc5 instantiates what a candidate model violates.
    Cvc5Mbqi,
    /// Z3 matches the patterns of the user, and nothing else: what a triggering term leads to.
    Z3Patterns,
}

impl Refuter {
    /// What users call it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Refuter::Z3Mbqi => "z3-mbqi",
            Refuter::Z3MbqiAuto => "z3-mbqi-auto",
            Refuter::Z3Relaxed => "z3-relaxed",
            Refuter::Z3RelaxedSeeded => "z3-relaxed-seeded",
            Refuter::Cvc5Enumerative => "cvc5-enumerative",
            Refuter::Cvc5Interleaved => "cvc5-interleaved",
            Refuter::Cvc5Shallow => "cvc5-shallow",
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
            Refuter::Cvc5Enumerative
            | Refuter::Cvc5Interleaved
            | Refuter::Cvc5Shallow
            | Refuter::Cvc5IgnorePatterns
            | Refuter::Cvc5Mbqi => false,
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

/// How long an engine may take to write down how it came to an answer.
struct Writing {
    /// How it is told to, before the question.
    option: &'static str,
    /// So many times as long as without.
    slower: u32,
    /// So long in any case.
    least: Duration,
}

/// The trace takes a tenth to a third longer.
const TRACE: Writing = Writing { option: z3::trace::TRACE, slower: 3, least: Duration::from_millis(100) };

/// The log takes four times as long.
const LOG: Writing = Writing { option: z3::log::LOG, slower: 8, least: Duration::from_secs(1) };

/// cvc5 takes two or three times as long for a proof.
const PROOF: Writing = Writing { option: "", slower: 6, least: Duration::from_secs(1) };

impl Writing {
    /// The limits after a run that took so long.
    fn limits(&self, limits: Limits, cpu: Duration) -> Limits {
        let enough = self.least.max(cpu * self.slower);
        Limits { cpu: Some(enough), wall: limits.wall.max(2 * enough), ..limits }
    }
}

/// What is wanted of an engine.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// A refutation, or nothing.
    Refutation,
    /// The same, where it is all but known that there is one: it is asked at once how.
    Expected,
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

impl<'r> Reading<'r> {
    fn reborrow(&mut self) -> Reading<'_> {
        Reading { problem: self.problem, names: self.names, setting: self.setting, most: self.most }
    }

    /// For what an engine printed: without a refutation less is read.
    fn after(self, output: &Output) -> Reading<'r> {
        let most = if output.is_refutation() { self.most } else { self.most.min(TRIED) };
        Reading { most, ..self }
    }
}

/// How an engine is asked.
#[derive(Clone, Copy)]
pub(crate) struct Asking<'a> {
    pub(crate) refuter: Refuter,
    pub(crate) solver: &'a Solver,
    pub(crate) limits: Limits,
    pub(crate) interrupt: Option<&'a Interrupt>,
    pub(crate) wanted: Wanted,
    /// Told as soon as there is a refutation: to find out how takes longer.
    pub(crate) refuted: &'a dyn Fn(),
}

impl Asking<'_> {
    fn is_satisfied_by(&self, output: &Output) -> bool {
        match self.wanted {
            Wanted::Refutation | Wanted::Expected => output.is_refutation(),
            Wanted::Instances => true,
        }
    }
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
    let asking = Asking { refuter, solver, limits, interrupt, wanted: Wanted::Refutation, refuted: &|| {} };
    Ok(asked(problem, asking, extra)?.told())
}

/// The same, but if it says that there is none, this is told; and that there is one is told at once, before it is known how.
pub(crate) fn refutation(
    problem: &mut Problem,
    refuter: Refuter,
    solver: &Solver,
    limits: Limits,
    interrupt: Option<&Interrupt>,
    refuted: &dyn Fn(),
) -> io::Result<Reply<Refutation>> {
    asked(problem, Asking { refuter, solver, limits, interrupt, wanted: Wanted::Refutation, refuted }, &[])
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
    let asking = Asking { refuter, solver, limits, interrupt, wanted: Wanted::Instances, refuted: &|| {} };
    Ok(asked(problem, asking, &[])?.told().map(|tried| tried.instances).unwrap_or_default())
}

/// What comes of asking an engine about a problem, with further commands.
pub(crate) fn asked(
    problem: &mut Problem,
    asking: Asking<'_>,
    extra: &[String],
) -> io::Result<Reply<Refutation>> {
    let more = read_after(problem, &extra.join("\n"));
    let mut renaming = Renaming::of(problem, &more);
    let mut renamed = renaming.enter(problem);
    let more = renaming.commands(&mut renamed.store, &more);
    let mut found = asked_renamed(&mut renamed, asking, more);
    if let Ok(Reply::Told(refutation)) = &mut found {
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
) -> io::Result<Reply<Refutation>> {
    let Asking { refuter, .. } = asking;
    let Some((text, mut setting)) = question(problem, refuter, more) else { return Ok(Reply::Nothing) };
    let names = Names::of(problem);
    let reading = Reading { problem, names: &names, setting: &mut setting, most: INSTANCES };
    let found = match refuter.is_z3() {
        true => asked_z3(reading, asking, &text)?,
        false => asked_cvc5(reading, asking, &text)?,
    };
    let mut instances = match found {
        Reply::Told(instances) => instances,
        Reply::Satisfiable => return Ok(Reply::Satisfiable),
        Reply::Nothing => return Ok(Reply::Nothing),
    };
    instances.append(&mut setting.seeds);
    let mut seen = hashbrown::HashSet::with_capacity_and_hasher(instances.len(), rustc_hash::FxBuildHasher);
    instances.retain(|instance| seen.insert(instance.clone()));
    Ok(Reply::Told(Refutation { instances, fresh: setting.values.fresh }))
}

/// The instances that Z3 makes for a question.
fn asked_z3(mut reading: Reading<'_>, asking: Asking<'_>, text: &str) -> io::Result<Reply<Vec<Instance>>> {
    let Asking { limits, wanted, .. } = asking;
    let mut cpu = None;
    if wanted == Wanted::Refutation {
        // To write down how takes longer than to do it, and to read it, too; most questions come to nothing.
        let Some(quick) = ask(asking, limits, text)? else { return Ok(Reply::Nothing) };
        if !quick.is_refutation() {
            return Ok(quick.excuse());
        }
        (asking.refuted)();
        cpu = Some(quick.cpu);
    }
    let written = |way: &Writing| {
        let limits = cpu.map_or(limits, |cpu| way.limits(limits, cpu));
        ask(asking, limits, &format!("{}{text}", way.option))
    };
    let Some(output) = written(&TRACE)? else { return Ok(Reply::Nothing) };
    let before = reading.setting.values.clone();
    // That there is a refutation is known already, if one is wanted.
    let own = match wanted {
        Wanted::Refutation | Wanted::Expected => reading.reborrow(),
        Wanted::Instances => reading.reborrow().after(&output),
    };
    let found = z3::trace::instances(own, &output.log);
    // What was ended for printing too much may have told enough. The log has no matches that come to nothing.
    let is_told = asking.is_satisfied_by(&output) || output.is_cut && found.is_full;
    if wanted == Wanted::Expected && !is_told {
        return Ok(Reply::Nothing);
    }
    let mut instances = found.instances;
    if wanted != Wanted::Instances && (found.lacks || !is_told) {
        // To write a trace may lead Z3 astray, to write a log may not. Releases before 4.12 have none, and some values are better than none.
        match written(&LOG)?.filter(|output| asking.is_satisfied_by(output)) {
            Some(output) => {
                reading.setting.values = before;
                instances = z3::log::instances(reading.reborrow(), &output.log);
            }
            None if instances.is_empty() || !is_told => return Ok(Reply::Nothing),
            None => {}
        }
    }
    // Formulas of which Z3 eliminated all variables are not instantiated any more.
    let formulas = 0..reading.problem.formulas.len();
    instances.extend(formulas.filter_map(|formula| values::eliminated(reading.problem, formula)));
    Ok(Reply::Told(instances))
}

/// The instances that cvc5 makes for a question.
fn asked_cvc5(mut reading: Reading<'_>, asking: Asking<'_>, text: &str) -> io::Result<Reply<Vec<Instance>>> {
    let Asking { refuter, solver, limits, wanted, .. } = asking;
    let Some(output) = run(asking, limits, text, &cvc5::ways(refuter, solver, false))? else {
        return Ok(Reply::Nothing);
    };
    if !asking.is_satisfied_by(&output) {
        return Ok(output.excuse());
    }
    if wanted == Wanted::Refutation {
        (asking.refuted)();
    }
    let before = reading.setting.values.clone();
    let instances = cvc5::instances(reading.reborrow().after(&output), &output.answer);
    if wanted != Wanted::Instances && instances.len() > cvc5::FEW {
        // A proof takes more than twice as long, but tells which of them matter.
        let limits = PROOF.limits(limits, output.cpu);
        let proof = run(asking, limits, text, &cvc5::ways(refuter, solver, true))?;
        if let Some(output) = proof.filter(Output::is_refutation) {
            reading.setting.values = before;
            return Ok(Reply::Told(cvc5::instances(reading, &output.answer)));
        }
    }
    Ok(Reply::Told(instances))
}

/// Asks Z3. `None` if it complains.
fn ask(asking: Asking<'_>, limits: Limits, text: &str) -> io::Result<Option<Output>> {
    run(asking, limits, text, std::slice::from_ref(asking.solver))
}

/// Runs an engine, in one way after the other. `None` if it complains of all.
fn run(asking: Asking<'_>, limits: Limits, text: &str, ways: &[Solver]) -> io::Result<Option<Output>> {
    let Asking { interrupt, .. } = asking;
    let mut runner = Runner::new(limits);
    if let Some(interrupt) = interrupt {
        runner = runner.with_interrupt(interrupt.clone());
    }
    for solver in ways {
        let run = runner.run(solver, text.as_bytes(), false)?;
        let output = Output {
            answer: text_of(run.stdout),
            log: text_of(run.stderr),
            is_cut: run.end == End::Truncated,
            cpu: run.cpu,
        };
        if !sexp::has_error(&output.answer) && !sexp::has_error(&output.log) {
            return Ok(Some(output));
        }
    }
    Ok(None)
}

/// What a process printed, as text. It may be much: nothing is copied that need not be.
fn text_of(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
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
