//! The printer: standard SMT-LIB from scripts, terms and sorts.
//!
//! Two forms: with `let` for subterms that occur more than once, where that is shorter, and plain. Either on one line
//! per command or laid out for people. What is printed reads back as the same terms.
//!
//! The plain form of a term with much sharing can be astronomically large: printing stops with an error when the text
//! exceeds [`PrintOptions::max_bytes`].

mod command;
mod layout;
mod sharing;
mod term_map;
mod text;

use std::fmt;
use std::ops::Range;

pub(crate) use text::sort_to_string;

use crate::function::Function;
use crate::script::{Command, Script};
use crate::sort::Sort;
use crate::term::{Store, Term};
use layout::TermPrinter;
use text::Writer;

/// How to print.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PrintOptions {
    /// Share repeated subterms with `let`.
    pub lets: bool,
    /// Break lines that are longer than this.
    pub width: Option<u32>,
    /// Give up beyond so many bytes.
    pub max_bytes: usize,
    /// Say where the heads stand ([`Printed::heads`]).
    pub heads: bool,
}

impl PrintOptions {
    /// One line per command, with `let`.
    #[must_use]
    pub const fn shared() -> Self {
        PrintOptions { lets: true, width: None, max_bytes: 1 << 30, heads: false }
    }

    /// One line per command, without `let`.
    #[must_use]
    pub const fn plain() -> Self {
        PrintOptions { lets: false, ..Self::shared() }
    }

    /// The same, and where the heads stand.
    #[must_use]
    pub const fn with_heads(self) -> Self {
        PrintOptions { heads: true, ..self }
    }

    /// The same, broken into lines of this width.
    #[must_use]
    pub const fn pretty(self, width: u32) -> Self {
        PrintOptions { width: Some(width), ..self }
    }
}

/// Why nothing was printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PrintError {
    /// The text would have more than so many bytes.
    TooLarge(usize),
}

impl fmt::Display for PrintError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let PrintError::TooLarge(bytes) = self;
        write!(f, "the text would have more than {bytes} bytes")
    }
}

impl std::error::Error for PrintError {}

/// The text of a script, one line per command unless a width is given.
///
/// # Errors
/// If the text would be larger than the options allow.
pub fn print_script(script: &Script, options: PrintOptions) -> Result<String, PrintError> {
    let mut printer = TermPrinter::new(&script.store, options);
    for command in &script.commands {
        command::write(&mut printer, command)?;
        printer.out.push("\n");
    }
    printer.out.finish()
}

/// A printed script, and what stands where in it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Printed {
    /// The text.
    pub text: String,
    /// The places of the commands.
    pub commands: Vec<Range<usize>>,
    /// The heads of applications and binders, in the order of the text, if they were asked for. A shared term has one. Patterns are left out.
    pub heads: Vec<Head>,
}

/// What begins an application or a binder: `f`, `(_ extract 7 0)`, `(as nil (List Int))`, `forall`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Head {
    /// The term that it begins.
    pub term: Term,
    /// Where it stands.
    pub place: Range<usize>,
}

/// Room for so much text is made at once.
const USUAL_BYTES: usize = 1 << 12;

/// The text of commands, one line each unless a width is given, and what stands where.
///
/// # Errors
/// If the text would be larger than the options allow.
///
/// ```
/// use quis_smtlib::{Mode, PrintOptions, parse, print_commands};
///
/// let script = parse("(declare-const x Int) (assert (> (+ x 1) 4))", Mode::Standard).into_result().expect("valid");
/// let printed = print_commands(&script.store, &script.commands, PrintOptions::shared().with_heads()).expect("small");
/// let heads: Vec<&str> = printed.heads.iter().map(|head| &printed.text[head.place.clone()]).collect();
/// assert_eq!(heads, [">", "+", "x"]);
/// assert_eq!(&printed.text[printed.commands[1].clone()], "(assert (> (+ x 1) 4))");
/// ```
pub fn print_commands<'c>(
    store: &Store,
    commands: impl IntoIterator<Item = &'c Command>,
    options: PrintOptions,
) -> Result<Printed, PrintError> {
    let mut printer = TermPrinter::new(store, options);
    printer.heads = options.heads.then(Vec::new);
    printer.out.reserve(USUAL_BYTES.min(16 * store.len()));
    let commands = commands.into_iter();
    let mut places = Vec::with_capacity(commands.size_hint().0);
    for command in commands {
        let start = printer.out.len();
        command::write(&mut printer, command)?;
        places.push(start..printer.out.len());
        printer.out.push("\n");
    }
    let heads = printer.heads.take().unwrap_or_default();
    Ok(Printed { text: printer.out.finish()?, commands: places, heads })
}

/// The text of the head of an application: of a function, to arguments of these sorts and with a result of this one.
///
/// # Errors
/// If the text would have more than a gigabyte.
pub fn print_head(
    store: &Store,
    function: Function,
    args: &[Term],
    result: Sort,
) -> Result<String, PrintError> {
    let mut out = Writer::new(store, PrintOptions::plain().max_bytes);
    out.head(function, args, result);
    out.finish()
}

/// The text of a term.
///
/// # Errors
/// If the text would be larger than the options allow.
pub fn print_term(store: &Store, term: Term, options: PrintOptions) -> Result<String, PrintError> {
    let mut printer = TermPrinter::new(store, options);
    printer.term(term)?;
    printer.out.finish()
}

/// The text of a sort.
///
/// # Errors
/// If the text would have more than a gigabyte.
pub fn print_sort(store: &Store, sort: Sort) -> Result<String, PrintError> {
    let mut out = Writer::new(store, PrintOptions::plain().max_bytes);
    out.sort(sort);
    out.finish()
}
