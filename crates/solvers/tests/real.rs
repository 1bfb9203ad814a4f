//! Real solvers: a session answers as a process for each case does.

#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "a test may fail, and says what it left out")]

use std::time::Duration;

use quis_solvers::{Answer, Ask, Channel, Limits, Mode, Observation, Question, SearchPath, Solver, cost};

/// Scripts that a `(reset)` which forgets too little would spoil: the same names with other sorts, scopes left open.
const SCRIPTS: [(&str, &[Answer]); 6] = [
    (
        "(set-logic QF_LIA)\n(declare-fun x () Int)\n(assert (! (> x 3) :named a))\n(check-sat)\n",
        &[Answer::Sat],
    ),
    (
        "(set-logic QF_UF)\n(declare-fun x () Bool)\n(assert (! x :named b))\n(assert (! (not x) :named c))\n(check-sat)\n",
        &[Answer::Unsat],
    ),
    (
        "(set-logic QF_LIA)\n(declare-fun x () Int)\n(push 1)\n(assert (< x x))\n(check-sat)\n(pop 1)\n(push 1)\n(check-sat)\n",
        &[Answer::Unsat, Answer::Sat],
    ),
    (
        "(set-logic QF_BV)\n(declare-fun x () (_ BitVec 8))\n(assert (bvult x #x01))\n(check-sat)\n",
        &[Answer::Sat],
    ),
    (
        "(set-logic QF_UF)\n(declare-sort U 0)\n(declare-fun x () U)\n(declare-fun f (U) U)\n(assert (distinct x (f x)))\n(check-sat)\n",
        &[Answer::Sat],
    ),
    (
        "(set-logic QF_LIA)\n(check-sat)\n(reset)\n(set-logic QF_UF)\n(assert false)\n(check-sat)\n(exit)\n",
        &[Answer::Sat, Answer::Unsat],
    ),
];

fn solvers() -> Vec<Solver> {
    let mut found = Vec::new();
    for name in ["z3", "cvc5", "cvc4", "yices-smt2"] {
        match Solver::from_spec(name, &SearchPath::from_environment()) {
            Ok(solver) => found.push(solver),
            Err(error) => eprintln!("left out: {error}"),
        }
    }
    let required = std::env::var_os("QUIS_REQUIRE_SOLVERS").is_some_and(|value| value == "1");
    assert!(!(required && found.is_empty()), "no solver");
    found
}

fn question(text: &str) -> Question {
    let checks: Vec<_> = text.match_indices("(check-sat)").map(|(at, check)| at..at + check.len()).collect();
    Question::of_text(text, &checks, true, Ask { cores: true, ..Ask::MODELS })
}

fn answers(observation: &Observation) -> Vec<Option<Answer>> {
    observation.replies.iter().map(|reply| reply.answer).collect()
}

#[test]
fn sessions_answer_as_fresh_processes_do() {
    let limits = Limits { wall: Duration::from_secs(60), ..Limits::default() };
    for solver in solvers() {
        // Sessions are for those that can do them: whether they can is measured.
        let mode = match cost::measure(&solver, &limits).unwrap().session {
            Some(_) => Mode::Session,
            None => Mode::Fresh,
        };
        let mut channel = Channel::open(&solver, mode, limits, None);
        for (text, expected) in SCRIPTS.iter().chain(&SCRIPTS) {
            let observation = channel.ask(&question(text)).unwrap();
            let expected: Vec<_> = expected.iter().copied().map(Some).collect();
            assert_eq!(answers(&observation), expected, "{} on {text}: {observation:?}", solver.name);
            assert_eq!(observation.mode, mode);
            for reply in &observation.replies {
                assert!(reply.error.is_none() && reply.complete, "{} on {text}: {reply:?}", solver.name);
                assert_eq!(reply.model_text().is_some(), reply.answer == Some(Answer::Sat), "{reply:?}");
            }
            if text.contains(":named c") {
                let mut names = observation.replies[0].core_names().unwrap();
                names.sort_unstable();
                assert_eq!(names, ["b", "c"], "{}", solver.name);
            }
        }
    }
}

/// Scripts of several theories, with what they are: a tactic in a profile must do for any script.
const ANY_SCRIPT: [(&str, Answer); 4] = [
    (
        "(declare-const x Int)\n(declare-const y Real)\n(declare-const b (_ BitVec 8))\n(declare-const a (Array Int Int))\n\
         (assert (or (> x 3) (= (select a x) 2)))\n(assert (bvult b #x10))\n(assert (< y 2.5))\n",
        Answer::Sat,
    ),
    (
        "(declare-fun f (Int) Int)\n(declare-const x Int)\n(assert (forall ((z Int)) (=> (> z x) (> (f z) 0))))\n\
         (assert (< (f (+ x 1)) 0))\n",
        Answer::Unsat,
    ),
    ("(declare-const s String)\n(assert (= (str.len s) 3))\n", Answer::Sat),
    ("(declare-const x Int)\n(assert (and (> x 3) (< x 3)))\n", Answer::Unsat),
];

#[test]
fn releases_know_the_tactics_of_their_profiles() {
    let path = SearchPath::from_environment();
    let limits = Limits { wall: Duration::from_secs(60), ..Limits::default() };
    let installed = path.installed("z3");
    let releases = installed.iter().map(|installed| Solver::of_installed(installed, path.table()));
    for solver in releases.chain(Solver::from_spec("z3", &path)) {
        assert!(!solver.profile.tactics.is_empty());
        let mut channel = Channel::open(&solver, Mode::Fresh, limits, None);
        for tactic in &solver.profile.tactics {
            for (script, expected) in ANY_SCRIPT {
                let check = format!("(check-sat-using {tactic})");
                let text = format!("{script}{check}\n");
                let place = script.len()..script.len() + check.len();
                let ask = Ask::MODELS;
                let question = Question::of_text(&text, std::slice::from_ref(&place), false, ask);
                let observation = channel.ask(&question).unwrap();
                let reply = &observation.replies[0];
                assert_eq!((reply.answer, &reply.error), (Some(expected), &None), "{}: {text}", solver.name);
                assert_eq!(reply.model_text().is_some(), expected == Answer::Sat, "{}: {text}", solver.name);
            }
        }
    }
}
