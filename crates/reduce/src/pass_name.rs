//! Passes as users name them.

use std::fmt;
use std::str::FromStr;

use crate::passes;

/// The name of a pass.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PassName(&'static str);

impl PassName {
    /// The name, as [`passes`] lists it.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.0
    }
}

impl FromStr for PassName {
    type Err = UnknownPass;

    fn from_str(text: &str) -> Result<PassName, UnknownPass> {
        let known = passes().map(|(name, _)| name).find(|name| *name == text);
        known.map(PassName).ok_or_else(|| UnknownPass(text.to_owned()))
    }
}

/// No pass has this name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownPass(String);

impl fmt::Display for UnknownPass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known: Vec<&str> = passes().map(|(name, _)| name).collect();
        write!(f, "`{}` is no pass: expected one of {}", self.0, known.join(", "))
    }
}

impl std::error::Error for UnknownPass {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_the_table() {
        for (name, _) in passes() {
            assert_eq!(name.parse().map(PassName::name), Ok(name));
        }
        let error = "childen".parse::<PassName>().unwrap_err().to_string();
        assert!(error.starts_with("`childen` is no pass: expected one of remaining, "), "{error}");
    }
}
