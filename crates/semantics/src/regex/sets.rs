//! Union, intersection and what is made of them: flat, ascending, without repetition.

use hashbrown::HashSet;
use rustc_hash::FxBuildHasher;

use super::build::LIMIT;
use super::{INFINITE, Kind, Regex, Regexes, class};

/// The body of a loop, and what comes after the loop.
type Turn = (Regex, Regex);

impl Regexes {
    /// The strings of either, `re.union`.
    pub fn union(&mut self, a: Regex, b: Regex) -> Regex {
        let parts = self.flatten(&[a, b], LIMIT, Self::union_parts);
        self.union_of(parts, LIMIT)
    }

    /// The strings of any, `re.union` of many.
    pub fn union_all(&mut self, parts: &[Regex]) -> Regex {
        let parts = self.flatten(parts, usize::MAX, Self::union_parts);
        self.union_of(parts, usize::MAX)
    }

    /// The strings of both, `re.inter`.
    pub fn inter(&mut self, a: Regex, b: Regex) -> Regex {
        let parts = self.flatten(&[a, b], LIMIT, Self::inter_parts);
        self.inter_of(parts, LIMIT)
    }

    /// The strings of all, `re.inter` of many.
    pub fn inter_all(&mut self, parts: &[Regex]) -> Regex {
        let parts = self.flatten(parts, usize::MAX, Self::inter_parts);
        self.inter_of(parts, usize::MAX)
    }

    /// The strings of the first that are not in the second, `re.diff`.
    pub fn diff(&mut self, a: Regex, b: Regex) -> Regex {
        let other = self.comp(b);
        self.inter(a, other)
    }

    /// The strings of exactly one of the two, `re.xor`.
    pub fn xor(&mut self, a: Regex, b: Regex) -> Regex {
        let (left, right) = (self.diff(a, b), self.diff(b, a));
        self.union(left, right)
    }

    /// All parts of a union of unions or an intersection of intersections, else none.
    pub(super) fn all_parts(&self, r: Regex) -> Vec<Regex> {
        match self.kind(r) {
            Kind::Union(_) => self.flatten(&[r], usize::MAX, Self::union_parts),
            Kind::Inter(_) => self.flatten(&[r], usize::MAX, Self::inter_parts),
            _ => Vec::new(),
        }
    }

    fn union_parts(&self, r: Regex) -> Option<&[Regex]> {
        if let Kind::Union(parts) = self.kind(r) { Some(parts) } else { None }
    }

    fn inter_parts(&self, r: Regex) -> Option<&[Regex]> {
        if let Kind::Inter(parts) = self.kind(r) { Some(parts) } else { None }
    }

    /// The operands, ascending, where those of at most so many operands of their own are taken apart.
    fn flatten(
        &self,
        given: &[Regex],
        limit: usize,
        parts_of: fn(&Regexes, Regex) -> Option<&[Regex]>,
    ) -> Vec<Regex> {
        let mut parts = Vec::with_capacity(given.len());
        let mut open = given.to_vec();
        // Those taken apart: nested ones may share parts, and to visit them once each is linear.
        let mut seen: HashSet<Regex, FxBuildHasher> = HashSet::default();
        while let Some(r) = open.pop() {
            match parts_of(self, r) {
                Some(inner) if inner.len() <= limit => {
                    if seen.insert(r) {
                        open.extend_from_slice(inner);
                    }
                }
                _ => parts.push(r),
            }
        }
        parts.sort_unstable();
        parts.dedup();
        parts
    }

    fn union_of(&mut self, mut parts: Vec<Regex>, limit: usize) -> Regex {
        parts.retain(|&part| part != Regex::NONE);
        if self.has_opposites(&parts) || parts.contains(&Regex::ALL) {
            return Regex::ALL;
        }
        self.merge_classes(&mut parts, limit);
        self.merge_alternatives(&mut parts);
        self.absorb_lengths(&mut parts);
        // (re.union (str.to_re "") r) where "" is in r
        // r
        if parts.first() == Some(&Regex::EPSILON) && parts[1..].iter().any(|&part| self.nullable(part)) {
            parts.remove(0);
        }
        match parts[..] {
            [] => Regex::NONE,
            [part] => part,
            _ if parts.contains(&Regex::ALL) => Regex::ALL,
            _ => self.intern(Kind::Union(parts.into())),
        }
    }

    /// Whether a language and its complement are both there.
    fn has_opposites(&self, parts: &[Regex]) -> bool {
        parts.iter().any(|&part| match self.kind(part) {
            Kind::Comp(body) => parts.binary_search(body).is_ok(),
            _ => false,
        })
    }

    /// Makes one set of characters of all.
    fn merge_classes(&mut self, parts: &mut Vec<Regex>, limit: usize) {
        let mut intervals = Vec::new();
        let mut count = 0;
        for &part in parts.iter() {
            if let Kind::Class(set) = self.kind(part) {
                intervals.extend_from_slice(set);
                count += 1;
            }
        }
        if count < 2 || intervals.len() > limit {
            return;
        }
        parts.retain(|&part| !matches!(self.kind(part), Kind::Class(_)));
        let merged = self.intern(Kind::Class(class::union(intervals).into()));
        insert(parts, merged);
    }

    /// Makes one loop of those over one body, with one thing after them, whose bounds overlap or touch.
    ///
    /// The body alone counts as one time, what comes after alone as none.
    // (re.union (re.++ ((_ re.loop i j) r) s) (re.++ ((_ re.loop k l) r) s)) where i <= k <= j+1
    // (re.++ ((_ re.loop i (max j l)) r) s)
    fn merge_alternatives(&mut self, parts: &mut Vec<Regex>) {
        let mut ways: Vec<(Turn, u32, u32)> = parts.iter().filter_map(|&part| self.as_loop(part)).collect();
        if ways.is_empty() {
            return;
        }
        let mut turns: Vec<Turn> = ways.iter().map(|&(turn, ..)| turn).collect();
        turns.sort_unstable();
        turns.dedup();
        let once = |part: &Regex| {
            let turn = self.split(*part);
            turns.binary_search(&turn).is_ok().then_some((turn, 1, 1))
        };
        ways.extend(parts.iter().filter_map(once));
        // What comes after one of several loops is taken in by the first that can.
        let can = |&&((_, tail), low, _): &&(Turn, u32, u32)| {
            low <= 1 && parts.binary_search(&tail).is_ok() && self.as_loop(tail).is_none()
        };
        let mut tails: Vec<(Regex, Turn)> =
            ways.iter().filter(can).map(|&(turn, ..)| (turn.1, turn)).collect();
        tails.sort_unstable();
        tails.dedup_by_key(|&mut (tail, _)| tail);
        ways.extend(tails.iter().map(|&(_, turn)| (turn, 0, 0)));
        if ways.len() == turns.len() {
            return;
        }
        ways.sort_unstable();
        let mut merged: Vec<(Turn, u32, u32)> = Vec::with_capacity(ways.len());
        for (turn, low, high) in ways {
            match merged.last_mut() {
                Some(last) if last.0 == turn && low <= last.2.saturating_add(1) => last.2 = last.2.max(high),
                _ => merged.push((turn, low, high)),
            }
        }
        parts.retain(|&part| {
            let taken = self.as_loop(part).is_some() || turns.binary_search(&self.split(part)).is_ok();
            !taken && tails.binary_search_by_key(&part, |&(tail, _)| tail).is_err()
        });
        for ((body, tail), low, high) in merged {
            // What is at most one time is left as the union that it was.
            if low == 0 && high <= 1 {
                parts.push(tail);
            }
            if high == 1 {
                let part = self.concat_flat(body, tail);
                parts.push(part);
            } else if high > 1 {
                let part = self.intern(Kind::Loop(body, low, high));
                let part = self.concat_flat(part, tail);
                parts.push(part);
            }
        }
        parts.sort_unstable();
        parts.dedup();
    }

    /// A first part and what comes after it.
    fn split(&self, r: Regex) -> Turn {
        if let Kind::Concat(head, tail) = *self.kind(r) { (head, tail) } else { (r, Regex::EPSILON) }
    }

    /// The body of a loop that comes first, what comes after the loop, and its bounds.
    fn as_loop(&self, r: Regex) -> Option<(Turn, u32, u32)> {
        let (head, tail) = self.split(r);
        if let Kind::Loop(body, low, high) = *self.kind(head) {
            Some(((body, tail), low, high))
        } else {
            None
        }
    }

    /// Drops what is within an operand that only bounds the length.
    // (re.union ((_ re.loop i j) re.allchar) r) where i <= (str.len s) <= j for all s in r
    // ((_ re.loop i j) re.allchar)
    fn absorb_lengths(&self, parts: &mut Vec<Regex>) {
        let mut bounds: Vec<(u32, u32)> = Vec::new();
        for &part in parts.iter() {
            if let &Kind::Loop(Regex::ALLCHAR, low, high) = self.kind(part) {
                bounds.push((low, high));
            }
        }
        if let [(low, high), ..] = bounds[..] {
            parts.retain(|&part| {
                let node = self.node(part);
                matches!(node.kind, Kind::Loop(Regex::ALLCHAR, ..)) || node.min < low || node.max > high
            });
        }
    }

    fn inter_of(&mut self, mut parts: Vec<Regex>, limit: usize) -> Regex {
        if parts.contains(&Regex::NONE) || self.has_opposites(&parts) {
            return Regex::NONE;
        }
        parts.retain(|&part| part != Regex::ALL);
        if parts.contains(&Regex::EPSILON) {
            let nullable = parts.iter().all(|&part| self.nullable(part));
            return if nullable { Regex::EPSILON } else { Regex::NONE };
        }
        if !self.meet_classes(&mut parts, limit) || !self.meet_lengths(&mut parts) {
            return Regex::NONE;
        }
        match parts[..] {
            [] => Regex::ALL,
            [part] => part,
            _ => self.intern(Kind::Inter(parts.into())),
        }
    }

    /// Makes one set of characters of all, less those of complements of sets; says whether any are left.
    fn meet_classes(&mut self, parts: &mut Vec<Regex>, limit: usize) -> bool {
        let mut met: Option<Vec<class::Interval>> = None;
        for &part in parts.iter() {
            if let Kind::Class(set) = self.kind(part) {
                met = Some(met.map_or_else(|| set.to_vec(), |met| class::intersection(&met, set)));
            }
        }
        let Some(mut met) = met else { return true };
        if met.len() > limit {
            return true;
        }
        for &part in parts.iter() {
            if let Some(set) = self.class_in_complement(part) {
                met = class::intersection(&met, &class::complement(set));
            }
        }
        if met.is_empty() {
            return false;
        }
        parts.retain(|&part| {
            !matches!(self.kind(part), Kind::Class(_)) && self.class_in_complement(part).is_none()
        });
        let merged = self.intern(Kind::Class(met.into()));
        insert(parts, merged);
        true
    }

    fn class_in_complement(&self, r: Regex) -> Option<&[class::Interval]> {
        match self.kind(r) {
            Kind::Comp(body) => match self.kind(*body) {
                Kind::Class(set) => Some(set),
                _ => None,
            },
            _ => None,
        }
    }

    /// Makes one of the operands that only bound the length, or none if the others are within; says whether a
    /// string can have the length that all ask for.
    // (re.inter ((_ re.loop i j) re.allchar) r) where i <= (str.len s) <= j for all s in r
    // r
    fn meet_lengths(&mut self, parts: &mut Vec<Regex>) -> bool {
        let (mut low, mut high) = (0, INFINITE);
        let (mut min, mut max) = (0, INFINITE);
        let mut bounds = 0;
        for &part in parts.iter() {
            if let &Kind::Loop(Regex::ALLCHAR, i, j) = self.kind(part) {
                (low, high) = (low.max(i), high.min(j));
                bounds += 1;
            } else {
                let node = self.node(part);
                (min, max) = (min.max(node.min), max.min(node.max));
            }
        }
        if low.max(min) > high.min(max) {
            return false;
        }
        if bounds > 0 {
            parts.retain(|&part| !matches!(self.kind(part), Kind::Loop(Regex::ALLCHAR, ..)));
            if parts.is_empty() || low > min || high < max {
                let bound = self.repeat(Regex::ALLCHAR, low, high);
                insert(parts, bound);
            }
        }
        true
    }
}

/// Puts a part in its place among ascending ones.
fn insert(parts: &mut Vec<Regex>, part: Regex) {
    if let Err(place) = parts.binary_search(&part) {
        parts.insert(place, part);
    }
}
