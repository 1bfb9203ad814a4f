//! Tactics: how a check is made, in the language of the solvers that have one for it.

use std::borrow::Cow;

use quis_solvers::{Solver, has_objectives};
use quis_techniques::TestCase;

/// The tactic by which a solver is asked about a case: its own, as a variant, or that of the case. None if it knows no tactics, or if
/// the case has scopes, several checks or assumptions. Where the scope is to make no difference, the one that sees to that.
pub(crate) fn tactic_for<'a>(solver: &'a Solver, case: &'a TestCase) -> Option<&'a str> {
    let is_plain = !case.incremental && case.checks.len() == 1;
    let knows_some = !solver.profile.tactics.is_empty();
    if case.whole && solver.tactic.is_none() && !has_objectives(&case.text) {
        return solver.profile.whole.as_deref();
    }
    let tactic = solver.tactic.as_deref().or(case.tactic.as_deref());
    tactic.filter(|_| is_plain && knows_some)
}

/// A case whose check is made by a tactic.
///
/// match: (check-sat), result: (check-sat-using (then simplify smt))
pub(crate) fn with_tactic<'a>(case: &'a TestCase, tactic: Option<&str>) -> Cow<'a, TestCase> {
    let (Some(tactic), [check]) = (tactic, &*case.checks) else { return Cow::Borrowed(case) };
    let (Some(before), Some("(check-sat)"), Some(after)) = (
        case.text.get(..check.place.start),
        case.text.get(check.place.clone()),
        case.text.get(check.place.end..),
    ) else {
        return Cow::Borrowed(case);
    };
    let command = format!("(check-sat-using {tactic})");
    let mut using = case.clone();
    using.text = format!("{before}{command}{after}");
    using.checks[0].place = check.place.start..check.place.start + command.len();
    Cow::Owned(using)
}

#[cfg(test)]
mod tests {
    use quis_solvers::SearchPath;

    use super::*;

    fn solver(tactics: &[&str], tactic: Option<&str>) -> Solver {
        let mut solver = Solver::from_spec("sh", &SearchPath::from_environment()).unwrap();
        solver.profile.tactics = tactics.iter().map(|&tactic| tactic.to_owned()).collect();
        solver.tactic = tactic.map(str::to_owned);
        solver
    }

    #[test]
    fn only_who_knows_tactics_is_asked_with_one_and_only_at_plain_checks() {
        let mut case = TestCase::of_text("(assert true)\n(check-sat)\n", &[]);
        assert_eq!(tactic_for(&solver(&["smt"], Some("smt")), &case), Some("smt"));
        assert_eq!(tactic_for(&solver(&["smt"], None), &case), None);
        case.tactic = Some("qflia".into());
        assert_eq!(tactic_for(&solver(&["smt"], None), &case), Some("qflia"));
        assert_eq!(tactic_for(&solver(&[], None), &case), None);
        let several = TestCase::of_text("(check-sat)(check-sat)", &[]);
        assert_eq!(tactic_for(&solver(&["smt"], Some("smt")), &several), None);
        let mut whole = TestCase::of_text("(push 1)(check-sat)(pop 1)", &[]);
        whole.whole = true;
        assert_eq!(tactic_for(&solver(&["smt"], None), &whole), None);
        let mut z3 = solver(&["smt"], None);
        z3.profile.whole = Some("default".to_owned());
        assert_eq!(tactic_for(&z3, &whole), Some("default"));
        assert!(with_tactic(&whole, Some("default")).text.contains("(check-sat-using default)"));
        // A tactic finds no best value.
        whole.text = whole.text.replace("(check-sat)", "(minimize 1)(check-sat)");
        assert_eq!(tactic_for(&z3, &whole), None);
    }

    #[test]
    fn the_check_is_written_with_the_tactic() {
        let case = TestCase::of_text("(assert true)\n(check-sat)\n(pop)", &[]);
        let using = with_tactic(&case, Some("smt"));
        assert_eq!(using.text, "(assert true)\n(check-sat-using smt)\n(pop)");
        assert_eq!(&using.text[using.checks[0].place.clone()], "(check-sat-using smt)");
        assert_eq!(with_tactic(&case, None).text, case.text);
        let assuming = TestCase::of_text("(check-sat-assuming (true))", &[]);
        assert_eq!(with_tactic(&assuming, Some("smt")).text, assuming.text);
    }
}
