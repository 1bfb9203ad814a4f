//! Properties of the evaluator, over random terms, random values and random models.
//!
//! Terms come from the generator of the front end's tests, values from that of the conformance tests. Everything
//! goes the way that real input goes: scripts and models are text that is parsed.
#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

#[allow(dead_code, reason = "the conformance tests use the rest")]
#[path = "../conformance"]
mod conformance {
    pub(crate) mod choices;
    pub(crate) mod maker;
    pub(crate) mod shape;
}
#[allow(dead_code, reason = "the front end's tests use the rest")]
#[path = "../../../smtlib/tests/common/maker.rs"]
mod terms;

mod budgets;
mod deep;
mod formulas;
mod hostile;
mod laws;
mod partial;
mod random_terms;
mod subject;
mod values;

// As the generator of values names them.
use conformance::{choices, maker, shape};
