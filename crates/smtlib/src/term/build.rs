//! Making terms: literals, declarations, binders, matches, annotations.

use std::fmt;

use dashu_int::UBig;

use super::view::{Attribute, Binder, CasePattern};
use super::{Store, Term, TypeError};
use crate::function::{Function, FunctionData, Index, Role};
use crate::literal::Literal;
use crate::sort::{Datatype, Sort, SortConstructor, SortDecl, SortDeclaration, SortKind};
use crate::symbol::Symbol;
use crate::theories::Op;

/// Why a term could not be made. [`Store::explain`](Store::explain) says it with names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BuildError {
    /// The arguments do not fit the function.
    Type(Box<TypeError>),
    /// A term of one sort where another is needed.
    Mismatch {
        /// The sort needed.
        expected: Sort,
        /// The sort found.
        found: Sort,
    },
    /// A count, width or index beyond what the store can hold.
    TooLarge,
    /// A number where the theory has no value: a bit-vector of width zero …
    OutOfRange,
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            BuildError::Type(_) => "the arguments do not fit the function",
            BuildError::Mismatch { .. } => "a term of another sort is needed here",
            BuildError::TooLarge => "too large",
            BuildError::OutOfRange => "a number is out of range",
        })
    }
}

impl std::error::Error for BuildError {}

impl Store {
    /// The function of an operator under its first name.
    pub fn op_function(&mut self, op: Op) -> Function {
        self.indexed_function(op, &[])
    }

    /// The function of an indexed operator: `(_ extract 7 0)`.
    pub fn indexed_function(&mut self, op: Op, indices: &[u32]) -> Function {
        let name = self.symbols.intern(op.operator().name);
        let indices = indices.iter().map(|&index| Index::Numeral(index)).collect();
        self.make_function(FunctionData {
            name,
            indices,
            role: Role::Operator(op),
            params: Box::default(),
            result: Sort::UNKNOWN,
        })
    }

    /// An operator applied to arguments.
    ///
    /// # Errors
    /// If the arguments do not fit.
    pub fn op(&mut self, op: Op, args: &[Term]) -> Result<Term, BuildError> {
        let function = self.op_function(op);
        self.apply(function, args)
    }

    /// An indexed operator applied to arguments: `((_ extract 7 0) x)`.
    ///
    /// # Errors
    /// If the indices or arguments do not fit.
    pub fn indexed_op(&mut self, op: Op, indices: &[u32], args: &[Term]) -> Result<Term, BuildError> {
        let function = self.indexed_function(op, indices);
        self.apply(function, args)
    }

    /// `true` or `false`
    pub fn bool(&mut self, value: bool) -> Term {
        use crate::theories::CoreOp::{False, True};
        let function = self.op_function(Op::Core(if value { True } else { False }));
        self.apply_node(function, Sort::BOOL, &[])
    }

    /// A natural number of sort `Int`.
    pub fn int(&mut self, value: u64) -> Term {
        self.literal_node(Literal::numeral(&value.to_string()), Sort::INT)
    }

    /// A literal, with the sort that its form has. Numerals are of sort `Int`.
    ///
    /// # Errors
    /// If it is a bit-vector of width zero.
    pub fn literal(&mut self, literal: Literal) -> Result<Term, BuildError> {
        let sort = match &literal {
            Literal::Numeral(_) => Sort::INT,
            Literal::Decimal(_) | Literal::Algebraic { .. } => Sort::REAL,
            Literal::String(_) => Sort::STRING,
            Literal::BitVec { width: 0, .. } => return Err(BuildError::OutOfRange),
            Literal::BitVec { width, .. } => self.bit_vec_sort(*width),
        };
        Ok(self.literal_node(literal, sort))
    }

    /// A bit-vector; the value is taken modulo two to the width.
    ///
    /// # Errors
    /// If the width is zero.
    pub fn bit_vec(&mut self, width: u32, value: UBig) -> Result<Term, BuildError> {
        self.literal(Literal::bit_vec(width, value))
    }

    /// A number of a finite field: `(as ff5 F)`.
    ///
    /// # Errors
    /// If the sort is no finite field.
    pub fn field_number(&mut self, sort: Sort, value: &UBig) -> Result<Term, BuildError> {
        match self.sort_kind(sort) {
            SortKind::FiniteField(_) => Ok(self.literal_node(Literal::numeral(&value.to_string()), sort)),
            _ => Err(BuildError::OutOfRange),
        }
    }

    /// A function without definition.
    pub fn declare_function(&mut self, name: Symbol, params: &[Sort], result: Sort) -> Function {
        self.make_function(FunctionData {
            name,
            indices: Box::default(),
            role: Role::Declared,
            params: params.into(),
            result,
        })
    }

    /// A constant of this name and sort, as a term.
    ///
    /// # Errors
    /// Never at present; the type leaves room for limits.
    pub fn declare_const(&mut self, name: &str, sort: Sort) -> Result<Term, BuildError> {
        let name = self.symbol(name);
        let function = self.declare_function(name, &[], sort);
        self.apply(function, &[])
    }

    /// A function defined by a body over variables.
    ///
    /// # Errors
    /// If the body's sort is not the result sort.
    pub fn define_function(
        &mut self,
        name: Symbol,
        vars: &[Term],
        result: Sort,
        body: Term,
    ) -> Result<Function, BuildError> {
        let body = self.of_sort(body, result)?;
        let params = vars.iter().map(|&var| self.sort(var)).collect();
        Ok(self.make_function(FunctionData {
            name,
            indices: Box::default(),
            role: Role::Defined { vars: vars.into(), body },
            params,
            result,
        }))
    }

    /// A function to be defined by a body that may mention it: give the body to [`Store::set_definition`].
    pub fn declare_recursive(&mut self, name: Symbol, params: &[Sort], result: Sort) -> Function {
        let number = self.function_count() as u32;
        self.make_function(FunctionData {
            name,
            indices: Box::default(),
            role: Role::Recursive(number),
            params: params.into(),
            result,
        })
    }

    /// Gives a recursive function its body.
    ///
    /// # Errors
    /// If the body's sort is not the function's result sort.
    pub fn set_definition(
        &mut self,
        function: Function,
        vars: &[Term],
        body: Term,
    ) -> Result<(), BuildError> {
        let body = self.of_sort(body, self.function(function).result)?;
        self.definitions.insert(function, (vars.into(), body));
        Ok(())
    }

    /// The term if it has the sort; an `Int` term made `Real` if that is needed.
    ///
    /// # Errors
    /// If the sorts differ otherwise.
    pub fn of_sort(&mut self, term: Term, expected: Sort) -> Result<Term, BuildError> {
        let found = self.sort(term);
        if found == expected || found == Sort::UNKNOWN || expected == Sort::UNKNOWN {
            Ok(term)
        } else if (found, expected) == (Sort::INT, Sort::REAL) {
            Ok(self.to_real(term))
        } else if self.fits(found, expected) {
            Ok(term)
        } else {
            Err(BuildError::Mismatch { expected, found })
        }
    }

    /// Whether a term of one sort may stand where another is needed: the same, or function and array.
    pub(crate) fn fits(&self, found: Sort, expected: Sort) -> bool {
        self.sorts.is_open(expected) && found == expected
            || !self.sorts.is_open(expected) && self.sorts.unify(expected, found, &mut Vec::new())
    }

    /// A quantifier, lambda or choice over one body, or a comprehension over two.
    ///
    /// # Errors
    /// If a body that must be `Bool` is not.
    pub fn binder(&mut self, binder: Binder, vars: &[Term], bodies: &[Term]) -> Result<Term, BuildError> {
        let mut args = Vec::with_capacity(vars.len() + bodies.len());
        args.extend_from_slice(vars);
        args.extend_from_slice(bodies);
        self.binder_from(binder, vars.len(), &args)
    }

    pub(crate) fn binder_from(
        &mut self,
        binder: Binder,
        vars: usize,
        args: &[Term],
    ) -> Result<Term, BuildError> {
        let body = self.sort(args[vars]);
        if binder != Binder::Lambda {
            self.of_sort(args[vars], Sort::BOOL)?;
        }
        let sort = match binder {
            Binder::Forall | Binder::Exists => Sort::BOOL,
            Binder::Choice => self.sort(args[0]),
            Binder::Lambda => {
                let mut sorts: Vec<Sort> = args[..vars].iter().map(|&var| self.sort(var)).collect();
                sorts.push(body);
                self.apply_sort(SortConstructor::Function, &sorts)
            }
            Binder::Comprehension => {
                let element = self.sort(args[args.len() - 1]);
                self.apply_sort(SortConstructor::Set, &[element])
            }
        };
        self.binder_node(binder, vars, sort, args)
    }

    /// A match: `terms` holds, case by case, the variables of its pattern and its body.
    ///
    /// # Errors
    /// If the bodies differ in sort.
    pub fn match_term(
        &mut self,
        scrutinee: Term,
        patterns: &[CasePattern],
        terms: &[Term],
    ) -> Result<Term, BuildError> {
        let mut args = Vec::with_capacity(terms.len() + 1);
        args.push(scrutinee);
        args.extend_from_slice(terms);
        let mut expected = Sort::UNKNOWN;
        let mut at = 0;
        for pattern in patterns {
            at += pattern.variables as usize + 1;
            let found = self.sort(args[at]);
            if expected == Sort::UNKNOWN {
                expected = found;
            } else if !self.fits(found, expected) && found != Sort::UNKNOWN {
                return Err(BuildError::Mismatch { expected, found });
            }
        }
        Ok(self.match_node(patterns.into(), expected, &args))
    }

    /// An annotated term; `pattern_terms` are the terms of all its patterns, one after the other.
    pub fn annotated(&mut self, term: Term, attributes: Vec<Attribute>, pattern_terms: &[Term]) -> Term {
        let mut args = Vec::with_capacity(pattern_terms.len() + 1);
        args.push(term);
        args.extend_from_slice(pattern_terms);
        let sort = self.sort(term);
        self.annotated_node(attributes.into(), sort, &args)
    }

    /// Declares a sort symbol. Uninterpreted sorts of the same name and arity are one; a datatype is always new.
    pub fn declare_sort(&mut self, name: Symbol, arity: u32, datatype: Option<Datatype>) -> SortDecl {
        let new = SortDecl(self.sorts.declarations.len() as u32);
        if datatype.is_none() {
            let known = *self.sorts.uninterpreted.entry((name, arity)).or_insert(new);
            if known != new {
                return known;
            }
        }
        self.sorts.declarations.push(SortDeclaration { name, arity, datatype });
        new
    }

    /// Gives a datatype that was declared its parameters and constructors. Nothing happens if it was declared as no datatype.
    pub fn define_datatype(&mut self, declaration: SortDecl, datatype: Datatype) {
        if let Some(place) = self.datatype_mut(declaration) {
            *place = datatype;
        }
    }

    /// The definition of a datatype that was declared, to fill in.
    pub(crate) fn datatype_mut(&mut self, declaration: SortDecl) -> Option<&mut Datatype> {
        self.sorts.declarations[declaration.0 as usize].datatype.as_mut()
    }

    /// The datatype that a sort is an instance of.
    #[must_use]
    pub fn datatype(&self, sort: Sort) -> Option<&Datatype> {
        match self.sort_kind(sort) {
            SortKind::Apply(SortConstructor::Declared(declaration), _) => {
                self.sort_declaration(*declaration).datatype.as_ref()
            }
            _ => None,
        }
    }
}
