//! Any script under any model, a line `%%` between them, is evaluated: each value prints, and reads back as itself.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quis_semantics::{Check, Evaluator, Model, Point, Reason, Value, checks};
use quis_smtlib::{Command, Mode, Script, Term, parse, read_model};

/// Enough for small inputs, and soon spent by hostile ones.
const STEPS: u64 = 1 << 16;

/// Longer values are not read again.
const MAX_TEXT: usize = 1 << 12;

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    let (source, model) = text.split_once("\n%%\n").unwrap_or((&text, ""));
    let mut script = parse(source, Mode::Standard).script;
    let mut checks = checks(&script);
    if checks.is_empty() {
        let asserted = script.commands.iter().filter_map(|command| match command {
            Command::Assert(term) => Some(*term),
            _ => None,
        });
        checks.push(Check { command: usize::MAX, assertions: asserted.collect() });
    }
    for check in checks.iter().take(4) {
        let answer = read_model(&mut script, check.command, model);
        let mut model = Model::from_answer(&script.store, &answer);
        evaluate(&script, &check.assertions, &mut model);
    }
});

fn evaluate(script: &Script, assertions: &[Term], model: &mut Model) {
    let store = &script.store;
    let mut terms = assertions.to_vec();
    for command in &script.commands {
        if let Command::GetValue(values) = command {
            terms.extend_from_slice(values);
        }
    }
    let mut few = model.clone();
    let mut evaluator = Evaluator::new(store, model).with_steps(STEPS);
    for &term in terms.iter().take(64) {
        let slot = evaluator.evaluate(term);
        match &slot {
            Ok(value) => {
                let text = evaluator.model().values.text(store, store.sort(term), value);
                assert!(!text.is_empty());
                if *value == Value::Bool(false) {
                    let _ = evaluator.deciding_instance(term);
                }
                reads_back(script, term, &text);
            }
            Err(open) => assert!(!open.reason.describe(store).is_empty()),
        }
        // With less to spend, the same or nothing.
        let less = Evaluator::new(store, &mut few).with_steps(STEPS / 64).evaluate(term);
        if let (Ok(Value::Bool(less)), Ok(Value::Bool(more))) = (&less, &slot) {
            assert_eq!(less, more);
        }
    }
    let gaps = evaluator.gaps().len();
    assert!(gaps <= 1 << 20);
}

/// The text of a value is a value of the sort with the same text, as far as the text can be read at all.
fn reads_back(script: &Script, term: Term, text: &str) {
    if text.len() > MAX_TEXT || text.contains('…') {
        return;
    }
    let store = &script.store;
    let Ok(sort) = quis_smtlib::print_sort(store, store.sort(term)) else { return };
    // Sorts of the script need its declarations.
    if !["Bool", "Int", "Real", "String"].contains(&sort.as_str()) && !sort.starts_with("(_ ") {
        return;
    }
    let mut again = parse("(declare-const x Int)", Mode::Standard).script;
    let answer = read_model(&mut again, 0, &format!("((define-fun value () {sort} {text}))"));
    assert!(answer.is_ok(), "{sort} {text}: {:?}", answer.diagnostics);
    let [definition] = &answer.definitions[..] else { panic!("{text} is not one value") };
    let body = definition.body;
    let mut model = Model::from_answer(&again.store, &answer);
    let mut evaluator = Evaluator::new(&again.store, &mut model);
    match evaluator.evaluate(body) {
        Ok(value) => {
            let printed = evaluator.model().values.text(&again.store, again.store.sort(body), &value);
            assert_eq!(printed, text);
        }
        // What follows a backslash may make it an escape of old solvers.
        Err(open) if open.reason == Reason::Unspecified(Point::OldEscape) => {}
        Err(open) => panic!("{text} is open: {:?}", open.reason),
    }
}
