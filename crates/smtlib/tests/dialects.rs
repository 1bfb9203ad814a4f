//! What solvers read beyond the standard, and corners of the standard that few files use: each script is accepted,
//! and reads back as the same terms when printed.

mod common;

use common::{check_round_trip, script};
use quis_smtlib::{Mode, parse};

const LIST: &str = "(declare-datatypes ((List 1)) ((par (X) ((nil) (cons (head X) (tail (List X)))))))
(declare-const l (List Int))";

/// Accepted, and the same when printed and read again.
const ACCEPTED: &[(&str, &str)] = &[
    (
        "a let without a body",
        "(declare-const p Bool) (declare-const q Bool) (assert (not (let ((x p) (y (and p q))))))",
    ),
    (
        "a tester of a constructor that needs a sort",
        "(declare-datatypes ((Option 1)) ((par (X) ((none) (some (value X)))))) (declare-const o (Option Int))
         (assert ((_ is none) o))",
    ),
    (
        "constructors with one name, told apart by their rank",
        "(declare-datatypes ((A 0) (B 0)) (((none) (a)) ((none) (b)))) (declare-const x A) (declare-const y B)
         (assert ((_ is (none () A)) x)) (assert ((_ is (none () B)) y)) (assert (= x (as none A)))
         (assert (= y (as none B))) (assert (and (is-none x) (is-none y)))",
    ),
    (
        "functions with one name: all arguments before some",
        "(set-logic ALL) (declare-fun f (Real) Int) (declare-fun f (Int Int) Int) (declare-fun f (Bool Int Int) Int)
         (assert (= (f 0.5) (f 1) (f 1 2) (f true 1 2)))",
    ),
    (
        "a heap of the theory of heaps",
        "(declare-heap Heap Addr Range Object none ((Object 0) (Cell 0))
           (((none) (number (value Int)) (cell (content Cell))) ((Cell (next Addr) (block Range)))))
         (declare-const h Heap) (declare-const pair HeapAddrPair)
         (assert (= pair (heap.alloc (as heap.empty Heap) (number 1))))
         (assert (= h (heap.heapAddrPair_1 pair) (heap.alloc_first pair)))
         (assert (= (heap.read h (heap.heapAddrPair_2 pair)) (cell (Cell (as heap.null Addr) (block (content none))))))
         (assert (heap.valid h (heap.rangeNth (heap.heapRangePair_2 (heap.allocRange h none 3)) 2)))",
    ),
    (
        "a heap under the names of before",
        "(declare-heap memory place Object (number 0) ((Object 0)) (((number (value Int)))))
         (declare-const r placeRange)
         (assert (= (read (write (newmemory (alloc emptymemory (number 1))) (nthplace 1) (number 2)) nullplace)
                    (read (newBatchmemory (batchAlloc emptymemory (number 3) 4)) (nthplaceRange r 0))))",
    ),
    ("a heap of separation logic", "(declare-heap (Int Int)) (assert (septraction (pto 1 2) (blk 1 3)))"),
    (
        "bounds of dReal",
        "(declare-fun x () Real [-10.5, 1e3]) (declare-const y Real [0, 1]) (assert (< x y)) (check-sat)",
    ),
    (
        "as, where it is not needed",
        "(set-logic QF_BVFP) (define-sort Byte () (_ BitVec 8)) (declare-const x Byte)
         (assert ((as = Bool) (as x Byte) (as (_ bv42 8) Byte) ((as (_ rotate_left 1) Byte) x)))
         (assert ((as fp.isNaN Bool) (as (_ NaN 8 24) Float32)))",
    ),
    ("fractions", "(declare-const x Real) (assert (< -7/3 x 1/2))"),
    ("one bit-vector, concatenated", "(declare-const x (_ BitVec 4)) (assert (= (concat x) x))"),
    (
        "the closure of a relation",
        "(declare-fun r (Int Int) Bool) (assert ((_ transitive-closure r) 1 2))",
    ),
    (
        "Z3's lists, which nobody declares",
        "(push 1) (declare-const k (List Int)) (assert (= k (insert 1 nil))) (pop 1) (declare-const l (List (List Int)))
         (assert (= (head (tail l)) (insert 1 nil))) (assert ((_ is insert) (head l)))",
    ),
    (
        "the costs of soft goals, as OptiMathSAT names them",
        "(declare-const p Bool) (assert-soft p :weight 2 :id cost) (assert-soft (not p) :id pain :weight 0.5)
         (assert (< cost 3)) (assert (= pain (+ cost 0.5))) (minimize cost) (check-sat) (load-objective-model -1)",
    ),
    (
        "interpolants of MathSAT and of cvc5",
        "(declare-const p Bool) (assert (! p :interpolation-group g)) (get-interpolant (g)) (get-interpolant A p)",
    ),
    (
        "extremes of sets",
        "(set-logic HO_ALL) (declare-const s (Set Int)) (declare-const t (Relation Int String))
         (define-fun le ((x Int) (y Int)) Bool (<= x y))
         (assert (= (set.min le s 0) (set.max le s 0) ((_ rel.min 0) le t 0) ((_ rel.max 0) le t 0)))",
    ),
    (
        "constants whose sort has parameters",
        "(declare-sort-parameter A) (declare-sort-parameter B) (declare-sort Pair 2)
         (declare-const pair (-> A B (Pair A B))) (declare-const same (-> A A))
         (define-const p (Pair Int Bool) (pair (same 1) (@ same true))) (assert (= p (@ pair 2 false)))",
    ),
];

#[test]
fn accepted_and_round_trip() {
    for (name, source) in ACCEPTED {
        check_round_trip(name, &script(source));
    }
}

/// Z3 gives a bare constructor of a parametric datatype the sort that its place asks for.
#[test]
fn bare_constructors_take_a_sort() {
    for body in [
        "(assert (= l nil))",
        "(assert (= nil l))",
        "(assert (= l (cons 1 nil)))",
        "(assert (= l (ite (= (head l) 0) nil (tail l))))",
        "(assert (let ((empty nil)) (= (cons l empty) (cons (cons 1 empty) empty))))",
        "(define-fun none () (List Bool) nil)",
        "(define-fun-rec copy ((x (List Int))) (List Int) (match x ((nil nil) ((cons y z) (cons y (copy z))))))",
        "(declare-fun f ((List Bool) Int) Int) (assert (= (f nil 1) 2))",
    ] {
        check_round_trip(body, &script(&format!("{LIST} {body}")));
    }
    for body in ["(assert (= nil nil))", "(declare-fun f (Int) Int) (assert (= (f nil) 1))"] {
        assert!(!parse(&format!("{LIST} {body}"), Mode::Standard).is_ok(), "{body}");
    }
    assert!(!parse(&format!("{LIST} (assert (= l nil))"), Mode::Strict).is_ok(), "the standard wants `as`");
}

#[test]
fn a_literal_has_its_own_sort() {
    for term in ["(as (_ bv1 8) Int)", "((as (_ bv1 8) (_ BitVec 8)) 1)", "((_ bv1 8) 1)"] {
        assert!(!parse(&format!("(assert (= 1 {term}))"), Mode::Standard).is_ok(), "{term}");
    }
}

#[test]
fn a_malformed_heap_is_refused() {
    for declaration in [
        "(declare-heap Heap Addr)",
        "(declare-heap Heap Addr Object none ((Cell 0)) (((none))))",
        "(declare-heap Heap Addr Object 5 ((Object 0)) (((none))))",
    ] {
        assert!(!parse(declaration, Mode::Standard).is_ok(), "{declaration}");
    }
}
