//! Properties over terms made at random from the signature tables: what is printed reads back as the same terms.
#![allow(clippy::expect_used, clippy::panic, reason = "tests stop at any trouble")]

mod common;

use std::collections::BTreeSet;

use common::check_round_trip;
use common::maker::Maker;
use proptest::prelude::*;
use quis_smtlib::infer_logic;
use quis_smtlib::theories::{Op, Theory};

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_terms_round_trip(seed in any::<u64>()) {
        let mut maker = Maker::new(seed);
        let ops: Vec<Op> = Op::all().collect();
        for step in 0..60 {
            let op = *maker.choices.pick(&ops);
            if let Some(term) = maker.apply(op, 30) {
                maker.pool.push(term);
            }
            if step % 10 == 9 {
                maker.bind();
            }
        }
        for at in 0..5 {
            let term = maker.pool[maker.pool.len() - 1 - at];
            maker.assert(term);
        }
        prop_assert!(!infer_logic(&maker.script).name().is_empty());
        check_round_trip("random terms", &maker.script);
    }
}

/// Each operator of each table, applied to something it takes, prints and reads back as itself.
#[test]
fn every_operator_round_trips() {
    let mut missing = BTreeSet::new();
    let mut maker = Maker::new(1);
    for op in Op::all() {
        match maker.apply(op, 30_000) {
            Some(term) => maker.assert(term),
            None => {
                missing.insert(op);
            }
        }
    }
    // What takes a function as index, or a heap, is tested elsewhere.
    missing.retain(|op| !op.takes_function_index() && op.theory() != Theory::Heap);
    assert!(missing.is_empty(), "no arguments found for {missing:?}");
    check_round_trip("every operator", &maker.script);
}
