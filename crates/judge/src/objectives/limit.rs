//! Values that objectives reach or come near, and how solvers print them.

use quis_semantics::Real;

/// A value that an objective reaches, comes as near to as it likes, or leaves behind: a number, a multiple of something positive that
/// is smaller than any number, a multiple of something larger than any number. They are compared in the order of the fields.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Limit {
    /// How often `oo`: once, or minus once.
    infinity: Real,
    /// The number.
    number: Real,
    /// How often `epsilon`.
    epsilon: Real,
}

impl Limit {
    /// A number that is reached.
    pub(crate) fn of(number: Real) -> Limit {
        Limit { infinity: Real::ZERO, number, epsilon: Real::ZERO }
    }

    /// No bound above, or below.
    pub(crate) fn infinite(above: bool) -> Limit {
        let infinity = if above { Real::ONE } else { Real::ONE.neg() };
        Limit { infinity, ..Limit::of(Real::ZERO) }
    }

    /// Whether it is no number, nor near one.
    pub(crate) fn is_infinite(&self) -> bool {
        !self.infinity.is_zero()
    }

    /// The number, if it is reached.
    pub(crate) fn reached(&self) -> Option<&Real> {
        (!self.is_infinite() && self.epsilon.is_zero()).then_some(&self.number)
    }

    /// The number that it is or is near, unless it is infinite, and on which side of the number it lies.
    pub(crate) fn near(&self) -> Option<(&Real, std::cmp::Ordering)> {
        (!self.is_infinite()).then(|| (&self.number, self.epsilon.sign()))
    }

    /// match: 3/2, a little less, result: 3/2 - epsilon
    pub(crate) fn shown(&self) -> String {
        if self.is_infinite() {
            return if self.infinity.is_negative() { "-oo" } else { "oo" }.to_owned();
        }
        let mut text = shown(&self.number);
        if !self.epsilon.is_zero() {
            text.push_str(if self.epsilon.is_negative() { " - " } else { " + " });
            let times = self.epsilon.abs();
            if times != Real::ONE {
                text.extend([&*shown(&times), " * "]);
            }
            text.push_str("epsilon");
        }
        text
    }

    /// match: (+ (/ 7.0 2.0) (* (- 1.0) epsilon)), result: 7/2 - epsilon
    pub(crate) fn read(text: &str) -> Option<Limit> {
        let spaced = text.replace('(', " ( ").replace(')', " ) ");
        let mut open: Vec<Application<'_>> = Vec::new();
        let mut words = spaced.split_whitespace();
        let mut whole = None;
        while let Some(word) = words.next() {
            let value = match word {
                "(" => {
                    open.push(Application { operator: words.next()?, args: Vec::new() });
                    continue;
                }
                ")" => open.pop()?.value()?,
                word => atom(word)?,
            };
            match open.last_mut() {
                Some(around) => around.args.push(value),
                None if whole.is_none() => whole = Some(value),
                None => return None,
            }
        }
        whole.filter(|_| open.is_empty()).map(|value| match value.infinity.sign() {
            std::cmp::Ordering::Equal => value,
            sign => Limit::infinite(sign.is_gt()),
        })
    }

    fn with(&self, each: impl Fn(&Real) -> Option<Real>) -> Option<Limit> {
        let Limit { infinity, number, epsilon } = self;
        Some(Limit { infinity: each(infinity)?, number: each(number)?, epsilon: each(epsilon)? })
    }

    fn plus(&self, other: &Limit) -> Option<Limit> {
        Some(Limit {
            infinity: self.infinity.add(&other.infinity).ok()?,
            number: self.number.add(&other.number).ok()?,
            epsilon: self.epsilon.add(&other.epsilon).ok()?,
        })
    }

    fn times(&self, other: &Limit) -> Option<Limit> {
        let (of, by) = match (self.reached(), other.reached()) {
            (Some(by), _) => (other, by),
            (None, by) => (self, by?),
        };
        of.with(|part| part.mul(by).ok())
    }
}

/// An operator and its arguments so far.
struct Application<'a> {
    operator: &'a str,
    args: Vec<Limit>,
}

impl Application<'_> {
    fn value(self) -> Option<Limit> {
        let (first, rest) = self.args.split_first()?;
        let all = |each: fn(&Limit, &Limit) -> Option<Limit>| {
            rest.iter().try_fold(first.clone(), |sum, next| each(&sum, next))
        };
        match (self.operator, rest) {
            ("-", []) => first.with(|part| Some(part.neg())),
            ("-", _) => all(|sum, next| sum.plus(&next.with(|part| Some(part.neg()))?)),
            ("+", _) => all(Limit::plus),
            ("*", _) => all(Limit::times),
            ("/", [by]) => first.with(|part| part.div(by.reached()?).ok()?),
            ("to_real", []) => Some(first.clone()),
            // (_ bv5 8)
            ("_", [_]) => Some(first.clone()),
            _ => None,
        }
    }
}

fn atom(word: &str) -> Option<Limit> {
    let digits =
        |digits: &str, base| u64::from_str_radix(digits, base).ok().and_then(|n| i64::try_from(n).ok());
    let number = match word {
        "oo" => return Some(Limit::infinite(true)),
        "epsilon" => return Some(Limit { epsilon: Real::ONE, ..Limit::of(Real::ZERO) }),
        _ => match (word.get(..2), word.get(2..)) {
            (Some("#x"), Some(rest)) => Real::from(digits(rest, 16)?),
            (Some("#b"), Some(rest)) => Real::from(digits(rest, 2)?),
            (Some("bv"), Some(rest)) => Real::parse_decimal(rest)?,
            _ => Real::parse_decimal(word)?,
        },
    };
    Some(Limit::of(number))
}

/// A number as people read it.
pub(crate) fn shown(number: &Real) -> String {
    number.fraction_text().unwrap_or_else(|| format!("{number:?}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> String {
        Limit::read(text).map_or("nothing".to_owned(), |limit| limit.shown())
    }

    #[test]
    fn limits_are_read_as_solvers_print_them() {
        for (text, expected) in [
            ("0", "0"),
            ("-3", "-3"),
            ("(- 3)", "-3"),
            ("1.50", "3/2"),
            ("(/ 5.0 2.0)", "5/2"),
            ("(- (/ 5.0 2.0))", "-5/2"),
            ("(/ (- 5.0)\n  2.0)", "-5/2"),
            ("oo", "oo"),
            ("(* (- 1) oo)", "-oo"),
            ("(- oo)", "-oo"),
            ("(+ 7 (* 2 oo))", "oo"),
            ("epsilon", "0 + epsilon"),
            ("(* (- 1.0) epsilon)", "0 - epsilon"),
            ("(+ (/ 7.0 2.0) (* (- 1.0) epsilon))", "7/2 - epsilon"),
            ("(- 3.5 (* 2 epsilon))", "7/2 - 2 * epsilon"),
            ("(+ (- 3) epsilon)", "-3 + epsilon"),
            ("(to_real 3)", "3"),
            ("#x0f", "15"),
            ("#b101", "5"),
            ("(_ bv5 8)", "5"),
            ("(* 2 3)", "6"),
        ] {
            assert_eq!(read(text), expected, "{text}");
        }
        for odd in [
            "",
            "x",
            "(",
            ")",
            "1 2",
            "(/ 1 0)",
            "(* oo oo)",
            "(/ 1 oo)",
            "()",
            "(1)",
            "(interval 0 1)",
            "#xg",
            "#x",
        ] {
            assert_eq!(read(odd), "nothing", "{odd}");
        }
        assert_eq!(read(&"(".repeat(1 << 16)), "nothing");
    }

    #[test]
    fn limits_are_ordered() {
        let ordered = [
            "(- oo)",
            "(- 5)",
            "(- 0 epsilon)",
            "0",
            "(* 0.5 epsilon)",
            "epsilon",
            "(- 1 epsilon)",
            "1",
            "(+ 1 epsilon)",
            "oo",
        ];
        let limits: Vec<Limit> = ordered.iter().filter_map(|text| Limit::read(text)).collect();
        assert!(limits.len() == ordered.len() && limits.is_sorted());
        let reached: Vec<bool> = limits.iter().map(|limit| limit.reached().is_some()).collect();
        assert_eq!(reached.iter().filter(|reached| **reached).count(), 3);
    }
}
