//! Which cases of one cause were looked at: the first few. Further ones are counted only.

use std::collections::{BTreeMap, BTreeSet};

/// How many cases of one cause on one seed are looked at.
const LOOKED_AT: usize = 3;
/// How many causes are remembered. Cases without a seed are all of one seed, and there is no end to them: causes that come later
/// are looked at each time.
const CAUSES: usize = 100_000;

/// A case: its unit, and its place in the sequence.
type Place = (u64, u64);

/// The cases that were looked at, by seed and cause.
#[derive(Debug, Default)]
pub(crate) struct Repeats {
    cases: BTreeMap<(usize, String), BTreeSet<Place>>,
}

impl Repeats {
    /// Notes a case that shows a cause on a seed; whether enough others were looked at.
    pub(crate) fn is_repeated(&mut self, seed: usize, cause: String, case: Place) -> bool {
        let is_full = self.cases.len() >= CAUSES;
        let key = (seed, cause);
        if is_full && !self.cases.contains_key(&key) {
            return false;
        }
        let cases = self.cases.entry(key).or_default();
        if cases.len() < LOOKED_AT {
            cases.insert(case);
        }
        !cases.contains(&case)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_cases_of_a_cause_are_looked_at_however_often_they_come() {
        let mut repeats = Repeats::default();
        let mut ask = |seed, cause: &str, place| repeats.is_repeated(seed, cause.to_owned(), (0, place));
        for place in [1, 2, 3, 1, 2, 3] {
            assert!(!ask(0, "crash", place));
        }
        assert!(ask(0, "crash", 4));
        assert!(!ask(1, "crash", 4));
        assert!(!ask(0, "invalid-model", 4));
    }

    #[test]
    fn memory_is_bounded_and_new_causes_are_looked_at() {
        let mut repeats = Repeats::default();
        for number in 0..CAUSES + 5 {
            assert!(!repeats.is_repeated(0, number.to_string(), (0, 0)));
        }
        assert_eq!(repeats.cases.len(), CAUSES);
        let late = (CAUSES + 1).to_string();
        assert!((0..9).all(|place| !repeats.is_repeated(0, late.clone(), (0, place))));
        assert!((0..9).any(|place| repeats.is_repeated(0, "0".to_owned(), (0, place))));
    }
}
