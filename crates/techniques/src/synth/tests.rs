use rustc_hash::FxHashSet;

use super::rules::{Rules, Source};
use super::*;
use crate::case::Truth;
use crate::confirm::confirm;
use crate::{Material, Needs};

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
    let all = crate::technique("synth", "theory=strings step=cores").unwrap();
    let labels: Vec<_> =
        all.cases(Material::of(&empty), stream.clone()).map(|case| case.label.unwrap().to_string()).collect();
    let different: FxHashSet<&String> = labels.iter().collect();
    assert_eq!(different.len(), labels.len());
    assert!(labels.len() > 247 && labels[0].starts_with("cores/E1-"), "{}", labels[0]);
    assert!(labels.last().unwrap().starts_with("cores-patterns/"));
    // What was passed over is not there, also when the end is known, and in whatever order they are asked for.
    let nth = |n: usize| {
        all.cases(Material::of(&empty), stream.clone()).nth(n).map(|case| case.label.unwrap().to_string())
    };
    for place in [100, 30, 31, 200, 0] {
        assert_eq!(nth(place).as_ref(), labels.get(place));
    }
    assert_eq!(nth(labels.len()), None);
    assert!(all.ends() && all.needs() == Needs::Nothing);
    let error = crate::technique("synth", "theory=nonsense").err().unwrap().to_string();
    assert!(
        error.starts_with("`nonsense` is no value of `theory`; expected strings, regex, bitvectors, "),
        "{error}"
    );
    assert!(error.ends_with(", several with `+` between them, all or seed"), "{error}");
    assert!(crate::technique("synth", "theory=strings+nonsense").is_err());
}

#[test]
fn walks_follow_when_the_list_is_at_its_end() {
    let (empty, stream) = (quis_smtlib::Script::default(), crate::Stream::new(1));
    let endless = crate::technique("synth", "theory=strings patterns=no").unwrap();
    assert!(!endless.ends() && endless.needs() == Needs::Nothing);
    let walks = crate::technique("synth", "theory=strings step=walks").unwrap();
    assert!(walks.starts_anywhere());
    let total = Step::listed().map(|step| formulas(strings(), step, false, 1).count()).sum::<usize>();
    let first = endless.cases(Material::of(&empty), stream.clone()).nth(total).unwrap();
    assert_eq!(first.label.as_deref(), Some("walks/walk-000000"));
    assert_eq!(walks.cases(Material::of(&empty), stream.clone()).next().unwrap(), first);
    // The end is known now.
    let later = endless.cases(Material::of(&empty), stream.clone()).nth(total + 7).unwrap();
    assert_eq!(walks.cases(Material::of(&empty), stream).nth(7).unwrap(), later);
}

#[test]
fn walks_are_true_in_all_theories() {
    let (empty, stream) = (quis_smtlib::Script::default(), crate::Stream::new(2));
    let walks = crate::technique("synth", "theory=all step=walks").unwrap();
    let mut theories = FxHashSet::default();
    let (mut sat, mut unsat, mut cores) = (0, 0, 0);
    for case in walks.cases(Material::of(&empty), stream).take(600) {
        match &case.checks[0].truth {
            Truth::Sat { .. } => {
                confirm(&case).unwrap_or_else(|doubt| panic!("{doubt}\n{}", case.text));
                sat += 1;
            }
            Truth::Unsat { core } => {
                unsat += 1;
                cores += usize::from(core.is_some());
                assert!(case.text.contains("(assert (! (not "), "{}", case.text);
                let parsed = quis_smtlib::parse(&case.text, quis_smtlib::Mode::Standard);
                assert!(parsed.is_ok(), "{}", case.text);
            }
            Truth::Open => panic!("a walk knows where it ends: {}", case.text),
        }
        theories.insert(case.label.unwrap().split('/').next().unwrap().to_owned());
    }
    assert_eq!(theories.len(), Rules::theories().count());
    assert!(sat > 200 && unsat > 100 && cores > 20, "{sat} {unsat} {cores}");
}

#[test]
fn seeds_may_say_rules() {
    let parse = |text: &str| quis_smtlib::parse(text, quis_smtlib::Mode::Standard).into_result().unwrap();
    let good = parse(
        "(set-info :rules operations)
         (define-fun twice ((n Int)) Int (+ n n))
         (set-info :rules constants)
         (define-const three Int 3)
         (set-info :rules representatives)
         (define-const few Int 3)
         (set-info :rules equivalences)
         (define-fun double ((n Int) (res Int)) Bool (= (= (+ n n) res) (= (* 2 n) res)))",
    );
    let synth = crate::technique("synth", "theory=seed step=all").unwrap();
    assert!(synth.needs() == Needs::One && synth.ends() && synth.applies(&good));
    let objection = |script: &quis_smtlib::Script| {
        let text = quis_smtlib::print_script(script, quis_smtlib::PrintOptions::plain()).unwrap();
        synth.objection(script, "mine.smt2", &text)
    };
    assert_eq!(objection(&good), None);
    let labels: Vec<_> = synth
        .cases(Material::of(&good), crate::Stream::new(1))
        .map(|case| case.label.unwrap().to_string())
        .collect();
    assert!(labels.iter().any(|label| label == "equivalences/double"), "{labels:?}");
    assert!(labels.iter().any(|label| label.starts_with("constants/twice-")), "{labels:?}");
    let wrong = parse(
        "(set-info :rules equivalences)
         (define-fun half ((n Int) (res Int)) Bool (= (= (+ n n) res) (= (* 3 n) res)))",
    );
    let why = objection(&wrong).unwrap();
    assert!(why.starts_with("mine.smt2:2:2: rule `half` does not hold for n = "), "{why}");
    assert_eq!(synth.cases(Material::of(&wrong), crate::Stream::new(1)).count(), 0);
    assert!(!synth.applies(&parse("(declare-const x Int) (assert (> x 1))")));
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

fn regex() -> &'static Rules {
    Rules::of("regex").unwrap()
}

#[test]
fn languages_are_never_free() {
    let steps = [
        Step::Simple,
        Step::Constants,
        Step::Terms,
        Step::Contradictions,
        Step::Equivalences,
        Step::Cores,
        Step::Redundancy,
    ];
    let counts: Vec<usize> = steps.iter().map(|&step| count(regex(), step)).collect();
    assert_eq!(counts, [25, 6927, 3091, 4071, 73, 765, 252]);
    for step in Step::listed() {
        for formula in formulas(regex(), step, false, 1) {
            assert!(!formula.case.text.contains(" RegLan)"), "{}", formula.case.text);
        }
    }
    let has =
        |step, said: &str| formulas(regex(), step, false, 1).any(|formula| formula.case.text.contains(said));
    // Figures 3.14 and 3.15.
    assert!(has(Step::Constants, "(assert (= (re.range \"b\" \"a\") re.none))"));
    assert!(has(Step::Constants, "(assert (= (str.in_re \"\" ((_ re.loop 189 0) (str.to_re \"\"))) false))"));
    let unsat = "(assert (! (= (str.in_re \"\" ((_ re.loop 189 0) (str.to_re \"\"))) true) :named a0))";
    assert!(has(Step::Contradictions, unsat));
    // Bounds of ranges are literals.
    assert!(!has(Step::Terms, "(re.range re-letter"));
    assert!(has(Step::Terms, "(str.to_re re-letter"));
}

#[test]
fn functions_stand_for_operations() {
    let counts: Vec<usize> = [strings(), regex()].iter().map(|rules| count(rules, Step::Functions)).collect();
    assert_eq!(counts, [1223, 450]);
    let found = |name: &str| {
        formulas(strings(), Step::Functions, false, 1).find(|formula| formula.name == name).unwrap().case
    };
    let nested = found("nested-at+length-0");
    assert!(nested.text.contains("(assert (= (g (f s off)) (str.len (str.at s off))))"), "{}", nested.text);
    let Truth::Sat { witness: Some(witness) } = &nested.checks[0].truth else { panic!("it is satisfiable") };
    assert!(witness.contains("(define-fun f ((s String) (off Int)) String (str.at s off))"), "{witness}");
    let congruence = found("congruence-at-0-EV1");
    for part in [
        "(assert (! (not (= (f x0 x1) (f y0 y1))) :named a0))",
        "(assert (! (= x0_fresh y0) :named a1))",
        "(assert (! (and (= (str.at x0 0) x0_fresh) (= (str.len x0) 1)) :named a2))",
        "(assert (! (= x1 y1) :named a3))",
    ] {
        assert!(congruence.text.contains(part), "{}", congruence.text);
    }
    assert_eq!(congruence.checks[0].truth, unsat_core(4));
    let chain = found("chain-at+length-0");
    assert!(chain.text.contains("(not (= (g (f x0 x1)) (g (f y0 y1))))"), "{}", chain.text);
    assert_eq!(chain.checks[0].truth, unsat_core(2));
    assert!(found("cycle-U").text.contains("(declare-sort U 0)"));
}

/// Rules over sorts of few values.
fn finite() -> Rules {
    let text = "(set-info :rules operations)
        (define-fun add ((a (_ BitVec 2)) (b (_ BitVec 2))) (_ BitVec 2) (bvadd a b))
        (define-fun both ((a (_ BitVec 2)) (b (_ BitVec 2))) (_ BitVec 2) (bvand a b))
        (define-fun negated ((a (_ BitVec 2))) (_ BitVec 2) (bvneg a))
        (define-fun less ((a (_ BitVec 2)) (b (_ BitVec 2))) Bool (bvult a b))
        (define-fun at ((a (Array Bool Bool)) (i Bool)) Bool (select a i))
        (set-info :rules constants)
        (define-const one (_ BitVec 2) #b01)
        (define-const zero (_ BitVec 2) #b00)
        (define-const yes Bool true)
        (define-const full (Array Bool Bool) ((as const (Array Bool Bool)) true))";
    Rules::read(&[Source { name: "finite".to_owned(), text: text.to_owned() }]).unwrap()
}

#[test]
fn quantifiers_range_over_few_values() {
    let rules = finite();
    count(&rules, Step::Functions);
    let total = count(&rules, Step::Quantified);
    let all: Vec<Formula> = formulas(&rules, Step::Quantified, false, 1).collect();
    let is_sat = |formula: &&Formula| matches!(formula.case.checks[0].truth, Truth::Sat { .. });
    let sat = all.iter().filter(is_sat).count();
    assert_eq!((total, sat, count(strings(), Step::Quantified)), (230, 108, 10));
    let truth_of = |said: &str| {
        let found = all.iter().find(|formula| formula.case.text.contains(said));
        found.unwrap_or_else(|| panic!("there is no {said}")).case.checks[0].truth.clone()
    };
    let sat = |truth: Truth| matches!(truth, Truth::Sat { .. });
    let all_but_one = truth_of("(forall ((x (_ BitVec 2))) (or (= x #b00) (= x #b01) (= x #b10)))");
    assert_eq!(all_but_one, unsat_core(1));
    assert_eq!(truth_of("(forall ((x (_ BitVec 2))) (= (bvadd x #b01) x))"), unsat_core(1));
    assert!(sat(truth_of("(exists ((x (_ BitVec 2))) (forall ((y (_ BitVec 2))) (= (bvadd x y) y)))")));
    assert!(sat(truth_of("(exists ((x (Array Bool Bool))) (forall ((y Bool)) (= (select x y) y)))")));
    // A free constant has a value for which it is so, or there is none.
    let Truth::Sat { witness: Some(witness) } = truth_of("(forall ((x (_ BitVec 2))) (= (bvadd x z) x))")
    else {
        panic!("it is satisfiable")
    };
    assert!(witness.contains("(define-fun z () (_ BitVec 2) #b00)"), "{witness}");
    assert_eq!(truth_of("(forall ((x (_ BitVec 2))) (= (bvadd x z) (bvand x #b01)))"), unsat_core(1));
}

/// Whether all assertions of a case but one hold for some values of its constants, for each that is said to be in the core: then every
/// core has all of these. `None` if there are too many constants to try, or quantifiers.
fn all_are_needed(case: &crate::TestCase) -> Option<bool> {
    use quis_semantics::{Evaluator, Model, Value};
    use quis_smtlib::{Command, Sort, TermKind};
    let script = quis_smtlib::parse(&case.text, quis_smtlib::Mode::Standard).into_result().unwrap();
    let Truth::Unsat { core: Some(core) } = &case.checks[0].truth else { panic!("it is not unsatisfiable") };
    let string = |text: &str| Value::string(text.chars().map(u32::from).collect::<Vec<_>>());
    let strings: Vec<Value> = ["", "a", "b", "0", "ab", "bb", "ba", "z"].map(string).to_vec();
    let ints: Vec<Value> = [-1, 0, 1, 97, 98, 196_608].map(|int: i64| Value::Int(int.into())).to_vec();
    let bools = vec![Value::Bool(false), Value::Bool(true)];
    let (mut constants, mut assertions) = (Vec::new(), Vec::new());
    for command in &script.commands {
        match command {
            Command::DeclareConst(constant) => {
                let domain = match script.store.function(*constant).result {
                    Sort::BOOL => &bools,
                    Sort::INT => &ints,
                    _ => &strings,
                };
                constants.push((*constant, domain));
            }
            Command::Assert(term) => assertions.push(*term),
            _ => {}
        }
    }
    let has_binder = script.store.terms().any(|term| matches!(script.store.kind(term), TermKind::Binder(..)));
    if constants.len() > 4 || has_binder {
        return None;
    }
    let total: usize = constants.iter().map(|(_, domain)| domain.len()).product();
    // Those without which the others hold, as far as was seen.
    let mut needed = vec![false; core.len()];
    for number in 0..total {
        let mut model = Model::new();
        let mut rest = number;
        for (constant, domain) in &constants {
            model.set_value(*constant, domain[rest % domain.len()].clone());
            rest /= domain.len();
        }
        let mut fails = Vec::new();
        for (at, &assertion) in assertions.iter().enumerate() {
            let value = Evaluator::new(&script.store, &mut model).evaluate(assertion);
            if value != Ok(Value::Bool(true)) {
                fails.push(at);
            }
            if fails.len() > 1 {
                break;
            }
        }
        assert!(!fails.is_empty(), "it is satisfiable: {}", case.text);
        if let &[only] = fails.as_slice()
            && only < core.len()
        {
            needed[only] = true;
        }
        if needed.iter().all(|needed| *needed) {
            return Some(true);
        }
    }
    Some(false)
}

#[test]
fn every_assertion_of_a_core_is_needed() {
    let steps = [Step::Equivalences, Step::Cores, Step::Redundancy];
    let all = steps.into_iter().flat_map(|step| formulas(regex(), step, false, 1));
    let (mut tried, mut wrong) = (0, Vec::new());
    for formula in all {
        let needed = all_are_needed(&formula.case);
        tried += usize::from(needed.is_some());
        if needed == Some(false) {
            wrong.push(formula.name);
        }
    }
    assert!(wrong.is_empty(), "{wrong:?}");
    assert!(tried > 600, "{tried}");
}

#[test]
fn functions_and_quantifiers_come_in_all_theories() {
    for theory in Rules::theories() {
        let rules = Rules::of(theory).unwrap();
        let counts = [count(rules, Step::Functions), count(rules, Step::Quantified)];
        assert!(counts[0] > 0, "{theory}");
    }
}

#[test]
fn soft_assertions_are_added_in_all_shapes() {
    assert_eq!(count(strings(), Step::MaxSmt), 1604);
}
