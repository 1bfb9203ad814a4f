use quis_semantics::{DEFAULT_STEPS, Evaluator, Model, Real, Value, checks, goals};
use quis_smtlib::{Command, Function, Mode, Term, parse, read_model};

use super::*;
use crate::case::{TestCase, Truth};

fn strings() -> &'static Rules {
    Rules::of("strings").unwrap()
}

fn found(name: &str) -> TestCase {
    formulas(strings()).find(|formula| formula.name == name).unwrap_or_else(|| panic!("no {name}")).case
}

fn optimum(case: &TestCase) -> Vec<String> {
    case.checks[0].optimum.iter().map(ToString::to_string).collect()
}

/// Tries all assignments of a few values, those of the witness among them: what the cheapest of those pays under which all hard assertions
/// hold, for each goal, and how many these are.
fn cheapest(case: &TestCase) -> (Vec<Real>, usize) {
    let mut script = parse(&case.text, Mode::Standard).into_result().unwrap();
    let check = checks(&script).remove(0);
    let goals = goals(&script, check.command).unwrap();
    let constants: Vec<Function> = script
        .commands
        .iter()
        .filter_map(|command| match command {
            Command::DeclareConst(function) => Some(*function),
            _ => None,
        })
        .collect();
    let Truth::Sat { witness: Some(witness) } = &case.checks[0].truth else { panic!("a witness is missing") };
    let own = read_model(&mut script, check.command, witness);
    let pool = r#"((define-fun quis!0 () String "") (define-fun quis!1 () String "a") (define-fun quis!2 () String "b0")
        (define-fun quis!3 () Int (- 1)) (define-fun quis!4 () Int 0) (define-fun quis!5 () Int 1)
        (define-fun quis!6 () Bool false) (define-fun quis!7 () Bool true))"#;
    let pool = read_model(&mut script, check.command, pool);
    let store = &script.store;
    let mut model = Model::from_answer(store, &own);
    let choices: Vec<Vec<Value>> = constants
        .iter()
        .map(|&constant| {
            let sort = store.function(constant).result;
            let own =
                own.definitions.iter().find(|definition| definition.function == Some(constant)).unwrap();
            let others = pool.definitions.iter().filter(|definition| definition.result == sort);
            let terms: Vec<Term> =
                std::iter::once(own).chain(others).map(|definition| definition.body).collect();
            terms.into_iter().map(|term| Evaluator::new(store, &mut model).evaluate(term).unwrap()).collect()
        })
        .collect();
    let (mut best, mut tried): (Option<Vec<Real>>, usize) = (None, 0);
    let mut places = vec![0; choices.len()];
    loop {
        for ((constant, choice), &at) in constants.iter().zip(&choices).zip(&places) {
            model.set_value(*constant, choice[at].clone());
        }
        let mut evaluator = Evaluator::new(store, &mut model);
        if check.assertions.iter().all(|&term| evaluator.evaluate(term) == Ok(Value::Bool(true))) {
            tried += 1;
            let pays: Vec<Real> = goals
                .iter()
                .map(|goal| goal.penalty(store, &mut model, DEFAULT_STEPS).unwrap().least)
                .collect();
            // The best for each goal by itself.
            best = Some(match best {
                None => pays,
                Some(best) => best.into_iter().zip(pays).map(|(one, other)| one.min(other)).collect(),
            });
        }
        let Some(place) = (0..places.len()).rev().find(|&place| places[place] + 1 < choices[place].len())
        else {
            return (best.unwrap(), tried);
        };
        places[place] += 1;
        places[place + 1..].fill(0);
    }
}

#[test]
fn no_assignment_is_better_than_the_optimum() {
    let mut models = 0;
    // Every shape is among them: their number and this one have no common divisor.
    for formula in formulas(strings()).step_by(11) {
        let case = &formula.case;
        if !matches!(case.checks[0].truth, Truth::Sat { .. }) {
            assert!(case.checks[0].optimum.is_empty());
            continue;
        }
        let (best, tried) = cheapest(case);
        let said: Vec<Real> = case.checks[0].optimum.iter().map(|optimum| optimum.penalty.clone()).collect();
        assert_eq!(best, said, "{}\n{}", formula.name, case.text);
        models += tried;
    }
    assert!(models > 1000, "{models}");
}

#[test]
fn the_shapes_of_the_dissertation() {
    // Figure 3.16.
    let fit = found("fit/simple-replace-1");
    for part in [
        "(assert (= (str.replace s t u) res))",
        "(assert-soft (= s \"a\") :weight 2 :id goal)",
        "(assert-soft (= res ",
    ] {
        assert!(fit.text.contains(part), "{}", fit.text);
    }
    assert_eq!(optimum(&fit), ["goal 0"]);
    // Figure 3.17.
    let larger = |formula: &Formula| formula.name.starts_with("unsat/cores-E1-");
    let unsat = formulas(strings()).find(larger).unwrap().case;
    assert!(unsat.text.contains(":named a2") && unsat.text.contains("(assert-soft (= s "), "{}", unsat.text);
    assert!(matches!(&unsat.checks[0].truth, Truth::Unsat { core: Some(core) } if core.len() == 3));
}

#[test]
fn optima_add_up() {
    assert_eq!(optimum(&found("rival/simple-length-0")), ["goal 6"]);
    assert_eq!(optimum(&found("reward/simple-length-0")), ["goal -5"]);
    assert_eq!(optimum(&found("goals/simple-length-0")), ["first 1", "second 1"]);
    assert_eq!(optimum(&found("plain/simple-length-0")), ["2"]);
    assert_eq!(optimum(&found("trivial/simple-length-0")), ["goal 4"]);
    let plain = found("plain/simple-length-0").text;
    assert!(plain.contains("(assert-soft (= s \"\") :weight 2)\n(assert-soft (= s \"a\"))\n"), "{plain}");
    assert!(!found("soft/simple-length-0").text.contains("(assert "));
}

/// `QF_ABV` has arrays of bit-vectors only, and Z3 minds.
#[test]
fn arrays_of_truth_values_are_not_of_bit_vectors() {
    let arrays = Rules::of("arrays").unwrap();
    let texts: Vec<String> = formulas(arrays).map(|formula| formula.case.text.to_string()).collect();
    assert!(texts.iter().any(|text| text.contains("(Array Bool")));
    for text in texts {
        assert!(!text.contains("(set-logic QF_ABV)") || !text.contains("(Array Bool"), "{text}");
    }
}
