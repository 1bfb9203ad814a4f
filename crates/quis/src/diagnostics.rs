//! Messages about inputs, for people and for programs.
//!
//! Lines can have megabytes, and names can too: what is shown is a window of the line around the place, and the
//! beginning of the text.

use std::borrow::Cow;
use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Snippet};
use quis_smtlib::{Diagnostic, Severity, Span};
use serde::Serialize;

use crate::input::{InputError, Source};
use crate::units::counted;

/// Of a line that is longer, only a window is shown, in characters.
const WINDOW: usize = 120;
/// How much of the window lies before the place.
const WINDOW_BEFORE: usize = 40;
/// Messages are cut at so many characters.
const MAX_MESSAGE: usize = 400;
/// Of one file, so many warnings are shown.
const MAX_WARNINGS: usize = 20;
/// Stands for file, line and column until the snippet is drawn, since the drawing knows the window only.
const PLACE: &str = "\u{E000}";

/// A message with its place in numbers, as programs read it.
#[derive(Serialize)]
pub(crate) struct Note {
    severity: &'static str,
    line: Option<usize>,
    column: Option<usize>,
    message: String,
    label: Option<String>,
    help: Option<String>,
}

impl Note {
    /// The messages about a source.
    pub(crate) fn all(source: &str, diagnostics: &[Diagnostic]) -> Vec<Note> {
        let mut places = Places::new(source);
        diagnostics
            .iter()
            .map(|diagnostic| {
                let place = places.at(diagnostic.span.start);
                Note {
                    severity: severity_name(diagnostic.severity),
                    line: Some(place.line),
                    column: Some(place.column),
                    message: shortened(&diagnostic.message).into_owned(),
                    label: diagnostic.label.as_deref().map(|label| shortened(label).into_owned()),
                    help: diagnostic.help.as_deref().map(|help| shortened(help).into_owned()),
                }
            })
            .collect()
    }

    /// The message in one line: `3:14: unknown constant`
    pub(crate) fn brief(&self) -> String {
        match (self.line, self.column) {
            (Some(line), Some(column)) => format!("{line}:{column}: {}", self.message),
            _ => self.message.clone(),
        }
    }

    /// The message that there is no source.
    pub(crate) fn without_source(error: &InputError) -> Note {
        Note {
            severity: severity_name(Severity::Error),
            line: None,
            column: None,
            message: error.message.clone(),
            label: None,
            help: error.help.clone(),
        }
    }
}

fn severity_name(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    }
}

/// Draws messages for people.
pub(crate) struct Renderer {
    snippets: annotate_snippets::Renderer,
}

impl Renderer {
    pub(crate) fn new(color: bool) -> Self {
        let snippets = match color {
            true => annotate_snippets::Renderer::styled(),
            false => annotate_snippets::Renderer::plain(),
        };
        // Lines are cut here already.
        Renderer { snippets: snippets.term_width(10 * WINDOW) }
    }

    /// The messages about a source, one after the other.
    pub(crate) fn diagnostics(&self, source: &Source, diagnostics: &[Diagnostic], warnings: bool) -> String {
        let mut out = String::new();
        let mut places = Places::new(&source.text);
        let mut seen = 0;
        for diagnostic in diagnostics {
            if diagnostic.severity == Severity::Warning {
                seen += 1;
                if !warnings || seen > MAX_WARNINGS {
                    continue;
                }
            }
            let place = places.at(diagnostic.span.start);
            out.push_str(&self.diagnostic(source, diagnostic, &place));
            out.push('\n');
        }
        if warnings && seen > MAX_WARNINGS {
            let more = counted((seen - MAX_WARNINGS) as u64, "more warning", "more warnings");
            out.push_str(&self.title(Level::WARNING, &format!("{}: {more}", source.name)));
            out.push('\n');
        }
        out
    }

    fn diagnostic(&self, source: &Source, diagnostic: &Diagnostic, place: &Place) -> String {
        let level = match diagnostic.severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
        };
        let window = Window::around(&source.text, place.line_start, &diagnostic.span);
        let mut annotation = AnnotationKind::Primary.span(window.span);
        if let Some(label) = &diagnostic.label {
            annotation = annotation.label(printable(label));
        }
        let snippet = Snippet::source(window.text).path(PLACE).line_start(place.line).annotation(annotation);
        let mut group = level.primary_title(printable(&diagnostic.message)).element(snippet);
        if let Some(help) = &diagnostic.help {
            group = group.element(Level::HELP.message(printable(help)));
        }
        let drawn = self.snippets.render(&[group]);
        // The drawing says where the place is in the window; say where it is in the file.
        let Some((before, after)) = drawn.split_once(PLACE) else { return drawn + "\n" };
        let after = after.trim_start_matches(|c: char| c == ':' || c.is_ascii_digit());
        format!("{before}{}:{}:{}{after}\n", printable(&source.name), place.line, place.column)
    }

    /// The message that there is no source.
    pub(crate) fn input_error(&self, error: &InputError) -> String {
        let mut text = self.message(&format!("{}: {}", error.name, error.message), error.help.as_deref());
        text.push('\n');
        text
    }

    /// An error without a place.
    pub(crate) fn message(&self, message: &str, help: Option<&str>) -> String {
        let mut text = self.title(Level::ERROR, message);
        if let Some(help) = help {
            text.push_str(&self.title(Level::HELP, help));
        }
        text
    }

    /// A warning without a place.
    pub(crate) fn warning(&self, message: &str) -> String {
        self.title(Level::WARNING, message)
    }

    fn title(&self, level: Level<'_>, text: &str) -> String {
        self.snippets.render(&[Group::with_title(level.primary_title(printable(text)))]) + "\n"
    }
}

/// The beginning of a text that may be long.
fn shortened(text: &str) -> Cow<'_, str> {
    match text.char_indices().nth(MAX_MESSAGE) {
        Some((end, _)) => Cow::Owned(format!("{}…", &text[..end])),
        None => Cow::Borrowed(text),
    }
}

/// The beginning of a text, on one line, with nothing that a terminal would obey.
pub(crate) fn printable(text: &str) -> String {
    shortened(text).chars().map(visible).collect()
}

/// A character, or a picture of it if a terminal would obey it.
fn visible(c: char) -> char {
    match u32::from(c) {
        code @ 0..=0x1F => char::from_u32(0x2400 + code).unwrap_or('\u{FFFD}'),
        0x7F => '\u{2421}',
        0x80..=0x9F | 0x200E..=0x200F | 0x2028..=0x202E | 0x2066..=0x2069 => '\u{FFFD}',
        _ => c,
    }
}

/// The same, but tabs are left to the drawing.
fn source_char(c: char) -> char {
    if c == '\t' { c } else { visible(c) }
}

/// A place in a source; line and column from one, the column in characters.
struct Place {
    line: usize,
    column: usize,
    line_start: usize,
}

/// Finds lines and columns of offsets that grow, in one walk over the source.
struct Places<'a> {
    source: &'a str,
    offset: usize,
    place: Place,
}

impl<'a> Places<'a> {
    fn new(source: &'a str) -> Self {
        Places { source, offset: 0, place: Place { line: 1, column: 1, line_start: 0 } }
    }

    fn at(&mut self, offset: usize) -> Place {
        let offset = floor_boundary(self.source, offset);
        if offset < self.offset {
            *self = Places::new(self.source);
        }
        let between = &self.source[self.offset..offset];
        if let Some(last) = between.rfind('\n') {
            self.place.line += between.bytes().filter(|&byte| byte == b'\n').count();
            self.place.line_start = self.offset + last + 1;
            self.place.column = 1 + between[last + 1..].chars().count();
        } else {
            self.place.column += between.chars().count();
        }
        self.offset = offset;
        Place { ..self.place }
    }
}

/// The part of a line that is shown.
struct Window {
    text: String,
    /// The place, within the text.
    span: Range<usize>,
}

impl Window {
    fn around(source: &str, line_start: usize, span: &Span) -> Window {
        let start = floor_boundary(source, span.start);
        let end = floor_boundary(source, span.end).max(start);
        // Walks go no further than the window is wide.
        let left: Vec<usize> = source[line_start..start]
            .char_indices()
            .rev()
            .map(|(at, _)| line_start + at)
            .take(WINDOW)
            .collect();
        let right: Vec<usize> = source[start..]
            .char_indices()
            .take_while(|(_, c)| *c != '\n')
            .map(|(at, c)| start + at + c.len_utf8())
            .take(WINDOW + 1)
            .collect();
        // What one side does not need, the other may have.
        let before = WINDOW - right.len().min(WINDOW - WINDOW_BEFORE);
        let after = WINDOW - left.len().min(WINDOW_BEFORE);
        let from = left.iter().take(before).next_back().copied().unwrap_or(start);
        let to = right.iter().take(after).next_back().copied().unwrap_or(start);
        let cut_left = from > line_start;
        let cut_right = right.last().is_some_and(|&last| to < last);
        let shown = source[from..to].strip_suffix('\r').unwrap_or(&source[from..to]);
        let marked = (start - from).min(shown.len())..(end.min(to) - from).min(shown.len());
        let mut text = if cut_left { "…".to_owned() } else { String::new() };
        text.extend(shown[..marked.start].chars().map(source_char));
        let span_start = text.len();
        text.extend(shown[marked.clone()].chars().map(source_char));
        let span = span_start..text.len();
        text.extend(shown[marked.end..].chars().map(source_char));
        text.push_str(if cut_right { "…" } else { "" });
        Window { text, span }
    }
}

/// The nearest character boundary at or before an offset.
fn floor_boundary(text: &str, offset: usize) -> usize {
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}

#[cfg(test)]
mod tests {
    use super::*;

    fn window(source: &str, span: Span) -> (String, String) {
        let mut places = Places::new(source);
        let place = places.at(span.start);
        let window = Window::around(source, place.line_start, &span);
        (window.text[window.span].to_owned(), window.text)
    }

    #[test]
    fn short_lines_are_shown_whole() {
        assert_eq!(window("ab\ncd ef\r\ngh", 6..8), ("ef".to_owned(), "cd ef".to_owned()));
        assert_eq!(window("", 0..1), (String::new(), String::new()));
        assert_eq!(window("abc", 3..9), (String::new(), "abc".to_owned()));
        // A place of several lines is shown as far as its first line goes.
        assert_eq!(window("a (b\nc) d", 2..7), ("(b".to_owned(), "a (b".to_owned()));
    }

    #[test]
    fn long_lines_are_cut_around_the_place() {
        let source = format!("{}<é>{}", "é".repeat(1000), "z".repeat(1000));
        let (place, text) = window(&source, 2000..2004);
        assert_eq!(place, "<é>");
        assert!(text.starts_with("…é") && text.ends_with("z…"), "{text}");
        assert!(text.chars().count() <= WINDOW + 3, "{text}");
        let (place, text) = window(&source, 0..3000);
        assert!(text.starts_with('é') && text.ends_with('…'), "{text}");
        assert_eq!(format!("{place}…"), text);
        let (_, text) = window(&source, 3003..3004);
        assert!(text.starts_with('…') && text.ends_with('z'), "{text}");
    }

    #[test]
    fn odd_characters_do_not_move_the_place() {
        let source = "a\u{85}\u{2028}\u{1b}\r\tb\u{2028}c\u{85} d";
        let at = source.find('b').unwrap_or(0);
        let (place, text) = window(source, at..source.len() - 2);
        assert_eq!(place, "b\u{FFFD}c\u{FFFD}");
        assert_eq!(text, "a\u{FFFD}\u{FFFD}␛␍\tb\u{FFFD}c\u{FFFD} d");
    }

    #[test]
    fn places_agree_with_the_library() {
        let source = "ab\n\ncé d\n€f";
        let mut places = Places::new(source);
        // Backwards too, and inside a character.
        for offset in (0..=source.len() + 1).chain([3, 1]) {
            let place = places.at(offset);
            assert_eq!((place.line, place.column), quis_smtlib::line_and_column(source, offset), "{offset}");
        }
    }

    #[test]
    fn messages_are_one_line_and_not_endless() {
        assert_eq!(printable("a\nb\u{1b}[31m\u{7f}\u{202e}"), "a␊b␛[31m␡\u{FFFD}");
        assert_eq!(printable(&"é".repeat(10_000)).chars().count(), MAX_MESSAGE + 1);
    }
}
