//! Z3: its instances stand in a trace of what it does, and in the log of its proof.
//!
//! The trace costs hardly more than the run itself. The log costs several times as much, since all that Z3 is given is printed again, but it
//! has everything: the trace lacks the indices of operators such as `extract`, and what strings and floating-point numbers are. So the
//! trace is asked for first, and the log only if that lacks something.

pub(super) mod log;
mod terms;
pub(super) mod trace;

use super::Refuter;
use crate::problem::Preamble;

/// What comes before everything else.
pub(super) fn options(refuter: Refuter, preamble: &Preamble) -> String {
    let mbqi = matches!(refuter, Refuter::Z3Mbqi | Refuter::Z3MbqiAuto);
    let auto = refuter == Refuter::Z3MbqiAuto;
    let own = format!("(set-option :auto_config {auto})\n(set-option :smt.mbqi {mbqi})\n");
    // What the user set is for E-matching with the user's patterns.
    match refuter {
        Refuter::Z3Patterns | Refuter::Z3Mbqi => own + &crate::text::preamble(preamble),
        _ => own,
    }
}
