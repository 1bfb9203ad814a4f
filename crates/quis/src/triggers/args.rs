//! The arguments of `quis triggers` and `quis axioms`.

use std::path::PathBuf;
use std::time::Duration;

use clap::ValueHint;
use quis_triggers::Config;

use crate::args::check_number;
use crate::solvers::args::TableArgs;

/// Find the terms that E-matching lacks
///
/// Verifiers (Dafny, Viper, F*, Verus …) give solvers quantified axioms with patterns. E-matching instantiates an axiom only when a term like its
/// pattern is there: without one, it does not see that axioms contradict each other, or that a goal follows. Looks for such terms, shows the
/// contradiction, and says what to change.
#[derive(clap::Args)]
#[command(after_long_help = "\
What is looked at is the last check of a file, or that of --check, and for whether it takes the goal: that is the assertions
without quantifiers of the innermost scope, or else what follows the axioms, as far as it can be guessed, or those of --goal.

With --json, each line of the output is one object:
  {\"file\",\"verdict\",\"sentence\",\"seconds\",\"way\",\"needs_goal\",\"unsteady\",\"as_written\",
   \"terms\":[{\"text\",\"sort\"}],\"fresh\":[{\"text\",\"sort\"}],
   \"axioms\":[{\"title\",\"line\",\"goal\"}],\"example\":[{\"axiom\",\"line\",\"values\",\"says\"}],\"commands\",
   \"invented\":[{\"name\",\"variable\",\"line\",\"declaration\"}],\"patterns\":[{\"axiom\",\"line\",\"old\",\"new\"}],
   \"alternatives\":[{\"seconds\",\"way\",\"terms\",\"fresh\",\"invented\",\"commands\"}],\"asked\",
   \"tried\":[{\"way\",\"times\",\"result\"}],\"complaint\"}
or, for a file that was rejected, {\"file\",\"verdict\",\"diagnostics\"}
The verdict is refuted, contradiction, incompleteness, found, satisfiable, none, failed or rejected.
What was tried in vain has the result nothing, exhausted, contradiction or model.

Exit codes:
  0    E-matching needs no help, in all files
  1    terms were found for a file
  2    a file was rejected, or a solver could not be used, and no terms were found
  3    for some file, E-matching does not finish, and no terms were found, or there is a model
  130  interrupted; what was found until then is told

Examples:
  quis triggers query.smt2
  quis triggers query.smt2 --check 3 --goal lemma --for 1m
  quis triggers queries/ --solver z3@4.12.2 -j 2 --json
  quis triggers query.smt2 --alternatives 3 --for 1m
  quis triggers query.smt2 --synthesis similarity=0.1,types
  quis triggers query.smt2 --sarif triggers.sarif")]
pub(crate) struct TriggersArgs {
    #[command(flatten)]
    pub(crate) search: SearchArgs,
    /// Go on until N different sets of terms are found, or the time is over
    ///
    /// With `all`, it goes on until the time is over.
    #[arg(long, value_name = "N|all", default_value = "1", value_parser = alternatives)]
    pub(crate) alternatives: usize,
}

/// match: 3, or all
fn alternatives(text: &str) -> Result<usize, String> {
    match text {
        "all" => Ok(usize::MAX),
        _ => text
            .parse()
            .ok()
            .filter(|number| (1..=1000).contains(number))
            .ok_or_else(|| "a number from 1 to 1000, or `all`".to_owned()),
    }
}

/// Look for contradictions in an axiomatization
///
/// Goals are left out, so that what is found is a fault of the axioms: with them, everything can be proved. A contradiction may be one that
/// E-matching finds from the terms of the file, or one for which it needs another term, which some later query may have: then the
/// axioms are sound at most modulo patterns.
#[derive(clap::Args)]
#[command(after_long_help = "\
Left out are the assertions without quantifiers in the innermost scope, or else those that follow the axioms; or those of --goal.

With --json, each line of the output is an object as of `quis triggers`; the verdict is contradiction, modulo-patterns, satisfiable, none,
failed or rejected.

Exit codes:
  0    no contradiction was found, which does not mean that there is none unless a model was
  1    the axioms of a file contradict each other
  2    a file was rejected, or a solver could not be used, and no contradiction was found
  130  interrupted; what was found until then is told

Examples:
  quis axioms prelude.smt2
  quis axioms prelude.smt2 --for 1h -j 8
  quis axioms query.smt2 --all
  quis axioms --json preludes/ | jq -r 'select(.verdict == \"contradiction\").file'")]
pub(crate) struct AxiomsArgs {
    #[command(flatten)]
    pub(crate) search: SearchArgs,
    /// Leave nothing out: goals are axioms, too
    #[arg(long, conflicts_with = "goals")]
    pub(crate) all: bool,
}

/// What is looked at, with which solvers, for how long, and how it is told.
#[derive(clap::Args)]
pub(crate) struct SearchArgs {
    /// Files, directories, or `-` for the standard input
    #[arg(required = true, value_name = "FILE|DIR", value_hint = ValueHint::AnyPath)]
    pub(crate) paths: Vec<PathBuf>,
    /// Look at the N-th check [default: the last]
    #[arg(long, value_name = "N", value_parser = check_number)]
    pub(crate) check: Option<usize>,
    /// This assertion is the goal, and no axiom; may be given more than once
    ///
    /// Its name (`:named`, or `:qid` of its quantifier), or the line on which it begins.
    #[arg(long = "goal", value_name = "NAME|LINE")]
    pub(crate) goals: Vec<String>,
    /// The solver whose E-matching is meant [default: the newest Z3]
    #[arg(short, long, value_name = "SOLVER")]
    pub(crate) solver: Option<String>,
    /// The Z3 that is asked for models and refutations [default: the newest]
    #[arg(long, value_name = "SOLVER")]
    pub(crate) refuter_z3: Option<String>,
    /// The cvc5 that is asked for refutations [default: the newest, if there is any]
    #[arg(long, value_name = "SOLVER")]
    pub(crate) cvc5: Option<String>,
    /// Only synthesize terms, with these parameters; nothing else is tried
    ///
    /// `default`, or what differs from it, with commas: similarity=0.3 (formulas that share less of their functions are not similar: σ),
    /// depth=2 (how far similar ones are looked for: δ), models=4 (of each formula: μ), batch=64 (candidates that are validated together: β),
    /// copies=1 (how often a formula may be in a cluster: Φ), formulas=100 (that are tried for each, at each depth), types (variables are
    /// equated with terms of their sort), equations (sides of equations are unified).
    #[arg(long, value_name = "PARAMETERS")]
    pub(crate) synthesis: Option<Config>,
    #[command(flatten)]
    pub(crate) table: TableArgs,
    /// For how long, each file
    #[arg(long = "for", value_name = "TIME", default_value = "10m", value_parser = humantime::parse_duration)]
    pub(crate) time: Duration,
    /// How much memory a solver may have, in megabytes
    #[arg(long, value_name = "MB", default_value_t = 4096, value_parser = clap::value_parser!(u64).range(16..=1 << 24))]
    pub(crate) memory: u64,
    /// Try so many ways at a time [default: one per core]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) jobs: Option<u16>,
    /// Print one JSON object per file and line
    #[arg(long)]
    pub(crate) json: bool,
    /// Write what was found to this file, as SARIF 2.1.0
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) sarif: Option<PathBuf>,
    /// Print the result only: no progress
    #[arg(short, long)]
    pub(crate) quiet: bool,
}
