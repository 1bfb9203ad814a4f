//! Integers, reals, elements of finite fields.

use super::{Integers, Maker};

impl Maker {
    pub(super) fn int(&mut self) -> String {
        match self.integers {
            Integers::Positions if self.choices.chance(85) => {
                let longest = self.longest as i64;
                signed(i128::from(self.choices.between(-1, longest + 2)))
            }
            Integers::Counts => signed(i128::from(match self.choices.chance(95) {
                true => self.choices.between(-2, 6),
                false => self.choices.between(-9, 30),
            })),
            Integers::Exponents => signed(i128::from(match self.choices.chance(70) {
                true => self.choices.between(-3, 12),
                false => self.choices.between(-40, 140),
            })),
            Integers::CodePoints if self.choices.chance(70) => {
                let points =
                    [0, 1, 47, 48, 57, 58, 65, 97, 127, 128, 255, 256, 0xd800, 0xffff, 0x1_0000, 0x2_fffe];
                let at = match self.choices.below(4) {
                    0 => *self.choices.pick(&points),
                    1 => self.choices.between(-2, 300),
                    2 => self.choices.between(0x2_fff0, 0x3_0010),
                    _ => self.choices.between(0, 0x3_0000),
                };
                signed(i128::from(at))
            }
            _ => self.any_int(),
        }
    }

    /// Small numbers, the neighbours of powers of two, and numbers of many digits.
    fn any_int(&mut self) -> String {
        match self.choices.below(10) {
            0..=4 => signed(i128::from(self.choices.between(-9, 9))),
            5 => signed(i128::from(self.choices.between(-1000, 1000))),
            6 | 7 => {
                let power =
                    1i128 << *self.choices.pick(&[4, 7, 8, 15, 16, 31, 32, 33, 62, 63, 64, 65, 100, 126]);
                let near = power + i128::from(self.choices.between(-1, 1));
                signed(if self.choices.chance(50) { -near } else { near })
            }
            8 => signed(i128::from(self.choices.next() as i64)),
            _ => {
                let digits = self.digits(40);
                if self.choices.chance(50) { format!("(- {digits})") } else { digits }
            }
        }
    }

    /// A numeral of up to so many digits that does not begin with zero.
    fn digits(&mut self, most: u64) -> String {
        let count = self.choices.below(most);
        let mut digits = self.choices.between(1, 9).to_string();
        for _ in 0..count {
            digits.push(char::from(b'0' + self.choices.below(10) as u8));
        }
        digits
    }

    pub(super) fn real(&mut self) -> String {
        let negative = self.choices.chance(40);
        let sign = |text: String| if negative { format!("(- {text})") } else { text };
        match self.choices.below(12) {
            0..=2 => sign(format!("{}.0", self.choices.below(10))),
            // An odd number of one bit more than a significand, and its neighbours: ties.
            10 | 11 => {
                let bits = match self.target {
                    Some(target) => target + 1,
                    None => *self.choices.pick(&[3, 4, 5, 6, 10, 12, 18, 25, 31, 54, 114]),
                };
                let random = (u128::from(self.choices.next()) << 64) | u128::from(self.choices.next());
                let odd = (random >> (128 - bits)) | 1 | (1 << (bits - 1));
                let power = 1u128 << self.choices.below(120);
                match self.choices.below(4) {
                    0 => sign(format!("{odd}.0")),
                    1 => sign(format!("{odd}.{}", self.choices.pick(&["001", "000000001", "5", "999999"]))),
                    _ => sign(format!("(/ {odd}.0 {power}.0)")),
                }
            }
            // Between two floats of a small format, or half way.
            3 | 4 => {
                let below = 1u64 << self.choices.below(12);
                let above = self.choices.below(below * 8 + 1);
                sign(format!("(/ {above}.0 {below}.0)"))
            }
            5 => sign(format!("{}.{}", self.choices.below(100), self.choices.below(1000))),
            6 | 7 => sign(format!("(/ {}.0 {}.0)", self.choices.below(50), self.choices.between(1, 30))),
            8 => {
                let power = 1u128 << self.choices.below(126);
                match self.choices.below(3) {
                    0 => sign(format!("{}.0", power - 1)),
                    1 => sign(format!("{}.5", power)),
                    _ => sign(format!("(/ 1.0 {}.0)", power + 1)),
                }
            }
            _ => {
                let (above, below) = (self.digits(40), self.digits(30));
                sign(format!("(/ {above}.0 {below}.0)"))
            }
        }
    }

    pub(super) fn field(&mut self, order: &str) -> String {
        format!("(as ff{} (_ FiniteField {order}))", self.choices.below(120))
    }
}

fn signed(value: i128) -> String {
    if value < 0 { format!("(- {})", value.unsigned_abs()) } else { value.to_string() }
}
