//! Laws and soundness of all reference domains, each against the others, and what their faults do.

use proptest::prelude::*;

use crate::domain::{Class, Domain};
use crate::fact::Fact;
use crate::linear::{Constant, Constraint, Linear, Relation, Special};
use crate::rational::Rational;

use super::testing::{Random, stair, unsound, violated};
use super::{
    Fault, Intervals, MachineIntervals, Octagons, Polyhedra, Polyhedron, Visitor, Zones, domains, with_domain,
};

fn check<D: Domain>(domain: &D, seed: u64) -> Result<(), TestCaseError> {
    let mut random = Random::new(seed);
    prop_assert_eq!(violated(domain, &mut random), Vec::<usize>::new());
    prop_assert_eq!(unsound(domain, &mut random), Vec::<&str>::new());
    Ok(())
}

/// The polyhedron of which facts say all.
fn polyhedron(polyhedra: &Polyhedra, facts: &[Fact]) -> Polyhedron {
    facts.iter().fold(polyhedra.top(), |x, fact| polyhedra.cond(&x, &polyhedra.row_of_fact(fact)))
}

/// The forms whose bounds make up the elements of a domain.
fn forms(class: Class, dimension: usize) -> Vec<Linear> {
    let mut forms = Vec::new();
    for v in 0..dimension {
        for bits in 0..2 {
            let mut form = vec![0; dimension];
            form[v] = if bits == 0 { 1 } else { -1 };
            forms.push(Linear::new(form, 0));
        }
        for w in 0..v {
            for bits in 0..4 {
                let mut form = vec![0; dimension];
                form[v] = if bits & 1 == 0 { 1 } else { -1 };
                form[w] = if bits & 2 == 0 { 1 } else { -1 };
                forms.push(Linear::new(form, 0));
            }
        }
    }
    let representable = |linear: &Linear| {
        class.represents(&Constraint { linear: linear.clone(), relation: Relation::AtLeast })
    };
    forms.retain(representable);
    forms
}

/// The bounds that the facts of an element give to all forms, which says all about the best element above a polyhedron.
fn bounds(polyhedra: &Polyhedra, x: &Polyhedron, class: Class) -> Option<Vec<Option<Rational>>> {
    let forms = forms(class, polyhedra.dimension());
    (!polyhedra.is_bottom(x)).then(|| forms.iter().map(|form| polyhedra.maximum(x, form)).collect())
}

/// Compares operations with the best ones: those on polyhedra, of whose result the best element above is taken.
fn compare<D: Domain>(domain: &D, seed: u64) -> Result<(), TestCaseError> {
    let class = domain.profile().class;
    let n = domain.dimension();
    let polyhedra = Polyhedra::new(n);
    let mut random = Random::new(seed);
    let (x, y) = (random.element(domain), random.element(domain));
    let exactly = |e: &D::Element| polyhedron(&polyhedra, &domain.constraints(e));
    let (p, q) = (exactly(&x), exactly(&y));
    let best = |p: &Polyhedron| bounds(&polyhedra, p, class);
    let found = |e: &D::Element| best(&exactly(e));
    prop_assert_eq!(domain.is_bottom(&x), polyhedra.is_bottom(&p));
    prop_assert_eq!(domain.is_top(&x), polyhedra.is_top(&p));
    prop_assert_eq!(domain.is_leq(&x, &y), polyhedra.is_leq(&p, &q));
    prop_assert_eq!(domain.is_eq(&x, &y), polyhedra.is_eq(&p, &q));
    prop_assert_eq!(found(&domain.join(&x, &y)), best(&polyhedra.join(&p, &q)), "join");
    prop_assert_eq!(found(&domain.meet(&x, &y)), best(&polyhedra.meet(&p, &q)), "meet");
    let v = random.below(n);
    prop_assert_eq!(found(&domain.project(&x, v)), best(&polyhedra.project(&p, v)), "project");
    for linear in [random.exact_expression(class, n, v), random.linear(n)] {
        let after = domain.assign(&x, v, &domain.expression(&linear));
        let exact = polyhedra.assign(&p, v, &polyhedra.expression(&linear));
        prop_assert_eq!(found(&after), best(&exact), "assign {}", linear);
    }
    let constraint = random.exact_constraint(class, n);
    let after = domain.cond(&x, &domain.condition(&constraint));
    let exact = polyhedra.cond(&p, &polyhedra.condition(&constraint));
    prop_assert_eq!(found(&after), best(&exact), "cond {}", constraint);
    let constraint = random.constraint(n);
    let after = domain.cond(&x, &domain.condition(&constraint));
    let exact = polyhedra.cond(&p, &polyhedra.condition(&constraint));
    prop_assert_eq!(domain.is_bottom(&after), polyhedra.is_bottom(&exact), "cond {}", constraint);
    prop_assert!(polyhedra.is_leq(&exact, &exactly(&after)), "cond {}", constraint);
    if class == Class::Boxes {
        prop_assert_eq!(found(&after), best(&exact), "cond {}", constraint);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn intervals_obey_the_laws(seed: u64, dimension in 1_usize..5) {
        check(&Intervals::new(dimension), seed)?;
    }

    #[test]
    fn machine_intervals_obey_the_laws(seed: u64, dimension in 1_usize..5) {
        check(&MachineIntervals::new(dimension), seed)?;
    }

    #[test]
    fn zones_obey_the_laws(seed: u64, dimension in 1_usize..5) {
        check(&Zones::new(dimension), seed)?;
    }

    #[test]
    fn octagons_obey_the_laws(seed: u64, dimension in 1_usize..5) {
        check(&Octagons::new(dimension), seed)?;
    }

    #[test]
    fn polyhedra_obey_the_laws(seed: u64, dimension in 1_usize..5) {
        check(&Polyhedra::new(dimension), seed)?;
    }

    #[test]
    fn intervals_are_the_best(seed: u64, dimension in 1_usize..5) {
        compare(&Intervals::new(dimension), seed)?;
    }

    #[test]
    fn zones_are_the_best(seed: u64, dimension in 1_usize..5) {
        compare(&Zones::new(dimension), seed)?;
    }

    #[test]
    fn octagons_are_the_best(seed: u64, dimension in 1_usize..5) {
        compare(&Octagons::new(dimension), seed)?;
    }
}

/// Whether a faulty domain gives something else for random elements of the right one.
fn differs<D: Domain>(right: &D, wrong: &D, random: &mut Random) -> bool {
    let n = right.dimension();
    let (x, y, z) = (random.element(right), random.element(right), random.element(right));
    let above = right.join(&x, &y);
    let (v, linear, constraint) = (random.below(n), random.linear(n), random.constraint(n));
    let answers = |d: &D| {
        let e = d.expression(&linear);
        let c = d.condition(&constraint);
        let results = vec![
            d.join(&x, &y),
            d.join(&x, &x),
            d.meet(&x, &y),
            d.meet(&x, &above),
            d.widen(&x, &y),
            d.widen(&x, &above),
            (1..4).fold(stair(right, 0), |x, step| d.widen(&x, &stair(right, step))),
            d.widen(&d.widen(&x, &y), &z),
            d.narrow(&x, &y),
            d.assign(&x, v, &e),
            d.assign(&d.bottom(), v, &e),
            d.project(&x, v),
            d.cond(&x, &c),
            d.meet(&d.assign(&x, v, &e), &y),
        ];
        (results, d.is_leq(&x, &y), d.is_leq(&x, &above))
    };
    let (good, bad) = (answers(right), answers(wrong));
    (good.1, good.2) != (bad.1, bad.2) || good.0.iter().zip(&bad.0).any(|(a, b)| !right.is_eq(a, b))
}

struct Laws;

impl Visitor for Laws {
    type Output = Vec<usize>;

    /// The laws that are violated in some hundred random cases.
    fn visit<D: Domain>(self, domain: D) -> Vec<usize> {
        let mut laws: Vec<usize> =
            (0..500).flat_map(|seed| violated(&domain, &mut Random::new(seed))).collect();
        laws.sort_unstable();
        laws.dedup();
        laws
    }
}

fn cases_until_seen<D: Domain>(right: &D, wrong: &D) -> Option<u64> {
    (0..5000).find(|&seed| differs(right, wrong, &mut Random::new(seed)))
}

#[test]
fn each_fault_shows() {
    let n = 3;
    for fault in Fault::ALL {
        let some = Some(fault);
        let seen = match fault.domain() {
            "reference:intervals" => cases_until_seen(&Intervals::new(n), &Intervals::with_fault(n, some)),
            "reference:zones" => cases_until_seen(&Zones::new(n), &Zones::with_fault(n, some)),
            "reference:octagons" => cases_until_seen(&Octagons::new(n), &Octagons::with_fault(n, some)),
            "reference:polyhedra" => cases_until_seen(&Polyhedra::new(n), &Polyhedra::with_fault(n, some)),
            _ => cases_until_seen(&MachineIntervals::new(n), &MachineIntervals::with_fault(n, some)),
        };
        assert!(seen.is_some(), "{fault}: {}", fault.description());
        let laws = with_domain(fault.domain(), n, some, Laws).unwrap();
        println!("{fault}: seen after {seen:?} cases, laws {laws:?}");
    }
}

struct Specials;

impl Visitor for Specials {
    type Output = ();

    fn visit<D: Domain>(self, d: D) {
        let name = &d.profile().name;
        let linear = |constant| Linear { coefficients: [1, 1].into_iter().collect(), constant };
        let x = d.assign(&d.top(), 0, &d.expression(&Linear::new([0, 0], 7)));
        let cond = |special, relation| {
            let constraint = Constraint { linear: linear(Constant::Special(special)), relation };
            d.cond(&x, &d.condition(&constraint))
        };
        for relation in [Relation::AtLeast, Relation::Above] {
            assert!(d.is_eq(&cond(Special::Infinity, relation), &x), "{name}");
            assert!(d.is_bottom(&cond(Special::NegativeInfinity, relation)), "{name}");
            assert!(d.is_eq(&cond(Special::NotANumber, relation), &x), "{name}");
        }
        assert!(d.is_bottom(&cond(Special::Infinity, Relation::Equal)), "{name}");
        assert!(d.is_bottom(&cond(Special::NegativeInfinity, Relation::Equal)), "{name}");
        assert!(d.is_eq(&cond(Special::NotANumber, Relation::Equal), &x), "{name}");
        for special in [Special::Infinity, Special::NegativeInfinity, Special::NotANumber] {
            let e = d.expression(&linear(Constant::Special(special)));
            assert!(d.is_eq(&d.assign(&x, 0, &e), &d.project(&x, 0)), "{name}");
        }
        // What mentions no variable is decided at once; nothing else is strict.
        let zero = |coefficients: [i64; 2], relation| {
            let constraint = Constraint { linear: Linear::new(coefficients, 0), relation };
            d.cond(&x, &d.condition(&constraint))
        };
        assert!(d.is_bottom(&zero([0, 0], Relation::Above)), "{name}");
        assert!(d.is_eq(&zero([0, 0], Relation::Equal), &x), "{name}");
        let strict = zero([0, 1], Relation::Above);
        assert!(d.is_eq(&strict, &zero([0, 1], Relation::AtLeast)), "{name}");
        let facts: Vec<String> = d.constraints(&strict).iter().map(ToString::to_string).collect();
        assert!(
            facts.contains(&"x0 - 7 = 0".to_owned()) && facts.contains(&"x1 >= 0".to_owned()),
            "{facts:?}"
        );
        assert_eq!(d.constraints(&d.bottom()), [Fact::contradiction(2)]);
        assert_eq!(d.constraints(&d.top()), []);
    }
}

#[test]
fn special_constants() {
    for name in domains() {
        with_domain(name, 2, None, Specials).unwrap();
    }
}
