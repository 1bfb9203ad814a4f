//! Terms in place of others.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::{BuildError, Store, Term};

/// Replaces terms by others of the same sorts, wherever they occur. No variable is captured by a binder if what is put in has no
/// free ones.
///
/// ```
/// use quis_smtlib::walk::Replacement;
/// use quis_smtlib::{Command, Mode, PrintOptions, parse, print_term};
///
/// let source = "(declare-const x Int) (assert (> (+ x 1) x)) (assert (= x 7))";
/// let mut script = parse(source, Mode::Standard).into_result().expect("a valid script");
/// let (Command::Assert(first), Command::Assert(second)) = (&script.commands[1], &script.commands[2]) else { unreachable!() };
/// let (first, &[x, seven]) = (*first, script.store.children(*second)) else { unreachable!() };
/// let mut replacement = Replacement::default();
/// replacement.put(x, seven);
/// let replaced = replacement.apply(&mut script.store, first).expect("of the same sort");
/// assert_eq!(print_term(&script.store, replaced, PrintOptions::plain()).as_deref(), Ok("(> (+ 7 1) 7)"));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Replacement {
    /// What was replaced or rebuilt, or stays as it is.
    memo: HashMap<Term, Term, FxBuildHasher>,
}

impl Replacement {
    /// One term stands for another from now on.
    pub fn put(&mut self, old: Term, new: Term) {
        self.memo.insert(old, new);
    }

    /// What stands for a term, if that is known.
    #[must_use]
    pub fn get(&self, term: Term) -> Option<Term> {
        self.memo.get(&term).copied()
    }

    /// The term after all replacements below it. What was put in is not looked into.
    ///
    /// # Errors
    /// If a sort differs.
    pub fn apply(&mut self, store: &mut Store, root: Term) -> Result<Term, BuildError> {
        let mut stack = vec![root];
        let mut children: Vec<Term> = Vec::new();
        while let Some(&term) = stack.last() {
            if self.memo.contains_key(&term) {
                stack.pop();
                continue;
            }
            let before = stack.len();
            let memo = &self.memo;
            stack.extend(store.children(term).iter().filter(|child| !memo.contains_key(*child)));
            if stack.len() > before {
                continue;
            }
            children.clear();
            children
                .extend(store.children(term).iter().map(|child| memo.get(child).copied().unwrap_or(*child)));
            let new =
                if children == store.children(term) { term } else { store.with_children(term, &children)? };
            self.memo.insert(term, new);
            stack.pop();
        }
        Ok(self.get(root).unwrap_or(root))
    }
}
