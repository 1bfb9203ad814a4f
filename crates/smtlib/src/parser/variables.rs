//! The variables of binders, match cases and definitions: binding them, naming them afresh, and forgetting them.

use super::Parser;
use crate::diagnostic::{Diagnostic, Result};
use crate::sort::Sort;
use crate::symbol::Symbol;
use crate::term::{Term, TermKind};

/// What a bound name meant before.
#[derive(Debug)]
pub(super) struct Shadowed {
    pub(super) name: Symbol,
    pub(super) meaning: Option<Term>,
    /// The name in the term, if it is a variable of a binder and not of a `let`.
    pub(super) variable: Option<Symbol>,
}

impl Parser<'_> {
    /// Binds a name of the source to a variable of a binder.
    pub(super) fn bind(&mut self, name: Symbol, value: Term) {
        let meaning = self.scope.set_local(name, Some(value));
        let variable = match self.store.kind(value) {
            TermKind::Variable(variable) => Some(variable),
            _ => None,
        };
        if let Some(variable) = variable {
            self.scope.occupy(variable, name);
        }
        self.terms.shadowed.push(Shadowed { name, meaning, variable });
    }

    pub(super) fn restore(&mut self, down_to: usize) {
        while self.terms.shadowed.len() > down_to {
            if let Some(Shadowed { name, meaning, variable }) = self.terms.shadowed.pop() {
                self.scope.set_local(name, meaning);
                if let Some(variable) = variable {
                    self.scope.release(variable, name);
                }
            }
        }
    }

    /// Reads `((x S) …)` and binds the variables; pushes them on the values. Gives their number.
    pub(super) fn variables(&mut self, least: usize) -> Result<usize> {
        self.expect_open("`(` and the variables")?;
        let first = self.terms.values.len();
        let mut names: Vec<Symbol> = Vec::new();
        while !self.lexer.take_close() {
            self.expect_open("`(` and a variable with its sort")?;
            let name = self.expect_symbol("the name of a variable")?;
            let sort = self.sort()?;
            self.expect_close("the sort of a variable")?;
            let variable = self.fresh_variable(name, sort);
            self.terms.values.push(variable);
            names.push(name);
        }
        if names.len() < least {
            let at = self.lexer.offset();
            return Err(Diagnostic::error(at - 1..at, "no variables").label("expected `(x S)`").into());
        }
        for (at, &name) in names.iter().enumerate() {
            let variable = self.terms.values[first + at];
            self.bind(name, variable);
        }
        Ok(names.len())
    }

    /// A variable of this name, or of the first free `name$1`, `name$2` … if the name means something here.
    pub(super) fn fresh_variable(&mut self, name: Symbol, sort: Sort) -> Term {
        // Nested binders of one name are numbered on, so that the first try succeeds.
        let (mut fresh, mut number) = (name, self.scope.binders(name).saturating_sub(1));
        while self.scope.is_occupied(fresh) || self.scope.functions(fresh).next().is_some() {
            number += 1;
            let text = format!("{}${number}", self.store.text(name));
            fresh = self.store.symbol(&text);
        }
        self.store.variable(fresh, sort)
    }

    /// Binds variables to themselves.
    pub(super) fn bind_variables(&mut self, vars: &[Term]) {
        for &var in vars {
            if let TermKind::Variable(name) = self.store.kind(var) {
                self.bind(name, var);
            }
        }
    }

    /// Unbinds what was bound since [`Parser::shadowed`] gave this number.
    pub(super) fn end_variables(&mut self, shadowed: usize) {
        self.restore(shadowed);
    }

    pub(super) fn shadowed(&self) -> usize {
        self.terms.shadowed.len()
    }
}
