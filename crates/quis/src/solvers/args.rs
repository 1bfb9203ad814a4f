//! The arguments of the commands about solvers.

use std::path::PathBuf;

use clap::{Subcommand, ValueHint};

/// What is known of solvers.
#[derive(clap::Args)]
pub(crate) struct TableArgs {
    /// Know more of solvers, from this file; may be given more than once
    ///
    /// Read after `quis/solvers.toml` in the configuration folder, in the same format as Quis's own table.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) profiles: Vec<PathBuf>,
}

/// Find, install and examine solvers
///
/// Solvers are looked for in the folder that QUIS_SOLVERS names, in `.solvers` here and in the directories above, among the
/// installed ones, and on the PATH.
#[derive(clap::Args)]
#[command(subcommand_required = true, arg_required_else_help = true)]
#[command(after_long_help = "\
Examples:
  quis solvers install z3 cvc5 bitwuzla
  quis solvers install z3@4.8.7 z3@latest
  quis solvers list
  quis solvers doctor z3@4.8.7 cvc5
  $(quis solvers path cvc5) query.smt2")]
pub(crate) struct SolversArgs {
    #[command(subcommand)]
    pub(crate) command: SolversCommand,
}

#[derive(Subcommand)]
pub(crate) enum SolversCommand {
    List(ListArgs),
    Install(InstallArgs),
    Path(PathArgs),
    Doctor(DoctorArgs),
}

/// List the solvers that are here
///
/// The one that a bare name means has a star.
#[derive(clap::Args)]
#[command(after_long_help = "\
With --json, each line of the output is one object:
  {\"name\",\"version\",\"family\",\"path\",\"origin\",\"default\"}
or, with --available, {\"name\",\"versions\"}

Examples:
  quis solvers list
  quis solvers list --available")]
pub(crate) struct ListArgs {
    /// List the releases that could be installed, from the registry
    #[arg(long)]
    pub(crate) available: bool,
    /// Print one JSON object per solver and line
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) table: TableArgs,
}

/// Install solvers
///
/// Z3, cvc5, Bitwuzla and Yices come from the Python package index, through pip; CVC4, Boolector and cvc5 before 1.2 from
/// Debian. They are put into the folder that QUIS_SOLVERS names, or else into the per-user cache; nothing else on the machine
/// is changed. What is there is not installed again.
#[derive(clap::Args)]
#[command(after_long_help = "\
With --json, each line of the output is one object:
  {\"solver\",\"installed\",\"present\",\"version\",\"path\",\"message\"}

Exit codes:
  0  all of them are there
  2  one could not be installed

Examples:
  quis solvers install z3 cvc5
  quis solvers install z3@4.8.7 z3@4.12 cvc5@1.0.3 cvc4")]
pub(crate) struct InstallArgs {
    /// A name, with `@` and a version, or `@latest`; without, any release will do
    #[arg(required = true, value_name = "SOLVER[@VERSION]")]
    pub(crate) solvers: Vec<String>,
    /// Go on if one cannot be installed, and call it no failure
    #[arg(long)]
    pub(crate) optional: bool,
    /// Print one JSON object per solver and line
    #[arg(long)]
    pub(crate) json: bool,
    /// Print errors only
    #[arg(short, long)]
    pub(crate) quiet: bool,
    #[command(flatten)]
    pub(crate) table: TableArgs,
}

/// Print the path of a solver's program
#[derive(clap::Args)]
#[command(after_long_help = "\
Exit codes:
  0  it is there
  2  there is no such solver

Examples:
  quis solvers path z3
  $(quis solvers path cvc5@1.4.2) query.smt2")]
pub(crate) struct PathArgs {
    /// A name, with `@` and a version if that matters
    #[arg(value_name = "SOLVER")]
    pub(crate) solver: String,
    #[command(flatten)]
    pub(crate) table: TableArgs,
}

/// Find out what solvers can do here
///
/// Runs each on small scripts: how long it takes to start, what a script costs in a process of its own and in a session,
/// whether it has models, cores, scopes and assumptions, and which theories it decides. `-` means that the table of solvers says no.
#[derive(clap::Args)]
#[command(after_long_help = "\
With --json, each line of the output is one object:
  {\"solver\",\"version\",\"family\",\"program\",\"works\",\"complaint\",\"start_seconds\",\"fresh_cpu_seconds\",
   \"session_cpu_seconds\",\"cheaper\",\"abilities\",\"theories\",\"deviations\"}

Exit codes:
  0  all of them work
  1  one does not
  2  there is no such solver
  3  there are no solvers

Examples:
  quis solvers doctor
  quis solvers doctor z3@4.8.7 './build/z3'")]
pub(crate) struct DoctorArgs {
    /// The solvers [default: all that are found]
    #[arg(value_name = "SOLVER")]
    pub(crate) solvers: Vec<String>,
    /// Print one JSON object per solver and line
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) table: TableArgs,
}

/// Behave like a solver that comes as libraries
#[derive(clap::Args)]
pub(crate) struct HostArgs {
    /// Whose libraries they are
    pub(crate) solver: String,
    /// Where they are
    pub(crate) libraries: PathBuf,
    /// The solver's own arguments
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    pub(crate) arguments: Vec<std::ffi::OsString>,
}
