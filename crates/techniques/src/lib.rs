//! Ways of making test cases.
//!
//! A [`Technique`] turns a [`Material`] (one or several seeds, or none) into a sequence of [`TestCase`]s, lazily. The n-th case
//! depends on the material, the technique's parameters and the [`Stream`] alone, so any machine can make it again.
//!
//! Invariants:
//! - Nothing here runs a solver, reads a file or looks at a clock.
//! - Every case is well typed by construction.

mod asking;
mod assignment;
mod case;
mod confirm;
mod enumerate;
mod fuzzsmt;
mod groups;
mod material;
mod mutate;
mod opfuzz;
mod read;
mod registry;
mod storm;
mod stream;
pub mod synth;
mod technique;
mod widening;
mod witness;

pub use asking::{AskingPlan, Company, Form, LogicForm};
pub use assignment::{claimed_sat, find_model};
pub use case::{CheckPoint, Optimum, TestCase, Truth, kept_commands};
pub use confirm::{Doubt, confirm};
pub use enumerate::Enumerate;
pub use fuzzsmt::{Dialect, Division, FuzzSmt, Knowledge, Use, Weights, Widths};
pub use groups::{GROUPS, groups_of};
pub use material::{Material, Pool};
pub use mutate::{Mutate, MutateAsk};
pub use opfuzz::{LogicPolicy, OpFuzz, Profile, Standard};
pub use read::{CaseTerms, ModelWorth};
pub use registry::{
    Entry, Parameter, TechniqueError, Way, for_campaigns, for_suites, from_spec, technique, techniques,
    with_reference,
};
pub use storm::{Ask, Connectives, Incremental, Keep, OpenPoints, Storm, Truths, formula_depth};
pub use stream::Stream;
pub use technique::{Needs, Reply, Request, Technique, TestCases, numbered};
pub use witness::{MODEL_EFFORT, is_model, witnesses};
