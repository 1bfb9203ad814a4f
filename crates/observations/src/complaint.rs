//! What a message of a solver means.

/// What a message means.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Complaint {
    /// Nothing that the table of solvers knows.
    Other,
    /// The solver says that it cannot do this, or has not the means: no bug.
    Limitation,
    /// The solver has broken down: a bug, whatever the input.
    Crash,
}
