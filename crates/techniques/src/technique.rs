//! What a technique is.

use quis_smtlib::Script;

use crate::case::TestCase;
use crate::stream::Stream;

/// A way of making test cases from a seed.
pub trait Technique: Sync + Send {
    /// One word for it.
    fn name(&self) -> &'static str;

    /// The parameters, as they are recorded: with them and the same seed, the same cases are made.
    fn parameters(&self) -> String;

    /// Quick and incomplete: can anything come of this seed?
    fn applies(&self, seed: &Script) -> bool;

    /// Lazy; the n-th case depends on the seed, the parameters and the stream alone. It ends when nothing new comes.
    fn cases<'a>(
        &'a self,
        seed: &'a Script,
        stream: Stream,
    ) -> Box<dyn Iterator<Item = TestCase> + Send + 'a>;
}
