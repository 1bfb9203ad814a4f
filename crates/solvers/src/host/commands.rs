//! Where one command ends in a stream of text.

/// Finds the ends of commands in text that comes piece by piece.
#[derive(Clone, Debug, Default)]
pub(super) struct Ends {
    depth: usize,
    within: Within,
}

/// What the text is in the middle of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Within {
    #[default]
    Nothing,
    String,
    Symbol,
    Comment,
}

impl Ends {
    /// Goes on with a piece, up to the end of the first command that is complete; where that is, if one is. To go on, give
    /// the rest of the piece.
    pub(super) fn first_in(&mut self, piece: &[u8]) -> Option<usize> {
        for (at, &byte) in piece.iter().enumerate() {
            self.within = match (self.within, byte) {
                (Within::Nothing, b'"') => Within::String,
                (Within::Nothing, b'|') => Within::Symbol,
                (Within::Nothing, b';') => Within::Comment,
                (Within::Nothing, b'(') => {
                    self.depth += 1;
                    Within::Nothing
                }
                (Within::Nothing, b')') => {
                    self.depth = self.depth.saturating_sub(1);
                    if self.depth == 0 {
                        return Some(at + 1);
                    }
                    Within::Nothing
                }
                // A doubled quotation mark is the end of one string and the start of another.
                (Within::String, b'"') | (Within::Symbol, b'|') | (Within::Comment, b'\n') => Within::Nothing,
                (within, _) => within,
            };
        }
        None
    }
}

/// match: ( reset ), perhaps behind comments
pub(super) fn is_reset(command: &[u8]) -> bool {
    let lines = command.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    let mut rest = lines.filter(|line| !line.is_empty() && !line.starts_with(b";"));
    let first = rest.next().unwrap_or_default();
    let inner = first.strip_prefix(b"(").and_then(|text| text.strip_suffix(b")"));
    rest.next().is_none() && inner.is_some_and(|text| text.trim_ascii() == b"reset")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn resets_are_known() {
        for reset in ["(reset)", " ( reset )\n", "; (x\n(reset)"] {
            assert!(is_reset(reset.as_bytes()), "{reset}");
        }
        for other in ["(reset-assertions)", "(echo \"(reset)\")", "(reset) (exit)", "", "(reset"] {
            assert!(!is_reset(other.as_bytes()), "{other}");
        }
    }

    #[test]
    fn ends_are_found_across_pieces() {
        let mut ends = Ends::default();
        assert_eq!(ends.first_in(b"(a) (b (c"), Some(3));
        assert_eq!(ends.first_in(b" (b (c"), None);
        assert_eq!(ends.first_in(b") "), None);
        assert_eq!(ends.first_in(b")"), Some(1));
        assert_eq!(ends.first_in(b"; ) (\n"), None);
        assert_eq!(ends.first_in(b"(echo \"a)\"\")"), None);
        assert_eq!(ends.first_in(b"\")"), Some(2));
        assert_eq!(ends.first_in(b"(f |)"), None);
        assert_eq!(ends.first_in(b"|)"), Some(2));
        assert_eq!(ends.first_in(b")"), Some(1));
    }
}
