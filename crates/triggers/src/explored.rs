//! What came of the ways that were tried, for those who want to know why nothing was found.

use std::time::Duration;

use serde::Serialize;

use crate::contradiction::Example;
use crate::findings::Lead;

/// What was looked at in vain.
#[derive(Clone, Debug, Default)]
pub struct Explored {
    /// The ways that were tried, in the order in which they were begun.
    pub ways: Vec<Tried>,
    /// How often E-matching was asked whether some terms are enough.
    pub asked: u64,
    /// The way that found a model, if one did: then there is nothing to be found.
    pub model: Option<String>,
    /// A contradiction, if one was found, though no terms let E-matching see it.
    pub contradiction: Option<Contradiction>,
    /// Why E-matching could not even be asked.
    pub complaint: Option<String>,
    /// How long it took.
    pub time: Duration,
}

/// What cannot be true together.
#[derive(Clone, Debug)]
pub struct Contradiction {
    /// The way that found it.
    pub way: String,
    /// What axioms say for certain values.
    pub example: Vec<Example>,
    /// After how long.
    pub after: Duration,
}

/// A way that was tried.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Tried {
    /// Which one.
    pub way: String,
    /// How often, each time for longer.
    pub times: u32,
    /// What came of it.
    pub result: TriedResult,
}

/// What came of a way, besides terms.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum TriedResult {
    /// Nothing in the time that it had.
    Nothing,
    /// Nothing, and it has tried everything within its bounds.
    Exhausted,
    /// A contradiction, but no terms that let E-matching see it.
    Contradiction,
    /// A model.
    Model,
}

/// What a way came to.
#[derive(Clone, Debug)]
pub(crate) enum Came {
    /// Terms that help, to be seen by a new process.
    Lead(Lead),
    /// Instances that cannot be true together, but no terms that let E-matching see it.
    Contradiction(Vec<Example>),
    /// There is a model of what was asked about.
    Model,
    /// Nothing, and nothing more is to be tried.
    Exhausted,
    Nothing,
}

impl Came {
    /// Without terms, an example is what is left.
    pub(crate) fn of_example(example: Vec<Example>) -> Came {
        if example.is_empty() { Came::Nothing } else { Came::Contradiction(example) }
    }

    fn result(&self) -> TriedResult {
        match self {
            Came::Contradiction(_) => TriedResult::Contradiction,
            Came::Model => TriedResult::Model,
            Came::Exhausted => TriedResult::Exhausted,
            Came::Lead(_) | Came::Nothing => TriedResult::Nothing,
        }
    }
}

impl Explored {
    /// Takes notice of what came of a way. What it once told stays, even if it does not tell it again.
    pub(crate) fn note(&mut self, way: String, came: Came, after: Duration) {
        let result = came.result();
        match self.ways.iter_mut().find(|tried| tried.way == way) {
            // To see that there is nothing left is no try.
            Some(tried) => {
                tried.times += u32::from(result != TriedResult::Exhausted);
                tried.result = tried.result.max(result);
            }
            None => self.ways.push(Tried { way: way.clone(), times: 1, result }),
        }
        match came {
            Came::Model => self.model = Some(way),
            Came::Contradiction(example) if self.contradiction.is_none() => {
                self.contradiction = Some(Contradiction { way, example, after });
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_way_told_once_stays() {
        let mut explored = Explored::default();
        let example = Example { axiom: 2, values: Vec::new(), says: "(p 1)".to_owned() };
        for came in [Came::Nothing, Came::of_example(vec![example]), Came::of_example(Vec::new())] {
            explored.note("one".to_owned(), came, Duration::ZERO);
        }
        explored.note("other".to_owned(), Came::Nothing, Duration::ZERO);
        explored.note("other".to_owned(), Came::Exhausted, Duration::ZERO);
        let tried = |way: &str, times, result| Tried { way: way.to_owned(), times, result };
        let expected =
            [tried("one", 3, TriedResult::Contradiction), tried("other", 1, TriedResult::Exhausted)];
        assert_eq!(explored.ways, expected);
        let known = explored.contradiction.map(|known| (known.way, known.example[0].axiom));
        assert_eq!(known, Some(("one".to_owned(), 2)));
        assert_eq!(explored.model, None);
    }
}
