//! Sets of characters: ascending intervals that neither overlap nor touch.

use super::MAX_CHAR;

/// A lowest and a highest character, both included.
pub(super) type Interval = (u32, u32);

/// The characters of any of the intervals, which come in any order.
pub(super) fn union(mut intervals: Vec<Interval>) -> Vec<Interval> {
    intervals.sort_unstable();
    let mut result: Vec<Interval> = Vec::with_capacity(intervals.len());
    for (low, high) in intervals {
        match result.last_mut() {
            Some(last) if low <= last.1.saturating_add(1) => last.1 = last.1.max(high),
            _ => result.push((low, high)),
        }
    }
    result
}

/// The characters of both sets.
pub(super) fn intersection(a: &[Interval], b: &[Interval]) -> Vec<Interval> {
    let (mut i, mut j) = (0, 0);
    let mut result = Vec::new();
    while let (Some(&(a_low, a_high)), Some(&(b_low, b_high))) = (a.get(i), b.get(j)) {
        let (low, high) = (a_low.max(b_low), a_high.min(b_high));
        if low <= high {
            result.push((low, high));
        }
        if a_high < b_high {
            i += 1;
        } else {
            j += 1;
        }
    }
    result
}

/// The characters that are not in the set.
pub(super) fn complement(set: &[Interval]) -> Vec<Interval> {
    let mut result = Vec::with_capacity(set.len() + 1);
    let mut next = 0;
    for &(low, high) in set {
        if next < low {
            result.push((next, low - 1));
        }
        next = high + 1;
    }
    if next <= MAX_CHAR {
        result.push((next, MAX_CHAR));
    }
    result
}

/// Whether the character is in the set, and the widest interval about it where that stays so.
pub(super) fn locate(set: &[Interval], c: u32) -> (bool, Interval) {
    let after = set.partition_point(|&(low, _)| low <= c);
    let before = if after == 0 { None } else { set.get(after - 1) };
    match before {
        Some(&interval) if c <= interval.1 => (true, interval),
        _ => {
            let low = before.map_or(0, |&(_, high)| high + 1);
            let high = set.get(after).map_or(MAX_CHAR, |&(low, _)| low - 1);
            (false, (low, high))
        }
    }
}
