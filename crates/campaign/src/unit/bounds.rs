//! Minimisation by bounds, as in sect. 3.2 of the STORM paper.
//!
//! The technique is run again on a case that shows a bug, with the model of the case as the only assignment, and with ever smaller
//! bounds: first on the number of assertions, then on the depth of formulas. What comes of it is satisfiable by construction, so the
//! solver that answers `unsat` is still wrong.

use std::ops::ControlFlow;
use std::sync::Arc;

use quis_smtlib::{Mode, Script, parse};
use quis_techniques::{
    Ask, Connectives, Incremental, Keep, Material, Reply, Storm, Stream, Technique, TestCase, Truth, Truths,
};

use crate::size::Size;

/// How much a minimisation may do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// So many instances are made for each pair of bounds (NM of the paper).
    pub instances: usize,
    /// So many instances are run altogether.
    pub runs: usize,
}

impl Default for Effort {
    /// 128 for each pair of bounds, 768 altogether.
    fn default() -> Self {
        Effort { instances: 128, runs: 768 }
    }
}

/// What is made smaller.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Measure {
    Assertions,
    Depth,
}

impl Measure {
    fn of(self, size: Size) -> usize {
        let measure = match self {
            Measure::Assertions => size.assertions,
            Measure::Depth => size.depth,
        };
        usize::try_from(measure).unwrap_or(usize::MAX)
    }
}

/// The smallest instance that was found to show the bug of a case with one check, given a model of that; `None` if there is no
/// smaller one. `fails` says whether an instance shows it, or that no more shall be tried.
///
/// Every instance has a witness of its own. The same arguments and the same answers of `fails` give the same one.
pub fn minimize(
    case: &TestCase,
    witness: &str,
    stream: &Stream,
    effort: Effort,
    fails: &mut dyn FnMut(&TestCase) -> ControlFlow<(), bool>,
) -> Option<TestCase> {
    let script = parse(&case.text, Mode::Standard).into_result().ok()?;
    if case.checks.len() != 1 || case.incremental {
        return None;
    }
    let size = Size::of_script(&script, &case.text);
    let storm = Storm {
        profile: Connectives::Paper,
        truth: Truths::Sat,
        incremental: Incremental::No,
        assertions: Measure::Assertions.of(size).max(1),
        depth: Measure::Depth.of(size).max(1),
        assignments: 1,
        ask: Ask::Given,
        keep: Keep::Options,
        ..Storm::default()
    };
    let best = Instance { case: case.clone(), script, witness: witness.into(), size };
    let mut search = Search { best, storm, stream: stream.fork("bounds"), steps: 0, effort, fails };
    // What was found until no more was to be tried is good all the same.
    if search.lower(Measure::Assertions).is_continue() {
        let _ = search.lower(Measure::Depth);
    }
    (search.best.size.bytes < size.bytes).then_some(search.best.case)
}

/// A case that shows the bug.
struct Instance {
    case: TestCase,
    script: Script,
    witness: Arc<str>,
    size: Size,
}

struct Search<'a> {
    /// The smallest instance so far.
    best: Instance,
    /// The technique, with the bounds so far.
    storm: Storm,
    stream: Stream,
    steps: u64,
    effort: Effort,
    fails: &'a mut dyn FnMut(&TestCase) -> ControlFlow<(), bool>,
}

impl Search<'_> {
    /// Finds the least bound under which the bug shows, by halves (Alg. 2 of the paper).
    fn lower(&mut self, measure: Measure) -> ControlFlow<()> {
        let (mut least, mut most) = (1, *self.bound(measure));
        while least < most {
            let middle = usize::midpoint(least, most);
            *self.bound(measure) = middle;
            match self.step(measure)? {
                Some(instance) => {
                    most = measure.of(instance.size).clamp(least, middle);
                    self.best = instance;
                }
                None => least = middle + 1,
            }
        }
        *self.bound(measure) = most;
        ControlFlow::Continue(())
    }

    fn bound(&mut self, measure: Measure) -> &mut usize {
        match measure {
            Measure::Assertions => &mut self.storm.assertions,
            Measure::Depth => &mut self.storm.depth,
        }
    }

    /// Runs the technique on the smallest instance so far; the smallest of what it makes that shows the bug. The smaller ones are tried
    /// first, so that the first one that shows it is that.
    fn step(&mut self, measure: Measure) -> ControlFlow<(), Option<Instance>> {
        let stream = self.stream.nth(self.steps);
        self.steps += 1;
        let replies = [Reply::Sat(Some(self.best.witness.clone()))];
        let cases = self
            .storm
            .cases(Material::of(&self.best.script).with_replies(&replies), stream)
            .take(self.effort.instances);
        let mut made: Vec<(Size, TestCase)> = cases.map(|case| (Size::of(&case.text), case)).collect();
        let order = |(size, case): &(Size, TestCase)| (measure.of(*size), size.bytes, case.text.clone());
        made.sort_by_cached_key(order);
        made.dedup_by(|(_, one), (_, other)| one.text == other.text);
        for (size, mut case) in made {
            case.tactic.clone_from(&self.best.case.tactic);
            let Some(Truth::Sat { witness: Some(witness) }) =
                case.checks.first().map(|check| check.truth.clone())
            else {
                continue;
            };
            if self.effort.runs == 0 {
                return ControlFlow::Break(());
            }
            self.effort.runs -= 1;
            if (self.fails)(&case)?
                && let Ok(script) = parse(&case.text, Mode::Standard).into_result()
            {
                return ControlFlow::Continue(Some(Instance { case, script, witness, size }));
            }
        }
        ControlFlow::Continue(None)
    }
}

#[cfg(test)]
mod tests {
    use quis_judge::witnesses;

    use super::*;

    const SEED: &str = "(declare-const x Int)\n(declare-const y Int)\n(declare-const p Bool)\n\
        (assert (and (or p (> x 3)) (not (and (= y 7) (not (< (mod x y) 5))))))\n\
        (assert (=> (> y 2) (or (not p) (and (distinct x y) (>= (+ x y) 0)))))\n\
        (assert (or (< x y) (> x (- y)) p))\n(check-sat)\n";
    const WITNESS: &str = "((define-fun x () Int 8) (define-fun y () Int 3) (define-fun p () Bool false))";

    /// A large instance of the seed: what a campaign would have found.
    fn large() -> TestCase {
        let seed = parse(SEED, Mode::Standard).into_result().unwrap();
        let storm =
            Storm { truth: Truths::Sat, incremental: Incremental::No, ask: Ask::Given, ..Storm::default() };
        let replies = [Reply::Sat(Some(WITNESS.into()))];
        let cases = storm.cases(Material::of(&seed).with_replies(&replies), Stream::new(3)).take(40);
        let all = cases.filter(|case| case.text.contains("mod"));
        all.max_by_key(|case| case.text.len()).unwrap()
    }

    fn run(case: &TestCase, effort: Effort, fails: &dyn Fn(&TestCase) -> bool) -> (Option<TestCase>, usize) {
        let mut runs = 0;
        let smallest = minimize(case, WITNESS, &Stream::new(1), effort, &mut |case| {
            runs += 1;
            ControlFlow::Continue(fails(case))
        });
        (smallest, runs)
    }

    #[test]
    fn bounds_are_lowered_as_far_as_the_bug_shows() {
        let large = large();
        let before = Size::of(&large.text);
        assert!(before.assertions > 4 && before.depth > 4, "{before:?}");
        // The bug shows where both of these are.
        let fails = |case: &TestCase| case.text.contains("mod") && case.text.contains("distinct");
        let (smallest, runs) = run(&large, Effort::default(), &fails);
        let smallest = smallest.unwrap();
        let after = Size::of(&smallest.text);
        assert!(fails(&smallest) && witnesses(&smallest) == [Some(true)], "{}", smallest.text);
        assert!(
            after.assertions <= 2 && after.depth < before.depth && after.bytes * 4 < before.bytes,
            "{after:?}"
        );
        assert!(runs <= Effort::default().runs);
        assert_eq!(run(&large, Effort::default(), &fails).0, Some(smallest));
    }

    #[test]
    fn work_is_limited() {
        let large = large();
        assert_eq!(run(&large, Effort { runs: 10, ..Effort::default() }, &|_| false), (None, 10));
        let stopped =
            minimize(&large, WITNESS, &Stream::new(1), Effort::default(), &mut |_| ControlFlow::Break(()));
        assert_eq!(stopped, None);
    }

    #[test]
    fn cases_with_scopes_are_left_alone() {
        let case = TestCase::of_text("(assert true)\n(check-sat)\n(check-sat)\n", &[]);
        assert_eq!(run(&case, Effort::default(), &|_| true), (None, 0));
    }
}
