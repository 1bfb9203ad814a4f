//! Makes formulas and says how many, how fast, and which operators occur: `cargo run --release --example fuzzsmt -- 10000 logic=QF_BV`.
//!
//! Every formula is parsed, in strict mode where the dialect is the standard's; what is rejected is printed. Formulas that are
//! satisfiable by construction are evaluated, unless `unconfirmed` is among the arguments. `--stream N` is where the sequence starts.
//! `--for SOLVER FILE` writes the formulas as the newest release of a solver reads them, each below a line `; case NUMBER LOGIC`.

#![allow(clippy::print_stdout, reason = "it is a program")]

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::time::{Duration, Instant};

use quis_smtlib::theories::Op;
use quis_smtlib::walk::post_order;
use quis_smtlib::{Command, Mode, Script, TermKind, TermSet, parse};
use quis_solvers::{Dialect, Table};
use quis_techniques::{Material, Stream, TestCase, Truth, confirm, technique};

type Failure = Box<dyn std::error::Error>;

/// What the arguments ask for.
#[derive(Default)]
struct Arguments {
    count: usize,
    stream: u64,
    confirmed: bool,
    parameters: String,
    copies: Vec<Copy>,
}

/// The formulas as one solver reads them.
struct Copy {
    dialect: Dialect,
    file: BufWriter<File>,
}

impl Copy {
    fn create(solver: &str, path: &str) -> Result<Copy, Failure> {
        let profile = Table::ours().profile(solver, None).ok_or_else(|| format!("no solver `{solver}`"))?;
        Ok(Copy { dialect: profile.dialect(), file: BufWriter::new(File::create(path)?) })
    }

    /// Writes a formula, or, if the solver has no word for something in it, that word.
    fn write(&mut self, number: usize, logic: &str, text: &str) -> Result<(), Failure> {
        match self.dialect.translate(text) {
            Some(text) => writeln!(self.file, "; case {number} {logic}\n{text}")?,
            None => {
                let word = self.dialect.obstacle(text).unwrap_or_default();
                writeln!(self.file, "; case {number} {logic} lacks {word}")?;
            }
        }
        Ok(())
    }
}

fn arguments() -> Result<Arguments, Failure> {
    let mut words = std::env::args().skip(1);
    let mut wanted = Arguments { count: 1000, stream: 7, confirmed: true, ..Arguments::default() };
    if let Some(count) = words.next() {
        wanted.count = count.parse()?;
    }
    while let Some(word) = words.next() {
        match word.as_str() {
            "--stream" => wanted.stream = words.next().ok_or("which stream?")?.parse()?,
            "--for" => {
                let (solver, path) =
                    words.next().zip(words.next()).ok_or("for which solver, to which file?")?;
                wanted.copies.push(Copy::create(&solver, &path)?);
            }
            "unconfirmed" => wanted.confirmed = false,
            _ => {
                wanted.parameters.push_str(&word);
                wanted.parameters.push(' ');
            }
        }
    }
    Ok(wanted)
}

/// What was seen of the formulas.
#[derive(Default)]
struct Seen {
    operators: BTreeMap<Op, usize>,
    rejected: usize,
    sat: usize,
    wrong: usize,
}

impl Seen {
    /// Reads a formula; gives the name of its logic.
    fn look_at(&mut self, number: usize, case: &TestCase, mode: Mode, confirmed: bool) -> String {
        let script = match parse(&case.text, mode).into_result() {
            Ok(script) => script,
            Err(errors) => {
                self.rejected += 1;
                if self.rejected <= 5 {
                    println!("; case {number}: {:?}\n{}", errors.first(), case.text);
                }
                return "rejected".to_owned();
            }
        };
        if case.checks.iter().any(|check| check.truth != Truth::Open) {
            self.sat += 1;
            if confirmed && let Err(doubt) = confirm(case) {
                self.wrong += 1;
                if self.wrong <= 5 {
                    println!("; case {number}: {doubt:?}\n{}", case.text);
                }
            }
        }
        let store = &script.store;
        post_order(store, &script.roots(), &mut TermSet::for_store(store), |term| {
            if let TermKind::Apply(function, _) = store.kind(term)
                && let Some(op) = store.operator(function)
            {
                *self.operators.entry(op).or_default() += 1;
            }
        });
        let logic = script.commands.iter().find_map(|command| match command {
            Command::SetLogic(name) => Some(store.text(*name).to_owned()),
            _ => None,
        });
        logic.unwrap_or_else(|| "none".to_owned())
    }
}

fn main() -> Result<(), Failure> {
    let Arguments { count, stream, confirmed, parameters, mut copies } = arguments()?;
    let technique = technique("fuzzsmt", &parameters).map_err(|error| error.to_string())?;
    let standard = technique.parameters().contains("dialect=standard");
    let mode = if standard { Mode::Strict } else { Mode::Standard };
    let (mut spent, mut bytes) = (Duration::ZERO, 0);
    let mut seen = Seen::default();
    let empty = Script::default();
    let mut cases = technique.cases(Material::of(&empty), Stream::new(stream));
    for number in 0..count {
        let started = Instant::now();
        let Some(case) = cases.next() else { break };
        spent += started.elapsed();
        bytes += case.text.len();
        let logic = seen.look_at(number, &case, mode, confirmed);
        for copy in &mut copies {
            copy.write(number, &logic, &case.text)?;
        }
    }
    for copy in &mut copies {
        copy.file.flush()?;
    }
    let seconds = spent.as_secs_f64();
    println!(
        "{count} formulas, {:.0} per second, {:.0} KB per second, {} bytes each; rejected {}; satisfiable {}, wrong {}",
        count as f64 / seconds,
        bytes as f64 / 1024.0 / seconds,
        bytes / count.max(1),
        seen.rejected,
        seen.sat,
        seen.wrong,
    );
    for op in Op::all().filter(|op| !op.operator().internal) {
        let count = seen.operators.get(&op).copied().unwrap_or(0);
        println!("{count:9} {:?} {}", op.theory(), op.operator().name);
    }
    Ok(())
}
