//! The case as it is now, and the way from a candidate to a kept one.

use std::hash::{DefaultHasher, Hasher};
use std::ops::Range;
use std::thread;

use hashbrown::HashMap;
use quis_smtlib::{Command, Mode, PrintOptions, Script, commands, parse, print_commands};
use quis_techniques::{CheckPoint, TestCase, Truth};
use rustc_hash::FxBuildHasher;

use crate::change::{Applied, Change, apply};
use crate::error::Error;
use crate::outcome::{Event, Statistics, Step};
use crate::predicate::Predicate;
use crate::settings::Settings;
use crate::spelling;
use crate::truth::{self, Known};
use crate::used::Used;

/// Why a reduction ends before nothing is left to do.
pub(crate) enum Halt<E> {
    /// Somebody wants it to, or the calls are used up.
    Stopped,
    /// The predicate cannot be asked.
    Failed(E),
}

/// Which candidates are kept, of those for which the predicate holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Rule {
    /// Those that are shorter, or as short and earlier in the order of texts.
    Smaller,
    /// Also those that are a little larger: something is gone with each of them that makes others possible.
    Larger,
    /// All.
    Any,
}

/// A candidate, ready to be tested.
pub(crate) struct Candidate {
    applied: Applied,
    case: TestCase,
    places: Vec<Range<usize>>,
    hash: u64,
    known: Vec<Known>,
    /// How many changes it takes.
    changes: usize,
    /// Where the changes stand that it takes: for whoever proposed it.
    pub(crate) proposal: usize,
}

/// A reduction under way.
pub(crate) struct Engine<'a, P: Predicate> {
    pub(crate) script: Script,
    pub(crate) case: TestCase,
    /// Where the commands stand in the text of the case.
    places: Vec<Range<usize>>,
    pub(crate) known: Vec<Known>,
    used: Used,
    best: TestCase,
    predicate: &'a P,
    pub(crate) settings: &'a Settings<'a>,
    observe: &'a mut dyn FnMut(Event<'_>),
    /// What was tested, and what came of it.
    tested: HashMap<u64, bool, FxBuildHasher>,
    pub(crate) statistics: Statistics,
    /// The pass that is at work, by its place in the table.
    pub(crate) pass: usize,
    names: Vec<&'static str>,
}

impl<'a, P: Predicate> Engine<'a, P> {
    /// Begins with a case for which the predicate holds as it is.
    pub(crate) fn new(
        case: &TestCase,
        names: &[&'static str],
        predicate: &'a P,
        settings: &'a Settings<'a>,
        observe: &'a mut dyn FnMut(Event<'_>),
    ) -> Result<Self, Error<P::Error>> {
        let parsed = parse(&case.text, Mode::Standard);
        let script = parsed.into_result().map_err(Error::Rejected)?;
        let known = Known::of_case(case, &script);
        let places: Vec<Range<usize>> =
            commands(&case.text).map(|(_, place)| place).take(script.commands.len()).collect();
        let used = Used::by(&script.store, &script.commands);
        let passes = names.iter().map(|&name| crate::PassStatistics { name, ..Default::default() }).collect();
        let length = case.text.len() as u64;
        let statistics = Statistics { bytes_before: length, bytes: length, passes, ..Statistics::default() };
        Ok(Engine {
            script,
            case: case.clone(),
            places,
            known,
            used,
            best: case.clone(),
            predicate,
            settings,
            observe,
            tested: HashMap::default(),
            statistics,
            pass: 0,
            names: names.to_vec(),
        })
    }

    /// Asks for the case itself, as it is written and as it is printed.
    pub(crate) fn begin(&mut self) -> Result<(), Error<P::Error>> {
        self.statistics.calls += 1;
        if !self.predicate.holds(&self.case).map_err(Error::Predicate)? {
            return Err(Error::NotShown);
        }
        (self.observe)(Event::Shown);
        self.tested.insert(hash(&self.case.text), true);
        if !self.settings.has("print") {
            return Ok(());
        }
        let all: Vec<Change> = (0..self.script.commands.len()).map(Change::Print).collect();
        let all: Vec<&Change> = all.iter().collect();
        let Some(candidate) = self.propose(&all, 0, Rule::Any) else { return Ok(()) };
        self.statistics.calls += 1;
        let shown = self.ask(&candidate.case).map_err(Error::Predicate)?;
        self.tested.insert(candidate.hash, shown);
        // If the form matters, what has not changed looks as it does now.
        if shown {
            self.keep(candidate, "print");
        }
        Ok(())
    }

    fn ask(&self, case: &TestCase) -> Result<bool, P::Error> {
        Ok(self.predicate.holds(case)? && self.predicate.confirms(case)?)
    }

    /// The script as some changes make it, if that is worth a test: well-typed, not tested before, true, and small enough.
    pub(crate) fn propose(&mut self, changes: &[&Change], proposal: usize, rule: Rule) -> Option<Candidate> {
        let applied = apply(&mut self.script, &self.used, changes)?;
        self.candidate(applied, changes.len(), proposal, rule)
    }

    fn candidate(
        &mut self,
        mut applied: Applied,
        changes: usize,
        proposal: usize,
        rule: Rule,
    ) -> Option<Candidate> {
        let limit = match rule {
            Rule::Smaller => self.case.text.len() + 64,
            Rule::Larger => self.case.text.len() * 5 / 4 + 128,
            Rule::Any => 1 << 28,
        };
        let (text, places) = self.text(&applied, limit)?;
        if text == self.case.text || rule == Rule::Smaller && !is_smaller(&text, &self.case.text) {
            return None;
        }
        let hash = hash(&text);
        if self.tested.get(&hash) == Some(&false) {
            self.statistics.known += 1;
            return None;
        }
        // Nothing ill-formed may reach the predicate, whatever a pass does.
        let parsed = parse(&text, Mode::Standard);
        if !parsed.is_ok() {
            self.statistics.rejected += 1;
            return None;
        }
        let (case, known) = self.with_truths(&mut applied, text, &places)?;
        Some(Candidate { applied, case, places, hash, known, changes, proposal })
    }

    /// The text of commands: what has not changed looks as it did.
    fn text(&self, applied: &Applied, limit: usize) -> Option<(String, Vec<Range<usize>>)> {
        let longer: usize = applied.renamed.iter().map(|(old, _)| old.len()).sum();
        let options = PrintOptions { max_bytes: limit + longer, ..PrintOptions::shared() };
        let mut text = String::with_capacity(self.case.text.len() + 1);
        let mut places = Vec::with_capacity(applied.commands.len());
        let mut add = |line: &str| {
            let start = text.len();
            text.push_str(line);
            places.push(start..text.len());
            text.push('\n');
            text.len() <= options.max_bytes
        };
        let origins = applied.unchanged(&self.script.commands);
        for (place, (command, origin)) in applied.commands.iter().zip(origins).enumerate() {
            let known = origin.and_then(|at| self.case.text.get(self.places.get(at)?.clone()));
            let fits = if let Some(known) = known {
                add(known)
            } else {
                let printed = print_commands(&self.script.store, [command], options).ok()?;
                let line = printed.text.trim_end_matches('\n');
                let short = applied.is_spelled(place).then(|| spelling::shorter(line)).flatten();
                add(short.as_deref().unwrap_or(line))
            };
            if !fits {
                return None;
            }
        }
        if !applied.renamed.is_empty() {
            text = renamed_lines(&text, &mut places, applied);
        }
        Some((text, places))
    }

    /// The case of a text, with what is known of the checks that are left; `None` if that is lost.
    fn with_truths(
        &mut self,
        applied: &mut Applied,
        text: String,
        places: &[Range<usize>],
    ) -> Option<(TestCase, Vec<Known>)> {
        let own = applied.checks_left(&self.script.commands);
        let translated = match &mut applied.translation {
            Some(translation) if truth::is_any(&self.known) => {
                Some(truth::translated(&self.known, &mut self.script, translation))
            }
            _ => None,
        };
        let known = translated.as_deref().unwrap_or(&self.known);
        let store = &self.script.store;
        let truths = if truth::is_any(known) {
            let declared = declared_names(store, &applied.commands);
            let is_left = |name: &str| declared.binary_search(&name).is_ok();
            truth::truths(known, &own, &applied.commands, &is_left, &applied.renamed)
        } else {
            Some(own.iter().map(|_| Truth::Open).collect())
        };
        let Some(truths) = truths else {
            self.statistics.untrue += 1;
            return None;
        };
        let is_check =
            |command: &Command| matches!(command, Command::CheckSat | Command::CheckSatAssuming(_));
        let mut truths = truths.into_iter();
        let with_places = applied.commands.iter().zip(places);
        let checks = with_places.filter(|(command, _)| is_check(command)).map(|(_, place)| CheckPoint {
            place: place.clone(),
            truth: truths.next().unwrap_or_default(),
            // Of a smaller case nobody knows it.
            optimum: Vec::new(),
        });
        let case = TestCase {
            checks: checks.collect(),
            incremental: self.case.incremental && needs_scopes(&applied.commands),
            tactic: self.case.tactic.clone(),
            label: self.case.label.clone(),
            seeds: self.case.seeds.clone(),
            answers_only: self.case.answers_only,
            whole: self.case.whole,
            text,
        };
        if !truth::keeps(known, &own, &case) {
            self.statistics.untrue += 1;
            return None;
        }
        let known = own.iter().filter_map(|&place| known.get(place).cloned()).collect();
        Some((case, known))
    }

    /// The first of the candidates for which the predicate is confirmed. They are asked for as needed, and up to as many as there are
    /// jobs are tested at once; the choice does not depend on how many.
    pub(crate) fn first(
        &mut self,
        next: &mut dyn FnMut(&mut Self) -> Option<Candidate>,
    ) -> Result<Option<Candidate>, Halt<P::Error>> {
        loop {
            let mut group: Vec<Candidate> = Vec::new();
            let mut hit = false;
            while group.len() < self.settings.jobs.get() && !hit {
                let Some(candidate) = next(self) else { break };
                // A job that ran ahead has tested it.
                hit = self.tested.get(&candidate.hash) == Some(&true);
                let same = group.iter().any(|other| other.hash == candidate.hash);
                if !same {
                    group.push(candidate);
                }
            }
            if group.is_empty() {
                return Ok(None);
            }
            if (self.settings.stop)()
                || self.settings.calls.is_some_and(|calls| self.statistics.calls >= calls)
            {
                return Err(Halt::Stopped);
            }
            let answers = self.test(&group);
            for (candidate, answer) in group.into_iter().zip(answers) {
                if !answer.map_err(Halt::Failed)? {
                    self.tested.insert(candidate.hash, false);
                    continue;
                }
                if self.confirm(&candidate).map_err(Halt::Failed)? {
                    return Ok(Some(candidate));
                }
            }
        }
    }

    fn confirm(&mut self, candidate: &Candidate) -> Result<bool, P::Error> {
        let confirmed = self.predicate.confirms(&candidate.case)?;
        self.statistics.unconfirmed += u64::from(!confirmed);
        self.tested.insert(candidate.hash, confirmed);
        Ok(confirmed)
    }

    fn test(&mut self, group: &[Candidate]) -> Vec<Result<bool, P::Error>> {
        let predicate = self.predicate;
        let known: Vec<bool> =
            group.iter().map(|candidate| self.tested.get(&candidate.hash) == Some(&true)).collect();
        let ask = |candidate: &Candidate, known: bool| {
            if known { Ok(true) } else { predicate.holds(&candidate.case) }
        };
        let answers: Vec<Result<bool, P::Error>> = if let [one] = group {
            vec![ask(one, known == [true])]
        } else {
            let cases = group.iter().map(|candidate| &candidate.case).zip(&known);
            thread::scope(|scope| {
                let start = |(case, &known): (&'_ TestCase, &bool)| {
                    let case = case.clone();
                    scope.spawn(move || if known { Ok(true) } else { predicate.holds(&case) })
                };
                let started: Vec<_> = cases.map(start).collect();
                started.into_iter().map(|job| job.join().unwrap_or(Ok(false))).collect()
            })
        };
        for ((candidate, answer), known) in group.iter().zip(&answers).zip(known) {
            if !known {
                self.statistics.calls += 1;
                if let Some(pass) = self.statistics.passes.get_mut(self.pass) {
                    pass.calls += 1;
                }
            }
            if let Ok(holds) = answer {
                self.tested.insert(candidate.hash, *holds);
            }
            (self.observe)(Event::Tested(&self.statistics));
        }
        answers
    }

    /// A candidate is the case from now on. Gives what tells where things have gone.
    pub(crate) fn accept(&mut self, candidate: Candidate) -> Applied {
        let before = self.case.text.len() as i64;
        if let Some(pass) = self.statistics.passes.get_mut(self.pass) {
            pass.kept += 1;
            pass.saved += before - candidate.case.text.len() as i64;
        }
        let name = self.names.get(self.pass).copied().unwrap_or("print");
        self.keep(candidate, name)
    }

    fn keep(&mut self, candidate: Candidate, pass: &'static str) -> Applied {
        let Candidate { applied, case, places, known, changes, .. } = candidate;
        let bytes_before = self.case.text.len();
        self.script.commands.clone_from(&applied.commands);
        self.case = case;
        self.places = places;
        self.known = known;
        if applied.renamed.is_empty() {
            self.used = Used::by(&self.script.store, &self.script.commands);
        } else {
            self.refresh();
            self.known = Known::of_case(&self.case, &self.script);
        }
        self.statistics.kept += 1;
        let smallest = is_smaller(&self.case.text, &self.best.text) || pass == "print";
        if smallest {
            self.best = self.case.clone();
            self.statistics.bytes = self.best.text.len() as u64;
        }
        let statistics = &self.statistics;
        (self.observe)(Event::Kept(Step {
            case: &self.case,
            smallest,
            pass,
            changes,
            bytes_before,
            statistics,
        }));
        applied
    }

    /// Reads the text again: the store forgets what is not needed any more.
    pub(crate) fn refresh(&mut self) {
        if let Ok(script) = parse(&self.case.text, Mode::Standard).into_result() {
            // Commands of cores are compared as they are in the store.
            if truth::is_any(&self.known) {
                self.known = Known::of_case(&self.case, &script);
            }
            self.script = script;
            self.used = Used::by(&self.script.store, &self.script.commands);
        }
    }

    /// A pass begins.
    pub(crate) fn enter(&mut self, pass: usize) {
        self.pass = pass;
        if let Some(&name) = self.names.get(pass) {
            (self.observe)(Event::Pass(name));
        }
    }

    /// What is used by the script as it is.
    pub(crate) fn used(&self) -> &Used {
        &self.used
    }

    /// The smallest case that was kept.
    pub(crate) fn into_best(self) -> (TestCase, Statistics) {
        (self.best, self.statistics)
    }
}

/// Whether a text comes before another: shorter, or as long and earlier.
pub(crate) fn is_smaller(one: &str, other: &str) -> bool {
    (one.len(), one) < (other.len(), other)
}

fn hash(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(text.as_bytes());
    hasher.finish()
}

/// The names of what is declared, sorted.
fn declared_names<'s>(store: &'s quis_smtlib::Store, commands: &[Command]) -> Vec<&'s str> {
    let name = |command: &Command| match command {
        Command::DeclareFun(function) | Command::DeclareConst(function) => {
            Some(store.text(store.function(*function).name))
        }
        _ => None,
    };
    let mut names: Vec<&str> = commands.iter().filter_map(name).collect();
    names.sort_unstable();
    names
}

fn needs_scopes(commands: &[Command]) -> bool {
    let is_check = |command: &&Command| matches!(command, Command::CheckSat | Command::CheckSatAssuming(_));
    let is_scope = |command: &Command| {
        matches!(command, Command::Push(_) | Command::Pop(_) | Command::CheckSatAssuming(_) | Command::Reset)
    };
    commands.iter().any(is_scope) || commands.iter().filter(is_check).count() > 1
}

/// The text with other names, and where its commands are then. Options and information stay as they are.
fn renamed_lines(text: &str, places: &mut [Range<usize>], applied: &Applied) -> String {
    let mut out = String::with_capacity(text.len());
    for (place, command) in places.iter_mut().zip(&applied.commands) {
        let start = out.len();
        let line = &text[place.clone()];
        match command {
            Command::SetLogic(_) | Command::SetOption(..) | Command::SetInfo(..) | Command::Comment(_) => {
                out.push_str(line);
            }
            _ => out.push_str(&crate::names::rename(line, &applied.renamed)),
        }
        *place = start..out.len();
        out.push('\n');
    }
    out
}
