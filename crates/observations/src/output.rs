//! How solvers write: errors and s-expressions in raw output.

/// The text of the error that a line begins.
///
/// match: (error "text"), result: text
#[must_use]
pub fn error_of(line: &[u8]) -> Option<String> {
    let rest = line.trim_ascii().strip_prefix(b"(error")?;
    let text = String::from_utf8_lossy(rest);
    let text = text.trim();
    let text = text.strip_suffix(')').unwrap_or(text).trim_end();
    // The text may go on in the next line.
    let text = text.strip_prefix('"').unwrap_or(text);
    Some(text.strip_suffix('"').unwrap_or(text).replace("\"\"", "\""))
}

/// The error that a text begins with.
pub(crate) fn first_error(text: &[u8]) -> Option<String> {
    let first = text.split(|&byte| byte == b'\n').find(|line| !line.trim_ascii().is_empty())?;
    error_of(first)
}

/// The complete s-expressions in parentheses.
///
/// match: sat (a |)|) (b, result: (a |)|)
pub fn expressions(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let (mut depth, mut start, mut quote) = (0_usize, 0, None);
        while let Some(&byte) = text.get(at) {
            at += 1;
            match (quote, byte) {
                (Some(mark), _) if byte == mark => quote = None,
                (Some(_), _) => {}
                (None, b'"' | b'|') => quote = Some(byte),
                (None, b'(') => {
                    if depth == 0 {
                        start = at - 1;
                    }
                    depth += 1;
                }
                (None, b')') if depth > 0 => {
                    depth -= 1;
                    if depth == 0 {
                        return Some(&text[start..at]);
                    }
                }
                _ => {}
            }
        }
        None
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_read_with_and_without_their_end() {
        assert_eq!(error_of(b" (error \"no \"\"model\"\"\")\r").unwrap(), "no \"model\"");
        assert_eq!(error_of(b"(error \"line 3").unwrap(), "line 3");
        assert_eq!(error_of(b"sat"), None);
        assert_eq!(first_error(b"\n \n(error \"x\")\nsat").unwrap(), "x");
        assert_eq!(first_error(b"sat\n(error \"x\")"), None);
    }

    #[test]
    fn parentheses_in_quotation_marks_do_not_count() {
        let found: Vec<_> = expressions(b"sat (a |)| \")\" (b))) ((c) (d").collect();
        assert_eq!(found, [&b"(a |)| \")\" (b))"[..]]);
        assert_eq!(expressions(b"\xff)))\"").count(), 0);
    }
}
