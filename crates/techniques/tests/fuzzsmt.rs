//! Formulas from scratch: within their logics, the same each time, and read by the solvers whose language they are in.

#![allow(clippy::expect_used, clippy::panic, clippy::print_stderr, reason = "a test fails by panicking")]

mod common;

use std::collections::BTreeSet;
use std::time::Duration;

use quis_smtlib::{Logic, Mode, Script, parse};
use quis_solvers::{Ask, Channel, End, Limits, Mode as Running, Question, Solver, Version};
use quis_techniques::{Dialect, FuzzSmt, Incremental, Material, Stream, Technique, TestCase};

use common::solvers;

const DIALECTS: [Dialect; 5] = [Dialect::Standard, Dialect::Common, Dialect::Z3, Dialect::Cvc5, Dialect::Any];

/// So many formulas go to one process.
const BATCH: usize = 50;

fn formulas(parameters: &FuzzSmt, stream: u64, count: usize) -> Vec<TestCase> {
    parameters.cases(Material::of(&Script::default()), Stream::new(stream)).take(count).collect()
}

fn logic_of(case: &TestCase) -> &str {
    let line = case.text.lines().find_map(|line| line.strip_prefix("(set-logic "));
    line.and_then(|rest| rest.strip_suffix(')')).unwrap_or_default()
}

#[test]
fn formulas_keep_within_their_logics() {
    let mut logics = BTreeSet::new();
    for case in formulas(&FuzzSmt::default(), 1, 600) {
        if let Err(errors) = parse(&case.text, Mode::Strict).into_result() {
            panic!("{:?}\n{}", errors.first(), case.text);
        }
        logics.insert(logic_of(&case).to_owned());
    }
    assert!(logics.len() > 60, "{logics:?}");
    for name in Logic::known_names() {
        let of_one = FuzzSmt { logic: Some(name.to_owned()), ..FuzzSmt::default() };
        for case in formulas(&of_one, 2, 8) {
            assert_eq!(logic_of(&case), name);
            if let Err(errors) = parse(&case.text, Mode::Strict).into_result() {
                panic!("{name}: {:?}\n{}", errors.first(), case.text);
            }
        }
    }
}

#[test]
fn formulas_of_every_dialect_are_well_typed() {
    for dialect in DIALECTS {
        for case in formulas(&FuzzSmt { dialect, ..FuzzSmt::default() }, 3, 400) {
            if let Err(errors) = parse(&case.text, Mode::Standard).into_result() {
                panic!("{dialect:?}: {:?}\n{}", errors.first(), case.text);
            }
        }
    }
}

#[test]
fn a_case_does_not_depend_on_those_before_it() {
    for dialect in DIALECTS {
        let parameters = FuzzSmt { dialect, ..FuzzSmt::default() };
        let all = formulas(&parameters, 4, 40);
        for (number, case) in all.iter().enumerate().step_by(7) {
            let alone = parameters.cases(Material::of(&Script::default()), Stream::new(4)).nth(number);
            assert_eq!(alone.as_ref(), Some(case), "{dialect:?}");
        }
        let different: BTreeSet<&str> = all.iter().map(|case| &*case.text).collect();
        assert!(different.len() > 30, "{dialect:?}: {}", different.len());
    }
}

/// The solver as it is known to the dialects, or not at all: what older releases read, nobody has measured.
fn is_known(name: &str, solver: &Solver) -> bool {
    let since = if name == "z3" { "5.4" } else { "1.4" };
    let version = solver.version.as_deref().and_then(Version::parse);
    version.zip(Version::parse(since)).is_some_and(|(version, since)| version >= since)
}

/// Declarations and assertions as a solver reads them.
fn for_solver(case: &TestCase, solver: &Solver) -> Option<String> {
    let kept = case.text.lines().filter(|line| !line.starts_with("(check-sat"));
    let text: String = kept.flat_map(|line| [line, "\n"]).collect();
    solver.profile.dialect().translate(&text).map(|text| text.into_owned())
}

/// What a solver says against formulas, if anything.
fn complaint(channel: &mut Channel, texts: &[&str]) -> Option<String> {
    // Of separation logic, cvc5 has one formula at a time.
    let incremental = !texts.iter().any(|text| text.contains("(declare-heap"));
    let ask = Ask::default();
    let question = Question::of_text(&texts.join("(reset)\n"), &[], incremental, ask);
    let observation = channel.ask(&question).expect("the solver starts");
    let said = String::from_utf8_lossy(&observation.stdout).into_owned()
        + &String::from_utf8_lossy(&observation.stderr);
    let is_complaint = |line: &&str| line.contains("error") || line.contains("unsupported");
    match (said.lines().find(is_complaint), &observation.end) {
        (Some(line), _) => Some(line.to_owned()),
        (None, End::Exited(0) | End::TimedOut) => None,
        (None, end) => Some(format!("{end:?}")),
    }
}

#[test]
fn solvers_read_their_dialects() {
    let limits = Limits { wall: Duration::from_secs(20), ..Limits::default() };
    for (name, solver) in solvers().into_iter().filter(|(name, solver)| is_known(name, solver)) {
        let own = if name == "z3" { Dialect::Z3 } else { Dialect::Cvc5 };
        let mut channel = Channel::open(&solver, Running::Fresh, limits, None);
        for dialect in [Dialect::Standard, Dialect::Common, own] {
            let parameters = FuzzSmt { dialect, incremental: Incremental::No, ..FuzzSmt::default() };
            let cases = formulas(&parameters, 5, 300);
            let texts: Vec<String> = cases.iter().filter_map(|case| for_solver(case, &solver)).collect();
            assert_eq!(texts.len(), cases.len(), "{name} lacks something of {dialect:?}");
            eprintln!("{name}: {} formulas of {dialect:?}", texts.len());
            // Z3 5.4 does not survive a `match`, a reset and another `match`.
            let (alone, many): (Vec<&str>, Vec<&str>) = texts
                .iter()
                .map(String::as_str)
                .partition(|text| text.contains("(match ") || text.contains("(declare-heap"));
            for batch in many.chunks(BATCH).chain(alone.chunks(1)) {
                if complaint(&mut channel, batch).is_some() {
                    for text in batch {
                        let said = complaint(&mut channel, &[text]);
                        assert_eq!(said, None, "{name}, {dialect:?}\n{text}");
                    }
                }
            }
        }
    }
}
