//! What zones and octagons have in common: matrices of bounds of differences of nodes.

use smallvec::SmallVec;

use crate::domain::Class;
use crate::rational::Rational;

use super::super::bound::Bound;
use super::super::input::Terms;
use super::transport;

/// A kind of matrix. A node stands for zero, a variable or the opposite of a variable; the entry (i, j) bounds the value of node j less that of
/// node i.
pub trait Shape: Clone + std::fmt::Debug {
    /// As the domain is called.
    const NAME: &'static str;
    /// Which constraints can be expressed.
    const CLASS: Class;

    /// How many nodes there are for so many variables.
    fn nodes(dimension: usize) -> usize;

    /// How many entries are stored.
    fn len(dimension: usize) -> usize;

    /// Where an entry is stored.
    fn at(dimension: usize, from: usize, to: usize) -> usize;

    /// The entries that are stored, without those of the diagonal.
    fn entries(dimension: usize) -> Vec<Entry>;

    /// Makes all bounds as tight as they imply each other to be. Says whether there are solutions.
    fn close(matrix: &mut [Option<Rational>], dimension: usize, weak: bool) -> bool;

    /// Adds a bound to a closed matrix, and closes it again. Says whether there are solutions.
    fn add(matrix: &mut [Option<Rational>], dimension: usize, edge: Edge, weak: bool) -> bool;

    /// Where the bound of an expression is found, if that is an entry times a number.
    fn locate(terms: &[(usize, Rational)]) -> Option<Edge>;

    /// An expression, or twice the expression, as nodes less other nodes.
    fn poles(terms: &[(usize, Rational)]) -> Poles;
}

/// An entry that is stored, and what it bounds.
#[derive(Clone, Debug)]
pub struct Entry {
    pub(super) at: usize,
    /// One or two terms.
    pub(super) form: SmallVec<[(usize, Rational); 2]>,
}

/// The difference of two nodes, with a factor or a bound.
#[derive(Clone, Debug)]
pub struct Edge {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) number: Rational,
}

/// Nodes with amounts: an expression is the sum of `to` less the sum of `from`, or half of this. Both sums of amounts are the same.
#[derive(Clone, Debug)]
pub struct Poles {
    pub(super) from: SmallVec<[(usize, Rational); 8]>,
    pub(super) to: SmallVec<[(usize, Rational); 8]>,
    pub(super) halve: bool,
}

/// The least upper bound of an expression in a closed matrix.
pub(super) fn maximum<S: Shape>(matrix: &[Bound], dimension: usize, e: &Terms) -> Bound {
    if e.terms.is_empty() {
        return Some(e.constant.clone());
    }
    if let Some(edge) = S::locate(&e.terms) {
        let bound = matrix[S::at(dimension, edge.from, edge.to)].as_ref()?;
        return Some(&(bound * &edge.number) + &e.constant);
    }
    let poles = S::poles(&e.terms);
    let cost = transport::cheapest(&poles, |i, j| matrix[S::at(dimension, i, j)].as_ref())?;
    Some(&(if poles.halve { cost.half() } else { cost }) + &e.constant)
}
