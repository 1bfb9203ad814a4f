//! Literals: the constants that the grammar itself provides, in one canonical form each.
//!
//! Numbers stay digits here: what they mean is the business of the semantics, and a numeral of ten million
//! digits must cost no more than its length.

use std::fmt::Write as _;

use dashu_int::UBig;
use dashu_int::ops::BitTest;

use crate::algebraic::Root;

/// A literal in canonical form: two spellings of one value give equal literals, except that a string
/// literal with characters outside the standard's set keeps them as written, and that an algebraic number is
/// the root of many polynomials.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Literal {
    /// A natural number of sort `Int`, or of a finite field: digits without leading zeros.
    Numeral(Box<str>),
    /// A non-negative number of sort `Real`: digits, a point, at least one digit; no needless zeros.
    Decimal(Box<str>),
    /// A bit-vector, however it was written.
    BitVec {
        /// The width in bits, at least one.
        width: u32,
        /// The value, below two to the width.
        value: UBig,
    },
    /// A string: printable ASCII as it is, other code points as `\u{…}` in lower-case hexadecimal.
    String(Box<str>),
    /// A root of a polynomial, of sort `Real`: how solvers print irrational numbers.
    Algebraic {
        /// The integer coefficients, lowest degree first: digits, behind `-` if negative. The last is not zero.
        coefficients: Box<[Box<str>]>,
        /// Which root.
        root: Root,
    },
}

impl Literal {
    /// A numeral from its digits.
    #[must_use]
    pub fn numeral(digits: &str) -> Literal {
        Literal::Numeral(without_leading_zeros(digits).into())
    }

    /// A decimal from the digits before and after its point.
    #[must_use]
    pub fn decimal(whole: &str, fraction: &str) -> Literal {
        let fraction = fraction.trim_end_matches('0');
        let fraction = if fraction.is_empty() { "0" } else { fraction };
        Literal::Decimal([without_leading_zeros(whole), ".", fraction].concat().into())
    }

    /// A bit-vector; the value is taken modulo two to the width.
    #[must_use]
    pub fn bit_vec(width: u32, value: UBig) -> Literal {
        let value = if value.bit_len() > width as usize { value & UBig::ones(width as usize) } else { value };
        Literal::BitVec { width, value }
    }

    /// A string from its source text between the quotes, in which `""` stands for one quote.
    #[must_use]
    pub fn string_from_source(source: &str) -> Literal {
        let unquoted = if source.contains('"') { source.replace("\"\"", "\"") } else { source.to_owned() };
        if !unquoted.contains('\\')
            && unquoted.bytes().all(|byte| (0x20..0x7f).contains(&byte) || byte >= 0x80)
        {
            return Literal::String(unquoted.into());
        }
        let mut out = String::with_capacity(unquoted.len());
        let mut rest = unquoted.as_str();
        while let Some(first) = rest.chars().next() {
            let escape = leading_escape(rest);
            let len = escape.map_or(first.len_utf8(), |(_, len)| len);
            rest = &rest[len..];
            match escape {
                Some((code, _)) => push_code_point(&mut out, code, starts_with_u(rest)),
                // Tabs and line ends may stand in a literal as they are.
                None if first.is_ascii() => push_code_point(&mut out, u32::from(first), starts_with_u(rest)),
                None => out.push(first),
            }
        }
        Literal::String(out.into())
    }

    /// A string in which nothing is an escape.
    #[must_use]
    pub fn string_without_escapes(text: &str) -> Literal {
        let mut out = String::with_capacity(text.len());
        let mut rest = text.chars().peekable();
        while let Some(next) = rest.next() {
            if next.is_ascii() {
                push_code_point(&mut out, u32::from(next), rest.peek() == Some(&'u'));
            } else {
                out.push(next);
            }
        }
        Literal::String(out.into())
    }

    /// A string from its code points.
    #[must_use]
    pub fn string_from_code_points(points: &[u32]) -> Literal {
        let mut out = String::with_capacity(points.len());
        for (i, &point) in points.iter().enumerate() {
            push_code_point(&mut out, point, points.get(i + 1) == Some(&u32::from(b'u')));
        }
        Literal::String(out.into())
    }

    /// The code points of a string literal; `None` for other literals, and for strings that hold
    /// characters the standard does not allow in a literal (solvers differ on what they mean).
    #[must_use]
    pub fn code_points(&self) -> Option<Vec<u32>> {
        let Literal::String(text) = self else { return None };
        let mut points = Vec::with_capacity(text.len());
        let mut rest: &str = text;
        while let Some(first) = rest.chars().next() {
            if let Some((code, len)) = leading_escape(rest) {
                points.push(code);
                rest = &rest[len..];
            } else if first.is_ascii() {
                points.push(u32::from(first));
                rest = &rest[1..];
            } else {
                return None;
            }
        }
        Some(points)
    }
}

fn without_leading_zeros(digits: &str) -> &str {
    let trimmed = digits.trim_start_matches('0');
    if trimmed.is_empty() { "0" } else { trimmed }
}

/// The largest code point of the theory of strings.
pub const MAX_CODE_POINT: u32 = 0x2FFFF;

/// An escape at the start of the text: `\ud₁d₂d₃d₄` or `\u{d₁…d₅}` with at most five digits and a code
/// point in range. Gives the code point and the escape's length in bytes.
fn leading_escape(text: &str) -> Option<(u32, usize)> {
    let rest = text.strip_prefix("\\u")?;
    let (digits, len) = match rest.strip_prefix('{') {
        Some(braced) => {
            let end = braced.as_bytes().iter().take(6).position(|&byte| byte == b'}')?;
            (&braced[..end], 3 + end + 1)
        }
        None => (rest.get(..4)?, 6),
    };
    if digits.is_empty() || digits.len() > 5 || !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    let code = u32::from_str_radix(digits, 16).ok()?;
    (code <= MAX_CODE_POINT).then_some((code, len))
}

/// Whether the first code point of a string's source is the letter `u`, written plainly or as an escape.
fn starts_with_u(text: &str) -> bool {
    text.starts_with('u') || leading_escape(text).is_some_and(|(code, _)| code == u32::from(b'u'))
}

/// Appends a code point in canonical form. A backslash is written plainly unless a `u` follows, which
/// could make it the start of an escape.
fn push_code_point(out: &mut String, code: u32, u_follows: bool) {
    match u8::try_from(code) {
        Ok(b'\\') if u_follows => out.push_str("\\u{5c}"),
        Ok(byte) if (0x20..0x7f).contains(&byte) => out.push(char::from(byte)),
        _ => {
            // Writing to a string does not fail.
            let _ = write!(out, "\\u{{{code:x}}}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn string(source: &str) -> String {
        match Literal::string_from_source(source) {
            Literal::String(text) => text.into(),
            _ => unreachable!("a string"),
        }
    }

    #[test]
    fn numbers_have_one_form() {
        assert_eq!(Literal::numeral("007"), Literal::numeral("7"));
        assert_eq!(Literal::numeral("000"), Literal::numeral("0"));
        assert_eq!(Literal::decimal("01", "500"), Literal::decimal("1", "5"));
        assert_eq!(Literal::decimal("0", "0"), Literal::Decimal("0.0".into()));
        assert_eq!(Literal::bit_vec(4, UBig::from(17u8)), Literal::bit_vec(4, UBig::from(1u8)));
    }

    #[test]
    fn both_escapes_of_the_standard() {
        assert_eq!(string(r"\u{41}\u0042"), "AB");
        assert_eq!(string(r"\u{7}"), r"\u{7}");
        assert_eq!(string(r"\u{2FFFF}"), r"\u{2ffff}");
        // Not escapes: out of range, too long, no digits, another letter.
        for tail in ["{30000}", "{000041}", "{}", "12", "{g}"] {
            assert_eq!(string(&format!("\\u{tail}")), format!("\\u{{5c}}u{tail}"));
        }
        for plain in [r"\x41", r"\n"] {
            assert_eq!(string(plain), plain);
        }
        assert_eq!(string("a\"\"b"), "a\"b");
        assert_eq!(string("a\nb"), r"a\u{a}b");
    }

    #[test]
    fn a_backslash_never_becomes_an_escape_by_printing() {
        // The code point 5c followed by the letters of an escape.
        let source = r"\u{5c}u{41}";
        assert_eq!(string(source), r"\u{5c}u{41}");
        let literal = Literal::string_from_source(source);
        let points = literal.code_points().unwrap_or_default();
        assert_eq!(points, [0x5c, 0x75, 0x7b, 0x34, 0x31, 0x7d]);
        assert_eq!(Literal::string_from_code_points(&points), literal);
        assert_eq!(string(r"\u{5c}x"), r"\x");
        assert_eq!(string(r"\u{5c}\u{75}{41}"), source);
        assert_eq!(string(r"\\u{75}{41}"), source);
    }

    #[test]
    fn characters_outside_the_standard_stay_and_have_no_code_points() {
        assert_eq!(string("é"), "é");
        assert_eq!(Literal::string_from_source("é").code_points(), None);
    }
}
