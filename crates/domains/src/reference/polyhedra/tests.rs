//! Both descriptions of a polyhedron must belong together.

use proptest::prelude::*;

use crate::domain::Domain;

use super::super::testing::Random;
use super::cone::Cone;
use super::row::Row;
use super::{Polyhedra, Polyhedron};

/// How many of the rows are independent.
fn rank(rows: impl Iterator<Item = Row>) -> usize {
    let mut system = super::System { lines: rows.collect(), rays: Vec::new() };
    system.reduce();
    system.lines.len()
}

/// Checks that constraints and generators describe the same cone, and that no row of either could be left out.
fn check(cone: &Cone) -> Result<(), TestCaseError> {
    let (constraints, generators) = (&cone.constraints, &cone.generators);
    for (lines, rays, others) in [
        (&constraints.lines, &constraints.rays, generators),
        (&generators.lines, &generators.rays, constraints),
    ] {
        prop_assert_eq!(rank(lines.iter().cloned()), lines.len());
        for line in lines {
            prop_assert!(others.lines.iter().chain(&others.rays).all(|row| row.dot(line).sign() == 0));
        }
        for ray in rays {
            prop_assert!(others.lines.iter().all(|row| row.dot(ray).sign() == 0));
            prop_assert!(others.rays.iter().all(|row| row.dot(ray).sign() >= 0));
            // A ray is extreme, and an inequality a facet, if what it saturates leaves one dimension besides the lines.
            let saturated = others.rays.iter().filter(|row| row.dot(ray).sign() == 0);
            let rank = rank(others.lines.iter().chain(saturated).cloned());
            prop_assert_eq!(rank + lines.len() + 1, cone.width);
        }
        for (at, ray) in rays.iter().enumerate() {
            prop_assert!(!rays[..at].contains(ray));
        }
    }
    prop_assert_eq!(
        rank(generators.lines.iter().chain(&generators.rays).cloned()) + constraints.lines.len(),
        cone.width
    );
    Ok(())
}

fn same(a: &Cone, b: &Cone) -> bool {
    let mut sorted = [a, b].map(|cone| {
        let mut rows: Vec<String> =
            cone.generators.lines.iter().chain(&cone.generators.rays).map(|row| format!("{row:?}")).collect();
        rows.sort();
        (rows, cone.facts())
    });
    sorted[0].0.sort();
    sorted[0] == sorted[1]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn descriptions_belong_together(seed: u64, dimension in 1_usize..6) {
        let polyhedra = Polyhedra::new(dimension);
        let mut random = Random::new(seed);
        let (x, y) = (random.element(&polyhedra), random.element(&polyhedra));
        for element in [polyhedra.join(&x, &y), polyhedra.meet(&x, &y), polyhedra.widen(&x, &y), x, y] {
            let Polyhedron(Some(cone)) = element else { continue };
            check(&cone)?;
            // There and back, by either description.
            let mut by_constraints = Cone::top(cone.width);
            prop_assert!(by_constraints.restrict(&cone.constraints.lines, &cone.constraints.rays));
            prop_assert!(same(&by_constraints, &cone));
            prop_assert!(same(&Cone::of_generators(cone.width, &cone.generators), &cone));
        }
    }
}

#[test]
fn boxes_have_many_vertices() {
    let polyhedra = Polyhedra::new(6);
    let mut x = polyhedra.top();
    for variable in 0..6 {
        for sign in [1, -1] {
            let mut linear = crate::Linear::new([0; 6], 1);
            linear.coefficients[variable] = sign;
            let constraint = crate::Constraint { linear, relation: crate::Relation::AtLeast };
            x = polyhedra.cond(&x, &polyhedra.condition(&constraint));
        }
    }
    assert_eq!(x.0.as_ref().unwrap().generators.rays.len(), 64);
    assert_eq!(polyhedra.constraints(&x).len(), 12);
}

#[test]
fn widening_does_not_depend_on_descriptions() {
    // x0 = 0, x1 in [0, 1], then x0 in [0, 1], x1 in [0, 1] and x0 ≤ x1.
    let polyhedra = Polyhedra::new(2);
    let of = |rows: &[([i64; 2], i64)]| {
        rows.iter().fold(polyhedra.top(), |x, (coefficients, constant)| {
            let linear = crate::Linear::new(*coefficients, *constant);
            let constraint = crate::Constraint { linear, relation: crate::Relation::AtLeast };
            polyhedra.cond(&x, &polyhedra.condition(&constraint))
        })
    };
    let x = of(&[([1, 0], 0), ([-1, 0], 0), ([0, 1], 0), ([0, -1], 1)]);
    let again = of(&[([1, 1], 0), ([-1, 0], 0), ([1, 0], 0), ([3, -1], 1)]);
    assert!(polyhedra.is_eq(&x, &again));
    let y = of(&[([1, 0], 0), ([-1, 1], 0), ([0, -1], 1)]);
    let facts = |x: &Polyhedron| -> Vec<String> {
        polyhedra.constraints(x).iter().map(ToString::to_string).collect()
    };
    // 0 ≤ x0 is half of an equation, x0 ≤ x1 the same as 0 ≤ x1 where x0 = 0.
    assert_eq!(facts(&polyhedra.widen(&x, &y)), ["-x0 + x1 >= 0", "-x1 + 1 >= 0", "x0 >= 0"]);
    assert_eq!(facts(&polyhedra.widen(&again, &y)), facts(&polyhedra.widen(&x, &y)));
}
