//! From where to where in a script symbols may be used: a term may stand where all that it mentions is declared.

use hashbrown::HashMap;
use quis_smtlib::{
    Command, Function, Index, Role, Script, Sort, SortConstructor, SortDecl, SortKind, Store, Term, TermKind,
};
use rustc_hash::FxBuildHasher;

/// The commands between which something may be used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Life {
    /// The command that declares it.
    born: u32,
    /// The command that ends its scope.
    dies: u32,
}

impl Life {
    const ALWAYS: Life = Life { born: 0, dies: u32::MAX };
    const NEVER: Life = Life { born: u32::MAX, dies: 0 };

    /// Whether it may be used in a command.
    pub(super) fn holds(self, command: usize) -> bool {
        (self.born as usize) < command.saturating_add(1) && command < self.dies as usize
    }

    fn and(self, other: Life) -> Life {
        Life { born: self.born.max(other.born), dies: self.dies.min(other.dies) }
    }
}

/// The lives of the symbols of a script, and of terms.
#[derive(Clone, Debug, Default)]
pub(super) struct Lives {
    functions: HashMap<Function, Life, FxBuildHasher>,
    sorts: HashMap<SortDecl, Life, FxBuildHasher>,
    terms: Vec<Life>,
}

impl Lives {
    /// The lives of what these commands declare.
    pub(super) fn of(script: &Script) -> Lives {
        let store = &script.store;
        let keeps = |command: &Command| match command {
            Command::SetOption(keyword, value) => keyword.starts_with(":global-decl") && &**value == "true",
            _ => false,
        };
        let global = script.commands.iter().any(keeps);
        let mut lives = Lives::default();
        let mut levels: Vec<(Vec<Function>, Vec<SortDecl>)> = vec![Default::default()];
        for (at, command) in script.commands.iter().enumerate() {
            let at = at as u32;
            let (mut functions, mut sorts): (Vec<Function>, Vec<SortDecl>) = Default::default();
            match command {
                Command::DeclareFun(function) | Command::DeclareConst(function) => functions.push(*function),
                Command::DeclareSort(sort) => sorts.push(*sort),
                Command::DeclareDatatypes(declared) => {
                    for &sort in declared {
                        sorts.push(sort);
                        let datatype = store.sort_declaration(sort).datatype.as_ref();
                        for constructor in datatype.into_iter().flat_map(|datatype| &datatype.constructors) {
                            functions.push(constructor.function);
                            functions.extend_from_slice(&constructor.selectors);
                        }
                    }
                }
                Command::Push(count) => {
                    levels.extend((0..(*count).min(1 << 10)).map(|_| Default::default()));
                }
                Command::Pop(count) => {
                    for _ in 0..(*count).min(1 << 10) {
                        if levels.len() > 1 {
                            let level = levels.pop().unwrap_or_default();
                            lives.end(level, at, global);
                        }
                    }
                }
                Command::Reset => {
                    for level in std::mem::take(&mut levels) {
                        lives.end(level, at, false);
                    }
                    levels.push(Default::default());
                }
                _ => functions.extend_from_slice(command.defines()),
            }
            let life = Life { born: at, dies: u32::MAX };
            // What is declared twice is used within its first life alone.
            functions.iter().for_each(|&function| {
                lives.functions.entry(function).or_insert(life);
            });
            sorts.iter().for_each(|&sort| {
                lives.sorts.entry(sort).or_insert(life);
            });
            if let Some((all_functions, all_sorts)) = levels.last_mut() {
                all_functions.extend(functions);
                all_sorts.extend(sorts);
            }
        }
        lives
    }

    fn end(&mut self, (functions, sorts): (Vec<Function>, Vec<SortDecl>), at: u32, global: bool) {
        if global {
            return;
        }
        for function in functions {
            if let Some(life) = self.functions.get_mut(&function) {
                life.dies = life.dies.min(at);
            }
        }
        for sort in sorts {
            if let Some(life) = self.sorts.get_mut(&sort) {
                life.dies = life.dies.min(at);
            }
        }
    }

    /// Computes the lives of terms that are new in the store. Arguments come before what they are arguments of.
    pub(super) fn update(&mut self, store: &Store) {
        for term in store.terms().skip(self.terms.len()) {
            let mut life = self.of_sort(store, store.sort(term));
            for &child in store.children(term) {
                life = life.and(self.of_term(child));
            }
            if let TermKind::Apply(function, _) = store.kind(term) {
                life = life.and(self.of_function(store, function));
            }
            self.terms.push(life);
        }
    }

    /// The life of a term.
    pub(super) fn of_term(&self, term: Term) -> Life {
        self.terms.get(term.index()).copied().unwrap_or(Life::NEVER)
    }

    /// The life of a function.
    pub(super) fn of_function(&self, store: &Store, function: Function) -> Life {
        let data = store.function(function);
        let known = |function: Function| self.functions.get(&function).copied().unwrap_or(Life::NEVER);
        let mut life = match data.role {
            Role::Operator(_) => Life::ALWAYS,
            Role::Tester(constructor) => known(constructor),
            Role::Unknown | Role::Named(_) => Life::NEVER,
            _ => known(function),
        };
        for index in &data.indices {
            match index {
                Index::Function(inner) if !matches!(store.function(*inner).role, Role::Operator(_)) => {
                    life = life.and(known(*inner));
                }
                Index::Sort(sort) => life = life.and(self.of_sort(store, *sort)),
                _ => {}
            }
        }
        life
    }

    fn of_sort(&self, store: &Store, sort: Sort) -> Life {
        // Most sorts have no parts.
        if !matches!(store.sort_kind(sort), SortKind::Apply(..)) {
            return Life::ALWAYS;
        }
        let (mut life, mut todo) = (Life::ALWAYS, vec![sort]);
        while let Some(sort) = todo.pop() {
            if let SortKind::Apply(constructor, args) = store.sort_kind(sort) {
                todo.extend_from_slice(args);
                if let SortConstructor::Declared(declaration) = constructor {
                    life = life.and(self.sorts.get(declaration).copied().unwrap_or(Life::NEVER));
                }
            }
        }
        life
    }
}

#[cfg(test)]
mod tests {
    use quis_smtlib::{Mode, parse};

    use super::*;

    #[test]
    fn symbols_live_in_their_scopes() {
        let text =
            "(declare-const x Int)(push 1)(declare-const y Int)(assert (> (+ x y) 0))(pop 1)(assert (> x 0))";
        let script = parse(text, Mode::Standard).into_result().unwrap();
        let mut lives = Lives::of(&script);
        lives.update(&script.store);
        let [sum, x]: [Term; 2] = script.assertions().collect::<Vec<_>>().try_into().unwrap();
        let holds = |term: Term| (0..6).map(|at| lives.of_term(term).holds(at)).collect::<Vec<_>>();
        assert_eq!(holds(sum), [false, false, true, true, false, false]);
        assert_eq!(holds(x), [true, true, true, true, true, true]);
    }
}
