//! Functions: whatever can stand at the head of an application.
//!
//! A function is identified by all that is known of it (name, indices, role, rank), so that declaring the same
//! thing twice, in two scopes say, gives the same function, and terms over it are shared.

use std::sync::LazyLock;

use crate::id_table::{IdTable, hash_of};
use crate::sort::Sort;
use crate::symbol::Symbol;
use crate::term::Term;
use crate::theories::{Op, Spelling, registry};

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

/// The plain operators: every spelling of the registry, in its order. They are the first functions of every store.
static OPERATORS: LazyLock<Vec<FunctionData>> = LazyLock::new(|| {
    let operator = |spelling: &Spelling| {
        registry().symbols.find(spelling.name).map(|name| FunctionData {
            name,
            indices: Box::default(),
            role: Role::Operator(spelling.op),
            params: Box::default(),
            result: Sort::UNKNOWN,
        })
    };
    registry().spellings.iter().filter_map(operator).collect()
});

/// All functions of a store: the operators, then those of the script.
#[derive(Clone, Debug)]
pub(crate) struct FunctionTable {
    operators: &'static [FunctionData],
    of_script: Vec<FunctionData>,
    by_data: IdTable,
}

impl FunctionTable {
    /// A table with the operators of the registry.
    pub(crate) fn new() -> Self {
        FunctionTable { operators: &OPERATORS, of_script: Vec::new(), by_data: IdTable::default() }
    }

    pub(crate) fn intern(&mut self, data: FunctionData) -> Function {
        if let (Role::Operator(op), []) = (&data.role, &*data.indices)
            && let Some(spellings) = registry().by_symbol.get(data.name.index())
            && let Some(&id) = spellings.iter().find(|&&id| registry().spellings[id as usize].op == *op)
        {
            return Function(id);
        }
        let next = self.len() as u32;
        let (operators, known) = (self.operators.len(), &self.of_script);
        let same = |id: u32| known[id as usize - operators] == data;
        let id = self.by_data.get_or_insert(hash_of(&data), next, same);
        if id == next {
            self.of_script.push(data);
        }
        Function(id)
    }

    pub(crate) fn get(&self, function: Function) -> &FunctionData {
        match function.index().checked_sub(self.operators.len()) {
            None => &self.operators[function.index()],
            Some(index) => &self.of_script[index],
        }
    }

    /// The functions that are not plain operators.
    pub(crate) fn of_script(&self) -> impl Iterator<Item = &FunctionData> {
        self.of_script.iter()
    }

    pub(crate) fn len(&self) -> usize {
        self.operators.len() + self.of_script.len()
    }
}
