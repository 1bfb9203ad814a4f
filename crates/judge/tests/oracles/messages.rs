//! What is the matter with runs, by their ends and messages: tables of both.

use quis_judge::{Judge, Kind, Settings, Trouble};
use quis_solvers::{Answer, End, Observation, Reply};

use crate::support::{answered, case, died, facts, judge, refused, reply, saw};

fn trouble(observation: &Observation) -> Trouble {
    judge().trouble(observation)
}

/// An end with an error on the standard error, or nothing.
fn ended(end: End, stderr: &str) -> Trouble {
    trouble(&died("z3", stderr, end))
}

#[test]
fn ends_without_a_word() {
    let crash = |text: &str| Trouble::Crash(text.to_owned());
    for (end, expected) in [
        (End::Exited(0), Trouble::None),
        (End::Exited(1), crash("no answer, exit code 1")),
        (End::Exited(127), crash("no answer, exit code 127")),
        (End::Exited(128), crash("no answer, exit code 128")),
        (End::Exited(128 + 9), crash("no answer, exit code 137")),
        (End::Signal(4), crash("ended by signal SIGILL")),
        (End::Signal(5), crash("ended by signal SIGTRAP")),
        (End::Signal(6), crash("ended by signal SIGABRT")),
        (End::Signal(7), crash("ended by signal SIGBUS")),
        (End::Signal(8), crash("ended by signal SIGFPE")),
        (End::Signal(11), crash("ended by signal SIGSEGV")),
        (End::Exited(128 + 11), crash("ended by signal SIGSEGV")),
        (End::Signal(31), crash("ended by signal SIGSYS")),
        (End::Signal(9), Trouble::Limit),
        (End::Signal(15), Trouble::Limit),
        (End::TimedOut, Trouble::Limit),
        (End::Interrupted, Trouble::None),
        (End::Truncated, Trouble::None),
    ] {
        assert_eq!(ended(end, ""), expected, "{end:?}");
    }
    // Whatever it says, it answered, and ended well.
    assert_eq!(trouble(&answered("z3", Answer::Unknown)), Trouble::None);
    assert_eq!(trouble(&Observation { end: End::Exited(1), ..answered("z3", Answer::Sat) }), Trouble::None);
}

#[test]
fn messages() {
    let error = |text: &str| Trouble::Error(text.to_owned());
    let limitation = |text: &str| Trouble::Limitation(text.to_owned());
    for (stderr, expected) in [
        ("\n  \n  what is that?  \nnobody knows", error("what is that?")),
        ("\n memory exceeded \n", Trouble::Limit),
        ("this is not supported", limitation("this is not supported")),
        ("\n\n this is not supported \n really", limitation("this is not supported")),
        // Names that the standard has, and the solver has not.
        ("unknown constant bvcomp", limitation("unknown constant bvcomp")),
        ("unknown constant (bvor", limitation("unknown constant (bvor")),
        ("unknown sort Seq", limitation("unknown sort Seq")),
        ("unknown constant x", error("unknown constant x")),
        ("unknown constant div", error("unknown constant div")),
        ("unknown constant distinct", error("unknown constant distinct")),
        ("wrong use of bvcomp", error("wrong use of bvcomp")),
        ("wrong use of Seq", error("wrong use of Seq")),
        ("x\n  Internal error: 3 \ny", Trouble::Crash("Internal error: 3".to_owned())),
        (
            "first\nan invalid model was generated: x\nlast",
            Trouble::OwnWord("an invalid model was generated: x".to_owned()),
        ),
        ("first\n the core was satisfiable \nlast", Trouble::OwnWord("the core was satisfiable".to_owned())),
        ("a.cpp:3:1: runtime error: shift\n", Trouble::Crash("a.cpp:3:1: runtime error: shift".to_owned())),
        ("==3==ERROR: LeakSanitizer: x", error("==3==ERROR: LeakSanitizer: x")),
    ] {
        assert_eq!(ended(End::Exited(1), stderr), expected, "{stderr}");
    }
    // The first of what only one line names, whatever comes before.
    let report =
        "==3==\n==3==ERROR: AddressSanitizer: heap-use-after-free on 0x3\n#0 0x5 in f(int) a.cpp:3\n";
    assert_eq!(ended(End::Exited(1), report), Trouble::Crash("==3==".to_owned()));
    // Beside an answer a limitation is one all the same.
    let warned = Observation { stderr: b"this is not supported".to_vec(), ..answered("z3", Answer::Sat) };
    assert_eq!(trouble(&warned), limitation("this is not supported"));
}

#[test]
fn a_signal_counts_more_than_words() {
    for (end, stderr, crash) in [
        (End::Signal(11), "this is not supported", true),
        (End::Signal(6), "this is not supported", false),
        (End::Signal(6), "something else", true),
        (End::Signal(11), "out of memory", false),
        (End::Signal(9), "something else", false),
    ] {
        assert_eq!(matches!(ended(end, stderr), Trouble::Crash(_)), crash, "{end:?} {stderr}");
    }
}

#[test]
fn memory_near_the_limit_explains_signals_only() {
    let settings = Settings { memory_limit: Some(1000), ..Settings::default() };
    let judge = Judge::new(Vec::new()).with_settings(settings);
    let of = |memory: Option<u64>, end: End| {
        matches!(judge.trouble(&Observation { memory, ..died("z3", "", end) }), Trouble::Crash(_))
    };
    assert!(!of(Some(900), End::Signal(11)) && of(Some(899), End::Signal(11)) && of(None, End::Signal(11)));
    assert!(of(Some(1000), End::Exited(3)));
}

#[test]
fn a_dying_program_may_speak_on_the_standard_output() {
    let lines: Vec<String> = (2..20).map(|n| format!("line {n}")).collect();
    let stdout = format!("sat\nASSERTION VIOLATION\n{}\n", lines.join("\n"));
    let small = case("(declare-const x Int) (assert (> x 0)) (check-sat)", &[]);
    let seen = Observation { stdout: stdout.into_bytes(), ..died("z3", "", End::Exited(114)) };
    let verdicts = judge().judge(&small, &[seen]);
    assert_eq!(verdicts[0].kind, Kind::Crash);
    // Eight lines, and none in front.
    assert_eq!(verdicts[0].evidence.lines().count(), 8, "{}", verdicts[0].evidence);
    assert!(verdicts[0].evidence.starts_with("ASSERTION VIOLATION\nline 2\n"));
    assert!(verdicts[0].evidence.ends_with("line 8"));
    // What is behind an answer, and no such message, is not read: it may be a model.
    let model = Observation { stdout: b"sat\n; out of memory\n".to_vec(), ..died("z3", "", End::Exited(1)) };
    assert_eq!(trouble(&model), Trouble::Crash("no answer, exit code 1".to_owned()));
}

#[test]
fn an_error_for_a_model_counts_behind_sat_only() {
    let with = |answer: Answer| {
        let model = b"(error \"model is not available\")".to_vec();
        saw("z3", vec![Reply { model, ..reply(answer) }])
    };
    assert_eq!(trouble(&with(Answer::Unsat)), Trouble::None);
    assert_eq!(trouble(&with(Answer::Sat)), Trouble::None);
    let unsupported = |answer: Answer| {
        let model = b" (error \"models are not supported\")".to_vec();
        saw("z3", vec![Reply { model, ..reply(answer) }])
    };
    assert_eq!(trouble(&unsupported(Answer::Unsat)), Trouble::None);
    assert!(matches!(trouble(&unsupported(Answer::Sat)), Trouble::Limitation(_)));
}

#[test]
fn errors_count_before_the_end() {
    let seen = Observation { end: End::TimedOut, ..refused("z3", "what is that?") };
    assert_eq!(trouble(&seen), Trouble::Error("what is that?".to_owned()));
    let half = Observation { end: End::Exited(3), ..saw("z3", vec![reply(Answer::Sat), Reply::default()]) };
    assert_eq!(trouble(&half), Trouble::Crash("no answer, exit code 3".to_owned()));
}

#[test]
fn evidence_of_a_crash_is_cut() {
    let small = case("(declare-const x Int) (assert (> x 0)) (check-sat)", &[]);
    let long = format!("Internal error: {}", "é".repeat(5000));
    let verdicts = Judge::new(vec![facts("z3", "z3")]).judge(&small, &[died("z3", &long, End::Exited(1))]);
    assert_eq!(verdicts[0].evidence.chars().count(), 2000);
}
