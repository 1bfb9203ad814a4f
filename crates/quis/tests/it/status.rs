//! What `quis fuzz` makes of the `:status` of a seed.

use super::Place;
use super::fuzz::{findings, fuzz};

#[test]
fn the_status_of_a_seed_is_a_claim_that_is_checked() {
    let seed = |status: &str, assertion: &str| {
        format!(
            "(set-info :status {status})\n(declare-const x (_ BitVec 3))\n(assert (bvult (bvsub x #b001) {assertion}))\n(check-sat)\n"
        )
    };
    let faulty = "--fault wrong-unsat:bvsub";
    // Satisfiable, as it says, and the only solver answers unsat: a model of our own shows it.
    let place = Place::new();
    place.file("seeds/a.smt2", seed("sat", "#b011"));
    let run = fuzz(&place, &[faulty], &["--count", "1"]);
    assert_eq!(run.code, 1, "{}{}", run.stdout, run.stderr);
    let kinds: Vec<String> = findings(&place).into_values().map(|(kind, _)| kind).collect();
    assert_eq!(kinds, ["refutation-unsound"]);
    // The status is wrong, and the solver right.
    let place = Place::new();
    place.file("seeds/a.smt2", seed("sat", "#b000"));
    let run = fuzz(&place, &[faulty], &["--count", "1"]);
    assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
    assert!(findings(&place).is_empty());
}
