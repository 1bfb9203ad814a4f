//! The test itself: the steps, and then the property, in the order in which they are run in this process.

use std::collections::BTreeSet;

use super::expected::{Best, Expected, Whole};
use super::language::{Language, Link, negated};
use crate::case::{Action, Case, assigned, expressible_opposite};
use crate::domain::Profile;
use crate::linear::Constraint;
use crate::property::{Condition, Formula, Operator, Property, Term};
use crate::run::{self, States};
use crate::text::text;

/// Comments begin here, if lines are not longer.
const COLUMN: usize = 64;

const NO_PREMISE: &str = "premise does not hold";

/// What follows the opening of `main`, with the indentation of its lines.
///
/// `best` has what a property about best transformers compares with.
pub(super) fn body(case: &Case, profile: &Profile, language: Language, best: Option<&Best>) -> String {
    // The first line about a guarded case says that it is one; here, a function does.
    let notes = text(case, profile);
    let notes: Vec<String> = notes.lines().skip(usize::from(case.guarded)).map(str::to_owned).collect();
    let name = |note: &String| note.split(' ').next().unwrap_or_default().to_owned();
    let mut body = Body {
        case,
        profile,
        language,
        names: notes.iter().take(case.steps.len()).map(name).collect(),
        lines: Vec::new(),
        made: 0,
        shown: Vec::new(),
        expressions: BTreeSet::new(),
        conditions: BTreeSet::new(),
    };
    body.steps(&notes);
    body.lines.push(String::new());
    if let Some(property) = case.property() {
        body.lines.extend(notes.last().map(|note| format!("    /* {note} */")));
        // Something of the property does not exist for these arguments.
        if body.property(property, best).is_none() {
            body.line(language.end(NO_PREMISE, 3), "");
        }
    } else {
        body.line(language.end("all steps done", 0), "");
    }
    body.definitions() + &body.lines.join("\n") + "\n"
}

/// An element of a formula: its name, and what it is.
struct Made {
    name: String,
    text: String,
}

struct Body<'c> {
    case: &'c Case,
    profile: &'c Profile,
    language: Language,
    /// Those of the elements.
    names: Vec<String>,
    lines: Vec<String>,
    /// How many elements were made for the formula.
    made: usize,
    /// What is printed after the verdict.
    shown: Vec<Made>,
    /// Those that were used.
    expressions: BTreeSet<u16>,
    conditions: BTreeSet<u16>,
}

impl Body<'_> {
    fn line(&mut self, code: String, comment: &str) {
        self.lines.push(commented(&code, comment));
    }

    /// Expressions and conditions are prepared once, before the steps.
    fn definitions(&self) -> String {
        let mut out = String::new();
        for &at in &self.expressions {
            if let Some(linear) = self.case.expressions.get(usize::from(at)) {
                let code = self.language.expression(&format!("e{}", at + 1), linear);
                out += &(commented(&code, &linear.to_string()) + "\n");
            }
        }
        for &at in &self.conditions {
            if let Some(constraint) = self.case.conditions.get(usize::from(at)) {
                let code = self.language.condition(&format!("c{}", at + 1), constraint);
                out += &(commented(&code, &constraint.to_string()) + "\n");
            }
        }
        if out.is_empty() { out } else { out + "\n" }
    }

    fn name(&self, at: u16) -> String {
        self.names.get(usize::from(at)).cloned().unwrap_or_default()
    }

    fn expression(&mut self, at: u16) -> String {
        self.expressions.insert(at);
        format!("e{}", at + 1)
    }

    fn condition(&mut self, at: u16) -> String {
        self.conditions.insert(at);
        format!("c{}", at + 1)
    }

    fn steps(&mut self, notes: &[String]) {
        for (at, (step, note)) in self.case.steps.iter().zip(notes).enumerate() {
            let value = self.action(step.action);
            let name = self.name(at as u16);
            let note = note.split("    (").next().unwrap_or_default();
            self.line(self.language.element(&name, &value), note);
            if step.asked {
                let question = self.language.call("is_bottom", &[&name]);
                self.line(self.language.asked(&question), &format!("{name} = ⊥ is asked"));
            }
        }
    }

    fn action(&mut self, action: Action) -> String {
        let language = self.language;
        match action {
            Action::Top => language.call("top", &[]),
            Action::Bottom => language.call("bottom", &[]),
            Action::Constraint(c) => {
                let top = language.nested(language.call("top", &[]));
                language.call("cond", &[&top, &self.condition(c)])
            }
            Action::Join(a, b) => language.call("join", &[&self.name(a), &self.name(b)]),
            Action::Meet(a, b) => language.call("meet", &[&self.name(a), &self.name(b)]),
            Action::Widen(a, b) => self.widen(&self.name(a), &self.name(b)),
            Action::Assign(a, v, e) => {
                let e = self.expression(e);
                language.call("assign", &[&self.name(a), &v.to_string(), &e])
            }
            Action::Project(a, v) => language.call("project", &[&self.name(a), &v.to_string()]),
            Action::Cond(a, c) => {
                let c = self.condition(c);
                language.call("cond", &[&self.name(a), &c])
            }
        }
    }

    /// x △ y, with y made smaller than x if the domain wants it.
    fn narrow(&self, x: &str, y: &str) -> String {
        let language = self.language;
        if self.profile.monotone_widening {
            language.call("narrow", &[x, &language.nested(language.call("meet", &[x, y]))])
        } else {
            language.call("narrow", &[x, y])
        }
    }

    /// x ∇ y, with y made larger than x if the domain wants it.
    fn widen(&self, x: &str, y: &str) -> String {
        let language = self.language;
        if self.case.guarded { language.guarded(x, y) } else { widening(self.profile, language, x, y) }
    }

    /// `None` where something of the formula does not exist for these arguments.
    fn property(&mut self, property: &Property, best: Option<&Best>) -> Option<()> {
        let mut used = property.formula.arguments();
        let a = self.case.arguments;
        match property.formula {
            // Other elements of a chain are too many to be shown, or made on the way.
            Formula::Converges(_) => used = [true, a.variant == run::ALTERNATE, a.variant == run::ALTERNATE],
            _ if self.case.assigns_nothing() => return None,
            _ => {}
        }
        for (at, _) in [a.x, a.y, a.z].into_iter().zip(used).filter(|(_, is_used)| *is_used) {
            let name = self.name(at);
            if !self.shown.iter().any(|shown| shown.name == name) {
                self.shown.push(Made { text: name.clone(), name });
            }
        }
        match property.formula {
            Formula::Converges(operator) => self.chain(operator),
            Formula::Sound(operator) => self.sound(operator)?,
            Formula::Best(operator) => self.best(operator, best?)?,
            Formula::Implies(premise, conclusion) => {
                self.premise(premise)?;
                let truth = self.truth(conclusion)?;
                self.line(self.language.truth("holds", &truth), "");
            }
            ref formula => {
                let truth = self.truth(formula)?;
                self.line(self.language.truth("holds", &truth), "");
            }
        }
        self.lines.push(String::new());
        for shown in std::mem::take(&mut self.shown) {
            self.line(self.language.show(&shown.text, &shown.name), "");
        }
        if matches!(property.formula, Formula::Sound(_)) {
            self.line(self.language.show_lost().to_owned(), "");
        }
        self.line(self.language.verdict(property.number), "");
        Some(())
    }

    fn premise(&mut self, premise: &Formula) -> Option<()> {
        if *premise == Formula::Represents {
            // Known without running anything.
            return self.represents().filter(|&yes| yes).map(|_| {
                self.lines
                    .push("    /* The premise holds: the domain can express what is assigned. */".into());
            });
        }
        let truth = self.truth(premise)?;
        self.line(self.language.end_unless(&truth, NO_PREMISE, 3), "");
        Some(())
    }

    fn represents(&self) -> Option<bool> {
        let a = &self.case.arguments;
        let expression = self.case.expressions.get(usize::from(a.expression))?;
        Some(self.profile.class.represents(&assigned(usize::from(a.variable), expression)?))
    }

    /// What is true or false, after the elements that it needs were made. In the table, only the first part of a conjunction needs any, so
    /// that none is made too early.
    fn truth(&mut self, formula: &Formula) -> Option<String> {
        let language = self.language;
        Some(match formula {
            Formula::Leq(a, b) | Formula::Eq(a, b) => {
                let (a, b) = (self.term(a)?, self.term(b)?);
                let question = if matches!(formula, Formula::Leq(..)) { "is_leq" } else { "is_eq" };
                language.call(question, &[&a.name, &b.name])
            }
            Formula::IsBottom(a) => language.call("is_bottom", &[&self.term(a)?.name]),
            Formula::IsTop(a) => language.call("is_top", &[&self.term(a)?.name]),
            Formula::Not(inner) => negated(&self.truth(inner)?),
            Formula::And(a, b) => format!("{} && {}", self.truth(a)?, self.truth(b)?),
            Formula::Implies(a, b) => format!("({} || {})", negated(&self.truth(a)?), self.truth(b)?),
            Formula::Represents => self.represents()?.to_string(),
            Formula::Converges(_) | Formula::Sound(_) | Formula::Best(_) => return None,
        })
    }

    fn term(&mut self, term: &Term) -> Option<Made> {
        let language = self.language;
        let a = self.case.arguments;
        let variable = a.variable.to_string();
        let pool = |name: String| Some(Made { text: name.clone(), name });
        let (value, text) = match term {
            Term::X => return pool(self.name(a.x)),
            Term::Y => return pool(self.name(a.y)),
            Term::Z => return pool(self.name(a.z)),
            Term::Top => (language.call("top", &[]), "⊤".to_owned()),
            Term::Bottom => (language.call("bottom", &[]), "⊥".to_owned()),
            Term::Join(x, y) => self.binary("join", "⊔", x, y)?,
            Term::Meet(x, y) => self.binary("meet", "⊓", x, y)?,
            Term::Narrow(x, y) => {
                let (x, y) = (self.term(x)?, self.term(y)?);
                let (old, new) = (part(&x.text), part(&y.text));
                let new = if self.profile.monotone_widening { format!("({old} ⊓ {new})") } else { new };
                (self.narrow(&x.name, &y.name), format!("{old} △ {new}"))
            }
            Term::Widen(x, y) => {
                let (x, y) = (self.term(x)?, self.term(y)?);
                let (old, new) = (part(&x.text), part(&y.text));
                let new = if self.profile.monotone_widening { format!("({old} ⊔ {new})") } else { new };
                (self.widen(&x.name, &y.name), format!("{old} ∇ {new}"))
            }
            Term::Assign(x) => {
                let x = self.term(x)?;
                let expression = self.case.expressions.get(usize::from(a.expression))?;
                let text = format!("assign({}, x{variable}, {expression})", x.text);
                let e = self.expression(a.expression);
                (language.call("assign", &[&x.name, &variable, &e]), text)
            }
            Term::Project(x) => {
                let x = self.term(x)?;
                let text = format!("project({}, x{variable})", x.text);
                (language.call("project", &[&x.name, &variable]), text)
            }
            Term::Cond(x, which) => {
                let x = self.term(x)?;
                let (constraint, prepared) = self.chosen(*which)?;
                let text = format!("cond({}, {constraint})", x.text);
                (language.call("cond", &[&x.name, &prepared]), text)
            }
        };
        self.made += 1;
        let name = format!("t{}", self.made);
        self.line(language.element(&name, &value), &format!("{name} ← {text}"));
        if !matches!(term, Term::Top | Term::Bottom) {
            self.shown.push(Made { name: name.clone(), text: text.clone() });
        }
        Some(Made { name, text })
    }

    fn binary(&mut self, call: &str, symbol: &str, x: &Term, y: &Term) -> Option<(String, String)> {
        let (x, y) = (self.term(x)?, self.term(y)?);
        let text = format!("{} {symbol} {}", part(&x.text), part(&y.text));
        Some((self.language.call(call, &[&x.name, &y.name]), text))
    }

    /// A condition of a formula, and how it is passed.
    fn chosen(&mut self, which: Condition) -> Option<(Constraint, String)> {
        let a = &self.case.arguments;
        let chosen = self.case.conditions.get(usize::from(a.condition))?;
        let constraint = match which {
            Condition::Chosen => return Some((chosen.clone(), self.condition(a.condition))),
            Condition::Opposite => expressible_opposite(chosen, self.profile)?,
            Condition::Assigned => {
                let expression = self.case.expressions.get(usize::from(a.expression))?;
                assigned(usize::from(a.variable), expression)?
            }
        };
        let prepared = self.language.prepared("d", &constraint);
        Some((constraint, prepared))
    }

    fn chain(&mut self, operator: Operator) {
        let a = self.case.arguments;
        let x = self.name(a.x);
        let (link, next) = match (operator, a.variant) {
            (Operator::Narrow, _) => (self.pool(), self.narrow("x", "y")),
            (_, run::LOOP) => {
                let (language, e) = (self.language, self.expression(a.expression));
                let after = language.nested(language.call("assign", &["x", &a.variable.to_string(), &e]));
                let joined = language.nested(language.call("join", &["x", &after]));
                (Link::None, self.widen("x", &joined))
            }
            (_, run::STAIR) => {
                let bounds = run::stair(self.case.dimension, usize::from(a.variable));
                (Link::Stair(bounds), self.widen("x", "y"))
            }
            _ => (self.pool(), self.widen("x", "y")),
        };
        self.lines.push(self.language.chain(&x, &link, &next));
        self.shown.push(Made { name: "x".into(), text: "the last".into() });
    }

    /// Elements of the case, in the order in which a chain has them.
    fn pool(&self) -> Link {
        let a = self.case.arguments;
        if a.variant == run::ALTERNATE {
            Link::Pool { names: vec![self.name(a.y), self.name(a.z)], start: 0, stride: 1 }
        } else {
            let (start, stride) = (usize::from(a.y), usize::from(a.z) | 1);
            Link::Pool { names: self.names.clone(), start, stride }
        }
    }

    fn sound(&mut self, operator: Operator) -> Option<()> {
        let wanted = States::of(self.case).after(operator, self.case);
        if wanted.is_empty() {
            return None;
        }
        let result = self.term(&operator.applied())?;
        self.lines.push("    /* States that the result must have, as the arguments have them. */".into());
        let wanted: Vec<&[i64]> = wanted.iter().map(|state| state.as_slice()).collect();
        self.lines.push(self.language.states(&result.name, &wanted));
        Some(())
    }

    fn best(&mut self, operator: Operator, best: &Best) -> Option<()> {
        match best {
            Best::Vacuous => return None,
            Best::Asked => self.best_asked(operator)?,
            Best::Known(expected) => self.best_known(operator, expected)?,
        }
        self.shown.push(Made { name: "expected".into(), text: "expected".into() });
        Some(())
    }

    /// In C, what is expected was found out before, and is built of its constraints.
    fn best_known(&mut self, operator: Operator, expected: &Expected) -> Option<()> {
        let language = self.language;
        let result = self.term(&operator.applied())?;
        for (at, constraints) in &expected.arguments {
            let (name, wanted) = (self.name(*at), format!("exact_{}", self.name(*at)));
            self.lines.push(format!("    /* What {name} must be. */"));
            let copy = language.call("copy", &[&name]);
            let same = if constraints.iter().any(Whole::is_contradiction) {
                // A library may not see that an element has no states unless it has to look.
                language.call("is_bottom", &[&language.call("meet", &[&copy, &language.call("top", &[])])])
            } else {
                self.exactly(&wanted, constraints);
                language.call("is_eq", &[&copy, &wanted])
            };
            let words = format!("{NO_PREMISE}: {name} itself is not as exact as can be");
            self.line(language.end_unless(&same, &words, 3), "");
        }
        self.lines.push("    /* What the result must be. */".into());
        self.exactly("expected", &expected.result);
        self.line(language.truth("holds", &language.call("is_eq", &[&result.name, "expected"])), "");
        Some(())
    }

    fn exactly(&mut self, name: &str, facts: &[Whole]) {
        for (code, comment) in self.language.exactly(name, facts) {
            self.line(code, &comment);
        }
    }

    /// In Rust, the domain without a fault is asked, about what the elements say.
    fn best_asked(&mut self, operator: Operator) -> Option<()> {
        let a = self.case.arguments;
        let (variable, language) = (a.variable.to_string(), self.language);
        self.lines.push("    /* What the arguments say, in the domain without a fault. */".into());
        self.line(language.element("exact_x", &said(&self.name(a.x))), "");
        if operator.is_binary() {
            self.line(language.element("exact_y", &said(&self.name(a.y))), "");
        }
        let value = match operator {
            Operator::Join => "exact.join(exact_x, exact_y)".to_owned(),
            Operator::Meet => "exact.meet(exact_x, exact_y)".to_owned(),
            Operator::Widen if self.profile.monotone_widening => {
                "exact.widen(exact_x, &exact.join(exact_x, exact_y))".to_owned()
            }
            Operator::Widen => "exact.widen(exact_x, exact_y)".to_owned(),
            Operator::Assign => {
                let expression = language.linear(self.case.expressions.get(usize::from(a.expression))?);
                format!("exact.assign(exact_x, {variable}, &exact.expression(&{expression}))")
            }
            Operator::Project => format!("exact.project(exact_x, {variable})"),
            Operator::Cond => {
                let condition = self.case.conditions.get(usize::from(a.condition))?;
                format!("exact.cond(exact_x, {})", language.prepared("exact", condition))
            }
            // There is no best one.
            Operator::Narrow => return None,
        };
        self.line(language.element("expected", &value), "");
        let result = self.term(&operator.applied())?;
        let same = format!("exact.is_eq(expected, &{})", said(&result.name));
        self.line(language.truth("holds", &same), "");
        Some(())
    }
}

/// What an element of the domain under test says, as an element of the domain without a fault.
fn said(name: &str) -> String {
    format!("exact.of_facts(&d.constraints({name}))")
}

/// x ∇ y, asked of the domain.
fn widening(profile: &Profile, language: Language, x: &str, y: &str) -> String {
    if profile.monotone_widening {
        language.call("widen", &[x, &language.nested(language.call("join", &[x, y]))])
    } else {
        language.call("widen", &[x, y])
    }
}

/// What stands before `main`, and is needed by this case only.
pub(super) fn helpers(case: &Case, profile: &Profile, language: Language) -> String {
    if case.guarded { language.guard(&widening(profile, language, "x", "y")) } else { String::new() }
}

/// In brackets if it is an operation with a symbol.
fn part(text: &str) -> String {
    let is_call = text.ends_with(')') && !text.starts_with('(');
    if text.contains(' ') && !is_call { format!("({text})") } else { text.to_owned() }
}

/// match: `int x;` and `why`, result: `    int x;    /* why */` with the comment in its column
fn commented(code: &str, comment: &str) -> String {
    if comment.is_empty() {
        return format!("    {code}");
    }
    format!("    {code:COLUMN$} /* {comment} */")
}
