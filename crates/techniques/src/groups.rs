//! Groups of theories: what a campaign spreads its work over, and what it can be restricted to.

use std::collections::BTreeSet;

use quis_smtlib::measure::Shape;
use quis_smtlib::theories::Theory;
use quis_smtlib::{Binder, Script};

/// The groups of theories that a campaign can be about.
pub const GROUPS: &[&str] = &[
    "core",
    "arithmetic",
    "bitvectors",
    "floats",
    "arrays",
    "strings",
    "regexes",
    "sequences",
    "datatypes",
    "sets",
    "functions",
    "quantifiers",
    "optimisation",
];

/// The groups that a script is about: by its operators, functions, quantifiers and objectives. One that has nothing but connectives is about
/// `core`.
///
/// ```
/// use quis_smtlib::{Mode, parse};
///
/// let text = "(declare-fun f (Int) Int) (assert (forall ((x Int)) (< (f x) 2)))";
/// let script = parse(text, Mode::Standard).into_result().expect("valid");
/// assert_eq!(Vec::from_iter(quis_techniques::groups_of(&script)), ["arithmetic", "functions", "quantifiers"]);
/// ```
#[must_use]
pub fn groups_of(script: &Script) -> BTreeSet<&'static str> {
    let shape = Shape::of(script);
    let mut groups = BTreeSet::new();
    for (function, _) in shape.functions() {
        match script.store.operator(function).map(|op| op.theory()) {
            Some(theory) => groups.extend(group_of(theory)),
            None if !script.store.function(function).params.is_empty() => drop(groups.insert("functions")),
            None => {}
        }
    }
    if [Binder::Forall, Binder::Exists].iter().any(|binder| shape.binders.contains_key(binder)) {
        groups.insert("quantifiers");
    }
    let optimises = |name: &str| matches!(name, "minimize" | "maximize" | "assert-soft");
    if script.commands.iter().any(|command| optimises(command.name(&script.store))) {
        groups.insert("optimisation");
    }
    if groups.is_empty() {
        groups.insert("core");
    }
    groups
}

fn group_of(theory: Theory) -> Option<&'static str> {
    Some(match theory {
        Theory::Arith | Theory::Transcendental => "arithmetic",
        Theory::BitVec => "bitvectors",
        Theory::Float => "floats",
        Theory::Array => "arrays",
        Theory::String => "strings",
        Theory::Regex => "regexes",
        Theory::Sequence => "sequences",
        Theory::Datatype | Theory::Tuple => "datatypes",
        Theory::Set | Theory::Bag => "sets",
        Theory::Core | Theory::Field | Theory::Function | Theory::Solver | Theory::Sep | Theory::Heap => {
            return None;
        }
    })
}

#[cfg(test)]
mod tests {
    use quis_smtlib::{Mode, parse};

    use super::*;
    use crate::registry::techniques;

    #[test]
    fn what_a_script_is_about() {
        let groups = |text: &str| -> Vec<&str> {
            groups_of(&parse(text, Mode::Standard).into_result().unwrap()).into_iter().collect()
        };
        assert_eq!(groups("(declare-const p Bool)(assert (and p (not p)))(check-sat)"), ["core"]);
        assert_eq!(groups("(declare-const s String)(assert (str.in_re s re.all))"), ["regexes"]);
        assert_eq!(
            groups("(declare-const x Int)(assert (< x 1))(minimize x)"),
            ["arithmetic", "optimisation"]
        );
    }

    #[test]
    fn ways_are_about_groups() {
        for way in techniques().iter().flat_map(|entry| entry.in_campaigns) {
            assert!(way.group.is_none_or(|group| GROUPS.contains(&group)), "{way:?}");
        }
    }
}
