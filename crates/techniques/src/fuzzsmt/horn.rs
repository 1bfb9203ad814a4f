//! Constrained Horn clauses: the form that the logic `HORN` asks for.

use quis_smtlib::theories::{CoreOp, Op};
use quis_smtlib::{Binder, Command, Function, Sort, Term};

use super::builder::Builder;

/// A predicate that clauses define.
#[derive(Clone, Debug)]
struct Predicate {
    function: Function,
    params: Vec<Sort>,
}

impl Builder<'_> {
    /// Clauses over new predicates, so many at most, and the predicates. Where all predicates hold, clauses hold but for queries, which are left out if
    /// the formula is to be satisfiable.
    pub(super) fn horn_clauses(&mut self, most: usize) -> (Vec<Term>, Vec<Function>) {
        self.draw_sorts();
        let count = 1 + self.stream.below(most);
        let mut predicates = Vec::new();
        for _ in 0..1 + self.stream.below(3) {
            let params: Vec<Sort> = (0..1 + self.stream.below(3)).map(|_| self.any_sort()).collect();
            let name = self.name("p");
            let function = self.store.declare_function(name, &params, Sort::BOOL);
            self.commands.push(Command::DeclareFun(function));
            predicates.push(Predicate { function, params });
        }
        let clauses = (0..count + 1).filter_map(|number| {
            let is_query = !self.recipe.sat && (number == count || self.stream.chance(1, 8));
            self.clause(&predicates, number, is_query)
        });
        let clauses = clauses.collect();
        (clauses, predicates.into_iter().map(|predicate| predicate.function).collect())
    }

    /// match: p, result: (forall ((x Int) (y Int)) (=> (and (p x) (< x y)) (p y)))
    fn clause(&mut self, predicates: &[Predicate], number: usize, is_query: bool) -> Option<Term> {
        let mark = self.pool.mark();
        // Every sort has a variable: there are no constants.
        let mut sorts = self.palette.sorts.clone();
        sorts.extend((0..self.stream.below(4)).map(|_| self.any_sort()));
        let variables = self.variables(&sorts);
        self.binders += 1;
        let (values, constraints) = (self.stream.below(6), 1 + self.stream.below(3));
        self.main_layer(values);
        self.predicate_layer(constraints);
        let mut body = self.boolean_layer(mark, 1 + constraints);
        // The first clause is a fact.
        let premises = if number == 0 { 0 } else { usize::from(is_query) + self.stream.below(3) };
        for _ in 0..premises {
            let predicate = self.stream.choose(predicates)?.clone();
            body.extend(self.applied(&predicate, &variables));
        }
        let head = if is_query {
            Some(self.store.bool(false))
        } else {
            let predicate = self.stream.choose(predicates)?.clone();
            self.applied(&predicate, &variables)
        };
        self.binders -= 1;
        self.pool.back_to(mark);
        let body = match body.as_slice() {
            [] => self.store.bool(true),
            [one] => *one,
            _ => self.store.op(Op::Core(CoreOp::And), &body).ok()?,
        };
        let clause = self.store.op(Op::Core(CoreOp::Implies), &[body, head?]).ok()?;
        self.store.binder(Binder::Forall, &variables, &[clause]).ok()
    }

    /// A predicate of variables, and of values now and then.
    fn applied(&mut self, predicate: &Predicate, variables: &[Term]) -> Option<Term> {
        let mut arguments = Vec::with_capacity(predicate.params.len());
        for &sort in &predicate.params {
            let fitting: Vec<Term> =
                variables.iter().copied().filter(|&variable| self.store.sort(variable) == sort).collect();
            let value = if self.stream.chance(1, 3) { self.of_sort(sort) } else { None };
            arguments.push(match value {
                Some(value) => value,
                None => *self.stream.choose(&fitting)?,
            });
        }
        self.store.apply(predicate.function, &arguments).ok()
    }
}
