//! Bit-vectors, as digits with the highest first.

use super::Maker;

/// All small widths, and those around the words of machines.
const WIDTHS: [u32; 24] =
    [1, 2, 3, 4, 5, 6, 7, 8, 1, 2, 3, 4, 16, 31, 32, 33, 63, 64, 65, 127, 128, 130, 200, 24];

impl Maker {
    pub(crate) fn width(&mut self) -> u32 {
        *self.choices.pick(&WIDTHS)
    }

    pub(super) fn bit_vec(&mut self, width: u32) -> String {
        let bits = self.bits(width as usize);
        self.vectors.push(bits.clone());
        match self.choices.below(8) {
            0 if width <= 64 => match u64::from_str_radix(&bits, 2) {
                Ok(value) => format!("(_ bv{value} {width})"),
                Err(_) => format!("#b{bits}"),
            },
            1..=6 if width.is_multiple_of(4) => {
                let nibble =
                    |chunk: &[u8]| chunk.iter().fold(0, |value, bit| value * 2 + u32::from(bit - b'0'));
                let digits =
                    bits.as_bytes().chunks(4).map(|chunk| char::from_digit(nibble(chunk), 16).unwrap_or('0'));
                format!("#x{}", digits.collect::<String>())
            }
            _ => format!("#b{bits}"),
        }
    }

    /// So many bits: a boundary value, one that has to do with an earlier one, or any.
    pub(super) fn bits(&mut self, width: usize) -> String {
        let earlier: Vec<&String> = self.vectors.iter().filter(|bits| bits.len() == width).collect();
        if !earlier.is_empty() && self.choices.chance(20) {
            let earlier = (*self.choices.pick(&earlier)).clone();
            return match self.choices.below(4) {
                0 => earlier,
                1 => complement(&earlier),
                2 => increment(&complement(&earlier)),
                _ => increment(&earlier),
            };
        }
        match self.choices.below(24) {
            0 | 1 => "0".repeat(width),
            2 | 3 => "1".repeat(width),
            4 => format!("1{}", "0".repeat(width - 1)),
            5 => format!("0{}", "1".repeat(width - 1)),
            6..=8 => {
                let bound = width as u64 + 3;
                number(self.choices.below(bound), width)
            }
            9 => {
                let bound = width as u64 + 3;
                increment(&complement(&number(self.choices.below(bound), width)))
            }
            10 => {
                let at = self.choices.below(width as u64) as usize;
                format!("{}1{}", "0".repeat(at), "0".repeat(width - at - 1))
            }
            11 => {
                let at = self.choices.below(width as u64) as usize;
                format!("{}{}", "0".repeat(at), "1".repeat(width - at))
            }
            12 => {
                let at = self.choices.below(width as u64) as usize;
                format!("{}{}", "1".repeat(at), "0".repeat(width - at))
            }
            // Few bits set: products that just fit.
            13 | 14 => {
                let zeros = self.choices.below(width as u64) as usize;
                let rest = self.random_bits(width - zeros);
                format!("{}{rest}", "0".repeat(zeros))
            }
            // A number of few bits times a power of two: a tie, for a float of one bit less.
            15..=18 if width > 2 => {
                let length = match (self.target, self.choices.below(2)) {
                    (Some(target), 0) => target + 1,
                    (None, 0) => *self.choices.pick(&[3, 4, 5, 6, 10, 12, 18, 25, 31, 54, 114]),
                    _ => self.choices.below(width as u64) as usize,
                };
                let length = length.clamp(2, width);
                let zeros = self.choices.below((width - length) as u64 + 1) as usize;
                let middle = self.random_bits(length - 2);
                format!("{}1{middle}1{}", "0".repeat(zeros), "0".repeat(width - length - zeros))
            }
            _ => self.random_bits(width),
        }
    }

    pub(super) fn random_bits(&mut self, width: usize) -> String {
        (0..width).map(|_| if self.choices.chance(50) { '1' } else { '0' }).collect()
    }
}

/// The lowest bits of a number.
pub(super) fn number(value: u64, width: usize) -> String {
    let bits = format!("{value:b}");
    if bits.len() >= width { bits[bits.len() - width..].to_owned() } else { format!("{bits:0>width$}") }
}

pub(super) fn complement(bits: &str) -> String {
    bits.chars().map(|bit| if bit == '0' { '1' } else { '0' }).collect()
}

/// Plus one, modulo two to the width.
pub(super) fn increment(bits: &str) -> String {
    match bits.rfind('0') {
        Some(at) => format!("{}1{}", &bits[..at], "0".repeat(bits.len() - at - 1)),
        None => "0".repeat(bits.len()),
    }
}
