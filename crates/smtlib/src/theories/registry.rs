//! The registry: all tables read, and the way from a name to the operators it may mean.

use std::sync::LazyLock;

use super::{Op, all_lines};
use crate::signature::{Operator, Origin, read_operator};
use crate::symbol::SymbolTable;

/// Every operator of every theory.
#[derive(Debug)]
pub struct Registry {
    /// In the order of [`Op::index`].
    pub(crate) operators: Vec<Operator>,
    /// Each spelling of each operator. The first functions of every store are these, in this order.
    pub(crate) spellings: Vec<Spelling>,
    /// The names of all spellings: every store's symbol table starts with a copy.
    pub(crate) symbols: SymbolTable,
    /// For each symbol of `symbols`, the spellings with that name.
    pub(crate) by_symbol: Vec<Vec<u32>>,
}

/// One name of an operator.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spelling {
    pub(crate) op: Op,
    pub(crate) name: &'static str,
    /// Who spells it so; another spelling of a standard operator counts as old.
    pub(crate) origin: Origin,
}

static REGISTRY: LazyLock<Registry> = LazyLock::new(Registry::read);

/// The registry, read at first use.
#[must_use]
pub fn registry() -> &'static Registry {
    &REGISTRY
}

impl Registry {
    fn read() -> Registry {
        let operators: Vec<Operator> = all_lines().map(read_operator).collect();
        let mut spellings = Vec::new();
        let mut symbols = SymbolTable::new();
        let mut by_symbol: Vec<Vec<u32>> = Vec::new();
        for (op, operator) in Op::all().zip(&operators) {
            let own = std::iter::once(&operator.name)
                .chain(&operator.synonyms)
                .map(|&name| (name, operator.origin));
            let other = operator.aliases.iter().map(|&name| (name, operator.origin.max(Origin::Old)));
            for (name, origin) in own.chain(other) {
                let symbol = symbols.intern(name);
                by_symbol.resize(symbols.len(), Vec::new());
                by_symbol[symbol.index()].push(spellings.len() as u32);
                spellings.push(Spelling { op, name, origin });
            }
        }
        Registry { operators, spellings, symbols, by_symbol }
    }

    /// Whether the standard has the operator, under this name.
    pub(crate) fn is_standard(&self, op: Op, name: &str) -> bool {
        self.spellings.iter().any(|spelling| {
            spelling.op == op && spelling.name == name && spelling.origin <= Origin::Standard27
        })
    }

    /// Every name of every operator.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.symbols.iter().map(|(_, text)| text)
    }

    /// The operators that a name may mean, in the order in which they are tried.
    pub fn named(&self, name: &str) -> impl Iterator<Item = Op> {
        let spellings = self.symbols.find(name).map_or(&[][..], |symbol| &self.by_symbol[symbol.index()]);
        spellings.iter().map(|&id| self.spellings[id as usize].op)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_table_can_be_read() {
        let registry = registry();
        assert_eq!(registry.operators.len(), Op::all().count());
        for (index, op) in Op::all().enumerate() {
            assert_eq!(op.index(), index);
            assert!(!op.operator().signatures.is_empty());
        }
    }

    #[test]
    fn a_name_may_mean_several_operators() {
        let names: Vec<_> = registry().named("-").map(|op| op.operator().name).collect();
        assert_eq!(names, ["-", "-"]);
        assert_eq!(registry().named("no-such-operator").count(), 0);
    }
}
