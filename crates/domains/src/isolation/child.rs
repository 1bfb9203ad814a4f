//! The worker: one domain in a process of its own.

use std::cell::Cell;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, Write};
use std::time::{Duration, Instant};

use super::page::Page;
use super::protocol::{Order, Reply, Rounds, Target};
use crate::domain::Domain;
use crate::engine::{Engine, Round, Tally};
use crate::local::outcome;
use crate::property::Property;
use crate::registry::{Visitor, with};

/// So often a worker says what it has done.
const INTERVAL: Duration = Duration::from_millis(100);

/// So many cases of one property are sent; more would tell nothing new.
const CASES: u64 = 3;

/// The same for cases that do not fail alone: a lazy element is what earlier checks of the same pool have made of it.
const DEPENDENT_CASES: u64 = 1;

/// Serves orders from standard input until it ends: the whole of a worker.
///
/// # Errors
/// If the parent cannot be talked to.
pub fn serve(target: &Target) -> io::Result<()> {
    let wire = Wire::take()?;
    match with(&target.domain, target.dimension, Server { wire: &wire }) {
        Ok(done) => done,
        Err(reason) => wire.reply(&Reply::Unknown(reason.to_string())),
    }
}

/// Where replies go: what was standard output. Libraries that print find nothing there.
struct Wire(File);

impl Wire {
    fn take() -> io::Result<Wire> {
        let wire = rustix::io::dup(io::stdout())?;
        let nowhere = OpenOptions::new().write(true).open("/dev/null")?;
        rustix::stdio::dup2_stdout(&nowhere)?;
        rustix::stdio::dup2_stderr(&nowhere)?;
        Ok(Wire(File::from(wire)))
    }

    fn reply(&self, reply: &Reply) -> io::Result<()> {
        let mut line = serde_json::to_vec(reply)?;
        line.push(b'\n');
        (&self.0).write_all(&line)
    }
}

struct Server<'w> {
    wire: &'w Wire,
}

impl Visitor for Server<'_> {
    type Output = io::Result<()>;

    fn visit<D: Domain>(self, domain: D) -> io::Result<()> {
        for line in io::stdin().lock().lines() {
            match serde_json::from_str(&line?)? {
                Order::Describe => self.wire.reply(&Reply::Described(domain.profile().clone()))?,
                Order::Try(case) => self.wire.reply(&Reply::Outcome(outcome(&domain, &case)))?,
                Order::Run(rounds) => run(self.wire, &domain, &rounds)?,
            }
        }
        Ok(())
    }
}

fn run<D: Domain>(wire: &Wire, domain: &D, order: &Rounds) -> io::Result<()> {
    let page = Page::open(&order.page)?;
    let properties: Vec<&'static Property> =
        order.properties.iter().filter_map(|&number| Property::of(number)).collect();
    let mut round = Round::new(domain, order.config, properties);
    let mut engine = Engine::new(order.engine, order.seed);
    let mut bytes = vec![0; round.length()];
    let mut said = vec![Tally::default(); round.tallies.len()];
    // Not how many there were: all of these may have been in one round.
    let mut sent = vec![[0; 2]; round.tallies.len()];
    let mut last = Instant::now();
    let mut number = order.first;
    let mut checks = 0;
    while order.checks.is_none_or(|most| checks < most) {
        engine.fill(number, &mut bytes);
        page.begin(number, &bytes);
        let mut cases = Vec::new();
        let now = Cell::new(None);
        let is_new = round.run(
            &bytes,
            |check| {
                now.set(check);
                page.at(check);
            },
            |case, how| cases.push((now.get(), case.clone(), how)),
        );
        if is_new {
            engine.keep(&bytes);
        }
        number += order.stride;
        checks += order.config.checks as u64;
        for (check, case, how) in cases {
            let at = round.properties().iter().position(|property| Some(property.number) == case.property);
            let Some([dependent, alone]) = at.and_then(|at| sent.get_mut(at)) else { continue };
            if *alone >= CASES {
                continue;
            }
            // It may die, or come to no end, where it did not after the checks before it.
            page.at(check);
            let fails_alone = outcome(domain, &case) == how;
            let (sent, most) = if fails_alone { (alone, CASES) } else { (dependent, DEPENDENT_CASES) };
            if *sent < most {
                *sent += 1;
                wire.reply(&Reply::Found { case, outcome: how, alone: fails_alone })?;
            }
        }
        if last.elapsed() > INTERVAL {
            progress(wire, &round, &mut said, number)?;
            last = Instant::now();
        }
    }
    progress(wire, &round, &mut said, number)?;
    wire.reply(&Reply::Done)
}

/// Says what was done since the last time.
fn progress<D: Domain>(wire: &Wire, round: &Round<'_, D>, said: &mut [Tally], next: u64) -> io::Result<()> {
    let mut tallies = Vec::with_capacity(said.len());
    for ((property, now), said) in round.properties().iter().zip(&round.tallies).zip(said) {
        let new = Tally {
            checks: now.checks - said.checks,
            vacuous: now.vacuous - said.vacuous,
            violated: now.violated - said.violated,
            failed: now.failed - said.failed,
        };
        *said = *now;
        tallies.push((property.number, new));
    }
    wire.reply(&Reply::Progress {
        next,
        tallies,
        features: round.features.count(),
        edges: round.edges.count(),
    })
}
