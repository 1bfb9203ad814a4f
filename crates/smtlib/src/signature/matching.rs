//! Typing an application: which signature fits the arguments, and what sort comes out.

use super::{Arity, MAX_VARIABLES, Signature, SortPattern, Width};
use crate::sort::{MAX_WIDTH, Sort, SortKind, SortTable, same_constructor};

/// What fitting a signature gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Fit {
    /// The sort of the application.
    pub(crate) result: Sort,
    /// Whether some `Int` arguments must become `Real` to fit; [`coercions`] of the matcher says which.
    ///
    /// [`coercions`]: Matcher::coercions
    pub(crate) coerced: bool,
}

/// The variables of a signature while its parameters are matched. Kept and reused, so that typing allocates nothing.
#[derive(Clone, Debug, Default)]
pub(crate) struct Matcher {
    sorts: [Option<Sort>; MAX_VARIABLES],
    numbers: [Option<u32>; MAX_VARIABLES],
    /// Some sort given is unknown: a variable that nothing binds is then unknown, and not an error.
    unknown: bool,
    /// The positions of `Int` arguments that must become `Real`.
    pub(crate) coercions: Vec<u32>,
}

impl Matcher {
    /// Fits a signature to indices and argument sorts. `qualified` is the sort of `(as f sort)`.
    /// `promote` lets an `Int` stand where a `Real` is expected.
    pub(crate) fn fit(
        &mut self,
        sorts: &mut SortTable,
        signature: &Signature,
        indices: &[u32],
        args: &[Sort],
        qualified: Option<Sort>,
        promote: bool,
    ) -> Option<Fit> {
        let result = if let Some(rule) = signature.rule {
            self.coercions.clear();
            rule.result(sorts, indices, args, qualified)?
        } else if signature.indices.len() == indices.len() {
            self.unknown = args.contains(&Sort::UNKNOWN) || qualified == Some(Sort::UNKNOWN);
            self.patterns(sorts, signature, indices, args, qualified, promote)?
        } else {
            return None;
        };
        let result = match qualified {
            Some(sort) if sort == result || sort == Sort::UNKNOWN => result,
            Some(sort) if result == Sort::UNKNOWN || fits_function(sorts, sort, result) => sort,
            Some(_) => return None,
            None => result,
        };
        Some(Fit { result, coerced: !self.coercions.is_empty() })
    }

    fn patterns(
        &mut self,
        sorts: &mut SortTable,
        signature: &Signature,
        indices: &[u32],
        args: &[Sort],
        qualified: Option<Sort>,
        promote: bool,
    ) -> Option<Sort> {
        self.start(sorts, signature, indices, qualified)?;
        let mut result = self.arguments(sorts, signature, args, promote)?;
        if promote && self.coercions.contains(&RESTART) {
            // A sort variable met `Int` first and `Real` later: `Real` it is, for all of them.
            let promoted = self.sorts.map(|sort| sort.filter(|&sort| sort == Sort::REAL));
            self.start(sorts, signature, indices, qualified)?;
            for (slot, sort) in self.sorts.iter_mut().zip(promoted) {
                *slot = slot.or(sort);
            }
            result = self.arguments(sorts, signature, args, promote)?;
            // `as` insists on `Int`: the two cannot be had at once.
            if self.coercions.contains(&RESTART) {
                return None;
            }
        }
        for condition in &signature.conditions {
            match (condition.left.value(&self.numbers), condition.right.value(&self.numbers)) {
                (Some(left), Some(right)) if left < right || (left == right && !condition.strict) => {}
                (Some(_), Some(_)) => return None,
                _ if self.unknown => {}
                _ => return None,
            }
        }
        Some(result)
    }

    fn start(
        &mut self,
        sorts: &SortTable,
        signature: &Signature,
        indices: &[u32],
        qualified: Option<Sort>,
    ) -> Option<()> {
        self.forget();
        self.coercions.clear();
        for (pattern, &index) in signature.indices.iter().zip(indices) {
            self.width(pattern, index).then_some(())?;
        }
        // What the arguments determine is compared in the end: a width such as `(+ i m)` cannot be matched before them.
        if let Some(sort) = qualified
            && signature.has_undetermined_result
        {
            self.matches(sorts, &signature.result, sort).then_some(())?;
        }
        Some(())
    }

    pub(super) fn numbers(&self) -> &[Option<u32>] {
        &self.numbers
    }

    fn forget(&mut self) {
        self.sorts = [None; MAX_VARIABLES];
        self.numbers = [None; MAX_VARIABLES];
    }

    fn arguments(
        &mut self,
        sorts: &mut SortTable,
        signature: &Signature,
        args: &[Sort],
        promote: bool,
    ) -> Option<Sort> {
        let params = &signature.params;
        if args.len() == params.len() {
            for (at, (param, &arg)) in params.iter().zip(args).enumerate() {
                self.argument(sorts, param, arg, at, promote).then_some(())?;
            }
            return self.result(sorts, signature, args);
        }
        match signature.arity {
            Arity::Fixed => None,
            _ if signature.homogeneous => {
                // One argument is not standard, but every solver takes `(and x)` and `(+ x)`; none makes `(and)`.
                if args.is_empty() && params[0] != SortPattern::Exact(Sort::BOOL) {
                    return None;
                }
                for (at, &arg) in args.iter().enumerate() {
                    self.argument(sorts, &params[0], arg, at, promote).then_some(())?;
                }
                self.result(sorts, signature, args)
            }
            Arity::RepeatFirst => {
                let repeated = args.len().checked_sub(params.len())?;
                for (at, &arg) in args.iter().enumerate() {
                    self.argument(sorts, &params[at.saturating_sub(repeated)], arg, at, promote)
                        .then_some(())?;
                }
                self.result(sorts, signature, &args[repeated..])
            }
            Arity::LeftAssoc if args.len() > 2 => self.fold(sorts, signature, args, false),
            Arity::RightAssoc if args.len() > 2 => self.fold(sorts, signature, args, true),
            Arity::Chainable | Arity::Pairwise if args.len() > 2 => {
                for pair in args.windows(2) {
                    self.pair(sorts, signature, pair[0], pair[1])?;
                }
                self.sort_of(sorts, &signature.result)
            }
            _ => None,
        }
    }

    /// `(concat a b c)` is `(concat (concat a b) c)`: the result of one step is an argument of the next.
    fn fold(
        &mut self,
        sorts: &mut SortTable,
        signature: &Signature,
        args: &[Sort],
        from_right: bool,
    ) -> Option<Sort> {
        let nth = |step: usize| if from_right { args[args.len() - 1 - step] } else { args[step] };
        let mut result = nth(0);
        for step in 1..args.len() {
            let (left, right) = if from_right { (nth(step), result) } else { (result, nth(step)) };
            self.pair(sorts, signature, left, right)?;
            result = self.result(sorts, signature, &[left, right])?;
        }
        Some(result)
    }

    fn pair(&mut self, sorts: &SortTable, signature: &Signature, left: Sort, right: Sort) -> Option<()> {
        self.forget();
        (self.matches(sorts, &signature.params[0], left) && self.matches(sorts, &signature.params[1], right))
            .then_some(())
    }

    fn argument(
        &mut self,
        sorts: &SortTable,
        param: &SortPattern,
        arg: Sort,
        at: usize,
        promote: bool,
    ) -> bool {
        if !promote {
            return self.matches(sorts, param, arg);
        }
        match (param, arg) {
            (SortPattern::Exact(Sort::REAL), Sort::INT) => {
                self.coercions.push(at as u32);
                true
            }
            (SortPattern::Variable(id), Sort::INT | Sort::REAL) => {
                let slot = &mut self.sorts[usize::from(*id)];
                match (*slot, arg) {
                    (Some(Sort::REAL), Sort::INT) => self.coercions.push(at as u32),
                    (Some(Sort::INT), Sort::REAL) => {
                        *slot = Some(Sort::REAL);
                        self.coercions.push(RESTART);
                    }
                    (Some(known), _) => return known == arg || known == Sort::UNKNOWN,
                    (None, _) => *slot = Some(arg),
                }
                true
            }
            _ => self.matches(sorts, param, arg),
        }
    }

    pub(super) fn matches(&mut self, sorts: &SortTable, pattern: &SortPattern, sort: Sort) -> bool {
        if let SortPattern::Exact(expected) = pattern {
            return *expected == sort || sort == Sort::UNKNOWN;
        }
        if let SortPattern::Variable(id) = pattern {
            let slot = &mut self.sorts[usize::from(*id)];
            return match *slot {
                None | Some(Sort::UNKNOWN) => {
                    *slot = Some(sort);
                    true
                }
                Some(known) => known == sort || sort == Sort::UNKNOWN || fits_function(sorts, known, sort),
            };
        }
        match (pattern, sorts.kind(sort)) {
            (_, SortKind::Unknown) | (SortPattern::Char, SortKind::Char) => true,
            (SortPattern::FieldVariable(id), SortKind::FiniteField(_)) => {
                let slot = &mut self.sorts[usize::from(*id)];
                let fits = slot.is_none_or(|known| known == sort);
                *slot = Some(sort);
                fits
            }
            (SortPattern::BitVec(width), SortKind::BitVec(actual)) => self.width(width, *actual),
            (SortPattern::Float(eb, sb), SortKind::Float(actual_eb, actual_sb)) => {
                self.width(eb, *actual_eb) && self.width(sb, *actual_sb)
            }
            (SortPattern::Apply(constructor, params), SortKind::Apply(actual, args)) => {
                // The patterns of the tables are shallow: recursion here is on them, not on the sort.
                same_constructor(*constructor, *actual)
                    && params.len() == args.len()
                    && params.iter().zip(args).all(|(param, &arg)| self.matches(sorts, param, arg))
            }
            _ => false,
        }
    }

    pub(super) fn width(&mut self, pattern: &Width, actual: u32) -> bool {
        match pattern {
            Width::Variable(id) => {
                let slot = &mut self.numbers[usize::from(*id)];
                *slot.get_or_insert(actual) == actual
            }
            _ => pattern.value(&self.numbers) == Some(actual),
        }
    }

    /// The sort of the application, once its arguments have been matched.
    fn result(&self, sorts: &mut SortTable, signature: &Signature, args: &[Sort]) -> Option<Sort> {
        match signature.result_param.and_then(|at| args.get(usize::from(at))) {
            Some(&arg) if arg != Sort::UNKNOWN => Some(arg),
            _ => self.sort_of(sorts, &signature.result),
        }
    }

    pub(super) fn sort_of(&self, sorts: &mut SortTable, pattern: &SortPattern) -> Option<Sort> {
        let unbound = self.unknown.then_some(Sort::UNKNOWN);
        let kind = match pattern {
            SortPattern::Exact(sort) => return Some(*sort),
            SortPattern::Variable(id) | SortPattern::FieldVariable(id) => {
                return self.sorts[usize::from(*id)].or(unbound);
            }
            SortPattern::Char => SortKind::Char,
            SortPattern::BitVec(width) => match width.value(&self.numbers) {
                Some(width) => {
                    SortKind::BitVec(Some(width).filter(|&width| width > 0 && width <= MAX_WIDTH)?)
                }
                None => return unbound,
            },
            SortPattern::Float(eb, sb) => match (eb.value(&self.numbers), sb.value(&self.numbers)) {
                (Some(eb), Some(sb)) if eb > 1 && sb > 1 && eb.max(sb) <= MAX_WIDTH => {
                    SortKind::Float(eb, sb)
                }
                (Some(_), Some(_)) => return None,
                _ => return unbound,
            },
            SortPattern::Apply(constructor, params) => {
                let args = params.iter().map(|param| self.sort_of(sorts, param));
                let args = args.collect::<Option<Box<[Sort]>>>()?;
                if args.contains(&Sort::UNKNOWN) {
                    return Some(Sort::UNKNOWN);
                }
                SortKind::Apply(*constructor, args)
            }
        };
        Some(sorts.intern(kind))
    }
}

/// A mark in the list of coercions: match again with what is known now.
const RESTART: u32 = u32::MAX;

/// Whether one sort is `(-> A B)` and the other `(Array A B)`.
fn fits_function(sorts: &SortTable, left: Sort, right: Sort) -> bool {
    match (sorts.kind(left), sorts.kind(right)) {
        (SortKind::Apply(a, these), SortKind::Apply(b, those)) => same_constructor(*a, *b) && these == those,
        _ => false,
    }
}
