//! Random values of any sort, to fill the gaps of a model.

use quis_semantics::{
    Cardinality, Filler, Gap, Integer, Point, Reason, Regex, RoundingMode, Value, Values, field_sorts,
    map_sorts,
};
use quis_smtlib::{Sort, SortConstructor, SortKind, Store};
use rustc_hash::FxHashMap;

use super::mined::Mined;
use super::{bits, numbers, words};
use crate::storm::OpenPoints;
use crate::stream::Stream;

/// Values of one sort that are remembered.
const MAX_DRAWN: usize = 32;

/// Sorts nested more deeply get default values.
const MAX_DEPTH: u32 = 6;

/// The parts of one value, at most.
const MAX_PARTS: u32 = 48;

/// Values that were drawn, by sort.
pub(crate) type Drawn = FxHashMap<Sort, Vec<Value>>;

/// Draws values.
#[derive(Debug)]
pub(crate) struct Draw<'a> {
    pub(super) stream: &'a mut Stream,
    pub(super) mined: &'a Mined,
    /// Compound values that the seed mentions.
    pub(super) compound: &'a Drawn,
    /// What was drawn before: so that equalities hold now and then.
    pub(super) drawn: &'a mut Drawn,
    pub(super) open: OpenPoints,
    /// How many more parts the value may have.
    parts: u32,
}

impl Filler for Draw<'_> {
    fn fill(&mut self, store: &Store, values: &mut Values, gap: &Gap, sort: Sort) -> Option<Value> {
        match gap.reason {
            Reason::Missing(_) => self.value(store, values, sort),
            Reason::Unspecified(point) if is_filled(store, self.open, point) => match point {
                // One of the two zeros.
                Point::FloatMin(_) | Point::FloatMax(_) => {
                    let at = self.stream.below(gap.args.len());
                    gap.args.get(at).cloned()
                }
                _ => self.value(store, values, sort),
            },
            _ => None,
        }
    }
}

/// Whether values are given to open points of a kind: to those that can be written down, too.
fn is_filled(store: &Store, open: OpenPoints, point: Point) -> bool {
    let is_free = match point {
        Point::Division | Point::IntDivision | Point::Modulo | Point::Selector(..) => true,
        Point::Nth(of) => matches!(store.sort_kind(of), SortKind::Apply(SortConstructor::Seq, _)),
        _ => false,
    };
    let is_float = matches!(
        point,
        Point::FloatMin(_)
            | Point::FloatMax(_)
            | Point::FloatToUbv(..)
            | Point::FloatToSbv(..)
            | Point::FloatToReal(_)
    );
    match open {
        OpenPoints::Free => is_free,
        OpenPoints::None => false,
        OpenPoints::All => is_free || is_float,
    }
}

impl<'a> Draw<'a> {
    pub(crate) fn new(
        stream: &'a mut Stream,
        mined: &'a Mined,
        compound: &'a Drawn,
        drawn: &'a mut Drawn,
        open: OpenPoints,
    ) -> Self {
        Draw { stream, mined, compound, drawn, open, parts: 0 }
    }

    /// A value of a sort; `None` if none is at hand.
    pub(crate) fn value(&mut self, store: &Store, values: &mut Values, sort: Sort) -> Option<Value> {
        self.parts = MAX_PARTS;
        let value = self.part(store, values, sort, 0)?;
        let drawn = self.drawn.entry(sort).or_default();
        if drawn.len() < MAX_DRAWN {
            drawn.push(value.clone());
        } else {
            // The last ones are as good as the first.
            let at = self.stream.below(MAX_DRAWN);
            drawn[at] = value.clone();
        }
        Some(value)
    }

    /// A value of a sort at a depth of another value.
    fn part(&mut self, store: &Store, values: &mut Values, sort: Sort, depth: u32) -> Option<Value> {
        if depth > MAX_DEPTH || self.parts == 0 {
            return values.default_of(store, sort);
        }
        self.parts -= 1;
        let known = match self.stream.below(8) {
            0 | 1 => self.drawn.get(&sort).and_then(|drawn| self.stream.choose(drawn)).cloned(),
            2 | 3 => match self.compound.get(&sort) {
                Some(compound) if !compound.is_empty() => self.stream.choose(compound).cloned(),
                _ => self.mined.choose(store, sort, self.stream),
            },
            _ => None,
        };
        if known.is_some() {
            return known;
        }
        match store.sort_kind(sort) {
            SortKind::Bool => Some(Value::Bool(self.stream.chance(1, 2))),
            SortKind::Int => Some(Value::Int(numbers::integer(self.stream))),
            SortKind::Real => Some(Value::Real(numbers::real(self.stream))),
            SortKind::BitVec(width) => bits::vector(self.stream, *width).map(Value::BitVec),
            SortKind::Float(eb, sb) => bits::float(self.stream, *eb, *sb).map(Value::Float),
            SortKind::RoundingMode => {
                self.stream.choose(&RoundingMode::ALL).map(|&mode| Value::RoundingMode(mode))
            }
            SortKind::String => Some(words::string(self.stream, self.mined.values(Sort::STRING))),
            SortKind::Char => Some(Value::Char(words::code_point(self.stream))),
            SortKind::RegLan => {
                let simple = [Regex::NONE, Regex::ALL, Regex::ALLCHAR, Regex::EPSILON];
                self.stream.choose(&simple).map(|&regex| Value::Regex(regex))
            }
            SortKind::FiniteField(order) => {
                let order = Integer::parse(store.text(*order))?;
                numbers::of_field(self.stream, &order).map(Value::Int)
            }
            SortKind::Apply(constructor, args) => {
                self.compound(store, values, sort, *constructor, args, depth)
            }
            SortKind::Unknown | SortKind::Variable(_) => None,
        }
    }

    fn compound(
        &mut self,
        store: &Store,
        values: &mut Values,
        sort: Sort,
        constructor: SortConstructor,
        args: &[Sort],
        depth: u32,
    ) -> Option<Value> {
        match constructor {
            SortConstructor::Array | SortConstructor::Function => {
                let (_, result) = map_sorts(store, sort)?;
                let default = self.part(store, values, result, depth + 1)?;
                let map = values.constant_map(default);
                self.entries(store, values, sort, map, depth, |draw, values| {
                    draw.part(store, values, result, depth + 1)
                })
            }
            SortConstructor::Set => {
                let empty = values.constant_map(Value::Bool(false));
                self.entries(store, values, sort, empty, depth, |_, _| Some(Value::Bool(true)))
            }
            SortConstructor::Bag => {
                let empty = values.constant_map(Value::Int(Integer::ZERO));
                // Over few values the bag would be told by what most of them have.
                if let Cardinality::Finite(..16) = values.cardinality_of_all(store, args) {
                    return Some(empty);
                }
                self.entries(store, values, sort, empty, depth, |draw, _| {
                    Some(Value::Int(Integer::from(1 + draw.stream.below(3))))
                })
            }
            SortConstructor::Seq => {
                let length = self.length();
                let elements = self.parts_of(store, values, &vec![*args.first()?; length], depth)?;
                Some(values.sequence(elements))
            }
            SortConstructor::Tuple => {
                let parts = self.parts_of(store, values, args, depth)?;
                Some(values.tuple(parts))
            }
            SortConstructor::Nullable => {
                if self.stream.chance(1, 4) {
                    return Some(values.nullable(None));
                }
                let inner = self.part(store, values, *args.first()?, depth + 1)?;
                Some(values.nullable(Some(inner)))
            }
            SortConstructor::Declared(_) => match store.datatype(sort) {
                // All of its elements are known from the start.
                None => {
                    let universe = values.universe(sort)?;
                    universe.get(self.stream.below(universe.len())).cloned()
                }
                Some(datatype) if datatype.codatatype => None,
                Some(datatype) => {
                    let constructor = self.stream.choose(&datatype.constructors)?.function;
                    let fields = field_sorts(store, constructor, sort)?;
                    match self.parts_of(store, values, &fields, depth) {
                        Some(parts) => Some(values.constructed(constructor, sort, parts)),
                        None => values.default_of(store, sort),
                    }
                }
            },
        }
    }

    /// A map with a few points changed.
    fn entries(
        &mut self,
        store: &Store,
        values: &mut Values,
        sort: Sort,
        mut map: Value,
        depth: u32,
        mut entry: impl FnMut(&mut Self, &mut Values) -> Option<Value>,
    ) -> Option<Value> {
        let (params, _) = map_sorts(store, sort)?;
        // Whether two languages are the same point would have to be decided each time.
        let count = if params.contains(&Sort::REGLAN) { 0 } else { self.length() };
        for _ in 0..count {
            let Some(args) = self.parts_of(store, values, params, depth) else { break };
            let Some(value) = entry(self, values) else { break };
            let key = values.key(args);
            map = values.map_set(store, params, &map, key, value).ok()?;
        }
        Some(map)
    }

    fn parts_of(
        &mut self,
        store: &Store,
        values: &mut Values,
        sorts: &[Sort],
        depth: u32,
    ) -> Option<Vec<Value>> {
        sorts.iter().map(|&sort| self.part(store, values, sort, depth + 1)).collect()
    }

    /// How many elements something has: mostly few.
    fn length(&mut self) -> usize {
        match self.stream.below(16) {
            0..=3 => 0,
            4..=8 => 1,
            9..=11 => 2,
            12 | 13 => 3,
            _ => self.stream.below(8),
        }
    }
}
