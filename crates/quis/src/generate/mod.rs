//! `quis gen`: test cases as files.

pub(crate) mod args;
mod file;
mod make;
mod names;
mod summary;

use std::path::Path;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use quis_solvers::{Interrupt, Limits, SearchPath, Solver};

use crate::console::{self, Console, Status};
use crate::parallel::{self, Event, in_order};
use crate::progress::Progress;
use crate::technique::{for_suites, with_reference};
use crate::{files, input};
use args::GenArgs;
use make::{Made, Maker, Seed};
use summary::Summary;

/// Makes test cases and writes them.
pub(crate) fn run(args: &GenArgs, console: &Console) -> anyhow::Result<Status> {
    let started = Instant::now();
    let interrupt = Interrupt::on_signals().context("signals cannot be handled")?;
    let spec = for_suites(&args.technique, &args.parameters, args.incremental);
    let spec = with_reference(&spec, args.reference.is_some());
    let (name, parameters) = spec.split_once(' ').unwrap_or((&spec, ""));
    let technique = quis_techniques::technique(name, parameters)?;
    let reference = match &args.reference {
        Some(spec) => {
            let wall = Duration::try_from_secs_f64(args.timeout).unwrap_or(Duration::from_secs(1));
            let solver = Solver::from_spec(spec, &SearchPath::from_environment())?;
            Some((solver, Limits { wall, ..Limits::default() }))
        }
        None => None,
    };
    let mut summary = Summary::default();
    let seeds = seeds(args, console, &mut summary);
    prepare(&args.output, args.force)?;
    let maker = Maker {
        technique: &*technique,
        number: args.seed,
        output: &args.output,
        reference,
        witness: args.witness,
        // Where we look for our own mistakes, every witness is evaluated.
        check: args.check || cfg!(debug_assertions),
        interrupt: &interrupt,
        renderer: console.stderr_renderer(),
        written: AtomicU64::new(0),
    };
    make_all(args, console, &maker, &seeds, &mut summary)?;
    summary.seconds = started.elapsed().as_secs_f64();
    if args.json {
        console::print(summary.line().as_bytes())?;
    } else {
        if !args.quiet {
            console::print(summary.text(&args.output).as_bytes())?;
        }
        summary.complain(console);
    }
    Ok(if interrupt.is_on() { Status::Interrupted } else { summary.status() })
}

/// The seeds that the arguments stand for.
fn seeds(args: &GenArgs, console: &Console, summary: &mut Summary) -> Vec<Seed> {
    let mut paths = Vec::new();
    for found in files::expand(&args.seeds) {
        match found {
            Ok(path) => paths.push(path),
            Err(error) => {
                summary.reject(error.name.clone());
                console.warn(&console.stderr_renderer().input_error(&error));
            }
        }
    }
    let names = names::names(&paths);
    let seeds =
        paths.into_iter().zip(names).map(|(path, name)| Seed { path, name, replies: OnceLock::new() });
    seeds.collect()
}

/// Makes the directory. It must be new, or empty, or given up by the user.
fn prepare(output: &Path, force: bool) -> anyhow::Result<()> {
    let failed = |error: std::io::Error| anyhow::anyhow!("{}: {}", output.display(), input::reason(&error));
    std::fs::create_dir_all(output).map_err(failed)?;
    if !force && std::fs::read_dir(output).map_err(failed)?.next().is_some() {
        bail!("{}: something is in this directory; --force writes to it all the same", output.display());
    }
    Ok(())
}

/// In turns: every seed gets an equal share of what is left, until nothing is, or no seed gives more.
fn make_all(
    args: &GenArgs,
    console: &Console,
    maker: &Maker<'_>,
    seeds: &[Seed],
    summary: &mut Summary,
) -> anyhow::Result<()> {
    let total = usize::try_from(args.count).unwrap_or(usize::MAX);
    let mut progress = Progress::new(total, "cases", !args.quiet && !args.json);
    let mut taken = vec![0; seeds.len()];
    let mut giving: Vec<usize> = (0..seeds.len()).collect();
    let mut left = args.count;
    // If fewer cases are wanted than there are seeds, the last ones are not asked.
    let mut asked = 0;
    while left > 0 && !giving.is_empty() && !maker.interrupt.is_on() {
        let turns = shares(left, &giving);
        asked = turns.last().map_or(asked, |&(seed, _)| asked.max(seed + 1));
        let mut counts = Vec::new();
        in_order(
            turns.len(),
            parallel::jobs(args.jobs, turns.len()),
            |at| maker.make_or_say(&seeds[turns[at].0], taken[turns[at].0], turns[at].1),
            |event| {
                let made = match event {
                    Event::Done(_) => {
                        let written = maker.written.load(Ordering::Relaxed);
                        progress.update(usize::try_from(written).unwrap_or(total));
                        return anyhow::Ok(());
                    }
                    Event::Next(made) => made?,
                };
                match made {
                    Made::Files(files) => {
                        counts.push(files.len() as u64);
                        progress.aside(|| summary.add(&files, args.json))
                    }
                    Made::Rejected(why) => {
                        counts.push(0);
                        let seed = turns[counts.len() - 1].0;
                        summary.reject(input::name(&seeds[seed].path));
                        progress.aside(|| console.warn(&why));
                        Ok(())
                    }
                }
            },
        )?;
        for (&(seed, share), count) in turns.iter().zip(counts) {
            taken[seed] += count;
            left = left.saturating_sub(count);
            if count < share {
                giving.retain(|&other| other != seed);
            }
        }
    }
    if !maker.interrupt.is_on() {
        let nothing = seeds.iter().zip(&taken).take(asked).filter(|(_, count)| **count == 0);
        summary.note_nothing(nothing.map(|(seed, _)| input::name(&seed.path)));
    }
    summary.seeds = taken.iter().filter(|&&count| count > 0).count() as u64;
    Ok(())
}

/// How many cases each seed is to give: as many as the others, or one more if it is among the first. Seeds without any are left out.
fn shares(count: u64, seeds: &[usize]) -> Vec<(usize, u64)> {
    let of = seeds.len().max(1) as u64;
    let share = |at: usize| count / of + u64::from((at as u64) < count % of);
    let shares = seeds.iter().enumerate().map(|(at, &seed)| (seed, share(at)));
    shares.filter(|(_, share)| *share > 0).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_even() {
        assert_eq!(shares(8, &[4, 7, 9]), [(4, 3), (7, 3), (9, 2)]);
        assert_eq!(shares(2, &[4, 7, 9]), [(4, 1), (7, 1)]);
        assert_eq!(shares(2, &[]), []);
    }
}
