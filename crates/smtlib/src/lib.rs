//! The SMT-LIB front end of Quis.
//!
//! Reads SMT-LIB 2.6 and 2.7 and the dialects of the solvers into typed, hash-consed terms, and prints them back.
//!
//! ```
//! use quis_smtlib::{Mode, PrintOptions, parse, print_script};
//!
//! let source = "(declare-const x Int)\n(assert (let ((y (+ x 1))) (> (* y y) 4)))\n(check-sat)\n";
//! let script = parse(source, Mode::Standard).into_result().expect("a valid script");
//! // `let` is gone: sharing is a matter of memory, and of printing.
//! let printed = print_script(&script, PrintOptions::plain()).expect("small enough to print without let");
//! assert_eq!(printed, "(declare-const x Int)\n(assert (> (* (+ x 1) (+ x 1)) 4))\n(check-sat)\n");
//! ```
//!
//! The parts, from the bottom up: [`SymbolTable`], [`Sort`]s, [`signature`]s and the [`theories`] written in them,
//! [`Function`]s, [`Term`]s in a [`Store`], [`Script`]s; above these the parser ([`parse`]), the printer
//! ([`print_script`]) and [`Logic`]s.
//!
//! Invariants:
//! - No recursion on the depth of input, and no work beyond the size of the DAG.
//! - A term is well typed, or it is an error value; nothing that an input can hold panics.
//! - Nothing here evaluates a term or starts a process.

mod algebraic;
mod diagnostic;
mod function;
mod id_table;
mod lexer;
mod literal;
mod logic;
pub mod measure;
mod outline;
mod parser;
mod printer;
mod script;
pub mod signature;
mod sort;
mod symbol;
mod term;
pub mod theories;

pub use algebraic::Root;
pub use diagnostic::{Diagnostic, Severity, Span, line_and_column};
pub use function::{Function, FunctionData, Index, Role};
pub use literal::{Literal, MAX_CODE_POINT};
pub use logic::{Arithmetic, Logic, infer as infer_logic};
pub use outline::{Places, commands};
pub use parser::answers::{
    AnswerContext, Definition, ModelAnswer, Universe, ValueAnswer, read_model, read_values,
};
pub use parser::incremental::CommandReader;
pub use parser::{MAX_SOURCE, Mode, ParseOptions, Parsed, parse, parse_with};
pub use printer::{
    Head, PrintError, PrintOptions, Printed, print_commands, print_head, print_script, print_sort, print_term,
};
pub use script::{Command, Part, Script};
pub use sort::{
    Constructor, Datatype, MAX_WIDTH, Sort, SortConstructor, SortDecl, SortDeclaration, SortKind,
};
pub use symbol::{Symbol, SymbolTable, is_simple_symbol};
pub use term::{
    Attribute, Binder, BuildError, Case, CasePattern, Store, Term, TermKind, TypeError,
    walk::{self, TermSet},
};
