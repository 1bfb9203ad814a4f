//! Seed fragmentation: the Boolean sub-formulas of a seed (`PopulateInitialPool` of Alg. 1).

use quis_smtlib::theories::{CoreOp, Op};
use quis_smtlib::walk::{FreeVariables, Replacement, post_order};
use quis_smtlib::{
    Attribute, Command, Logic, PrintOptions, Role, Script, Sort, SortConstructor, SortKind, Store, Term,
    TermKind, TermSet, print_term,
};

use super::header::Header;

/// A longer formula is left out.
const MAX_BYTES: usize = 64 << 10;

/// What a seed gives: its Boolean sub-formulas, and the terms that may stand in them.
#[derive(Clone, Debug, Default)]
pub(super) struct Fragments {
    /// Boolean formulas without free variables, arguments first.
    pub(super) predicates: Vec<Predicate>,
    /// Other terms without free variables that are no numbers or literals.
    pub(super) terms: Vec<Term>,
}

/// A Boolean formula without free variables.
#[derive(Clone, Debug)]
pub(super) struct Predicate {
    pub(super) term: Term,
    pub(super) text: String,
    /// How deep connectives are nested in it; none: 0.
    pub(super) depth: u32,
    /// The declarations that it needs, directly.
    pub(super) needs: Vec<u32>,
}

impl Fragments {
    /// The fragments of a seed, up to a depth. Names of terms are replaced by what they name: the store may grow.
    pub(super) fn of(seed: &mut Script, header: &Header, depth: usize) -> Fragments {
        let roots = without_names(seed);
        let store = &seed.store;
        let mut free = FreeVariables::with_patterns();
        free.update(store);
        let mut depths: Vec<u32> = vec![0; store.len()];
        let mut foreign = TermSet::for_store(store);
        let mut found = Vec::new();
        post_order(store, &roots, &mut TermSet::for_store(store), |term| {
            let below = store.children(term).iter().any(|&child| foreign.contains(child));
            if below || !header.has(store, term) {
                foreign.insert(term);
                return;
            }
            depths[term.index()] = depth_of(store, term, &depths);
            if free.of(term).is_empty() {
                found.push(term);
            }
        });
        let mut fragments = Fragments::default();
        for term in found {
            if store.sort(term) != Sort::BOOL {
                if may_be_replaced(store, term) {
                    fragments.terms.push(term);
                }
            } else if depths[term.index()] as usize <= depth && !is_constant(store, term) {
                fragments.predicates.extend(Predicate::of(store, header, term, depths[term.index()]));
            }
        }
        fragments
    }
}

impl Predicate {
    /// A formula as a predicate; none if its text is too long.
    pub(super) fn of(store: &Store, header: &Header, term: Term, depth: u32) -> Option<Predicate> {
        let options = PrintOptions { max_bytes: MAX_BYTES, ..PrintOptions::shared() };
        let text = print_term(store, term, options).ok()?;
        Some(Predicate { term, text, depth, needs: header.needs(store, &[term]) })
    }
}

/// How deep connectives are nested.
pub(super) fn depth_of(store: &Store, term: Term, depths: &[u32]) -> u32 {
    let deepest = |args: &[Term]| args.iter().map(|arg| depths[arg.index()]).max().unwrap_or_default();
    match store.kind(term) {
        TermKind::Apply(function, args) if is_connective(store, function, args) => deepest(args) + 1,
        TermKind::Annotated(inner, ..) => depths[inner.index()],
        _ => 0,
    }
}

/// Whether a function applied to formulas gives a formula by logic alone.
pub(super) fn is_connective(store: &Store, function: quis_smtlib::Function, args: &[Term]) -> bool {
    let Some(Op::Core(op)) = store.operator(function) else { return false };
    match op {
        CoreOp::Not | CoreOp::And | CoreOp::Or | CoreOp::Implies | CoreOp::Xor => true,
        CoreOp::Equal | CoreOp::Distinct | CoreOp::Ite => {
            args.last().is_some_and(|&arg| store.sort(arg) == Sort::BOOL)
        }
        CoreOp::True | CoreOp::False => false,
    }
}

fn is_constant(store: &Store, term: Term) -> bool {
    match store.kind(term) {
        TermKind::Apply(function, _) => {
            matches!(store.operator(function), Some(Op::Core(CoreOp::True | CoreOp::False)))
        }
        _ => false,
    }
}

/// Whether `(ite c t u)` may stand for a term `t`. Numbers may have to be numbers; languages and functions are no first-class
/// values for many solvers.
fn may_be_replaced(store: &Store, term: Term) -> bool {
    let sort = !matches!(
        store.sort_kind(store.sort(term)),
        SortKind::RegLan
            | SortKind::Unknown
            | SortKind::Variable(_)
            | SortKind::RoundingMode
            | SortKind::Apply(SortConstructor::Function, _)
    );
    let literal = match store.kind(term) {
        TermKind::Literal(_) | TermKind::Variable(_) => true,
        // Constants of a theory, such as `(as seq.empty (Seq Int))`, and values of floats may have to be constants.
        TermKind::Apply(function, args) => {
            let operator = matches!(store.function(function).role, Role::Operator(_) | Role::Constructor);
            operator && args.iter().all(|&arg| matches!(store.kind(arg), TermKind::Literal(_)))
        }
        _ => false,
    };
    sort && !literal && !Logic::is_number(store, term)
}

/// All terms of a seed's commands and definitions that matter, without names: those of `:named` terms stand for what they name.
fn without_names(seed: &mut Script) -> Vec<Term> {
    let (roots, mut replacement) = names_of_terms(seed);
    roots.iter().map(|&root| replacement.apply(&mut seed.store, root).unwrap_or(root)).collect()
}

/// All terms of a seed's commands and definitions that matter, and what stands for `:named` terms and their names.
pub(crate) fn names_of_terms(seed: &mut Script) -> (Vec<Term>, Replacement) {
    let mut roots = Vec::new();
    for command in &seed.commands {
        match command {
            Command::Assert(term) | Command::AssertSoft(term, _) => roots.push(*term),
            Command::CheckSatAssuming(terms) => roots.extend_from_slice(terms),
            _ => roots.extend(
                command.defines().iter().filter_map(|&function| Some(seed.store.definition(function)?.1)),
            ),
        }
    }
    let mut replacement = Replacement::default();
    let mut named = Vec::new();
    let mut seen = TermSet::for_store(&seed.store);
    let store = &seed.store;
    let mut note = |term: Term| match store.kind(term) {
        TermKind::Annotated(inner, attributes, _) if attributes.iter().any(is_name) => {
            named.push((term, inner))
        }
        TermKind::Apply(function, []) => {
            if let Role::Named(of) = store.function(function).role {
                named.push((term, of));
            }
        }
        _ => {}
    };
    post_order(store, &roots, &mut seen, &mut note);
    // A term that is mentioned by its name stands elsewhere, too: its own parts were seen there.
    named.sort_unstable_by_key(|(_, of)| *of);
    for (term, of) in named {
        // What is named has smaller numbers than what mentions it: it was replaced already.
        match replacement.apply(&mut seed.store, of) {
            Ok(plain) => replacement.put(term, plain),
            Err(_) => replacement.put(term, of),
        }
    }
    (roots, replacement)
}

fn is_name(attribute: &Attribute) -> bool {
    matches!(attribute, Attribute::Named(_))
}
