//! Three ways to make bytes: at random, all of few choices, and by changing what did something new.

use serde::{Deserialize, Serialize};

use crate::inputs::Noise;

/// Strings that are kept to be changed.
const KEPT: usize = 512;

/// A string is made from nothing once in so many times.
const FRESH: usize = 4;

/// How bytes are made.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EngineKind {
    /// At random, independent of what was seen.
    Random,
    /// Changes of strings that showed new behaviour, and random ones.
    #[default]
    Guided,
    /// All choices in order, those of a few first: for small configurations.
    Exhaustive,
}

/// Makes the bytes of one round after another. The same seed gives the same bytes, if the domain does the same.
#[derive(Debug)]
pub struct Engine {
    kind: EngineKind,
    seed: u64,
    kept: Vec<Vec<u8>>,
}

impl Engine {
    /// An engine with nothing learnt.
    #[must_use]
    pub fn new(kind: EngineKind, seed: u64) -> Engine {
        Engine { kind, seed, kept: Vec::new() }
    }

    /// Makes the bytes of a round.
    pub fn fill(&self, round: u64, bytes: &mut [u8]) {
        let mut noise = Noise::new(self.seed, round);
        match self.kind {
            EngineKind::Random => noise.fill(bytes),
            EngineKind::Exhaustive => {
                // Digits of the number, to a base that leaves room for every small choice.
                let mut rest = round;
                for byte in bytes {
                    *byte = (rest % 9) as u8 * 29;
                    rest /= 9;
                }
            }
            EngineKind::Guided if self.kept.is_empty() || noise.below(FRESH) == 0 => noise.fill(bytes),
            EngineKind::Guided => {
                let base = &self.kept[noise.below(self.kept.len())];
                let length = bytes.len().min(base.len());
                bytes[..length].copy_from_slice(&base[..length]);
                for _ in 0..1 + noise.below(8) {
                    self.change(&mut noise, bytes);
                }
            }
        }
    }

    fn change(&self, noise: &mut Noise, bytes: &mut [u8]) {
        if bytes.is_empty() {
            return;
        }
        let at = noise.below(bytes.len());
        match noise.below(4) {
            0 => bytes[at] = noise.word() as u8,
            1 => bytes[at] = bytes[at].wrapping_add(1),
            2 => {
                let length = (1 + noise.below(16)).min(bytes.len() - at);
                noise.fill(&mut bytes[at..at + length]);
            }
            _ => {
                // What others have from here on.
                let other = &self.kept[noise.below(self.kept.len())];
                let length = (1 + noise.below(64)).min(bytes.len() - at).min(other.len().saturating_sub(at));
                if let Some(part) = other.get(at..at + length) {
                    bytes[at..at + length].copy_from_slice(part);
                }
            }
        }
    }

    /// Keeps bytes that showed something new.
    pub fn keep(&mut self, bytes: &[u8]) {
        if self.kind == EngineKind::Guided {
            if self.kept.len() >= KEPT {
                self.kept.swap_remove(bytes.len() % KEPT);
            }
            self.kept.push(bytes.to_vec());
        }
    }
}
