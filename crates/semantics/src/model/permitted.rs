//! Which values a gap may be filled with.

use quis_smtlib::{Role, Sort, SortKind, Store};
use smallvec::{SmallVec, smallvec};

use super::Gap;
use crate::open::{Point, Reason};
use crate::value::{Value, Values};

/// Supplies values for the gaps of a model while terms are evaluated.
///
/// A value that is supplied is kept in the model, so that the same gap is asked for once.
pub trait Filler: std::fmt::Debug {
    /// A value of a sort for a gap; `None` leaves it open.
    fn fill(&mut self, store: &Store, values: &mut Values, gap: &Gap, sort: Sort) -> Option<Value>;
}

/// Whether the standard, though it leaves a point open, permits a value there.
pub(crate) fn is_permitted(values: &Values, gap: &Gap, value: &Value) -> bool {
    match (gap.reason, value) {
        // One of the two zeros that were compared.
        (Reason::Unspecified(Point::FloatMin(_) | Point::FloatMax(_)), Value::Float(value)) => {
            value.is_zero()
        }
        // An element of the set or bag, if it has one.
        (Reason::Unspecified(Point::Choose(_)), _) => match gap.args.first() {
            Some(of) => match (values.as_set(of), values.as_bag(of)) {
                (Some((true, elements)), _) => elements.is_empty() || elements.contains(value),
                (_, Some(copies)) => copies.is_empty() || copies.iter().any(|(element, _)| element == value),
                _ => false,
            },
            None => false,
        },
        // Bits that mean NaN; a point where the arrays differ; what satisfies a choice: not looked into. Powers are no part of the standard,
        // and each solver that has them has one value there.
        (
            Reason::Unspecified(
                Point::NanBits(_)
                | Point::Power
                | Point::ArrayDifference(_)
                | Point::Choice
                | Point::Universe
                | Point::Literal
                | Point::OldEscape,
            ),
            _,
        ) => false,
        _ => true,
    }
}

/// Whether a gap may be filled by itself, whatever is at other points: its arguments differ from those of every
/// other gap of the same kind, and it has all of them.
pub(crate) fn stands_alone(store: &Store, values: &Values, gap: &Gap) -> bool {
    if !gap.args.iter().all(|arg| values.is_exact(arg)) {
        return false;
    }
    // Two maps over the elements of a sort may be the same map in two forms.
    let plain = |sort: Sort| !values.maps_over_universe(store, sort);
    match gap.reason {
        Reason::Missing(function) => {
            let data = store.function(function);
            data.role == Role::Declared
                && data.params.len() == gap.args.len()
                && !has_sort_variable(store, data.result)
                && data.params.iter().all(|&param| !has_sort_variable(store, param) && plain(param))
        }
        Reason::Unspecified(Point::Selector(_, of) | Point::Nth(of) | Point::NullableValue(of)) => {
            !gap.args.is_empty() && plain(of)
        }
        _ => true,
    }
}

/// Whether a sort is not one sort but a scheme of many.
fn has_sort_variable(store: &Store, sort: Sort) -> bool {
    let mut todo: SmallVec<[Sort; 8]> = smallvec![sort];
    while let Some(sort) = todo.pop() {
        match store.sort_kind(sort) {
            SortKind::Variable(_) | SortKind::Unknown => return true,
            SortKind::Apply(_, args) => todo.extend_from_slice(args),
            _ => {}
        }
    }
    false
}
