//! The rounding of floating-point numbers, which some libraries set upwards for their own good.

#![expect(unsafe_code, reason = "functions of the C library")]

use std::cell::Cell;
use std::ffi::c_int;
use std::path::Path;

use super::library::{self, LoadError, Scope};

thread_local! {
    /// How many want the rounding to be restored, and to what.
    static BEFORE: Cell<(u32, c_int)> = const { Cell::new((0, 0)) };
}

/// This thread rounds as before when the last of these is dropped.
#[derive(Debug)]
pub(super) struct Rounding {
    set: unsafe extern "C" fn(c_int) -> c_int,
}

impl Rounding {
    /// Remembers how this thread rounds. The C library's mathematical functions are loaded for everybody by this.
    pub(super) fn remember() -> Result<Rounding, LoadError> {
        let library = library::load(Path::new("libm.so.6"), Scope::Everybody)?;
        // SAFETY: these are the types that the C standard gives these two functions.
        let (get, set) = unsafe {
            let get: unsafe extern "C" fn() -> c_int = library.function("fegetround")?;
            (get, library.function("fesetround")?)
        };
        BEFORE.with(|cell| {
            let (count, before) = cell.get();
            // SAFETY: it has no preconditions.
            let before = if count == 0 { unsafe { get() } } else { before };
            cell.set((count + 1, before));
        });
        Ok(Rounding { set })
    }
}

impl Drop for Rounding {
    fn drop(&mut self) {
        BEFORE.with(|cell| {
            let (count, before) = cell.get();
            cell.set((count.saturating_sub(1), before));
            if count <= 1 {
                // SAFETY: the mode is one that the function's sibling gave.
                unsafe { (self.set)(before) };
            }
        });
    }
}
