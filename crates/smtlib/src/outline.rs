//! Where the commands of a text are.

use std::ops::Range;

/// The top-level commands of a text with their names, in order. Comments, strings and quoted symbols are passed over; what is no
/// command is too.
#[must_use = "nothing is looked for before it is asked for"]
pub fn commands(text: &str) -> impl Iterator<Item = (&str, Range<usize>)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let bytes = text.as_bytes();
        let (mut depth, mut start) = (0_usize, 0);
        while at < bytes.len() {
            match bytes[at] {
                b';' => at = find(bytes, at, b'\n'),
                quote @ (b'"' | b'|') => at = find(bytes, at + 1, quote),
                b'(' => {
                    if depth == 0 {
                        start = at;
                    }
                    depth += 1;
                }
                b')' if depth > 0 => {
                    depth -= 1;
                    if depth == 0 {
                        at += 1;
                        return Some((name(&text[start..at]), start..at));
                    }
                }
                _ => {}
            }
            at += 1;
        }
        None
    })
}

fn find(bytes: &[u8], from: usize, wanted: u8) -> usize {
    let rest = bytes.get(from..).unwrap_or_default();
    rest.iter().position(|&byte| byte == wanted).map_or(bytes.len(), |at| from + at)
}

/// match: (name rest), result: name
fn name(command: &str) -> &str {
    let inside = command.get(1..).unwrap_or_default().trim_ascii_start();
    let end = inside.find(|c: char| c.is_ascii_whitespace() || "();\"|".contains(c));
    &inside[..end.unwrap_or(inside.len())]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_commands_are_found() {
        let text = "; (exit)\n(assert (= |(reset)| \"(exit)\"\"\")) ) ( reset )(exit) (assert";
        let found: Vec<_> = commands(text).map(|(name, place)| (name, &text[place])).collect();
        let assertion = "(assert (= |(reset)| \"(exit)\"\"\"))";
        assert_eq!(found, [("assert", assertion), ("reset", "( reset )"), ("exit", "(exit)")]);
        assert_eq!(commands("\"").count() + commands("(|").count() + commands("").count(), 0);
    }
}
