//! Tests of the languages: cases, then against definitions, another implementation, laws, and at scale.

mod cases;
mod definition;
mod laws;
mod scale;
mod strings;

use proptest::prelude::*;

use super::{Regex, Regexes};
use crate::budget::Budget;

/// A term over a small alphabet.
#[derive(Clone, Debug)]
enum Re {
    None,
    All,
    AllChar,
    Literal(Vec<u32>),
    Range(u32, u32),
    Concat(Box<Re>, Box<Re>),
    Union(Box<Re>, Box<Re>),
    Inter(Box<Re>, Box<Re>),
    Diff(Box<Re>, Box<Re>),
    Xor(Box<Re>, Box<Re>),
    Comp(Box<Re>),
    Star(Box<Re>),
    Plus(Box<Re>),
    Opt(Box<Re>),
    Power(Box<Re>, u32),
    Loop(Box<Re>, u32, Option<u32>),
}

const A: u32 = 0x61;

fn word(s: &str) -> Vec<u32> {
    s.chars().map(u32::from).collect()
}

fn plenty() -> Budget {
    Budget::new(2_000_000)
}

fn terms() -> impl Strategy<Value = Re> {
    let character = A..A + 3;
    let leaf = prop_oneof![
        1 => Just(Re::None),
        1 => Just(Re::All),
        1 => Just(Re::AllChar),
        4 => prop::collection::vec(character.clone(), 0..3).prop_map(Re::Literal),
        2 => (character.clone(), character).prop_map(|(low, high)| Re::Range(low, high)),
    ];
    leaf.prop_recursive(4, 16, 2, |inner| {
        let one = inner.clone().prop_map(Box::new);
        let two = (one.clone(), one.clone());
        prop_oneof![
            4 => two.clone().prop_map(|(a, b)| Re::Concat(a, b)),
            3 => two.clone().prop_map(|(a, b)| Re::Union(a, b)),
            2 => two.clone().prop_map(|(a, b)| Re::Inter(a, b)),
            1 => two.clone().prop_map(|(a, b)| Re::Diff(a, b)),
            1 => two.prop_map(|(a, b)| Re::Xor(a, b)),
            2 => one.clone().prop_map(Re::Comp),
            2 => one.clone().prop_map(Re::Star),
            1 => one.clone().prop_map(Re::Plus),
            1 => one.clone().prop_map(Re::Opt),
            1 => (one.clone(), 0_u32..4).prop_map(|(a, n)| Re::Power(a, n)),
            2 => (one, 0_u32..4, prop::option::of(0_u32..5)).prop_map(|(a, i, j)| Re::Loop(a, i, j)),
        ]
    })
}

/// The language of a term.
fn build(table: &mut Regexes, term: &Re) -> Regex {
    match term {
        Re::None => Regex::NONE,
        Re::All => Regex::ALL,
        Re::AllChar => Regex::ALLCHAR,
        Re::Literal(s) => table.literal(s),
        &Re::Range(low, high) => table.range(low, high),
        Re::Concat(a, b) => build_two(table, a, b, Regexes::concat),
        Re::Union(a, b) => build_two(table, a, b, Regexes::union),
        Re::Inter(a, b) => build_two(table, a, b, Regexes::inter),
        Re::Diff(a, b) => build_two(table, a, b, Regexes::diff),
        Re::Xor(a, b) => build_two(table, a, b, Regexes::xor),
        Re::Comp(a) => build_one(table, a, Regexes::comp),
        Re::Star(a) => build_one(table, a, Regexes::star),
        Re::Plus(a) => build_one(table, a, Regexes::plus),
        Re::Opt(a) => build_one(table, a, Regexes::opt),
        &Re::Power(ref a, n) => build_one(table, a, |table, r| table.power(r, n)),
        &Re::Loop(ref a, low, high) => build_one(table, a, |table, r| table.loop_(r, low, high)),
    }
}

fn build_one(table: &mut Regexes, a: &Re, make: impl Fn(&mut Regexes, Regex) -> Regex) -> Regex {
    let a = build(table, a);
    make(table, a)
}

fn build_two(table: &mut Regexes, a: &Re, b: &Re, make: fn(&mut Regexes, Regex, Regex) -> Regex) -> Regex {
    let (a, b) = (build(table, a), build(table, b));
    make(table, a, b)
}
