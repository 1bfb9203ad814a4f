//! What cannot be free in a formula: languages, since no solver prints them in a model, and the bounds of `re.range`, which solvers want as
//! literals. Such places always have constants.

use quis_smtlib::theories::{Op, RegexOp};
use quis_smtlib::walk::{Replacement, post_order};
use quis_smtlib::{Sort, SortKind, Store, Term, TermKind, TermSet};

use super::rules::{Constant, Equality, Equivalence, Rules};

/// Whether constants of formulas can have a sort.
pub(super) fn can_be_free(store: &Store, sort: Sort) -> bool {
    *store.sort_kind(sort) != SortKind::RegLan
}

/// Whether a variable of an operation can be a constant of formulas.
pub(super) fn can_be_opened(store: &Store, variable: Term, body: Term) -> bool {
    can_be_free(store, store.sort(variable)) && !is_bound_of_range(store, variable, body)
}

/// match: (re.range x "c")
pub(super) fn is_bound_of_range(store: &Store, variable: Term, body: Term) -> bool {
    ranges(store, body).into_iter().any(|range| store.children(range).contains(&variable))
}

/// The ranges in a term.
pub(super) fn ranges(store: &Store, term: Term) -> Vec<Term> {
    let mut found = Vec::new();
    post_order(store, &[term], &mut TermSet::for_store(store), |part| {
        if let TermKind::Apply(function, _) = store.kind(part)
            && store.operator(function) == Some(Op::Regex(RegexOp::Range))
        {
            found.push(part);
        }
    });
    found
}

/// Rules as they were read, over variables that cannot be free. They are what is checked; formulas are made of their instances.
#[derive(Clone, Debug, Default)]
pub(super) struct Schemes {
    pub(super) equivalences: Vec<Equivalence>,
    pub(super) equalities: Vec<Equality>,
}

impl Rules {
    /// match: a rule over a language r, result: a rule for each of the instances: `R4-words`
    pub(super) fn instantiate(&mut self) {
        for rule in std::mem::take(&mut self.equivalences) {
            let fixed = self.fixed(&rule.params, &[rule.left, rule.right]);
            for (ending, mut put) in self.instances_for(&fixed) {
                let sides = [rule.left, rule.right].map(|side| put.apply(&mut self.store, side));
                let [Ok(left), Ok(right)] = sides else { continue };
                let (name, params) = (format!("{}{ending}", rule.name).into(), without(&rule.params, &fixed));
                self.equivalences.push(Equivalence { name, params, left, right, exact: rule.exact });
            }
            if !fixed.is_empty() {
                self.schemes.equivalences.push(rule);
            }
        }
        for rule in std::mem::take(&mut self.equalities) {
            let fixed = self.fixed(&rule.params, &[rule.left, rule.right]);
            for (ending, mut put) in self.instances_for(&fixed) {
                let sides = [rule.left, rule.right].map(|side| put.apply(&mut self.store, side));
                let condition = rule.condition.map(|condition| put.apply(&mut self.store, condition));
                let ([Ok(left), Ok(right)], Ok(condition)) = (sides, condition.transpose()) else { continue };
                let (name, params) = (format!("{}{ending}", rule.name).into(), without(&rule.params, &fixed));
                self.equalities.push(Equality { name, params, condition, left, right });
            }
            if !fixed.is_empty() {
                self.schemes.equalities.push(rule);
            }
        }
    }

    /// The variables of a rule that cannot be free.
    fn fixed(&self, params: &[Term], sides: &[Term]) -> Vec<Term> {
        let can_be = |param: Term| sides.iter().all(|&side| can_be_opened(&self.store, param, side));
        params.iter().copied().filter(|&param| !can_be(param)).collect()
    }

    /// What stands for some variables, and how that is called. Each instance has its turn in each place; not all pairs come.
    fn instances_for(&self, variables: &[Term]) -> Vec<(String, Replacement)> {
        if variables.is_empty() {
            return vec![(String::new(), Replacement::default())];
        }
        let pools: Vec<Vec<&Constant>> = variables
            .iter()
            .map(|&variable| {
                let sort = self.store.sort(variable);
                self.instances.iter().filter(|instance| instance.sort == sort).collect()
            })
            .collect();
        let most = pools.iter().map(Vec::len).max().unwrap_or(0);
        let instance = |turn: usize| {
            let (mut ending, mut put) = (String::new(), Replacement::default());
            for (place, (&variable, pool)) in variables.iter().zip(&pools).enumerate() {
                let constant = pool.get((turn + place) % pool.len().max(1))?;
                put.put(variable, constant.term);
                ending = format!("{ending}-{}", constant.name);
            }
            Some((ending, put))
        };
        (0..most).filter_map(instance).collect()
    }
}

fn without(params: &[Term], fixed: &[Term]) -> Box<[Term]> {
    params.iter().copied().filter(|param| !fixed.contains(param)).collect()
}
