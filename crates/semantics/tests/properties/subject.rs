//! What the properties are about: a script, models of it as text, and the values of its terms.

use proptest::prelude::ProptestConfig;
use quis_semantics::{Evaluator, Model, Reason, Slot};
use quis_smtlib::{AnswerContext, Command, Mode, Script, Store, Term, parse, print_sort};

use crate::choices::Choices;
use crate::maker::{Integers, Maker};
use crate::shape::Shape;

/// So many cases; a seed has nothing to shrink.
pub(crate) fn cases(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, max_shrink_iters: 0, ..ProptestConfig::default() }
}

/// A script whose asserted terms, and those of `get-value`, are evaluated.
pub(crate) struct Subject {
    pub(crate) script: Script,
    pub(crate) terms: Vec<Term>,
    context: AnswerContext,
}

impl Subject {
    pub(crate) fn read(source: &str) -> Subject {
        let parsed = parse(source, Mode::Standard);
        let first =
            parsed.diagnostics.iter().map(|d| (&d.message, &d.label, source.get(d.span.clone()))).next();
        assert!(parsed.is_ok(), "{first:?}\nin\n{}", source.chars().take(4000).collect::<String>());
        Subject::of(parsed.script)
    }

    pub(crate) fn of(mut script: Script) -> Subject {
        let terms_of = |command: &Command| match command {
            Command::Assert(term) => vec![*term],
            Command::GetValue(terms) => terms.to_vec(),
            _ => Vec::new(),
        };
        let terms = script.commands.iter().flat_map(terms_of).collect();
        let context = AnswerContext::new(&mut script, usize::MAX);
        Subject { script, terms, context }
    }

    pub(crate) fn store(&self) -> &Store {
        &self.script.store
    }

    /// The declared constants: name as the printer writes it, and sort.
    pub(crate) fn constants(&self) -> Vec<(String, String)> {
        let declared = self.script.commands.iter().filter_map(|command| match command {
            Command::DeclareConst(function) => Some(self.script.store.function(*function)),
            _ => None,
        });
        declared
            .map(|data| {
                let name = self.script.store.text(data.name);
                let name =
                    if quis_smtlib::is_simple_symbol(name) { name.to_owned() } else { format!("|{name}|") };
                (name, print_sort(&self.script.store, data.result).expect("a small sort"))
            })
            .collect()
    }

    /// The model with this text, such as `((define-fun x () Int 1))`.
    pub(crate) fn model(&mut self, text: &str) -> Model {
        let answer = self.context.read_model(&mut self.script.store, text);
        assert!(answer.is_ok(), "{:?}\nin\n{text}", answer.diagnostics.first());
        Model::from_answer(&self.script.store, &answer)
    }

    /// What each term has for a value, as text, or why it has none.
    pub(crate) fn texts(&self, model: &mut Model, steps: u64) -> Vec<Result<String, Reason>> {
        let mut evaluator = Evaluator::new(&self.script.store, model).with_steps(steps);
        let slots: Vec<Slot> = self.terms.iter().map(|&term| evaluator.evaluate(term)).collect();
        let text = |(&term, slot): (&Term, Slot)| match slot {
            Ok(value) => {
                let sort = self.script.store.sort(term);
                Ok(evaluator.model().values.text(&self.script.store, sort, &value))
            }
            Err(open) => Err(open.reason),
        };
        self.terms.iter().zip(slots).map(text).collect()
    }
}

/// The value of one ground term, as text, or `open: why`.
pub(crate) fn value_of(declarations: &str, term: &str) -> String {
    value_within(declarations, term, quis_semantics::DEFAULT_STEPS)
}

/// The same with a budget.
pub(crate) fn value_within(declarations: &str, term: &str, steps: u64) -> String {
    let subject = Subject::read(&format!("{declarations}\n(get-value ({term}))"));
    match &subject.texts(&mut Model::new(), steps)[..] {
        [Ok(text)] => text.clone(),
        [Err(reason)] => format!("open: {}", reason.name()),
        _ => panic!("one term"),
    }
}

/// Random values, as text.
pub(crate) struct Source {
    pub(crate) maker: Maker,
}

impl Source {
    pub(crate) fn new(seed: u64) -> Source {
        let mut maker = Maker::new(Choices::new(seed, "properties"));
        maker.start(Integers::Any);
        Source { maker }
    }

    /// A value of a sort, as text. Now and then an irrational number for a real.
    pub(crate) fn value(&mut self, shape: &Shape) -> String {
        if *shape == Shape::Real && self.maker.choices.chance(8) {
            let (square, root) = (self.maker.choices.between(2, 7), self.maker.choices.between(1, 2));
            return format!("(root-obj (+ (* 3 (^ x 2)) (- {square})) {root})");
        }
        // In a model, what follows a backslash may make it an escape of old solvers, and then the value is open.
        self.maker.value(shape).replace("\\u{5c}", "\\u{5b}")
    }

    /// A model of constants.
    pub(crate) fn model(&mut self, constants: &[(String, Shape)]) -> String {
        let integers = *self.maker.choices.pick(&[Integers::Any, Integers::Counts, Integers::Positions]);
        self.maker.start(integers);
        let mut text = String::from("(");
        for (name, shape) in constants {
            text.push_str(&format!("(define-fun {name} () {shape} {})\n", self.value(shape)));
        }
        text.push(')');
        text
    }
}
