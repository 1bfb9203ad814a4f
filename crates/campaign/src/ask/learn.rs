//! What the messages of a solver say that it lacks.
//!
//! Profiles say what a solver lacks today. An older release lacks more, and a case with an operator that it does not know costs a run and
//! tests nothing. So a crew that is kept running skips further cases with such an operator.

use quis_smtlib::theories::registry;

/// What stands before a name that is not known.
const BEFORE: &[&str] = &["unknown constant ", "unknown function/constant ", "unknown function ", "Symbol '"];

/// The operator that a release does not know, by its message about a case. Under a narrow logic it may know it and not allow it, which
/// says nothing.
///
/// match: unknown constant str.power (String Int), result: str.power
pub(super) fn unknown_operator<'a>(error: &'a str, case: &str) -> Option<&'a str> {
    if case.contains("(set-logic") && !case.contains("(set-logic ALL)") {
        return None;
    }
    let (_, rest) = BEFORE.iter().find_map(|before| error.split_once(before))?;
    let name = rest.split([' ', '\'', '(', ')', '\n', '"']).next()?;
    // What every solver has is missing for another reason.
    let is_basic = |op: quis_smtlib::theories::Op| matches!(op, quis_smtlib::theories::Op::Core(_));
    let mut named = registry().named(name).peekable();
    (named.peek().is_some() && !named.any(is_basic)).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operators_that_a_release_does_not_know() {
        let z3 = "line 3 column 14: unknown constant str.power (String Int) ";
        let cvc = "Parse Error: f.smt2:4.20: Symbol 'bvnego' not declared as a variable";
        assert_eq!(unknown_operator(z3, "(assert true)"), Some("str.power"));
        assert_eq!(unknown_operator(cvc, "(set-logic ALL)\n(assert true)"), Some("bvnego"));
        for (error, case) in [
            (z3, "(set-logic QF_LIA)"),
            ("unknown constant x", "(assert x)"),
            ("unknown constant and (Int)", "(assert (and 1))"),
            ("invalid function application", "(assert true)"),
        ] {
            assert_eq!(unknown_operator(error, case), None, "{error}");
        }
    }
}
