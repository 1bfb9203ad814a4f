//! Which disjuncts hold: the combinations that are worth asking a solver about, one by one.

use hashbrown::HashMap;
use quis_smtlib::theories::{CoreOp, Op};
use quis_smtlib::walk::Replacement;
use quis_smtlib::{Store, Term, TermKind};
use rustc_hash::FxBuildHasher;

use super::clusters::Cluster;
use super::parts::Parts;
use crate::front::nnf::is_constant;
use crate::text;

/// An atom, and whether it is to be true.
type Literal = (Term, bool);

/// What it takes for one disjunct of a formula to be the first that holds.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Cover {
    /// Which disjunct.
    number: usize,
    literals: Vec<Literal>,
    /// The same as assertions.
    text: String,
}

/// One disjunct of each member of a cluster, in all combinations but those in which an atom would have to be both true and false.
#[derive(Debug, Default)]
pub(super) struct Combinations {
    /// Those of each member.
    choices: Vec<Vec<Cover>>,
    /// What is chosen, from the first member on.
    chosen: Vec<usize>,
    /// What is to be tried next where nothing is chosen yet.
    next: usize,
    /// What has to be true or false for what is chosen, in the order in which it was learned, and how much of it was known before each choice.
    holds: HashMap<Term, bool, FxBuildHasher>,
    learned: Vec<Term>,
    before: Vec<usize>,
    is_over: bool,
}

impl Combinations {
    /// Those of a cluster, whose target does not hold, if variables are replaced by what they stand for.
    pub(super) fn of(
        cluster: &Cluster,
        parts: &Parts,
        store: &mut Store,
        rewritten: &mut Replacement,
    ) -> Combinations {
        let mut own = |disjuncts: &[Term]| -> Vec<Term> {
            disjuncts.iter().map(|&term| rewritten.apply(store, term).unwrap_or(term)).collect()
        };
        let target = own(&parts.all[cluster.target].disjuncts);
        let members: Vec<(&[Term], Vec<Term>)> = cluster
            .members
            .iter()
            .map(|&member| &parts.all[member].disjuncts[..])
            .map(|written| (written, own(written)))
            .collect();
        let choices = members.iter().map(|(written, own)| covers(store, written, own)).collect();
        let mut combinations = Combinations { choices, ..Combinations::default() };
        let negated = literals(store, target.iter().map(|&term| (term, false)));
        combinations.is_over = !negated.is_some_and(|literals| combinations.learn(&literals));
        combinations
    }

    /// The next combination: the number of a disjunct for each member, and what they come to as assertions.
    pub(super) fn next(&mut self) -> Option<(Vec<usize>, String)> {
        // What was told last makes room for another.
        if !self.is_over && self.chosen.len() == self.choices.len() && self.next > 0 {
            self.step_back();
        }
        while !self.is_over {
            let Some(covers) = self.choices.get(self.chosen.len()) else {
                self.next = 1;
                let covers = || self.choices.iter().zip(&self.chosen).map(|(covers, &at)| &covers[at]);
                let text = covers().map(|cover| cover.text.as_str()).collect();
                return Some((covers().map(|cover| cover.number).collect(), text));
            };
            let Some(cover) = covers.get(self.next) else {
                self.step_back();
                continue;
            };
            let (before, literals) = (self.learned.len(), cover.literals.clone());
            if self.learn(&literals) {
                self.chosen.push(self.next);
                self.before.push(before);
                self.next = 0;
            } else {
                self.next += 1;
            }
        }
        None
    }

    /// The last choice is taken back.
    fn step_back(&mut self) {
        match (self.chosen.pop(), self.before.pop()) {
            (Some(last), Some(before)) => {
                self.forget(before);
                self.next = last + 1;
            }
            _ => self.is_over = true,
        }
    }

    /// False if one of these cannot be, beside what is known; then nothing is learned.
    fn learn(&mut self, literals: &[Literal]) -> bool {
        let before = self.learned.len();
        for &(atom, is_true) in literals {
            match self.holds.get(&atom) {
                Some(&known) if known != is_true => {
                    self.forget(before);
                    return false;
                }
                Some(_) => {}
                None => {
                    self.holds.insert(atom, is_true);
                    self.learned.push(atom);
                }
            }
        }
        true
    }

    fn forget(&mut self, before: usize) {
        for atom in self.learned.drain(before..) {
            self.holds.remove(&atom);
        }
    }
}

/// match: a, b, c; result: a, (not a) b, (not a) (not b) c, but those that cannot be
fn covers(store: &Store, written: &[Term], own: &[Term]) -> Vec<Cover> {
    let mut found = Vec::with_capacity(written.len());
    let mut before = String::new();
    for (number, &disjunct) in written.iter().enumerate() {
        let disjunct = text::term(store, disjunct);
        let earlier = own[..number].iter().map(|&term| (term, false));
        if let Some(literals) = literals(store, earlier.chain([(own[number], true)])) {
            found.push(Cover { number, literals, text: format!("{before}(assert {disjunct})\n") });
        }
        before += &format!("(assert (not {disjunct}))\n");
    }
    found
}

/// What formulas say of atoms, without what is true anyway. `None` if one of them is false anyway.
fn literals(store: &Store, formulas: impl Iterator<Item = (Term, bool)>) -> Option<Vec<Literal>> {
    let mut all = Vec::new();
    for (formula, is_true) in formulas {
        let (atom, is_true) = literal(store, formula, is_true);
        match truth(store, atom) {
            Some(known) if known != is_true => return None,
            Some(_) => {}
            None => all.push((atom, is_true)),
        }
    }
    Some(all)
}

/// match: (not (not (not p))), true, result: p, false
fn literal(store: &Store, mut formula: Term, mut is_true: bool) -> Literal {
    while let TermKind::Apply(function, &[inner]) = store.kind(formula)
        && store.operator(function) == Some(Op::Core(CoreOp::Not))
    {
        (formula, is_true) = (inner, !is_true);
    }
    (formula, is_true)
}

/// What an atom is whatever its functions are, as far as that can be seen.
///
/// match: (= (f x) (f x)), result: true
fn truth(store: &Store, atom: Term) -> Option<bool> {
    match store.kind(atom) {
        TermKind::Apply(function, &[a, b]) if store.operator(function) == Some(Op::Core(CoreOp::Equal)) => {
            (a == b).then_some(true)
        }
        _ => [true, false].into_iter().find(|&value| is_constant(store, atom, value)),
    }
}

#[cfg(test)]
mod tests {
    use quis_smtlib::{Mode, parse};

    use super::*;
    use crate::{Selection, problem};

    /// The combinations of the first formula and the others; variables that both have are the same.
    fn all(source: &str, same: &[(usize, usize)]) -> Vec<Vec<usize>> {
        let script = parse(source, Mode::Standard).into_result().unwrap();
        let mut problem = problem(&script, source, &Selection::default()).unwrap();
        let parts = Parts::of(&mut problem, 1);
        let mut cluster = Cluster::of(0);
        cluster.members = (1..parts.all.len()).collect();
        let mut rewritten = Replacement::default();
        for &(from, to) in same {
            rewritten.put(parts.all[from].constants[0], parts.all[to].constants[0]);
        }
        let mut combinations = Combinations::of(&cluster, &parts, &mut problem.store, &mut rewritten);
        std::iter::from_fn(|| combinations.next().map(|(numbers, _)| numbers)).collect()
    }

    const FUNCTIONS: &str = "(declare-fun p (Int) Bool) (declare-fun q (Int) Bool) (declare-fun f (Int) Int)";

    #[test]
    fn what_cannot_be_is_left_out() {
        let source = format!(
            "{FUNCTIONS} (assert (forall ((x Int)) (! (p x) :pattern ((f x)))))
             (assert (forall ((y Int)) (! (or (p y) (q y)) :pattern ((f y)))))
             (assert (forall ((z Int)) (! (or (not (q z)) (> (f z) 0) (p z)) :pattern ((f z)))))"
        );
        // As long as the variables are different, everything can be.
        let product: Vec<Vec<usize>> =
            [[0, 0], [0, 1], [0, 2], [1, 0], [1, 1], [1, 2]].map(Vec::from).to_vec();
        assert_eq!(all(&source, &[]), product);
        // (p x) is false, so that the second disjunct of the second formula holds, and of the third neither its first nor its last one.
        assert_eq!(all(&source, &[(1, 0), (2, 0)]), [vec![1, 1]]);
        // Of one alone there is a choice.
        assert_eq!(all(&source, &[(1, 0)]), [vec![1, 0], vec![1, 1], vec![1, 2]]);
    }

    #[test]
    fn a_target_alone_has_one_combination_unless_it_always_holds() {
        let source = format!("{FUNCTIONS} (assert (forall ((x Int)) (! (p x) :pattern ((f x)))))");
        assert_eq!(all(&source, &[]), [Vec::<usize>::new()]);
        let source = format!("{FUNCTIONS} (assert (forall ((x Int)) (! (= (f x) (f x)) :pattern ((f x)))))");
        assert_eq!(all(&source, &[]), Vec::<Vec<usize>>::new());
    }
}
