//! Values that a seed mentions, and those beside them: where formulas change their truth.

use quis_semantics::{BitVec, Evaluator, Float, Integer, Model, Real, Value};
use quis_smtlib::walk::post_order;
use quis_smtlib::{Command, Role, Script, Sort, SortConstructor, SortKind, Store, Term, TermKind, TermSet};
use rustc_hash::FxHashMap;

use crate::stream::Stream;

/// Values of one sort that are kept.
const MAX_VALUES: usize = 64;

/// Terms of compound sorts that are kept.
const MAX_TERMS: usize = 64;

/// The work for one closed term.
const STEPS: u64 = 1 << 12;

/// Values with more bits have no neighbours.
const MAX_BITS: usize = 1 << 12;

/// Sorts that are looked into.
const MAX_SORTS: usize = 1 << 12;

/// What a seed mentions; made once for each.
#[derive(Clone, Debug, Default)]
pub(crate) struct Mined {
    values: FxHashMap<Sort, Vec<Value>>,
    /// Closed terms whose values belong to a model: arrays, sequences, languages.
    terms: Vec<Term>,
    uninterpreted: Vec<Sort>,
}

impl Mined {
    /// What a seed mentions.
    pub(crate) fn new(seed: &Script) -> Mined {
        Mined::some(seed, MAX_VALUES)
    }

    /// What a seed mentions, with so many values of each sort: less work for what is used once.
    pub(crate) fn some(seed: &Script, most: usize) -> Mined {
        let store = &seed.store;
        let mut mined = Mined { uninterpreted: uninterpreted_sorts(seed), ..Mined::default() };
        let mut model = Model::new();
        let mut evaluator = Evaluator::new(store, &mut model).with_steps(STEPS);
        let mut closed = TermSet::for_store(store);
        let mut simple: FxHashMap<Sort, Vec<Value>> = FxHashMap::default();
        post_order(store, &seed.roots(), &mut TermSet::for_store(store), |term| {
            let is_closed = match store.kind(term) {
                TermKind::Literal(_) => true,
                TermKind::Apply(function, args) => {
                    matches!(store.function(function).role, Role::Operator(_) | Role::Constructor)
                        && args.iter().all(|&arg| closed.contains(arg))
                }
                _ => false,
            };
            if !is_closed {
                return;
            }
            closed.insert(term);
            let sort = store.sort(term);
            if sort == Sort::BOOL {
                return;
            }
            let known = simple.entry(sort).or_default();
            if known.len() >= most {
                return;
            }
            match evaluator.evaluate(term) {
                Ok(Value::Compound(_) | Value::Regex(_) | Value::Element(_)) => {
                    mined.terms.extend((mined.terms.len() < MAX_TERMS).then_some(term));
                }
                Ok(value) if !known.contains(&value) => known.push(value),
                _ => {}
            }
        });
        mined.lend(&mut simple);
        mined.values = simple;
        mined
    }

    /// Integers are of use as reals, and lengths of strings as integers.
    fn lend(&self, values: &mut FxHashMap<Sort, Vec<Value>>) {
        let of = |values: &FxHashMap<Sort, Vec<Value>>, sort| values.get(&sort).cloned().unwrap_or_default();
        let lengths = of(values, Sort::STRING).into_iter().filter_map(|value| match value {
            Value::String(points) => Some(Value::Int(Integer::from(points.len()))),
            _ => None,
        });
        let lengths: Vec<Value> = lengths.collect();
        let integers = of(values, Sort::INT);
        let reals =
            integers.iter().filter_map(Value::as_int).map(|value| Value::Real(Real::from(value.clone())));
        for (sort, more) in [(Sort::REAL, reals.collect()), (Sort::INT, lengths)] {
            let known = values.entry(sort).or_default();
            for value in more {
                if known.len() < MAX_VALUES && !known.contains(&value) {
                    known.push(value);
                }
            }
        }
    }

    /// The values of a sort. None of them is compound.
    pub(super) fn values(&self, sort: Sort) -> &[Value] {
        self.values.get(&sort).map_or(&[], Vec::as_slice)
    }

    /// One of the values of a sort, or of those beside them, which are more.
    pub(crate) fn choose(&self, store: &Store, sort: Sort, stream: &mut Stream) -> Option<Value> {
        let value = stream.choose(self.values(sort))?;
        // What is beside a number of a field may not be one.
        let has_neighbours = !matches!(store.sort_kind(sort), SortKind::FiniteField(_)) && is_small(value);
        if !has_neighbours || stream.chance(1, 4) {
            return Some(value.clone());
        }
        let beside = neighbours(value);
        Some(stream.choose(&beside).unwrap_or(value).clone())
    }

    /// Closed terms of other sorts.
    pub(super) fn terms(&self) -> &[Term] {
        &self.terms
    }

    /// The uninterpreted sorts of the seed.
    pub(super) fn uninterpreted(&self) -> &[Sort] {
        &self.uninterpreted
    }
}

/// Whether a value is worth having some more of its size.
fn is_small(value: &Value) -> bool {
    match value {
        Value::Int(value) => value.bit_len() <= MAX_BITS,
        Value::Real(value) => {
            let small = |part: Option<Integer>| part.is_some_and(|part| part.bit_len() <= MAX_BITS);
            small(value.numerator()) && small(value.denominator())
        }
        Value::BitVec(value) => value.width() as usize <= MAX_BITS,
        Value::Float(value) => value.format().width() as usize <= MAX_BITS,
        Value::String(points) => points.len() <= MAX_BITS / 4,
        _ => true,
    }
}

/// The values beside a value: one more, one less, its opposite.
pub(super) fn neighbours(value: &Value) -> Vec<Value> {
    match value {
        Value::Int(value) => {
            [value.add(&Integer::ONE), value.sub(&Integer::ONE), value.neg()].map(Value::Int).into()
        }
        Value::Real(value) => {
            let half = Real::from_ratio(Integer::ONE, Integer::from(2));
            let half = half.and_then(|half| value.mul(&half).ok());
            [value.add(&Real::ONE).ok(), value.sub(&Real::ONE).ok(), Some(value.neg()), half]
                .into_iter()
                .flatten()
                .map(Value::Real)
                .collect()
        }
        Value::BitVec(value) => {
            let Ok(one) = BitVec::from_u64(value.width(), 1) else { return Vec::new() };
            [value.add(&one), value.sub(&one), value.neg(), value.not()].map(Value::BitVec).into()
        }
        Value::Float(value) => {
            let mut beside = vec![Value::Float(value.neg())];
            if let Some(bits) = value.to_bits()
                && let Ok(bits) = BitVec::new(value.format().width(), bits)
                && let Ok(one) = BitVec::from_u64(bits.width(), 1)
            {
                let float = |bits: BitVec| Value::Float(Float::from_bits(value.format(), bits.to_ubig()));
                beside.extend([float(bits.add(&one)), float(bits.sub(&one))]);
            }
            beside
        }
        Value::String(points) => {
            let last = points.last().copied().unwrap_or(u32::from(b'a'));
            let longer: Vec<u32> = points.iter().copied().chain([last]).collect();
            let mut beside = vec![Value::string(longer)];
            if let [first, rest @ ..] = &**points {
                beside.push(Value::string(rest));
                beside.push(Value::string(&points[..points.len() - 1]));
                beside.push(Value::string([*first]));
            }
            beside
        }
        _ => Vec::new(),
    }
}

/// Sorts that were seen, by number.
#[derive(Default)]
struct Seen {
    marks: Vec<bool>,
    count: usize,
}

impl Seen {
    /// Whether it was not seen before.
    fn insert(&mut self, sort: Sort) -> bool {
        let at = sort.index();
        if at >= self.marks.len() {
            self.marks.resize(at + 1, false);
        }
        let is_new = !std::mem::replace(&mut self.marks[at], true);
        self.count += usize::from(is_new);
        is_new
    }
}

/// The uninterpreted sorts of the seed's terms and symbols, and of those that these are made of.
fn uninterpreted_sorts(seed: &Script) -> Vec<Sort> {
    let store = &seed.store;
    let mut seen = Seen::default();
    let mut todo: Vec<Sort> = Vec::new();
    for command in &seed.commands {
        if let Command::DeclareFun(function) | Command::DeclareConst(function) = command {
            let data = store.function(*function);
            todo.extend(data.params.iter().chain([&data.result]).copied().filter(|&sort| seen.insert(sort)));
        }
    }
    todo.extend(store.terms().map(|term| store.sort(term)).filter(|&sort| seen.insert(sort)));
    todo.reverse();
    let mut found = Vec::new();
    while let Some(sort) = todo.pop() {
        let SortKind::Apply(constructor, args) = store.sort_kind(sort) else { continue };
        todo.extend(args.iter().copied().filter(|&sort| seen.insert(sort)));
        match store.datatype(sort) {
            Some(datatype) => {
                for constructor in &datatype.constructors {
                    let fields = quis_semantics::field_sorts(store, constructor.function, sort);
                    let fields = fields.into_iter().flatten();
                    todo.extend(fields.filter(|&sort| seen.insert(sort)));
                }
            }
            None if matches!(constructor, SortConstructor::Declared(_)) && is_one_sort(store, sort) => {
                found.push(sort);
            }
            None => {}
        }
        if seen.count > MAX_SORTS {
            break;
        }
    }
    found
}

/// Whether no sort variable is in a sort.
fn is_one_sort(store: &Store, sort: Sort) -> bool {
    let mut todo = vec![sort];
    while let Some(sort) = todo.pop() {
        match store.sort_kind(sort) {
            SortKind::Variable(_) | SortKind::Unknown => return false,
            SortKind::Apply(_, args) => todo.extend_from_slice(args),
            _ => {}
        }
    }
    true
}
