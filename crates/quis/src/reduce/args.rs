//! The arguments of `quis reduce`.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{ArgGroup, ValueEnum, ValueHint};
use quis_reduce::{PassName, passes};
use regex::bytes::{Regex, RegexBuilder};

/// Make a file smaller while a command or a solver goes on failing on it
///
/// Leaves out and simplifies what is not needed to fail in the same way: commands, assertions, terms, declarations, sorts. Every candidate
/// is well-formed and well-typed. The result is always the smallest file that was seen to fail, also if Quis is ended in the middle of its
/// work.
#[derive(clap::Args)]
#[command(after_long_help = "\
With --solver, what is kept is the worst that the judge finds wrong with it, and the reason: a
witness of a satisfiable file is evaluated for every candidate, without another solver. A finding
of a campaign is reduced further with the solvers that were run on it; the result is kept with it,
and so is the case as it was made.

With a command, what is kept is how it ends on FILE: with the same exit code, or by the same
signal. With --match-out or --match-err, its output must match as well. If it ends with 0, and
nothing else is asked for, its standard output must stay the same.

The command is run in the current directory, without a shell. `{}` in its arguments stands for the
file that it is to read; without one, the file is the last argument. A candidate that takes more
than --timeout counts as one on which the command does not fail.

--log writes an object for each step that was kept:
  {\"pass\",\"changes\",\"bytes_before\",\"bytes\",\"smallest\",\"calls\",\"seconds\"}
and with --json an object is printed in the end:
  {\"file\",\"verdict\",\"output\",\"ended\":\"finished\"|\"calls\"|\"time\"|\"interrupted\",
   \"bytes_before\",\"bytes\",\"calls\",\"kept\",\"known\",\"untrue\",\"rejected\",\"unconfirmed\",
   \"timeouts\",\"seconds\",\"passes\":[{\"name\",\"calls\",\"kept\",\"saved\"}]}

Exit codes:
  0    the result is written
  2    the file was rejected, the command could not be run or does not show what is to be kept,
       or the arguments are wrong
  130  interrupted; the smallest file so far is written

Examples:
  quis reduce wrong.smt2 --solver z3@4.8.7 --truth sat
  quis reduce wrong.smt2 --solver 'cvc5@1.0.3 --learned-rewrite' --trust z3@latest --trust cvc5@latest
  quis reduce nightly/refutation-unsound-1b2c3d4e --for 10m
  quis reduce crash.smt2 -- ./build/z3 smt.arith.solver=2
  quis reduce crash.smt2 -o small.smt2 --match-err 'Fatal failure' -- cvc5 --check-models {}
  quis reduce wrong.smt2 --match-out '^unsat' --ignore-exit -j 4 -- z3 -T:10 {}
  quis reduce odd.smt2 --exit 1 -- sh -c './compare.sh {} 2>&1 | grep -q differ && exit 1'")]
pub(crate) struct ReduceArgs {
    /// The file, or `-` for the standard input; or a finding: its folder, or CAMPAIGN/ID
    #[arg(value_name = "FILE|FINDING", value_hint = ValueHint::AnyPath)]
    pub(crate) file: PathBuf,
    /// Write to this file, or `-` for the standard output [default: FILE with .reduced.smt2 for .smt2]
    ///
    /// The case of a finding is kept with it in any case.
    #[arg(short, long, value_name = "OUT", value_hint = ValueHint::FilePath)]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) solver: SolverArgs,
    #[command(flatten)]
    pub(crate) kept: KeptArgs,
    /// How long a run may take [default: twice what the first takes, and half a second]
    #[arg(long, alias = "time-limit", value_name = "SECONDS", value_parser = crate::args::seconds)]
    pub(crate) timeout: Option<f64>,
    /// How much memory a run may have, in megabytes [default: no limit for a command]
    ///
    /// It is the address space that is limited: programs with sanitizers need much more of it than they use.
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u64).range(16..=1 << 24))]
    pub(crate) memory: Option<u64>,
    #[command(flatten)]
    pub(crate) effort: EffortArgs,
    #[command(flatten)]
    pub(crate) show: ShowArgs,
    /// The command and its arguments
    #[arg(last = true, value_name = "COMMAND", value_hint = ValueHint::CommandWithArguments)]
    pub(crate) command: Vec<OsString>,
}

/// A solver that goes wrong, in place of a command.
#[derive(clap::Args)]
pub(crate) struct SolverArgs {
    /// Keep what this solver does wrong on FILE: its name, release or command, as in `quis fuzz`
    ///
    /// What it does is judged first: by what is known of FILE, by evaluating models, and by what other solvers say. A wrong answer stays
    /// wrong: a satisfiable file keeps a model that holds, and on an unsatisfiable one two others go on saying so.
    #[arg(short, long, value_name = "SOLVER", conflicts_with_all = ["command", "patterns", "exit"])]
    pub(crate) solver: Option<String>,
    /// What is known of FILE, for each of its checks [default: what it says with (set-info :status …)]
    #[arg(
        long,
        value_name = "TRUTH",
        value_delimiter = ',',
        requires = "solver",
        conflicts_with = "command"
    )]
    pub(crate) truth: Vec<KnownTruth>,
    /// A solver that is believed; may be given more than once [default: the newest ones here]
    ///
    /// By default, the newest installed release of each solver; of the family of the solver at fault, only if it is newer.
    #[arg(long, value_name = "SOLVER", requires = "solver", conflicts_with = "command")]
    pub(crate) trust: Vec<String>,
}

/// What is known of a check.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum KnownTruth {
    /// It is satisfiable
    Sat,
    /// It is unsatisfiable
    Unsat,
    /// Nothing
    Unknown,
}

/// What must stay as it is.
#[derive(clap::Args)]
#[command(group = ArgGroup::new("patterns").args(["match_out", "match_err"]).multiple(true))]
pub(crate) struct KeptArgs {
    /// The standard output must match this regular expression
    #[arg(long, value_name = "REGEX", value_parser = pattern)]
    pub(crate) match_out: Option<Regex>,
    /// The standard error must match this regular expression
    #[arg(long, value_name = "REGEX", value_parser = pattern)]
    pub(crate) match_err: Option<Regex>,
    /// The command must end with this code, as a shell reports it [default: as on FILE]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(i32).range(0..=255))]
    pub(crate) exit: Option<i32>,
    /// How the command ends does not matter, only its output does
    #[arg(long, requires = "patterns", conflicts_with = "exit")]
    pub(crate) ignore_exit: bool,
}

/// How much to do.
#[derive(clap::Args)]
pub(crate) struct EffortArgs {
    /// Test so many candidates at a time; the result is the same
    #[arg(short, long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) jobs: u16,
    /// Decides which of several results is reached
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    pub(crate) seed: u64,
    /// Stop after so many runs
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) max_calls: Option<u64>,
    /// Stop after this time, as in 90s, 10m, 8h
    #[arg(long = "for", value_name = "TIME", value_parser = humantime::parse_duration)]
    pub(crate) time: Option<Duration>,
    /// Leave out these passes; may be given more than once, or with commas
    ///
    /// Whatever only these passes change stays as it is: with `--without names`, symbols keep their names. Each line below says what a
    /// pass puts into the case.
    #[arg(long, value_name = "PASS", value_delimiter = ',', value_parser = pass())]
    pub(crate) without: Vec<PassName>,
}

/// What to show.
#[derive(clap::Args)]
pub(crate) struct ShowArgs {
    /// Write one JSON object per step and line to this file
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) log: Option<PathBuf>,
    /// Print what it took as a JSON object
    #[arg(long)]
    pub(crate) json: bool,
    /// Show what each pass took and gave
    #[arg(short = 'v', long, conflicts_with_all = ["quiet", "json"])]
    pub(crate) stats: bool,
    /// Print errors only: no progress or summary
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

/// One of the passes of the reducer.
fn pass() -> impl TypedValueParser<Value = PassName> {
    let known = passes().map(|(name, about)| PossibleValue::new(name).help(about));
    PossibleValuesParser::new(known).try_map(|name| name.parse::<PassName>())
}

/// An expression over bytes, since solvers may print anything. As with `grep`, `^` and `$` are about lines.
fn pattern(text: &str) -> Result<Regex, String> {
    RegexBuilder::new(text).unicode(false).multi_line(true).build().map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_are_about_lines_and_bytes() {
        let sat = pattern("^sat$").unwrap();
        assert!(sat.is_match(b"\xff\nsat\n") && !sat.is_match(b"unsat\n"));
        assert!(pattern("(?i)ASSERTION").unwrap().is_match(b"Assertion"));
        assert!(pattern("a(").unwrap_err().contains("unclosed group"));
    }
}
