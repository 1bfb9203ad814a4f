//! Tests of floats, each against something that was not written here with them.

mod by_definition;
mod large;
mod machine;
mod paths;
mod values;

use dashu_int::UBig;

use super::{Float, Format};

/// A format that is one.
fn format(eb: u32, sb: u32) -> Format {
    Format::new(eb, sb).expect("a format")
}

/// Every float of a small format, and NaN once.
fn all(format: Format) -> Vec<Float> {
    let mut floats: Vec<Float> = (0..1_u64 << format.width())
        .map(|bits| Float::from_u64_bits(format, bits))
        .filter(|float| !float.is_nan())
        .collect();
    floats.push(Float::nan(format));
    floats
}

/// Numbers without order, the same in every run (SplitMix64).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    /// Bits with runs of zeros and ones, of any length.
    fn runs(&mut self, length: usize) -> UBig {
        let mut bits = UBig::ZERO;
        let mut left = length;
        while left > 0 {
            let run = (1 + self.below(1 + (length as u64).div_ceil(2))) as usize;
            let run = run.min(left);
            bits <<= run;
            match self.below(4) {
                0 => {}
                1 => bits |= UBig::ones(run),
                _ => {
                    let mut piece = UBig::ZERO;
                    for _ in 0..run.div_ceil(64) {
                        piece = (piece << 64) | UBig::from(self.next());
                    }
                    piece.clear_high_bits(run);
                    bits |= piece;
                }
            }
            left -= run;
        }
        bits
    }

    /// A float of the kind that finds mistakes: special, at the ends of the format, or of a random pattern, and now
    /// and then one whose exponent is near that of another.
    fn float(&mut self, format: Format, near: Option<&Float>) -> Float {
        let (eb, fraction) = (format.eb() as usize, format.sb() as usize - 1);
        let sign = self.below(2) == 1;
        let significand = self.runs(fraction);
        let exponent = match (self.below(8), near) {
            (0, _) => UBig::ZERO,
            (1, _) => UBig::ones(eb) - UBig::from(self.below(3)),
            (2, _) => UBig::from(self.below(3)),
            (3, _) => (UBig::ONE << (eb - 1)) - UBig::ONE + UBig::from(self.below(3)),
            (4..=6, Some(near)) => {
                let spread = UBig::from(self.below(2 * fraction as u64 + 6));
                let mut exponent = near.packed() >> fraction;
                exponent.clear_high_bits(eb);
                if self.below(2) == 0 || exponent < spread { exponent + spread } else { exponent - spread }
            }
            _ => self.runs(eb),
        };
        Float::from_parts(sign, &exponent, &significand, format)
    }
}
