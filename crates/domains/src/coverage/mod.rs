//! Which edges of a library's code run, where it was compiled to say so: sanitizer coverage.
//!
//! What clang compiles with `-fsanitize-coverage=trace-pc-guard` calls `__sanitizer_cov_trace_pc_guard` at each edge, and what gcc compiles
//! with `-fsanitize-coverage=trace-pc` calls `__sanitizer_cov_trace_pc` in each block. [`export_coverage!`](crate::export_coverage) defines
//! these in a program; the linker must be told to export them, as `build.rs` of the command line does. They are no part of this
//! library, since a program may have others, of a sanitizer or a fuzzer.

#![expect(unsafe_code, reason = "guards are memory of the library under test")]

mod map;

use std::sync::atomic::AtomicU32;

pub use map::Edges;
use map::Map;

/// Of this process. It takes no memory that is not written to.
static MAP: Map = Map::new();

/// Numbers the guards of a library: `__sanitizer_cov_trace_pc_guard_init`.
///
/// # Safety
/// All from `start` to before `stop` are guards of the library, which is not unloaded while they are numbered.
pub unsafe fn guards(start: *mut u32, stop: *mut u32) {
    let bytes = (stop as usize).saturating_sub(start as usize);
    if start.is_null() {
        return;
    }
    // SAFETY: the caller vouches for the memory. The library reads and writes guards in our functions only, which do it atomically.
    let guards = unsafe { std::slice::from_raw_parts(start.cast::<AtomicU32>(), bytes / size_of::<u32>()) };
    MAP.number(guards);
}

/// Counts a hit of a guard: `__sanitizer_cov_trace_pc_guard`.
///
/// # Safety
/// It is a guard of a library that is loaded.
pub unsafe fn guard(guard: *mut u32) {
    // SAFETY: the caller vouches for the memory, which is accessed atomically everywhere.
    MAP.hit(unsafe { AtomicU32::from_ptr(guard) }.load(std::sync::atomic::Ordering::Relaxed));
}

/// Counts a hit of a place of code: `__sanitizer_cov_trace_pc`, with the address to which it returns.
pub extern "C" fn place(address: usize) {
    MAP.hit_place(address);
}

/// Defines the functions that instrumented code calls, in a program that tests it.
///
/// The program must export them, so that libraries find them: `-Wl,--export-dynamic-symbol=NAME` for each of the three.
#[macro_export]
macro_rules! export_coverage {
    () => {
        #[allow(unsafe_code, missing_docs, reason = "names and types are those of compilers")]
        mod sanitizer_coverage {
            /// # Safety
            /// Compilers put calls where all is well.
            #[unsafe(no_mangle)]
            pub unsafe extern "C" fn __sanitizer_cov_trace_pc_guard_init(start: *mut u32, stop: *mut u32) {
                // SAFETY: these are the guards of the library that calls.
                unsafe { $crate::coverage::guards(start, stop) }
            }

            /// # Safety
            /// Compilers put calls where all is well.
            #[unsafe(no_mangle)]
            pub unsafe extern "C" fn __sanitizer_cov_trace_pc_guard(guard: *mut u32) {
                // SAFETY: this is a guard of the library that calls.
                unsafe { $crate::coverage::guard(guard) }
            }

            /// The address to which it returns says who calls, and only the machine knows it.
            #[cfg(target_arch = "x86_64")]
            #[unsafe(naked)]
            #[unsafe(no_mangle)]
            pub extern "C" fn __sanitizer_cov_trace_pc() {
                ::core::arch::naked_asm!("mov rdi, [rsp]", "jmp {place}", place = sym $crate::coverage::place)
            }

            /// The address to which it returns says who calls, and only the machine knows it.
            #[cfg(target_arch = "aarch64")]
            #[unsafe(naked)]
            #[unsafe(no_mangle)]
            pub extern "C" fn __sanitizer_cov_trace_pc() {
                ::core::arch::naked_asm!("mov x0, x30", "b {place}", place = sym $crate::coverage::place)
            }

            /// It is not known here who calls: the library can be loaded, and guides nothing.
            #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
            #[unsafe(no_mangle)]
            pub extern "C" fn __sanitizer_cov_trace_pc() {}
        }
    };
}
