//! Cases of a technique, put to all solvers.

use std::cell::LazyCell;
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use quis_judge::fingerprint::features;
use quis_judge::{About, FollowUp, Hearing, Verdict};
use quis_smtlib::{Mode, parse};
use quis_solvers::{Answer, End, Observation, Reply};
use quis_techniques::{AskingPlan, Material, Pool, Stream, Technique, TestCase, Truth};

use super::ahead::Ahead;
use super::found::{Place, cause, found, is_wrong};
use super::{Bench, Causes, Task, UnitResult, WorkUnit};
use crate::ask::{ask_of, hear};
use crate::cpu::spending;
use crate::error::Error;
use crate::finding::Finding;

/// How many cases of one cause on one seed are looked at. Further ones are counted only.
const LOOKED_AT: u64 = 3;
/// How many causes of one seed are remembered. Cases without a seed are all of one seed, and there is no end to them: causes that come
/// later are looked at each time.
const CAUSES: usize = 10_000;
/// How often progress is reported.
const PROGRESS: Duration = Duration::from_millis(200);

/// The stream from which a technique makes its cases of a seed, given that of the campaign and what [identifies](crate::identify) the
/// seed.
#[must_use]
pub fn cases_stream(campaign: &Stream, technique: &dyn Technique, seed_id: &str) -> Stream {
    // Half of what identifies a seed, as when numbers of campaigns were first written down.
    campaign.fork(technique.name()).fork(seed_id.get(..16).unwrap_or(seed_id))
}

/// Runs a unit, or as much of it as its turn has time for.
pub(super) fn run(task: &Task<'_>, bench: &mut Bench) -> Result<UnitResult, Error> {
    let Task { description, unit, material, script } = *task;
    let technique = bench.technique(unit.technique)?;
    let mut result = UnitResult::default();
    if !technique.applies(script) {
        return Ok(result);
    }
    let stream = cases_stream(&Stream::new(description.seed), &*technique, &material.seed.id);
    // What is asked about a case does not depend on how its sequence is cut into units.
    let draws = stream.fork("follow-up questions");
    let (plan, plans) = (bench.asking(unit, &*technique), stream.fork("asking plans"));
    let pool = material.pool.iter().map(|seed| seed.text.clone()).enumerate();
    let pool = Pool::new(material.pool.len(), pool);
    let made_from = Material::of(script).with_replies(&material.replies).with_pool(&pool);
    let first = usize::try_from(unit.first).unwrap_or(usize::MAX);
    let count = usize::try_from(unit.cases).unwrap_or(usize::MAX);
    // A technique that can make its n-th case alone does not make those before it, and makes those again cheaply that the turn has no
    // time for.
    let mut cases = spending(&mut result.tally.generation, || {
        let cases = technique.cases(made_from, stream).skip(first).take(count);
        if technique.starts_anywhere() { Ahead::new(cases) } else { Ahead::one_by_one(cases) }
    });
    let takes_part = bench.open_lanes(unit, material);
    let mut clock = Clock::new(unit);
    for at in (unit.first..).take(count) {
        let before = result.tally.cases;
        if bench.interrupt.is_on() || (before > 0 && clock.is_over()) {
            result.rest = Some(rest(unit, before));
            break;
        }
        let Some(case) = spending(&mut result.tally.generation, || cases.next()) else { break };
        let asking = plan.map_or(AskingPlan::default(), |plan| plan.of_case(&mut plans.nth(at)));
        let alone = asking.alone().map(|asking| (asking, asking.apply(case.clone())));
        let case = asking.apply(case);
        let place = Place { task, technique: Some(&*technique), case: &case, asking, at };
        let mut said = test(&place, bench, &takes_part, draws.nth(at), &mut result)?;
        if let (Said::Suspected, Some((asking, case))) = (said, alone) {
            let place = Place { case: &case, asking, ..place };
            said = test(&place, bench, &takes_part, draws.nth(at), &mut result)?;
        }
        if said == Said::Interrupted {
            // A case that was interrupted will be run again.
            result.tally.cases = before;
            result.rest = Some(rest(unit, before));
            break;
        }
        result.tally.cases = before + 1;
        if clock.tells()
            && let Some(watch) = &mut bench.watch
        {
            watch(&result.tally);
        }
    }
    Ok(result)
}

/// The rest of a unit of which N cases were run.
fn rest(unit: &WorkUnit, run: u64) -> WorkUnit {
    WorkUnit { first: unit.first + run, cases: unit.cases.saturating_sub(run), ..*unit }
}

/// What came of a case.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Said {
    /// All that there is to say.
    All,
    /// Something is worth a look, but users do not ask so: the case is to be put to the solvers without its scope.
    Suspected,
    /// There was no time.
    Interrupted,
}

/// Puts a case to all solvers that take part.
fn test(
    place: &Place<'_>,
    bench: &mut Bench,
    takes_part: &[bool],
    draw: Stream,
    result: &mut UnitResult,
) -> Result<Said, Error> {
    let (case, before) = (place.case, &place.task.material.causes);
    let UnitResult { tally, causes, findings, new, .. } = result;
    let ask = ask_of(case);
    let mut seen = Vec::with_capacity(takes_part.len());
    for at in (0..takes_part.len()).filter(|&at| takes_part[at]) {
        match bench.lanes.ask_for(at, case, ask)? {
            Some(observation) if observation.end == End::Interrupted => return Ok(Said::Interrupted),
            Some(observation) => {
                tally.solver(&observation.solver).count(&observation);
                // What a fixed unit finds must not depend on one case that took a little more or less this time.
                if observation.end == End::TimedOut && place.task.unit.turn.is_some() {
                    bench.lose_patience(at);
                }
                seen.push(observation);
            }
            None => tally.solver(bench.lanes.name(at)).skipped += 1,
        }
    }
    let mut asked = takes_part.to_vec();
    if let Some(reference) = bench.second_opinion().filter(|_| is_in_doubt(case, &seen)) {
        match bench.lanes.ask_for(reference, case, ask)? {
            Some(observation) if observation.end == End::Interrupted => return Ok(Said::Interrupted),
            Some(observation) => {
                tally.solver(&observation.solver).count(&observation);
                seen.push(observation);
                asked[reference] = true;
            }
            None => {}
        }
    }
    let judge = bench.judge.clone();
    let mut hearing = Hearing::new(&judge, case, seen, draw);
    let parts = LazyCell::new(|| ingredients(&case.text));
    if place.asking.alone().is_some() {
        let mut causes = LazyCell::new(|| causes.clone());
        let mut pursue =
            |verdict: &Verdict| bench.wants(verdict) && is_worth_it(verdict, &parts, before, &mut causes);
        if hearing.questions(&mut pursue).is_empty() {
            return Ok(Said::All);
        }
        hearing.first().iter().for_each(|seen| tally.solver(&seen.solver).set_aside(seen));
        return Ok(Said::Suspected);
    }
    let mut pursue = |verdict: &Verdict| bench.wants(verdict) && is_worth_it(verdict, &parts, before, causes);
    let questions = hearing.questions(&mut pursue);
    // Most cases end here, before anything is made ready for more.
    let fresh = if questions.is_empty() {
        None
    } else {
        // A reference that read nothing of a case may know a better value of its objective.
        let is_better = |question: &FollowUp| matches!(question.about, About::Better { .. });
        if let Some(reference) = bench.second_opinion().filter(|_| questions.iter().any(is_better)) {
            asked[reference] = true;
        }
        let took_part = bench.lanes.solvers().zip(&asked).filter(|(_, asked)| **asked);
        let mut fresh = bench.fresh(took_part.map(|(solver, _)| solver.clone()));
        hear(&mut hearing, questions, &mut fresh, &mut pursue)?;
        Some(fresh).filter(|fresh| !fresh.interrupted)
    };
    for verdict in hearing.suspected().iter().filter(|verdict| bench.wants(verdict)) {
        *tally.verdicts.entry(verdict.kind.name().to_owned()).or_default() += 1;
    }
    let (certain, seen) = hearing.certain();
    if let Some(mut fresh) = fresh {
        let mut found_now = Vec::new();
        for verdict in certain.into_iter().filter(|verdict| bench.wants(verdict)) {
            found_now.push(found(place, bench, &mut fresh, verdict, &seen)?);
        }
        tally.add(&fresh.spent);
        if !bench.interrupt.is_on() {
            for Finding { verdict, case, .. } in &found_now {
                let parts = if is_wrong(verdict) { ingredients(case) } else { BTreeSet::new() };
                let is_known = is_wrong(verdict) && explanation(verdict, &parts, before, causes).is_some();
                *new += u64::from(!is_known);
                if is_wrong(verdict) && tells_causes_apart(&parts) {
                    causes.entry(made_of(&verdict.solver, &parts)).or_default();
                }
            }
            findings.append(&mut found_now);
        }
    }
    Ok(if bench.interrupt.is_on() { Said::Interrupted } else { Said::All })
}

/// Whether a second opinion is wanted: some solver answers `unsat`, and nothing is known, where a wrong `sat` would show in its model; or
/// some solver answers `sat`, and that is wrong, but nothing shows it of smaller cases.
fn is_in_doubt(case: &TestCase, seen: &[Observation]) -> bool {
    case.checks.iter().enumerate().any(|(at, check)| {
        let doubtful = match check.truth {
            Truth::Open => Answer::Unsat,
            Truth::Unsat { core: None } => Answer::Sat,
            _ => return false,
        };
        let says = |reply: &Reply| reply.answer == Some(doubtful) && reply.error.is_none();
        seen.iter().any(|seen| seen.replies.get(at).is_some_and(says))
    })
}

/// Whether few enough other cases of this cause were looked at; counts this one.
fn is_worth_it(verdict: &Verdict, ingredients: &BTreeSet<String>, before: &Causes, now: &mut Causes) -> bool {
    if is_wrong(verdict) && is_explained(verdict, ingredients, before, now) {
        return false;
    }
    let cause = cause(verdict);
    let known = before.get(&cause).copied().unwrap_or(0) + now.get(&cause).copied().unwrap_or(0);
    if known < LOOKED_AT && (known > 0 || before.len() + now.len() < CAUSES) {
        *now.entry(cause).or_default() += 1;
    }
    known < LOOKED_AT
}

/// Whether a finding probably explains a wrong answer: all that its reduced case is made of is in this case, too. The first of such cases, the
/// second, the fourth, the eighth and so on are looked at all the same, since another cause may hide there.
fn is_explained(
    verdict: &Verdict,
    ingredients: &BTreeSet<String>,
    before: &Causes,
    now: &mut Causes,
) -> bool {
    let Some(known) = explanation(verdict, ingredients, before, now) else { return false };
    let count = before.get(&known).copied().unwrap_or(0) + now.get(&known).copied().unwrap_or(0);
    *now.entry(known).or_default() += 1;
    !(count + 1).is_power_of_two()
}

/// The first cause, by name, of a finding that is made of nothing but these ingredients, too. The first of all: where a turn ended
/// must not matter.
fn explanation(
    verdict: &Verdict,
    ingredients: &BTreeSet<String>,
    before: &Causes,
    now: &Causes,
) -> Option<String> {
    let own = made_of(&verdict.solver, &BTreeSet::new());
    let explains = |cause: &&String| {
        let parts = cause.strip_prefix(&*own).map(|parts| parts.split(' ').filter(|part| !part.is_empty()));
        parts.is_some_and(|mut parts| parts.all(|part| ingredients.contains(part)))
    };
    let earlier = before.keys().find(explains).into_iter();
    earlier.chain(now.keys().find(explains)).min().cloned()
}

/// What a script may have whatever is wrong: theories, and operators that are everywhere.
const EVERYWHERE: &[&str] = &[
    "=",
    "distinct",
    "ite",
    "not",
    "and",
    "or",
    "xor",
    "=>",
    "ints",
    "reals",
    "bit-vectors",
    "floats",
    "arrays",
    "strings",
    "regular-expressions",
    "sequences",
    "datatypes",
    "functions",
    "quantifiers",
    "forall",
    "exists",
];

/// Whether a script is made of more than what is everywhere.
fn tells_causes_apart(ingredients: &BTreeSet<String>) -> bool {
    ingredients.iter().any(|part| !EVERYWHERE.contains(&&**part))
}

/// What a script is made of: theories, operators, and the commands of solvers that go on.
fn ingredients(text: &str) -> BTreeSet<String> {
    let Ok(script) = parse(text, Mode::Standard).into_result() else { return BTreeSet::new() };
    let features = features(&script);
    let words = ["reset-assertions", "check-sat-assuming"].into_iter().filter(|word| text.contains(word));
    features.theories.into_iter().chain(words).map(str::to_owned).chain(features.operators).collect()
}

/// The name under which the causes of a unit keep what the reduced case of a finding is made of.
fn made_of(solver: &str, ingredients: &BTreeSet<String>) -> String {
    let parts: Vec<&str> = ingredients.iter().map(String::as_str).collect();
    format!("reduced {solver}: {}", parts.join(" "))
}

/// When the turn of a unit is over, and when to tell of progress.
struct Clock {
    began: Instant,
    turn: Option<Duration>,
    told: Duration,
}

impl Clock {
    fn new(unit: &WorkUnit) -> Clock {
        Clock { began: Instant::now(), turn: unit.turn, told: Duration::ZERO }
    }

    fn is_over(&self) -> bool {
        self.turn.is_some_and(|turn| self.began.elapsed() > turn)
    }

    fn tells(&mut self) -> bool {
        let elapsed = self.began.elapsed();
        let due = elapsed >= self.told + PROGRESS;
        if due {
            self.told = elapsed;
        }
        due
    }
}

#[cfg(test)]
mod tests {
    use quis_judge::Kind;

    use super::*;

    fn verdict(fingerprint: &str) -> Verdict {
        Verdict {
            kind: Kind::Crash,
            solver: "z3".to_owned(),
            check: None,
            expected: String::new(),
            actual: String::new(),
            evidence: String::new(),
            fingerprint: fingerprint.to_owned(),
            witness: None,
        }
    }

    #[test]
    fn the_first_cases_of_a_cause_are_looked_at() {
        let mut now = Causes::new();
        let before = Causes::from([(cause(&verdict("old")), 2)]);
        let mut worth =
            |fingerprint: &str| is_worth_it(&verdict(fingerprint), &BTreeSet::new(), &before, &mut now);
        assert_eq!([worth("new"), worth("new"), worth("new"), worth("new")], [true, true, true, false]);
        assert_eq!([worth("old"), worth("old")], [true, false]);
        assert_eq!(now.values().copied().collect::<Vec<_>>(), [3, 1]);
    }

    #[test]
    fn memory_is_bounded_and_new_causes_are_looked_at() {
        let mut now = Causes::new();
        for number in 0..CAUSES + 5 {
            assert!(is_worth_it(&verdict(&number.to_string()), &BTreeSet::new(), &Causes::new(), &mut now));
        }
        assert_eq!(now.len(), CAUSES);
        let late = verdict(&(CAUSES + 1).to_string());
        assert!((0..9).all(|_| is_worth_it(&late, &BTreeSet::new(), &Causes::new(), &mut now)));
    }
    #[test]
    fn cases_with_all_that_a_finding_is_made_of_are_looked_at_ever_more_seldom() {
        let known = ingredients("(declare-const x Int)(assert (= (mod x 2) 3))(check-sat)");
        let before = Causes::from([(made_of("z3", &known), 0)]);
        let more = ingredients("(declare-const x Int)(assert (= (mod (abs x) 2) (- 1 x)))(check-sat)");
        let other = ingredients("(declare-const x Int)(assert (= (div x 2) 3))(check-sat)");
        let wrong = |number: usize| Verdict { kind: Kind::InvalidModel, ..verdict(&number.to_string()) };
        let mut now = Causes::new();
        let looked_at: Vec<usize> =
            (1..=20).filter(|&number| is_worth_it(&wrong(number), &more, &before, &mut now)).collect();
        assert_eq!(looked_at, [1, 2, 4, 8, 16]);
        assert!((30..40).all(|number| is_worth_it(&wrong(number), &other, &before, &mut now)));
        // An equality alone explains nothing.
        assert!(tells_causes_apart(&known) && !tells_causes_apart(&ingredients("(assert (= 0 1))")));
        // Of several explanations, the same one counts wherever the turns of a seed ended.
        let [first, second] = ["abs", "mod"].map(|part| made_of("z3", &BTreeSet::from([part.to_owned()])));
        let [one, other] = [&first, &second].map(|name| Causes::from([(name.clone(), 0)]));
        for (before, now) in [(&one, &other), (&other, &one)] {
            assert_eq!(explanation(&wrong(1), &more, before, now).as_ref(), Some(&first));
        }
        // A crash has a place of its own, and another solver its own faults.
        let crash = verdict("place");
        let another = Verdict { solver: "cvc5".to_owned(), ..wrong(50) };
        assert!([crash, another].iter().all(|verdict| is_worth_it(verdict, &more, &before, &mut now)));
    }
}
