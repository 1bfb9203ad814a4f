//! The words of the two languages in which programs are written: the same calls, with other marks.

use crate::linear::{Constant, Constraint, Linear, Relation, Special};
use crate::run::CHAIN;
use crate::text;

/// The language of a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Language {
    C,
    /// In Rust, all names of elements are references.
    Rust,
}

impl Language {
    /// An operation or question of the domain.
    pub(super) fn call(self, name: &str, arguments: &[&str]) -> String {
        let arguments = arguments.join(", ");
        match self {
            Language::C => format!("{name}({arguments})"),
            Language::Rust => format!("d.{name}({arguments})"),
        }
    }

    /// What an operation gives, as an argument of another.
    pub(super) fn nested(self, value: String) -> String {
        match self {
            Language::C => value,
            Language::Rust => format!("&{value}"),
        }
    }

    /// A name for an element.
    pub(super) fn element(self, name: &str, value: &str) -> String {
        match self {
            Language::C => format!("element {name} = {value};"),
            Language::Rust => format!("let {name} = &{value};"),
        }
    }

    /// A name for an expression.
    pub(super) fn expression(self, name: &str, linear: &Linear) -> String {
        let value = self.linear(linear);
        match self {
            Language::C => format!("expression {name} = {value};"),
            Language::Rust => format!("let {name} = &d.expression(&{value});"),
        }
    }

    /// A name for a condition.
    pub(super) fn condition(self, name: &str, constraint: &Constraint) -> String {
        let value = self.prepared("d", constraint);
        match self {
            Language::C => format!("condition {name} = {value};"),
            Language::Rust => format!("let {name} = {value};"),
        }
    }

    /// A condition as an argument.
    pub(super) fn prepared(self, domain: &str, constraint: &Constraint) -> String {
        let relation = match constraint.relation {
            Relation::AtLeast => "at_least",
            Relation::Equal => "equal",
            Relation::Above => "above",
        };
        let compared = format!("{relation}({})", self.linear(&constraint.linear));
        match self {
            Language::C => compared,
            Language::Rust => format!("&{domain}.condition(&{compared})"),
        }
    }

    /// A truth value with a name.
    pub(super) fn truth(self, name: &str, value: &str) -> String {
        match self {
            Language::C => format!("bool {name} = {value};"),
            Language::Rust => format!("let {name} = {value};"),
        }
    }

    /// A question whose answer does not matter.
    pub(super) fn asked(self, question: &str) -> String {
        match self {
            Language::C => format!("{question};"),
            Language::Rust => format!("let _ = {question};"),
        }
    }

    fn ending(self, words: &str, code: u8) -> String {
        match self {
            Language::C => format!("end(\"{words}\", {code})"),
            Language::Rust => format!("end(&d, \"{words}\", {code})"),
        }
    }

    /// The end of the program.
    pub(super) fn end(self, words: &str, code: u8) -> String {
        match self {
            Language::C => format!("return {};", self.ending(words, code)),
            Language::Rust => self.ending(words, code),
        }
    }

    /// The end of the program unless something is true.
    pub(super) fn end_unless(self, truth: &str, words: &str, code: u8) -> String {
        let not = negated(truth);
        let ending = self.ending(words, code);
        match self {
            Language::C => format!("if ({not}) return {ending};"),
            Language::Rust => format!("if {not} {{ return {ending}; }}"),
        }
    }

    /// The end of the program, which depends on whether the property holds.
    pub(super) fn verdict(self, property: u8) -> String {
        let yes = self.ending(&format!("property {property} holds"), 0);
        let no = self.ending(&format!("property {property} does not hold"), 1);
        match self {
            Language::C => format!("return holds ? {yes} : {no};"),
            Language::Rust => format!("if holds {{ {yes} }} else {{ {no} }}"),
        }
    }

    pub(super) fn show(self, text: &str, name: &str) -> String {
        match self {
            Language::C => format!("show(\"{text}\", {name});"),
            Language::Rust => format!("show(&d, \"{text}\", {name});"),
        }
    }

    fn number(self, value: i64) -> String {
        let name = text::number(Constant::Finite(value));
        match (self, name.as_str()) {
            (Language::Rust, "LONG_MIN") => "i64::MIN".to_owned(),
            (Language::Rust, "LONG_MAX") => "i64::MAX".to_owned(),
            (Language::Rust, _) => value.to_string(),
            (Language::C, _) => name,
        }
    }

    /// Numbers in brackets.
    fn numbers(self, values: &[i64]) -> String {
        let all: Vec<String> = values.iter().map(|&value| self.number(value)).collect();
        match self {
            Language::C => format!("{{{}}}", all.join(", ")),
            Language::Rust => format!("[{}]", all.join(", ")),
        }
    }

    fn linear(self, linear: &Linear) -> String {
        let type_of_numbers = if self == Language::C { "(long[N])" } else { "" };
        let coefficients = format!("{type_of_numbers}{}", self.numbers(&linear.coefficients));
        match (linear.constant, self) {
            (Constant::Finite(value), _) => format!("linear({coefficients}, {})", self.number(value)),
            (Constant::Interval(low, high), _) => {
                format!("between({coefficients}, {}, {})", self.number(low), self.number(high))
            }
            (Constant::Special(special), Language::Rust) => {
                format!("special({coefficients}, Special::{special:?})")
            }
            (Constant::Special(special), Language::C) => {
                let name = match special {
                    Special::Infinity => "INFINITY",
                    Special::NegativeInfinity => "-INFINITY",
                    Special::NotANumber => "NAN",
                };
                format!("special({coefficients}, {name})")
            }
        }
    }

    /// The dissertation's algorithm 2.3, with `next` made of `x` and `y`.
    pub(super) fn chain(self, x: &str, pool: &[String], start: usize, stride: usize, next: &str) -> String {
        let (pool, count) = (pool.join(", "), pool.len());
        match self {
            Language::C => format!(
                "    element pool[] = {{{pool}}};
    element x = copy({x});
    bool holds = false;
    for (int step = 0; step < {CHAIN} && !holds; step++) {{
        element y = pool[({start} + step * {stride}) % {count}];
        element next = {next};
        holds = is_eq(next, x);
        x = next;
    }}"
            ),
            Language::Rust => format!(
                "    let pool = [{pool}];
    let mut last = d.copy({x});
    let mut holds = false;
    for step in 0..{CHAIN} {{
        let (x, y) = (&last, pool[({start} + step * {stride}) % {count}]);
        let next = {next};
        holds = d.is_eq(&next, x);
        last = next;
        if holds {{
            break;
        }}
    }}
    let x = &last;"
            ),
        }
    }

    /// Whether some states are those of an element.
    pub(super) fn states(self, element: &str, states: &[&[i64]]) -> String {
        let all: Vec<String> = states.iter().map(|state| self.numbers(state)).collect();
        let (all, count) = (all.join(", "), states.len());
        match self {
            Language::C => format!(
                "    static const long states[][N] = {{{all}}};
    size_t at = 0;
    while (at < {count} && contains({element}, states[at])) at++;
    bool holds = at == {count};"
            ),
            Language::Rust => format!(
                "    let lost = [{all}].into_iter().find(|&state| !contains(&d, {element}, state));
    let holds = lost.is_none();"
            ),
        }
    }

    /// The state that is lost, if there is one.
    pub(super) fn show_lost(self) -> &'static str {
        match self {
            Language::C => "if (!holds) show_lost(states[at]);",
            Language::Rust => "if let Some(state) = lost { println!(\"the state {state:?} is lost\"); }",
        }
    }

    /// The element in which some constraints hold, and nothing else is known.
    pub(super) fn exactly(self, name: &str, constraints: &[Constraint]) -> Vec<(String, String)> {
        // The library is asked to build it itself; a reference domain may have a fault, so that one without is asked.
        let domain = if self == Language::C { "" } else { "exact." };
        if constraints.iter().any(|constraint| constraint.linear.terms().next().is_none()) {
            return vec![(self.element(name, &format!("{domain}bottom()")), String::new())];
        }
        let mut lines = vec![(self.element(name, &format!("{domain}top()")), String::new())];
        for constraint in constraints {
            let value = format!("{domain}cond({name}, {})", self.prepared("exact", constraint));
            let line = match self {
                Language::C => format!("{name} = {value};"),
                Language::Rust => format!("let {name} = &{value};"),
            };
            lines.push((line, constraint.to_string()));
        }
        lines
    }
}

/// Not, without more marks than needed.
pub(super) fn negated(truth: &str) -> String {
    match truth.strip_prefix('!') {
        Some(inner) if !truth.contains("&&") && !truth.contains("||") => inner.to_owned(),
        _ if truth.contains("&&") || truth.contains("||") => format!("!({truth})"),
        _ => format!("!{truth}"),
    }
}
