//! What a technique is.

use std::sync::Arc;

use quis_smtlib::Script;
use serde::{Deserialize, Serialize};

use crate::case::TestCase;
use crate::material::Material;
use crate::stream::Stream;

/// A question to a solver that helps a technique with a seed. Techniques run nothing: who has a solver asks.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Request {
    /// A script with one check, at its end.
    pub text: String,
    /// Whether a model is wanted, or the answer alone.
    pub model: bool,
}

/// What a solver said to a [`Request`].
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reply {
    /// `sat`, and the model as it was printed, if there is one.
    Sat(Option<Arc<str>>),
    /// `unsat`
    Unsat,
    /// Nothing that helps.
    #[default]
    Unknown,
}

/// What the cases of a technique are made from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Needs {
    /// Nothing: there is one endless sequence of cases, of which any can be made alone.
    Nothing,
    /// One seed for each sequence.
    One,
    /// A first seed for each sequence, and at most N further ones behind it. Any case can be made alone, and
    /// [names](crate::TestCase::seeds) the further seeds that it is made of.
    Several(usize),
}

/// The sequence whose n-th case a function makes, until it makes none. Passing over cases costs nothing.
pub fn numbered<'a>(
    make: impl FnMut(u64) -> Option<TestCase> + Send + 'a,
) -> impl Iterator<Item = TestCase> + Send + 'a {
    Numbered { make, next: 0 }
}

struct Numbered<F> {
    make: F,
    next: u64,
}

impl<F: FnMut(u64) -> Option<TestCase>> Iterator for Numbered<F> {
    type Item = TestCase;

    fn next(&mut self) -> Option<TestCase> {
        self.nth(0)
    }

    fn nth(&mut self, count: usize) -> Option<TestCase> {
        let number = self.next.checked_add(count as u64)?;
        self.next = number.checked_add(1)?;
        (self.make)(number)
    }
}

/// The cases that a technique makes of some material.
pub type TestCases<'a> = Box<dyn Iterator<Item = TestCase> + Send + 'a>;

/// A way of making test cases.
pub trait Technique: Sync + Send {
    /// One word for it.
    fn name(&self) -> &'static str;

    /// The parameters, as they are recorded: with them and the same seed, the same cases are made.
    fn parameters(&self) -> String;

    /// What its cases are made from.
    fn needs(&self) -> Needs {
        Needs::One
    }

    /// Whether there is an end to its cases, and all of them are wanted.
    fn ends(&self) -> bool {
        false
    }

    /// Whether passing over cases costs next to nothing.
    fn starts_anywhere(&self) -> bool {
        self.needs() != Needs::One
    }

    /// Whether passing over cases that were just made costs next to nothing.
    fn goes_on(&self) -> bool {
        self.starts_anywhere()
    }

    /// Quick and incomplete: can anything come of this seed?
    fn applies(&self, seed: &Script) -> bool;

    /// Whether it may [object](Technique::objection) to seeds.
    fn objects(&self) -> bool {
        false
    }

    /// What is wrong with a seed that applies, if it must not be used. The name and the text are those of its file.
    fn objection(&self, _seed: &Script, _name: &str, _text: &str) -> Option<String> {
        None
    }

    /// Whether it has requests about seeds.
    fn asks(&self) -> bool {
        false
    }

    /// What it would like to have a solver say about a seed, given what solvers said so far: the next requests, until there are none.
    /// It works without replies, too.
    fn requests(&self, _seed: &Script, _replies: &[Reply], _stream: &Stream) -> Vec<Request> {
        Vec::new()
    }

    /// Lazy; the n-th case depends on the material, the parameters and the stream alone. The sequence ends when nothing new comes.
    fn cases<'a>(&'a self, material: Material<'a>, stream: Stream) -> TestCases<'a>;
}
