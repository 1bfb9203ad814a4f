//! What is in a script: theories and operators.

use std::collections::BTreeSet;

use quis_smtlib::theories::{CoreOp, Op, Theory};
use quis_smtlib::walk::post_order;
use quis_smtlib::{Command, Function, Role, Script, SortConstructor, SortKind, Store, TermKind, TermSet};

/// What is in a script.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Features {
    /// The theories, in the order of their table: `ints`, `strings`; then `functions` and `quantifiers`.
    pub theories: Vec<&'static str>,
    /// The operators by their standard names, in alphabetical order, binders among them. Connectives only if there is nothing else.
    pub operators: Vec<String>,
}

/// The theories and operators of a script.
///
/// ```
/// use quis_judge::fingerprint::features;
/// use quis_smtlib::{Mode, parse};
///
/// let source = "(declare-const x Int) (assert (and (> (div x 2) 2) (not (= x 7)))) (check-sat)";
/// let script = parse(source, Mode::Standard).into_result().expect("a valid script");
/// let features = features(&script);
/// assert_eq!(features.theories, ["ints"]);
/// assert_eq!(features.operators, ["=", ">", "div"]);
/// ```
#[must_use]
pub fn features(script: &Script) -> Features {
    let store = &script.store;
    let mut found = Found::default();
    for command in &script.commands {
        if let Command::DeclareFun(function) = command {
            found.functions |= !store.function(*function).params.is_empty();
        }
    }
    post_order(store, &script.roots(), &mut TermSet::for_store(store), |term| {
        // A variable without an operator has a theory, too.
        match store.sort_kind(store.sort(term)) {
            SortKind::Int => found.ints = true,
            SortKind::Real => found.reals = true,
            SortKind::String => drop(found.theories.insert(Theory::String)),
            SortKind::BitVec(_) => drop(found.theories.insert(Theory::BitVec)),
            SortKind::Float(..) => drop(found.theories.insert(Theory::Float)),
            SortKind::Apply(SortConstructor::Array, _) => drop(found.theories.insert(Theory::Array)),
            _ => {}
        }
        match store.kind(term) {
            TermKind::Apply(function, _) => found.note(store, function),
            TermKind::Binder(binder, ..) => {
                found.quantifiers = true;
                found.operators.insert(binder.name());
            }
            TermKind::Match(..) => drop(found.theories.insert(Theory::Datatype)),
            _ => {}
        }
    });
    found.features()
}

#[derive(Default)]
struct Found {
    theories: BTreeSet<Theory>,
    operators: BTreeSet<&'static str>,
    connectives: BTreeSet<&'static str>,
    ints: bool,
    reals: bool,
    functions: bool,
    quantifiers: bool,
}

impl Found {
    fn note(&mut self, store: &Store, function: Function) {
        match store.function(function).role {
            Role::Operator(op) => {
                let name = op.operator().name;
                match op {
                    Op::Core(CoreOp::Equal | CoreOp::Distinct | CoreOp::Ite) => self.operators.insert(name),
                    Op::Core(_) => self.connectives.insert(name),
                    _ => {
                        self.theories.insert(op.theory());
                        self.operators.insert(name)
                    }
                };
            }
            Role::Constructor | Role::Selector { .. } | Role::Tester(_) => {
                self.theories.insert(Theory::Datatype);
            }
            _ => {}
        }
    }

    fn features(self) -> Features {
        let mut theories = Vec::new();
        theories.extend(self.ints.then_some("ints"));
        theories.extend(self.reals.then_some("reals"));
        theories.extend(self.theories.into_iter().filter_map(theory_name));
        theories.extend(self.functions.then_some("functions"));
        theories.extend(self.quantifiers.then_some("quantifiers"));
        let operators = if self.operators.is_empty() { self.connectives } else { self.operators };
        Features { theories, operators: operators.into_iter().map(str::to_owned).collect() }
    }
}

/// The standard's name of an operator, whatever the script calls it; nothing for what a script declares.
pub(crate) fn function_name(store: &Store, function: Function) -> Option<&'static str> {
    store.operator(function).map(|op| op.operator().name)
}

/// One word for a theory; the sorts of terms tell which arithmetic it is.
fn theory_name(theory: Theory) -> Option<&'static str> {
    Some(match theory {
        Theory::Core | Theory::Arith => return None,
        Theory::BitVec => "bit-vectors",
        Theory::Float => "floats",
        Theory::Array => "arrays",
        Theory::String => "strings",
        Theory::Regex => "regular-expressions",
        Theory::Datatype => "datatypes",
        Theory::Function => "higher-order",
        Theory::Sequence => "sequences",
        Theory::Set => "sets",
        Theory::Bag => "bags",
        Theory::Tuple => "tuples",
        Theory::Transcendental => "transcendental",
        Theory::Field => "finite-fields",
        Theory::Sep => "separation-logic",
        Theory::Heap => "heaps",
        Theory::Solver => "extensions",
    })
}

#[cfg(test)]
mod tests {
    use quis_smtlib::{Mode, parse};

    use super::*;

    fn of(source: &str) -> Features {
        features(&parse(source, Mode::Standard).into_result().unwrap())
    }

    #[test]
    fn spelling_does_not_matter() {
        let new = of("(declare-const s String) (assert (str.in_re s re.none))");
        let old = of("(declare-const s String) (assert (str.in.re s re.nostr))");
        assert_eq!(new, old);
        assert_eq!(new.theories, ["strings", "regular-expressions"]);
    }

    #[test]
    fn theories_of_sorts_and_of_operators() {
        for (source, theories, operators) in [
            ("(declare-const x Int) (assert (= x x))", "ints", "="),
            ("(declare-const x Real) (assert (= x x))", "reals", "="),
            ("(declare-const x Real) (assert (is_int x))", "reals", "is_int"),
            ("(declare-const x String) (assert (= x x))", "strings", "="),
            ("(declare-const x (_ BitVec 3)) (assert (distinct x x))", "bit-vectors", "distinct"),
            ("(declare-const x Float32) (assert (= x x))", "floats", "="),
            ("(declare-const x (Array Int Int)) (assert (= x x))", "arrays", "="),
            ("(declare-const x (Array Int Int)) (assert (= (select x 1) 2))", "ints arrays", "= select"),
            (
                "(declare-sort U 0) (declare-fun f (U) U) (declare-const u U) (assert (= (f u) u))",
                "functions",
                "=",
            ),
            ("(declare-sort U 0) (declare-const u U) (assert (ite true (= u u) false))", "", "= ite"),
            ("(assert (exists ((p Bool)) p))", "quantifiers", "exists"),
            (
                "(declare-datatypes ((L 0)) (((nil) (cons (tail L))))) (declare-const l L) (assert (= (tail l) nil))",
                "datatypes",
                "=",
            ),
            (
                "(declare-datatypes ((L 0)) (((nil) (cons (tail L))))) (declare-const l L) (assert (match l ((nil true) (k false))))",
                "datatypes",
                "false true",
            ),
            (
                "(declare-datatypes ((L 0)) (((nil) (cons (tail L))))) (declare-const l L) (assert ((_ is nil) l))",
                "datatypes",
                "is",
            ),
            ("(declare-const x (Seq Int)) (assert (= (seq.len x) 1))", "ints sequences", "= seq.len"),
            ("(declare-const x (Set Int)) (assert (set.member 1 x))", "ints sets", "set.member"),
            ("(declare-const x (Bag Int)) (assert (bag.member 1 x))", "ints bags", "bag.member"),
            ("(assert (= ((_ tuple.select 0) (tuple true)) true))", "tuples", "= tuple tuple.select"),
            ("(assert (= (sin 1.0) 0.0))", "reals transcendental", "= sin"),
            ("(declare-const x (_ FiniteField 7)) (assert (= (ff.neg x) x))", "finite-fields", "= ff.neg"),
            ("(assert ((_ at-most 1) true))", "extensions", "at-most"),
            ("(assert sep.emp)", "separation-logic", "sep.emp"),
            ("(assert (= (as heap.empty Int) 1))", "ints heaps", "= heap.empty"),
            ("(assert (= (@ (lambda ((x Bool)) x) true) true))", "higher-order quantifiers", "= @ lambda"),
        ] {
            let found = of(source);
            assert_eq!(
                (&*found.theories.join(" "), &*found.operators.join(" ")),
                (theories, operators),
                "{source}"
            );
        }
    }

    #[test]
    fn connectives_count_if_there_is_nothing_else() {
        assert_eq!(of("(declare-const p Bool) (assert (and p (not p)))").operators, ["and", "not"]);
        let more = of("(declare-fun f (Real) Real) (assert (forall ((x Real)) (and (= (f x) x))))");
        assert_eq!(more.operators, ["=", "forall"]);
        assert_eq!(more.theories, ["reals", "functions", "quantifiers"]);
    }
}
