//! The command line.

use crate::solver;

/// How many cases there are of each operator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Size {
    /// A sample, for `cargo test`.
    Sample,
    /// So many.
    Cases(usize),
    /// As many as are asked of the evaluator.
    Full,
}

/// The cases of each operator in a sample.
pub(crate) const SAMPLE: usize = 40;

/// What is asked for.
#[derive(Debug)]
pub(crate) struct Arguments {
    pub(crate) size: Size,
    pub(crate) solvers: Vec<String>,
    pub(crate) theory: Option<String>,
    pub(crate) operator: Option<String>,
    pub(crate) seed: u64,
    pub(crate) jobs: usize,
    pub(crate) verbose: bool,
}

pub(crate) const USAGE: &str = "\
Compares our values of ground applications with those of solvers.

  --cases N        so many cases of each operator (40)
  --full           12000 cases of bit-vectors, floats, strings and regular expressions, 1200 of the others
  --solver NAME    z3, cvc5, bitwuzla; may be repeated (all that are installed)
  --theory NAME    Core, Arith, BitVec, Float, Array, String, Regex, Datatype, Sequence, Set, Bag, Tuple, Field, Solver
  --operator NAME  one operator
  --seed N         another sample (1)
  --jobs N         so many solvers at once (2)
  --verbose        what was not answered or not supported
";

/// What to do with a command line.
pub(crate) enum Request {
    Run(Arguments),
    /// Say so and end well.
    Say(String),
    /// Say so and end badly.
    Refuse(String),
}

pub(crate) fn read(mut given: impl Iterator<Item = String>) -> Request {
    let mut arguments = Arguments {
        size: Size::Sample,
        solvers: Vec::new(),
        theory: None,
        operator: None,
        seed: 1,
        jobs: 2,
        verbose: false,
    };
    while let Some(flag) = given.next() {
        let mut value = || given.next().unwrap_or_default();
        match &*flag {
            "--cases" => match value().parse() {
                Ok(count) => arguments.size = Size::Cases(count),
                Err(_) => return Request::Refuse("--cases wants a number".to_owned()),
            },
            "--seed" => match value().parse() {
                Ok(seed) => arguments.seed = seed,
                Err(_) => return Request::Refuse("--seed wants a number".to_owned()),
            },
            "--jobs" => match value().parse() {
                Ok(jobs) if jobs > 0 => arguments.jobs = jobs,
                _ => return Request::Refuse("--jobs wants a number above zero".to_owned()),
            },
            "--solver" => {
                let name = value();
                if !solver::names().contains(&&*name) {
                    return Request::Refuse(format!(
                        "no solver is called `{name}`: {}",
                        solver::names().join(", ")
                    ));
                }
                arguments.solvers.push(name);
            }
            "--theory" => arguments.theory = Some(value()),
            "--operator" => arguments.operator = Some(value()),
            "--full" => arguments.size = Size::Full,
            "--verbose" => arguments.verbose = true,
            "--help" | "-h" => return Request::Say(USAGE.to_owned()),
            // What `cargo test` hands to every test program.
            "--list" => return Request::Say("conformance: test\n".to_owned()),
            "--test-threads" | "--format" | "--color" | "--skip" => {
                value();
            }
            "--nocapture" | "--no-capture" | "--quiet" | "-q" | "--exact" | "--show-output" => {}
            "--ignored" => return Request::Say(String::new()),
            filter if !filter.starts_with('-') => {
                if !"conformance".contains(filter) {
                    return Request::Say(String::new());
                }
            }
            other => return Request::Refuse(format!("`{other}` is no option\n\n{USAGE}")),
        }
    }
    Request::Run(arguments)
}
