//! Tests of the theories: what their rules make, and how they meet.

use quis_smtlib::{Mode, PrintOptions, parse, print_term};
use rustc_hash::FxHashSet;

use super::rules::Rules;
use super::{Step, formulas};
use crate::case::Truth;
use crate::confirm::confirm;

/// All formulas are made; every so many of them are read back, and their witnesses evaluated.
const EVERY: usize = 11;

/// How many formulas each step makes. Names are different, witnesses hold, texts can be read, and what is said of cores is of assertions
/// that are there.
fn counts(theory: &str) -> Vec<usize> {
    let rules = Rules::of(theory).unwrap();
    let count = |step: Step| {
        let mut names = FxHashSet::default();
        for (number, formula) in formulas(rules, step, false, 1).enumerate() {
            assert_eq!(formula.step, step);
            let case = &formula.case;
            match &case.checks[0].truth {
                Truth::Sat { witness: Some(_) } if number % EVERY == 0 => {
                    confirm(case).unwrap_or_else(|doubt| panic!("{}: {doubt}\n{}", formula.name, case.text));
                }
                Truth::Sat { witness: Some(_) } => {}
                Truth::Unsat { core: Some(core) } => {
                    for name in core {
                        assert!(case.text.contains(&format!(":named {name})")), "{}", case.text);
                    }
                    if number % EVERY == 0 {
                        let parsed = parse(&case.text, Mode::Standard);
                        assert!(parsed.into_result().is_ok(), "{}", case.text);
                    }
                }
                // Some soft assertions stand beside hard ones without names.
                Truth::Unsat { core: None } if step == Step::MaxSmt => {}
                truth => panic!("{}: {truth:?}", formula.name),
            }
            assert!(names.insert(formula.name.clone()), "twice: {}", formula.name);
        }
        names.len()
    };
    Step::listed().map(count).collect()
}

/// A row of the page's table.
fn row(theory: &str) -> String {
    let grouped = |count: &usize| match count / 1000 {
        0 => count.to_string(),
        thousands => format!("{thousands},{:03}", count % 1000),
    };
    let cells: Vec<String> = counts(theory).iter().map(grouped).collect();
    format!("| `{theory}` | {} |", cells.join(" | "))
}

macro_rules! theories_are_on_the_page {
    ($($theory:ident)*) => {
        $(#[test]
        fn $theory() {
            let page = include_str!("../../../../docs/synth.md");
            let row = row(stringify!($theory));
            assert!(page.lines().any(|line| line == row), "{row}");
        })*

        #[test]
        fn no_theory_is_forgotten() {
            let tested = [$(stringify!($theory)),*];
            assert!(Rules::theories().eq(tested));
        }
    };
}

theories_are_on_the_page!(strings regex bitvectors arrays ints reals floats datatypes sequences combined);

fn makes(rules: &Rules, step: Step, said: &str) -> bool {
    formulas(rules, step, false, 1).any(|formula| formula.case.text.contains(said))
}

#[test]
fn a_constant_that_is_not_the_value() {
    // Figure 3.11.
    let said = "(assert (! (= (store ((as const (Array Bool Bool)) true) false false) ((as const (Array Bool Bool)) false)) :named a0))";
    let rules = Rules::of("arrays").unwrap();
    let formula =
        formulas(rules, Step::Contradictions, false, 1).find(|formula| formula.case.text.contains(said));
    let case = formula.unwrap().case;
    assert_eq!(case.checks[0].truth, Truth::Unsat { core: Some(vec!["a0".to_owned()]) });
    assert!(!case.text.contains("declare-const"), "{}", case.text);
}

#[test]
fn a_term_that_has_another_value() {
    // Figure 3.12.
    let said = r#"(= (store ((as const (Array (_ BitVec 4) String)) "a") #x0 "") (store ((as const (Array (_ BitVec 4) String)) "") #x2 "a"))"#;
    assert!(makes(Rules::of("arrays").unwrap(), Step::Hybrid, said));
}

#[test]
fn theories_meet_in_their_sorts() {
    // Figure 3.13.
    let said = "(= (select (store array-all-flags bv-middle array-false) (bvnot bv-middle)) (str.contains empty empty))";
    let joined = Rules::joined(&["strings", "bitvectors", "arrays"]).unwrap();
    assert!(makes(&joined, Step::Terms, said));
    let said = "(= (select (store mix-all-flags mix-first mix-false) (bvnot mix-first)) (str.contains mix-empty mix-empty))";
    assert!(makes(Rules::of("combined").unwrap(), Step::Terms, said));
}

#[test]
fn joined_rules_have_each_constant_once() {
    let all: Vec<&str> = Rules::theories().collect();
    let joined = Rules::joined(&all).unwrap();
    let of_all: usize = all.iter().map(|theory| Rules::of(theory).unwrap().operations.len()).sum();
    assert!(joined.operations.len() < of_all && joined.operations.len() > of_all - 20, "{of_all}");
    let zeros = joined.constants.iter().filter(|constant| {
        print_term(&joined.store, constant.term, PrintOptions::plain()).as_deref() == Ok("0")
    });
    assert_eq!(zeros.count(), 1);
    let mut sorts: Vec<_> = joined.representatives.iter().map(|one| one.sort).collect();
    let count = sorts.len();
    sorts.sort_unstable();
    sorts.dedup();
    assert_eq!(sorts.len(), count);
    // One theory, named twice, is what it is alone.
    let (once, twice) = (Rules::of("arrays").unwrap(), Rules::joined(&["arrays", "arrays"]).unwrap());
    assert_eq!(once.representatives, twice.representatives);
    assert!(Rules::joined(&["arrays", "nonsense"]).is_none());
}

// What division by zero gives is open: other divisors are taken.
#[test]
fn open_points_are_left_out() {
    let rules = Rules::of("ints").unwrap();
    assert!(formulas(rules, Step::Simple, false, 1).any(|formula| formula.name == "int-div"));
    let of_zero = |formula: &super::Formula| {
        ["(div 0 0)", "(div 1 0)", "(mod 2 0)"].iter().any(|said| formula.case.text.contains(said))
    };
    assert!(!formulas(rules, Step::Contradictions, false, 1).any(|formula| of_zero(&formula)));
    assert!(makes(rules, Step::Contradictions, "(div 1 2)"));
    assert!(makes(rules, Step::Constants, "(= (div x 1) res)"));
}

// Some constants stay, others become variables.
#[test]
fn mixed_formulas_have_both() {
    let rules = Rules::of("strings").unwrap();
    for formula in formulas(rules, Step::Mixed, false, 1).step_by(50) {
        let (text, name) = (&formula.case.text, &formula.name);
        assert!(text.contains("(declare-const"), "{text}");
        let all = formulas(rules, Step::Terms, false, 1).find(|other| other.name == *name).unwrap();
        let variables = |text: &str| text.matches("(declare-const").count();
        assert!(variables(text) < variables(&all.case.text), "{text}");
    }
}

#[test]
fn arguments_of_the_hybrid_are_terms_at_depth_two() {
    let rules = Rules::of("datatypes").unwrap();
    let deep = formulas(rules, Step::Hybrid, false, 2).find(|formula| formula.name.contains("-2-")).unwrap();
    assert!(deep.case.text.contains(":named a0"), "{}", deep.case.text);
    assert_eq!(
        formulas(rules, Step::Hybrid, false, 1).filter(|formula| formula.name.contains("-2-")).count(),
        0
    );
}
