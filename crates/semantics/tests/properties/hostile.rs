//! What would take for ever, or all memory: each gives a value or is open, soon.

use quis_semantics::{DEFAULT_STEPS, Reason};

use crate::subject::{Subject, value_within};

/// Checks lines `term => value`, where `?` stands for whatever comes, and `open` for no value.
fn check(declarations: &str, lines: &str) {
    check_within(DEFAULT_STEPS, declarations, lines);
}

fn check_within(steps: u64, declarations: &str, lines: &str) {
    for line in lines.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let (term, expected) = line.split_once(" => ").expect("term => value");
        let found = value_within(declarations, term, steps);
        let agrees = match expected {
            "?" => true,
            "open" => found.starts_with("open: "),
            _ => found == expected,
        };
        assert!(agrees, "{term}\nis {}\nnot {expected}", found.chars().take(200).collect::<String>());
    }
}

#[test]
fn numbers() {
    check(
        "(define-fun-rec twice ((n Int) (x Int)) Int (ite (= n 0) x (twice (- n 1) (* x x))))
         (define-fun-rec grow ((n Int) (x Real)) Real (ite (= n 0) x (grow (- n 1) (+ (* x x) (/ 1.0 3.0)))))",
        "
        (^ 10 (^ 10 10)) => open
        (^ 2 (^ 2 (^ 2 (^ 2 (^ 2 2))))) => open
        (= (^ 10 (^ 10 10)) 0) => open
        (^ 1 (^ 10 18)) => ?
        (^ 0.5 1000000000000.0) => open
        (mod (^ 3 100000000000) 7) => open
        (twice 60 3) => open
        (grow 60 0.5) => open
        (div (twice 18 3) (twice 17 3)) => ?
        ((_ divisible 99999999999999999999999999) (^ 10 30)) => ?
        (to_int (^ 10.0 1000000.0)) => ?
        (int.pow2 100000000000) => open
        (= (* (^ 3 1000000) (^ 5 1000000)) (^ 15 1000000)) => ?
        ",
    );
}

#[test]
fn bit_vectors() {
    check(
        "(define-fun big () (_ BitVec 100000) (_ bv3 100000))",
        "
        (= (bvshl big (_ bv99999999999 100000)) (_ bv0 100000)) => true
        (= (bvlshr (bvshl big (_ bv90000 100000)) (_ bv90000 100000)) big) => true
        (= (bvudiv (bvnot (_ bv0 100000)) big) (bvnot (_ bv0 100000))) => false
        (= (bvmul big big) (_ bv9 100000)) => true
        (ubv_to_int ((_ repeat 100000000) #b1)) => open
        (= ((_ repeat 100000000) #b10) ((_ repeat 100000000) #b10)) => ?
        ((_ extract 0 0) ((_ sign_extend 1000000000) #b1)) => ?
        ((_ rotate_left 4294967295) #b100) => #b100
        (bvsmod #x80000000 #xffffffff) => #x00000000
        ((_ int_to_bv 64) (^ 2 1000000)) => #x0000000000000000
        (= ((_ rotate_left 77777) big) big) => false
        ",
    );
}

#[test]
fn floats() {
    check(
        "",
        "
        (fp.to_real (fp #b0 #b1111111111111111111111111111110 #b0)) => ?
        (fp.add RNE (fp #b0 #b1111111111111111111111111111110 #b0) (fp #b0 #b0000000000000000000000000000001 #b0)) => ?
        (fp.rem (fp #b0 #b1111111111111111111111111111110 #b1) (fp #b0 #b0000000000000000000000000000001 #b1)) => ?
        (fp.fma RTP (fp #b0 #b1111111111111111111111111111110 #b1) (fp #b0 #b0000000000000000000000000000001 #b1) (fp #b0 #b0000000000000000000000000000001 #b1)) => ?
        (fp.isInfinite ((_ to_fp 8 24) RNE (^ 10.0 1000000.0))) => ?
        ((_ to_fp 8 24) RTZ (/ 1.0 (^ 10.0 100000.0))) => ?
        ((_ to_fp 60 100) RNE 0.1) => ?
        (fp.sqrt RNE ((_ to_fp 40 10000) RNE 2.0)) => ?
        (fp.roundToIntegral RNA (fp #b0 #b1111111111111111111111111111110 #b1)) => ?
        ((_ fp.to_ubv 8) RNE (fp #b0 #b1111111111111111111111111111110 #b0)) => open
        ",
    );
}

#[test]
fn strings() {
    let mut doubling = String::from("(define-fun s0 () String \"ab\")");
    for level in 1..=60 {
        doubling.push_str(&format!(
            "(define-fun s{level} () String (str.replace_all s{0} \"a\" \"aa\"))\
             (define-fun c{level} () String (str.++ {1} {1}))",
            level - 1,
            if level == 1 { "s0".to_owned() } else { format!("c{}", level - 1) }
        ));
    }
    check(
        &doubling,
        r#"
        (str.len s20) => 1048577
        (str.len s60) => open
        (str.len c60) => open
        (= s60 c60) => open
        (str.contains s18 "ba") => false
        (str.indexof s20 (str.++ s19 "a") 0) => ?
        (str.indexof s18 (str.++ (str.substr s17 0 100000) "b" "b") 0) => ?
        (str.replace_all s18 (str.substr s10 0 1000) (str.substr s18 0 100000)) => open
        (str.replace_re_all s16 (re.+ (str.to_re "a")) c10) => open
        (str.to_int (str.from_int (^ 7 100000))) => ?
        (str.len (str.from_int (^ 10 1000000))) => ?
        (str.substr s20 99999999999999999999 99999999999999999999) => ""
        "#,
    );
}

#[test]
fn languages() {
    let mut nested = String::from("(re.range \"a\" \"b\")");
    for _ in 0..40 {
        nested = format!("(re.++ (re.* {nested}) (re.opt {nested}))");
        if nested.len() > 100_000 {
            break;
        }
    }
    let many = |name: &str| {
        let parts: Vec<String> = (0..40)
            .map(|at| format!("(re.++ re.all (str.to_re \"a\") ((_ re.^ {at}) re.allchar))"))
            .collect();
        format!("({name} {})", parts.join(" "))
    };
    let declarations = format!(
        "(define-fun n () RegLan {nested})(define-fun u () RegLan {})(define-fun i () RegLan {})\
         (define-fun a () String \"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\")",
        many("re.union"),
        many("re.inter")
    );
    check(
        &declarations,
        r#"
        (= ((_ re.loop 0 1000000) (re.range "a" "z")) ((_ re.loop 0 1000001) (re.range "a" "z"))) => ?
        (= ((_ re.loop 0 1000000) (str.to_re "ab")) ((_ re.loop 0 1000000) (str.to_re "ab"))) => true
        (= ((_ re.^ 4294967295) (re.opt re.allchar)) ((_ re.loop 0 4294967295) re.allchar)) => ?
        (str.in_re a ((_ re.loop 0 4294967295) (re.opt (re.* (str.to_re "a"))))) => true
        (str.in_re "" ((_ re.^ 4294967295) (re.comp ((_ re.^ 4294967295) re.allchar)))) => ?
        (= (re.comp u) (re.comp i)) => ?
        (= (re.inter u (re.comp i)) (re.diff u i)) => ?
        (= re.none (re.inter i (re.comp u))) => ?
        (str.in_re a u) => true
        (str.in_re a i) => true
        (str.in_re a n) => ?
        (= n (re.* n)) => ?
        (str.replace_re_all a n "x") => ?
        (str.in_re a ((_ re.loop 1000 100000) ((_ re.loop 1000 100000) ((_ re.loop 1000 100000) (re.opt (str.to_re "a")))))) => ?
        (= ((_ re.loop 1000 100000) ((_ re.loop 1000 100000) (re.range "a" "b"))) ((_ re.loop 1000000 10000000000) (re.range "a" "b"))) => ?
        "#,
    );
}

#[test]
fn sequences_sets_bags() {
    let mut doubling = String::from("(define-fun q0 () (Seq Int) (seq.++ (seq.unit 1) (seq.unit 2)))");
    for level in 1..=60 {
        doubling.push_str(&format!("(define-fun q{level} () (Seq Int) (seq.++ q{0} q{0}))", level - 1));
    }
    check(
        &doubling,
        "
        (seq.len q60) => open
        (seq.len q16) => 131072
        (seq.len (seq.replace_all q10 (seq.unit 1) q16)) => open
        (seq.indexof q16 (seq.++ q15 (seq.unit 3)) 0) => ?
        (seq.len (seq.map (lambda ((x Int)) (+ x 1)) q14)) => 32768
        (seq.foldl (lambda ((y Int) (x Int)) (* y y)) 3 q14) => open
        (set.card (set.range 0 (^ 10 12))) => ?
        (bag.card (bag 1 (^ 10 100))) => 10000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000
        (bag.fold (lambda ((x Int) (y Int)) (+ x y)) 0 (bag 1 (^ 10 100))) => open
        (select (store ((as const (Array Int Int)) 0) (^ 10 1000000) 1) (^ 10 1000000)) => ?
        ",
    );
}

#[test]
fn quantifiers() {
    check(
        "(declare-datatypes ((B 0)) (((b (b1 (_ BitVec 8)) (b2 (_ BitVec 8)) (b3 (_ BitVec 8))))))",
        "
        (forall ((x (_ BitVec 32))) (= (bvadd x #x00000001) (bvsub x #xffffffff))) => open
        (exists ((x (_ BitVec 32))) (= (bvmul x x) #x00000003)) => open
        (forall ((x (_ BitVec 16)) (y (_ BitVec 16))) (= (bvmul x y) (bvmul y x))) => open
        (forall ((x (_ BitVec 8))) (exists ((y (_ BitVec 8))) (forall ((z (_ BitVec 8))) (= (bvadd x y z) (bvadd z y x))))) => ?
        (forall ((x (_ BitVec 16))) (exists ((y (_ BitVec 16))) (forall ((z (_ BitVec 16))) (bvult (bvadd x y) z)))) => ?
        (forall ((x B) (y B)) (= (= x y) (= y x))) => ?
        (forall ((x (_ FloatingPoint 11 53))) (fp.leq x x)) => ?
        (forall ((f (-> (_ BitVec 8) (_ BitVec 8)))) (= (@ f #x00) (@ f #x00))) => true
        (forall ((a (Array (_ BitVec 2) (_ BitVec 4)))) (= (store a #b00 (select a #b00)) a)) => true
        (forall ((a (Array (_ BitVec 8) (_ BitVec 8)))) (= (store a #x00 (select a #x00)) a)) => ?
        (exists ((s String)) (and (= (str.len s) 3) (str.contains s \"abc\"))) => ?
        (forall ((n Int) (m Int) (k Int) (i Int) (j Int)) (= (+ n m k i j) (+ j i k m n))) => open
        ",
    );
}

#[test]
fn definitions_that_do_not_end() {
    // Each would spend all of a larger budget too.
    check_within(
        1 << 21,
        "(define-fun-rec up ((n Int)) Int (up (+ n 1)))
         (define-fun-rec same ((n Int)) Int (same n))
         (define-fun-rec two ((n Int)) Int (+ (two (+ n 1)) (two (- n 1))))
         (define-fun-rec grow ((s String)) Int (grow (str.++ s s \"a\")))
         (define-fun-rec set ((s (Set Int))) Int (set (set.insert (set.card s) s)))
         (define-fun-rec mutual ((n Int) (b Bool)) Int (ite b (mutual (+ n 1) false) (mutual (* 2 n) true)))
         (define-fun-rec ack ((m Int) (n Int)) Int (ite (= m 0) (+ n 1) (ite (= n 0) (ack (- m 1) 1) (ack (- m 1) (ack m (- n 1))))))
         (define-fun-rec all ((n Int)) Bool (forall ((b Bool)) (all (+ n 1))))
         (define-fun-rec lam ((n Int)) (-> Int Int) (lambda ((x Int)) (@ (lam (+ n 1)) x)))
         (define-funs-rec ((even ((n Int)) Bool) (odd ((n Int)) Bool)) ((odd (- n 1)) (even (- n 1))))",
        "
        (up 0) => open
        (same 0) => open
        (two 0) => open
        (grow \"\") => open
        (set (set.singleton 0)) => open
        (mutual 1 true) => open
        (ack 2 3) => 9
        (ack 4 4) => open
        (all 0) => open
        (@ (lam 0) 1) => open
        (even 3) => open
        (or true (even 3)) => true
        (ite (= (up 0) 0) 5 5) => ?
        (= (up 0) (up 0)) => true
        ",
    );
}

/// Constants that are defined by themselves, in a script or in a model.
#[test]
fn circular_constants() {
    check(
        "(define-fun-rec c () Int (+ c 1))(define-fun-rec d () Bool (or true d))",
        "c => open: circular\nd => true",
    );
    let source = "(declare-const x Int)(declare-const y Int)(declare-const z Int)(get-value (x (+ y 1) (* 0 z) (= x x)))";
    let mut subject = Subject::read(source);
    let mut model = subject
        .model("((define-fun x () Int (+ y 1)) (define-fun y () Int (* x 2)) (define-fun z () Int z))");
    let values = subject.texts(&mut model, DEFAULT_STEPS);
    let circular = Err(Reason::Circular);
    assert_eq!(values, [circular.clone(), circular.clone(), circular.clone(), Ok("true".to_owned())]);
    let mut subject = Subject::read("(get-value ((div 1 0)))");
    let mut model = subject.model("((define-fun div0 () Int (+ 1 (div 1 0))))");
    assert_eq!(subject.texts(&mut model, DEFAULT_STEPS), [circular]);
}
