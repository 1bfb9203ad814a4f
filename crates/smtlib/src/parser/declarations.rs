//! Reading declarations and definitions of functions and sorts.

use super::Parser;
use super::scope::SortMeaning;
use crate::diagnostic::{Diagnostic, Result};
use crate::function::Function;
use crate::lexer::TokenKind;
use crate::script::Command;
use crate::sort::{Sort, SortKind};
use crate::symbol::Symbol;
use crate::term::Term;

impl Parser<'_> {
    /// Reads the name of something to declare.
    fn declared_name(&mut self) -> Result<Symbol> {
        self.expect_symbol("the name to declare")
    }

    /// Runs a step of a declaration; if it fails, later uses of the name are not reported again.
    fn or_poison<T>(&mut self, name: Symbol, step: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        step(self).inspect_err(|_| {
            self.scope.poisoned.insert(name, ());
        })
    }

    /// Declares a function without definition; the same rank twice is an error.
    fn declare(&mut self, name: Symbol, params: &[Sort], result: Sort) -> Result<Function> {
        let function = self.store.declare_function(name, params, result);
        self.bind_function(name, function)?;
        Ok(function)
    }

    fn bind_function(&mut self, name: Symbol, function: Function) -> Result<()> {
        let data = self.store.function(function);
        let same_rank = |known: Function| {
            let known = self.store.function(known);
            known.params == data.params && known.result == data.result
        };
        if self.scope.functions(name).any(|known| self.strict() || same_rank(known.function)) {
            let message = format!("`{}` is declared already", self.store.text(name));
            return Err(Diagnostic::error(self.command_start..self.lexer.offset(), message).into());
        }
        if self.strict() && crate::theories::registry().named(self.store.text(name)).next().is_some() {
            let message = format!("`{}` is an operator of a theory", self.store.text(name));
            return Err(Diagnostic::error(self.command_start..self.lexer.offset(), message).into());
        }
        self.scope.poisoned.remove(&name);
        self.bind_member(name, function);
        Ok(())
    }

    /// Makes a function known that a datatype declaration brings; these may share a name.
    pub(super) fn bind_member(&mut self, name: Symbol, function: Function) {
        // Z3 tells functions apart by their result, too: `(as f S)` says which is meant.
        let params = &self.store.function(function).params;
        let known = self.scope.functions(name).map(|known| known.function);
        let mut same_params: Vec<Function> =
            known.filter(|&known| self.store.function(known).params == *params).collect();
        if !same_params.is_empty() {
            same_params.push(function);
            self.store.mark_ambiguous(&same_params);
        }
        let constant = if self.store.function(function).params.is_empty() {
            self.store.apply(function, &[]).ok()
        } else {
            None
        };
        self.scope.declare(name, function, constant);
    }

    /// Reads `(S …)`.
    pub(super) fn sort_list(&mut self) -> Result<Vec<Sort>> {
        self.expect_open("`(` and the sorts of the arguments")?;
        let mut sorts = Vec::new();
        while !self.lexer.take_close() {
            sorts.push(self.sort()?);
        }
        Ok(sorts)
    }

    pub(super) fn declare_const(&mut self) -> Result<Command> {
        let name = self.declared_name()?;
        let sort = self.or_poison(name, Self::sort)?;
        let function = self.declare(name, &[], sort)?;
        self.end_declaration("declare-const", Command::DeclareConst(function))
    }

    pub(super) fn define_const(&mut self) -> Result<Command> {
        let name = self.declared_name()?;
        let sort = self.or_poison(name, Self::sort)?;
        let body = self.or_poison(name, Self::body)?;
        let function = self.define(name, &[], sort, body)?;
        self.end("define-const", Command::DefineConst(function))
    }

    pub(super) fn declare_sort_parameter(&mut self) -> Result<Command> {
        let name = self.expect_symbol("the name of a sort parameter")?;
        self.bind_sort_variable(name);
        self.end("declare-sort-parameter", Command::DeclareSortParameter(name))
    }

    pub(super) fn declare_fun(&mut self) -> Result<Command> {
        let name = self.declared_name()?;
        let (params, result) = self.or_poison(name, |parser| Ok((parser.sort_list()?, parser.sort()?)))?;
        let function = self.declare(name, &params, result)?;
        self.end_declaration("declare-fun", Command::DeclareFun(function))
    }

    /// match: (declare-fun x () Real [-10, 10]), with dReal's bounds; kept as written
    fn end_declaration(&mut self, name: &str, command: Command) -> Result<Command> {
        let bounded = !self.strict() && self.lexer.take_bounds();
        let command = self.end(name, command)?;
        Ok(if bounded { self.kept() } else { command })
    }

    /// Defines a function whose body begins at an offset.
    fn define(
        &mut self,
        name: Symbol,
        vars: &[Term],
        result: Sort,
        (body, start): (Term, usize),
    ) -> Result<Function> {
        let span = start..self.lexer.offset();
        let body = self.with_sort(body, result).unwrap_or(body);
        let function = self.store.define_function(name, vars, result, body).map_err(|error| {
            self.scope.poisoned.insert(name, ());
            self.type_error(&error, span)
        })?;
        self.bind_function(name, function)?;
        Ok(function)
    }

    /// Reads `((x S) …) R`; the variables are bound and stand on the values from the given position on.
    pub(super) fn define_fun(&mut self) -> Result<Command> {
        let name = self.declared_name()?;
        let (vars, result, body) = self.or_poison(name, |parser| {
            let (first, shadowed) = (parser.terms.values.len(), parser.shadowed());
            parser.variables(0)?;
            let vars = parser.terms.values.split_off(first);
            let result = parser.sort()?;
            let body = parser.body()?;
            parser.end_variables(shadowed);
            Ok((vars, result, body))
        })?;
        let function = self.define(name, &vars, result, body)?;
        self.end("define-fun", Command::DefineFun(function))
    }

    pub(super) fn define_fun_rec(&mut self) -> Result<Command> {
        let name = self.declared_name()?;
        let (function, vars, body) = self.or_poison(name, |parser| {
            let (first, shadowed) = (parser.terms.values.len(), parser.shadowed());
            parser.variables(0)?;
            let vars = parser.terms.values.split_off(first);
            let result = parser.sort()?;
            let params: Vec<Sort> = vars.iter().map(|&var| parser.store.sort(var)).collect();
            let function = parser.store.declare_recursive(name, &params, result);
            parser.bind_function(name, function)?;
            let body = parser.body()?;
            parser.end_variables(shadowed);
            Ok((function, vars, body))
        })?;
        let (body, start) = body;
        let span = start..self.lexer.offset();
        let body = self.with_sort(body, self.store.function(function).result).unwrap_or(body);
        self.store.set_definition(function, &vars, body).map_err(|error| self.type_error(&error, span))?;
        self.end("define-fun-rec", Command::DefineFunRec(function))
    }

    pub(super) fn define_funs_rec(&mut self) -> Result<Command> {
        self.expect_open("`(` and the declarations")?;
        let mut declared: Vec<(Function, Vec<(Symbol, Sort)>)> = Vec::new();
        while !self.lexer.take_close() {
            self.expect_open("`(` and a declaration")?;
            let name = self.declared_name()?;
            let (vars, result) = self.or_poison(name, |parser| {
                let mut vars = Vec::new();
                parser.expect_open("`(` and the variables")?;
                while !parser.lexer.take_close() {
                    parser.expect_open("`(` and a variable with its sort")?;
                    let name = parser.expect_symbol("the name of a variable")?;
                    vars.push((name, parser.sort()?));
                    parser.expect_close("the sort of a variable")?;
                }
                Ok((vars, parser.sort()?))
            })?;
            self.expect_close("a declaration")?;
            let params: Vec<Sort> = vars.iter().map(|&(_, sort)| sort).collect();
            let function = self.store.declare_recursive(name, &params, result);
            self.bind_function(name, function)?;
            declared.push((function, vars));
        }
        self.expect_open("`(` and the bodies")?;
        for (function, vars) in &declared {
            let start = self.lexer.peek()?.span().start;
            let vars: Vec<Term> = vars.iter().map(|&(name, sort)| self.store.variable(name, sort)).collect();
            let shadowed = self.shadowed();
            self.bind_variables(&vars);
            let body = self.term()?;
            self.end_variables(shadowed);
            let span = start..self.lexer.offset();
            let body = self.with_sort(body, self.store.function(*function).result).unwrap_or(body);
            self.store
                .set_definition(*function, &vars, body)
                .map_err(|error| self.type_error(&error, span))?;
        }
        self.expect_close("the bodies")?;
        let functions = declared.into_iter().map(|(function, _)| function).collect();
        self.end("define-funs-rec", Command::DefineFunsRec(functions))
    }

    pub(super) fn declare_sort(&mut self) -> Result<Command> {
        let name = self.expect_symbol("the name of a sort")?;
        // Old files leave the arity out.
        let arity = if !self.strict() && self.lexer.peek()?.kind == TokenKind::Close {
            0
        } else {
            self.expect_number("the number of sorts it takes")?
        };
        if matches!(self.scope.sort(name), Some(SortMeaning::Declared(_))) {
            let message = format!("the sort `{}` is declared already", self.store.text(name));
            return Err(Diagnostic::error(self.command_start..self.lexer.offset(), message).into());
        }
        let declaration = self.store.declare_sort(name, arity, None);
        self.scope.declare_sort(name, SortMeaning::Declared(declaration));
        self.end("declare-sort", Command::DeclareSort(declaration))
    }

    pub(super) fn define_sort(&mut self) -> Result<Command> {
        let name = self.expect_symbol("the name of a sort")?;
        self.expect_open("`(` and the parameters")?;
        let mark = self.scope.mark();
        let mut params = Vec::new();
        while !self.lexer.take_close() {
            let param = self.expect_symbol("a sort parameter")?;
            params.push(param);
            self.bind_sort_variable(param);
        }
        let params: Box<[Symbol]> = params.into();
        let body = self.or_poison(name, Self::sort)?;
        self.scope.rollback(mark);
        self.scope.declare_sort(name, SortMeaning::Defined(params.clone(), body));
        self.end("define-sort", Command::DefineSort { name, params, body })
    }

    pub(super) fn bind_sort_variable(&mut self, name: Symbol) {
        let sort = self.store.make_sort(SortKind::Variable(name));
        self.scope.declare_sort(name, SortMeaning::Fixed(sort));
    }

    /// match: (declare-rel p (Int Int)), (declare-var x Int); kept as written
    pub(super) fn fixed_point_declaration(&mut self, relation: bool) -> Result<Command> {
        let name = self.declared_name()?;
        if relation {
            let params = self.sort_list()?;
            self.declare(name, &params, Sort::BOOL)?;
        } else {
            let sort = self.sort()?;
            self.declare(name, &[], sort)?;
        }
        self.rest()?;
        Ok(self.kept())
    }

    /// Reads the body of a definition; also where it begins.
    fn body(&mut self) -> Result<(Term, usize)> {
        let start = self.lexer.peek()?.span().start;
        Ok((self.term()?, start))
    }
}
