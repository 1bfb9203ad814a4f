//! Functions as values: `lambda` and application.

use quis_smtlib::theories::FunctionOp;
use quis_smtlib::{Sort, SortConstructor, SortKind, Term};

use super::step::Site;
use super::variables::{EnvId, GLOBAL};
use super::{Evaluator, Stop};
use crate::open::Reason;
use crate::value::{Callee, Node, Value, map_sorts};

impl<'a> Evaluator<'a> {
    /// A `lambda`: a table if that can be had, otherwise the term with the values of its free variables.
    pub(super) fn lambda(&mut self, term: Term, env: EnvId) -> Result<Value, Stop> {
        let free: Vec<Term> = if env == GLOBAL { Vec::new() } else { self.free.of(term).to_vec() };
        let captured: Result<Box<[(Term, Value)]>, Stop> =
            free.into_iter().map(|var| Ok((var, self.value(var, env)?))).collect();
        let value = self.model.values.make(Node::Function(Callee::Lambda(term, captured?)));
        self.tabulated(value, self.store.sort(term))
    }

    /// match: (@ f x y), result: f at x and y, or the function of what is left
    pub(super) fn function(
        &mut self,
        op: FunctionOp,
        site: &Site<'a>,
        args: &[Value],
    ) -> Result<Value, Stop> {
        let (FunctionOp::Apply | FunctionOp::Call) = op;
        let (function, rest) = args.split_first().ok_or(Reason::Unsupported)?;
        let params = self.params_of(self.sort_of(site, 0), rest.len());
        let value = self.apply_value(function, rest, params)?;
        if rest.len() < params { self.tabulated(value, site.sort) } else { Ok(value) }
    }

    /// How many arguments a function of a sort takes.
    pub(super) fn params_of(&self, sort: Sort, given: usize) -> usize {
        match self.store.sort_kind(sort) {
            SortKind::Apply(SortConstructor::Array | SortConstructor::Function, _) => {
                map_sorts(self.store, sort).map_or(given, |(params, _)| params.len())
            }
            _ => given,
        }
    }
}
