//! The arguments of the commands around campaigns.

use std::path::PathBuf;
use std::time::Duration;

use clap::builder::PossibleValuesParser;
use clap::{ValueEnum, ValueHint};

/// Find wrong answers: run solvers on test cases generated from seeds and from scratch
///
/// Takes seeds, makes test cases of them by every technique, puts each case to every solver, and judges what comes back. `enumerate`,
/// `fuzzsmt` and `synth` need no seeds.
/// What is found is kept in the campaign's directory, each finding once, with a small case, a report ready for a bug tracker
/// and a script that makes it again.
///
/// Without arguments: every technique, those that need seeds on the bundled ones, every solver that is found (Z3 and cvc5 are installed if there is
/// none), until Ctrl-C.
#[derive(clap::Args)]
#[command(after_long_help = format!("\
A solver is a name (z3, cvc5), a release (z3@4.8.7), or a command ('./build/z3 smt.random_seed=3'). Names are looked up as
`quis solvers list` shows it. With several solvers, answers are compared; models are validated in any case.

A file of option sets has one set a line, `SOLVER: OPTIONS`, `*` for all solvers:
  z3: smt.arith.solver=2
  cvc5: --check-models --sygus-inst
Each work unit runs its solvers with one of their sets, or with none.

An oracle looks at what solvers did and says what is wrong. Those that ask follow-up questions ask them about one case in N:
{}
With --json, each line of the output is one object with an \"event\": started, skipped, progress, finding, reduced, ended.

Exit codes:
  0    nothing was found
  1    something was found
  2    the campaign could not be run
  130  interrupted; what was found is kept, and --resume goes on

Examples:
  quis fuzz
  quis fuzz --technique fuzzsmt --solver z3 --count 10000
  quis fuzz --technique 'fuzzsmt logic=QF_AUFBV truth=sat' --for 1h
  quis fuzz seeds/ --solver z3@4.8.7 --solver z3@latest --for 10m
  quis fuzz seeds/ --solver ./build/z3 --reference z3@latest --only strings,floats --for 1h
  quis fuzz bench/ --technique 'opfuzz profile=paper' --solver ./build/cvc5 -j 8 --campaign nightly
  quis fuzz --resume --campaign nightly --for 8h
  quis fuzz --seed 7 --units 0..200 --solver z3 -j 4
  quis report nightly --html > report.html", oracles()))]
pub(crate) struct FuzzArgs {
    /// Seeds: files and directories [default: the bundled ones, if a technique needs some]
    #[arg(value_name = "SEED|DIR", value_hint = ValueHint::AnyPath)]
    pub(crate) seeds: Vec<PathBuf>,
    /// A technique, with parameters behind it; may be given more than once [default: all]
    #[arg(short, long = "technique", value_name = "TECHNIQUE")]
    pub(crate) techniques: Vec<String>,
    /// Test these theories only, by name and separated by commas: core, arithmetic, bitvectors, floats, arrays, strings, regexes,
    /// sequences, datatypes, sets, functions, quantifiers, optimisation; seeds about others are skipped
    #[arg(long, value_name = "THEORIES", value_delimiter = ',', hide_possible_values = true, conflicts_with = "techniques",
        value_parser = PossibleValuesParser::new(quis_techniques::GROUPS))]
    pub(crate) only: Vec<String>,
    /// Report these kinds of findings only, by name and separated by commas, as in refutation-unsound,invalid-model
    #[arg(long, value_name = "KINDS", value_delimiter = ',', hide_possible_values = true,
        value_parser = PossibleValuesParser::new(quis_campaign::Kind::ALL.map(quis_campaign::Kind::name)))]
    pub(crate) kinds: Vec<String>,
    /// A solver: its name, release or command; may be given more than once [default: all that are found]
    #[arg(short, long = "solver", value_name = "SOLVER")]
    pub(crate) solvers: Vec<String>,
    /// The solver that is trusted, as in --solver: it answers what techniques ask about seeds, and gives a second opinion
    ///
    /// Without it, the first solver answers what techniques ask, and all solvers get all cases.
    ///
    /// Techniques that put seeds apart want models of them, and the values of quantified predicates. If a reference is named,
    /// `storm` asks for both.
    #[arg(long, value_name = "SOLVER")]
    pub(crate) reference: Option<String>,
    /// Run for this long, as in 90s, 10m, 8h
    #[arg(long = "for", value_name = "TIME", value_parser = humantime::parse_duration)]
    pub(crate) time: Option<Duration>,
    /// Stop after N test cases; what is run and found depends on the description alone
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) count: Option<u64>,
    /// Run the work units from A up to B, without B, and stop; what is run and found depends on the description alone
    #[arg(long, value_name = "A..B", value_parser = units, conflicts_with = "count")]
    pub(crate) units: Option<(u64, u64)>,
    /// Number of cores to use [default: all]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) jobs: Option<u16>,
    /// The number from which all randomness comes [default: another each time]
    #[arg(long, value_name = "NUMBER")]
    pub(crate) seed: Option<u64>,
    /// Where the campaign is kept [default: a new directory in quis-campaigns]
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) campaign: Option<PathBuf>,
    /// Go on with the campaign of --campaign, as it was described
    #[arg(long, requires = "campaign", conflicts_with_all = ["seeds", "techniques", "solvers", "reference", "seed", "timeout", "memory",
        "max_seed", "only", "kinds", "options_from", "variants", "asking", "sessions", "oracles", "minimize"])]
    pub(crate) resume: bool,
    /// CPU time that a solver may take for a seed. A case gets less: ten times what its seed took, rounded; without a seed a sixteenth, but in one
    /// work unit of 24 all of it
    #[arg(long, value_name = "SECONDS", default_value = "1", value_parser = crate::args::seconds)]
    pub(crate) timeout: f64,
    /// How much memory a solver may have, in megabytes
    #[arg(long, value_name = "MB", default_value_t = 2048, value_parser = clap::value_parser!(u64).range(16..=1 << 24))]
    pub(crate) memory: u64,
    /// Skip seeds of more kilobytes
    #[arg(long, value_name = "KB", default_value_t = 256, value_parser = clap::value_parser!(u64).range(1..=1 << 20))]
    pub(crate) max_seed: u64,
    /// Run the solvers with the option sets of this file
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) options_from: Option<PathBuf>,
    /// Run the solvers in their variants and self-checking modes, too, as Quis knows them
    #[arg(long)]
    pub(crate) variants: bool,
    /// How to put cases to solvers
    #[arg(long, value_name = "HOW", default_value = "varied")]
    pub(crate) asking: Asking,
    /// Keep solvers running between cases
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub(crate) sessions: Sessions,
    /// Oracles that judge what solvers do, by name and separated by commas; see below [default: all but loose-core]
    #[arg(long, value_name = "ORACLES", value_delimiter = ',', hide_possible_values = true, value_parser = oracle_names())]
    pub(crate) oracles: Vec<String>,
    /// How the cases of findings are made smaller
    #[arg(long, value_name = "HOW", default_value = "reduce")]
    pub(crate) minimize: Minimize,
    /// Reduce each finding for at most this long, as in 60s, 10m: in the background, and at the end until Ctrl-C
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = humantime::parse_duration)]
    pub(crate) reduce_for: Duration,
    /// Reduce findings no further than what is done at once
    #[arg(long, conflicts_with = "reduce_for")]
    pub(crate) no_reduce: bool,
    /// Print one JSON object per event and line
    #[arg(long)]
    pub(crate) json: bool,
    /// Print findings only: no progress or summary
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

/// match: 0..200, result: 0 and 200
fn units(text: &str) -> Result<(u64, u64), String> {
    let parsed =
        text.split_once("..").and_then(|(first, end)| Some((first.parse().ok()?, end.parse().ok()?)));
    parsed.filter(|(first, end)| first < end).ok_or_else(|| "expected two numbers, as in 0..200".to_owned())
}

fn oracle_names() -> PossibleValuesParser {
    quis_judge::ORACLES.iter().map(|oracle| oracle.name).collect::<Vec<_>>().into()
}

/// The oracles, a line each.
fn oracles() -> String {
    let line = |oracle: &quis_judge::Oracle| {
        let asks = match oracle.asks_every {
            0 => String::new(),
            every => format!(" (asks about 1 case in {every})"),
        };
        format!("  {:13} {}{asks}\n", oracle.name, oracle.help)
    };
    quis_judge::ORACLES.iter().map(line).collect()
}

/// How to put cases to solvers.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Asking {
    /// In many forms: in scopes, with assumptions, names or definitions, under wider logics, without models
    Varied,
    /// As techniques make them: one check, and its model
    Plain,
}

/// How the cases of findings are made smaller.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Minimize {
    /// Leave out and simplify what the verdict does not need
    #[value(alias = "commands")]
    Reduce,
    /// Where a case is known to be satisfiable, run STORM on it again with ever smaller bounds; then reduce it
    Bounds,
    /// Keep the cases as they are
    None,
}

/// When solvers are kept running between cases.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Sessions {
    /// Where that is cheaper, as measured at the start
    Auto,
    /// Wherever a solver can
    Always,
    /// Never: a process for each case
    Never,
}

/// Make a finding's case again, run the solvers, and see whether it still fails
///
/// The case is made from its origin (seed, technique, parameters, stream) and compared with the one that was found, byte for byte;
/// then the solvers of the finding, or those given, are run on it in fresh processes.
#[derive(clap::Args)]
#[command(after_long_help = "\
Exit codes:
  0  it does not fail any more
  1  it still fails
  2  it could not be tried

Examples:
  quis replay quis-campaigns/20261115-124500/findings/invalid-model-3fa2b1c0
  quis replay nightly/findings/crash-1b2c3d4e --solver ./build/z3")]
pub(crate) struct ReplayArgs {
    /// The folder of a finding, or a file in it
    #[arg(value_name = "FINDING", value_hint = ValueHint::AnyPath, required = true)]
    pub(crate) findings: Vec<PathBuf>,
    /// Run this solver and not that of the finding; may be given more than once
    #[arg(short, long = "solver", value_name = "SOLVER")]
    pub(crate) solvers: Vec<String>,
    /// CPU time that a solver may take
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = crate::args::seconds)]
    pub(crate) timeout: f64,
    /// How much memory a solver may have, in megabytes
    #[arg(long, value_name = "MB", default_value_t = 2048, value_parser = clap::value_parser!(u64).range(16..=1 << 24))]
    pub(crate) memory: u64,
    /// Print one JSON object per finding and line
    #[arg(long)]
    pub(crate) json: bool,
}

/// Say what a campaign found
///
/// The summary, the solvers and techniques, and each finding with its case: the worst kind first.
#[derive(clap::Args)]
#[command(after_long_help = "\
Examples:
  quis report nightly
  quis report nightly --html -o report.html
  quis report nightly --md | less
  quis report nightly --sarif -o quis.sarif")]
pub(crate) struct ReportArgs {
    /// The directory of the campaign
    #[arg(value_name = "CAMPAIGN", value_hint = ValueHint::DirPath)]
    pub(crate) campaign: PathBuf,
    #[command(flatten)]
    pub(crate) form: ReportForm,
    /// Write to this file
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) output: Option<PathBuf>,
}

/// The form of a report.
#[derive(clap::Args)]
#[group(multiple = false)]
pub(crate) struct ReportForm {
    /// One self-contained page
    #[arg(long)]
    pub(crate) html: bool,
    /// Markdown, each finding ready for a bug tracker
    #[arg(long)]
    pub(crate) md: bool,
    /// JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// SARIF 2.1.0
    #[arg(long)]
    pub(crate) sarif: bool,
}

/// Say which installed releases of a solver fail on a finding
///
/// Runs every installed release of the family of the solver at fault on the finding's case, and says which fail: the first and
/// the last bad one. The result is kept with the finding.
#[derive(clap::Args)]
#[command(after_long_help = "\
Exit codes:
  0  no installed release fails
  1  some fail
  2  it could not be tried

Examples:
  quis solvers install z3@4.8.7 z3@4.8.12 z3@4.12.2 z3@latest
  quis bisect nightly/findings/refutation-unsound-1b2c3d4e")]
pub(crate) struct BisectArgs {
    /// The folder of a finding, or a file in it
    #[arg(value_name = "FINDING", value_hint = ValueHint::AnyPath)]
    pub(crate) finding: PathBuf,
    /// CPU time that a solver may take
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = crate::args::seconds)]
    pub(crate) timeout: f64,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}
