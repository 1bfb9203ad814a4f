//! A case without the assertions that its verdict does not need.
//!
//! Coarse, and quick: findings are told apart by what is in their cases, and most of what is in a mutant has nothing to do
//! with the bug. Whole commands are left out, nothing else is changed.

use quis_smtlib::walk::{TermSet, post_order};
use quis_smtlib::{Command, Function, Mode, Script, TermKind, parse};
use quis_techniques::{TestCase, Truth};

/// The smallest case that was found to fail within a number of attempts; `None` if it is the case itself.
pub(crate) fn shrink(
    case: &TestCase,
    attempts: usize,
    fails: &mut dyn FnMut(&TestCase) -> bool,
) -> Option<TestCase> {
    // Fewer assertions keep a witness, but not a refutation.
    if case.checks.iter().any(|check| matches!(check.truth, Truth::Unsat { .. })) {
        return None;
    }
    let script = parse(&case.text, Mode::Standard).into_result().ok()?;
    let mut shrinking = Shrinking { script, best: None, attempts, fails, truths: truths(case)? };
    shrinking.drop_assertions();
    shrinking.drop_declarations();
    shrinking.best
}

/// What is known of all checks, if it is the same of all.
fn truths(case: &TestCase) -> Option<Truth> {
    let first = case.checks.first()?.truth.clone();
    case.checks.iter().all(|check| check.truth == first).then_some(first)
}

struct Shrinking<'a> {
    script: Script,
    best: Option<TestCase>,
    attempts: usize,
    fails: &'a mut dyn FnMut(&TestCase) -> bool,
    truths: Truth,
}

impl Shrinking<'_> {
    /// Halves first, then ever smaller parts, from the end.
    fn drop_assertions(&mut self) {
        let mut size = self.droppable().len() / 2;
        while size > 0 && self.attempts > 0 {
            let mut end = self.droppable().len();
            while end > 0 && self.attempts > 0 {
                let start = end.saturating_sub(size);
                // The last check that is left stays, so the list may have lost more than what was left out.
                let places = self.droppable();
                let places = places.get(start..end.min(places.len())).unwrap_or_default().to_vec();
                self.try_without(&places);
                end = start;
            }
            size /= 2;
        }
        let places = self.droppable();
        if places.len() == 1 {
            self.try_without(&places);
        }
    }

    /// The places of assertions; and of checks, if there are others.
    fn droppable(&self) -> Vec<usize> {
        let checks = self.script.commands.iter().filter(|command| is_check(command)).count();
        let fits =
            |command: &Command| matches!(command, Command::Assert(_)) || (checks > 1 && is_check(command));
        let commands = self.script.commands.iter().enumerate();
        commands.filter(|(_, command)| fits(command)).map(|(at, _)| at).collect()
    }

    /// Leaves commands out, for good if the case still fails.
    fn try_without(&mut self, places: &[usize]) {
        if places.is_empty() || self.attempts == 0 {
            return;
        }
        self.attempts -= 1;
        let mut at = 0;
        let all = self.script.commands.clone();
        self.script.commands.retain(|_| {
            at += 1;
            !places.contains(&(at - 1))
        });
        if let Ok(mut case) = TestCase::of_script(&self.script)
            && !case.checks.is_empty()
        {
            case.checks.iter_mut().for_each(|check| check.truth = self.truths.clone());
            if (self.fails)(&case) {
                self.best = Some(case);
                return;
            }
        }
        self.script.commands = all;
    }

    /// Leaves out what nothing refers to any more.
    fn drop_declarations(&mut self) {
        let used = used_functions(&self.script);
        let commands = self.script.commands.iter().enumerate();
        let unused = commands.filter(|(_, command)| match command {
            Command::DeclareFun(function) | Command::DeclareConst(function) => !used.contains(function),
            Command::DefineFun(function) | Command::DefineConst(function) => !used.contains(function),
            _ => false,
        });
        let places: Vec<usize> = unused.map(|(at, _)| at).collect();
        self.try_without(&places);
    }
}

fn is_check(command: &Command) -> bool {
    matches!(command, Command::CheckSat | Command::CheckSatAssuming(_))
}

/// The functions that stand in the script's terms; those of definitions too, used or not.
fn used_functions(script: &Script) -> Vec<Function> {
    let mut used = Vec::new();
    let mut seen = TermSet::for_store(&script.store);
    post_order(&script.store, &script.roots(), &mut seen, |term| {
        if let TermKind::Apply(function, _) = script.store.kind(term) {
            used.push(function);
        }
    });
    used.sort_unstable();
    used.dedup();
    used
}

#[cfg(test)]
mod tests {
    use super::*;

    fn case(text: &str) -> TestCase {
        let script = parse(text, Mode::Standard).into_result().unwrap();
        TestCase::of_script(&script).unwrap()
    }

    #[test]
    fn what_is_not_needed_goes() {
        let case = case(
            "(declare-const x Int) (declare-const y Int) (assert (> x 0)) (assert (> y 0)) (assert (< y 9))
             (check-sat) (assert (= x 3)) (check-sat)",
        );
        let mut tried = 0;
        let shrunk = shrink(&case, 50, &mut |case| {
            tried += 1;
            case.text.contains("(> y 0)")
        });
        let shrunk = shrunk.unwrap();
        assert_eq!(shrunk.text, "(declare-const y Int)\n(assert (> y 0))\n(check-sat)\n");
        assert_eq!(&shrunk.text[shrunk.checks[0].place.clone()], "(check-sat)");
        assert!(tried <= 20, "{tried}");
    }

    #[test]
    fn attempts_are_limited_and_nothing_may_come_of_them() {
        let case = case("(assert true) (assert (not false)) (check-sat)");
        assert_eq!(shrink(&case, 10, &mut |_| false), None);
        assert_eq!(shrink(&case, 0, &mut |_| true), None);
    }
}
