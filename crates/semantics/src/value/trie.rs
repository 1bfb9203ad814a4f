//! Finite maps from numbers to numbers, each kept once: two maps with the same entries are the same trie.
//!
//! A Patricia trie has one shape for one set of keys, so that hash-consing its nodes makes equality of maps a
//! comparison of two numbers, and a chain of changes costs a logarithm each and shares all that did not change.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

/// A map of a [`Tries`] table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct Trie(u32);

impl Trie {
    /// The map without entries.
    pub(crate) const EMPTY: Trie = Trie(0);
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Node {
    Empty,
    Leaf {
        key: u32,
        value: u32,
    },
    /// Keys agree above the bit; those with the bit clear are on the left.
    Branch {
        bit: u32,
        left: Trie,
        right: Trie,
    },
}

/// All maps.
#[derive(Clone, Debug)]
pub(crate) struct Tries {
    nodes: Vec<Node>,
    /// The number of entries, and some key, of each node.
    sizes: Vec<(u32, u32)>,
    by_node: HashMap<Node, Trie, FxBuildHasher>,
}

impl Default for Tries {
    fn default() -> Self {
        Tries { nodes: vec![Node::Empty], sizes: vec![(0, 0)], by_node: HashMap::default() }
    }
}

impl Tries {
    fn make(&mut self, node: Node) -> Trie {
        let size = match node {
            Node::Empty => return Trie::EMPTY,
            Node::Leaf { key, .. } => (1, key),
            Node::Branch { left, right, .. } => {
                let (less, key) = self.sizes[left.0 as usize];
                (less + self.sizes[right.0 as usize].0, key)
            }
        };
        if let Some(&known) = self.by_node.get(&node) {
            return known;
        }
        let new = Trie(self.nodes.len() as u32);
        self.nodes.push(node);
        self.sizes.push(size);
        self.by_node.insert(node, new);
        new
    }

    fn branch(&mut self, bit: u32, left: Trie, right: Trie) -> Trie {
        if left == Trie::EMPTY {
            right
        } else if right == Trie::EMPTY {
            left
        } else {
            self.make(Node::Branch { bit, left, right })
        }
    }

    /// The number of entries.
    pub(crate) fn len(&self, map: Trie) -> usize {
        self.sizes[map.0 as usize].0 as usize
    }

    /// The value of a key.
    pub(crate) fn get(&self, map: Trie, key: u32) -> Option<u32> {
        let mut at = map;
        loop {
            match self.nodes[at.0 as usize] {
                Node::Empty => return None,
                Node::Leaf { key: found, value } => return (found == key).then_some(value),
                Node::Branch { bit, left, right } => at = if key & bit == 0 { left } else { right },
            }
        }
    }

    /// The map with a key set to a value, or without the key.
    pub(crate) fn set(&mut self, map: Trie, key: u32, value: Option<u32>) -> Trie {
        // At most 32 steps down, then up again.
        let mut path = Vec::with_capacity(32);
        let mut at = map;
        let mut new = match value {
            Some(value) => self.make(Node::Leaf { key, value }),
            None => Trie::EMPTY,
        };
        loop {
            match self.nodes[at.0 as usize] {
                Node::Branch { bit, left, right } if !self.parts(at, key, bit) => {
                    path.push((bit, left, right));
                    at = if key & bit == 0 { left } else { right };
                }
                Node::Leaf { key: found, .. } if found == key => break,
                Node::Empty => break,
                // The key is not below: a new branch parts it from the rest.
                _ => {
                    if value.is_none() {
                        return map;
                    }
                    let bit = highest_bit(self.sizes[at.0 as usize].1 ^ key);
                    new = if key & bit == 0 { self.branch(bit, new, at) } else { self.branch(bit, at, new) };
                    break;
                }
            }
        }
        for (bit, left, right) in path.into_iter().rev() {
            new = if key & bit == 0 { self.branch(bit, new, right) } else { self.branch(bit, left, new) };
        }
        new
    }

    /// Whether a key differs above the bit from all keys below a branch.
    fn parts(&self, branch: Trie, key: u32, bit: u32) -> bool {
        let difference = self.sizes[branch.0 as usize].1 ^ key;
        difference & !(bit | (bit - 1)) != 0
    }

    /// All entries, by key.
    pub(crate) fn entries(&self, map: Trie) -> Vec<(u32, u32)> {
        let mut entries = Vec::with_capacity(self.len(map));
        let mut todo = vec![map];
        while let Some(at) = todo.pop() {
            match self.nodes[at.0 as usize] {
                Node::Empty => {}
                Node::Leaf { key, value } => entries.push((key, value)),
                Node::Branch { left, right, .. } => todo.extend([right, left]),
            }
        }
        entries
    }
}

fn highest_bit(number: u32) -> u32 {
    1 << (31 - number.max(1).leading_zeros())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_trie_is_a_map_and_has_one_shape(changes in prop::collection::vec((0u32..40, prop::option::of(0u32..4)), 0..60)) {
            let mut tries = Tries::default();
            let (mut map, mut model) = (Trie::EMPTY, BTreeMap::new());
            for &(key, value) in &changes {
                // Spread keys over all bits.
                let key = key.wrapping_mul(0x9E37_79B9);
                map = tries.set(map, key, value);
                match value {
                    Some(value) => model.insert(key, value),
                    None => model.remove(&key),
                };
                prop_assert_eq!(tries.get(map, key), value);
            }
            prop_assert_eq!(tries.len(map), model.len());
            prop_assert_eq!(tries.entries(map), model.iter().map(|(&key, &value)| (key, value)).collect::<Vec<_>>());
            // Built in another order, it is the same.
            let mut again = Trie::EMPTY;
            for (&key, &value) in model.iter().rev() {
                again = tries.set(again, key, Some(value));
            }
            prop_assert_eq!(map, again);
        }
    }
}
