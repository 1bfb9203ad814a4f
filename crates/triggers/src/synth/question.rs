//! The quantifier-free formulas of a cluster, as solvers read them.

use std::fmt::Write;

use hashbrown::{HashMap, HashSet};
use quis_smtlib::{Function, Sort, Store, Term};
use rustc_hash::FxBuildHasher;

use super::clusters::Cluster;
use super::diverse::is_plain;
use super::parts::Parts;
use crate::text;

/// The declarations of functions, once they were asked for.
pub(super) type Declarations = HashMap<Function, String, FxBuildHasher>;

/// What all formulas of a cluster have in common.
pub(super) struct Question {
    declarations: String,
    /// The target does not hold, and the rewritings do.
    opening: String,
    /// The rewritings, and that all formulas hold.
    all_hold: String,
    /// What is asked for: the constants that stand for variables, and then those of the user of which only a model says what they are.
    pub(super) terms: Vec<Term>,
    /// So many of these stand for variables.
    pub(super) own: usize,
    /// The terms as text.
    pub(super) names: String,
}

impl Question {
    pub(super) fn of(
        cluster: &Cluster,
        parts: &Parts,
        store: &Store,
        declared: &HashSet<Function, FxBuildHasher>,
        texts: &mut Declarations,
    ) -> Question {
        let mut declarations = String::new();
        let mut functions: HashSet<Function, FxBuildHasher> = HashSet::default();
        let (mut terms, mut known): (Vec<Term>, Vec<Term>) = (Vec::new(), Vec::new());
        let mut holding = String::new();
        for part in cluster.all().map(|member| &parts.all[member]) {
            // Only what is used: solvers take their time over thousands of functions.
            for &function in &part.symbols {
                if declared.contains(&function) && functions.insert(function) {
                    declarations +=
                        texts.entry(function).or_insert_with(|| text::declaration(store, function));
                }
            }
            // Writing to a string does not fail.
            for &constant in &part.constants {
                let sort = text::sort(store, store.sort(constant));
                let _ = writeln!(declarations, "(declare-const {} {sort})", text::term(store, constant));
                terms.push(constant);
            }
            for &term in &part.ground {
                if !known.contains(&term) && is_open(store, store.sort(term)) {
                    known.push(term);
                }
            }
            let disjuncts: Vec<String> = part.disjuncts.iter().map(|&term| text::term(store, term)).collect();
            let _ = writeln!(holding, "(assert (or {}))", disjuncts.join(" "));
        }
        let mut rewritings = String::new();
        for &(variable, value) in cluster.rewritings.pairs() {
            rewritings += &equal(store, variable, value);
        }
        let negated = text::term(store, parts.all[cluster.target].negated);
        let opening = format!("{declarations}(assert {negated})\n{rewritings}");
        let all_hold = format!("{rewritings}{holding}");
        let own = terms.len();
        terms.append(&mut known);
        let names: Vec<String> = terms.iter().map(|&term| text::term(store, term)).collect();
        Question { declarations, opening, all_hold, terms, own, names: names.join(" ") }
    }

    /// The constants that stand for variables.
    pub(super) fn variables(&self) -> &[Term] {
        &self.terms[..self.own]
    }

    /// The target does not hold, for values of its variables for which certain disjuncts of the others do.
    pub(super) fn formula(&self, disjuncts: &str) -> String {
        format!("{}{disjuncts}", self.opening)
    }

    /// All formulas of the cluster hold for these values. If that cannot be, nothing but E-matching itself is in the way of a proof.
    pub(super) fn of_values(&self, store: &Store, values: &[Term]) -> String {
        let mut formula = self.declarations.clone();
        for (&term, &value) in self.variables().iter().zip(values) {
            if is_plain(store, value) {
                formula += &equal(store, term, value);
            }
        }
        formula + &self.all_hold
    }
}

fn equal(store: &Store, a: Term, b: Term) -> String {
    format!("(assert (= {} {}))\n", text::term(store, a), text::term(store, b))
}

/// Whether a sort has elements that only models name.
fn is_open(store: &Store, sort: Sort) -> bool {
    !matches!(sort, Sort::BOOL | Sort::INT | Sort::REAL | Sort::STRING) && store.datatype(sort).is_none()
}
