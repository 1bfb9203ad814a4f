//! `quis domains test` and `replay`.

use std::time::{Duration, Instant};

use anyhow::{Context, anyhow, bail};
use quis_domains::isolation::{Campaign, Event, Found, Summary, Target, ending_of};
use quis_domains::report::{headline, unconfirmed};
use quis_domains::{Config, Property, Settings, text};
use quis_solvers::Interrupt;
use serde_json::json;

use super::args::{ReplayArgs, TestArgs};
use super::{store, table, worker};
use crate::console::{self, Console, Status, json_line};
use crate::units::clock;

/// So often progress is told.
const INTERVAL: Duration = Duration::from_secs(2);

pub(super) fn run(args: &TestArgs, console: &Console) -> anyhow::Result<Status> {
    for number in &args.property {
        if Property::of(*number).is_none() {
            bail!("--property {number}: there is no such property: `quis domains properties` lists them");
        }
    }
    let interrupt = Interrupt::on_signals().context("signals cannot be handled")?;
    let mut summaries: Vec<Summary> = Vec::new();
    for domain in &args.domain {
        if interrupt.is_on() {
            break;
        }
        let campaign = campaign(args, domain)?;
        let mut panel = Panel::new(args, domain, console);
        let summary = campaign
            .run(&|| interrupt.is_on(), &mut |event| panel.tell(&event))
            .map_err(|error| anyhow!("--domain {error}"))?;
        for found in &summary.found {
            tell(args, domain, &summary, found)?;
        }
        if !args.json {
            tell_unconfirmed(domain, &summary)?;
        }
        if let Some(directory) = &args.campaign {
            store::keep(directory, domain, &summary, console)?;
        }
        summaries.push(summary);
    }
    if let Some(directory) = &args.campaign {
        store::report(directory, console)?;
    }
    if args.json {
        for summary in &summaries {
            console::print(json_line(&table::json(summary)).as_bytes())?;
        }
    } else {
        console::print(table::text(&summaries).as_bytes())?;
    }
    if interrupt.is_on() {
        return Ok(Status::Interrupted);
    }
    let failed = summaries.iter().any(|summary| !summary.found.is_empty());
    Ok(if failed { Status::Failed } else { Status::Good })
}

fn campaign(args: &TestArgs, domain: &str) -> anyhow::Result<Campaign> {
    let mut config = Config::named(&args.config).unwrap_or_default();
    if let Some(constants) = args.constants {
        config.boundary = constants.into();
    }
    config.guarded = args.guard_widening;
    Ok(Campaign {
        command: worker()?,
        target: Target { domain: domain.to_owned(), dimension: usize::from(args.variables) },
        settings: Settings {
            config,
            engine: args.engine.into(),
            seed: args.seed,
            rounds: u64::MAX,
            time: Some(args.time),
            properties: args.property.clone(),
            first: args.first,
        },
        jobs: args.jobs.max(1),
        checks: args.checks,
        patience: args.patience,
    })
}

/// Says what was found.
fn tell(args: &TestArgs, domain: &str, summary: &Summary, found: &Found) -> anyhow::Result<()> {
    let shown = text(&found.case, &summary.profile);
    if args.json {
        return Ok(console::print(
            json_line(&json!({
                "domain": domain,
                "property": found.property.map(|property| property.number),
                "kind": found.property.map(|property| property.kind.letter().to_string()),
                "ending": found.ending,
                "seconds": found.after.as_secs_f64(),
                "steps": found.case.steps.len(),
                "text": shown,
                "case": found.case,
            }))
            .as_bytes(),
        )?);
    }
    let after = format!("after {:.2} s", found.after.as_secs_f64());
    let headline = headline(found.property, &found.ending);
    console::print(format!("{domain}: {headline} ({after})\n{}\n", indented(&shown)).as_bytes())?;
    Ok(())
}

/// Says what failed in the run only, in a line each.
fn tell_unconfirmed(domain: &str, summary: &Summary) -> anyhow::Result<()> {
    let mut lines = String::new();
    for found in &summary.unconfirmed {
        let when = format!(" (after {:.2} s)", found.after.as_secs_f64());
        let what = unconfirmed(found.property, &found.ending, &when);
        lines += &format!("{domain}: not confirmed: {what}\n");
    }
    if !lines.is_empty() {
        console::print((lines + "\n").as_bytes())?;
    }
    Ok(())
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("    {line}\n")).collect()
}

/// What is told while it runs.
struct Panel<'a> {
    args: &'a TestArgs,
    domain: &'a str,
    console: &'a Console,
    start: Instant,
    last: Instant,
}

impl<'a> Panel<'a> {
    fn new(args: &'a TestArgs, domain: &'a str, console: &'a Console) -> Panel<'a> {
        Panel { args, domain, console, start: Instant::now(), last: Instant::now() }
    }

    fn tell(&mut self, event: &Event<'_>) {
        if self.args.quiet || self.last.elapsed() < INTERVAL {
            return;
        }
        let line = match event {
            Event::Progress { checks, failed } => {
                let (now, all) = (clock(self.start.elapsed()), clock(self.args.time));
                format!("{}: {now} of {all}, {checks} checks, {failed} failures\n", self.domain)
            }
            Event::Shrinking { left } => format!("{}: {left} to be made smaller\n", self.domain),
            Event::Found { .. } => return,
        };
        self.last = Instant::now();
        self.console.warn(&line);
    }
}

pub(super) fn replay(args: &ReplayArgs) -> anyhow::Result<Status> {
    let kept = store::read(&args.file)?;
    let domain = args.domain.as_ref().unwrap_or(&kept.domain);
    let (profile, ending) = ending_of(&worker()?, domain, &kept.case, args.patience)?;
    console::print(text(&kept.case, &profile).as_bytes())?;
    if let Some(ending) = ending {
        console::print(format!("{domain}: {ending}\n").as_bytes())?;
        Ok(Status::Failed)
    } else {
        console::print(format!("{domain}: nothing is wrong\n").as_bytes())?;
        Ok(Status::Good)
    }
}
