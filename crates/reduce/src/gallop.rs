//! Many changes at once: as many as have a chance.
//!
//! A list of changes is gone through from its beginning. How many are tried at once doubles with every success and is halved with every
//! failure, so a list of which everything is possible takes a few tests, one of which nothing is takes one test for each change, and a
//! change that spoils its neighbours is found by bisection.

use crate::change::Change;
use crate::engine::{Engine, Halt, Rule};
use crate::predicate::Predicate;

/// Where we are in a list, given that all tests since the last success have failed.
#[derive(Clone, Copy, Debug)]
struct Cursor {
    /// The first change that is not decided.
    at: usize,
    /// How many to try next.
    count: usize,
    /// The changes up to here are known to fail together.
    failing: usize,
    /// How many were kept since one was given up.
    run: usize,
}

impl Cursor {
    fn end(&self, length: usize) -> usize {
        (self.at + self.count.max(1)).min(length)
    }

    fn fail(&mut self, length: usize) {
        let count = self.end(length) - self.at;
        if count > 1 {
            self.failing = self.at + count;
            self.count = count / 2;
            return;
        }
        self.at += 1;
        self.failing = 0;
        // What follows is likely to be like what came before.
        self.count = self.run.max(1);
        self.run = 0;
    }

    fn succeed(&mut self, length: usize) {
        let end = self.end(length);
        let count = end - self.at;
        self.run += count;
        self.at = end;
        self.count = if self.failing > end { (self.failing - end).div_ceil(2) } else { 2 * count };
    }
}

impl<P: Predicate> Engine<'_, P> {
    /// Makes the first of the changes that can be; whether there was one.
    pub(crate) fn make_one(&mut self, changes: &[Change], rule: Rule) -> Result<usize, Halt<P::Error>> {
        let mut rest = changes.iter();
        let found = self.first(&mut |engine| rest.find_map(|change| engine.propose(&[change], 0, rule)))?;
        let Some(candidate) = found else { return Ok(0) };
        self.accept(candidate);
        Ok(1)
    }

    /// Makes as many of the changes as can be; whether there were any. `first` is how many are tried at once in the beginning.
    pub(crate) fn make(
        &mut self,
        changes: Vec<Change>,
        rule: Rule,
        first: usize,
    ) -> Result<usize, Halt<P::Error>> {
        let mut changes: Vec<Option<Change>> = changes.into_iter().map(Some).collect();
        let length = changes.len();
        let mut cursor = Cursor { at: 0, count: first.clamp(1, length.max(1)), failing: 0, run: 0 };
        let mut made = 0;
        while cursor.at < length {
            let mut ahead = cursor;
            // The cursor of each proposal.
            let mut proposals: Vec<Cursor> = Vec::new();
            let found = self.first(&mut |engine| {
                while ahead.at < length {
                    let now = ahead;
                    let chosen: Vec<&Change> = changes[now.at..now.end(length)].iter().flatten().collect();
                    ahead.fail(length);
                    if chosen.is_empty() {
                        continue;
                    }
                    proposals.push(now);
                    let candidate = engine.propose(&chosen, proposals.len() - 1, rule);
                    if candidate.is_some() {
                        return candidate;
                    }
                }
                None
            })?;
            let Some(candidate) = found else { break };
            let Some(&reached) = proposals.get(candidate.proposal) else { break };
            cursor = reached;
            let applied = self.accept(candidate);
            made += cursor.end(length) - cursor.at;
            cursor.succeed(length);
            for change in changes.iter_mut().skip(cursor.at) {
                *change = change.take().and_then(|change| applied.forward(&self.script.store, change));
            }
        }
        Ok(made)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goes through a list in which some changes are impossible; how many tests that takes.
    fn tests(length: usize, impossible: &[usize]) -> usize {
        let mut cursor = Cursor { at: 0, count: length, failing: 0, run: 0 };
        let (mut tests, mut kept) = (0, Vec::new());
        while cursor.at < length {
            let range = cursor.at..cursor.end(length);
            tests += 1;
            if impossible.iter().any(|at| range.contains(at)) {
                cursor.fail(length);
            } else {
                kept.extend(range);
                cursor.succeed(length);
            }
        }
        let expected: Vec<usize> = (0..length).filter(|at| !impossible.contains(at)).collect();
        assert_eq!(kept, expected);
        tests
    }

    #[test]
    fn tests_are_few_where_changes_are_alike() {
        assert_eq!(tests(1000, &[]), 1);
        assert!(tests(1000, &[500]) <= 25, "{}", tests(1000, &[500]));
        assert!(tests(1000, &[3, 400, 999]) <= 70, "{}", tests(1000, &[3, 400, 999]));
        let all: Vec<usize> = (0..1000).collect();
        assert!(tests(1000, &all) <= 1010);
        let odd: Vec<usize> = (0..1000).filter(|at| at % 2 == 1).collect();
        assert!(tests(1000, &odd) <= 2000);
    }
}
