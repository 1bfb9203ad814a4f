//! Holds the rules of docs/architecture.md: `cargo test -p quis-tidy`.
//!
//! Each test lists all that breaks its rule, with what to do. [`tree`] reads the workspace, [`code`] finds what is neither comment,
//! text nor test; each of the other modules holds one kind of rules.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may fail")]

mod code;
mod dependencies;
mod documents;
mod edges;
mod rights;
mod size;
mod tree;

/// Fails with all complaints, each on a line of its own.
fn report(complaints: &[String]) {
    assert!(complaints.is_empty(), "\n{}\n", complaints.join("\n"));
}
