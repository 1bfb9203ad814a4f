//! Random terms over all operators of all tables, under random models.

use proptest::prelude::*;
use quis_semantics::{DEFAULT_STEPS, Model, Point, Reason};
use quis_smtlib::theories::Op;
use quis_smtlib::{Command, PrintOptions, Script, print_script};

use crate::subject::{Source, Subject, cases};
use crate::terms::Maker;
use crate::values::shape;

/// A script that asks for the values of random terms.
pub(crate) fn script(seed: u64, size: usize) -> Script {
    let mut maker = Maker::new(seed);
    let ops: Vec<Op> = Op::all().collect();
    let first = maker.pool.len();
    for step in 0..size {
        let op = *maker.choices.pick(&ops);
        if let Some(term) = maker.apply(op, 30) {
            maker.pool.push(term);
        }
        if step % 10 == 9 {
            maker.bind();
        }
    }
    let terms = maker.pool.split_off(first);
    maker.script.commands.push(Command::GetValue(terms.into()));
    maker.script
}

/// A random model of the declared constants.
pub(crate) fn model(subject: &Subject, source: &mut Source) -> String {
    let constants: Vec<(String, String)> = subject.constants();
    let mut text = String::from("(");
    source.maker.start(crate::maker::Integers::Counts);
    for (name, sort) in constants {
        let value = match shape(&sort) {
            Some(shape) => source.value(&shape),
            None => format!("(as @U_{} U)", source.maker.choices.below(2)),
        };
        text.push_str(&format!("(define-fun {name} () {sort} {value})\n"));
    }
    text + ")"
}

fn is_undecided(reason: Reason) -> bool {
    matches!(reason, Reason::FunctionEquality | Reason::TooLarge | Reason::Unspecified(Point::OldEscape))
}

/// The words of a text: those of a set are in the order in which the elements were first met.
fn sorted_words(text: &str) -> Vec<&str> {
    let mut words: Vec<&str> = text.split(['(', ')', ' ']).collect();
    words.sort_unstable();
    words
}

proptest! {
    #![proptest_config(cases(120))]

    /// evaluate(parse(print(t))) = evaluate(t), however it is printed.
    #[test]
    fn printing_keeps_values(seed in any::<u64>()) {
        let mut original = Subject::of(script(seed, 50));
        let text = model(&original, &mut Source::new(seed));
        let mut meaning = original.model(&text);
        let expected = original.texts(&mut meaning, DEFAULT_STEPS);
        for options in [PrintOptions::shared(), PrintOptions::plain(), PrintOptions::shared().pretty(60)] {
            let Ok(printed) = print_script(&original.script, PrintOptions { max_bytes: 1 << 20, ..options }) else {
                continue;
            };
            let mut again = Subject::read(&printed);
            prop_assert_eq!(again.terms.len(), expected.len());
            let mut meaning = again.model(&text);
            let found = again.texts(&mut meaning, DEFAULT_STEPS);
            for (at, (expected, found)) in expected.iter().zip(&found).enumerate() {
                let same = match (expected, found) {
                    (Ok(expected), Ok(found)) => expected == found,
                    (Err(expected), Err(found)) => expected.name() == found.name(),
                    _ => false,
                };
                prop_assert!(same, "term {at}: {expected:?} became {found:?} in\n{printed}\n{text}");
            }
        }
    }

    /// The text of a value, read as part of a model, is that value.
    #[test]
    fn values_of_terms_read_back(seed in any::<u64>()) {
        let mut original = Subject::of(script(seed, 40));
        let text = model(&original, &mut Source::new(seed));
        let mut meaning = original.model(&text);
        let values = original.texts(&mut meaning, DEFAULT_STEPS);
        let Some(Command::GetValue(_)) = original.script.commands.pop() else { panic!("asks for values") };
        let declarations = print_script(&original.script, PrintOptions::plain()).expect("small");
        let (mut source, mut model_text) = (declarations, text);
        for (at, (&term, value)) in original.terms.iter().zip(&values).enumerate() {
            let Ok(value) = value else { continue };
            // Too long to print, or a function that has no text.
            if value.contains('…') {
                continue;
            }
            let sort = quis_smtlib::print_sort(original.store(), original.store().sort(term)).expect("a sort");
            let options = PrintOptions { max_bytes: 1 << 20, ..PrintOptions::shared() };
            let Ok(printed) = quis_smtlib::print_term(original.store(), term, options) else { continue };
            source.push_str(&format!("(declare-const value{at} {sort})(assert (= {printed} value{at}))\n"));
            model_text.insert_str(model_text.len() - 1, &format!("(define-fun value{at} () {sort} {value})\n"));
        }
        let mut subject = Subject::read(&source);
        let mut meaning = subject.model(&model_text);
        for (at, equal) in subject.texts(&mut meaning, DEFAULT_STEPS).into_iter().enumerate() {
            match equal {
                Ok(equal) => prop_assert_eq!(equal, "true", "equality {} of\n{}\n{}", at, source, model_text),
                Err(reason) => prop_assert!(is_undecided(reason), "{reason:?} {at} of\n{source}\n{model_text}"),
            }
        }
    }

    /// Without a model nothing panics, and what has a value has it under every model.
    #[test]
    fn values_without_a_model_hold_in_all(seed in any::<u64>()) {
        let mut subject = Subject::of(script(seed, 50));
        let without = subject.texts(&mut Model::new(), DEFAULT_STEPS);
        let mut source = Source::new(seed);
        for _ in 0..3 {
            let text = model(&subject, &mut source);
            let mut meaning = subject.model(&text);
            for (at, with) in subject.texts(&mut meaning, DEFAULT_STEPS).into_iter().enumerate() {
                if let (Ok(without), Ok(with)) = (&without[at], &with) {
                    let same = sorted_words(without) == sorted_words(with);
                    prop_assert!(same, "term {at} of seed {seed}: {without} became {with} under\n{text}");
                }
            }
        }
    }
}
