//! The walk from mutant to mutant.

use hashbrown::HashSet;
use rustc_hash::FxBuildHasher;

use super::template::Template;
use crate::case::{CheckPoint, TestCase, Truth};
use crate::stream::Stream;
use crate::widening::Need;

/// After so many steps without a new mutant there is nothing new to be found, or too little to look for it.
const PATIENCE: usize = 20_000;

/// Mutants of a seed, each once. Each is made from the one before, and after some rounds from the seed again.
pub(super) struct Chain {
    template: Template,
    rounds: usize,
    stream: Stream,
    /// The steps since the chain left the seed.
    round: usize,
    /// The text of the mutant.
    text: String,
    /// What stands at each site now.
    chosen: Vec<u32>,
    /// By how much the heads that were replaced moved what comes behind them.
    shifts: Shifts,
    /// How many of the heads chosen have each need.
    needs: [u32; Need::COUNT],
    /// The sum of the marks of all heads chosen: the same for the same mutant, however it was reached.
    mark: u64,
    seen: HashSet<u64, FxBuildHasher>,
    /// How many mutants are left at most.
    left: u64,
}

impl Chain {
    pub(super) fn new(template: Template, rounds: usize, stream: Stream) -> Self {
        Chain {
            rounds,
            stream,
            round: 0,
            text: template.text.clone(),
            chosen: vec![0; template.sites.len()],
            shifts: Shifts::new(template.sites.len()),
            needs: [0; Need::COUNT],
            mark: 0,
            seen: HashSet::from_iter([0]),
            left: template.count(),
            template,
        }
    }

    /// Begins again at the seed.
    fn restart(&mut self) {
        self.round = 0;
        self.text.clear();
        self.text.push_str(&self.template.text);
        self.chosen.fill(0);
        self.shifts.clear();
        self.needs = [0; Need::COUNT];
        self.mark = 0;
    }

    /// Replaces one operator.
    fn step(&mut self) {
        let Some(&site) = self.stream.choose(&self.template.mutable) else { return };
        let class = self.template.class(site);
        let old = self.chosen[site as usize] as usize;
        let mut new = old;
        // Every class has two alternatives at least.
        while new == old {
            let group = class.group(self.stream.below(class.groups.len()));
            new = group.start + self.stream.below(group.len());
        }
        let need = |alternative: usize| class.alternatives[alternative].need;
        self.needs[need(old) as usize] -= u32::from(old != 0);
        self.needs[need(new) as usize] += u32::from(new != 0);
        self.mark ^= mark(site, old) ^ mark(site, new);
        self.put(site, new);
        if !self.template.logics.is_empty() {
            self.declare_logic();
        }
    }

    /// Makes the declared logic what the heads chosen need.
    fn declare_logic(&mut self) {
        let need = self.needs.iter().rposition(|&count| count > 0).unwrap_or(0);
        for at in 0..self.template.logics.len() {
            let site = self.template.logics[at];
            if self.chosen[site as usize] as usize != need {
                self.put(site, need);
            }
        }
    }

    /// Writes a head.
    fn put(&mut self, site: u32, new: usize) {
        let index = site as usize;
        let alternatives = &self.template.class(site).alternatives;
        let (old, head) = (&alternatives[self.chosen[index] as usize].head, &alternatives[new].head);
        let start = self.shifts.shifted(self.template.sites[index].start, index);
        self.text.replace_range(start..start + old.len(), head);
        if old.len() != head.len() {
            self.shifts.add(index, head.len() as isize - old.len() as isize);
        }
        self.chosen[index] = new as u32;
    }

    fn case(&self) -> TestCase {
        let check = |(place, sites): &(std::ops::Range<usize>, std::ops::Range<usize>)| CheckPoint {
            place: self.shifts.shifted(place.start, sites.start)..self.shifts.shifted(place.end, sites.end),
            truth: Truth::Open,
            optimum: Vec::new(),
        };
        TestCase {
            text: self.text.clone(),
            checks: self.template.checks.iter().map(check).collect(),
            incremental: self.template.incremental,
            ..TestCase::default()
        }
    }
}

impl Iterator for Chain {
    type Item = TestCase;

    fn next(&mut self) -> Option<TestCase> {
        if self.left == 0 {
            return None;
        }
        for _ in 0..PATIENCE {
            if self.round == self.rounds {
                self.restart();
            }
            self.round += 1;
            self.step();
            if self.seen.insert(self.mark) {
                self.left -= 1;
                return Some(self.case());
            }
        }
        self.left = 0;
        None
    }
}

/// A random number for a head at a site; zero for what stands in the seed. Mutants are told apart by the sum of theirs. That
/// two have the same sum is a matter of chance, below one in a million for ten million mutants, and costs one of them.
fn mark(site: u32, alternative: usize) -> u64 {
    if alternative == 0 {
        return 0;
    }
    let mut mixed = (u64::from(site) << 32 | alternative as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

/// By how much places move: a Fenwick tree over the sites. Adding and asking take a logarithm.
struct Shifts {
    tree: Vec<isize>,
    /// Whether anything was added.
    used: bool,
}

impl Shifts {
    fn new(sites: usize) -> Self {
        Shifts { tree: vec![0; sites], used: false }
    }

    fn clear(&mut self) {
        if self.used {
            self.tree.fill(0);
            self.used = false;
        }
    }

    /// What stands behind this site moves.
    fn add(&mut self, site: usize, by: isize) {
        self.used = true;
        let mut at = site + 1;
        while let Some(sum) = self.tree.get_mut(at - 1) {
            *sum += by;
            at += at & at.wrapping_neg();
        }
    }

    /// Where a place of the seed is now, with so many sites before it.
    fn shifted(&self, place: usize, sites: usize) -> usize {
        let (mut at, mut sum) = (sites, 0);
        while at > 0 {
            sum += self.tree[at - 1];
            at &= at - 1;
        }
        place.wrapping_add_signed(sum)
    }
}

#[cfg(test)]
mod tests {
    use super::Shifts;

    #[test]
    fn shifts_are_sums() {
        let mut shifts = Shifts::new(5);
        let by = [3, -1, 0, 7, -2];
        for (site, &by) in by.iter().enumerate() {
            shifts.add(site, by);
        }
        shifts.add(1, 4);
        let now: Vec<usize> = (0..=5).map(|sites| shifts.shifted(100, sites)).collect();
        assert_eq!(now, [100, 103, 106, 106, 113, 111]);
        shifts.clear();
        assert_eq!(shifts.shifted(100, 5), 100);
    }
}
