//! Limits: every operation either gives its value or says that it would be too large. Nothing hangs.

/// The value would pass a limit of size or of work.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TooLarge;

/// The longest number, in bits.
pub const MAX_BITS: usize = 1 << 24;

/// The longest string or sequence, in elements.
pub const MAX_LENGTH: usize = 1 << 22;

/// Work that may still be done, in steps of some ten nanoseconds.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    left: u64,
}

impl Budget {
    /// A budget of so many steps.
    #[must_use]
    pub fn new(steps: u64) -> Budget {
        Budget { left: steps }
    }

    /// Takes steps from the budget.
    ///
    /// # Errors
    /// If fewer are left; then none are left.
    pub fn spend(&mut self, steps: u64) -> Result<(), TooLarge> {
        if let Some(left) = self.left.checked_sub(steps) {
            self.left = left;
            Ok(())
        } else {
            self.left = 0;
            Err(TooLarge)
        }
    }

    /// The steps that are left.
    #[must_use]
    pub fn left(&self) -> u64 {
        self.left
    }
}
