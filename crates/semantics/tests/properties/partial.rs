//! The law of the three-valued evaluator: what has a value under a part of a model has that value under all of it.

use std::collections::BTreeMap;

use proptest::prelude::*;
use quis_semantics::{Completion, DEFAULT_STEPS, Evaluator, Model};
use quis_smtlib::walk::{TermSet, post_order};
use quis_smtlib::{SortConstructor, SortKind, Term};

use crate::formulas::{Formulas, Kind, declarations};
use crate::subject::{Subject, cases};

/// Steps enough for these formulas; a few would need more.
const STEPS: u64 = 1 << 16;

/// The value of each closed subterm that has one, as text.
fn known(subject: &Subject, model: &mut Model, subterms: &[Term]) -> BTreeMap<Term, String> {
    let mut evaluator = Evaluator::new(subject.store(), model).with_steps(STEPS);
    for &term in &subject.terms {
        let _ = evaluator.evaluate(term);
    }
    let mut values = BTreeMap::new();
    for &term in subterms {
        // The text of an array depends on the order in which its entries were met.
        if let SortKind::Apply(SortConstructor::Array, _) =
            subject.store().sort_kind(subject.store().sort(term))
        {
            continue;
        }
        if let Some(Ok(value)) = evaluator.known(term) {
            let text = evaluator.model().values.text(subject.store(), subject.store().sort(term), value);
            values.insert(term, text);
        }
    }
    values
}

fn assert_agree(
    subject: &Subject,
    (less, part): (&BTreeMap<Term, String>, &str),
    (more, whole): (&BTreeMap<Term, String>, &str),
) {
    for (&term, expected) in less {
        if let Some(value) = more.get(&term) {
            let options = quis_smtlib::PrintOptions::shared();
            let printed = quis_smtlib::print_term(subject.store(), term, options);
            assert_eq!(expected, value, "{printed:?}\nunder\n{part}\nand then\n{whole}");
        }
    }
}

fn subterms(subject: &Subject) -> Vec<Term> {
    let mut all = Vec::new();
    post_order(subject.store(), &subject.terms, &mut TermSet::default(), |term| all.push(term));
    all
}

proptest! {
    #![proptest_config(cases(400))]

    /// From nothing over parts to the whole model, and to others that agree with a part.
    #[test]
    fn more_of_a_model_changes_no_value(seed in any::<u64>()) {
        let mut formulas = Formulas::new(seed);
        let mut source = declarations();
        for _ in 0..6 {
            source.push_str(&format!("(assert {})\n", formulas.term(Kind::Bool, 5)));
        }
        let mut subject = Subject::read(&source);
        let subterms = subterms(&subject);
        // A random order in which the definitions are added.
        let mut order: Vec<usize> = (0..formulas.definitions().len()).collect();
        for at in 1..order.len() {
            order.swap(at, formulas.choices.below(at as u64 + 1) as usize);
        }
        let whole = formulas.definitions();
        let mut before: Option<(BTreeMap<Term, String>, String)> = None;
        for count in [0, order.len() / 3, 2 * order.len() / 3, order.len()] {
            let text = |definitions: &[String], others: &[String]| {
                let chosen = order.iter().enumerate().map(|(place, &at)| {
                    if place < count { &*definitions[at] } else { others.get(at).map_or("", String::as_str) }
                });
                format!("({})", chosen.collect::<Vec<&str>>().join("\n"))
            };
            let part = text(&whole, &[]);
            let mut model = subject.model(&part);
            let values = known(&subject, &mut model, &subterms);
            if let Some((less, part)) = &before {
                assert_agree(&subject, (less, part), (&values, &text(&whole, &[])));
            }
            // Other completions of the same part.
            for round in 0..4 {
                let others = formulas.definitions();
                let completed = if round == 0 { part.clone() } else { text(&whole, &others) };
                let mut model = subject.model(&completed);
                model.completion = [Completion::All, Completion::Symbols, Completion::None, Completion::All][round];
                let more = known(&subject, &mut model, &subterms);
                assert_agree(&subject, (&values, &part), (&more, &completed));
            }
            before = Some((values, part));
        }
    }

    /// All completions of a part, where there are few of them.
    #[test]
    fn a_value_holds_in_all_completions(seed in any::<u64>()) {
        let mut formulas = Formulas::new(seed);
        let source = format!("{}(assert {})", declarations(), formulas.term(Kind::Bool, 6));
        let mut subject = Subject::read(&source);
        let whole = formulas.definitions();
        // The first six symbols are missing: p, q, x, y, c, d.
        let rest = whole[6..].join("\n");
        let mut model = subject.model(&format!("({rest})"));
        let Ok(value) = subject.texts(&mut model, STEPS).remove(0) else { return Ok(()) };
        for number in 0..2 * 2 * 4 * 4 * 3 * 3 {
            let mut number = number;
            let mut digit = |kind: Kind| {
                let values = kind.all();
                let value = values[number % values.len()];
                number /= values.len();
                value
            };
            let (p, q, x, y) = (digit(Kind::Bool), digit(Kind::Bool), digit(Kind::Bits), digit(Kind::Bits));
            let (c, d) = (digit(Kind::Colour), digit(Kind::Colour));
            let text = format!(
                "((define-fun p () Bool {p})(define-fun q () Bool {q})(define-fun x () (_ BitVec 2) {x})\
                 (define-fun y () (_ BitVec 2) {y})(define-fun c () Colour {c})(define-fun d () Colour {d}){rest})"
            );
            let mut model = subject.model(&text);
            if let Ok(completed) = subject.texts(&mut model, STEPS).remove(0) {
                prop_assert_eq!(&completed, &value, "{}\n{}", source, text);
            }
        }
    }

    /// A gap that is filled changes no value either.
    #[test]
    fn filled_gaps_change_no_value(seed in any::<u64>()) {
        let mut formulas = Formulas::new(seed);
        let source = format!("{}(assert {})", declarations(), formulas.term(Kind::Bool, 6));
        let mut subject = Subject::read(&source);
        let subterms = subterms(&subject);
        let definitions: Vec<String> =
            formulas.definitions().into_iter().filter(|_| formulas.choices.chance(50)).collect();
        let part = format!("({})", definitions.join("\n"));
        let mut model = subject.model(&part);
        let mut values = known(&subject, &mut model, &subterms);
        for round in 0..6 {
            let gap = {
                let mut evaluator = Evaluator::new(subject.store(), &mut model).with_steps(DEFAULT_STEPS);
                for &term in &subject.terms {
                    let _ = evaluator.evaluate(term);
                }
                evaluator.gaps().first().cloned()
            };
            let Some((gap, sort)) = gap else { break };
            let store = &subject.script.store;
            let count = match model.values.cardinality(store, sort) {
                quis_semantics::Cardinality::Finite(count) => count,
                _ => 1,
            };
            let pick = formulas.choices.below(count);
            let value = model.values.nth(store, sort, pick).or_else(|| model.values.default_of(store, sort));
            let Some(value) = value else { break };
            model.choose(gap, value);
            let more = known(&subject, &mut model, &subterms);
            assert_agree(&subject, (&values, &part), (&more, &format!("{round} gaps filled")));
            values = more;
        }
    }
}
