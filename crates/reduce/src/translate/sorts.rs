//! Sorts in place of sorts.

use quis_smtlib::{Sort, SortConstructor, SortKind, Store};

use super::Translation;

impl Translation {
    /// What stands for a sort. No recursion: sorts may be nested deeply.
    pub(super) fn sort(&mut self, store: &mut Store, sort: Sort) -> Option<Sort> {
        let mut todo = vec![sort];
        while let Some(&current) = todo.last() {
            if self.sorts.contains_key(&current) {
                todo.pop();
                continue;
            }
            let new = match self.rule.as_ref().and_then(|rule| rule(store, current)) {
                Some(kind) => store.make_sort(kind),
                None => match store.sort_kind(current).clone() {
                    SortKind::Apply(constructor, args) => {
                        let waiting = todo.len();
                        todo.extend(args.iter().copied().filter(|arg| !self.sorts.contains_key(arg)));
                        if todo.len() > waiting {
                            continue;
                        }
                        let args: Option<Vec<Sort>> =
                            args.iter().map(|arg| self.sorts.get(arg).copied()).collect();
                        self.compound(store, constructor, &args?)?
                    }
                    _ => current,
                },
            };
            self.sorts.insert(current, new);
            todo.pop();
        }
        self.sorts.get(&sort).copied()
    }

    /// A constructor applied to sorts that are translated already.
    fn compound(&self, store: &mut Store, constructor: SortConstructor, args: &[Sort]) -> Option<Sort> {
        let SortConstructor::Declared(declaration) = constructor else {
            return Some(store.apply_sort(constructor, args));
        };
        match self.declarations.get(&declaration) {
            None if self.gone.contains(&declaration) => None,
            None => Some(store.apply_sort(constructor, args)),
            Some((new, kept)) => {
                let args: Option<Vec<Sort>> = kept.iter().map(|&at| args.get(at).copied()).collect();
                Some(store.apply_sort(SortConstructor::Declared(*new), &args?))
            }
        }
    }
}
