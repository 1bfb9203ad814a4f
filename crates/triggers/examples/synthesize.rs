//! Looks for triggering terms by synthesis alone: `synthesize SECONDS FILE…`.

use std::time::{Duration, Instant};

use quis_solvers::{Limits, SearchPath, Solver};
use quis_triggers::{CONFIGS, Matched, Matcher, Selection, Synthesis, minimized, problem};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let seconds: f64 = arguments.next().unwrap_or_default().parse()?;
    let path = SearchPath::from_environment();
    let newest = Solver::from_spec("z3@latest", &path)?;
    let matching = Solver::from_spec(&std::env::var("MATCH").unwrap_or("z3@latest".into()), &path)?;
    for file in arguments {
        let source = std::fs::read_to_string(&file)?;
        let script = match quis_smtlib::parse(&source, quis_smtlib::Mode::Standard).into_result() {
            Ok(script) => script,
            Err(errors) => {
                println!("{file}: {}", errors[0].message);
                continue;
            }
        };
        let problem = problem(&script, &source, &Selection::default())?;
        let limits = Limits { wall: Duration::from_secs(60), ..Limits::default() };
        let mut matcher = Matcher::new(&problem, &matching, limits, None);
        let start = Instant::now();
        let name = file.rsplit('/').next().unwrap_or_default();
        let first = matcher.with(&quis_triggers::Candidate::default(), Duration::from_secs(2))?;
        if let Some(complaint) = &matcher.complaint {
            println!("{name}: {}", complaint.lines().find(|line| line.contains("error")).unwrap_or_default());
        }
        if first == Matched::Refuted {
            println!("{name}: already refuted");
            continue;
        }
        let mut found = None;
        for config in CONFIGS {
            let mut synthesis = Synthesis::new(&problem, config, &newest, limits, None);
            let until = Instant::now() + Duration::from_secs_f64(seconds / CONFIGS.len() as f64);
            let candidate = synthesis.run(&mut matcher, until, &std::sync::atomic::AtomicBool::new(false))?;
            eprintln!(
                "  {} {first:?}: tried {} candidates {} asked {} over {} in {:.1} s",
                config.name,
                synthesis.tried,
                synthesis.candidates,
                matcher.asked,
                synthesis.is_over(),
                start.elapsed().as_secs_f64()
            );
            if let Some(candidate) = candidate {
                found = Some((config.name, candidate));
                break;
            }
        }
        match found {
            Some((config, candidate)) => {
                let count = candidate.terms.len();
                let small = minimized(
                    &problem,
                    &mut matcher,
                    candidate,
                    Duration::from_secs(1),
                    Duration::from_secs(10),
                )?;
                let terms: Vec<&str> = small.terms.iter().map(|term| term.text.as_str()).collect();
                println!(
                    "{name}: {config} {count} -> {:?} {:.1} s, {:?} afresh",
                    terms,
                    start.elapsed().as_secs_f64(),
                    matcher.afresh(&small, Duration::from_secs(10))?
                );
            }
            None => println!("{name}: nothing in {:.1} s", start.elapsed().as_secs_f64()),
        }
    }
    Ok(())
}
