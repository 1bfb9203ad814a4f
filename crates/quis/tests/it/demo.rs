//! The solver with planted faults, as a process.

use std::io::{BufRead, BufReader, Write};
use std::os::unix::process::ExitStatusExt;
use std::process::Stdio;

use super::Place;

const SCRIPT: &str =
    "(declare-const x (_ BitVec 4))\n(assert (= (bvmul x #x3) #x9))\n(check-sat)\n(get-value (x))\n";

#[test]
fn answers_and_exit_codes() {
    let place = Place::new();
    place.file("a.smt2", SCRIPT);
    assert_eq!(place.quis(&["demo-solver", "a.smt2"]).good(), "sat\n((x #x3))\n");
    assert_eq!(place.quis_with_input(&["demo-solver"], SCRIPT.as_bytes()).good(), "sat\n((x #x3))\n");
    assert_eq!(place.quis(&["demo-solver", "a.smt2", "--fault", "exit:bvmul"]).code, 3);
    let rejected = place.quis(&["demo-solver", "a.smt2", "--fault", "rejected"]);
    assert_eq!((rejected.code, rejected.stdout.starts_with("(error ")), (1, true));
    assert!(place.quis(&["demo-solver", "no.smt2"]).rejected().contains("no.smt2"));
    assert!(place.quis(&["demo-solver", "--fault", "bad"]).rejected().contains("there is no fault `bad`"));
}

#[test]
fn help_lists_every_fault() {
    let help = Place::new().quis(&["demo-solver", "--help"]).good();
    for (_, name, line) in quis_demo::FAULTS {
        assert!(help.contains(name) && help.contains(line), "{name}: {help}");
    }
    assert!(help.contains("\nExamples:\n"));
}

#[test]
fn death_by_signals() {
    let place = Place::new();
    place.file("a.smt2", SCRIPT);
    for (fault, signal) in [("abort", 6), ("segfault", 11)] {
        let output = place.command(&["demo-solver", "a.smt2", "--fault", fault]).output().unwrap();
        assert_eq!(output.status.signal(), Some(signal), "{fault}");
        assert_eq!(output.stderr.starts_with(b"ASSERTION VIOLATION"), fault == "abort");
        assert_eq!(output.stdout, b"");
    }
}

#[test]
fn commands_are_answered_at_once() {
    let place = Place::new();
    let mut command = place.command(&["demo-solver", "-"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let (mut input, mut output) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
    // Each answer is read before more is written: it must not wait for the end of the input.
    for (text, expected) in
        [(SCRIPT, "sat\n"), ("", "((x #x3))\n"), ("(reset)(assert false)(check-sat)", "unsat\n")]
    {
        input.write_all(text.as_bytes()).unwrap();
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        assert_eq!(line, expected);
    }
    drop(input);
    assert_eq!(child.wait().unwrap().code(), Some(0));
}
