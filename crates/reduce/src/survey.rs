//! What a script is made of, seen from above.

use hashbrown::HashMap;
use quis_smtlib::walk::FreeVariables;
use quis_smtlib::{Script, Sort, Store, Symbol, Term, TermKind};
use rustc_hash::FxBuildHasher;

use crate::scope::{Scopes, binds};

/// The terms of a script, those nearest to the commands first.
pub(crate) struct Survey {
    /// Every term once, with its least distance from a command.
    pub(crate) terms: Vec<(Term, u32)>,
    /// About how long each term is, written out.
    lengths: HashMap<Term, u64, FxBuildHasher>,
    /// How often each term is the child of another, or stands in a command.
    uses: HashMap<Term, u32, FxBuildHasher>,
    free: FreeVariables,
    scopes: Scopes,
}

impl Survey {
    /// Looks at all terms of the commands and definitions.
    pub(crate) fn of(script: &Script) -> Survey {
        let store = &script.store;
        let mut uses: HashMap<Term, u32, FxBuildHasher> = HashMap::default();
        let mut terms: Vec<(Term, u32)> = Vec::new();
        for root in script.roots() {
            let count = uses.entry(root).or_default();
            *count += 1;
            if *count == 1 {
                terms.push((root, 0));
            }
        }
        let mut next = 0;
        while let Some(&(term, level)) = terms.get(next) {
            next += 1;
            for &child in store.children(term) {
                let count = uses.entry(child).or_default();
                *count += 1;
                if *count == 1 {
                    terms.push((child, level + 1));
                }
            }
        }
        let mut order: Vec<Term> = terms.iter().map(|(term, _)| *term).collect();
        order.sort_unstable();
        let mut lengths: HashMap<Term, u64, FxBuildHasher> = HashMap::default();
        for &term in &order {
            let below = store.children(term).iter().map(|child| lengths.get(child).copied().unwrap_or(1));
            let length =
                below.fold(head_length(store, term), |sum, next| sum.saturating_add(next).saturating_add(1));
            lengths.insert(term, length);
        }
        let mut free = FreeVariables::with_patterns();
        free.update(store);
        let scopes = if binds(store, &terms) {
            Scopes::of(script, order.iter().rev().copied())
        } else {
            Scopes::default()
        };
        Survey { terms, lengths, uses, free, scopes }
    }

    /// About how long a term is, written out.
    pub(crate) fn length(&self, term: Term) -> u64 {
        self.lengths.get(&term).copied().unwrap_or(1)
    }

    /// How often a term is the child of another, or stands in a command.
    pub(crate) fn uses(&self, term: Term) -> u32 {
        self.uses.get(&term).copied().unwrap_or(0)
    }

    /// Whether a term may stand wherever another one does.
    pub(crate) fn may_replace(&self, new: Term, old: Term) -> bool {
        let known = self.scopes.variables(old);
        self.free.of(new).iter().all(|var| known.binary_search(var).is_ok())
    }

    /// The free variables of a term.
    pub(crate) fn free(&self, term: Term) -> &[Term] {
        self.free.of(term)
    }

    /// The variables that are bound wherever a term stands.
    pub(crate) fn known(&self, term: Term) -> &[Term] {
        self.scopes.variables(term)
    }

    /// The names of the first declared functions that stand in the script and give something of a fitting sort.
    pub(crate) fn symbols(&self, store: &Store, most: usize, fits: impl Fn(Sort) -> bool) -> Vec<Symbol> {
        let mut names: Vec<Symbol> = Vec::new();
        for &(term, _) in &self.terms {
            if let TermKind::Apply(function, _) = store.kind(term)
                && is_declared(store, function)
                && let data = store.function(function)
                && fits(data.result)
                && !names.contains(&data.name)
            {
                names.push(data.name);
            }
            if names.len() == most {
                break;
            }
        }
        names
    }

    /// The declared constants that stand in the script, those with the shortest names first.
    pub(crate) fn constants(&self, store: &Store) -> Vec<Term> {
        let name = |term: Term| match store.kind(term) {
            TermKind::Apply(function, []) if is_declared(store, function) => {
                Some(store.text(store.function(function).name).to_owned())
            }
            _ => None,
        };
        let mut constants: Vec<(usize, String, Term)> = Vec::new();
        for &(term, _) in &self.terms {
            if let Some(name) = name(term) {
                constants.push((name.len(), name, term));
            }
        }
        constants.sort_unstable();
        constants.into_iter().map(|(_, _, term)| term).collect()
    }
}

fn is_declared(store: &Store, function: quis_smtlib::Function) -> bool {
    matches!(store.function(function).role, quis_smtlib::Role::Declared)
}

/// About how long what begins a term is.
fn head_length(store: &Store, term: Term) -> u64 {
    use quis_smtlib::Literal;
    match store.kind(term) {
        TermKind::Apply(function, args) => {
            let data = store.function(function);
            let indices = 4 * data.indices.len() as u64;
            store.text(data.name).len() as u64 + indices + if args.is_empty() { 0 } else { 2 }
        }
        TermKind::Literal(Literal::BitVec { width, .. }) => u64::from(*width / 4 + 2).min(12),
        TermKind::Literal(Literal::Numeral(text) | Literal::Decimal(text)) => text.len() as u64,
        TermKind::Literal(Literal::String(text)) => text.len() as u64 + 2,
        TermKind::Literal(_) => 20,
        TermKind::Variable(name) => store.text(name).len() as u64,
        TermKind::Binder(_, vars, _) => 10 + 8 * vars.len() as u64,
        TermKind::Match(..) | TermKind::Annotated(..) => 10,
    }
}

/// Whether two terms are of one sort, and that is known.
pub(crate) fn same_sort(store: &Store, one: Term, other: Term) -> bool {
    store.sort(one) == store.sort(other) && store.sort(one) != Sort::UNKNOWN
}
