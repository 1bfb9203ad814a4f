//! The log of a proof of Z3, for what its trace lacks.
//!
//! ```text
//! (declare-fun elem!0 () U)
//! (define-const $71 U (some elem!0))
//! (define-const $28 Bool (forall ((x U) (y U)) (! … :qid F7)))
//! (define-const $60 Proof (bind elem!0 $71))
//! (define-const $69 Proof (inst $28 $63 $60 $68))
//! ```
//!
//! The values of `bind` are in the order of the variables.

use hashbrown::{HashMap, HashSet};
use quis_smtlib::{Command, commands, print_sort};
use rustc_hash::FxBuildHasher;

use crate::front::macros::Expansion;
use crate::problem::Instance;
use crate::refute::names::{Chosen, Names, Quantifier, Raw};
use crate::refute::sexp::{parts, tokens, unquoted};
use crate::refute::text::{declaration, printed};
use crate::refute::{Reading, with_reader};

/// How a log is asked for. It goes where no answer does: from Z3 4.12 on, earlier releases complain.
pub(in crate::refute) const LOG: &str = "(set-option :solver.proof.log \"/dev/stderr\")\n";

/// What is named in a log.
struct Entry<'t> {
    /// The whole command.
    command: &'t str,
    /// What the name stands for, if it is defined.
    value: Option<&'t str>,
}

/// The part of a log that tells of instances.
struct Log<'t> {
    entries: Vec<Entry<'t>>,
    by_name: HashMap<&'t str, usize, FxBuildHasher>,
    /// Quantifier and binding, as they are named.
    instances: Vec<(&'t str, &'t str)>,
}

impl<'t> Log<'t> {
    /// Reads a log. What has a name in `known` is not made up.
    fn read(text: &'t str, known: &HashSet<String, FxBuildHasher>, most: usize) -> Log<'t> {
        let mut log = Log { entries: Vec::new(), by_name: HashMap::default(), instances: Vec::new() };
        for (name, place) in commands(text) {
            if !matches!(name, "define-const" | "declare-fun") {
                continue;
            }
            let command = &text[place];
            let parts = parts(command);
            let &[_, name, _, last] = &parts[..] else { continue };
            match parts[0] {
                "define-const" if last.starts_with("(inst ") => {
                    if log.instances.len() < most {
                        log.add_instance(last);
                    }
                    continue;
                }
                "declare-fun" if last == "Proof" || known.contains(unquoted(name)) => continue,
                _ => {}
            }
            log.by_name.insert(name, log.entries.len());
            let value = (parts[0] == "define-const").then_some(last);
            log.entries.push(Entry { command, value });
        }
        log
    }

    /// match: (inst $28 $63 $60 $68)
    fn add_instance(&mut self, text: &'t str) {
        let all = parts(text);
        let binding = all.iter().rev().copied().find(|word| self.meaning(word).starts_with("(bind"));
        if let (Some(&quantifier), Some(binding)) = (all.get(1), binding) {
            self.instances.push((quantifier, binding));
        }
    }

    /// What a name stands for; if it is none, itself.
    fn meaning<'a>(&'a self, word: &'a str) -> &'a str
    where
        't: 'a,
    {
        let entry = self.by_name.get(word).and_then(|&at| self.entries.get(at));
        entry.and_then(|entry| entry.value).unwrap_or(word)
    }

    /// The instances of formulas of the problem.
    fn raw(&self, names: &Names) -> Vec<Raw<'_>> {
        let mut quantifiers: HashMap<&str, Option<Quantifier>, FxBuildHasher> = HashMap::default();
        let mut seen: HashSet<(&str, &str), FxBuildHasher> = HashSet::default();
        let mut all = Vec::new();
        for &(quantifier, binding) in &self.instances {
            if !seen.insert((quantifier, binding)) {
                continue;
            }
            let known =
                quantifiers.entry(quantifier).or_insert_with(|| names.by_text(self.meaning(quantifier)));
            let Some(known) = known else { continue };
            let values = parts(self.meaning(binding)).into_iter().skip(1);
            let values = known.positions.iter().zip(values);
            let values =
                values.filter_map(|(position, text)| Some(Chosen { position: (*position)?, text })).collect();
            all.push(Raw { formula: known.formula, values });
        }
        all
    }

    /// The definitions that values need, in order.
    fn definitions(&self, values: &[Raw<'_>]) -> String {
        let mut needed = vec![false; self.entries.len()];
        let mut waiting: Vec<&str> =
            values.iter().flat_map(|raw| raw.values.iter().map(|one| one.text)).collect();
        while let Some(text) = waiting.pop() {
            for token in tokens(text) {
                if let Some(&at) = self.by_name.get(&text[token])
                    && let (Some(entry), Some(needed)) = (self.entries.get(at), needed.get_mut(at))
                    && !std::mem::replace(needed, true)
                {
                    waiting.extend(entry.value);
                }
            }
        }
        let mut text = String::new();
        for (entry, _) in self.entries.iter().zip(needed).filter(|(_, needed)| *needed) {
            text.push_str(entry.command);
            text.push('\n');
        }
        text
    }
}

/// The instances of a log.
pub(in crate::refute) fn instances(reading: Reading<'_>, text: &str) -> Vec<Instance> {
    let Reading { problem, names, setting, most } = reading;
    let store = &problem.store;
    let known =
        setting.values.known().map(|function| store.text(store.function(function).name).to_owned()).collect();
    let log = Log::read(text, &known, most);
    let raw = log.raw(names);
    let mut source = log.definitions(&raw);
    // Values are given names, by which they are found again.
    let mut count = 0_usize;
    for one in &raw {
        for Chosen { position, text } in &one.values {
            let variable = problem.formulas.get(one.formula).and_then(|f| f.variables.get(*position));
            let sort = variable.and_then(|&v| print_sort(&problem.store, problem.store.sort(v)).ok());
            source.push_str(&format!("(define-const {VALUE}{count} {} {text})\n", sort.unwrap_or_default()));
            count += 1;
        }
    }
    // The problem has declarations of its own; others are repeated.
    let constants = setting.values.fresh.iter().filter_map(|&c| declaration(&problem.store, c));
    let own: Vec<Command> = setting.declarations().cloned().chain(constants).collect();
    let own = printed(&problem.store, &own).unwrap_or_default();
    let defined = with_reader(problem, |reader| {
        reader.read(&own);
        reader.read(&source).0
    });
    let mut terms: Vec<Option<quis_smtlib::Term>> = vec![None; count];
    for command in &defined {
        let Command::DefineConst(function) = command else { continue };
        let name = problem.store.text(problem.store.function(*function).name);
        let number = name.strip_prefix(VALUE).and_then(|number| number.parse::<usize>().ok());
        if let Some(place) = number.and_then(|number| terms.get_mut(number)) {
            *place = problem.store.definition(*function).map(|(_, body)| body);
        }
    }
    let mut expansion = Expansion::default();
    let mut terms = terms.into_iter();
    let mut all = Vec::with_capacity(raw.len());
    for one in &raw {
        let mut chosen = Vec::with_capacity(one.values.len());
        for Chosen { position, .. } in &one.values {
            let term = terms.next().flatten();
            chosen.push((*position, term.and_then(|term| expansion.apply(&mut problem.store, term))));
        }
        all.extend(setting.instance(problem, one.formula, chosen));
    }
    all
}

/// How the names of values begin.
const VALUE: &str = "quis!value!";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::refute::tests::{printed_instances, read};

    #[test]
    fn instances_are_read_from_a_log() {
        let mut problem = read(
            "(declare-sort U 0) (declare-fun some (U Int) U) (declare-fun p (U Bool) Bool) \
             (assert (forall ((x U) (b Bool) (n Int)) (or (p (some x n) b) (not (= n 4))))) (assert (forall ((z U)) (p z true)))",
        );
        let log = "(declare-fun some (U Int) U)\n(declare-fun elem!0 () U)\n(declare-fun f!1 (U) U)\n(define-const $70 U (f!1 elem!0))\n\
            (define-const $71 U (some elem!0 (- 1)))\n(define-const $72 U (some $71 2))\n\
            (define-const $28 Bool (forall ((b Bool) (x U))\n  (! (p (some x 4) b) :qid F0)))\n\
            (define-const $29 Bool (forall ((z U)) (p z true)))\n(define-const $60 Proof (bind true $72))\n\
            (declare-fun gen (Int) Proof)\n(define-const $68 Proof (gen 0))\n(define-const $69 Proof (inst $28 $63 $60 $68))\n\
            (define-const $61 Proof (bind $70))\n(define-const $62 Proof (inst $29 $63 $61 $68))\n\
            (define-const $64 Proof (inst $29 $63 $61 $68))\n(define-const $65 Proof (inst $30 $63 $61 $68))\n(inf";
        let (found, fresh) = printed_instances(&mut problem, log, instances);
        // The variable n was eliminated; f!1 is known to nobody, so that its value may be anything.
        let first = "(some (some any!U!0 (- 1)) 2), true, 4".to_owned();
        assert_eq!(found, [(0, first), (1, "any!U!1".to_owned())]);
        assert_eq!(fresh, 2);
    }
}
