//! Formulas that are equivalent to others by laws of logic, but look different.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::formula::{Connective, Formula, Formulas, Shape};
use crate::stream::Stream;

/// A formula equivalent to another, with every part rewritten, or not, at random.
pub(super) fn equivalent(formulas: &mut Formulas, root: Formula, stream: &mut Stream) -> Formula {
    let mut done: HashMap<Formula, Formula, FxBuildHasher> = HashMap::default();
    let mut stack = vec![root];
    while let Some(&formula) = stack.last() {
        if done.contains_key(&formula) {
            stack.pop();
            continue;
        }
        let shape = formulas.node(formula).shape.clone();
        let new = match &shape {
            Shape::Atom(_) | Shape::Constant(_) => rewrite_atom(formulas, formula, stream),
            Shape::Apply(connective, args) => {
                let before = stack.len();
                stack.extend(args.iter().filter(|arg| !done.contains_key(*arg)));
                if stack.len() > before {
                    continue;
                }
                let args: Vec<Formula> = args.iter().filter_map(|arg| done.get(arg).copied()).collect();
                rewrite(formulas, *connective, &args, stream)
            }
        };
        done.insert(formula, new);
        stack.pop();
    }
    done.get(&root).copied().unwrap_or(root)
}

fn rewrite_atom(formulas: &mut Formulas, atom: Formula, stream: &mut Stream) -> Formula {
    use Connective::{And, Equal, Ite, Not, Or, Xor};
    match stream.below(16) {
        // match: p, result: (not (not p))
        0 => {
            let inner = formulas.apply(Not, &[atom]);
            formulas.apply(Not, &[inner])
        }
        // match: p, result: (and p p)
        1 => formulas.apply(And, &[atom, atom]),
        // match: p, result: (or p false)
        2 => {
            let constant = formulas.constant(false);
            formulas.apply(Or, &[atom, constant])
        }
        // match: p, result: (= true p)
        3 => {
            let constant = formulas.constant(true);
            formulas.apply(Equal, &[constant, atom])
        }
        // match: p, result: (xor p false)
        4 => {
            let constant = formulas.constant(false);
            formulas.apply(Xor, &[atom, constant])
        }
        // match: p, result: (ite p true false)
        5 => {
            let [yes, no] = [true, false].map(|value| formulas.constant(value));
            formulas.apply(Ite, &[atom, yes, no])
        }
        _ => atom,
    }
}

fn rewrite(
    formulas: &mut Formulas,
    connective: Connective,
    args: &[Formula],
    stream: &mut Stream,
) -> Formula {
    use Connective::{And, Distinct, Equal, Implies, Ite, Not, Or, Xor};
    let negations =
        |formulas: &mut Formulas| -> Vec<Formula> { args.iter().map(|&arg| formulas.negate(arg)).collect() };
    let turned = || -> Vec<Formula> { args.iter().rev().copied().collect() };
    match (connective, stream.below(4)) {
        // match: (and a b), result: (not (or (not a) (not b)))
        (And, 0) => {
            let parts = negations(formulas);
            let either = formulas.apply(Or, &parts);
            formulas.apply(Not, &[either])
        }
        // match: (and a b), result: (and b a)
        (And | Or | Xor | Equal | Distinct, 1) => formulas.apply(connective, &turned()),
        // match: (and a b), result: (ite a b false)
        (And, 2) if args.len() == 2 => {
            let constant = formulas.constant(false);
            formulas.apply(Ite, &[args[0], args[1], constant])
        }
        // match: (or a b), result: (not (and (not a) (not b)))
        (Or, 0) => {
            let parts = negations(formulas);
            let both = formulas.apply(And, &parts);
            formulas.apply(Not, &[both])
        }
        // match: (or a b), result: (=> (not a) b)
        (Or, 2) if args.len() == 2 => {
            let not = formulas.negate(args[0]);
            formulas.apply(Implies, &[not, args[1]])
        }
        // match: (=> a b), result: (or (not a) b)
        (Implies, 0) if args.len() == 2 => {
            let not = formulas.negate(args[0]);
            formulas.apply(Or, &[not, args[1]])
        }
        // match: (=> a b), result: (=> (not b) (not a))
        (Implies, 1) if args.len() == 2 => {
            let parts = negations(formulas);
            formulas.apply(Implies, &[parts[1], parts[0]])
        }
        // match: (xor a b), result: (not (= a b))
        (Xor | Distinct, 0) if args.len() == 2 => {
            let equal = formulas.apply(Equal, args);
            formulas.apply(Not, &[equal])
        }
        // match: (xor a b), result: (and (or a b) (not (and a b)))
        (Xor, 2) if args.len() == 2 => {
            let (either, both) = (formulas.apply(Or, args), formulas.apply(And, args));
            let not = formulas.apply(Not, &[both]);
            formulas.apply(And, &[either, not])
        }
        // match: (= a b), result: (and (=> a b) (=> b a))
        (Equal, 0) if args.len() == 2 => {
            let (there, back) = (formulas.apply(Implies, args), formulas.apply(Implies, &turned()));
            formulas.apply(And, &[there, back])
        }
        // match: (= a b), result: (ite a b (not b))
        (Equal, 2) if args.len() == 2 => {
            let not = formulas.negate(args[1]);
            formulas.apply(Ite, &[args[0], args[1], not])
        }
        // match: (ite c a b), result: (ite (not c) b a)
        (Ite, 0) if args.len() == 3 => {
            let not = formulas.negate(args[0]);
            formulas.apply(Ite, &[not, args[2], args[1]])
        }
        // match: (ite c a b), result: (and (=> c a) (or c b))
        (Ite, 1) if args.len() == 3 => {
            let (then, otherwise) =
                (formulas.apply(Implies, &args[..2]), formulas.apply(Or, &[args[0], args[2]]));
            formulas.apply(And, &[then, otherwise])
        }
        // match: (not a), result: (=> a false)
        (Not, 0) => {
            let constant = formulas.constant(false);
            formulas.apply(Implies, &[args[0], constant])
        }
        // match: (not a), result: (distinct a true)
        (Not, 1) => {
            let constant = formulas.constant(true);
            formulas.apply(Distinct, &[args[0], constant])
        }
        _ => formulas.apply(connective, args),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::storm::formula::Values;

    #[test]
    fn rewritten_formulas_have_the_same_values() {
        // Four atoms with all combinations of values.
        for number in 0..2000 {
            let mut stream = Stream::new(number);
            let mut formulas = Formulas::default();
            let mut all: Vec<Formula> = (0..4)
                .map(|atom| {
                    let mut values = Values::default();
                    (0..16).for_each(|at| values.set(at, at >> atom & 1 == 1));
                    formulas.atom(atom, values, 0, 1)
                })
                .collect();
            let connectives = [
                Connective::Not,
                Connective::And,
                Connective::Or,
                Connective::Implies,
                Connective::Xor,
                Connective::Equal,
                Connective::Distinct,
                Connective::Ite,
            ];
            for _ in 0..6 {
                let connective = connectives[stream.below(connectives.len())];
                let count = match connective {
                    Connective::Not => 1,
                    Connective::Ite => 3,
                    _ => 2 + stream.below(3),
                };
                let args: Vec<Formula> = (0..count).map(|_| all[stream.below(all.len())]).collect();
                all.push(formulas.apply(connective, &args));
            }
            let last = all[all.len() - 1];
            let other = equivalent(&mut formulas, last, &mut stream);
            let mask = 0xffff;
            let [one, other] = [last, other].map(|formula| formulas.node(formula).values.true_in & mask);
            assert_eq!(one, other, "stream {number}");
        }
    }
}
