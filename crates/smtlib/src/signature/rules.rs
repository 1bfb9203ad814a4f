//! Typing rules in code, for operators whose signature the patterns cannot say.

use crate::sort::{Sort, SortConstructor, SortKind, SortTable};

/// A typing rule in code.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Rule {
    /// `(select a i j)`: as many indices as the array sort has
    Select,
    /// `(store a i j e)`: as many indices as the array sort has
    Store,
    /// `((as const (Array I J E)) e)`, also with a `(Set E)` in place of the array
    ConstArray,
    /// `(default a)`: the element sort of an array with any number of indices
    ArrayDefault,
    /// `((_ map f) a b)`. Typed by the store, which knows the function in the index.
    Map,
    /// `(_ as-array f)`. Typed by the store, which knows the function in the index.
    AsArray,
    /// `((_ is cons) x)`. Typed by the store, which knows the constructor in the index.
    Tester,
    /// `((_ update head) x v)`. Typed by the store, which knows the selector in the index.
    Update,
    /// `((_ transitive-closure r) x y)`. Typed by the store, which knows the relation in the index.
    Closure,
    /// `(@ f x y)`: any number of arguments that the function takes; the rest of the arrow comes out
    Apply,
    /// `(nullable.lift f x y)`: a function applied below `Nullable`. With the function as an index it is typed by
    /// the store, as `map` is.
    Lift,
    /// `(_ emp Loc Data)`, `(_ fmf.card U 3)`: a `Bool` whose indices name sorts. Which sorts is the store's affair.
    SortIndexed,
    /// `(as seq.empty String)`: with that sort, and not without
    EmptyString,
    /// `(mkbv p q r)`: a bit-vector of as many bits as there are Booleans
    BitVecOfBools,
    /// `((_ pbge k c d) p q)`: a bound, a coefficient for each Boolean
    PseudoBoolean,
    /// `(tuple x y)`
    Tuple,
    /// `((_ tuple.select n) t)`
    TupleSelect,
    /// `((_ tuple.update n) t x)`
    TupleUpdate,
    /// `((_ tuple.project n…) t)`, and the same on relations and tables
    Project,
    /// `(rel.product r s)`, `(table.product r s)`: the columns of both
    Product,
    /// `((_ table.join m n …) r s)`: the columns of both; the indices are pairs of columns of one sort
    TableJoin,
    /// `(rel.join r s)`: the columns of both but for the last of the first and the first of the second
    Join,
    /// `(rel.transpose r)`: the columns in reverse
    Transpose,
    /// `((_ table.group n…) t)`: a table of tables
    Group,
    /// `((_ table.aggr n…) f x t)`: what the function makes of each group
    Aggregate,
}

impl Rule {
    pub(super) fn from_name(name: &str) -> Option<Rule> {
        Some(match name {
            "select" => Rule::Select,
            "store" => Rule::Store,
            "const-array" => Rule::ConstArray,
            "array-default" => Rule::ArrayDefault,
            "map" => Rule::Map,
            "as-array" => Rule::AsArray,
            "tester" => Rule::Tester,
            "update" => Rule::Update,
            "closure" => Rule::Closure,
            "apply" => Rule::Apply,
            "lift" => Rule::Lift,
            "sort-indexed" => Rule::SortIndexed,
            "empty-string" => Rule::EmptyString,
            "bit-vec-of-bools" => Rule::BitVecOfBools,
            "pseudo-boolean" => Rule::PseudoBoolean,
            "tuple" => Rule::Tuple,
            "tuple-select" => Rule::TupleSelect,
            "tuple-update" => Rule::TupleUpdate,
            "project" => Rule::Project,
            "product" => Rule::Product,
            "table-join" => Rule::TableJoin,
            "join" => Rule::Join,
            "transpose" => Rule::Transpose,
            "group" => Rule::Group,
            "aggregate" => Rule::Aggregate,
            _ => return None,
        })
    }

    /// The sort of an application, or `None` if the arguments do not fit.
    pub(super) fn result(
        self,
        sorts: &mut SortTable,
        indices: &[u32],
        args: &[Sort],
        qualified: Option<Sort>,
    ) -> Option<Sort> {
        if matches!(self, Rule::Map | Rule::AsArray | Rule::Tester | Rule::Update | Rule::Closure) {
            return None;
        }
        if self.is_open_for(args) {
            return Some(Sort::UNKNOWN);
        }
        if !self.takes_indices() && !indices.is_empty() {
            return None;
        }
        match self {
            Rule::Select => {
                let (parts, rest) = array(sorts, args)?;
                let (element, domain) = parts.split_last()?;
                agree(domain, rest).then_some(*element)
            }
            Rule::Store => {
                let (parts, rest) = array(sorts, args)?;
                agree(parts, rest).then_some(args[0])
            }
            Rule::ConstArray => {
                let (sort, [arg]) = (qualified?, args) else { return None };
                let element = match sorts.kind(sort) {
                    SortKind::Apply(SortConstructor::Array | SortConstructor::Function, parts) => {
                        *parts.last()?
                    }
                    SortKind::Apply(SortConstructor::Set, _) => Sort::BOOL,
                    _ => return None,
                };
                (*arg == element).then_some(sort)
            }
            Rule::ArrayDefault => {
                let (parts, []) = array(sorts, args)? else { return None };
                parts.last().copied()
            }
            Rule::Map | Rule::AsArray | Rule::Tester | Rule::Update | Rule::Closure => None,
            Rule::Apply => apply(sorts, args),
            Rule::Lift => lift(sorts, args),
            Rule::SortIndexed => args.is_empty().then_some(Sort::BOOL),
            Rule::EmptyString => qualified.filter(|&sort| sort == Sort::STRING && args.is_empty()),
            Rule::BitVecOfBools => {
                let width = u32::try_from(args.len()).ok().filter(|&width| width > 0)?;
                all_bool(args).then(|| sorts.intern(SortKind::BitVec(width)))
            }
            Rule::PseudoBoolean => (indices.len() == args.len() + 1 && all_bool(args)).then_some(Sort::BOOL),
            Rule::Tuple => Some(sorts.intern(SortKind::Apply(SortConstructor::Tuple, args.into()))),
            Rule::TupleSelect => {
                let ([index], [arg]) = (indices, args) else { return None };
                tuple(sorts, *arg)?.get(*index as usize).copied()
            }
            Rule::TupleUpdate => {
                let ([index], [arg, value]) = (indices, args) else { return None };
                (tuple(sorts, *arg)?.get(*index as usize) == Some(value)).then_some(*arg)
            }
            Rule::Project => {
                let [arg] = args else { return None };
                let (container, columns) = columns(sorts, *arg)?;
                let kept = indices.iter().map(|&index| columns.get(index as usize).copied());
                let kept = kept.collect::<Option<Vec<Sort>>>()?;
                Some(container.of_tuple(sorts, kept))
            }
            Rule::Product | Rule::TableJoin | Rule::Join => combine(self, sorts, indices, args),
            Rule::Transpose => {
                let [arg] = args else { return None };
                let (container, columns) = columns(sorts, *arg)?;
                let reversed = columns.iter().rev().copied().collect();
                Some(container.of_tuple(sorts, reversed))
            }
            Rule::Group => {
                let [arg] = args else { return None };
                let (container, columns) = columns(sorts, *arg)?;
                has_columns(columns, indices).then(|| container.of(sorts, *arg))
            }
            Rule::Aggregate => {
                let [function, start, table] = args else { return None };
                let (container, columns) = columns(sorts, *table)?;
                let (SortKind::Apply(_, row), true) = (sorts.kind(*table), has_columns(columns, indices))
                else {
                    return None;
                };
                let arrow = arrow(sorts, *function)?;
                (*arrow == [row[0], *start, *start]).then(|| container.of(sorts, *start))
            }
        }
    }

    /// Whether arguments of unknown sort leave the sort of the application unknown.
    fn is_open_for(self, args: &[Sort]) -> bool {
        match self {
            Rule::Select | Rule::Store | Rule::Apply => args.first() == Some(&Sort::UNKNOWN),
            _ => args.contains(&Sort::UNKNOWN),
        }
    }

    fn takes_indices(self) -> bool {
        matches!(
            self,
            Rule::SortIndexed
                | Rule::PseudoBoolean
                | Rule::TupleSelect
                | Rule::TupleUpdate
                | Rule::Project
                | Rule::TableJoin
                | Rule::Group
                | Rule::Aggregate
        )
    }
}

/// Whether arguments have the sorts expected, as far as they are known.
fn agree(expected: &[Sort], args: &[Sort]) -> bool {
    expected.len() == args.len()
        && expected.iter().zip(args).all(|(&sort, &arg)| sort == arg || arg == Sort::UNKNOWN)
}

fn all_bool(args: &[Sort]) -> bool {
    args.iter().all(|&arg| arg == Sort::BOOL)
}

/// The parts of a function or array sort: arguments, then the result.
fn arrow(sorts: &SortTable, sort: Sort) -> Option<&[Sort]> {
    match sorts.kind(sort) {
        SortKind::Apply(SortConstructor::Array | SortConstructor::Function, parts) => Some(parts),
        _ => None,
    }
}

/// The parts of the array that the first argument is, and the other arguments.
fn array<'a, 'b>(sorts: &'a SortTable, args: &'b [Sort]) -> Option<(&'a [Sort], &'b [Sort])> {
    let (first, rest) = args.split_first()?;
    Some((arrow(sorts, *first)?, rest))
}

/// Gives a function its arguments, one arrow after the other.
fn apply(sorts: &mut SortTable, args: &[Sort]) -> Option<Sort> {
    let (&function, mut args) = args.split_first()?;
    let mut result = function;
    if args.is_empty() {
        return None;
    }
    while !args.is_empty() {
        let (last, params) = arrow(sorts, result)?.split_last()?;
        let now = args.len().min(params.len());
        if now == 0 || !agree(&params[..now], &args[..now]) {
            return None;
        }
        result = if now < params.len() {
            let rest: Box<[Sort]> = params[now..].iter().chain([last]).copied().collect();
            sorts.intern(SortKind::Apply(SortConstructor::Function, rest))
        } else {
            *last
        };
        args = &args[now..];
    }
    Some(result)
}

/// `(-> A B C)` on `(Nullable A)` and `(Nullable B)` gives `(Nullable C)`.
fn lift(sorts: &mut SortTable, args: &[Sort]) -> Option<Sort> {
    let (parts, rest) = array(sorts, args)?;
    let (&result, params) = parts.split_last()?;
    let below = |&arg: &Sort| match sorts.kind(arg) {
        SortKind::Apply(SortConstructor::Nullable, parts) => parts.first().copied(),
        _ => None,
    };
    if params.len() != rest.len() || !rest.iter().zip(params).all(|(arg, param)| below(arg) == Some(*param)) {
        return None;
    }
    Some(sorts.intern(SortKind::Apply(SortConstructor::Nullable, [result].into())))
}

fn tuple(sorts: &SortTable, sort: Sort) -> Option<&[Sort]> {
    match sorts.kind(sort) {
        SortKind::Apply(SortConstructor::Tuple, parts) => Some(parts),
        _ => None,
    }
}

/// What tuples stand in.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Container {
    /// Nothing: the tuple itself.
    None,
    /// `Set`: the tuples of a relation
    Set,
    /// `Bag`: the rows of a table
    Bag,
}

impl Container {
    fn of(self, sorts: &mut SortTable, element: Sort) -> Sort {
        let constructor = match self {
            Container::None => return element,
            Container::Set => SortConstructor::Set,
            Container::Bag => SortConstructor::Bag,
        };
        sorts.intern(SortKind::Apply(constructor, [element].into()))
    }

    fn of_tuple(self, sorts: &mut SortTable, columns: Vec<Sort>) -> Sort {
        let row = sorts.intern(SortKind::Apply(SortConstructor::Tuple, columns.into()));
        self.of(sorts, row)
    }
}

/// The columns of a relation, a table or a tuple.
fn columns(sorts: &SortTable, sort: Sort) -> Option<(Container, &[Sort])> {
    match sorts.kind(sort) {
        SortKind::Apply(SortConstructor::Tuple, parts) => Some((Container::None, parts)),
        SortKind::Apply(SortConstructor::Set, row) => Some((Container::Set, tuple(sorts, *row.first()?)?)),
        SortKind::Apply(SortConstructor::Bag, row) => Some((Container::Bag, tuple(sorts, *row.first()?)?)),
        _ => None,
    }
}

fn has_columns(columns: &[Sort], indices: &[u32]) -> bool {
    indices.iter().all(|&index| (index as usize) < columns.len())
}

/// Two relations or two tables made one.
fn combine(rule: Rule, sorts: &mut SortTable, indices: &[u32], args: &[Sort]) -> Option<Sort> {
    let [left, right] = args else { return None };
    let ((container, mut left), (other, mut right)) = (columns(sorts, *left)?, columns(sorts, *right)?);
    if container != other || container == Container::None {
        return None;
    }
    match rule {
        Rule::Join => {
            let ((last, before), (first, after)) = (left.split_last()?, right.split_first()?);
            if last != first || (before.is_empty() && after.is_empty()) {
                return None;
            }
            (left, right) = (before, after);
        }
        Rule::TableJoin => {
            let (pairs, []) = indices.as_chunks::<2>() else { return None };
            for [i, j] in pairs {
                if left.get(*i as usize)? != right.get(*j as usize)? {
                    return None;
                }
            }
        }
        _ => {}
    }
    let both = left.iter().chain(right).copied().collect();
    Some(container.of_tuple(sorts, both))
}
