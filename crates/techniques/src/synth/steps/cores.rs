//! Larger cores: a variable or a constant of `B` is said by an equality of its own (Algorithm 3.5).
//!
//! match: ¬A(x) ∧ B(x), result: ¬A(x) ∧ B(x_fresh) ∧ C(x, x_fresh)
//! match: ¬A ∧ B(""), result: ¬A ∧ B(z_fresh) ∧ (= (str.++ "" "") z_fresh)

use quis_smtlib::{Function, Term};

use super::super::contradiction::{Constant, Contradiction, literals};
use super::super::draft::{Formula, Workshop};
use super::super::fixed::{can_be_free, ranges};
use super::super::rules::{Equality, Equivalence, Rules, mentions};
use super::super::{Step, unsat_core};
use super::equivalences::is_wanted;

/// The formulas of all rules, without patterns or with them.
pub(in crate::synth) fn formulas(rules: &Rules, patterns: bool) -> impl Iterator<Item = Formula> + Send + '_ {
    let wanted = rules.equivalences.iter().filter(move |rule| is_wanted(rules, rule, patterns));
    wanted.flat_map(move |rule| {
        rules.equalities.iter().flat_map(move |equality| extended(rules, rule, equality, patterns))
    })
}

/// The formulas of one rule with one equality.
fn extended(rules: &Rules, rule: &Equivalence, equality: &Equality, patterns: bool) -> Vec<Formula> {
    let mut workshop = Workshop::new(&rules.store);
    let Some(contradiction) = workshop.contradiction(rule, patterns) else { return Vec::new() };
    let store = &workshop.store;
    let mut found = Vec::new();
    if equality.params.contains(&equality.right) {
        let sort = store.sort(equality.right);
        let is_shared = |constant: &&Constant| {
            constant.sort == sort
                && mentions(store, contradiction.left, &[constant.term])
                && mentions(store, contradiction.right, &[constant.term])
        };
        let shared: Vec<Constant> = contradiction.shared.iter().filter(is_shared).cloned().collect();
        for constant in shared {
            let name = format!("{}-{}-{}", rule.name, constant.name, equality.name);
            let fresh = format!("{}_fresh", constant.name);
            let (old, said) = (constant.term, Some(constant.term));
            found.extend(
                workshop.larger(&contradiction, equality, old, said, &fresh).map(|case| (name, case)),
            );
        }
    } else if can_be_free(store, store.sort(equality.right))
        && literals(store, contradiction.right).contains(&equality.right)
        && !ranges(store, contradiction.right)
            .iter()
            .any(|&range| store.children(range).contains(&equality.right))
    {
        let name = format!("{}-const-{}", rule.name, equality.name);
        found.extend(
            workshop
                .larger(&contradiction, equality, equality.right, None, "z_fresh")
                .map(|case| (name, case)),
        );
    }
    found.into_iter().map(|(name, case)| Formula { step: Step::Cores, name, case }).collect()
}

impl Workshop<'_> {
    /// A fresh constant in the place of a term of `B`, and the clause that says what it is.
    fn larger(
        &mut self,
        contradiction: &Contradiction,
        equality: &Equality,
        old: Term,
        said: Option<Term>,
        fresh: &str,
    ) -> Option<crate::TestCase> {
        let Contradiction { shared, own, left, right } = contradiction;
        let mut taken: Vec<&Constant> = shared.iter().chain(own).collect();
        let fresh = self.named(fresh, self.store.sort(old), &taken)?;
        taken.push(&fresh);
        let equated = self.equated(equality, said, &taken)?;
        let clause = self.clause(&equated, fresh.term)?;
        let negation = self.not(*left)?;
        let right = self.replaced(*right, old, fresh.term)?;
        let constants: Vec<Function> =
            taken.iter().copied().chain(&equated.constants).map(|constant| constant.function).collect();
        self.case(&constants, &[negation, right, clause], true, unsat_core(3))
    }
}
