//! Cutting a stream of bytes into commands, each handed on as soon as it is whole.

use std::io::{self, BufRead};

/// A command as written, and where it begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Piece {
    pub(crate) text: String,
    /// The line of its first character, from one.
    pub(crate) line: usize,
}

/// Reads commands from a stream.
pub(crate) struct Pieces<R> {
    input: R,
    line: usize,
}

/// Where in the text we are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Inside {
    /// Between tokens, or in one that has no end mark.
    Plain,
    /// A comment, to the end of the line.
    Comment,
    /// `"…"`
    String,
    /// `|…|`
    Symbol,
}

impl<R: BufRead> Pieces<R> {
    pub(crate) fn new(input: R) -> Self {
        Pieces { input, line: 1 }
    }

    /// The next command; `None` at the end. What stands outside parentheses is a piece for itself, for the parser
    /// to complain of.
    ///
    /// # Errors
    /// If the stream cannot be read.
    pub(crate) fn next(&mut self) -> io::Result<Option<Piece>> {
        let mut bytes = Vec::new();
        let (mut depth, mut inside, mut start) = (0usize, Inside::Plain, self.line);
        loop {
            let buffer = match self.input.fill_buf() {
                Ok(buffer) => buffer,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            if buffer.is_empty() {
                return Ok((!bytes.is_empty()).then(|| piece(bytes, start)));
            }
            let mut used = 0;
            let mut whole = false;
            for &byte in buffer {
                used += 1;
                self.line += usize::from(byte == b'\n');
                let begun = !bytes.is_empty();
                match (inside, byte) {
                    (Inside::Comment, b'\n' | b'\r') => inside = Inside::Plain,
                    // Comments are not kept: they cannot be a part of an answer.
                    (Inside::Comment, _) => continue,
                    (Inside::String, b'"') | (Inside::Symbol, b'|') => {
                        inside = Inside::Plain;
                        whole = depth == 0;
                    }
                    (Inside::String | Inside::Symbol, _) => {}
                    (Inside::Plain, b';') => inside = Inside::Comment,
                    (Inside::Plain, b'"') => inside = Inside::String,
                    (Inside::Plain, b'|') => inside = Inside::Symbol,
                    (Inside::Plain, b'(') => depth += 1,
                    (Inside::Plain, b')') => {
                        depth = depth.saturating_sub(1);
                        whole = depth == 0;
                    }
                    (Inside::Plain, b' ' | b'\t' | b'\r' | b'\n') => whole = depth == 0 && begun,
                    (Inside::Plain, _) => {}
                }
                let blank = byte.is_ascii_whitespace() || inside == Inside::Comment;
                if begun || !blank {
                    if !begun {
                        start = self.line;
                    }
                    bytes.push(if inside == Inside::Comment { b' ' } else { byte });
                }
                if whole {
                    break;
                }
            }
            self.input.consume(used);
            if whole {
                return Ok(Some(piece(bytes, start)));
            }
        }
    }
}

/// Text that is not UTF-8 is read as Latin-1.
fn piece(bytes: Vec<u8>, line: usize) -> Piece {
    let text = match String::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => error.into_bytes().into_iter().map(char::from).collect(),
    };
    Piece { text, line }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces(text: &[u8]) -> Vec<(String, usize)> {
        // A buffer of one byte: nothing may depend on where the stream is cut.
        let mut all = Vec::new();
        for size in [1, 3, 4096] {
            let mut pieces = Pieces::new(io::BufReader::with_capacity(size, text));
            let mut found = Vec::new();
            while let Some(piece) = pieces.next().unwrap() {
                found.push((piece.text, piece.line));
            }
            all.push(found);
        }
        assert!(all.iter().all(|found| *found == all[0]));
        all.remove(0)
    }

    #[test]
    fn commands_are_cut_where_they_end() {
        let found = pieces(b"; (a\n(echo \"a) \"\" b\")(assert |x)|)\n\n(a ; )\n b) ");
        let texts: Vec<_> = found.iter().map(|(text, _)| text.as_str()).collect();
        assert_eq!(texts, ["(echo \"a) \"\" b\")", "(assert |x)|)", "(a  \n b)"]);
        assert_eq!(found.iter().map(|(_, line)| *line).collect::<Vec<_>>(), [2, 2, 4]);
    }

    #[test]
    fn odd_inputs_end() {
        assert_eq!(pieces(b""), []);
        assert_eq!(pieces(b" \n ; only"), []);
        assert_eq!(pieces(b"(a"), [("(a".to_owned(), 1)]);
        assert_eq!(
            pieces(b") x\n\"y\" z"),
            [")", "x\n", "\"y\"", "z"].map(|text| (
                text.to_owned(),
                match text {
                    ")" | "x\n" => 1,
                    _ => 2,
                }
            ))
        );
        assert_eq!(pieces(b"(\xff)")[0].0, "(\u{ff})");
    }
}
