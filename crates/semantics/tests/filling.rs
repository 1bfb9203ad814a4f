//! Gaps that are filled as they are met, and models that are written down and read again.

#![allow(clippy::expect_used, reason = "a test fails by panicking")]

use quis_semantics::{Evaluator, Filler, Float, Gap, Model, Point, Real, Reason, Unprintable, Value, Values};
use quis_smtlib::{Command, Function, Mode, Script, Sort, SortKind, Store, Term, parse, read_model};

fn script(source: &str) -> Script {
    parse(source, Mode::Standard).into_result().expect("a valid script")
}

fn assertions(script: &Script) -> Vec<Term> {
    script.assertions().collect()
}

fn declared(script: &Script) -> Vec<Function> {
    let functions = script.commands.iter().filter_map(|command| match command {
        Command::DeclareFun(function) | Command::DeclareConst(function) => Some(*function),
        _ => None,
    });
    functions.collect()
}

/// Another number each time, and the default of other sorts.
#[derive(Debug, Default)]
struct Counting(i64);

impl Filler for Counting {
    fn fill(&mut self, store: &Store, values: &mut Values, _: &Gap, sort: Sort) -> Option<Value> {
        self.0 += 1;
        match store.sort_kind(sort) {
            SortKind::Int => Some(Value::Int(self.0.into())),
            SortKind::Real => Some(Value::Real(Real::from(self.0))),
            SortKind::Bool => Some(Value::Bool(self.0 % 2 == 0)),
            _ => values.default_of(store, sort),
        }
    }
}

/// The values of the assertions, and the model that was made up for them.
fn filled(script: &Script) -> (Vec<Option<bool>>, Model) {
    let (mut model, mut counting) = (Model::new(), Counting::default());
    let mut evaluator = Evaluator::new(&script.store, &mut model).with_filler(&mut counting);
    let truth = |term: &Term| evaluator.evaluate(*term).ok()?.as_bool();
    (assertions(script).iter().map(truth).collect(), model)
}

/// The values of the assertions under the model that a text is.
fn read_again(source: &str, text: &str) -> Vec<Option<bool>> {
    let mut script = script(source);
    let check = script.commands.len();
    let answer = read_model(&mut script, check, text);
    assert!(answer.is_ok(), "{text}\n{:?}", answer.diagnostics);
    let mut model = Model::from_answer(&script.store, &answer);
    let mut evaluator = Evaluator::new(&script.store, &mut model);
    assertions(&script).iter().map(|&term| evaluator.evaluate(term).ok()?.as_bool()).collect()
}

#[test]
fn a_gap_has_one_value_for_ever() {
    let source = "(declare-fun f (Int) Int)(declare-const x Int)(assert (= x 1))(assert (= (f 1) (f 2)))\
        (assert (= (f x) (f (+ x 0))))(assert (= (div x 0) (div 1 0)))(assert (= (mod x 0) (mod 2 0)))";
    let script = script(source);
    let (values, model) = filled(&script);
    assert_eq!(values, [Some(true), Some(false), Some(true), Some(true), Some(false)]);
    let text = model.print(&script.store, &declared(&script)).expect("a model that has a text");
    assert_eq!(read_again(source, &text), values, "{text}");
}

#[test]
fn a_constant_of_a_function_sort_is_one_function() {
    let source = "(declare-const f (-> Int Int))(declare-const g (-> Int Int))(assert (= (f 1) (g 1)))(assert (= f g))\
        (assert (= (f 1) (f 2)))";
    let script = script(source);
    let (values, model) = filled(&script);
    // Both are the default: zero everywhere.
    assert_eq!(values, [Some(true); 3]);
    let text = model.print(&script.store, &declared(&script)).expect("a model that has a text");
    assert_eq!(read_again(source, &text), values, "{text}");
}

#[test]
fn what_the_standard_does_not_permit_is_not_taken() {
    #[derive(Debug)]
    struct One;
    impl Filler for One {
        fn fill(&mut self, store: &Store, _: &mut Values, _: &Gap, sort: Sort) -> Option<Value> {
            match store.sort_kind(sort) {
                SortKind::Float(..) => Some(Value::Float(Float::nan(quis_semantics::Format::FLOAT16))),
                _ => None,
            }
        }
    }
    let script = script("(assert (fp.isNaN (fp.min (_ +zero 5 11) (_ -zero 5 11))))");
    let mut model = Model::new();
    let mut one = One;
    let mut evaluator = Evaluator::new(&script.store, &mut model).with_filler(&mut one);
    assert!(evaluator.evaluate(assertions(&script)[0]).is_err());
    assert_eq!(model.choices().count(), 0);
}

#[test]
fn arguments_that_may_be_equal_unnoticed_leave_a_gap_open() {
    let source = "(declare-fun f (RegLan) Int)\
        (assert (= (f (re.++ re.all re.all)) (f (re.union (str.to_re \"a\") re.all))))";
    let (values, model) = filled(&script(source));
    assert!(values[0] != Some(false), "both are all strings");
    assert!(model.choices().count() < 2);
}

#[test]
fn powers_that_solvers_define_differently_are_left_open() {
    let (values, model) =
        filled(&script("(assert (= (^ 1 (- 1)) 0))(assert (= (^ 0 0) 7))(assert (= (^ 2 3) 8))"));
    assert_eq!((values, model.choices().count()), (vec![None, None, Some(true)], 0));
}

#[test]
fn a_point_without_a_name_is_not_written_down() {
    let script = script("(declare-const x Int)");
    let mut model = Model::new();
    let zero = || Value::Int(0.into());
    let gap = Gap { reason: Reason::Unspecified(Point::Power), args: [zero(), zero()].into() };
    model.choose(gap, zero());
    assert_eq!(model.print(&script.store, &declared(&script)), Err(Unprintable::Point(Point::Power)));
}

#[test]
fn strings_with_backslashes_are_read_as_they_are() {
    let source = r#"(declare-const s String)(assert (= s "\u{5c}x41""\u{5c}"))(assert (= (str.len s) 6))"#;
    let script = script(source);
    let mut model = Model::new();
    model.set_value(
        declared(&script)[0],
        Value::string(r#"\x41"\"#.chars().map(u32::from).collect::<Vec<_>>()),
    );
    let text = model.print(&script.store, &declared(&script)).expect("a model that has a text");
    assert_eq!(read_again(source, &text), [Some(true); 2], "{text}");
}

#[test]
fn a_model_that_was_read_is_printed_as_the_same_one() {
    let source = "(declare-sort U 0)(declare-const u U)(declare-fun f (Int) Int)(declare-fun g (Int Int) Bool)\
        (declare-const a (Array Int Int))(assert (= (f 3) 4))(assert (g 1 2))(assert (= (select a 3) 5))\
        (assert (exists ((v U)) (distinct v u)))(assert (forall ((v U) (w U) (x U)) (not (distinct v w x))))";
    let answer = "((forall ((x U)) (or (= x U!val!0) (= x U!val!1)))(define-fun u () U U!val!1)\
        (define-fun f ((x!0 Int)) Int (+ x!0 1))(define-fun g ((x!0 Int) (x!1 Int)) Bool (< x!0 x!1))\
        (define-fun a () (Array Int Int) (store ((as const (Array Int Int)) 0) 3 5)))";
    let mut script = script(source);
    let check = script.commands.len();
    let read = read_model(&mut script, check, answer);
    let model = Model::from_answer(&script.store, &read);
    let text = model.print(&script.store, &declared(&script)).expect("a model that has a text");
    assert_eq!(read_again(source, &text), [Some(true); 5], "{text}");
}

#[test]
fn definitions_of_a_model_are_functions_like_others() {
    let (yes, no, open) = (Some(true), Some(false), None);
    for (source, model, expected) in [
        // Constants, by way of others; what needs itself has no value.
        (
            "(declare-const x Int) (declare-const y Int) (assert (= (+ x y) 6))",
            "((define-fun x () Int (+ y y)) (define-fun y () Int (+ 1 1)))",
            yes,
        ),
        (
            "(declare-const x Int) (declare-const y Int) (assert (= x 1))",
            "((define-fun x () Int y) (define-fun y () Int x))",
            open,
        ),
        (
            "(declare-const x Int) (declare-const y Int) (assert (= y x x y))",
            "((define-fun x () Int (+ 1 1)) (define-fun y () Int x))",
            yes,
        ),
        // What is the same everywhere needs no argument.
        (
            "(declare-fun p (Int) Bool) (declare-const x Int) (assert (p x))",
            "((define-fun p ((y Int)) Bool true))",
            yes,
        ),
        (
            "(declare-fun p (Int) Bool) (declare-const x Int) (assert (p x))",
            "((define-fun p ((y Int)) Bool false))",
            no,
        ),
        (
            "(declare-fun p (Int) Bool) (declare-const x Int) (assert (p x))",
            "((define-fun p ((y Int)) Bool (= y y)))",
            open,
        ),
        (
            "(declare-fun f (Int Int) Int) (declare-const x Int) (assert (= (f 1 x) 3))",
            "((define-fun f ((y Int) (z Int)) Int 3))",
            yes,
        ),
        (
            "(declare-fun f (Int Int) Int) (declare-const x Int) (assert (= (f 1 x) 3))",
            "((define-fun f ((y Int) (z Int)) Int y))",
            open,
        ),
        // The same if only its table tells, or if it has none.
        (
            "(declare-fun p (Int) Bool) (declare-const x Int) (assert (p x))",
            "((define-fun p ((y Int)) Bool (or (= y 1) (not (= y 1)))))",
            yes,
        ),
        (
            "(declare-fun p ((Array Int Int)) Bool) (declare-const x (Array Int Int)) (assert (p x))",
            "((define-fun p ((y (Array Int Int))) Bool true))",
            yes,
        ),
        (
            "(declare-fun p ((Array Int Int)) Bool) (declare-const x (Array Int Int)) (assert (p x))",
            "((define-fun p ((y (Array Int Int))) Bool false))",
            no,
        ),
        (
            "(declare-fun f ((Array Int Int)) Int) (declare-const x (Array Int Int)) (assert (= (f x) 3))",
            "((define-fun f ((y (Array Int Int))) Int 3))",
            yes,
        ),
        (
            "(declare-fun f ((Array Int Int)) Int) (declare-const x (Array Int Int)) (assert (= (f x) 3))",
            "((define-fun f ((y (Array Int Int))) Int (select y 0)))",
            open,
        ),
        // Recursion, and functions that use others.
        (
            "(declare-fun f (Int) Int) (assert (= (f 5) 120))",
            "((define-fun-rec f ((n Int)) Int (ite (<= n 1) 1 (* n (f (- n 1))))))",
            yes,
        ),
        (
            "(declare-fun f (Int) Int) (declare-fun g (Int) Int) (assert (= (f 5) (g 5) 7))",
            "((define-fun g ((n Int)) Int (+ n 2)) (define-fun f ((n Int)) Int (g n)))",
            yes,
        ),
        // Arrays and function values.
        (
            "(declare-const a (Array Int Int)) (assert (= (select a 4) 5))",
            "((define-fun a () (Array Int Int) (_ as-array k)) (define-fun k ((n Int)) Int (+ n 1)))",
            yes,
        ),
        (
            "(declare-const a (Array Int Int)) (assert (= (store a 3 0) ((as const (Array Int Int)) 0)))",
            "((define-fun a () (Array Int Int) (_ as-array k)) (define-fun k ((n Int)) Int (ite (= n 3) 1 0)))",
            yes,
        ),
        (
            "(declare-const a (Array Int Int)) (assert (= a ((as const (Array Int Int)) 0)))",
            "((define-fun a () (Array Int Int) (_ as-array k)) (define-fun k ((n Int)) Int (ite (= n 3) 1 0)))",
            no,
        ),
        (
            "(set-logic HO_ALL) (declare-fun f (Int) Int) (declare-fun g (Int) Int) (assert (= f g))",
            "((define-fun f ((n Int)) Int (ite (= n 3) 1 0)) (define-fun g ((m Int)) Int (ite (= 3 m) 1 0)))",
            yes,
        ),
        (
            "(set-logic HO_ALL) (declare-fun f (Int) Int) (declare-fun g (Int) Int) (assert (= f g))",
            "((define-fun f ((n Int)) Int (ite (= n 3) 1 0)) (define-fun g ((m Int)) Int (ite (= 3 m) 2 0)))",
            no,
        ),
        (
            "(set-logic HO_ALL) (declare-const f (-> Int Int)) (assert (and (= (f 3) 1) (= f (lambda ((i Int)) (ite (= i 3) 1 0)))))",
            "((define-fun f ((n Int)) Int (ite (= n 3) 1 0)))",
            yes,
        ),
        (
            "(set-logic HO_ALL) (declare-const f (-> Int Int)) (assert (= (f 3) 1))",
            "((define-fun f () (-> Int Int) (lambda ((n Int)) (- n 2))))",
            yes,
        ),
        (
            "(set-logic HO_ALL) (declare-fun f (Int) (-> Int Int)) (assert (= (f 5 3) 2))",
            "((define-fun f ((n Int)) (-> Int Int) (lambda ((m Int)) (- n m))))",
            yes,
        ),
        (
            "(set-logic HO_ALL) (declare-fun f (Int Int) Int) (assert (= (@ (f 5) 3) 2))",
            "((define-fun f ((n Int) (m Int)) Int (- n m)))",
            yes,
        ),
        (
            "(set-logic HO_ALL) (declare-fun f (Int Int) Int) (assert (= ((lambda ((g (-> Int Int))) (g 3)) (f 5)) 2))",
            "((define-fun f ((n Int) (m Int)) Int (- n m)))",
            yes,
        ),
        // Over too many values the constants of the model are tried.
        (
            "(declare-const c Int) (assert (exists ((n Int)) (= (* n n) 1681)))",
            "((define-fun c () Int 41))",
            yes,
        ),
        (
            "(declare-const c Int) (assert (forall ((n Int)) (distinct (* n n) 1681)))",
            "((define-fun c () Int (- 41)))",
            no,
        ),
        (
            "(declare-const c Int) (assert (exists ((n Int)) (= (* n n) 1681)))",
            "((define-fun c () Int 42))",
            open,
        ),
        (
            "(declare-const c Real) (assert (exists ((n Int)) (= (* n n) 1681)))",
            "((define-fun c () Real 41.0))",
            open,
        ),
        (
            "(declare-fun c (Int) Int) (assert (exists ((n Int)) (= (* n n) 1681)))",
            "((define-fun c ((x Int)) Int 41))",
            open,
        ),
        // What is at open points.
        ("(assert (= (/ 3.0 0.0) 5.0))", "((define-fun /0 ((x Real) (y Real)) Real 5.0))", yes),
        ("(assert (= (div 3 0) 4))", "((define-fun div0 ((x Int) (y Int)) Int (+ x 1)))", yes),
        ("(assert (= (div 3 0) 4))", "((define-fun div0 ((x Int) (y Int)) Int (ite (= x 4) 4 0)))", no),
        ("(assert (= (mod 3 0) (rem 3 0) 4))", "((define-fun mod0 ((x Int)) Int (+ x 1)))", yes),
    ] {
        assert_eq!(read_again(source, model), [expected], "{source}\n{model}");
    }
}
