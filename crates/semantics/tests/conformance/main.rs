//! Conformance: our values of ground applications against those of Z3, cvc5 and Bitwuzla.
//!
//! For each operator of the tables, cases are made from its signatures: boundary values, values that have to do with
//! each other, random ones. Where we have a value, each solver is asked whether it has the same. `docs/conformance.md`
//! says what came out; `--help` lists the options.

#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::expect_used,
    reason = "a test program of its own: it prints a report and stops at any trouble"
)]

mod applications;
mod arguments;
mod ask;
mod cases;
mod choices;
mod explained;
mod maker;
mod report;
mod shape;
mod solver;
mod special;
mod subjects;

use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use arguments::{Arguments, Request, SAMPLE, Size};
use ask::{Answer, Setting, ask};
use cases::{Case, Ours, cases, prelude};
use report::{Detail, Row, Tally, report};
use solver::Solver;
use subjects::{Subject, subjects};

/// So many cases are sent to one process.
const SLICE: usize = 1000;

fn main() -> ExitCode {
    let arguments = match arguments::read(std::env::args().skip(1)) {
        Request::Run(arguments) => arguments,
        Request::Say(text) => {
            print!("{text}");
            return ExitCode::SUCCESS;
        }
        Request::Refuse(text) => {
            eprintln!("conformance: {text}");
            return ExitCode::from(2);
        }
    };
    let solvers = solver::find(&arguments.solvers);
    if solvers.is_empty() {
        println!("conformance: no solver is installed: run `make solvers`");
        let required = std::env::var_os("QUIS_REQUIRE_SOLVERS").is_some_and(|value| value == "1");
        return if required { ExitCode::FAILURE } else { ExitCode::SUCCESS };
    }
    let names: Vec<String> =
        solvers.iter().map(|solver| format!("{} {}", solver.name, solver.version)).collect();
    println!("conformance: seed {}, {}", arguments.seed, names.join(", "));
    if let Some(solver) = solvers.iter().find(|solver| !ask::tells_right_from_wrong(solver)) {
        println!("conformance: {} does not work: it cannot tell a right value from a wrong one", solver.name);
        return ExitCode::FAILURE;
    }
    let started = Instant::now();
    let subjects = chosen(&arguments);
    let rows = match run(&arguments, &subjects, &solvers) {
        Ok(rows) => rows,
        Err(trouble) => {
            println!("conformance: {trouble}");
            return ExitCode::FAILURE;
        }
    };
    let detail = match (arguments.verbose, arguments.size) {
        (true, _) => Detail::Everything,
        (false, Size::Sample) => Detail::Theories,
        (false, _) => Detail::Operators,
    };
    let (text, differences) = report(&subjects, &rows, &solvers, detail);
    println!("{text}{} operators, {:.0} s", subjects.len(), started.elapsed().as_secs_f64());
    if differences > 0 {
        println!("conformance: {differences} unexplained differences");
        return ExitCode::FAILURE;
    }
    println!("conformance: no unexplained difference");
    ExitCode::SUCCESS
}

fn chosen(arguments: &Arguments) -> Vec<Subject> {
    let named = |wanted: &Option<String>, name: &str| {
        wanted.as_ref().is_none_or(|wanted| wanted.eq_ignore_ascii_case(name))
    };
    subjects()
        .into_iter()
        .filter(|subject| {
            named(&arguments.theory, subject.theory) && named(&arguments.operator, &subject.name)
        })
        .collect()
}

/// Subjects whose cases may stand in one script, up to the size of a slice.
fn groups(subjects: &[Subject], count: impl Fn(&Subject) -> usize) -> Vec<Vec<usize>> {
    let mut groups: Vec<(usize, Vec<usize>)> = Vec::new();
    for (at, subject) in subjects.iter().enumerate() {
        match groups.last_mut() {
            Some((size, group))
                if *size + count(subject) <= SLICE
                    && subjects[group[0]].theory == subject.theory
                    && subjects[group[0]].is_higher_order() == subject.is_higher_order() =>
            {
                *size += count(subject);
                group.push(at);
            }
            _ => groups.push((count(subject), vec![at])),
        }
    }
    groups.into_iter().map(|(_, group)| group).collect()
}

fn run(arguments: &Arguments, subjects: &[Subject], solvers: &[Solver]) -> Result<Vec<Row>, String> {
    let count = |subject: &Subject| match arguments.size {
        Size::Sample => SAMPLE,
        Size::Cases(count) => count,
        Size::Full => subject.full_count(),
    };
    let groups = groups(subjects, count);
    let empty = Row { solvers: vec![Tally::default(); solvers.len()], ..Row::default() };
    let rows = Mutex::new(vec![empty; subjects.len()]);
    let trouble = Mutex::new(None);
    let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let work = || {
        while let Some(group) = groups.get(next.fetch_add(1, Ordering::Relaxed)) {
            let started = Instant::now();
            let mut all: Vec<Case> = Vec::new();
            for &at in group {
                match cases(arguments.seed, at, &subjects[at], count(&subjects[at])) {
                    Ok(mut made) => all.append(&mut made),
                    Err(message) => {
                        let mut trouble = trouble.lock().expect("no worker panics");
                        *trouble = Some(format!("{} {}: {message}", subjects[at].theory, subjects[at].name));
                        return;
                    }
                }
            }
            let ours = started.elapsed();
            let mut times = Vec::new();
            count_ours(&mut rows.lock().expect("no worker panics"), &all);
            all.retain(|case| matches!(case.ours, Ours::Value(_)));
            for (number, solver) in solvers.iter().enumerate() {
                let started = Instant::now();
                for slice in all.chunks(SLICE) {
                    let answers = one_slice(solver, subjects, group, slice);
                    let rows = &mut rows.lock().expect("no worker panics");
                    for (case, answer) in slice.iter().zip(answers) {
                        note(
                            &mut rows[case.subject].solvers[number],
                            solver,
                            &subjects[case.subject],
                            case,
                            answer,
                        );
                    }
                }
                times.push(format!("{} {:.1}", solver.name, started.elapsed().as_secs_f64()));
            }
            let done = done.fetch_add(1, Ordering::Relaxed) + 1;
            if arguments.size != Size::Sample {
                eprintln!(
                    "[{done}/{}] {} {} {} cases: ours {:.1}, {} s",
                    groups.len(),
                    subjects[group[0]].theory,
                    group.iter().map(|&at| &*subjects[at].name).collect::<Vec<_>>().join(" "),
                    all.len(),
                    ours.as_secs_f64(),
                    times.join(", ")
                );
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..arguments.jobs {
            scope.spawn(work);
        }
    });
    match trouble.into_inner().expect("no worker panics") {
        Some(message) => Err(message),
        None => Ok(rows.into_inner().expect("no worker panics")),
    }
}

fn one_slice(solver: &Solver, subjects: &[Subject], group: &[usize], slice: &[Case]) -> Vec<Answer> {
    let first = &subjects[group[0]];
    let setting = Setting { higher_order: first.is_higher_order(), declarations: prelude(first) };
    ask(solver, &setting, slice, |case| solver.takes(subjects[case.subject].theory, &case.class))
}

fn count_ours(rows: &mut [Row], cases: &[Case]) {
    for case in cases {
        let row = &mut rows[case.subject];
        row.cases += 1;
        match case.ours {
            Ours::Value(_) => {}
            Ours::Open => row.open += 1,
            Ours::None(reason) => row.none.entry(reason).or_insert_with(|| (0, case.text.clone())).0 += 1,
        }
    }
}

fn note(tally: &mut Tally, solver: &Solver, subject: &Subject, case: &Case, answer: Answer) {
    let Ours::Value(ours) = &case.ours else { return };
    match answer {
        Answer::Agrees => tally.agreed += 1,
        Answer::Silent => {
            tally.no_answer += 1;
            tally.unanswered.get_or_insert_with(|| format!("(= {} {ours})", case.text));
        }
        Answer::NotSupported(error) => {
            tally.not_supported += 1;
            if !error.is_empty() {
                tally.error.get_or_insert_with(|| (case.text.clone(), error));
            }
        }
        Answer::Differs(theirs) => {
            let why = explained::explain(solver.name, &subject.name, &case.text, ours, &theirs);
            tally.difference(why, &case.text, ours, &theirs);
        }
    }
}
