//! Scripts: the commands of an SMT-LIB file over one store.

use crate::function::Function;
use crate::sort::{Sort, SortDecl};
use crate::symbol::Symbol;
use crate::term::{Store, Term};

/// A parsed SMT-LIB file.
#[derive(Clone, Debug, Default)]
pub struct Script {
    /// Everything that the commands refer to.
    pub store: Store,
    /// The commands, in order.
    pub commands: Vec<Command>,
}

/// A command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// `(set-logic L)`
    SetLogic(Symbol),
    /// `(set-option :keyword value)`: keyword and value as written
    SetOption(Box<str>, Box<str>),
    /// `(set-info :keyword value)`: keyword and value as written
    SetInfo(Box<str>, Box<str>),
    /// `(declare-sort S n)`
    DeclareSort(SortDecl),
    /// `(declare-sort-parameter X)`
    DeclareSortParameter(Symbol),
    /// `(define-sort S (X …) sort)`; uses of `S` are replaced by what it stands for
    DefineSort {
        /// The name defined.
        name: Symbol,
        /// Its parameters.
        params: Box<[Symbol]>,
        /// What it stands for.
        body: Sort,
    },
    /// `(declare-datatypes …)`, `(declare-datatype …)`, `(declare-codatatypes …)`
    DeclareDatatypes(Box<[SortDecl]>),
    /// `(declare-fun f (S …) S)`
    DeclareFun(Function),
    /// `(declare-const c S)`
    DeclareConst(Function),
    /// `(define-fun f ((x S) …) S t)`
    DefineFun(Function),
    /// `(define-const c S t)`
    DefineConst(Function),
    /// `(define-fun-rec f ((x S) …) S t)`
    DefineFunRec(Function),
    /// `(define-funs-rec (…) (…))`
    DefineFunsRec(Box<[Function]>),
    /// `(assert t)`
    Assert(Term),
    /// `(check-sat)`
    CheckSat,
    /// `(check-sat-assuming (t …))`
    CheckSatAssuming(Box<[Term]>),
    /// `(get-value (t …))`
    GetValue(Box<[Term]>),
    /// `(push n)`
    Push(u32),
    /// `(pop n)`
    Pop(u32),
    /// `(reset)`
    Reset,
    /// `(reset-assertions)`
    ResetAssertions,
    /// `(exit)`
    Exit,
    /// `(assert-soft t attributes)`: the attributes as written
    AssertSoft(Term, Box<str>),
    /// `(minimize t attributes)`
    Minimize(Term, Box<str>),
    /// `(maximize t attributes)`
    Maximize(Term, Box<str>),
    /// A solver's command that carries terms.
    Extended(Symbol, Box<[Part]>),
    /// Any other command, as written.
    Other(Box<str>),
    /// No command: a comment between commands, kept if the reader was asked to.
    Comment(Box<str>),
}

/// An argument of a solver's command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Part {
    /// As written.
    Text(Box<str>),
    /// A term.
    Term(Term),
    /// A list of terms between parentheses.
    Terms(Box<[Term]>),
}

impl Command {
    /// The word that begins the command.
    #[must_use]
    pub fn name<'a>(&'a self, store: &'a Store) -> &'a str {
        match self {
            Command::SetLogic(_) => "set-logic",
            Command::SetOption(..) => "set-option",
            Command::SetInfo(..) => "set-info",
            Command::DeclareSort(_) => "declare-sort",
            Command::DeclareSortParameter(_) => "declare-sort-parameter",
            Command::DefineSort { .. } => "define-sort",
            Command::DeclareDatatypes(_) => "declare-datatypes",
            Command::DeclareFun(_) => "declare-fun",
            Command::DeclareConst(_) => "declare-const",
            Command::DefineFun(_) => "define-fun",
            Command::DefineConst(_) => "define-const",
            Command::DefineFunRec(_) => "define-fun-rec",
            Command::DefineFunsRec(_) => "define-funs-rec",
            Command::Assert(_) => "assert",
            Command::CheckSat => "check-sat",
            Command::CheckSatAssuming(_) => "check-sat-assuming",
            Command::GetValue(_) => "get-value",
            Command::Push(_) => "push",
            Command::Pop(_) => "pop",
            Command::Reset => "reset",
            Command::ResetAssertions => "reset-assertions",
            Command::Exit => "exit",
            Command::AssertSoft(..) => "assert-soft",
            Command::Minimize(..) => "minimize",
            Command::Maximize(..) => "maximize",
            Command::Extended(name, _) => store.text(*name),
            Command::Other(text) => {
                let text = text.trim_start_matches('(').trim_start();
                text.split(|c: char| c.is_whitespace() || "();\"|".contains(c)).next().unwrap_or(text)
            }
            Command::Comment(_) => "comment",
        }
    }

    /// The terms that the command holds itself; bodies of definitions are the business of their function.
    #[must_use]
    pub fn terms(&self) -> Vec<Term> {
        match self {
            Command::Assert(term)
            | Command::AssertSoft(term, _)
            | Command::Minimize(term, _)
            | Command::Maximize(term, _) => vec![*term],
            Command::CheckSatAssuming(terms) | Command::GetValue(terms) => terms.to_vec(),
            Command::Extended(_, parts) => {
                let mut terms = Vec::new();
                for part in parts {
                    match part {
                        Part::Text(_) => {}
                        Part::Term(term) => terms.push(*term),
                        Part::Terms(more) => terms.extend_from_slice(more),
                    }
                }
                terms
            }
            _ => Vec::new(),
        }
    }

    /// The functions that the command defines.
    #[must_use]
    pub fn defines(&self) -> &[Function] {
        match self {
            Command::DefineFun(function)
            | Command::DefineConst(function)
            | Command::DefineFunRec(function) => std::slice::from_ref(function),
            Command::DefineFunsRec(functions) => functions,
            _ => &[],
        }
    }
}

impl Script {
    /// The asserted terms, in order, whatever the scopes.
    pub fn assertions(&self) -> impl Iterator<Item = Term> {
        self.commands.iter().filter_map(|command| match command {
            Command::Assert(term) => Some(*term),
            _ => None,
        })
    }

    /// The declared logic, if any.
    #[must_use]
    pub fn logic(&self) -> Option<&str> {
        self.commands.iter().find_map(|command| match command {
            Command::SetLogic(logic) => Some(self.store.text(*logic)),
            _ => None,
        })
    }

    /// All terms that stand in the script: of commands and of definitions.
    #[must_use]
    pub fn roots(&self) -> Vec<Term> {
        let mut roots = Vec::new();
        for command in &self.commands {
            roots.extend(command.terms());
            for &function in command.defines() {
                roots.extend(self.store.definition(function).map(|(_, body)| body));
            }
        }
        roots
    }
}
