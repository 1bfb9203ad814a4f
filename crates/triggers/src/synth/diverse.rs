//! What makes models differ: every disjunct holds once, and values are other ones than before.

use std::fmt::Write;

use quis_smtlib::{Literal, Sort, Store, Term, TermKind};

use crate::text;

/// match: a, b, c; result: a, (not a) b, (not a) (not b) c
pub(super) fn covers(store: &Store, disjuncts: &[Term]) -> Vec<String> {
    let texts: Vec<String> = disjuncts.iter().map(|&term| text::term(store, term)).collect();
    let mut covers = Vec::with_capacity(texts.len());
    let mut before = String::new();
    for disjunct in &texts {
        covers.push(format!("{before}(assert {disjunct})\n"));
        let _ = writeln!(before, "(assert (not {disjunct}))");
    }
    covers
}

/// All variables have other values than before, and those that were equal differ: what the dissertation says of diverse models.
pub(super) fn different(store: &Store, terms: &[Term], values: &[Term]) -> String {
    let mut text = String::new();
    for (at, (&term, &value)) in terms.iter().zip(values).enumerate() {
        let name = text::term(store, term);
        if is_plain(store, value) {
            let _ = writeln!(text, "(assert (not (= {name} {})))", text::term(store, value));
        } else {
            for (&other, _) in terms.iter().zip(values).take(at).filter(|(_, same)| **same == value) {
                if store.sort(other) == store.sort(term) {
                    let _ = writeln!(text, "(assert (not (= {name} {})))", text::term(store, other));
                }
            }
        }
    }
    text
}

/// Numbers and the like, of which there are many.
pub(super) fn is_plain(store: &Store, value: Term) -> bool {
    match store.kind(value) {
        TermKind::Literal(Literal::String(_)) => true,
        TermKind::Literal(_) => store.sort(value) != Sort::BOOL,
        TermKind::Apply(_, args) => {
            store.sort(value) != Sort::BOOL
                && !args.is_empty()
                && args.iter().all(|&arg| matches!(store.kind(arg), TermKind::Literal(_)))
        }
        _ => false,
    }
}
