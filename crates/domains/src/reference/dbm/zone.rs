//! Zones: bounds of differences of variables. Node 0 is zero, node v + 1 is the variable v.

use smallvec::SmallVec;

use crate::domain::Class;
use crate::rational::Rational;

use super::super::bound::{self, Bound};
use super::super::fault::owner;
use super::shape::{Edge, Entry, Poles, Shape};

/// Matrices with a node for zero and one for each variable.
#[derive(Clone, Debug)]
pub struct Zone;

impl Shape for Zone {
    const NAME: &'static str = owner::ZONES;
    const CLASS: Class = Class::Zones;

    fn nodes(dimension: usize) -> usize {
        dimension + 1
    }

    fn len(dimension: usize) -> usize {
        (dimension + 1) * (dimension + 1)
    }

    fn at(dimension: usize, from: usize, to: usize) -> usize {
        from * (dimension + 1) + to
    }

    fn entries(dimension: usize) -> Vec<Entry> {
        let pairs = (0..=dimension).flat_map(|from| (0..=dimension).map(move |to| (from, to)));
        pairs
            .filter(|(from, to)| from != to)
            .map(|(from, to)| {
                let mut form = SmallVec::new();
                if to > 0 {
                    form.push((to - 1, Rational::ONE));
                }
                if from > 0 {
                    form.push((from - 1, Rational::from(-1)));
                }
                Entry { at: Zone::at(dimension, from, to), form }
            })
            .collect()
    }

    fn close(matrix: &mut [Bound], dimension: usize, _weak: bool) -> bool {
        let nodes = dimension + 1;
        let mut through = vec![None; nodes];
        for k in 0..nodes {
            through.clone_from_slice(&matrix[k * nodes..(k + 1) * nodes]);
            for row in matrix.chunks_mut(nodes) {
                let Some(first) = row[k].clone() else { continue };
                for (bound, second) in row.iter_mut().zip(&through) {
                    bound::tighten(bound, bound::sum(Some(&first), second.as_ref()));
                }
            }
            // With a negative cycle the numbers would grow without end.
            if !is_consistent(matrix, nodes) {
                return false;
            }
        }
        true
    }

    fn add(matrix: &mut [Bound], dimension: usize, edge: Edge, _weak: bool) -> bool {
        let nodes = dimension + 1;
        let after = matrix[edge.to * nodes..(edge.to + 1) * nodes].to_vec();
        for row in matrix.chunks_mut(nodes) {
            let Some(first) = bound::sum(row[edge.from].as_ref(), Some(&edge.number)) else { continue };
            for (bound, second) in row.iter_mut().zip(&after) {
                bound::tighten(bound, bound::sum(Some(&first), second.as_ref()));
            }
        }
        is_consistent(matrix, nodes)
    }

    fn locate(terms: &[(usize, Rational)]) -> Option<Edge> {
        let edge = |from: usize, to: usize, number: &Rational| Edge { from, to, number: number.clone() };
        match terms {
            [(v, c)] if c.signum() > 0 => Some(edge(0, v + 1, c)),
            [(v, c)] => Some(edge(v + 1, 0, &c.neg())),
            [(v, c), (w, d)] if (c + d).is_zero() => {
                Some(if c.signum() > 0 { edge(w + 1, v + 1, c) } else { edge(v + 1, w + 1, d) })
            }
            _ => None,
        }
    }

    fn poles(terms: &[(usize, Rational)]) -> Poles {
        let mut poles = Poles { from: SmallVec::new(), to: SmallVec::new(), halve: false };
        let mut balance = Rational::ZERO;
        for (v, c) in terms {
            balance = &balance - c;
            if c.signum() > 0 {
                poles.to.push((v + 1, c.clone()));
            } else {
                poles.from.push((v + 1, c.neg()));
            }
        }
        match balance.signum() {
            1 => poles.to.push((0, balance)),
            -1 => poles.from.push((0, balance.neg())),
            _ => {}
        }
        poles
    }
}

fn is_consistent(matrix: &[Bound], nodes: usize) -> bool {
    (0..nodes).all(|i| matrix[i * nodes + i].as_ref().is_none_or(|bound| bound.signum() >= 0))
}
