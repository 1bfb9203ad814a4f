//! What is wrong with an input, and where.

use std::ops::Range;

/// A place in the source: byte offsets.
pub type Span = Range<usize>;

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Severity {
    /// The command was not understood and is not in the script.
    Error,
    /// Worth knowing; the script is as meant.
    Warning,
}

/// A result whose error is a message, boxed to keep the good case small.
pub(crate) type Result<T> = std::result::Result<T, Box<Diagnostic>>;

/// One message about an input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// Where.
    pub span: Span,
    /// What was found, in one sentence without a full stop.
    pub message: String,
    /// What was expected, or what the place is: stands beside the caret.
    pub label: Option<String>,
    /// What to do about it: a known name that is near, a flag.
    pub help: Option<String>,
}

impl Diagnostic {
    /// An error.
    #[must_use]
    pub fn error(span: Span, message: impl Into<String>) -> Self {
        Diagnostic { severity: Severity::Error, span, message: message.into(), label: None, help: None }
    }

    /// A warning.
    #[must_use]
    pub fn warning(span: Span, message: impl Into<String>) -> Self {
        Diagnostic { severity: Severity::Warning, ..Self::error(span, message) }
    }

    /// Adds what was expected.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = Some(label.into());
        self
    }

    /// Adds what to do.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

/// Line and column of a byte offset, both from one; the column counts characters.
#[must_use]
pub fn line_and_column(source: &str, offset: usize) -> (usize, usize) {
    let mut offset = offset.min(source.len());
    while !source.is_char_boundary(offset) {
        offset -= 1;
    }
    let before = &source[..offset];
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    (memchr::memchr_iter(b'\n', before.as_bytes()).count() + 1, before[start..].chars().count() + 1)
}

/// The known name nearest to a mistyped one, if it is near enough to be worth suggesting.
pub(crate) fn nearest<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    if name.len() > 64 {
        return None;
    }
    let allowed = match name.len() {
        0..=2 => return None,
        3..=4 => 1,
        5..=8 => 2,
        _ => 3,
    };
    known
        .filter(|candidate| candidate.len().abs_diff(name.len()) <= allowed && *candidate != name)
        .map(|candidate| (strsim::damerau_levenshtein(name, candidate), candidate))
        .filter(|(distance, _)| *distance <= allowed)
        .min()
        .map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters() {
        assert_eq!(line_and_column("ab\ncé d", 7), (2, 4));
        assert_eq!(line_and_column("", 5), (1, 1));
    }

    #[test]
    fn only_near_names_are_suggested() {
        let known = ["bvadd", "bvand", "str.len"];
        assert_eq!(nearest("bvaddd", known.into_iter()), Some("bvadd"));
        assert_eq!(nearest("strlen", known.into_iter()), Some("str.len"));
        assert_eq!(nearest("foo", known.into_iter()), None);
    }
}
