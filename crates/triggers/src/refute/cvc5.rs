//! cvc5: it lists the instances of its proof.
//!
//! ```text
//! (instantiations F7
//!   ( (g 7) @ground_term_4 )
//! )
//! ```

use hashbrown::HashMap;
use quis_smtlib::{AnswerContext, Command, Script, Sort, Term, commands};
use quis_solvers::Solver;
use rustc_hash::FxBuildHasher;

use super::names::Quantifier;
use super::sexp::{parts, tokens, unguarded};
use super::{Reading, Refuter, Setting};
use crate::front::nnf::fresh;
use crate::problem::{Instance, Problem};

/// So many instances need no proof that says which of them matter: to find that out without one takes a tenth of a second.
pub(super) const FEW: usize = 5000;

/// The solver with arguments that make it print all instances that it made, or those of a proof, of quantifiers as they were sent. If it
/// complains of the first, another may do.
pub(super) fn ways(refuter: Refuter, solver: &Solver, with_proof: bool) -> Vec<Solver> {
    let with = |solver: &Solver, with_definitions: bool| {
        let mut solver = solver.clone();
        solver.arguments.extend(arguments(refuter, with_proof, with_definitions));
        solver
    };
    let mut ways = Vec::new();
    // What is experimental changes how it goes about everything: with `--arrays-exp`, and no arrays, it finds some proofs in a tenth of the
    // time, and does not find others. So some go with it, and some without.
    if matches!(refuter, Refuter::Cvc5Interleaved | Refuter::Cvc5Shallow) {
        let mut plain = solver.clone();
        plain.profile.arguments.retain(|argument| !argument.ends_with("-exp"));
        ways.push(with(&plain, true));
    }
    // Releases before 1.2 do not know how to print what their constants stand for; without it, less can be used.
    ways.extend([with(solver, true), with(solver, false)]);
    ways
}

fn arguments(refuter: Refuter, with_proof: bool, with_definitions: bool) -> impl Iterator<Item = String> {
    let own = match refuter {
        Refuter::Cvc5Interleaved => Some("--enum-inst-interleave"),
        Refuter::Cvc5Shallow => Some("--inst-max-level=2"),
        Refuter::Cvc5IgnorePatterns => Some("--user-pat=ignore"),
        Refuter::Cvc5Mbqi => Some("--mbqi"),
        _ => None,
    };
    let proof = with_proof.then_some("--produce-proofs");
    let definitions = with_definitions.then_some("--print-skolem-definitions");
    let common = [
        "--full-saturate-quant",
        "--dump-instantiations",
        "--print-inst-full",
        "--miniscope-quant=off",
        "--prenex-quant=none",
        "--no-var-elim-quant",
    ];
    common.into_iter().chain(proof).chain(definitions).chain(own).map(str::to_owned)
}

/// Reads values into the store of a problem.
struct Reader {
    context: AnswerContext,
    /// For each sort, a constant that a value is said to be that of.
    subjects: HashMap<Sort, (Term, String), FxBuildHasher>,
}

impl Reader {
    fn new(problem: &mut Problem, setting: &Setting) -> Option<Reader> {
        let mut subjects = HashMap::default();
        let mut declared = problem.declarations.clone();
        declared.extend(setting.declarations().cloned());
        let variables: Vec<Term> =
            problem.formulas.iter().flat_map(|formula| formula.variables.clone()).collect();
        let store = &mut problem.store;
        for variable in variables {
            let sort = store.sort(variable);
            if subjects.contains_key(&sort) {
                continue;
            }
            let name = fresh(store, "quis!subject");
            let function = store.declare_function(name, &[], sort);
            declared.push(Command::DeclareConst(function));
            let text = store.text(name).to_owned();
            subjects.insert(sort, (store.apply(function, &[]).ok()?, text));
        }
        let mut script = Script { store: std::mem::take(store), commands: declared };
        let context = AnswerContext::new(&mut script, usize::MAX);
        problem.store = script.store;
        Some(Reader { context, subjects })
    }

    fn value(&mut self, problem: &mut Problem, variable: Term, text: &str) -> Option<Term> {
        let (subject, name) = self.subjects.get(&problem.store.sort(variable))?;
        let answer = self.context.read_values(&mut problem.store, &format!("(({name} {text}))"));
        match answer.values[..] {
            [(term, value)] if term == *subject && answer.is_ok() => Some(value),
            _ => None,
        }
    }
}

/// The instances that cvc5 listed.
pub(super) fn instances(reading: Reading<'_>, text: &str) -> Vec<Instance> {
    let Reading { problem, names, setting, most } = reading;
    let Some(mut reader) = Reader::new(problem, setting) else { return Vec::new() };
    let mut skolems = Skolems::default();
    let mut all = Vec::new();
    for (name, place) in commands(text) {
        if name != "instantiations" {
            continue;
        }
        let list = parts(&text[place]);
        let quantifier =
            list.get(1).and_then(|name| names.by_name(name).or_else(|| names.by_text(&unguarded(name))));
        let Some(Quantifier { formula, positions }) = quantifier else { continue };
        let variables = problem.formulas.get(formula).map(|f| f.variables.clone()).unwrap_or_default();
        for tuple in list.into_iter().skip(2) {
            if all.len() >= most {
                return all;
            }
            let mut chosen = Vec::with_capacity(variables.len());
            for (position, text) in positions.iter().zip(parts(tuple)) {
                let Some((at, &variable)) = position.and_then(|at| Some((at, variables.get(at)?))) else {
                    continue;
                };
                let value = reader.value(problem, variable, &unguarded(&skolems.named(text)));
                chosen.push((at, value));
            }
            all.extend(setting.instance(problem, formula, chosen));
        }
    }
    all
}

/// Constants of cvc5 that are printed by what they stand for, such as `(@quantifiers_skolemize …)`.
#[derive(Default)]
struct Skolems {
    known: HashMap<String, usize, FxBuildHasher>,
}

impl Skolems {
    /// A name for a term, in which others are names already; constants for terms of the problem become these terms.
    ///
    /// match: (f (@array_diff a b) (@purify c)), result: ( f @term_0 c )
    fn named(&mut self, text: &str) -> String {
        if !text.contains("(@") {
            return text.to_owned();
        }
        let words: Vec<&str> = tokens(text).map(|place| &text[place]).collect();
        let mut out: Vec<String> = Vec::with_capacity(words.len());
        // For each list that is open, whether its parentheses are left out.
        let mut open: Vec<bool> = Vec::new();
        let mut at = 0;
        while let Some(&word) = words.get(at) {
            let head = words.get(at + 1).copied().unwrap_or_default();
            match word {
                "(" if head == "@purify" => {
                    open.push(true);
                    at += 1;
                }
                "(" if head.starts_with('@') => {
                    let end = end_of(&words, at);
                    let count = self.known.len();
                    let number = *self.known.entry(words[at..=end].join(" ")).or_insert(count);
                    out.push(format!("@term_{number}"));
                    at = end;
                }
                ")" if open.last() == Some(&true) => {
                    open.pop();
                }
                _ => {
                    match word {
                        "(" => open.push(false),
                        ")" => drop(open.pop()),
                        _ => {}
                    }
                    out.push(word.to_owned());
                }
            }
            at += 1;
        }
        out.join(" ")
    }
}

/// Where the list ends that begins at a word.
fn end_of(words: &[&str], start: usize) -> usize {
    let mut depth = 0_usize;
    for (at, &word) in words.iter().enumerate().skip(start) {
        match word {
            "(" => depth += 1,
            ")" => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return at;
        }
    }
    words.len().saturating_sub(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::refute::tests::{printed_instances, read};

    #[test]
    fn some_ways_begin_without_what_is_experimental() {
        let mut solver = Solver::from_spec("/bin/true", &quis_solvers::SearchPath::default()).unwrap();
        solver.profile.arguments = vec!["--lang=smt2".to_owned(), "--arrays-exp".to_owned()];
        let ways = ways(Refuter::Cvc5Shallow, &solver, false);
        let experimental: Vec<bool> = ways.iter().map(|way| way.profile.arguments.len() == 2).collect();
        assert_eq!(experimental, [false, true, true]);
        let all: Vec<String> = ways.iter().map(|way| way.arguments.join(" ")).collect();
        assert!(
            all.iter().all(|way| way.contains("--inst-max-level=2") && !way.contains("--produce-proofs"))
        );
        let defined: Vec<bool> = all.iter().map(|way| way.contains("--print-skolem-definitions")).collect();
        assert_eq!(defined, [true, true, false]);
        assert_eq!(super::ways(Refuter::Cvc5Mbqi, &solver, true).len(), 2);
    }

    #[test]
    fn applications_that_are_constants_are_named() {
        let mut skolems = Skolems::default();
        assert_eq!(skolems.named("(f (@deq (g 1)) x)"), "( f @term_0 x )");
        assert_eq!(skolems.named("(@ground_term sort_to_term(U))"), "@term_1");
        assert_eq!(skolems.named("(h (@deq (g 1)))"), "( h @term_0 )");
        assert_eq!(skolems.named("(h (@purify (g (@purify x))) (@deq (g 1)))"), "( h ( g x ) @term_0 )");
        assert_eq!(skolems.named("(h @ground_term_4)"), "(h @ground_term_4)");
    }

    #[test]
    fn instances_are_read() {
        let mut problem = read(
            "(declare-sort U 0) (declare-fun f (Int U) Int) (declare-fun g (Int) Int) (declare-fun k (U) U) \
             (assert (forall ((x Int) (u U)) (> (f x u) 0))) (assert (forall ((y Int) (b Bool) (v U)) (or b (< (f y v) 0))))",
        );
        let text = "unsat\n(instantiations F0\n  ( (g 7) @ground_term_4 )\n ( (- 1) (let ((_let_1 (k @ground_term_4))) (k _let_1))  )\n)\n\
            (instantiations (forall ((y Int) (v U)) (< (f y v) 0))\n ( 2 (k (@deq (k x))) )\n)\n";
        let (found, _) = printed_instances(&mut problem, text, instances);
        let expected = [
            (0, "(g 7), any!U!0".to_owned()),
            (0, "(- 1), (k (k any!U!0))".to_owned()),
            (1, "2, false, (k any!U!1)".to_owned()),
        ];
        assert_eq!(found, expected);
    }
}
