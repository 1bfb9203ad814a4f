//! Sessions with solvers that behave badly: what they do is told of the case in which they did it, and the next case gets
//! a process that behaves.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod common;

use std::time::Duration;

use common::{assert_gone, hostile, limits, numbers};
use quis_solvers::{
    Answer, Ask, Channel, End, Interrupt, Limits, Mode, Observation, Question, Session, Solver,
};

/// The fixture as a solver that has sessions.
fn talker() -> Solver {
    let mut solver = hostile("talks");
    solver.profile.session = Some(Vec::new());
    solver
}

fn session(limits: Limits) -> Session {
    Session::new(&talker(), limits, None)
}

/// A case: some commands, each in a line, and a check.
fn question(commands: &str) -> Question {
    let text = format!("{commands}\n(check-sat)\n");
    let check = text.len() - 12..text.len() - 1;
    Question::of_text(&text, &[check], false, Ask::MODELS)
}

fn way(way: &str) -> Question {
    question(&format!("(set-info :way {way})"))
}

/// The process that answers.
fn process(session: &mut Session) -> u32 {
    let observation = session.ask(&question("(set-info :pid)")).unwrap();
    let text = String::from_utf8(observation.stdout).unwrap();
    text.lines().find_map(|line| line.strip_prefix("pid ")).unwrap().parse().unwrap()
}

#[track_caller]
fn assert_well(observation: &Observation) {
    assert_eq!((observation.end, observation.mode), (End::Exited(0), Mode::Session));
    let reply = &observation.replies[0];
    assert_eq!((reply.answer, reply.model_text(), &reply.error), (Some(Answer::Sat), Some("()\n"), &None));
    assert!(!String::from_utf8_lossy(&observation.stdout).contains("quis: case"));
}

/// Lets a session misbehave in its second case, and gives what was told of that. Before and after it all is well.
#[track_caller]
fn misbehave(session: &mut Session, bad: &Question) -> Observation {
    let before = process(session);
    assert_eq!(process(session), before, "one process for all");
    let observation = session.ask(bad).unwrap();
    assert_well(&session.ask(&question("")).unwrap());
    assert_ne!(process(session), before, "another process");
    assert_gone(&[before]);
    observation
}

#[test]
fn one_process_answers_many_cases() {
    let mut session = session(limits(10_000));
    let process_number = process(&mut session);
    for _ in 0..20 {
        assert_well(&session.ask(&question("")).unwrap());
    }
    assert_eq!((process(&mut session), session.restarts()), (process_number, 0));
    drop(session);
    assert_gone(&[process_number]);
}

#[test]
fn a_process_gets_so_many_cases() {
    let mut session = session(limits(10_000)).with_cases(3);
    let numbers: Vec<u32> = (0..7).map(|_| process(&mut session)).collect();
    assert!(numbers[0] == numbers[2] && numbers[2] != numbers[3] && numbers[3] == numbers[5], "{numbers:?}");
    assert_eq!(session.restarts(), 2);
}

#[test]
fn late_answers_are_not_taken_for_others() {
    let observation = misbehave(&mut session(limits(1500)), &way("late"));
    assert_eq!((observation.end, observation.replies[0].answer), (End::TimedOut, None));
    assert!(observation.wall >= Duration::from_millis(1500));
}

#[test]
fn the_whole_group_is_ended() {
    let observation = misbehave(&mut session(limits(1500)), &way("forks"));
    assert_eq!((observation.end, numbers(&observation.stdout).len()), (End::TimedOut, 2));
    assert_gone(&numbers(&observation.stdout));
    let observation = misbehave(&mut session(limits(10_000)), &way("leaves"));
    assert_eq!(observation.end, End::Exited(0));
    assert_gone(&numbers(&observation.stdout));
    let mut session = session(limits(10_000));
    let observation = misbehave(&mut session, &way("escapes"));
    assert_eq!(numbers(&observation.stdout).len(), 1);
    let hidden = misbehave(&mut session, &way("vanishes"));
    drop(session);
    assert_gone(&[numbers(&observation.stdout), numbers(&hidden.stdout)].concat());
}

#[test]
fn whoever_does_not_listen_is_ended() {
    for bad in ["ignores", "closes", "deaf"] {
        assert_eq!(misbehave(&mut session(limits(1500)), &way(bad)).end, End::TimedOut, "{bad}");
    }
    // More than a pipe holds.
    let long = question(&format!("(set-info :way deaf)\n{}", "; much to read\n".repeat(50_000)));
    assert_eq!(misbehave(&mut session(limits(1500)), &long).end, End::TimedOut);
}

#[test]
fn output_has_a_limit() {
    for bad in ["floods", "whispers"] {
        let mut session = session(Limits { output: 100_000, ..limits(20_000) });
        let observation = misbehave(&mut session, &way(bad));
        assert_eq!(observation.end, End::Truncated, "{bad}");
        assert!(observation.stdout.len() + observation.stderr.len() <= 100_000);
    }
}

#[test]
fn memory_has_a_limit() {
    let mut session = session(Limits { memory: Some(256 << 20), ..limits(20_000) });
    let observation = misbehave(&mut session, &way("eats"));
    assert_eq!(observation.end, End::Exited(1));
    assert!(String::from_utf8_lossy(&observation.stderr).contains("memory"), "{observation:?}");
}

#[test]
fn cpu_time_has_a_limit_for_each_case() {
    let mut session = session(Limits { cpu: Some(Duration::from_secs(1)), ..limits(60_000) });
    assert_eq!(misbehave(&mut session, &way("spins")).end, End::TimedOut);
}

#[test]
fn a_death_is_told() {
    let observation = misbehave(&mut session(limits(10_000)), &way("crashes"));
    assert_eq!((observation.end, &*observation.stdout), (End::Signal(11), &b"((define-fun x () Int"[..]));
    assert_eq!(observation.replies[0].answer, None);
    let observation = misbehave(&mut session(limits(10_000)), &way("litters"));
    assert_eq!(observation.end, End::Exited(7));
}

#[test]
fn garbage_is_no_answer_and_no_end() {
    let mut session = session(limits(10_000));
    let before = process(&mut session);
    let observation = session.ask(&way("babbles")).unwrap();
    assert!(observation.stdout.starts_with(b"\xff\xfe(((") && observation.stdout.len() > 40);
    assert_eq!(observation.replies[0].answer, Some(Answer::Sat), "behind all that");
    assert_well(&session.ask(&question("")).unwrap());
    assert_eq!(process(&mut session), before);
}

#[test]
fn complaints_belong_to_their_case() {
    let mut session = session(limits(10_000));
    assert_eq!(session.ask(&way("grumbles")).unwrap().stderr, b"a warning\n");
    assert_eq!(session.ask(&question("")).unwrap().stderr, b"");
}

#[test]
fn a_solver_that_cannot_forget_is_started_anew() {
    misbehave(&mut session(limits(10_000)), &way("sticks"));
}

#[test]
fn errors_are_told_and_make_suspicious_when_they_do_not_end() {
    let mut session = session(limits(10_000));
    let before = process(&mut session);
    let error = |observation: &Observation| observation.replies[0].error.clone();
    for _ in 0..3 {
        let observation = session.ask(&way("fails")).unwrap();
        assert_eq!(error(&observation).as_deref(), Some("line 1: no"));
    }
    assert_eq!(session.restarts(), 1, "the second was asked again, and then there was no more suspicion");
    assert_eq!(error(&session.ask(&question("")).unwrap()), None);
    assert_ne!(process(&mut session), before);
}

#[test]
fn writing_and_reading_do_not_wait_for_each_other() {
    // Both pipes are full long before the case is over.
    let many = "(set-info :pid)\n".repeat(30_000);
    let observation = session(limits(60_000)).ask(&question(&many)).unwrap();
    assert_well(&observation);
    assert!(observation.stdout.iter().filter(|&&byte| byte == b'\n').count() > 30_000);
}

#[test]
fn an_interruption_ends_a_session() {
    let interrupt = Interrupt::new().unwrap();
    let mut session = Session::new(&talker(), limits(60_000), Some(interrupt.clone()));
    let before = process(&mut session);
    let observation = std::thread::scope(|scope| {
        let thread = scope.spawn(|| session.ask(&way("forks")).unwrap());
        std::thread::sleep(Duration::from_millis(300));
        interrupt.trigger();
        thread.join().unwrap()
    });
    assert_eq!(observation.end, End::Interrupted);
    assert_gone(&[numbers(&observation.stdout), vec![before]].concat());
}

#[test]
fn a_channel_is_one_or_the_other() {
    let mut channel = Channel::open(&talker(), Mode::Session, limits(2_000), None);
    assert_well(&channel.ask(&question("")).unwrap());
    // Options may outlive a reset.
    let with_option = question("(set-option :smt.random_seed 3)");
    assert_eq!(channel.ask(&with_option).unwrap().mode, Mode::Fresh);
    // That a process is replaced is no death.
    assert_eq!(channel.ask(&way("sticks")).unwrap().mode, Mode::Session);
    // A death is looked at again without a session.
    assert_well(&channel.ask(&question("")).unwrap());
    let observation = channel.ask(&way("litters")).unwrap();
    assert_eq!((observation.mode, observation.end), (Mode::Fresh, End::Exited(0)), "it reads no files");
    assert_eq!(channel.ask(&way("late")).unwrap().mode, Mode::Session);
    let mut fresh = Channel::open(&talker(), Mode::Fresh, limits(10_000), None);
    assert_eq!(fresh.ask(&question("")).unwrap().mode, Mode::Fresh);
    let mut without = Channel::open(&hostile("talks"), Mode::Session, limits(10_000), None);
    assert_eq!(without.ask(&question("")).unwrap().mode, Mode::Fresh);
}
