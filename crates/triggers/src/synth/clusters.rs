//! Clusters of similar formulas, and the rewritings by which they share terms.

use quis_smtlib::{Store, Term};

use super::Config;
use super::parts::Parts;
use super::unify::{Rewritings, Variables};

/// So many rewritings of one pair of formulas are tried.
const OPTIONS: usize = 12;
/// So many similar formulas of a member are looked at.
const SIMILAR: usize = 24;
/// So many formulas are in a cluster beside the target.
const MEMBERS: usize = 4;

/// A formula that is to be contradicted, others that contradict it, and how their variables hang together.
#[derive(Clone, Debug)]
pub(super) struct Cluster {
    pub(super) target: usize,
    pub(super) members: Vec<usize>,
    pub(super) rewritings: Rewritings,
    /// How far each member is from the target.
    pub(super) distances: Vec<usize>,
}

impl Cluster {
    pub(super) fn of(target: usize) -> Cluster {
        Cluster { target, members: Vec::new(), rewritings: Rewritings::default(), distances: Vec::new() }
    }

    /// The target and the members.
    pub(super) fn all(&self) -> impl Iterator<Item = usize> + '_ {
        std::iter::once(self.target).chain(self.members.iter().copied())
    }

    /// How far the farthest member is from the target. One that unifies with itself is a step away from nothing.
    pub(super) fn distance(&self) -> usize {
        let itself = usize::from(self.members.is_empty() && !self.rewritings.is_empty());
        self.distances.iter().copied().max().unwrap_or(itself)
    }

    /// The same for all orders in which a cluster can be made.
    pub(super) fn key(&self) -> (Vec<usize>, Vec<(Term, Term)>) {
        let (mut members, mut pairs) = (self.members.clone(), self.rewritings.pairs().to_vec());
        members.sort_unstable();
        pairs.sort_unstable();
        (members, pairs)
    }
}

/// The clusters with one more member, no farther than `depth` from the target.
pub(super) fn expanded(
    cluster: &Cluster,
    parts: &Parts,
    store: &Store,
    config: &Config,
    depth: usize,
) -> Vec<Cluster> {
    let mut found = Vec::new();
    if cluster.members.is_empty() && depth > 0 {
        // A formula may contradict itself for values that make two of its own terms equal.
        for option in options(parts, store, config, cluster.target, cluster.target) {
            found.push(Cluster { rewritings: option, ..cluster.clone() });
        }
    }
    if cluster.members.len() >= MEMBERS {
        return found;
    }
    let near = std::iter::once((cluster.target, 0))
        .chain(cluster.members.iter().copied().zip(cluster.distances.iter().copied()));
    for (from, distance) in near.filter(|&(_, distance)| distance < depth) {
        for other in parts.similar(from, config.similarity).into_iter().take(SIMILAR) {
            if cluster.members.contains(&other) || other == cluster.target {
                continue;
            }
            let options = options(parts, store, config, from, other);
            let free = !parts.all[other].is_quantified();
            let mut add = |rewritings: Rewritings| {
                let mut more = Cluster { rewritings, ..cluster.clone() };
                more.members.push(other);
                more.distances.push(distance + 1);
                found.push(more);
            };
            for option in &options {
                if let Some(rewritings) = cluster.rewritings.merged(store, &parts.variables, option) {
                    add(rewritings);
                }
            }
            // What has no variables says something even if nothing unifies.
            if options.is_empty() && free {
                add(cluster.rewritings.clone());
            }
        }
    }
    found
}

/// The ways in which two formulas can share terms: all at once where that goes, then single ones.
fn options(parts: &Parts, store: &Store, config: &Config, a: usize, b: usize) -> Vec<Rewritings> {
    let single = single(parts, store, config, a, b);
    let variables = &parts.variables;
    let mut all: Vec<Rewritings> = Vec::new();
    let mut add = |rewritings: Rewritings| {
        if !rewritings.is_empty() && !all.contains(&rewritings) && all.len() < OPTIONS {
            all.push(rewritings);
        }
    };
    // Greedily, beginning with each.
    for start in 0..single.len().min(OPTIONS) {
        add(greedy(store, variables, &single, start));
    }
    for one in &single {
        add(one.clone());
    }
    all
}

fn greedy(store: &Store, variables: &Variables, single: &[Rewritings], start: usize) -> Rewritings {
    let mut merged = single[start].clone();
    for other in single.iter().cycle().skip(start + 1).take(single.len().saturating_sub(1)) {
        if let Some(more) = merged.merged(store, variables, other) {
            merged = more;
        }
    }
    merged
}

/// The rewritings of each pair of applications of one function.
fn single(parts: &Parts, store: &Store, config: &Config, a: usize, b: usize) -> Vec<Rewritings> {
    let (left, right) = (&parts.all[a], &parts.all[b]);
    let mut found: Vec<Rewritings> = Vec::new();
    let mut add = |pairs: &[(Term, Term)]| {
        let mut rewritings = Rewritings::default();
        for &(s, t) in pairs {
            rewritings.unify(store, &parts.variables, s, t);
        }
        if !rewritings.is_empty() && !found.contains(&rewritings) {
            found.push(rewritings);
        }
    };
    // Large terms first: they say most.
    for &s in left.applications.iter().rev() {
        for &t in right.applications.iter().rev() {
            if s != t && same_function(store, s, t) {
                add(&[(s, t)]);
            }
        }
    }
    if config.equations {
        for &(s, t) in &left.equations {
            for &(u, v) in &right.equations {
                if store.sort(s) == store.sort(u) {
                    add(&[(s, u), (t, v)]);
                    add(&[(s, v), (t, u)]);
                }
            }
        }
    }
    if config.types {
        for &variable in &left.constants {
            for &term in right.ground.iter().chain(&right.applications) {
                if store.sort(variable) == store.sort(term) {
                    add(&[(variable, term)]);
                }
            }
        }
    }
    found
}

fn same_function(store: &Store, a: Term, b: Term) -> bool {
    use quis_smtlib::TermKind::Apply;
    matches!((store.kind(a), store.kind(b)), (Apply(f, _), Apply(g, _)) if f == g)
}
