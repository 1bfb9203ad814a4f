//! Looks for triggering terms in every way: `solve SECONDS FILE…`.

use std::time::{Duration, Instant};

use quis_solvers::{Limits, SearchPath, Solver};
use quis_triggers::{Outcome, Selection, Settings, problem, solve};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let seconds: f64 = arguments.next().unwrap_or_default().parse()?;
    let path = SearchPath::from_environment();
    let spec = std::env::var("MATCH").unwrap_or("z3@5.4.0".into());
    let settings = Settings {
        matching: Solver::from_spec(&spec, &path)?,
        z3: Solver::from_spec("z3@5.4.0", &path)?,
        cvc5: Solver::from_spec("cvc5@1.4.2", &path).ok(),
        time: Duration::from_secs_f64(seconds),
        jobs: 2,
        limits: Limits { memory: Some(4 << 30), ..Limits::default() },
    };
    for file in arguments {
        let start = Instant::now();
        let name = file
            .rsplit('/')
            .next()
            .unwrap_or_default()
            .replace("_std_unique_aug-gt_unsat-full_incomplete-quant", "");
        let source = std::fs::read_to_string(&file)?;
        let script = match quis_smtlib::parse(&source, quis_smtlib::Mode::Standard).into_result() {
            Ok(script) => script,
            Err(errors) => {
                println!("{name}: not read: {}", errors[0].message);
                continue;
            }
        };
        let problem = problem(&script, &source, &Selection::default())?;
        let outcome = solve(&problem, &settings, None, &|_| {})?;
        let time = start.elapsed().as_secs_f64();
        match outcome {
            Outcome::Refuted => println!("{name}: refuted without help, {time:.1} s"),
            Outcome::NotFound(explored) => println!(
                "{name}: NOT FOUND in {time:.1} s {} {}",
                explored.ways.len(),
                explored.complaint.unwrap_or_default().lines().next().unwrap_or_default()
            ),
            Outcome::Found(answer) => {
                let terms: Vec<&str> = answer.candidate.terms.iter().map(|term| term.text.as_str()).collect();
                println!(
                    "{name}: FOUND {time:.1} s by {}: {} terms {terms:?}, {} axioms, goal {:?}, as written {:?}",
                    answer.way,
                    terms.len(),
                    answer.axioms.len(),
                    answer.needs_goal,
                    answer.as_written
                );
            }
        }
    }
    Ok(())
}
