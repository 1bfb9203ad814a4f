//! The smallest logic that a script needs.

use super::{Arithmetic, Logic};
use crate::function::Role;
use crate::script::{Command, Script};
use crate::sort::{SortConstructor, SortKind};
use crate::term::walk::{TermSet, post_order};
use crate::term::{Binder, TermKind};
use crate::theories::{ArithOp, Op, Theory};

/// The smallest logic that the commands of a script need.
#[must_use]
pub fn infer(script: &Script) -> Logic {
    let store = &script.store;
    let mut logic = Logic { arithmetic: Arithmetic::None, ..Logic::default() };
    for command in &script.commands {
        match command {
            Command::DeclareSort(_) => logic.uninterpreted = true,
            Command::DeclareDatatypes(declarations) => {
                logic.datatypes = true;
                let datatypes =
                    declarations.iter().filter_map(|&own| store.sort_declaration(own).datatype.as_ref());
                for constructor in datatypes.flat_map(|datatype| &datatype.constructors) {
                    for &field in &store.function(constructor.function).params {
                        logic.need_sort(store.sort_kind(field));
                    }
                }
            }
            Command::DeclareFun(function) | Command::DeclareConst(function) => {
                let data = store.function(*function);
                logic.uninterpreted |= !data.params.is_empty();
                for &sort in data.params.iter().chain([&data.result]) {
                    logic.need_sort(store.sort_kind(sort));
                }
            }
            _ => {}
        }
    }
    let mut terms = Vec::new();
    post_order(store, &script.roots(), &mut TermSet::for_store(store), |term| terms.push(term));
    let mut difference = Logic { arithmetic: Arithmetic::Difference, ..Logic::all() };
    let mut linear = Logic { arithmetic: Arithmetic::Linear, ..Logic::all() };
    difference.ints = true;
    linear.ints = true;
    let mut arithmetic = Arithmetic::None;
    for term in terms {
        logic.need_sort(store.sort_kind(store.sort(term)));
        match store.kind(term) {
            TermKind::Apply(function, _) => match &store.function(function).role {
                Role::Operator(op) => {
                    logic.need_operator(*op);
                    if op.theory() == Theory::Arith {
                        let needed = if difference.violation(store, term).is_none() {
                            Arithmetic::Difference
                        } else if linear.violation(store, term).is_none() && is_linear_operator(*op) {
                            Arithmetic::Linear
                        } else {
                            Arithmetic::Nonlinear
                        };
                        arithmetic = arithmetic.max(needed);
                    }
                }
                Role::Constructor | Role::Selector { .. } | Role::Tester(_) => logic.datatypes = true,
                _ => {}
            },
            TermKind::Binder(binder, ..) => match binder {
                Binder::Forall | Binder::Exists => logic.quantifiers = true,
                Binder::Lambda => logic.higher_order = true,
                Binder::Choice | Binder::Comprehension => logic.extensions = true,
            },
            TermKind::Match(..) => logic.datatypes = true,
            _ => {}
        }
    }
    if logic.ints || logic.reals {
        // Difference logic stands alone or with functions; beside other theories it is called linear.
        let beside = logic.arrays
            || logic.bit_vectors
            || logic.floats
            || logic.strings
            || logic.datatypes
            || logic.quantifiers
            || logic.ints && logic.reals;
        let least = if beside { Arithmetic::Linear } else { Arithmetic::Difference };
        logic.arithmetic = arithmetic.max(least);
    }
    logic
}

fn is_linear_operator(op: Op) -> bool {
    use ArithOp::{
        Abs, Add, Div, Divisible, Greater, GreaterEq, IntDiv, IsInt, Less, LessEq, Mod, Mul, Neg, Sub, ToInt,
        ToReal,
    };
    matches!(
        op,
        Op::Arith(
            Abs | Add
                | Div
                | Divisible
                | Greater
                | GreaterEq
                | IntDiv
                | IsInt
                | Less
                | LessEq
                | Mod
                | Mul
                | Neg
                | Sub
                | ToInt
                | ToReal
        )
    )
}

impl Logic {
    fn need_sort(&mut self, kind: &SortKind) {
        match kind {
            SortKind::Int => self.ints = true,
            SortKind::Real => self.reals = true,
            SortKind::String | SortKind::RegLan => self.strings = true,
            SortKind::RoundingMode | SortKind::Float(..) => self.floats = true,
            SortKind::BitVec(_) => self.bit_vectors = true,
            SortKind::FiniteField(_) => self.fields = true,
            SortKind::Apply(SortConstructor::Array, _) => self.arrays = true,
            SortKind::Apply(SortConstructor::Function, _) => self.higher_order = true,
            SortKind::Apply(SortConstructor::Declared(_), _) | SortKind::Bool | SortKind::Variable(_) => {}
            SortKind::Char | SortKind::Unknown | SortKind::Apply(..) => self.extensions = true,
        }
    }

    fn need_operator(&mut self, op: Op) {
        match op.theory() {
            Theory::Transcendental => self.transcendental = true,
            Theory::Sep => self.separation = true,
            Theory::Datatype => self.datatypes = true,
            Theory::Sequence | Theory::Set | Theory::Bag | Theory::Tuple | Theory::Heap | Theory::Solver => {
                self.extensions = true;
            }
            // The other theories show in the sorts of the terms.
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Mode, parse};

    #[test]
    fn a_script_needs_the_logic_of_its_sorts_and_operators() {
        for (source, logic) in [
            ("(declare-const x Int) (assert (< x 2))", "QF_IDL"),
            ("(declare-const x Int) (assert (< (* 2 x) 3))", "QF_LIA"),
            ("(declare-fun f (Int) Int) (assert (= (f 1) (f 2)))", "QF_UFIDL"),
            ("(declare-datatype D ((c) (d))) (declare-const x D) (assert ((_ is c) x))", "QF_DT"),
            // The sorts of fields count, though no term has them.
            ("(declare-datatype D ((c) (d (s Int)))) (declare-const x D) (assert ((_ is c) x))", "QF_DTLIA"),
            ("(declare-const x String) (assert (str.in_re x re.all))", "QF_S"),
        ] {
            let script = parse(source, Mode::Standard).into_result().unwrap();
            assert_eq!(infer(&script).name(), logic, "{source}");
        }
    }
}
