//! Algebraic numbers as the solvers write them: a polynomial over the integers and which of its roots is meant.
//!
//! Only the text is handled here. Nothing checks that the polynomial has such a root.

use std::fmt::Write as _;

use dashu_int::ops::Gcd;
use dashu_int::{IBig, UBig};

use crate::literal::Literal;

/// Which real root of a polynomial is meant.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Root {
    /// The n-th of the different real roots, from the smallest; the first is one.
    Index(u32),
    /// The only root between two rationals, each `p` or `p/q` in lowest terms.
    Between(Box<str>, Box<str>),
}

/// The largest degree that is read: coefficients are written out, also those that are zero.
pub(crate) const MAX_DEGREE: usize = 1 << 16;

/// The literal of a root of a polynomial, whose coefficients are given from the lowest degree on; `None` if the
/// polynomial is constant.
pub(crate) fn literal(mut coefficients: Vec<IBig>, root: Root) -> Option<Literal> {
    while coefficients.last().is_some_and(IBig::is_zero) {
        coefficients.pop();
    }
    if coefficients.len() < 2 || root == Root::Index(0) {
        return None;
    }
    let coefficients = coefficients.iter().map(|coefficient| coefficient.to_string().into()).collect();
    Some(Literal::Algebraic { coefficients, root })
}

/// Adds a monomial to a polynomial; false if the degree is too large.
pub(crate) fn add_monomial(coefficients: &mut Vec<IBig>, coefficient: &IBig, degree: usize) -> bool {
    if degree > MAX_DEGREE {
        return false;
    }
    if degree >= coefficients.len() {
        coefficients.resize(degree + 1, IBig::ZERO);
    }
    coefficients[degree] += coefficient;
    true
}

/// match: <392*x^2 + (-196*x) + 17, (7319/65536, 234209/2097152)>
pub(crate) fn read_interval(text: &str) -> Option<Literal> {
    let inside = text.trim().strip_prefix('<')?.strip_suffix('>')?;
    let (polynomial, interval) = inside.split_once(',')?;
    // Parentheses only set off what is negative: without them a sum of monomials is left.
    let is_noise = |c: char| c.is_whitespace() || matches!(c, '(' | ')');
    let polynomial = polynomial.replace(is_noise, "");
    let mut coefficients = Vec::new();
    for monomial in polynomial.split('+') {
        let (coefficient, degree) = read_monomial(monomial)?;
        if !add_monomial(&mut coefficients, &coefficient, degree) {
            return None;
        }
    }
    let interval = interval.replace(|c: char| is_noise(c) || matches!(c, '[' | ']'), "");
    let (low, high) = interval.split_once(',')?;
    literal(coefficients, Root::Between(read_rational(low)?, read_rational(high)?))
}

/// match: 392*x^2, -196*x, x^3, -x, 17
fn read_monomial(text: &str) -> Option<(IBig, usize)> {
    let (coefficient, power) = match text.split_once('*') {
        Some((coefficient, power)) => (integer(coefficient)?, power),
        None => match text.strip_prefix('-') {
            Some(power) if power.starts_with('x') => (-IBig::ONE, power),
            _ if text.starts_with('x') => (IBig::ONE, text),
            _ => return Some((integer(text)?, 0)),
        },
    };
    let degree = match power.strip_prefix('x')? {
        "" => 1,
        exponent => exponent.strip_prefix('^')?.parse().ok()?,
    };
    Some((coefficient, degree))
}

/// A rational in lowest terms from `p`, `p/q` or `p/2^k`.
fn read_rational(text: &str) -> Option<Box<str>> {
    let Some((numerator, denominator)) = text.split_once('/') else {
        return Some(integer(text)?.to_string().into());
    };
    let numerator = integer(numerator)?;
    let denominator = match denominator.strip_prefix("2^") {
        Some(exponent) => {
            let exponent: usize = exponent.parse().ok().filter(|&exponent| exponent <= MAX_DEGREE)?;
            UBig::ONE << exponent
        }
        None => UBig::from_str_radix(denominator, 10).ok().filter(|denominator| !denominator.is_zero())?,
    };
    let common = (&numerator).gcd(&denominator);
    let (numerator, denominator) = (numerator / &common, denominator / &common);
    Some(if denominator.is_one() {
        numerator.to_string().into()
    } else {
        format!("{numerator}/{denominator}").into()
    })
}

fn integer(text: &str) -> Option<IBig> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| IBig::from_str_radix(text, 10).ok())?
}

/// Writes Z3's form of a root given by its number, cvc5's form of one in an interval.
pub(crate) fn write(out: &mut String, coefficients: &[Box<str>], root: &Root) {
    let monomials = coefficients.iter().enumerate().rev().filter(|(_, coefficient)| &***coefficient != "0");
    // Writing to a string does not fail.
    match root {
        Root::Index(index) => {
            let count = monomials.clone().count();
            out.push_str(if count > 1 { "(root-obj (+" } else { "(root-obj" });
            for (degree, coefficient) in monomials {
                out.push(' ');
                write_term(out, degree, coefficient);
            }
            out.push_str(if count > 1 { ")" } else { "" });
            let _ = write!(out, " {index})");
        }
        Root::Between(low, high) => {
            out.push_str("(_ real_algebraic_number <");
            for (at, (degree, coefficient)) in monomials.enumerate() {
                let power = match degree {
                    0 => String::new(),
                    1 => "*x".to_owned(),
                    _ => format!("*x^{degree}"),
                };
                let plus = if at > 0 { " + " } else { "" };
                let _ = if coefficient.starts_with('-') {
                    write!(out, "{plus}({coefficient}{power})")
                } else {
                    write!(out, "{plus}{coefficient}{power}")
                };
            }
            let _ = write!(out, ", ({low}, {high})>)");
        }
    }
}

/// result: (* (- 4) (^ x 2))
fn write_term(out: &mut String, degree: usize, coefficient: &str) {
    let number = match coefficient.strip_prefix('-') {
        Some(digits) => format!("(- {digits})"),
        None => coefficient.to_owned(),
    };
    let power = if degree == 1 { "x".to_owned() } else { format!("(^ x {degree})") };
    match (degree, coefficient) {
        (0, _) => out.push_str(&number),
        (_, "1") => out.push_str(&power),
        _ => {
            let _ = write!(out, "(* {number} {power})");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn between(coefficients: &[&str], low: &str, high: &str) -> Literal {
        Literal::Algebraic {
            coefficients: coefficients.iter().map(|&text| text.into()).collect(),
            root: Root::Between(low.into(), high.into()),
        }
    }

    #[test]
    fn intervals_have_one_form() {
        for text in [
            "<1*x^2 + (-2), (1, 2)>",
            "<x^2+(-2),(2/2,4/2^1)>",
            " <1*x^2 + 0*x + (-2), [1, 2]> ",
            "<2*x^2 + (-1*x^2) + (-2), (1, 2)>",
        ] {
            assert_eq!(read_interval(text), Some(between(&["-2", "0", "1"], "1", "2")), "{text}");
        }
        let negative = read_interval("<(-1)*x^3 + (-196*x) + 17, (-6/8, -1/4)>");
        assert_eq!(negative, Some(between(&["17", "-196", "0", "-1"], "-3/4", "-1/4")));
    }

    #[test]
    fn what_is_no_root_is_refused() {
        for text in
            ["<5, (1, 2)>", "<1*x, 2>", "<1*y, (1, 2)>", "<1*x^99999999, (1, 2)>", "<1*x, (1/0, 2)>", "x"]
        {
            assert_eq!(read_interval(text), None, "{text}");
        }
    }
}
