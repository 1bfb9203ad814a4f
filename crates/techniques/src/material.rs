//! What cases are made from: a first seed, what solvers said about it, and further seeds behind it.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use quis_smtlib::{Mode, Script, parse};

use crate::technique::Reply;

/// What the cases of one sequence are made from.
#[derive(Clone, Copy, Debug)]
pub struct Material<'a> {
    /// The first seed; a script without commands for a technique that needs none.
    pub seed: &'a Script,
    /// The replies to the technique's requests.
    pub replies: &'a [Reply],
    /// Further seeds, by number.
    pub pool: &'a Pool,
}

impl<'a> Material<'a> {
    /// One seed alone.
    ///
    /// ```
    /// use quis_smtlib::{Mode, parse};
    /// use quis_techniques::{Material, OpFuzz, Stream, Technique};
    ///
    /// let seed = parse("(declare-const x Int) (assert (< x 2)) (check-sat)", Mode::Standard).into_result().expect("valid");
    /// assert!(OpFuzz::default().cases(Material::of(&seed), Stream::new(1)).next().is_some());
    /// ```
    #[must_use]
    pub fn of(seed: &'a Script) -> Material<'a> {
        static EMPTY: Pool = Pool { len: 0, seeds: BTreeMap::new() };
        Material { seed, replies: &[], pool: &EMPTY }
    }

    /// The same seed with these replies.
    #[must_use]
    pub fn with_replies(self, replies: &'a [Reply]) -> Material<'a> {
        Material { replies, ..self }
    }

    /// The same seed with these seeds behind it.
    #[must_use]
    pub fn with_pool(self, pool: &'a Pool) -> Material<'a> {
        Material { pool, ..self }
    }
}

/// Further seeds, by number. A seed is parsed when a technique first looks at it.
#[derive(Debug, Default)]
pub struct Pool {
    len: usize,
    seeds: BTreeMap<usize, PoolSeed>,
}

#[derive(Debug)]
struct PoolSeed {
    text: Arc<str>,
    script: OnceLock<Option<Script>>,
}

impl Pool {
    /// A pool of N seeds, of which these are at hand. To make one case again, the seeds that it names are enough.
    #[must_use]
    pub fn new(len: usize, texts: impl IntoIterator<Item = (usize, Arc<str>)>) -> Pool {
        let seeds =
            texts.into_iter().map(|(number, text)| (number, PoolSeed { text, script: OnceLock::new() }));
        Pool { len, seeds: seeds.collect() }
    }

    /// The number of seeds.
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no seeds.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The seed of a number; `None` if it is not at hand or Quis rejects its text.
    #[must_use]
    pub fn seed(&self, number: usize) -> Option<&Script> {
        let seed = self.seeds.get(&number)?;
        seed.script.get_or_init(|| parse(&seed.text, Mode::Standard).into_result().ok()).as_ref()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_of_a_pool_have_numbers() {
        let text = |text: &str| Arc::<str>::from(text);
        let pool = Pool::new(5, [(3, text("(assert true)")), (1, text("(assert"))]);
        assert_eq!((pool.len(), pool.is_empty()), (5, false));
        assert_eq!(pool.seed(3).map(|seed| seed.commands.len()), Some(1));
        assert!(pool.seed(1).is_none() && pool.seed(0).is_none());
    }
}
