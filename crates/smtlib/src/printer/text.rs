//! The text of atoms, sorts and heads.

use std::fmt::Write as _;

use dashu_int::ops::BitTest;

use super::PrintError;
use crate::function::{Function, FunctionData, Index, Role};
use crate::literal::Literal;
use crate::signature::Signature;
use crate::sort::{Sort, SortConstructor, SortKind};
use crate::symbol::Symbol;
use crate::term::{Store, Term};
use crate::theories::{ArrayOp, Op};

/// Text under construction, with a limit. Beyond the limit nothing is added; `finish` reports it.
pub(super) struct Writer<'a> {
    store: &'a Store,
    text: String,
    limit: usize,
}

/// The text of a sort for a message: cut if it is long.
pub(crate) fn sort_to_string(store: &Store, sort: Sort) -> String {
    let mut out = Writer::new(store, 200);
    out.sort(sort);
    let mut text = out.text;
    if text.len() > 200 {
        let cut = (0..=200).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
        text.truncate(cut);
        text.push('…');
    }
    text
}

impl<'a> Writer<'a> {
    pub(super) fn new(store: &'a Store, limit: usize) -> Self {
        Writer { store, text: String::new(), limit }
    }

    /// Makes room for so many bytes.
    pub(super) fn reserve(&mut self, bytes: usize) {
        self.text.reserve(bytes);
    }

    pub(super) fn finish(self) -> Result<String, PrintError> {
        self.check().map(|()| self.text)
    }

    /// An error if the limit is passed.
    pub(super) fn check(&self) -> Result<(), PrintError> {
        if self.text.len() > self.limit { Err(PrintError::TooLarge(self.limit)) } else { Ok(()) }
    }

    /// How much there is so far.
    pub(super) fn len(&self) -> usize {
        self.text.len()
    }

    pub(super) fn push(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// A line break and spaces.
    pub(super) fn line(&mut self, indent: u32) {
        self.text.push('\n');
        self.text.extend(std::iter::repeat_n(' ', indent as usize));
    }

    pub(super) fn symbol(&mut self, symbol: Symbol) {
        let text = self.store.text(symbol);
        if self.store.symbols().needs_quotes(symbol) {
            self.text.push('|');
            self.text.push_str(text);
            self.text.push('|');
        } else {
            self.text.push_str(text);
        }
    }

    /// A variable of a match pattern: `_` is not quoted there.
    pub(super) fn variable(&mut self, symbol: Symbol) {
        if self.store.text(symbol) == "_" { self.text.push('_') } else { self.symbol(symbol) }
    }

    pub(super) fn number(&mut self, number: u32) {
        self.text.push_str(itoa::Buffer::new().format(number));
    }

    /// A sort, however deep.
    pub(super) fn sort(&mut self, sort: Sort) {
        enum Work {
            Sort(Sort),
            Text(&'static str),
        }
        // Of most sorts nothing is left to be written behind their names.
        let mut work = Vec::new();
        let mut next = Some(Work::Sort(sort));
        while let Some(now) = next.take().or_else(|| work.pop()) {
            if self.text.len() > self.limit {
                return;
            }
            let sort = match now {
                Work::Sort(sort) => sort,
                Work::Text(text) => {
                    self.text.push_str(text);
                    continue;
                }
            };
            match self.store.sort_kind(sort) {
                SortKind::Bool => self.push("Bool"),
                SortKind::Int => self.push("Int"),
                SortKind::Real => self.push("Real"),
                SortKind::String => self.push("String"),
                SortKind::RegLan => self.push("RegLan"),
                SortKind::RoundingMode => self.push("RoundingMode"),
                SortKind::Char => self.push("Unicode"),
                SortKind::Unknown => self.push("Unknown"),
                SortKind::BitVec(width) => {
                    self.push("(_ BitVec ");
                    self.number(*width);
                    self.push(")");
                }
                SortKind::Float(eb, sb) => {
                    self.push("(_ FloatingPoint ");
                    self.number(*eb);
                    self.push(" ");
                    self.number(*sb);
                    self.push(")");
                }
                SortKind::FiniteField(order) => {
                    self.push("(_ FiniteField ");
                    self.push(self.store.text(*order));
                    self.push(")");
                }
                SortKind::Variable(name) => self.symbol(*name),
                SortKind::Apply(constructor, args) => {
                    if *constructor == SortConstructor::Tuple && args.is_empty() {
                        self.push("UnitTuple");
                        continue;
                    }
                    if !args.is_empty() {
                        self.push("(");
                    }
                    match constructor {
                        SortConstructor::Array => self.push("Array"),
                        SortConstructor::Function => self.push("->"),
                        SortConstructor::Seq => self.push("Seq"),
                        SortConstructor::Set => self.push("Set"),
                        SortConstructor::Bag => self.push("Bag"),
                        SortConstructor::Tuple => self.push("Tuple"),
                        SortConstructor::Nullable => self.push("Nullable"),
                        SortConstructor::Declared(declaration) => {
                            self.symbol(self.store.sort_declaration(*declaration).name);
                        }
                    }
                    if !args.is_empty() {
                        work.push(Work::Text(")"));
                        for &arg in args.iter().rev() {
                            work.push(Work::Sort(arg));
                            work.push(Work::Text(" "));
                        }
                    }
                }
            }
        }
    }

    /// Digits behind as many zeros as the length asks for. Formatting with a width knows 16 bits only.
    fn padded(&mut self, prefix: &str, digits: &str, length: usize) {
        self.text.push_str(prefix);
        self.text.extend(std::iter::repeat_n('0', length.saturating_sub(digits.len())));
        self.text.push_str(digits);
    }

    pub(super) fn literal(&mut self, literal: &Literal, sort: Sort) {
        match literal {
            Literal::Numeral(digits) if sort == Sort::INT => self.push(digits),
            Literal::Numeral(digits) => {
                let _ = write!(self.text, "(as ff{digits} ");
                self.sort(sort);
                self.push(")");
            }
            Literal::Decimal(text) => self.push(text),
            Literal::BitVec { width, value } => {
                let width = *width as usize;
                if width > 128 && value.bit_len() <= 64 {
                    let _ = write!(self.text, "(_ bv{value} {width})");
                } else if width.is_multiple_of(4) {
                    self.padded("#x", &format!("{value:x}"), width / 4);
                } else {
                    self.padded("#b", &format!("{value:b}"), width);
                }
            }
            Literal::Algebraic { coefficients, root } => {
                crate::algebraic::write(&mut self.text, coefficients, root);
            }
            Literal::String(text) => {
                self.text.push('"');
                if text.contains('"') {
                    self.text.push_str(&text.replace('"', "\"\""));
                } else {
                    self.text.push_str(text);
                }
                self.text.push('"');
            }
        }
    }

    /// The head of an application of this sort: `f`, `(_ f 1)`, `(as f S)`.
    pub(super) fn head(&mut self, function: Function, args: &[Term], sort: Sort) {
        let data = self.store.function(function);
        let qualified = self.needs_sort(data, args) || self.store.is_ambiguous(function);
        if qualified {
            self.push("(as ");
        }
        if data.indices.is_empty() {
            self.symbol(data.name);
        } else {
            self.push("(_ ");
            self.symbol(data.name);
            for index in &data.indices {
                self.push(" ");
                match index {
                    Index::Numeral(value) => self.number(*value),
                    Index::Digits(symbol) => self.push(self.store.text(*symbol)),
                    Index::Symbol(symbol) => self.symbol(*symbol),
                    Index::Function(inner) => self.function_index(*inner, args, sort),
                    Index::Sort(sort) => self.sort(*sort),
                }
            }
            self.push(")");
        }
        if qualified {
            self.push(" ");
            self.sort(sort);
            self.push(")");
        }
    }

    /// A function as an index. An operator may have several ranks, and functions may share a name, so the rank that
    /// is meant is added: `(_ map (+ (Int Int) Int))`.
    fn function_index(&mut self, inner: Function, args: &[Term], sort: Sort) {
        let data = self.store.function(inner);
        if !data.indices.is_empty() {
            self.head(inner, &[], sort);
            return;
        }
        let element = |sort: Sort| match self.store.sort_kind(sort) {
            SortKind::Apply(_, parts) => parts.last().copied().unwrap_or(sort),
            _ => sort,
        };
        let (params, result) = match data.role {
            Role::Operator(_) => {
                let params = args.iter().map(|&arg| element(self.store.sort(arg))).collect();
                (params, element(sort))
            }
            _ if self.store.is_ambiguous(inner) => (data.params.to_vec(), data.result),
            _ => return self.symbol(data.name),
        };
        self.push("(");
        self.symbol(data.name);
        self.push(" (");
        for (at, param) in params.into_iter().enumerate() {
            if at > 0 {
                self.push(" ");
            }
            self.sort(param);
        }
        self.push(") ");
        self.sort(result);
        self.push(")");
    }

    /// Whether arguments do not determine the sort, so that `as` must.
    fn needs_sort(&self, data: &FunctionData, args: &[Term]) -> bool {
        match data.role {
            Role::Operator(Op::Array(ArrayOp::Const)) => true,
            // `(as seq.empty (Seq Int))`; of a rule in code nobody knows.
            Role::Operator(op) => {
                let undetermined = |signature: &Signature| {
                    signature.params.len() == args.len()
                        && (signature.rule.is_none() || args.is_empty())
                        && signature.has_undetermined_result
                };
                data.indices.is_empty() && op.operator().signatures.iter().any(undetermined)
            }
            Role::Declared | Role::Constructor | Role::Recursive(_) | Role::Defined { .. } => {
                self.store.sorts.is_open(data.result) && self.undetermined(data)
            }
            _ => false,
        }
    }

    /// Whether the result has a sort variable that no parameter has.
    fn undetermined(&self, data: &FunctionData) -> bool {
        let mut known = Vec::new();
        self.sort_variables(&data.params, &mut known);
        let mut needed = Vec::new();
        self.sort_variables(&[data.result], &mut needed);
        needed.iter().any(|variable| !known.contains(variable))
    }

    fn sort_variables(&self, roots: &[Sort], found: &mut Vec<Symbol>) {
        let mut todo = roots.to_vec();
        let mut seen = Vec::new();
        while let Some(sort) = todo.pop() {
            if !self.store.sorts.is_open(sort) || seen.contains(&sort) {
                continue;
            }
            seen.push(sort);
            match self.store.sort_kind(sort) {
                SortKind::Variable(name) => found.push(*name),
                SortKind::Apply(_, args) => todo.extend(args.iter().copied()),
                _ => {}
            }
        }
    }
}
