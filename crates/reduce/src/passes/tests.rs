//! What the tests of passes have in common.

use std::convert::Infallible;

use quis_smtlib::{Mode, PrintOptions, parse, print_commands};
use quis_techniques::TestCase;

use super::*;
use crate::change::apply;
use crate::{Predicate, Settings, reduce};

/// The script after each of the changes of a pass, made alone; those that make nothing are left out.
pub(super) fn results(pass: &str, text: &str) -> Vec<String> {
    let mut script = parse(text, Mode::Standard).into_result().expect("a valid script");
    let pass = PASSES.iter().find(|known| known.name == pass).expect("a pass");
    let used = Used::by(&script.store, &script.commands);
    let survey = Survey::of(&script);
    let changes = (pass.changes)(&mut View { script: &mut script, used: &used, survey: &survey, level: u32::MAX });
    let print = |change: &Change| {
        let applied = apply(&mut script, &used, &[change])?;
        let printed = print_commands(&script.store, &applied.commands, PrintOptions::plain()).expect("small").text;
        if let Err(error) = parse(&printed, Mode::Standard).into_result() {
            panic!("{} makes what is no script: {error:?}\n{printed}", pass.name);
        }
        Some(printed)
    };
    changes.iter().filter_map(print).collect()
}

struct Holds<F>(F);

impl<F: Fn(&str) -> bool + Sync> Predicate for Holds<F> {
    type Error = Infallible;
    fn holds(&self, case: &TestCase) -> Result<bool, Infallible> {
        Ok((self.0)(&case.text))
    }
}

/// What is left of a script when all that a condition allows is gone.
pub(super) fn holding(text: &str, condition: impl Fn(&str) -> bool + Sync) -> String {
    let script = parse(text, Mode::Standard).into_result().expect("a valid script");
    let case = TestCase::of_script(&script).expect("a small one");
    let reduced = reduce(&case, &Holds(condition), &Settings::default(), &mut |_| {}).expect("it holds");
    assert_eq!(reduced.statistics.rejected, 0, "something ill-formed was made");
    reduced.case.text
}
