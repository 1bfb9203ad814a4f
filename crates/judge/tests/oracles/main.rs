//! Every oracle on hand-made observations.

#![allow(clippy::expect_used, reason = "tests stop at any trouble")]

mod answers;
mod choice;
mod cores;
mod deviations;
mod document;
mod ends;
mod hearings;
mod messages;
mod objectives;
mod optima;
mod random_objectives;
mod support;
mod times;
