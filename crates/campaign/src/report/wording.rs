//! Texts of others made fit to be shown: solvers print anything, and a report must show it and survive it.

use std::borrow::Cow;

/// The text with characters that cannot be seen, or that change how the rest is shown, made visible.
///
/// Control characters become the symbols that Unicode has for them; what reorders or hides text becomes `<U+202E>`.
/// Line ends and tabs stay.
pub(super) fn visible(text: &str) -> Cow<'_, str> {
    if !text.contains(is_hidden) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        match character {
            '\n' | '\t' => shown.push(character),
            '\0'..='\x1f' => shown.push(char::from_u32(0x2400 + character as u32).unwrap_or('\u{fffd}')),
            '\x7f' => shown.push('\u{2421}'),
            _ if is_hidden(character) => {
                shown.push_str(&format!("<U+{:04X}>", character as u32));
            }
            _ => shown.push(character),
        }
    }
    Cow::Owned(shown)
}

/// Whether a character cannot be seen, or changes how others are shown.
fn is_hidden(character: char) -> bool {
    match character {
        '\n' | '\t' => false,
        // C0 and C1, marks and overrides of direction, separators of lines, the byte order mark, non-characters.
        '\0'..='\x1f'
        | '\x7f'..='\u{9f}'
        | '\u{61c}'
        | '\u{200b}'..='\u{200f}'
        | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}'
        | '\u{feff}'
        | '\u{fff9}'..='\u{fffb}' => true,
        _ => (character as u32) & 0xfffe == 0xfffe,
    }
}

/// The text in one line of at most this many characters, without anything that a terminal would obey.
pub(crate) fn one_line(text: &str, most: usize) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let line = words.join(" ");
    let line = visible(&line);
    if line.chars().count() <= most {
        return line.into_owned();
    }
    let mut short: String = line.chars().take(most.saturating_sub(1)).collect();
    short.push('…');
    short
}

/// The beginning of a text, with at most this many bytes and, if there are line ends, whole lines. Says whether anything
/// was left out.
pub(super) fn beginning(text: &str, most: usize) -> (&str, bool) {
    if text.len() <= most {
        return (text, false);
    }
    let mut end = most;
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let start = text.get(..end).unwrap_or_default();
    // A single line that fills everything is cut in its middle: better than nothing.
    let start = start.rfind('\n').map_or(start, |newline| start.get(..=newline).unwrap_or(start));
    (start, true)
}

/// The parts of a text in which code stands between backticks: each part, and whether it is code.
pub(super) fn code_spans(text: &str) -> Vec<(&str, bool)> {
    let mut parts = Vec::new();
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once('`') {
        // An open backtick is a character like others.
        let Some((code, behind)) = behind.split_once('`') else { break };
        if code.is_empty() {
            break;
        }
        parts.push((before, false));
        parts.push((code, true));
        rest = behind;
    }
    parts.push((rest, false));
    parts.retain(|(part, _)| !part.is_empty());
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_seen_is_shown() {
        assert_eq!(visible("a\tb\nc"), "a\tb\nc");
        assert_eq!(visible("\x1b[31mred\r\n\0\x7f"), "␛[31mred␍\n␀␡");
        assert_eq!(visible("a\u{202e}b\u{9b}c\u{feff}"), "a<U+202E>b<U+009B>c<U+FEFF>");
        assert_eq!(visible("\u{1ffff}é∀"), "<U+1FFFF>é∀");
    }

    #[test]
    fn a_line_is_one_line() {
        assert_eq!(one_line(" a\n\tb ", 10), "a b");
        assert_eq!(one_line("abcdef", 4), "abc…");
        assert_eq!(one_line("∀∀∀∀", 4), "∀∀∀∀");
        assert_eq!(one_line("\x1b]0;title\x07", 80), "␛]0;title␇");
        assert_eq!(one_line("abc", 0), "…");
    }

    #[test]
    fn beginnings_end_with_a_line() {
        assert_eq!(beginning("ab\ncd\n", 6), ("ab\ncd\n", false));
        assert_eq!(beginning("ab\ncd\n", 5), ("ab\n", true));
        assert_eq!(beginning("∀∀", 4), ("∀", true));
    }

    #[test]
    fn code_stands_between_backticks() {
        assert_eq!(code_spans("`sat`, not `x"), [("sat", true), (", not `x", false)]);
        assert_eq!(code_spans("a `b` c"), [("a ", false), ("b", true), (" c", false)]);
        assert_eq!(code_spans("``"), [("``", false)]);
        assert!(code_spans("").is_empty());
    }
}
