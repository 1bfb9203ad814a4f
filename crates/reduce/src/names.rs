//! Symbols in texts.

/// A text with other names for some symbols. Strings, comments and keywords stay.
///
/// match: (f |a b| "f" :f), with f as g and a b as c; result: (g c "f" :f)
pub(crate) fn rename(text: &str, renamed: &[(String, String)]) -> String {
    if renamed.is_empty() {
        return text.to_owned();
    }
    let bytes = text.as_bytes();
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    while at < bytes.len() {
        let start = at;
        match bytes[at] {
            b'"' => {
                at = end_of(bytes, at + 1, b'"');
                out.push_str(&text[start..at]);
            }
            b';' => {
                at = end_of(bytes, at + 1, b'\n');
                out.push_str(&text[start..at]);
            }
            b'|' => {
                at = end_of(bytes, at + 1, b'|');
                let name = &text[start + 1..at.saturating_sub(1).max(start + 1)];
                symbol(&mut out, name, &text[start..at], renamed);
            }
            byte if byte.is_ascii_whitespace() || byte == b'(' || byte == b')' => {
                at += 1;
                out.push_str(&text[start..at]);
            }
            _ => {
                let ends = |byte: &u8| byte.is_ascii_whitespace() || b"()\"|;".contains(byte);
                at = bytes[at..].iter().position(ends).map_or(bytes.len(), |length| at + length);
                symbol(&mut out, &text[start..at], &text[start..at], renamed);
            }
        }
    }
    out
}

fn symbol(out: &mut String, name: &str, written: &str, renamed: &[(String, String)]) {
    match renamed.iter().find(|(old, _)| old == name) {
        Some((_, new)) => out.push_str(new),
        None => out.push_str(written),
    }
}

/// The place behind the next such byte.
fn end_of(bytes: &[u8], from: usize, byte: u8) -> usize {
    let rest = bytes.get(from..).unwrap_or_default();
    rest.iter().position(|&other| other == byte).map_or(bytes.len(), |at| from + at + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_are_renamed_and_nothing_else() {
        let renamed = [("f".to_owned(), "g".to_owned()), ("a b".to_owned(), "c".to_owned())];
        let text = "(f |a b| \"f \"\"f\" :f ff ;f\n |f| x)";
        assert_eq!(rename(text, &renamed), "(g c \"f \"\"f\" :f ff ;f\n g x)");
        assert_eq!(rename("(f", &[]), "(f");
        assert_eq!(rename("|f", &renamed), "|f");
    }
}
