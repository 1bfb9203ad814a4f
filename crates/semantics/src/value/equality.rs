//! Equality of values, where it can be decided.

use super::table::{Base, Node};
use super::{Value, Values};
use crate::budget::{Budget, TooLarge};

impl Values {
    /// Whether two values of one sort are equal; `None` if they hold functions of which only the definition is known
    /// and which differ in no point that was looked at.
    ///
    /// # Errors
    /// If comparing two languages is too much work.
    pub fn equal(
        &mut self,
        left: &Value,
        right: &Value,
        budget: &mut Budget,
    ) -> Result<Option<bool>, TooLarge> {
        if left == right {
            return Ok(Some(true));
        }
        match (left, right) {
            (Value::Regex(left), Value::Regex(right)) => self.regexes.equal(*left, *right, budget).map(Some),
            (Value::Compound(_), Value::Compound(_)) if !(self.is_exact(left) && self.is_exact(right)) => {
                self.parts_equal(left, right, budget)
            }
            _ => Ok(Some(false)),
        }
    }

    /// Compares values that hold inexact ones, part by part.
    fn parts_equal(
        &mut self,
        left: &Value,
        right: &Value,
        budget: &mut Budget,
    ) -> Result<Option<bool>, TooLarge> {
        let mut todo = vec![(left.clone(), right.clone())];
        let mut all = Some(true);
        while let Some((left, right)) = todo.pop() {
            budget.spend(1)?;
            if left == right {
                continue;
            }
            match (&left, &right) {
                (Value::Regex(left), Value::Regex(right)) => {
                    if !self.regexes.equal(*left, *right, budget)? {
                        return Ok(Some(false));
                    }
                }
                (Value::Compound(these), Value::Compound(those)) => {
                    if self.is_exact(&left) && self.is_exact(&right) {
                        return Ok(Some(false));
                    }
                    match (self.node(*these), self.node(*those)) {
                        (Node::Constructor(f, _, these), Node::Constructor(g, _, those)) => {
                            if f != g || these.len() != those.len() {
                                return Ok(Some(false));
                            }
                            todo.extend(these.iter().cloned().zip(those.iter().cloned()));
                        }
                        (Node::Tuple(these), Node::Tuple(those))
                        | (Node::Sequence(these), Node::Sequence(those)) => {
                            if these.len() != those.len() {
                                return Ok(Some(false));
                            }
                            todo.extend(these.iter().cloned().zip(those.iter().cloned()));
                        }
                        (Node::Nullable(this), Node::Nullable(that)) => match (this, that) {
                            (Some(this), Some(that)) => todo.push((this.clone(), that.clone())),
                            _ => return Ok(Some(false)),
                        },
                        _ => {
                            // Maps: they differ if they do at a point that both know.
                            all = None;
                            budget.spend(self.known_points(*these, *those).len() as u64)?;
                            for key in self.known_points(*these, *those) {
                                if let (Some(Ok(this)), Some(Ok(that))) =
                                    (self.map_get(*these, &key), self.map_get(*those, &key))
                                    && this != that
                                    && self.is_exact(&this)
                                    && self.is_exact(&that)
                                {
                                    return Ok(Some(false));
                                }
                            }
                        }
                    }
                }
                _ => return Ok(Some(false)),
            }
        }
        Ok(all)
    }

    fn known_points(&self, left: super::Compound, right: super::Compound) -> Vec<Value> {
        let mut points = Vec::new();
        for compound in [left, right] {
            if let Node::Map(Base::Constant(_) | Base::Function(_), changes) = self.node(compound) {
                points.extend(self.map_entries(*changes).into_iter().map(|(key, _)| key.clone()));
            }
        }
        points
    }
}
