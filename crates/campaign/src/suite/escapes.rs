//! Escapes in strings as they were before the standard had strings.

use std::borrow::Cow;
use std::iter::Peekable;
use std::str::Chars;

/// A text in which escapes of strings are written as the standard has them. Until 2020 solvers read `\x07`, `\n` and the like,
/// which are plain characters today; published files have them.
///
/// match: "\x07\n\\", result: "\u{7}\u{a}\u{5c}"
pub(crate) fn modern(text: &str) -> Cow<'_, str> {
    if !text.contains('\\') {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    let mut place = Place::Outside;
    let mut rest = text.chars().peekable();
    while let Some(next) = rest.next() {
        place = match (place, next) {
            (Place::Outside, '"') => Place::String,
            (Place::Outside, ';') => Place::Comment,
            (Place::Outside, '|') => Place::Quoted,
            // Two quotation marks are one that is left and entered again.
            (Place::String, '"') | (Place::Comment, '\n') | (Place::Quoted, '|') => Place::Outside,
            (Place::String, '\\') => {
                escape(&mut rest, &mut out);
                continue;
            }
            (same, _) => same,
        };
        out.push(next);
    }
    if out == text { Cow::Borrowed(text) } else { Cow::Owned(out) }
}

#[derive(Clone, Copy)]
enum Place {
    Outside,
    String,
    Comment,
    Quoted,
}

/// Writes what stands behind a backslash.
fn escape(rest: &mut Peekable<Chars<'_>>, out: &mut String) {
    let Some(&next) = rest.peek() else {
        out.push('\\');
        return;
    };
    let code = match next {
        // The standard has it, too. A quotation mark may be the end of the string.
        'u' | '"' => {
            out.push('\\');
            return;
        }
        'a' => 0x07,
        'b' => 0x08,
        't' => 0x09,
        'n' => 0x0a,
        'v' => 0x0b,
        'f' => 0x0c,
        'r' => 0x0d,
        'e' => 0x1b,
        'x' => {
            rest.next();
            match number(rest, 16, 2) {
                Some(code) => write_code(out, code),
                None => out.push('x'),
            }
            return;
        }
        '0'..='7' => {
            if let Some(code) = number(rest, 8, 3) {
                write_code(out, code);
            }
            return;
        }
        '\\' => 0x5c,
        // Any other character stands for itself, and is written by whoever goes on.
        _ => return,
    };
    rest.next();
    write_code(out, code);
}

/// At most so many digits.
fn number(rest: &mut Peekable<Chars<'_>>, radix: u32, most: usize) -> Option<u32> {
    let mut code = None;
    for _ in 0..most {
        let Some(digit) = rest.peek().and_then(|next| next.to_digit(radix)) else { break };
        rest.next();
        code = Some(code.unwrap_or(0) * radix + digit);
    }
    code
}

fn write_code(out: &mut String, code: u32) {
    out.push_str(&format!("\\u{{{code:x}}}"));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_escapes_are_rewritten_in_strings_only() {
        let old = r#"; \n "\n"
(= |\n| "a""\n\x07\x7Gx\101\\\q" s) "\u{41}\u0041" "\" ; "\t"
"\t""#;
        let new = r#"; \n "\n"
(= |\n| "a""\u{a}\u{7}\u{7}Gx\u{41}\u{5c}q" s) "\u{41}\u0041" "\" ; "\t"
"\u{9}""#;
        assert_eq!(modern(old), new);
        assert_eq!(modern("\"\\"), "\"\\");
    }

    #[test]
    fn what_needs_no_change_is_not_copied() {
        for text in ["(assert true)", r#"(= s "\u{7}")"#, r"; \n"] {
            assert!(matches!(modern(text), Cow::Borrowed(_)), "{text}");
        }
    }
}
