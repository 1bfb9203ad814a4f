//! Commands over other sorts and functions.

use quis_smtlib::walk::{TermSet, post_order};
use quis_smtlib::{
    Command, Function, Role, Sort, SortConstructor, SortDecl, SortKind, Store, Symbol, Term, TermKind,
    is_simple_symbol, print_sort,
};

use super::{Call, Translation};
use crate::commands::{Place, over_terms};

/// The names that are declared, with their parameters, by scopes.
#[derive(Default)]
struct Declared {
    names: Vec<(Symbol, Box<[Sort]>)>,
    scopes: Vec<usize>,
}

impl Declared {
    /// Adds a function; `None` if there is one that nobody could tell from it.
    fn add(&mut self, store: &Store, function: Function) -> Option<()> {
        let data = store.function(function);
        let is_same = |(name, params): &(Symbol, Box<[Sort]>)| *name == data.name && *params == data.params;
        if self.names.iter().any(is_same) {
            return None;
        }
        self.names.push((data.name, data.params.clone()));
        Some(())
    }

    fn follow(&mut self, command: &Command) {
        match command {
            Command::Push(levels) => {
                let open = self.names.len();
                self.scopes.extend(std::iter::repeat_n(open, (*levels).min(1 << 16) as usize));
            }
            Command::Pop(levels) => {
                for _ in 0..*levels {
                    let Some(open) = self.scopes.pop() else { break };
                    self.names.truncate(open);
                }
            }
            Command::Reset | Command::ResetAssertions => *self = Declared::default(),
            _ => {}
        }
    }
}

impl Translation {
    /// All commands, in order; those that declare what has gone go as well.
    pub(super) fn commands(&mut self, store: &mut Store, commands: &[Command]) -> Option<Vec<Command>> {
        let mut new = Vec::with_capacity(commands.len());
        for command in commands {
            new.extend(self.command(store, command, new.len())?);
        }
        self.declare_released(store, &mut new);
        let mut declared = Declared::default();
        for command in &new {
            declared.follow(command);
            match command {
                Command::DeclareFun(function) | Command::DeclareConst(function) => {
                    declared.add(store, *function)?
                }
                other => {
                    for &function in other.defines() {
                        declared.add(store, function)?;
                    }
                }
            }
        }
        Some(new)
    }

    /// Declares what were members of datatypes where these were declared.
    fn declare_released(&self, store: &Store, commands: &mut Vec<Command>) {
        for &(declaration, at) in self.replaced.iter().rev() {
            let own = self.released.iter().filter(|(datatype, _)| *datatype == declaration);
            for &(_, function) in own.rev() {
                let is_constant = store.function(function).params.is_empty();
                let new =
                    if is_constant { Command::DeclareConst(function) } else { Command::DeclareFun(function) };
                commands.insert(at.min(commands.len()), new);
            }
        }
    }

    /// One command, to stand at this place; `Some(None)` if it is not needed any more.
    fn command(&mut self, store: &mut Store, command: &Command, at: usize) -> Option<Option<Command>> {
        Some(Some(match command {
            Command::DeclareSort(declaration) => {
                if self.is_replaced(store, *declaration)? {
                    return Some(None);
                }
                command.clone()
            }
            Command::DefineSort { name, params, body } => {
                let body = self.sort(store, *body)?;
                Command::DefineSort { name: *name, params: params.clone(), body }
            }
            Command::DeclareDatatypes(block) => {
                let mut left = Vec::new();
                let mut replaced = Vec::new();
                for &declaration in block {
                    if self.is_replaced(store, declaration)? {
                        replaced.push(declaration);
                    } else {
                        left.push(declaration);
                    }
                }
                let new = self.datatypes(store, &left)?;
                let behind = at + usize::from(!new.is_empty());
                self.replaced.extend(replaced.into_iter().map(|declaration| (declaration, behind)));
                if new.is_empty() {
                    return Some(None);
                }
                Command::DeclareDatatypes(new.into())
            }
            Command::DeclareFun(function) | Command::DeclareConst(function) => {
                let is_constant = matches!(command, Command::DeclareConst(_));
                match self.call(store, *function)? {
                    Call::Fewer(new, kept) if kept.is_empty() => Command::DeclareConst(new),
                    Call::To(new) | Call::Fewer(new, _) if !is_constant => Command::DeclareFun(new),
                    Call::To(new) | Call::Fewer(new, _) => Command::DeclareConst(new),
                    Call::Constant => return Some(None),
                }
            }
            Command::DefineFun(function) => Command::DefineFun(self.define(store, *function)?),
            Command::DefineConst(function) => Command::DefineConst(self.define(store, *function)?),
            Command::DefineFunRec(function) => {
                let new = self.define_recursive(store, std::slice::from_ref(function))?;
                Command::DefineFunRec(*new.first()?)
            }
            Command::DefineFunsRec(functions) => {
                Command::DefineFunsRec(self.define_recursive(store, functions)?.into())
            }
            Command::Other(_) => self.unparsed(store, command)?,
            other => over_terms(other, &mut |term, place| match place {
                Place::Formula => self.formula(store, term),
                Place::Goal => self.goal(store, term),
                Place::Other => self.term(store, term),
            })?,
        }))
    }

    /// Whether another sort stands for one that is declared without parameters.
    fn is_replaced(&mut self, store: &mut Store, declaration: SortDecl) -> Option<bool> {
        if store.sort_declaration(declaration).arity > 0 || self.rule.is_none() {
            return Some(false);
        }
        let sort = store.apply_sort(SortConstructor::Declared(declaration), &[]);
        let replaced = self.rule.as_ref().and_then(|rule| rule(store, sort)).is_some();
        Some(replaced)
    }

    fn formula(&mut self, store: &mut Store, term: Term) -> Option<Term> {
        let new = self.term(store, term)?;
        (store.sort(new) == Sort::BOOL).then_some(new)
    }

    /// What is to be minimal or maximal has an order.
    fn goal(&mut self, store: &mut Store, term: Term) -> Option<Term> {
        let new = self.term(store, term)?;
        let sort = store.sort(new);
        let is_same = sort == store.sort(term);
        let is_ordered =
            matches!(store.sort_kind(sort), SortKind::Int | SortKind::Real | SortKind::BitVec(_));
        (is_same || is_ordered).then_some(new)
    }

    /// Finds the functions that Z3's declarations of relations and variables declare.
    pub(super) fn find_unparsed(&mut self, store: &Store, commands: &[Command]) {
        if !commands.iter().any(|command| is_fixed_point_declaration(store, command)) {
            return;
        }
        let is_parsed = |function: Function| {
            commands.iter().any(|command| match command {
                Command::DeclareFun(other) | Command::DeclareConst(other) => *other == function,
                _ => false,
            })
        };
        let mut roots: Vec<Term> = commands.iter().flat_map(Command::terms).collect();
        for &function in commands.iter().flat_map(Command::defines) {
            roots.extend(store.definition(function).map(|(_, body)| body));
        }
        let mut found: Vec<Function> = Vec::new();
        post_order(store, &roots, &mut TermSet::for_store(store), |term| {
            if let TermKind::Apply(function, _) = store.kind(term)
                && store.function(function).role == Role::Declared
                && !found.contains(&function)
            {
                found.push(function);
            }
        });
        for function in found {
            if !is_parsed(function) {
                self.unparsed.insert(store.function(function).name, function);
            }
        }
    }

    /// match: (declare-rel p (Int Int)) where a parameter has gone, result: (declare-rel p (Int))
    fn unparsed(&mut self, store: &mut Store, command: &Command) -> Option<Command> {
        if !is_fixed_point_declaration(store, command) {
            return Some(command.clone());
        }
        let Command::Other(text) = command else { return None };
        let is_own =
            |function: &Function| declared_name(text) == Some(store.text(store.function(*function).name));
        let mut known: Vec<Function> = self.unparsed.values().copied().filter(is_own).collect();
        let Some(function) = known.pop() else { return Some(command.clone()) };
        let new = match self.call(store, function)? {
            Call::To(new) | Call::Fewer(new, _) if new == function => return Some(command.clone()),
            Call::To(new) | Call::Fewer(new, _) => new,
            Call::Constant => return None,
        };
        let data = store.function(new);
        let name = store.text(data.name);
        let name = if is_simple_symbol(name) { name.to_owned() } else { format!("|{name}|") };
        let text = if command.name(store) == "declare-rel" {
            let params: Vec<String> =
                data.params.iter().map(|&sort| print_sort(store, sort).ok()).collect::<Option<_>>()?;
            format!("(declare-rel {name} ({}))", params.join(" "))
        } else {
            format!("(declare-var {name} {})", print_sort(store, data.result).ok()?)
        };
        Some(Command::Other(text.into()))
    }
}

/// Whether a command declares something in text that nobody parsed.
pub(crate) fn is_fixed_point_declaration(store: &Store, command: &Command) -> bool {
    matches!(command, Command::Other(_)) && ["declare-rel", "declare-var"].contains(&command.name(store))
}

/// The name that such a command declares, without bars.
fn declared_name(text: &str) -> Option<&str> {
    let rest = text.trim_start_matches('(').trim_start();
    let (_, rest) = rest.split_once(char::is_whitespace)?;
    let rest = rest.trim_start();
    match rest.strip_prefix('|') {
        Some(quoted) => quoted.split('|').next(),
        None => rest.split(|c: char| c.is_whitespace() || "()".contains(c)).next(),
    }
}
