#![allow(clippy::all, clippy::unwrap_used, clippy::expect_used, clippy::print_stdout)]
use quis_campaign::reduce::*;
use quis_solvers::*;
use quis_techniques::Truth;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let text = std::fs::read_to_string(&a[1]).unwrap();
    let path = SearchPath::from_environment();
    let solver = Solver::from_spec(&a[2], &path).unwrap();
    let truths: Vec<Truth> = a[3]
        .split(',')
        .map(|t| match t {
            "sat" => Truth::Sat { witness: None },
            "unsat" => Truth::Unsat { core: None },
            _ => Truth::Open,
        })
        .collect();
    let secs: u64 = a[4].parse().unwrap();
    let s = Subject {
        text: &text,
        solver,
        truths,
        trusted: vec![],
        limits: Limits { wall: std::time::Duration::from_secs(10), ..Limits::default() },
    };
    let began = std::time::Instant::now();
    let task = match Task::of_file(&s, &path, None) {
        Ok(t) => t,
        Err(e) => {
            println!("FAILED\t{e}");
            return;
        }
    };
    println!("AIM\t{}\t{:?}\tprepared in {:?}", task.predicate.aim(), task.predicate.mode(), began.elapsed());
    let stop = || began.elapsed().as_secs() >= secs;
    let settings = quis_reduce::Settings { stop: &stop, ..Default::default() };
    match quis_reduce::reduce(&task.case, &task.predicate, &settings, &mut |_| {}) {
        Ok(r) => {
            println!(
                "DONE\t{}\t{}\t{}\t{}\t{:.1}\tuntrue {} known {} kept {} unconf {}",
                text.len(),
                r.case.text.len(),
                r.statistics.calls,
                r.finished,
                began.elapsed().as_secs_f64(),
                r.statistics.untrue,
                r.statistics.known,
                r.statistics.kept,
                r.statistics.unconfirmed
            );
            if let Some(out) = a.get(5) {
                std::fs::write(out, &r.case.text).unwrap();
            }
            println!("{}", r.case.text);
        }
        Err(e) => println!("FAILED\t{e}"),
    }
}
