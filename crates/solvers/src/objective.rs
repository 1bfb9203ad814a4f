//! The objectives of a text: whoever is asked for their best values is asked for the value of the first under its model, too.

use std::ops::Range;

use quis_smtlib::commands;

/// Whether a text has objectives or soft assertions.
#[must_use]
pub fn has_objectives(text: &str) -> bool {
    ["(assert-soft", "(minimize", "(maximize"].iter().any(|word| text.contains(word))
}

/// The first objective in scope at each of these checks, as it is written.
///
/// match: (minimize (+ x y)) (check-sat), result: (+ x y)
pub(crate) fn first_objectives<'a>(text: &'a str, checks: &[Range<usize>]) -> Vec<Option<&'a str>> {
    let mut found = vec![None; checks.len()];
    if !text.contains("(minimize") && !text.contains("(maximize") {
        return found;
    }
    let mut stated: Vec<&str> = Vec::new();
    let mut levels: Vec<usize> = Vec::new();
    for (name, place) in commands(text) {
        let form = text.get(place.clone()).unwrap_or_default();
        let inside = form.strip_prefix('(').and_then(|form| form.strip_suffix(')')).unwrap_or_default();
        let argument = inside.trim_start().strip_prefix(name).unwrap_or_default().trim();
        let count = || argument.parse().unwrap_or(1_usize).min(1 << 16);
        match name {
            "minimize" | "maximize" => stated.push(argument),
            "push" => levels.extend(std::iter::repeat_n(stated.len(), count())),
            "pop" => {
                for _ in 0..count() {
                    let Some(length) = levels.pop() else { break };
                    stated.truncate(length);
                }
            }
            "reset" | "reset-assertions" => {
                stated.clear();
                levels.clear();
            }
            _ => {
                if let Some(check) = checks.iter().position(|check| *check == place) {
                    found[check] = stated.first().copied();
                }
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objectives_are_those_in_scope() {
        let text = "(check-sat)(push 1)(minimize\n (+ x y))(maximize z)(check-sat)(pop 1)(maximize |a b|)(check-sat)(reset)(check-sat)";
        let checks: Vec<Range<usize>> =
            commands(text).filter(|(name, _)| *name == "check-sat").map(|(_, place)| place).collect();
        assert_eq!(first_objectives(text, &checks), [None, Some("(+ x y)"), Some("|a b|"), None]);
        let assumed = "(minimize x)(check-sat-using smt)";
        let one =
            |text: &'static str, check: Range<usize>| first_objectives(text, std::slice::from_ref(&check))[0];
        assert_eq!(one(assumed, 12..33), Some("x"));
        assert_eq!((one("(minimize", 0..3), one("(minimize", 5..99)), (None, None));
        assert_eq!(one("(pop 9)(push x)(pop 1)(maximize 1)(c)", 34..37), Some("1"));
    }

    #[test]
    fn soft_assertions_have_values_too() {
        assert!(has_objectives("(assert-soft p)") && has_objectives("(maximize x)"));
        assert!(!has_objectives("(assert (> x maximize))"));
    }
}
