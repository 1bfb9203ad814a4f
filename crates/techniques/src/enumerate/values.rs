//! What formulas are worth under all assignments of a grid: computed once for each term, and shared by all formulas that contain it.

use quis_semantics::{Cardinality, Evaluator, Model, Real, Value};
use quis_smtlib::Sort;
use quis_smtlib::theories::{CoreOp, Op};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::count::Token;
use super::objective::Objective;
use super::vocabulary::{BOOL, Meaning, SortIx, VariableKind, Vocabulary};
use super::write::variables;
use crate::assignment::{Draw, Drawn, Mined};
use crate::storm::OpenPoints;
use crate::stream::Stream;

/// A value of a sort, by number. Of `Bool`, `false` is 0 and `true` 1.
type Id = u32;

const FALSE: Id = 0;
const TRUE: Id = 1;
/// No value: the standard leaves it open, or it would take too much.
const OPEN: Id = Id::MAX;

/// Sorts with more values than this are sampled.
const FEW: u64 = 256;
/// The values of a sort that is sampled.
const SAMPLE: usize = 8;
/// The assignments of a grid over finite sorts, which decides; and of one that is a sample.
const WHOLE: usize = 1024;
const PART: usize = 64;
/// Values of one sort that are told apart: more than one formula can have, beside those that are kept.
const VALUES: usize = 1 << 16;
/// Values of one sort, and of all terms, that are kept from one formula to the next. Beyond that all are forgotten, so that what a formula is
/// does not depend on those before it.
const KEPT_OF_SORT: usize = 1 << 15;
const KEPT: usize = 1 << 19;
/// The work of one application.
const STEPS: u64 = 1 << 12;

/// What a formula is, as far as the grid says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Found {
    /// This assignment satisfies it.
    Model(usize),
    /// No assignment satisfies it, and there are no others.
    Contradiction,
    /// Nothing.
    Nothing,
}

/// The best assignment for an objective.
pub(super) struct Best {
    pub(super) at: usize,
    /// The value, if no other assignment is better.
    pub(super) optimum: Option<Real>,
}

/// The values of one sort.
#[derive(Default)]
struct Numbered {
    values: Vec<Value>,
    ids: FxHashMap<Value, Id>,
}

impl Numbered {
    fn id(&mut self, value: Value) -> Id {
        if let Some(&id) = self.ids.get(&value) {
            return id;
        }
        if self.values.len() >= VALUES {
            return OPEN;
        }
        let id = self.values.len() as Id;
        self.values.push(value.clone());
        self.ids.insert(value, id);
        id
    }
}

/// The values that a variable takes, and how far apart they lie in the grid.
struct Axis {
    ids: Vec<Id>,
    stride: usize,
    /// Whether these are all values of the sort.
    whole: bool,
}

/// Where the values of a term lie: one for each assignment, or one for all.
#[derive(Clone, Copy)]
struct Row {
    start: usize,
    len: usize,
}

type Key = (Token, SmallVec<[u32; 4]>);

/// Evaluates the formulas of a vocabulary.
pub(super) struct Grid {
    model: Model,
    numbered: Vec<Numbered>,
    /// How many values of each sort belong to the grid itself.
    own: Vec<usize>,
    /// The values of declared functions.
    functions: Vec<Value>,
    axes: Vec<Axis>,
    /// The number of assignments.
    size: usize,
    terms: FxHashMap<Key, u32>,
    rows: Vec<Row>,
    numbers: Vec<Id>,
    known: FxHashMap<(u8, SmallVec<[Id; 4]>), Id>,
}

impl Grid {
    /// The grid of a vocabulary.
    pub(super) fn new(vocabulary: &Vocabulary, mut stream: Stream) -> Grid {
        let mut grid = Grid {
            model: Model::new(),
            numbered: vocabulary.sorts.iter().map(|_| Numbered::default()).collect(),
            own: Vec::new(),
            functions: Vec::new(),
            axes: Vec::new(),
            size: 1,
            terms: FxHashMap::default(),
            rows: Vec::new(),
            numbers: Vec::new(),
            known: FxHashMap::default(),
        };
        for truth in [false, true] {
            grid.numbered[usize::from(BOOL)].id(Value::Bool(truth));
        }
        let mut domains: Vec<(Vec<Id>, bool)> = Vec::new();
        for variable in &vocabulary.variables {
            domains.push(match variable.kind {
                VariableKind::Constant(sort) | VariableKind::Bound(sort) => {
                    grid.domain(vocabulary, sort, &mut stream)
                }
                VariableKind::Function => grid.functions(vocabulary, variable.function, &mut stream),
            });
        }
        let product =
            |domains: &[(Vec<Id>, bool)]| domains.iter().map(|(ids, _)| ids.len()).product::<usize>();
        let most = if domains.iter().all(|(_, whole)| *whole) { WHOLE } else { PART };
        while product(&domains) > most {
            let Some((longest, whole)) = domains.iter_mut().max_by_key(|(ids, _)| ids.len()) else { break };
            // The first values are special, the others as good as each other.
            let at = longest.len() / 2 + stream.below(longest.len().div_ceil(2));
            longest.remove(at);
            *whole = false;
        }
        for (ids, whole) in domains {
            let stride = grid.size;
            grid.size *= ids.len().max(1);
            grid.axes.push(Axis { ids, stride, whole });
        }
        grid.own = grid.numbered.iter().map(|numbered| numbered.values.len()).collect();
        grid
    }

    /// The values of a sort for the grid, and whether these are all.
    fn domain(&mut self, vocabulary: &Vocabulary, sort: SortIx, stream: &mut Stream) -> (Vec<Id>, bool) {
        let (store, of) = (&vocabulary.store, vocabulary.sorts[usize::from(sort)]);
        let numbered = &mut self.numbered[usize::from(sort)];
        let mut ids: Vec<Id> = Vec::new();
        let mut add = |id: Id| {
            if id != OPEN && !ids.contains(&id) {
                ids.push(id);
            }
        };
        if let Cardinality::Finite(count @ 1..=FEW) = self.model.values.cardinality(store, of) {
            for n in 0..count {
                if let Some(value) = self.model.values.nth(store, of, n) {
                    add(numbered.id(value));
                }
            }
            let all = ids.len() as u64 == count;
            return (ids, all);
        }
        // The literals of the vocabulary come first: formulas change their truth there.
        let literals = vocabulary.leaves.iter().filter(|leaf| leaf.sort == sort && leaf.variable.is_none());
        for leaf in literals {
            let value = Evaluator::new(store, &mut self.model).with_steps(STEPS).evaluate(leaf.term);
            add(value.map_or(OPEN, |value| numbered.id(value)));
        }
        let (mined, compound, mut drawn) = (Mined::default(), Drawn::default(), Drawn::default());
        let mut draw = Draw::new(stream, &mined, &compound, &mut drawn, OpenPoints::None);
        for _ in 0..4 * SAMPLE {
            if let Some(value) = draw.value(store, &mut self.model.values, of) {
                add(numbered.id(value));
            }
        }
        ids.truncate(SAMPLE);
        (ids, false)
    }

    /// Some functions, each the same almost everywhere.
    fn functions(
        &mut self,
        vocabulary: &Vocabulary,
        function: quis_smtlib::Function,
        stream: &mut Stream,
    ) -> (Vec<Id>, bool) {
        let store = &vocabulary.store;
        let data = store.function(function);
        let place = |sort: Sort| vocabulary.sorts.iter().position(|&known| known == sort);
        let (Some(params), Some(result)) = (
            data.params.iter().map(|&param| place(param)).collect::<Option<Vec<usize>>>(),
            place(data.result),
        ) else {
            return (Vec::new(), false);
        };
        let domains: Vec<Vec<Id>> =
            params.iter().map(|&param| self.domain(vocabulary, param as SortIx, stream).0).collect();
        let (results, _) = self.domain(vocabulary, result as SortIx, stream);
        let mut ids = Vec::new();
        for _ in 0..SAMPLE / 2 {
            let value = |grid: &Grid, sort: usize, id: Option<&Id>| {
                id.and_then(|&id| grid.numbered[sort].values.get(id as usize)).cloned()
            };
            let Some(default) = value(self, result, stream.choose(&results)) else { break };
            let mut map = self.model.values.constant_map(default);
            for _ in 0..stream.below(4) {
                let args: Option<Vec<Value>> = domains
                    .iter()
                    .zip(&params)
                    .map(|(domain, &param)| value(self, param, stream.choose(domain)))
                    .collect();
                let (Some(args), Some(to)) = (args, value(self, result, stream.choose(&results))) else {
                    break;
                };
                let key = self.model.values.key(args);
                if let Ok(changed) = self.model.values.map_set(store, &data.params, &map, key, to) {
                    map = changed;
                }
            }
            ids.push(self.functions.len() as Id);
            self.functions.push(map);
        }
        (ids, false)
    }

    /// What a formula of these variables is, given as its assertions one behind the other.
    pub(super) fn decide(&mut self, vocabulary: &Vocabulary, tokens: &[Token], used: &[u8]) -> Found {
        let is_full = |numbered: &Numbered| numbered.values.len() > KEPT_OF_SORT;
        if self.numbers.len() > KEPT || self.numbered.iter().any(is_full) {
            self.forget();
        }
        let rows = self.terms(vocabulary, tokens);
        let mut contradicts = self.is_whole(used);
        for at in 0..self.size {
            let mut holds = true;
            let mut fails = false;
            for row in &rows {
                let id = self.at(*row, at);
                holds &= id == TRUE;
                fails |= id == FALSE;
            }
            if holds {
                return Found::Model(at);
            }
            contradicts &= fails;
        }
        if contradicts { Found::Contradiction } else { Found::Nothing }
    }

    /// The best assignment of the grid for an objective among those that satisfy a formula that was just decided. Nothing if the objective
    /// has no value under any of them.
    pub(super) fn best(
        &mut self,
        vocabulary: &Vocabulary,
        formula: &[Token],
        objective: &Objective,
    ) -> Option<Best> {
        let assertions = self.terms(vocabulary, formula);
        let of = self.terms(vocabulary, &objective.tokens).first().copied()?;
        let sort = match *objective.tokens.first()? {
            Token::Leaf(leaf) => vocabulary.leaves[usize::from(leaf)].sort,
            Token::Head(head) => vocabulary.heads[usize::from(head)].result,
        };
        let mut best: Option<(Real, usize)> = None;
        let mut known =
            [formula, &objective.tokens].iter().all(|tokens| self.is_whole(&variables(vocabulary, tokens)));
        for at in 0..self.size {
            let ids = || assertions.iter().map(|row| self.at(*row, at));
            if ids().any(|id| id == FALSE) {
                continue;
            }
            let value =
                self.numbered[usize::from(sort)].values.get(self.at(of, at) as usize).and_then(number);
            let (Some(value), true) = (value, ids().all(|id| id == TRUE)) else {
                known = false;
                continue;
            };
            let is_better = |best: &Real| if objective.maximize { value > *best } else { value < *best };
            if best.as_ref().is_none_or(|(best, _)| is_better(best)) {
                best = Some((value, at));
            }
        }
        best.map(|(value, at)| Best { at, optimum: known.then_some(value) })
    }

    /// Whether there are no other assignments to these variables.
    fn is_whole(&self, variables: &[u8]) -> bool {
        variables.iter().all(|&variable| self.axes[usize::from(variable)].whole)
    }

    /// The value of a term in an assignment.
    fn at(&self, row: Row, at: usize) -> Id {
        self.numbers[row.start + if row.len == 1 { 0 } else { at }]
    }

    /// The values of terms that stand one behind the other.
    fn terms(&mut self, vocabulary: &Vocabulary, tokens: &[Token]) -> SmallVec<[Row; 4]> {
        // Arguments stand behind their symbol, so the last token comes first.
        let mut stack: SmallVec<[u32; 16]> = SmallVec::new();
        for &token in tokens.iter().rev() {
            let arguments = match token {
                Token::Leaf(_) => 0,
                Token::Head(head) => vocabulary.heads[usize::from(head)].params.len(),
            };
            let rest = stack.len().saturating_sub(arguments);
            let args: SmallVec<[u32; 4]> = stack.drain(rest..).rev().collect();
            stack.push(self.term(vocabulary, (token, args)));
        }
        stack.iter().map(|&term| self.rows[term as usize]).collect()
    }

    /// Forgets all but the values of the grid itself.
    fn forget(&mut self) {
        self.terms.clear();
        self.rows.clear();
        self.numbers.clear();
        self.known.clear();
        for (numbered, &own) in self.numbered.iter_mut().zip(&self.own) {
            for value in numbered.values.drain(own..) {
                numbered.ids.remove(&value);
            }
        }
    }

    /// The number of a term.
    fn term(&mut self, vocabulary: &Vocabulary, key: Key) -> u32 {
        if let Some(&term) = self.terms.get(&key) {
            return term;
        }
        let row = self.row(vocabulary, key.0, &key.1);
        let term = self.rows.len() as u32;
        self.rows.push(row);
        self.terms.insert(key, term);
        term
    }

    /// Computes the values of a term.
    fn row(&mut self, vocabulary: &Vocabulary, token: Token, args: &[u32]) -> Row {
        let start = self.numbers.len();
        match token {
            Token::Leaf(leaf) => {
                let leaf = &vocabulary.leaves[usize::from(leaf)];
                match leaf.variable {
                    None => {
                        let value = Evaluator::new(&vocabulary.store, &mut self.model)
                            .with_steps(STEPS)
                            .evaluate(leaf.term);
                        let id = value.map_or(OPEN, |value| self.numbered[usize::from(leaf.sort)].id(value));
                        self.numbers.push(id);
                    }
                    Some(variable) => {
                        for at in 0..self.size {
                            let id = self.value_of(variable, at);
                            self.numbers.push(id);
                        }
                    }
                }
            }
            Token::Head(head) => {
                let rows: SmallVec<[Row; 4]> = args.iter().map(|&arg| self.rows[arg as usize]).collect();
                let meaning = &vocabulary.heads[usize::from(head)].meaning;
                if let Meaning::Quantifier { forall } = meaning {
                    self.quantify(vocabulary, rows.first().copied(), *forall);
                } else {
                    let declared = match meaning {
                        Meaning::Declared { variable, .. } => Some(*variable),
                        _ => None,
                    };
                    let is_constant = declared.is_none() && rows.iter().all(|row| row.len == 1);
                    for at in 0..if is_constant { 1 } else { self.size } {
                        let mut ids: SmallVec<[Id; 4]> = rows
                            .iter()
                            .map(|row| self.numbers[row.start + if row.len == 1 { 0 } else { at }])
                            .collect();
                        ids.extend(declared.map(|variable| self.value_of(variable, at)));
                        let id = self.apply(vocabulary, head, ids);
                        self.numbers.push(id);
                    }
                }
            }
        }
        Row { start, len: self.numbers.len() - start }
    }

    /// The value of a variable in an assignment.
    fn value_of(&self, variable: u8, at: usize) -> Id {
        let axis = &self.axes[usize::from(variable)];
        axis.ids.get(at / axis.stride % axis.ids.len().max(1)).copied().unwrap_or(OPEN)
    }

    /// What a quantifier makes of a row: the same along the axis of its variable.
    fn quantify(&mut self, vocabulary: &Vocabulary, body: Option<Row>, forall: bool) {
        let bound =
            vocabulary.variables.iter().position(|variable| matches!(variable.kind, VariableKind::Bound(_)));
        let (Some(body), Some(bound)) = (body, bound) else {
            self.numbers.push(OPEN);
            return;
        };
        let (stride, count) = (self.axes[bound].stride, self.axes[bound].ids.len().max(1));
        let all = match vocabulary.variables[bound].kind {
            VariableKind::Bound(sort) => {
                let sort = vocabulary.sorts[usize::from(sort)];
                self.model.values.cardinality(&vocabulary.store, sort) == Cardinality::Finite(count as u64)
            }
            _ => false,
        };
        let (decides, otherwise) = if forall { (FALSE, TRUE) } else { (TRUE, FALSE) };
        for at in 0..self.size {
            let base = at - (at / stride % count) * stride;
            let instance = |n: usize| {
                let at = base + n * stride;
                self.numbers[body.start + if body.len == 1 { 0 } else { at }]
            };
            let id = if (0..count).any(|n| instance(n) == decides) {
                decides
            } else if all && (0..count).all(|n| instance(n) == otherwise) {
                otherwise
            } else {
                OPEN
            };
            self.numbers.push(id);
        }
    }

    /// The value of an application.
    fn apply(&mut self, vocabulary: &Vocabulary, head: u8, ids: SmallVec<[Id; 4]>) -> Id {
        let of = &vocabulary.heads[usize::from(head)];
        if ids.contains(&OPEN) {
            return connective(of.op, &ids);
        }
        let key = (head, ids);
        if let Some(&id) = self.known.get(&key) {
            return id;
        }
        let (term, params) = match &of.meaning {
            Meaning::Operator { term, params } => (*term, params),
            Meaning::Declared { variable, term, params } => {
                let function = vocabulary.variables[usize::from(*variable)].function;
                if let Some(map) = key.1.last().and_then(|&id| self.functions.get(id as usize)) {
                    self.model.set_value(function, map.clone());
                }
                (*term, params)
            }
            Meaning::Quantifier { .. } => return OPEN,
        };
        for ((param, sort), &id) in params.iter().zip(&of.params).zip(&key.1) {
            if let Some(value) = self.numbered[usize::from(*sort)].values.get(id as usize) {
                self.model.set_value(*param, value.clone());
            }
        }
        let value = Evaluator::new(&vocabulary.store, &mut self.model).with_steps(STEPS).evaluate(term);
        let id = value.map_or(OPEN, |value| self.numbered[usize::from(of.result)].id(value));
        self.known.insert(key, id);
        id
    }

    /// The values of variables in an assignment, as a model in the form that solvers print.
    pub(super) fn witness(&mut self, vocabulary: &Vocabulary, used: &[u8], at: usize) -> Option<String> {
        let mut functions = Vec::new();
        for &variable in used {
            let id = self.value_of(variable, at) as usize;
            let variable = &vocabulary.variables[usize::from(variable)];
            let value = match variable.kind {
                VariableKind::Constant(sort) => self.numbered[usize::from(sort)].values.get(id)?,
                VariableKind::Function => self.functions.get(id)?,
                VariableKind::Bound(_) => continue,
            };
            self.model.set_value(variable.function, value.clone());
            functions.push(variable.function);
        }
        let mut model = Model::new();
        model.values = std::mem::take(&mut self.model.values);
        for &function in &functions {
            if let Some(interpretation) = self.model.interpretation(function) {
                model.set(function, interpretation.clone());
            }
        }
        let text = model.print(&vocabulary.store, &functions).ok();
        self.model.values = model.values;
        text
    }
}

/// The number that the value of an objective is.
fn number(value: &Value) -> Option<Real> {
    match value {
        Value::Int(value) => Some(Real::from(value.clone())),
        Value::Real(value) => Some(value.clone()),
        Value::BitVec(value) => Some(Real::from(value.to_integer())),
        _ => None,
    }
}

/// What a connective is worth if not all of its arguments have values.
fn connective(op: Option<Op>, ids: &[Id]) -> Id {
    match (op, ids) {
        (Some(Op::Core(CoreOp::And)), _) if ids.contains(&FALSE) => FALSE,
        (Some(Op::Core(CoreOp::Or)), _) if ids.contains(&TRUE) => TRUE,
        (Some(Op::Core(CoreOp::Implies)), [FALSE, _] | [_, TRUE]) => TRUE,
        (Some(Op::Core(CoreOp::Ite)), &[TRUE, then, _]) => then,
        (Some(Op::Core(CoreOp::Ite)), &[FALSE, _, otherwise]) => otherwise,
        _ => OPEN,
    }
}
