//! Behaviour that was seen: which operations made the arguments of which property, and what came of it.

use crate::case::{Action, Case};
use crate::run::Outcome;

/// A set of features, each a number of 16 bits.
#[derive(Clone, Debug)]
pub(crate) struct Features {
    seen: Vec<u64>,
}

impl Default for Features {
    fn default() -> Features {
        Features { seen: vec![0; 1 << 10] }
    }
}

impl Features {
    /// Notes what a check did; whether that is new.
    pub(crate) fn note(&mut self, case: &Case, outcome: Outcome) -> bool {
        let a = &case.arguments;
        let kind = |at: u16| {
            case.steps.get(usize::from(at)).map_or(0, |step| kind_of(step.action) * 2 + u64::from(step.asked))
        };
        // How the operands of x were made says where its representation comes from.
        let before = case.steps.get(usize::from(a.x)).map_or(0, |step| {
            step.action.operands().into_iter().flatten().fold(0, |sum, at| sum * 20 + kind(at))
        });
        let mut hash = u64::from(case.property.unwrap_or(0));
        for part in [kind(a.x), kind(a.y), before, outcome as u64] {
            hash = (hash ^ part).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(23);
        }
        let at = (hash >> 48) as usize;
        let (word, bit) = (at / 64, 1_u64 << (at % 64));
        let is_new = self.seen[word] & bit == 0;
        self.seen[word] |= bit;
        is_new
    }

    /// How many were seen.
    pub(crate) fn count(&self) -> usize {
        self.seen.iter().map(|word| word.count_ones() as usize).sum()
    }
}

fn kind_of(action: Action) -> u64 {
    match action {
        Action::Top => 0,
        Action::Bottom => 1,
        Action::Constraint(_) => 2,
        Action::Join(..) => 3,
        Action::Meet(..) => 4,
        Action::Widen(..) => 5,
        Action::Assign(..) => 6,
        Action::Project(..) => 7,
        Action::Cond(..) => 8,
    }
}
