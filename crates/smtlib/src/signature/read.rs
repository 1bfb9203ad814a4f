//! Reads signatures from the text of the theory tables.
//!
//! The tables are part of the program, so a mistake in one is a mistake in Quis: reading panics, and the tests
//! read every table.
#![allow(clippy::panic, reason = "the tables are constants, checked by the tests of this crate")]

use super::{Arity, Condition, MAX_VARIABLES, Operator, Origin, Rule, Signature, SortPattern, Width};
use crate::sort::{Sort, SortConstructor};

/// A piece of a table's text.
#[derive(Debug)]
enum Sexp {
    Atom(&'static str),
    List(Vec<Sexp>),
}

impl Sexp {
    fn atom(&self) -> Option<&'static str> {
        match self {
            Sexp::Atom(text) => Some(text),
            Sexp::List(_) => None,
        }
    }
}

/// Reads an operator from the lines of its table entry: the first gives the name, all give ranks.
pub(crate) fn read_operator(lines: &[&'static str]) -> Operator {
    let mut operator = Operator {
        name: "",
        synonyms: Vec::new(),
        aliases: Vec::new(),
        origin: Origin::Standard26,
        internal: false,
        signatures: Vec::new(),
    };
    for line in lines {
        read_line(line, &mut operator);
    }
    operator
}

fn read_line(text: &'static str, operator: &mut Operator) {
    let fail = || -> ! { panic!("malformed signature: {text}") };
    let Sexp::List(parts) = parse(text) else { fail() };
    let sorts_end =
        parts.iter().position(|part| part.atom().is_some_and(|a| a.starts_with(':'))).unwrap_or(parts.len());
    let (sorts, attributes) = parts.split_at(sorts_end);
    let mut names = Names::default();

    let (name, indices) = match &sorts[0] {
        Sexp::Atom(name) => (*name, Vec::new()),
        Sexp::List(items) => {
            let (Some("_"), Some(name)) = (items[0].atom(), items[1].atom()) else { fail() };
            (name, items[2..].iter().map(|item| names.width(item)).collect())
        }
    };
    let first = operator.name.is_empty();
    if first {
        operator.name = name;
    } else if operator.name != name {
        fail();
    }
    let mut sorts: Vec<SortPattern> = sorts[1..].iter().map(|sort| names.sort(sort)).collect();
    let Some(result) = sorts.pop() else { fail() };
    let mut signature = Signature {
        indices,
        params: sorts,
        result,
        arity: Arity::Fixed,
        conditions: Vec::new(),
        rule: None,
        homogeneous: false,
        result_param: None,
        has_undetermined_result: false,
        origin: operator.origin,
        text,
    };

    let mut attributes = attributes.iter();
    while let Some(attribute) = attributes.next() {
        let mut value = || attributes.next().unwrap_or_else(|| fail());
        match attribute.atom() {
            Some(":left-assoc") => signature.arity = Arity::LeftAssoc,
            Some(":right-assoc") => signature.arity = Arity::RightAssoc,
            Some(":chainable") => signature.arity = Arity::Chainable,
            Some(":pairwise") => signature.arity = Arity::Pairwise,
            Some(":repeat-first") => signature.arity = Arity::RepeatFirst,
            Some(":internal") => operator.internal = true,
            Some(":where") => signature.conditions.push(names.condition(value()).unwrap_or_else(|| fail())),
            Some(":also") => operator.synonyms.push(value().atom().unwrap_or_else(|| fail())),
            Some(":aka") => operator.aliases.push(value().atom().unwrap_or_else(|| fail())),
            Some(":rule") => {
                let rule = value().atom().and_then(Rule::from_name);
                signature.rule = Some(rule.unwrap_or_else(|| fail()));
            }
            Some(":from") => {
                signature.origin = match value().atom() {
                    Some("2.7") => Origin::Standard27,
                    Some("old") => Origin::Old,
                    Some("z3") => Origin::Z3,
                    Some("cvc5") => Origin::Cvc5,
                    Some("other") => Origin::Other,
                    _ => fail(),
                }
            }
            _ => fail(),
        }
    }
    if first {
        operator.origin = signature.origin;
    }
    let mut known = Vec::new();
    signature.params.iter().for_each(|param| param.variables(&mut known));
    let mut needed = Vec::new();
    signature.result.variables(&mut needed);
    signature.has_undetermined_result = needed.iter().any(|variable| !known.contains(variable));
    if matches!(signature.result, SortPattern::Apply(..)) {
        let at = signature.params.iter().position(|param| *param == signature.result);
        signature.result_param = at.map(|at| at as u8);
    }
    signature.homogeneous = match signature.arity {
        Arity::LeftAssoc | Arity::RightAssoc => {
            signature.params.iter().all(|param| *param == signature.result)
        }
        Arity::Chainable | Arity::Pairwise => {
            signature.params.iter().all(|param| *param == signature.params[0])
        }
        Arity::Fixed | Arity::RepeatFirst => false,
    };
    operator.signatures.push(signature);
}

/// The variables of one signature, numbered as they are met.
#[derive(Default)]
struct Names {
    sorts: Vec<&'static str>,
    numbers: Vec<&'static str>,
}

fn number_of(names: &mut Vec<&'static str>, name: &'static str) -> u8 {
    let id = names.iter().position(|known| *known == name).unwrap_or_else(|| {
        names.push(name);
        names.len() - 1
    });
    assert!(id < MAX_VARIABLES, "too many variables in a signature: {name}");
    id as u8
}

impl Names {
    fn width(&mut self, sexp: &Sexp) -> Width {
        match sexp {
            Sexp::Atom(text) => match text.parse() {
                Ok(value) => Width::Constant(value),
                Err(_) => Width::Variable(number_of(&mut self.numbers, text)),
            },
            Sexp::List(items) => {
                let (left, right) = (Box::new(self.width(&items[1])), Box::new(self.width(&items[2])));
                match items[0].atom() {
                    Some("+") => Width::Sum(left, right),
                    Some("-") => Width::Difference(left, right),
                    Some("*") => Width::Product(left, right),
                    _ => panic!("malformed width: {items:?}"),
                }
            }
        }
    }

    fn condition(&mut self, sexp: &Sexp) -> Option<Condition> {
        let Sexp::List(items) = sexp else { return None };
        let strict = match items[0].atom()? {
            "<" => true,
            "<=" => false,
            _ => return None,
        };
        Some(Condition { strict, left: self.width(&items[1]), right: self.width(&items[2]) })
    }

    fn sort(&mut self, sexp: &Sexp) -> SortPattern {
        let items = match sexp {
            Sexp::Atom(name) => return self.sort_atom(name),
            Sexp::List(items) => items,
        };
        let constructor = match items[0].atom() {
            Some("_") => {
                return match items[1].atom() {
                    Some("BitVec") => SortPattern::BitVec(self.width(&items[2])),
                    Some("FloatingPoint") => SortPattern::Float(self.width(&items[2]), self.width(&items[3])),
                    _ => panic!("malformed sort: {items:?}"),
                };
            }
            Some("Array") => SortConstructor::Array,
            Some("->") => SortConstructor::Function,
            Some("Seq") => SortConstructor::Seq,
            Some("Set") => SortConstructor::Set,
            Some("Bag") => SortConstructor::Bag,
            Some("Tuple") => SortConstructor::Tuple,
            Some("Nullable") => SortConstructor::Nullable,
            _ => panic!("malformed sort: {items:?}"),
        };
        SortPattern::Apply(constructor, items[1..].iter().map(|item| self.sort(item)).collect())
    }

    fn sort_atom(&mut self, name: &'static str) -> SortPattern {
        SortPattern::Exact(match name {
            "Bool" => Sort::BOOL,
            "Int" => Sort::INT,
            "Real" => Sort::REAL,
            "String" => Sort::STRING,
            "RegLan" => Sort::REGLAN,
            "RoundingMode" => Sort::ROUNDING_MODE,
            "Unicode" => return SortPattern::Char,
            "FF" => return SortPattern::FieldVariable(number_of(&mut self.sorts, name)),
            _ if name.len() == 1 && name.as_bytes()[0].is_ascii_uppercase() => {
                return SortPattern::Variable(number_of(&mut self.sorts, name));
            }
            _ => panic!("unknown sort in a signature: {name}"),
        })
    }
}

fn parse(text: &'static str) -> Sexp {
    let mut open: Vec<Vec<Sexp>> = vec![Vec::new()];
    let mut rest = text;
    loop {
        rest = rest.trim_start();
        let Some(first) = rest.bytes().next() else { break };
        match first {
            b'(' => {
                open.push(Vec::new());
                rest = &rest[1..];
            }
            b')' => {
                let list = open.pop().unwrap_or_default();
                match open.last_mut() {
                    Some(outer) => outer.push(Sexp::List(list)),
                    None => panic!("unbalanced signature: {text}"),
                }
                rest = &rest[1..];
            }
            _ => {
                let end =
                    rest.find(|c: char| c.is_whitespace() || c == '(' || c == ')').unwrap_or(rest.len());
                if let Some(list) = open.last_mut() {
                    list.push(Sexp::Atom(&rest[..end]));
                }
                rest = &rest[end..];
            }
        }
    }
    match open.pop().and_then(|mut items| items.pop()) {
        Some(sexp) if open.is_empty() => sexp,
        _ => panic!("unbalanced signature: {text}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_says_all_of_a_rank() {
        let operator = read_operator(&[
            "((_ f i) (_ BitVec m) X (Array X (_ BitVec (+ i m))) :where (< i m) :from z3 :also g :aka h)",
            "(f Int Int Int :left-assoc)",
            "(f Bool Bool Bool :chainable :from old)",
        ]);
        assert_eq!((operator.name, operator.origin), ("f", Origin::Z3));
        assert_eq!((&*operator.synonyms, &*operator.aliases), (&["g"][..], &["h"][..]));
        let [first, second, third] = &*operator.signatures else { unreachable!("three lines") };
        assert_eq!(first.indices, [Width::Variable(0)]);
        assert_eq!(first.params, [SortPattern::BitVec(Width::Variable(1)), SortPattern::Variable(0)]);
        assert_eq!((first.conditions.len(), first.arity, first.result_param), (1, Arity::Fixed, None));
        assert_eq!((second.origin, second.arity, second.homogeneous), (Origin::Z3, Arity::LeftAssoc, true));
        assert_eq!((third.origin, third.arity, third.homogeneous), (Origin::Old, Arity::Chainable, true));
    }

    #[test]
    fn a_constructed_result_may_be_an_argument() {
        let operator = read_operator(&["(f X (Seq X) (Seq X))", "(f X X)"]);
        let found: Vec<_> = operator.signatures.iter().map(|signature| signature.result_param).collect();
        assert_eq!(found, [Some(1), None]);
    }

    #[test]
    fn a_mistake_in_a_table_is_found() {
        for text in ["(f", "f", "(f Int :left)", "(f Nat Bool)", "(f Int :from nobody)", "(f Int :rule none)"]
        {
            assert!(std::panic::catch_unwind(|| read_operator(&[text])).is_err(), "{text}");
        }
    }
}
