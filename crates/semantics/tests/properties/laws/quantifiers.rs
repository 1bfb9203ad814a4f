//! Quantifiers over few values are the conjunction or disjunction of their instances.

use proptest::prelude::*;
use quis_semantics::{DEFAULT_STEPS, Reason};

use crate::formulas::{Formulas, Kind, declarations};
use crate::subject::{Subject, cases};

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn instances(seed in any::<u64>()) {
        instances_agree(seed)?;
    }
}

/// `(distinct (g green v) (g w false))` has an instance with twice the same term, which is false whatever `g` is.
#[test]
fn an_instance_with_twice_the_same_term_may_tell_more() -> Result<(), TestCaseError> {
    instances_agree(11_556_316_920_373_547_306)
}

fn instances_agree(seed: u64) -> Result<(), TestCaseError> {
    let mut formulas = Formulas::new(seed);
    let kind = *formulas.choices.pick(&[Kind::Bool, Kind::Bits, Kind::Colour]);
    let other = *formulas.choices.pick(&[Kind::Bool, Kind::Bits, Kind::Colour]);
    let (v, w) = (formulas.open_scope(kind), formulas.open_scope(other));
    let body = formulas.term(Kind::Bool, 4);
    let vars = format!("(({v} {}) ({w} {}))", kind.sort(), other.sort());
    let mut instances = String::new();
    for of_v in kind.all() {
        for of_w in other.all() {
            instances.push_str(&format!(" (let (({w} {of_w}) ({v} {of_v})) {body})"));
        }
    }
    let source = format!(
        "{}(assert (forall {vars} {body}))\n(assert (and{instances}))\n\
         (assert (exists {vars} {body}))\n(assert (or{instances}))\n\
         (assert (not (exists {vars} (not {body}))))\n(assert (forall (({v} {})) (forall (({w} {})) {body})))",
        declarations(),
        kind.sort(),
        other.sort()
    );
    let mut subject = Subject::read(&source);
    let definitions = formulas.definitions();
    for keep in [100, 70, 0] {
        let kept = definitions.iter().filter(|_| formulas.choices.chance(keep)).cloned().collect::<Vec<_>>();
        let text = format!("({})", kept.join("\n"));
        let mut model = subject.model(&text);
        let values = subject.texts(&mut model, DEFAULT_STEPS);
        let [all, conjunction, some, disjunction, none, nested] = &values[..] else { panic!("six formulas") };
        let open_alike = |left: &Result<String, Reason>, right: &Result<String, Reason>| match (left, right) {
            (Ok(left), Ok(right)) => left == right,
            (Err(_), Err(_)) => true,
            // What exists among infinitely many values is found by trying some, and which ones depends on the place.
            (Err(reason), Ok(_)) | (Ok(_), Err(reason)) => *reason == Reason::Quantifier,
        };
        // Of what the model does not say, an instance may know that it is equal: its terms may be the same.
        let instances_tell = |quantified: &Result<String, Reason>, instances: &Result<String, Reason>| {
            matches!((quantified, instances), (Err(Reason::Missing(_)), Ok(_)))
                || open_alike(quantified, instances)
        };
        prop_assert!(instances_tell(all, conjunction), "{all:?} {conjunction:?}\n{source}\n{text}");
        prop_assert!(instances_tell(some, disjunction), "{some:?} {disjunction:?}\n{source}\n{text}");
        prop_assert!(open_alike(all, none), "{all:?} {none:?}\n{source}\n{text}");
        prop_assert!(open_alike(all, nested), "{all:?} {nested:?}\n{source}\n{text}");
    }
    Ok(())
}
