//! Classes of occurrences with the same alternatives, each computed once.

use hashbrown::HashMap;
use quis_smtlib::{Binder, Function, Sort, Store, Term, TermKind, print_head};
use rustc_hash::FxBuildHasher;

use super::candidates::Candidates;
use super::{LogicPolicy, OpFuzz};
use crate::widening::{Declared, Need, Number};

/// What may stand at an occurrence.
#[derive(Clone, Debug)]
pub(super) struct Alternative {
    /// The head as text.
    pub(super) head: Box<str>,
    /// The logic that it needs.
    pub(super) need: Need,
}

/// The alternatives of some occurrences. The first is what stands in the seed.
#[derive(Clone, Debug, Default)]
pub(super) struct Class {
    pub(super) alternatives: Vec<Alternative>,
    /// Where in the alternatives each group begins: those of one group differ in their indices only.
    pub(super) groups: Vec<u32>,
}

impl Class {
    /// A class of words, each a group of its own.
    pub(super) fn of_words(words: impl IntoIterator<Item = (String, Need)>) -> Class {
        let alternatives: Vec<Alternative> =
            words.into_iter().map(|(word, need)| Alternative { head: word.into(), need }).collect();
        let groups = (0..alternatives.len() as u32).collect();
        Class { alternatives, groups }
    }

    /// The alternatives of a group.
    pub(super) fn group(&self, group: usize) -> std::ops::Range<usize> {
        let start = |at: usize| self.groups.get(at).map_or(self.alternatives.len(), |&start| start as usize);
        start(group)..start(group + 1)
    }
}

/// What the alternatives of an occurrence depend on.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Key {
    Application {
        function: Function,
        args: Vec<Sort>,
        result: Sort,
        /// Which arguments are numbers, and whether the whole is one, if the logic asks.
        numbers: Vec<Number>,
    },
    Binder(Binder),
}

/// The classes of a script.
pub(super) struct Classes {
    /// A copy of the script's store, to type in.
    store: Store,
    candidates: Candidates,
    declared: Declared,
    policy: LogicPolicy,
    by_key: HashMap<Key, Option<u32>, FxBuildHasher>,
    pub(super) list: Vec<Class>,
}

impl Classes {
    pub(super) fn new(store: &Store, logic: Option<&str>, parameters: OpFuzz) -> Self {
        Classes {
            candidates: Candidates::new(store, parameters),
            store: store.clone(),
            declared: Declared::of(logic),
            policy: parameters.logic,
            by_key: HashMap::default(),
            list: Vec::new(),
        }
    }

    /// The class of a term's head, if it has alternatives.
    pub(super) fn of(&mut self, term: Term) -> Option<u32> {
        let key = self.key(term)?;
        if let Some(&known) = self.by_key.get(&key) {
            return known;
        }
        let class = match &key {
            Key::Application { function, args, result, .. } => {
                self.application(term, *function, args, *result)
            }
            Key::Binder(binder) => self.quantifier(*binder),
        };
        let class = (class.alternatives.len() > 1).then(|| {
            self.list.push(class);
            self.list.len() as u32 - 1
        });
        self.by_key.insert(key, class);
        class
    }

    fn key(&self, term: Term) -> Option<Key> {
        let store = &self.store;
        match store.kind(term) {
            TermKind::Apply(function, args) => {
                let numbers = if self.declared.looks_at_numbers() && is_arithmetic(store, term) {
                    args.iter().chain([&term]).map(|&arg| Number::of(store, arg)).collect()
                } else {
                    Vec::new()
                };
                Some(Key::Application {
                    function,
                    args: args.iter().map(|&arg| store.sort(arg)).collect(),
                    result: store.sort(term),
                    numbers,
                })
            }
            TermKind::Binder(binder @ (Binder::Forall | Binder::Exists), ..) => Some(Key::Binder(binder)),
            _ => None,
        }
    }

    /// match: (forall ((x Int)) p), result: (exists ((x Int)) p)
    fn quantifier(&self, binder: Binder) -> Class {
        let other = if binder == Binder::Forall { Binder::Exists } else { Binder::Forall };
        Class::of_words([binder, other].map(|binder| (binder.name().to_owned(), Need::Declared)))
    }

    fn application(&mut self, term: Term, function: Function, sorts: &[Sort], result: Sort) -> Class {
        let TermKind::Apply(_, args) = self.store.kind(term) else { return Class::default() };
        let args = args.to_vec();
        let Ok(own) = print_head(&self.store, function, &args, result) else { return Class::default() };
        let mut class = Class::of_words([(own, Need::Declared)]);
        let mut last_group = None;
        for candidate in self.candidates.of(&mut self.store, function, sorts, result) {
            if candidate.function == function {
                continue;
            }
            // The store has the last word on types.
            let applied = self.store.apply(candidate.function, &args);
            let applied = applied.or_else(|_| self.store.apply_as(candidate.function, result, &args));
            let Ok(new) = applied else { continue };
            let typed = matches!(self.store.kind(new), TermKind::Apply(_, same) if same == args)
                && self.store.sort(new) == result;
            let Ok(head) = print_head(&self.store, candidate.function, &args, result) else { continue };
            let need = self.declared.need(&self.store, term, new);
            let known = class.alternatives.iter().any(|one| *one.head == head);
            if !typed || known || self.policy == LogicPolicy::Keep && need > Need::Declared {
                continue;
            }
            if last_group != Some(candidate.group) {
                last_group = Some(candidate.group);
                class.groups.push(class.alternatives.len() as u32);
            }
            class.alternatives.push(Alternative { head: head.into(), need });
        }
        class
    }
}

fn is_arithmetic(store: &Store, term: Term) -> bool {
    store.sort(term) == Sort::INT
        || store.sort(term) == Sort::REAL
        || store.children(term).iter().any(|&arg| matches!(store.sort(arg), Sort::INT | Sort::REAL))
}
