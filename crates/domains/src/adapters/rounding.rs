//! The rounding of floating-point numbers, which some libraries set upwards for their own good.

#![expect(unsafe_code, reason = "functions of the C library")]

use std::ffi::c_int;
use std::path::Path;

use super::library::{self, LoadError, Scope};

/// How this thread rounded before; it does again when this is dropped.
#[derive(Debug)]
pub(super) struct Rounding {
    before: c_int,
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
        // SAFETY: it has no preconditions.
        let before = unsafe { get() };
        Ok(Rounding { before, set })
    }
}

impl Drop for Rounding {
    fn drop(&mut self) {
        // SAFETY: the mode is one that the function's sibling gave.
        unsafe { (self.set)(self.before) };
    }
}
