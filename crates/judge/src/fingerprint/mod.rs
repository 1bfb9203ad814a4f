//! Fingerprints: short texts that are equal for verdicts with one cause, as far as can be told.

mod features;
mod text;

pub(crate) use features::function_name;
pub use features::{Features, features};
pub use text::{message, place};

use crate::verdict::Kind;

/// So many operators are named.
const MAX_OPERATORS: usize = 12;

/// The fingerprint of a wrong answer, model or core: the kind, the solver's family, one detail if there is one (the operator of
/// the false part), what is in the case, and the solver's options.
///
/// The smaller the case, the better it tells causes apart: make it again when a case was reduced.
#[must_use]
pub fn of_answer(kind: Kind, family: &str, detail: &str, features: &Features, options: &str) -> String {
    let mut text = format!("{} {family}", kind.name());
    if !detail.is_empty() {
        text.push_str(&format!(": {detail}"));
    }
    if !features.theories.is_empty() {
        text.push_str(&format!(" [{}]", features.theories.join(" ")));
    }
    let named = features.operators.iter().take(MAX_OPERATORS);
    for operator in named {
        text.push_str(&format!(" {operator}"));
    }
    if features.operators.len() > MAX_OPERATORS {
        text.push_str(&format!(" +{}", features.operators.len() - MAX_OPERATORS));
    }
    if !options.is_empty() {
        text.push_str(&format!(" {{{options}}}"));
    }
    text
}

/// The fingerprint of a crash or an error: the kind, the family, and what was said, as [`message`] or [`place`] give it.
#[must_use]
pub fn of_text(kind: Kind, family: &str, said: &str) -> String {
    format!("{} {family}: {said}", kind.name())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_operators_are_counted() {
        let operators = (0..14).map(|number| format!("op{number:02}")).collect();
        let features = Features { theories: vec!["ints"], operators };
        let text = of_answer(Kind::InvalidModel, "z3", "<", &features, "a=b");
        assert!(text.starts_with("invalid-model z3: < [ints] op00 op01"), "{text}");
        assert!(text.ends_with("op11 +2 {a=b}"), "{text}");
    }
}
