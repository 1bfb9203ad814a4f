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
            return match self.choices.below(6) {
                // The same or its negation: cancellation.
                0 => (sign, exponent, fraction),
                1 => (sign, exponent, increment(&fraction)),
                // A power of two around the half of its last place, or of its lowest bit: a tie of a sum, a remainder.
                2 | 3 => {
                    let below = match self.choices.chance(50) {
                        true => fb as i64,
                        false => fraction.rfind('1').map_or(0, |at| at as i64 + 1),
                    };
                    let at =
                        i64::from_str_radix(&exponent, 2).unwrap_or(0) - below + self.choices.between(-2, 1);
                    (sign, number(at.clamp(0, top as i64) as u64, eb), number(0, fb))
                }
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
        let (exponent, fraction) = match self.choices.below(22) {
            0 => (exponent(0), number(0, fb)),
            1 => (exponent(0), number(1, fb)),
            2 => (exponent(0), "1".repeat(fb)),
            3 | 4 => (exponent(0), self.fraction(fb)),
            5 => (exponent(1), self.fraction(fb)),
            6 => (exponent(top - 1), "1".repeat(fb)),
            7 => (exponent(top - 1), self.fraction(fb)),
            // One, and what doubles and halves: quotients that are ties below the least normal number.
            8 => (exponent((bias as i64 + self.choices.between(-2, 2)).max(1) as u64), number(0, fb)),
            9 => (exponent(bias), self.fraction(fb)),
            10 => (exponent(top), number(0, fb)),
            11 => (exponent(top), self.fraction(fb)),
            // Halves and integers of some size: ties when rounded to an integer.
            12..=15 => {
                let power = self.choices.between(-3, fb as i64 + 3).max(-(bias as i64));
                (exponent((bias as i64 + power) as u64), self.fraction(fb))
            }
            // An integer and a half.
            16 => {
                let power = self.choices.between(-1, fb as i64 - 1).max(-(bias as i64));
                let head = self.random_bits((power + 1).max(0) as usize);
                let fraction = match head.is_empty() {
                    true => number(0, fb),
                    false => format!("{}1{}", &head[1..], "0".repeat(fb - head.len())),
                };
                (exponent((bias as i64 + power) as u64), fraction)
            }
            // As large as bit-vectors are.
            17 => (exponent(bias + self.choices.below(70)), self.fraction(fb)),
            _ => (self.random_bits(eb), self.fraction(fb)),
        };
        (sign, exponent, fraction)
    }

    /// Bits of a significand: few or many of them set.
    fn fraction(&mut self, fb: usize) -> String {
        if let Some(target) = self.target
            && target <= fb
            && self.choices.chance(40)
        {
            return format!("{}1{}", self.random_bits(target - 1), "0".repeat(fb - target));
        }
        match self.choices.below(7) {
            0 => number(0, fb),
            1 => "1".repeat(fb),
            2 => number(1, fb),
            // A last bit set before zeros: products that are ties, and conversions to formats with one bit less.
            3 | 4 => {
                let last = match (self.short, self.choices.below(3)) {
                    (Some(short), 0) => (fb + 1).saturating_sub(short),
                    (_, 1) => *self.choices.pick(&[1, 2, 3, 4, 5, 9, 11, 17, 24, 30, 53]),
                    _ => self.choices.below(fb as u64 + 1) as usize,
                };
                let last = last.clamp(1, fb);
                self.short = Some(last);
                format!("{}1{}", self.random_bits(last - 1), "0".repeat(fb - last))
            }
            5 => {
                let at = self.choices.below(fb as u64 + 1) as usize;
                let head = self.random_bits(at);
                format!("{head}{}", "1".repeat(fb - at))
            }
            _ => self.random_bits(fb),
        }
    }
}
