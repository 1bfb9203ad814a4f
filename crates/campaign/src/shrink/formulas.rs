//! Assertions made simpler: parts in the place of the whole, and truth values in the place of parts. A witness tells which candidates
//! are still satisfiable, before any solver is run.

use quis_smtlib::theories::{CoreOp, Op};
use quis_smtlib::walk::{FreeVariables, Replacement, TermSet, post_order};
use quis_smtlib::{Command, Sort, Store, Term, TermKind};
use quis_techniques::Truth;

use super::Shrinking;

/// So many candidates are evaluated at most; most of them need no solver.
const MAX_CANDIDATES: usize = 1000;

impl Shrinking<'_> {
    /// Simplifies assertions, if every check has a witness that holds.
    pub(super) fn simplify_assertions(&mut self) {
        let has_witness = |(truth, is_valid): &(Truth, bool)| matches!(truth, Truth::Sat { .. }) && *is_valid;
        if !self.known.iter().all(has_witness) {
            return;
        }
        let mut left = MAX_CANDIDATES;
        for at in 0..self.script.commands.len() {
            while self.go_down(at, &mut left) {}
            self.decide_parts(at, &mut left);
        }
    }

    fn assertion(&self, at: usize) -> Option<Term> {
        match self.script.commands.get(at) {
            Some(Command::Assert(term)) => Some(*term),
            _ => None,
        }
    }

    /// match: (assert (and a b)), result: (assert a), (assert (not a)), (assert b) or (assert (not b))
    fn go_down(&mut self, at: usize, left: &mut usize) -> bool {
        let Some(term) = self.assertion(at) else { return false };
        let formulas = |store: &Store, term: Term| -> Vec<Term> {
            let args = store.children(term).iter().copied();
            args.filter(|&arg| store.sort(arg) == Sort::BOOL).collect()
        };
        // Below a negation, so that there is none above a connective.
        let inner = match self.script.store.kind(term) {
            TermKind::Apply(function, &[arg])
                if self.script.store.operator(function) == Some(Op::Core(CoreOp::Not)) =>
            {
                arg
            }
            _ => term,
        };
        if !matches!(self.script.store.kind(inner), TermKind::Apply(..)) {
            return false;
        }
        for part in formulas(&self.script.store, inner) {
            let Ok(negation) = self.script.store.op(Op::Core(CoreOp::Not), &[part]) else { continue };
            let shorter = [part, negation].into_iter().filter(|&new| new != term);
            if shorter.into_iter().any(|new| self.try_assertion(at, new, left)) {
                return true;
            }
        }
        false
    }

    /// match: (assert (or a b)), result: (assert (or true b)), the largest parts first
    fn decide_parts(&mut self, at: usize, left: &mut usize) {
        let Some(term) = self.assertion(at) else { return };
        let mut parts = closed_formulas(&self.script.store, term);
        parts.reverse();
        for part in parts {
            let Some(now) = self.assertion(at) else { return };
            for value in [true, false] {
                let constant = self.script.store.bool(value);
                let mut replacement = Replacement::default();
                replacement.put(part, constant);
                let Ok(new) = replacement.apply(&mut self.script.store, now) else { continue };
                if new != now && self.try_assertion(at, new, left) {
                    break;
                }
            }
        }
    }

    /// Another term in an assertion, for good if the case still fails.
    fn try_assertion(&mut self, at: usize, new: Term, left: &mut usize) -> bool {
        if *left == 0 {
            return false;
        }
        *left -= 1;
        let mut commands = self.script.commands.clone();
        commands[at] = Command::Assert(new);
        self.attempt(commands, self.known.clone(), &[])
    }
}

/// The formulas below a term in which no variable is free, but for constants; arguments first.
fn closed_formulas(store: &Store, root: Term) -> Vec<Term> {
    let mut free = FreeVariables::with_patterns();
    free.update(store);
    let mut found = Vec::new();
    post_order(store, &[root], &mut TermSet::default(), |term| {
        let is_constant = match store.kind(term) {
            TermKind::Apply(function, _) => {
                matches!(store.operator(function), Some(Op::Core(CoreOp::True | CoreOp::False)))
            }
            _ => false,
        };
        if term != root && store.sort(term) == Sort::BOOL && !is_constant && free.of(term).is_empty() {
            found.push(term);
        }
    });
    found
}
