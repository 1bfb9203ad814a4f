//! Arrays, sequences, sets, bags, tuples, nullable values, functions, datatypes.

use super::Maker;
use crate::shape::Shape;

/// The datatypes of the cases: a list, an enumeration, a record, and a parametric one.
pub(crate) const DATATYPES: &str = "(declare-datatypes ((Tree 0) (Colour 0) (Point 0) (Pair 2)) (\
    ((leaf) (node (key Int) (left Tree) (right Tree)) (tip (label (_ BitVec 4))))\
    ((red) (green) (blue))\
    ((point (abscissa Int) (ordinate Real) (hue Colour)))\
    (par (A B) ((pair (first A) (second B)) (nothing)))))";

impl Maker {
    pub(super) fn compound(&mut self, shape: &Shape, name: &str, of: &[Shape]) -> String {
        match (name, of) {
            ("Array", [indices @ .., element]) => {
                let mut text = format!("((as const {shape}) {})", self.plain(element));
                for _ in 0..self.choices.below(4) {
                    let at: Vec<String> = indices.iter().map(|index| self.value(index)).collect();
                    text = format!("(store {text} {} {})", at.join(" "), self.value(element));
                }
                text
            }
            ("Seq", [element]) => {
                let length = self.choices.below(5) as usize;
                self.longest = self.longest.max(length);
                let units: Vec<String> =
                    (0..length).map(|_| format!("(seq.unit {})", self.few(element))).collect();
                joined("seq.++", &units, &format!("(as seq.empty {shape})"))
            }
            ("Set", [element]) => {
                let count = self.choices.below(4);
                let items: Vec<String> =
                    (0..count).map(|_| format!("(set.singleton {})", self.few(element))).collect();
                joined("set.union", &items, &format!("(as set.empty {shape})"))
            }
            ("Bag", [element]) => {
                let items: Vec<String> = (0..self.choices.below(4))
                    .map(|_| format!("(bag {} {})", self.few(element), self.choices.between(1, 3)))
                    .collect();
                joined("bag.union_disjoint", &items, &format!("(as bag.empty {shape})"))
            }
            ("Tuple", []) => "tuple.unit".to_owned(),
            ("Tuple", of) => {
                let parts: Vec<String> = of.iter().map(|part| self.few(part)).collect();
                format!("(tuple {})", parts.join(" "))
            }
            ("Nullable", [element]) => match self.choices.below(4) {
                0 => format!("(as nullable.null {shape})"),
                _ => format!("(nullable.some {})", self.value(element)),
            },
            ("->", of) => self.function(of),
            _ => "true".to_owned(),
        }
    }

    /// One of few values of a sort, so that elements occur again.
    fn few(&mut self, shape: &Shape) -> String {
        match shape {
            Shape::Int if self.choices.chance(90) => self.choices.below(4).to_string(),
            Shape::String if self.choices.chance(70) => {
                (*self.choices.pick(&["\"\"", "\"a\"", "\"ab\""])).to_owned()
            }
            Shape::Real if self.choices.chance(80) => {
                (*self.choices.pick(&["0.0", "1.0", "(/ 1.0 2.0)"])).to_owned()
            }
            _ => self.value(shape),
        }
    }

    /// A `lambda`.
    fn function(&mut self, of: &[Shape]) -> String {
        let Some((result, params)) = of.split_last() else { return "true".to_owned() };
        let variables: Vec<String> =
            params.iter().enumerate().map(|(at, param)| format!("(v{at} {param})")).collect();
        let ints = params.iter().all(|param| *param == Shape::Int);
        let bodies: &[&str] = match (result, params.len(), ints) {
            (Shape::Int, 1, true) => {
                &["(+ v0 1)", "(* v0 2)", "(mod v0 3)", "(- 7 v0)", "(ite (> v0 1) 0 v0)"]
            }
            (Shape::Int, 2, true) => {
                &["(+ v0 v1)", "(- v1 v0)", "(+ v1 (* 2 v0))", "(ite (< v0 v1) v1 v0)", "v1", "v0"]
            }
            (Shape::Int, 3, true) => &["(+ v0 v1 v2)", "(+ v1 (* v0 v2))", "(- v1 v2)", "(+ (* 2 v1) v2)"],
            (Shape::Bool, 1, true) => &["(> v0 1)", "(= (mod v0 2) 0)", "(distinct v0 2)", "true", "false"],
            (Shape::Bool, 2, true) => &["(<= v0 v1)", "(= (mod v0 2) (mod v1 2))", "(= v0 v1)"],
            _ => &[],
        };
        let body = match bodies {
            [] => match params.iter().position(|param| param == result) {
                Some(at) if self.choices.chance(60) => format!("v{at}"),
                _ => self.value(result),
            },
            _ => (*self.choices.pick(bodies)).to_owned(),
        };
        format!("(lambda ({}) {body})", variables.join(" "))
    }

    /// A value of a datatype of the prelude.
    pub(crate) fn datatype(&mut self, name: &str, depth: u32) -> String {
        match name {
            "Tree" => match self.choices.below(4) {
                0 => "leaf".to_owned(),
                1 => format!("(tip {})", self.value(&Shape::BitVec(4))),
                _ if depth > 0 => {
                    let (key, left, right) = (
                        self.few(&Shape::Int),
                        self.datatype(name, depth - 1),
                        self.datatype(name, depth - 1),
                    );
                    format!("(node {key} {left} {right})")
                }
                _ => "leaf".to_owned(),
            },
            "Colour" => (*self.choices.pick(&["red", "green", "blue"])).to_owned(),
            "Point" => {
                let (x, y) = (self.few(&Shape::Int), self.few(&Shape::Real));
                format!("(point {x} {y} {})", self.datatype("Colour", 0))
            }
            _ => match self.choices.below(4) {
                0 => format!("(as nothing {name})"),
                _ => {
                    let (first, second) = (self.few(&Shape::Int), self.bool(1));
                    format!("((as pair {name}) {first} {second})")
                }
            },
        }
    }
}

fn joined(op: &str, items: &[String], empty: &str) -> String {
    match items {
        [] => empty.to_owned(),
        [only] => only.clone(),
        all => format!("({op} {})", all.join(" ")),
    }
}
