//! What a message of a solver means: a known limitation, a crash, or something else.

use std::fmt;
use std::sync::{Arc, OnceLock};

use quis_observations::Complaint;
use regex::bytes::{Regex, RegexBuilder, RegexSet, RegexSetBuilder};

/// Patterns that tell messages apart. They are compiled when first used, once for all copies.
#[derive(Clone, Default)]
pub struct Patterns {
    limitation: Vec<String>,
    crash: Vec<String>,
    compiled: Arc<OnceLock<Compiled>>,
}

struct Compiled {
    limitation: RegexSet,
    crash: RegexSet,
}

impl PartialEq for Patterns {
    fn eq(&self, other: &Self) -> bool {
        (&self.limitation, &self.crash) == (&other.limitation, &other.crash)
    }
}

impl Eq for Patterns {}

impl fmt::Debug for Patterns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Patterns").field("limitation", &self.limitation).field("crash", &self.crash).finish()
    }
}

impl Patterns {
    /// Patterns for limitations, and for crashes. One that is no regular expression matches nothing; whoever reads
    /// patterns from a file checks them there, where there is a place to point at.
    #[must_use]
    pub fn new(limitation: Vec<String>, crash: Vec<String>) -> Self {
        Patterns { limitation, crash, compiled: Arc::default() }
    }

    /// What a text means. Each line is taken by itself: a line that tells of a limitation is no crash, but a crash in
    /// another line is one.
    #[must_use]
    pub fn classify(&self, text: &str) -> Complaint {
        let compiled = self
            .compiled
            .get_or_init(|| Compiled { limitation: compile(&self.limitation), crash: compile(&self.crash) });
        let of_line = |line: &str| {
            if compiled.limitation.is_match(line.as_bytes()) {
                Complaint::Limitation
            } else if compiled.crash.is_match(line.as_bytes()) {
                Complaint::Crash
            } else {
                Complaint::Other
            }
        };
        text.lines().map(of_line).max().unwrap_or(Complaint::Other)
    }
}

/// A pattern over bytes: solvers print what they like, and their own words are ASCII.
pub(crate) fn pattern(text: &str) -> Result<Regex, regex::Error> {
    RegexBuilder::new(text).unicode(false).build()
}

fn compile(patterns: &[String]) -> RegexSet {
    let good = patterns.iter().filter(|text| pattern(text).is_ok());
    let all = RegexSetBuilder::new(patterns).unicode(false).build();
    all.or_else(|_| RegexSetBuilder::new(good).unicode(false).build()).unwrap_or_else(|_| RegexSet::empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crashes_are_not_hidden_by_limitations() {
        let patterns = Patterns::new(vec!["not supported".into()], vec!["(?i)fatal".into(), "(".into()]);
        assert_eq!(patterns.classify("x\n(error \"not supported\")"), Complaint::Limitation);
        assert_eq!(patterns.classify("not supported\nFatal failure"), Complaint::Crash);
        assert_eq!(patterns.classify("Fatal: not supported"), Complaint::Limitation);
        assert_eq!(patterns.classify("sat"), Complaint::Other);
        assert_eq!(patterns.classify(""), Complaint::Other);
        assert_eq!(patterns.clone(), patterns);
    }
}
