//! Functions have one result (dissertation, 3.6): unsatisfiable, whatever they are.
//!
//! match: f with the sorts of an operation, result: (not (= (f x) (f y))) (= x y)
//! result: (not (= (g (f x)) (g (f y)))) (= (f x) (f y))
//! result: (not (= (f x) x)) (= (f (f (f x))) x) (= (f (f (f (f (f x))))) x)
//!
//! An equality of the rules can stand between two terms that are equal, as in larger cores: (= x_fresh y) ∧ C(x, x_fresh). Every assertion is
//! needed, so sorts of one value have no part in it.

use quis_semantics::{Cardinality, Model};
use quis_smtlib::{Function, Sort, SortConstructor, Term};

use super::super::contradiction::Constant;
use super::super::draft::{Formula, Workshop};
use super::super::fixed::can_be_free;
use super::super::rules::{Equality, Rules};
use super::super::{Step, unsat_core};
use super::functions::{is_usable, named};
use crate::case::TestCase;

/// The name of the sort of which nothing is known.
const UNINTERPRETED: &str = "U";

/// The sorts of a function, and what formulas with it are called.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Signature {
    name: String,
    params: Vec<Kind>,
    result: Kind,
}

/// A sort of the rules, or the uninterpreted one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Sort(Sort),
    Uninterpreted,
}

/// The formulas of all signatures, simple ones first.
pub(super) fn formulas(rules: &Rules) -> impl Iterator<Item = Formula> + Send + '_ {
    let signatures = signatures(rules);
    let pairs: Vec<(Signature, Signature, usize)> = signatures
        .iter()
        .flat_map(|inner| signatures.iter().map(move |outer| (inner, outer)))
        .flat_map(|(inner, outer)| {
            let places = outer.params.iter().enumerate().filter(|(_, kind)| **kind == inner.result);
            places.map(|(place, _)| (inner.clone(), outer.clone(), place))
        })
        .collect();
    let alone = signatures.clone().into_iter().flat_map(move |signature| alone(rules, &signature));
    let cycles = signatures.into_iter().filter_map(move |signature| cycle(rules, &signature));
    let chains =
        pairs.into_iter().flat_map(move |(inner, outer, place)| chains(rules, &inner, &outer, place));
    alone.chain(cycles).chain(chains)
}

/// The signatures of the operations, each once, and some over the uninterpreted sort.
fn signatures(rules: &Rules) -> Vec<Signature> {
    let (store, model) = (&rules.store, Model::new());
    let of = |sort: Sort| {
        let single = model.values.cardinality(store, sort) == Cardinality::Finite(1);
        (can_be_free(store, sort) && !single).then_some(Kind::Sort(sort))
    };
    let mut found: Vec<Signature> = Vec::new();
    let mut sorts: Vec<Sort> = Vec::new();
    for operation in rules.operations.iter().filter(|operation| is_usable(rules, operation)) {
        let params: Option<Vec<Kind>> = operation.params.iter().map(|&param| of(store.sort(param))).collect();
        let (Some(params), Some(result)) = (params, of(store.sort(operation.body))) else { continue };
        for &term in operation.params.iter().chain([&operation.body]) {
            let sort = store.sort(term);
            if !sorts.contains(&sort) {
                sorts.push(sort);
            }
        }
        if !found.iter().any(|known| known.params == params && known.result == result) {
            found.push(Signature { name: operation.name.to_string(), params, result });
        }
    }
    let nothing = Kind::Uninterpreted;
    let signature =
        |name: String, params: &[Kind], result| Signature { name, params: params.to_vec(), result };
    found.push(signature(UNINTERPRETED.to_owned(), &[nothing], nothing));
    found.push(signature(format!("{UNINTERPRETED}-{UNINTERPRETED}"), &[nothing, nothing], nothing));
    for sort in sorts {
        let (word, kind) = (Workshop::word(store, sort), Kind::Sort(sort));
        found.push(signature(format!("{UNINTERPRETED}-to-{word}"), &[nothing], kind));
        found.push(signature(format!("{UNINTERPRETED}-of-{word}"), &[kind], nothing));
    }
    found
}

/// A formula while it is made.
struct Draft<'r> {
    workshop: Workshop<'r>,
    functions: Vec<Function>,
    constants: Vec<Constant>,
    assertions: Vec<Term>,
}

impl<'r> Draft<'r> {
    fn new(rules: &'r Rules) -> Self {
        let workshop = Workshop::new(&rules.store);
        Draft { workshop, functions: Vec::new(), constants: Vec::new(), assertions: Vec::new() }
    }

    fn sort(&mut self, kind: Kind) -> Sort {
        match kind {
            Kind::Sort(sort) => sort,
            Kind::Uninterpreted => {
                let store = &mut self.workshop.store;
                let name = store.symbol(UNINTERPRETED);
                let declaration = store.declare_sort(name, 0, None);
                store.apply_sort(SortConstructor::Declared(declaration), &[])
            }
        }
    }

    fn function(&mut self, name: &str, signature: &Signature) -> Function {
        let params: Vec<Sort> = signature.params.iter().map(|&kind| self.sort(kind)).collect();
        let result = self.sort(signature.result);
        let function = self.workshop.function(name, &params, result);
        self.functions.push(function);
        function
    }

    fn constant(&mut self, name: &str, sort: Sort) -> Option<Term> {
        let constant = self.workshop.named(name, sort, &self.constants.iter().collect::<Vec<_>>())?;
        self.constants.push(constant);
        self.constants.last().map(|constant| constant.term)
    }

    /// Constants for the arguments of a function: x0, x1 and so on.
    fn arguments(&mut self, name: &str, signature: &Signature) -> Option<Vec<Term>> {
        let mut args = Vec::new();
        for (at, &kind) in signature.params.iter().enumerate() {
            let sort = self.sort(kind);
            args.push(self.constant(&format!("{name}{at}"), sort)?);
        }
        Some(args)
    }

    fn apply(&mut self, function: Function, args: &[Term]) -> Option<Term> {
        self.workshop.store.apply(function, args).ok()
    }

    fn equate(&mut self, left: Term, right: Term) -> Option<()> {
        let equality = self.workshop.equal(left, right)?;
        self.assertions.push(equality);
        Some(())
    }

    fn tell_apart(&mut self, left: Term, right: Term) -> Option<()> {
        let equality = self.workshop.equal(left, right)?;
        let negation = self.workshop.not(equality)?;
        self.assertions.push(negation);
        Some(())
    }

    /// match: (= x y), result: (= x_fresh y), and what the rule says of x and x_fresh
    fn equate_by(&mut self, rule: &Equality, left: Term, right: Term, fresh: &str) -> Option<()> {
        let sort = self.workshop.store.sort(left);
        let fresh = self.constant(fresh, sort)?;
        self.equate(fresh, right)?;
        let taken: Vec<&Constant> = self.constants.iter().collect();
        let equated = self.workshop.equated(rule, Some(left), &taken)?;
        let clause = self.workshop.clause(&equated, fresh)?;
        self.constants.extend(equated.constants);
        self.assertions.push(clause);
        Some(())
    }

    /// The case, in which every assertion is needed.
    fn case(&mut self) -> Option<TestCase> {
        let constants = self.constants.iter().map(|constant| constant.function);
        let declared: Vec<Function> = self.functions.iter().copied().chain(constants).collect();
        self.workshop.case(&declared, &self.assertions, true, unsat_core(self.assertions.len()))
    }
}

/// The equalities about variables of a sort.
fn about(rules: &Rules, kind: Kind) -> impl Iterator<Item = &Equality> {
    rules.equalities.iter().filter(move |rule| {
        rule.params.contains(&rule.right) && Kind::Sort(rules.store.sort(rule.right)) == kind
    })
}

fn alone(rules: &Rules, signature: &Signature) -> Vec<Formula> {
    let plain = (format!("congruence-{}", signature.name), congruence(rules, signature, None));
    let mut found = vec![plain];
    for (place, &kind) in signature.params.iter().enumerate() {
        for rule in about(rules, kind) {
            let name = format!("congruence-{}-{place}-{}", signature.name, rule.name);
            found.push((name, congruence(rules, signature, Some((place, rule)))));
        }
    }
    named(found)
}

/// match: (not (= (f x) (f y))) (= x y)
fn congruence(rules: &Rules, signature: &Signature, by: Option<(usize, &Equality)>) -> Option<TestCase> {
    let mut draft = Draft::new(rules);
    let function = draft.function("f", signature);
    let [xs, ys] = [draft.arguments("x", signature)?, draft.arguments("y", signature)?];
    let (left, right) = (draft.apply(function, &xs)?, draft.apply(function, &ys)?);
    draft.tell_apart(left, right)?;
    for (at, (&x, &y)) in xs.iter().zip(&ys).enumerate() {
        match by {
            Some((place, rule)) if place == at => draft.equate_by(rule, x, y, &format!("x{at}_fresh"))?,
            _ => draft.equate(x, y)?,
        }
    }
    draft.case()
}

/// match: (not (= (f x) x)) (= (f (f (f x))) x) (= (f (f (f (f (f x))))) x)
///
/// Needs a sort of five values at least, or less is enough.
fn cycle(rules: &Rules, signature: &Signature) -> Option<Formula> {
    let &[kind] = signature.params.as_slice() else { return None };
    let is_small = match kind {
        Kind::Sort(sort) => match Model::new().values.cardinality(&rules.store, sort) {
            Cardinality::Finite(count) => count < 5,
            Cardinality::Huge => false,
            Cardinality::Unknown => true,
        },
        Kind::Uninterpreted => false,
    };
    if is_small || kind != signature.result {
        return None;
    }
    let mut draft = Draft::new(rules);
    let function = draft.function("f", signature);
    let sort = draft.sort(kind);
    let x = draft.constant("x", sort)?;
    let mut powers = vec![x];
    for _ in 0..5 {
        let last = *powers.last()?;
        powers.push(draft.apply(function, &[last])?);
    }
    draft.tell_apart(powers[1], x)?;
    draft.equate(powers[3], x)?;
    draft.equate(powers[5], x)?;
    let case = draft.case()?;
    Some(Formula { step: Step::Functions, name: format!("cycle-{}", signature.name), case })
}

fn chains(rules: &Rules, inner: &Signature, outer: &Signature, place: usize) -> Vec<Formula> {
    let ending = format!("{}+{}-{place}", inner.name, outer.name);
    let mut found = vec![
        (format!("chain-{ending}"), chain(rules, [inner, outer], place, Link::Results(None))),
        (format!("through-{ending}"), chain(rules, [inner, outer], place, Link::Arguments)),
    ];
    for rule in about(rules, inner.result) {
        let case = chain(rules, [inner, outer], place, Link::Results(Some(rule)));
        found.push((format!("chain-{ending}-{}", rule.name), case));
    }
    named(found)
}

/// What is equal below the outer function.
enum Link<'r> {
    /// match: (= (f x) (f y)), perhaps said by a rule
    Results(Option<&'r Equality>),
    /// match: (= x y)
    Arguments,
}

/// match: (not (= (g (f x) z) (g (f y) z))) (= (f x) (f y))
fn chain(rules: &Rules, [inner, outer]: [&Signature; 2], place: usize, link: Link<'_>) -> Option<TestCase> {
    let mut draft = Draft::new(rules);
    let (f, g) = (draft.function("f", inner), draft.function("g", outer));
    let [xs, ys] = [draft.arguments("x", inner)?, draft.arguments("y", inner)?];
    let results = [draft.apply(f, &xs)?, draft.apply(f, &ys)?];
    // What else the outer function has is the same on both sides.
    let mut args = Vec::new();
    for (at, &kind) in outer.params.iter().enumerate() {
        let sort = draft.sort(kind);
        args.push(if at == place { results[0] } else { draft.constant(&format!("z{at}"), sort)? });
    }
    let left = draft.apply(g, &args)?;
    args[place] = results[1];
    let right = draft.apply(g, &args)?;
    draft.tell_apart(left, right)?;
    match link {
        Link::Results(None) => draft.equate(results[0], results[1])?,
        Link::Results(Some(rule)) => draft.equate_by(rule, results[0], results[1], "f_fresh")?,
        Link::Arguments => {
            for (&x, &y) in xs.iter().zip(&ys) {
                draft.equate(x, y)?;
            }
        }
    }
    draft.case()
}
