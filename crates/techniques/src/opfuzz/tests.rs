//! What replaces what. In a table, the first column is declarations, the second a term, and the third all that may stand in
//! its place when only its outermost operator is replaced.

use std::collections::BTreeSet;

use quis_smtlib::{Mode, PrintOptions, Script, parse, print_script};

use super::{LogicPolicy, OpFuzz, Profile, Standard};
use crate::case::TestCase;
use crate::material::Material;
use crate::stream::Stream;
use crate::technique::Technique;

fn script(source: &str) -> Script {
    parse(source, Mode::Standard).into_result().unwrap_or_else(|errors| panic!("{errors:?}\n{source}"))
}

fn mutants(technique: OpFuzz, source: &str) -> Vec<TestCase> {
    technique.cases(Material::of(&script(source)), Stream::new(1)).take(5000).collect()
}

/// The texts of the first assertions of all mutants.
fn assertions(technique: OpFuzz, source: &str) -> BTreeSet<String> {
    let first = |case: TestCase| {
        let line = case.text.lines().find(|line| line.starts_with("(assert "));
        line.map(|line| line["(assert ".len()..line.len() - 1].to_owned()).unwrap_or_default()
    };
    mutants(technique, source).into_iter().map(first).collect()
}

/// The heads that may stand in place of the outermost one of a term, which is made Boolean by what is around it.
fn replacements(technique: OpFuzz, declarations: &str, term: &str) -> Vec<String> {
    // A declared predicate is no operator, and neither are its arguments if they are the only thing that changes.
    let source = format!("{declarations}\n(assert (p {term}))\n(check-sat)");
    let all = assertions(OpFuzz { rounds: 1, ..technique }, &source);
    all.into_iter().map(|text| text["(p ".len()..text.len() - 1].to_owned()).collect()
}

fn full(declarations: &str, term: &str) -> Vec<String> {
    replacements(OpFuzz::default(), declarations, term)
}

const INTS: &str = "(declare-const x Int) (declare-const y Int) (declare-fun p (Int) Bool)";
const BITS: &str =
    "(declare-const x (_ BitVec 8)) (declare-const y (_ BitVec 8)) (declare-fun p ((_ BitVec 8)) Bool)";

#[test]
fn arithmetic() {
    assert_eq!(full(INTS, "(+ x y)"), ["(* x y)", "(- x y)", "(div x y)", "(mod x y)"]);
    // `mod` takes two arguments, and `ite` a condition.
    assert_eq!(full(INTS, "(+ x y x)"), ["(* x y x)", "(- x y x)", "(div x y x)"]);
    assert_eq!(full(INTS, "(- x)"), ["(abs x)"]);
    let reals = "(declare-const x Real) (declare-fun p (Real) Bool)";
    // The standard has `abs` for integers only, and other solvers' functions are not introduced.
    assert_eq!(full(reals, "(- x)"), [""; 0]);
    assert_eq!(full(reals, "(+ x x)"), ["(* x x)", "(- x x)", "(/ x x)"]);
    // But one of cvc5 may take the place of another.
    assert!(full(reals, "(sin x)").contains(&"(cos x)".to_owned()));
    assert!(!full(reals, "(sin x)").contains(&"(sinh x)".to_owned()));
}

#[test]
fn connectives_have_two_arguments() {
    let bools = "(declare-const a Bool) (declare-const b Bool) (declare-fun p (Bool) Bool)";
    // `(and a)` is not in the standard, though solvers take it.
    assert_eq!(full(bools, "(not a)"), [""; 0]);
    let all = ["(= a b)", "(=> a b)", "(and a b)", "(distinct a b)", "(xor a b)"];
    assert_eq!(full(bools, "(or a b)"), all);
    assert_eq!(
        full(bools, "(ite a b a)"),
        ["(= a b a)", "(=> a b a)", "(and a b a)", "(distinct a b a)", "(or a b a)", "(xor a b a)"]
    );
    assert_eq!(full(bools, "true"), ["false"]);
}

#[test]
fn indexed_operators() {
    let wide = "(declare-const x (_ BitVec 8)) (declare-fun p ((_ BitVec 6)) Bool)";
    assert_eq!(full(wide, "((_ extract 5 0) x)"), ["((_ extract 6 1) x)", "((_ extract 7 2) x)"]);
    let longer = "(declare-const x (_ BitVec 8)) (declare-fun p ((_ BitVec 16)) Bool)";
    assert_eq!(full(longer, "((_ zero_extend 8) x)"), ["((_ repeat 2) x)", "((_ sign_extend 8) x)"]);
    let unary = full(BITS, "(bvnot x)");
    for expected in ["(bvneg x)", "((_ rotate_left 7) x)", "((_ rotate_right 1) x)", "((_ extract 7 0) x)"] {
        assert!(unary.contains(&expected.to_owned()), "{unary:?}");
    }
    let languages = "(declare-fun p (RegLan) Bool)";
    let loops = full(languages, "((_ re.loop 1 9) re.all)");
    for expected in ["((_ re.loop 1 8) re.all)", "((_ re.^ 2) re.all)", "(re.* re.all)", "(re.comp re.all)"] {
        assert!(loops.contains(&expected.to_owned()), "{loops:?}");
    }
    // What is inside is mutated too.
    assert!(loops.contains(&"((_ re.loop 1 9) re.none)".to_owned()));
}

#[test]
fn bit_vectors() {
    let binary = full(BITS, "(bvadd x y)");
    assert_eq!(binary.len(), 16);
    assert!(binary.contains(&"(bvsmod x y)".to_owned()) && !binary.iter().any(|text| text.contains("_i ")));
    let longer = full(BITS, "(bvadd x y x)");
    assert_eq!(longer, ["(bvand x y x)", "(bvmul x y x)", "(bvor x y x)", "(bvxor x y x)"]);
    let tests = "(declare-const x (_ BitVec 8)) (declare-fun p (Bool) Bool)";
    let old = OpFuzz { standard: Standard::V26, ..OpFuzz::default() };
    assert!(full(tests, "(bvult x x)").contains(&"(bvsmulo x x)".to_owned()));
    assert!(!replacements(old, tests, "(bvult x x)").contains(&"(bvsmulo x x)".to_owned()));
}

#[test]
fn floats() {
    let floats = "(declare-const x Float16) (declare-const r RoundingMode) (declare-fun p (Float16) Bool)";
    assert_eq!(
        full(floats, "(_ +oo 5 11)"),
        ["(_ +zero 5 11)", "(_ -oo 5 11)", "(_ -zero 5 11)", "(_ NaN 5 11)"]
    );
    assert_eq!(full(floats, "(fp.sqrt r x)"), ["((_ to_fp 5 11) r x)", "(fp.roundToIntegral r x)"]);
    let modes = full(floats, "(fp.sqrt RTZ x)");
    for mode in ["RNE", "RNA", "RTP", "RTN"] {
        assert!(modes.contains(&format!("(fp.sqrt {mode} x)")), "{modes:?}");
    }
    assert!(modes.iter().all(|text| !text.contains("roundNearest")), "a second spelling is no mutant");
}

#[test]
fn datatypes() {
    let trees = "(declare-datatypes ((T 0)) (((leaf) (bud) (node (left T) (right T) (size Int)) (pair (one T) (two T)) \
                 (other (fst T) (snd T))))) (declare-const t T) (declare-fun p (T) Bool) (declare-fun q (Bool) Bool)";
    assert_eq!(full(trees, "leaf"), ["bud"]);
    assert_eq!(full(trees, "(pair t t)"), ["(other t t)"]);
    assert_eq!(full(trees, "(left t)"), ["(fst t)", "(one t)", "(right t)", "(snd t)", "(two t)"]);
    let tests = trees.replace("p (T)", "p (Bool)");
    assert_eq!(full(&tests, "((_ is leaf) t)").len(), 4);
    let lists = "(declare-datatypes ((L 1)) ((par (X) ((nil) (none) (cons (head X) (tail (L X))))))) \
                 (declare-fun p ((L Int)) Bool)";
    assert_eq!(full(lists, "(as nil (L Int))"), ["(as none (L Int))"]);
}

#[test]
fn sets_under_old_names_stay_under_old_names() {
    let sets = "(declare-const s (Set Int)) (declare-fun p ((Set Int)) Bool)";
    assert_eq!(full(sets, "(union s s)"), ["(intersection s s)", "(setminus s s)"]);
    assert_eq!(full(sets, "(set.union s s)"), ["(set.inter s s)", "(set.minus s s)"]);
}

#[test]
fn names_of_the_script_are_not_operators() {
    let source = "(declare-fun abs (Int) Int) (declare-const x Int) (declare-fun p (Int) Bool)";
    assert_eq!(full(source, "(- x)"), [""; 0]);
    assert_eq!(full(INTS, "x"), [""; 0]);
}

#[test]
fn quantifiers_are_mutated_and_patterns_are_not() {
    let source = "(declare-fun f (Int) Int)
                  (assert (forall ((x Int)) (! (= (f (+ x 1)) x) :pattern ((f (+ x 1))))))
                  (check-sat)";
    let all = assertions(OpFuzz::default(), source);
    assert!(all.contains("(exists ((x Int)) (! (= (f (+ x 1)) x) :pattern ((f (+ x 1)))))"), "{all:?}");
    assert!(all.iter().all(|text| text.contains(":pattern ((f (+ x 1)))")));
    // Two quantifiers, six comparisons, five ways to compute.
    assert_eq!(all.len(), 2 * 6 * 5 - 1);
}

#[test]
fn definitions_lets_and_assumptions_are_mutated() {
    let source = "(define-fun-rec f ((n Int)) Int (ite (< n 1) 1 (f (- n 1))))
                  (declare-const b Bool)
                  (assert (let ((y (f (f 70000000)))) (and (or b (> y y)) (= y y))))
                  (check-sat-assuming ((not b)))";
    let cases = mutants(OpFuzz::default(), source);
    let has = |part: &str| cases.iter().any(|case| case.text.contains(part));
    assert!(has("(ite (>= n 1) 1 (f (- n 1)))") && has("(f (mod n 1))"));
    assert!(has("(let ((?1 (f (f 70000000)))) (=> (or b (> ?1 ?1)) (= ?1 ?1)))"));
    for case in &cases {
        assert!(case.incremental);
        let [check] = &case.checks[..] else { panic!("one check") };
        assert_eq!(&case.text[check.place.clone()], "(check-sat-assuming ((not b)))");
    }
}

#[test]
fn places_of_checks_move_with_the_text() {
    let source = "(declare-const x Int) (assert (distinct x 1)) (check-sat) (push 1) \
                  (declare-const b Bool) (check-sat-assuming ((and b (< x 3)))) (pop 1) (check-sat)";
    let cases = mutants(OpFuzz::default(), source);
    assert!(cases.len() > 100);
    for case in cases {
        let shown: Vec<&str> = case.checks.iter().map(|check| &case.text[check.place.clone()]).collect();
        assert_eq!((shown.len(), shown[0], shown[2]), (3, "(check-sat)", "(check-sat)"), "{}", case.text);
        assert!(shown[1].starts_with("(check-sat-assuming ((") && shown[1].ends_with(" 3))))"), "{shown:?}");
    }
}

#[test]
fn the_logic_follows() {
    let source =
        "(set-logic QF_LIA) (declare-const x Int) (declare-const y Int) (assert (< (+ x y) 3)) (check-sat)";
    let with = |logic| mutants(OpFuzz { logic, ..OpFuzz::default() }, source);
    let widened = with(LogicPolicy::Widen);
    assert_eq!(widened.len(), 6 * 5 - 1);
    for case in &widened {
        let nonlinear = ["(* x y)", "(div x y)", "(mod x y)"].iter().any(|part| case.text.contains(part));
        let logic = if nonlinear { "(set-logic QF_NIA)" } else { "(set-logic QF_LIA)" };
        assert!(case.text.starts_with(logic), "{}", case.text);
    }
    let kept = with(LogicPolicy::Keep);
    assert_eq!(kept.len(), 6 * 2 - 1);
    assert!(kept.iter().all(|case| case.text.starts_with("(set-logic QF_LIA)")));
    let all = with(LogicPolicy::All);
    assert_eq!(all.len(), 6 * 5 - 1);
    assert!(all.iter().all(|case| case.text.starts_with("(set-logic ALL)")));
}

#[test]
fn a_factor_that_is_no_number_any_more_is_not_linear() {
    let source = "(set-logic QF_LIA) (declare-const x Int) (assert (= x (* (- 3) x))) (check-sat)";
    for case in mutants(OpFuzz::default(), source) {
        if case.text.contains("(* (abs 3) x)") {
            assert!(case.text.starts_with("(set-logic QF_NIA)"), "{}", case.text);
        }
    }
    let keep = OpFuzz { logic: LogicPolicy::Keep, ..OpFuzz::default() };
    assert!(mutants(keep, source).iter().all(|case| case.text.contains("(- 3)")));
}

#[test]
fn division_by_zero_is_not_linear() {
    let source = "(set-logic QF_LIA) (declare-const x Int) (assert (= (+ x 0) (+ x 2))) (check-sat)";
    for case in mutants(OpFuzz::default(), source) {
        let by_zero = case.text.contains("(div x 0)") || case.text.contains("(mod x 0)");
        assert_eq!(case.text.starts_with("(set-logic QF_NIA)"), by_zero, "{}", case.text);
    }
}

/// Figure 4 of the paper: its mutants appear, and of its operators the right ones replace which.
#[test]
fn figure_4() {
    let seed = "(declare-fun a () Real) (assert (> (/ (* 2 a) a) (* a a) 1)) (check-sat)";
    let expected = [
        "(declare-fun a () Real) (assert (= (/ (* 2 a) a) (* a a) 1)) (check-sat)",
        "(declare-fun a () Real) (assert (= (/ (* 2 a) a) (/ a a) 1)) (check-sat)",
    ];
    for profile in [Profile::Full, Profile::Paper] {
        let texts: BTreeSet<String> = mutants(OpFuzz { profile, ..OpFuzz::default() }, seed)
            .into_iter()
            .map(|case| case.text)
            .collect();
        for mutant in expected {
            let printed = print_script(&script(mutant), PrintOptions::shared()).expect("small");
            assert!(texts.contains(&printed), "{printed}");
        }
        // Six comparisons, and four ways to compute at three places.
        assert_eq!(texts.len(), 6 * 4 * 4 * 4 - 1);
    }
}

#[test]
fn the_profile_of_the_paper_is_figure_5() {
    let paper = |declarations: &str, term: &str| {
        replacements(OpFuzz { profile: Profile::Paper, ..OpFuzz::default() }, declarations, term)
    };
    assert_eq!(paper(INTS, "(+ x y)"), ["(* x y)", "(- x y)"]);
    assert_eq!(paper(INTS, "(mod x y)"), ["(div x y)"]);
    assert_eq!(paper(INTS, "(div x y)"), [""; 0]);
    assert_eq!(paper(INTS, "(- x)"), [""; 0]);
    assert_eq!(paper(BITS, "(bvadd x y)"), [""; 0]);
    let ints = INTS.replace("p (Int)", "p (Bool)");
    assert_eq!(paper(&ints, "(= x y)"), ["(distinct x y)"]);
    assert_eq!(paper(&ints, "(< x y)"), ["(<= x y)", "(= x y)", "(> x y)", "(>= x y)", "(distinct x y)"]);
}

#[test]
fn a_seed_without_operators_or_checks_gives_nothing() {
    for source in ["(declare-const b Bool) (assert b) (check-sat)", "(assert true)", "(check-sat)", ""] {
        assert!(mutants(OpFuzz::default(), source).is_empty(), "{source}");
    }
}

#[test]
fn a_sequence_ends_when_all_is_found() {
    let source = "(declare-const x Int) (assert (< x 1)) (assert (< x 2)) (assert (< x 3)) (check-sat)";
    assert_eq!(mutants(OpFuzz::default(), source).len(), 6 * 6 * 6 - 1);
    // One replacement from the seed, and no more.
    assert_eq!(mutants(OpFuzz { rounds: 1, ..OpFuzz::default() }, source).len(), 3 * 5);
}
