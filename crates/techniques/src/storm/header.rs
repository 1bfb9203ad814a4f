//! The declarations of a seed, which stand in front of every instance.
//!
//! A seed may declare a name in one scope and again in another. In an instance each name means one thing: the first. Where a seed has no
//! scopes, names that mean several things do so in an instance, too.

use std::sync::Arc;

use hashbrown::{HashMap, HashSet};
use quis_semantics::needs_itself;
use quis_smtlib::walk::post_order;
use quis_smtlib::{
    Command, Function, Index, PrintOptions, Role, Script, Sort, SortConstructor, SortDecl, SortKind, Store,
    Symbol, Term, TermKind, TermSet, print_commands,
};
use rustc_hash::FxBuildHasher;

use super::parameters::Keep;
use crate::case::kept_commands;

/// The declarations of a seed.
#[derive(Clone, Debug, Default)]
pub(super) struct Header {
    /// What comes before everything: options, the logic, sorts.
    pub(super) prelude: String,
    /// Declarations and definitions of functions, in the order of the seed.
    pub(super) declarations: Vec<Declaration>,
    /// All of these texts, one behind the other.
    pub(super) text: String,
    /// The commands of all of this.
    pub(super) commands: Vec<Command>,
    /// The tactic of the seed's `check-sat-using`, if it is kept.
    pub(super) tactic: Option<Arc<str>>,
    /// The declaration of each function.
    declared_by: HashMap<Function, u32, FxBuildHasher>,
    /// Whether the seed has scopes.
    scoped: bool,
    /// The functions that may be used, and their names.
    functions: HashSet<Function, FxBuildHasher>,
    names: HashSet<Symbol, FxBuildHasher>,
    /// What names of sorts mean.
    sorts: HashMap<Symbol, Option<SortDecl>, FxBuildHasher>,
}

/// A command that declares or defines functions.
#[derive(Clone, Debug)]
pub(super) struct Declaration {
    /// Its text, with the end of its line.
    pub(super) text: String,
    /// The declarations that it needs, directly: earlier ones.
    pub(super) needs: Vec<u32>,
}

impl Header {
    /// The declarations of a seed; none if they are too large to be printed.
    pub(super) fn of(seed: &Script, keep: Keep) -> Option<Header> {
        let is_scope =
            |command: &Command| matches!(command, Command::Push(_) | Command::Pop(_) | Command::Reset);
        let mut header = Header { scoped: seed.commands.iter().any(is_scope), ..Header::default() };
        let store = &seed.store;
        let mut prelude: Vec<Command> = Vec::new();
        if matches!(keep, Keep::Options | Keep::All) {
            prelude.extend(seed.commands.iter().filter(|command| is_kept_option(command)).cloned());
        }
        if matches!(keep, Keep::Tactics | Keep::All) {
            header.tactic = seed.commands.iter().find_map(tactic);
        }
        for command in kept_commands(&seed.commands, seed) {
            let is_new = match command {
                Command::SetLogic(name) => {
                    let known = prelude.iter().any(|before| before.name(store) == "set-logic");
                    if !known {
                        prelude.push(logic_of_instances(store.text(*name), command));
                    }
                    false
                }
                Command::SetOption(..) => !prelude.contains(command),
                Command::DeclareSort(declaration) => {
                    let name = store.sort_declaration(*declaration).name;
                    header.sorts.insert(name, Some(*declaration)).is_none()
                }
                Command::DefineSort { name, body, .. } => {
                    header.has_sort(store, *body) && header.sorts.insert(*name, None).is_none()
                }
                Command::DeclareDatatypes(declarations) => header.add_datatypes(store, declarations),
                Command::DeclareSortParameter(_) | Command::Extended(..) | Command::Other(_) => {
                    !prelude.contains(command)
                }
                Command::DeclareFun(function) | Command::DeclareConst(function) => {
                    header.add_functions(store, command, &[*function])?;
                    false
                }
                command => {
                    header.add_functions(store, command, command.defines())?;
                    false
                }
            };
            if is_new {
                prelude.push(command.clone());
            }
        }
        header.prelude = print_commands(store, &prelude, PrintOptions::shared()).ok()?.text;
        prelude.append(&mut header.commands);
        header.commands = prelude;
        header.text = header.declarations.iter().map(|declaration| &*declaration.text).collect();
        Some(header)
    }

    /// Whether all names of a datatypes command are new. They have their meaning then.
    fn add_datatypes(&mut self, store: &Store, declarations: &[SortDecl]) -> bool {
        let mut sorts = Vec::new();
        let mut functions = Vec::new();
        for &declaration in declarations {
            let data = store.sort_declaration(declaration);
            sorts.push((data.name, Some(declaration)));
            let order = data.datatype.as_ref().and_then(|datatype| datatype.subterm);
            functions.extend(order.map(|function| (store.function(function).name, function)));
            for constructor in data.datatype.iter().flat_map(|datatype| &datatype.constructors) {
                let all = constructor.selectors.iter().copied().chain([constructor.function]);
                functions.extend(all.map(|function| (store.function(function).name, function)));
            }
        }
        let is_new = sorts.iter().all(|(name, _)| !self.sorts.contains_key(name))
            && !functions.iter().any(|(name, _)| self.is_taken(*name));
        if is_new {
            self.sorts.extend(sorts);
            self.names.extend(functions.iter().map(|(name, _)| *name));
            self.functions.extend(functions.iter().map(|(_, function)| *function));
        }
        is_new
    }

    /// Whether a name has another meaning in a scope that is closed.
    fn is_taken(&self, name: Symbol) -> bool {
        self.scoped && self.names.contains(&name)
    }

    /// Adds a command that declares or defines functions, if their names are new and what they need is there.
    fn add_functions(&mut self, store: &Store, command: &Command, functions: &[Function]) -> Option<()> {
        let names: Vec<Symbol> = functions.iter().map(|&function| store.function(function).name).collect();
        // A definition that contradicts itself would make every instance unsatisfiable, and nobody knows which ones do.
        if functions.iter().any(|&function| needs_itself(store, function)) {
            return Some(());
        }
        let is_known = |function: &Function| self.functions.contains(function);
        if functions.is_empty()
            || functions.iter().any(is_known)
            || names.iter().any(|&name| self.is_taken(name))
        {
            return Some(());
        }
        self.functions.extend(functions.iter().copied());
        let sorts = |function: &Function| {
            let data = store.function(*function);
            data.params.iter().chain([&data.result]).all(|&sort| self.has_sort(store, sort))
        };
        let bodies: Vec<Term> =
            functions.iter().filter_map(|&function| Some(store.definition(function)?.1)).collect();
        if !functions.iter().all(sorts) || !self.has_all(store, &bodies) {
            for function in functions {
                self.functions.remove(function);
            }
            return Some(());
        }
        self.names.extend(names);
        let text = print_commands(store, [command], PrintOptions::shared()).ok()?.text;
        let needs = self.needs(store, &bodies);
        let at = self.declarations.len() as u32;
        self.declared_by.extend(functions.iter().map(|&function| (function, at)));
        self.declarations.push(Declaration { text, needs });
        self.commands.push(command.clone());
        Some(())
    }

    /// The declarations that terms need, directly, in order.
    pub(super) fn needs(&self, store: &Store, terms: &[Term]) -> Vec<u32> {
        let mut needs = Vec::new();
        post_order(store, terms, &mut TermSet::default(), |term| {
            if let TermKind::Apply(function, _) = store.kind(term) {
                needs.extend(
                    mentioned(store, function).filter_map(|function| self.declared_by.get(&function)),
                );
            }
        });
        needs.sort_unstable();
        needs.dedup();
        needs
    }

    /// Whether a sort means in an instance what it means in the seed.
    fn has_sort(&self, store: &Store, sort: Sort) -> bool {
        let mut todo = vec![sort];
        while let Some(sort) = todo.pop() {
            if let SortKind::Apply(constructor, args) = store.sort_kind(sort) {
                if let SortConstructor::Declared(declaration) = constructor
                    && self.sorts.get(&store.sort_declaration(*declaration).name) != Some(&Some(*declaration))
                {
                    return false;
                }
                todo.extend_from_slice(args);
            }
        }
        true
    }

    /// Whether a term means in an instance what it means in the seed, if all terms below it do.
    pub(super) fn has(&self, store: &Store, term: Term) -> bool {
        let function = match store.kind(term) {
            TermKind::Apply(function, _) => mentioned(store, function).all(|function| {
                let is_of_script =
                    !matches!(store.function(function).role, Role::Operator(_) | Role::Unknown);
                !is_of_script || self.functions.contains(&function)
            }),
            _ => true,
        };
        // Sorts without arguments that the standard has are most of them.
        function && (store.sort(term) == Sort::BOOL || self.has_sort(store, store.sort(term)))
    }

    fn has_all(&self, store: &Store, roots: &[Term]) -> bool {
        let mut all = true;
        post_order(store, roots, &mut TermSet::default(), |term| all &= self.has(store, term));
        all
    }
}

/// A function, and those that its indices name: `(_ is cons)`, `(_ map f)`. A tester with a name of its own, `is-cons`, comes with its
/// constructor.
fn mentioned(store: &Store, function: Function) -> impl Iterator<Item = Function> {
    let function = match store.function(function).role {
        Role::Tester(constructor) => constructor,
        _ => function,
    };
    let indices = store.function(function).indices.iter().filter_map(|index| match index {
        Index::Function(function) => Some(*function),
        _ => None,
    });
    indices.chain([function])
}

/// Options about what is printed, and how, are no business of an instance.
fn is_kept_option(command: &Command) -> bool {
    match command {
        Command::SetOption(keyword, _) => {
            let about_output =
                ["produce", "print", "pp.", "channel", "verbosity", "global-decl", "interactive", "dump"];
            !about_output.iter().any(|word| keyword.contains(word))
        }
        _ => false,
    }
}

/// match: (check-sat-using (then simplify smt)), result: (then simplify smt)
fn tactic(command: &Command) -> Option<Arc<str>> {
    let Command::Other(text) = command else { return None };
    let tactic = text.trim().strip_prefix("(check-sat-using")?.strip_suffix(')')?.trim();
    (!tactic.is_empty()).then(|| tactic.into())
}

/// Horn clauses are a form of formulas, which instances do not have.
fn logic_of_instances(name: &str, command: &Command) -> Command {
    if name == "HORN" { Command::Other("(set-logic ALL)".into()) } else { command.clone() }
}
