//! The arguments of `quis gen`.

use std::path::PathBuf;

use clap::{ValueEnum, ValueHint};

/// Make test cases and write them as files
///
/// Makes cases by one technique, of seeds if it needs some, the same that `quis fuzz` makes from the same --seed. Each file says what
/// its checks are known to be, `(set-info :status …)`, and where it comes from, `(set-info :source …)`. What is known to be satisfiable
/// has a model with it. For regression suites, and for tools of your own.
#[derive(clap::Args)]
#[command(after_long_help = "\
A file is called after its seed, with its number in the sequence of technique and seed: arrays-000017.smt2. Every seed gives
about as many; where one gives no more, the others do. If there are no seeds, a file is called after technique and logic,
fuzzsmt-000017-QF_BV.smt2, or, of `synth`, after the step and what it tests: constants/replace-0017-03.smt2.

Of `storm`, satisfiable instances with one check are made unless asked otherwise (-p truth=both, --incremental).

With --json, each line of the output is one object:
  {\"file\",\"seed\"|null,\"index\",\"bytes\",\"checks\":[\"sat\",…],\"witness\":\"true\"|\"false\"|\"open\"|null}
and the last line is
  {\"summary\":{\"files\",\"bytes\",\"checks\":{\"sat\",\"unsat\",\"unknown\"},\"seeds\",\"nothing\",\"rejected\",\"wrong\",\"open\",\"seconds\"}}

Exit codes:
  0    files were written
  1    no case could be made, or, with --check, a witness does not hold
  2    a seed was rejected, or the arguments are wrong
  130  interrupted; what was written is whole

Examples:
  quis gen fuzzsmt --count 1000 -o formulas
  quis gen fuzzsmt --logic QF_AUFBV --truth sat --count 1000 -o formulas --check
  quis gen synth --theory strings -o suite
  quis gen synth --theory strings --step cores -p patterns=no -o suite
  quis gen synth my-rules.smt2 --theory seed -o suite
  quis gen storm seeds/ --count 1000 -o suite
  quis gen storm seeds/ --count 500 -o scopes --incremental --seed 7 --witness file
  quis gen storm query.smt2 -p truth=both -p depth=8 --count 100 -o suite --reference z3
  quis gen opfuzz seeds/ --count 200 -o mutants")]
pub(crate) struct GenArgs {
    /// The technique, as in `quis fuzz --technique`
    #[arg(value_name = "TECHNIQUE")]
    pub(crate) technique: String,
    /// Seeds: files and directories, if the technique needs some
    #[arg(value_name = "SEED|DIR", value_hint = ValueHint::AnyPath)]
    pub(crate) seeds: Vec<PathBuf>,
    /// Make so many cases, of all seeds together [default: all, if there is an end to them without seeds]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) count: Option<u64>,
    /// Write to this directory, which must be new or empty
    #[arg(short, long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) output: PathBuf,
    /// A parameter of the technique; may be given more than once
    #[arg(short, long = "parameter", value_name = "NAME=VALUE")]
    pub(crate) parameters: Vec<String>,
    /// The logic of all cases, as in QF_AUFBV: -p logic=LOGIC
    #[arg(long, value_name = "LOGIC", value_parser = word)]
    pub(crate) logic: Option<String>,
    /// What is known of the cases, as in sat, open, both: -p truth=TRUTH
    #[arg(long, value_name = "TRUTH", value_parser = word)]
    pub(crate) truth: Option<String>,
    /// The theory whose rules are used, as in strings, strings+arrays or all: -p theory=THEORY
    #[arg(long, value_name = "THEORY", value_parser = word)]
    pub(crate) theory: Option<String>,
    /// The step of synthesis, as in constants: -p step=STEP
    #[arg(long, value_name = "STEP", value_parser = word)]
    pub(crate) step: Option<String>,
    /// How deep terms are, of `synth`, or formulas: -p depth=N
    #[arg(long, value_name = "N")]
    pub(crate) depth: Option<u32>,
    /// Make cases with scopes and several checks: -p incremental=yes
    #[arg(long)]
    pub(crate) incremental: bool,
    /// The number from which all randomness comes
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    pub(crate) seed: u64,
    /// The solver that answers what the technique asks about seeds [default: none, and nothing is asked]
    #[arg(long, value_name = "SOLVER")]
    pub(crate) reference: Option<String>,
    /// How long the reference may take for an answer
    #[arg(long, value_name = "SECONDS", default_value = "1", value_parser = crate::args::seconds)]
    pub(crate) timeout: f64,
    /// Where the models of satisfiable checks go
    #[arg(long, value_name = "WHERE", default_value = "comment")]
    pub(crate) witness: Witness,
    /// Evaluate every witness, and fail if one does not hold
    #[arg(long)]
    pub(crate) check: bool,
    /// Write to the directory even if something is in it
    #[arg(long)]
    pub(crate) force: bool,
    /// Use so many cores [default: all]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) jobs: Option<u16>,
    /// Print one JSON object per file and line
    #[arg(long)]
    pub(crate) json: bool,
    /// Print no progress or summary
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

/// One word, as parameters of techniques have it.
fn word(text: &str) -> Result<String, String> {
    if text.is_empty() || text.contains(char::is_whitespace) {
        return Err("expected one word".to_owned());
    }
    Ok(text.to_owned())
}

/// Where witnesses go.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Witness {
    /// Into comments at the end of the file
    Comment,
    /// Into a file beside it: NAME.model, or NAME.1.model, NAME.2.model … if there are several checks
    File,
    /// Nowhere
    None,
}
