//! Quantifiers over sorts of few values (dissertation, 3.6): their truth is found by looking at all of these.
//!
//! match: (bvadd x #x1), (bvnot x), result: (forall ((x (_ BitVec 4))) (= (bvadd x #x1) (bvnot x))), and with exists
//! match: (bvand x y), x, result: (forall ((x S)) (exists ((y S)) (= (bvand x y) x))), and (exists ((x S)) (forall ((y S)) …))
//! match: (bvadd x #x1), x, result: (forall ((x S)) (= (bvadd x z) x)) where z is free
//! match: (str.contains s t), result: (exists ((x Bool)) (= x (str.contains s t)))

use quis_semantics::{Cardinality, Model, Value};
use quis_smtlib::theories::{CoreOp, Op};
use quis_smtlib::walk::Replacement;
use quis_smtlib::{Binder, Function, Sort, Term};

use super::super::draft::{Formula, Workshop};
use super::super::fixed::{can_be_free, can_be_opened};
use super::super::rules::{Operation, Rules};
use super::super::{Step, unsat_core};
use crate::case::{TestCase, Truth};

/// Quantifiers range over sorts of at most so many values.
const MOST_VALUES: u64 = 16;

/// A term is compared with so many of those behind it.
const COMPARED: usize = 6;

/// All formulas, sort by sort.
pub(in crate::synth) fn formulas<'r>(rules: &'r Rules) -> impl Iterator<Item = Formula> + Send + use<'r> {
    finite_sorts(rules).into_iter().flat_map(move |(sort, count)| {
        let group = Group { rules, sort, count };
        let parts: [fn(Group<'r>) -> Vec<Formula>; 5] =
            [Group::exhausted, Group::results, Group::single, Group::alternating, Group::open];
        parts.into_iter().flat_map(move |part| part(group))
    })
}

/// The sorts of operations that have few values, but more than one.
fn finite_sorts(rules: &Rules) -> Vec<(Sort, u64)> {
    let (store, model) = (&rules.store, Model::new());
    let mut found: Vec<(Sort, u64)> = Vec::new();
    for operation in &rules.operations {
        for &term in operation.params.iter().chain([&operation.body]) {
            let sort = store.sort(term);
            if let Cardinality::Finite(count @ 2..=MOST_VALUES) = model.values.cardinality(store, sort)
                && !found.iter().any(|(known, _)| *known == sort)
            {
                found.push((sort, count));
            }
        }
    }
    found
}

/// The formulas that quantify over a sort.
#[derive(Clone, Copy)]
struct Group<'r> {
    rules: &'r Rules,
    sort: Sort,
    count: u64,
}

/// A term over bound variables, and how it is called.
#[derive(Clone, Debug)]
struct Row {
    name: String,
    term: Term,
    sort: Sort,
}

/// A formula while its truth is not known.
struct Question {
    name: String,
    formula: Term,
}

impl<'r> Group<'r> {
    /// How the sort is called in names of formulas.
    fn word(self) -> String {
        Workshop::word(&self.rules.store, self.sort)
    }

    /// A bound variable.
    fn bound(self, workshop: &mut Workshop<'_>, name: &str, sort: Sort) -> Term {
        let name = workshop.store.symbol(name);
        workshop.store.variable(name, sort)
    }

    /// What is not bound and not free: the first representative of its sort, or the first constant.
    fn filler(self, sort: Sort) -> Option<Term> {
        let Rules { representatives, constants, .. } = self.rules;
        representatives.iter().chain(constants).find(|constant| constant.sort == sort).map(|one| one.term)
    }

    /// An operation with terms at some places and constants at all others.
    fn filled(
        self,
        workshop: &mut Workshop<'_>,
        operation: &Operation,
        put: &[(usize, Term)],
    ) -> Option<Row> {
        let mut replacement = Replacement::default();
        let mut name = operation.name.to_string();
        for (place, &param) in operation.params.iter().enumerate() {
            let sort = self.rules.store.sort(param);
            let term = match put.iter().find(|(at, _)| *at == place) {
                Some((_, term)) => *term,
                None => self.filler(sort)?,
            };
            replacement.put(param, term);
        }
        put.iter().for_each(|(place, _)| name.push_str(&place.to_string()));
        let term = replacement.apply(&mut workshop.store, operation.body).ok()?;
        Some(Row { name, term, sort: workshop.store.sort(term) })
    }

    /// The places where an operation takes a value of a sort that can be bound or free.
    fn places(self, operation: &Operation, sort: Sort) -> Vec<usize> {
        let store = &self.rules.store;
        let fits = |param: Term| store.sort(param) == sort && can_be_opened(store, param, operation.body);
        (0..operation.params.len()).filter(|&place| fits(operation.params[place])).collect()
    }

    /// Each operation with the variable at each place that it fits, and at all of them.
    fn rows(self, workshop: &mut Workshop<'_>, x: Term) -> Vec<Row> {
        let mut rows = Vec::new();
        for operation in &self.rules.operations {
            let places = self.places(operation, self.sort);
            for &place in &places {
                rows.extend(self.filled(workshop, operation, &[(place, x)]));
            }
            if places.len() > 1 {
                let all: Vec<(usize, Term)> = places.iter().map(|&place| (place, x)).collect();
                rows.extend(self.filled(workshop, operation, &all));
            }
        }
        rows.retain(|row| can_be_free(&workshop.store, row.sort));
        rows
    }

    /// What a row is compared with: the variables, constants of its sort, and some of the rows behind it.
    fn others(self, rows: &[Row], at: usize, variables: &[(&str, Term, Sort)]) -> Vec<Row> {
        let sort = rows[at].sort;
        let variables = variables.iter().map(|&(name, term, sort)| Row { name: name.to_owned(), term, sort });
        let constants = self.rules.constants_of(sort).take(2);
        let constants =
            constants.map(|one| Row { name: one.name.to_string(), term: one.term, sort: one.sort });
        let behind = rows[at + 1..].iter().filter(|row| row.sort == sort).take(COMPARED).cloned();
        variables.filter(|row| row.sort == sort).chain(constants).chain(behind).collect()
    }

    /// match: (forall ((x S)) (or (= x a) (= x b))), with all values and without the last
    fn exhausted(self) -> Vec<Formula> {
        let mut workshop = Workshop::new(&self.rules.store);
        let mut model = Model::new();
        let x = self.bound(&mut workshop, "x", self.sort);
        let mut equalities = Vec::new();
        for number in 0..self.count {
            let value = model.values.nth(&workshop.store, self.sort, number);
            let term = value.and_then(|value| workshop.term_of(&model, self.sort, &value));
            let Some(equality) = term.and_then(|term| workshop.equal(x, term)) else { return Vec::new() };
            equalities.push(equality);
        }
        let mut found = Vec::new();
        for (name, left_out) in [("all", 0), ("but-one", 1)] {
            let parts = &equalities[..equalities.len() - left_out];
            let body = match parts {
                &[only] => Some(only),
                parts => workshop.store.op(Op::Core(CoreOp::Or), parts).ok(),
            };
            let formula = body.and_then(|body| workshop.quantify(Binder::Forall, x, body));
            found.extend(formula.map(|formula| Question { name: name.to_owned(), formula }));
        }
        self.answer(workshop, model, found)
    }

    /// match: (forall ((x S)) (= x (f a b))) where the arguments are free, and with exists
    fn results(self) -> Vec<Formula> {
        let mut found = Vec::new();
        let of_sort = |operation: &&Operation| self.rules.store.sort(operation.body) == self.sort;
        for operation in self.rules.operations.iter().filter(of_sort) {
            for exists in [false, true] {
                let name = format!("{}-{}-{}", self.word(), operation.name, quantifier_name(exists));
                let case = self.result_of(operation, exists);
                found.extend(case.map(|case| Formula { step: Step::Quantified, name, case }));
            }
        }
        found
    }

    fn result_of(self, operation: &Operation, exists: bool) -> Option<TestCase> {
        let mut workshop = Workshop::new(&self.rules.store);
        let mut model = Model::new();
        let (mut replacement, mut values) = (Replacement::default(), Vec::new());
        for &param in &operation.params {
            let (name, sort) = workshop.variable(param)?;
            let filler = self.filler(sort)?;
            if can_be_opened(&workshop.store, param, operation.body) {
                let (function, term) = workshop.constant(&name, sort)?;
                replacement.put(param, term);
                let value = workshop.value(&mut model, filler)?;
                values.push((function, value));
            } else {
                replacement.put(param, filler);
            }
        }
        let body = replacement.apply(&mut workshop.store, operation.body).ok()?;
        let x = self.bound(&mut workshop, "x!", self.sort);
        let equality = workshop.equal(x, body)?;
        let formula = workshop.quantify(if exists { Binder::Exists } else { Binder::Forall }, x, equality)?;
        values.iter().for_each(|(function, value)| model.set_value(*function, value.clone()));
        let constants: Vec<Function> = values.iter().map(|(function, _)| *function).collect();
        // The sort has two values: whatever the result is, one is another.
        let holds = workshop.value(&mut model, formula)?.as_bool()?;
        match (exists, holds) {
            (true, true) => {
                let truth = workshop.witness(&mut model, values)?;
                workshop.case(&constants, &[formula], false, truth)
            }
            (false, false) => workshop.case(&constants, &[formula], true, unsat_core(1)),
            _ => None,
        }
    }

    /// match: (forall ((x S)) (= a b)), (exists ((x S)) (= a b))
    fn single(self) -> Vec<Formula> {
        let mut workshop = Workshop::new(&self.rules.store);
        let x = self.bound(&mut workshop, "x", self.sort);
        let rows = self.rows(&mut workshop, x);
        let mut found = Vec::new();
        for (at, row) in rows.iter().enumerate() {
            for other in self.others(&rows, at, &[("x", x, self.sort)]) {
                for (exists, binder) in [(false, Binder::Forall), (true, Binder::Exists)] {
                    let equality = workshop.equal(row.term, other.term);
                    let formula = equality.and_then(|equality| workshop.quantify(binder, x, equality));
                    let name = format!("{}+{}-{}", row.name, other.name, quantifier_name(exists));
                    found.extend(formula.map(|formula| Question { name, formula }));
                }
            }
        }
        self.answer(workshop, Model::new(), found)
    }

    /// match: (forall ((x S)) (exists ((y T)) (= a b))), (exists ((x S)) (forall ((y T)) (= a b)))
    fn alternating(self) -> Vec<Formula> {
        let mut workshop = Workshop::new(&self.rules.store);
        let x = self.bound(&mut workshop, "x", self.sort);
        let mut found = Vec::new();
        for (sort, _) in finite_sorts(self.rules) {
            let y = self.bound(&mut workshop, "y", sort);
            let mut rows = Vec::new();
            for operation in &self.rules.operations {
                for &first in &self.places(operation, self.sort) {
                    let others = self.places(operation, sort);
                    for &second in others.iter().filter(|&&second| second != first) {
                        rows.extend(self.filled(&mut workshop, operation, &[(first, x), (second, y)]));
                    }
                }
            }
            rows.retain(|row| can_be_free(&workshop.store, row.sort));
            for (at, row) in rows.iter().enumerate() {
                for other in self.others(&rows, at, &[("x", x, self.sort), ("y", y, sort)]) {
                    for (exists, outer, inner) in
                        [(false, Binder::Forall, Binder::Exists), (true, Binder::Exists, Binder::Forall)]
                    {
                        let equality = workshop.equal(row.term, other.term);
                        let formula = equality
                            .and_then(|equality| workshop.quantify(inner, y, equality))
                            .and_then(|formula| workshop.quantify(outer, x, formula));
                        let first = quantifier_name(exists);
                        let name =
                            format!("{}+{}-{first}-{}", row.name, other.name, quantifier_name(!exists));
                        found.extend(formula.map(|formula| Question { name, formula }));
                    }
                }
            }
        }
        self.answer(workshop, Model::new(), found)
    }

    /// match: (forall ((x S)) (= (f x z) b)) where z is free
    fn open(self) -> Vec<Formula> {
        let mut workshop = Workshop::new(&self.rules.store);
        let x = self.bound(&mut workshop, "x", self.sort);
        let rows = self.rows(&mut workshop, x);
        let mut found = Vec::new();
        for operation in &self.rules.operations {
            for place in self.places(operation, self.sort) {
                for (free, &param) in operation.params.iter().enumerate().filter(|(at, _)| *at != place) {
                    if !can_be_opened(&self.rules.store, param, operation.body) {
                        continue;
                    }
                    let sort = self.rules.store.sort(param);
                    let Some((function, z)) = workshop.constant("z", sort) else { continue };
                    let row = self.filled(&mut workshop, operation, &[(place, x), (free, z)]);
                    let Some(row) = row.filter(|row| can_be_free(&workshop.store, row.sort)) else {
                        continue;
                    };
                    let mut compared = vec![row];
                    compared.extend(rows.iter().cloned());
                    for other in self.others(&compared, 0, &[("x", x, self.sort), ("z", z, sort)]) {
                        let equality = workshop.equal(compared[0].term, other.term);
                        let formula =
                            equality.and_then(|equality| workshop.quantify(Binder::Forall, x, equality));
                        let Some(formula) = formula else { continue };
                        let name = format!("{}-{}+{}-free", self.word(), compared[0].name, other.name);
                        let case = self.with_free(&mut workshop, formula, function, sort);
                        found.extend(case.map(|case| Formula { step: Step::Quantified, name, case }));
                    }
                }
            }
        }
        found
    }

    /// A formula with a free constant: satisfiable by a value, or unsatisfiable if there are few values and none is one.
    fn with_free(
        self,
        workshop: &mut Workshop<'_>,
        formula: Term,
        function: Function,
        sort: Sort,
    ) -> Option<TestCase> {
        let mut model = Model::new();
        let all: Option<Vec<Value>> = match model.values.cardinality(&workshop.store, sort) {
            Cardinality::Finite(count) if count <= MOST_VALUES => {
                (0..count).map(|number| model.values.nth(&workshop.store, sort, number)).collect()
            }
            _ => None,
        };
        let is_all = all.is_some();
        let values = if let Some(values) = all {
            values
        } else {
            let constants = self.rules.constants_of(sort);
            constants.filter_map(|constant| workshop.value(&mut model, constant.term)).collect()
        };
        for value in values {
            model.set_value(function, value.clone());
            if workshop.value(&mut model, formula)?.as_bool()? {
                let truth = workshop.witness(&mut model, vec![(function, value)])?;
                return workshop.case(&[function], &[formula], false, truth);
            }
        }
        if is_all { workshop.case(&[function], &[formula], true, unsat_core(1)) } else { None }
    }

    /// The formulas with the truths that evaluation finds; those that have none are left out.
    fn answer(self, mut workshop: Workshop<'_>, mut model: Model, questions: Vec<Question>) -> Vec<Formula> {
        let mut found = Vec::new();
        for Question { name, formula } in questions {
            let Some(Value::Bool(holds)) = workshop.value(&mut model, formula) else { continue };
            let truth: Option<Truth> =
                if holds { workshop.witness(&mut model, Vec::new()) } else { Some(unsat_core(1)) };
            let case = truth.and_then(|truth| workshop.case(&[], &[formula], !holds, truth));
            let name = format!("{}-{name}", self.word());
            found.extend(case.map(|case| Formula { step: Step::Quantified, name, case }));
        }
        found
    }
}

fn quantifier_name(exists: bool) -> &'static str {
    if exists { "exists" } else { "forall" }
}

impl Workshop<'_> {
    /// match: (= a b), result: (forall ((x S)) (= a b))
    fn quantify(&mut self, binder: Binder, variable: Term, body: Term) -> Option<Term> {
        self.store.binder(binder, &[variable], &[body]).ok()
    }
}
