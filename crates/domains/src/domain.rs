//! A domain under test: what it can do, and what may be asked of it.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::fact::Fact;
use crate::linear::{Constant, Constraint, Linear, Special};

/// A numerical abstract domain under test.
///
/// Elements and arguments may be handles of a library or plain values. Operations take elements by reference and give new ones; a
/// library may change an operand's representation while it looks at it, not its meaning. Expressions and conditions are prepared once, and used many times.
///
/// See the example `saturating_intervals` of this crate for a domain in a few lines.
pub trait Domain {
    /// An abstract element.
    type Element;
    /// A linear expression as the domain takes it.
    type Expression;
    /// A comparison of a linear expression with zero as the domain takes it.
    type Condition;

    /// What may be asked of this domain.
    fn profile(&self) -> &Profile;

    /// How many variables there are.
    fn dimension(&self) -> usize;

    /// Prepares an expression.
    fn expression(&self, linear: &Linear) -> Self::Expression;

    /// Prepares a condition.
    fn condition(&self, constraint: &Constraint) -> Self::Condition;

    /// ⊤, all states.
    fn top(&self) -> Self::Element;

    /// ⊥, no state.
    fn bottom(&self) -> Self::Element;

    /// Another element that is the same.
    fn copy(&self, x: &Self::Element) -> Self::Element;

    /// x ⊑ y
    fn is_leq(&self, x: &Self::Element, y: &Self::Element) -> bool;

    /// x = y
    fn is_eq(&self, x: &Self::Element, y: &Self::Element) -> bool;

    /// x = ⊥
    fn is_bottom(&self, x: &Self::Element) -> bool;

    /// x = ⊤
    fn is_top(&self, x: &Self::Element) -> bool;

    /// x ⊔ y
    fn join(&self, x: &Self::Element, y: &Self::Element) -> Self::Element;

    /// x ⊓ y
    fn meet(&self, x: &Self::Element, y: &Self::Element) -> Self::Element;

    /// x ∇ y
    fn widen(&self, x: &Self::Element, y: &Self::Element) -> Self::Element;

    /// x △ y, if the [profile](Profile::narrowing) says that there is one; x otherwise.
    fn narrow(&self, x: &Self::Element, y: &Self::Element) -> Self::Element {
        let _ = y;
        self.copy(x)
    }

    /// The states after `variable := expression`.
    fn assign(&self, x: &Self::Element, variable: usize, expression: &Self::Expression) -> Self::Element;

    /// The states after the variable was given any value.
    fn project(&self, x: &Self::Element, variable: usize) -> Self::Element;

    /// The states in which a condition holds.
    fn cond(&self, x: &Self::Element, condition: &Self::Condition) -> Self::Element;

    /// What an element says, for printing and comparison. It must not change the element, not even its representation.
    fn constraints(&self, x: &Self::Element) -> Vec<Fact>;

    /// An error that the library reported since it was last asked. What a failed operation gave proves nothing.
    fn take_error(&self) -> Option<String> {
        None
    }
}

/// What may be asked of a domain.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Profile {
    /// As it is called, `apron:oct-mpq`.
    pub name: String,
    /// Which constraints it can express.
    pub class: Class,
    /// How it represents numbers.
    pub numbers: Numbers,
    /// Whether there is a narrowing.
    pub narrowing: bool,
    /// Whether any two elements have a least upper and a greatest lower bound. If not, the properties that need these are not tested.
    pub lattice: bool,
    /// Whether x ∇ y wants x ⊑ y, as that of polyhedra does, and x △ y wants y ⊑ x.
    pub monotone_widening: bool,
    /// Whether the widening is the standard one of boxes or polyhedra, so that it can be compared.
    pub standard_widening: bool,
    /// Whether strict inequalities are told from others.
    pub strict: bool,
    /// Whether the constant of an expression that is assigned may be an interval.
    pub intervals: bool,
}

impl Profile {
    /// That of a domain with exact rationals, a narrowing, and best operations.
    pub(crate) fn exact(name: &str, class: Class) -> Profile {
        Profile {
            name: name.to_owned(),
            class,
            numbers: Numbers::Exact,
            narrowing: true,
            lattice: true,
            monotone_widening: false,
            standard_widening: false,
            strict: false,
            intervals: false,
        }
    }
}

/// Which constraints a domain can express.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Class {
    /// k ≤ x ≤ k
    Boxes,
    /// x - y ≤ k
    Zones,
    /// ±x ± y ≤ k
    Octagons,
    /// All linear ones that are equations.
    Equalities,
    /// All linear ones.
    Polyhedra,
    /// Something else; nothing is compared with a reference domain.
    Other,
}

impl Class {
    /// Whether elements can say exactly that a constraint holds, and implementations are expected to see it: coefficients of
    /// boxes, zones and octagons are -1, 0 and 1.
    ///
    /// ```
    /// use quis_domains::{Class, Constraint, Linear, Relation};
    ///
    /// let difference = Constraint { linear: Linear::new([1, -1], 5), relation: Relation::AtLeast };
    /// assert!(Class::Zones.represents(&difference) && !Class::Boxes.represents(&difference));
    /// ```
    #[must_use]
    pub fn represents(self, constraint: &Constraint) -> bool {
        let terms: Vec<i64> = constraint.linear.terms().map(|(_, c)| c).collect();
        match (self, terms.as_slice()) {
            (Class::Polyhedra, _) | (_, []) => true,
            (Class::Equalities, _) => constraint.relation == crate::Relation::Equal,
            (Class::Boxes | Class::Zones | Class::Octagons, &[a]) => is_unit(a),
            (Class::Zones, &[a, b]) => is_unit(a) && is_unit(b) && a != b,
            (Class::Octagons, &[a, b]) => is_unit(a) && is_unit(b),
            _ => false,
        }
    }
}

fn is_unit(c: i64) -> bool {
    c == 1 || c == -1
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Class::Boxes => "boxes",
            Class::Zones => "zones",
            Class::Octagons => "octagons",
            Class::Equalities => "equalities",
            Class::Polyhedra => "polyhedra",
            Class::Other => "other",
        })
    }
}

/// How a domain represents numbers. It says which constants are worth a try, and whether results may be inexact.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Numbers {
    /// Rationals or integers of any size.
    Exact,
    /// Floating-point numbers, rounded outwards.
    Floating,
    /// Machine integers of 32 bits, or fractions of them.
    Bounded32,
    /// Machine integers of 64 bits, or fractions of them.
    Bounded64,
}

impl Numbers {
    /// Whether every result that the domain can express is found exactly.
    #[must_use]
    pub fn is_exact(self) -> bool {
        self == Numbers::Exact
    }

    /// Whether a constant is within what can be represented.
    #[must_use]
    pub fn have(self, constant: Constant) -> bool {
        match (self, constant.finite()) {
            (Numbers::Bounded32, Some(value)) => i32::try_from(value).is_ok(),
            _ => true,
        }
    }

    /// The boundary values: where an implementation is likely to go wrong.
    #[must_use]
    pub fn boundary(self) -> &'static [Constant] {
        const INT: [Constant; 5] = [
            Constant::Finite(i32::MIN as i64),
            Constant::Finite(-1),
            Constant::Finite(0),
            Constant::Finite(1),
            Constant::Finite(i32::MAX as i64),
        ];
        const LONG: [Constant; 5] = [
            Constant::Finite(i64::MIN),
            Constant::Finite(-1),
            Constant::Finite(0),
            Constant::Finite(1),
            Constant::Finite(i64::MAX),
        ];
        match self {
            Numbers::Exact | Numbers::Floating | Numbers::Bounded64 => &LONG,
            Numbers::Bounded32 => &INT,
        }
    }

    /// What is no number. A domain need not make sense of it: a violation that needs one is a question of taste.
    #[must_use]
    pub fn special(self) -> &'static [Constant] {
        const FLOATING: [Constant; 3] = [
            Constant::Special(Special::Infinity),
            Constant::Special(Special::NegativeInfinity),
            Constant::Special(Special::NotANumber),
        ];
        match self {
            Numbers::Floating => &FLOATING,
            // Of arbitrary precision: there are no others.
            Numbers::Exact => &FLOATING[..2],
            Numbers::Bounded32 | Numbers::Bounded64 => &[],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Linear, Relation};

    #[test]
    fn zones_represent_differences_only() {
        let represents = |a: i64, b: i64| {
            let linear = Linear::new([a, b], 0);
            Class::Zones.represents(&Constraint { linear, relation: Relation::AtLeast })
        };
        assert!(represents(1, -1) && represents(-1, 1));
        assert!(!represents(1, 1) && !represents(1, -2) && !represents(1, i64::MIN));
    }
}
