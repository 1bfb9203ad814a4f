//! How often operators are chosen.

use std::fmt;
use std::str::FromStr;

use quis_smtlib::theories::{Op, registry};

/// Without a word about it, an operator has this weight.
const EVEN: u32 = 1;

/// The greatest weight.
const MOST: u32 = 1000;

/// Operators with the weights that the user gave them; all others are alike.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Weights(Vec<(String, u32)>);

impl Weights {
    /// The weight of an operator: it is chosen so many times as often as others.
    pub(super) fn of(&self, op: Op) -> u32 {
        let operator = op.operator();
        let named = |name: &str| {
            name == operator.name
                || operator.synonyms.iter().chain(&operator.aliases).any(|other| *other == name)
        };
        self.0.iter().rev().find(|(name, _)| named(name)).map_or(EVEN, |(_, weight)| *weight)
    }
}

impl fmt::Display for Weights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str("even");
        }
        for (at, (name, weight)) in self.0.iter().enumerate() {
            let comma = if at == 0 { "" } else { "," };
            write!(f, "{comma}{name}:{weight}")?;
        }
        Ok(())
    }
}

impl FromStr for Weights {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        if text == "even" {
            return Ok(Weights::default());
        }
        let weight = |word: &str| {
            let (name, weight) = word.rsplit_once(':').ok_or(())?;
            let weight = weight.parse().ok().filter(|weight| *weight <= MOST).ok_or(())?;
            let known = registry().named(name).next().is_some();
            known.then(|| (name.to_owned(), weight)).ok_or(())
        };
        text.split(',').map(weight).collect::<Result<_, _>>().map(Weights)
    }
}

#[cfg(test)]
mod tests {
    use quis_smtlib::theories::BitVecOp;

    use super::*;

    #[test]
    fn weights_are_read_and_written() {
        let weights: Weights = "bvmul:5,bvudiv:0".parse().unwrap();
        assert_eq!(weights.to_string(), "bvmul:5,bvudiv:0");
        assert_eq!(weights.of(Op::BitVec(BitVecOp::Mul)), 5);
        assert_eq!(weights.of(Op::BitVec(BitVecOp::Udiv)), 0);
        assert_eq!(weights.of(Op::BitVec(BitVecOp::Add)), 1);
        assert_eq!("even".parse(), Ok(Weights::default()));
        for wrong in ["", "bvmul", "bvmull:1", "bvmul:-1", "bvmul:1001", "bvmul:1,"] {
            assert!(wrong.parse::<Weights>().is_err(), "{wrong}");
        }
    }
}
