//! The variables of a signature while an application of it is being made: for who chooses arguments to fit an operator.

use super::matching::Matcher;
use super::{Condition, SortPattern, Width};
use crate::sort::Sort;
use crate::term::Store;

/// What the sort variables and numbers of a signature stand for, as far as that is known.
///
/// ```
/// use quis_smtlib::signature::Binding;
/// use quis_smtlib::theories::{BitVecOp, Op};
/// use quis_smtlib::{SortKind, Store};
///
/// // (concat (_ BitVec i) (_ BitVec j) (_ BitVec (+ i j)))
/// let signature = &Op::BitVec(BitVecOp::Concat).operator().signatures[0];
/// let mut store = Store::new();
/// let mut binding = Binding::default();
/// for (param, width) in signature.params.iter().zip([3, 5]) {
///     let sort = store.bit_vec_sort(width);
///     assert!(store.bind(&mut binding, param, sort));
/// }
/// let result = store.sort_of(&binding, &signature.result).expect("all is bound");
/// assert_eq!(*store.sort_kind(result), SortKind::BitVec(8));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Binding(Matcher);

impl Binding {
    /// The number, if all of its variables are bound.
    #[must_use]
    pub fn number(&self, width: &Width) -> Option<u32> {
        width.value(self.0.numbers())
    }

    /// Binds the number, if it is a variable that is not bound yet; whether it is that number now.
    pub fn bind_number(&mut self, width: &Width, value: u32) -> bool {
        self.0.width(width, value)
    }

    /// Whether a condition holds; `None` if a number in it is not bound.
    #[must_use]
    pub fn satisfies(&self, condition: &Condition) -> Option<bool> {
        let (left, right) = (self.number(&condition.left)?, self.number(&condition.right)?);
        Some(left < right || (left == right && !condition.strict))
    }
}

impl Store {
    /// Binds the variables of a pattern so that it is the sort; whether that is possible. If not, variables may have been bound all
    /// the same.
    #[must_use]
    pub fn bind(&self, binding: &mut Binding, pattern: &SortPattern, sort: Sort) -> bool {
        binding.0.matches(&self.sorts, pattern, sort)
    }

    /// The sort that a pattern stands for; `None` if a variable is not bound, or if there is no such sort.
    pub fn sort_of(&mut self, binding: &Binding, pattern: &SortPattern) -> Option<Sort> {
        binding.0.sort_of(&mut self.sorts, pattern)
    }
}
