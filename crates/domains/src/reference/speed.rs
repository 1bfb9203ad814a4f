//! How many operations the reference domains do in a second: `cargo test --release -- --ignored --nocapture speed`.

use std::hint::black_box;
use std::time::{Duration, Instant};

use crate::domain::Domain;

use super::testing::Random;
use super::{Visitor, domains, with_domain};

const VARIABLES: usize = 8;

struct Speed;

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
        let mut elements = Vec::new();
        while elements.len() < 64 {
            // Larger ones than laws need.
            let x = d.meet(&random.element(&d), &random.element(&d));
            if !d.is_bottom(&x) {
                elements.push(x);
            }
        }
        let expressions: Vec<_> = (0..64).map(|_| d.expression(&random.linear(VARIABLES))).collect();
        let conditions: Vec<_> = (0..64).map(|_| d.condition(&random.constraint(VARIABLES))).collect();
        let pair = |i: usize| (&elements[i % 64], &elements[(i * 7 + i / 64) % 64]);
        let name = &d.profile().name;
        let binary = |f: &dyn Fn(&D::Element, &D::Element) -> D::Element| {
            rate(|i| {
                let (x, y) = pair(i);
                black_box(f(x, y));
            })
        };
        println!("{name}: join {:.0}/s", binary(&|x, y| d.join(x, y)));
        println!("{name}: meet {:.0}/s", binary(&|x, y| d.meet(x, y)));
        println!("{name}: widen {:.0}/s", binary(&|x, y| d.widen(x, y)));
        println!(
            "{name}: leq {:.0}/s",
            rate(|i| {
                let (x, y) = pair(i);
                black_box(d.is_leq(x, y));
            })
        );
        println!(
            "{name}: assign {:.0}/s",
            rate(|i| {
                let (x, _) = pair(i);
                black_box(d.assign(x, i % 8, &expressions[i / 64 % 64]));
            })
        );
        println!(
            "{name}: cond {:.0}/s",
            rate(|i| {
                let (x, _) = pair(i);
                black_box(d.cond(x, &conditions[i / 64 % 64]));
            })
        );
        println!(
            "{name}: project {:.0}/s",
            rate(|i| {
                let (x, _) = pair(i);
                black_box(d.project(x, i % 8));
            })
        );
    }
}

#[test]
#[ignore = "for measurement only"]
fn speed() {
    for name in domains() {
        with_domain(name, VARIABLES, None, Speed).unwrap();
    }
}
