//! A case as text, in the manner of the dissertation's figure 2.4.

use crate::case::{Action, Case};
use crate::domain::{Class, Profile};
use crate::linear::{Constant, Constraint, Linear};
use crate::property::{Formula, Names, Operator};
use crate::{case, run};

/// A case as text: a line for each element, and what must hold.
///
/// ```text
/// oct1 ← oct(-x0 - x5 + 1 >= 0)
/// oct2 ← assign(oct1, x2, LONG_MIN)
/// oct3 ← oct(x0 + LONG_MAX >= 0)
/// oct4 ← oct3 ⊓ oct2
/// assert(⊤ ⊓ oct4 = oct4)
/// ```
#[must_use]
pub fn text(case: &Case, profile: &Profile) -> String {
    let names = CaseNames::new(case, profile);
    let mut out = String::new();
    if case.guarded {
        out += "(the library is not asked for x ∇ ⊥ and ⊥ ∇ y: they are x and y)\n";
    }
    for (at, step) in case.steps.iter().enumerate() {
        out += &names.element(at as u16);
        out += " ← ";
        out += &names.action(step.action, profile);
        if step.asked {
            out += &format!("    ({} = ⊥ is asked)", names.element(at as u16));
        }
        out += "\n";
    }
    if let Some(property) = case.property() {
        let arguments = &names.formula;
        out += "assert(";
        match property.formula {
            Formula::Converges(operator) => {
                let word = if operator == Operator::Narrow { "△" } else { "∇" };
                let other = match case.arguments.variant {
                    run::LOOP => format!("assign(…, {}, {})", arguments.variable, arguments.expression),
                    run::STAIR => {
                        format!("a stair on {}, whose bounds take turns to grow,", arguments.variable)
                    }
                    run::ALTERNATE => format!("{} and {} in turn", arguments.y, arguments.z),
                    _ => format!("each element in turn, beginning with {},", arguments.y),
                };
                out += &format!("{} {word} … with {other} ends within {} steps", arguments.x, run::CHAIN);
            }
            formula => formula.write(arguments, &mut out),
        }
        out += ")\n";
    } else {
        out += "the last step does not end well\n";
    }
    out
}

/// Numbers with names.
pub(crate) fn number(constant: Constant) -> String {
    match constant {
        Constant::Finite(i64::MIN) => "LONG_MIN".into(),
        Constant::Finite(i64::MAX) => "LONG_MAX".into(),
        Constant::Finite(k) if k == i64::from(i32::MIN) => "INT_MIN".into(),
        Constant::Finite(k) if k == i64::from(i32::MAX) => "INT_MAX".into(),
        other => other.to_string(),
    }
}

/// An expression with names for its boundary values.
fn linear(linear: &Linear) -> String {
    let without = Linear { constant: Constant::ZERO, ..linear.clone() };
    match linear.constant {
        Constant::ZERO => without.to_string(),
        constant if linear.terms().next().is_none() => number(constant),
        Constant::Finite(k) if k < 0 && k != i64::MIN && k != i64::from(i32::MIN) => {
            format!("{without} - {}", number(Constant::Finite(-k)))
        }
        constant => format!("{without} + {}", number(constant)),
    }
}

fn constraint(constraint: &Constraint) -> String {
    format!("{} {} 0", linear(&constraint.linear), constraint.relation.symbol())
}

/// The names of elements and arguments in one case.
struct CaseNames {
    prefix: &'static str,
    expressions: Vec<String>,
    conditions: Vec<String>,
    /// Those of the formula.
    formula: Names,
}

impl CaseNames {
    fn new(case: &Case, profile: &Profile) -> CaseNames {
        let prefix = match profile.class {
            Class::Boxes => "box",
            Class::Zones => "zone",
            Class::Octagons => "oct",
            Class::Equalities => "eq",
            Class::Polyhedra => "poly",
            Class::Other => "elem",
        };
        let a = &case.arguments;
        let expressions: Vec<String> = case.expressions.iter().map(linear).collect();
        let conditions: Vec<String> = case.conditions.iter().map(constraint).collect();
        let chosen = case.conditions.get(usize::from(a.condition));
        let opposite = chosen.and_then(case::opposite).map(|other| constraint(&other)).unwrap_or_default();
        let expression = case.expressions.get(usize::from(a.expression)).map(linear).unwrap_or_default();
        let element = |at: u16| format!("{prefix}{}", at + 1);
        let formula = Names {
            x: element(a.x),
            y: element(a.y),
            z: element(a.z),
            variable: format!("x{}", a.variable),
            assigned: format!("x{} = {expression}", a.variable),
            expression,
            chosen: conditions.get(usize::from(a.condition)).cloned().unwrap_or_default(),
            opposite,
            ordered: profile.monotone_widening,
        };
        CaseNames { prefix, expressions, conditions, formula }
    }

    fn element(&self, at: u16) -> String {
        format!("{}{}", self.prefix, at + 1)
    }

    fn action(&self, action: Action, profile: &Profile) -> String {
        let of = |at: u16| self.element(at);
        let condition = |c: u16| self.conditions.get(usize::from(c)).cloned().unwrap_or_default();
        match action {
            Action::Top => "⊤".into(),
            Action::Bottom => "⊥".into(),
            Action::Constraint(c) => format!("{}({})", self.prefix, condition(c)),
            Action::Join(a, b) => format!("{} ⊔ {}", of(a), of(b)),
            Action::Meet(a, b) => format!("{} ⊓ {}", of(a), of(b)),
            Action::Widen(a, b) if profile.monotone_widening => {
                format!("{} ∇ ({} ⊔ {})", of(a), of(a), of(b))
            }
            Action::Widen(a, b) => format!("{} ∇ {}", of(a), of(b)),
            Action::Assign(a, v, e) => {
                let e = self.expressions.get(usize::from(e)).cloned().unwrap_or_default();
                format!("assign({}, x{v}, {e})", of(a))
            }
            Action::Project(a, v) => format!("project({}, x{v})", of(a)),
            Action::Cond(a, c) => format!("cond({}, {})", of(a), condition(c)),
        }
    }
}
