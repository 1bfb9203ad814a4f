//! The arguments, from which help, manual pages and shell completions are made.

use std::path::PathBuf;

use clap::{Parser, Subcommand, ValueEnum, ValueHint};
use quis_smtlib::Mode;

use crate::domains::args::DomainsArgs;
use crate::fuzz::args::{BisectArgs, FuzzArgs, ReplayArgs, ReportArgs};
use crate::generate::args::GenArgs;
use crate::reduce::args::ReduceArgs;
use crate::solvers::args::{HostArgs, SolversArgs, TableArgs};
use crate::suite::args::SuiteArgs;
use crate::triggers::args::{AxiomsArgs, TriggersArgs};

/// Tests SMT solvers: makes inputs whose right answer is known, and judges what comes back.
#[derive(Parser)]
#[command(
    name = "quis",
    version,
    max_term_width = 100,
    subcommand_required = true,
    arg_required_else_help = true
)]
#[command(after_long_help = "\
Exit codes:
  0  all is well
  1  what was asked about is not so: a file is not formatted, a model is invalid; or something was found
  2  an input was rejected or could not be read, or the arguments are wrong
  3  nothing is wrong, but something is open

Examples:
  quis fuzz                       find wrong answers of the solvers that are here
  quis report CAMPAIGN --html     what a campaign found, as a page
  quis gen storm seeds/ --count 100 -o suite
                                  test cases as files
  quis suite run suite --solver z3
                                  which tests of a suite fail, and what these have in common
  quis reduce a.smt2 -- z3        a smaller file on which Z3 ends in the same way
  quis check seeds/               is every .smt2 file below this directory well-formed and well-typed?
  quis info query.smt2            what is in this file?
  quis fmt query.smt2 -o out.smt2 lay it out for people
  quis triggers query.smt2        which term does E-matching lack for this proof?
  quis axioms prelude.smt2        do these axioms contradict each other?
  quis solvers install z3 cvc5    get some solvers
  quis validate seeds --solver z3 are Z3's models of these files models?
  quis help check                 all about one command")]
pub(crate) struct Args {
    /// Use colours
    ///
    /// `auto` uses them on a terminal, unless the environment variable NO_COLOR is set.
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto", display_order = 1000)]
    pub(crate) color: Color,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// When to use colours.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    /// On a terminal
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    Fuzz(FuzzArgs),
    Gen(GenArgs),
    Report(ReportArgs),
    Replay(ReplayArgs),
    Bisect(BisectArgs),
    Reduce(ReduceArgs),
    Suite(SuiteArgs),
    Check(CheckArgs),
    Info(InfoArgs),
    Fmt(FmtArgs),
    Eval(EvalArgs),
    Validate(ValidateArgs),
    Solvers(SolversArgs),
    Domains(DomainsArgs),
    Triggers(TriggersArgs),
    Axioms(AxiomsArgs),
    /// Print the completions for a shell
    #[command(after_long_help = "\
Examples:
  quis completions bash > ~/.local/share/bash-completion/completions/quis
  quis completions fish > ~/.config/fish/completions/quis.fish
  quis completions zsh > ~/.zfunc/_quis")]
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the manual page, or write all of them
    #[command(after_long_help = "\
Examples:
  quis man | man -l -              read the manual page
  quis man ~/.local/share/man/man1 write quis.1, quis-check.1 and the others there")]
    Man {
        /// Where to write the pages of all commands; made if it does not exist
        #[arg(value_hint = ValueHint::DirPath)]
        dir: Option<PathBuf>,
    },
    #[command(hide = true)]
    DemoSolver(DemoArgs),
    #[command(hide = true)]
    BenchParse(BenchArgs),
    #[command(hide = true, disable_help_flag = true)]
    Host(HostArgs),
}

/// What to accept.
#[derive(clap::Args)]
pub(crate) struct ModeArgs {
    /// Accept SMT-LIB 2.7 to the letter, within the declared logic, and nothing else
    #[arg(long)]
    strict: bool,
    /// Keep functions that are not declared, without a type
    #[arg(long, conflicts_with = "strict")]
    permissive: bool,
}

impl ModeArgs {
    pub(crate) fn mode(&self) -> Mode {
        match (self.strict, self.permissive) {
            (true, _) => Mode::Strict,
            (_, true) => Mode::Permissive,
            _ => Mode::Standard,
        }
    }
}

/// Parse and type-check SMT-LIB files
///
/// Reads every file and says what is wrong with it, and where. Of directories, all files below whose names end in
/// `.smt2` are read. Unless asked otherwise, everything that the solvers read is accepted: the standard, extensions
/// and old syntax.
#[derive(clap::Args)]
#[command(after_long_help = "\
With --json, each line of the output is one object:
  {\"file\",\"ok\",\"bytes\",\"diagnostics\":[{\"severity\",\"line\",\"column\",\"message\",\"label\",\"help\"}]}
and the last line is
  {\"summary\":{\"files\",\"accepted\",\"rejected\",\"bytes\",\"seconds\"}}

Exit codes:
  0  every file was accepted
  2  a file was rejected or could not be read

Examples:
  quis check query.smt2
  quis check --strict benchmarks/
  quis check --json seeds/ | jq -r 'select(.ok == false).file'
  generate | quis check -")]
pub(crate) struct CheckArgs {
    /// Files, directories, or `-` for the standard input
    #[arg(required = true, value_name = "FILE|DIR", value_hint = ValueHint::AnyPath)]
    pub(crate) paths: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) mode: ModeArgs,
    /// Print one JSON object per file and line
    #[arg(long)]
    pub(crate) json: bool,
    /// Work on so many files at a time [default: one per core]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) jobs: Option<u16>,
    /// Print errors only: no warnings, progress or summary
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

/// Show what is in SMT-LIB files
///
/// Logic, sorts, operators with counts, assertions, sizes, depth, quantifiers and features. Terms are counted in the
/// DAG, where equal terms are one, except in the size of the tree.
#[derive(clap::Args)]
#[command(after_long_help = "\
Exit codes:
  0  all files were read
  2  a file was rejected or could not be read

Examples:
  quis info query.smt2
  quis info --json seeds/*.smt2 | jq -r 'select(.quantifiers == []).file'")]
pub(crate) struct InfoArgs {
    /// Files, or `-` for the standard input
    #[arg(required = true, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) mode: ModeArgs,
    /// Print one JSON object per file and line
    #[arg(long)]
    pub(crate) json: bool,
}

/// Pretty-print an SMT-LIB file
///
/// Prints the same commands and terms, laid out for people, with the comments between commands. A file with an error
/// is not printed.
#[derive(clap::Args)]
#[command(after_long_help = "\
Exit codes:
  0  printed; with --check: the file is formatted
  1  with --check: the file is not formatted
  2  a file was rejected or could not be read or written

Examples:
  quis fmt query.smt2
  quis fmt --plain --compact query.smt2 -o out.smt2
  quis fmt --in-place seeds/*.smt2
  generate | quis fmt -")]
pub(crate) struct FmtArgs {
    /// The file, or `-` for the standard input; several with --in-place or --check
    #[arg(required = true, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) files: Vec<PathBuf>,
    /// Write repeated subterms once, with `let`, where that is shorter (the default)
    #[arg(long = "let")]
    pub(crate) lets: bool,
    /// Write every term in full, without `let`
    #[arg(long, conflicts_with = "lets")]
    pub(crate) plain: bool,
    /// Break lines that are longer than this
    #[arg(long, value_name = "N", default_value_t = 100)]
    #[arg(value_parser = clap::value_parser!(u32).range(20..=1_000_000))]
    pub(crate) width: u32,
    /// One line per command
    #[arg(long, conflicts_with = "width")]
    pub(crate) compact: bool,
    /// Write to this file, which is replaced in one step
    #[arg(short, long, value_name = "OUT", value_hint = ValueHint::FilePath)]
    pub(crate) output: Option<PathBuf>,
    /// Replace the file itself, in one step
    #[arg(short, long, conflicts_with = "output")]
    pub(crate) in_place: bool,
    /// Write nothing: is the file formatted already?
    #[arg(long, conflicts_with_all = ["output", "in_place"])]
    pub(crate) check: bool,
    #[command(flatten)]
    pub(crate) mode: ModeArgs,
}

/// Evaluate assertions or terms under a model
///
/// The model is what a solver printed for `(get-model)` or `(get-value (…))`. Every value is exact; what the standard leaves open, and the
/// model does not fix, is open. Of an assertion that is false, the part that is to blame is shown with the values below it.
#[derive(clap::Args)]
#[command(after_long_help = "\
With --json, each line of the output is one object:
  {\"file\",\"number\",\"line\",\"term\",\"value\",\"reason\",\"message\",\"part\",
   \"failure\":{\"term\",\"value\",\"instance\",\"values\"}}

Exit codes:
  0  every assertion is true; with --term: every term has a value
  1  an assertion is false
  2  an input was rejected or could not be read
  3  an assertion or a term is open, and no assertion is false

Examples:
  quis eval query.smt2 --model model.txt
  z3 -model query.smt2 | quis eval query.smt2 --model -
  quis eval query.smt2 --model model.txt --term '(+ x 1)' --term '(f 0)'")]
pub(crate) struct EvalArgs {
    /// The script, or `-` for the standard input
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) file: PathBuf,
    /// The solver's answer, or `-` for the standard input
    #[arg(short, long, value_name = "MODEL", value_hint = ValueHint::FilePath)]
    pub(crate) model: PathBuf,
    /// Evaluate this term and not the assertions; may be given more than once
    #[arg(long = "term", value_name = "TERM")]
    pub(crate) terms: Vec<String>,
    /// The model is of the N-th check [default: the last]
    #[arg(long, value_name = "N", value_parser = check_number)]
    pub(crate) check: Option<usize>,
    /// Take some value for symbols that the model leaves out
    #[arg(long)]
    pub(crate) complete: bool,
    /// Print one JSON object per assertion or term and line
    #[arg(long)]
    pub(crate) json: bool,
}

pub(crate) fn check_number(text: &str) -> Result<usize, String> {
    text.parse().ok().filter(|&number| number > 0).ok_or_else(|| "expected a number from 1".to_owned())
}

/// Run solvers and see whether their models are models
///
/// Asks each solver for a model at every check of each file, and evaluates the assertions under it. Nothing but the
/// standard decides: a model is invalid if an assertion is false under it, and open if the standard, or Quis, does not
/// say what an assertion is.
#[derive(clap::Args)]
#[command(after_long_help = "\
What is said of a check:
  valid    the answer is sat, and every assertion is true under the model
  invalid  the answer is sat, and an assertion is false under the model
  open     the answer is sat, and whether every assertion is true is not known
  unsat, unknown, timeout, error
           there is no model

With --json, each line of the output is one object:
  {\"file\",\"solver\",\"check\",\"line\",\"answer\",\"verdict\",\"completed\",\"reason\",\"message\",
   \"assertion\":{\"line\",\"term\",\"part\"},\"failure\":{\"term\",\"value\",\"instance\",\"values\"},\"unread\",\"seconds\"}
or, for a file that was rejected, {\"file\",\"verdict\",\"diagnostics\"}, and the last line is
  {\"summary\":{\"files\",\"rejected\",\"interrupted\",\"seconds\",\"solvers\"}}

Exit codes:
  0    no model is invalid or open; there may be none
  1    a model is invalid
  2    a file was rejected, or a solver could not be started, and no model is invalid
  3    a model is open, and none of the above
  130  interrupted

Examples:
  quis validate query.smt2 --solver z3
  quis validate seeds/ --solver z3 --solver cvc5 --timeout 5
  quis validate query.smt2 --solver './build/z3 smt.random_seed=7'
  quis validate --json seeds/ --solver cvc5 | jq -r 'select(.verdict == \"invalid\").file'")]
pub(crate) struct ValidateArgs {
    /// Files, directories, or `-` for the standard input
    #[arg(required = true, value_name = "FILE|DIR", value_hint = ValueHint::AnyPath)]
    pub(crate) paths: Vec<PathBuf>,
    /// A solver's name, or the path of its program, with arguments; may be given more than once
    ///
    /// Names are looked up in the folder that QUIS_SOLVERS names, in `.solvers` here and in the directories above, among
    /// the installed solvers, and on the PATH. `z3@4.8.7` is a release, `z3@latest` the newest that is installed.
    #[arg(short, long = "solver", required = true, value_name = "SOLVER")]
    pub(crate) solvers: Vec<String>,
    #[command(flatten)]
    pub(crate) table: TableArgs,
    /// CPU time that a solver may take for a file
    #[arg(short, long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    pub(crate) timeout: f64,
    /// How much memory a solver may have, in megabytes
    #[arg(long, value_name = "MB", default_value_t = 2048, value_parser = clap::value_parser!(u64).range(16..=1 << 24))]
    pub(crate) memory: u64,
    /// Keep what is sent to the solvers, and what they print, in this directory
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) keep: Option<PathBuf>,
    /// Print one JSON object per check and line
    #[arg(long)]
    pub(crate) json: bool,
    /// Run so many solvers at a time [default: one per core]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) jobs: Option<u16>,
    /// Print invalid models only: no other outcomes, progress or summary
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

pub(crate) fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if (0.001..=1e6).contains(&seconds) => Ok(seconds),
        _ => Err("expected a number of seconds between 0.001 and 1000000".to_owned()),
    }
}

/// Solve small SMT-LIB scripts, with faults on demand
///
/// The fixture of the tests: a search for models over small domains that answers as solvers do, and gets wrong what it
/// is told to get wrong. Without faults its answers are right, and often `unknown`.
#[derive(clap::Args)]
#[command(after_long_help = crate::demo::help())]
pub(crate) struct DemoArgs {
    /// The script, or `-` for the standard input, which is answered command by command
    #[arg(value_name = "FILE", default_value = "-", value_hint = ValueHint::FilePath)]
    pub(crate) file: PathBuf,
    /// Plant a fault; may be given more than once
    ///
    /// With an operator's name behind a colon it shows only on inputs that contain the operator.
    #[arg(long = "fault", value_name = "KIND[:TRIGGER]")]
    pub(crate) faults: Vec<quis_demo::Fault>,
    /// The random seed, which matters for faults only
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
    /// Give up on a check after so many steps of evaluation
    #[arg(long, value_name = "N", default_value_t = quis_demo::DEFAULT_BUDGET)]
    pub(crate) budget: u64,
}

/// Measure the parser on one file, for the benchmarks
#[derive(clap::Args)]
pub(crate) struct BenchArgs {
    /// The file
    pub(crate) file: PathBuf,
    /// Parse so many times
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) repeat: u32,
    #[command(flatten)]
    pub(crate) mode: ModeArgs,
}
