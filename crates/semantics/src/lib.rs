//! The executable semantics of Quis: our reading of the SMT-LIB standard.
//!
//! Values of every sort, models that give symbols their meaning, and an exact evaluator that gives a value or says
//! why there is none.
//!
//! ```
//! use quis_semantics::{Evaluator, Model, Value};
//! use quis_smtlib::{Command, Mode, parse};
//!
//! let source = "(assert (= (bvudiv #x07 #x00) #xff))";
//! let script = parse(source, Mode::Standard).into_result().expect("a valid script");
//! let Command::Assert(term) = script.commands[0] else { unreachable!("as written") };
//! let mut model = Model::new();
//! assert_eq!(Evaluator::new(&script.store, &mut model).evaluate(term), Ok(Value::Bool(true)));
//! ```
//!
//! The parts, from the bottom up: numbers ([`Integer`], [`Real`]), [`BitVec`], [`Float`], strings and languages;
//! [`Value`]s in their table [`Values`]; [`Model`]s; the [`Evaluator`], one module for each theory.
//!
//! Invariants:
//! - A value is right or there is none: what the standard leaves open, or what would take too much, is [`Open`].
//! - No recursion on the depth of input, and work that is linear in the DAG or paid for from a [`Budget`].
//! - No randomness, no clock, no process.

mod bitvec;
mod budget;
mod eval;
mod float;
mod model;
mod number;
mod open;
mod regex;
pub mod sketch;
pub mod string;
mod validate;
mod value;

pub use bitvec::BitVec;
pub use budget::{Budget, MAX_BITS, MAX_LENGTH, TooLarge};
pub use eval::{DEFAULT_STEPS, Evaluator, Memory, Slot};
pub use float::{Float, Format, RoundingMode};
pub use model::{Completion, Filler, Gap, Interpretation, Model, Unprintable};
pub use number::{Algebraic, Integer, Real};
pub use open::{Open, Point, Reason};
pub use regex::{Regex, Regexes};
pub use validate::{
    Check, Effort, Failure, Goal, Objective, Penalty, Soft, Verdict, checks, explain, goals, needs_itself,
    objectives, read_attributes, recursive_definition, validate, validate_with,
};
pub use value::{Cardinality, Compound, Element, MAX_PRINTED, Value, Values, field_sorts, map_sorts};
