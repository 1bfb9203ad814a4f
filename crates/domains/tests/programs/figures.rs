//! What the dissertation shows, and what dies or does not end.

use std::time::Duration;

use quis_domains::{Action, Arguments, Case, Linear, Relation, Step, with};

use crate::kit::{OutcomeOf, PATIENCE, at_least, code, library, run, step, written};

/// The dissertation's figure 2.4: what is known of x0 and x5 is lost.
fn figure_2_4(asked: bool) -> Case {
    let unit = |at: &[(usize, i64)]| -> Vec<i64> {
        (0..6).map(|v| at.iter().find(|(w, _)| *w == v).map_or(0, |(_, c)| *c)).collect()
    };
    Case {
        dimension: 6,
        expressions: vec![Linear::new([0; 6], i64::MIN)],
        conditions: vec![at_least(&unit(&[(0, -1), (5, -1)]), 1), at_least(&unit(&[(0, 1)]), i64::MAX)],
        steps: vec![
            step(Action::Constraint(0)),
            step(Action::Assign(0, 2, 0)),
            step(Action::Constraint(1)),
            Step { action: Action::Meet(2, 1), asked },
        ],
        property: Some(17),
        arguments: Arguments { x: 3, y: 3, z: 3, ..Arguments::default() },
        guarded: false,
    }
}

#[test]
fn the_octagons_of_figure_2_4_fail() {
    let Some((folder, _guard)) = library("apron") else { return };
    let program = written(&figure_2_4(true), "apron:oct-d");
    assert!(program.text.contains("/* oct4 ← oct3 ⊓ oct2 */"), "{}", program.text);
    assert!(program.text.contains("/* assert(⊤ ⊓ oct4 = oct4) */"), "{}", program.text);
    let shown = run(&program, &folder, PATIENCE);
    assert_eq!(shown.code, Some(1), "{shown:?}\n{}", program.text);
    assert!(
        shown.said.ends_with("property 17 does not hold\n") && shown.said.contains("oct4 = "),
        "{shown:?}"
    );
    // What it has is only changed when it is asked.
    let unasked = run(&written(&figure_2_4(false), "apron:oct-d"), &folder, PATIENCE);
    assert_eq!(unasked.code, Some(0), "{unasked:?}");
    assert!(unasked.said.ends_with("property 17 holds\n"), "{unasked:?}");
}

#[test]
fn meets_of_octagons_in_doubles_are_not_idempotent() {
    let Some((folder, _guard)) = library("apron") else { return };
    let case = Case {
        dimension: 3,
        expressions: vec![Linear::new([0, 1, 0], 1)],
        conditions: vec![at_least(&[0, 1, 0], 9_007_199_254_740_899), at_least(&[0, 0, 1], 0)],
        steps: vec![step(Action::Constraint(0)), step(Action::Assign(0, 0, 0)), step(Action::Cond(1, 1))],
        property: Some(23),
        arguments: Arguments { x: 2, y: 2, z: 2, ..Arguments::default() },
        guarded: false,
    };
    for property in [22, 23] {
        let case = Case { property: Some(property), ..case.clone() };
        let shown = run(&written(&case, "apron:oct-d"), &folder, PATIENCE);
        let inside = with("apron:oct-d", 3, OutcomeOf(&case)).unwrap();
        assert_eq!(shown.code, Some(code(inside)), "{property}: {shown:?}");
        assert_eq!(shown.code, Some(1), "{property}: {shown:?}");
    }
}

/// As in the dissertation's figure 2.5, polyhedra whose numbers overflow do not come to an end.
#[test]
fn polyhedra_of_machine_integers_do_not_end() {
    let Some((folder, _guard)) = library("apron") else { return };
    let case = Case {
        dimension: 2,
        expressions: vec![],
        conditions: vec![at_least(&[1, 1], i64::MIN)],
        steps: vec![Step { action: Action::Constraint(0), asked: true }],
        property: None,
        arguments: Arguments::default(),
        guarded: false,
    };
    let shown = run(&written(&case, "apron:poly-rll"), &folder, Duration::from_secs(2));
    assert!(shown.endless, "{shown:?}");
}

#[test]
fn a_widening_of_boxes_with_nothing_dies() {
    let Some((folder, _guard)) = library("apron") else { return };
    let steps = vec![step(Action::Top), step(Action::Bottom), step(Action::Widen(0, 1))];
    let case = Case {
        dimension: 2,
        expressions: vec![],
        conditions: vec![],
        steps,
        property: None,
        arguments: Arguments::default(),
        guarded: false,
    };
    let program = written(&case, "apron:box-mpq");
    let shown = run(&program, &folder, PATIENCE);
    assert_eq!(shown.signal, Some(11), "{shown:?}\n{}", program.text);
    let harmless = Case { steps: case.steps[..2].to_vec(), ..case };
    let shown = run(&written(&harmless, "apron:box-mpq"), &folder, PATIENCE);
    assert_eq!((shown.code, &*shown.said), (Some(0), "all steps done\n"));
}

/// The widening of PPL's octagons in doubles reads past the end of a list where rounding put x and -x into classes of different sizes: in memory
/// that is not filled, it may find something harmless there.
#[test]
fn ppl_dies_where_it_reads_what_it_did_not_write() {
    let Some((folder, _guard)) = library("ppl") else { return };
    let mut case = Case {
        dimension: 6,
        expressions: vec![Linear::new([1, 0, 0, 0, 0, 0], -1 << 62)],
        conditions: vec![at_least(&[1, 0, 0, 0, 0, 0], 1)],
        steps: vec![step(Action::Constraint(0)), step(Action::Assign(0, 2, 0))],
        property: Some(47),
        arguments: Arguments { x: 1, y: 1, ..Arguments::default() },
        guarded: false,
    };
    case.conditions[0].relation = Relation::Equal;
    let shown = run(&written(&case, "ppl:oct-d"), &folder, PATIENCE);
    assert_eq!(shown.signal, Some(11), "{shown:?}");
}
