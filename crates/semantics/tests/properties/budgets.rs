//! With less to spend an evaluation gives the same value or none.

use proptest::prelude::*;
use quis_semantics::{DEFAULT_STEPS, Evaluator, Reason, Slot};

use crate::formulas::{Formulas, Kind, declarations};
use crate::random_terms;
use crate::subject::{Source, Subject, cases};

/// Evaluates with few steps, then with many, in one model: the values are then the same objects.
fn check(subject: &mut Subject, text: &str, steps: &[u64]) -> Result<(), TestCaseError> {
    let mut model = subject.model(text);
    let evaluate = |evaluator: &mut Evaluator<'_>| -> Vec<Slot> {
        subject.terms.iter().map(|&term| evaluator.evaluate(term)).collect()
    };
    let whole = evaluate(&mut Evaluator::new(subject.store(), &mut model).with_steps(DEFAULT_STEPS));
    for &few in steps {
        let mut evaluator = Evaluator::new(subject.store(), &mut model).with_steps(few);
        let part = evaluate(&mut evaluator);
        // What ran out of steps on one term goes on with the next, and remembers what it found.
        let again = evaluate(&mut evaluator);
        prop_assert_eq!(&part, &again);
        for (at, (part, whole)) in part.iter().zip(&whole).enumerate() {
            match (part, whole) {
                (Ok(part), Ok(whole)) => prop_assert_eq!(part, whole, "term {} with {} steps", at, few),
                (Ok(_), Err(open)) => prop_assert_eq!(open.reason, Reason::TooLarge, "term {}", at),
                (Err(_), _) => {}
            }
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(cases(80))]

    #[test]
    fn of_random_terms(seed in any::<u64>(), few in 0u64..60) {
        let mut subject = Subject::of(random_terms::script(seed, 50));
        let text = random_terms::model(&subject, &mut Source::new(seed));
        check(&mut subject, &text, &[few, 4 * few, 1 << 10, 1 << 14])?;
    }

    #[test]
    fn of_formulas(seed in any::<u64>(), few in 0u64..200) {
        let mut formulas = Formulas::new(seed);
        let mut source = declarations();
        for _ in 0..4 {
            source.push_str(&format!("(assert {})\n", formulas.term(Kind::Bool, 5)));
        }
        let mut subject = Subject::read(&source);
        let text = format!("({})", formulas.definitions().join("\n"));
        check(&mut subject, &text, &[few, 4 * few, 1 << 12])?;
    }
}
