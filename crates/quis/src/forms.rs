//! Where the commands of a script stand in its text.
//!
//! Scripts do not keep places; the few that a message needs are found again by matching parentheses.

use std::ops::Range;

use quis_smtlib::Script;

/// The places of the commands, from parenthesis to parenthesis, up to `(exit)`. Only for text that was accepted.
pub(crate) fn places(source: &str) -> Vec<Range<usize>> {
    let bytes = source.as_bytes();
    let mut places = Vec::new();
    let (mut at, mut depth, mut start) = (0, 0_usize, 0);
    while let Some(&byte) = bytes.get(at) {
        let behind = |end: Option<usize>| end.map_or(bytes.len(), |end| at + 1 + end + 1);
        let find = |wanted: u8| bytes[at + 1..].iter().position(|&byte| byte == wanted);
        at = match byte {
            b';' => behind(find(b'\n')),
            // A quotation mark in a string is written twice: as if a second string followed.
            b'"' | b'|' => behind(find(byte)),
            b'(' => {
                if depth == 0 {
                    start = at;
                }
                depth += 1;
                at + 1
            }
            b')' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    places.push(start..at + 1);
                    if word(source, start) == "exit" {
                        break;
                    }
                }
                at + 1
            }
            _ => at + 1,
        };
    }
    places
}

/// The word that begins the command at an offset.
pub(crate) fn word(source: &str, start: usize) -> &str {
    let text = source.get(start + 1..).unwrap_or_default().trim_start();
    text.split(|c: char| c.is_whitespace() || "();\"|".contains(c)).next().unwrap_or(text)
}

/// The places of a script's commands, if they can be told.
pub(crate) struct Places {
    places: Vec<Range<usize>>,
}

impl Places {
    pub(crate) fn new(source: &str, script: &Script) -> Self {
        let mut places = places(source);
        let fits = |(place, command): (&Range<usize>, &quis_smtlib::Command)| {
            let read = command.name(&script.store);
            // Some commands have several names, and others are kept as they are.
            let written = word(source, place.start);
            read == written || !["assert", "check-sat", "check-sat-assuming"].contains(&read)
        };
        if places.len() != script.commands.len() || !places.iter().zip(&script.commands).all(fits) {
            places.clear();
        }
        Places { places }
    }

    /// The place of a command.
    pub(crate) fn of(&self, command: usize) -> Option<Range<usize>> {
        self.places.get(command).cloned()
    }
}

#[cfg(test)]
mod tests {
    use quis_smtlib::{Mode, parse};

    use super::*;

    #[test]
    fn commands_are_found() {
        let source = "; (no)\n(echo \"a)\"\"(\") (assert\n (= |x)| 1))\n( check-sat )(exit)(assert false)";
        let found: Vec<&str> = places(source).into_iter().map(|place| &source[place]).collect();
        assert_eq!(found, ["(echo \"a)\"\"(\")", "(assert\n (= |x)| 1))", "( check-sat )", "(exit)"]);
        assert_eq!(word(source, places(source)[2].start), "check-sat");
    }

    #[test]
    fn places_are_given_only_if_they_fit() {
        let source = "(declare-const x Int) (assert (= x 1)) (check-sat) (exit) (junk";
        let script = parse(source, Mode::Standard).script;
        assert_eq!(Places::new(source, &script).of(1), Some(22..38));
        assert_eq!(Places::new("(check-sat)", &script).of(0), None);
    }
}
