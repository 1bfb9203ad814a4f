//! Values to try for a gap, the likely ones first.

use quis_semantics::{BitVec, Cardinality, Float, Format, Gap, Integer, Real, Value, Values};
use quis_smtlib::{Sort, SortConstructor, SortKind, Store, Symbol};

use super::mined::Mined;
use super::range::Range;

/// Sorts and ranges with no more values than this are tried in full.
const MAX_LISTED: u64 = 1 << 16;

/// So many values are tried of a sort that has more.
const MAX_TRIED: usize = 48;

/// No more elements of an uninterpreted sort than these are parts of other values.
pub(super) const EMBEDDED: usize = 4;

/// How many elements of an uninterpreted sort are usually worth a try.
const FEW: u64 = 4;

/// Values that are still to be tried.
#[derive(Debug)]
pub(super) struct Candidates {
    first: std::vec::IntoIter<Value>,
    /// All values of the sort, by their numbers, without those that came first.
    rest: Option<Rest>,
    /// Whether no value is left out.
    pub(super) complete: bool,
}

#[derive(Debug)]
struct Rest {
    sort: Sort,
    next: u64,
    count: u64,
    without: Vec<Value>,
}

impl Candidates {
    /// The values for a gap of a sort, between bounds. Of the elements of an uninterpreted sort no more than the first
    /// so many are in use.
    pub(super) fn new(
        store: &Store,
        values: &mut Values,
        mined: &Mined,
        gap: &Gap,
        sort: Sort,
        range: Option<&Range>,
        in_use: usize,
    ) -> Candidates {
        let mut maker = Maker { store, values, mined, in_use, found: Vec::new() };
        if let Some(range) = range
            && let Some(count) = range.count()
            && count <= MAX_LISTED
            && maker.between(sort, range)
        {
            return Candidates { first: maker.found.into_iter(), rest: None, complete: true };
        }
        maker.mentioned(sort);
        if let Cardinality::Finite(count) = maker.values.cardinality(store, sort)
            && count <= MAX_LISTED
        {
            let without = maker.found.clone();
            let rest = Some(Rest { sort, next: 0, count, without });
            return Candidates { first: maker.found.into_iter(), rest, complete: true };
        }
        let complete = maker.guess(sort, gap, range);
        Candidates { first: maker.found.into_iter(), rest: None, complete }
    }

    /// The next value.
    pub(super) fn next(&mut self, store: &Store, values: &mut Values) -> Option<Value> {
        if let Some(value) = self.first.next() {
            return Some(value);
        }
        let rest = self.rest.as_mut()?;
        while rest.next < rest.count {
            rest.next += 1;
            match values.nth(store, rest.sort, rest.next - 1) {
                Some(value) if !rest.without.contains(&value) => return Some(value),
                Some(_) => {}
                // Cannot be listed after all.
                None => {
                    self.complete = false;
                    return None;
                }
            }
        }
        None
    }
}

/// How many values a gap may have: fewer are tried first.
pub(super) fn domain_size(store: &Store, values: &Values, sort: Sort, range: Option<&Range>) -> Option<u64> {
    let by_sort = match values.cardinality(store, sort) {
        Cardinality::Finite(count) => Some(count),
        // One of the elements that are known, or another.
        _ if is_uninterpreted(store, sort) => Some(FEW),
        _ => None,
    };
    let by_range = range.filter(|_| sort != Sort::REAL).and_then(Range::count);
    let least = match (by_sort, by_range) {
        (Some(sort), Some(range)) => Some(sort.min(range)),
        (known, None) | (None, known) => known,
    };
    least.filter(|&count| count <= MAX_LISTED)
}

fn is_uninterpreted(store: &Store, sort: Sort) -> bool {
    matches!(store.sort_kind(sort), SortKind::Apply(SortConstructor::Declared(_), _))
        && store.datatype(sort).is_none()
}

struct Maker<'m> {
    store: &'m Store,
    values: &'m mut Values,
    mined: &'m Mined,
    in_use: usize,
    found: Vec<Value>,
}

impl Maker<'_> {
    fn add(&mut self, value: Value) {
        if !self.found.contains(&value) {
            self.found.push(value);
        }
    }

    /// Adds the default and what the problem mentions.
    fn mentioned(&mut self, sort: Sort) {
        let default =
            self.values.default_of(self.store, sort).filter(|_| !is_uninterpreted(self.store, sort));
        for value in default.into_iter().chain(self.mined.values(sort).iter().cloned()) {
            self.add(value);
        }
    }

    /// Adds the numbers of a range, those that are mentioned first; whether they are all.
    fn between(&mut self, sort: Sort, range: &Range) -> bool {
        let (Some(low), Some(high)) = range.integers() else { return false };
        let make = |at: &Integer| match self.store.sort_kind(sort) {
            SortKind::Int => Some(Value::Int(at.clone())),
            SortKind::BitVec(width) => BitVec::from_integer(*width, at).ok().map(Value::BitVec),
            _ => None,
        };
        if make(&low).is_none() {
            return false;
        }
        let one = Integer::from(1);
        let mut at = low.clone();
        let mut all = Vec::new();
        while at <= high {
            all.extend(make(&at));
            at = at.add(&one);
        }
        let first = self.mined.values(sort).iter().filter(|value| all.contains(value)).cloned();
        self.found = first.collect();
        let listed = self.found.clone();
        self.found.extend(all.into_iter().filter(|value| !listed.contains(value)));
        true
    }

    /// Adds likely values of a sort that has too many; whether they are all that matter.
    fn guess(&mut self, sort: Sort, gap: &Gap, range: Option<&Range>) -> bool {
        match self.store.sort_kind(sort) {
            SortKind::Int => self.integers(gap, range),
            SortKind::Real => self.reals(gap, range),
            SortKind::BitVec(width) => self.bits(*width, range),
            SortKind::Float(eb, sb) => self.floats(*eb, *sb),
            SortKind::String => self.strings(),
            SortKind::Apply(constructor, args) => match constructor {
                SortConstructor::Declared(_) if is_uninterpreted(self.store, sort) => {
                    self.elements(sort);
                    return true;
                }
                SortConstructor::Declared(_) => self.datatype(sort),
                SortConstructor::Array => self.maps(args),
                SortConstructor::Seq => {
                    let elements = self.some_of(args[0]);
                    for element in elements {
                        let one = self.values.sequence(vec![element]);
                        self.add(one);
                    }
                }
                SortConstructor::Set | SortConstructor::Bag => self.collections(*constructor, args),
                _ => {}
            },
            _ => {}
        }
        self.found.truncate(MAX_TRIED);
        false
    }

    /// The elements that are in use and another one, which is as good as any other.
    fn elements(&mut self, sort: Sort) {
        for number in self.values.elements_of(sort).count()..=self.in_use {
            self.values.element(sort, &format!("e{number}"));
        }
        self.found = self.values.elements_of(sort).take(self.in_use + 1).collect();
    }

    /// A few values of a sort, to make others from.
    fn some_of(&mut self, sort: Sort) -> Vec<Value> {
        if is_uninterpreted(self.store, sort) {
            let known = self.values.default_of(self.store, sort);
            return known.into_iter().chain(self.values.elements_of(sort).take(EMBEDDED)).collect();
        }
        let default = self.values.default_of(self.store, sort);
        let mut some: Vec<Value> = default.into_iter().collect();
        let mentioned = self.mined.values(sort).iter().take(6).cloned();
        let counted = (0..3).filter_map(|n| self.values.nth(self.store, sort, n));
        for value in mentioned.chain(counted.collect::<Vec<_>>()) {
            if !some.contains(&value) {
                some.push(value);
            }
        }
        some
    }

    fn integers(&mut self, gap: &Gap, range: Option<&Range>) {
        let one = Integer::from(1);
        let mentioned = std::mem::take(&mut self.found);
        let (low, high) = range.map(Range::integers).unwrap_or_default();
        let near = |bound: &Option<Integer>, step: i64| {
            bound
                .iter()
                .flat_map(|bound| (0..4).map(|n| bound.add(&Integer::from(n * step))))
                .collect::<Vec<_>>()
        };
        let bounds = [near(&low, 1), near(&high, -1)].concat();
        let args = gap.args.iter().filter_map(|arg| arg.as_int().cloned());
        let values = mentioned.iter().chain(gap.args.iter()).filter_map(|value| value.as_int());
        let beside = values.flat_map(|value| [value.add(&one), value.sub(&one), value.neg()]);
        let small = [0, 1, -1, 2, 3, -2, 4, 5, 7, 8, 10, 16].map(Integer::from);
        let own = mentioned.iter().filter_map(|value| value.as_int().cloned());
        let all: Vec<Integer> =
            bounds.into_iter().chain(own).chain(args).chain(beside).chain(small).collect();
        for value in all {
            let fits = low.as_ref().is_none_or(|low| value >= *low)
                && high.as_ref().is_none_or(|high| value <= *high);
            if fits {
                self.add(Value::Int(value));
            }
        }
    }

    fn reals(&mut self, gap: &Gap, range: Option<&Range>) {
        let one = Real::from(1);
        let half = Real::from_ratio(Integer::from(1), Integer::from(2));
        let mentioned = std::mem::take(&mut self.found);
        let mut all = Vec::new();
        if let Some(Range { low, high }) = range {
            let (low, high) = (low.as_ref().map(|(low, _)| low), high.as_ref().map(|(high, _)| high));
            if let (Some(low), Some(high), Some(half)) = (low, high, &half) {
                all.extend(low.add(high).and_then(|sum| sum.mul(half)).ok());
            }
            all.extend(low.into_iter().flat_map(|low| [Ok(low.clone()), low.add(&one)]).flatten());
            all.extend(high.into_iter().flat_map(|high| [Ok(high.clone()), high.sub(&one)]).flatten());
        }
        let values: Vec<&Real> = mentioned
            .iter()
            .chain(gap.args.iter())
            .filter_map(|value| match value {
                Value::Real(value) => Some(value),
                _ => None,
            })
            .collect();
        all.extend(values.iter().map(|&value| value.clone()));
        all.extend([0, 1, -1, 2, -2, 3].map(Real::from));
        all.extend(half);
        all.extend(
            values.iter().flat_map(|value| [value.add(&one), value.sub(&one), Ok(value.neg())]).flatten(),
        );
        all.into_iter().for_each(|value| self.add(Value::Real(value)));
    }

    fn bits(&mut self, width: u32, range: Option<&Range>) {
        let mut all: Vec<BitVec> = Vec::new();
        let ends = range.map(Range::integers).unwrap_or_default();
        for bound in [ends.0, ends.1].into_iter().flatten().filter(|bound| !bound.is_negative()) {
            all.extend(BitVec::from_integer(width, &bound));
        }
        let mentioned: Vec<BitVec> = self
            .found
            .iter()
            .filter_map(|value| match value {
                Value::BitVec(value) => Some(value.clone()),
                _ => None,
            })
            .collect();
        let one = BitVec::from_u64(width, 1);
        all.extend(one.clone());
        all.extend(BitVec::ones(width));
        all.extend(one.as_ref().ok().map(|one| one.rotate_right(1)));
        all.extend(BitVec::from_u64(width, 2));
        for value in &mentioned {
            all.extend(one.as_ref().ok().map(|one| value.add(one)));
            all.extend(one.as_ref().ok().map(|one| value.sub(one)));
            all.extend([value.neg(), value.not()]);
        }
        all.into_iter().for_each(|value| self.add(Value::BitVec(value)));
    }

    fn floats(&mut self, eb: u32, sb: u32) {
        let Some(format) = Format::new(eb, sb) else { return };
        let zeros = [false, true].map(|sign| Float::zero(sign, format));
        let infinities = [false, true].map(|sign| Float::infinity(sign, format));
        let mut all: Vec<Float> = [&zeros[..], &infinities[..]].concat();
        all.push(Float::nan(format));
        if eb + sb <= 64 {
            // One, two, the smallest numbers, the largest.
            let one = ((1u64 << (eb - 1)) - 1) << (sb - 1);
            let infinity = ((1u64 << eb) - 1) << (sb - 1);
            let sign = 1u64 << (eb + sb - 1);
            for bits in
                [one, one | sign, one + (1 << (sb - 1)), 1, 1 | sign, 1 << (sb - 1), infinity - 1, one + 1]
            {
                all.push(Float::from_u64_bits(format, bits));
            }
        }
        all.into_iter().for_each(|value| self.add(Value::Float(value)));
    }

    fn strings(&mut self) {
        let mentioned: Vec<Vec<u32>> = self
            .found
            .iter()
            .filter_map(|value| match value {
                Value::String(points) => Some(points.to_vec()),
                _ => None,
            })
            .collect();
        let mut all: Vec<Vec<u32>> = ["a", "b", "0", "1", "A", "aa", "ab", "-1", "10"]
            .iter()
            .map(|text| text.chars().map(u32::from).collect())
            .collect();
        for text in mentioned.iter().filter(|text| text.len() <= 64) {
            all.extend((1..text.len().min(4)).map(|end| text[..end].to_vec()));
            all.extend((1..text.len().min(4)).map(|start| text[start..].to_vec()));
        }
        for left in mentioned.iter().take(6).filter(|text| text.len() <= 64) {
            all.extend(mentioned.iter().take(6).map(|right| [&left[..], &right[..]].concat()));
        }
        all.into_iter().for_each(|points| self.add(Value::string(points)));
    }

    /// Every constructor with a few arguments.
    fn datatype(&mut self, sort: Sort) {
        let store = self.store;
        let Some(datatype) = store.datatype(sort).filter(|datatype| !datatype.codatatype) else { return };
        let SortKind::Apply(_, args) = store.sort_kind(sort) else { return };
        let bound: Vec<(Symbol, Sort)> = datatype.params.iter().copied().zip(args.iter().copied()).collect();
        for constructor in &datatype.constructors {
            let params = &store.function(constructor.function).params;
            let fields: Option<Vec<Sort>> =
                params.iter().map(|&param| store.find_instance(param, &bound)).collect();
            let Some(fields) = fields else { continue };
            let mut rows: Vec<Vec<Value>> = vec![Vec::new()];
            for field in fields {
                // What was found so far serves where the datatype holds itself.
                let some = if field == sort { self.found.clone() } else { self.some_of(field) };
                rows = rows
                    .iter()
                    .flat_map(|row| some.iter().map(|value| [&row[..], std::slice::from_ref(value)].concat()))
                    .take(MAX_TRIED)
                    .collect();
            }
            for row in rows {
                let value = self.values.constructed(constructor.function, sort, row);
                self.add(value);
            }
        }
    }

    /// Constant arrays, and such with one other element at a mentioned index.
    fn maps(&mut self, args: &[Sort]) {
        let Some((&result, params)) = args.split_last() else { return };
        let elements = self.some_of(result);
        for element in &elements {
            let constant = self.values.constant_map(element.clone());
            self.add(constant);
        }
        let &[index] = params else { return };
        let (indices, constants) = (self.some_of(index), self.found.clone());
        for constant in constants.iter().take(3) {
            for index in indices.iter().take(5) {
                for element in elements.iter().take(5) {
                    let changed =
                        self.values.map_set(self.store, params, constant, index.clone(), element.clone());
                    changed.into_iter().for_each(|map| self.add(map));
                }
            }
        }
    }

    /// Sets and bags of one element.
    fn collections(&mut self, constructor: SortConstructor, args: &[Sort]) {
        let Some(&element) = args.first() else { return };
        let (none, one) = match constructor {
            SortConstructor::Set => (Value::Bool(false), Value::Bool(true)),
            _ => (Value::Int(Integer::from(0)), Value::Int(Integer::from(1))),
        };
        let empty = self.values.constant_map(none);
        for element in self.some_of(element) {
            let single = self.values.map_set(self.store, args, &empty, element, one.clone());
            single.into_iter().for_each(|map| self.add(map));
        }
    }
}
