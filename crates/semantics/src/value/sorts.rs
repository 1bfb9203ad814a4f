//! Sorts as sets: how many values they have, which ones, and one of them.

use quis_smtlib::{Function, Sort, SortConstructor, SortKind, Store, Symbol};

use super::{Node, Value, Values};
use crate::bitvec::BitVec;
use crate::budget::MAX_LENGTH;
use crate::float::{Float, Format, RoundingMode};
use crate::number::{Integer, Real};

/// How many values a sort has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cardinality {
    /// So many.
    Finite(u64),
    /// Infinitely many, or more than could be enumerated.
    Huge,
    /// Not known: the sort is nested too deeply.
    Unknown,
}

/// Whether the elements of an uninterpreted sort that a model names count as all.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Universes {
    Counted,
    Ignored,
}

/// Sorts nested more deeply are not looked into.
const MAX_DEPTH: u32 = 64;

/// More values than this are as good as infinitely many.
const MAX_FINITE: u64 = 1 << 40;

impl Cardinality {
    fn of(count: Option<u64>) -> Cardinality {
        match count {
            Some(count) if count <= MAX_FINITE => Cardinality::Finite(count),
            _ => Cardinality::Huge,
        }
    }

    fn times(self, other: Cardinality) -> Cardinality {
        match (self, other) {
            (Cardinality::Unknown, _) | (_, Cardinality::Unknown) => Cardinality::Unknown,
            (Cardinality::Finite(left), Cardinality::Finite(right)) => {
                Cardinality::of(left.checked_mul(right))
            }
            _ => Cardinality::Huge,
        }
    }

    fn plus(self, other: Cardinality) -> Cardinality {
        match (self, other) {
            (Cardinality::Huge, _) | (_, Cardinality::Huge) => Cardinality::Huge,
            (Cardinality::Finite(left), Cardinality::Finite(right)) => {
                Cardinality::of(left.checked_add(right))
            }
            _ => Cardinality::Unknown,
        }
    }

    fn power(self, exponent: Cardinality) -> Cardinality {
        match (self, exponent) {
            (Cardinality::Finite(1), _) => self,
            (Cardinality::Unknown, _) | (_, Cardinality::Unknown) => Cardinality::Unknown,
            (Cardinality::Finite(base), Cardinality::Finite(exponent)) => {
                Cardinality::of(u32::try_from(exponent).ok().and_then(|exponent| base.checked_pow(exponent)))
            }
            _ => Cardinality::Huge,
        }
    }
}

/// The parameters of a map's sort and its result: of an array, a function, a set or a bag.
#[must_use]
pub fn map_sorts(store: &Store, sort: Sort) -> Option<(&[Sort], Sort)> {
    match store.sort_kind(sort) {
        SortKind::Apply(SortConstructor::Array | SortConstructor::Function, args) => {
            args.split_last().map(|(&result, params)| (params, result))
        }
        SortKind::Apply(SortConstructor::Set, args) => Some((args, Sort::BOOL)),
        SortKind::Apply(SortConstructor::Bag, args) => Some((args, Sort::INT)),
        _ => None,
    }
}

/// The parameters of a map's sort; none for other sorts.
pub(crate) fn map_params(store: &Store, sort: Sort) -> &[Sort] {
    map_sorts(store, sort).map_or(&[], |(params, _)| params)
}

/// The sorts of a constructor's arguments in an instance of its datatype; `None` for one that the store lacks.
#[must_use]
pub fn field_sorts(store: &Store, constructor: Function, sort: Sort) -> Option<Vec<Sort>> {
    let datatype = store.datatype(sort)?;
    let SortKind::Apply(_, args) = store.sort_kind(sort) else { return None };
    let bound: Vec<(Symbol, Sort)> = datatype.params.iter().copied().zip(args.iter().copied()).collect();
    let params = &store.function(constructor).params;
    params.iter().map(|&param| store.find_instance(param, &bound)).collect()
}

impl Values {
    /// How many values a sort has. Uninterpreted sorts count as infinite: the elements that a model names are for
    /// [`Values::domain`].
    #[must_use]
    pub fn cardinality(&self, store: &Store, sort: Sort) -> Cardinality {
        self.count(store, sort, &mut Vec::new(), Universes::Ignored)
    }

    /// How many combinations of values sorts have.
    #[must_use]
    pub fn cardinality_of_all(&self, store: &Store, sorts: &[Sort]) -> Cardinality {
        let each = sorts.iter().map(|&sort| self.cardinality(store, sort));
        each.fold(Cardinality::Finite(1), Cardinality::times)
    }

    /// How many values of a sort a quantifier ranges over: of an uninterpreted sort those that the model names, if it
    /// says that there are no others.
    #[must_use]
    pub fn domain(&self, store: &Store, sort: Sort) -> Cardinality {
        self.count(store, sort, &mut Vec::new(), Universes::Counted)
    }

    /// The same, counted once.
    fn known_domain(&mut self, store: &Store, sort: Sort) -> Cardinality {
        if !matches!(store.sort_kind(sort), SortKind::Apply(..)) {
            return self.domain(store, sort);
        }
        if let Some(&known) = self.domains.get(&sort) {
            return known;
        }
        let count = self.domain(store, sort);
        self.domains.insert(sort, count);
        count
    }

    /// Says which elements an uninterpreted sort has.
    pub(crate) fn set_universe(&mut self, sort: Sort, elements: Vec<Value>) {
        self.universes.insert(sort, elements);
        self.domains.clear();
    }

    /// Forgets what belongs to sorts that a store lacks.
    pub(crate) fn keep_sorts_of(&mut self, store: &Store) {
        self.universes.retain(|sort, _| sort.index() < store.sort_count());
        self.domains.clear();
    }

    /// How many combinations of values of sorts a quantifier ranges over.
    #[must_use]
    pub fn domain_of_all(&self, store: &Store, sorts: &[Sort]) -> Cardinality {
        let each = sorts.iter().map(|&sort| self.domain(store, sort));
        each.fold(Cardinality::Finite(1), Cardinality::times)
    }

    fn count(&self, store: &Store, sort: Sort, above: &mut Vec<Sort>, universes: Universes) -> Cardinality {
        if above.len() as u32 > MAX_DEPTH {
            return Cardinality::Unknown;
        }
        match store.sort_kind(sort) {
            SortKind::Bool => Cardinality::Finite(2),
            SortKind::RoundingMode => Cardinality::Finite(5),
            SortKind::Char => Cardinality::Finite(u64::from(quis_smtlib::MAX_CODE_POINT) + 1),
            SortKind::BitVec(width) => Cardinality::of(1u64.checked_shl(*width).filter(|_| *width < 64)),
            SortKind::Float(eb, sb) => {
                let patterns =
                    1u64.checked_shl(eb.saturating_add(*sb)).filter(|_| eb.saturating_add(*sb) < 64);
                // All bit patterns, with those of NaN counted as one.
                Cardinality::of(patterns.map(|patterns| patterns - 2 * ((1 << (sb - 1)) - 1) + 1))
            }
            SortKind::FiniteField(order) => Cardinality::of(store.text(*order).parse().ok()),
            SortKind::Unknown | SortKind::Variable(_) => Cardinality::Unknown,
            SortKind::Int | SortKind::Real | SortKind::String | SortKind::RegLan => Cardinality::Huge,
            SortKind::Apply(constructor, args) => {
                above.push(sort);
                let count = self.count_applied(store, sort, *constructor, args, above, universes);
                above.pop();
                count
            }
        }
    }

    fn count_applied(
        &self,
        store: &Store,
        sort: Sort,
        constructor: SortConstructor,
        args: &[Sort],
        above: &mut Vec<Sort>,
        universes: Universes,
    ) -> Cardinality {
        let product = |sorts: &[Sort], above: &mut Vec<Sort>| {
            sorts.iter().fold(Cardinality::Finite(1), |count, &sort| {
                count.times(self.count(store, sort, above, universes))
            })
        };
        match constructor {
            SortConstructor::Array | SortConstructor::Function => {
                let Some((&result, params)) = args.split_last() else { return Cardinality::Unknown };
                let exponent = product(params, above);
                self.count(store, result, above, universes).power(exponent)
            }
            SortConstructor::Set => Cardinality::Finite(2).power(product(args, above)),
            SortConstructor::Seq | SortConstructor::Bag => Cardinality::Huge,
            SortConstructor::Tuple => product(args, above),
            SortConstructor::Nullable => product(args, above).plus(Cardinality::Finite(1)),
            SortConstructor::Declared(_) => {
                let Some(datatype) = store.datatype(sort) else {
                    return match (self.universes.get(&sort), universes) {
                        (Some(elements), Universes::Counted) => Cardinality::Finite(elements.len() as u64),
                        _ => Cardinality::Huge,
                    };
                };
                // A datatype that holds itself has infinitely many values.
                if above[..above.len() - 1].contains(&sort) {
                    return Cardinality::Huge;
                }
                if datatype.codatatype {
                    return Cardinality::Unknown;
                }
                datatype.constructors.iter().fold(Cardinality::Finite(0), |count, constructor| {
                    count.plus(match field_sorts(store, constructor.function, sort) {
                        Some(fields) => product(&fields, above),
                        None => Cardinality::Unknown,
                    })
                })
            }
        }
    }

    /// Whether values of a sort may hold maps over a sort of which the model names all elements.
    pub(crate) fn maps_over_universe(&self, store: &Store, sort: Sort) -> bool {
        if self.universes.is_empty() {
            return false;
        }
        let mut todo = vec![sort];
        let mut seen = vec![sort];
        while let Some(sort) = todo.pop() {
            let SortKind::Apply(_, args) = store.sort_kind(sort) else { continue };
            if map_params(store, sort).iter().any(|param| self.universes.contains_key(param)) {
                return true;
            }
            let fields = store.datatype(sort).into_iter().flat_map(|datatype| &datatype.constructors);
            let fields = fields.flat_map(|constructor| store.function(constructor.function).params.iter());
            for &below in args.iter().chain(fields) {
                if !seen.contains(&below) {
                    seen.push(below);
                    todo.push(below);
                }
            }
            // Deeper than anybody nests sorts: it may.
            if seen.len() > 1000 {
                return true;
            }
        }
        false
    }

    /// The value of a sort with a number below its [`Values::domain`]; `None` if that is not finite.
    pub fn nth(&mut self, store: &Store, sort: Sort, n: u64) -> Option<Value> {
        let Cardinality::Finite(count) = self.known_domain(store, sort) else { return None };
        if n >= count {
            return None;
        }
        Some(match store.sort_kind(sort) {
            SortKind::Bool => Value::Bool(n == 1),
            SortKind::RoundingMode => Value::RoundingMode(*RoundingMode::ALL.get(n as usize)?),
            SortKind::Char => Value::Char(n as u32),
            SortKind::BitVec(width) => Value::BitVec(BitVec::from_u64(*width, n).ok()?),
            SortKind::Float(eb, sb) => Value::Float(nth_float(Format::new(*eb, *sb)?, n)),
            SortKind::FiniteField(_) => Value::Int(Integer::from(n)),
            SortKind::Apply(constructor, args) => match constructor {
                SortConstructor::Tuple => {
                    let parts = self.nth_of_all(store, args, n)?;
                    self.tuple(parts)
                }
                SortConstructor::Nullable => {
                    let inner = if n == 0 { None } else { Some(self.nth(store, args[0], n - 1)?) };
                    self.make(Node::Nullable(inner))
                }
                SortConstructor::Declared(_) => match store.datatype(sort) {
                    None => self.universes.get(&sort)?.get(n as usize)?.clone(),
                    Some(datatype) => {
                        let mut n = n;
                        for constructor in &datatype.constructors {
                            let fields = field_sorts(store, constructor.function, sort)?;
                            let Cardinality::Finite(count) = self.domain_of_all(store, &fields) else {
                                return None;
                            };
                            if n < count {
                                let args = self.nth_of_all(store, &fields, n)?;
                                return Some(self.constructed(constructor.function, sort, args));
                            }
                            n -= count;
                        }
                        return None;
                    }
                },
                _ => self.nth_map(store, sort, n)?,
            },
            _ => return None,
        })
    }

    /// The combination of values of sorts with a number; the last one varies fastest.
    pub(crate) fn nth_of_all(&mut self, store: &Store, sorts: &[Sort], n: u64) -> Option<Vec<Value>> {
        let mut rest = n;
        let mut values = Vec::with_capacity(sorts.len());
        for &sort in sorts.iter().rev() {
            let Cardinality::Finite(count) = self.known_domain(store, sort) else { return None };
            values.push(self.nth(store, sort, rest.checked_rem(count)?)?);
            rest /= count;
        }
        values.reverse();
        Some(values)
    }

    fn nth_map(&mut self, store: &Store, sort: Sort, n: u64) -> Option<Value> {
        let (params, result) = map_sorts(store, sort)?;
        let default = self.nth(store, result, 0)?;
        let mut map = self.constant_map(default);
        // Also of a sort with one value, over however many points.
        if n == 0 {
            return Some(map);
        }
        let (Cardinality::Finite(points), Cardinality::Finite(results)) =
            (self.domain_of_all(store, params), self.domain(store, result))
        else {
            return None;
        };
        let mut rest = n;
        for point in 0..points {
            // Beyond the digits of the number all results are the first one.
            if rest == 0 {
                break;
            }
            let args = self.nth_of_all(store, params, point)?;
            let value = self.nth(store, result, rest % results)?;
            rest /= results;
            let key = self.key(args);
            map = self.map_set(store, params, &map, key, value).ok()?;
        }
        Some(map)
    }

    /// Some value of a sort: zero, false, empty, the first constructor that ends; `None` if there is none at hand.
    pub fn default_of(&mut self, store: &Store, sort: Sort) -> Option<Value> {
        self.default_below(store, sort, &mut Vec::new())
    }

    fn default_below(&mut self, store: &Store, sort: Sort, above: &mut Vec<Sort>) -> Option<Value> {
        if above.len() as u32 > MAX_DEPTH || above.contains(&sort) {
            return None;
        }
        self.known_default(store, sort).or_else(|| match store.sort_kind(sort) {
            SortKind::Apply(constructor, args) => {
                above.push(sort);
                let value = self.default_applied(store, sort, *constructor, args, above);
                above.pop();
                value
            }
            _ => None,
        })
    }

    /// The default of a sort, if it need not be added to the table.
    pub(crate) fn known_default(&self, store: &Store, sort: Sort) -> Option<Value> {
        Some(match store.sort_kind(sort) {
            SortKind::Bool => Value::Bool(false),
            SortKind::Int | SortKind::FiniteField(_) => Value::Int(Integer::from(0)),
            SortKind::Real => Value::Real(Real::from(Integer::from(0))),
            SortKind::String => Value::string([]),
            SortKind::RegLan => Value::Regex(crate::regex::Regex::NONE),
            SortKind::RoundingMode => Value::RoundingMode(RoundingMode::Rne),
            SortKind::Char => Value::Char(0),
            SortKind::BitVec(width) => Value::BitVec(BitVec::zero(*width).ok()?),
            SortKind::Float(eb, sb) => Value::Float(Float::zero(false, Format::new(*eb, *sb)?)),
            SortKind::Apply(SortConstructor::Declared(_), _) if store.datatype(sort).is_none() => {
                let universe = self.universes.get(&sort).and_then(|elements| elements.first());
                return universe.cloned().or_else(|| self.elements_of(sort).next());
            }
            _ => return None,
        })
    }

    fn default_applied(
        &mut self,
        store: &Store,
        sort: Sort,
        constructor: SortConstructor,
        args: &[Sort],
        above: &mut Vec<Sort>,
    ) -> Option<Value> {
        match constructor {
            SortConstructor::Array | SortConstructor::Function => {
                let default = self.default_below(store, *args.last()?, above)?;
                Some(self.constant_map(default))
            }
            SortConstructor::Set => Some(self.constant_map(Value::Bool(false))),
            SortConstructor::Bag => Some(self.constant_map(Value::Int(Integer::from(0)))),
            SortConstructor::Seq => Some(self.sequence([])),
            SortConstructor::Nullable => Some(self.make(Node::Nullable(None))),
            SortConstructor::Tuple => {
                let parts: Option<Vec<Value>> =
                    args.iter().map(|&arg| self.default_below(store, arg, above)).collect();
                Some(self.tuple(parts?))
            }
            SortConstructor::Declared(_) => match store.datatype(sort) {
                Some(datatype) if datatype.codatatype => None,
                Some(datatype) => datatype.constructors.iter().find_map(|constructor| {
                    let fields = field_sorts(store, constructor.function, sort)?;
                    let args: Option<Vec<Value>> =
                        fields.iter().map(|&field| self.default_below(store, field, above)).collect();
                    Some(self.constructed(constructor.function, sort, args?))
                }),
                None => Some(self.element(sort, "some")),
            },
        }
    }
}

/// The floats of a format in the order of their bits, with one `NaN` at the end.
fn nth_float(format: Format, n: u64) -> Float {
    let fraction = format.sb() - 1;
    // The positive ones up to infinity, then the negative ones.
    let half = (((1u64 << format.eb()) - 1) << fraction) + 1;
    match n / half {
        0 => Float::from_u64_bits(format, n),
        1 => Float::from_u64_bits(format, 1 << (format.eb() + fraction) | (n - half)),
        _ => Float::nan(format),
    }
}

/// Whether so many values may be listed one by one.
pub(crate) fn may_list(count: u64) -> bool {
    count <= MAX_LENGTH as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_larger_universe_is_counted_anew() {
        let mut store = Store::new();
        let name = store.symbol("U");
        let declaration = store.declare_sort(name, 0, None);
        let sort = store.apply_sort(SortConstructor::Declared(declaration), &[]);
        let pair = store.apply_sort(SortConstructor::Tuple, &[sort, sort]);
        let mut values = Values::new();
        let elements = ["a", "b"].map(|name| values.element(sort, name));
        values.set_universe(sort, elements[..1].to_vec());
        assert!(values.nth(&store, pair, 0).is_some());
        assert_eq!(values.nth(&store, pair, 1), None);
        values.set_universe(sort, elements.to_vec());
        assert!(values.nth(&store, pair, 3).is_some());
        assert_eq!(values.nth(&store, pair, 4), None);
    }
}
