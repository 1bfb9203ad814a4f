//! Assignments: what the symbols of a seed mean, and the points that the standard leaves open, so that formulas have
//! truth values.
//!
//! An assignment is a model whose gaps are filled at random as they are met. What was filled stays, so that all
//! formulas that were ever evaluated have their values under one model, which can be written down.

pub(crate) mod bits;
mod draw;
mod mined;
pub(crate) mod numbers;
mod search;
#[cfg(test)]
mod tests;
pub(crate) mod words;

use std::sync::Arc;

use quis_semantics::{Evaluator, Gap, Interpretation, Model, Reason, Value};
use quis_smtlib::{
    Command, Function, Script, Sort, SortConstructor, SortKind, Store, Term, TermSet, read_model,
};
use rustc_hash::{FxBuildHasher, FxHashSet};

pub(crate) use self::draw::{Draw, Drawn};
pub(crate) use self::mined::Mined;
pub use self::search::{claimed_sat, find_model};

use crate::storm::OpenPoints;
use crate::stream::Stream;

/// The work for one term, in steps of the evaluator; for all terms of one evaluation it is four times as much.
const STEPS: u64 = 1 << 16;

/// Steps for each term of the store, beside these.
const STEPS_PER_TERM: u64 = 8;

/// The work for a closed term that the seed mentions.
const MINED_STEPS: u64 = 1 << 12;

/// An interpretation of the symbols of a seed that is made up as it is needed.
///
/// It serves for the store of the seed and for stores that extend it (clones with more terms).
#[derive(Clone, Debug)]
pub(crate) struct Assignment {
    model: Model,
    stream: Stream,
    open: OpenPoints,
    /// The work for one term, in steps of the evaluator.
    steps: u64,
    /// Values that were drawn.
    drawn: Drawn,
    /// Compound values that the seed mentions.
    compound: Drawn,
    /// Whether universes and compound values were made.
    prepared: bool,
    /// The terms that take too much work, as far as the last evaluation knows.
    costly: TermSet,
}

impl Assignment {
    /// An assignment that is random everywhere. It depends on the stream, and on the order in which terms are evaluated.
    pub(crate) fn draw(stream: Stream, open: OpenPoints) -> Assignment {
        Assignment {
            model: Model::new(),
            stream,
            open,
            steps: STEPS,
            drawn: Drawn::default(),
            compound: Drawn::default(),
            prepared: false,
            costly: TermSet::default(),
        }
    }

    /// The same with another limit of work for one term.
    pub(crate) fn with_steps(self, steps: u64) -> Assignment {
        Assignment { steps, ..self }
    }

    /// Gives a function the same value for all arguments.
    pub(crate) fn set_always(&mut self, function: Function, value: Value) {
        let everywhere = self.model.values.constant_map(value);
        self.model.set_value(function, everywhere);
    }

    /// The model that a solver printed, random where it says nothing; `None` if nothing can be read.
    pub(crate) fn of_answer(
        script: &Script,
        text: &str,
        stream: Stream,
        open: OpenPoints,
    ) -> Option<Assignment> {
        let mut larger = declarations(script);
        let last = larger.commands.len();
        let answer = read_model(&mut larger, last, text);
        if answer.definitions.is_empty() {
            return None;
        }
        let mut model = Model::from_answer(&larger.store, &answer);
        let assertions: Vec<Term> = script.assertions().collect();
        model.detach(&larger.store, &assertions, STEPS, &script.store);
        Some(Assignment { model, ..Assignment::draw(stream, open) })
    }

    /// This assignment with a few constants changed: to values beside theirs, to mined ones, to any. What was random
    /// stays as it is.
    pub(crate) fn perturbed(&self, script: &Script, mined: &Mined, stream: Stream) -> Assignment {
        let mut changed = self.clone();
        changed.stream = stream.fork("gaps");
        let mut stream = stream.fork("changes");
        changed.prepare(&script.store, mined);
        let constants: Vec<(Function, Value)> = declared(script)
            .into_iter()
            .filter(|&function| script.store.function(function).params.is_empty())
            .filter_map(|function| Some((function, self.constant(function)?)))
            .collect();
        let count = 1 + stream.below(constants.len().div_ceil(4));
        for _ in 0..count {
            let Some((function, value)) = stream.choose(&constants) else { break };
            let sort = script.store.function(*function).result;
            let beside = mined::neighbours(value);
            let is_field = matches!(script.store.sort_kind(sort), SortKind::FiniteField(_));
            let new = match stream.choose(&beside) {
                Some(beside) if !is_field && stream.chance(1, 2) => Some(beside.clone()),
                _ => {
                    let (compound, drawn) = (&changed.compound, &mut changed.drawn);
                    let mut draw = Draw::new(&mut stream, mined, compound, drawn, changed.open);
                    draw.value(&script.store, &mut changed.model.values, sort)
                }
            };
            if let Some(new) = new {
                changed.model.set_value(*function, new);
            }
        }
        changed
    }

    /// The value of a constant, if it has one so far.
    fn constant(&self, function: Function) -> Option<Value> {
        match self.model.interpretation(function) {
            Some(Interpretation::Value(value)) => Some(value.clone()),
            Some(Interpretation::Definition { .. }) => None,
            None => {
                let gap = Gap { reason: Reason::Missing(function), args: Box::default() };
                self.model.chosen(&gap).cloned()
            }
        }
    }

    /// The truth values of closed terms; `None` for one that has none, or would take too much work.
    pub(crate) fn evaluate(&mut self, store: &Store, mined: &Mined, terms: &[Term]) -> Vec<Option<bool>> {
        self.prepare(store, mined);
        let linear = STEPS_PER_TERM * store.len() as u64;
        let mut draw = Draw::new(&mut self.stream, mined, &self.compound, &mut self.drawn, self.open);
        let mut evaluator = Evaluator::new(store, &mut self.model)
            .with_steps(self.steps + linear)
            .without_trials()
            .with_filler(&mut draw);
        let mut costly = TermSet::default();
        let mut any = false;
        let mut values = Vec::with_capacity(terms.len());
        for &term in terms {
            let slot = (evaluator.work() < 4 * self.steps + linear).then(|| evaluator.evaluate(term));
            let too_much = slot
                .as_ref()
                .is_none_or(|slot| slot.as_ref().is_err_and(|open| open.reason == Reason::TooLarge));
            if too_much {
                costly.insert(term);
                any = true;
            }
            values.push(slot.and_then(Result::ok).and_then(|value| value.as_bool()));
        }
        if any {
            // Arguments come before what they are arguments of.
            for term in store.terms() {
                if store.children(term).iter().any(|&child| costly.contains(child)) {
                    costly.insert(term);
                }
            }
        }
        for (value, &term) in values.iter_mut().zip(terms) {
            *value = value.filter(|_| !costly.contains(term));
        }
        self.costly = costly;
        values
    }

    /// Whether a term that was evaluated, or one below it, takes too much work. Where it occurs, an evaluation may stop before it comes
    /// to what decides.
    pub(crate) fn is_costly(&self, term: Term) -> bool {
        self.costly.contains(term)
    }

    /// The assignment as the text of a model, with all functions that the script declares; `None` if it cannot be
    /// written down.
    pub(crate) fn witness(&self, script: &Script) -> Option<Arc<str>> {
        let functions = declared(script);
        let text = self.text(script)?;
        // Once for each assignment: a witness that is not understood is none. Functions of one name and rank over
        // different sorts of one name, as there may be after `reset`, cannot be told apart.
        let mut reader = declarations(script);
        let last = reader.commands.len();
        let answer = read_model(&mut reader, last, &text);
        let defined: FxHashSet<Function> =
            answer.definitions.iter().filter_map(|definition| definition.function).collect();
        let is_chosen = |function: &Function| self.gap_is_filled(*function);
        let understood = answer.is_ok()
            && functions.iter().all(|function| defined.contains(function) || !is_chosen(function));
        understood.then_some(text)
    }

    /// The same, for a script in which no two functions have one name: what is written is then sure to be understood.
    pub(crate) fn text(&self, script: &Script) -> Option<Arc<str>> {
        let text = self.model.print(&script.store, &declared(script)).ok()?;
        Some(text.into())
    }

    /// The model as it is.
    pub(crate) fn into_model(self) -> Model {
        self.model
    }

    /// Whether a function was given any value.
    fn gap_is_filled(&self, function: Function) -> bool {
        self.model.interpretation(function).is_some()
            || self.model.choices().any(|(gap, _)| gap.reason == Reason::Missing(function))
    }

    /// Fixes the elements of uninterpreted sorts, and evaluates the compound terms that the seed mentions.
    fn prepare(&mut self, store: &Store, mined: &Mined) {
        if std::mem::replace(&mut self.prepared, true) {
            return;
        }
        for &sort in mined.uninterpreted() {
            if self.model.values.universe(sort).is_some_and(|elements| !elements.is_empty()) {
                continue;
            }
            let mut elements: Vec<Value> = self.model.values.elements_of(sort).collect();
            if elements.is_empty() {
                let count = [1, 2, 2, 3, 3, 4][self.stream.below(6)];
                elements = self.new_elements(store, sort, count);
            }
            self.model.set_universe(sort, elements);
        }
        if mined.terms().is_empty() {
            return;
        }
        let mut evaluator = Evaluator::new(store, &mut self.model).with_steps(MINED_STEPS);
        for &term in mined.terms() {
            if let Ok(value) = evaluator.evaluate(term) {
                let known = self.compound.entry(store.sort(term)).or_default();
                if !known.contains(&value) {
                    known.push(value);
                }
            }
        }
    }

    /// So many elements of an uninterpreted sort, under names that nothing else has.
    fn new_elements(&mut self, store: &Store, sort: Sort, count: usize) -> Vec<Value> {
        let name = match store.sort_kind(sort) {
            SortKind::Apply(SortConstructor::Declared(declaration), _) => {
                store.text(store.sort_declaration(*declaration).name)
            }
            _ => "e",
        };
        let mut elements = Vec::new();
        let mut number = 0_u32;
        while elements.len() < count {
            let name = ["@", name, "_", itoa::Buffer::new().format(number)].concat();
            number += 1;
            if store.symbols().find(&name).is_none() {
                elements.push(self.model.values.element(sort, &name));
            }
        }
        elements
    }
}

/// The functions that a script declares, each once, in order.
pub(crate) fn declared(script: &Script) -> Vec<Function> {
    let mut known: FxHashSet<Function> =
        FxHashSet::with_capacity_and_hasher(script.commands.len(), FxBuildHasher);
    let functions = script.commands.iter().filter_map(|command| match command {
        Command::DeclareFun(function) | Command::DeclareConst(function) => Some(*function),
        _ => None,
    });
    functions.filter(|&function| known.insert(function)).collect()
}

/// A copy of a script with nothing but what it declares and defines, all of it in scope at the end.
fn declarations(script: &Script) -> Script {
    let declares = |command: &&Command| {
        matches!(
            command,
            Command::SetLogic(_)
                | Command::SetOption(..)
                | Command::DeclareSort(_)
                | Command::DeclareSortParameter(_)
                | Command::DefineSort { .. }
                | Command::DeclareDatatypes(_)
                | Command::DeclareFun(_)
                | Command::DeclareConst(_)
                | Command::DefineFun(_)
                | Command::DefineConst(_)
                | Command::DefineFunRec(_)
                | Command::DefineFunsRec(_)
                | Command::Other(_)
        )
    };
    Script {
        store: script.store.clone(),
        commands: script.commands.iter().filter(declares).cloned().collect(),
    }
}
