//! From what a solver printed to a model.

use quis_smtlib::walk::post_order;
use quis_smtlib::{
    Definition, Function, Literal, ModelAnswer, Role, SortConstructor, SortKind, Store, Term, TermKind,
    TermSet, ValueAnswer,
};

use super::{Gap, Interpretation, Model};
use crate::eval::Evaluator;
use crate::open::{Point, Reason};

impl Model {
    /// The model that a solver printed, as [`read_model`](quis_smtlib::read_model) read it into the script's store.
    ///
    /// ```
    /// use quis_semantics::{Evaluator, Model, Value};
    /// use quis_smtlib::{Command, Mode, parse, read_model};
    ///
    /// let source = "(declare-fun f (Int) Int) (assert (> (f 0) 1)) (check-sat)";
    /// let mut script = parse(source, Mode::Standard).into_result().expect("a valid script");
    /// let answer = read_model(&mut script, 2, "sat ((define-fun f ((x Int)) Int (ite (= x 0) 2 0)))");
    /// let mut model = Model::from_answer(&script.store, &answer);
    /// let Command::Assert(term) = script.commands[1] else { unreachable!("as written") };
    /// assert_eq!(Evaluator::new(&script.store, &mut model).evaluate(term), Ok(Value::Bool(true)));
    /// ```
    #[must_use]
    pub fn from_answer(store: &Store, answer: &ModelAnswer) -> Model {
        let mut model = Model::new();
        model.name_elements(store, &answer.elements);
        model.note_old_escapes(store, answer.definitions.iter().map(|definition| definition.body).collect());
        for definition in &answer.definitions {
            model.define(store, definition);
        }
        for universe in &answer.universes {
            let elements =
                universe.elements.iter().map(|&element| model.element_of(store, element)).collect();
            model.set_universe(universe.sort, elements);
        }
        model.settle(store);
        model
    }

    /// Replaces definitions by values and tables where they have them, so that each is evaluated once.
    fn settle(&mut self, store: &Store) {
        let mut defined: Vec<Function> = self.interpreted().map(|(function, _)| function).collect();
        defined.sort_unstable();
        let mut evaluator = Evaluator::new(store, self);
        let mut settled = Vec::new();
        for function in defined {
            let value = match evaluator.model().interpretation(function) {
                Some(Interpretation::Definition { vars, body }) if vars.is_empty() => {
                    let body = *body;
                    evaluator.evaluate(body).ok()
                }
                Some(Interpretation::Definition { .. }) => evaluator.table_of(function),
                _ => None,
            };
            settled.extend(value.map(|value| (function, value)));
        }
        for (function, value) in settled {
            self.set_value(function, value);
        }
        self.settle_points(store);
    }

    /// The same for open points that have one value wherever they are.
    fn settle_points(&mut self, store: &Store) {
        let mut points: Vec<(Point, Term)> = self.defined_points().collect();
        points.sort_unstable();
        for (point, body) in points {
            if let Ok(value) = Evaluator::new(store, self).evaluate_if_closed(body) {
                let map = self.values.constant_map(value);
                self.set_point(point, Interpretation::Value(map));
            }
        }
    }

    /// The model that the answer to `get-value` gives: constants, and functions where they were asked for.
    #[must_use]
    pub fn from_values(store: &Store, answer: &ValueAnswer) -> Model {
        let mut model = Model::new();
        model.name_elements(store, &answer.elements);
        model.note_old_escapes(store, answer.values.iter().map(|(_, value)| *value).collect());
        for &(term, value) in &answer.values {
            if let TermKind::Apply(function, []) = store.kind(term)
                && store.function(function).role == Role::Declared
            {
                model.set(function, Interpretation::Definition { vars: Box::default(), body: value });
            }
        }
        model.settle(store);
        for &(term, value) in &answer.values {
            if let TermKind::Apply(function, args @ [_, ..]) = store.kind(term)
                && store.function(function).role == Role::Declared
            {
                let mut evaluator = Evaluator::new(store, &mut model);
                let args: Result<Box<[_]>, _> = args.iter().map(|&arg| evaluator.evaluate(arg)).collect();
                if let (Ok(args), Ok(value)) = (args, evaluator.evaluate(value)) {
                    model.choose(Gap { reason: Reason::Missing(function), args }, value);
                }
            }
        }
        model
    }

    /// Before SMT-LIB 2.6 had strings, solvers printed `"\x41"` for one character. Those of today write a backslash as
    /// `\u{5c}`, so that a bare one comes from an old solver, or from one that takes the standard by its word.
    fn note_old_escapes(&mut self, store: &Store, bodies: Vec<Term>) {
        let mut found = Vec::new();
        post_order(store, &bodies, &mut TermSet::default(), |term| {
            if let TermKind::Literal(Literal::String(text)) = store.kind(term)
                && has_old_escape(text)
            {
                found.push(term);
            }
        });
        for term in found {
            self.ambiguous.insert(term);
        }
    }

    fn name_elements(&mut self, store: &Store, elements: &[Function]) {
        for &element in elements {
            let uninterpreted = matches!(
                store.sort_kind(store.function(element).result),
                SortKind::Apply(SortConstructor::Declared(declaration), _)
                    if store.sort_declaration(*declaration).datatype.is_none()
            );
            // A made-up value of another sort says nothing about itself: it stays open.
            if uninterpreted {
                let value = self.element_of(store, element);
                self.set_value(element, value);
            }
        }
    }

    fn element_of(&mut self, store: &Store, element: Function) -> crate::Value {
        let data = store.function(element);
        self.values.element(data.result, store.text(data.name))
    }

    fn define(&mut self, store: &Store, definition: &Definition) {
        let interpretation =
            Interpretation::Definition { vars: definition.vars.clone(), body: definition.body };
        if let Some(function) = definition.function.or(definition.auxiliary) {
            let interpretation = interpretation.clone();
            match store.function(function).role {
                Role::Declared => self.set(function, interpretation),
                Role::Selector { .. } => {
                    if let [value] = &*definition.vars {
                        self.set_point(Point::Selector(function, store.sort(*value)), interpretation);
                    }
                }
                // The script's own definitions, repeated.
                _ => {}
            }
        }
        // Some of the names are those of operators, others are known from models alone.
        if definition.function.is_none()
            && let Some(point) =
                point_named(store, store.text(definition.symbol), &definition.vars, definition)
        {
            self.set_point(point, interpretation);
        }
    }
}

/// Whether a backslash is followed by what made it an escape once.
fn has_old_escape(text: &str) -> bool {
    let mut bytes = text.bytes().peekable();
    while let Some(byte) = bytes.next() {
        if byte == b'\\' && bytes.peek().is_some_and(|next| b"xabefnrtv01234567\\\"".contains(next)) {
            return true;
        }
    }
    false
}

/// The kind of open points that a solver names so.
fn point_named(store: &Store, name: &str, vars: &[Term], definition: &Definition) -> Option<Point> {
    let sort = |at: usize| vars.get(at).map(|&var| store.sort(var));
    Some(match name {
        "/0" | "@div_by_zero" => Point::Division,
        "div0" | "@int_div_by_zero" => Point::IntDivision,
        "mod0" | "rem0" | "@mod_by_zero" => Point::Modulo,
        "seq.nth_u" => Point::Nth(sort(0)?),
        "fp.min_i" | "fp.min_unspecified" => Point::FloatMin(sort(0)?),
        "fp.max_i" | "fp.max_unspecified" => Point::FloatMax(sort(0)?),
        "fp.to_ubv_unspecified" => Point::FloatToUbv(sort(1)?, definition.result),
        "fp.to_sbv_unspecified" => Point::FloatToSbv(sort(1)?, definition.result),
        "fp.to_real_unspecified" => Point::FloatToReal(sort(0)?),
        _ => return None,
    })
}
