//! A technique over two seeds takes few lines: this one asks whether what is left of one seed changes the answer to another.

#![allow(clippy::expect_used, reason = "tests stop at any trouble")]

use std::sync::Arc;

use quis_smtlib::{Command, Mode, PrintOptions, Script, parse, print_commands};
use quis_techniques::{Material, Needs, Pool, Stream, Technique, TestCase, kept_commands, numbered};

struct Joining;

impl Technique for Joining {
    fn name(&self) -> &'static str {
        "joining"
    }

    fn parameters(&self) -> String {
        String::new()
    }

    fn needs(&self) -> Needs {
        Needs::Several(100)
    }

    fn applies(&self, seed: &Script) -> bool {
        seed.assertions().next().is_some()
    }

    fn cases<'a>(
        &'a self,
        material: Material<'a>,
        stream: Stream,
    ) -> Box<dyn Iterator<Item = TestCase> + Send + 'a> {
        Box::new(numbered(move |number| {
            let other = stream.nth(number).below(material.pool.len());
            let seeds = [material.seed, material.pool.seed(other)?];
            let scopes = seeds.map(|seed| format!("(push 1)\n{}\n(pop 1)\n", inside(seed)));
            Some(TestCase { seeds: vec![other], ..TestCase::of_text(&scopes.concat(), &[]) })
        }))
    }
}

fn inside(seed: &Script) -> String {
    let kept = kept_commands(&seed.commands, seed);
    let kept = kept.filter(|command| !matches!(command, Command::SetLogic(_) | Command::SetOption(..)));
    print_commands(&seed.store, kept, PrintOptions::shared())
        .map_or_else(|_| String::new(), |printed| printed.text)
}

#[test]
fn a_case_names_the_seeds_it_is_made_of_and_can_be_made_of_these_alone() {
    let seed = parse("(declare-const x Int)(assert (> x 1))(check-sat)", Mode::Standard);
    let seed = seed.into_result().expect("valid");
    let texts = ["p", "q", "r"].map(|name| format!("(declare-const {name} Bool)(assert {name})(check-sat)"));
    let pool = Pool::new(3, texts.iter().map(|text| Arc::from(text.as_str())).enumerate());
    let cases: Vec<TestCase> =
        Joining.cases(Material::of(&seed).with_pool(&pool), Stream::new(1)).take(20).collect();
    assert_eq!(cases.len(), 20);
    for (number, case) in cases.iter().enumerate() {
        assert!(case.incremental && case.checks.len() == 2);
        parse(&case.text, Mode::Standard).into_result().expect("well typed");
        let needed = case.seeds.iter().map(|&seed| (seed, Arc::from(texts[seed].as_str())));
        let sparse = Pool::new(pool.len(), needed);
        let again = Joining.cases(Material::of(&seed).with_pool(&sparse), Stream::new(1)).nth(number);
        assert_eq!(again.as_ref(), Some(case));
    }
}
