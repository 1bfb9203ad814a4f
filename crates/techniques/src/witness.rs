//! Does a model satisfy a check of a case? The judge and the reducer ask it of many models, so each gets a small effort.

use quis_semantics::Effort;

use crate::case::{CheckPoint, TestCase, Truth};
use crate::read::{CaseTerms, ModelWorth};

/// The effort that one model is worth: some hundredths of a second at worst, as long as a solver takes for a small case. Quantifiers
/// over many values stay open.
pub const MODEL_EFFORT: Effort = Effort { each: 1 << 17, all: 1 << 19, search: 1 << 19 };

/// Whether a model satisfies all that is asserted at a check of a case; nothing if that is open, or the text cannot be read.
///
/// ```
/// use quis_smtlib::{Mode, parse};
/// use quis_techniques::{TestCase, is_model};
///
/// let script = parse("(declare-const x Int) (assert (> x 2)) (check-sat)", Mode::Standard).into_result();
/// let case = TestCase::of_script(&script.expect("a valid script")).expect("a small one");
/// assert_eq!(is_model(&case, 0, "((define-fun x () Int 3))"), Some(true));
/// assert_eq!(is_model(&case, 0, "((define-fun x () Int 2))"), Some(false));
/// ```
#[must_use]
pub fn is_model(case: &TestCase, check: usize, model: &str) -> Option<bool> {
    holds(&mut CaseTerms::of_text(&case.text, case.checks.len())?, check, model)
}

/// Whether the witness of each check of a case satisfies what is asserted there; nothing if that is open, or no witness is known.
///
/// Unlike [`confirm`](crate::confirm), it says so check by check, within [`MODEL_EFFORT`], and pays no attention to optima.
#[must_use]
pub fn witnesses(case: &TestCase) -> Vec<Option<bool>> {
    let mut terms = None;
    let of_check = |(at, check): (usize, &CheckPoint)| {
        let Truth::Sat { witness: Some(witness) } = &check.truth else { return None };
        let read = || CaseTerms::of_text(&case.text, case.checks.len());
        holds(terms.get_or_insert_with(read).as_mut()?, at, witness)
    };
    case.checks.iter().enumerate().map(of_check).collect()
}

fn holds(terms: &mut CaseTerms, check: usize, model: &str) -> Option<bool> {
    let answer = terms.read_model(check, model)?;
    match terms.worth(check, &answer, MODEL_EFFORT)? {
        ModelWorth::Valid { .. } => Some(true),
        ModelWorth::Invalid { .. } => Some(false),
        ModelWorth::Open(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn case(text: &str, witnesses: &[Option<&str>]) -> TestCase {
        let truth = |witness: &Option<&str>| match witness {
            Some(witness) => Truth::Sat { witness: Some((*witness).into()) },
            None => Truth::Open,
        };
        TestCase::of_text(text, &witnesses.iter().map(truth).collect::<Vec<_>>())
    }

    #[test]
    fn each_check_has_its_own_assertions() {
        let text = "(declare-const x Int)(assert (> x 2))(check-sat)(check-sat)(assert (> x 3))(check-sat)";
        let three = "((define-fun x () Int 3))";
        assert_eq!(
            witnesses(&case(text, &[Some(three), None, Some(three)])),
            [Some(true), None, Some(false)]
        );
        assert_eq!(is_model(&case(text, &[]), 3, three), None, "there is no such check");
        assert_eq!(witnesses(&case("(assert x)(check-sat)", &[Some("()")])), [None], "nobody can read that");
    }

    #[test]
    fn what_proves_nothing_is_open() {
        let text =
            "(define-fun-rec f ((x Int)) Int (+ (f x) 1))(declare-const x Int)(assert (> x 2))(check-sat)";
        assert_eq!(witnesses(&case(text, &[Some("((define-fun x () Int 3))")])), [None]);
        let text = "(declare-const x Int)(declare-const y Int)(assert (> x 2))(check-sat)";
        let unread = "((define-fun x () Int 2) (define-fun y () Int oops))";
        assert_eq!(is_model(&case(text, &[]), 0, unread), None);
        assert_eq!(is_model(&case(text, &[]), 0, "((define-fun x () Int 2))"), Some(false));
    }
}
