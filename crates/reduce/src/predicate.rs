//! What must stay true of a case.

use quis_techniques::TestCase;

/// What must stay true of a case while it is made smaller: that a solver crashes on it, that its answer is wrong …
pub trait Predicate: Sync {
    /// Why it could not be asked: a program that does not start …
    type Error: Send;

    /// Whether it holds. Quick ways of asking, such as a process that has answered others, are welcome.
    ///
    /// # Errors
    /// If that cannot be found out, now or ever: the reduction ends. What a program under test does is no error.
    fn holds(&self, case: &TestCase) -> Result<bool, Self::Error>;

    /// Whether it holds beyond doubt: in a fresh process. Asked of a case for which it [holds](Predicate::holds), before that is kept.
    ///
    /// # Errors
    /// As for `holds`.
    fn confirms(&self, case: &TestCase) -> Result<bool, Self::Error> {
        let _ = case;
        Ok(true)
    }
}
