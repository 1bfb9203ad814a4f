//! Names that solvers understand: scripts may overload functions or redeclare those of theories, but what solvers print does not say which
//! one is meant, and some refuse it.

use hashbrown::{HashMap, HashSet};
use quis_smtlib::theories::Op;
use quis_smtlib::{Command, Function, Role, Store, Symbol, Term, TermKind};
use rustc_hash::FxBuildHasher;

use crate::front::nnf::fresh;
use crate::problem::{Formula, Instance, Level, Problem};

/// New functions for those whose names say too little, and back.
#[derive(Default)]
pub(crate) struct Renaming {
    forth: Exchange,
    back: Exchange,
}

/// Functions replaced by others of the same rank.
#[derive(Default)]
struct Exchange {
    functions: HashMap<Function, Function, FxBuildHasher>,
    memo: HashMap<Term, Term, FxBuildHasher>,
}

impl Exchange {
    /// The term over the other functions. What cannot be rebuilt stays.
    fn apply(&mut self, store: &mut Store, root: Term) -> Term {
        if self.functions.is_empty() {
            return root;
        }
        let mut stack = vec![root];
        while let Some(&term) = stack.last() {
            if self.memo.contains_key(&term) {
                stack.pop();
                continue;
            }
            let before = stack.len();
            stack.extend(store.children(term).iter().copied().filter(|c| !self.memo.contains_key(c)));
            if stack.len() > before {
                continue;
            }
            let children: Vec<Term> = store.children(term).iter().map(|child| self.memo[child]).collect();
            let other = match store.kind(term) {
                TermKind::Apply(function, _) => self.functions.get(&function).copied(),
                _ => None,
            };
            let new = match other {
                Some(function) => store.apply(function, &children),
                None if children == store.children(term) => Ok(term),
                None => store.with_children(term, &children),
            };
            self.memo.insert(term, new.unwrap_or(term));
        }
        self.memo.get(&root).copied().unwrap_or(root)
    }

    fn command(&mut self, store: &mut Store, command: &Command) -> Command {
        let other = |function: &Function| self.functions.get(function).copied().unwrap_or(*function);
        match command {
            Command::DeclareFun(function) => Command::DeclareFun(other(function)),
            Command::DeclareConst(function) => Command::DeclareConst(other(function)),
            Command::Assert(term) => Command::Assert(self.apply(store, *term)),
            _ => command.clone(),
        }
    }
}

impl Renaming {
    /// What a problem needs, with further commands.
    pub(crate) fn of(problem: &mut Problem, more: &[Command]) -> Renaming {
        let store = &mut problem.store;
        let operators: HashSet<&str, FxBuildHasher> = Op::all().map(|op| op.operator().name).collect();
        let mut functions = Vec::new();
        let mut count: HashMap<Symbol, usize, FxBuildHasher> = HashMap::default();
        for command in problem.declarations.iter().chain(more) {
            if let Command::DeclareFun(function) | Command::DeclareConst(function) = command
                && matches!(store.function(*function).role, Role::Declared)
                && !functions.contains(function)
            {
                functions.push(*function);
                *count.entry(store.function(*function).name).or_default() += 1;
            }
        }
        let mut renaming = Renaming::default();
        for function in functions {
            let data = store.function(function).clone();
            if count.get(&data.name) == Some(&1) && !operators.contains(store.text(data.name)) {
                continue;
            }
            let name = store.text(data.name).to_owned();
            let name = fresh(store, &name);
            let new = store.declare_function(name, &data.params, data.result);
            renaming.forth.functions.insert(function, new);
            renaming.back.functions.insert(new, function);
        }
        renaming
    }

    /// The problem over the new functions. It has the store of the other, which [`leave`](Renaming::leave) gives back.
    pub(crate) fn enter(&mut self, problem: &mut Problem) -> Problem {
        let mut store = std::mem::take(&mut problem.store);
        let exchange = &mut self.forth;
        let declarations = problem.declarations.iter().map(|c| exchange.command(&mut store, c)).collect();
        let mut formulas: Vec<Formula> = problem.formulas.clone();
        for formula in &mut formulas {
            formula.body = exchange.apply(&mut store, formula.body);
            for Level { patterns, .. } in &mut formula.levels {
                for term in patterns.iter_mut().flatten() {
                    *term = exchange.apply(&mut store, *term);
                }
            }
        }
        Problem {
            store,
            declarations,
            axioms: Vec::new(),
            formulas,
            skolems: Vec::new(),
            preamble: problem.preamble.clone(),
            original: String::new(),
        }
    }

    /// Renames for good: what is said of the problem later has the new names.
    pub(crate) fn for_good(problem: &mut Problem) {
        let mut renaming = Renaming::of(problem, &[]);
        if renaming.forth.functions.is_empty() {
            return;
        }
        let mut renamed = renaming.enter(problem);
        renamed.skolems = std::mem::take(&mut problem.skolems);
        renamed.original = std::mem::take(&mut problem.original);
        renamed.axioms = std::mem::take(&mut problem.axioms);
        for axiom in &mut renamed.axioms {
            axiom.written = renaming.forth.apply(&mut renamed.store, axiom.written);
            axiom.normal = renaming.forth.apply(&mut renamed.store, axiom.normal);
        }
        *problem = renamed;
    }

    /// Commands over the new functions.
    pub(crate) fn commands(&mut self, store: &mut Store, commands: &[Command]) -> Vec<Command> {
        commands.iter().map(|command| self.forth.command(store, command)).collect()
    }

    /// An instance over the new functions.
    pub(crate) fn instance(&mut self, store: &mut Store, instance: &Instance) -> Instance {
        let values = instance.values.iter().map(|&value| self.forth.apply(store, value)).collect();
        Instance { formula: instance.formula, values }
    }

    /// An instance over the functions of the problem.
    pub(crate) fn original(&mut self, store: &mut Store, instance: &mut Instance) {
        for value in &mut instance.values {
            *value = self.back.apply(store, *value);
        }
    }

    /// Gives the store back.
    pub(crate) fn leave(problem: &mut Problem, renamed: Problem) {
        problem.store = renamed.store;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::refute::tests::read;
    use crate::refute::text::{assertions, printed};

    #[test]
    fn overloaded_functions_and_those_of_theories_are_renamed() {
        let mut problem = read(
            "(declare-sort U 0) (declare-fun f (Int) U) (declare-fun f (U) U) (declare-fun g (U) U) \
             (assert (forall ((x Int)) (! (= (f (f x)) (g (f x))) :pattern ((f x)))))",
        );
        let before = problem.formulas[0].body;
        let mut renaming = Renaming::of(&mut problem, &[]);
        let mut renamed = renaming.enter(&mut problem);
        let commands = assertions(&mut renamed, true).unwrap();
        let text = printed(&renamed.store, renamed.declarations.iter().chain(&commands)).unwrap();
        assert_eq!(
            text,
            "(declare-sort U 0)\n(declare-fun f!0 (Int) U)\n(declare-fun f!1 (U) U)\n(declare-fun g (U) U)\n\
             (assert (forall ((x Int)) (! (= (f!1 (f!0 x)) (g (f!0 x))) :pattern ((f!0 x)) :qid F0)))\n"
        );
        let mut instance = Instance { formula: 0, values: vec![renamed.formulas[0].body] };
        renaming.original(&mut renamed.store, &mut instance);
        assert_eq!(instance.values, [before]);
        Renaming::leave(&mut problem, renamed);
        assert!(!problem.store.is_empty());
    }
}
