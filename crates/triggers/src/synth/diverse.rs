//! What makes models differ from those before.

use quis_smtlib::{Literal, Sort, Store, Term, TermKind};

use super::learned::Difference;

/// What the next model should be other in: all variables have other values than before, and those that were equal differ, as the dissertation
/// says of diverse models.
pub(super) fn differences(store: &Store, variables: &[Term], values: &[Term]) -> Vec<Difference> {
    let mut found = Vec::new();
    for (at, (&variable, &value)) in variables.iter().zip(values).enumerate() {
        if is_plain(store, value) {
            found.push((variable, value));
            continue;
        }
        let before = variables.iter().zip(values).take(at);
        let equal =
            before.filter(|&(&other, same)| *same == value && store.sort(other) == store.sort(variable));
        found.extend(equal.map(|(&other, _)| (variable, other)));
    }
    found
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
