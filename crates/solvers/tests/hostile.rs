//! Solvers that behave badly: each is ended in time, what it did is told, and nothing is left of it.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod common;

use std::path::Path;
use std::time::Duration;

use common::{assert_gone, hostile, limits};
use quis_solvers::{End, Input, Interrupt, Limits, Run, Runner, SearchPath, Solver};

fn run(way: &str, limits: Limits) -> Run {
    Runner::new(limits).run(&hostile(way), b"(check-sat)\n", false).unwrap()
}

/// The process numbers that a fixture printed.
fn numbers(run: &Run) -> Vec<u32> {
    common::numbers(&run.stdout)
}

#[test]
fn the_whole_group_is_ended_at_the_limit() {
    let run = run("forks", limits(1000));
    assert_eq!(run.end, End::TimedOut);
    assert!(run.stdout.ends_with(b"sat\n"), "what was printed in time is kept");
    assert!(run.wall >= Duration::from_millis(1000) && run.wall < Duration::from_secs(5), "{:?}", run.wall);
    assert_eq!(numbers(&run).len(), 2);
    assert_gone(&numbers(&run));
}

#[test]
fn children_that_are_left_behind_are_ended() {
    let run = run("leaves", limits(10_000));
    assert_eq!(run.end, End::Exited(0));
    assert!(run.stdout.ends_with(b"sat\n") && run.wall < Duration::from_secs(5), "{:?}", run.wall);
    assert_gone(&numbers(&run));
}

#[test]
fn children_that_leave_the_group_are_ended() {
    // This one is noticed at once: it holds the pipes.
    let runner = Runner::new(limits(10_000));
    let run = runner.run(&hostile("escapes"), b"", false).unwrap();
    assert!(run.end == End::Exited(0) && numbers(&run).len() == 1, "{run:?}");
    assert_gone(&numbers(&run));
    // And this one in the end.
    let run = runner.run(&hostile("vanishes"), b"", false).unwrap();
    assert!(run.end == End::Exited(0) && numbers(&run).len() == 1, "{run:?}");
    drop(runner);
    assert_gone(&numbers(&run));
}

#[test]
fn requests_to_end_may_be_ignored() {
    assert_eq!(run("ignores", limits(300)).end, End::TimedOut);
}

#[test]
fn output_has_a_limit() {
    for way in ["floods", "whispers"] {
        let run = run(way, Limits { output: 100_000, ..limits(10_000) });
        assert_eq!((run.end, run.stdout.len() + run.stderr.len()), (End::Truncated, 100_000), "{way}");
        assert!(run.wall < Duration::from_secs(5), "{:?}", run.wall);
    }
}

#[test]
fn memory_has_a_limit() {
    let run = run("eats", Limits { memory: Some(256 << 20), ..limits(30_000) });
    assert_eq!(run.end, End::Exited(1), "{}", String::from_utf8_lossy(&run.stderr));
    assert!(String::from_utf8_lossy(&run.stderr).contains("memory") && run.memory < 256 << 20);
}

/// The limit can only be set when the process runs. Whoever is quicker is ended, too.
#[test]
fn memory_has_a_limit_from_the_beginning() {
    for _ in 0..5 {
        let run = run("gorges", Limits { memory: Some(256 << 20), ..limits(30_000) });
        assert!(matches!(run.end, End::Exited(1) | End::Signal(9)), "{run:?}");
    }
}

#[test]
fn cpu_time_has_a_limit() {
    let run = run("spins", Limits { cpu: Some(Duration::from_millis(900)), ..limits(20_000) });
    assert_eq!(run.end, End::TimedOut);
    // The system counts by the clock tick and does not always agree with itself.
    assert!(run.cpu >= Duration::from_millis(500), "{:?}", run.cpu);
}

/// The system counts whole seconds; we do not wait for them.
#[test]
fn a_little_cpu_time_is_a_limit_too() {
    let run = run("spins", Limits { cpu: Some(Duration::from_millis(100)), ..limits(20_000) });
    assert_eq!(run.end, End::TimedOut);
    assert!(run.cpu < Duration::from_millis(950), "{:?}", run.cpu);
}

#[test]
fn a_crash_is_told() {
    let run = run("crashes", limits(10_000));
    assert_eq!((run.end, &*run.stdout), (End::Signal(11), &b"((define-fun x () Int"[..]));
}

#[test]
fn a_process_without_outputs_is_waited_for() {
    assert_eq!(run("closes", limits(300)).end, End::TimedOut);
}

#[test]
fn it_runs_in_a_directory_of_its_own() {
    let run = run("litters", limits(10_000));
    assert_eq!(run.end, End::Exited(7));
    let directory = String::from_utf8(run.stdout).unwrap();
    assert!(directory.contains("quis-") && !Path::new(directory.trim()).exists(), "{directory}");
}

#[test]
fn the_directory_is_empty_before_every_run() {
    let runner = Runner::new(limits(10_000));
    let first = runner.run(&hostile("litters"), b"", false).unwrap().stdout;
    assert_eq!(runner.run(&hostile("lists"), b"", false).unwrap().stdout, b"");
    assert_eq!(runner.run(&hostile("litters"), b"", false).unwrap().stdout, first, "it is kept");
    drop(runner);
    let directory = String::from_utf8(first).unwrap();
    assert!(!Path::new(directory.trim()).exists() && !Path::new(directory.trim()).parent().unwrap().exists());
}

#[test]
fn late_answers_do_not_count() {
    let run = run("late", limits(300));
    assert_eq!((run.end, &*run.stdout), (End::TimedOut, &b""[..]));
}

#[test]
fn garbage_is_kept_as_it_is() {
    let run = run("babbles", limits(10_000));
    assert!(run.end == End::Exited(0) && run.stdout.starts_with(b"\xff\xfe((("), "{run:?}");
}

#[test]
fn the_script_is_a_file_or_the_standard_input() {
    let runner = Runner::new(limits(10_000));
    let script = "(check-sat)\n".repeat(100_000);
    let run = runner.run(&hostile("copies"), script.as_bytes(), false).unwrap();
    assert!(run.stdout == script.as_bytes());
    let mut reader = Solver::from_spec("cat", &SearchPath::from_environment()).unwrap();
    reader.profile.input = Input::Stdin;
    let run = runner.run(&reader, script.as_bytes(), false).unwrap();
    assert!(run.stdout == script.as_bytes());
}

#[test]
fn an_interruption_ends_all_runs() {
    let interrupt = Interrupt::new().unwrap();
    let runner = Runner::new(limits(60_000)).with_interrupt(interrupt.clone());
    let runs: Vec<Run> = std::thread::scope(|scope| {
        let threads: Vec<_> =
            (0..3).map(|_| scope.spawn(|| runner.run(&hostile("forks"), b"", false).unwrap())).collect();
        std::thread::sleep(Duration::from_millis(300));
        interrupt.trigger();
        interrupt.trigger();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    for run in runs {
        assert!(run.end == End::Interrupted && run.wall < Duration::from_secs(10), "{run:?}");
        assert_gone(&numbers(&run));
    }
    // What begins afterwards ends at once.
    assert_eq!(runner.run(&hostile("forks"), b"", false).unwrap().end, End::Interrupted);
    assert!(interrupt.is_on() && interrupt.signal().is_none());
}

#[test]
fn what_cannot_be_started_is_an_error() {
    let mut solver = hostile("copies");
    solver.program = "/no/such/program".into();
    assert!(Runner::new(limits(1000)).run(&solver, b"", false).is_err());
}

#[test]
fn an_old_release_is_run_again_without_the_arguments_it_refuses() {
    let mut solver = Solver::from_spec("/bin/sh", &SearchPath::default()).unwrap();
    // The script is the solver's: a release that knows no options prints so.
    solver.arguments = vec![
        "-c".to_owned(),
        "case \"$*\" in *--new*) echo 'unknown option --new';; *) echo sat;; esac".to_owned(),
        "solver".to_owned(),
    ];
    let answer = |solver: &Solver| Runner::new(limits(10_000)).run(solver, b"", false).unwrap().stdout;
    assert_eq!(answer(&solver), b"sat\n");
    // Arguments of the profile come first: here as options of the shell's script.
    solver.profile.refusal = "unknown option".to_owned();
    std::mem::swap(&mut solver.profile.arguments, &mut solver.arguments);
    solver.profile.optional = vec!["--new".to_owned()];
    assert_eq!(answer(&solver), b"sat\n");
    solver.profile.refusal.clear();
    assert_eq!(answer(&solver), b"unknown option --new\n");
}
