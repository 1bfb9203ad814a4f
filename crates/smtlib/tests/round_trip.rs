//! What is printed reads back as the same terms: on the bundled seeds, and on what the seeds do not have.

#![allow(clippy::expect_used, clippy::panic, reason = "tests stop at any trouble")]

mod common;

use std::path::{Path, PathBuf};

use common::{check_round_trip, script};

fn smt2_files(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> =
        std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            smt2_files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "smt2") {
            found.push(path);
        }
    }
}

#[test]
fn bundled_seeds() {
    let mut files = Vec::new();
    smt2_files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../seeds"), &mut files);
    assert!(files.len() > 50, "the seeds are there");
    for file in files {
        let source = std::fs::read_to_string(&file).expect("readable");
        check_round_trip(&file.display().to_string(), &script(&source));
    }
}

/// Whole scripts that use one feature each.
const SCRIPTS: &[(&str, &str)] = &[
    (
        "quoted symbols",
        "(declare-const |a b| Int) (declare-const |let| Int) (declare-const || Int) (assert (= |a b| |let| ||))",
    ),
    ("string escapes", r#"(assert (distinct "a""b" "\u{41}" "\u0042" "\x41" "\u{5c}u{41}" ""))"#),
    (
        "literals of any size",
        "(assert (= #x0123456789abcdef0123456789abcdef (_ bv5 128))) (assert (= #b0 (_ bv1 1))) (assert (= (_ bv7 300) (_ bv8 300))) (assert (= 007 7))",
    ),
    (
        "shadowing",
        "(declare-const x Int) (declare-fun p (Int) Bool) (assert (let ((y x)) (forall ((x Int)) (or (p y) (exists ((x Int)) (= x y))))))",
    ),
    ("parallel let", "(declare-const x Int) (declare-const y Int) (assert (let ((x y) (y x)) (< x y)))"),
    (
        "parametric datatypes",
        "(declare-datatypes ((List 1)) ((par (X) ((nil) (cons (head X) (tail (List X))))))) (declare-const l (List Int)) (assert (= l (cons 1 (as nil (List Int))))) (assert ((_ is cons) l)) (assert (is-cons l)) (assert (= 0 (match l ((nil 0) ((cons h t) h))))) (assert (= 0 (match l ((nil 0) (_ 1)))))",
    ),
    (
        "old datatypes",
        "(declare-datatypes (T) ((Tree leaf (node (value T) (children TreeList))) (TreeList nil (cons (car Tree) (cdr TreeList))))) (declare-const t (Tree Int)) (assert (= 1 (value t)))",
    ),
    (
        "mutual recursion",
        "(define-funs-rec ((even ((n Int)) Bool) (odd ((n Int)) Bool)) ((ite (= n 0) true (odd (- n 1))) (ite (= n 0) false (even (- n 1))))) (assert (even 4))",
    ),
    ("recursion", "(define-fun-rec f ((n Int)) Int (ite (<= n 0) 0 (+ 1 (f (- n 1))))) (assert (= (f 3) 3))"),
    (
        "named terms and cores",
        "(declare-const p Bool) (assert (! p :named a1)) (assert (! (not p) :named |a 2|)) (check-sat-assuming (a1 (not |a 2|))) (get-unsat-core)",
    ),
    (
        "patterns",
        "(declare-fun f (Int) Int) (assert (forall ((x Int) (y Int)) (! (= (f x) (f y)) :pattern ((f x) (f y)) :pattern ((f (+ x y))) :no-pattern (f 0) :qid q1 :weight 5)))",
    ),
    (
        "sharing under binders",
        "(declare-fun f (Int Int) Int) (assert (forall ((x Int)) (let ((a (f x x))) (let ((b (f a a))) (and (exists ((y Int)) (= (f b b) (f b y) (f a a))) (forall ((y Int)) (< (f b b) (f (f b b) y))))))))",
    ),
    (
        "int and real",
        "(declare-const r Real) (declare-const i Int) (assert (< r 1 (+ r i) (/ i 3) (- 5))) (assert (= (ite true 1 r) (* 2 r)))",
    ),
    ("real numerals", "(set-logic QF_LRA) (declare-const r Real) (assert (< r 1 (/ 1 3) 0.50))"),
    (
        "arrays",
        "(declare-const a (Array Int (Array Int Bool))) (assert (= a ((as const (Array Int (Array Int Bool))) ((as const (Array Int Bool)) true)))) (assert (select (select (store a 1 (select a 2)) 3) 4))",
    ),
    (
        "array maps",
        "(declare-const a (Array Int Bool)) (declare-fun f (Bool) Int) (assert (= ((_ map and) a a) ((_ map (or (Bool Bool) Bool)) a a))) (declare-fun g (Int) Int) (assert (= ((_ map f) a) (_ as-array g)))",
    ),
    (
        "floats",
        "(declare-const x Float32) (assert (fp.eq x (fp #b0 #x7f #b00000000000000000000001) ((_ to_fp 8 24) RNE 1.5) (_ +oo 8 24) (fp.add roundTowardZero x (_ NaN 8 24))))",
    ),
    (
        "sequences and sets",
        "(declare-const s (Seq Int)) (assert (= s (seq.++ (seq.unit 1) (as seq.empty (Seq Int))))) (declare-const t (Set Int)) (assert (set.subset (as set.empty (Set Int)) (set.insert 1 2 t)))",
    ),
    (
        "finite fields",
        "(declare-const x (_ FiniteField 7)) (assert (= x (as ff3 (_ FiniteField 7)) #f10m7 (as ff-4 (_ FiniteField 7)) (ff.add x x)))",
    ),
    (
        "higher order",
        "(set-logic HO_ALL) (declare-fun f (Int Int) Int) (declare-const g (-> Int Int)) (assert (= g (f 1) (lambda ((x Int)) (g x)))) (assert (= (@ g 1) (g 1) ((f 1) 1)))",
    ),
    ("a function by its name", "(set-logic ALL) (declare-fun f (Int) Int) (check-sat) (get-value (f))"),
    (
        "optimisation",
        "(declare-const x Int) (minimize (+ x 1)) (maximize x :id m) (assert-soft (> x 1) :weight 0.5 :id goal) (check-sat) (get-objectives)",
    ),
    (
        "scopes",
        "(declare-const x Int) (push 1) (declare-const y Int) (assert (= x y)) (pop 1) (push) (declare-const y Bool) (assert y) (pop) (reset-assertions)",
    ),
    (
        "kept commands",
        "(declare-const p Bool) (check-sat-using (then simplify smt)) (simplify (and p p) :flat true) (eval p) (get-info :version) (echo \"a\"\"b\") (get-interpolant A p) (block-model :values) (block-model-values (p)) (some-future-command (x y) :z)",
    ),
    (
        "sort parameters",
        "(declare-sort-parameter X) (declare-fun id (X) X) (declare-const c Int) (assert (= (id c) c)) (define-sort Pair (A B) (Array A B)) (declare-const p (Pair Int Bool)) (assert (select p c))",
    ),
    (
        "options and infos",
        "(set-logic QF_UF) (set-info :source |a (b ) \" c|) (set-info :status sat) (set-option :produce-models true) (set-option :opt (a (b) \"c\")) (set-info :empty)",
    ),
    (
        "constants by result sort",
        "(declare-sort S 1) (declare-fun e () (S Int)) (declare-fun e () (S Bool)) (declare-const x (S Int)) (assert (= x (as e (S Int)))) (assert (= (as e (S Bool)) (as e (S Bool))))",
    ),
    (
        "names like ours",
        "(declare-const ?1 Int) (declare-const x$1 Int) (declare-fun f (Int) Int) (assert (let ((a (f (f (f (f ?1)))))) (= (f a) a (f x$1)))) (assert (forall ((x Int)) (exists ((x Int)) (= x x$1))))",
    ),
];

#[test]
fn every_feature() {
    for (name, source) in SCRIPTS {
        check_round_trip(name, &script(source));
    }
}
