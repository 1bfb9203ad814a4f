//! `quis fuzz`: the main job.

pub(crate) mod args;
mod choice;
mod panel;
pub(crate) mod replay;
pub(crate) mod report;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use anyhow::{Context, bail};
use quis_campaign::{
    Budget, Campaign, Description, Ended, Event, Kind, Participant, SeedFile, bundled, read_option_sets,
    report as pages,
};
use quis_smtlib::{Mode, ParseOptions, Severity, line_and_column, parse};
use quis_solvers::Interrupt;
use quis_techniques::{Needs, Technique, from_spec, groups_of, with_reference};
use serde_json::json;

use crate::console::{Console, Status};
use crate::{atomic, files, input};
use args::{Asking, FuzzArgs, Minimize, Sessions};
use panel::{Panel, Style};

/// Runs a campaign.
pub(crate) fn run(args: &FuzzArgs, console: &Console) -> anyhow::Result<Status> {
    let interrupt = Interrupt::on_signals().context("signals cannot be handled")?;
    let style = match (args.json, args.quiet) {
        (true, _) => Style::Json,
        (false, true) => Style::Quiet,
        (false, false) => Style::People,
    };
    let mut campaign = if args.resume { resume(args)? } else { create(args, console, style)? };
    let jobs = args.jobs.map_or_else(cores, usize::from);
    let command: Vec<String> = std::env::args().collect();
    campaign.note_run(&command.join(" "), jobs)?;
    let reduce = (!args.no_reduce).then_some(args.reduce_for);
    let budget = Budget { time: args.time, cases: args.count, units: args.units, reduce };
    let mut panel = Panel::new(style, args.time, args.count);
    let ended = campaign.run(budget, jobs, &interrupt, &mut |event: Event<'_>| panel.tell(&event))?;
    campaign.note_end()?;
    let report = campaign.report()?;
    let page = write_pages(campaign.directory(), &report)?;
    let found = report.findings.len();
    if style == Style::Json {
        let how = match ended {
            Ended::Budget => "budget",
            Ended::Exhausted => "exhausted",
            Ended::Interrupted => "interrupted",
        };
        panel.event(&json!({"event": "ended", "how": how, "findings": found, "cases": report.summary.cases,
            "campaign": campaign.directory(), "report": page}));
    }
    let seeds = &report.summary.seeds;
    // A technique that needs no seeds may have run all its cases.
    if ended == Ended::Exhausted && seeds.used + seeds.failing == 0 && report.summary.cases == 0 {
        panel.reasons().iter().for_each(|reason| console.warn(&format!("{reason}\n")));
        bail!("no seed can be used");
    }
    drop(panel);
    if style == Style::People {
        let mut text = pages::text(&report);
        if ended == Ended::Exhausted {
            text.push_str(if seeds.used > 0 {
                "\nNo seed gives new cases any more.\n"
            } else {
                "\nAll cases were run.\n"
            });
        }
        text.push_str(&format!("\nThe report: {}\n", page.display()));
        crate::console::print(text.as_bytes())?;
    }
    Ok(match (ended, found) {
        (Ended::Interrupted, _) => Status::Interrupted,
        (_, 0) => Status::Good,
        _ => Status::Failed,
    })
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

fn resume(args: &FuzzArgs) -> anyhow::Result<Campaign> {
    let directory = args.campaign.as_deref().unwrap_or(Path::new("."));
    Ok(Campaign::resume(directory)?)
}

fn create(args: &FuzzArgs, console: &Console, style: Style) -> anyhow::Result<Campaign> {
    let mut seeds = Vec::new();
    for found in files::expand(&args.seeds) {
        match found {
            Ok(path) => seeds.push(SeedFile::of_path(&path)),
            Err(error) => bail!("{}: {}", error.name, error.message),
        }
    }
    let made = techniques(args, None).0.iter().map(|spec| from_spec(spec)).collect::<Result<Vec<_>, _>>()?;
    let needs_seeds = made.iter().any(|technique| technique.needs() != Needs::Nothing);
    match args.seeds.first() {
        None if needs_seeds => seeds = bundled(),
        Some(seed) if !needs_seeds => {
            bail!("{}: no technique that was asked for has a use for seeds", seed.display())
        }
        _ => {}
    }
    if let Some(path) = args.seeds.iter().find(|path| !path.exists()) {
        bail!("{}: no such file or directory", path.display());
    }
    if !args.seeds.is_empty() {
        refuse_unreadable(&seeds)?;
    }
    if !args.only.is_empty() && needs_seeds {
        keep_seeds_about(&args.only, &mut seeds);
    }
    refuse_wrong(&made, &seeds)?;
    let options = match &args.options_from {
        Some(path) => {
            let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
            read_option_sets(&text)
                .map_err(|(line, what)| anyhow::anyhow!("{}:{line}:1: {what}", path.display()))?
        }
        None => Vec::new(),
    };
    let say = |text: &str| {
        if style != Style::Quiet {
            console.warn(&format!("{text}\n"));
        }
    };
    let names = if args.solvers.is_empty() { choice::all_or_install(&say)? } else { args.solvers.clone() };
    let dialect = Participant::shared_dialect(names.iter().chain(&args.reference));
    let (techniques, shares) = techniques(args, dialect.as_deref());
    let description = Description {
        seed: args.seed.unwrap_or_else(any_number),
        techniques,
        shares,
        solvers: names,
        reference: args.reference.clone(),
        options,
        variants: args.variants,
        kinds: Kind::ALL
            .into_iter()
            .filter(|kind| args.kinds.iter().any(|name| name == kind.name()))
            .collect(),
        oracles: (!args.oracles.is_empty()).then(|| args.oracles.clone()),
        timeout: args.timeout,
        memory: args.memory,
        max_seed: args.max_seed << 10,
        asking: match args.asking {
            Asking::Varied => quis_campaign::Asking::Varied,
            Asking::Plain => quis_campaign::Asking::Plain,
        },
        sessions: sessions(args.sessions),
        minimize: match args.minimize {
            Minimize::Reduce => quis_campaign::Minimize::Reduce,
            Minimize::Bounds => quis_campaign::Minimize::Bounds,
            Minimize::None => quis_campaign::Minimize::None,
        },
    };
    let directory = args.campaign.clone().unwrap_or_else(new_directory);
    if style == Style::People {
        say(&format!("campaign {}, seed {}", directory.display(), description.seed));
    }
    Ok(Campaign::create(&directory, description, &seeds)?)
}

/// When solvers are kept running.
pub(crate) fn sessions(choice: Sessions) -> quis_campaign::Sessions {
    match choice {
        Sessions::Auto => quis_campaign::Sessions::Auto,
        Sessions::Always => quis_campaign::Sessions::Always,
        Sessions::Never => quis_campaign::Sessions::Never,
    }
}

/// The techniques of a campaign, and the share of each. If none is named: all, with the operators of a dialect that all solvers read.
fn techniques(args: &FuzzArgs, dialect: Option<&str>) -> (Vec<String>, Vec<u64>) {
    let (named, shares): (Vec<String>, Vec<u64>) = if args.techniques.is_empty() {
        quis_techniques::for_campaigns(dialect, &args.only).into_iter().unzip()
    } else {
        (args.techniques.clone(), Vec::new())
    };
    let asks = args.reference.is_some();
    (named.into_iter().map(|spec| if asks { with_reference(&spec) } else { spec }).collect(), shares)
}

/// Stops if no seed that the user names can be read: techniques without seeds would hide that for ever.
fn refuse_unreadable(seeds: &[SeedFile]) -> anyhow::Result<()> {
    let mut first = None;
    for path in seeds.iter().map(|seed| Path::new(&seed.path)) {
        let Ok(source) = input::read(path) else { continue };
        let parsed = source.parse(ParseOptions::default());
        let error = parsed.diagnostics.iter().find(|found| found.severity == Severity::Error);
        let Some(error) = error else { return Ok(()) };
        let (line, column) = line_and_column(&source.text, error.span.start);
        first.get_or_insert_with(|| format!("{}:{line}:{column}: {}", path.display(), error.message));
    }
    match first {
        Some(first) => bail!("no seed can be used; the first one: {first}"),
        None => Ok(()),
    }
}

/// Drops the seeds that are about no group that is wanted. What cannot be read stays: the campaign says why it is skipped.
fn keep_seeds_about(only: &[String], seeds: &mut Vec<SeedFile>) {
    seeds.retain(|seed| {
        let Ok(seed) = seed.read() else { return true };
        let Ok(script) = parse(&seed.text, Mode::Standard).into_result() else { return true };
        let groups = groups_of(&script);
        only.iter().any(|wanted| groups.contains(&**wanted))
    });
}

/// Seeds that are rules are checked before anything is made of them.
fn refuse_wrong(techniques: &[Box<dyn Technique>], seeds: &[SeedFile]) -> anyhow::Result<()> {
    if !techniques.iter().any(|technique| technique.objects()) {
        return Ok(());
    }
    for path in seeds.iter().map(|seed| Path::new(&seed.path)) {
        let Ok(source) = input::read(path) else { continue };
        let parsed = source.parse(ParseOptions::default());
        let name = path.display().to_string();
        let mut objections =
            techniques.iter().filter_map(|one| one.objection(&parsed.script, &name, &source.text));
        if let Some(why) = objections.next().filter(|_| parsed.is_ok()) {
            bail!("{why}");
        }
    }
    Ok(())
}

/// A number that nobody chose: the time, stirred.
fn any_number() -> u64 {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    quis_techniques::Stream::new(now.as_nanos() as u64).nth(u64::from(std::process::id())).next() >> 32
}

/// match: the fifteenth of November, result: quis-campaigns/20261115-124500
fn new_directory() -> PathBuf {
    let now = humantime::format_rfc3339_seconds(SystemTime::now()).to_string();
    let name: String = now.chars().filter(char::is_ascii_digit).collect();
    let (day, time) = name.split_at(8.min(name.len()));
    let base = Path::new("quis-campaigns");
    let first = base.join(format!("{day}-{time}"));
    let more = (2..1000).map(|number| base.join(format!("{day}-{time}-{number}")));
    std::iter::once(first.clone()).chain(more).find(|path| !path.exists()).unwrap_or(first)
}

/// Writes the report into the campaign's directory; where the page is.
fn write_pages(directory: &Path, report: &pages::Report) -> anyhow::Result<PathBuf> {
    let page = directory.join("report.html");
    atomic::write(&page, pages::html(report)?.as_bytes())?;
    atomic::write(&directory.join("report.md"), pages::markdown(report)?.as_bytes())?;
    let _ = std::io::stderr().flush();
    Ok(page)
}
