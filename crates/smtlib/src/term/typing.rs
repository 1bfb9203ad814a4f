//! Typing of applications: from a function and arguments to a term, or to an error that says what does not fit.

use super::{BuildError, Store, Term};
use crate::function::{Function, Index, Role};
use crate::literal::Literal;
use crate::signature::matching::Fit;
use crate::signature::{Arity, Origin, Signature};
use crate::sort::{Sort, SortConstructor, SortKind};
use crate::term::TermKind;
use crate::theories::{ArithOp, ArrayOp, DatatypeOp, FunctionOp, Op, SolverOp, TupleOp};

/// An application that has no type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TypeError {
    /// The function, or the first of several with its name.
    pub function: Function,
    /// The sorts of the arguments given.
    pub args: Vec<Sort>,
    /// The sort of `(as f sort)`, if given.
    pub qualified: Option<Sort>,
}

impl Store {
    /// The application of a function to arguments, typed. `Int` arguments become `Real` where that is what it takes.
    ///
    /// # Errors
    /// If the arguments do not fit any rank of the function.
    pub fn apply(&mut self, function: Function, args: &[Term]) -> Result<Term, BuildError> {
        self.apply_first(&[function], args, None)
    }

    /// The application of `(as f sort)`.
    ///
    /// # Errors
    /// If the arguments or the sort do not fit any rank of the function.
    pub fn apply_as(&mut self, function: Function, sort: Sort, args: &[Term]) -> Result<Term, BuildError> {
        self.apply_first(&[function], args, Some(sort))
    }

    /// The application of the first of several functions that the arguments fit. Ranks that fit as they are go
    /// before ranks for which an `Int` must become a `Real`, and ranks that take all arguments before functions that
    /// wait for more.
    pub(crate) fn apply_first(
        &mut self,
        candidates: &[Function],
        args: &[Term],
        qualified: Option<Sort>,
    ) -> Result<Term, BuildError> {
        let mut sorts = std::mem::take(&mut self.arg_sorts);
        sorts.clear();
        sorts.extend(args.iter().map(|&arg| self.sort(arg)));
        let promotable = sorts.contains(&Sort::INT);
        let mut found = None;
        'search: for partial in [false, true] {
            for promote in [false, true] {
                if promote && !promotable {
                    continue;
                }
                for &function in candidates {
                    if !partial && candidates.len() > 1 && self.waits_for_more(function, sorts.len()) {
                        continue;
                    }
                    if let Some(fit) = self.fit(function, &sorts, qualified, promote, Origin::Other) {
                        found = Some((function, fit));
                        break 'search;
                    }
                }
            }
        }
        if found.is_none()
            && sorts.contains(&Sort::REAL)
            && let Some(&function) = candidates.last()
            && matches!(
                self.operator(function),
                Some(Op::Arith(ArithOp::IntDiv | ArithOp::Mod | ArithOp::Rem))
            )
        {
            self.arg_sorts = sorts;
            return self.apply_to_ints(function, args);
        }
        let result = match found {
            Some((function, fit)) if fit.coerced => Ok(self.apply_coerced(function, fit.result, args)),
            Some((function, fit)) => Ok(self.apply_node(function, fit.result, args)),
            None => Err(BuildError::Type(Box::new(TypeError {
                function: candidates.first().copied().unwrap_or(Function(0)),
                args: sorts.clone(),
                qualified,
            }))),
        };
        self.arg_sorts = sorts;
        result
    }

    /// Whether a function of the script has more parameters than this.
    fn waits_for_more(&self, function: Function, args: usize) -> bool {
        let data = self.functions.get(function);
        data.params.len() > args && !matches!(data.role, Role::Operator(_))
    }

    /// Z3 rounds the arguments of integer division: `(div 7.5 2)` is `(div (to_int 7.5) 2)`.
    fn apply_to_ints(&mut self, function: Function, args: &[Term]) -> Result<Term, BuildError> {
        let round = self.op_function(Op::Arith(ArithOp::ToInt));
        let mut rounded = args.to_vec();
        for arg in &mut rounded {
            if self.sort(*arg) == Sort::REAL {
                *arg = self.apply_node(round, Sort::INT, &[*arg]);
            }
        }
        self.apply(function, &rounded)
    }

    fn apply_coerced(&mut self, function: Function, sort: Sort, args: &[Term]) -> Term {
        let mut coerced = std::mem::take(&mut self.coerced);
        coerced.clear();
        coerced.extend_from_slice(args);
        for position in 0..self.matcher.coercions.len() {
            let at = self.matcher.coercions[position] as usize;
            coerced[at] = self.to_real(args[at]);
        }
        let term = self.apply_node(function, sort, &coerced);
        self.coerced = coerced;
        term
    }

    /// The `Real` that an `Int` term stands for: a literal with a point, or `(to_real t)`.
    pub fn to_real(&mut self, term: Term) -> Term {
        match self.kind(term) {
            TermKind::Literal(Literal::Numeral(digits)) => {
                let literal = Literal::decimal(digits, "0");
                self.literal_node(literal, Sort::REAL)
            }
            // match: (- 5), result: (- 5.0)
            TermKind::Apply(function, &[arg])
                if self.operator(function) == Some(Op::Arith(ArithOp::Neg))
                    && matches!(self.kind(arg), TermKind::Literal(Literal::Numeral(_))) =>
            {
                let arg = self.to_real(arg);
                self.apply_node(function, Sort::REAL, &[arg])
            }
            _ => {
                let function = self.op_function(Op::Arith(ArithOp::ToReal));
                self.apply_node(function, Sort::REAL, &[term])
            }
        }
    }

    /// Fits one function to argument sorts, by ranks up to an origin.
    fn fit(
        &mut self,
        function: Function,
        args: &[Sort],
        qualified: Option<Sort>,
        promote: bool,
        newest: Origin,
    ) -> Option<Fit> {
        let data = self.functions.get(function);
        let Role::Operator(op) = data.role else {
            return self.fit_declared(function, args, qualified, promote);
        };
        if let [Index::Function(inner)] = *data.indices {
            let result = self.fit_indexed_by_function(op, inner, args)?;
            return Some(Fit { result, coerced: false });
        }
        let mut few = [0u32; 8];
        let many: Vec<u32>;
        let indices = if data.indices.len() <= few.len() {
            for (slot, index) in few.iter_mut().zip(&data.indices) {
                *slot = numeral(index)?;
            }
            &few[..data.indices.len()]
        } else {
            many = data.indices.iter().map(numeral).collect::<Option<_>>()?;
            &many
        };
        let (matcher, sorts) = (&mut self.matcher, &mut self.sorts);
        op.operator()
            .signatures
            .iter()
            .filter(|signature| signature.origin <= newest)
            .find_map(|signature| matcher.fit(sorts, signature, indices, args, qualified, promote))
    }

    /// Whether the application of an operator has a rank that the standard gives.
    pub(crate) fn has_standard_rank(&mut self, term: Term) -> bool {
        let TermKind::Apply(function, args) = self.kind(term) else { return true };
        let args: Vec<Sort> = args.iter().map(|&arg| self.sort(arg)).collect();
        let sort = self.sort(term);
        self.fit(function, &args, Some(sort), false, Origin::Standard27).is_some()
    }

    /// Who defines the rank by which a function takes arguments of these sorts, as they are, and gives this one; `None`
    /// if no rank does. Stricter than [`Store::apply_as`]: no `Int` becomes a `Real`, no array stands for a function, and
    /// there are as many arguments as the rank lists, or more if it says so. For functions of the script the answer is
    /// the standard.
    pub fn rank_origin(&mut self, function: Function, args: &[Sort], result: Sort) -> Option<Origin> {
        let data = self.functions.get(function);
        let Role::Operator(op) = data.role else {
            let whole = data.params.len() == args.len();
            return whole
                .then(|| self.fit_declared(function, args, Some(result), false))?
                .filter(|fit| fit.result == result)
                .map(|_| Origin::Standard26);
        };
        if let [Index::Function(inner)] = *data.indices {
            let fits = self.fit_indexed_by_function(op, inner, args)? == result;
            return fits.then_some(op.operator().origin);
        }
        let indices = numerals(&data.indices)?;
        let is_function =
            |&sort: &Sort| matches!(self.sorts.kind(sort), SortKind::Apply(SortConstructor::Function, _));
        if matches!(op, Op::Array(_)) && args.first().is_some_and(is_function) {
            return None;
        }
        let (matcher, sorts) = (&mut self.matcher, &mut self.sorts);
        let signatures = op.operator().signatures.iter();
        let enough = |signature: &&Signature| {
            let least = signature.params.len() + usize::from(signature.arity == Arity::RepeatFirst);
            signature.rule.is_some() || args.len() >= least.min(signature.params.len().max(2))
        };
        signatures.filter(enough).find_map(|signature| {
            let fit = matcher.fit(sorts, signature, &indices, args, Some(result), false)?;
            (fit.result == result).then_some(signature.origin)
        })
    }

    /// A function of the script. With fewer arguments than parameters it gives a function (SMT-LIB 2.7).
    fn fit_declared(
        &mut self,
        function: Function,
        args: &[Sort],
        qualified: Option<Sort>,
        promote: bool,
    ) -> Option<Fit> {
        let data = self.functions.get(function);
        if data.role == Role::Unknown {
            return Some(Fit { result: qualified.unwrap_or(Sort::UNKNOWN), coerced: false });
        }
        if args.len() > data.params.len() {
            return None;
        }
        self.matcher.coercions.clear();
        let polymorphic =
            self.sorts.is_open(data.result) || data.params.iter().any(|&sort| self.sorts.is_open(sort));
        let mut bound = Vec::new();
        if polymorphic
            && let Some(sort) = qualified
            && args.len() == data.params.len()
            && !self.sorts.unify(data.result, sort, &mut bound)
        {
            return None;
        }
        for (at, (&param, &arg)) in data.params.iter().zip(args).enumerate() {
            if param == arg && !polymorphic {
                continue;
            }
            if promote && arg == Sort::INT && self.sorts.substitute(param, &bound) == Sort::REAL {
                self.matcher.coercions.push(at as u32);
            } else if !self.sorts.unify(param, arg, &mut bound) {
                return None;
            }
        }
        let needs_sort = polymorphic && data.role == Role::Constructor;
        let (mut result, rest) = (data.result, &data.params[args.len()..]);
        if !rest.is_empty() {
            let mut arrow: Vec<Sort> = rest.to_vec();
            arrow.push(result);
            result = self.sorts.intern(SortKind::Apply(SortConstructor::Function, arrow.into()));
            if polymorphic && let Some(sort) = qualified {
                self.sorts.unify(result, sort, &mut bound);
            }
        }
        if polymorphic {
            result = self.sorts.substitute(result, &bound);
            // `nil` alone does not say of which sort its elements are.
            if needs_sort && args.is_empty() && self.sorts.is_open(result) {
                match qualified {
                    None => return None,
                    Some(Sort::UNKNOWN) => result = Sort::UNKNOWN,
                    Some(_) => {}
                }
            }
        }
        if let Some(sort) = qualified
            && sort != result
            && sort != Sort::UNKNOWN
        {
            return None;
        }
        Some(Fit { result, coerced: !self.matcher.coercions.is_empty() })
    }

    fn fit_indexed_by_function(&mut self, op: Op, inner: Function, args: &[Sort]) -> Option<Sort> {
        let data = self.functions.get(inner);
        match op {
            // match: ((_ is cons) x), result: a Bool
            Op::Datatype(DatatypeOp::Is) => {
                let [arg] = args else { return None };
                self.sorts.unify(data.result, *arg, &mut Vec::new()).then_some(Sort::BOOL)
            }
            // match: ((_ update head) x v), result: the sort of x
            Op::Datatype(DatatypeOp::Update) => {
                let ([record, value], [param]) = (args, &*data.params) else { return None };
                let mut bound = Vec::new();
                let fits = self.sorts.unify(*param, *record, &mut bound)
                    && self.sorts.unify(data.result, *value, &mut bound);
                fits.then_some(*record)
            }
            // match: ((_ transitive-closure r) x y), result: a Bool
            Op::Solver(SolverOp::TransitiveClosure) => {
                let [left, right] = args else { return None };
                (left == right)
                    .then(|| self.fit(inner, args, None, false, Origin::Other))?
                    .map(|fit| fit.result)
            }
            // match: (_ as-array f), result: (Array params… result)
            Op::Array(ArrayOp::AsArray) if args.is_empty() => {
                let mut sorts = data.params.to_vec();
                sorts.push(data.result);
                Some(self.sorts.intern(SortKind::Apply(SortConstructor::Array, sorts.into())))
            }
            // match: ((_ nullable.lift f) x y), result: the function's result, nullable
            Op::Tuple(TupleOp::Lift) => {
                let mut elements = Vec::with_capacity(args.len());
                for &arg in args {
                    let SortKind::Apply(SortConstructor::Nullable, parts) = self.sorts.kind(arg) else {
                        return None;
                    };
                    elements.extend_from_slice(parts);
                }
                let fit = self.fit(inner, &elements, None, false, Origin::Other)?;
                Some(self.sorts.intern(SortKind::Apply(SortConstructor::Nullable, [fit.result].into())))
            }
            // match: ((_ map f) a b), result: the arrays' indices, the function's result
            Op::Array(ArrayOp::Map) => {
                let SortKind::Apply(SortConstructor::Array, first) = self.sorts.kind(*args.first()?) else {
                    return None;
                };
                let mut sorts = first.to_vec();
                let mut elements = Vec::with_capacity(args.len());
                for &arg in args {
                    match self.sorts.kind(arg) {
                        SortKind::Apply(SortConstructor::Array, parts)
                            if parts[..parts.len() - 1] == sorts[..sorts.len() - 1] =>
                        {
                            elements.push(*parts.last()?);
                        }
                        _ => return None,
                    }
                }
                let fit = self.fit(inner, &elements, None, false, Origin::Other)?;
                *sorts.last_mut()? = fit.result;
                Some(self.sorts.intern(SortKind::Apply(SortConstructor::Array, sorts.into())))
            }
            _ => None,
        }
    }

    /// The application of a term whose sort is a function: `(f a)` where `f` is a variable or has no parameters.
    ///
    /// # Errors
    /// If the term is not a function of such arguments.
    pub fn call(&mut self, function: Term, args: &[Term]) -> Result<Term, BuildError> {
        let head = self.op_function(Op::Function(FunctionOp::Call));
        let mut all = Vec::with_capacity(args.len() + 1);
        all.push(function);
        all.extend_from_slice(args);
        self.apply(head, &all)
    }
}

/// Indices as numbers, where typing takes them for such.
fn numerals(indices: &[Index]) -> Option<Vec<u32>> {
    indices.iter().map(numeral).collect()
}

fn numeral(index: &Index) -> Option<u32> {
    match index {
        Index::Numeral(value) => Some(*value),
        // Too large for a width, and as good as any other where it is none: `(_ divisible n)`.
        Index::Digits(_) => Some(u32::MAX),
        // Which sort it is does not matter to the typing of what has such indices.
        Index::Sort(_) => Some(0),
        Index::Symbol(_) | Index::Function(_) => None,
    }
}
