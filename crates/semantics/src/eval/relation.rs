//! Relations: finite sets of tuples.

use hashbrown::HashSet;
use rustc_hash::FxBuildHasher;

use super::arguments::{one, two};
use super::step::Site;
use super::{Evaluator, Stop};
use crate::number::Integer;
use crate::open::Reason;
use crate::value::Value;

impl<'a> Evaluator<'a> {
    /// match: (rel.join r s), result: all of a tuple of r but its last part, then all of one of s but its
    /// first part, where the two are equal
    pub(super) fn join(&mut self, site: &Site<'a>, args: &[Value]) -> Result<Value, Stop> {
        self.combine(site, args, |x, y| match (x, y) {
            ([start @ .., last], [first, end @ ..]) if last == first => Some([start, end].concat()),
            _ => None,
        })
    }

    /// match: ((_ rel.table_join i j) r s), result: tuples side by side where column i of the one is
    /// column j of the other
    pub(super) fn table_join(&mut self, site: &Site<'a>, args: &[Value]) -> Result<Value, Stop> {
        let columns = self.indices(site)?;
        self.combine(site, args, |x, y| {
            let same = columns.chunks(2).all(|pair| match *pair {
                [i, j] => x.get(i).is_some() && x.get(i) == y.get(j),
                _ => false,
            });
            same.then(|| [x, y].concat())
        })
    }

    pub(super) fn project_relation(&mut self, site: &Site<'a>, args: &[Value]) -> Result<Value, Stop> {
        let columns = self.indices(site)?;
        let mut projected = Vec::new();
        for tuple in self.set_elements(site, 0, one(args)?)? {
            projected.push(self.project(&tuple, &columns)?);
        }
        self.finite_set(site.sort, projected)
    }

    /// match: (rel.join_image r n), result: what is related by r to at least n elements
    pub(super) fn join_image(&mut self, site: &Site<'a>, args: &[Value]) -> Result<Value, Stop> {
        let (relation, least): (_, &Integer) = two(args)?;
        let mut related: Vec<(Value, HashSet<Value, FxBuildHasher>)> = Vec::new();
        for tuple in self.set_elements(site, 0, relation)? {
            let [from, to] = &*self.parts(&tuple)? else { return Err(Reason::Unsupported.into()) };
            match related.iter_mut().find(|(known, _)| known == from) {
                Some((_, all)) => {
                    all.insert(to.clone());
                }
                None => related.push((from.clone(), HashSet::from_iter([to.clone()]))),
            }
            self.budget.spend(related.len() as u64)?;
        }
        // Of zero or fewer elements everything would have to be in it.
        let Some(least) = least.to_usize().filter(|&least| least > 0) else {
            return Err(Reason::Unsupported.into());
        };
        let enough = related.into_iter().filter(|(_, all)| all.len() >= least);
        let tuples: Vec<Value> = enough.map(|(from, _)| self.model.values.tuple([from])).collect();
        self.finite_set(site.sort, tuples)
    }

    /// The relation made of pairs of tuples.
    pub(super) fn combine(
        &mut self,
        site: &Site<'a>,
        args: &[Value],
        combine: impl Fn(&[Value], &[Value]) -> Option<Vec<Value>>,
    ) -> Result<Value, Stop> {
        let (left, right) = two(args)?;
        let these = self.set_elements(site, 0, left)?;
        let those = self.set_elements(site, 1, right)?;
        self.budget.spend((these.len() as u64).saturating_mul(those.len() as u64))?;
        let mut tuples = Vec::new();
        for this in &these {
            let this = self.parts(this)?;
            for that in &those {
                let that = self.parts(that)?;
                if let Some(parts) = combine(&this, &that) {
                    tuples.push(self.model.values.tuple(parts));
                }
            }
        }
        self.finite_set(site.sort, tuples)
    }

    /// The relation with each tuple changed.
    pub(super) fn each(
        &mut self,
        site: &Site<'a>,
        args: &[Value],
        change: impl Fn(&mut Vec<Value>),
    ) -> Result<Value, Stop> {
        let mut tuples = Vec::new();
        for tuple in self.set_elements(site, 0, one(args)?)? {
            let mut parts = self.parts(&tuple)?;
            change(&mut parts);
            tuples.push(self.model.values.tuple(parts));
        }
        self.finite_set(site.sort, tuples)
    }

    /// The least transitive relation that holds another: from each element, what can be reached.
    pub(super) fn closure(&mut self, site: &Site<'a>, args: &[Value]) -> Result<Value, Stop> {
        let mut steps: Vec<(Value, Value)> = Vec::new();
        for tuple in self.set_elements(site, 0, one(args)?)? {
            let [from, to] = &*self.parts(&tuple)? else { return Err(Reason::Unsupported.into()) };
            steps.push((from.clone(), to.clone()));
        }
        let mut pairs: HashSet<(Value, Value), FxBuildHasher> = HashSet::default();
        let mut all: Vec<(Value, Value)> = Vec::new();
        let mut todo = steps.clone();
        while let Some((from, to)) = todo.pop() {
            if !pairs.insert((from.clone(), to.clone())) {
                continue;
            }
            self.budget.spend(steps.len() as u64)?;
            let onward = steps.iter().filter(|(start, _)| *start == to);
            todo.extend(onward.map(|(_, end)| (from.clone(), end.clone())));
            all.push((from, to));
        }
        let tuples: Vec<Value> =
            all.into_iter().map(|(from, to)| self.model.values.tuple([from, to])).collect();
        self.finite_set(site.sort, tuples)
    }
}
