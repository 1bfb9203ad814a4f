//! The search for a model.
//!
//! A partial model is a set of gaps that were filled. Assertions are evaluated under it: one that is false cuts the
//! branch, one that leaves a gap a single value fills it. Otherwise the search branches, on a part of an assertion
//! or on the values of a gap. `Unsat` is said only if no value was left out anywhere.

mod candidates;
mod goals;
mod mined;
mod range;

use quis_semantics::{Budget, Completion, Evaluator, Gap, Interpretation, Model, Point, Reason, Value};
use quis_smtlib::{Function, Sort, Store, Term};

use candidates::{Candidates, EMBEDDED, domain_size};
use goals::{Assumed, Examined, Goal, examine};
use mined::Mined;

/// The steps that the value of one term may take, beside what is linear in the terms of the store.
const MAX_STEPS: u64 = 1 << 15;

/// The values of a gap with no more than this are tried before parts of goals are.
const FEW_VALUES: u64 = 256;

/// What came of a search.
#[derive(Clone, Debug)]
pub(crate) enum Outcome {
    /// There is a model.
    Sat(Box<Found>),
    /// There is none.
    Unsat,
    /// It is not known, since values were left out.
    Incomplete,
    /// It is not known, since the budget is spent.
    Exhausted,
}

/// A model that was found, and validated.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    pub(crate) model: Model,
    /// What the search chose, in its order.
    pub(crate) choices: Vec<(Gap, Sort, Value)>,
}

/// A choice that can be taken back.
#[derive(Debug)]
struct Level {
    branch: Branch,
    /// How many choices and assumptions there were before.
    choices: usize,
    assumptions: usize,
    /// The goals that were left.
    goals: Vec<Goal>,
}

#[derive(Debug)]
enum Branch {
    /// The values of a gap.
    Values(Gap, Sort, Candidates),
    /// A part of a goal: true first, then false.
    Parts(Term, std::array::IntoIter<bool, 2>),
}

/// Looks for a model of assertions. Every symbol that is declared gets a value.
pub(crate) fn search(
    store: &Store,
    assertions: &[Term],
    declared: &[Function],
    budget: &mut Budget,
) -> Outcome {
    let mut model = Model::new();
    let mined = Mined::new(store, assertions, &mut model);
    let search = Search {
        store,
        assertions,
        declared,
        mined,
        model,
        choices: Vec::new(),
        assumed: Assumed::default(),
        assumptions: Vec::new(),
        levels: Vec::new(),
        complete: true,
    };
    search.run(budget)
}

struct Search<'s> {
    store: &'s Store,
    assertions: &'s [Term],
    declared: &'s [Function],
    mined: Mined,
    model: Model,
    choices: Vec<(Gap, Sort, Value)>,
    assumed: Assumed,
    assumptions: Vec<Term>,
    levels: Vec<Level>,
    /// Whether no value was left out so far.
    complete: bool,
}

impl Search<'_> {
    fn run(mut self, budget: &mut Budget) -> Outcome {
        let mut goals: Vec<Goal> = self.assertions.iter().map(|&term| (term, true)).collect();
        loop {
            self.order(&mut goals);
            let mut evaluator = limited(self.store, &mut self.model);
            let mut examined = examine(&mut evaluator, &goals, &self.assumed, budget.left());
            let gaps = evaluator.gaps().to_vec();
            // Making room for values costs something for each term, too.
            let work = evaluator.work() + self.store.len() as u64 / 16 + 16;
            if budget.spend(work).is_err() {
                return Outcome::Exhausted;
            }
            if !examined.conflict && examined.left.is_empty() {
                match self.finished(budget) {
                    Some(found) => return Outcome::Sat(Box::new(found)),
                    // What the search took for true is not: a limit, a default that does not do.
                    None => self.complete = false,
                }
                examined.conflict = true;
            }
            if !examined.conflict {
                goals = std::mem::take(&mut examined.left);
                if self.fill(&mut examined) {
                    continue;
                }
                if let Some(branch) = self.branch(&examined, &gaps) {
                    let (choices, assumptions) = (self.choices.len(), self.assumptions.len());
                    self.levels.push(Level { branch, choices, assumptions, goals });
                } else {
                    // Nothing to choose, and yet a goal is open.
                    self.complete = false;
                }
            }
            match self.next_branch() {
                Some(left) => goals = left,
                None if self.complete => return Outcome::Unsat,
                None => return Outcome::Incomplete,
            }
        }
    }

    /// Goals with few symbols without a value first.
    fn order(&self, goals: &mut [Goal]) {
        let unset = |function: &&Function| {
            let gap = Gap { reason: Reason::Missing(**function), args: Box::default() };
            self.model.chosen(&gap).is_none()
        };
        goals.sort_by_cached_key(|(goal, _)| self.mined.constants(*goal).iter().filter(unset).count());
    }

    /// Fills the gaps that can have one value only; whether there are some.
    fn fill(&mut self, examined: &mut Examined) -> bool {
        let mut filled = false;
        for (gap, sort, value) in std::mem::take(&mut examined.forced) {
            // A second value for the same gap is found to be wrong when the goals are looked at again.
            if self.model.chosen(&gap).is_none() {
                self.choose(gap, sort, value);
                filled = true;
            }
        }
        filled
    }

    fn choose(&mut self, gap: Gap, sort: Sort, value: Value) {
        self.model.choose(gap.clone(), value.clone());
        self.choices.push((gap, sort, value));
    }

    /// What to branch on: a gap with few values, a part of a goal, any gap.
    fn branch(&mut self, examined: &Examined, gaps: &[(Gap, Sort)]) -> Option<Branch> {
        let values = &self.model.values;
        let usable = gaps.iter().filter(|(gap, _)| may_choose(gap));
        let sized = usable.map(|(gap, sort)| {
            let size = domain_size(self.store, values, *sort, examined.range(gap));
            (size.unwrap_or(u64::MAX), gap, *sort)
        });
        let smallest = sized.min_by_key(|(size, ..)| *size);
        match (smallest, examined.undecided) {
            // Few values say more than a part of a goal, which leaves them all open.
            (Some((size, gap, sort)), undecided) if size <= FEW_VALUES || undecided.is_none() => {
                let (gap, range) = (gap.clone(), examined.range(gap).cloned());
                let in_use = self.elements_in_use(sort);
                let candidates = Candidates::new(
                    self.store,
                    &mut self.model.values,
                    &self.mined,
                    &gap,
                    sort,
                    range.as_ref(),
                    in_use,
                );
                Some(Branch::Values(gap, sort, candidates))
            }
            (_, Some(term)) => Some(Branch::Parts(term, [true, false].into_iter())),
            (None | Some(_), None) => None,
        }
    }

    /// How many elements of an uninterpreted sort, from the first, may be in use.
    fn elements_in_use(&self, sort: Sort) -> usize {
        let mut in_use = 0;
        for (gap, _, value) in &self.choices {
            for value in gap.args.iter().chain([value]) {
                in_use = in_use.max(match value {
                    Value::Compound(_) => EMBEDDED + 1,
                    Value::Element(_) => {
                        self.model.values.elements_of(sort).position(|of| of == *value).map_or(0, |at| at + 1)
                    }
                    _ => 0,
                });
            }
        }
        in_use
    }

    /// Goes on with the innermost branch that has something left; gives the goals there.
    fn next_branch(&mut self) -> Option<Vec<Goal>> {
        loop {
            let (choices, assumptions) = {
                let level = self.levels.last()?;
                (level.choices, level.assumptions)
            };
            self.take_back(choices, assumptions);
            let level = self.levels.last_mut()?;
            match &mut level.branch {
                Branch::Values(gap, sort, candidates) => {
                    if let Some(value) = candidates.next(self.store, &mut self.model.values) {
                        let (gap, sort, goals) = (gap.clone(), *sort, level.goals.clone());
                        self.choose(gap, sort, value);
                        return Some(goals);
                    }
                    self.complete &= candidates.complete;
                }
                Branch::Parts(term, truths) => {
                    if let Some(truth) = truths.next() {
                        let term = *term;
                        let mut goals = level.goals.clone();
                        goals.push((term, truth));
                        self.assumed.insert(term, truth);
                        self.assumptions.push(term);
                        return Some(goals);
                    }
                }
            }
            self.levels.pop();
        }
    }

    fn take_back(&mut self, choices: usize, assumptions: usize) {
        for (gap, ..) in self.choices.drain(choices..) {
            self.model.unchoose(&gap);
        }
        for term in self.assumptions.drain(assumptions..) {
            self.assumed.remove(&term);
        }
    }

    /// The whole model, if all assertions hold under it.
    fn finished(&self, budget: &mut Budget) -> Option<Found> {
        let mut model = self.model.clone();
        for &function in self.declared {
            let value = interpret(self.store, &mut model, &self.choices, function)?;
            model.set(function, Interpretation::Value(value));
        }
        model.completion = Completion::None;
        let mut evaluator = limited(self.store, &mut model);
        let valid = self.assertions.iter().all(|&term| evaluator.evaluate(term) == Ok(Value::Bool(true)));
        // If nothing is left, the next step says so.
        let _ = budget.spend(evaluator.work());
        valid.then(|| Found { model, choices: self.choices.clone() })
    }
}

/// An evaluator that does not spend all of a search on one term: a quantifier would.
fn limited<'a>(store: &'a Store, model: &'a mut Model) -> Evaluator<'a> {
    let steps = MAX_STEPS + 8 * store.len() as u64;
    Evaluator::new(store, model).with_steps(steps)
}

/// What a symbol means: what was chosen for it, and a default elsewhere.
pub(crate) fn interpret(
    store: &Store,
    model: &mut Model,
    choices: &[(Gap, Sort, Value)],
    function: Function,
) -> Option<Value> {
    let data = store.function(function);
    let mut chosen = choices.iter().filter(|(gap, ..)| gap.reason == Reason::Missing(function));
    if data.params.is_empty() {
        let value = chosen.next().map(|(.., value)| value.clone());
        return value.or_else(|| model.values.default_of(store, data.result));
    }
    let default = model.values.default_of(store, data.result)?;
    let mut map = model.values.constant_map(default);
    for (gap, _, value) in chosen {
        let key = model.values.key(gap.args.to_vec());
        map = model.values.map_set(store, &data.params, &map, key, value.clone()).ok()?;
    }
    Some(map)
}

/// Whether the search may choose a value: for symbols, and for points that every solver takes for functions.
fn may_choose(gap: &Gap) -> bool {
    match gap.reason {
        Reason::Missing(_) => true,
        Reason::Unspecified(point) => {
            matches!(point, Point::Division | Point::IntDivision | Point::Modulo | Point::Selector(..))
        }
        _ => false,
    }
}
