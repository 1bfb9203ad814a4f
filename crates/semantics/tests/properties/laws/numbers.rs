//! Integers and reals, irrational ones among them.

use proptest::prelude::*;

use super::check;
use crate::shape::Shape;
use crate::subject::cases;

const INTEGERS: &str = "
    (= (+ i j) (+ j i))
    (= (* i j k) (* k (* j i)))
    (= (* i (+ j k)) (+ (* i j) (* i k)))
    (= (- i j) (+ i (- j)))
    (= (- (- i)) i)
    (= (- i j k) (- (- i j) k))
    (= (abs i) (ite (< i 0) (- i) i))
    (=> (distinct j 0) (= i (+ (* j (div i j)) (mod i j))))
    (=> (distinct j 0) (<= 0 (mod i j) (- (abs j) 1)))
    (=> (distinct j 0) (= (div i (- j)) (- (div i j))))
    (= ((_ divisible 7) i) (= (mod i 7) 0))
    (or (< i j) (= i j) (> i j))
    (= (< i j) (not (>= i j)))
    (=> (< i j) (< (+ i k) (+ j k)))
    (=> (and (< i j) (> k 0)) (< (* i k) (* j k)))
    (= (* (to_real i) (to_real j)) (to_real (* i j)))
    (= (to_int (to_real i)) i)
    (is_int (to_real i))
    (= (^ i 3) (* i i i))
    (= (<= i j k) (and (<= i j) (<= j k)))
";

const REALS: &str = "
    (= (+ a b) (+ b a))
    (= (+ a (+ b c)) (+ (+ a b) c))
    (= (* a b) (* b a))
    (= (- a a) 0.0)
    (= (* a 1.0) a)
    (= (- a b) (- (- b a)))
    ~(= (* a (+ b c)) (+ (* a b) (* a c)))
    ~(=> (distinct b 0.0) (= (* b (/ a b)) a))
    ~(=> (distinct b 0.0) (= (/ a b) (* a (/ 1.0 b))))
    (or (< a b) (= a b) (> a b))
    (=> (< a b) (< (+ a c) (+ b c)))
    (=> (< a b) (< a (/ (+ a b) 2.0) b))
    (and (<= (to_real (to_int a)) a) (< a (+ (to_real (to_int a)) 1.0)))
    (= (is_int a) (= a (to_real (to_int a))))
    (>= (* a a) 0.0)
    (= (= a b) (= (- a b) 0.0))
    (= (<= a b) (<= (- b) (- a)))
    (= (* a a a) (^ a 3.0))
    ~(= (+ a b c) (+ c b a))
";

proptest! {
    #![proptest_config(cases(30))]

    #[test]
    fn integers(seed in any::<u64>()) {
        check(seed, 30, &[("i", Shape::Int), ("j", Shape::Int), ("k", Shape::Int)], INTEGERS);
    }

    #[test]
    fn reals(seed in any::<u64>()) {
        check(seed, 12, &[("a", Shape::Real), ("b", Shape::Real), ("c", Shape::Real)], REALS);
    }
}
