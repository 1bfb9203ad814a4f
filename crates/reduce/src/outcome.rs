//! What came of a reduction, and what goes on during one.

use quis_techniques::TestCase;

/// A case made smaller.
#[derive(Clone, PartialEq, Debug)]
pub struct Reduced {
    /// The smallest case for which the predicate was confirmed.
    pub case: TestCase,
    /// Whether nothing smaller can be reached. If not, the reduction was stopped.
    pub finished: bool,
    /// What it took.
    pub statistics: Statistics,
}

/// What a reduction took so far.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Statistics {
    /// How often the predicate was asked, confirmations included.
    pub calls: u64,
    /// Candidates that had been tested before, and were not tested again.
    pub known: u64,
    /// Candidates that would have lost what is known of the case.
    pub untrue: u64,
    /// Candidates that turned out not to be well-formed when they were read again. There should be none.
    pub rejected: u64,
    /// Candidates that were kept.
    pub kept: u64,
    /// Cases for which the predicate held, but was not confirmed.
    pub unconfirmed: u64,
    /// The length of the case in the beginning.
    pub bytes_before: u64,
    /// The length of the smallest case.
    pub bytes: u64,
    /// The same for each pass, in the order of the table.
    pub passes: Vec<PassStatistics>,
}

/// What a pass took, and what it gave.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PassStatistics {
    /// Its name.
    pub name: &'static str,
    /// How many of its candidates were tested.
    pub calls: u64,
    /// How many of them were kept.
    pub kept: u64,
    /// How many bytes that saved.
    pub saved: i64,
}

/// What goes on.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// The predicate holds for the case as it was given. It is printed afresh now.
    Shown,
    /// A pass begins.
    Pass(&'static str),
    /// A candidate was tested.
    Tested(&'a Statistics),
    /// A candidate was kept.
    Kept(Step<'a>),
}

/// A candidate that was kept.
#[derive(Clone, Copy, Debug)]
pub struct Step<'a> {
    /// The case from now on.
    pub case: &'a TestCase,
    /// Whether it is the smallest so far. Some steps make a case larger for a while.
    pub smallest: bool,
    /// The pass that gave it; `print` for the first.
    pub pass: &'static str,
    /// How many changes were made at once.
    pub changes: usize,
    /// The length of the text before.
    pub bytes_before: usize,
    /// What it took so far.
    pub statistics: &'a Statistics,
}
