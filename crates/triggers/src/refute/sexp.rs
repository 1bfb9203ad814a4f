//! What solvers print, taken apart without understanding it.

use std::ops::Range;

/// The parts of a list, as they are written. Empty if it is no list.
///
/// match: (a (b c) |d e|), result: a, (b c), |d e|
pub(crate) fn parts(text: &str) -> Vec<&str> {
    let text = text.trim();
    let Some(inside) = text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    let (mut depth, mut start) = (0_usize, 0);
    for token in tokens(inside) {
        match &inside[token.clone()] {
            "(" => {
                if depth == 0 {
                    start = token.start;
                }
                depth += 1;
            }
            // More is closed than was opened: this is no list.
            ")" if depth == 0 => break,
            ")" => {
                depth -= 1;
                if depth == 0 {
                    found.push(&inside[start..token.end]);
                }
            }
            word if depth == 0 => found.push(word),
            _ => {}
        }
    }
    found
}

/// The places of the tokens of a text: parentheses, words, quoted symbols, strings. Comments are passed over.
pub(crate) fn tokens(text: &str) -> impl Iterator<Item = Range<usize>> {
    let bytes = text.as_bytes();
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let start = at;
            match *bytes.get(at)? {
                b';' => at = end_of(bytes, at, b'\n'),
                quote @ (b'"' | b'|') => {
                    at = end_of(bytes, at + 1, quote);
                    return Some(start..at);
                }
                b'(' | b')' => {
                    at += 1;
                    return Some(start..at);
                }
                byte if byte.is_ascii_whitespace() => at += 1,
                _ => {
                    let is_end = |byte: &u8| byte.is_ascii_whitespace() || b"();\"|".contains(byte);
                    at += bytes[at..].iter().position(is_end).unwrap_or(bytes.len() - at);
                    return Some(start..at);
                }
            }
        }
    })
}

fn end_of(bytes: &[u8], from: usize, wanted: u8) -> usize {
    let rest = bytes.get(from..).unwrap_or_default();
    rest.iter().position(|&byte| byte == wanted).map_or(bytes.len(), |at| from + at + 1)
}

/// match: |a b|, result: a b
pub(crate) fn unquoted(word: &str) -> &str {
    word.strip_prefix('|').and_then(|rest| rest.strip_suffix('|')).unwrap_or(word)
}

/// What stands before names that begin with a reserved character.
const GUARD: &str = "quis!";

/// A text without names that the standard reserves: cvc5 refuses to declare them.
///
/// match: (f @x |.y z|), result: (f quis!@x |quis!.y z|)
pub(crate) fn guarded(text: &str) -> String {
    let is_reserved = |word: &str| unquoted(word).starts_with(['@', '.']);
    replaced(text, |word| {
        is_reserved(word).then(|| match word.strip_prefix('|') {
            Some(rest) => format!("|{GUARD}{rest}"),
            None => format!("{GUARD}{word}"),
        })
    })
}

/// The text that a guarded one was.
pub(crate) fn unguarded(text: &str) -> String {
    replaced(text, |word| {
        let quoted = word.strip_prefix('|');
        let rest = quoted.unwrap_or(word).strip_prefix(GUARD).filter(|rest| rest.starts_with(['@', '.']))?;
        Some(if quoted.is_some() { format!("|{rest}") } else { rest.to_owned() })
    })
}

fn replaced(text: &str, new: impl Fn(&str) -> Option<String>) -> String {
    let mut out = String::with_capacity(text.len());
    let mut done = 0;
    for place in tokens(text) {
        if let Some(word) = new(&text[place.clone()]) {
            out.push_str(&text[done..place.start]);
            out.push_str(&word);
            done = place.end;
        }
    }
    out.push_str(&text[done..]);
    out
}

/// Whether a solver complains in what it printed.
pub(crate) fn has_error(text: &str) -> bool {
    text.lines().any(|line| line.trim_start().starts_with("(error"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_have_parts() {
        assert_eq!(
            parts("(a (b (c)) |d )e| \"(\" 5 ; (x)\n())"),
            ["a", "(b (c))", "|d )e|", "\"(\"", "5", "()"]
        );
        assert_eq!(parts("a"), Vec::<&str>::new());
        assert_eq!(parts("((a)"), Vec::<&str>::new());
        assert_eq!(parts("(a))"), ["a"]);
        assert_eq!(unquoted("|a b|"), "a b");
    }

    #[test]
    fn reserved_names_are_guarded() {
        let text = "(f @x |.y z| a@b \"@s\" 1.5)";
        assert_eq!(guarded(text), "(f quis!@x |quis!.y z| a@b \"@s\" 1.5)");
        assert_eq!(unguarded(&guarded(text)), text);
        assert_eq!(unguarded("(quis!f @y)"), "(quis!f @y)");
    }

    #[test]
    fn depth_is_no_matter() {
        let text = format!("(f {}x{})", "(g ".repeat(100_000), ")".repeat(100_000));
        assert_eq!(parts(&text).len(), 2);
    }
}
