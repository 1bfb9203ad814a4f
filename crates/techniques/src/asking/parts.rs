//! A case taken apart: what stands before its declarations, its assertions, its check.

use std::ops::Range;

use quis_smtlib::commands;

use super::LogicForm;
use crate::case::TestCase;

/// Where the parts of a case stand that has one plain check and nothing out of the ordinary.
pub(super) struct Parts<'a> {
    pub(super) text: &'a str,
    /// Where the head ends: options, information and the logic.
    pub(super) head: usize,
    /// The commands that assert, in order.
    pub(super) assertions: Vec<Range<usize>>,
    /// Where the last command ends that declares or defines something.
    pub(super) declared: usize,
    pub(super) check: Range<usize>,
}

impl<'a> Parts<'a> {
    /// The parts of a case; `None` if it has several checks, scopes, objectives, optima or anything else whose meaning depends on where it
    /// stands.
    pub(super) fn of(case: &'a TestCase) -> Option<Parts<'a>> {
        let text = &*case.text;
        let [check] = &*case.checks else { return None };
        if case.incremental || !check.optimum.is_empty() || case.tactic.is_some() {
            return None;
        }
        let (mut head, mut declared, mut assertions) = (0, 0, Vec::new());
        for (name, place) in commands(text) {
            match name {
                "set-logic" | "set-option" | "set-info" if head == declared && assertions.is_empty() => {
                    (head, declared) = (place.end, place.end);
                }
                "assert" => assertions.push(place),
                "check-sat" if place == check.place => {}
                _ if name.starts_with("declare-") || name.starts_with("define-") => declared = place.end,
                _ => return None,
            }
        }
        let is_whole = check.place.start >= declared
            && assertions.last().is_some_and(|last| last.end <= check.place.start)
            && text.get(check.place.clone()) == Some("(check-sat)");
        is_whole.then(|| Parts { text, head, assertions, declared, check: check.place.clone() })
    }

    /// What stands in a range.
    pub(super) fn slice(&self, range: Range<usize>) -> &'a str {
        self.text.get(range).unwrap_or_default()
    }

    /// The formula of an assertion.
    ///
    /// match: (assert (< x 1)), result: (< x 1)
    pub(super) fn formula(&self, assertion: &Range<usize>) -> Option<&'a str> {
        let inner = self.slice(assertion.clone()).strip_prefix("(assert")?.strip_suffix(')')?;
        // A comment would swallow what is written behind the formula.
        Some(inner.trim()).filter(|formula| !formula.is_empty() && !formula.contains(';'))
    }

    /// The text with each of these assertions replaced.
    pub(super) fn replace(
        &self,
        range: Range<usize>,
        of: &[Range<usize>],
        mut write: impl FnMut(usize, &'a str) -> String,
    ) -> Option<String> {
        let mut text = String::with_capacity(self.text.len() + 64);
        let mut copied = range.start;
        for (number, assertion) in of.iter().enumerate() {
            text.push_str(self.slice(copied..assertion.start));
            text.push_str(&write(number, self.formula(assertion)?));
            copied = assertion.end;
        }
        text.push_str(self.slice(copied..range.end));
        Some(text)
    }

    /// The beginning of names that do not occur in the text.
    pub(super) fn fresh(&self) -> String {
        let mut name = "A".to_owned();
        while self.text.contains(&name) {
            match name.pop() {
                Some(last @ 'A'..='Y') => name.push((last as u8 + 1) as char),
                _ => name.push_str("_A"),
            }
        }
        name
    }
}

/// The text with another logic; `None` if it declares none, or one that must stay.
pub(super) fn with_logic(text: &str, form: LogicForm) -> Option<String> {
    let (_, place) = commands(text).find(|(name, _)| *name == "set-logic")?;
    let declared = text.get(place.clone())?;
    // Solvers treat Horn clauses in a way of their own, and higher-order logic has a syntax of its own.
    if declared.contains("HORN") || declared.contains("HO_") {
        return None;
    }
    let (before, after) = (text.get(..place.start)?, text.get(place.end..)?);
    Some(match form {
        LogicForm::Exact => return None,
        LogicForm::All => format!("{before}(set-logic ALL){after}"),
        LogicForm::Unset => format!("{before}{}", after.strip_prefix('\n').unwrap_or(after)),
    })
}
