//! Programs in C that compare with what is best.

use quis_domains::{Action, Arguments, Case, Constant, Constraint, Linear, Relation, program, with};

use crate::kit::{OutcomeOf, PATIENCE, ProfileOf, at_least, code, library, run, step, trivial, written};

/// The segment between two points far away, whose line has coefficients that no machine integer can be.
pub(crate) fn large(property: u8) -> Case {
    let point = |v: usize, value: i64| {
        let mut linear = Linear::new([0, 0], value);
        linear.coefficients[v] = -1;
        Constraint { linear, relation: Relation::Equal }
    };
    Case {
        dimension: 2,
        expressions: vec![Linear::new([1, 0], 3)],
        conditions: vec![point(0, i64::MAX), point(1, i64::MIN), point(0, i64::MIN), point(1, i64::MAX - 1)],
        steps: vec![
            step(Action::Constraint(0)),
            step(Action::Cond(0, 1)),
            step(Action::Constraint(2)),
            step(Action::Cond(2, 3)),
            step(Action::Join(1, 3)),
        ],
        property: Some(property),
        arguments: Arguments { x: 1, y: 3, ..Arguments::default() },
        guarded: false,
    }
}

fn large_numbers_are_compared(family: &str, domain: &str) {
    let Some((folder, _guard)) = library(family) else { return };
    let mut case = large(55);
    for (x, property) in [(1, 55), (4, 55), (4, 56), (4, 58)] {
        case.arguments.x = x;
        case.property = Some(property);
        let program = written(&case, domain);
        assert_eq!(program.text.contains("static expression large("), program.text.contains("(large("));
        assert!(property == 58 || program.text.contains("(large("), "{}", program.text);
        let shown = run(&program, &folder, PATIENCE);
        assert_eq!(shown.code, Some(0), "{property} {shown:?}\n{}", program.text);
        assert_eq!(code(with(domain, 2, OutcomeOf(&case)).unwrap()), 0);
    }
}

#[test]
fn large_numbers_are_compared_with_apron() {
    large_numbers_are_compared("apron", "apron:poly-mpq");
}

#[test]
fn large_numbers_are_compared_with_ppl() {
    large_numbers_are_compared("ppl", "ppl:poly");
}

/// What was widened is known where the widening is the standard one, and only there.
#[test]
fn standard_widenings_may_come_before() {
    let Some((folder, _guard)) = library("apron") else { return };
    let mut case = trivial(58);
    case.steps.extend([step(Action::Cond(0, 0)), step(Action::Assign(2, 0, 0)), step(Action::Widen(3, 4))]);
    case.arguments.x = 5;
    let shown = run(&written(&case, "apron:poly-mpq"), &folder, PATIENCE);
    assert_eq!(shown.code, Some(0), "{shown:?}");
    let octagons = with("apron:oct-mpq", 2, ProfileOf).unwrap();
    assert_eq!(program(&case, &octagons, "apron:oct-mpq"), None);
}

/// An empty interval makes ⊥: what boxes of APRON 0.9.10 do with such an element is not what is best.
#[test]
fn empty_intervals_are_bottom() {
    let Some((folder, _guard)) = library("apron") else { return };
    let nothing = Linear::constant(2, Constant::Interval(1, -1));
    let mut case = trivial(55);
    case.expressions = vec![nothing, Linear::new([0, 0], 0)];
    case.conditions = vec![at_least(&[0, 1], 0)];
    case.steps.push(step(Action::Assign(0, 0, 0)));
    case.arguments = Arguments { x: 3, y: 2, variable: 0, expression: 1, ..Arguments::default() };
    for property in [55, 57, 58] {
        case.property = Some(property);
        for domain in ["apron:box-mpq", "apron:oct-mpq", "apron:poly-mpq"] {
            let shown = run(&written(&case, domain), &folder, PATIENCE);
            let inside = code(with(domain, 2, OutcomeOf(&case)).unwrap());
            assert_eq!(shown.code, Some(inside), "{domain} {property} {shown:?}");
        }
    }
}
