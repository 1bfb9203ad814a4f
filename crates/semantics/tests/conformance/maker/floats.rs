//! Floating-point numbers.

use super::Maker;
use super::bits::{increment, number};

/// The standard formats, as often as all others.
const FORMATS: [(u32, u32); 24] = [
    (5, 11),
    (8, 24),
    (11, 53),
    (15, 113),
    (5, 11),
    (8, 24),
    (11, 53),
    (15, 113),
    (5, 11),
    (8, 24),
    (11, 53),
    (5, 11),
    (2, 2),
    (2, 3),
    (3, 2),
    (3, 3),
    (2, 5),
    (3, 5),
    (4, 4),
    (5, 9),
    (7, 4),
    (6, 30),
    (3, 5),
    (9, 17),
];

impl Maker {
    pub(crate) fn format(&mut self) -> (u32, u32) {
        *self.choices.pick(&FORMATS)
    }

    pub(super) fn float(&mut self, eb: u32, sb: u32) -> String {
        let name = match self.choices.below(40) {
            0 => "+zero",
            1 => "-zero",
            2 => "+oo",
            3 => "-oo",
            4 => "NaN",
            _ => {
                let (sign, exponent, fraction) = self.parts(eb as usize, sb as usize - 1);
                let text = format!("(fp #b{sign} #b{exponent} #b{fraction})");
                self.floats.push((sign, exponent, fraction));
                return text;
            }
        };
        format!("(_ {name} {eb} {sb})")
    }

    /// Sign, exponent and significand without its hidden bit.
    fn parts(&mut self, eb: usize, fb: usize) -> (String, String, String) {
        let sign = self.random_bits(1);
        let bias = (1u64 << (eb - 1)) - 1;
        let top = (1u64 << eb) - 1;
        let earlier: Vec<_> =
            self.floats.iter().filter(|(_, e, f)| e.len() == eb && f.len() == fb).cloned().collect();
        if !earlier.is_empty() && self.choices.chance(30) {
            let (_, exponent, fraction) = self.choices.pick(&earlier).clone();
            return match self.choices.below(3) {
                // The same or its negation: cancellation.
                0 => (sign, exponent, fraction),
                1 => (sign, exponent, increment(&fraction)),
                // Near the other exponents, or their sum, as a third argument of `fp.fma` must be.
                _ => {
                    let others: Vec<u64> =
                        earlier.iter().filter_map(|(_, e, _)| u64::from_str_radix(e, 2).ok()).collect();
                    let centre = match (&*others, self.choices.chance(50)) {
                        ([first, second, ..], true) => (first + second).saturating_sub(bias),
                        _ => others.first().copied().unwrap_or(bias),
                    };
                    let spread = fb as i64 + 3;
                    let near = (centre as i64 + self.choices.between(-spread, spread)).clamp(0, top as i64);
                    (sign, number(near as u64, eb), self.fraction(fb))
                }
            };
        }
        let exponent = |value: u64| number(value.min(top), eb);
        let (exponent, fraction) = match self.choices.below(20) {
            0 => (exponent(0), number(0, fb)),
            1 => (exponent(0), number(1, fb)),
            2 => (exponent(0), "1".repeat(fb)),
            3 | 4 => (exponent(0), self.fraction(fb)),
            5 => (exponent(1), self.fraction(fb)),
            6 => (exponent(top - 1), "1".repeat(fb)),
            7 => (exponent(top - 1), self.fraction(fb)),
            8 => (exponent(bias), number(0, fb)),
            9 => (exponent(bias), self.fraction(fb)),
            10 => (exponent(top), number(0, fb)),
            11 => (exponent(top), self.fraction(fb)),
            // Halves and integers of some size: ties when rounded to an integer.
            12..=15 => {
                let power = self.choices.between(-3, fb as i64 + 3).max(-(bias as i64));
                (exponent((bias as i64 + power) as u64), self.fraction(fb))
            }
            // As large as bit-vectors are.
            16 => (exponent(bias + self.choices.below(70)), self.fraction(fb)),
            _ => (self.random_bits(eb), self.fraction(fb)),
        };
        (sign, exponent, fraction)
    }

    /// Bits of a significand: few or many of them set.
    fn fraction(&mut self, fb: usize) -> String {
        match self.choices.below(6) {
            0 => number(0, fb),
            1 => "1".repeat(fb),
            2 => number(1, fb),
            3 => {
                let at = self.choices.below(fb as u64 + 1) as usize;
                let head = self.random_bits(at);
                format!("{head}{}", "0".repeat(fb - at))
            }
            4 => {
                let at = self.choices.below(fb as u64 + 1) as usize;
                let head = self.random_bits(at);
                format!("{head}{}", "1".repeat(fb - at))
            }
            _ => self.random_bits(fb),
        }
    }
}
