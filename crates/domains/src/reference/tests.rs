//! Laws and soundness of all reference domains.

use proptest::prelude::*;

use crate::domain::Domain;

use super::testing::{Random, unsound, violated};
use super::{Intervals, Octagons, Polyhedra, Zones};

fn check<D: Domain>(domain: &D, seed: u64) -> Result<(), TestCaseError> {
    let mut random = Random::new(seed);
    prop_assert_eq!(violated(domain, &mut random), Vec::<usize>::new());
    prop_assert_eq!(unsound(domain, &mut random), Vec::<&str>::new());
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, ..ProptestConfig::default() })]

    #[test]
    fn intervals_obey_the_laws(seed: u64, dimension in 1_usize..5) {
        check(&Intervals::new(dimension), seed)?;
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
}
