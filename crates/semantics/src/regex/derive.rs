//! Brzozowski derivatives: what may follow a character.
//!
//! Each is computed together with an interval of characters by which the derivative is the same, so a language
//! has finitely many of them to explore, and kept.

use super::{Edge, Kind, MAX_CHAR, Regex, Regexes, class};
use crate::budget::{Budget, TooLarge};

/// The work of one derivative beyond that of its parts, in steps.
const STEP: u64 = 32;

/// The work for each part of a union or intersection that is made, in steps.
const PART: u64 = 4;

impl Regexes {
    /// The strings that make one of the language when the character is put before, `re.derivative` of Z3.
    ///
    /// # Errors
    /// If the budget ends.
    pub fn derivative(&mut self, c: u32, r: Regex, budget: &mut Budget) -> Result<Regex, TooLarge> {
        // There is no such character, so no string begins with it.
        if c > MAX_CHAR {
            return Ok(Regex::NONE);
        }
        Ok(self.edge(r, c, budget)?.to)
    }

    /// The derivative by a character, with an interval about the character where it is the same.
    pub(super) fn edge(&mut self, r: Regex, c: u32, budget: &mut Budget) -> Result<Edge, TooLarge> {
        if let Some(edge) = self.known_edge(r, c) {
            return Ok(edge);
        }
        let mut stack = vec![r];
        while let Some(&top) = stack.last() {
            if self.known_edge(top, c).is_some() {
                stack.pop();
                continue;
            }
            let parts = self.first_parts(top);
            budget.spend(STEP + PART * parts.len() as u64)?;
            let unknown = stack.len();
            stack.extend(
                parts.iter().map(|&(part, _)| part).filter(|&part| self.known_edge(part, c).is_none()),
            );
            if stack.len() == unknown {
                stack.pop();
                let edges: Vec<Edge> =
                    parts.iter().filter_map(|&(part, _)| self.known_edge(part, c)).collect();
                budget.spend(edges.iter().map(|edge| PART * self.width(edge.to)).sum())?;
                let edge = self.combine(top, c, &parts, &edges);
                self.keep(top, c, edge);
            }
        }
        Ok(self.known_edge(r, c).unwrap_or(Edge { low: c, high: c, to: Regex::NONE }))
    }

    pub(super) fn known_edge(&self, r: Regex, c: u32) -> Option<Edge> {
        let edges = &self.edges[r.index()];
        // A few are gone through faster than halved.
        let edge = if edges.len() <= 8 {
            edges.iter().find(|edge| c <= edge.high)
        } else {
            edges.get(edges.partition_point(|edge| edge.high < c))
        };
        edge.copied().filter(|edge| edge.low <= c)
    }

    /// How much there is to go through in a union with the language, or an intersection.
    fn width(&self, r: Regex) -> u64 {
        match self.kind(r) {
            Kind::Union(parts) | Kind::Inter(parts) => parts.len() as u64,
            Kind::Class(set) => set.len() as u64,
            _ => 1,
        }
    }

    /// The parts whose derivatives make the derivative, each with what follows it.
    fn first_parts(&mut self, r: Regex) -> Vec<(Regex, Regex)> {
        match *self.kind(r) {
            Kind::None | Kind::Epsilon | Kind::Class(_) => Vec::new(),
            Kind::Comp(body) => vec![(body, Regex::EPSILON)],
            Kind::Loop(body, low, high) => {
                let high = if high == super::INFINITE { high } else { high - 1 };
                vec![(body, self.repeat(body, low.saturating_sub(1), high))]
            }
            Kind::Union(_) | Kind::Inter(_) => {
                self.all_parts(r).into_iter().map(|part| (part, Regex::EPSILON)).collect()
            }
            Kind::Concat(..) => self.first_heads(r),
        }
    }

    /// The parts of a concatenation that a character can begin in, each with what follows it.
    fn first_heads(&mut self, mut r: Regex) -> Vec<(Regex, Regex)> {
        let mut heads = Vec::new();
        loop {
            r = self.lean_right(r);
            let (head, tail) = match *self.kind(r) {
                Kind::Concat(head, tail) => (head, tail),
                _ => (r, Regex::EPSILON),
            };
            heads.push((head, tail));
            if tail == Regex::EPSILON || !self.nullable(head) {
                return heads;
            }
            r = tail;
        }
    }

    /// The concatenation with a head that is none itself.
    // (re.++ (re.++ r s) t)
    // (re.++ r (re.++ s t))
    fn lean_right(&mut self, r: Regex) -> Regex {
        let Kind::Concat(mut head, tail) = *self.kind(r) else { return r };
        if !matches!(self.kind(head), Kind::Concat(..)) {
            return r;
        }
        if let Some(&known) = self.leaning.get(&r) {
            return known;
        }
        let mut tails = vec![tail];
        while let Kind::Concat(inner, tail) = *self.kind(head) {
            tails.push(tail);
            head = inner;
        }
        let mut rest = Regex::EPSILON;
        for tail in tails {
            rest = self.concat_flat(tail, rest);
        }
        let leaning = self.concat_flat(head, rest);
        self.leaning.insert(r, leaning);
        leaning
    }

    /// The derivative from those of the parts, which are known.
    fn combine(&mut self, r: Regex, c: u32, parts: &[(Regex, Regex)], edges: &[Edge]) -> Edge {
        let mut low = edges.iter().map(|edge| edge.low).max().unwrap_or(0);
        let mut high = edges.iter().map(|edge| edge.high).min().unwrap_or(MAX_CHAR);
        let targets = || edges.iter().map(|edge| edge.to);
        // One empty part decides an intersection, one full part a union, wherever that part stays so.
        let decisive = |zero: Regex| edges.iter().copied().find(|edge| edge.to == zero);
        let to = match self.kind(r) {
            Kind::None | Kind::Epsilon => Regex::NONE,
            Kind::Class(set) => {
                let inside;
                (inside, (low, high)) = class::locate(set, c);
                if inside { Regex::EPSILON } else { Regex::NONE }
            }
            Kind::Comp(_) => targets().next().map_or(Regex::ALL, |target| self.comp(target)),
            Kind::Inter(_) => match decisive(Regex::NONE) {
                Some(edge) => return edge,
                None => self.inter_all(&targets().collect::<Vec<_>>()),
            },
            Kind::Union(_) => match decisive(Regex::ALL) {
                Some(edge) => return edge,
                None => self.union_all(&targets().collect::<Vec<_>>()),
            },
            // A character begins in a head if those before can be empty.
            Kind::Loop(..) | Kind::Concat(..) => {
                let mut ways = Vec::with_capacity(edges.len());
                for (target, &(_, tail)) in targets().zip(parts) {
                    ways.push(self.concat(target, tail));
                }
                self.union_all(&ways)
            }
        };
        Edge { low, high, to }
    }

    /// Keeps a derivative for those characters of the interval that have none yet.
    fn keep(&mut self, r: Regex, c: u32, mut edge: Edge) {
        let edges = &mut self.edges[r.index()];
        let place = edges.partition_point(|edge| edge.low <= c);
        if let Some(next) = edges.get(place) {
            edge.high = edge.high.min(next.low - 1);
        }
        if let Some(last) = edges[..place].last_mut() {
            edge.low = edge.low.max(last.high + 1);
            if last.to == edge.to && last.high + 1 == edge.low {
                last.high = edge.high;
                return;
            }
        }
        edges.insert(place, edge);
    }
}
