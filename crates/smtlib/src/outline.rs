//! Where the commands of a text are.

use std::ops::Range;

use crate::script::{Command, Script};

/// The top-level commands of a text with their names, in order. Skips comments, strings, quoted symbols and whatever else is no
/// command.
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

/// The places of a script's commands in its text, from parenthesis to parenthesis. Scripts do not keep places; the few that a
/// message needs are found again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Places(Vec<Range<usize>>);

impl Places {
    /// Finds the commands. Knows no place at all if the text does not fit the script.
    #[must_use]
    pub fn new(text: &str, script: &Script) -> Places {
        let mut places = Vec::new();
        let fits = |(index, (written, place)): (usize, (&str, Range<usize>))| {
            places.push(place);
            let read = script.commands.get(index).map(|command| command.name(&script.store));
            // Some commands have several names, and others are kept as they are.
            read.is_some_and(|read| {
                read == written || !["assert", "check-sat", "check-sat-assuming"].contains(&read)
            })
        };
        // Nothing is read behind `(exit)`, whatever it looks like.
        let end = script.commands.iter().position(|command| *command == Command::Exit);
        let count = end.map_or(usize::MAX, |end| end + 1);
        let all_fit = commands(text).take(count).enumerate().all(fits);
        Places(if all_fit && places.len() == script.commands.len() { places } else { Vec::new() })
    }

    /// The place of a command, by its number.
    #[must_use]
    pub fn of(&self, command: usize) -> Option<Range<usize>> {
        self.0.get(command).cloned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Mode, parse};

    #[test]
    fn places_are_given_only_if_they_fit() {
        let text = "(declare-const x Int) (assert (= x 1)) (check-sat) (exit) (junk) (junk";
        let script = parse(text, Mode::Standard).script;
        assert_eq!(Places::new(text, &script).of(1), Some(22..38));
        assert_eq!(Places::new("(check-sat)", &script).of(0), None);
        assert_eq!(Places::new(&text.replace("assert", "push"), &script).of(0), None);
    }

    #[test]
    fn only_commands_are_found() {
        let text = "; (exit)\n(assert (= |(reset)| \"(exit)\"\"\")) ) ( reset )(exit) (assert";
        let found: Vec<_> = commands(text).map(|(name, place)| (name, &text[place])).collect();
        let assertion = "(assert (= |(reset)| \"(exit)\"\"\"))";
        assert_eq!(found, [("assert", assertion), ("reset", "( reset )"), ("exit", "(exit)")]);
        assert_eq!(commands("\"").count() + commands("(|").count() + commands("").count(), 0);
    }
}
