//! How many operations the reference domains do in a second: `cargo test --release -- --ignored --nocapture speed`.

use std::hint::black_box;
use std::time::{Duration, Instant};

use crate::domain::{Class, Domain};
use crate::linear::{Constraint, Linear, Relation};

use super::testing::Random;
use super::{Visitor, domains, with_domain};

const VARIABLES: usize = 8;

/// Dense elements have bounds for all variables, or for half of them.
struct Speed {
    dense: bool,
}

type Binary<'a, E> = &'a dyn Fn(&E, &E) -> E;

/// Calls per second over all the arguments, taken in turn.
fn rate(mut operation: impl FnMut(usize)) -> f64 {
    let start = Instant::now();
    let mut calls = 0_u32;
    while start.elapsed() < Duration::from_millis(200) {
        for _ in 0..16 {
            operation(calls as usize);
            calls += 1;
        }
    }
    f64::from(calls) / start.elapsed().as_secs_f64()
}

impl Visitor for Speed {
    type Output = ();

    fn visit<D: Domain>(self, d: D) {
        let mut random = Random::new(7);
        // The hull of boxes that are cut by other constraints has too many facets otherwise.
        let bounded = match d.profile().class {
            _ if !self.dense => 0,
            Class::Polyhedra => VARIABLES / 2,
            _ => VARIABLES,
        };
        let mut elements = Vec::new();
        while elements.len() < 64 {
            let mut x = d.meet(&random.element(&d), &random.element(&d));
            for variable in 0..bounded {
                for sign in [1, -1] {
                    let mut linear = Linear::new([0; VARIABLES], random.between(5, 30));
                    linear.coefficients[variable] = sign;
                    x = d.cond(&x, &d.condition(&Constraint { linear, relation: Relation::AtLeast }));
                }
            }
            if !d.is_bottom(&x) {
                elements.push(x);
            }
        }
        let expressions: Vec<_> = (0..64).map(|_| d.expression(&random.linear(VARIABLES))).collect();
        let conditions: Vec<_> = (0..64).map(|_| d.condition(&random.constraint(VARIABLES))).collect();
        let pair = |i: usize| (&elements[i % 64], &elements[(i * 7 + i / 64) % 64]);
        let binary = |f: Binary<'_, D::Element>| {
            rate(|i| {
                let (x, y) = pair(i);
                black_box(f(x, y));
            })
        };
        println!("join {:.0}/s", binary(&|x, y| d.join(x, y)));
        println!("meet {:.0}/s", binary(&|x, y| d.meet(x, y)));
        println!("widen {:.0}/s", binary(&|x, y| d.widen(x, y)));
        println!(
            "leq {:.0}/s",
            rate(|i| {
                let (x, y) = pair(i);
                black_box(d.is_leq(x, y));
            })
        );
        println!(
            "assign {:.0}/s",
            rate(|i| {
                let (x, _) = pair(i);
                black_box(d.assign(x, i % 8, &expressions[i / 64 % 64]));
            })
        );
        println!(
            "cond {:.0}/s",
            rate(|i| {
                let (x, _) = pair(i);
                black_box(d.cond(x, &conditions[i / 64 % 64]));
            })
        );
        println!(
            "project {:.0}/s",
            rate(|i| {
                let (x, _) = pair(i);
                black_box(d.project(x, i % 8));
            })
        );
    }
}

#[test]
#[ignore = "for measurement only"]
fn hulls() {
    for dimension in 4..9 {
        let d = super::Polyhedra::new(dimension);
        let mut random = Random::new(3);
        let mut cut_box = || {
            let coefficients: Vec<i64> = (0..dimension).map(|_| random.between(-3, 3)).collect();
            let linear = Linear::new(coefficients, random.between(0, 6));
            let constraint = Constraint { linear, relation: Relation::AtLeast };
            let cut = d.cond(&d.top(), &d.condition(&constraint));
            (0..2 * dimension).fold(cut, |x, at| {
                let mut linear = Linear::new(vec![0; dimension], random.between(5, 30));
                linear.coefficients[at / 2] = if at % 2 == 0 { 1 } else { -1 };
                d.cond(&x, &d.condition(&Constraint { linear, relation: Relation::AtLeast }))
            })
        };
        let (x, y) = (cut_box(), cut_box());
        let start = Instant::now();
        let facets = d.constraints(&d.join(&x, &y)).len();
        let vertices = [&x, &y].map(|x| d.vertices(x));
        println!("{dimension} variables: {vertices:?} vertices, {facets} facets, {:?}", start.elapsed());
    }
}

#[test]
#[ignore = "for measurement only"]
fn speed() {
    for name in domains() {
        for dense in [false, true] {
            println!("{name}, {}", if dense { "dense" } else { "sparse" });
            with_domain(name, VARIABLES, None, Speed { dense }).unwrap();
        }
    }
}
