//! Functions as values: however they take their arguments, they are the same functions.

use proptest::prelude::*;

use super::check;
use crate::shape::Shape;
use crate::subject::{cases, value_of};

const LAWS: &str = "
    (= (@ f i j) (@ (@ f i) j))
    (= (@ f i j) (f i j))
    (= (@ (lambda ((x Int) (y Int)) (- x (* 2 y))) i j) (@ (lambda ((x Int)) (lambda ((y Int)) (- x (* 2 y)))) i j))
    (= (@ (lambda ((x Int)) (@ f x)) i j) (@ f i j))
    (= (@ (lambda ((x Int) (y Int)) (@ f y x)) i j) (@ f j i))
    (= (@ (@ (lambda ((x Int)) (lambda ((y Int)) (+ x y))) i) j) (+ i j))
    (= (lambda ((x Bool) (y Bool)) (and x (not y))) (lambda ((x Bool)) (lambda ((y Bool)) (and x (not y)))))
    (= (lambda ((x Bool) (y Bool)) (g x y)) g (lambda ((x Bool)) (@ g x)))
    (= (= g h) (forall ((x Bool) (y Bool)) (= (g x y) (h x y))))
    (= (ite p g h) (lambda ((x Bool) (y Bool)) (ite p (g x y) (h x y))))
    (distinct g (lambda ((x Bool) (y Bool)) (not (g x y))))
    (= (g p) (lambda ((y Bool)) (g p y)))
";

proptest! {
    #![proptest_config(cases(30))]

    #[test]
    fn functions(seed in any::<u64>()) {
        let of_ints = Shape::apply("->", &[Shape::Int, Shape::Int, Shape::Int]);
        let of_bools = Shape::apply("->", &[Shape::Bool, Shape::Bool, Shape::Bool]);
        let constants = [
            ("f", of_ints),
            ("g", of_bools.clone()),
            ("h", of_bools),
            ("i", Shape::Int),
            ("j", Shape::Int),
            ("p", Shape::Bool),
        ];
        check(seed, 15, &constants, LAWS);
    }
}

/// Definitions that take some of their arguments, and give functions of the others.
#[test]
fn curried_definitions() {
    let declarations = "
        (define-fun one ((x Int)) (-> Int Int) (lambda ((y Int)) (- x y)))
        (define-fun none () (-> Int Int Int) (lambda ((x Int)) (one x)))
        (define-fun both ((x Bool)) (-> Bool Bool) (lambda ((y Bool)) (and x (not y))))";
    for (term, expected) in [
        ("(one 7 3)", "4"),
        ("(@ (one 7) 3)", "4"),
        ("(none 7 3)", "4"),
        ("(@ none 7 3)", "4"),
        ("(= both (lambda ((x Bool) (y Bool)) (and x (not y))))", "true"),
        ("(@ (ite true both both) true false)", "true"),
    ] {
        assert_eq!(value_of(declarations, term), expected, "{term}");
    }
}
