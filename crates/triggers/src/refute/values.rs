//! Values that solvers chose, as terms over what the problem declares and constants that stand for any value.

use hashbrown::{HashMap, HashSet};
use quis_smtlib::theories::{ArrayOp, CoreOp, Op};
use quis_smtlib::walk::Replacement;
use quis_smtlib::{Command, Function, Role, Sort, Store, Term, TermKind};
use rustc_hash::FxBuildHasher;

use crate::front::nnf::fresh;
use crate::front::prenex::parts;
use crate::problem::{Instance, Problem};

/// Makes values usable. What a solver made up becomes a new constant: a formula holds for all values, and so for it.
#[derive(Clone, Default)]
pub(crate) struct Values {
    known: HashSet<Function, FxBuildHasher>,
    settled: HashMap<Term, Term, FxBuildHasher>,
    /// The new constants.
    pub(crate) fresh: Vec<Term>,
}

impl Values {
    /// For a problem with these further commands.
    pub(crate) fn new(problem: &Problem, more: &[Command]) -> Values {
        Values { known: declared(problem.declarations.iter().chain(more)), ..Values::default() }
    }

    /// What is declared.
    pub(crate) fn known(&self) -> impl Iterator<Item = Function> {
        self.known.iter().copied()
    }

    /// A constant that nothing is known of, of the sort of a term.
    pub(crate) fn constant(&mut self, store: &mut Store, like: Term) -> Option<Term> {
        self.constant_of(store, store.sort(like))
    }

    /// A constant of a sort that nothing is known of.
    pub(crate) fn constant_of(&mut self, store: &mut Store, sort: Sort) -> Option<Term> {
        let stem = match quis_smtlib::print_sort(store, sort) {
            Ok(name) if quis_smtlib::is_simple_symbol(&name) => format!("any!{name}"),
            _ => "any".to_owned(),
        };
        let name = fresh(store, &stem);
        let function = store.declare_function(name, &[], sort);
        self.known.insert(function);
        let constant = store.apply(function, &[]).ok()?;
        self.fresh.push(constant);
        Some(constant)
    }

    /// A value with a new constant in place of each application of what is not declared.
    pub(crate) fn settle(&mut self, store: &mut Store, root: Term) -> Option<Term> {
        let mut stack = vec![root];
        while let Some(&term) = stack.last() {
            if self.settled.contains_key(&term) {
                stack.pop();
                continue;
            }
            if self.is_made_up(store, term) {
                let constant = self.constant(store, term)?;
                self.settled.insert(term, constant);
                continue;
            }
            let before = stack.len();
            stack.extend(store.children(term).iter().copied().filter(|c| !self.settled.contains_key(c)));
            if stack.len() > before {
                continue;
            }
            let children: Vec<Term> = store.children(term).iter().map(|child| self.settled[child]).collect();
            let rebuilt = match children == store.children(term) {
                true => term,
                false => store.with_children(term, &children).ok()?,
            };
            self.settled.insert(term, rebuilt);
        }
        self.settled.get(&root).copied()
    }

    fn is_made_up(&self, store: &Store, term: Term) -> bool {
        match store.kind(term) {
            TermKind::Apply(function, _) => match store.function(function).role {
                Role::Declared => !self.known.contains(&function),
                Role::Unknown => store.sort(term) != Sort::UNKNOWN,
                // A table that only the model of the solver has.
                _ => store.operator(function) == Some(Op::Array(ArrayOp::AsArray)),
            },
            _ => false,
        }
    }

    /// An instance, with values for what the solver left out: what an equation says of a variable, or else any.
    pub(crate) fn instance(
        &mut self,
        problem: &mut Problem,
        formula: usize,
        mut values: Vec<Option<Term>>,
    ) -> Option<Instance> {
        let variables = problem.formulas.get(formula)?.variables.clone();
        let body = problem.formulas.get(formula)?.body;
        values.resize(variables.len(), None);
        for (value, &variable) in values.iter_mut().zip(&variables) {
            if value.is_some_and(|value| problem.store.sort(value) != problem.store.sort(variable)) {
                *value = None;
            }
        }
        if values.iter().any(Option::is_none) {
            fill_from_equations(&mut problem.store, body, &variables, &mut values);
        }
        let mut all = Vec::with_capacity(values.len());
        for (value, &variable) in values.into_iter().zip(&variables) {
            all.push(match value {
                Some(value) => value,
                None => self.constant(&mut problem.store, variable)?,
            });
        }
        Some(Instance { formula, values: all })
    }
}

/// The instance that equations alone give, if they give values for all variables.
///
/// match: (or (not (= x 3)) (p x)), result: x is 3
pub(crate) fn eliminated(problem: &mut Problem, formula: usize) -> Option<Instance> {
    let known = problem.formulas.get(formula)?;
    let (variables, body) = (known.variables.clone(), known.body);
    let mut values = vec![None; variables.len()];
    fill_from_equations(&mut problem.store, body, &variables, &mut values);
    let values = values.into_iter().collect::<Option<Vec<Term>>>()?;
    (!values.is_empty()).then_some(Instance { formula, values })
}

/// The functions that commands declare.
pub(crate) fn declared<'c>(commands: impl Iterator<Item = &'c Command>) -> HashSet<Function, FxBuildHasher> {
    let mut known = HashSet::default();
    for command in commands {
        match command {
            Command::DeclareFun(function) | Command::DeclareConst(function) => {
                known.insert(*function);
            }
            _ => known.extend(command.defines()),
        }
    }
    known
}

/// match: (or (not (= x (f y))) …) where y is 3, result: x is (f 3)
///
/// Solvers eliminate such variables. Any other value makes the instance hold for nothing.
fn fill_from_equations(store: &mut Store, body: Term, variables: &[Term], values: &mut [Option<Term>]) {
    let disjuncts = parts(store, body, CoreOp::Or);
    loop {
        let mut replacement = Replacement::default();
        for (&variable, value) in variables.iter().zip(values.iter()) {
            if let Some(value) = value {
                replacement.put(variable, *value);
            }
        }
        let mut changed = false;
        for &part in &disjuncts {
            for (variable, value) in solved(store, part) {
                let Some(at) = variables.iter().position(|&one| one == variable) else { continue };
                if values[at].is_some() {
                    continue;
                }
                let Ok(value) = replacement.apply(store, value) else { continue };
                if !mentions(store, value, variables) {
                    values[at] = Some(value);
                    changed = true;
                }
            }
        }
        if !changed {
            return;
        }
    }
}

/// For which values of a variable a literal does not hold at once.
fn solved(store: &mut Store, literal: Term) -> Vec<(Term, Term)> {
    let is_variable = |store: &Store, term: Term| matches!(store.kind(term), TermKind::Variable(_));
    if is_variable(store, literal) {
        let value = store.bool(false);
        return vec![(literal, value)];
    }
    let inner = match store.kind(literal) {
        TermKind::Apply(function, &[inner]) if store.operator(function) == Some(Op::Core(CoreOp::Not)) => {
            inner
        }
        _ => return Vec::new(),
    };
    if is_variable(store, inner) {
        let value = store.bool(true);
        return vec![(inner, value)];
    }
    match store.kind(inner) {
        TermKind::Apply(function, &[left, right])
            if store.operator(function) == Some(Op::Core(CoreOp::Equal)) =>
        {
            let both = [(left, right), (right, left)];
            both.into_iter().filter(|&(one, _)| is_variable(store, one)).collect()
        }
        _ => Vec::new(),
    }
}

fn mentions(store: &Store, root: Term, variables: &[Term]) -> bool {
    let mut seen: HashSet<Term, FxBuildHasher> = HashSet::default();
    let mut stack = vec![root];
    while let Some(term) = stack.pop() {
        if variables.contains(&term) {
            return true;
        }
        if seen.insert(term) {
            stack.extend_from_slice(store.children(term));
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use quis_smtlib::{PrintOptions, print_term};

    use super::*;
    use crate::refute::tests::read;

    #[test]
    fn what_is_missing_is_filled() {
        let mut problem = read(
            "(declare-sort U 0) (declare-fun f (Int) U) \
             (assert (forall ((x U) (y Int) (b Bool) (z U)) (or (not (= x (f y))) b (distinct x z))))",
        );
        let three = problem.store.int(3);
        let mut values = Values::new(&problem, &[]);
        let instance = values.instance(&mut problem, 0, vec![None, Some(three), None, None]).unwrap();
        let text: Vec<String> = instance
            .values
            .iter()
            .map(|&value| print_term(&problem.store, value, PrintOptions::plain()).unwrap())
            .collect();
        assert_eq!(text, ["(f 3)", "3", "false", "any!U!0"]);
        assert_eq!(values.fresh, [instance.values[3]]);
        assert!(problem.instantiate(&instance).is_some());
    }

    #[test]
    fn what_was_made_up_is_replaced() {
        let mut problem = read(
            "(declare-sort U 0) (declare-fun f (U) U) (declare-fun p (U) Bool) (assert (forall ((x U)) (p (f x))))",
        );
        let sort = problem.store.sort(problem.formulas[0].variables[0]);
        let made_up = problem.store.declare_const("elem!0", sort).unwrap();
        let Some(Command::DeclareFun(f)) = problem.declarations.get(1).cloned() else {
            unreachable!("as written")
        };
        let value = problem.store.apply(f, &[made_up]).unwrap();
        let mut values = Values::new(&problem, &[]);
        let settled = values.settle(&mut problem.store, value).unwrap();
        assert_eq!(print_term(&problem.store, settled, PrintOptions::plain()).unwrap(), "(f any!U!0)");
        assert_eq!(values.settle(&mut problem.store, value), Some(settled));
    }
}
