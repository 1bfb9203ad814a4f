//! Reading a script command by command, as it arrives: what a solver does.

use super::MAX_SOURCE;
use super::answers::{AnswerContext, ValueAnswer};
use crate::diagnostic::Diagnostic;
use crate::script::{Command, Script};
use crate::term::Store;

/// Reads commands piece by piece; what one piece declares, the next may use.
///
/// ```
/// use quis_smtlib::{Command, CommandReader};
///
/// let mut reader = CommandReader::new();
/// let (declared, _) = reader.read("(declare-const x Int)");
/// assert!(matches!(declared[..], [Command::DeclareConst(_)]));
/// let (asserted, diagnostics) = reader.read("(assert (> x 5))");
/// assert!(matches!(asserted[..], [Command::Assert(_)]) && diagnostics.is_empty());
/// let (_, diagnostics) = reader.read("(assert (> y 5))");
/// assert_eq!(diagnostics[0].message, "unknown constant `y`");
/// ```
#[derive(Debug)]
pub struct CommandReader {
    /// Everything that the commands refer to.
    pub store: Store,
    context: AnswerContext,
}

impl Default for CommandReader {
    fn default() -> Self {
        Self::new()
    }
}

impl CommandReader {
    /// A reader that knows no names yet.
    #[must_use]
    pub fn new() -> Self {
        CommandReader { store: Store::new(), context: AnswerContext::default() }
    }

    /// A reader that goes on behind the commands of a script, in its store.
    #[must_use]
    pub fn after(mut script: Script) -> Self {
        let context = AnswerContext::new(&mut script, usize::MAX);
        CommandReader { store: script.store, context }
    }

    /// Reads the commands of a piece of a script, which holds whole ones. What is wrong is left out and reported,
    /// with places in this piece.
    pub fn read(&mut self, text: &str) -> (Vec<Command>, Vec<Diagnostic>) {
        if text.len() > MAX_SOURCE {
            let error = Diagnostic::error(0..0, format!("the source has {} bytes", text.len()));
            return (Vec::new(), vec![error.label(format!("at most {MAX_SOURCE} bytes are read"))]);
        }
        self.context.with_parser(&mut self.store, text, |parser| {
            parser.script();
            (std::mem::take(&mut parser.commands), std::mem::take(&mut parser.diagnostics))
        })
    }
}

impl CommandReader {
    /// Reads the answer to `(get-value (t …))`.
    pub fn read_values(&mut self, text: &str) -> ValueAnswer {
        self.context.read_values(&mut self.store, text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scopes_and_logics_last_from_piece_to_piece() {
        let mut reader = CommandReader::new();
        for text in ["(set-logic QF_LRA)", "(push 1)", "(declare-const x Real)", "(assert (< x 3))"] {
            assert_eq!(reader.read(text).1, [], "{text}");
        }
        assert_eq!(reader.read("(pop 1)").1, []);
        assert_eq!(reader.read("(assert (< x 3))").1.len(), 1);
        assert_eq!(reader.read("(pop 1)").1.len(), 1);
        assert_eq!(reader.read("(declare-const x Bool) (assert x)").0.len(), 2);
    }

    #[test]
    fn reading_goes_on_behind_a_script() {
        let source = "(declare-sort U 0) (declare-fun f (U) U) (declare-const a U) (assert (= (f a) a))";
        let script = crate::parse(source, crate::Mode::Standard).into_result().unwrap();
        let Some(Command::Assert(first)) = script.commands.last().cloned() else {
            unreachable!("as written")
        };
        let mut reader = CommandReader::after(script);
        let (commands, diagnostics) = reader.read("(assert (= (f a) a))");
        assert_eq!((commands, diagnostics), (vec![Command::Assert(first)], vec![]));
    }

    #[test]
    fn an_error_takes_back_what_its_command_declared() {
        let mut reader = CommandReader::new();
        assert_eq!(reader.read("(assert (and (! true :named a) (+ 1 true)))").1.len(), 1);
        let (commands, diagnostics) = reader.read("(assert (! false :named a))");
        assert_eq!((commands.len(), diagnostics), (1, vec![]));
    }
}
