//! What failed tests have in common.
//!
//! For each kind of failure, the conjunction of at most three features is looked for that holds for many of the failed tests and few of
//! the passed ones; those that it covers are a cluster, and the search goes on with the rest.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::outcome::TestResult;

/// The most features of a cluster.
const MOST_FEATURES: usize = 3;
/// How many conjunctions are made longer.
const BEAM: usize = 24;
/// What a feature more must be worth: a description should be short.
const PER_FEATURE: f64 = 0.9;

/// Failed tests that have something in common.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Cluster {
    /// The kind of failure.
    pub failure: &'static str,
    /// What the tests have in common, and few passed tests have. Nothing if all tests fail so.
    pub features: Vec<String>,
    /// How many tests of the cluster failed.
    pub failed: usize,
    /// How many tests with these features passed.
    pub passed: usize,
    /// The smallest test.
    pub smallest: String,
    /// What was seen there.
    pub detail: String,
}

/// A set of tests.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Set(Vec<u64>);

impl Set {
    fn of(size: usize, members: impl Iterator<Item = usize>) -> Set {
        let mut words = vec![0; size.div_ceil(64)];
        for member in members {
            if let Some(word) = words.get_mut(member / 64) {
                *word |= 1_u64 << (member % 64);
            }
        }
        Set(words)
    }

    fn and(&self, other: &Set) -> Set {
        Set(self.0.iter().zip(&other.0).map(|(one, other)| one & other).collect())
    }

    fn without(&self, other: &Set) -> Set {
        Set(self.0.iter().zip(&other.0).map(|(one, other)| one & !other).collect())
    }

    fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    fn members(&self) -> impl Iterator<Item = usize> {
        let words = self.0.iter().enumerate();
        words.flat_map(|(at, word)| {
            (0..64).filter(move |bit| word >> bit & 1 == 1).map(move |bit| at * 64 + bit)
        })
    }
}

/// Some features, and the tests that have all of them.
#[derive(Clone, Debug)]
struct Conjunction {
    /// By number, in order.
    features: Vec<usize>,
    failed: Set,
    passed: Set,
    score: f64,
}

impl Conjunction {
    fn new(features: Vec<usize>, failed: Set, passed: Set) -> Conjunction {
        let (bad, good) = (failed.len() as f64, passed.len() as f64);
        // How many it explains, times how often it is right.
        let worth = if bad > 0.0 { bad * bad / (bad + good) } else { 0.0 };
        let score = worth * PER_FEATURE.powi(i32::try_from(features.len()).unwrap_or(i32::MAX));
        Conjunction { features, failed, passed, score }
    }

    /// The better first: by score, then the shorter, then by the order of features.
    fn order(&self, other: &Conjunction) -> std::cmp::Ordering {
        let by_score = other.score.total_cmp(&self.score);
        by_score
            .then_with(|| self.features.len().cmp(&other.features.len()))
            .then_with(|| self.features.cmp(&other.features))
    }
}

/// The clusters of the tests that failed on one solver, the largest first.
pub(crate) fn clusters(results: &[TestResult], solver: usize) -> Vec<Cluster> {
    let mut kinds: BTreeMap<&'static str, Vec<usize>> = BTreeMap::new();
    let mut passed = Vec::new();
    for (at, test) in results.iter().enumerate() {
        let Some(outcome) = test.on.get(solver).map(|on| on.outcome) else { continue };
        match outcome.failure(test.expected) {
            Some(kind) => kinds.entry(kind).or_default().push(at),
            None if outcome != super::outcome::Outcome::LeftOut => passed.push(at),
            None => {}
        }
    }
    let passed = Set::of(results.len(), passed.into_iter());
    let mut found = Vec::new();
    for (kind, failed) in kinds {
        let vocabulary = Vocabulary::of(results, &failed);
        let mut left = Set::of(results.len(), failed.into_iter());
        while left.len() > 0 {
            let best = vocabulary.best(&left, &passed);
            found.push(cluster(kind, &best, &vocabulary, results, solver));
            left = left.without(&best.failed);
        }
    }
    found.sort_by(|one, other| {
        (other.failed, one.failure, &one.smallest).cmp(&(one.failed, other.failure, &other.smallest))
    });
    found
}

fn cluster(
    failure: &'static str,
    best: &Conjunction,
    vocabulary: &Vocabulary,
    results: &[TestResult],
    solver: usize,
) -> Cluster {
    let tests = best.failed.members().filter_map(|at| results.get(at));
    let smallest = tests.min_by(|one, other| (one.bytes, &one.name).cmp(&(other.bytes, &other.name)));
    let detail = smallest.and_then(|test| test.on.get(solver)).map(|on| on.detail.clone());
    Cluster {
        failure,
        features: best.features.iter().map(|&at| vocabulary.words[at].0.clone()).collect(),
        failed: best.failed.len(),
        passed: best.passed.len(),
        smallest: smallest.map(|test| test.name.clone()).unwrap_or_default(),
        detail: detail.unwrap_or_default(),
    }
}

/// The features of some failed tests, and all tests that have each.
struct Vocabulary {
    words: Vec<(String, Set)>,
    all: Set,
}

impl Vocabulary {
    fn of(results: &[TestResult], failed: &[usize]) -> Vocabulary {
        let mut having: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for test in failed.iter().filter_map(|&at| results.get(at)) {
            for word in words(test) {
                having.entry(word).or_default();
            }
        }
        for (at, test) in results.iter().enumerate() {
            for word in words(test) {
                if let Some(tests) = having.get_mut(&word) {
                    tests.push(at);
                }
            }
        }
        let size = results.len();
        let mut words: Vec<(String, Set)> =
            having.into_iter().map(|(word, tests)| (word, Set::of(size, tests.into_iter()))).collect();
        // Of two that say the same the first is told.
        words.sort_by_key(|(word, _)| rank(word));
        Vocabulary { words, all: Set::of(size, 0..size) }
    }

    /// The conjunction that says most about these failed tests.
    fn best(&self, failed: &Set, passed: &Set) -> Conjunction {
        let mut best = Conjunction::new(Vec::new(), failed.and(&self.all), passed.clone());
        let mut beam = vec![best.clone()];
        for _ in 0..MOST_FEATURES {
            let mut longer: BTreeMap<Vec<usize>, Conjunction> = BTreeMap::new();
            for base in &beam {
                for (at, (_, having)) in self.words.iter().enumerate() {
                    let mut features = base.features.clone();
                    let Err(place) = features.binary_search(&at) else { continue };
                    features.insert(place, at);
                    if longer.contains_key(&features) {
                        continue;
                    }
                    let bad = base.failed.and(having);
                    if bad.len() > 0 {
                        let made = Conjunction::new(features.clone(), bad, base.passed.and(having));
                        longer.insert(features, made);
                    }
                }
            }
            beam = longer.into_values().collect();
            beam.sort_by(Conjunction::order);
            beam.truncate(BEAM);
            if let Some(first) = beam.first()
                && first.order(&best).is_lt()
            {
                best = first.clone();
            }
        }
        best
    }
}

/// What a category is called among features.
const CATEGORY: &str = "category ";

/// All that can be said of a test: its category counts, too.
fn words(test: &TestResult) -> BTreeSet<String> {
    let mut words: BTreeSet<String> = test.features.iter().cloned().collect();
    words.insert(format!("{CATEGORY}{}", test.category));
    words
}

/// Which words tell more than others: operators and shapes, then those of arguments; last where a test comes from, and how
/// many assertions it has.
fn rank(word: &str) -> u8 {
    if word.starts_with(CATEGORY) || word.ends_with(" assertions") {
        2
    } else {
        u8::from(word.contains(" in "))
    }
}

#[cfg(test)]
mod tests {
    use super::super::outcome::{Outcome, SolverResult};
    use super::super::test::Expected;
    use super::*;

    fn test(name: &str, features: &[&str], outcome: Outcome) -> TestResult {
        TestResult {
            name: name.to_owned(),
            category: "c".to_owned(),
            expected: Expected::Sat,
            optimum: false,
            bytes: name.len(),
            features: features.iter().map(|&feature| feature.to_owned()).collect(),
            old_escapes: false,
            on: vec![SolverResult { outcome, detail: format!("d-{name}"), seconds: 0.0, unstable: None }],
        }
    }

    #[test]
    fn clusters_are_told_by_what_passed_tests_do_not_have() {
        let mut results = Vec::new();
        for at in 0..10 {
            results.push(test(&format!("at{at}"), &["str.at", "negative"], Outcome::Unsat));
            results.push(test(&format!("fine{at}"), &["str.at"], Outcome::Sat));
            results.push(test(&format!("also{at}"), &["str.len", "negative"], Outcome::Sat));
        }
        for at in 0..3 {
            results.push(test(&format!("slow{at}"), &["str.len", "quantifier"], Outcome::Unknown));
        }
        results.push(test("x", &["quantifier"], Outcome::LeftOut));
        let found = clusters(&results, 0);
        let told: Vec<_> = found.iter().map(|c| (c.failure, &*c.features, c.failed, c.passed)).collect();
        let words = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>();
        assert_eq!(
            told,
            [
                ("wrong-unsat", &*words(&["negative", "str.at"]), 10, 0),
                ("unknown", &*words(&["quantifier"]), 3, 0)
            ]
        );
        assert_eq!((&*found[0].smallest, &*found[0].detail), ("at0", "d-at0"));
    }

    #[test]
    fn every_failed_test_is_in_one_cluster() {
        let outcomes = [Outcome::Unsat, Outcome::Unknown, Outcome::Sat];
        let tests = (0..40).map(|at| {
            let features = [["a", "b", "c"][at % 3], ["d", "e"][at % 2], ["f", "g", "h", "i", "j"][at % 5]];
            test(&format!("t{at}"), &features, outcomes[at * at % 7 % 3])
        });
        let results: Vec<TestResult> = tests.collect();
        let failed = results.iter().filter(|test| test.on[0].outcome != Outcome::Sat).count();
        let found = clusters(&results, 0);
        assert_eq!(found.iter().map(|cluster| cluster.failed).sum::<usize>(), failed);
        assert!(found.is_sorted_by(|one, next| one.failed >= next.failed));
        assert!(found.iter().all(|cluster| cluster.features.len() <= MOST_FEATURES));
    }

    #[test]
    fn where_all_fail_nothing_is_blamed() {
        let results = [test("a", &["p"], Outcome::TimeOut), test("b", &["q"], Outcome::TimeOut)];
        let found = clusters(&results, 0);
        assert_eq!((found.len(), found[0].features.len(), found[0].failed), (1, 0, 2));
        assert!(clusters(&[], 0).is_empty());
    }
}
