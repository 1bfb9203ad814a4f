//! What is known of a case.

use quis_techniques::{Optimum, TestCase, Truth};

/// What is known of the checks of a case, if anything is.
pub(crate) fn truths(case: &TestCase) -> Vec<Truth> {
    let truths: Vec<Truth> = case.checks.iter().map(|check| check.truth.clone()).collect();
    if truths.iter().all(|truth| *truth == Truth::Open) { Vec::new() } else { truths }
}

/// The optima of the checks of a case, if some are known.
pub(crate) fn optima(case: &TestCase) -> Vec<Vec<Optimum>> {
    let optima: Vec<Vec<Optimum>> = case.checks.iter().map(|check| check.optimum.clone()).collect();
    if optima.iter().all(Vec::is_empty) { Vec::new() } else { optima }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_gives_the_case_that_it_was() {
        let text = "(set-option :smt.x 1)\n(push 1)\n(check-sat) ; (check-sat)\n(check-sat-assuming (true))\n(exit)(check-sat)";
        let case = TestCase::of_text(text, &[Truth::Unsat { core: None }]);
        let places: Vec<&str> = case.checks.iter().map(|check| &text[check.place.clone()]).collect();
        assert_eq!(places, ["(check-sat)", "(check-sat-assuming (true))"]);
        assert_eq!((&*case.text, case.incremental), (text, true));
        assert_eq!(truths(&case), [Truth::Unsat { core: None }, Truth::Open]);
        let plain = TestCase::of_text("(check-sat)", &[]);
        assert!(!plain.incremental && truths(&plain).is_empty());
    }
}
