//! Why nothing was reduced.

use std::fmt;

use quis_smtlib::Diagnostic;

/// Why nothing was reduced.
#[derive(Clone, PartialEq, Debug)]
pub enum Error<E> {
    /// The case is not well-formed.
    Rejected(Vec<Diagnostic>),
    /// The predicate does not hold for it.
    NotShown,
    /// The predicate could not be asked.
    Predicate(E),
}

impl<E: fmt::Display> fmt::Display for Error<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Rejected(diagnostics) => match diagnostics.first() {
                Some(first) => f.write_str(&first.message),
                None => f.write_str("the case is not well-formed"),
            },
            Error::NotShown => f.write_str("the case does not show what is to be kept"),
            Error::Predicate(error) => error.fmt(f),
        }
    }
}

impl<E: fmt::Debug + fmt::Display> std::error::Error for Error<E> {}
