//! The functions of the SMT-LIB theory of strings and their extensions, over slices.
//!
//! A string is a slice of code points from 0 to 0x2FFFF. Functions that mean the same for sequences (`seq.*`) are
//! generic in the element. Positions and lengths that are integers of SMT-LIB come as `i64`: an integer beyond is
//! given as the nearest, which means the same because no string is longer than `MAX_LENGTH`. Positions that
//! result are `Option<usize>`, where none is the -1 of SMT-LIB.

mod convert;
mod find;

pub use convert::{
    from_code, from_int, from_signed, is_digit, is_le, is_lt, to_code, to_int, to_lower, to_upper,
};

use crate::budget::{Budget, MAX_LENGTH, TooLarge};
use find::Needle;

/// The largest code point of a character.
pub const MAX_CHAR: u32 = 0x2_FFFF;

/// Elements that are copied in one step of a budget.
const PER_STEP: usize = 8;

/// The work of searching through an element, in copies of one.
const SEARCH: usize = 3;

/// The work of going through so many elements.
fn spend(budget: &mut Budget, length: usize) -> Result<(), TooLarge> {
    budget.spend(1 + (length / PER_STEP) as u64)
}

/// Pays for a result of so many elements, if it is not too long.
fn allow(budget: &mut Budget, length: usize) -> Result<(), TooLarge> {
    grow(budget, 0, length)
}

/// Pays for more elements of a result that has some already, if it does not get too long.
fn grow(budget: &mut Budget, length: usize, added: usize) -> Result<(), TooLarge> {
    if length.saturating_add(added) > MAX_LENGTH { Err(TooLarge) } else { spend(budget, added) }
}

/// The concatenation of all in order, `str.++` and `seq.++`.
///
/// # Errors
/// If the budget ends or the result is too long.
pub fn concat<T: Clone>(parts: &[&[T]], budget: &mut Budget) -> Result<Vec<T>, TooLarge> {
    let length = parts.iter().fold(0, |sum: usize, part| sum.saturating_add(part.len()));
    allow(budget, length)?;
    Ok(parts.concat())
}

/// The element at a position as a sequence, empty if there is none, `str.at` and `seq.at`.
#[must_use]
pub fn at<T>(s: &[T], position: i64) -> &[T] {
    extract(s, position, 1)
}

/// At most so many elements from a position on, `str.substr` and `seq.extract`.
// (str.substr s i n) where i < 0 or i >= (str.len s) or n <= 0
// ""
#[must_use]
pub fn extract<T>(s: &[T], from: i64, length: i64) -> &[T] {
    match (usize::try_from(from), usize::try_from(length)) {
        (Ok(from), Ok(length)) if from < s.len() => &s[from..s.len().min(from.saturating_add(length))],
        _ => &[],
    }
}

/// Whether the first is a prefix of the second, `str.prefixof` and `seq.prefixof`.
#[must_use]
pub fn is_prefix<T: PartialEq>(prefix: &[T], s: &[T]) -> bool {
    s.starts_with(prefix)
}

/// Whether the first is a suffix of the second, `str.suffixof` and `seq.suffixof`.
#[must_use]
pub fn is_suffix<T: PartialEq>(suffix: &[T], s: &[T]) -> bool {
    s.ends_with(suffix)
}

/// Whether the second occurs in the first, `str.contains` and `seq.contains`.
///
/// # Errors
/// If the budget ends.
pub fn contains<T: PartialEq>(s: &[T], t: &[T], budget: &mut Budget) -> Result<bool, TooLarge> {
    Ok(index_of(s, t, 0, budget)?.is_some())
}

/// Where the second first occurs in the first at or after a position, `str.indexof` and `seq.indexof`.
///
/// # Errors
/// If the budget ends.
// (str.indexof s "" i) where 0 <= i <= (str.len s)
// i
pub fn index_of<T: PartialEq>(
    s: &[T],
    t: &[T],
    from: i64,
    budget: &mut Budget,
) -> Result<Option<usize>, TooLarge> {
    let from = match usize::try_from(from) {
        Ok(from) if from <= s.len() => from,
        _ => return Ok(None),
    };
    if t.is_empty() {
        return Ok(Some(from));
    }
    if t.len() > s.len() - from {
        return Ok(None);
    }
    spend(budget, SEARCH * (s.len() - from + t.len()))?;
    Ok(Needle::new(t).first(s, from))
}

/// Where the second last occurs in the first, `seq.last_indexof` of Z3.
///
/// # Errors
/// If the budget ends.
// (seq.last_indexof s "")
// (str.len s)
pub fn last_index_of<T: PartialEq>(s: &[T], t: &[T], budget: &mut Budget) -> Result<Option<usize>, TooLarge> {
    if t.is_empty() {
        return Ok(Some(s.len()));
    }
    if t.len() > s.len() {
        return Ok(None);
    }
    spend(budget, SEARCH * (s.len() + t.len()))?;
    Ok(Needle::new(t).last(s))
}

/// The first with the first occurrence of the second replaced by the third, `str.replace` and `seq.replace`.
///
/// # Errors
/// If the budget ends or the result is too long.
// (str.replace s "" t)
// (str.++ t s)
pub fn replace<T: PartialEq + Clone>(
    s: &[T],
    old: &[T],
    new: &[T],
    budget: &mut Budget,
) -> Result<Vec<T>, TooLarge> {
    match index_of(s, old, 0, budget)? {
        Some(place) => concat(&[&s[..place], new, &s[place + old.len()..]], budget),
        None => concat(&[s], budget),
    }
}

/// The first with the occurrences of the second, from the left, replaced by the third, `str.replace_all`.
///
/// # Errors
/// If the budget ends or the result is too long.
// (str.replace_all s "" t)
// s
pub fn replace_all<T: PartialEq + Clone>(
    s: &[T],
    old: &[T],
    new: &[T],
    budget: &mut Budget,
) -> Result<Vec<T>, TooLarge> {
    spend(budget, SEARCH * (s.len() + old.len()))?;
    let mut result = Vec::new();
    let mut rest = 0;
    if !old.is_empty() {
        let needle = Needle::new(old);
        while let Some(place) = needle.first(s, rest) {
            let added = place - rest + new.len();
            grow(budget, result.len(), added)?;
            result.extend_from_slice(&s[rest..place]);
            result.extend_from_slice(new);
            rest = place + old.len();
        }
    }
    grow(budget, result.len(), s.len() - rest)?;
    result.extend_from_slice(&s[rest..]);
    Ok(result)
}

/// The first overwritten from a position on by what of the second fits, `str.update` and `seq.update` of cvc5.
///
/// # Errors
/// If the budget ends.
// (str.update s i t) where i < 0 or i >= (str.len s)
// s
pub fn update<T: Clone>(s: &[T], position: i64, t: &[T], budget: &mut Budget) -> Result<Vec<T>, TooLarge> {
    match usize::try_from(position) {
        Ok(position) if position < s.len() => {
            let fits = &t[..t.len().min(s.len() - position)];
            concat(&[&s[..position], fits, &s[position + fits.len()..]], budget)
        }
        _ => concat(&[s], budget),
    }
}

/// The elements backwards, `str.rev` and `seq.rev` of cvc5.
///
/// # Errors
/// If the budget ends.
pub fn reverse<T: Clone>(s: &[T], budget: &mut Budget) -> Result<Vec<T>, TooLarge> {
    allow(budget, s.len())?;
    Ok(s.iter().rev().cloned().collect())
}

/// So many times the sequence in a row; no times if the number is negative.
///
/// # Errors
/// If the budget ends or the result is too long.
pub fn repeat<T: Clone>(s: &[T], times: i64, budget: &mut Budget) -> Result<Vec<T>, TooLarge> {
    if s.is_empty() || times <= 0 {
        return Ok(Vec::new());
    }
    let times = usize::try_from(times).map_err(|_| TooLarge)?;
    let length = s.len().checked_mul(times).ok_or(TooLarge)?;
    allow(budget, length)?;
    Ok(s.iter().cycle().take(length).cloned().collect())
}

#[cfg(test)]
mod tests;
