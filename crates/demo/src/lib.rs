//! A small solver with planted faults: the fixture of the tests, and what Quis has to test where no solver is at hand.
//!
//! It looks for models with the evaluator of `quis-semantics`, and decides small inputs over Booleans, bit-vectors,
//! small floats, bounded integers, uninterpreted functions and what can be guessed. It reads SMT-LIB as solvers do, from
//! a file or in a session, and answers each command at once.
//!
//! ```
//! use quis_demo::{Demo, Ending, Options};
//!
//! let input = "(declare-const x (_ BitVec 4)) (assert (= (bvmul x x) #x9)) (assert (bvult x #x4)) (check-sat)
//!     (get-value (x)) (assert (= x #x1)) (check-sat)";
//! let mut output = Vec::new();
//! let ending = Demo::new(Options::default()).run(input.as_bytes(), &mut output).expect("nothing fails in memory");
//! assert_eq!(String::from_utf8_lossy(&output), "sat\n((x #x3))\nunsat\n");
//! assert_eq!(ending, Ending::Done { errors: false });
//! ```
//!
//! Invariants:
//! - Without faults, `sat` comes with a model that was validated, and `unsat` only if no value was left out.
//! - The same input, options and faults give the same output: the work is limited in steps of evaluation, not in time.
//! - Nothing here ends the process: a fault that does is an [`Ending`], to be carried out by the caller.

mod check;
mod core;
mod effect;
mod fault;
mod input;
mod optimum;
mod print;
mod search;
mod session;
mod spoil;

use std::io::{self, BufRead, Write};

pub use fault::{FAULTS, Fault, FaultKind};

use input::Pieces;
use session::Session;

/// The steps of evaluation that one search may take, unless said otherwise.
pub const DEFAULT_BUDGET: u64 = 1 << 18;

/// How to solve, and what to get wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// The planted faults.
    pub faults: Vec<Fault>,
    /// The random seed, until a script sets another. Nothing but faults depends on it.
    pub seed: u64,
    /// The steps of evaluation that one search may take.
    pub budget: u64,
}

impl Default for Options {
    fn default() -> Self {
        Options { faults: Vec::new(), seed: 0, budget: DEFAULT_BUDGET }
    }
}

/// How the solver ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    /// The input is at its end, or said so.
    Done {
        /// Whether errors were reported.
        errors: bool,
    },
    /// A fault: with an exit code.
    Code(u8),
    /// A fault: by SIGABRT, after a message on the standard error.
    Abort(String),
    /// A fault: by SIGSEGV.
    Segfault,
    /// A fault: not at all.
    Hang,
}

/// The solver.
#[derive(Clone, Debug)]
pub struct Demo {
    options: Options,
}

impl Demo {
    /// A solver with options.
    #[must_use]
    pub fn new(options: Options) -> Self {
        Demo { options }
    }

    /// Reads commands and answers them, each as soon as it is read.
    ///
    /// # Errors
    /// If the input cannot be read or the output cannot be written.
    pub fn run(&self, input: impl BufRead, mut output: impl Write) -> io::Result<Ending> {
        let mut pieces = Pieces::new(input);
        let mut session = Session::new(&self.options);
        while let Some(piece) = pieces.next()? {
            let ending = session.piece(&piece, &mut output)?;
            output.flush()?;
            if let Some(ending) = ending {
                return Ok(ending);
            }
        }
        Ok(Ending::Done { errors: session.errors })
    }
}
