//! The scope at a point of a script, made again from its commands.

use crate::function::{Function, FunctionData, Role};
use crate::lexer::Lexer;
use crate::parser::Parser;
use crate::parser::scope::SortMeaning;
use crate::script::Command;
use crate::sort::{Sort, SortDecl};
use crate::symbol::Symbol;
use crate::term::walk::TermSet;
use crate::term::{Attribute, Term, TermKind};

/// Commands that declare something and are kept as written.
const KEPT: [&str; 4] = ["declare-fun", "declare-const", "declare-rel", "declare-var"];

impl<'s> Parser<'s> {
    /// Declares what the commands declare, and takes back what they pop.
    pub(super) fn replay(&mut self, commands: &'s [Command]) {
        let naming = self.naming_terms();
        for command in commands {
            self.replay_command(command, &naming);
        }
        self.replay_list(commands);
        self.commands.clear();
        self.diagnostics.clear();
    }

    fn replay_command(&mut self, command: &'s Command, naming: &TermSet) {
        match command {
            Command::SetLogic(name) => {
                let logic = crate::logic::Logic::from_name(self.store.text(*name));
                self.set_logic(logic);
            }
            Command::SetOption(keyword, value) => self.set_option(keyword, value),
            Command::DeclareSort(declaration) => self.replay_sort(*declaration),
            Command::DeclareSortParameter(name) => self.bind_sort_variable(*name),
            Command::DefineSort { name, params, body } => {
                self.scope.declare_sort(*name, SortMeaning::Defined(params.clone(), *body));
            }
            Command::DeclareDatatypes(declarations) => {
                for &declaration in declarations {
                    self.replay_sort(declaration);
                }
                for &declaration in declarations {
                    self.replay_members(declaration);
                }
            }
            Command::DeclareFun(function)
            | Command::DeclareConst(function)
            | Command::DefineFun(function)
            | Command::DefineConst(function)
            | Command::DefineFunRec(function) => self.replay_function(*function, naming),
            Command::DefineFunsRec(functions) => {
                for &function in functions {
                    self.replay_function(function, naming);
                }
            }
            Command::Push(levels) => self.scope.push(*levels),
            Command::Pop(levels) => {
                self.scope.pop(*levels);
            }
            Command::Reset => {
                self.scope.reset();
                self.set_logic(None);
            }
            Command::ResetAssertions => self.scope.reset_assertions(),
            Command::AssertSoft(term, attributes) => {
                self.replay_names(*term, naming);
                self.name_goal(attributes);
            }
            Command::Other(text) => self.replay_kept(text),
            _ => {
                for term in command.terms() {
                    self.replay_names(term, naming);
                }
            }
        }
    }

    fn replay_sort(&mut self, declaration: SortDecl) {
        let name = self.store.sort_declaration(declaration).name;
        self.scope.declare_sort(name, SortMeaning::Declared(declaration));
    }

    fn replay_function(&mut self, function: Function, naming: &TermSet) {
        if let Some((_, body)) = self.store.definition(function) {
            self.replay_names(body, naming);
        }
        self.bind_member(self.store.function(function).name, function);
    }

    /// Declares constructors, selectors, testers and the subterm order of a datatype.
    fn replay_members(&mut self, declaration: SortDecl) {
        let Some(datatype) = self.store.sort_declaration(declaration).datatype.clone() else { return };
        for constructor in &datatype.constructors {
            let data = self.store.function(constructor.function);
            let (name, sort) = (data.name, data.result);
            self.bind_member(name, constructor.function);
            for &selector in &constructor.selectors {
                self.bind_member(self.store.function(selector).name, selector);
            }
            self.replay_tester(constructor.function, name, sort);
        }
        if let Some(order) = datatype.subterm {
            self.bind_member(self.store.function(order).name, order);
        }
    }

    fn replay_tester(&mut self, constructor: Function, name: Symbol, sort: Sort) {
        let tester = format!("is-{}", self.store.text(name));
        let tester = self.store.symbol(&tester);
        let known = |function: Function| *self.store.function(function).params == [sort];
        if !self.scope.functions(tester).any(|overload| known(overload.function)) {
            let role = Role::Tester(constructor);
            let params = [sort].into();
            let data =
                FunctionData { name: tester, indices: Box::default(), role, params, result: Sort::BOOL };
            let function = self.store.make_function(data);
            self.bind_member(tester, function);
        }
    }

    /// Z3's own `List` is declared by no command.
    fn replay_list(&mut self, commands: &[Command]) {
        let Some(name) = self.store.symbols().find("List") else { return };
        let declared = commands.iter().flat_map(|command| match command {
            Command::DeclareDatatypes(declarations) => &**declarations,
            _ => &[],
        });
        let declared: Vec<SortDecl> =
            declared.copied().filter(|&one| self.store.sort_declaration(one).name == name).collect();
        let own = self.store.sort_declarations().find(|&declaration| {
            let known = self.store.sort_declaration(declaration);
            known.name == name && known.datatype.is_some() && !declared.contains(&declaration)
        });
        if own.is_some() && self.scope.sort(name).is_none() {
            self.list = own;
            self.declare_list(name);
        }
    }

    /// match: (declare-fun x () Real [-10, 10]), kept as written
    fn replay_kept(&mut self, text: &'s str) {
        let word = crate::parser::word_at(text.trim_start_matches(['(', ' ']));
        if KEPT.contains(&word) {
            let outer = std::mem::replace(&mut self.lexer, Lexer::new(text));
            // What was read once can be read again; if not, the name is not known, and the answer's use of it is
            // reported.
            let _ = self.command();
            self.lexer = outer;
        }
    }

    /// The terms that have a name or contain one that has.
    fn naming_terms(&self) -> TermSet {
        let mut naming = TermSet::default();
        if !self.store.has_names() {
            return naming;
        }
        for term in self.store.terms_from(0) {
            let named = match self.store.kind(term) {
                TermKind::Annotated(_, attributes, _) => {
                    attributes.iter().any(|attribute| matches!(attribute, Attribute::Named(_)))
                }
                _ => false,
            };
            if named || self.store.children(term).iter().any(|&child| naming.contains(child)) {
                naming.insert(term);
            }
        }
        naming
    }

    /// Declares the names in a term.
    fn replay_names(&mut self, root: Term, naming: &TermSet) {
        if !naming.contains(root) {
            return;
        }
        let mut seen = hashbrown::HashSet::<Term, rustc_hash::FxBuildHasher>::default();
        let mut stack = vec![root];
        let mut found: Vec<(Symbol, Term)> = Vec::new();
        while let Some(term) = stack.pop() {
            if !naming.contains(term) || !seen.insert(term) {
                continue;
            }
            if let TermKind::Annotated(inner, attributes, _) = self.store.kind(term) {
                found.extend(attributes.iter().filter_map(|attribute| match attribute {
                    Attribute::Named(name) => Some((*name, inner)),
                    _ => None,
                }));
            }
            stack.extend_from_slice(self.store.children(term));
        }
        for (name, term) in found {
            self.name_term(name, term);
        }
    }
}
