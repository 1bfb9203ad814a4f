//! Cases made several at a time.

use quis_techniques::TestCase;

/// So many cases are made at a time, at most. A solver that runs between two of them leaves nothing in the processor's caches of what making the
/// next one needs: one at a time, a small case costs twice as much.
const CASES: usize = 100;

/// No more are made once they have so many bytes.
const BYTES: usize = 1 << 20;

/// A sequence of cases whose next ones are made together. It makes none that the sequence below does not have: what bounds that one
/// bounds the work.
pub(crate) struct Ahead<I> {
    below: I,
    /// So many are made at a time.
    cases: usize,
    made: std::vec::IntoIter<TestCase>,
}

impl<I: Iterator<Item = TestCase>> Ahead<I> {
    /// Cases that are made together.
    pub(crate) fn new(below: I) -> Self {
        Ahead { below, cases: CASES, made: Vec::new().into_iter() }
    }

    /// Cases that are made when they are needed.
    pub(crate) fn one_by_one(below: I) -> Self {
        Ahead { cases: 1, ..Ahead::new(below) }
    }

    /// Those that come next.
    fn make(&mut self) -> Vec<TestCase> {
        let mut made = Vec::new();
        let mut bytes = 0;
        while made.len() < self.cases
            && bytes < BYTES
            && let Some(case) = self.below.next()
        {
            bytes += case.text.len();
            made.push(case);
        }
        made
    }
}

impl<I: Iterator<Item = TestCase>> Iterator for Ahead<I> {
    type Item = TestCase;

    fn next(&mut self) -> Option<TestCase> {
        self.made.next().or_else(|| {
            self.made = self.make().into_iter();
            self.made.next()
        })
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    /// How many cases were made when each of some was there, if they have so many bytes.
    fn made(count: usize, bytes: usize, together: bool) -> Vec<usize> {
        let made = Cell::new(0);
        let below = (0..count).map(|_| {
            made.set(made.get() + 1);
            TestCase::of_text(&" ".repeat(bytes), &[])
        });
        let ahead = if together { Ahead::new(below) } else { Ahead::one_by_one(below) };
        ahead.map(|_| made.get()).collect()
    }

    #[test]
    fn cases_are_made_together_and_none_in_vain() {
        let count = 2 * CASES + 1;
        let expected: Vec<usize> = (0..count).map(|at| (CASES * (at / CASES + 1)).min(count)).collect();
        assert_eq!(made(count, 10, true), expected);
        assert_eq!(made(5, BYTES / 2, true), [2, 2, 4, 4, 5]);
        assert_eq!(made(3, 10, false), [1, 2, 3]);
    }
}
