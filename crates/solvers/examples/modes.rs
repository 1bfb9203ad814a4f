//! Asks a solver about the files of a folder, afresh and in a session, and compares answers and CPU time:
//! `cargo run --example modes -- z3 seeds`.

#![allow(clippy::print_stdout, clippy::expect_used, reason = "an example")]

use std::time::Duration;

use quis_smtlib::{Mode as Reading, parse};
use quis_solvers::{Channel, Limits, Mode, Observation, Options, Question, SearchPath, Solver};

/// With longer ones the way of asking hardly matters.
const SHORT: Duration = Duration::from_millis(100);

fn main() {
    let mut arguments = std::env::args().skip(1);
    let spec = arguments.next().expect("a solver");
    let folder = arguments.next().expect("a folder");
    let solver = Solver::from_spec(&spec, &SearchPath::from_environment()).expect("a solver");
    let limits = Limits { wall: Duration::from_secs(2), ..Limits::default() };
    let [mut fresh, mut session] =
        [Mode::Fresh, Mode::Session].map(|mode| Channel::open(&solver, mode, limits, None));
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .expect("a folder")
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "smt2"))
        .collect();
    files.sort();
    let (mut asked, mut same, mut times) = (0, 0, [Duration::ZERO; 2]);
    for path in files {
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        let Ok(mut script) = parse(&text, Reading::Standard).into_result() else { continue };
        let Ok(question) = Question::new(&mut script, Options::Needed) else { continue };
        let [first, second] =
            [&mut fresh, &mut session].map(|channel| channel.ask(&question).expect("it can be started"));
        asked += 1;
        let said = |observation: &Observation| {
            let said = observation.replies.iter().map(|reply| (reply.answer, reply.error.is_some()));
            said.collect::<Vec<_>>()
        };
        if said(&first) == said(&second) {
            same += 1;
            if first.cpu < SHORT {
                times[0] += first.cpu;
                times[1] += second.cpu;
            }
        } else {
            println!("{}: {:?} {:?} afresh", path.display(), first.end, said(&first));
            println!("{}: {:?} {:?} in a session", path.display(), second.end, said(&second));
        }
    }
    println!(
        "{asked} files, {same} with the same answers; CPU time of the short ones: {:?} afresh, {:?} in a session",
        times[0], times[1]
    );
}
