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
    /// Goes on with a piece; where the last command that is complete ends in it, if one does.
    pub(super) fn last_in(&mut self, piece: &[u8]) -> Option<usize> {
        let mut last = None;
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
                        last = Some(at + 1);
                    }
                    Within::Nothing
                }
                // A doubled quotation mark is the end of one string and the start of another.
                (Within::String, b'"') | (Within::Symbol, b'|') | (Within::Comment, b'\n') => Within::Nothing,
                (within, _) => within,
            };
        }
        last
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_are_found_across_pieces() {
        let mut ends = Ends::default();
        assert_eq!(ends.last_in(b"(a) (b (c"), Some(3));
        assert_eq!(ends.last_in(b") "), None);
        assert_eq!(ends.last_in(b")"), Some(1));
        assert_eq!(ends.last_in(b"; ) (\n"), None);
        assert_eq!(ends.last_in(b"(echo \"a)\"\")"), None);
        assert_eq!(ends.last_in(b"\")"), Some(2));
        assert_eq!(ends.last_in(b"(f |)"), None);
        assert_eq!(ends.last_in(b"|)"), Some(2));
        assert_eq!(ends.last_in(b")"), Some(1));
    }
}
