//! The store: symbols, sorts, functions and terms, each kept once.

use std::hash::{Hash, Hasher};
use std::sync::LazyLock;

use hashbrown::{HashMap, HashSet};
use rustc_hash::{FxBuildHasher, FxHasher};

use super::view::{Attribute, Binder, CasePattern, TermKind};
use super::{BuildError, Term};
use crate::function::{Function, FunctionData, FunctionTable, Role};
use crate::id_table::{IdTable, hash_of};
use crate::literal::Literal;
use crate::signature::matching::Matcher;
use crate::sort::{Sort, SortConstructor, SortDecl, SortDeclaration, SortKind, SortTable};
use crate::symbol::{Symbol, SymbolTable};
use crate::theories::registry;

/// A term as it lies in memory: 16 bytes and four for each argument.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// What the node is (the lowest three bits) and the number of its function, literal … (the rest).
    head: u32,
    first: u32,
    len: u32,
    pub(super) sort: Sort,
}

const APPLY: u32 = 0;
const LITERAL: u32 = 1;
const VARIABLE: u32 = 2;
const BINDER: u32 = 3;
const MATCH: u32 = 4;
const ANNOTATED: u32 = 5;
const TAG_BITS: u32 = 3;
const TAG_MASK: u32 = (1 << TAG_BITS) - 1;
/// A binder's payload is its kind in the lowest bits and the number of its variables in the rest.
const BINDER_BITS: u32 = 3;
/// Payloads are 29 bits.
const MAX_PAYLOAD: usize = 1 << (32 - TAG_BITS);

/// Owns symbols, sorts, functions and terms. Ids of one store mean nothing in another.
///
/// ```
/// use quis_smtlib::{Sort, Store};
/// use quis_smtlib::theories::{ArithOp, CoreOp, Op};
///
/// # fn main() -> Result<(), quis_smtlib::BuildError> {
/// let mut store = Store::new();
/// let x = store.declare_const("x", Sort::INT)?;
/// let one = store.int(1);
/// let sum = store.op(Op::Arith(ArithOp::Add), &[x, one])?;
/// let again = store.op(Op::Arith(ArithOp::Add), &[x, one])?;
/// assert_eq!(sum, again);
/// assert_eq!(store.sort(sum), Sort::INT);
/// // An ill-typed term is an error value.
/// assert!(store.op(Op::Core(CoreOp::Not), &[sum]).is_err());
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Store {
    pub(crate) symbols: SymbolTable,
    pub(crate) sorts: SortTable,
    pub(crate) functions: FunctionTable,
    /// Functions of one name that differ in their result only.
    ambiguous: HashSet<Function, FxBuildHasher>,
    pub(super) definitions: HashMap<Function, (Box<[Term]>, Term), FxBuildHasher>,
    pub(super) nodes: Vec<Node>,
    args: Vec<Term>,
    by_node: IdTable,
    literals: Interned<Literal>,
    attributes: Interned<Box<[Attribute]>>,
    patterns: Interned<Box<[CasePattern]>>,
    pub(super) matcher: Matcher,
    /// Working space of typing.
    pub(super) arg_sorts: Vec<Sort>,
    pub(super) coerced: Vec<Term>,
}

/// Values kept once, numbered as they come.
#[derive(Clone, Debug)]
struct Interned<T> {
    values: Vec<T>,
    by_value: IdTable,
}

impl<T: Hash + Eq> Interned<T> {
    fn new() -> Self {
        Interned { values: Vec::new(), by_value: IdTable::default() }
    }

    fn intern(&mut self, value: T) -> u32 {
        let next = self.values.len() as u32;
        let values = &self.values;
        let id = self.by_value.get_or_insert(hash_of(&value), next, |id| values[id as usize] == value);
        if id == next {
            self.values.push(value);
        }
        id
    }
}

fn hash_node(head: u32, sort: Sort, args: &[Term]) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write_u64(u64::from(head) << 32 | u64::from(sort.0));
    for pair in args.chunks(2) {
        let second = pair.get(1).map_or(u64::from(u32::MAX), |term| u64::from(term.0));
        hasher.write_u64(u64::from(pair[0].0) << 32 | second);
    }
    hasher.finish()
}

/// The names of the operators and the words of the parser, which every store knows.
static WORDS: LazyLock<SymbolTable> = LazyLock::new(|| {
    let mut symbols = registry().symbols.clone();
    for word in crate::parser::WORDS {
        symbols.intern(word);
    }
    symbols
});

/// Every new store is a copy of this one, which knows those and nothing else.
static EMPTY: LazyLock<Store> =
    LazyLock::new(|| Store { symbols: SymbolTable::above(&WORDS), ..Store::hollow() });

impl Default for Store {
    fn default() -> Self {
        EMPTY.clone()
    }
}

impl Store {
    /// A store without terms.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// What stands in for a store while a parser has it; does not know the operators.
    pub(crate) fn hollow() -> Self {
        Store {
            symbols: SymbolTable::new(),
            sorts: SortTable::default(),
            functions: FunctionTable::new(),
            ambiguous: HashSet::default(),
            definitions: HashMap::default(),
            nodes: Vec::new(),
            args: Vec::new(),
            by_node: IdTable::default(),
            literals: Interned::new(),
            attributes: Interned::new(),
            patterns: Interned::new(),
            matcher: Matcher::default(),
            arg_sorts: Vec::new(),
            coerced: Vec::new(),
        }
    }

    /// Makes room for so many terms, and the symbols that these usually have.
    pub fn reserve(&mut self, terms: usize) {
        self.symbols.reserve((terms / 4).min(64));
        self.nodes.reserve(terms);
        self.args.reserve(2 * terms);
        self.by_node.reserve(terms);
    }

    /// The number of terms.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is no term yet.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The names of all functions of the script and of all variables, some more than once.
    pub(crate) fn names_in_use(&self) -> impl Iterator<Item = Symbol> {
        let functions = self.functions.of_script().map(|data| data.name);
        let variables = self.nodes.iter().filter(|node| node.head & TAG_MASK == VARIABLE);
        functions.chain(variables.map(|node| Symbol(node.head >> TAG_BITS)))
    }

    /// The names that the script gives to functions of its own and to variables, some more than once.
    pub fn names_of_script(&self) -> impl Iterator<Item = Symbol> {
        let own = self.functions.of_script().filter(|data| !matches!(data.role, Role::Operator(_)));
        let variables = self.nodes.iter().filter(|node| node.head & TAG_MASK == VARIABLE);
        own.map(|data| data.name).chain(variables.map(|node| Symbol(node.head >> TAG_BITS)))
    }

    /// All terms, arguments before what they are arguments of.
    pub fn terms(&self) -> impl Iterator<Item = Term> + use<> {
        self.terms_from(0)
    }

    /// Whether some term has a name: `(! t :named n)`
    pub(crate) fn has_names(&self) -> bool {
        let named = |attribute: &Attribute| matches!(attribute, Attribute::Named(_));
        self.attributes.values.iter().any(|attributes| attributes.iter().any(named))
    }

    /// The terms made since there were so many.
    pub(crate) fn terms_from(&self, count: usize) -> impl Iterator<Item = Term> + use<> {
        (count as u32..self.nodes.len() as u32).map(Term)
    }

    /// The sort of a term.
    #[must_use]
    pub fn sort(&self, term: Term) -> Sort {
        self.nodes[term.index()].sort
    }

    /// What a sort is.
    #[must_use]
    pub fn sort_kind(&self, sort: Sort) -> &SortKind {
        self.sorts.kind(sort)
    }

    /// The number of sorts.
    #[must_use]
    pub fn sort_count(&self) -> usize {
        self.sorts.len()
    }

    /// The sort of this kind.
    pub fn make_sort(&mut self, kind: SortKind) -> Sort {
        self.sorts.intern(kind)
    }

    /// `(_ BitVec width)`
    pub fn bit_vec_sort(&mut self, width: u32) -> Sort {
        self.sorts.intern(SortKind::BitVec(width))
    }

    /// A constructor applied to sorts, for example `(Array Int Bool)`.
    pub fn apply_sort(&mut self, constructor: SortConstructor, args: &[Sort]) -> Sort {
        self.sorts.intern(SortKind::Apply(constructor, args.into()))
    }

    /// The sort with its variables replaced, if the store has it already.
    #[must_use]
    pub fn find_instance(&self, sort: Sort, bound: &[(Symbol, Sort)]) -> Option<Sort> {
        self.sorts.find_instance(sort, bound)
    }

    /// What is known of a declared sort.
    #[must_use]
    pub fn sort_declaration(&self, declaration: SortDecl) -> &SortDeclaration {
        &self.sorts.declarations[declaration.0 as usize]
    }

    /// All declared sort symbols.
    pub(crate) fn sort_declarations(&self) -> impl Iterator<Item = SortDecl> + use<> {
        (0..self.sorts.declarations.len() as u32).map(SortDecl)
    }

    /// A symbol from its text.
    pub fn symbol(&mut self, text: &str) -> Symbol {
        self.symbols.intern(text)
    }

    /// The symbols of the store.
    #[must_use]
    pub fn symbols(&self) -> &SymbolTable {
        &self.symbols
    }

    /// The text of a symbol.
    #[must_use]
    pub fn text(&self, symbol: Symbol) -> &str {
        self.symbols.text(symbol)
    }

    /// What is known of a function.
    #[must_use]
    pub fn function(&self, function: Function) -> &FunctionData {
        self.functions.get(function)
    }

    /// The number of functions.
    #[must_use]
    pub fn function_count(&self) -> usize {
        self.functions.len()
    }

    /// The operator that a function is a spelling of.
    #[must_use]
    pub fn operator(&self, function: Function) -> Option<crate::theories::Op> {
        match self.functions.get(function).role {
            Role::Operator(op) => Some(op),
            _ => None,
        }
    }

    /// Parameters and body of a defined function, recursive or not.
    #[must_use]
    pub fn definition(&self, function: Function) -> Option<(&[Term], Term)> {
        match &self.functions.get(function).role {
            Role::Defined { vars, body } => Some((vars, *body)),
            Role::Recursive(_) => self.definitions.get(&function).map(|(vars, body)| (&**vars, *body)),
            Role::Named(term) => Some((&[], *term)),
            _ => None,
        }
    }

    /// The name of a term: of an assertion, that by which unsat cores mention it.
    ///
    /// match: (! t :named n), result: n
    #[must_use]
    pub fn name_of(&self, term: Term) -> Option<&str> {
        let TermKind::Annotated(_, attributes, _) = self.kind(term) else { return None };
        attributes.iter().find_map(|attribute| match attribute {
            Attribute::Named(name) => Some(self.text(*name)),
            _ => None,
        })
    }

    /// The function with these properties, made if it is new.
    pub fn make_function(&mut self, data: FunctionData) -> Function {
        self.functions.intern(data)
    }

    /// These functions have one name, and only `(as f S)` tells them apart.
    pub(crate) fn mark_ambiguous(&mut self, functions: &[Function]) {
        self.ambiguous.extend(functions.iter().copied());
    }

    /// Whether only `(as f S)` says which function is meant.
    pub(crate) fn is_ambiguous(&self, function: Function) -> bool {
        self.ambiguous.contains(&function)
    }

    /// The shape of a term.
    #[inline]
    #[must_use]
    pub fn kind(&self, term: Term) -> TermKind<'_> {
        let node = self.nodes[term.index()];
        let args = self.node_args(node);
        let payload = node.head >> TAG_BITS;
        match node.head & TAG_MASK {
            APPLY => TermKind::Apply(Function(payload), args),
            LITERAL => TermKind::Literal(&self.literals.values[payload as usize]),
            VARIABLE => TermKind::Variable(Symbol(payload)),
            BINDER => {
                let kind = Binder::ALL[(payload & ((1 << BINDER_BITS) - 1)) as usize];
                let (vars, body) = args.split_at((payload >> BINDER_BITS) as usize);
                TermKind::Binder(kind, vars, body)
            }
            MATCH => TermKind::Match(&self.patterns.values[payload as usize], args[0], &args[1..]),
            _ => TermKind::Annotated(args[0], &self.attributes.values[payload as usize], &args[1..]),
        }
    }

    /// All terms directly below a term: arguments, bound variables and bodies, patterns.
    #[inline]
    #[must_use]
    pub fn children(&self, term: Term) -> &[Term] {
        self.node_args(self.nodes[term.index()])
    }

    #[inline]
    fn node_args(&self, node: Node) -> &[Term] {
        &self.args[node.first as usize..(node.first + node.len) as usize]
    }

    /// The same term over other terms directly below it, which must have the sorts of those that they replace.
    ///
    /// # Errors
    /// If there are more or fewer, or a sort differs.
    pub fn with_children(&mut self, term: Term, children: &[Term]) -> Result<Term, BuildError> {
        let node = self.nodes[term.index()];
        let old = self.node_args(node);
        if old.len() != children.len() {
            return Err(BuildError::OutOfRange);
        }
        for (&old, &new) in old.iter().zip(children) {
            let (expected, found) = (self.sort(old), self.sort(new));
            if expected != found {
                return Err(BuildError::Mismatch { expected, found });
            }
        }
        Ok(self.node(node.head, node.sort, children))
    }

    /// The node with this head, sort and arguments. The caller has typed it.
    fn node(&mut self, head: u32, sort: Sort, args: &[Term]) -> Term {
        let next = self.nodes.len() as u32;
        let (nodes, all) = (&self.nodes, &self.args);
        let same = |id: u32| {
            let node = &nodes[id as usize];
            node.head == head
                && node.sort == sort
                && all[node.first as usize..(node.first + node.len) as usize] == *args
        };
        let id = self.by_node.get_or_insert(hash_node(head, sort, args), next, same);
        if id == next {
            let first = self.args.len() as u32;
            self.nodes.push(Node { head, first, len: args.len() as u32, sort });
            self.args.extend_from_slice(args);
        }
        Term(id)
    }

    pub(super) fn apply_node(&mut self, function: Function, sort: Sort, args: &[Term]) -> Term {
        self.node(function.0 << TAG_BITS | APPLY, sort, args)
    }

    pub(crate) fn literal_node(&mut self, literal: Literal, sort: Sort) -> Term {
        let id = self.literals.intern(literal);
        self.node(id << TAG_BITS | LITERAL, sort, &[])
    }

    /// A variable, to be bound by a binder, a match case or a definition.
    pub fn variable(&mut self, name: Symbol, sort: Sort) -> Term {
        self.node(name.0 << TAG_BITS | VARIABLE, sort, &[])
    }

    pub(super) fn binder_node(
        &mut self,
        binder: Binder,
        vars: usize,
        sort: Sort,
        args: &[Term],
    ) -> Result<Term, BuildError> {
        if vars >= MAX_PAYLOAD >> BINDER_BITS {
            return Err(BuildError::TooLarge);
        }
        let payload = (vars as u32) << BINDER_BITS | binder as u32;
        Ok(self.node(payload << TAG_BITS | BINDER, sort, args))
    }

    pub(super) fn match_node(&mut self, patterns: Box<[CasePattern]>, sort: Sort, args: &[Term]) -> Term {
        let id = self.patterns.intern(patterns);
        self.node(id << TAG_BITS | MATCH, sort, args)
    }

    pub(super) fn annotated_node(&mut self, attributes: Box<[Attribute]>, sort: Sort, args: &[Term]) -> Term {
        let id = self.attributes.intern(attributes);
        self.node(id << TAG_BITS | ANNOTATED, sort, args)
    }
}
