//! What binds variables: quantifiers, functions as values, definitions.

use quis_smtlib::signature::{Binding, SortPattern};
use quis_smtlib::theories::{ArrayOp, Op, Theory};
use quis_smtlib::walk::post_order;
use quis_smtlib::{Attribute, Binder, Command, Role, Sort, SortConstructor, Store, Term, TermKind, TermSet};

use super::builder::{Builder, Callable};
use super::pool::Mark;
use super::special::functions;

impl Builder<'_> {
    /// Variables that something will bind, as nodes.
    pub(super) fn variables(&mut self, sorts: &[Sort]) -> Vec<Term> {
        let variables = sorts.iter().map(|&sort| {
            let name = self.name("q");
            let variable = self.store.variable(name, sort);
            self.pool.add(variable, sort, 0, false);
            variable
        });
        variables.collect()
    }

    /// match: a sort S, result: (forall ((x S)) (! (p (f x)) :pattern ((f x))))
    pub(super) fn quantified(&mut self) -> Option<Term> {
        let sorts: Vec<Sort> = (0..1 + self.stream.below(3)).map(|_| self.any_sort()).collect();
        let mark = self.pool.mark();
        let outside = self.pool.focus(mark);
        let variables = self.variables(&sorts);
        self.binders += 1;
        let (values, predicates) = (self.stream.below(6), 1 + self.stream.below(3));
        self.main_layer(values);
        self.predicate_layer(predicates);
        let body = self.boolean_layer(mark, 1).first().copied();
        self.binders -= 1;
        let patterns = if self.stream.chance(1, 2) { self.patterns(mark, &variables) } else { Vec::new() };
        self.pool.back_to(mark);
        self.pool.focus(outside);
        let mut body = body?;
        if !patterns.is_empty() {
            let attributes = patterns.iter().map(|terms| Attribute::Pattern(terms.len() as u32)).collect();
            body = self.store.annotated(body, attributes, &patterns.concat());
        }
        let binder = if self.stream.chance(2, 3) { Binder::Forall } else { Binder::Exists };
        let term = self.store.binder(binder, &variables, &[body]).ok()?;
        Some(self.node(term, &[]))
    }

    /// Patterns: terms that have all variables, or several that have them together.
    fn patterns(&mut self, from: Mark, variables: &[Term]) -> Vec<Vec<Term>> {
        let candidates: Vec<(Term, Vec<Term>)> = self
            .pool
            .since(from)
            .filter(|node| is_pattern(&self.store, node.term))
            .map(|node| (node.term, variables_in(&self.store, node.term, variables)))
            .filter(|(_, inside)| !inside.is_empty())
            .collect();
        let mut patterns = Vec::new();
        for _ in 0..1 + self.stream.below(2) {
            let mut pattern = Vec::new();
            let mut missing = variables.to_vec();
            for _ in 0..4 {
                let Some((term, inside)) = self.stream.choose(&candidates) else { break };
                if inside.iter().any(|variable| missing.contains(variable)) {
                    missing.retain(|variable| !inside.contains(variable));
                    pattern.push(*term);
                }
            }
            if missing.is_empty() && !patterns.contains(&pattern) {
                patterns.push(pattern);
            }
        }
        patterns
    }

    /// A function for a parameter that takes one.
    ///
    /// match: (-> X Y), result: (lambda ((x Int)) (+ x v0))
    pub(super) fn lambda_like(&mut self, pattern: &SortPattern, binding: &mut Binding) -> Option<Term> {
        let SortPattern::Apply(SortConstructor::Function, parts) = pattern else { return None };
        let mut sorts = Vec::with_capacity(parts.len());
        for part in parts {
            let sort = if let Some(sort) = self.store.sort_of(binding, part) {
                sort
            } else {
                let sort = functions::value_sort(self);
                self.store.bind(binding, part, sort).then_some(sort)?
            };
            sorts.push(sort);
        }
        let (&result, params) = sorts.split_last()?;
        functions::of_rank(self, params, result)
    }

    /// match: Int Bool, result: (lambda ((x Int)) (< x v0))
    pub(super) fn lambda(&mut self, params: &[Sort], result: Sort) -> Option<Term> {
        let (variables, body) = self.scoped(params, result)?;
        self.store.binder(Binder::Lambda, &variables, &[body]).ok()
    }

    /// A term of a sort over new variables.
    pub(super) fn scoped(&mut self, params: &[Sort], result: Sort) -> Option<(Vec<Term>, Term)> {
        if self.binders >= 2 {
            return None;
        }
        let mark = self.pool.mark();
        let outside = self.pool.focus(mark);
        let variables = self.variables(params);
        self.binders += 1;
        let size = 1 + self.stream.below(6);
        self.main_layer(size);
        let made: Vec<Term> = self.pool.parentless(result, mark);
        let body = match made.last() {
            Some(&last) => Some(last),
            None => self.of_sort(result),
        };
        self.binders -= 1;
        self.pool.back_to(mark);
        self.pool.focus(outside);
        Some((variables, body?))
    }

    /// Defines a function, or a constant.
    ///
    /// match: Int Int, result: (define-fun f0 ((x Int)) Int (+ x v0))
    pub(super) fn define(&mut self) -> Option<()> {
        let params: Vec<Sort> = (0..self.stream.below(4)).map(|_| self.any_sort()).collect();
        let result = self.any_sort();
        let (variables, body) = self.scoped(&params, result)?;
        let name = self.name("d");
        let function = self.store.define_function(name, &variables, result, body).ok()?;
        let constant = params.is_empty() && self.recipe.dialect.extends_the_standard();
        self.commands.push(if constant && self.stream.chance(1, 2) {
            Command::DefineConst(function)
        } else {
            Command::DefineFun(function)
        });
        self.callables.push(Callable { function, params: params.into(), result });
        Some(())
    }
}

/// The variables, of those given, that stand in a term.
fn variables_in(store: &Store, term: Term, variables: &[Term]) -> Vec<Term> {
    let mut inside = Vec::new();
    post_order(store, &[term], &mut TermSet::for_store(store), |part| {
        if variables.contains(&part) {
            inside.push(part);
        }
    });
    inside
}

/// Whether solvers take a term for a pattern: functions and values only, and a function of the script, or a read, on top.
fn is_pattern(store: &Store, term: Term) -> bool {
    let top = match store.kind(term) {
        TermKind::Apply(function, args) => match store.function(function).role {
            Role::Declared => !args.is_empty(),
            Role::Operator(op) => matches!(op, Op::Array(ArrayOp::Select)),
            _ => false,
        },
        _ => false,
    };
    let mut plain = top;
    if plain {
        post_order(store, &[term], &mut TermSet::for_store(store), |part| {
            plain &= match store.kind(part) {
                TermKind::Apply(function, args) => match store.function(function).role {
                    Role::Declared | Role::Constructor => true,
                    Role::Operator(op) => {
                        args.is_empty()
                            || (!matches!(op.theory(), Theory::Core) && store.sort(part) != Sort::BOOL)
                    }
                    _ => false,
                },
                TermKind::Literal(_) | TermKind::Variable(_) => true,
                _ => false,
            };
        });
    }
    plain
}
