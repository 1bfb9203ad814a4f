//! The forms: the text of a case in each, and what is known of its checks then.

use std::sync::Arc;

use super::Form;
use super::parts::Parts;
use crate::case::{TestCase, Truth};

/// The same case with another text; what is known of its checks comes from what was known.
pub(super) fn rewritten(
    case: TestCase,
    text: String,
    truths: impl FnOnce(Vec<Truth>) -> Vec<Truth>,
) -> TestCase {
    let optima: Vec<_> = case.checks.iter().map(|check| check.optimum.clone()).collect();
    let truths = truths(case.checks.into_iter().map(|check| check.truth).collect());
    let new = TestCase::of_text(&text, &truths).with_optima(&optima);
    TestCase { text: new.text, checks: new.checks, incremental: new.incremental, ..case }
}

/// The text of a case in a form, and the truth of each check there; `None` if it cannot be put so.
pub(super) fn apply(form: Form, case: &TestCase, parts: &Parts<'_>) -> Option<(String, Vec<Truth>)> {
    let truth = case.checks.first()?.truth.clone();
    match form {
        Form::Plain => None,
        Form::Scope | Form::Whole => Some((scope(parts), vec![truth])),
        Form::Split => split(parts, truth),
        Form::Assuming => assuming(parts, &truth),
        Form::Twice => Some((twice(parts), vec![truth.clone(), truth])),
        Form::Reset => reset(parts, truth),
        Form::Forget => Some(forget(parts, truth)),
        Form::Named => Some((named(parts)?, vec![truth])),
        Form::Defined => Some((defined(parts)?, vec![truth])),
    }
}

/// match: (assert p) (check-sat), result: (push 1) (assert p) (check-sat) (pop 1)
fn scope(parts: &Parts<'_>) -> String {
    let (head, body) = (parts.slice(0..parts.head), parts.slice(parts.head..parts.check.end));
    let rest = parts.slice(parts.check.end..parts.text.len()).trim();
    let line = if head.is_empty() { "" } else { "\n" };
    format!(
        "{head}{line}(push 1)\n{}\n{rest}{}(pop 1)\n",
        body.trim_start(),
        if rest.is_empty() { "" } else { "\n" }
    )
}

/// match: (assert p) (assert q) (check-sat), result: (assert p) (check-sat) (push 1) (assert q) (check-sat)
fn split(parts: &Parts<'_>, truth: Truth) -> Option<(String, Vec<Truth>)> {
    let at = parts.assertions.len() / 2;
    let middle = parts.assertions.get(at).filter(|_| at > 0)?.start;
    let (before, after) = (parts.slice(0..middle), parts.slice(middle..parts.text.len()));
    // A witness of all is one of the first half, if that declares the same.
    let first = match &truth {
        Truth::Sat { .. } if parts.declared <= middle => truth.clone(),
        _ => Truth::Open,
    };
    Some((format!("{before}(check-sat)\n(push 1)\n{after}"), vec![first, truth]))
}

/// match: (assert p) (check-sat), result: (declare-const A Bool) (assert (=> A p)) (check-sat-assuming (A))
fn assuming(parts: &Parts<'_>, truth: &Truth) -> Option<(String, Vec<Truth>)> {
    let name = parts.fresh();
    let truth = match truth {
        Truth::Sat { witness: Some(witness) } => {
            let inner = witness.trim_end().strip_suffix(')')?;
            let all: Arc<str> = format!("{inner}\n(define-fun {name} () Bool true))").into();
            Truth::Sat { witness: Some(all) }
        }
        Truth::Unsat { core: Some(_) } => return None,
        other => other.clone(),
    };
    let last = parts.assertions.len().checked_sub(1)?;
    let write =
        |_: usize, formula: &str| format!("(declare-const {name} Bool)\n(assert (=> {name} {formula}))");
    let before = parts.replace(0..parts.check.start, &parts.assertions[last..], write)?;
    if before.contains(":named") {
        return None;
    }
    let after = parts.slice(parts.check.end..parts.text.len());
    Some((format!("{before}(check-sat-assuming ({name})){after}"), vec![truth]))
}

/// match: (assert p) (check-sat), result: (assert p) (check-sat) (check-sat)
fn twice(parts: &Parts<'_>) -> String {
    let (before, after) = (parts.slice(0..parts.check.end), parts.slice(parts.check.end..parts.text.len()));
    format!("{before}\n(check-sat){after}")
}

/// match: (assert p) (check-sat), result: (assert (not p)) (check-sat) (reset-assertions) (assert p) (check-sat)
fn reset(parts: &Parts<'_>, truth: Truth) -> Option<(String, Vec<Truth>)> {
    let last = parts.assertions.len().checked_sub(1)?;
    let write = |_: usize, formula: &str| format!("(assert (not {formula}))");
    let first = parts.replace(0..parts.check.end, &parts.assertions[last..], write)?;
    // Names are gone after a reset in some solvers, and not in others; so are declarations, unless the script says that they stay.
    if first.contains(":named") || parts.slice(0..parts.head).contains(":global-decl") {
        return None;
    }
    let again = parts.slice(parts.head..parts.text.len()).trim_start();
    Some((format!("{first}\n(reset-assertions)\n{again}"), vec![Truth::Open, truth]))
}

/// match: (assert p) (check-sat), result: (declare-const A Bool) (assert A) (assert (not A)) (reset-assertions) (assert p) (check-sat)
fn forget(parts: &Parts<'_>, truth: Truth) -> (String, Vec<Truth>) {
    // Nothing is declared twice: some solvers keep declarations beyond a reset.
    let name = parts.fresh();
    let first =
        format!("(declare-const {name} Bool)\n(assert {name})\n(assert (not {name}))\n(reset-assertions)\n");
    let (head, rest) = (parts.slice(0..parts.head), parts.slice(parts.head..parts.text.len()).trim_start());
    let line = if head.is_empty() { "" } else { "\n" };
    (format!("{head}{line}{first}{rest}"), vec![truth])
}

/// match: (assert p) (check-sat), result: (assert (! p :named A0)) (check-sat)
fn named(parts: &Parts<'_>) -> Option<String> {
    if parts.text.contains(":named") {
        return None;
    }
    let name = parts.fresh();
    let write = |number: usize, formula: &str| format!("(assert (! {formula} :named {name}{number}))");
    parts.replace(0..parts.text.len(), &parts.assertions, write)
}

/// match: (assert p) (check-sat), result: (define-fun A0 () Bool p) (assert A0) (check-sat)
fn defined(parts: &Parts<'_>) -> Option<String> {
    if parts.text.contains(":named") {
        return None;
    }
    let name = parts.fresh();
    let write = |number: usize, formula: &str| {
        format!("(define-fun {name}{number} () Bool {formula})\n(assert {name}{number})")
    };
    parts.replace(0..parts.text.len(), &parts.assertions, write)
}
