//! A formula while it is made, and what comes out.

use quis_semantics::{Evaluator, Model, Value};
use quis_smtlib::{
    Attribute, Command, Function, Literal, Script, Sort, SortKind, Store, Term, TermKind, infer_logic,
    read_model,
};

use super::Step;
use crate::case::{TestCase, Truth};

/// A formula with its truth, and how it was made.
#[derive(Clone, PartialEq, Debug)]
pub struct Formula {
    /// The step that made it.
    pub step: Step,
    /// What it tests, and how: `replace-03`, `E3-res-EV1`. Formulas of one step have different names.
    pub name: String,
    /// The formula.
    pub case: TestCase,
}

/// A store for formulas, which forgets them when it has grown.
#[derive(Clone, Debug)]
pub(super) struct Workshop<'r> {
    empty: &'r Store,
    pub(super) store: Store,
}

/// So many terms are added to a store before it starts afresh: memory stays flat.
pub(super) const MANY: usize = 1 << 12;

impl<'r> Workshop<'r> {
    pub(super) fn new(empty: &'r Store) -> Self {
        Workshop { empty, store: empty.clone() }
    }

    /// One with a store that has grown from another.
    pub(super) fn over(empty: &'r Store, store: Store) -> Self {
        Workshop { empty, store }
    }

    /// Forgets what was made, if that is much. Terms of the rules stay valid, all others do not.
    pub(super) fn tidy(&mut self) {
        if self.store.len() > self.empty.len() + MANY {
            self.store = self.empty.clone();
        }
    }

    /// A constant of the formula.
    pub(super) fn constant(&mut self, name: &str, sort: Sort) -> Option<(Function, Term)> {
        let symbol = self.store.symbol(name);
        let function = self.store.declare_function(symbol, &[], sort);
        let term = self.store.apply(function, &[]).ok()?;
        Some((function, term))
    }

    /// The name and the sort of a rule's variable.
    pub(super) fn variable(&self, variable: Term) -> Option<(String, Sort)> {
        match self.store.kind(variable) {
            TermKind::Variable(name) => Some((self.store.text(name).to_owned(), self.store.sort(variable))),
            _ => None,
        }
    }

    /// The value of a closed term under a model.
    pub(super) fn value(&self, model: &mut Model, term: Term) -> Option<Value> {
        Evaluator::new(&self.store, model).evaluate(term).ok()
    }

    /// A term for a value.
    pub(super) fn term_of(&mut self, model: &Model, sort: Sort, value: &Value) -> Option<Term> {
        term_of(&mut self.store, model, sort, value)
    }

    /// That a formula is satisfiable, with these values of its constants. The model is left with them alone.
    pub(super) fn witness(&self, model: &mut Model, values: Vec<(Function, Value)>) -> Option<Truth> {
        let known = std::mem::take(&mut model.values);
        *model = Model::new();
        model.values = known;
        let constants: Vec<Function> = values.iter().map(|(constant, _)| *constant).collect();
        values.into_iter().for_each(|(constant, value)| model.set_value(constant, value));
        let text = model.print(&self.store, &constants).ok()?;
        Some(Truth::Sat { witness: Some(text.into()) })
    }

    /// The case of assertions over constants. Names, if there are any, are `a0`, `a1` and so on.
    pub(super) fn case(
        &mut self,
        constants: &[Function],
        assertions: &[Term],
        named: bool,
        truth: Truth,
    ) -> Option<TestCase> {
        let mut commands: Vec<Command> =
            constants.iter().map(|&constant| Command::DeclareConst(constant)).collect();
        for (number, &assertion) in assertions.iter().enumerate() {
            let mut term = assertion;
            if named {
                let name = self.store.symbol(&format!("a{number}"));
                term = self.store.annotated(term, vec![Attribute::Named(name)], &[]);
            }
            commands.push(Command::Assert(term));
        }
        commands.push(Command::CheckSat);
        let mut script = Script { store: std::mem::take(&mut self.store), commands };
        let logic = infer_logic(&script).name();
        let logic = script.store.symbol(&logic);
        script.commands.insert(0, Command::SetLogic(logic));
        let case = TestCase::of_script(&script).ok();
        self.store = script.store;
        let mut case = case?;
        case.checks.iter_mut().for_each(|check| check.truth = truth.clone());
        Some(case)
    }
}

/// A term for a value.
pub(super) fn term_of(store: &mut Store, model: &Model, sort: Sort, value: &Value) -> Option<Term> {
    match (store.sort_kind(sort), value) {
        (SortKind::Bool, Value::Bool(value)) => Some(store.bool(*value)),
        (SortKind::String, Value::String(points)) => {
            store.literal(Literal::string_from_code_points(points)).ok()
        }
        (SortKind::BitVec(width), Value::BitVec(value)) => store.bit_vec(*width, value.to_ubig()).ok(),
        _ => {
            // What it looks like is the business of the printer and the parser.
            let text = model.values.print(store, sort, value).ok()?;
            let sort = quis_smtlib::print_sort(store, sort).ok()?;
            let mut script = Script { store: std::mem::take(store), commands: Vec::new() };
            let answer = read_model(&mut script, 0, &format!("((define-fun value () {sort} {text}))"));
            *store = script.store;
            answer.definitions.first().map(|definition| definition.body)
        }
    }
}
