//! Typed mutation of whole terms, with known answers (after TypeFuzz; Park, Winterer, Zhang and Su, OOPSLA 2021).
//!
//! Where `opfuzz` replaces heads, this technique replaces leaves and subterms: by literals, by other terms of the seed or of another
//! seed, by operators applied to what is there. It changes the order and number of arguments, and whole assertions. In some epochs
//! one sort is another one throughout the seed.
//!
//! A mutant carries a truth: the seed is evaluated under a few models, and what a mutation made false is negated or weakened. So one
//! solver is enough for most mutants.
//!
//! ```
//! use quis_smtlib::{Mode, parse};
//! use quis_techniques::{Material, Mutate, Stream, Technique, confirm};
//!
//! let seed = "(declare-const x Int)(assert (or (> x 3) (= (* x x) 49)))(check-sat)";
//! let seed = parse(seed, Mode::Standard).into_result().expect("a valid script");
//! let mutate = Mutate::default();
//! let known: usize = mutate.cases(Material::of(&seed), Stream::new(1)).take(20).map(|case| confirm(&case).expect("it holds")).sum();
//! assert!(known > 14);
//! ```
//!
//! How it is done quickly: terms are shared, and the values of all terms of the seed are known from the start. A mutant adds a few terms,
//! which are evaluated; the changed assertion is printed, and the rest of the text is copied. Mutants of one epoch share a vocabulary
//! and the terms of another seed, and do not depend on each other.
//!
//! The parts: what a seed gives ([`ground`], [`template`], [`anatomy`], [`lives`], [`worlds`]), what mutants are made from ([`desk`],
//! [`transplant`], [`literal`], [`sorts`]), how ([`mutators`]), and the mutant ([`draft`]).

mod anatomy;
mod desk;
mod draft;
mod ground;
mod literal;
mod lives;
mod mutators;
mod parameters;
mod sorts;
mod template;
#[cfg(test)]
mod tests;
mod transplant;
mod worlds;

use quis_smtlib::{Command, Script};

pub(crate) use self::parameters::ENTRY;
pub use self::parameters::{Mutate, MutateAsk};

use self::desk::Desk;
use self::draft::Draft;
use self::ground::Ground;
use crate::case::{TestCase, kept_commands};
use crate::material::{Material, Pool};
use crate::storm::model_request;
use crate::stream::Stream;
use crate::technique::{Needs, Reply, Request, Technique, TestCases, numbered};

/// Mutants that share a vocabulary and another seed.
const EPOCH: u64 = 128;

/// Of so many epochs, one changes a sort throughout the seed.
const SORTS_EVERY: u64 = 4;

/// How often a mutant is begun anew that is not to be had.
const PATIENCE: u64 = 64;

/// The seeds of the pool that a sequence may use.
const POOL: usize = 16;

impl Technique for Mutate {
    fn name(&self) -> &'static str {
        ENTRY.name
    }

    fn parameters(&self) -> String {
        self.to_string()
    }

    fn needs(&self) -> Needs {
        Needs::Several(POOL)
    }

    fn applies(&self, seed: &Script) -> bool {
        let has = |is: fn(&Command) -> bool| kept_commands(&seed.commands, seed).any(is);
        has(|command| matches!(command, Command::CheckSat | Command::CheckSatAssuming(_)))
            && has(|command| matches!(command, Command::Assert(_)))
    }

    fn asks(&self) -> bool {
        self.ask == MutateAsk::Models
    }

    fn requests(&self, seed: &Script, replies: &[Reply], _: &Stream) -> Vec<Request> {
        if self.asks() && replies.is_empty() {
            model_request(seed, false).into_iter().collect()
        } else {
            Vec::new()
        }
    }

    fn cases<'a>(&'a self, material: Material<'a>, stream: Stream) -> TestCases<'a> {
        let ground = Ground::of(material.seed, self.dialect, material.replies, &stream.fork("ground"));
        let Some(ground) = ground.filter(|_| self.applies(material.seed)) else {
            return Box::new(std::iter::empty());
        };
        let mut sequence = Sequence { mutate: *self, ground, pool: material.pool, stream, epoch: None };
        Box::new(numbered(move |number| sequence.case(number)))
    }
}

/// The mutants of a seed.
struct Sequence<'a> {
    mutate: Mutate,
    ground: Ground,
    pool: &'a Pool,
    stream: Stream,
    /// The epoch, the seed with a sort changed if it has one, and what mutants are made from.
    epoch: Option<(u64, Option<Box<Ground>>, Desk)>,
}

impl Sequence<'_> {
    /// The seed with one of its sorts changed.
    fn changed(&self, epoch: u64) -> Option<Box<Ground>> {
        let stream = self.stream.nth(epoch).fork("sorts");
        let script = sorts::changed(&self.ground.script, &mut stream.fork("choice"))?;
        Ground::of(&script, self.mutate.dialect, &[], &stream).map(Box::new)
    }

    /// The mutant with a number; `None` if there is nothing to change.
    fn case(&mut self, number: u64) -> Option<TestCase> {
        let epoch = number / EPOCH;
        if self.epoch.as_ref().is_none_or(|(known, ..)| *known != epoch) {
            let changed = if epoch % SORTS_EVERY == 1 { self.changed(epoch) } else { None };
            let ground = changed.as_deref().unwrap_or(&self.ground);
            let desk = Desk::new(ground, &self.mutate, self.pool, &self.stream.nth(epoch));
            self.epoch = Some((epoch, changed, desk));
        }
        let (_, changed, desk) = self.epoch.as_mut()?;
        let ground = changed.as_deref().unwrap_or(&self.ground);
        let stream = self.stream.nth(epoch).fork("mutants").nth(number % EPOCH);
        let most = most_mutations(number, self.mutate.mutations);
        (0..PATIENCE).find_map(|attempt| {
            let mut draft = Draft::default();
            let mut stream = stream.nth(attempt);
            for step in 0..1 + stream.below(most) as u64 {
                // Each step draws from a stream of its own, whether the one before it came to anything or not.
                let mut stream = stream.nth(step);
                let mutator = mutators::choose(&mut stream);
                draft.mutate(ground, desk, mutator, &mut stream);
            }
            draft.finish(ground, desk, &self.mutate, &mut stream.fork("truth"))
        })
    }
}

/// How many mutations the mutant with a number has at most: few at first.
fn most_mutations(number: u64, most: usize) -> usize {
    let early = match number {
        0..32 => 1,
        32..256 => 2,
        256..1024 => 3,
        _ => usize::MAX,
    };
    early.min(most)
}
