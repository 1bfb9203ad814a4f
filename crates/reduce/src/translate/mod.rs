//! Scripts made anew over other sorts and functions.
//!
//! A [`Translation`] says which sorts stand for which, and what becomes of the applications of functions. A term whose sort was `S` then has the
//! sort that stands for `S`: indices are fitted to that, and literals are converted. What cannot be fitted makes the whole translation fail.

mod commands;
mod datatypes;
pub(crate) mod fit;
mod functions;
mod operators;
mod sorts;
mod terms;
mod witness;

use hashbrown::HashMap;
use quis_smtlib::{Command, Function, Sort, SortDecl, SortKind, Store, Symbol, Term};
use rustc_hash::FxBuildHasher;

pub(crate) use datatypes::{DatatypeEdit, field_sorts};
pub(crate) use functions::Call;

pub(crate) type Map<K, V> = HashMap<K, V, FxBuildHasher>;

/// What stands for a sort as a whole; `None` if only its parts may change.
pub(crate) type SortRule = Box<dyn Fn(&Store, Sort) -> Option<SortKind>>;

/// Sorts and functions in place of others, in a whole script.
#[derive(Default)]
pub(crate) struct Translation {
    rule: Option<SortRule>,
    /// What stands for the sorts that were met.
    sorts: Map<Sort, Sort>,
    /// What stands for sort symbols, and which of their arguments are left.
    declarations: Map<SortDecl, (SortDecl, Vec<usize>)>,
    /// Sort symbols that nothing stands for.
    gone: Vec<SortDecl>,
    /// Datatypes for which other sorts stand, with the place among the new commands where they were declared.
    replaced: Vec<(SortDecl, usize)>,
    /// What were members of these, and are functions now.
    released: Vec<(SortDecl, Function)>,
    /// What is to become of datatypes.
    edits: Map<SortDecl, DatatypeEdit>,
    /// What becomes of applications of functions.
    functions: Map<Function, Call>,
    /// Which parameters of a function are left.
    kept: Map<Function, Vec<usize>>,
    /// What stands for the terms that were met.
    terms: Map<Term, Term>,
    /// Terms may get other sorts than those that stand for theirs, as long as the whole is well-typed.
    loose: bool,
    /// Functions that are declared in text that nobody parsed, by their names.
    unparsed: Map<Symbol, Function>,
}

impl Translation {
    /// Other sorts.
    pub(crate) fn of_sorts(rule: SortRule) -> Self {
        Translation { rule: Some(rule), ..Translation::default() }
    }

    /// Another sort for what a declared function gives. What is above it is typed again.
    pub(crate) fn of_result(store: &mut Store, function: Function, result: Sort) -> Self {
        let mut data = store.function(function).clone();
        data.result = result;
        let new = store.make_function(data);
        let mut translation = Translation { loose: true, ..Translation::default() };
        translation.functions.insert(function, Call::To(new));
        translation
    }

    /// Only these parameters of a function are left.
    pub(crate) fn of_parameters(function: Function, kept: Vec<usize>) -> Self {
        let mut translation = Translation::default();
        translation.kept.insert(function, kept);
        translation
    }

    /// Datatypes with other members.
    pub(crate) fn of_datatypes(edits: impl IntoIterator<Item = (SortDecl, DatatypeEdit)>) -> Self {
        Translation { edits: edits.into_iter().collect(), ..Translation::default() }
    }

    /// The commands over the new sorts and functions; `None` if they would not be well-typed, or if nothing changes.
    pub(crate) fn apply(&mut self, store: &mut Store, commands: &[Command]) -> Option<Vec<Command>> {
        self.find_unparsed(store, commands);
        let new = self.commands(store, commands)?;
        (new != commands).then_some(new)
    }
}

#[cfg(test)]
mod tests;
