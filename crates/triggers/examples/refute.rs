//! Refutes problems with every engine, and says what it took.
//!
//!     cargo run --release -p quis-triggers --example refute -- FILE.smt2…
//!
//! The environment says which solvers (`Z3`, `CVC5`: names as Quis reads them), how many seconds of CPU time each may take (`SECONDS`), and which
//! engines are asked (`REFUTERS`, all if it is empty). With `SHOW`, instances are printed too: those of the core behind a star.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "an example prints what it finds")]

use std::error::Error;
use std::time::{Duration, Instant};

use quis_smtlib::{Mode, PrintOptions, Term, parse, print_term};
use quis_solvers::{Limits, SearchPath, Solver};
use quis_triggers::{Core, Instance, Problem, Refuter, Selection, core, problem, refute};

/// The engines that are asked.
const REFUTERS: [Refuter; 10] = [
    Refuter::Z3Mbqi,
    Refuter::Z3MbqiAuto,
    Refuter::Z3Relaxed,
    Refuter::Z3RelaxedSeeded,
    Refuter::Cvc5Enumerative,
    Refuter::Cvc5Interleaved,
    Refuter::Cvc5Shallow,
    Refuter::Cvc5IgnorePatterns,
    Refuter::Cvc5Mbqi,
    Refuter::Z3Patterns,
];

fn main() -> Result<(), Box<dyn Error>> {
    let variable = |name: &str, other: &str| std::env::var(name).unwrap_or_else(|_| other.to_owned());
    let path = SearchPath::from_environment();
    let z3 = Solver::from_spec(&variable("Z3", "z3"), &path)?;
    let cvc5 = Solver::from_spec(&variable("CVC5", "cvc5"), &path)?;
    let cpu = Duration::from_secs(variable("SECONDS", "5").parse()?);
    // Other processes may share the machine.
    let limits = Limits { wall: 4 * cpu, cpu: Some(cpu), ..Limits::default() };
    let wanted = variable("REFUTERS", "");
    for file in std::env::args().skip(1) {
        let source = std::fs::read_to_string(&file)?;
        let script = parse(&source, Mode::Standard).script;
        let original = match problem(&script, &source, &Selection::default()) {
            Ok(problem) => problem,
            Err(error) => {
                eprintln!("{file}: {error}");
                continue;
            }
        };
        let name = file.rsplit('/').next().unwrap_or(&file);
        for refuter in REFUTERS {
            if !wanted.is_empty() && !wanted.split(',').any(|one| one == refuter.name()) {
                continue;
            }
            let mut problem = original.clone();
            let start = Instant::now();
            let solver = if refuter.is_z3() { &z3 } else { &cvc5 };
            let refutation = refute(&mut problem, refuter, solver, limits, None, &[])?;
            let time = start.elapsed().as_secs_f64();
            let Some(refutation) = refutation else {
                println!("{name}\t{}\tnothing\t\t\t{time:.2}", refuter.name());
                continue;
            };
            let count = refutation.instances.len();
            let start = Instant::now();
            let found = core(&mut problem, &refutation.instances, &z3, limits, None)?;
            let more = start.elapsed().as_secs_f64();
            if std::env::var_os("SHOW").is_some() {
                show(&problem, &refutation.instances, found.as_ref());
            }
            let found = found.map_or("-".to_owned(), |c| format!("{}+{}", c.instances.len(), c.ground.len()));
            println!("{name}\t{}\tunsat\t{count}\t{found}\t{time:.2}+{more:.2}", refuter.name());
        }
    }
    Ok(())
}

fn show(problem: &Problem, instances: &[Instance], core: Option<&Core>) {
    for instance in instances {
        let star = if core.is_some_and(|core| core.instances.contains(instance)) { '*' } else { ' ' };
        let print = |&value: &Term| print_term(&problem.store, value, PrintOptions::plain());
        let values: Vec<String> = instance.values.iter().filter_map(|value| print(value).ok()).collect();
        println!("{star} {} {}", problem.formulas[instance.formula].name, values.join("  "));
    }
}
