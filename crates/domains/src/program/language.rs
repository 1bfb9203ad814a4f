//! The words of the two languages in which programs are written: the same calls, with other marks.

use super::expected::Whole;
use crate::linear::{Constant, Constraint, Linear, Relation, Special};
use crate::run::{Bound, CHAIN};
use crate::text;

/// Where the other element of each step of a chain comes from.
pub(super) enum Link {
    /// It is made of the last one.
    None,
    /// From some elements that have names, in turn.
    Pool { names: Vec<String>, start: usize, stride: usize },
    /// From a stair.
    Stair(Vec<Bound>),
}

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
        let compared = format!("{}({})", relation(constraint.relation), self.linear(&constraint.linear));
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

    /// The coefficients of an expression, as an argument.
    fn coefficients(self, coefficients: &[i64]) -> String {
        let type_of_numbers = if self == Language::C { "(long[N])" } else { "" };
        format!("{type_of_numbers}{}", self.numbers(coefficients))
    }

    /// An expression, as an argument.
    pub(super) fn linear(self, linear: &Linear) -> String {
        let coefficients = self.coefficients(&linear.coefficients);
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

    /// The dissertation's algorithm 2.3: a chain from `x` on, with `next` made of `x` and the `y` of each step.
    pub(super) fn chain(self, x: &str, link: &Link, next: &str) -> String {
        let (pool, y) = self.link(link);
        match self {
            Language::C => format!(
                "{pool}    element x = copy({x});
    bool holds = false;
    for (int step = 0; step < {CHAIN} && !holds; step++) {{
{y}        element next = {next};
        holds = is_eq(next, x);
        x = next;
    }}"
            ),
            Language::Rust => format!(
                "{pool}    let mut last = d.copy({x});
    let mut holds = false;
    for step in 0..{CHAIN} {{
        let x = &last;
{y}        let next = {next};
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

    /// The other element of a step of a chain: what is needed before the first step, and in each.
    fn link(self, link: &Link) -> (String, String) {
        match link {
            Link::None => (String::new(), String::new()),
            Link::Pool { names, start, stride } => {
                let (pool, at) = (names.join(", "), format!("({start} + step * {stride}) % {}", names.len()));
                match self {
                    Language::C => (
                        format!("    element pool[] = {{{pool}}};\n"),
                        format!("        element y = pool[{at}];\n"),
                    ),
                    Language::Rust => {
                        (format!("    let pool = [{pool}];\n"), format!("        let y = pool[{at}];\n"))
                    }
                }
            }
            Link::Stair(bounds) => (String::new(), self.stair(bounds)),
        }
    }

    /// A step of a stair, whose bounds take turns to grow.
    fn stair(self, bounds: &[Bound]) -> String {
        let mut out = String::from("        /* A step of a stair: upper bounds take turns to grow. */\n");
        out += match self {
            Language::C => "        int odd = step % 2;\n        element y = top();\n",
            Language::Rust => "        let odd = step % 2;\n        let y = &d.top();\n",
        };
        for bound in bounds {
            let (sum, constant) = (bound.sum(), bound.constant);
            let linear = format!("linear({}, {constant})", self.coefficients(&bound.coefficients));
            let code = match self {
                Language::C => format!("y = cond(y, at_least({linear}));"),
                Language::Rust => format!("let y = &d.cond(y, &d.condition(&at_least({linear})));"),
            };
            out += &format!("        {code} /* {sum} + {constant} >= 0 */\n");
        }
        out
    }

    /// x ∇ y where ⊥ is kept from the domain.
    pub(super) fn guarded(self, x: &str, y: &str) -> String {
        match self {
            Language::C => format!("guarded_widen({x}, {y})"),
            Language::Rust => format!("guarded_widen(&d, {x}, {y})"),
        }
    }

    /// The function that keeps ⊥ from the widening, if the case wants it. `widening` is that of the two elements x and y.
    pub(super) fn guard(self, widening: &str) -> String {
        const WHY: &str = "Widenings with ⊥ are not asked of the domain, which may not survive them: x ∇ ⊥ is x, and ⊥ ∇ y is y.";
        match self {
            Language::C => format!(
                "
/* {WHY} */
static element guarded_widen(element x, element y) {{
    if (is_bottom(y)) return copy(x);
    if (is_bottom(x)) return copy(y);
    return {widening};
}}
"
            ),
            Language::Rust => format!(
                "
/// {WHY}
fn guarded_widen<D: Domain>(d: &D, x: &D::Element, y: &D::Element) -> D::Element {{
    if d.is_bottom(y) {{
        return d.copy(x);
    }}
    if d.is_bottom(x) {{
        return d.copy(y);
    }}
    {widening}
}}
"
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

    /// The element in which some facts hold, and nothing else is known: lines, and what they say. The library is asked to build it itself.
    pub(super) fn exactly(self, name: &str, facts: &[Whole]) -> Vec<(String, String)> {
        if facts.iter().any(Whole::is_contradiction) {
            return vec![(self.element(name, "bottom()"), String::new())];
        }
        let mut lines = vec![(self.element(name, "top()"), String::new())];
        for fact in facts {
            let linear = if let Some(linear) = fact.small() {
                self.linear(&linear)
            } else {
                let all: Vec<String> = fact.coefficients.iter().map(|n| format!("\"{n}\"")).collect();
                format!("large((const char *[N]){{{}}}, \"{}\")", all.join(", "), fact.constant)
            };
            let code = format!("{name} = cond({name}, {}({linear}));", relation(fact.relation));
            lines.push((code, fact.text.clone()));
        }
        lines
    }
}

/// The function that compares an expression with zero.
fn relation(relation: Relation) -> &'static str {
    match relation {
        Relation::AtLeast => "at_least",
        Relation::Equal => "equal",
        Relation::Above => "above",
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
