//! A case without what its verdict does not need.
//!
//! Coarse, and quick: findings are told apart by what is in their cases, and most of what is in a case has nothing to do
//! with the bug. Whole commands are left out; where a witness keeps the truth, assertions are made simpler, too.

mod formulas;

use std::sync::Arc;

use quis_judge::{name_of, witnesses};
use quis_smtlib::walk::{TermSet, post_order};
use quis_smtlib::{Command, Function, Mode, PrintOptions, Script, Term, TermKind, parse, print_script};
use quis_techniques::{TestCase, Truth};

use crate::case_text::case_of_text;
use crate::witness::without;

/// The smallest case that was found to fail within a number of attempts; `None` if it is the case itself. Of its checks as much is
/// known as of those of the case: the assertions of cores stay, and witnesses are evaluated again.
pub(crate) fn shrink(
    case: &TestCase,
    attempts: usize,
    fails: &mut dyn FnMut(&TestCase) -> bool,
) -> Option<TestCase> {
    let script = parse(&case.text, Mode::Standard).into_result().ok()?;
    let is_valid = witnesses(case).into_iter().map(|holds| holds == Some(true));
    let known = case.checks.iter().map(|check| check.truth.clone()).zip(is_valid).collect();
    let tactic = case.tactic.clone();
    let mut shrinking = Shrinking { script, known, tactic, best: None, attempts, fails };
    shrinking.drop_assertions();
    shrinking.attempts += attempts;
    shrinking.simplify_assertions();
    shrinking.drop_declarations();
    shrinking.best
}

struct Shrinking<'a> {
    script: Script,
    /// What is known of each check, and whether its witness holds by evaluation.
    known: Vec<(Truth, bool)>,
    tactic: Option<Arc<str>>,
    best: Option<TestCase>,
    attempts: usize,
    fails: &'a mut dyn FnMut(&TestCase) -> bool,
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
                self.try_without(&places, &[]);
                end = start;
            }
            size /= 2;
        }
        let places = self.droppable();
        if places.len() == 1 {
            self.try_without(&places, &[]);
        }
    }

    /// The places of assertions that no refutation needs; and of checks, if there are others.
    fn droppable(&self) -> Vec<usize> {
        let several = self.known.len() > 1;
        let fits = |command: &Command| match command {
            Command::Assert(term) => !self.is_needed(*term),
            _ => several && is_check(command),
        };
        let commands = self.script.commands.iter().enumerate();
        commands.filter(|(_, command)| fits(command)).map(|(at, _)| at).collect()
    }

    /// Fewer assertions keep a witness, but not a refutation: that needs all of its core, or, if none is known, everything.
    fn is_needed(&self, assertion: Term) -> bool {
        self.known.iter().any(|(truth, _)| match truth {
            Truth::Unsat { core: None } => true,
            Truth::Unsat { core: Some(core) } => {
                name_of(&self.script.store, assertion).is_some_and(|name| core.iter().any(|own| own == name))
            }
            Truth::Sat { .. } | Truth::Open => false,
        })
    }

    /// Leaves commands out, for good if the case still fails; and what witnesses say of these symbols.
    fn try_without(&mut self, places: &[usize], symbols: &[String]) {
        if places.is_empty() {
            return;
        }
        let (mut kept, mut known) = (Vec::new(), Vec::new());
        let mut all_known = self.known.iter();
        for (at, command) in self.script.commands.iter().enumerate() {
            let own = if is_check(command) { all_known.next() } else { None };
            if !places.contains(&at) {
                kept.push(command.clone());
                known.extend(own.cloned());
            }
        }
        self.attempt(kept, known, symbols);
    }

    /// Other commands, for good if their truth is kept and the case still fails; whether that is so.
    fn attempt(&mut self, commands: Vec<Command>, known: Vec<(Truth, bool)>, symbols: &[String]) -> bool {
        if self.attempts == 0 {
            return false;
        }
        let all = std::mem::replace(&mut self.script.commands, commands);
        let candidate = self.candidate(&known, symbols).filter(|case| holds(case, &known));
        self.attempts -= usize::from(candidate.is_some());
        match candidate {
            Some(case) if (self.fails)(&case) => {
                let truths = case.checks.iter().map(|check| check.truth.clone());
                self.known = truths.zip(known.into_iter().map(|(_, is_valid)| is_valid)).collect();
                self.best = Some(case);
                true
            }
            _ => {
                self.script.commands = all;
                false
            }
        }
    }

    /// The commands that are left as a case.
    fn candidate(&self, known: &[(Truth, bool)], symbols: &[String]) -> Option<TestCase> {
        if known.is_empty() {
            return None;
        }
        let text = print_script(&self.script, PrintOptions::shared()).ok()?;
        let truths: Vec<Truth> = known.iter().map(|(truth, _)| without(truth, symbols)).collect();
        let mut case = case_of_text(&text, &truths);
        case.tactic.clone_from(&self.tactic);
        Some(case)
    }

    /// Leaves out what nothing refers to any more.
    fn drop_declarations(&mut self) {
        let used = used_functions(&self.script);
        let (mut places, mut symbols) = (Vec::new(), Vec::new());
        for (at, command) in self.script.commands.iter().enumerate() {
            let (Command::DeclareFun(function)
            | Command::DeclareConst(function)
            | Command::DefineFun(function)
            | Command::DefineConst(function)) = command
            else {
                continue;
            };
            if used.binary_search(function).is_err() {
                places.push(at);
                symbols.push(self.script.store.text(self.script.store.function(*function).name).to_owned());
            }
        }
        self.try_without(&places, &symbols);
    }
}

/// Whether every witness that held still does.
fn holds(case: &TestCase, known: &[(Truth, bool)]) -> bool {
    let held = known.iter().map(|(_, is_valid)| *is_valid);
    witnesses(case).into_iter().zip(held).all(|(now, before)| now == Some(true) || (!before && now.is_none()))
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

    fn known(text: &str, truths: &[Truth]) -> TestCase {
        let text = case(text).text;
        case_of_text(&text, truths)
    }

    #[test]
    fn a_refutation_keeps_its_core() {
        let text =
            "(declare-const p Bool) (assert (! p :named a)) (assert (! (or p p) :named b)) (assert true)
             (assert (! (not p) :named |c d|)) (check-sat)";
        let core = Truth::Unsat { core: Some(vec!["a".to_owned(), "c d".to_owned()]) };
        let shrunk = shrink(&known(text, std::slice::from_ref(&core)), 50, &mut |_| true).unwrap();
        let expected = "(declare-const p Bool)\n(assert (! p :named a))\n(assert (! (not p) :named |c d|))\n(check-sat)\n";
        assert_eq!((&*shrunk.text, &shrunk.checks[0].truth), (expected, &core));
        assert_eq!(shrink(&known(text, &[Truth::Unsat { core: None }]), 50, &mut |_| true), None);
    }

    #[test]
    fn a_witness_stays_one() {
        let text = "(declare-const x Int) (declare-const y Int) (assert (> x 0)) (assert (> y 0)) (check-sat)
             (assert (= x 5)) (check-sat)";
        let sat = |witness: &str| Truth::Sat { witness: Some(witness.into()) };
        let first = sat("((define-fun x () Int 4) (define-fun y () Int 1))");
        let second = sat("((define-fun x () Int 5) (define-fun y () Int 1))");
        // Without the first check the second one's witness is left, without what it says of a symbol that is gone.
        let case = known(text, &[first.clone(), second]);
        let shrunk = shrink(&case, 50, &mut |case| case.text.contains("(= x 5)")).unwrap();
        assert_eq!(shrunk.text, "(declare-const x Int)\n(assert (= x 5))\n(check-sat)\n");
        assert_eq!(shrunk.checks[0].truth, sat("((define-fun x () Int 5))"));
        assert_eq!(witnesses(&shrunk), [Some(true)]);
        // One that does not hold is not kept.
        let wrong = known(text, &[first.clone(), first]);
        assert_eq!(witnesses(&wrong), [Some(true), Some(false)]);
        let both = |case: &TestCase| case.text.contains("(= x 5)") && case.checks.len() == 2;
        assert_eq!(shrink(&wrong, 50, &mut |case| both(case)), None);
    }

    #[test]
    fn assertions_are_made_simpler_where_a_witness_keeps_the_truth() {
        let text = "(declare-const x Int) (declare-const p Bool)
            (assert (=> (xor p (> x 3)) (not (and (or p (= (mod x 5) 2)) (< x 0))))) (check-sat)";
        let witness =
            Truth::Sat { witness: Some("((define-fun x () Int 7) (define-fun p () Bool false))".into()) };
        let shrunk = shrink(&known(text, &[witness]), 50, &mut |case| case.text.contains("mod")).unwrap();
        assert_eq!(shrunk.text, "(declare-const x Int)\n(assert (= (mod x 5) 2))\n(check-sat)\n");
        assert_eq!(witnesses(&shrunk), [Some(true)]);
        // Nobody knows what is true without one.
        assert_eq!(shrink(&case(text), 50, &mut |case| case.text.contains("mod")), None);
    }

    #[test]
    fn attempts_are_limited_and_nothing_may_come_of_them() {
        let case = case("(assert true) (assert (not false)) (check-sat)");
        assert_eq!(shrink(&case, 10, &mut |_| false), None);
        assert_eq!(shrink(&case, 0, &mut |_| true), None);
    }
}
