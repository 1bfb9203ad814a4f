//! The constructors: characters, concatenation, repetition, complement; `sets` has union and intersection.

use super::{INFINITE, Kind, MAX_CHAR, Regex, Regexes};

/// A constructor of two operands takes a union or intersection among them apart up to so many parts, so that to
/// build a long chain by steps takes linear time; `derive` takes the rest apart.
pub(super) const LIMIT: usize = 32;

/// The same for a concatenation on the left: each part that is taken off it is a language made anew.
const SPINE: usize = 8;

impl Regexes {
    /// The language of one string, `str.to_re`.
    pub fn literal(&mut self, s: &[u32]) -> Regex {
        s.iter().rev().fold(Regex::EPSILON, |tail, &c| {
            let head = self.range(c, c);
            self.concat(head, tail)
        })
    }

    /// The strings of one character between two; none if the first is greater.
    pub fn range(&mut self, low: u32, high: u32) -> Regex {
        let high = high.min(MAX_CHAR);
        if low > high { Regex::NONE } else { self.intern(Kind::Class(Box::new([(low, high)]))) }
    }

    /// The language `re.range` of two strings: none unless both have length one.
    pub fn range_of(&mut self, low: &[u32], high: &[u32]) -> Regex {
        match (low, high) {
            (&[low], &[high]) => self.range(low, high),
            _ => Regex::NONE,
        }
    }

    /// A string of the first and then one of the second, `re.++`.
    pub fn concat(&mut self, a: Regex, b: Regex) -> Regex {
        // Before the first is taken apart: it may be the body of a loop that follows, as a whole.
        if let Some(merged) = self.concat_loops(a, b) {
            return merged;
        }
        let mut heads = Vec::new();
        let mut last = a;
        while let &Kind::Concat(head, tail) = self.kind(last) {
            if heads.len() == SPINE {
                return self.concat_flat(a, b);
            }
            heads.push(head);
            last = tail;
        }
        let end = self.concat_flat(last, b);
        heads.into_iter().rev().fold(end, |tail, head| self.concat_flat(head, tail))
    }

    /// The concatenation of all in order, `re.++` of many.
    pub fn concat_all(&mut self, parts: &[Regex]) -> Regex {
        parts.iter().rev().fold(Regex::EPSILON, |tail, &head| self.concat(head, tail))
    }

    /// Concatenation where the first is not taken apart.
    pub(super) fn concat_flat(&mut self, a: Regex, b: Regex) -> Regex {
        match (a, b) {
            (Regex::NONE, _) | (_, Regex::NONE) => return Regex::NONE,
            (Regex::EPSILON, r) | (r, Regex::EPSILON) => return r,
            // (re.++ re.all r) where "" is in r
            // re.all
            (Regex::ALL, r) | (r, Regex::ALL) if self.nullable(r) => return Regex::ALL,
            _ => {}
        }
        match self.concat_loops(a, b) {
            Some(merged) => merged,
            None => self.intern(Kind::Concat(a, b)),
        }
    }

    /// The concatenation of a loop with another over the same body, whatever comes after.
    fn concat_loops(&mut self, a: Regex, b: Regex) -> Option<Regex> {
        if let Some(merged) = self.merge_loops(a, b) {
            return Some(merged);
        }
        let Kind::Concat(first, rest) = *self.kind(b) else { return None };
        let merged = self.merge_loops(a, first)?;
        Some(self.intern(Kind::Concat(merged, rest)))
    }

    // (re.++ ((_ re.loop i j) r) ((_ re.loop k l) r))
    // ((_ re.loop (+ i k) (+ j l)) r)
    fn merge_loops(&mut self, a: Regex, b: Regex) -> Option<Regex> {
        let (body, (a_low, a_high), (b_low, b_high)) = match (self.kind(a), self.kind(b)) {
            (&Kind::Loop(x, i, j), &Kind::Loop(y, k, l)) if x == y => (x, (i, j), (k, l)),
            (&Kind::Loop(x, i, j), _) if x == b => (x, (i, j), (1, 1)),
            (_, &Kind::Loop(y, k, l)) if a == y => (y, (1, 1), (k, l)),
            _ => return None,
        };
        let low = a_low.checked_add(b_low).filter(|&low| low != INFINITE)?;
        let high = add_bounds(a_high, b_high)?;
        Some(self.repeat(body, low, high))
    }

    /// The strings that are not in the language, `re.comp`.
    pub fn comp(&mut self, r: Regex) -> Regex {
        match *self.kind(r) {
            Kind::None => Regex::ALL,
            Kind::Epsilon => Regex::NONEMPTY,
            Kind::Comp(body) => body,
            _ if r == Regex::ALL => Regex::NONE,
            _ if r == Regex::NONEMPTY => Regex::EPSILON,
            // (re.comp ((_ re.loop 0 n) re.allchar))
            // (re.++ ((_ re.^ (+ n 1)) re.allchar) re.all)
            Kind::Loop(Regex::ALLCHAR, 0, high) if high + 1 != INFINITE => {
                self.repeat(Regex::ALLCHAR, high + 1, INFINITE)
            }
            Kind::Union(ref parts) if parts[..] == [Regex::EPSILON, Regex::ALLCHAR] => {
                self.repeat(Regex::ALLCHAR, 2, INFINITE)
            }
            Kind::Loop(Regex::ALLCHAR, low, INFINITE) => self.repeat(Regex::ALLCHAR, 0, low - 1),
            _ => self.intern(Kind::Comp(r)),
        }
    }

    /// Any number of strings of the language, `re.*`.
    pub fn star(&mut self, r: Regex) -> Regex {
        self.repeat(r, 0, INFINITE)
    }

    /// One or more strings of the language, `re.+`.
    pub fn plus(&mut self, r: Regex) -> Regex {
        self.repeat(r, 1, INFINITE)
    }

    /// A string of the language or the empty one, `re.opt`.
    pub fn opt(&mut self, r: Regex) -> Regex {
        self.union(Regex::EPSILON, r)
    }

    /// So many strings of the language, `re.^`; see `loop_` for the largest.
    pub fn power(&mut self, r: Regex, n: u32) -> Regex {
        self.loop_(r, n, Some(n))
    }

    /// Between so many and so many strings of the language, `re.loop`; none if the bounds are out of order.
    ///
    /// The bound `u32::MAX` is taken for the number below it: no string is long enough to tell them apart. Who has
    /// a larger bound says that it is too large.
    pub fn loop_(&mut self, r: Regex, low: u32, high: Option<u32>) -> Regex {
        if high.is_some_and(|high| low > high) {
            return Regex::NONE;
        }
        self.repeat(r, low.min(INFINITE - 1), high.map_or(INFINITE, |high| high.min(INFINITE - 1)))
    }

    /// Repetition between two bounds that are in order.
    pub(super) fn repeat(&mut self, mut r: Regex, mut low: u32, mut high: u32) -> Regex {
        loop {
            // (re.loop 0 0) of any language is the empty string, even of re.none.
            if high == 0 || r == Regex::EPSILON {
                return Regex::EPSILON;
            }
            if r == Regex::NONE {
                return if low == 0 { Regex::EPSILON } else { Regex::NONE };
            }
            // ((_ re.loop i j) r) where "" is in r
            // ((_ re.loop 0 j) r)
            if self.nullable(r) {
                low = 0;
            }
            if low == 1 && high == 1 {
                return r;
            }
            match self.kind(r) {
                &Kind::Loop(body, i, j) => match nest_bounds((i, j), (low, high)) {
                    Some(bounds) => (r, (low, high)) = (body, bounds),
                    None => break,
                },
                // ((_ re.loop 0 j) (re.opt r))
                // ((_ re.loop 0 j) r)
                Kind::Union(parts) if parts.len() <= LIMIT && parts[0] == Regex::EPSILON => {
                    let rest = parts[1..].to_vec();
                    r = self.union_all(&rest);
                    if (low, high) == (0, 1) {
                        break;
                    }
                }
                _ => break,
            }
        }
        if (low, high) == (0, 1) {
            return self.union(Regex::EPSILON, r);
        }
        self.intern(Kind::Loop(r, low, high))
    }
}

/// The sum of upper bounds, if it can be written.
fn add_bounds(a: u32, b: u32) -> Option<u32> {
    if a == INFINITE || b == INFINITE {
        return Some(INFINITE);
    }
    a.checked_add(b).filter(|&sum| sum != INFINITE)
}

/// The bounds of the one loop that a loop in a loop is, if it is one and they can be written.
fn nest_bounds(inner: (u32, u32), outer: (u32, u32)) -> Option<(u32, u32)> {
    let ((i, j), (low, high)) = (inner, outer);
    let product = |a: u32, b: u32| match (a, b) {
        (INFINITE, _) | (_, INFINITE) => Some(INFINITE),
        _ => a.checked_mul(b).filter(|&product| product != INFINITE),
    };
    // Between them the k-fold loops, low <= k <= high, leave no gap if each reaches the next: k*j + 1 >= (k+1)*i.
    let gapless = match low {
        _ if low == high || j == INFINITE && low >= 1 => true,
        0 => i <= 1,
        _ => u64::from(low) * u64::from(j) + 1 >= (u64::from(low) + 1) * u64::from(i),
    };
    if !gapless {
        return None;
    }
    Some((product(i, low).filter(|&low| low != INFINITE)?, product(j, high)?))
}
