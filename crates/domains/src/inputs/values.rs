//! Constants, coefficients, expressions and conditions.

use smallvec::SmallVec;

use super::config::Boundary;
use super::source::Source;
use crate::domain::{Class, Numbers, Profile};
use crate::linear::{Constant, Constraint, Linear, Relation};

/// Coefficients that are likely to matter: small ones cancel and combine.
const COEFFICIENTS: [i64; 6] = [1, -1, 2, -2, 3, -5];

/// Makes numbers and what is made of them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Values<'p> {
    pub(crate) profile: &'p Profile,
    pub(crate) dimension: usize,
    pub(crate) boundary: Boundary,
}

impl Values<'_> {
    /// A boundary value in three cases of ten, else a small number mostly.
    pub(crate) fn constant(&self, source: &mut Source<'_>) -> Constant {
        if self.boundary == Boundary::Special && source.chance(16) {
            let special = self.profile.numbers.special();
            return source.choose(special).copied().unwrap_or(Constant::ZERO);
        }
        if self.boundary != Boundary::None && source.chance(77) {
            return source.choose(self.boundary()).copied().unwrap_or(Constant::ZERO);
        }
        Constant::Finite(self.arbitrary(source))
    }

    fn boundary(&self) -> &'static [Constant] {
        match self.boundary {
            Boundary::None => &[],
            Boundary::Int => Numbers::Bounded32.boundary(),
            Boundary::Representation | Boundary::Special => self.profile.numbers.boundary(),
        }
    }

    fn arbitrary(&self, source: &mut Source<'_>) -> i64 {
        match source.below(4) {
            0 | 1 => source.below(21) as i64 - 10,
            2 => source.below(2001) as i64 - 1000,
            _ => source.below(20_001) as i64 - 10_000,
        }
    }

    fn coefficient(&self, source: &mut Source<'_>) -> i64 {
        match source.below(16) {
            0..=9 => source.choose(&COEFFICIENTS).copied().unwrap_or(1),
            10..=12 => source.below(201) as i64 - 100,
            13 if self.boundary != Boundary::None => {
                source.choose(self.boundary()).and_then(|k| k.finite()).unwrap_or(1)
            }
            _ => 1,
        }
    }

    /// An expression: a constant, ±x + k, ±x ± y + k, or a dense sum. Dense ones alone find next to nothing.
    pub(crate) fn expression(&self, source: &mut Source<'_>) -> Linear {
        let mut coefficients: SmallVec<[i64; 8]> = SmallVec::from_elem(0, self.dimension);
        match source.below(8) {
            0 | 1 => {}
            2..=4 => {
                coefficients[source.below(self.dimension)] = if source.chance(128) { -1 } else { 1 };
            }
            5 => {
                for _ in 0..2 {
                    coefficients[source.below(self.dimension)] = self.coefficient(source);
                }
            }
            6 => coefficients[source.below(self.dimension)] = self.coefficient(source),
            _ => {
                for c in &mut coefficients {
                    *c = if source.chance(128) { self.coefficient(source) } else { 0 };
                }
            }
        }
        let constant = if self.profile.intervals && source.chance(24) {
            Constant::Interval(source.below(21) as i64 - 10, source.below(21) as i64 - 10)
        } else {
            self.constant(source)
        };
        Linear { coefficients, constant }
    }

    /// A condition, mostly one that the domain can express.
    pub(crate) fn condition(&self, source: &mut Source<'_>) -> Constraint {
        if source.chance(40) {
            let mut linear = self.expression(source);
            if matches!(linear.constant, Constant::Interval(..)) {
                linear.constant = self.constant(source);
            }
            return Constraint { linear, relation: self.relation(source) };
        }
        self.expressible(source)
    }

    /// A condition that the domain can express: the dissertation's table 2.1.
    pub(crate) fn expressible(&self, source: &mut Source<'_>) -> Constraint {
        let mut coefficients: SmallVec<[i64; 8]> = SmallVec::from_elem(0, self.dimension);
        let first = source.below(self.dimension);
        let sign = |source: &mut Source<'_>| if source.chance(128) { -1 } else { 1 };
        match self.profile.class {
            Class::Boxes => coefficients[first] = sign(source),
            Class::Zones | Class::Octagons => {
                let c = sign(source);
                coefficients[first] = c;
                let second = source.below(self.dimension);
                if second != first && source.chance(160) {
                    coefficients[second] = if self.profile.class == Class::Zones { -c } else { sign(source) };
                }
            }
            Class::Equalities | Class::Polyhedra | Class::Other => {
                coefficients[first] = self.coefficient(source);
                for _ in 0..source.below(self.dimension.min(4)) {
                    coefficients[source.below(self.dimension)] = self.coefficient(source);
                }
            }
        }
        Constraint {
            linear: Linear { coefficients, constant: self.constant(source) },
            relation: self.relation(source),
        }
    }

    fn relation(&self, source: &mut Source<'_>) -> Relation {
        if self.profile.class == Class::Equalities {
            return Relation::Equal;
        }
        match source.below(8) {
            0 | 1 => Relation::Equal,
            2 if self.profile.strict => Relation::Above,
            _ => Relation::AtLeast,
        }
    }
}
