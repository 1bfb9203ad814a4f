//! The arguments of the commands about abstract domains.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Subcommand, ValueEnum, ValueHint};
use quis_domains::{Boundary, CONFIGS, EngineKind};

/// Test numerical abstract domains: are they sound, precise, and do they converge?
///
/// A domain is put to properties that hold of every abstract domain (those of Bugariu's dissertation, figure 2.3, and a few more). What fails is
/// made as small as possible, and told as a sequence of operations and as a program of its own.
#[derive(clap::Args)]
#[command(subcommand_required = true, arg_required_else_help = true)]
#[command(after_long_help = "\
Examples:
  quis domains list
  quis domains install apron
  quis domains test --domain apron:oct-d --for 60s
  quis domains test --domain reference:octagons+oct-no-closure --for 10s")]
pub(crate) struct DomainsArgs {
    #[command(subcommand)]
    pub(crate) command: DomainsCommand,
}

#[derive(Subcommand)]
pub(crate) enum DomainsCommand {
    List(ListArgs),
    Install(InstallArgs),
    Properties(PropertiesArgs),
    Test(TestArgs),
    Replay(ReplayArgs),
    #[command(hide = true)]
    Worker(WorkerArgs),
}

/// List the domains that are here, and those that could be
#[derive(clap::Args)]
#[command(after_long_help = "\
With --json, each line of the output is one object: {\"name\",\"here\",\"path\",\"version\"}

Examples:
  quis domains list
  QUIS_APRON=/opt/apron/lib quis domains list")]
pub(crate) struct ListArgs {
    /// List the planted faults of the reference domains, too
    #[arg(long)]
    pub(crate) faults: bool,
    /// Print one JSON object per domain and line
    #[arg(long)]
    pub(crate) json: bool,
}

/// Install a library of domains
///
/// APRON 0.9.10 comes from Debian 11, PPL from Debian; both are unpacked into the per-user cache, and nothing else on the machine is changed.
#[derive(clap::Args)]
#[command(after_long_help = "\
Exit codes:
  0  all of them are there
  2  one could not be installed

Examples:
  quis domains install apron ppl")]
pub(crate) struct InstallArgs {
    /// Which
    #[arg(required = true)]
    pub(crate) libraries: Vec<Library>,
    /// Go on if one cannot be installed, and call it no failure
    #[arg(long)]
    pub(crate) optional: bool,
}

/// A library that can be installed.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Library {
    /// APRON 0.9.10
    Apron,
    /// The Parma Polyhedra Library 1.2
    Ppl,
}

/// List the properties
#[derive(clap::Args)]
#[command(after_long_help = "\
With --json, each line of the output is one object: {\"number\",\"kind\",\"group\",\"formula\"}

Examples:
  quis domains properties")]
pub(crate) struct PropertiesArgs {
    /// Print one JSON object per property and line
    #[arg(long)]
    pub(crate) json: bool,
}

/// Test domains
///
/// Each runs in processes of its own: a library that dies or does not come to an end is a finding. What does not fail again, in a process in
/// which nothing else is done, is no finding: it is told apart, as not confirmed. The same seed gives the same tests.
#[derive(clap::Args)]
#[command(after_long_help = "\
With --json, each line of the output is one object:
  {\"domain\",\"property\",\"kind\",\"ending\",\"seconds\",\"steps\",\"text\",\"case\"} for what was found, and
  {\"domain\",\"summary\":{\"checks\",\"seconds\",\"tests\",\"S\",\"P\",\"C\",\"E\",\"behaviours\",\"properties\",
  \"unconfirmed\":[{\"property\",\"ending\",\"case\"}]}} in the end; with \"edges\" if the library tells which of its code runs

Exit codes:
  0    all properties hold, as far as was tested and confirmed
  1    one does not, or a library died
  2    there is no such domain, or the arguments are wrong
  130  interrupted; what was found until then is told

Examples:
  quis domains test --domain apron:oct-d --for 60s
  quis domains test --domain apron:box-mpq --domain apron:oct-mpq --config C2 --for 5m -j 4
  quis domains test --domain ppl:poly --property 30 --property 33
  quis domains test --domain apron:poly-rll --constants int --campaign rll")]
pub(crate) struct TestArgs {
    /// A domain, as `quis domains list` calls it; may be given more than once
    #[arg(long, required = true, value_name = "DOMAIN")]
    pub(crate) domain: Vec<String>,
    /// Test this property only; may be given more than once
    #[arg(long, value_name = "NUMBER")]
    pub(crate) property: Vec<u8>,
    /// How many elements and operations a pool has
    #[arg(long, value_name = "NAME", default_value = "default", value_parser = config_names())]
    pub(crate) config: String,
    /// Which boundary values are among the constants [default: those of the configuration]
    #[arg(long, value_name = "WHICH")]
    pub(crate) constants: Option<Constants>,
    /// Do not ask the library for widenings with ⊥
    ///
    /// For libraries that die of them, so that something else can be found.
    #[arg(long)]
    pub(crate) guard_widening: bool,
    /// How many variables there are
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u8).range(1..=64))]
    pub(crate) variables: u8,
    /// How inputs are chosen
    #[arg(long, value_name = "HOW", default_value = "guided")]
    pub(crate) engine: EngineArg,
    /// For how long, each domain
    #[arg(long = "for", value_name = "TIME", default_value = "30s", value_parser = humantime::parse_duration)]
    pub(crate) time: Duration,
    /// For so many checks at most, each domain
    #[arg(long, value_name = "N")]
    pub(crate) checks: Option<u64>,
    /// End with the first failure that does not depend on earlier checks, as far as can be seen at once
    #[arg(long)]
    pub(crate) first: bool,
    /// How many workers there are
    #[arg(short, long, value_name = "N", default_value_t = 1)]
    pub(crate) jobs: usize,
    /// The seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Give a worker up that has done nothing for so long
    #[arg(long, value_name = "TIME", default_value = "2s", value_parser = humantime::parse_duration)]
    pub(crate) patience: Duration,
    /// Keep what is found in this directory
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) campaign: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Print the result only
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

fn config_names() -> clap::builder::PossibleValuesParser {
    CONFIGS
        .iter()
        .map(|(name, help)| clap::builder::PossibleValue::new(*name).help(*help))
        .collect::<Vec<_>>()
        .into()
}

/// Which boundary values.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Constants {
    /// None
    None,
    /// Those of 32-bit integers
    Int,
    /// Those of the domain's numbers
    All,
    /// These, infinities, and what is not a number
    Special,
}

impl From<Constants> for Boundary {
    fn from(constants: Constants) -> Boundary {
        match constants {
            Constants::None => Boundary::None,
            Constants::Int => Boundary::Int,
            Constants::All => Boundary::Representation,
            Constants::Special => Boundary::Special,
        }
    }
}

/// How inputs are chosen.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum EngineArg {
    /// At random
    Random,
    /// From those that showed new behaviour, or ran new code of an instrumented library
    Guided,
    /// All of few choices, in order
    Exhaustive,
}

impl From<EngineArg> for EngineKind {
    fn from(engine: EngineArg) -> EngineKind {
        match engine {
            EngineArg::Random => EngineKind::Random,
            EngineArg::Guided => EngineKind::Guided,
            EngineArg::Exhaustive => EngineKind::Exhaustive,
        }
    }
}

/// Run what was found again
#[derive(clap::Args)]
#[command(after_long_help = "\
Exit codes:
  0  it fails no more
  1  it fails again
  2  the file could not be read, or there is no such domain

Examples:
  quis domains replay rll/findings/apron-poly-rll-17/case.json")]
pub(crate) struct ReplayArgs {
    /// `case.json` of a finding, or of what is not confirmed
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) file: PathBuf,
    /// Another domain than the one that failed
    #[arg(long)]
    pub(crate) domain: Option<String>,
    /// Give a worker up that has done nothing for so long
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = humantime::parse_duration)]
    pub(crate) patience: Duration,
}

/// Test a domain in this process, on the orders of another
#[derive(clap::Args)]
pub(crate) struct WorkerArgs {
    /// The domain
    #[arg(long)]
    pub(crate) domain: String,
    /// The number of variables
    #[arg(long)]
    pub(crate) dimension: usize,
}
