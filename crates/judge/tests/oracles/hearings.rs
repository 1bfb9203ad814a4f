//! Hearings: what oracles ask, and what is certain in the end.

use quis_judge::{About, FollowUp, Hearing, Kind, Leave, Sitting, Verdict};
use quis_observations::{Answer, End, Mode, Observation};
use quis_techniques::{Stream, TestCase, Truth};

use crate::support::{answered, case, died, judge, reply, reseeded, saw, with_model};

const SMALL: &str = "(set-logic QF_LIA) (declare-const x Int) (assert (! (> x 5) :named a)) (check-sat)";
const RIGHT: &str = "((define-fun x () Int 7))";

/// Holds a hearing in which the solvers do this; the questions, and what is certain.
fn hear(
    case: &TestCase,
    seen: Vec<Observation>,
    stream: u64,
    answer: &mut dyn FnMut(&FollowUp) -> Vec<Observation>,
) -> (Vec<FollowUp>, Vec<Verdict>) {
    let judge = judge();
    let mut hearing = Hearing::new(&judge, case, seen, Stream::new(stream));
    let mut asked = Vec::new();
    loop {
        let questions = hearing.questions(&mut |_| true);
        if questions.is_empty() {
            return (asked, hearing.certain().0);
        }
        for question in questions {
            asked.push(question.clone());
            let seen = answer(&question);
            hearing.answer(question, seen);
        }
    }
}

/// A stream by which nothing is asked in the first sitting, or a question that fits.
fn stream(wanted: impl Fn(&FollowUp) -> bool, case: &TestCase, seen: &[Observation]) -> u64 {
    let asks = |number: &u64| {
        let (asked, _) = hear(case, seen.to_vec(), *number, &mut |_| Vec::new());
        asked.iter().any(&wanted)
    };
    (0..10_000).find(asks).expect("one of many")
}

fn kinds(verdicts: &[Verdict]) -> Vec<Kind> {
    verdicts.iter().map(|verdict| verdict.kind).collect()
}

fn satisfiable() -> TestCase {
    case(SMALL, &[Truth::Sat { witness: Some(RIGHT.into()) }])
}

#[test]
fn where_nothing_is_wrong_little_is_asked() {
    let case = satisfiable();
    let asked = |number| hear(&case, vec![with_model("z3", RIGHT)], number, &mut |_| Vec::new()).0.len();
    let all: usize = (0..5120).map(asked).sum();
    assert!((3..25).contains(&all), "one of 512 is asked with another random seed: {all}");
}

#[test]
fn what_fresh_processes_show_too_is_certain() {
    let case = satisfiable();
    let wrong = answered("z3", Answer::Unsat);
    let (asked, certain) = hear(&case, vec![wrong.clone()], 1, &mut |_| vec![wrong.clone()]);
    assert_eq!((asked, kinds(&certain)), (vec![FollowUp::AFRESH], vec![Kind::RefutationUnsound]));
}

#[test]
fn what_only_a_session_shows_is_unstable() {
    let case = satisfiable();
    let session = Observation { mode: Mode::Session, ..answered("z3", Answer::Unsat) };
    let (_, certain) = hear(&case, vec![session.clone()], 1, &mut |_| vec![with_model("z3", RIGHT)]);
    assert_eq!(kinds(&certain), [Kind::Unstable]);
    assert_eq!(
        (&*certain[0].expected, &*certain[0].actual),
        ("sat, as in a fresh process", "unsat in a session")
    );
    let crash = Observation { mode: Mode::Session, ..died("z3", "", End::Signal(11)) };
    let (_, certain) = hear(&case, vec![crash], 1, &mut |_| vec![with_model("z3", RIGHT)]);
    assert_eq!((kinds(&certain), &*certain[0].actual), (vec![Kind::Unstable], "signal 11 in a session"));
}

#[test]
fn what_is_new_in_fresh_processes_must_show_twice() {
    let case = satisfiable();
    let crash = died("cvc5", "", End::Signal(11));
    let wrong = answered("z3", Answer::Unsat);
    for (again, expected) in
        [(true, &[Kind::RefutationUnsound, Kind::Crash][..]), (false, &[Kind::RefutationUnsound])]
    {
        let mut times = 0;
        let (asked, certain) =
            hear(&case, vec![wrong.clone(), answered("cvc5", Answer::Sat)], 1, &mut |_| {
                times += 1;
                let cvc5 = if times == 1 || again { crash.clone() } else { answered("cvc5", Answer::Sat) };
                vec![wrong.clone(), cvc5]
            });
        assert_eq!((asked.len(), kinds(&certain)), (2, expected.to_vec()));
    }
}

#[test]
fn what_is_not_worth_it_is_not_pursued() {
    let (judge, case) = (judge(), satisfiable());
    let mut hearing = Hearing::new(&judge, &case, vec![answered("z3", Answer::Unsat)], Stream::new(1));
    assert_eq!(hearing.questions(&mut |_| false), []);
    assert_eq!(kinds(hearing.suspected()), [Kind::RefutationUnsound]);
    assert_eq!(hearing.certain(), (Vec::new(), Vec::new()));
}

#[test]
fn cores_are_put_to_solvers_and_to_fresh_processes_again() {
    let case = case(SMALL, &[]);
    let mut with_core = reply(Answer::Unsat);
    with_core.core = b"(a)".to_vec();
    let seen = saw("cvc5", vec![with_core]);
    let about_core = |question: &FollowUp| matches!(question.about, About::Core { .. });
    let number = stream(about_core, &case, std::slice::from_ref(&seen));
    let (asked, certain) = hear(&case, vec![seen.clone()], number, &mut |question| {
        if about_core(question) { vec![with_model("z3", RIGHT)] } else { vec![seen.clone()] }
    });
    assert_eq!(asked.iter().filter(|question| about_core(question)).count(), 2, "{asked:?}");
    assert_eq!(kinds(&certain), [Kind::InvalidCore]);
    // Nobody finds a model of it: nothing is known to be wrong.
    let (_, certain) = hear(&case, vec![seen.clone()], number, &mut |_| vec![seen.clone()]);
    assert_eq!(certain, []);
}

#[test]
fn another_random_seed_is_asked_for_twice_with_the_same_number() {
    let case = case(SMALL, &[]);
    let is_reseeding = |question: &FollowUp| question.how.seed.is_some();
    let sat = answered("z3", Answer::Sat);
    let number = stream(is_reseeding, &case, std::slice::from_ref(&sat));
    let (asked, certain) = hear(&case, vec![sat.clone()], number, &mut |question| match question.how.seed {
        Some(seed) => vec![reseeded(answered("z3", Answer::Unsat), seed)],
        None => vec![sat.clone()],
    });
    let seeds: Vec<u32> = asked.iter().filter_map(|question| question.how.seed).collect();
    assert!(seeds.len() == 2 && seeds[0] == seeds[1], "{asked:?}");
    assert_eq!(kinds(&certain), [Kind::Unstable]);
    let expected =
        format!("z3 in a fresh process answers sat, z3 seed={} in a fresh process answers unsat", seeds[0]);
    assert_eq!(certain[0].evidence, expected);
}

#[test]
fn random_seeds_are_drawn_from_one_on() {
    let (judge, case) = (judge(), case(SMALL, &[]));
    let sitting = Sitting::new(vec![answered("z3", Answer::Sat)]);
    let mut drawn: Vec<u32> = Vec::new();
    for number in 0..8000 {
        let leave = Leave::Of(vec![Kind::Unstable], Stream::new(number));
        drawn.extend(judge.rule(&case, &sitting, &leave).1.iter().filter_map(|question| question.how.seed));
    }
    assert_eq!((drawn.len(), drawn.iter().min(), drawn.iter().max()), (8000, Some(&1), Some(&1000)));
}
