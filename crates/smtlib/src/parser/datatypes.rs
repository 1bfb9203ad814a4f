//! Reading declarations of datatypes, in the syntax of the standard and in the older one of Z3.

use super::Parser;
use super::scope::SortMeaning;
use crate::diagnostic::{Diagnostic, Result};
use crate::function::{Function, FunctionData, Role};
use crate::lexer::TokenKind;
use crate::script::Command;
use crate::sort::{Constructor, Datatype, Sort, SortConstructor, SortDecl, SortKind};
use crate::symbol::Symbol;

/// A constructor as it is read: its name, and its selectors with their sorts.
type NewConstructor = (Symbol, Vec<(Symbol, Sort)>);

impl Parser<'_> {
    /// match: (declare-datatype Pair (par (X Y) ((pair (first X) (second Y)))))
    pub(super) fn declare_datatype(&mut self, codatatype: bool) -> Result<Command> {
        let name = self.expect_symbol("the name of a datatype")?;
        let params = self.par_params()?;
        let declaration = self.new_datatype(name, params.as_ref().map_or(0, Vec::len), codatatype)?;
        self.datatype_body(declaration, params)?;
        self.subterm_order(declaration)?;
        self.expect_close("the datatype")?;
        Ok(Command::DeclareDatatypes([declaration].into()))
    }

    /// match: :subterm below
    fn subterm_order(&mut self, declaration: SortDecl) -> Result<()> {
        let token = self.lexer.peek()?;
        let known = token.kind == TokenKind::Keyword && self.lexer.text(token) == ":subterm";
        if !known || self.strict() || self.store.sort_declaration(declaration).arity > 0 {
            return Ok(());
        }
        self.lexer.next()?;
        let name = self.expect_symbol("the name of the subterm order")?;
        let sort = self.store.apply_sort(SortConstructor::Declared(declaration), &[]);
        let function = self.member(name, Role::Declared, &[sort, sort], Sort::BOOL);
        if let Some(datatype) = self.store.datatype_mut(declaration) {
            datatype.subterm = Some(function);
        }
        Ok(())
    }

    /// match: (declare-datatypes ((List 1)) ((par (X) ((nil) (cons (head X) (tail (List X)))))))
    /// match: (declare-datatypes (X) ((List nil (cons (head X) (tail List)))))
    pub(super) fn declare_datatypes(&mut self, codatatypes: bool) -> Result<Command> {
        self.expect_open("`(` and the datatypes")?;
        let next = self.lexer.peek()?;
        let old = match next.kind {
            TokenKind::Open => false,
            TokenKind::Symbol | TokenKind::Quoted => true,
            // match: (declare-datatypes () ((T …))), the older syntax without parameters
            TokenKind::Close => true,
            _ => return Err(self.unexpected(next, "a datatype with its number of parameters")),
        };
        let declarations =
            if old { self.old_datatypes(codatatypes)? } else { self.standard_datatypes(codatatypes)? };
        self.expect_close("the datatypes")?;
        Ok(Command::DeclareDatatypes(declarations.into()))
    }

    pub(super) fn standard_datatypes(&mut self, codatatypes: bool) -> Result<Vec<SortDecl>> {
        let mut declarations = Vec::new();
        while !self.lexer.take_close() {
            self.expect_open("`(` and a datatype with its number of parameters")?;
            let name = self.expect_symbol("the name of a datatype")?;
            let arity = self.expect_number("the number of sorts it takes")?;
            self.expect_close("the number of parameters")?;
            declarations.push(self.new_datatype(name, arity as usize, codatatypes)?);
        }
        self.expect_open("`(` and the constructors")?;
        for &declaration in &declarations {
            let params = self.par_params()?;
            let arity = self.store.sort_declaration(declaration).arity as usize;
            if params.as_ref().map_or(0, Vec::len) != arity {
                let at = self.lexer.offset();
                let name = self.store.text(self.store.sort_declaration(declaration).name);
                let message = format!("`{name}` was announced with {arity} parameters");
                return Err(Diagnostic::error(at - 1..at, message).into());
            }
            self.datatype_body(declaration, params)?;
        }
        self.expect_close("the constructors")?;
        Ok(declarations)
    }

    fn old_datatypes(&mut self, codatatypes: bool) -> Result<Vec<SortDecl>> {
        let mut params = Vec::new();
        while !self.lexer.take_close() {
            params.push(self.expect_symbol("a sort parameter")?);
        }
        self.expect_open("`(` and the datatypes")?;
        // The datatypes may mention each other, so the names are collected first.
        let start = self.lexer.offset();
        let mut declarations = Vec::new();
        while self.lexer.take_open() {
            let name = self.expect_symbol("the name of a datatype")?;
            declarations.push(self.new_datatype(name, params.len(), codatatypes)?);
            self.skip_to_close()?;
        }
        self.lexer.seek(start);

        let mark = self.scope.mark();
        for &param in &params {
            self.bind_sort_variable(param);
        }
        let variables: Vec<Sort> =
            params.iter().map(|&param| self.store.make_sort(SortKind::Variable(param))).collect();
        for &declaration in &declarations {
            // Inside the declaration the bare name means the datatype applied to its parameters.
            let name = self.store.sort_declaration(declaration).name;
            let sort = self.store.apply_sort(SortConstructor::Declared(declaration), &variables);
            self.scope.declare_sort(name, SortMeaning::Fixed(sort));
        }
        let mut all = Vec::new();
        for _ in &declarations {
            self.expect_open("`(` and a datatype")?;
            self.expect_symbol("the name of a datatype")?;
            all.push(self.constructors()?);
        }
        self.expect_close("the datatypes")?;
        self.scope.rollback(mark);
        for (&declaration, constructors) in declarations.iter().zip(all) {
            self.add_constructors(declaration, &params, constructors);
        }
        Ok(declarations)
    }

    /// Declares the sort of a datatype, without constructors yet.
    fn new_datatype(&mut self, name: Symbol, arity: usize, codatatype: bool) -> Result<SortDecl> {
        if matches!(self.scope.sort(name), Some(SortMeaning::Declared(_))) {
            let message = format!("the sort `{}` is declared already", self.store.text(name));
            return Err(Diagnostic::error(self.command_start..self.lexer.offset(), message).into());
        }
        let datatype = Datatype { codatatype, ..Datatype::default() };
        let declaration = self.store.declare_sort(name, arity as u32, Some(datatype));
        self.scope.declare_sort(name, SortMeaning::Declared(declaration));
        Ok(declaration)
    }

    /// result: (declare-datatypes ((List 1)) ((par (T) ((nil) (insert (head T) (tail (List T)))))))
    pub(super) fn declare_list(&mut self, name: Symbol) -> SortDecl {
        let known = self.list;
        let list = known.unwrap_or_else(|| self.store.declare_sort(name, 1, Some(Datatype::default())));
        self.list = Some(list);
        self.scope.declare_sort(name, SortMeaning::Declared(list));
        let [t, nil, insert, head, tail] =
            ["T", "nil", "insert", "head", "tail"].map(|text| self.store.symbol(text));
        if known.is_none() {
            let element = self.store.make_sort(SortKind::Variable(t));
            let rest = self.store.apply_sort(SortConstructor::Declared(list), &[element]);
            let fields = vec![(head, element), (tail, rest)];
            self.add_constructors(list, &[t], vec![(nil, Vec::new()), (insert, fields)]);
            return list;
        }
        // Declared in a scope that is closed: the same functions again.
        let constructors =
            self.store.sort_declaration(list).datatype.iter().flat_map(|datatype| &datatype.constructors);
        let members: Vec<Function> =
            constructors.flat_map(|one| one.selectors.iter().copied().chain([one.function])).collect();
        for function in members {
            self.bind_member(self.store.function(function).name, function);
        }
        list
    }

    /// Reads `(par (X …)` if it is there; the caller reads the rest.
    fn par_params(&mut self) -> Result<Option<Vec<Symbol>>> {
        let start = self.lexer.offset();
        if self.lexer.take_open() {
            let token = self.lexer.peek()?;
            if token.kind == TokenKind::Symbol && self.lexer.text(token) == "par" {
                self.lexer.next()?;
                self.expect_open("`(` and the sort parameters")?;
                let mut params = Vec::new();
                while !self.lexer.take_close() {
                    params.push(self.expect_symbol("a sort parameter")?);
                }
                return Ok(Some(params));
            }
        }
        self.lexer.seek(start);
        Ok(None)
    }

    /// Reads the constructors of one datatype, and the parenthesis of its `par`.
    fn datatype_body(&mut self, declaration: SortDecl, params: Option<Vec<Symbol>>) -> Result<()> {
        let parametric = params.is_some();
        let params = params.unwrap_or_default();
        let mark = self.scope.mark();
        for &param in &params {
            self.bind_sort_variable(param);
        }
        self.expect_open("`(` and the constructors")?;
        let constructors = self.constructors()?;
        self.scope.rollback(mark);
        if parametric {
            self.expect_close("the constructors")?;
        }
        self.add_constructors(declaration, &params, constructors);
        Ok(())
    }

    /// Reads constructors up to a closing parenthesis: names, each with its selectors and their sorts.
    fn constructors(&mut self) -> Result<Vec<NewConstructor>> {
        let mut constructors = Vec::new();
        while !self.lexer.take_close() {
            // The older syntax writes a constructor without arguments bare.
            let bracketed = self.lexer.take_open();
            let name = self.expect_symbol("the name of a constructor")?;
            let mut fields = Vec::new();
            while bracketed && !self.lexer.take_close() {
                self.expect_open("`(` and a selector with its sort")?;
                let selector = self.expect_symbol("the name of a selector")?;
                fields.push((selector, self.sort()?));
                self.expect_close("the sort of a selector")?;
            }
            constructors.push((name, fields));
        }
        Ok(constructors)
    }

    fn add_constructors(
        &mut self,
        declaration: SortDecl,
        params: &[Symbol],
        constructors: Vec<NewConstructor>,
    ) {
        let variables: Vec<Sort> =
            params.iter().map(|&param| self.store.make_sort(SortKind::Variable(param))).collect();
        let sort = self.store.apply_sort(SortConstructor::Declared(declaration), &variables);
        if let Some(datatype) = self.store.datatype_mut(declaration) {
            datatype.params = params.to_vec();
        }
        for (name, fields) in constructors {
            let sorts: Vec<Sort> = fields.iter().map(|&(_, sort)| sort).collect();
            let function = self.member(name, Role::Constructor, &sorts, sort);
            let mut selectors = Vec::new();
            for (field, (selector, field_sort)) in fields.into_iter().enumerate() {
                let role = Role::Selector { constructor: function, field: field as u32 };
                selectors.push(self.member(selector, role, &[sort], field_sort));
            }
            // Solvers also offer the tester under a name of its own.
            let tester = format!("is-{}", self.store.text(name));
            let tester = self.store.symbol(&tester);
            let known = |function: Function| *self.store.function(function).params == [sort];
            if !self.scope.functions(tester).any(|overload| known(overload.function)) {
                self.member(tester, Role::Tester(function), &[sort], Sort::BOOL);
            }
            if let Some(datatype) = self.store.datatype_mut(declaration) {
                datatype.constructors.push(Constructor { function, selectors });
            }
        }
    }

    fn member(&mut self, name: Symbol, role: Role, params: &[Sort], result: Sort) -> Function {
        let data = FunctionData { name, indices: Box::default(), role, params: params.into(), result };
        let function = self.store.make_function(data);
        self.bind_member(name, function);
        function
    }
}
