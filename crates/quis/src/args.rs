//! The arguments, from which help, manual pages and shell completions are made.

use std::path::PathBuf;

use clap::{Parser, Subcommand, ValueEnum, ValueHint};
use quis_smtlib::Mode;

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
  1  `quis fmt --check`: a file is not formatted
  2  an input was rejected or could not be read, or the arguments are wrong

Examples:
  quis check seeds/               is every .smt2 file below this directory well-formed and well-typed?
  quis info query.smt2            what is in this file?
  quis fmt query.smt2 -o out.smt2 lay it out for people
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
    Check(CheckArgs),
    Info(InfoArgs),
    Fmt(FmtArgs),
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
    BenchParse(BenchArgs),
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
