//! New constants in place of terms that nothing else can stand for.

use quis_smtlib::{Command, Sort, SortConstructor, SortKind, Store, Symbol, Term, TermKind};

use super::View;
use super::constants::constant;
use crate::change::Change;
use crate::commands::rewritten;
use crate::rewrite::Rewriter;
use crate::used::Used;

/// So many terms are replaced in one round.
const MAX_TERMS: usize = 16;

/// match: (assert (= (f (g x)) 1)) where the sort of (g x) has neither a short constant nor a symbol,
/// result: (declare-const v U) (assert (= (f v) 1))
pub(super) fn changes(view: &mut View<'_>) -> Vec<Change> {
    let symbols = view.survey.constants(&view.script.store);
    let name = fresh_name(&mut view.script.store);
    let mut terms: Vec<Term> = Vec::new();
    for &(term, _) in &view.survey.terms {
        let store = &mut view.script.store;
        let sort = store.sort(term);
        let is_atom = store.children(term).is_empty();
        let is_variable = matches!(store.kind(term), TermKind::Variable(_));
        let has_symbol = symbols.iter().any(|&symbol| store.sort(symbol) == sort);
        if !(is_atom || is_variable || has_symbol || constant(store, sort, 0).is_some()) {
            terms.push(term);
        }
    }
    terms.sort_by_key(|&term| std::cmp::Reverse(view.survey.length(term)));
    terms.truncate(MAX_TERMS);
    let change = |term: Term| -> Change {
        Change::Remake(Box::new(move |store, commands| with_constant(store, commands, term, name)))
    };
    terms.into_iter().map(change).collect()
}

fn fresh_name(store: &mut Store) -> Symbol {
    let names: Vec<String> = store.names_of_script().map(|name| store.text(name).to_owned()).collect();
    let candidates = ["v", "w", "u", "t"].map(str::to_owned).into_iter();
    let mut candidates = candidates.chain((0..).map(|number: u32| format!("v{number}")));
    let name = candidates.find(|name| !names.contains(name)).unwrap_or_default();
    store.symbol(&name)
}

/// The script with a new constant in place of a term.
fn with_constant(store: &mut Store, commands: &[Command], term: Term, name: Symbol) -> Option<Vec<Command>> {
    // Whatever was declared is gone after these.
    if commands.iter().any(|command| matches!(command, Command::Reset | Command::ResetAssertions)) {
        return None;
    }
    let sort = store.sort(term);
    let at = place(store, commands, sort)?;
    let function = store.declare_function(name, &[], sort);
    let value = store.apply(function, &[]).ok()?;
    let mut rewriter = Rewriter::default();
    rewriter.replace(term, value);
    let mut new = rewritten(store, commands, &mut rewriter)?;
    if new == commands || !Used::by(store, &new).has(function) {
        return None;
    }
    new.insert(at, Command::DeclareConst(function));
    Some(new)
}

/// The first place outside of all scopes where a sort is known; `None` if there is none.
fn place(store: &Store, commands: &[Command], sort: Sort) -> Option<usize> {
    let mut needed = Vec::new();
    let mut todo = vec![sort];
    while let Some(sort) = todo.pop() {
        if let SortKind::Apply(constructor, args) = store.sort_kind(sort) {
            todo.extend_from_slice(args);
            if let SortConstructor::Declared(declaration) = constructor {
                needed.push(*declaration);
            }
        }
    }
    let mut depth = 0u32;
    let mut place = 0;
    for (at, command) in commands.iter().enumerate() {
        match command {
            Command::Push(levels) => depth = depth.saturating_add(*levels),
            Command::Pop(levels) => depth = depth.saturating_sub(*levels),
            Command::SetLogic(_) | Command::SetOption(..) | Command::SetInfo(..) if place == at => {
                place = at + 1
            }
            Command::DeclareSort(declaration) if needed.contains(declaration) => {
                place = (depth == 0).then_some(at + 1)?;
            }
            Command::DeclareDatatypes(block)
                if block.iter().any(|declaration| needed.contains(declaration)) =>
            {
                place = (depth == 0).then_some(at + 1)?;
            }
            _ => {}
        }
    }
    Some(place)
}

#[cfg(test)]
mod tests {
    use super::super::tests::results;

    #[test]
    fn a_new_constant_stands_for_a_term() {
        let text = "(set-logic ALL) (declare-sort U 0) (declare-fun g (Int Int) U) (declare-fun f (U) Int)
            (push 1) (assert (= (f (g 1 2)) 3)) (pop 1)";
        let expected = "(set-logic ALL)\n(declare-sort U 0)\n(declare-const v U)\n(declare-fun f (U) Int)\n(push 1)\n(assert (= (f v) 3))\n(pop 1)\n";
        assert_eq!(results("fresh", text), [expected]);
    }

    #[test]
    fn what_has_a_constant_or_a_symbol_needs_none() {
        let text =
            "(declare-sort U 0) (declare-const u U) (declare-fun g (Int) U) (assert (= (g (+ 1 1)) u))";
        assert!(results("fresh", text).is_empty());
    }
}
