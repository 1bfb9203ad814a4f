//! Whether two languages are the same, answered by exploring the derivatives breadth first.

use std::collections::VecDeque;

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::{Life, MAX_CHAR, Regex, Regexes};
use crate::budget::{Budget, TooLarge};

impl Regexes {
    /// Whether both languages have the same strings.
    ///
    /// # Errors
    /// If the budget ends.
    pub fn equal(&mut self, a: Regex, b: Regex, budget: &mut Budget) -> Result<bool, TooLarge> {
        // Pairs that must be equal are joined; a pair joined by others already needs no look (Hopcroft and Karp).
        let mut joined: HashMap<Regex, Regex, FxBuildHasher> = HashMap::default();
        let mut open = VecDeque::from([(a, b)]);
        while let Some((a, b)) = open.pop_front() {
            let (root_a, root_b) = (root(&mut joined, a), root(&mut joined, b));
            if root_a == root_b {
                continue;
            }
            if self.surely_differ(a, b) {
                return Ok(false);
            }
            joined.insert(root_a, root_b);
            let mut next = 0;
            while next <= MAX_CHAR {
                budget.spend(1)?;
                let (edge_a, edge_b) = (self.edge(a, next, budget)?, self.edge(b, next, budget)?);
                if edge_a.to != edge_b.to {
                    open.push_back((edge_a.to, edge_b.to));
                }
                next = edge_a.high.min(edge_b.high) + 1;
            }
        }
        Ok(true)
    }

    /// Whether what is known of each tells the languages apart.
    fn surely_differ(&self, a: Regex, b: Regex) -> bool {
        let (a, b) = (self.node(a), self.node(b));
        let apart = a.max < b.min || b.max < a.min;
        a.nullable != b.nullable
            || a.exact && b.exact && (a.min, a.max) != (b.min, b.max)
            || apart && (a.life == Life::Inhabited || b.life == Life::Inhabited)
            || a.life == Life::Inhabited && b.life == Life::Empty
            || a.life == Life::Empty && b.life == Life::Inhabited
    }
}

/// The language that stands for all joined with this one.
fn root(joined: &mut HashMap<Regex, Regex, FxBuildHasher>, mut r: Regex) -> Regex {
    while let Some(&up) = joined.get(&r) {
        if let Some(&above) = joined.get(&up) {
            joined.insert(r, above);
        }
        r = up;
    }
    r
}
