//! The properties: what must hold of every abstract domain, whatever it abstracts.
//!
//! 1–46 are those of Bugariu's dissertation, figure 2.3, with their numbers. 47 and 48 are as general and find what these miss;
//! those from 49 on compare with concrete states and with exact domains.

mod formula;

use std::fmt;

pub(crate) use formula::Names;
pub use formula::{Condition, Formula, Operator, Term};

use crate::domain::{Class, Profile};

use Formula::{And, Best, Converges, Eq, Implies, IsBottom, IsTop, Leq, Not, Represents, Sound};
use Operator as Op;
use Term::{Assign, Bottom, Cond, Join, Meet, Narrow, Project, Top, Widen, X, Y, Z};

/// What a violation means.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// States are lost.
    Soundness,
    /// States are added without need.
    Precision,
    /// An analysis might not end.
    Convergence,
}

impl Kind {
    /// S, P or C.
    #[must_use]
    pub fn letter(self) -> char {
        match self {
            Kind::Soundness => 'S',
            Kind::Precision => 'P',
            Kind::Convergence => 'C',
        }
    }
}

/// A property of domains.
#[derive(Clone, Copy, Debug)]
pub struct Property {
    /// Its number.
    pub number: u8,
    /// What it is about: the heading of the figure.
    pub group: &'static str,
    /// What a violation means.
    pub kind: Kind,
    /// What must hold.
    pub formula: Formula,
    /// How arguments are chosen so that premises hold.
    pub(crate) shape: Shape,
}

/// How arguments of a property are related.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Shape {
    /// As they come.
    Any,
    /// x ⊑ y
    Ordered,
    /// x ⊑ y ⊑ z
    Chain,
    /// x ⊑ y and y ⊑ x: y is x in another guise.
    Twins,
    /// x ⊑ z and y ⊑ z
    Below,
    /// z ⊑ x and z ⊑ y
    Above,
    /// y ⊑ x
    Reversed,
    /// x = ⊥
    Empty,
}

const fn p(number: u8, group: &'static str, kind: Kind, shape: Shape, formula: Formula) -> Property {
    Property { number, group, kind, formula, shape }
}

const S: Kind = Kind::Soundness;
const P: Kind = Kind::Precision;
const C: Kind = Kind::Convergence;

const ORDER: &str = "partial order";
const JOIN: &str = "join";
const MEET: &str = "meet";
const BOUNDS: &str = "bounds";
const WIDENING: &str = "widening";
const ASSIGNMENT: &str = "assignment";
const PROJECTION: &str = "projection";
const CONDITIONAL: &str = "conditional";
const NARROWING: &str = "narrowing";
const STATES: &str = "concrete states";
const BEST: &str = "best transformers";

/// All properties, in the order of their numbers.
pub static PROPERTIES: [Property; 60] = [
    p(1, ORDER, P, Shape::Any, Leq(Bottom, X)),
    p(2, ORDER, P, Shape::Any, Leq(X, Top)),
    p(3, ORDER, P, Shape::Any, Leq(X, X)),
    p(4, ORDER, P, Shape::Chain, Implies(&And(&Leq(X, Y), &Leq(Y, Z)), &Leq(X, Z))),
    p(5, ORDER, P, Shape::Twins, Implies(&And(&Leq(X, Y), &Leq(Y, X)), &Eq(X, Y))),
    p(6, JOIN, P, Shape::Any, Eq(Join(&Bottom, &X), X)),
    p(7, JOIN, S, Shape::Any, Eq(Join(&Top, &X), Top)),
    p(8, JOIN, S, Shape::Any, Leq(X, Join(&X, &Y))),
    p(9, JOIN, S, Shape::Any, Leq(Y, Join(&X, &Y))),
    p(10, JOIN, P, Shape::Any, Eq(Join(&X, &Y), Join(&Y, &X))),
    p(11, JOIN, P, Shape::Any, Eq(Join(&Join(&X, &Y), &Z), Join(&X, &Join(&Y, &Z)))),
    p(12, JOIN, P, Shape::Any, Eq(Join(&X, &X), X)),
    p(13, JOIN, P, Shape::Ordered, Implies(&Leq(X, Y), &Eq(Join(&X, &Y), Y))),
    p(14, JOIN, S, Shape::Ordered, Implies(&Eq(Join(&X, &Y), Y), &Leq(X, Y))),
    p(15, JOIN, P, Shape::Any, Eq(Join(&X, &Meet(&X, &Y)), X)),
    p(16, MEET, P, Shape::Any, Eq(Meet(&Bottom, &X), Bottom)),
    p(17, MEET, P, Shape::Any, Eq(Meet(&Top, &X), X)),
    p(18, MEET, P, Shape::Any, Leq(Meet(&X, &Y), X)),
    p(19, MEET, P, Shape::Any, Leq(Meet(&X, &Y), Y)),
    p(20, MEET, P, Shape::Any, Eq(Meet(&X, &Y), Meet(&Y, &X))),
    p(21, MEET, P, Shape::Any, Eq(Meet(&Meet(&X, &Y), &Z), Meet(&X, &Meet(&Y, &Z)))),
    p(22, MEET, P, Shape::Any, Eq(Meet(&X, &X), X)),
    p(23, MEET, P, Shape::Ordered, Implies(&Leq(X, Y), &Eq(Meet(&X, &Y), X))),
    p(24, MEET, P, Shape::Ordered, Implies(&Eq(Meet(&X, &Y), X), &Leq(X, Y))),
    p(25, MEET, P, Shape::Any, Eq(Meet(&X, &Join(&X, &Y)), X)),
    p(26, MEET, P, Shape::Any, IsBottom(Meet(&Cond(&X, Condition::Chosen), &Cond(&Y, Condition::Opposite)))),
    p(27, BOUNDS, P, Shape::Below, Implies(&And(&Leq(X, Z), &Leq(Y, Z)), &Leq(Join(&X, &Y), Z))),
    p(28, BOUNDS, P, Shape::Above, Implies(&And(&Leq(Z, X), &Leq(Z, Y)), &Leq(Z, Meet(&X, &Y)))),
    p(29, WIDENING, S, Shape::Any, Leq(X, Widen(&X, &Y))),
    p(30, WIDENING, S, Shape::Any, Leq(Y, Widen(&X, &Y))),
    p(31, WIDENING, P, Shape::Any, Eq(Widen(&X, &Bottom), X)),
    p(32, WIDENING, P, Shape::Any, Eq(Widen(&Bottom, &X), X)),
    p(33, WIDENING, C, Shape::Any, Converges(Op::Widen)),
    p(34, ASSIGNMENT, P, Shape::Ordered, Implies(&Leq(X, Y), &Leq(Assign(&X), Assign(&Y)))),
    p(35, ASSIGNMENT, S, Shape::Any, Implies(&Not(&IsBottom(X)), &Not(&IsBottom(Assign(&X))))),
    p(36, ASSIGNMENT, P, Shape::Empty, Implies(&IsBottom(X), &IsBottom(Assign(&X)))),
    p(37, ASSIGNMENT, P, Shape::Any, Implies(&Represents, &Not(&IsTop(Assign(&X))))),
    p(38, PROJECTION, P, Shape::Any, Leq(Assign(&X), Project(&X))),
    p(
        39,
        CONDITIONAL,
        P,
        Shape::Ordered,
        Implies(&Leq(X, Y), &Leq(Cond(&X, Condition::Chosen), Cond(&Y, Condition::Chosen))),
    ),
    p(40, CONDITIONAL, P, Shape::Empty, Implies(&IsBottom(X), &IsBottom(Cond(&X, Condition::Chosen)))),
    p(41, CONDITIONAL, P, Shape::Any, Leq(Cond(&X, Condition::Chosen), X)),
    p(42, NARROWING, P, Shape::Reversed, Leq(Meet(&X, &Y), Narrow(&X, &Y))),
    p(43, NARROWING, P, Shape::Reversed, Leq(Narrow(&X, &Y), X)),
    p(44, NARROWING, P, Shape::Any, Eq(Narrow(&X, &Bottom), Bottom)),
    p(45, NARROWING, P, Shape::Any, Eq(Narrow(&Bottom, &X), Bottom)),
    p(46, NARROWING, C, Shape::Any, Converges(Op::Narrow)),
    p(47, WIDENING, P, Shape::Reversed, Implies(&And(&Not(&IsBottom(Y)), &Leq(Y, X)), &Eq(Widen(&X, &Y), X))),
    p(
        48,
        ASSIGNMENT,
        P,
        Shape::Any,
        Implies(&Represents, &Eq(Cond(&Assign(&X), Condition::Assigned), Assign(&X))),
    ),
    p(49, STATES, S, Shape::Any, Sound(Op::Join)),
    p(50, STATES, S, Shape::Any, Sound(Op::Meet)),
    p(51, STATES, S, Shape::Any, Sound(Op::Widen)),
    p(52, STATES, S, Shape::Any, Sound(Op::Assign)),
    p(53, STATES, S, Shape::Any, Sound(Op::Project)),
    p(54, STATES, S, Shape::Any, Sound(Op::Cond)),
    p(55, BEST, P, Shape::Any, Best(Op::Join)),
    p(56, BEST, P, Shape::Any, Best(Op::Meet)),
    p(57, BEST, P, Shape::Any, Best(Op::Assign)),
    p(58, BEST, P, Shape::Any, Best(Op::Project)),
    p(59, BEST, P, Shape::Any, Best(Op::Cond)),
    p(60, BEST, P, Shape::Any, Best(Op::Widen)),
];

impl Property {
    /// The property of a number.
    #[must_use]
    pub fn of(number: u8) -> Option<&'static Property> {
        PROPERTIES.get(usize::from(number).checked_sub(1)?)
    }

    /// Whether it is to hold of such a domain.
    ///
    /// ```
    /// use quis_domains::{Property, reference::Intervals, Domain};
    ///
    /// let intervals = Intervals::new(2);
    /// assert!(Property::of(46).is_some_and(|property| property.applies(intervals.profile())));
    /// ```
    #[must_use]
    pub fn applies(&self, profile: &Profile) -> bool {
        match self.number {
            // Without least upper bounds, ⊔ may give any; its laws are gone, and with them the bounds.
            10 | 11 | 13 | 15 | 25 | 27 | 28 if !profile.lattice => false,
            42..=46 => profile.narrowing,
            // The widening of polyhedra may change the constraints that it keeps.
            47 => !matches!(profile.class, Class::Polyhedra | Class::Equalities | Class::Other),
            48 => profile.lattice,
            // The reference is closed, has no rounding, and is no affine space.
            60 if !profile.standard_widening => false,
            55..=60 => {
                let compared = !matches!(profile.class, Class::Equalities | Class::Other);
                compared && profile.lattice && !profile.strict && profile.numbers.is_exact()
            }
            _ => true,
        }
    }
}

impl fmt::Display for Property {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} [{}] {}", self.number, self.kind.letter(), self.formula)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_places() {
        for (at, property) in PROPERTIES.iter().enumerate() {
            assert_eq!(usize::from(property.number), at + 1);
        }
    }

    #[test]
    fn formulas_are_those_of_the_figure() {
        let text = |number| Property::of(number).map(ToString::to_string).unwrap_or_default();
        assert_eq!(text(4), "4 [P] x ⊑ y ∧ y ⊑ z ⇒ x ⊑ z");
        assert_eq!(text(11), "11 [P] (x ⊔ y) ⊔ z = x ⊔ (y ⊔ z)");
        assert_eq!(text(35), "35 [S] x ≠ ⊥ ⇒ assign(x, v, e) ≠ ⊥");
        assert_eq!(text(38), "38 [P] assign(x, v, e) ⊑ project(x, v)");
        assert_eq!(text(46), "46 [C] △ converges");
        assert_eq!(text(48), "48 [P] rep(e, x) ⇒ cond(assign(x, v, e), v = e) = assign(x, v, e)");
        assert_eq!(text(52), "52 [S] p ∈ γ(x) ⇒ p[v ↦ e(p)] ∈ γ(assign(x, v, e))");
    }
}
