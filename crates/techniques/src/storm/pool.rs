//! Formula generation: the construction pool (phase 2 of Alg. 1).

use super::formula::{Connective, Formula, Formulas};
use super::parameters::Connectives;
use crate::stream::Stream;

/// A formula whose text is longer is not kept.
const MAX_BYTES: u32 = 32 << 10;

/// Formulas to choose from: those of the seed, and those that were put together.
#[derive(Clone, Debug, Default)]
pub(super) struct Pool {
    pub(super) initial: Vec<Formula>,
    pub(super) constructed: Vec<Formula>,
}

/// The connectives of the full profile, each as often as it is listed.
const CONNECTIVES: &[Connective] = &[
    Connective::And,
    Connective::And,
    Connective::And,
    Connective::Or,
    Connective::Or,
    Connective::Or,
    Connective::Not,
    Connective::Not,
    Connective::Implies,
    Connective::Implies,
    Connective::Xor,
    Connective::Equal,
    Connective::Equal,
    Connective::Distinct,
    Connective::Ite,
    Connective::Ite,
];

impl Pool {
    /// Puts so many formulas together, none deeper than a bound.
    pub(super) fn construct(
        &mut self,
        formulas: &mut Formulas,
        profile: Connectives,
        count: usize,
        depth: usize,
        stream: &mut Stream,
    ) {
        self.constructed.reserve(count);
        // What is too deep or too long is not kept: where everything is, that must come to an end.
        let mut attempts = 4 * count;
        while self.constructed.len() < count && attempts > 0 {
            attempts -= 1;
            let before = formulas.len();
            let Some(formula) = self.combine(formulas, profile, stream) else { return };
            let node = formulas.node(formula);
            if node.depth as usize <= depth && node.bytes <= MAX_BYTES {
                self.constructed.push(formula);
            } else {
                formulas.truncate(before);
            }
        }
    }

    /// One of the formulas (`RandFormula`): three times out of ten one of the seed's.
    pub(super) fn choose(&self, stream: &mut Stream) -> Option<Formula> {
        let initial = self.constructed.is_empty() || stream.chance(3, 10);
        stream.choose(if initial { &self.initial } else { &self.constructed }).copied()
    }

    fn combine(&self, formulas: &mut Formulas, profile: Connectives, stream: &mut Stream) -> Option<Formula> {
        let first = self.choose(stream)?;
        let (connective, count) = match profile {
            // match: f, g, result: (and f g) or (not f), each every other time
            Connectives::Paper if stream.chance(1, 2) => (Connective::And, 2),
            Connectives::Paper => (Connective::Not, 1),
            Connectives::Full => {
                let connective = *stream.choose(CONNECTIVES)?;
                let count = match connective {
                    Connective::Not => 1,
                    Connective::Ite => 3,
                    // More than two arguments now and then; of three truth values two are equal, so that is rare.
                    Connective::Distinct => 2 + usize::from(stream.chance(1, 16)),
                    _ => 2 + usize::from(stream.chance(1, 4)) + usize::from(stream.chance(1, 16)),
                };
                (connective, count)
            }
        };
        let mut args = [first; 4];
        for arg in &mut args[1..count] {
            *arg = self.choose(stream)?;
        }
        Some(match (connective, profile) {
            (Connective::Not, Connectives::Full) => formulas.negate(first),
            _ => formulas.apply(connective, &args[..count]),
        })
    }
}
