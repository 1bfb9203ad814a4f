//! Functions: whatever can stand at the head of an application.
//!
//! A function is identified by all that is known of it (name, indices, role, rank), so that declaring the same
//! thing twice, in two scopes say, gives the same function, and terms over it are shared.

use std::hash::{Hash, Hasher};

use hashbrown::HashTable;
use rustc_hash::FxHasher;

use crate::sort::Sort;
use crate::symbol::Symbol;
use crate::term::Term;
use crate::theories::{Op, registry};

/// A function symbol: a theory operator, possibly indexed, or a function of the script.
/// Belongs to the [`Store`](crate::Store) that made it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Function(pub(crate) u32);

impl Function {
    /// The position of the function in its store: dense, from zero.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// An index of `(_ name index …)`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Index {
    /// A numeral that fits a machine word.
    Numeral(u32),
    /// A larger numeral: its digits.
    Digits(Symbol),
    /// A symbol without a meaning of its own.
    Symbol(Symbol),
    /// A function: the constructor of `(_ is cons)`, the function of `(_ map f)`.
    Function(Function),
    /// A sort: `(_ emp Loc Data)`
    Sort(Sort),
}

/// What a function is.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Role {
    /// An operator of a theory. Its ranks are in the theory's table.
    Operator(Op),
    /// `declare-fun`, `declare-const`
    Declared,
    /// `define-fun`, `define-const`
    Defined {
        /// The parameters, as variables.
        vars: Box<[Term]>,
        /// The body, over these variables.
        body: Term,
    },
    /// `define-fun-rec`, `define-funs-rec`: each definition is a function of its own;
    /// [`Store::definition`](crate::Store::definition) has its body
    Recursive(u32),
    /// A constructor of a datatype.
    Constructor,
    /// A selector of a datatype.
    Selector {
        /// The constructor that it undoes.
        constructor: Function,
        /// Which argument of the constructor it gives.
        field: u32,
    },
    /// A tester with a name of its own, `is-cons`.
    Tester(Function),
    /// `(! t :named n)`: the name of a term
    Named(Term),
    /// A function that a permissive parse does not know.
    Unknown,
}

/// All that is known of a function.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct FunctionData {
    /// The name, as spelled in the script.
    pub name: Symbol,
    /// The indices.
    pub indices: Box<[Index]>,
    /// What it is.
    pub role: Role,
    /// The sorts of its arguments; empty for operators, whose table says.
    pub params: Box<[Sort]>,
    /// The sort of its result; `UNKNOWN` for operators, whose table says.
    pub result: Sort,
}

/// All functions of a store. Begins with every spelling of every operator, in the order of the registry.
#[derive(Clone, Debug)]
pub(crate) struct FunctionTable {
    data: Vec<FunctionData>,
    by_data: HashTable<u32>,
}

fn hash(data: &FunctionData) -> u64 {
    let mut hasher = FxHasher::default();
    data.hash(&mut hasher);
    hasher.finish()
}

impl FunctionTable {
    /// A table with the operators of the registry.
    pub(crate) fn new() -> Self {
        let mut table = FunctionTable { data: Vec::new(), by_data: HashTable::new() };
        for spelling in &registry().spellings {
            let Some(name) = registry().symbols.find(spelling.name) else { continue };
            table.data.push(FunctionData {
                name,
                indices: Box::default(),
                role: Role::Operator(spelling.op),
                params: Box::default(),
                result: Sort::UNKNOWN,
            });
        }
        table
    }

    pub(crate) fn intern(&mut self, data: FunctionData) -> Function {
        if let (Role::Operator(op), []) = (&data.role, &*data.indices)
            && let Some(spellings) = registry().by_symbol.get(data.name.index())
            && let Some(&id) = spellings.iter().find(|&&id| registry().spellings[id as usize].op == *op)
        {
            return Function(id);
        }
        let hash = hash(&data);
        let known = &self.data;
        if let Some(&id) = self.by_data.find(hash, |&id| known[id as usize] == data) {
            return Function(id);
        }
        let id = self.data.len() as u32;
        self.data.push(data);
        let known = &self.data;
        self.by_data.insert_unique(hash, id, |&id| self::hash(&known[id as usize]));
        Function(id)
    }

    pub(crate) fn get(&self, function: Function) -> &FunctionData {
        &self.data[function.index()]
    }

    /// The functions that are not plain operators.
    pub(crate) fn of_script(&self) -> impl Iterator<Item = &FunctionData> {
        self.data[registry().spellings.len()..].iter()
    }

    pub(crate) fn len(&self) -> usize {
        self.data.len()
    }
}
