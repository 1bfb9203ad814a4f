//! The arguments of `quis suite`.

use std::path::PathBuf;

use clap::ValueHint;

use crate::fuzz::args::Sessions;
use crate::solvers::args::TableArgs;

/// Run suites: files whose right answer is known
#[derive(clap::Args)]
#[command(subcommand_required = true, arg_required_else_help = true)]
#[command(after_long_help = "\
Examples:
  quis gen storm seeds/ --count 1000 -o suite
  quis suite run suite --solver z3")]
pub(crate) struct SuiteArgs {
    #[command(subcommand)]
    pub(crate) command: SuiteCommand,
}

#[derive(clap::Subcommand)]
pub(crate) enum SuiteCommand {
    Run(RunArgs),
}

/// Run solvers on a suite, and say which tests fail and what these have in common
///
/// A test is a file with one check and `(set-info :status …)`; its category is its folder below DIR. If assertions are named, a comment
/// `; unsat core: a0 a1` says which core is expected. Options and requests of the file are replaced by what Quis asks for: a model where
/// `sat` is expected, a core where `unsat` is. Models are evaluated. A status that evaluation refutes is not believed, and the file is skipped.
#[derive(clap::Args)]
#[command(after_long_help = "\
The columns of a table:
  tests     all tests of the category
  IM        sat, as expected, but the model is none
  IC        unsat, as expected, but the core is not the expected one: invalid (it is satisfiable), loose (it has
            more than is needed), or another one
  sat, unsat, unknown
            the answer; a model that cannot be judged counts as sat
  time-out  no answer within the limits of time and memory
  error     an error, or a crash
  left out  what this solver does not claim to read: no failure
  unstable  with several --seeds: the answer depends on the random seed

A test failed if it is in a column other than its expected answer. Unsound are wrong answers, IM and invalid cores.

With --json, each line of the output is one object:
  {\"test\",\"category\",\"expected\",\"solver\",\"outcome\",\"failure\"|null,\"unsound\",\"unstable\"|null,\"seconds\",
   \"detail\",\"features\"}
and the last line is
  {\"summary\":{\"solvers\":[{\"solver\",\"version\",\"rows\",\"sat\",\"unsat\",\"all\",\"clusters\",…}],\"tests\",\"skipped\",
   \"interrupted\",\"seconds\",…}}

Exit codes:
  0    nothing failed
  1    a test failed
  2    a file could not be read, or the arguments are wrong, and nothing failed
  130  interrupted; what was run until then is told

Examples:
  quis suite run suite --solver z3
  quis suite run suite --solver z3@4.8.7 --solver z3@latest --solver cvc5 --html suite.html
  quis suite run suite --solver 'z3 smt.core.minimize=true' --seeds 0,1465
  quis suite run downloaded --solver cvc4 --old-escapes --timeout 5
  quis suite run suite --solver z3 --json | jq -r 'select(.unsound).test'")]
pub(crate) struct RunArgs {
    /// Folders of files, or files
    #[arg(required = true, value_name = "DIR|FILE", value_hint = ValueHint::AnyPath)]
    pub(crate) paths: Vec<PathBuf>,
    /// A solver's name, or the path of its program, with arguments; may be given more than once
    ///
    /// Names are looked up as in `quis validate`. Solvers give small cores only if asked: `z3 smt.core.minimize=true`,
    /// `cvc5 --minimal-unsat-cores`.
    #[arg(short, long = "solver", required = true, value_name = "SOLVER")]
    pub(crate) solvers: Vec<String>,
    #[command(flatten)]
    pub(crate) table: TableArgs,
    /// CPU time that a solver may take for a test
    #[arg(short, long, value_name = "SECONDS", default_value = "15", value_parser = crate::args::seconds)]
    pub(crate) timeout: f64,
    /// How much memory a solver may have, in megabytes
    #[arg(long, value_name = "MB", default_value_t = 2048, value_parser = clap::value_parser!(u64).range(16..=1 << 24))]
    pub(crate) memory: u64,
    /// Run solvers with these random seeds, and see whether the answer depends on them; the tables have the first
    #[arg(long, value_name = "N,…", value_delimiter = ',')]
    pub(crate) seeds: Vec<u32>,
    /// Read \x07, \n and the like in strings as solvers did until 2020
    #[arg(long)]
    pub(crate) old_escapes: bool,
    /// Keep solvers running between tests; what fails then is run again in a fresh process
    #[arg(long, value_name = "WHEN", default_value = "never")]
    pub(crate) sessions: Sessions,
    /// Run so many tests at a time [default: one per core]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) jobs: Option<u16>,
    /// Print one JSON object per test, solver and line
    #[arg(long)]
    pub(crate) json: bool,
    /// Write a page with the tables to this file
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) html: Option<PathBuf>,
    /// No progress
    #[arg(short, long)]
    pub(crate) quiet: bool,
}
