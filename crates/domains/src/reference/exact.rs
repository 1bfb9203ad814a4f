//! Elements of reference domains from what elements of other domains say.

use super::input::{Condition, Terms};
use super::{Intervals, Matrices, Polyhedra, RowCondition};
use crate::domain::Domain;
use crate::fact::Fact;
use crate::linear::Relation;

/// A domain with numbers of any size, so that every fact of its class can be said.
///
/// ```
/// use quis_domains::Domain;
/// use quis_domains::reference::{Exact, Fault, Intervals};
///
/// // What an element of a domain with a fault says, as an element of the domain without it.
/// let (wrong, right) = (Intervals::with_fault(2, Fault::parse("interval-join-bottom")), Intervals::new(2));
/// let x = right.of_facts(&wrong.constraints(&wrong.join(&wrong.top(), &wrong.bottom())));
/// assert!(!right.is_eq(&x, &right.join(&right.top(), &right.bottom())));
/// ```
pub trait Exact: Domain {
    /// A condition that says the same as a fact.
    fn condition_of_fact(&self, fact: &Fact) -> Self::Condition;

    /// The element that some facts describe.
    fn of_facts(&self, facts: &[Fact]) -> Self::Element {
        facts.iter().fold(self.top(), |x, fact| self.cond(&x, &self.condition_of_fact(fact)))
    }
}

impl Exact for Intervals {
    fn condition_of_fact(&self, fact: &Fact) -> Condition {
        condition(fact)
    }
}

impl<S: super::dbm::Shape> Exact for Matrices<S> {
    fn condition_of_fact(&self, fact: &Fact) -> Condition {
        condition(fact)
    }
}

impl Exact for Polyhedra {
    fn condition_of_fact(&self, fact: &Fact) -> RowCondition {
        self.row_of_fact(fact)
    }
}

fn condition(fact: &Fact) -> Condition {
    let terms = fact.coefficients.iter().enumerate().filter(|(_, c)| !c.is_zero());
    let terms =
        Terms { terms: terms.map(|(v, c)| (v, c.clone())).collect(), constant: fact.constant.clone() };
    if terms.terms.is_empty() {
        let holds = match fact.relation {
            Relation::Equal => fact.constant.is_zero(),
            Relation::AtLeast => fact.constant.signum() >= 0,
            Relation::Above => fact.constant.signum() > 0,
        };
        return if holds { Condition::Always } else { Condition::Never };
    }
    Condition::AtLeastZero(match fact.relation {
        Relation::Equal => vec![terms.neg(), terms],
        Relation::AtLeast | Relation::Above => vec![terms],
    })
}
