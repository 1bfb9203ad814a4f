//! Rules of Z3's fixed-point engine: what is well-typed there, and still no rule.

use quis_smtlib::theories::{CoreOp, Op};
use quis_smtlib::{Binder, Command, Part, Store, Term, TermKind};

/// The relations of a script.
pub(crate) struct Rules<'a> {
    relations: Vec<&'a str>,
}

impl<'a> Rules<'a> {
    /// Collects `(declare-rel r (…))`.
    pub(crate) fn of(commands: &'a [Command]) -> Rules<'a> {
        let relation = |command: &'a Command| match command {
            Command::Other(text) => text
                .strip_prefix("(declare-rel")?
                .split_whitespace()
                .next()
                .map(|name| name.trim_matches('|')),
            _ => None,
        };
        Rules { relations: commands.iter().filter_map(relation).collect() }
    }

    /// Whether a command may be given to the engine: the head of a rule is a relation, and there are none inside of other terms.
    pub(crate) fn accept(&self, store: &Store, command: &Command) -> bool {
        let Command::Extended(name, parts) = command else { return true };
        if self.relations.is_empty() || !matches!(store.text(*name), "rule" | "query") {
            return true;
        }
        parts.iter().all(|part| match part {
            Part::Term(term) => self.is_rule(store, *term),
            _ => true,
        })
    }

    fn is_rule(&self, store: &Store, term: Term) -> bool {
        let mut term = term;
        while let TermKind::Binder(Binder::Forall, _, &[body]) | TermKind::Annotated(body, ..) =
            store.kind(term)
        {
            term = body;
        }
        let mut pending: Vec<Term> = Vec::new();
        let head = match store.kind(term) {
            TermKind::Apply(function, args)
                if store.operator(function) == Some(Op::Core(CoreOp::Implies)) =>
            {
                pending.extend(args.iter().rev().skip(1));
                args.last().copied()
            }
            _ => Some(term),
        };
        if !head.is_some_and(|head| self.is_relation(store, head)) {
            return false;
        }
        // Relations stand in conjunctions, disjunctions and negations.
        let mut inside: Vec<Term> = head.into_iter().flat_map(|head| store.children(head).to_vec()).collect();
        while let Some(term) = pending.pop() {
            match store.kind(term) {
                TermKind::Apply(function, args) => match store.operator(function) {
                    Some(Op::Core(CoreOp::And | CoreOp::Or | CoreOp::Not)) => pending.extend_from_slice(args),
                    _ => inside.extend_from_slice(args),
                },
                _ => inside.extend_from_slice(store.children(term)),
            }
        }
        let mut free = true;
        quis_smtlib::walk::post_order(
            store,
            &inside,
            &mut quis_smtlib::walk::TermSet::for_store(store),
            |term| {
                free &= !self.is_relation(store, term);
            },
        );
        free
    }

    fn is_relation(&self, store: &Store, term: Term) -> bool {
        match store.kind(term) {
            TermKind::Apply(function, _) => {
                self.relations.contains(&store.text(store.function(function).name))
            }
            _ => false,
        }
    }
}
