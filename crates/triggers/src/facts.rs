//! What is said without variables, in a few words: it costs engines next to nothing, and tells them what axioms are about.

use hashbrown::HashSet;
use quis_smtlib::theories::{CoreOp, Op};
use quis_smtlib::walk::{TermSet, post_order};
use quis_smtlib::{Function, Store, Term, TermKind};
use rustc_hash::FxBuildHasher;

use crate::front::patterns::is_uninterpreted;
use crate::problem::Problem;

/// Functions, in any order.
pub(crate) type Functions = HashSet<Function, FxBuildHasher>;

/// A formula without variables that speaks of so few functions and constants is a fact.
const SHORT: usize = 4;

/// So many facts at most go with a group of axioms.
const MOST: usize = 300;

/// A term that is told apart from others, and the functions that it speaks of.
type Apart = (Term, Vec<Function>);

/// The facts of a problem.
pub(crate) struct Facts {
    /// Formulas, with the functions that they speak of.
    short: Vec<(usize, Vec<Function>)>,
    /// Formulas that tell many terms apart.
    distinct: Vec<(usize, Vec<Apart>)>,
    /// Whether there is nothing else to an axiom.
    covers: Vec<bool>,
}

impl Facts {
    pub(crate) fn new(problem: &Problem) -> Facts {
        let store = &problem.store;
        let mut facts =
            Facts { short: Vec::new(), distinct: Vec::new(), covers: vec![true; problem.axioms.len()] };
        for (at, formula) in problem.formulas.iter().enumerate() {
            let own = functions(store, formula.body);
            if !formula.is_quantified() && own.len() <= SHORT {
                facts.short.push((at, own));
            } else if let Some(args) = distinct(store, formula.body).filter(|_| !formula.is_quantified()) {
                let args = args.iter().map(|&arg| (arg, functions(store, arg)));
                facts.distinct.push((at, args.collect()));
            } else {
                facts.covers[formula.axiom] = false;
            }
        }
        facts
    }

    /// Whether an axiom is nothing but facts.
    pub(crate) fn cover(&self, axiom: usize) -> bool {
        self.covers[axiom]
    }

    /// A problem that has some of the axioms, which speak of these functions, and the facts about these: what is said of functions, and
    /// then what is said of nothing but what was spoken of by now. Also which axioms of the whole problem those are.
    ///
    /// match: forall t. (value t) => (= (base t) t), result: that, (value int), (not (= int object)), if object is spoken of, too
    pub(crate) fn with(
        &self,
        problem: &Problem,
        group: &[usize],
        mut known: Functions,
    ) -> (Problem, Vec<usize>) {
        let is_constant = |function: Function| problem.store.function(function).params.is_empty();
        let speaks = |own: &[Function]| own.iter().any(|one| known.contains(one) && !is_constant(*one));
        let about = self.short.iter().filter(|(_, own)| speaks(own)).take(MOST);
        let spoken_of: Vec<Function> = about.flat_map(|(_, own)| own.iter().copied()).collect();
        known.extend(spoken_of);
        let is_known = |own: &[Function]| own.iter().all(|one| known.contains(one));
        let wanted = self.short.iter().filter(|(_, own)| is_known(own)).take(MOST);
        let mut wanted: HashSet<usize, FxBuildHasher> = wanted.map(|&(at, _)| at).collect();
        let mut own = problem.clone();
        for (at, args) in &self.distinct {
            let args: Vec<Term> = args.iter().filter(|(_, of)| is_known(of)).map(|&(arg, _)| arg).collect();
            if args.len() > 1
                && let Ok(apart) = own.store.op(Op::Core(CoreOp::Distinct), &args)
            {
                own.formulas[*at].body = apart;
                wanted.insert(*at);
            }
        }
        let mut axioms = group.to_vec();
        axioms.extend(wanted.iter().map(|&at| problem.formulas[at].axiom));
        axioms.sort_unstable();
        axioms.dedup();
        let mut at = 0;
        own.formulas.retain(|formula| {
            let is_wanted = wanted.contains(&at) || group.binary_search(&formula.axiom).is_ok();
            at += 1;
            is_wanted
        });
        (own.without(|_, axiom| axioms.binary_search(&axiom).is_err()), axioms)
    }
}

fn distinct(store: &Store, term: Term) -> Option<&[Term]> {
    match store.kind(term) {
        TermKind::Apply(function, args)
            if store.operator(function) == Some(Op::Core(CoreOp::Distinct)) && args.len() > 2 =>
        {
            Some(args)
        }
        _ => None,
    }
}

/// The functions of the user in a formula, and its constants.
pub(crate) fn functions(store: &Store, root: Term) -> Vec<Function> {
    let mut found: Functions = HashSet::default();
    post_order(store, &[root], &mut TermSet::for_store(store), |term| {
        if let TermKind::Apply(function, _) = store.kind(term)
            && is_uninterpreted(store, function)
        {
            found.insert(function);
        }
    });
    let mut found: Vec<Function> = found.into_iter().collect();
    found.sort_unstable();
    found
}

#[cfg(test)]
mod tests {
    use quis_smtlib::{Mode, parse};

    use super::*;
    use crate::{Selection, problem, text};

    #[test]
    fn facts_go_with_the_axioms_that_speak_of_the_same() {
        let source = "(declare-sort T 0) (declare-fun base (T) T) (declare-fun value (T) Bool) (declare-fun odd (T) Bool)
            (declare-const object T) (declare-const int T) (declare-const string T) (declare-const list T) (declare-const set T)
            (assert (distinct object list string set int))
            (assert (and (not (= object int)) (not (= object string)) (not (= string list))))
            (assert (value int))
            (assert (odd list))
            (assert (forall ((t T)) (or (= t object) (not (= t (base t))))))
            (assert (forall ((t T)) (=> (value t) (= (base t) t))))";
        let script = parse(source, Mode::Standard).into_result().unwrap();
        let problem = problem(&script, source, &Selection::default()).unwrap();
        let facts = Facts::new(&problem);
        assert_eq!(
            (0..6).map(|axiom| facts.cover(axiom)).collect::<Vec<_>>(),
            [true, true, true, true, false, false]
        );
        let known = |axioms: &[usize]| {
            axioms.iter().flat_map(|&axiom| functions(&problem.store, problem.axioms[axiom].normal)).collect()
        };
        let told = |group: &[usize]| {
            let (own, axioms) = facts.with(&problem, group, known(group));
            let facts = own.formulas.iter().filter(|formula| !formula.is_quantified());
            let facts: Vec<String> = facts.map(|formula| text::term(&own.store, formula.body)).collect();
            assert!(own.formulas.iter().all(|formula| formula.axiom < axioms.len()));
            (axioms, facts.join(" "))
        };
        assert_eq!(
            told(&[4, 5]),
            (vec![0, 1, 2, 4, 5], "(distinct object int) (not (= object int)) (value int)".to_owned())
        );
        assert_eq!(told(&[4]), (vec![4], String::new()));
    }
}
