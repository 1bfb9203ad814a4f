//! Ground terms and their values, theory by theory.

#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use quis_semantics::{Evaluator, Model};
use quis_smtlib::{Command, Mode, Sort, parse};

/// The text of the value of each asserted term; `open` with the reason where there is none.
fn values(source: &str) -> Vec<String> {
    let script = parse(source, Mode::Standard).into_result().expect(source);
    let mut model = Model::new();
    let terms: Vec<_> = script
        .commands
        .iter()
        .flat_map(|command| match command {
            Command::Assert(term) => vec![*term],
            Command::GetValue(terms) => terms.to_vec(),
            _ => Vec::new(),
        })
        .collect();
    let mut evaluator = Evaluator::new(&script.store, &mut model);
    terms
        .into_iter()
        .map(|term| match evaluator.evaluate(term) {
            Ok(value) => evaluator.model().values.text(&script.store, script.store.sort(term), &value),
            Err(open) => format!("open: {}", open.reason.describe(&script.store)),
        })
        .collect()
}

/// Checks lines `term => value`.
fn check(declarations: &str, lines: &str) {
    for line in lines.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let (term, expected) = line.split_once(" => ").expect("term => value");
        let found = values(&format!("{declarations}\n(get-value ({term}))"));
        assert_eq!(found, [expected], "{term}");
    }
}

#[test]
fn core() {
    check(
        "(declare-const p Bool) (declare-const x Int)",
        "
        (and true false) => false
        (and p false) => false
        (or p true) => true
        (=> p p) => open: the model has no `p`
        (=> false p) => true
        (=> p true) => true
        (=> true true false) => false
        (xor true true true) => true
        (= x x) => true
        (distinct 1 2 x 1) => false
        (ite p 1 1) => 1
        (ite true 1 x) => 1
        (= 1 2 x) => false
        (distinct x x) => false
        ",
    );
}

#[test]
fn arithmetic() {
    check(
        "",
        "
        (- 7 2 1) => 4
        (div (- 7) 2) => (- 4)
        (div 7 (- 2)) => (- 3)
        (div (- 7) (- 2)) => 4
        (mod (- 7) 2) => 1
        (mod (- 7) (- 2)) => 1
        (div 1 0) => open: the standard leaves it open: division by zero
        (abs (- 3)) => 3
        (< 1 2 3) => true
        (< 1 3 2) => false
        ((_ divisible 3) 9) => true
        (/ 1.0 3.0) => (/ 1.0 3.0)
        (/ 6.0 (- 4.0)) => (/ (- 3.0) 2.0)
        (to_int (- 1.5)) => (- 2)
        (is_int 2.0) => true
        (to_real 2) => 2.0
        (^ 2 10) => 1024
        (* 12345678901234567890 98765432109876543210) => 1219326311370217952237463801111263526900
        (= 0.5 (/ 1.0 2.0)) => true
        ",
    );
}

#[test]
fn bit_vectors() {
    check(
        "",
        "
        (bvadd #xff #x02) => #x01
        (bvudiv #x07 #x00) => #xff
        (bvurem #x07 #x00) => #x07
        (bvsdiv #xf9 #x02) => #xfd
        (bvsmod #xf9 #x02) => #x01
        (bvsrem #xf9 #x02) => #xff
        (bvshl #x01 #xff) => #x00
        (bvashr #x80 #xff) => #xff
        ((_ extract 3 0) #xab) => #xb
        (concat #xa #b1) => #b10101
        ((_ rotate_left 1) #b100) => #b001
        ((_ sign_extend 4) #x8) => #xf8
        (bvcomp #x1 #x1) => #b1
        (bvslt #xf #x1) => true
        (ubv_to_int #xff) => 255
        (sbv_to_int #xff) => (- 1)
        ((_ int_to_bv 8) (- 1)) => #xff
        (bvadd #x1 #x2 #x3) => #x6
        ",
    );
}

#[test]
fn floats() {
    check(
        "",
        "
        (fp.add RNE ((_ to_fp 8 24) RNE 0.1) ((_ to_fp 8 24) RNE 0.2)) => (fp #b0 #b01111101 #b00110011001100110011010)
        (= (_ NaN 8 24) (_ NaN 8 24)) => true
        (fp.eq (_ NaN 8 24) (_ NaN 8 24)) => false
        (= (_ +zero 8 24) (_ -zero 8 24)) => false
        (fp.eq (_ +zero 8 24) (_ -zero 8 24)) => true
        (fp.min (_ +zero 8 24) (_ -zero 8 24)) => open: the standard leaves it open: fp.min of zeros of different sign
        (fp.to_real ((_ to_fp 5 11) RNE 1.5)) => (/ 3.0 2.0)
        ((_ fp.to_ubv 8) RTZ ((_ to_fp 5 11) RNE (- 0.5))) => #x00
        ((_ fp.to_ubv 8) RTZ ((_ to_fp 5 11) RNE (- 1.5))) => open: the standard leaves it open: a float that does not fit the bit-vector
        ((_ fp.to_sbv 8) RNA ((_ to_fp 5 11) RNE (- 1.5))) => #xfe
        (fp.isNegative (_ -zero 5 11)) => true
        (fp.lt (_ -oo 5 11) (_ +zero 5 11) (_ +oo 5 11)) => true
        ",
    );
}

#[test]
fn strings_and_languages() {
    check(
        "",
        r#"
        (str.++ "a" "b" "c") => "abc"
        (str.substr "hello" 1 3) => "ell"
        (str.substr "hello" 1 99999999999999999999) => "ello"
        (str.at "abc" (- 1)) => ""
        (str.indexof "banana" "an" 2) => 3
        (str.replace "" "" "a") => "a"
        (str.replace_all "aaa" "a" "bb") => "bbbbbb"
        (str.to_int "007") => 7
        (str.to_int "") => (- 1)
        (str.from_int (- 5)) => ""
        (str.to_code "a") => 97
        (str.from_code 196608) => ""
        (str.< "a" "b" "c") => true
        (str.in_re "aab" (re.++ (re.* (str.to_re "a")) (str.to_re "b"))) => true
        (str.in_re "a" (re.comp (str.to_re "a"))) => false
        (= (re.* (re.* (str.to_re "ab"))) (re.* (str.to_re "ab"))) => true
        (= (re.opt (str.to_re "a")) (str.to_re "a")) => false
        (str.in_re "ab" ((_ re.loop 0 1000000) (re.range "a" "z"))) => true
        (str.replace_re "xaby" (re.+ (re.range "a" "b")) "-") => "x-by"
        (str.replace_re_all "xaby" (re.range "a" "b") "-") => "x--y"
        "#,
    );
}

#[test]
fn arrays() {
    check(
        "(define-sort A () (Array Int Int)) (define-fun zero () A ((as const A) 0))",
        "
        (select (store zero 1 5) 1) => 5
        (select (store zero 1 5) 2) => 0
        (= (store (store zero 1 5) 1 0) zero) => true
        (= (store (store zero 1 5) 2 6) (store (store zero 2 6) 1 5)) => true
        (= (store zero 1 5) zero) => false
        (= (store (store ((as const (Array Bool Int)) 0) true 1) false 1) ((as const (Array Bool Int)) 1)) => true
        (= (store ((as const (Array Bool Int)) 0) true 1) (store ((as const (Array Bool Int)) 1) false 0)) => true
        (store zero 1 5) => (store ((as const (Array Int Int)) 0) 1 5)
        (= (lambda ((i Int)) (ite (= i 3) 1 0)) (store zero 3 1)) => true
        (select (lambda ((i Int)) (+ i 1)) 4) => 5
        ((_ map (+ (Int Int) Int)) (store zero 1 2) (store zero 1 3)) => (store ((as const (Array Int Int)) 0) 1 5)
        ",
    );
}

#[test]
fn datatypes() {
    check(
        "(declare-datatypes ((L 0) (P 2)) (((nil) (cons (head Int) (tail L))) (par (X Y) ((pair (left X) (right Y))))))",
        "
        (head (cons 1 nil)) => 1
        (head nil) => open: the standard leaves it open: a selector applied to another constructor
        ((_ is cons) nil) => false
        (= (cons 1 nil) (cons 1 (tail (cons 2 nil)))) => true
        (match (cons 4 nil) ((nil 0) ((cons h t) h))) => 4
        (right (pair 1 true)) => true
        (pair 1 true) => ((as pair (P Int Bool)) 1 true)
        ",
    );
}

#[test]
fn sequences_sets_bags() {
    check(
        "",
        "
        (seq.++ (seq.unit 1) (seq.unit 2)) => (seq.++ (seq.unit 1) (seq.unit 2))
        (seq.nth (seq.unit 1) 0) => 1
        (seq.nth (seq.unit 1) 1) => open: the standard leaves it open: an element out of the sequence's range
        (seq.len (as seq.empty (Seq Int))) => 0
        (seq.map (lambda ((x Int)) (+ x 1)) (seq.++ (seq.unit 1) (seq.unit 2))) => (seq.++ (seq.unit 2) (seq.unit 3))
        (seq.foldl (lambda ((y Int) (x Int)) (- y x)) 10 (seq.++ (seq.unit 1) (seq.unit 2))) => 7
        (set.card (set.union (set.singleton 1) (set.singleton 2) (set.singleton 1))) => 2
        (set.member 1 (set.minus (set.singleton 1) (set.singleton 1))) => false
        (= (set.insert 1 2 (set.singleton 3)) (set.insert 3 2 (set.singleton 1))) => true
        (set.card (as set.universe (Set Bool))) => open: the standard leaves it open: what is in the universe of a sort
        (bag.count 1 (bag.union_disjoint (bag 1 2) (bag 1 3))) => 5
        (bag.card (bag.difference_subtract (bag 1 2) (bag 1 3))) => 0
        (bag 1 (- 1)) => (as bag.empty (Bag Int))
        ",
    );
}

#[test]
fn quantifiers() {
    check(
        "(declare-const x Int)",
        "
        (forall ((p Bool) (q Bool)) (= (not (and p q)) (or (not p) (not q)))) => true
        (exists ((v (_ BitVec 8))) (= (bvmul v v) #x31)) => true
        (forall ((v (_ BitVec 8))) (exists ((w (_ BitVec 8))) (= (bvadd v w) #x00))) => true
        (forall ((n Int)) (= n n)) => true
        (forall ((n Int)) (or (> n 0) true)) => true
        (forall ((n Int)) (> n 0)) => false
        (exists ((n Int)) (> n 0)) => true
        (forall ((n Int)) (>= (* n n) 0)) => open: a quantifier over too many values
        (exists ((n Int)) (= 1 2)) => false
        (forall ((v (_ BitVec 6)) (w (_ BitVec 6)) (x (_ BitVec 6))) (=> (distinct v w x) true)) => true
        (exists ((v (_ BitVec 6)) (w (_ BitVec 6)) (x (_ BitVec 6))) (and (distinct v w x) false)) => false
        (forall ((v (_ BitVec 6)) (w (_ BitVec 6)) (x (_ BitVec 6))) (and (distinct v w x) false)) => false
        (forall ((v (_ BitVec 2))) (bvult v #b11)) => false
        (exists ((v (_ BitVec 2))) (bvult v #b01)) => true
        (forall ((v (_ BitVec 2))) (= (div 1 0) 2)) => open: the standard leaves it open: division by zero
        ",
    );
}

#[test]
fn definitions() {
    check(
        "(define-fun-rec fac ((n Int)) Int (ite (<= n 1) 1 (* n (fac (- n 1)))))
         (define-fun-rec fib ((n Int)) Int (ite (< n 2) n (+ (fib (- n 1)) (fib (- n 2)))))
         (define-fun-rec down ((n Int)) Int (ite (<= n 0) 0 (down (- n 1))))
         (define-fun-rec loop ((n Int)) Int (loop n))
         (define-fun twice ((f (-> Int Int)) (x Int)) Int (f (f x)))",
        "
        (fac 10) => 3628800
        (fib 90) => 2880067194370816120
        (down 100000) => 0
        (loop 1) => open: a definition that needs its own value
        (twice (lambda ((x Int)) (* x x)) 3) => 81
        ",
    );
}

#[test]
fn the_instance_that_decides_a_quantifier_is_known() {
    for (term, expected) in [
        ("(forall ((n Int)) (distinct n 7))", "7"),
        ("(exists ((n Int) (m Int)) (and (= n 7) (= m 5)))", "7 5"),
        ("(exists ((v (_ BitVec 8))) (= (bvmul v v) #x09))", "#x03"),
        ("(forall ((v (_ BitVec 8))) (and (= v v) false))", "#x00"),
        // Its value is that of all instances, or does not depend on them.
        ("(forall ((v (_ BitVec 8))) (= (bvadd v v) (bvshl v #x01)))", ""),
        ("(forall ((n Int)) (= 1 2))", ""),
        ("(exists ((n Int)) (= n n))", ""),
    ] {
        let script =
            parse(&format!("(get-value ({term}))"), Mode::Standard).into_result().expect("a valid script");
        let Command::GetValue(terms) = &script.commands[0] else { panic!("{term}") };
        let mut model = Model::new();
        let mut evaluator = Evaluator::new(&script.store, &mut model);
        assert!(evaluator.evaluate(terms[0]).is_ok(), "{term}");
        let instance = evaluator.deciding_instance(terms[0]).unwrap_or_default();
        let text = |(var, value): &(_, _)| {
            evaluator.model().values.text(&script.store, script.store.sort(*var), value)
        };
        assert_eq!(instance.iter().map(text).collect::<Vec<_>>().join(" "), expected, "{term}");
    }
}

#[test]
fn gaps_of_the_model_are_known() {
    let source = "(declare-const x Int) (declare-fun f (Int) Int)
        (assert (= (f 3) (f (div 1 0)))) (assert (and (> x 1) (> (f 3) 1)))";
    let script = parse(source, Mode::Standard).into_result().expect("a valid script");
    let mut model = Model::new();
    let mut evaluator = Evaluator::new(&script.store, &mut model);
    for term in script.assertions() {
        assert!(evaluator.evaluate(term).is_err());
    }
    let text = |(gap, sort): &(quis_semantics::Gap, Sort)| {
        let args = gap.args.iter().map(|arg| evaluator.model().values.text(&script.store, Sort::INT, arg));
        format!(
            "{} {} {}",
            gap.reason.describe(&script.store),
            args.collect::<Vec<_>>().join(" "),
            *sort == Sort::INT
        )
    };
    let gaps: Vec<String> = evaluator.gaps().iter().map(text).collect();
    assert_eq!(
        gaps,
        [
            "the model has no `f` 3 true",
            "the standard leaves it open: division by zero 1 0 true",
            "the model has no `x`  true",
        ]
    );
}
