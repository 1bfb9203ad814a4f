//! Closure against a slow and simple one.

use proptest::prelude::*;

use crate::rational::Rational;

use super::super::bound::{self, Bound};
use super::octagon::Octagon;
use super::shape::{Edge, Shape};
use super::zone::Zone;

/// All entries, also those that are not stored.
fn expanded<S: Shape>(matrix: &[Bound], dimension: usize) -> Vec<Vec<Bound>> {
    let nodes = S::nodes(dimension);
    (0..nodes).map(|i| (0..nodes).map(|j| matrix[S::at(dimension, i, j)].clone()).collect()).collect()
}

/// Applies every rule until nothing changes.
fn slowly_closed<S: Shape>(matrix: &[Bound], dimension: usize, octagon: bool) -> Option<Vec<Vec<Bound>>> {
    let mut m = expanded::<S>(matrix, dimension);
    let nodes = m.len();
    loop {
        let before = m.clone();
        for k in 0..nodes {
            for i in 0..nodes {
                for j in 0..nodes {
                    let way = bound::sum(m[i][k].as_ref(), m[k][j].as_ref());
                    bound::tighten(&mut m[i][j], way);
                }
            }
        }
        if octagon {
            for i in 0..nodes {
                for j in 0..nodes {
                    let sum = bound::sum(m[i][i ^ 1].as_ref(), m[j ^ 1][j].as_ref());
                    bound::tighten(&mut m[i][j], sum.map(|sum| sum.half()));
                }
            }
        }
        if (0..nodes).any(|i| m[i][i].as_ref().is_some_and(|bound| bound.signum() < 0)) {
            return None;
        }
        if m == before {
            return Some(m);
        }
    }
}

fn check<S: Shape>(
    dimension: usize,
    numbers: &[Option<i64>],
    extra: (usize, usize, i64),
    octagon: bool,
) -> Result<(), TestCaseError> {
    let nodes = S::nodes(dimension);
    let mut matrix: Vec<Bound> = (0..S::len(dimension))
        .map(|at| numbers[at % numbers.len()].map(|number| Rational::new(number, 1 + at as i64 % 2)))
        .collect();
    for i in 0..nodes {
        matrix[S::at(dimension, i, i)] = Some(Rational::ZERO);
    }
    let expected = slowly_closed::<S>(&matrix, dimension, octagon);
    let solvable = S::close(&mut matrix, dimension, false);
    prop_assert_eq!(solvable.then(|| expanded::<S>(&matrix, dimension)), expected);
    if !solvable {
        return Ok(());
    }
    let mut again = matrix.clone();
    prop_assert!(S::close(&mut again, dimension, false));
    prop_assert_eq!(&again, &matrix);
    // One bound more, with the quick closure.
    let (from, to, number) = (extra.0 % nodes, extra.1 % nodes, Rational::from(extra.2));
    if from == to {
        return Ok(());
    }
    let mut more = matrix.clone();
    bound::tighten(&mut more[S::at(dimension, from, to)], Some(number.clone()));
    let expected = slowly_closed::<S>(&more, dimension, octagon);
    let solvable = S::add(&mut matrix, dimension, Edge { from, to, number }, false);
    prop_assert_eq!(solvable.then(|| expanded::<S>(&matrix, dimension)), expected);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn closures_agree(
        dimension in 1_usize..4,
        numbers in proptest::collection::vec(prop_oneof![2 => Just(None), 1 => (-2_i64..12).prop_map(Some)], 24),
        extra in (0_usize..100, 0_usize..100, -4_i64..6),
    ) {
        check::<Zone>(dimension, &numbers, extra, false)?;
        check::<Octagon>(dimension, &numbers, extra, true)?;
    }
}
