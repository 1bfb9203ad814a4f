//! Sets: maps to `Bool`. Finite ones and, as Z3's arrays, those with finite complements.

use quis_smtlib::theories::SetOp;
use quis_smtlib::{Sort, SortConstructor, SortKind};

use super::arguments::{one, three, two};
use super::step::Site;
use super::{Evaluator, Stop};
use crate::budget::MAX_LENGTH;
use crate::number::Integer;
use crate::open::{Point, Reason};
use crate::value::{Cardinality, Value, map_params};

impl<'a> Evaluator<'a> {
    pub(super) fn set(&mut self, op: SetOp, site: &Site<'a>, args: &[Value]) -> Result<Value, Stop> {
        use SetOp as Op;
        match op {
            Op::Empty => Ok(self.model.values.constant_map(Value::Bool(false))),
            Op::Universe => {
                self.allow_universe(site.sort)?;
                Ok(self.model.values.constant_map(Value::Bool(true)))
            }
            Op::Singleton => self.finite_set(site.sort, [one::<&Value>(args)?.clone()]),
            Op::Insert => {
                let (set, elements) = args.split_last().ok_or(Reason::Unsupported)?;
                let mut set = set.clone();
                for element in elements {
                    set = self.with_element(site.sort, &set, element, true)?;
                }
                Ok(set)
            }
            Op::Range => {
                let (low, high): (&Integer, &Integer) = two(args)?;
                let count = high.sub(low).add(&Integer::from(1));
                let count = if count.is_negative() { 0 } else { count.to_usize().unwrap_or(usize::MAX) };
                if count > MAX_LENGTH {
                    return Err(Reason::TooLarge.into());
                }
                self.budget.spend(count as u64)?;
                let elements: Vec<Value> =
                    (0..count).map(|at| Value::Int(low.add(&Integer::from(at)))).collect();
                self.finite_set(site.sort, elements)
            }
            Op::Union => self.pointwise(site.sort, args, |left, right| left || right),
            Op::Inter => self.pointwise(site.sort, args, |left, right| left && right),
            Op::Minus => self.pointwise(site.sort, args, |left, right| left && !right),
            Op::Complement => {
                self.allow_universe(site.sort)?;
                let all = self.model.values.constant_map(Value::Bool(true));
                let set: &Value = one(args)?;
                self.pointwise(site.sort, &[all, set.clone()], |left, right| left && !right)
            }
            Op::Member => {
                let (element, set) = two(args)?;
                self.apply_value(set, std::slice::from_ref(element), 1)
            }
            // match: (set.subset a b), result: (= (set.minus a b) (as set.empty S))
            Op::Subset => {
                let sort = self.sort_of(site, 0);
                let rest = self.pointwise(sort, args, |left, right| left && !right)?;
                Ok(Value::Bool(rest == self.model.values.constant_map(Value::Bool(false))))
            }
            Op::IsEmpty => Ok(Value::Bool(self.set_elements(site, 0, one(args)?)?.is_empty())),
            Op::IsSingleton => Ok(Value::Bool(self.set_elements(site, 0, one(args)?)?.len() == 1)),
            Op::Card => Ok(Value::Int(Integer::from(self.set_elements(site, 0, one(args)?)?.len()))),
            Op::Choose => {
                if let [only] = &*self.set_elements(site, 0, one(args)?)? {
                    Ok(only.clone())
                } else {
                    let point = Point::Choose(self.sort_of(site, 0));
                    self.open_point(point, args, site.sort)
                }
            }

            Op::Map => {
                let (_, values) = self.over_set(site, args)?;
                self.finite_set(site.sort, values)
            }
            Op::Filter => {
                let (elements, values) = self.over_set(site, args)?;
                let kept = elements.into_iter().zip(&values).filter(|(_, value)| holds(value));
                self.finite_set(site.sort, kept.map(|(element, _)| element))
            }
            Op::All => Ok(Value::Bool(self.over_set(site, args)?.1.iter().all(holds))),
            Op::Some => Ok(Value::Bool(self.over_set(site, args)?.1.iter().any(holds))),
            Op::Fold => {
                let (function, start, set) = three(args)?;
                let elements = self.set_elements(site, 2, set)?;
                self.fold_any_order(function, start, &elements)
            }

            Op::Join => self.join(site, args),
            Op::Product => self.combine(site, args, |x, y| Some([x, y].concat())),
            Op::TableJoin => self.table_join(site, args),
            Op::Transpose => self.each(site, args, |tuple| tuple.reverse()),
            Op::Identity => self.each(site, args, |tuple| tuple.extend_from_within(..)),
            Op::Project => self.project_relation(site, args),
            Op::Closure => self.closure(site, args),
            Op::JoinImage => self.join_image(site, args),

            // The least and the greatest in an order that may be none, and classes of tuples.
            Op::Min | Op::Max | Op::RelMin | Op::RelMax => Err(Reason::Unsupported.into()),
            Op::Group | Op::Aggregate => Err(Reason::Unsupported.into()),
        }
    }

    /// Whether there is a set of all elements. Z3's sets are arrays; cvc5 does not say that its universe holds more
    /// than the elements that the problem speaks of.
    fn allow_universe(&self, sort: Sort) -> Result<(), Stop> {
        match self.store.sort_kind(sort) {
            SortKind::Apply(SortConstructor::Set, _) => Err(Reason::Unspecified(Point::Universe).into()),
            _ => Ok(()),
        }
    }

    /// The set with these elements and no others.
    pub(super) fn finite_set(
        &mut self,
        sort: Sort,
        elements: impl IntoIterator<Item = Value>,
    ) -> Result<Value, Stop> {
        let elements: Vec<Value> = elements.into_iter().collect();
        if elements.iter().any(|element| !self.model.values.is_exact(element)) {
            return Err(Reason::FunctionEquality.into());
        }
        let entries = elements.into_iter().map(|element| (element, Value::Bool(true)));
        Ok(self.model.values.map_of(self.store, map_params(self.store, sort), Value::Bool(false), entries)?)
    }

    fn with_element(
        &mut self,
        sort: Sort,
        set: &Value,
        element: &Value,
        inside: bool,
    ) -> Result<Value, Stop> {
        if !self.model.values.is_exact(element) {
            return Err(Reason::FunctionEquality.into());
        }
        Ok(self.model.values.map_set(
            self.store,
            map_params(self.store, sort),
            set,
            element.clone(),
            Value::Bool(inside),
        )?)
    }

    /// The elements of a set that is an argument; all of a finite sort if need be.
    pub(super) fn set_elements(
        &mut self,
        site: &Site<'a>,
        arg: usize,
        set: &Value,
    ) -> Result<Vec<Value>, Stop> {
        let (finite, listed) = self.model.values.as_set(set).ok_or(Reason::FunctionEquality)?;
        self.budget.spend(listed.len() as u64)?;
        if finite {
            return Ok(listed);
        }
        let sort = self.sort_of(site, arg);
        let params = map_params(self.store, sort).to_vec();
        let Cardinality::Finite(count) = self.model.values.cardinality_of_all(self.store, &params) else {
            return Err(Reason::Unspecified(Point::Universe).into());
        };
        self.budget.spend(count)?;
        let mut elements = Vec::new();
        for n in 0..count {
            let element = self.model.values.nth_of_all(self.store, &params, n).ok_or(Reason::TooLarge)?;
            let element = self.model.values.key(element);
            if !listed.contains(&element) {
                elements.push(element);
            }
        }
        Ok(elements)
    }

    /// Combines sets element by element, from left to right.
    fn pointwise(
        &mut self,
        sort: Sort,
        sets: &[Value],
        combine: impl Fn(bool, bool) -> bool,
    ) -> Result<Value, Stop> {
        let mut bases = Vec::with_capacity(sets.len());
        for set in sets {
            let (finite, _) = self.model.values.as_set(set).ok_or(Reason::FunctionEquality)?;
            bases.push(!finite);
        }
        let fold = |values: &[bool]| match values {
            [first, rest @ ..] => rest.iter().fold(*first, |left, right| combine(left, *right)),
            [] => false,
        };
        let keys = self.changed_points(sets)?;
        self.budget.spend((keys.len() * sets.len()) as u64)?;
        let mut entries = Vec::with_capacity(keys.len());
        for key in keys {
            let mut values = Vec::with_capacity(sets.len());
            for set in sets {
                values.push(self.map_value(set, &key)?.as_bool().ok_or(Reason::Unsupported)?);
            }
            entries.push((key, Value::Bool(fold(&values))));
        }
        let default = Value::Bool(fold(&bases));
        Ok(self.model.values.map_of(self.store, map_params(self.store, sort), default, entries)?)
    }

    /// The elements of a set, and the values of a function at them.
    fn over_set(&mut self, site: &Site<'a>, args: &[Value]) -> Result<(Vec<Value>, Vec<Value>), Stop> {
        let (function, set) = two(args)?;
        let elements = self.set_elements(site, 1, set)?;
        let points: Vec<Vec<Value>> = elements.iter().map(|element| vec![element.clone()]).collect();
        let values = self.apply_to_each(function, &points, 1)?;
        Ok((elements, values))
    }

    /// Folds elements that have no order: what depends on one is open.
    pub(super) fn fold_any_order(
        &mut self,
        function: &Value,
        start: &Value,
        elements: &[Value],
    ) -> Result<Value, Stop> {
        let mut forward = start.clone();
        for element in elements {
            self.budget.spend(1)?;
            forward = self.apply_value(function, &[element.clone(), forward], 2)?;
        }
        let mut backward = start.clone();
        for element in elements.iter().rev() {
            self.budget.spend(1)?;
            backward = self.apply_value(function, &[element.clone(), backward], 2)?;
        }
        if forward == backward { Ok(forward) } else { Err(Reason::Unspecified(Point::Choice).into()) }
    }
}

/// Whether a predicate gave `true`.
pub(super) fn holds(value: &Value) -> bool {
    value.as_bool() == Some(true)
}
