//! A test: how elements are made, and what is asked of them. It is data, so that it can be run again, made smaller, and written as
//! a program.

use serde::{Deserialize, Serialize};

use crate::domain::Profile;
use crate::linear::{Constraint, Linear, Relation};
use crate::property::Property;

/// More variables than this have no numbers in a case.
const MAX_DIMENSION: usize = 256;

/// A step that makes an element. Elements and arguments are numbers of places.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Action {
    /// ⊤
    Top,
    /// ⊥
    Bottom,
    /// ⊤ with a condition.
    Constraint(u16),
    /// A ⊔ B
    Join(u16, u16),
    /// A ⊓ B
    Meet(u16, u16),
    /// A ∇ B, or A ∇ (A ⊔ B) if the domain wants its arguments ordered.
    Widen(u16, u16),
    /// assign(A, v, e)
    Assign(u16, u8, u16),
    /// project(A, v)
    Project(u16, u8),
    /// cond(A, c)
    Cond(u16, u16),
}

impl Action {
    /// The elements that it needs.
    #[must_use]
    pub fn operands(self) -> [Option<u16>; 2] {
        match self {
            Action::Top | Action::Bottom | Action::Constraint(_) => [None, None],
            Action::Assign(a, ..) | Action::Project(a, _) | Action::Cond(a, _) => [Some(a), None],
            Action::Join(a, b) | Action::Meet(a, b) | Action::Widen(a, b) => [Some(a), Some(b)],
        }
    }

    /// The same with other elements.
    #[must_use]
    pub(crate) fn with(self, place: impl Fn(u16) -> u16) -> Action {
        match self {
            Action::Top | Action::Bottom | Action::Constraint(_) => self,
            Action::Join(a, b) => Action::Join(place(a), place(b)),
            Action::Meet(a, b) => Action::Meet(place(a), place(b)),
            Action::Widen(a, b) => Action::Widen(place(a), place(b)),
            Action::Assign(a, v, e) => Action::Assign(place(a), v, e),
            Action::Project(a, v) => Action::Project(place(a), v),
            Action::Cond(a, c) => Action::Cond(place(a), c),
        }
    }
}

/// A step, and whether the element is then asked if it is ⊥: lazy implementations change what they have when they are asked.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Step {
    /// What makes the element.
    pub action: Action,
    /// Whether it is asked.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub asked: bool,
}

/// The arguments of a property, as numbers of places.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Arguments {
    /// The element x.
    pub x: u16,
    /// The element y.
    pub y: u16,
    /// The element z.
    pub z: u16,
    /// The variable v.
    pub variable: u8,
    /// The expression e.
    pub expression: u16,
    /// The condition c.
    pub condition: u16,
    /// Where a property can be tested in several ways, which.
    #[serde(default)]
    pub variant: u8,
}

/// A whole test.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Case {
    /// How many variables there are.
    pub dimension: usize,
    /// The expressions that steps and arguments name.
    pub expressions: Vec<Linear>,
    /// The conditions that steps and arguments name.
    pub conditions: Vec<Constraint>,
    /// How elements are made, each from earlier ones.
    pub steps: Vec<Step>,
    /// The number of the property, or none where making the elements is the test.
    pub property: Option<u8>,
    /// Its arguments.
    pub arguments: Arguments,
    /// Whether widenings with ⊥ are left to us, because the library does not survive them.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub guarded: bool,
}

impl Case {
    /// The property.
    #[must_use]
    pub fn property(&self) -> Option<&'static Property> {
        self.property.and_then(Property::of)
    }

    /// How much there is to read: steps, then characters of the numbers.
    #[must_use]
    pub fn size(&self) -> (usize, usize) {
        let numbers = self.conditions.iter().map(|condition| &condition.linear).chain(&self.expressions);
        (self.steps.len(), numbers.map(|linear| linear.to_string().len()).sum())
    }

    /// Whether the property asks for a state after an assignment of an empty interval: there is none, and need not be.
    pub(crate) fn assigns_nothing(&self) -> bool {
        let expression = self.expressions.get(usize::from(self.arguments.expression));
        self.property == Some(35) && expression.is_some_and(|expression| expression.constant.is_empty())
    }

    /// Whether all places exist, each step uses earlier ones only, and there are not too many variables: a case may come from a file.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        let (elements, expressions, conditions) =
            (self.steps.len(), self.expressions.len(), self.conditions.len());
        let variable = |v: u8| usize::from(v) < self.dimension;
        let steps = self.steps.iter().enumerate().all(|(at, step)| {
            let operands = step.action.operands().into_iter().flatten().all(|a| usize::from(a) < at);
            operands
                && match step.action {
                    Action::Constraint(c) | Action::Cond(_, c) => usize::from(c) < conditions,
                    Action::Assign(_, v, e) => variable(v) && usize::from(e) < expressions,
                    Action::Project(_, v) => variable(v),
                    _ => true,
                }
        });
        let fits = |linear: &Linear| linear.coefficients.len() == self.dimension;
        let a = &self.arguments;
        (1..=MAX_DIMENSION).contains(&self.dimension)
            && steps
            && self.expressions.iter().all(fits)
            && self.conditions.iter().all(|condition| fits(&condition.linear))
            && (self.property.is_none()
                || [a.x, a.y, a.z].iter().all(|&x| usize::from(x) < elements)
                    && variable(a.variable)
                    && usize::from(a.expression) < expressions
                    && usize::from(a.condition) < conditions)
    }
}

/// match: e + k >= 0, result: -e - k - |k| - 1 >= 0, which contradicts it with room between them; match: e + k = 0, result:
/// e + k - |k| - 1 >= 0. `None` where numbers are too large.
#[must_use]
pub(crate) fn opposite(constraint: &Constraint) -> Option<Constraint> {
    let k = constraint.linear.constant.finite()?;
    let room = k.checked_abs()?.checked_add(1)?;
    let mut linear = constraint.linear.clone();
    let constant = match constraint.relation {
        Relation::Equal => k.checked_sub(room)?,
        Relation::AtLeast | Relation::Above => {
            for c in &mut linear.coefficients {
                *c = c.checked_neg()?;
            }
            k.checked_neg()?.checked_sub(room)?
        }
    };
    linear.constant = crate::Constant::Finite(constant);
    Some(Constraint { linear, relation: Relation::AtLeast })
}

/// The [opposite] of a condition, if the domain can express both. Of a condition that cannot be expressed, nothing is known of the result's
/// opposite.
pub(crate) fn expressible_opposite(chosen: &Constraint, profile: &Profile) -> Option<Constraint> {
    let Profile { class, numbers, .. } = profile;
    let fits = |other: &Constraint| class.represents(other) && numbers.have(other.linear.constant);
    opposite(chosen).filter(|other| class.represents(chosen) && fits(other))
}

/// v = e as a constraint, if e does not depend on v.
///
/// match: x1 3x0 + 2, result: 3x0 - x1 + 2 = 0
#[must_use]
pub(crate) fn assigned(variable: usize, expression: &Linear) -> Option<Constraint> {
    expression.constant.finite()?;
    if expression.mentions(variable) {
        return None;
    }
    let mut linear = expression.clone();
    *linear.coefficients.get_mut(variable)? = -1;
    Some(Constraint { linear, relation: Relation::Equal })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_opposite_leaves_room() {
        let at_least = Constraint { linear: Linear::new([1, -2], 5), relation: Relation::AtLeast };
        assert_eq!(opposite(&at_least).map(|c| c.to_string()), Some("-x0 + 2x1 - 11 >= 0".into()));
        let equal = Constraint { linear: Linear::new([1, 0], -5), relation: Relation::Equal };
        assert_eq!(opposite(&equal).map(|c| c.to_string()), Some("x0 - 11 >= 0".into()));
        let large = Constraint { linear: Linear::new([1, 0], i64::MIN), relation: Relation::AtLeast };
        assert_eq!(opposite(&large), None);
    }

    #[test]
    fn what_is_assigned_is_an_equation() {
        assert_eq!(
            assigned(1, &Linear::new([3, 0], 2)).map(|c| c.to_string()),
            Some("3x0 - x1 + 2 = 0".into())
        );
        assert_eq!(assigned(0, &Linear::new([3, 0], 2)), None);
    }
}
