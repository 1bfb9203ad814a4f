//! Properties as formulas over elements, so that one text is checked, printed and turned into programs.

use std::fmt;

/// Something that is an element.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Term {
    /// The first argument.
    X,
    /// The second.
    Y,
    /// The third; `b` where it is a bound.
    Z,
    /// ⊤
    Top,
    /// ⊥
    Bottom,
    /// A ⊔ B
    Join(&'static Term, &'static Term),
    /// A ⊓ B
    Meet(&'static Term, &'static Term),
    /// A ∇ B, or A ∇ (A ⊔ B) if the domain wants its arguments ordered.
    Widen(&'static Term, &'static Term),
    /// A △ B
    Narrow(&'static Term, &'static Term),
    /// assign(A, v, e)
    Assign(&'static Term),
    /// project(A, v)
    Project(&'static Term),
    /// cond(A, c) with one of the conditions.
    Cond(&'static Term, Condition),
}

/// A condition of a formula.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Condition {
    /// The one that was chosen.
    Chosen,
    /// One that contradicts it, with room between them: of `e + k >= 0` it is `-e - k - |k| - 1 >= 0`.
    Opposite,
    /// v = e
    Assigned,
}

/// Something that is true or false.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Formula {
    /// A ⊑ B
    Leq(Term, Term),
    /// A = B
    Eq(Term, Term),
    /// A = ⊥
    IsBottom(Term),
    /// A = ⊤
    IsTop(Term),
    /// ¬F
    Not(&'static Formula),
    /// F ∧ G
    And(&'static Formula, &'static Formula),
    /// F ⇒ G. If F does not hold, nothing was tested.
    Implies(&'static Formula, &'static Formula),
    /// The domain can express `v = e`, and e does not depend on v.
    Represents,
    /// A chain of widenings, or narrowings, comes to an end.
    Converges(Operator),
    /// A state of the arguments is, after the operation, a state of the result.
    Sound(Operator),
    /// The result is what the exact reference domain has for the same arguments.
    Best(Operator),
}

/// An operation of a domain.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Operator {
    /// ⊔
    Join,
    /// ⊓
    Meet,
    /// ∇
    Widen,
    /// △
    Narrow,
    /// assign
    Assign,
    /// project
    Project,
    /// cond
    Cond,
}

impl Operator {
    /// Whether it takes two elements.
    pub(crate) fn is_binary(self) -> bool {
        matches!(self, Operator::Join | Operator::Meet | Operator::Widen | Operator::Narrow)
    }

    /// x op y, or op(x, …).
    #[must_use]
    pub fn applied(self) -> Term {
        match self {
            Operator::Join => Term::Join(&Term::X, &Term::Y),
            Operator::Meet => Term::Meet(&Term::X, &Term::Y),
            Operator::Widen => Term::Widen(&Term::X, &Term::Y),
            Operator::Narrow => Term::Narrow(&Term::X, &Term::Y),
            Operator::Assign => Term::Assign(&Term::X),
            Operator::Project => Term::Project(&Term::X),
            Operator::Cond => Term::Cond(&Term::X, Condition::Chosen),
        }
    }
}

impl fmt::Display for Operator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Operator::Join => "⊔",
            Operator::Meet => "⊓",
            Operator::Widen => "∇",
            Operator::Narrow => "△",
            Operator::Assign => "assign",
            Operator::Project => "project",
            Operator::Cond => "cond",
        })
    }
}

/// How terms and formulas are written: the names of the arguments differ.
pub(crate) struct Names {
    pub(crate) x: String,
    pub(crate) y: String,
    pub(crate) z: String,
    pub(crate) variable: String,
    pub(crate) expression: String,
    pub(crate) chosen: String,
    pub(crate) opposite: String,
    pub(crate) assigned: String,
    /// Whether widening is written as A ∇ (A ⊔ B), and narrowing as A △ (A ⊓ B).
    pub(crate) ordered: bool,
}

impl Names {
    /// As in a book.
    fn plain() -> Names {
        let [x, y, z, variable, expression, chosen, opposite, assigned] =
            ["x", "y", "z", "v", "e", "c", "¬c", "v = e"].map(str::to_owned);
        Names { x, y, z, variable, expression, chosen, opposite, assigned, ordered: false }
    }

    fn condition(&self, condition: Condition) -> &str {
        match condition {
            Condition::Chosen => &self.chosen,
            Condition::Opposite => &self.opposite,
            Condition::Assigned => &self.assigned,
        }
    }
}

impl Term {
    fn note_arguments(&self, used: &mut [bool; 3]) {
        match self {
            Term::X => used[0] = true,
            Term::Y => used[1] = true,
            Term::Z => used[2] = true,
            Term::Top | Term::Bottom => {}
            Term::Join(a, b) | Term::Meet(a, b) | Term::Widen(a, b) | Term::Narrow(a, b) => {
                a.note_arguments(used);
                b.note_arguments(used);
            }
            Term::Assign(a) | Term::Project(a) | Term::Cond(a, _) => a.note_arguments(used),
        }
    }

    pub(crate) fn write(&self, names: &Names, out: &mut String) {
        let mut infix = |symbol: &str, a: &Term, b: &Term| {
            for (at, side) in [a, b].into_iter().enumerate() {
                if at == 1 {
                    *out += symbol;
                }
                let compound =
                    matches!(side, Term::Join(..) | Term::Meet(..) | Term::Widen(..) | Term::Narrow(..));
                *out += if compound { "(" } else { "" };
                side.write(names, out);
                *out += if compound { ")" } else { "" };
            }
        };
        match self {
            Term::X => *out += &names.x,
            Term::Y => *out += &names.y,
            Term::Z => *out += &names.z,
            Term::Top => *out += "⊤",
            Term::Bottom => *out += "⊥",
            Term::Join(a, b) => infix(" ⊔ ", a, b),
            Term::Meet(a, b) => infix(" ⊓ ", a, b),
            Term::Widen(a, b) if names.ordered => {
                infix(" ∇ ", a, &Term::Join(a, b));
            }
            Term::Widen(a, b) => infix(" ∇ ", a, b),
            Term::Narrow(a, b) if names.ordered => {
                infix(" △ ", a, &Term::Meet(a, b));
            }
            Term::Narrow(a, b) => infix(" △ ", a, b),
            Term::Assign(a) => {
                *out += "assign(";
                a.write(names, out);
                *out += &format!(", {}, {})", names.variable, names.expression);
            }
            Term::Project(a) => {
                *out += "project(";
                a.write(names, out);
                *out += &format!(", {})", names.variable);
            }
            Term::Cond(a, condition) => {
                *out += "cond(";
                a.write(names, out);
                *out += &format!(", {})", names.condition(*condition));
            }
        }
    }
}

impl Formula {
    /// Which of x, y and z it is about.
    pub(crate) fn arguments(&self) -> [bool; 3] {
        let mut used = [false; 3];
        let mut todo = vec![self];
        while let Some(formula) = todo.pop() {
            match formula {
                Formula::Leq(a, b) | Formula::Eq(a, b) => {
                    a.note_arguments(&mut used);
                    b.note_arguments(&mut used);
                }
                Formula::IsBottom(a) | Formula::IsTop(a) => a.note_arguments(&mut used),
                Formula::Not(a) => todo.push(a),
                Formula::And(a, b) | Formula::Implies(a, b) => todo.extend([*a, *b]),
                Formula::Represents => {}
                Formula::Converges(_) => used = [true; 3],
                Formula::Sound(op) | Formula::Best(op) => op.applied().note_arguments(&mut used),
            }
        }
        used
    }

    pub(crate) fn write(&self, names: &Names, out: &mut String) {
        let mut relation = |a: &Term, symbol: &str, b: &Term| {
            a.write(names, out);
            *out += symbol;
            b.write(names, out);
        };
        match self {
            Formula::Leq(a, b) => relation(a, " ⊑ ", b),
            Formula::Eq(a, b) => relation(a, " = ", b),
            Formula::IsBottom(a) => relation(a, " = ", &Term::Bottom),
            Formula::IsTop(a) => relation(a, " = ", &Term::Top),
            Formula::Not(Formula::IsBottom(a)) => relation(a, " ≠ ", &Term::Bottom),
            Formula::Not(Formula::IsTop(a)) => relation(a, " ≠ ", &Term::Top),
            Formula::Not(inner) => {
                *out += "¬(";
                inner.write(names, out);
                *out += ")";
            }
            Formula::And(a, b) => {
                a.write(names, out);
                *out += " ∧ ";
                b.write(names, out);
            }
            Formula::Implies(a, b) => {
                a.write(names, out);
                *out += " ⇒ ";
                b.write(names, out);
            }
            Formula::Represents => *out += &format!("rep({}, {})", names.expression, names.x),
            Formula::Converges(op) => *out += &format!("{op} converges"),
            Formula::Sound(op) => {
                let (given, after) = match op {
                    Operator::Join | Operator::Widen => ("γ(x) ∪ γ(y)", "p"),
                    Operator::Meet | Operator::Narrow => ("γ(x) ∩ γ(y)", "p"),
                    Operator::Assign => ("γ(x)", "p[v ↦ e(p)]"),
                    Operator::Project => ("γ(x)", "p[v ↦ k]"),
                    Operator::Cond => ("γ(x) ∧ c(p)", "p"),
                };
                *out += &format!("p ∈ {given} ⇒ {after} ∈ γ(");
                op.applied().write(names, out);
                *out += ")";
            }
            Formula::Best(Operator::Widen) => *out += "x ∇ y is the standard widening",
            Formula::Best(op) => {
                *out += "γ(";
                op.applied().write(names, out);
                *out += ") is the smallest";
            }
        }
    }
}

impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        self.write(&Names::plain(), &mut text);
        f.write_str(&text)
    }
}
