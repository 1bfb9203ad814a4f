//! The nodes of a formula so far.

use quis_smtlib::{Sort, Term};

use crate::stream::Stream;

/// A term that may become an operand.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) term: Term,
    pub(super) depth: u32,
    /// Whether it is an operand of another one.
    pub(super) used: bool,
    /// Whether it has one value only, whatever the variables are.
    pub(super) closed: bool,
}

/// Many sorts have no more.
const USUAL_NODES: usize = 16;

/// No node.
const NONE: u32 = u32::MAX;

/// All nodes, by sort, in the order in which they were made.
#[derive(Clone, Debug)]
pub(super) struct Pool {
    nodes: Vec<Node>,
    /// The number of each term's node, or `NONE`, by the number of the term.
    by_term: Vec<u32>,
    /// The nodes of each sort; sorts in the order in which they came.
    by_sort: Vec<(Sort, Vec<u32>)>,
    /// Nodes from here on are preferred.
    focus: usize,
}

/// How many nodes there were.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Mark(usize);

impl Pool {
    /// One that has room for the nodes of so many terms.
    pub(super) fn for_terms(terms: usize) -> Pool {
        Pool {
            nodes: Vec::with_capacity(terms / 2),
            by_term: Vec::with_capacity(terms),
            by_sort: Vec::with_capacity(4),
            focus: 0,
        }
    }

    /// Adds a node, unless it is there.
    pub(super) fn add(&mut self, term: Term, sort: Sort, depth: u32, closed: bool) {
        if self.number(term).is_some() {
            return;
        }
        let number = self.nodes.len() as u32;
        if self.by_term.len() <= term.index() {
            self.by_term.resize(term.index() + 1, NONE);
        }
        self.by_term[term.index()] = number;
        self.nodes.push(Node { term, depth, used: false, closed });
        if let Some((_, list)) = self.by_sort.iter_mut().find(|(known, _)| *known == sort) {
            list.push(number)
        } else {
            let mut list = Vec::with_capacity(USUAL_NODES);
            list.push(number);
            self.by_sort.push((sort, list));
        }
    }

    /// The number of a term's node.
    fn number(&self, term: Term) -> Option<usize> {
        self.by_term.get(term.index()).filter(|&&number| number != NONE).map(|&number| number as usize)
    }

    /// How deep a term is; one that is no node is a leaf.
    pub(super) fn depth(&self, term: Term) -> u32 {
        self.number(term).map_or(0, |number| self.nodes[number].depth)
    }

    /// Whether a node has one value only; `None` if the term is no node.
    pub(super) fn closed(&self, term: Term) -> Option<bool> {
        self.number(term).map(|number| self.nodes[number].closed)
    }

    /// Says that a term has become an operand.
    pub(super) fn use_up(&mut self, term: Term) {
        if let Some(number) = self.number(term) {
            self.nodes[number].used = true;
        }
    }

    /// The sorts of which there are nodes.
    pub(super) fn sorts(&self) -> impl Iterator<Item = Sort> + '_ {
        self.by_sort.iter().filter(|(_, list)| !list.is_empty()).map(|(sort, _)| *sort)
    }

    /// A node of a sort that is not too deep; if there are some that are no operands yet, one of these every other time.
    pub(super) fn pick(&self, sort: Sort, depth: u32, stream: &mut Stream) -> Option<Term> {
        let (_, list) = self.by_sort.iter().find(|(known, _)| *known == sort)?;
        let mut list = list.as_slice();
        if self.focus > 0 && stream.chance(2, 3) {
            let near = &list[list.partition_point(|&number| (number as usize) < self.focus)..];
            list = if near.is_empty() { list } else { near };
        }
        let node = |number: &u32| self.nodes[*number as usize];
        // A few tries: most nodes are shallow, and lists may be long.
        let wants_new = stream.chance(1, 2);
        let mut found = None;
        for _ in 0..4 {
            let number = stream.choose(list)?;
            let node = node(number);
            if node.depth <= depth {
                found = Some(node.term);
                if !wants_new || !node.used {
                    break;
                }
            }
        }
        found
    }

    /// The nodes of a sort that are no operands, in the order in which they were made, from a mark on.
    pub(super) fn parentless(&self, sort: Sort, from: Mark) -> Vec<Term> {
        let list = self.by_sort.iter().find(|(known, _)| *known == sort);
        let numbers = list.map_or(&[][..], |(_, list)| list.as_slice());
        let nodes = numbers.iter().filter(|&&number| number as usize >= from.0);
        nodes
            .map(|&number| self.nodes[number as usize])
            .filter(|node| !node.used)
            .map(|node| node.term)
            .collect()
    }

    /// All nodes from a mark on.
    pub(super) fn since(&self, from: Mark) -> impl Iterator<Item = Node> + '_ {
        self.nodes[from.0..].iter().copied()
    }

    /// Prefers nodes from a mark on; what was preferred before.
    pub(super) fn focus(&mut self, from: Mark) -> Mark {
        Mark(std::mem::replace(&mut self.focus, from.0))
    }

    pub(super) fn mark(&self) -> Mark {
        Mark(self.nodes.len())
    }

    /// Forgets what was made since.
    pub(super) fn back_to(&mut self, mark: Mark) {
        for node in self.nodes.drain(mark.0..) {
            self.by_term[node.term.index()] = NONE;
        }
        for (_, list) in &mut self.by_sort {
            let kept = list.partition_point(|&number| (number as usize) < mark.0);
            list.truncate(kept);
        }
    }
}
