//! `quis gen`: test cases as files.

pub(crate) mod args;
mod file;
mod make;
mod names;
mod summary;

use std::path::Path;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use anyhow::{Context, bail};
use quis_solvers::{Interrupt, Limits, SearchPath, Solver};
use quis_techniques::{Needs, Technique, for_suites, from_spec, with_reference};

use crate::console::{self, Console, Status};
use crate::parallel::{self, Event, in_order};
use crate::progress::Progress;
use crate::{files, input};
use args::GenArgs;
use make::{Made, Maker, Seed};
use summary::Summary;

/// How many cases of one sequence a thread makes at a time.
const TURN: u64 = 100;

/// How many cases are made in a round, where the next one can go on: what is known of each is kept until its end.
const ROUND: u64 = 10_000;

/// Makes test cases and writes them.
pub(crate) fn run(args: &GenArgs, console: &Console) -> anyhow::Result<Status> {
    let started = Instant::now();
    let interrupt = Interrupt::on_signals().context("signals cannot be handled")?;
    let spec = for_suites(&args.technique, &[&args.parameters[..], &shorthands(args)].concat());
    let technique = from_spec(&if args.reference.is_some() { with_reference(&spec) } else { spec })?;
    let reference = match &args.reference {
        Some(spec) => {
            let solver = Solver::from_spec(spec, &SearchPath::of_user()?)?;
            Some((solver, Limits::of_case(args.timeout, 2048)))
        }
        None => None,
    };
    let count = match args.count {
        None if !technique.ends() => {
            bail!("`{}` has no end: say how many cases with --count", technique.name())
        }
        count => count.unwrap_or(u64::MAX),
    };
    let mut summary = Summary::new(technique.needs() == Needs::Nothing);
    let seeds = seeds(args, &*technique, console, &mut summary)?;
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
    make_all(args, count, console, &maker, &seeds, &mut summary)?;
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

/// Parameters that have an option of their own.
fn shorthands(args: &GenArgs) -> Vec<String> {
    let logic = args.logic.iter().map(|logic| format!("logic={logic}"));
    let truth = args.truth.iter().map(|truth| format!("truth={truth}"));
    let theory = args.theory.iter().map(|theory| format!("theory={theory}"));
    let step = args.step.iter().map(|step| format!("step={step}"));
    let depth = args.depth.iter().map(|depth| format!("depth={depth}"));
    let scopes = args.incremental.then(|| "incremental=yes".to_owned());
    logic.chain(truth).chain(theory).chain(step).chain(depth).chain(scopes).collect()
}

/// The seeds that the arguments stand for; one that is none for a technique that needs none.
fn seeds(
    args: &GenArgs,
    technique: &dyn Technique,
    console: &Console,
    summary: &mut Summary,
) -> anyhow::Result<Vec<Seed>> {
    let name = technique.name();
    match (technique.needs() != Needs::Nothing, args.seeds.first()) {
        (true, None) => bail!("`{name}` makes cases of seeds: name files or directories with some"),
        (false, Some(seed)) => bail!("`{name}` needs no seeds, and has no use for {}", seed.display()),
        (false, None) => return Ok(vec![Seed::none(name)]),
        (true, Some(_)) => {}
    }
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
    let seeds = paths.into_iter().zip(names).map(|(path, name)| Seed {
        path: Some(path),
        name,
        replies: OnceLock::new(),
    });
    Ok(seeds.collect())
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
    count: u64,
    console: &Console,
    maker: &Maker<'_>,
    seeds: &[Seed],
    summary: &mut Summary,
) -> anyhow::Result<()> {
    let total = usize::try_from(count).unwrap_or(usize::MAX);
    let mut progress = Progress::new(total, "cases", !args.quiet && !args.json);
    let mut taken = vec![0; seeds.len()];
    let mut giving: Vec<usize> = (0..seeds.len()).collect();
    let mut left = count;
    // If fewer cases are wanted than there are seeds, the last ones are not asked.
    let mut asked = 0;
    while left > 0 && !giving.is_empty() && !maker.interrupt.is_on() {
        let now = if maker.technique.goes_on() { left.min(ROUND) } else { left };
        let shares = shares(now, &giving);
        asked = shares.last().map_or(asked, |&(seed, _)| asked.max(seed + 1));
        let turns: Vec<Turn> = shares
            .iter()
            .flat_map(|&(seed, share)| turns(seed, taken[seed], share, maker.technique.starts_anywhere()))
            .collect();
        let mut counts = Vec::new();
        in_order(
            turns.len(),
            parallel::jobs(args.jobs, turns.len()),
            |at| maker.make_or_say(&seeds[turns[at].seed], turns[at].first, turns[at].cases),
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
                        let seed = turns[counts.len() - 1].seed;
                        summary.reject(seeds[seed].label());
                        progress.aside(|| console.warn(&why));
                        Ok(())
                    }
                }
            },
        )?;
        for (turn, count) in turns.iter().zip(counts) {
            taken[turn.seed] += count;
            left = left.saturating_sub(count);
            if count < turn.cases {
                giving.retain(|&other| other != turn.seed);
            }
        }
    }
    if !maker.interrupt.is_on() {
        let nothing = seeds.iter().zip(&taken).take(asked).filter(|(_, count)| **count == 0);
        summary.note_nothing(nothing.map(|(seed, _)| seed.label()));
    }
    let used = seeds.iter().zip(&taken).filter(|(seed, count)| seed.path.is_some() && **count > 0);
    summary.seeds = used.count() as u64;
    Ok(())
}

/// Cases of one seed that one thread makes: so many, from the first on.
struct Turn {
    seed: usize,
    first: u64,
    cases: u64,
}

/// The turns of a seed that is to give so many cases behind those that it gave. Where cases do not depend on those before them, all
/// threads work on one sequence.
fn turns(seed: usize, given: u64, cases: u64, starts_anywhere: bool) -> impl Iterator<Item = Turn> {
    let length = if starts_anywhere { TURN } else { cases.max(1) };
    (0..cases.div_ceil(length)).map(move |turn| Turn {
        seed,
        first: given + turn * length,
        cases: length.min(cases - turn * length),
    })
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

    #[test]
    fn threads_share_a_sequence_that_starts_anywhere() {
        let of = |given, cases, starts_anywhere| {
            turns(3, given, cases, starts_anywhere).map(|turn| (turn.first, turn.cases)).collect::<Vec<_>>()
        };
        assert_eq!(of(7, 250, false), [(7, 250)]);
        assert_eq!(of(7, 250, true), [(7, 100), (107, 100), (207, 50)]);
        assert_eq!(of(0, 200, true), [(0, 100), (100, 100)]);
        assert_eq!(of(0, 0, false), []);
    }
}
