//! Strings and languages: membership, and searching and replacing what matches.

use super::{Life, Regex, Regexes};
use crate::budget::{Budget, MAX_LENGTH, TooLarge};

impl Regexes {
    /// Whether the string is in the language, `str.in_re`.
    ///
    /// # Errors
    /// If the budget ends.
    pub fn matches(&mut self, r: Regex, s: &[u32], budget: &mut Budget) -> Result<bool, TooLarge> {
        let node = self.node(r);
        if s.len() < node.min as usize || !within(s.len(), node.max) {
            return Ok(false);
        }
        let mut state = r;
        for &c in s {
            if state == Regex::NONE || state == Regex::ALL {
                break;
            }
            state = self.step(state, c, budget)?;
        }
        Ok(self.nullable(state))
    }

    /// Replaces the shortest leftmost match, be it empty, `str.replace_re`.
    ///
    /// # Errors
    /// If the budget ends or the result is too long.
    // (str.replace_re s r t) where "" is in r
    // (str.++ t s)
    pub fn replace_re(
        &mut self,
        s: &[u32],
        r: Regex,
        t: &[u32],
        budget: &mut Budget,
    ) -> Result<Vec<u32>, TooLarge> {
        self.replace(s, r, t, true, budget)
    }

    /// Replaces the shortest leftmost match that is not empty, and so on in what follows, `str.replace_re_all`.
    ///
    /// # Errors
    /// If the budget ends or the result is too long.
    pub fn replace_re_all(
        &mut self,
        s: &[u32],
        r: Regex,
        t: &[u32],
        budget: &mut Budget,
    ) -> Result<Vec<u32>, TooLarge> {
        self.replace(s, r, t, false, budget)
    }

    /// Replaces the first match, be it empty, or all that are not empty.
    fn replace(
        &mut self,
        s: &[u32],
        r: Regex,
        t: &[u32],
        first: bool,
        budget: &mut Budget,
    ) -> Result<Vec<u32>, TooLarge> {
        let mut result = Vec::new();
        let mut rest = 0;
        while let Some((start, end)) = self.find(s, r, rest, first, budget)? {
            append(&mut result, &s[rest..start], budget)?;
            append(&mut result, t, budget)?;
            rest = end;
            if first {
                break;
            }
        }
        append(&mut result, &s[rest..], budget)?;
        Ok(result)
    }

    /// Where the first match at or after a position begins, be it empty, `str.indexof_re` of cvc5.
    ///
    /// None, which cvc5 writes -1, if nothing matches or the position is not in the string or at its end.
    ///
    /// # Errors
    /// If the budget ends.
    pub fn indexof_re(
        &mut self,
        s: &[u32],
        r: Regex,
        from: i64,
        budget: &mut Budget,
    ) -> Result<Option<usize>, TooLarge> {
        match usize::try_from(from) {
            Ok(from) if from <= s.len() => Ok(self.find(s, r, from, true, budget)?.map(|(start, _)| start)),
            _ => Ok(None),
        }
    }

    /// The shortest of the leftmost matches at or after a position: where it begins and ends.
    fn find(
        &mut self,
        s: &[u32],
        r: Regex,
        from: usize,
        empty: bool,
        budget: &mut Budget,
    ) -> Result<Option<(usize, usize)>, TooLarge> {
        if empty && self.nullable(r) {
            return Ok(Some((from, from)));
        }
        let (min, max) = (self.node(r).min as usize, self.node(r).max);
        for start in from..s.len() {
            if s.len() - start < min {
                break;
            }
            let mut state = r;
            for (length, &c) in (1..).zip(&s[start..]) {
                state = self.step(state, c, budget)?;
                if self.nullable(state) {
                    return Ok(Some((start, start + length)));
                }
                if self.node(state).life == Life::Empty || !within(length + 1, max) {
                    break;
                }
            }
        }
        Ok(None)
    }

    fn step(&mut self, state: Regex, c: u32, budget: &mut Budget) -> Result<Regex, TooLarge> {
        budget.spend(1)?;
        match self.known_edge(state, c) {
            Some(edge) => Ok(edge.to),
            None => self.derivative(c, state, budget),
        }
    }
}

/// Whether a length is within an upper bound that may be infinite.
fn within(length: usize, max: u32) -> bool {
    max == super::INFINITE || length <= max as usize
}

fn append(result: &mut Vec<u32>, s: &[u32], budget: &mut Budget) -> Result<(), TooLarge> {
    budget.spend(1 + s.len() as u64 / 16)?;
    if s.len() > MAX_LENGTH - result.len() {
        return Err(TooLarge);
    }
    result.extend_from_slice(s);
    Ok(())
}
