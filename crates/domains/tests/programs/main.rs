//! Cases as programs, compiled and run with the real libraries: installed on demand, skipped without a network or a compiler.

#![allow(clippy::unwrap_used, clippy::panic, reason = "what is not as expected ends the test")]
#![allow(clippy::print_stdout, reason = "what was skipped is said")]

mod agreement;
mod best;
mod dice;
mod figures;
mod kit;
mod rust;
mod widening;
