//! The core theory. Connectives, `ite` and equality look at as few arguments as they need.

use quis_smtlib::theories::CoreOp;
use quis_smtlib::{Sort, Term};

use super::arguments::{all, three, unary};
use super::variables::EnvId;
use super::{Evaluator, Stop};
use crate::open::{Open, Reason};
use crate::value::{Cardinality, Value, map_params};

impl<'a> Evaluator<'a> {
    /// The operators that need not look at all of their arguments, or that have a value though one is open; `None` for
    /// the others.
    pub(super) fn step_lazy(
        &mut self,
        op: CoreOp,
        args: &'a [Term],
        env: EnvId,
        next: &mut u32,
    ) -> Option<Result<Value, Stop>> {
        Some(match op {
            // match: (and … false …), result: false
            CoreOp::And => self.junction(args, env, next, false),
            // match: (or … true …), result: true
            CoreOp::Or => self.junction(args, env, next, true),
            CoreOp::Implies => self.implication(args, env, next),
            CoreOp::Ite => self.ite(args, env),
            CoreOp::Equal => self.chain(args, env, next),
            CoreOp::Distinct => self.distinct(args, env, next),
            CoreOp::True | CoreOp::False | CoreOp::Not | CoreOp::Xor => return None,
        })
    }

    /// Looks at arguments until one has the value that decides; the first open one is kept in mind.
    fn junction(&mut self, args: &[Term], env: EnvId, next: &mut u32, decisive: bool) -> Result<Value, Stop> {
        while let Some(&arg) = args.get(*next as usize) {
            match self.slot(arg, env) {
                Some(Ok(Value::Bool(value))) if *value == decisive => return Ok(Value::Bool(decisive)),
                Some(_) => *next += 1,
                None => return Err(Stop::Term(arg)),
            }
        }
        match self.first_open(args, env) {
            Some(open) => Err(Stop::Open(open)),
            None => Ok(Value::Bool(!decisive)),
        }
    }

    /// The values of those arguments that have one.
    fn known_values(&self, args: &[Term], env: EnvId) -> Vec<Value> {
        args.iter().filter_map(|&arg| self.slot(arg, env).and_then(|slot| slot.clone().ok())).collect()
    }

    fn first_open(&self, args: &[Term], env: EnvId) -> Option<Open> {
        args.iter().find_map(|&arg| self.slot(arg, env).and_then(|slot| slot.as_ref().err().copied()))
    }

    /// match: (=> a b c), result: (or (not a) (not b) c)
    fn implication(&mut self, args: &[Term], env: EnvId, next: &mut u32) -> Result<Value, Stop> {
        let last = args.len().saturating_sub(1);
        while let Some(&arg) = args.get(*next as usize) {
            match self.slot(arg, env) {
                Some(Ok(Value::Bool(value))) if *value == (*next as usize == last) => {
                    return Ok(Value::Bool(true));
                }
                Some(_) => *next += 1,
                None => return Err(Stop::Term(arg)),
            }
        }
        match self.first_open(args, env) {
            Some(open) => Err(Stop::Open(open)),
            None => Ok(Value::Bool(false)),
        }
    }

    fn ite(&mut self, args: &[Term], env: EnvId) -> Result<Value, Stop> {
        let &[condition, then, otherwise] = args else { return Err(Reason::Unsupported.into()) };
        match self.slot(condition, env) {
            Some(Ok(Value::Bool(value))) => self.value(if *value { then } else { otherwise }, env),
            Some(Ok(_)) => Err(Reason::Unsupported.into()),
            // An open condition does not matter if both branches have one value.
            Some(Err(open)) => {
                let open = *open;
                let left = match self.value(then, env) {
                    Err(Stop::Open(_)) => return Err(Stop::Open(open)),
                    other => other?,
                };
                let right = match self.value(otherwise, env) {
                    Err(Stop::Open(_)) => return Err(Stop::Open(open)),
                    other => other?,
                };
                if left == right { Ok(left) } else { Err(Stop::Open(open)) }
            }
            None => Err(Stop::Term(condition)),
        }
    }

    /// match: (= a b c), result: (and (= a b) (= b c))
    fn chain(&mut self, args: &[Term], env: EnvId, next: &mut u32) -> Result<Value, Stop> {
        // A term is equal to itself, whatever it is.
        if args.windows(2).all(|pair| pair[0] == pair[1]) {
            return Ok(Value::Bool(true));
        }
        self.need_all(args, env, next)?;
        if let &[left, right] = args
            && let (Some(Ok(left)), Some(Ok(right))) = (self.slot(left, env), self.slot(right, env))
        {
            let simple = !matches!(left, Value::Compound(_) | Value::Regex(_));
            if simple || left == right {
                return Ok(Value::Bool(left == right));
            }
        }
        let mut open = self.first_open(args, env);
        // Any two that differ will do: equality is transitive.
        let known = self.known_values(args, env);
        for pair in known.windows(2) {
            match self.equal_values(self.store.sort(args[0]), &pair[0], &pair[1])? {
                Some(true) => {}
                Some(false) => return Ok(Value::Bool(false)),
                None => {
                    let term = args[0];
                    open = open.or(Some(Open { reason: Reason::FunctionEquality, term }));
                }
            }
        }
        open.map_or(Ok(Value::Bool(true)), |open| Err(Stop::Open(open)))
    }

    /// match: (distinct a b c), result: (and (not (= a b)) (not (= a c)) (not (= b c)))
    fn distinct(&mut self, args: &[Term], env: EnvId, next: &mut u32) -> Result<Value, Stop> {
        self.need_all(args, env, next)?;
        let mut sorted = args.to_vec();
        sorted.sort_unstable();
        if sorted.windows(2).any(|pair| pair[0] == pair[1]) {
            return Ok(Value::Bool(false));
        }
        let mut open = self.first_open(args, env);
        let known = self.known_values(args, env);
        let mut seen = hashbrown::HashSet::with_capacity_and_hasher(known.len(), rustc_hash::FxBuildHasher);
        if !known.iter().all(|value| seen.insert(value)) {
            return Ok(Value::Bool(false));
        }
        // Values that are not the same node may yet be equal.
        if known.iter().any(|value| matches!(value, Value::Compound(_) | Value::Regex(_))) {
            for (at, left) in known.iter().enumerate() {
                for right in &known[at + 1..] {
                    self.budget.spend(1)?;
                    match self.equal_values(self.store.sort(args[0]), left, right)? {
                        Some(true) => return Ok(Value::Bool(false)),
                        Some(false) => {}
                        None => {
                            let term = args[0];
                            open = open.or(Some(Open { reason: Reason::FunctionEquality, term }));
                        }
                    }
                }
            }
        }
        open.map_or(Ok(Value::Bool(true)), |open| Err(Stop::Open(open)))
    }

    /// Whether two values of a sort are equal, as far as that can be said.
    ///
    /// Maps are compared as if uninterpreted sorts had elements beyond those that the model names. If it says that there
    /// are none, maps that differ only there are equal for one reader of the model and different for another.
    fn equal_values(&mut self, sort: Sort, left: &Value, right: &Value) -> Result<Option<bool>, Stop> {
        let equal = self.model.values.equal(left, right, &mut self.budget)?;
        if equal != Some(false) || self.model.values.universes.is_empty() {
            return Ok(equal);
        }
        let (Value::Compound(this), Value::Compound(that)) = (left, right) else { return Ok(equal) };
        let params = map_params(self.store, sort);
        if !params.iter().any(|param| self.model.values.universes.contains_key(param)) {
            let inside = self.model.values.maps_over_universe(self.store, sort);
            return Ok(if inside { None } else { equal });
        }
        let Cardinality::Finite(points) = self.model.values.domain_of_all(self.store, params) else {
            return Ok(None);
        };
        for n in 0..points {
            self.budget.spend(1)?;
            let Some(point) = self.model.values.nth_of_all(self.store, params, n) else { return Ok(None) };
            let key = self.model.values.key(point);
            match (self.model.values.map_get(*this, &key), self.model.values.map_get(*that, &key)) {
                (Some(Ok(this)), Some(Ok(that))) if this != that => return Ok(Some(false)),
                (Some(Ok(_)), Some(Ok(_))) => {}
                _ => return Ok(None),
            }
        }
        Ok(None)
    }

    /// All arguments are evaluated, some of them perhaps open.
    fn need_all(&mut self, args: &[Term], env: EnvId, next: &mut u32) -> Result<(), Stop> {
        while let Some(&arg) = args.get(*next as usize) {
            if self.slot(arg, env).is_none() {
                return Err(Stop::Term(arg));
            }
            *next += 1;
        }
        Ok(())
    }

    /// The operators that look at all of their arguments.
    ///
    /// Applied to values, as in `((_ map and) a b)`, the others too have all of their arguments.
    pub(super) fn core(&mut self, op: CoreOp, args: &[Value]) -> Result<Value, Stop> {
        match op {
            CoreOp::True => Ok(Value::Bool(true)),
            CoreOp::False => Ok(Value::Bool(false)),
            CoreOp::Not => unary(args, |value: bool| !value),
            // match: (xor a b c), result: (xor (xor a b) c)
            CoreOp::Xor => {
                Ok(Value::Bool(all::<bool>(args)?.into_iter().fold(false, |all, value| all ^ value)))
            }
            CoreOp::And => Ok(Value::Bool(all::<bool>(args)?.into_iter().all(|value| value))),
            CoreOp::Or => Ok(Value::Bool(all::<bool>(args)?.into_iter().any(|value| value))),
            // match: (=> a b c), result: (or (not a) (not b) c)
            CoreOp::Implies => {
                let bools = all::<bool>(args)?;
                let (last, premises) = bools.split_last().ok_or(Reason::Unsupported)?;
                Ok(Value::Bool(*last || premises.iter().any(|premise| !premise)))
            }
            CoreOp::Ite => {
                let (condition, then, otherwise): (bool, &Value, &Value) = three(args)?;
                Ok(if condition { then.clone() } else { otherwise.clone() })
            }
            // Whether values are equal depends on their sort, which there is no term to ask for.
            CoreOp::Equal | CoreOp::Distinct => Err(Reason::Unsupported.into()),
        }
    }
}
