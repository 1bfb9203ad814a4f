//! Techniques as they are written on the command line.

/// A technique as it is used: with a reference solver at hand, `storm` asks it for all that helps, unless the user says what to ask.
///
/// match: storm depth=8, result: storm depth=8 ask=all
pub(crate) fn with_reference(spec: &str, has_reference: bool) -> String {
    let mut words = spec.split_whitespace();
    let is_storm = words.next() == Some("storm");
    if has_reference && is_storm && !words.any(|word| word.starts_with("ask=")) {
        format!("{} ask=all", spec.trim())
    } else {
        spec.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn storm_asks_a_reference_for_all() {
        assert_eq!(with_reference("storm depth=8", true), "storm depth=8 ask=all");
        for (spec, has_reference) in [("storm ask=models", true), ("storm", false), ("opfuzz", true)] {
            assert_eq!(with_reference(spec, has_reference), spec);
        }
    }
}
