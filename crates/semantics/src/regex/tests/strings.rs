//! Which languages have strings, and which strings these are: asked of languages by tests alone, and answered by exploring the derivatives breadth
//! first.

use hashbrown::HashSet;
use rustc_hash::FxBuildHasher;

use super::super::{Kind, Life, MAX_CHAR, Node, Regex, Regexes};
use crate::budget::{Budget, TooLarge};

/// A language reached from another, by which character from which place in the list of those reached before.
struct Reached {
    r: Regex,
    from: usize,
    by: u32,
}

impl Regexes {
    /// Whether the language has no string.
    pub(super) fn is_empty(&mut self, r: Regex, budget: &mut Budget) -> Result<bool, TooLarge> {
        let mut stack = vec![r];
        while let Some(&top) = stack.last() {
            if self.node(top).life != Life::Unknown {
                stack.pop();
                continue;
            }
            // Concatenation, union and repetition ask their parts; only the others are explored.
            let (parts, any): (&[Regex], bool) = match self.kind(top) {
                Kind::Concat(a, b) => (&[*a, *b], false),
                Kind::Loop(body, ..) => (&[*body], false),
                Kind::Union(parts) => (parts, true),
                Kind::None | Kind::Epsilon | Kind::Class(_) | Kind::Inter(_) | Kind::Comp(_) => (&[], true),
            };
            budget.spend(1 + parts.len() as u64)?;
            if parts.is_empty() {
                self.explore(top, |node| node.life == Life::Inhabited, budget)?;
                continue;
            }
            let life = |part: &Regex| self.node(*part).life;
            let (decisive, other) =
                if any { (Life::Inhabited, Life::Empty) } else { (Life::Empty, Life::Inhabited) };
            if parts.iter().any(|part| life(part) == decisive) {
                self.nodes[top.index()].life = decisive;
            } else if let Some(&part) = parts.iter().find(|part| life(part) == Life::Unknown) {
                stack.push(part);
            } else {
                self.nodes[top.index()].life = other;
            }
        }
        Ok(self.node(r).life == Life::Empty)
    }

    /// Whether the language has every string.
    pub(super) fn is_universal(&mut self, r: Regex, budget: &mut Budget) -> Result<bool, TooLarge> {
        let rest = self.comp(r);
        self.is_empty(rest, budget)
    }

    /// Whether every string of the first language is in the second.
    pub(super) fn subset(&mut self, a: Regex, b: Regex, budget: &mut Budget) -> Result<bool, TooLarge> {
        let rest = self.diff(a, b);
        self.is_empty(rest, budget)
    }

    /// A shortest string of the language, if it has any.
    pub(super) fn witness(&mut self, r: Regex, budget: &mut Budget) -> Result<Option<Vec<u32>>, TooLarge> {
        if self.is_empty(r, budget)? {
            return Ok(None);
        }
        self.explore(r, |node| node.nullable, budget)
    }

    /// A shortest string that leads to a derivative of some kind; what the search proves of life is kept.
    ///
    /// The kind must tell a language that has a string, and some derivative of every such language.
    fn explore(
        &mut self,
        r: Regex,
        goal: fn(&Node) -> bool,
        budget: &mut Budget,
    ) -> Result<Option<Vec<u32>>, TooLarge> {
        let mut reached = vec![Reached { r, from: 0, by: 0 }];
        let mut seen: HashSet<Regex, FxBuildHasher> = HashSet::default();
        seen.insert(r);
        let mut place = 0;
        while let Some(&Reached { r: state, .. }) = reached.get(place) {
            if goal(self.node(state)) {
                return Ok(Some(self.trace(&reached, place)));
            }
            let mut next = 0;
            while next <= MAX_CHAR {
                budget.spend(1)?;
                let edge = self.edge(state, next, budget)?;
                if self.node(edge.to).life != Life::Empty && seen.insert(edge.to) {
                    reached.push(Reached { r: edge.to, from: place, by: telling(edge.low, edge.high) });
                }
                next = edge.high + 1;
            }
            place += 1;
        }
        for Reached { r, .. } in reached {
            self.nodes[r.index()].life = Life::Empty;
        }
        Ok(None)
    }

    /// The string that leads to a language reached; all on the way to it have strings.
    fn trace(&mut self, reached: &[Reached], mut place: usize) -> Vec<u32> {
        let mut string = Vec::new();
        loop {
            let step = &reached[place];
            self.nodes[step.r.index()].life = Life::Inhabited;
            if place == 0 {
                string.reverse();
                return string;
            }
            string.push(step.by);
            place = step.from;
        }
    }
}

/// A character of the interval, one that a reader can tell if there is any.
fn telling(low: u32, high: u32) -> u32 {
    let (a, first, last) = (u32::from('a'), u32::from('!'), u32::from('~'));
    if low <= a && a <= high {
        a
    } else if low <= last && first <= high {
        low.max(first)
    } else {
        low
    }
}
