//! Clauses that no proof needs (Algorithm 3.6): about what `B` says to exist, about what it says of all values, and about its parts.
//!
//! match: ¬A(x) ∧ B(x, y), result: ¬A(x) ∧ B(x, y_fresh) ∧ C(y, y_fresh)
//! match: (forall ((y S)) (! (=> L R) :pattern (P)))
//! result: (forall ((y S) (y_fresh S)) (! (=> (and C(y, y_fresh) L(y_fresh)) R(y_fresh)) :pattern (P(y_fresh) (lhs y))))
//! match: ¬A ∧ B((f y)), result: ¬A ∧ B((f y)) ∧ C((f y), (f y))

use quis_smtlib::theories::{CoreOp, Op};
use quis_smtlib::walk::{Replacement, post_order};
use quis_smtlib::{Attribute, Binder, Function, Sort, Store, Symbol, Term, TermKind, TermSet};

use super::super::contradiction::{Constant, Contradiction};
use super::super::draft::{Formula, Workshop};
use super::super::rules::{Equality, Equivalence, Rules, binary, mentions};
use super::super::{Step, unsat_core};
use super::equivalences::is_wanted;
use crate::case::TestCase;

/// The formulas of all rules, without patterns or with them.
pub(in crate::synth) fn formulas(rules: &Rules, patterns: bool) -> impl Iterator<Item = Formula> + Send + '_ {
    let wanted = rules.equivalences.iter().filter(move |rule| is_wanted(rules, rule, patterns));
    wanted.flat_map(move |rule| {
        let about_variables =
            rules.equalities.iter().filter(|equality| equality.params.contains(&equality.right));
        about_variables.flat_map(move |equality| obscured(rules, rule, equality, patterns))
    })
}

/// The formulas of one rule with one equality.
fn obscured(rules: &Rules, rule: &Equivalence, equality: &Equality, patterns: bool) -> Vec<Formula> {
    let mut workshop = Workshop::new(&rules.store);
    let Some(contradiction) = workshop.contradiction(rule, patterns) else { return Vec::new() };
    let sort = workshop.store.sort(equality.right);
    let mut made: Vec<(String, Option<TestCase>)> = Vec::new();
    for constant in contradiction.own.iter().filter(|constant| constant.sort == sort) {
        made.push((constant.name.clone(), workshop.about_existing(&contradiction, constant, equality)));
    }
    for (quantifier, variable) in quantified(&workshop.store, contradiction.right) {
        if workshop.store.sort(variable) == sort
            && let Some((name, _)) = workshop.variable(variable)
        {
            let case = workshop.about_all(&contradiction, quantifier, variable, equality);
            made.push((format!("all-{name}"), case));
        }
    }
    for (number, part) in parts(&workshop.store, contradiction.right, sort).into_iter().enumerate() {
        made.push((format!("part{number}"), workshop.about_part(&contradiction, part, equality)));
    }
    let formula = |(place, case): (String, Option<TestCase>)| {
        let name = format!("{}-{place}-{}", rule.name, equality.name);
        Some(Formula { step: Step::Redundancy, name, case: case? })
    };
    made.into_iter().filter_map(formula).collect()
}

/// The variables of the quantifiers in a term whose bodies are implications.
fn quantified(store: &Store, term: Term) -> Vec<(Term, Term)> {
    let mut found = Vec::new();
    post_order(store, &[term], &mut TermSet::for_store(store), |part| {
        if let TermKind::Binder(Binder::Forall, vars, &[body]) = store.kind(part) {
            let inner = match store.kind(body) {
                TermKind::Annotated(inner, ..) => inner,
                _ => body,
            };
            if binary(store, inner, CoreOp::Implies).is_some() {
                found.extend(vars.iter().map(|&variable| (part, variable)));
            }
        }
    });
    found
}

/// The applications of a sort in a term, each once, that have no quantifier in them.
fn parts(store: &Store, term: Term, sort: Sort) -> Vec<Term> {
    let mut found = Vec::new();
    let mut quantified = TermSet::for_store(store);
    post_order(store, &[term], &mut TermSet::for_store(store), |part| {
        let applies = match store.kind(part) {
            TermKind::Apply(_, args) => {
                args.iter().any(|&arg| !matches!(store.kind(arg), TermKind::Literal(_)))
            }
            _ => false,
        };
        let is_quantified = matches!(store.kind(part), TermKind::Binder(..))
            || store.children(part).iter().any(|child| quantified.contains(*child));
        if is_quantified {
            quantified.insert(part);
        } else if applies && store.sort(part) == sort {
            found.push(part);
        }
    });
    found
}

impl Workshop<'_> {
    fn about_existing(
        &mut self,
        contradiction: &Contradiction,
        constant: &Constant,
        equality: &Equality,
    ) -> Option<TestCase> {
        let Contradiction { shared, own, left, right } = contradiction;
        let mut taken: Vec<&Constant> = shared.iter().chain(own).collect();
        let fresh = self.named(&format!("{}_fresh", constant.name), constant.sort, &taken)?;
        taken.push(&fresh);
        let equated = self.equated(equality, Some(constant.term), &taken)?;
        let clause = self.clause(&equated, fresh.term)?;
        let right = self.replaced(*right, constant.term, fresh.term)?;
        let negation = self.not(*left)?;
        let constants: Vec<Function> =
            taken.iter().copied().chain(&equated.constants).map(|constant| constant.function).collect();
        self.case(&constants, &[negation, right, clause], true, unsat_core(2))
    }

    fn about_all(
        &mut self,
        contradiction: &Contradiction,
        quantifier: Term,
        variable: Term,
        equality: &Equality,
    ) -> Option<TestCase> {
        let Contradiction { shared, own, left, right } = contradiction;
        let TermKind::Binder(Binder::Forall, vars, &[body]) = self.store.kind(quantifier) else {
            return None;
        };
        let mut vars = vars.to_vec();
        let (inner, patterns) = match self.store.kind(body) {
            TermKind::Annotated(inner, _, patterns) => (inner, patterns.to_vec()),
            _ => (body, Vec::new()),
        };
        let [premise, conclusion] = binary(&self.store, inner, CoreOp::Implies)?;
        let (name, sort) = self.variable(variable)?;
        // Under the quantifier all that is new is a variable: the rule's own, and a fresh one.
        let fresh = self.bound(&format!("{name}_fresh"), sort);
        let mut replacement = Replacement::default();
        let mut added = vec![fresh];
        for &param in &equality.params {
            let put = if param == equality.right {
                variable
            } else {
                let (name, sort) = self.variable(param)?;
                let bound = self.bound(&format!("{name}_new"), sort);
                added.push(bound);
                bound
            };
            replacement.put(param, put);
        }
        let said = replacement.apply(&mut self.store, equality.left).ok()?;
        let mut clause = self.equal(said, fresh)?;
        if let Some(condition) = equality.condition {
            let condition = replacement.apply(&mut self.store, condition).ok()?;
            clause = self.store.op(Op::Core(CoreOp::Implies), &[condition, clause]).ok()?;
        }
        let premise = self.replaced(premise, variable, fresh)?;
        let conclusion = self.replaced(conclusion, variable, fresh)?;
        let premise = self.store.op(Op::Core(CoreOp::And), &[clause, premise]).ok()?;
        let mut body = self.store.op(Op::Core(CoreOp::Implies), &[premise, conclusion]).ok()?;
        vars.extend(added.iter().copied());
        if !patterns.is_empty() {
            let mut triggers = Vec::new();
            for pattern in patterns {
                triggers.push(self.replaced(pattern, variable, fresh)?);
            }
            triggers.push(said);
            // What no pattern mentions cannot be bound.
            if !vars.iter().all(|&var| triggers.iter().any(|&trigger| mentions(&self.store, trigger, &[var])))
            {
                return None;
            }
            let count = triggers.len() as u32;
            body = self.store.annotated(body, vec![Attribute::Pattern(count)], &triggers);
        }
        let new = self.store.binder(Binder::Forall, &vars, &[body]).ok()?;
        let right = self.replaced(*right, quantifier, new)?;
        let negation = self.not(*left)?;
        let constants: Vec<Function> = shared.iter().chain(own).map(|constant| constant.function).collect();
        self.case(&constants, &[negation, right], true, unsat_core(2))
    }

    /// Variables that a quantifier binds around the part are constants in what is said of it, under their names.
    fn about_part(
        &mut self,
        contradiction: &Contradiction,
        part: Term,
        equality: &Equality,
    ) -> Option<TestCase> {
        let Contradiction { shared, own, left, right } = contradiction;
        let mut free = Vec::new();
        post_order(&self.store, &[part], &mut TermSet::for_store(&self.store), |below| {
            if matches!(self.store.kind(below), TermKind::Variable(_)) {
                free.push(below);
            }
        });
        let mut loose: Vec<Constant> = Vec::new();
        let mut replacement = Replacement::default();
        for variable in free {
            let taken: Vec<&Constant> = shared.iter().chain(own).chain(&loose).collect();
            let constant = self.stand_in(variable, &taken)?;
            replacement.put(variable, constant.term);
            loose.push(constant);
        }
        let part = replacement.apply(&mut self.store, part).ok()?;
        let taken: Vec<&Constant> = shared.iter().chain(own).chain(&loose).collect();
        let equated = self.equated(equality, Some(part), &taken)?;
        let clause = self.clause(&equated, part)?;
        let negation = self.not(*left)?;
        let constants: Vec<Function> =
            taken.iter().copied().chain(&equated.constants).map(|constant| constant.function).collect();
        self.case(&constants, &[negation, *right, clause], true, unsat_core(2))
    }

    fn bound(&mut self, name: &str, sort: Sort) -> Term {
        let name: Symbol = self.store.symbol(name);
        self.store.variable(name, sort)
    }
}
