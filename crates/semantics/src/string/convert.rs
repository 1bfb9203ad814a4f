//! What strings alone have: order, character codes, decimal numbers, letters.

use dashu_base::{BitTest, Sign};
use dashu_int::{IBig, UBig};

use super::{MAX_CHAR, allow, spend};
use crate::budget::{Budget, MAX_LENGTH, TooLarge};

const ZERO: u32 = 0x30;
const NINE: u32 = 0x39;

/// Whether the first comes before the second in the order of dictionaries, `str.<`.
#[must_use]
pub fn is_lt(s: &[u32], t: &[u32]) -> bool {
    s < t
}

/// Whether the first is the second or comes before it in the order of dictionaries, `str.<=`.
#[must_use]
pub fn is_le(s: &[u32], t: &[u32]) -> bool {
    s <= t
}

/// The code point of a string of one character, else -1, `str.to_code`.
#[must_use]
pub fn to_code(s: &[u32]) -> i64 {
    if let &[c] = s { i64::from(c) } else { -1 }
}

/// The string of one character with the code point, empty if there is none, `str.from_code`.
#[must_use]
pub fn from_code(code: i64) -> Vec<u32> {
    match u32::try_from(code) {
        Ok(c) if c <= MAX_CHAR => vec![c],
        _ => Vec::new(),
    }
}

/// Whether the string is one decimal digit of ASCII, `str.is_digit`.
#[must_use]
pub fn is_digit(s: &[u32]) -> bool {
    matches!(s, [ZERO..=NINE])
}

/// The number that the string writes in decimal digits, -1 if it writes none, `str.to_int`.
///
/// # Errors
/// If the budget ends.
// (str.to_int s) where s is empty or has a character that is no digit; a sign is none
// (- 1)
pub fn to_int(s: &[u32], budget: &mut Budget) -> Result<IBig, TooLarge> {
    spend(budget, s.len())?;
    if s.is_empty() || s.iter().any(|c| !(ZERO..=NINE).contains(c)) {
        return Ok(IBig::NEG_ONE);
    }
    let first = s.iter().position(|&c| c != ZERO).unwrap_or(s.len());
    let digits: String = s[first..].iter().filter_map(|&c| char::from_u32(c)).collect();
    if digits.is_empty() {
        return Ok(IBig::ZERO);
    }
    budget.spend(radix_work(digits.len()))?;
    UBig::from_str_radix(&digits, 10).map(IBig::from).map_err(|_| TooLarge)
}

/// The number in decimal digits, empty if it is negative, `str.from_int` and `str.from_ubv` of Z3.
///
/// # Errors
/// If the budget ends or the result is too long.
pub fn from_int(n: &IBig, budget: &mut Budget) -> Result<Vec<u32>, TooLarge> {
    if n.sign() == Sign::Negative { Ok(Vec::new()) } else { decimal(n, budget) }
}

/// The number in decimal digits, with a sign before if it is negative, `str.from_sbv` of Z3.
///
/// # Errors
/// If the budget ends or the result is too long.
pub fn from_signed(n: &IBig, budget: &mut Budget) -> Result<Vec<u32>, TooLarge> {
    decimal(n, budget)
}

fn decimal(n: &IBig, budget: &mut Budget) -> Result<Vec<u32>, TooLarge> {
    // A digit takes a little more than 3.3 bits.
    let digits = 2 + n.bit_len() / 10 * 3 + n.bit_len() % 10;
    allow(budget, digits)?;
    budget.spend(2 * radix_work(digits))?;
    let text: Vec<u32> = n.to_string().chars().map(u32::from).collect();
    if text.len() > MAX_LENGTH { Err(TooLarge) } else { Ok(text) }
}

/// The work to convert a number of so many digits from or to binary, which is more than linear.
fn radix_work(digits: usize) -> u64 {
    let digits = digits as u64;
    digits * (1 + digits.isqrt() / 64)
}

/// The string with the capital letters of ASCII made small, `str.to_lower` of cvc5.
///
/// # Errors
/// If the budget ends.
pub fn to_lower(s: &[u32], budget: &mut Budget) -> Result<Vec<u32>, TooLarge> {
    allow(budget, s.len())?;
    Ok(s.iter().map(|&c| if (0x41..=0x5A).contains(&c) { c + 0x20 } else { c }).collect())
}

/// The string with the small letters of ASCII made capital, `str.to_upper` of cvc5.
///
/// # Errors
/// If the budget ends.
pub fn to_upper(s: &[u32], budget: &mut Budget) -> Result<Vec<u32>, TooLarge> {
    allow(budget, s.len())?;
    Ok(s.iter().map(|&c| if (0x61..=0x7A).contains(&c) { c - 0x20 } else { c }).collect())
}
