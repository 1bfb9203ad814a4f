//! Exact bounds of any expression in a closed matrix.
//!
//! The greatest value of an expression under bounds of differences is, by duality, the least cost of sending the negative coefficients to the
//! positive ones, where the bounds are costs. As the matrix is closed, detours do not help: it is a transport from the ones to the others.

use smallvec::{SmallVec, smallvec};

use crate::rational::Rational;

use super::super::bound::Bound;
use super::shape::Poles;

/// How far a node is: the cost, then the number of steps, which makes the choice of paths end early.
type Distance = Option<(Rational, usize)>;

struct Transport<'a> {
    supply: SmallVec<[Rational; 8]>,
    demand: SmallVec<[Rational; 8]>,
    /// From each source to each sink.
    costs: SmallVec<[Option<&'a Rational>; 64]>,
    flow: Vec<Rational>,
    /// Of the sources, then the sinks, with the node before.
    distances: Vec<(Distance, usize)>,
}

/// The least cost of sending all amounts; `None` if it cannot be done.
pub(super) fn cheapest<'a>(poles: &Poles, cost: impl Fn(usize, usize) -> Option<&'a Rational>) -> Bound {
    let (sources, sinks) = (poles.from.len(), poles.to.len());
    let mut costs = SmallVec::new();
    for (from, _) in &poles.from {
        costs.extend(poles.to.iter().map(|(to, _)| cost(*from, *to)));
    }
    let mut transport = Transport {
        supply: poles.from.iter().map(|(_, amount)| amount.clone()).collect(),
        demand: poles.to.iter().map(|(_, amount)| amount.clone()).collect(),
        costs,
        flow: vec![Rational::ZERO; sources * sinks],
        distances: vec![(None, 0); sources + sinks],
    };
    if transport.someone_is_stuck() {
        return None;
    }
    while transport.supply.iter().any(|amount| !amount.is_zero()) {
        let end = transport.nearest()?;
        transport.send(end);
    }
    let mut total = Rational::ZERO;
    for (flow, cost) in transport.flow.iter().zip(&transport.costs) {
        if let Some(cost) = cost {
            total = &total + &(flow * cost);
        }
    }
    Some(total)
}

impl Transport<'_> {
    /// Whether some source or sink has no way at all: a quick answer in most cases where there is none.
    fn someone_is_stuck(&self) -> bool {
        let sinks = self.demand.len();
        self.costs.chunks(sinks).any(|row| row.iter().all(Option::is_none))
            || (0..sinks).any(|t| self.costs.iter().skip(t).step_by(sinks).all(Option::is_none))
    }

    /// Finds the shortest ways from sources that have something left, and the nearest sink that wants something.
    fn nearest(&mut self) -> Option<usize> {
        let (sources, sinks) = (self.supply.len(), self.demand.len());
        for (s, amount) in self.supply.iter().enumerate() {
            self.distances[s] = ((!amount.is_zero()).then_some((Rational::ZERO, 0)), s);
        }
        for sink in &mut self.distances[sources..] {
            *sink = (None, 0);
        }
        let mut changed = true;
        while changed {
            changed = false;
            for s in 0..sources {
                for t in 0..sinks {
                    let Some(cost) = self.costs[s * sinks + t] else { continue };
                    changed |= self.relax(s, sources + t, cost);
                    if !self.flow[s * sinks + t].is_zero() {
                        changed |= self.relax(sources + t, s, &cost.neg());
                    }
                }
            }
        }
        let wanting = (0..sinks).filter(|&t| !self.demand[t].is_zero());
        let reached = wanting.filter_map(|t| self.distances[sources + t].0.as_ref().map(|d| (d, t)));
        reached.min().map(|(_, t)| t)
    }

    fn relax(&mut self, from: usize, to: usize, cost: &Rational) -> bool {
        let Some((distance, steps)) = &self.distances[from].0 else { return false };
        let candidate = (distance + cost, steps + 1);
        if self.distances[to].0.as_ref().is_some_and(|known| *known <= candidate) {
            return false;
        }
        self.distances[to] = (Some(candidate), from);
        true
    }

    /// Sends as much as possible on the way to a sink that was found.
    fn send(&mut self, end: usize) {
        let (sources, sinks) = (self.supply.len(), self.demand.len());
        let mut path: SmallVec<[usize; 16]> = smallvec![sources + end];
        let mut node = sources + end;
        while self.distances[node].1 != node && path.len() <= sources + sinks {
            node = self.distances[node].1;
            path.push(node);
        }
        let mut amount = self.demand[end].clone().min(self.supply[node].clone());
        // From a sink back to a source, what was sent before is taken back.
        for step in path.windows(2) {
            if step[0] < sources {
                amount = amount.min(self.flow[step[0] * sinks + step[1] - sources].clone());
            }
        }
        for step in path.windows(2) {
            if step[0] < sources {
                let flow = &mut self.flow[step[0] * sinks + step[1] - sources];
                *flow = &*flow - &amount;
            } else {
                let flow = &mut self.flow[step[1] * sinks + step[0] - sources];
                *flow = &*flow + &amount;
            }
        }
        self.demand[end] = &self.demand[end] - &amount;
        self.supply[node] = &self.supply[node] - &amount;
    }
}
