//! Fewer and smaller triggering terms.

use std::io;
use std::time::{Duration, Instant};

use hashbrown::HashSet;
use quis_smtlib::walk::{Replacement, TermSet, post_order};
use quis_smtlib::{Command, CommandReader, Function, Role, Script, Sort, Store, Term, TermKind};
use rustc_hash::FxBuildHasher;

use crate::candidate::{Candidate, Named};
use crate::front::nnf::fresh;
use crate::matcher::{Matched, Matcher};
use crate::merge::{merged, with_constants_in_places};
use crate::numbers::with_smaller_numbers;
use crate::problem::Problem;

/// A check takes so long at least before it is given up. Most that succeed take a millisecond.
const LEAST: Duration = Duration::from_millis(8);

/// Leaves out what E-matching can do without: terms, then parts of terms, which become sub-terms of theirs or constants of no particular
/// value, and then terms of which a part can stand in another. A check may take `time` at most, and not much longer than one that succeeds; all of it may take `budget`.
///
/// # Errors
/// If the solver cannot be started.
pub fn minimized(
    problem: &Problem,
    matcher: &mut Matcher,
    candidate: Candidate,
    time: Duration,
    budget: Duration,
) -> io::Result<Candidate> {
    let start = Instant::now();
    if matcher.with(&candidate, time)? != Matched::Refuted {
        return Ok(candidate);
    }
    // Most sets of terms that are too small make E-matching go astray.
    let time = time.min(LEAST + 8 * matcher.last());
    let deadline = start + budget;
    let mut candidate = candidate;
    candidate.terms = fewer(matcher, &candidate, time, deadline)?;
    candidate.forget_unused();
    let small = Shrinker::new(problem).shrink(matcher, candidate, time, deadline)?;
    Ok(small.numbered(&problem.store))
}

/// The terms without those that can go, tried in halves, quarters and so on.
fn fewer(
    matcher: &mut Matcher,
    candidate: &Candidate,
    time: Duration,
    deadline: Instant,
) -> io::Result<Vec<Named>> {
    let mut terms = candidate.terms.clone();
    let mut size = terms.len().div_ceil(2);
    while size > 0 && terms.len() > 1 {
        let mut at = 0;
        while at < terms.len() && terms.len() > 1 && Instant::now() < deadline {
            let end = (at + size).min(terms.len());
            let without = [&terms[..at], &terms[end..]].concat();
            if !without.is_empty() && matcher.with_terms(candidate, &without, time)? == Matched::Refuted {
                terms = without;
            } else {
                at = end;
            }
        }
        size = if size == 1 { 0 } else { size.div_ceil(2) };
    }
    Ok(terms)
}

/// Makes single terms smaller.
struct Shrinker {
    reader: CommandReader,
    declared: HashSet<Function, FxBuildHasher>,
}

impl Shrinker {
    fn new(problem: &Problem) -> Shrinker {
        let script = Script { store: problem.store.clone(), commands: problem.declarations.clone() };
        Shrinker { reader: CommandReader::after(script), declared: declared(problem) }
    }

    fn shrink(
        &mut self,
        matcher: &mut Matcher,
        candidate: Candidate,
        time: Duration,
        deadline: Instant,
    ) -> io::Result<Candidate> {
        let Some(mut terms) = self.read(&candidate) else { return Ok(candidate) };
        let mut best = candidate;
        let mut failed: HashSet<Vec<Term>, FxBuildHasher> = HashSet::default();
        let mut changed = true;
        while changed && Instant::now() < deadline {
            changed = false;
            'terms: for at in 0..terms.len() {
                for smaller in smaller(&mut self.reader.store, terms[at], &self.declared) {
                    if Instant::now() >= deadline {
                        break 'terms;
                    }
                    let mut tried = terms.clone();
                    tried.remove(at);
                    if !tried.contains(&smaller) {
                        tried.insert(at, smaller);
                    }
                    if failed.contains(&tried) {
                        continue;
                    }
                    let wanted = Candidate::of(&self.reader.store, &tried, &self.declared);
                    if matcher.with(&wanted, time)? == Matched::Refuted {
                        (terms, best, changed) = (tried, wanted, true);
                        break 'terms;
                    }
                    failed.insert(tried);
                }
            }
            if changed || matcher.is_alone() {
                continue;
            }
            // Two terms may do as one.
            for tried in merged(&mut self.reader.store, &terms, &self.declared) {
                if Instant::now() >= deadline {
                    break;
                }
                if !failed.insert(tried.clone()) {
                    continue;
                }
                let wanted = Candidate::of(&self.reader.store, &tried, &self.declared);
                if matcher.with(&wanted, time)? == Matched::Refuted {
                    (terms, best, changed) = (tried, wanted, true);
                    break;
                }
            }
        }
        Ok(best)
    }

    /// The terms of a candidate in our own store.
    fn read(&mut self, candidate: &Candidate) -> Option<Vec<Term>> {
        let mut text = String::new();
        for Named { text: name, sort } in &candidate.fresh {
            text += &format!("(declare-const {name} {sort})\n");
        }
        let terms: Vec<&str> = candidate.terms.iter().map(|term| term.text.as_str()).collect();
        text += &format!("(get-value ({}))", terms.join(" "));
        let (commands, _) = self.reader.read(&text);
        match commands.last() {
            Some(Command::GetValue(terms)) if terms.len() == candidate.terms.len() => Some(terms.to_vec()),
            _ => None,
        }
    }
}

/// The functions of a problem.
pub(crate) fn declared(problem: &Problem) -> HashSet<Function, FxBuildHasher> {
    let mut all: HashSet<Function, FxBuildHasher> = HashSet::default();
    for command in &problem.declarations {
        match command {
            Command::DeclareFun(function)
            | Command::DeclareConst(function)
            | Command::DefineFunRec(function) => {
                all.insert(*function);
            }
            Command::DefineFunsRec(functions) => all.extend(functions.iter().copied()),
            _ => {}
        }
    }
    all
}

/// What a term may be replaced by, smallest first: sub-terms that a pattern could match, and itself with a part that is a constant of no
/// particular value, or with smaller numbers.
///
/// match: (f (g 7) (h a)), result: (g 7), (h a), (f c (h a)), (f (g 7) c), …, (f (g 0) (h a)), …
fn smaller(store: &mut Store, term: Term, declared: &HashSet<Function, FxBuildHasher>) -> Vec<Term> {
    let mut parts: Vec<Term> = Vec::new();
    post_order(store, &[term], &mut TermSet::for_store(store), |part| parts.push(part));
    parts.retain(|&part| part != term);
    let is_pattern = |part: &Term| match store.kind(*part) {
        TermKind::Apply(function, args) => !args.is_empty() && declared.contains(&function),
        _ => false,
    };
    let mut all: Vec<Term> = parts.iter().copied().filter(is_pattern).collect();
    for &part in parts.iter().rev() {
        let TermKind::Apply(function, args) = store.kind(part) else { continue };
        // Constants and numbers are as small as can be.
        if args.is_empty() || is_negative(store, function, args) {
            continue;
        }
        // match: (f (+ 1 (- 1))), result: (f 0)
        if store.sort(part) == Sort::INT && matches!(store.function(function).role, Role::Operator(_)) {
            let mut replacement = Replacement::default();
            replacement.put(part, store.int(0));
            all.extend(replacement.apply(store, term).ok());
        }
        // match: (f (g (h 7))), result: (f 7), (f (h 7)). Of functions that undo each other, neither can go alone.
        let TermKind::Apply(_, args) = store.kind(part) else { continue };
        let below = args.iter().flat_map(|&arg| match store.kind(arg) {
            TermKind::Apply(_, args) => args,
            _ => &[],
        });
        let mut same: Vec<Term> =
            below.chain(args).copied().filter(|&one| store.sort(one) == store.sort(part)).collect();
        let mut seen: HashSet<Term, FxBuildHasher> = HashSet::default();
        same.retain(|&one| seen.insert(one));
        for argument in same {
            let mut replacement = Replacement::default();
            replacement.put(part, argument);
            all.extend(replacement.apply(store, term).ok());
        }
        let (sort, name) = (store.sort(part), fresh(store, "c"));
        let constant = store.declare_function(name, &[], sort);
        let Ok(constant) = store.apply(constant, &[]) else { continue };
        let mut replacement = Replacement::default();
        replacement.put(part, constant);
        all.extend(replacement.apply(store, term).ok());
    }
    all.extend(with_constants_in_places(store, term));
    all.extend(with_smaller_numbers(store, term));
    all
}

/// match: (- 1)
fn is_negative(store: &Store, function: Function, args: &[Term]) -> bool {
    matches!(store.function(function).role, Role::Operator(_))
        && matches!(args, [one] if matches!(store.kind(*one), TermKind::Literal(_)))
}
