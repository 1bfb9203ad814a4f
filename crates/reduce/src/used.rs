//! What the commands of a script refer to.

use quis_smtlib::walk::{TermSet, post_order};
use quis_smtlib::{
    Command, Function, Index, Role, Sort, SortConstructor, SortDecl, SortKind, Store, Symbol, Term, TermKind,
};

use crate::translate::field_sorts;

/// The functions and sort symbols that stand in commands, other than those that declare them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Used {
    functions: Bits,
    sorts: Bits,
    declared: Bits,
    /// The names of the functions.
    names: Bits,
    /// Sorts that are still to be looked into.
    pending: Vec<Sort>,
}

#[derive(Clone, Debug, Default)]
struct Bits(Vec<u64>);

impl Bits {
    fn insert(&mut self, at: usize) -> bool {
        if at / 64 >= self.0.len() {
            self.0.resize(at / 64 + 1, 0);
        }
        let (word, bit) = (&mut self.0[at / 64], 1 << (at % 64));
        let new = *word & bit == 0;
        *word |= bit;
        new
    }

    fn contains(&self, at: usize) -> bool {
        self.0.get(at / 64).is_some_and(|word| word >> (at % 64) & 1 == 1)
    }
}

impl Used {
    /// What is used by commands, and by the definitions and declarations that these use.
    pub(crate) fn by(store: &Store, commands: &[Command]) -> Used {
        Self::beside(store, commands, None)
    }

    /// The same; what was not used before, and is there nonetheless, uses what it is made of.
    pub(crate) fn beside(store: &Store, commands: &[Command], before: Option<&Used>) -> Used {
        let mut used = Used::default();
        let mut seen = TermSet::for_store(store);
        let mut roots: Vec<Term> = Vec::new();
        for command in commands {
            if before.is_some_and(|before| before.needed(store, command) == Some(false)) {
                for &function in functions_of(command) {
                    used.function(store, function, &mut roots);
                }
            }
            if let Command::DefineSort { body, .. } = command {
                used.sort(*body);
            }
            roots.extend(command.terms());
            if let Command::Other(text) = command
                && !text.starts_with("(declare-")
            {
                used.words(store, text, commands);
            }
            if let Command::Extended(_, parts) = command {
                for part in parts {
                    if let quis_smtlib::Part::Text(text) = part {
                        used.words(store, text, commands);
                    }
                }
            }
        }
        loop {
            while !roots.is_empty() || !used.pending.is_empty() {
                let mut bodies = Vec::new();
                post_order(store, &roots, &mut seen, |term| used.term(store, term, &mut bodies));
                used.sorts_below(store);
                roots = bodies;
            }
            if before.is_some() {
                used.companions(store, commands, &mut roots);
            }
            if roots.is_empty() && used.pending.is_empty() {
                break;
            }
        }
        used
    }

    /// What is declared or defined together stays together, and uses what it is made of.
    fn companions(&mut self, store: &Store, commands: &[Command], roots: &mut Vec<Term>) {
        for command in commands {
            match command {
                Command::DefineFunsRec(functions) if functions.iter().any(|&function| self.has(function)) => {
                    for &function in functions {
                        self.function(store, function, roots);
                    }
                }
                Command::DeclareDatatypes(block) if block.iter().any(|&one| self.has_sort(one)) => {
                    for field in block.iter().flat_map(|&one| field_sorts(store, one)) {
                        self.sort(field);
                    }
                }
                _ => {}
            }
        }
    }

    /// Names in text that nobody parsed: whatever is called so is used.
    fn words(&mut self, store: &Store, text: &str, commands: &[Command]) {
        let words = || text.split(|c: char| c.is_whitespace() || "()|".contains(c));
        for symbol in words().filter_map(|word| store.symbols().find(word)) {
            self.names.insert(symbol.index());
        }
        let is_in = |name: &str| words().any(|word| word == name);
        for command in commands {
            for &function in functions_of(command) {
                if is_in(store.text(store.function(function).name)) {
                    self.function(store, function, &mut Vec::new());
                }
            }
            if let Some(name) = declared_as_text(command)
                && is_in(name)
                && let Some(name) = store.symbols().find(name)
            {
                self.names.insert(name.index());
            }
        }
    }

    fn term(&mut self, store: &Store, term: Term, bodies: &mut Vec<Term>) {
        self.sort(store.sort(term));
        if let TermKind::Apply(function, _) = store.kind(term) {
            self.function(store, function, bodies);
        }
        if let TermKind::Match(patterns, ..) = store.kind(term) {
            for constructor in patterns.iter().filter_map(|pattern| pattern.constructor) {
                self.function(store, constructor, bodies);
            }
        }
    }

    fn function(&mut self, store: &Store, function: Function, bodies: &mut Vec<Term>) {
        if !self.functions.insert(function.index()) {
            return;
        }
        let data = store.function(function);
        self.names.insert(data.name.index());
        for &sort in data.params.iter().chain([&data.result]) {
            self.sort(sort);
        }
        for index in &data.indices {
            match index {
                Index::Function(other) => self.function(store, *other, bodies),
                Index::Sort(sort) => self.sort(*sort),
                _ => {}
            }
        }
        if let Some((vars, body)) = store.definition(function) {
            bodies.extend_from_slice(vars);
            bodies.push(body);
        }
        match data.role {
            Role::Selector { constructor, .. } | Role::Tester(constructor) => {
                self.function(store, constructor, bodies);
            }
            _ => {}
        }
    }

    fn sort(&mut self, sort: Sort) {
        if self.sorts.insert(sort.index()) {
            self.pending.push(sort);
        }
    }

    /// The sorts that others are made of.
    fn sorts_below(&mut self, store: &Store) {
        while let Some(sort) = self.pending.pop() {
            let SortKind::Apply(constructor, args) = store.sort_kind(sort) else { continue };
            for &arg in args {
                self.sort(arg);
            }
            let SortConstructor::Declared(declaration) = *constructor else { continue };
            if !self.declared.insert(declaration.index()) {
                continue;
            }
            if let Some(datatype) = &store.sort_declaration(declaration).datatype {
                for constructor in &datatype.constructors {
                    let data = store.function(constructor.function);
                    for &field in &data.params {
                        self.sort(field);
                    }
                }
            }
        }
    }

    /// Whether a function is used.
    pub(crate) fn has(&self, function: Function) -> bool {
        self.functions.contains(function.index())
    }

    /// Whether a sort symbol is used.
    pub(crate) fn has_sort(&self, declaration: SortDecl) -> bool {
        self.declared.contains(declaration.index())
    }

    /// Whether what a command declares or defines is used; `None` if it declares nothing.
    pub(crate) fn needs(&self, store: &Store, command: &Command) -> Option<bool> {
        match functions_of(command) {
            [] => self.needed(store, command),
            functions => Some(functions.iter().any(|&function| self.has(function))),
        }
    }

    /// The same, but for functions by their names: one that was made anew is the one that it was.
    pub(crate) fn needed(&self, store: &Store, command: &Command) -> Option<bool> {
        let is_used = |name: Symbol| self.names.contains(name.index());
        match command {
            Command::DeclareSort(declaration) => Some(self.has_sort(*declaration)),
            Command::DeclareDatatypes(declarations) => {
                Some(declarations.iter().any(|&declaration| self.has_sort(declaration)))
            }
            // What it stands for is printed wherever it was used.
            Command::DefineSort { .. } => Some(false),
            Command::Other(_) => {
                let name = declared_as_text(command)?;
                Some(store.symbols().find(name).is_some_and(is_used))
            }
            _ => match functions_of(command) {
                [] => None,
                functions => Some(functions.iter().any(|&function| is_used(store.function(function).name))),
            },
        }
    }
}

/// The functions that a command declares or defines.
fn functions_of(command: &Command) -> &[Function] {
    match command {
        Command::DeclareFun(function) | Command::DeclareConst(function) => std::slice::from_ref(function),
        other => other.defines(),
    }
}

/// The name that a command declares in text that nobody parsed: (declare-var x Int), (declare-rel r (Int))
fn declared_as_text(command: &Command) -> Option<&str> {
    let Command::Other(text) = command else { return None };
    let rest =
        text.strip_prefix("(declare-").filter(|rest| rest.starts_with("var") || rest.starts_with("rel"))?;
    let name = rest.split_whitespace().nth(1)?;
    Some(name.trim_matches('|'))
}
