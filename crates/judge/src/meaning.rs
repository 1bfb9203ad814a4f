//! A script as one solver reads it: where its documents give operators another meaning than the standard, or promise none.
//!
//! Each operator that deviates becomes a function of the script's store, defined as the solver has it, or declared and so open. What
//! is asserted is then evaluated like any other script. Nothing of this happens for a solver without deviations.

use std::collections::{BTreeMap, BTreeSet};

use quis_observations::Deviation;
use quis_smtlib::signature::Arity;
use quis_smtlib::theories::Op;
use quis_smtlib::walk::{Replacement, TermSet, post_order};
use quis_smtlib::{
    Command, Function, FunctionData, Index, Role, Script, Sort, Store, Symbol, Term, TermKind,
};

/// What an operator means to a solver.
#[derive(Debug)]
struct Rule {
    ops: Vec<Op>,
    /// The sorts of the parameters and the function in place of the operator; nothing if its value is open wherever it occurs.
    function: Option<(Box<[Sort]>, Function)>,
    name: Symbol,
}

/// Terms as a solver reads them.
#[derive(Debug, Default)]
pub(crate) struct Meaning {
    rules: Vec<Rule>,
    /// What stands for terms, and the terms that were looked at.
    done: Replacement,
    seen: TermSet,
    /// What stands for definitions of the script that depend on an operator that deviates.
    instead: BTreeMap<Function, Function>,
    /// The definitions that were looked at, and the terms that were searched for them.
    definitions: BTreeSet<Function>,
    searched: TermSet,
    /// Whether something has an open value: nobody may choose one for the solver.
    pub(crate) has_open: bool,
}

impl Meaning {
    /// The text in front of a script from which [`Meaning::of`] takes what the solver means.
    pub(crate) fn preamble(deviations: &[Deviation]) -> String {
        let commands = deviations.iter().enumerate().filter_map(|(number, deviation)| {
            Some(deviation.rule.as_ref()?.commands(&deviation.operator, number))
        });
        commands.collect()
    }

    /// What operators mean to a solver, in a script that was read with the preamble.
    pub(crate) fn of(deviations: &[Deviation], script: &mut Script) -> Meaning {
        let mut defined = script.commands.iter().filter_map(|command| match command {
            Command::DefineFun(function) => Some(*function),
            _ => None,
        });
        let defined: Vec<Option<Function>> =
            deviations.iter().map(|deviation| deviation.rule.as_ref().and_then(|_| defined.next())).collect();
        let store = &mut script.store;
        let mut rules = Vec::with_capacity(deviations.len());
        for (deviation, function) in deviations.iter().zip(defined) {
            let name = store.symbol(&deviation.operator);
            let function = match function {
                None => None,
                // Under the name of the operator: that is what people see.
                Some(function) => {
                    let data = FunctionData { name, ..store.function(function).clone() };
                    Some((data.params.clone(), store.make_function(data)))
                }
            };
            rules.push(Rule { ops: deviation.ops().collect(), function, name });
        }
        let is_open =
            |deviation: &Deviation| deviation.rule.as_ref().is_none_or(|rule| rule.meaning.is_none());
        Meaning { rules, has_open: deviations.iter().any(is_open), ..Meaning::default() }
    }

    /// A term as the solver reads it; nothing if that cannot be said.
    pub(crate) fn read(&mut self, store: &mut Store, root: Term) -> Option<Term> {
        // A definition comes before those that use it.
        for function in self.definitions_below(store, root) {
            let (vars, body) = store.definition(function)?;
            let vars = vars.to_vec();
            let new = self.rewrite(store, body)?;
            if new == body {
                continue;
            }
            let mut data = store.function(function).clone();
            data.role = match data.role {
                Role::Defined { .. } => Role::Defined { vars: vars.into(), body: new },
                Role::Named(_) => Role::Named(new),
                // Nothing is said of recursion through an operator with another meaning.
                _ => return None,
            };
            let new = store.make_function(data);
            self.instead.insert(function, new);
        }
        self.rewrite(store, root)
    }

    /// The definitions that a term depends on and that were not looked at before: those that a definition uses come before it,
    /// recursive ones last.
    fn definitions_below(&mut self, store: &Store, root: Term) -> Vec<Function> {
        let mut found = Vec::new();
        let mut todo = vec![root];
        while let Some(root) = todo.pop() {
            post_order(store, &[root], &mut self.searched, |term| {
                if let TermKind::Apply(function, _) = store.kind(term)
                    && let Some((_, body)) = store.definition(function)
                    && self.definitions.insert(function)
                {
                    found.push(function);
                    todo.push(body);
                }
            });
        }
        let is_recursive = |function: Function| matches!(store.function(function).role, Role::Recursive(_));
        found.sort_unstable_by_key(|&function| (is_recursive(function), function));
        found
    }

    fn rewrite(&mut self, store: &mut Store, root: Term) -> Option<Term> {
        let mut order = Vec::new();
        post_order(store, &[root], &mut self.seen, |term| order.push(term));
        for term in order {
            let children = store.children(term);
            let new: Vec<Term> =
                children.iter().map(|&child| self.done.get(child).unwrap_or(child)).collect();
            let same = new == children;
            let instead = match store.kind(term) {
                TermKind::Apply(function, _) => self.application(store, function, term, &new)?,
                _ => None,
            };
            let instead = match instead {
                None if same => continue,
                None => store.with_children(term, &new).ok()?,
                Some(instead) => instead,
            };
            self.done.put(term, instead);
        }
        Some(self.done.get(root).unwrap_or(root))
    }

    /// What stands for the application of a function, if another does.
    fn application(
        &mut self,
        store: &mut Store,
        function: Function,
        term: Term,
        args: &[Term],
    ) -> Option<Option<Term>> {
        if let Some(&instead) = self.instead.get(&function) {
            return store.apply(instead, args).ok().map(Some);
        }
        let deviates = |op: Op| self.rules.iter().any(|rule| rule.ops.contains(&op));
        let data = store.function(function);
        // An operator that is an index of another, as in `(_ map f)`, keeps its meaning here.
        if data.indices.iter().any(|index| match index {
            Index::Function(index) => store.operator(*index).is_some_and(deviates),
            _ => false,
        }) {
            return None;
        }
        let Some(op) = store.operator(function) else { return Some(None) };
        let sorts: Vec<Sort> = args.iter().map(|&arg| store.sort(arg)).collect();
        // The last word on a rank counts.
        for rule in self.rules.iter().rev().filter(|rule| rule.ops.contains(&op)) {
            match &rule.function {
                Some((params, own)) if **params == *sorts => return store.apply(*own, args).ok().map(Some),
                // match: (div x y z), result: (div (div x y) z)
                Some((params, own)) if is_chain(op, params, &sorts) => {
                    let (&first, rest) = args.split_first()?;
                    let folded =
                        rest.iter().try_fold(first, |left, &right| store.apply(*own, &[left, right]));
                    return folded.ok().map(Some);
                }
                Some((params, _)) if params.len() >= sorts.len() || !sorts.starts_with(params) => {}
                // Open: nobody says how the meaning carries over to more arguments.
                _ => {
                    self.has_open = true;
                    let open = store.declare_function(rule.name, &sorts, store.sort(term));
                    return store.apply(open, args).ok().map(Some);
                }
            }
        }
        Some(None)
    }
}

/// Whether arguments of these sorts are taken two by two, from the left.
fn is_chain(op: Op, params: &[Sort], sorts: &[Sort]) -> bool {
    let folds = op.operator().signatures.iter().any(|signature| signature.arity == Arity::LeftAssoc);
    folds && sorts.len() > 2 && params.len() == 2 && sorts.iter().all(|sort| params.iter().all(|p| p == sort))
}
