//! The values on which rules are tried.
//!
//! Free variables get all values of a small sort, and otherwise constants, the first values and random ones. Bound variables get all parts
//! of the values at hand as well, so that what exists by being a part is found.

use quis_semantics::{Cardinality, Evaluator, Integer, Model, Value, field_sorts, map_sorts};
use quis_smtlib::{Sort, SortConstructor, SortKind, Store, Term};

use super::Rules;
use crate::assignment::{Draw, Drawn, Mined};
use crate::storm::OpenPoints;
use crate::stream::Stream;

/// So many values of each sort, beside the constants: the first, and random ones.
const FIRST: u64 = 6;
const RANDOM: usize = 4;

/// Sorts with no more values are taken as a whole.
const SMALL: u64 = 16;

/// The same for bound variables.
const SMALL_BOUND: u64 = 256;

/// Longer strings and sequences have too many parts.
const LONGEST: usize = 4;

/// Integers around zero that bound variables get: small ones that free ones get have their quotients there.
const NEAR: i64 = 40;

/// Integers that free variables get: small ones, so that all quotients are near.
const INTEGERS: &[i64] = &[0, 1, -1, 2, -2, 3, -3, 7, -11, 12, 35];

/// Parts of values at hand, at most.
const MOST_PARTS: usize = 400;

/// The values of each sort that was needed.
#[derive(Debug)]
pub(super) struct Domains {
    constants: Vec<(Sort, Term)>,
    known: Vec<(Sort, Vec<Value>)>,
}

impl Domains {
    pub(super) fn of(rules: &Rules) -> Domains {
        let constants = rules.constants.iter().map(|constant| (constant.sort, constant.term)).collect();
        Domains { constants, known: Vec::new() }
    }

    /// What a free variable gets.
    pub(super) fn free(&mut self, store: &Store, model: &mut Model, sort: Sort) -> Vec<Value> {
        if let Some((_, known)) = self.known.iter().find(|(known, _)| *known == sort) {
            return known.clone();
        }
        let mut found: Vec<Value> = Vec::new();
        for (_, term) in self.constants.iter().filter(|(of, _)| *of == sort) {
            found.extend(Evaluator::new(store, model).evaluate(*term).ok());
        }
        found.extend(joined(model, &found));
        let first = match model.values.cardinality(store, sort) {
            Cardinality::Finite(count) if count <= SMALL => SMALL,
            _ => FIRST,
        };
        found.extend((0..first).map_while(|n| model.values.nth(store, sort, n)));
        match store.sort_kind(sort) {
            // Where they differ must be known, so that quantifiers over indices come to it.
            SortKind::Apply(SortConstructor::Array, _) => found.extend(self.arrays(store, model, sort)),
            SortKind::Int => found.extend(INTEGERS.iter().map(|&value| Value::Int(Integer::from(value)))),
            _ => found.extend(random(store, model, sort)),
        }
        let mut values: Vec<Value> = Vec::new();
        for value in found {
            if !values.contains(&value) && length(model, &value) <= LONGEST {
                values.push(value);
            }
        }
        self.known.push((sort, values.clone()));
        values
    }

    /// Arrays with one value everywhere, and with another one at one index.
    fn arrays(&mut self, store: &Store, model: &mut Model, sort: Sort) -> Vec<Value> {
        let Some((params, result)) = map_sorts(store, sort) else { return Vec::new() };
        let &[index] = params else { return Vec::new() };
        let indices = self.free(store, model, index);
        let elements = self.free(store, model, result);
        let mut found = Vec::new();
        for element in elements.iter().take(3) {
            let constant = model.values.constant_map(element.clone());
            for (index, other) in indices.iter().take(3).zip(elements.iter().cycle().skip(1)) {
                let changed = model.values.map_set(store, params, &constant, index.clone(), other.clone());
                found.extend(changed.ok());
            }
            found.push(constant);
        }
        found
    }

    /// What a bound variable gets beside these values of the free ones.
    pub(super) fn bound(
        &mut self,
        store: &Store,
        model: &mut Model,
        sort: Sort,
        current: &[(Sort, Value)],
    ) -> Vec<Value> {
        if let Cardinality::Finite(count) = model.values.cardinality(store, sort)
            && count <= SMALL_BOUND
        {
            return (0..count).map_while(|n| model.values.nth(store, sort, n)).collect();
        }
        let parts = parts(store, model, current);
        let of_sort = parts.iter().filter(|(of, _)| *of == sort).map(|(_, value)| value.clone());
        let mut values: Vec<Value> = of_sort.collect();
        let longest = current.iter().map(|(_, value)| length(model, value)).max().unwrap_or(0);
        let has_places = current.iter().any(|(_, value)| is_word(model, value));
        match store.sort_kind(sort) {
            SortKind::String => values.push(Value::string([])),
            SortKind::Apply(SortConstructor::Seq, _) => values.push(model.values.sequence([])),
            SortKind::Int if has_places => {
                values.extend((-1..=longest as i64 + 1).map(|place| Value::Int(Integer::from(place))));
            }
            SortKind::Int => {
                values.extend((-NEAR..=NEAR).map(|value| Value::Int(Integer::from(value))));
                values.extend(far(current));
                values.extend(self.free(store, model, sort));
            }
            _ => values.extend(self.free(store, model, sort)),
        }
        let mut different: Vec<Value> = Vec::new();
        for value in values {
            if !different.contains(&value) {
                different.push(value);
            }
        }
        different
    }
}

/// What is far from zero: the quotients of large integers at hand by small numbers, and their differences.
fn far(current: &[(Sort, Value)]) -> Vec<Value> {
    let integers: Vec<&Integer> = current.iter().filter_map(|(_, value)| value.as_int()).collect();
    let is_far = |value: &Integer| value.to_i64().is_none_or(|value| !(-NEAR..=NEAR).contains(&value));
    let quotients = integers
        .iter()
        .filter(|value| is_far(value))
        .flat_map(|value| [-3, -2, 2, 3].map(|divisor| value.div(&Integer::from(divisor))))
        .flatten();
    let differences = integers.iter().flat_map(|value| integers.iter().map(|other| value.sub(other)));
    quotients.chain(differences.filter(is_far)).map(Value::Int).collect()
}

/// Random values of a sort.
fn random(store: &Store, model: &mut Model, sort: Sort) -> Vec<Value> {
    let mut stream = Stream::new(1).fork("values of rules");
    let (mined, compound, mut drawn) = (Mined::default(), Drawn::default(), Drawn::default());
    let mut draw = Draw::new(&mut stream, &mined, &compound, &mut drawn, OpenPoints::Free);
    (0..RANDOM).filter_map(|_| draw.value(store, &mut model.values, sort)).collect()
}

/// Two words after each other, and one twice.
fn joined(model: &mut Model, values: &[Value]) -> Vec<Value> {
    let pairs: Vec<(&Value, &Value)> = values
        .iter()
        .zip(values.iter().skip(1).chain(values.first()))
        .flat_map(|(first, second)| [(first, first), (first, second)])
        .collect();
    let mut found = Vec::new();
    for (first, second) in pairs {
        match (first, second) {
            (Value::String(first), Value::String(second)) => {
                found.push(Value::string([&first[..], &second[..]].concat()));
            }
            _ => {
                if let (Some(first), Some(second)) =
                    (model.values.as_sequence(first), model.values.as_sequence(second))
                {
                    let elements = [first, second].concat();
                    found.push(model.values.sequence(elements));
                }
            }
        }
    }
    found
}

/// Whether a value is a string or a sequence.
fn is_word(model: &Model, value: &Value) -> bool {
    matches!(value, Value::String(_)) || model.values.as_sequence(value).is_some()
}

/// How many elements a string or a sequence has; anything else has none.
fn length(model: &Model, value: &Value) -> usize {
    match value {
        Value::String(points) => points.len(),
        _ => model.values.as_sequence(value).map_or(0, <[Value]>::len),
    }
}

/// Values, the arguments of constructors in them, their elements and all parts of words.
fn parts(store: &Store, model: &mut Model, values: &[(Sort, Value)]) -> Vec<(Sort, Value)> {
    let mut found: Vec<(Sort, Value)> = Vec::new();
    let mut todo: Vec<(Sort, Value)> = values.iter().rev().cloned().collect();
    while let Some((sort, value)) = todo.pop() {
        if found.len() > MOST_PARTS || found.iter().any(|(_, known)| *known == value) {
            continue;
        }
        if let Some((constructor, args)) = model.values.as_constructed(&value) {
            let sorts = field_sorts(store, constructor, sort).unwrap_or_default();
            todo.extend(sorts.into_iter().zip(args.iter().cloned()));
        }
        match (&value, store.sort_kind(sort)) {
            (Value::String(points), _) => {
                for (from, to) in stretches(points.len()) {
                    found.push((sort, Value::string(&points[from..to])));
                }
            }
            (_, SortKind::Apply(SortConstructor::Seq, of)) => {
                let elements = model.values.as_sequence(&value).unwrap_or_default().to_vec();
                if let Some(&of) = of.first() {
                    todo.extend(elements.iter().map(|element| (of, element.clone())));
                }
                for (from, to) in stretches(elements.len()) {
                    found.push((sort, model.values.sequence(&elements[from..to])));
                }
            }
            _ => {}
        }
        found.push((sort, value));
    }
    found
}

/// The places of all parts of a word but the empty one.
fn stretches(length: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..length).flat_map(move |from| (from + 1..=length).map(move |to| (from, to)))
}

/// One value of each domain, in all ways.
pub(super) struct Combinations<'a> {
    domains: &'a [Vec<Value>],
    /// The places of the next combination; `None` behind the last.
    next: Option<Vec<usize>>,
}

impl<'a> Combinations<'a> {
    pub(super) fn of(domains: &'a [Vec<Value>]) -> Self {
        let any = domains.iter().all(|domain| !domain.is_empty());
        Combinations { domains, next: any.then(|| vec![0; domains.len()]) }
    }
}

impl Iterator for Combinations<'_> {
    type Item = Vec<Value>;

    fn next(&mut self) -> Option<Vec<Value>> {
        let places = self.next.as_mut()?;
        let values = places.iter().zip(self.domains).map(|(&at, domain)| domain[at].clone()).collect();
        // The last place moves first.
        let carry = places.iter_mut().zip(self.domains).rev().all(|(at, domain)| {
            *at += 1;
            let full = *at == domain.len();
            if full {
                *at = 0;
            }
            full
        });
        if carry {
            self.next = None;
        }
        Some(values)
    }
}
