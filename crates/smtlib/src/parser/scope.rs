//! What names mean at a point of the script.
//!
//! Symbols are dense numbers, so the meaning of a name is one look into an array. Declarations are undone by
//! `pop`; variables of `let`, binders and matches by the parser itself.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use crate::function::Function;
use crate::sort::{Sort, SortDecl};
use crate::symbol::Symbol;
use crate::term::Term;

/// What a sort symbol means.
#[derive(Clone, Debug)]
pub(super) enum SortMeaning {
    /// A declared sort; takes as many arguments as declared.
    Declared(SortDecl),
    /// A defined sort: parameters and body.
    Defined(Box<[Symbol]>, Sort),
    /// A sort as it is: a variable of a `par`, or an old-style datatype inside its own declaration.
    Fixed(Sort),
}

/// One of the functions with a name, and the next.
#[derive(Clone, Copy, Debug)]
pub(super) struct Overload {
    pub(super) function: Function,
    /// The function applied to nothing, if it takes nothing.
    pub(super) constant: Option<Term>,
    next: Link,
}

/// A position in the list of overloads, plus one; zero is none.
type Link = u32;

#[derive(Clone, Copy, Debug, Default)]
struct Meaning {
    local: Option<Term>,
    functions: Link,
    /// How many open binders have a variable of this name.
    variables: u32,
    /// How many open binders have a variable that the source calls so.
    binders: u32,
}

#[derive(Clone, Debug)]
enum Undo {
    Function(Symbol, Link),
    Sort(Symbol, Option<SortMeaning>),
}

/// The names in scope.
#[derive(Clone, Debug, Default)]
pub(super) struct Scope {
    meanings: Vec<Meaning>,
    overloads: Vec<Overload>,
    sorts: HashMap<Symbol, SortMeaning, FxBuildHasher>,
    undo: Vec<Undo>,
    levels: Vec<usize>,
    /// Names whose declaration was wrong: their uses are not reported again.
    pub(super) poisoned: HashMap<Symbol, (), FxBuildHasher>,
    /// `(set-option :global-declarations true)`: `pop` keeps declarations.
    pub(super) global: bool,
}

impl Scope {
    fn meaning(&self, name: Symbol) -> Meaning {
        self.meanings.get(name.index()).copied().unwrap_or_default()
    }

    fn meaning_mut(&mut self, name: Symbol) -> &mut Meaning {
        if name.index() >= self.meanings.len() {
            self.meanings.resize(name.index() + 1, Meaning::default());
        }
        &mut self.meanings[name.index()]
    }

    /// The term that a variable of a `let`, binder or match stands for.
    pub(super) fn local(&self, name: Symbol) -> Option<Term> {
        self.meaning(name).local
    }

    /// Binds a variable; gives what it stood for, to be set again at the end of its scope.
    pub(super) fn set_local(&mut self, name: Symbol, term: Option<Term>) -> Option<Term> {
        std::mem::replace(&mut self.meaning_mut(name).local, term)
    }

    /// A binder has a variable of this name, which the source calls by another.
    pub(super) fn occupy(&mut self, variable: Symbol, source_name: Symbol) {
        self.meaning_mut(variable).variables += 1;
        self.meaning_mut(source_name).binders += 1;
    }

    /// A binder with such a variable is closed.
    pub(super) fn release(&mut self, variable: Symbol, source_name: Symbol) {
        let variables = &mut self.meaning_mut(variable).variables;
        *variables = variables.saturating_sub(1);
        let binders = &mut self.meaning_mut(source_name).binders;
        *binders = binders.saturating_sub(1);
    }

    /// How many open binders have a variable that the source calls so.
    pub(super) fn binders(&self, source_name: Symbol) -> u32 {
        self.meaning(source_name).binders
    }

    /// Whether an open binder has a variable of this name.
    pub(super) fn is_occupied(&self, name: Symbol) -> bool {
        self.meaning(name).variables > 0
    }

    /// The functions with this name, newest first.
    pub(super) fn functions(&self, name: Symbol) -> impl Iterator<Item = Overload> + '_ {
        let mut link = self.meaning(name).functions;
        std::iter::from_fn(move || {
            let overload = *self.overloads.get((link as usize).checked_sub(1)?)?;
            link = overload.next;
            Some(overload)
        })
    }

    /// Declares a function under its name.
    pub(super) fn declare(&mut self, name: Symbol, function: Function, constant: Option<Term>) {
        let next = self.meaning(name).functions;
        self.undo.push(Undo::Function(name, next));
        self.overloads.push(Overload { function, constant, next });
        self.meaning_mut(name).functions = self.overloads.len() as Link;
    }

    pub(super) fn sort(&self, name: Symbol) -> Option<&SortMeaning> {
        self.sorts.get(&name)
    }

    /// Declares or defines a sort, until the end of the scope or of [`Scope::rollback`].
    pub(super) fn declare_sort(&mut self, name: Symbol, meaning: SortMeaning) {
        let old = self.sorts.insert(name, meaning);
        self.undo.push(Undo::Sort(name, old));
    }

    /// A point to [roll back](Scope::rollback) to.
    pub(super) fn mark(&self) -> usize {
        self.undo.len()
    }

    /// Takes back all declarations since the mark.
    pub(super) fn rollback(&mut self, mark: usize) {
        while self.undo.len() > mark {
            match self.undo.pop() {
                Some(Undo::Function(name, link)) => {
                    self.meaning_mut(name).functions = link;
                    // Every declaration made one overload and one entry here.
                    self.overloads.pop();
                }
                Some(Undo::Sort(name, Some(old))) => {
                    self.sorts.insert(name, old);
                }
                Some(Undo::Sort(name, None)) => {
                    self.sorts.remove(&name);
                }
                None => {}
            }
        }
    }

    /// How many levels are open.
    pub(super) fn depth(&self) -> usize {
        self.levels.len()
    }

    pub(super) fn push(&mut self, levels: u32) {
        let mark = self.mark();
        self.levels.extend(std::iter::repeat_n(mark, levels as usize));
    }

    /// Closes levels; false if fewer are open.
    pub(super) fn pop(&mut self, levels: u32) -> bool {
        let Some(left) = self.levels.len().checked_sub(levels as usize) else { return false };
        if let Some(&mark) = self.levels.get(left)
            && !self.global
        {
            self.rollback(mark);
        }
        self.levels.truncate(left);
        true
    }

    /// Back to the beginning, as after `(reset)`.
    pub(super) fn reset(&mut self) {
        self.levels.clear();
        self.rollback(0);
        self.poisoned.clear();
        self.global = false;
    }

    /// As after `(reset-assertions)`: declarations go unless they are global.
    pub(super) fn reset_assertions(&mut self) {
        self.levels.clear();
        if !self.global {
            self.rollback(0);
        }
    }
}
