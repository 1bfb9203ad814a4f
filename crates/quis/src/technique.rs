//! Techniques as they are written on the command line.

use quis_techniques::{Technique, TechniqueError, technique};

/// The technique that a text stands for: its name, and parameters behind it.
pub(crate) fn read(spec: &str) -> Result<Box<dyn Technique>, TechniqueError> {
    let (name, parameters) = spec.trim().split_once(' ').unwrap_or((spec.trim(), ""));
    technique(name, parameters)
}

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

/// A technique as `quis gen` uses it. Unless the user says otherwise, `storm` makes what regression suites are made of: satisfiable
/// instances with one check; and `synth` comes to an end.
///
/// match: storm with depth=8 and --incremental, result: storm truth=sat incremental=no depth=8 incremental=yes
pub(crate) fn for_suites(spec: &str, parameters: &[String], shorthands: &[String]) -> String {
    let (name, own) = spec.trim().split_once(' ').unwrap_or((spec.trim(), ""));
    let defaults = match name {
        "storm" => "truth=sat incremental=no",
        "synth" => "step=all",
        _ => "",
    };
    let (given, shorthands) = (parameters.join(" "), shorthands.join(" "));
    let words = [name, defaults, own, &given, &shorthands];
    words.iter().flat_map(|words| words.split_whitespace()).collect::<Vec<_>>().join(" ")
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

    #[test]
    fn suites_have_defaults_of_their_own() {
        let depth = ["depth=8".to_owned()];
        assert_eq!(
            for_suites("storm", &depth, &["incremental=yes".to_owned()]),
            "storm truth=sat incremental=no depth=8 incremental=yes"
        );
        assert_eq!(for_suites(" opfuzz rounds=3", &depth, &[]), "opfuzz rounds=3 depth=8");
    }
}
