//! What a problem mentions: its symbols and its constants.

use quis_semantics::{Model, Value};
use quis_smtlib::walk::{TermSet, post_order};
use quis_smtlib::{Function, Role, Sort, Store, Term, TermKind};
use rustc_hash::{FxHashMap, FxHashSet};

/// Values of one sort that are kept, at most.
const MAX_VALUES: usize = 256;

/// What goals mention.
#[derive(Debug, Default)]
pub(super) struct Mined {
    /// The values of terms without symbols, in the order of the terms.
    values: FxHashMap<Sort, Vec<Value>>,
    /// The constants of the script below each goal.
    constants: FxHashMap<Term, Vec<Function>>,
}

impl Mined {
    /// What goals mention, in definitions too.
    pub(super) fn new(store: &Store, goals: &[Term], model: &mut Model) -> Mined {
        let mut mined = Mined::default();
        let mut ground = TermSet::for_store(store);
        let mut evaluator = super::limited(store, model);
        let mut seen = TermSet::for_store(store);
        let mut todo = goals.to_vec();
        todo.reverse();
        while let Some(root) = todo.pop() {
            let mut bodies = Vec::new();
            post_order(store, &[root], &mut seen, |term| {
                let is_ground = match store.kind(term) {
                    TermKind::Literal(_) => true,
                    TermKind::Apply(function, args) => {
                        bodies.extend(body_of(store, function));
                        let fixed =
                            matches!(store.function(function).role, Role::Operator(_) | Role::Constructor);
                        fixed && args.iter().all(|&arg| ground.contains(arg))
                    }
                    _ => false,
                };
                if is_ground {
                    ground.insert(term);
                    let values = mined.values.entry(store.sort(term)).or_default();
                    if values.len() < MAX_VALUES
                        && let Ok(value) = evaluator.evaluate(term)
                        && !values.contains(&value)
                    {
                        values.push(value);
                    }
                }
            });
            todo.extend(bodies.into_iter().filter(|&body| !seen.contains(body)));
        }
        for &goal in goals {
            mined.constants.insert(goal, constants_below(store, goal));
        }
        mined
    }

    /// The values of a sort that are mentioned.
    pub(super) fn values(&self, sort: Sort) -> &[Value] {
        self.values.get(&sort).map_or(&[], Vec::as_slice)
    }

    /// The constants below a goal that was there from the start.
    pub(super) fn constants(&self, goal: Term) -> &[Function] {
        self.constants.get(&goal).map_or(&[], Vec::as_slice)
    }
}

fn body_of(store: &Store, function: Function) -> Option<Term> {
    match store.function(function).role {
        Role::Named(inner) => Some(inner),
        _ => store.definition(function).map(|(_, body)| body),
    }
}

/// The symbols below a term, each once.
fn constants_below(store: &Store, root: Term) -> Vec<Function> {
    let mut found = Vec::new();
    let mut known = FxHashSet::<Function>::default();
    let mut seen = TermSet::default();
    let mut todo = vec![root];
    while let Some(root) = todo.pop() {
        let mut bodies = Vec::new();
        post_order(store, &[root], &mut seen, |term| {
            if let TermKind::Apply(function, _) = store.kind(term) {
                bodies.extend(body_of(store, function));
                if store.function(function).role == Role::Declared && known.insert(function) {
                    found.push(function);
                }
            }
        });
        todo.extend(bodies.into_iter().filter(|&body| !seen.contains(body)));
    }
    found
}
