use rustc_hash::FxHashSet;

use super::rules::{Rules, Source};
use super::*;
use crate::case::Truth;
use crate::confirm::confirm;

fn strings() -> &'static Rules {
    Rules::of("strings").unwrap()
}

/// Makes all formulas of a step, confirms those that are satisfiable, and sees that each text and each name comes once; how many.
fn count(rules: &Rules, step: Step) -> usize {
    let mut texts = FxHashSet::default();
    let mut names = FxHashSet::default();
    for formula in formulas(rules, step, false, 1) {
        assert_eq!(formula.step, step);
        if matches!(formula.case.checks[0].truth, Truth::Sat { .. }) {
            confirm(&formula.case)
                .unwrap_or_else(|doubt| panic!("{}: {doubt}\n{}", formula.name, formula.case.text));
        }
        assert!(texts.insert(formula.case.text.clone()), "twice: {}", formula.case.text);
        assert!(names.insert(formula.name.clone()), "twice: {}", formula.name);
    }
    texts.len()
}

#[test]
fn every_operation_stands_alone() {
    assert_eq!(count(strings(), Step::Simple), 12);
}

// As many as in the dissertation's table 3.4.
#[test]
fn constants_are_assigned_in_all_ways() {
    assert_eq!(count(strings(), Step::Constants), 4714);
}

#[test]
fn the_technique_makes_all_and_ends() {
    let (empty, stream) = (quis_smtlib::Script::default(), crate::Stream::new(1));
    let all = crate::technique("synth", "step=cores").unwrap();
    let labels: Vec<_> =
        all.cases(&empty, &[], stream.clone()).map(|case| case.label.unwrap().to_string()).collect();
    let different: FxHashSet<&String> = labels.iter().collect();
    assert_eq!(different.len(), labels.len());
    assert!(labels.len() > 247 && labels[0].starts_with("cores/E1-"), "{}", labels[0]);
    assert!(labels.last().unwrap().starts_with("cores-patterns/"));
    // What was passed over is not there, also when the end is known.
    let nth =
        |n: usize| all.cases(&empty, &[], stream.clone()).nth(n).map(|case| case.label.unwrap().to_string());
    assert_eq!(nth(100).as_ref(), labels.get(100));
    assert_eq!(nth(labels.len()), None);
    assert!(all.ends() && !all.needs_seed());
    let error = crate::technique("synth", "theory=nonsense").err().unwrap().to_string();
    assert_eq!(error, "`nonsense` is no value of `theory`; expected strings");
}

#[test]
fn errors_in_rules_have_their_place() {
    let read = |text: &str| {
        let source = |name: &str, text: &str| Source { name: name.to_owned(), text: text.to_owned() };
        Rules::read(&[source("first.smt2", "(set-info :rules constants)\n"), source("mine.smt2", text)])
            .unwrap_err()
            .to_string()
    };
    assert_eq!(
        read("\n(define-const c Int x)"),
        "mine.smt2:2:21: unknown constant `x` (not declared here, and not an operator of a theory)"
    );
    assert_eq!(
        read("(define-fun c ((x Int)) Int x)"),
        "mine.smt2:1:2: rule `c`: a constant has no arguments"
    );
    assert!(
        read("(set-info :rules nonsense)")
            .starts_with("mine.smt2:1:11: rule `nonsense`: there are no rules of the kind")
    );
}

#[test]
fn terms_are_equated_with_terms_of_the_same_value() {
    assert_eq!(count(strings(), Step::Terms), 1440);
    // Figure 3.5.
    let said =
        "(= (str.at (str.at letter negative) (str.indexof letter letter negative)) (str.++ empty empty))";
    assert!(formulas(strings(), Step::Terms, false, 1).any(|formula| formula.case.text.contains(said)));
}

#[test]
fn every_rule_gives_a_contradiction() {
    assert_eq!(count(strings(), Step::Equivalences), 12);
}

#[test]
fn equalities_make_larger_cores() {
    assert_eq!(count(strings(), Step::Cores), 247);
    let larger =
        formulas(strings(), Step::Cores, false, 1).find(|formula| formula.name == "E3-res-EV1").unwrap();
    // Figure 3.6.
    for part in [
        "(assert (! (not (= (str.replace s t u) res)) :named a0))",
        "(= res_fresh (str.++ s1 u s3))",
        "(assert (! (and (= (str.at res 0) res_fresh) (= (str.len res) 1)) :named a2))",
    ] {
        assert!(larger.case.text.contains(part), "{}", larger.case.text);
    }
    let core = ["a0", "a1", "a2"].map(str::to_owned).to_vec();
    assert_eq!(larger.case.checks[0].truth, Truth::Unsat { core: Some(core) });
}

#[test]
fn redundant_clauses_leave_the_core_as_it_is() {
    assert_eq!(count(strings(), Step::Redundancy), 298);
    let found = |name: &str, patterns| {
        formulas(strings(), Step::Redundancy, patterns, 1).find(|formula| formula.name == name).unwrap().case
    };
    // Figure 3.7.
    let quantified = found("E10-all-t2-EV7", true);
    let said = "(forall ((t1 String) (t2 String) (t2_fresh String)) (! (=> (and (= (str.substr t2 0 (str.len t2)) t2_fresh) \
                (= t (str.++ t1 t2_fresh))) (not (= t1 s))) :pattern ((str.++ t1 t2_fresh) (str.substr t2 0 (str.len t2)))))";
    assert!(quantified.text.contains(said), "{}", quantified.text);
    assert!(!found("E10-all-t2-EV7", false).text.contains(":pattern"));
    let core = ["a0", "a1"].map(str::to_owned).to_vec();
    assert_eq!(quantified.checks[0].truth, Truth::Unsat { core: Some(core) });
    // A part below a quantifier is said of a constant of the same name.
    let part = found("E10-part0-EV4", false);
    assert!(part.text.contains("(declare-const t1 String)\n(declare-const t2 String)"), "{}", part.text);
}

#[test]
fn soft_assertions_are_added_in_all_shapes() {
    assert_eq!(count(strings(), Step::MaxSmt), 1604);
}
