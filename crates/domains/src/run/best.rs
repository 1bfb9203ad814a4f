//! Best transformers: the result of an operation compared with that of an exact domain on the same arguments.

use super::bench::Bench;
use super::check::Outcome;
use crate::case::{Case, assigned};
use crate::domain::{Class, Domain};
use crate::linear::Relation;
use crate::property::{Operator, Term};
use crate::reference::{Exact, Intervals, Octagons, Polyhedra, Zones};

impl<D: Domain> Bench<'_, D> {
    /// Whether the result of an operation says as much as can be said.
    pub(super) fn best(&mut self, operator: Operator, case: &Case) -> Outcome {
        if !self.is_expressible(operator, case) {
            return Outcome::Vacuous;
        }
        let dimension = self.domain.dimension();
        match self.domain.profile().class {
            Class::Boxes => self.compared(&Intervals::new(dimension), operator, case),
            Class::Zones => self.compared(&Zones::new(dimension), operator, case),
            Class::Octagons => self.compared(&Octagons::new(dimension), operator, case),
            Class::Polyhedra => self.compared(&Polyhedra::new(dimension), operator, case),
            Class::Equalities | Class::Other => Outcome::Vacuous,
        }
    }

    /// Where an argument cannot be expressed, domains differ in how hard they try.
    fn is_expressible(&self, operator: Operator, case: &Case) -> bool {
        let class = self.domain.profile().class;
        let a = &case.arguments;
        match operator {
            Operator::Assign => {
                let expression = &case.expressions[usize::from(a.expression)];
                let mut free = expression.clone();
                // v := v + k is as good as v := w + k.
                let variable = usize::from(a.variable);
                free.coefficients[variable] = 0;
                let own = expression.coefficients[variable];
                match free.terms().next() {
                    _ if class == Class::Polyhedra => expression.constant.finite().is_some(),
                    None => {
                        expression.constant.finite().is_some()
                            && (-1..=1).contains(&own)
                            && (own != -1 || class != Class::Zones)
                    }
                    Some(_) => {
                        own == 0 && assigned(variable, expression).is_some_and(|e| class.represents(&e))
                    }
                }
            }
            Operator::Cond => {
                let condition = &case.conditions[usize::from(a.condition)];
                let is_number = condition.linear.constant.finite().is_some();
                is_number && condition.relation != Relation::Above && class.represents(condition)
            }
            _ => true,
        }
    }

    fn compared<R: Exact>(&mut self, reference: &R, operator: Operator, case: &Case) -> Outcome {
        let (a, domain) = (&case.arguments, self.domain);
        let mut lift = |term: &Term| {
            let element = self.term(term, case)?;
            Some(reference.of_facts(&domain.constraints(self.at(element))))
        };
        let Some(x) = lift(&Term::X) else { return Outcome::Vacuous };
        let variable = usize::from(a.variable);
        let expected = match operator {
            Operator::Join | Operator::Meet | Operator::Widen => {
                let Some(y) = lift(&Term::Y) else { return Outcome::Vacuous };
                match operator {
                    Operator::Join => reference.join(&x, &y),
                    Operator::Meet => reference.meet(&x, &y),
                    _ if domain.profile().monotone_widening => reference.widen(&x, &reference.join(&x, &y)),
                    _ => reference.widen(&x, &y),
                }
            }
            Operator::Assign => {
                let expression = reference.expression(&case.expressions[usize::from(a.expression)]);
                reference.assign(&x, variable, &expression)
            }
            Operator::Project => reference.project(&x, variable),
            Operator::Cond => {
                reference.cond(&x, &reference.condition(&case.conditions[usize::from(a.condition)]))
            }
            // There is no best one.
            Operator::Narrow => return Outcome::Vacuous,
        };
        match lift(&operator.applied()) {
            Some(result) => Outcome::of(reference.is_eq(&expected, &result)),
            None => Outcome::Vacuous,
        }
    }
}
