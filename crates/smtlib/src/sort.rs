//! Sorts: hash-consed, compared as 32-bit numbers.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use crate::function::Function;
use crate::symbol::Symbol;

/// A sort. Belongs to the [`Store`](crate::Store) that made it; the constants are the same everywhere.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Sort(pub(crate) u32);

impl Sort {
    /// `Bool`
    pub const BOOL: Sort = Sort(0);
    /// `Int`
    pub const INT: Sort = Sort(1);
    /// `Real`
    pub const REAL: Sort = Sort(2);
    /// `String`
    pub const STRING: Sort = Sort(3);
    /// `RegLan`
    pub const REGLAN: Sort = Sort(4);
    /// `RoundingMode`
    pub const ROUNDING_MODE: Sort = Sort(5);
    /// The sort of what a permissive parse does not know: fits everywhere.
    pub const UNKNOWN: Sort = Sort(6);

    /// The position of the sort in its store: dense, from zero.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The largest width of a bit-vector. Widths are added and multiplied; far below the machine's limit there is no
/// sensible sort anyway.
pub const MAX_WIDTH: u32 = 1 << 30;

/// A declared sort symbol: uninterpreted or a datatype. Belongs to its store.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct SortDecl(pub(crate) u32);

impl SortDecl {
    /// The position of the declaration in its store: dense, from zero.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The sort constructors of the theories that take sorts as arguments.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum SortConstructor {
    /// `(Array index… element)`; more than one index is Z3's extension.
    Array,
    /// `(-> argument… result)`
    Function,
    /// `(Seq element)`
    Seq,
    /// `(Set element)`; `(Relation A B)` is `(Set (Tuple A B))`
    Set,
    /// `(Bag element)`; `(Table A B)` is `(Bag (Tuple A B))`
    Bag,
    /// `(Tuple A B …)`; `UnitTuple` is `(Tuple)`
    Tuple,
    /// `(Nullable element)`
    Nullable,
    /// A sort symbol of the script.
    Declared(SortDecl),
}

/// What a sort is.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum SortKind {
    /// `Bool`
    Bool,
    /// `Int`
    Int,
    /// `Real`
    Real,
    /// `String`
    String,
    /// `RegLan`
    RegLan,
    /// `RoundingMode`
    RoundingMode,
    /// What a permissive parse does not know.
    Unknown,
    /// `Unicode`: Z3's sort of characters.
    Char,
    /// `(_ BitVec width)`
    BitVec(u32),
    /// `(_ FloatingPoint eb sb)`
    Float(u32, u32),
    /// `(_ FiniteField order)`: the digits of the order
    FiniteField(Symbol),
    /// A constructor applied to sorts: `(Array Int Int)`, `U`, `(List Int)`.
    Apply(SortConstructor, Box<[Sort]>),
    /// A sort variable of a `par`, a `define-sort` or a `declare-sort-parameter`.
    Variable(Symbol),
}

/// What is known of a declared sort symbol.
#[derive(Clone, Debug)]
pub struct SortDeclaration {
    /// The sort's name.
    pub name: Symbol,
    /// How many sorts it takes.
    pub arity: u32,
    /// Its constructors, if it is a datatype.
    pub datatype: Option<Datatype>,
}

/// The definition of a datatype.
#[derive(Clone, Debug, Default)]
pub struct Datatype {
    /// The sort variables, in order.
    pub params: Vec<Symbol>,
    /// The constructors, in order.
    pub constructors: Vec<Constructor>,
    /// Whether values may be infinite (`declare-codatatypes`).
    pub codatatype: bool,
    /// The subterm order of Z3's `:subterm name`.
    pub subterm: Option<Function>,
}

/// A constructor of a datatype, with its selectors in the order of its arguments.
#[derive(Clone, Debug)]
pub struct Constructor {
    /// The constructor.
    pub function: Function,
    /// One selector for each argument.
    pub selectors: Vec<Function>,
}

/// All sorts of a store.
#[derive(Clone, Debug)]
pub(crate) struct SortTable {
    kinds: Vec<SortKind>,
    /// Whether a sort has a sort variable inside.
    open: Vec<bool>,
    by_kind: HashMap<SortKind, Sort, FxBuildHasher>,
    pub(crate) declarations: Vec<SortDeclaration>,
    /// The declarations that are not datatypes.
    pub(crate) uninterpreted: HashMap<(Symbol, u32), SortDecl, FxBuildHasher>,
}

impl Default for SortTable {
    fn default() -> Self {
        let mut table = SortTable {
            kinds: Vec::new(),
            open: Vec::new(),
            by_kind: HashMap::default(),
            declarations: Vec::new(),
            uninterpreted: HashMap::default(),
        };
        // In the order of the constants of `Sort`.
        for kind in [
            SortKind::Bool,
            SortKind::Int,
            SortKind::Real,
            SortKind::String,
            SortKind::RegLan,
            SortKind::RoundingMode,
            SortKind::Unknown,
        ] {
            table.intern(kind);
        }
        table
    }
}

impl SortTable {
    pub(crate) fn intern(&mut self, kind: SortKind) -> Sort {
        let kind = self.flat(kind);
        if let Some(&sort) = self.by_kind.get(&kind) {
            return sort;
        }
        let sort = Sort(self.kinds.len() as u32);
        let open = match &kind {
            SortKind::Variable(_) => true,
            SortKind::Apply(_, args) => args.iter().any(|&arg| self.open[arg.index()]),
            _ => false,
        };
        self.open.push(open);
        self.kinds.push(kind.clone());
        self.by_kind.insert(kind, sort);
        sort
    }

    /// The arrow is right-associative (SMT-LIB 2.7).
    ///
    /// match: `(-> A (-> B C))`, result: `(-> A B C)`
    fn flat(&self, kind: SortKind) -> SortKind {
        let SortKind::Apply(SortConstructor::Function, args) = &kind else { return kind };
        match args.split_last().map(|(last, init)| (self.kind(*last), init)) {
            // Nobody has functions of so many arguments; but a deep chain of arrows must not cost its square.
            Some((SortKind::Apply(SortConstructor::Function, rest), init))
                if init.len() + rest.len() <= 256 =>
            {
                SortKind::Apply(SortConstructor::Function, [init, rest].concat().into())
            }
            _ => kind,
        }
    }

    pub(crate) fn kind(&self, sort: Sort) -> &SortKind {
        &self.kinds[sort.index()]
    }

    pub(crate) fn is_open(&self, sort: Sort) -> bool {
        self.open[sort.index()]
    }

    pub(crate) fn len(&self) -> usize {
        self.kinds.len()
    }

    /// Whether `actual` is an instance of `pattern`; sort variables are bound as they are met.
    /// Both are walked with an explicit stack: sorts may be nested deeply.
    pub(crate) fn unify(&self, pattern: Sort, actual: Sort, bound: &mut Vec<(Symbol, Sort)>) -> bool {
        if pattern == actual && !self.is_open(pattern) {
            return true;
        }
        let mut todo = vec![(pattern, actual)];
        while let Some((pattern, actual)) = todo.pop() {
            if actual == Sort::UNKNOWN || (pattern == actual && !self.is_open(pattern)) {
                continue;
            }
            match (self.kind(pattern), self.kind(actual)) {
                (SortKind::Variable(name), _) => match bound.iter().find(|(known, _)| known == name) {
                    Some(&(_, sort)) if sort == actual || sort == Sort::UNKNOWN => {}
                    Some(_) => return false,
                    None => bound.push((*name, actual)),
                },
                (SortKind::Apply(left, these), SortKind::Apply(right, those))
                    if same_constructor(*left, *right) && these.len() == those.len() =>
                {
                    todo.extend(these.iter().copied().zip(those.iter().copied()));
                }
                _ => return false,
            }
        }
        true
    }

    /// As [`SortTable::substitute`], but `None` if that would make a new sort.
    pub(crate) fn find_instance(&self, sort: Sort, bound: &[(Symbol, Sort)]) -> Option<Sort> {
        if !self.is_open(sort) {
            return Some(sort);
        }
        let mut done: HashMap<Sort, Sort, FxBuildHasher> = HashMap::default();
        let mut todo = vec![sort];
        while let Some(&current) = todo.last() {
            let result = match self.kind(current) {
                _ if !self.is_open(current) => current,
                SortKind::Variable(name) => {
                    bound.iter().find(|(known, _)| known == name).map_or(current, |&(_, sort)| sort)
                }
                SortKind::Apply(constructor, args) => {
                    let waiting = todo.len();
                    todo.extend(args.iter().copied().filter(|arg| !done.contains_key(arg)));
                    if todo.len() > waiting {
                        continue;
                    }
                    let args: Option<Box<[Sort]>> = args.iter().map(|arg| done.get(arg).copied()).collect();
                    *self.by_kind.get(&self.flat(SortKind::Apply(*constructor, args?)))?
                }
                _ => current,
            };
            done.insert(current, result);
            todo.pop();
        }
        done.get(&sort).copied()
    }

    /// The sort with its variables replaced; variables that are not bound stay.
    /// Iterative and memoised, so that deep and shared sorts cost no more than their size.
    pub(crate) fn substitute(&mut self, sort: Sort, bound: &[(Symbol, Sort)]) -> Sort {
        if !self.is_open(sort) {
            return sort;
        }
        let mut done: HashMap<Sort, Sort, FxBuildHasher> = HashMap::default();
        let mut todo = vec![sort];
        while let Some(&current) = todo.last() {
            if done.contains_key(&current) {
                todo.pop();
                continue;
            }
            let result = match self.kind(current) {
                SortKind::Variable(name) => {
                    bound.iter().find(|(known, _)| known == name).map_or(current, |&(_, sort)| sort)
                }
                SortKind::Apply(constructor, args) if self.is_open(current) => {
                    let waiting = todo.len();
                    todo.extend(args.iter().copied().filter(|arg| !done.contains_key(arg)));
                    if todo.len() > waiting {
                        continue;
                    }
                    let (constructor, args) = (*constructor, args.iter().map(|arg| done[arg]).collect());
                    self.intern(SortKind::Apply(constructor, args))
                }
                _ => current,
            };
            done.insert(current, result);
            todo.pop();
        }
        done[&sort]
    }
}

/// Z3 reads `(-> A B)` as `(Array A B)` and gives lambdas that sort; cvc5 and SMT-LIB 2.7 keep them apart.
/// The front end accepts both, so the two constructors fit each other.
pub(crate) fn same_constructor(left: SortConstructor, right: SortConstructor) -> bool {
    use SortConstructor::{Array, Function};
    left == right || matches!((left, right), (Array, Function) | (Function, Array))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::symbol::SymbolTable;

    #[test]
    fn constants_are_where_they_should_be() {
        let table = SortTable::default();
        assert_eq!(table.kind(Sort::BOOL), &SortKind::Bool);
        assert_eq!(table.kind(Sort::UNKNOWN), &SortKind::Unknown);
        assert_eq!(table.kind(Sort::ROUNDING_MODE), &SortKind::RoundingMode);
    }

    #[test]
    fn unify_binds_and_substitute_applies() {
        let mut symbols = SymbolTable::new();
        let mut table = SortTable::default();
        let x = symbols.intern("X");
        let var = table.intern(SortKind::Variable(x));
        let seq =
            |table: &mut SortTable, arg| table.intern(SortKind::Apply(SortConstructor::Seq, [arg].into()));
        let pattern = seq(&mut table, var);
        let actual = seq(&mut table, Sort::INT);
        let mut bound = Vec::new();
        assert!(table.unify(pattern, actual, &mut bound));
        assert_eq!(bound, [(x, Sort::INT)]);
        assert!(!table.unify(pattern, Sort::INT, &mut Vec::new()));
        assert_eq!(table.substitute(pattern, &bound), actual);
    }

    #[test]
    fn arrows_associate_to_the_right() {
        let mut table = SortTable::default();
        let mut arrow = |args: &[Sort]| table.intern(SortKind::Apply(SortConstructor::Function, args.into()));
        let inner = arrow(&[Sort::INT, Sort::BOOL]);
        assert_eq!(arrow(&[Sort::REAL, inner]), arrow(&[Sort::REAL, Sort::INT, Sort::BOOL]));
        assert_ne!(arrow(&[inner, Sort::REAL]), arrow(&[Sort::INT, Sort::BOOL, Sort::REAL]));
    }

    #[test]
    fn deep_sorts_need_no_stack() {
        let mut symbols = SymbolTable::new();
        let mut table = SortTable::default();
        let x = symbols.intern("X");
        let mut open = table.intern(SortKind::Variable(x));
        let mut closed = Sort::INT;
        for _ in 0..200_000 {
            open = table.intern(SortKind::Apply(SortConstructor::Seq, [open].into()));
            closed = table.intern(SortKind::Apply(SortConstructor::Seq, [closed].into()));
        }
        let mut bound = Vec::new();
        assert!(table.unify(open, closed, &mut bound));
        assert_eq!(table.substitute(open, &bound), closed);
    }
}
