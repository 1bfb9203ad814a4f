//! Bags: maps to the number of copies.

use quis_smtlib::theories::BagOp;

use super::arguments::{one, three, two};
use super::set::holds;
use super::step::Site;
use super::{Evaluator, Stop};
use crate::number::Integer;
use crate::open::{Point, Reason};
use crate::value::Value;

/// Elements and how often they are in a bag.
type Copies = Vec<(Value, Integer)>;

impl<'a> Evaluator<'a> {
    pub(super) fn bag(&mut self, op: BagOp, site: &Site<'a>, args: &[Value]) -> Result<Value, Stop> {
        use BagOp as Op;
        match op {
            Op::Empty => self.make_bag(Vec::new()),
            // match: (bag x n), result: empty unless n is positive
            Op::Make => {
                let (element, count): (&Value, &Integer) = two(args)?;
                self.make_bag(vec![(element.clone(), count.clone())])
            }
            Op::UnionMax => self.bagwise(args, |x, y| x.max(y).clone()),
            Op::UnionDisjoint => self.bagwise(args, Integer::add),
            Op::InterMin => self.bagwise(args, |x, y| x.min(y).clone()),
            Op::DifferenceSubtract => self.bagwise(args, Integer::sub),
            Op::DifferenceRemove => {
                self.bagwise(args, |x, y| if y.is_zero() { x.clone() } else { Integer::from(0) })
            }
            Op::SetOf => {
                let once =
                    self.copies(one(args)?)?.into_iter().map(|(element, _)| (element, Integer::from(1)));
                self.make_bag(once.collect())
            }
            Op::Count => self.count_of(args),
            Op::Member => {
                let count = self.count_of(args)?;
                Ok(Value::Bool(count.as_int().is_some_and(|count| !count.is_zero())))
            }
            Op::Subbag => {
                let (left, right) = two(args)?;
                for (element, count) in self.copies(left)? {
                    let other = self.apply_value(right, &[element], 1)?;
                    if other.as_int().is_none_or(|other| *other < count) {
                        return Ok(Value::Bool(false));
                    }
                }
                Ok(Value::Bool(true))
            }
            Op::IsSingleton => {
                let copies = self.copies(one(args)?)?;
                Ok(Value::Bool(matches!(&*copies, [(_, count)] if *count == Integer::from(1))))
            }
            Op::Card => {
                let copies = self.copies(one(args)?)?;
                Ok(Value::Int(copies.iter().fold(Integer::from(0), |sum, (_, count)| sum.add(count))))
            }
            Op::Choose => {
                if let [(only, _)] = &*self.copies(one(args)?)? {
                    Ok(only.clone())
                } else {
                    let point = Point::Choose(self.sort_of(site, 0));
                    self.open_point(point, args, site.sort)
                }
            }
            Op::FromSet => {
                let once = self.set_elements(site, 0, one(args)?)?.into_iter();
                self.make_bag(once.map(|element| (element, Integer::from(1))).collect())
            }
            Op::ToSet => {
                let elements = self.copies(one(args)?)?.into_iter().map(|(element, _)| element);
                self.finite_set(site.sort, elements)
            }
            Op::Product => self.join_bags(args, &[]),
            Op::Join => {
                let columns = self.indices(site)?;
                self.join_bags(args, &columns)
            }
            Op::Project => {
                let columns = self.indices(site)?;
                let mut projected = Vec::new();
                for (tuple, count) in self.copies(one(args)?)? {
                    projected.push((self.project(&tuple, &columns)?, count));
                }
                self.make_bag(projected)
            }

            Op::Map => {
                let (copies, values) = self.over_bag(args)?;
                let mapped = values.into_iter().zip(copies).map(|(value, (_, count))| (value, count));
                self.make_bag(mapped.collect())
            }
            Op::Filter => {
                let (copies, values) = self.over_bag(args)?;
                let kept = copies.into_iter().zip(&values).filter(|(_, value)| holds(value));
                self.make_bag(kept.map(|(copies, _)| copies).collect())
            }
            Op::All => Ok(Value::Bool(self.over_bag(args)?.1.iter().all(holds))),
            Op::Some => Ok(Value::Bool(self.over_bag(args)?.1.iter().any(holds))),
            // match: (bag.fold f start b), result: f over all copies
            Op::Fold => {
                let (function, start, bag) = three(args)?;
                let mut elements = Vec::new();
                for (element, count) in self.copies(bag)? {
                    let count = count.to_usize().ok_or(Reason::TooLarge)?;
                    self.budget.spend(count as u64)?;
                    elements.extend(std::iter::repeat_n(element, count));
                }
                self.fold_any_order(function, start, &elements)
            }

            // Classes of elements.
            Op::Partition | Op::Group | Op::Aggregate => Err(Reason::Unsupported.into()),
        }
    }

    fn count_of(&mut self, args: &[Value]) -> Result<Value, Stop> {
        let (element, bag) = two(args)?;
        self.apply_value(bag, std::slice::from_ref(element), 1)
    }

    fn copies(&mut self, bag: &Value) -> Result<Copies, Stop> {
        let copies = self.model.values.as_bag(bag).ok_or(Reason::Unsupported)?;
        self.budget.spend(copies.len() as u64)?;
        Ok(copies)
    }

    /// The bag with the copies summed up; what is not positive is left out.
    fn make_bag(&mut self, copies: Copies) -> Result<Value, Stop> {
        let zero = Integer::from(0);
        let mut sums: hashbrown::HashMap<Value, Integer, rustc_hash::FxBuildHasher> =
            hashbrown::HashMap::default();
        let mut order = Vec::new();
        for (element, count) in copies {
            if !self.model.values.is_exact(&element) {
                return Err(Reason::FunctionEquality.into());
            }
            if count.is_zero() || count.is_negative() {
                continue;
            }
            let sum = sums.entry(element.clone()).or_insert_with(|| {
                order.push(element);
                zero.clone()
            });
            *sum = sum.add(&count);
        }
        let entries: Vec<(Value, Value)> = order
            .into_iter()
            .filter_map(|element| {
                sums.get(&element).map(|sum| Value::Int(sum.clone())).map(|sum| (element, sum))
            })
            .collect();
        // Over no sorts: what a bag does not hold it holds zero times, also if it holds most of a finite sort.
        Ok(self.model.values.map_of(self.store, &[], Value::Int(zero), entries)?)
    }

    /// Combines the numbers of copies of each element, from left to right.
    fn bagwise(
        &mut self,
        bags: &[Value],
        combine: impl Fn(&Integer, &Integer) -> Integer,
    ) -> Result<Value, Stop> {
        let zero = Integer::from(0);
        let mut copies = Vec::new();
        for key in self.changed_points(bags)? {
            self.budget.spend(bags.len() as u64)?;
            let mut total: Option<Integer> = None;
            for bag in bags {
                let value = self.map_value(bag, &key)?;
                let count = value.as_int().ok_or(Reason::Unsupported)?;
                total = Some(match total {
                    None => count.clone(),
                    Some(total) => combine(&total, count).max(zero.clone()),
                });
            }
            copies.extend(total.map(|total| (key, total)));
        }
        self.make_bag(copies)
    }

    /// match: ((_ table.join i j) a b), result: tuples side by side where column i of the one is column j of the
    /// other, each as often as the product of their copies
    fn join_bags(&mut self, args: &[Value], columns: &[usize]) -> Result<Value, Stop> {
        let (left, right) = two(args)?;
        let (these, those) = (self.copies(left)?, self.copies(right)?);
        self.budget.spend((these.len() as u64).saturating_mul(those.len() as u64))?;
        let mut joined = Vec::new();
        for (this, count) in &these {
            let this = self.parts(this)?;
            for (that, times) in &those {
                let that = self.parts(that)?;
                let same = columns.chunks(2).all(|pair| match *pair {
                    [i, j] => this.get(i).is_some() && this.get(i) == that.get(j),
                    _ => false,
                });
                if same {
                    let tuple = self.model.values.tuple([&*this, &*that].concat());
                    joined.push((tuple, count.mul(times)?));
                }
            }
        }
        self.make_bag(joined)
    }

    /// The elements of a bag with their copies, and the values of a function at them.
    fn over_bag(&mut self, args: &[Value]) -> Result<(Copies, Vec<Value>), Stop> {
        let (function, bag) = two(args)?;
        let copies = self.copies(bag)?;
        let points: Vec<Vec<Value>> = copies.iter().map(|(element, _)| vec![element.clone()]).collect();
        let values = self.apply_to_each(function, &points, 1)?;
        Ok((copies, values))
    }
}
