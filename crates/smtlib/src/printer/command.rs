//! The text of commands.

use super::PrintError;
use super::layout::TermPrinter;
use crate::function::Function;
use crate::script::{Command, Part};
use crate::sort::{Datatype, Sort, SortDecl};
use crate::symbol::Symbol;
use crate::term::{Term, TermKind};

pub(super) fn write(printer: &mut TermPrinter<'_>, command: &Command) -> Result<(), PrintError> {
    let out = &mut printer.out;
    match command {
        Command::SetLogic(logic) => {
            out.push("(set-logic ");
            out.symbol(*logic);
        }
        Command::SetOption(keyword, value) => attribute(printer, "set-option", keyword, value),
        Command::SetInfo(keyword, value) => attribute(printer, "set-info", keyword, value),
        Command::DeclareSort(declaration) => {
            let declaration = printer.store.sort_declaration(*declaration);
            out.push("(declare-sort ");
            out.symbol(declaration.name);
            out.push(" ");
            out.number(declaration.arity);
        }
        Command::DeclareSortParameter(name) => {
            out.push("(declare-sort-parameter ");
            out.symbol(*name);
        }
        Command::DefineSort { name, params, body } => {
            out.push("(define-sort ");
            out.symbol(*name);
            out.push(" (");
            for (at, &param) in params.iter().enumerate() {
                out.push(if at > 0 { " " } else { "" });
                out.symbol(param);
            }
            out.push(") ");
            out.sort(*body);
        }
        Command::DeclareDatatypes(declarations) => datatypes(printer, declarations),
        Command::DeclareFun(function) => {
            out.push("(declare-fun ");
            rank(printer, *function);
        }
        Command::DeclareConst(function) => {
            let data = printer.store.function(*function);
            out.push("(declare-const ");
            out.symbol(data.name);
            out.push(" ");
            out.sort(data.result);
        }
        Command::DefineFun(function) => definition(printer, "define-fun", *function)?,
        Command::DefineFunRec(function) => definition(printer, "define-fun-rec", *function)?,
        Command::DefineConst(function) => {
            let data = printer.store.function(*function);
            out.push("(define-const ");
            out.symbol(data.name);
            out.push(" ");
            out.sort(data.result);
            body(printer, *function)?;
        }
        Command::DefineFunsRec(functions) => {
            out.push("(define-funs-rec (");
            for (at, &function) in functions.iter().enumerate() {
                printer.out.push(if at > 0 { " (" } else { "(" });
                parameters(printer, function);
                printer.out.push(")");
            }
            printer.out.push(") (");
            for (at, &function) in functions.iter().enumerate() {
                if let Some((_, body)) = printer.store.definition(function) {
                    printer.out.push(if at > 0 { " " } else { "" });
                    printer.term(body)?;
                }
            }
            printer.out.push(")");
        }
        Command::Assert(term) => with_term(printer, "assert", *term, "")?,
        Command::AssertSoft(term, rest) => with_term(printer, "assert-soft", *term, rest)?,
        Command::Minimize(term, rest) => with_term(printer, "minimize", *term, rest)?,
        Command::Maximize(term, rest) => with_term(printer, "maximize", *term, rest)?,
        Command::CheckSat => out.push("(check-sat"),
        Command::CheckSatAssuming(list) => {
            out.push("(check-sat-assuming ");
            terms(printer, list)?;
        }
        Command::GetValue(list) => {
            out.push("(get-value ");
            terms(printer, list)?;
        }
        Command::Push(levels) => {
            out.push("(push ");
            out.number(*levels);
        }
        Command::Pop(levels) => {
            out.push("(pop ");
            out.number(*levels);
        }
        Command::Reset => out.push("(reset"),
        Command::ResetAssertions => out.push("(reset-assertions"),
        Command::Exit => out.push("(exit"),
        Command::Extended(name, parts) => {
            out.push("(");
            out.symbol(*name);
            for part in parts {
                printer.out.push(" ");
                match part {
                    Part::Text(text) => printer.out.push(text),
                    Part::Term(term) => printer.term(*term)?,
                    Part::Terms(list) => terms(printer, list)?,
                }
            }
        }
        Command::Other(text) => {
            out.push(text);
            return Ok(());
        }
        Command::Comment(text) => {
            out.push(text);
            return Ok(());
        }
    }
    printer.out.push(")");
    printer.out.check()
}

fn attribute(printer: &mut TermPrinter<'_>, command: &str, keyword: &str, value: &str) {
    for part in ["(", command, " ", keyword] {
        printer.out.push(part);
    }
    if !value.is_empty() {
        printer.out.push(" ");
        printer.out.push(value);
    }
}

fn with_term(printer: &mut TermPrinter<'_>, command: &str, term: Term, rest: &str) -> Result<(), PrintError> {
    printer.out.push("(");
    printer.out.push(command);
    printer.argument(term, command.len() as u32 + 3 + rest.len() as u32)?;
    if !rest.is_empty() {
        printer.out.push(" ");
        printer.out.push(rest);
    }
    Ok(())
}

fn terms(printer: &mut TermPrinter<'_>, terms: &[Term]) -> Result<(), PrintError> {
    printer.out.push("(");
    for (at, &term) in terms.iter().enumerate() {
        printer.out.push(if at > 0 { " " } else { "" });
        printer.term(term)?;
    }
    printer.out.push(")");
    Ok(())
}

/// `f (S …) R`
fn rank(printer: &mut TermPrinter<'_>, function: Function) {
    let data = printer.store.function(function);
    printer.out.symbol(data.name);
    printer.out.push(" (");
    for (at, &param) in data.params.iter().enumerate() {
        printer.out.push(if at > 0 { " " } else { "" });
        printer.out.sort(param);
    }
    printer.out.push(") ");
    printer.out.sort(data.result);
}

/// `f ((x S) …) R`
fn parameters(printer: &mut TermPrinter<'_>, function: Function) {
    let data = printer.store.function(function);
    printer.out.symbol(data.name);
    printer.out.push(" (");
    if let Some((vars, _)) = printer.store.definition(function) {
        printer.variables(vars);
    }
    printer.out.push(") ");
    printer.out.sort(data.result);
}

fn definition(printer: &mut TermPrinter<'_>, command: &str, function: Function) -> Result<(), PrintError> {
    printer.out.push("(");
    printer.out.push(command);
    printer.out.push(" ");
    parameters(printer, function);
    body(printer, function)
}

fn body(printer: &mut TermPrinter<'_>, function: Function) -> Result<(), PrintError> {
    match printer.store.definition(function) {
        // What stands before the body rarely leaves room for it on the same line.
        Some((_, body)) => printer.argument(body, 40),
        None => Ok(()),
    }
}

/// match: a datatype with a subterm order, result: (declare-datatype Nat ((zero) (succ (prev Nat))) :subterm below)
fn ordered_datatype(printer: &mut TermPrinter<'_>, name: Symbol, datatype: &Datatype, order: Function) {
    printer.out.push("(declare-datatype ");
    printer.out.symbol(name);
    printer.out.push(" (");
    constructors(printer, datatype);
    printer.out.push(") :subterm ");
    printer.out.symbol(printer.store.function(order).name);
}

/// match: declarations, result: (declare-datatypes ((List 1)) ((par (X) ((nil) (cons (head X) (tail (List X)))))))
fn datatypes(printer: &mut TermPrinter<'_>, declarations: &[SortDecl]) {
    let store = printer.store;
    if let &[declaration] = declarations
        && let declaration = store.sort_declaration(declaration)
        && let Some(datatype) = &declaration.datatype
        && let Some(order) = datatype.subterm
    {
        return ordered_datatype(printer, declaration.name, datatype, order);
    }
    let out = &mut printer.out;
    let codatatype = declarations
        .first()
        .and_then(|&declaration| store.sort_declaration(declaration).datatype.as_ref())
        .is_some_and(|datatype| datatype.codatatype);
    out.push(if codatatype { "(declare-codatatypes (" } else { "(declare-datatypes (" });
    for (at, &declaration) in declarations.iter().enumerate() {
        let declaration = store.sort_declaration(declaration);
        out.push(if at > 0 { " (" } else { "(" });
        out.symbol(declaration.name);
        out.push(" ");
        out.number(declaration.arity);
        out.push(")");
    }
    out.push(") (");
    for (at, &declaration) in declarations.iter().enumerate() {
        let out = &mut printer.out;
        let Some(datatype) = &store.sort_declaration(declaration).datatype else { continue };
        out.push(if at > 0 { " " } else { "" });
        if !datatype.params.is_empty() {
            out.push("(par (");
            for (at, &param) in datatype.params.iter().enumerate() {
                out.push(if at > 0 { " " } else { "" });
                out.symbol(param);
            }
            out.push(") ");
        }
        out.push("(");
        constructors(printer, datatype);
        let out = &mut printer.out;
        out.push(if datatype.params.is_empty() { ")" } else { "))" });
    }
    printer.out.push(")");
}

/// `(nil) (cons (head X) (tail (List X)))`
fn constructors(printer: &mut TermPrinter<'_>, datatype: &Datatype) {
    let store = printer.store;
    let out = &mut printer.out;
    for (at, constructor) in datatype.constructors.iter().enumerate() {
        out.push(if at > 0 { " (" } else { "(" });
        out.symbol(store.function(constructor.function).name);
        for &selector in &constructor.selectors {
            let selector = store.function(selector);
            out.push(" (");
            out.symbol(selector.name);
            out.push(" ");
            out.sort(selector.result);
            out.push(")");
        }
        out.push(")");
    }
}

impl TermPrinter<'_> {
    /// `(x S) (y S)`
    pub(super) fn variables(&mut self, vars: &[Term]) {
        for (at, &var) in vars.iter().enumerate() {
            let TermKind::Variable(name) = self.store.kind(var) else { continue };
            let sort: Sort = self.store.sort(var);
            self.out.push(if at > 0 { " (" } else { "(" });
            self.out.symbol(name);
            self.out.push(" ");
            self.out.sort(sort);
            self.out.push(")");
        }
    }
}
