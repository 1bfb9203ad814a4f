//! Octagons: bounds of sums and differences of variables. Node 2v is the variable v, node 2v + 1 its opposite.
//!
//! Each constraint but those of one variable has two entries in the matrix, of which one is stored: (i, j) is also (j ^ 1, i ^ 1).

use smallvec::SmallVec;

use crate::domain::Class;
use crate::rational::Rational;

use super::super::bound::{self, Bound};
use super::super::fault::owner;
use super::shape::{Edge, Entry, Poles, Shape};

/// Matrices with nodes for each variable and its opposite.
#[derive(Clone, Debug)]
pub struct Octagon;

/// Where row `i` starts; it has the columns up to `i | 1`.
fn row(i: usize) -> usize {
    (i + 1) * (i + 1) / 2
}

fn at(i: usize, j: usize) -> usize {
    if j <= (i | 1) { row(i) + j } else { row(j ^ 1) + (i ^ 1) }
}

impl Shape for Octagon {
    const NAME: &'static str = owner::OCTAGONS;
    const CLASS: Class = Class::Octagons;

    fn nodes(dimension: usize) -> usize {
        2 * dimension
    }

    fn len(dimension: usize) -> usize {
        2 * dimension * (dimension + 1)
    }

    fn at(_dimension: usize, from: usize, to: usize) -> usize {
        at(from, to)
    }

    fn entries(dimension: usize) -> Vec<Entry> {
        let sign = |node: usize| if node.is_multiple_of(2) { 1 } else { -1 };
        let pairs = (0..2 * dimension).flat_map(|from| (0..=(from | 1)).map(move |to| (from, to)));
        pairs
            .filter(|(from, to)| from != to)
            .map(|(from, to)| {
                let mut form = SmallVec::new();
                if from == to ^ 1 {
                    form.push((to / 2, Rational::from(2 * sign(to))));
                } else {
                    form.push((to / 2, Rational::from(sign(to))));
                    form.push((from / 2, Rational::from(-sign(from))));
                }
                Entry { at: at(from, to), form }
            })
            .collect()
    }

    fn close(matrix: &mut [Bound], dimension: usize, weak: bool) -> bool {
        let nodes = 2 * dimension;
        let mut from_plus = vec![None; nodes];
        let mut from_minus = vec![None; nodes];
        for k in 0..dimension {
            let (plus, minus) = (2 * k, 2 * k + 1);
            for j in 0..nodes {
                from_plus[j].clone_from(&matrix[at(plus, j)]);
                from_minus[j].clone_from(&matrix[at(minus, j)]);
            }
            let across = (from_plus[minus].clone(), from_minus[plus].clone());
            for i in 0..nodes {
                // By symmetry, the ways to a node are those from its opposite.
                let (to_plus, to_minus) = (&from_minus[i ^ 1], &from_plus[i ^ 1]);
                let mut via_plus = to_plus.clone();
                bound::tighten(&mut via_plus, bound::sum(to_minus.as_ref(), across.1.as_ref()));
                let mut via_minus = to_minus.clone();
                bound::tighten(&mut via_minus, bound::sum(to_plus.as_ref(), across.0.as_ref()));
                pass(&mut matrix[row(i)..=row(i) + (i | 1)], via_plus.as_ref(), &from_plus);
                pass(&mut matrix[row(i)..=row(i) + (i | 1)], via_minus.as_ref(), &from_minus);
            }
            // With a negative cycle the numbers would grow without end.
            if !is_consistent(matrix, nodes) {
                return false;
            }
        }
        if !weak {
            strengthen(matrix, nodes);
        }
        true
    }

    fn add(matrix: &mut [Bound], dimension: usize, edge: Edge, weak: bool) -> bool {
        let nodes = 2 * dimension;
        let (from, to, bound) = (edge.from, edge.to, Some(&edge.number));
        // The same constraint once more: from the opposite of `to` to the opposite of `from`.
        let after: Vec<Bound> = (0..nodes).map(|j| matrix[at(to, j)].clone()).collect();
        let after_twin: Vec<Bound> = (0..nodes).map(|j| matrix[at(from ^ 1, j)].clone()).collect();
        let to_twin = bound::sum(after[to ^ 1].as_ref(), bound);
        let from_twin = bound::sum(after_twin[from].as_ref(), bound);
        for i in 0..nodes {
            let first = bound::sum(after_twin[i ^ 1].as_ref(), bound);
            let first_twin = bound::sum(after[i ^ 1].as_ref(), bound);
            let mut via = first.clone();
            bound::tighten(&mut via, bound::sum(first_twin.as_ref(), from_twin.as_ref()));
            let mut via_twin = first_twin;
            bound::tighten(&mut via_twin, bound::sum(first.as_ref(), to_twin.as_ref()));
            pass(&mut matrix[row(i)..=row(i) + (i | 1)], via.as_ref(), &after);
            pass(&mut matrix[row(i)..=row(i) + (i | 1)], via_twin.as_ref(), &after_twin);
        }
        if !is_consistent(matrix, nodes) {
            return false;
        }
        if !weak {
            strengthen(matrix, nodes);
        }
        true
    }

    fn locate(terms: &[(usize, Rational)]) -> Option<Edge> {
        let node = |v: usize, c: &Rational| if c.signum() > 0 { 2 * v } else { 2 * v + 1 };
        let size = |c: &Rational| if c.signum() > 0 { c.clone() } else { c.neg() };
        match terms {
            [(v, c)] => {
                let to = node(*v, c);
                Some(Edge { from: to ^ 1, to, number: size(c).half() })
            }
            [(v, c), (w, d)] if size(c) == size(d) => {
                Some(Edge { from: node(*w, d) ^ 1, to: node(*v, c), number: size(c) })
            }
            _ => None,
        }
    }

    fn poles(terms: &[(usize, Rational)]) -> Poles {
        let mut poles = Poles { from: SmallVec::new(), to: SmallVec::new(), halve: true };
        for (v, c) in terms {
            let (to, amount) = if c.signum() > 0 { (2 * v, c.clone()) } else { (2 * v + 1, c.neg()) };
            poles.from.push((to ^ 1, amount.clone()));
            poles.to.push((to, amount));
        }
        poles
    }
}

/// Tightens a row by the ways through a node.
#[inline]
fn pass(row: &mut [Bound], first: Option<&Rational>, second: &[Bound]) {
    if first.is_none() {
        return;
    }
    for (bound, second) in row.iter_mut().zip(second) {
        bound::tighten(bound, bound::sum(first, second.as_ref()));
    }
}

/// From bounds of two variables, the bound of their sum.
fn strengthen(matrix: &mut [Bound], nodes: usize) {
    // Of each node: twice its value at most.
    let double: Vec<Bound> = (0..nodes).map(|i| matrix[at(i ^ 1, i)].clone()).collect();
    for i in 0..nodes {
        let Some(first) = &double[i ^ 1] else { continue };
        for j in (0..=(i | 1)).filter(|&j| j != i) {
            let Some(second) = &double[j] else { continue };
            let bound = &mut matrix[row(i) + j];
            let sum = first + second;
            if bound.as_ref().is_none_or(|b| sum < b + b) {
                *bound = Some(sum.half());
            }
        }
    }
}

fn is_consistent(matrix: &[Bound], nodes: usize) -> bool {
    (0..nodes).all(|i| matrix[at(i, i)].as_ref().is_none_or(|bound| bound.signum() >= 0))
}
