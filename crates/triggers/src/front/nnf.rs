//! Negation normal form and Skolem functions.

use hashbrown::{HashMap, HashSet};
use quis_smtlib::theories::{CoreOp, Op};
use quis_smtlib::walk::{FreeVariables, Replacement};
use quis_smtlib::{Attribute, Binder, Function, Sort, Store, Term, TermKind};
use rustc_hash::FxBuildHasher;

type Map<K, V> = HashMap<K, V, FxBuildHasher>;

/// Makes formulas in which negations stand at literals only, all quantifiers are universal and every variable is bound by one
/// quantifier.
#[derive(Default)]
pub(crate) struct Normalizer {
    /// By formula and polarity: whether it is wanted as it is or negated. What a formula becomes does not depend on where it
    /// stands: Skolem functions get its free variables for arguments.
    memo: Map<(Term, bool), Term>,
    /// What a quantifier's body became when its variables were renamed or replaced.
    opened: Map<(Term, bool), Opened>,
    quantified: Map<Term, bool>,
    bound: HashSet<Term, FxBuildHasher>,
    free: FreeVariables,
    /// The Skolem functions, with the names of the variables that they stand for.
    pub(crate) skolems: Vec<(Function, String)>,
}

#[derive(Clone)]
struct Opened {
    variables: Vec<Term>,
    body: Term,
    attributes: Vec<Attribute>,
    patterns: Vec<Term>,
}

/// What a formula is made of.
enum Shape {
    /// The same as another.
    Same(Term, bool),
    /// A conjunction, if true, or a disjunction.
    Junction(bool, Vec<(Term, bool)>),
    /// A conjunction of two disjunctions of two, `(a ∨ b) ∧ (c ∨ d)`.
    Product([(Term, bool); 4]),
    /// A universal quantifier.
    Universal(Opened),
    Literal,
}

impl Normalizer {
    /// The normal form of an assertion; `None` if something cannot be rebuilt.
    pub(crate) fn normal(&mut self, store: &mut Store, root: Term) -> Option<Term> {
        let mut stack = vec![(root, true)];
        while let Some(&(term, polarity)) = stack.last() {
            if self.memo.contains_key(&(term, polarity)) {
                stack.pop();
                continue;
            }
            let shape = self.shape(store, term, polarity)?;
            let needs: Vec<(Term, bool)> = match &shape {
                Shape::Same(inner, polarity) => vec![(*inner, *polarity)],
                Shape::Junction(_, parts) => parts.clone(),
                Shape::Product(parts) => parts.to_vec(),
                Shape::Universal(opened) => vec![(opened.body, polarity)],
                Shape::Literal => Vec::new(),
            };
            let before = stack.len();
            stack.extend(needs.into_iter().filter(|need| !self.memo.contains_key(need)));
            if stack.len() > before {
                continue;
            }
            let made = self.make(store, term, polarity, shape)?;
            self.memo.insert((term, polarity), made);
            stack.pop();
        }
        self.memo.get(&(root, true)).copied()
    }

    fn shape(&mut self, store: &mut Store, term: Term, polarity: bool) -> Option<Shape> {
        Some(match store.kind(term) {
            TermKind::Annotated(inner, ..) => Shape::Same(inner, polarity),
            TermKind::Binder(binder @ (Binder::Forall | Binder::Exists), ..) => {
                let universal = (binder == Binder::Forall) == polarity;
                let opened = match self.opened.get(&(term, polarity)) {
                    Some(opened) => opened.clone(),
                    None => {
                        let opened = self.open(store, term, universal)?;
                        self.opened.insert((term, polarity), opened.clone());
                        opened
                    }
                };
                if universal { Shape::Universal(opened) } else { Shape::Same(opened.body, polarity) }
            }
            TermKind::Apply(function, args) => {
                let args = args.to_vec();
                let Some(Op::Core(op)) = store.operator(function) else { return Some(Shape::Literal) };
                let all = |polarity: bool| args.iter().map(|&arg| (arg, polarity)).collect::<Vec<_>>();
                match op {
                    CoreOp::Not => Shape::Same(args[0], !polarity),
                    CoreOp::And => Shape::Junction(polarity, all(polarity)),
                    CoreOp::Or => Shape::Junction(!polarity, all(polarity)),
                    CoreOp::Implies => {
                        let mut parts = all(!polarity);
                        if let Some(last) = parts.last_mut() {
                            last.1 = polarity;
                        }
                        Shape::Junction(!polarity, parts)
                    }
                    _ => self.expanded(store, op, &args, polarity).unwrap_or(Shape::Literal),
                }
            }
            _ => Shape::Literal,
        })
    }

    /// Equations, differences and choices between formulas are taken apart only if a quantifier is in them.
    fn expanded(&mut self, store: &Store, op: CoreOp, args: &[Term], polarity: bool) -> Option<Shape> {
        let of_formulas = args.iter().all(|&arg| store.sort(arg) == Sort::BOOL);
        if !of_formulas || !args.iter().any(|&arg| self.has_quantifier(store, arg)) {
            return None;
        }
        Some(match (op, args) {
            // match: (= a b), result: (and (or (not a) b) (or a (not b)))
            (CoreOp::Equal, &[a, b]) => {
                Shape::Product([(a, !polarity), (b, true), (a, polarity), (b, false)])
            }
            (CoreOp::Xor | CoreOp::Distinct, &[a, b]) => {
                Shape::Product([(a, polarity), (b, true), (a, !polarity), (b, false)])
            }
            // match: (ite c a b), result: (and (or (not c) a) (or c b))
            (CoreOp::Ite, &[c, a, b]) => {
                Shape::Product([(c, false), (a, polarity), (c, true), (b, polarity)])
            }
            _ => return None,
        })
    }

    fn make(&mut self, store: &mut Store, term: Term, polarity: bool, shape: Shape) -> Option<Term> {
        match shape {
            Shape::Same(inner, polarity) => self.memo.get(&(inner, polarity)).copied(),
            Shape::Junction(conjunction, parts) => {
                let parts: Option<Vec<Term>> =
                    parts.iter().map(|part| self.memo.get(part).copied()).collect();
                junction(store, conjunction, &parts?)
            }
            Shape::Product(parts) => {
                let parts: Option<Vec<Term>> =
                    parts.iter().map(|part| self.memo.get(part).copied()).collect();
                let parts = parts?;
                let left = junction(store, false, &parts[..2])?;
                let right = junction(store, false, &parts[2..])?;
                junction(store, true, &[left, right])
            }
            Shape::Universal(opened) => {
                let body = *self.memo.get(&(opened.body, polarity))?;
                if is_constant(store, body, true) || is_constant(store, body, false) {
                    return Some(body);
                }
                let body = match opened.attributes.is_empty() {
                    true => body,
                    false => store.annotated(body, opened.attributes, &opened.patterns),
                };
                store.binder(Binder::Forall, &opened.variables, &[body]).ok()
            }
            Shape::Literal if polarity => Some(term),
            Shape::Literal => negated(store, term),
        }
    }

    /// A quantifier with variables that nothing else binds, or with Skolem functions in their place.
    fn open(&mut self, store: &mut Store, term: Term, universal: bool) -> Option<Opened> {
        let TermKind::Binder(_, vars, &[body]) = store.kind(term) else { return None };
        let vars = vars.to_vec();
        let (body, attributes, patterns) = match store.kind(body) {
            TermKind::Annotated(inner, attributes, patterns) => {
                (inner, attributes.to_vec(), patterns.to_vec())
            }
            _ => (body, Vec::new(), Vec::new()),
        };
        self.free.update(store);
        let outer: Vec<Term> = self.free.of(term).to_vec();
        let sorts: Vec<Sort> = outer.iter().map(|&variable| store.sort(variable)).collect();
        let mut replacement = Replacement::default();
        let mut variables = Vec::with_capacity(vars.len());
        for variable in vars {
            let (sort, TermKind::Variable(name)) = (store.sort(variable), store.kind(variable)) else {
                return None;
            };
            let text = store.text(name).to_owned();
            if universal {
                let new = match self.bound.insert(variable) {
                    true => variable,
                    false => {
                        let name = fresh(store, &text);
                        store.variable(name, sort)
                    }
                };
                self.bound.insert(new);
                if new != variable {
                    replacement.put(variable, new);
                }
                variables.push(new);
            } else {
                let name = fresh(store, &format!("sk!{text}"));
                let function = store.declare_function(name, &sorts, sort);
                self.skolems.push((function, text));
                let value = apply(store, function, &outer)?;
                replacement.put(variable, value);
            }
        }
        let body = replacement.apply(store, body).ok()?;
        let patterns =
            patterns.iter().map(|&pattern| replacement.apply(store, pattern).ok()).collect::<Option<_>>()?;
        // Names belong to assertions, and would be given twice.
        let (attributes, patterns) = without_names(attributes, patterns);
        Some(Opened { variables, body, attributes, patterns })
    }

    fn has_quantifier(&mut self, store: &Store, root: Term) -> bool {
        let mut stack = vec![root];
        while let Some(&term) = stack.last() {
            if self.quantified.contains_key(&term) {
                stack.pop();
                continue;
            }
            let children = store.children(term);
            let before = stack.len();
            stack.extend(children.iter().copied().filter(|child| !self.quantified.contains_key(child)));
            if stack.len() == before {
                let itself = matches!(store.kind(term), TermKind::Binder(..));
                let below = children.iter().any(|child| self.quantified.get(child) == Some(&true));
                self.quantified.insert(term, itself || below);
                stack.pop();
            }
        }
        self.quantified.get(&root) == Some(&true)
    }
}

fn without_names(attributes: Vec<Attribute>, patterns: Vec<Term>) -> (Vec<Attribute>, Vec<Term>) {
    (attributes.into_iter().filter(|attribute| !matches!(attribute, Attribute::Named(_))).collect(), patterns)
}

/// A symbol that nothing in the store has.
pub(crate) fn fresh(store: &mut Store, stem: &str) -> quis_smtlib::Symbol {
    let number = free_number(store, stem);
    store.symbol(&format!("{stem}!{number}"))
}

/// A number with which no name of this stem is taken. What was made before has the numbers from zero on: the end of these is searched for in
/// steps that double, and then halve, so that many new names do not take the square of their number.
pub(crate) fn free_number(store: &Store, stem: &str) -> usize {
    let is_taken = |number: usize| store.symbols().find(&format!("{stem}!{number}")).is_some();
    let (mut taken, mut free) = (None, 0_usize);
    while is_taken(free) {
        taken = Some(free);
        free = 2 * free + 1;
    }
    while let Some(below) = taken.filter(|&below| below + 1 < free) {
        let middle = usize::midpoint(below, free);
        if is_taken(middle) {
            taken = Some(middle);
        } else {
            free = middle;
        }
    }
    free
}

/// A function of the script applied to arguments.
pub(crate) fn apply(store: &mut Store, function: Function, args: &[Term]) -> Option<Term> {
    store.apply(function, args).ok()
}

pub(crate) fn is_constant(store: &Store, term: Term, value: bool) -> bool {
    let wanted = if value { CoreOp::True } else { CoreOp::False };
    matches!(store.kind(term), TermKind::Apply(function, []) if store.operator(function) == Some(Op::Core(wanted)))
}

/// match: a, result: (not a); match: (not a), result: a
pub(crate) fn negated(store: &mut Store, term: Term) -> Option<Term> {
    if let TermKind::Apply(function, &[inner]) = store.kind(term)
        && store.operator(function) == Some(Op::Core(CoreOp::Not))
    {
        return Some(inner);
    }
    if is_constant(store, term, true) || is_constant(store, term, false) {
        let value = is_constant(store, term, false);
        return Some(store.bool(value));
    }
    store.op(Op::Core(CoreOp::Not), &[term]).ok()
}

/// A conjunction or disjunction, flat and without what does not matter.
pub(crate) fn junction(store: &mut Store, conjunction: bool, parts: &[Term]) -> Option<Term> {
    let op = if conjunction { CoreOp::And } else { CoreOp::Or };
    let mut all: Vec<Term> = Vec::with_capacity(parts.len());
    let mut seen: HashSet<Term, FxBuildHasher> = HashSet::default();
    for &part in parts {
        let inner = match store.kind(part) {
            TermKind::Apply(function, args) if store.operator(function) == Some(Op::Core(op)) => args,
            _ => std::slice::from_ref(&part),
        };
        for &part in inner {
            if is_constant(store, part, !conjunction) {
                return Some(part);
            }
            if !is_constant(store, part, conjunction) && seen.insert(part) {
                all.push(part);
            }
        }
    }
    match all[..] {
        [] => Some(store.bool(conjunction)),
        [one] => Some(one),
        _ => store.op(Op::Core(op), &all).ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fresh_names_are_numbered_and_never_taken() {
        let mut store = Store::new();
        for number in 0..100 {
            let name = fresh(&mut store, "x");
            assert_eq!(store.text(name), format!("x!{number}"));
        }
        // A user may have names like these, with gaps.
        for taken in ["y!0", "y!1", "y!4", "y!9", "y!10"] {
            store.symbol(taken);
        }
        let before = store.symbols().len();
        for made in 1..50 {
            fresh(&mut store, "y");
            assert_eq!(store.symbols().len(), before + made);
        }
    }

    #[test]
    fn many_fresh_names_take_no_square_of_time() {
        let mut store = Store::new();
        let start = std::time::Instant::now();
        for _ in 0..30_000 {
            fresh(&mut store, "x");
        }
        // One by one it would be 450 million names.
        assert!(start.elapsed() < std::time::Duration::from_secs(20));
    }
}
