//! The cases of one seed, written to files.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use quis_campaign::{cases_stream, identify, requests};
use quis_smtlib::{ParseOptions, commands};
use quis_solvers::{Interrupt, Limits, Solver};
use quis_techniques::{Doubt, Material, Reply, Stream, Technique, TestCase, confirm};
use serde::Serialize;

use super::args::Witness;
use super::file::{case_file, status};
use crate::atomic;
use crate::diagnostics::Renderer;
use crate::input::{self, InputError, Source};
use crate::parallel::panic_message;

/// How files are made.
pub(super) struct Maker<'a> {
    pub(super) technique: &'a dyn Technique,
    pub(super) number: u64,
    pub(super) output: &'a Path,
    pub(super) reference: Option<(Solver, Limits)>,
    pub(super) witness: Witness,
    pub(super) check: bool,
    pub(super) interrupt: &'a Interrupt,
    pub(super) renderer: Renderer,
    /// How many files were written.
    pub(super) written: AtomicU64,
}

/// A seed, and what the reference said of it once it was asked.
pub(super) struct Seed {
    /// Where it is; nothing if the technique needs none.
    pub(super) path: Option<PathBuf>,
    /// What its files are called.
    pub(super) name: String,
    pub(super) replies: OnceLock<Vec<Reply>>,
}

impl Seed {
    /// What stands in the place of a seed for a technique that needs none.
    pub(super) fn none(technique: &str) -> Self {
        Seed { path: None, name: technique.to_owned(), replies: OnceLock::new() }
    }

    /// What it is called in messages.
    pub(super) fn label(&self) -> String {
        self.path.as_deref().map_or_else(|| self.name.clone(), input::name)
    }
}

/// What came of a seed.
pub(super) enum Made {
    /// Files. There are no more if not as many as wanted.
    Files(Vec<Written>),
    /// It cannot be used, and why.
    Rejected(String),
}

/// A file that was written.
#[derive(Serialize)]
pub(super) struct Written {
    pub(super) file: String,
    /// Nothing if there is no seed.
    seed: Option<String>,
    index: u64,
    pub(super) bytes: u64,
    pub(super) checks: Vec<&'static str>,
    /// Whether the witnesses hold, if they were evaluated.
    pub(super) witness: Option<Holds>,
}

/// Whether witnesses hold.
#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Holds {
    /// All of them.
    True,
    /// One does not.
    False,
    /// Of one that is not known.
    Open,
}

impl Maker<'_> {
    /// As [`make`](Maker::make). A bug of ours in one seed must not cost the files of the others.
    pub(super) fn make_or_say(&self, seed: &Seed, first: u64, count: u64) -> anyhow::Result<Made> {
        catch_unwind(AssertUnwindSafe(|| self.make(seed, first, count))).unwrap_or_else(|panic| {
            let message = format!("internal error: {}", panic_message(&*panic));
            let error = match &seed.path {
                Some(path) => InputError::new(path, message)
                    .help("this is a bug in Quis: please report it, with the file"),
                None => InputError::new(Path::new(&seed.name), format!("{message}, after case {first}"))
                    .help("this is a bug in Quis: please report it, with the command"),
            };
            Ok(Made::Rejected(self.renderer.input_error(&error)))
        })
    }

    /// Writes the files of some cases of a seed: so many, behind the first ones.
    fn make(&self, seed: &Seed, first: u64, count: u64) -> anyhow::Result<Made> {
        if self.interrupt.is_on() {
            return Ok(Made::Files(Vec::new()));
        }
        let read = seed.path.as_deref().map_or_else(|| Ok(Source::default()), input::read);
        let source = match read {
            Ok(source) => source,
            Err(error) => return Ok(Made::Rejected(self.renderer.input_error(&error))),
        };
        let parsed = source.parse(ParseOptions::default());
        if !parsed.is_ok() {
            return Ok(Made::Rejected(self.renderer.diagnostics(&source, &parsed.diagnostics, false)));
        }
        let script = parsed.script;
        if !self.technique.applies(&script) {
            return Ok(Made::Files(Vec::new()));
        }
        let name = seed.path.as_ref().map(|path| path.display().to_string()).unwrap_or_default();
        if let Some(why) = self.technique.objection(&script, &name, &source.text) {
            return Ok(Made::Rejected(format!("error: {why}\n")));
        }
        let id = identify(&source.encode(&source.text));
        let stream = cases_stream(&Stream::new(self.number), self.technique, &id);
        let replies = match (seed.replies.get(), &self.reference) {
            (Some(replies), _) => replies,
            (None, None) => &Vec::new(),
            (None, Some((solver, limits))) => {
                let interrupt = Some(self.interrupt);
                let asked = requests::ask(self.technique, &script, &stream, solver, *limits, interrupt)?;
                let Some(replies) = asked else { return Ok(Made::Files(Vec::new())) };
                seed.replies.get_or_init(|| replies)
            }
        };
        let of_seed = match &seed.path {
            Some(path) => format!("seed {} ({id})", path.file_name().unwrap_or_default().to_string_lossy()),
            None => "no seed".to_owned(),
        };
        let origin = format!(
            "made by quis {}: {} {}; {of_seed}, stream {}",
            env!("CARGO_PKG_VERSION"),
            self.technique.name(),
            self.technique.parameters(),
            self.number
        );
        let skipped = usize::try_from(first).unwrap_or(usize::MAX);
        let wanted = usize::try_from(count).unwrap_or(usize::MAX);
        let mut files = Vec::new();
        let cases = self
            .technique
            .cases(Material::of(&script).with_replies(replies), stream)
            .enumerate()
            .skip(skipped)
            .take(wanted);
        for (index, case) in cases {
            if self.interrupt.is_on() {
                break;
            }
            files.push(self.write(seed, &case, index as u64, &origin)?);
            self.written.fetch_add(1, Ordering::Relaxed);
        }
        Ok(Made::Files(files))
    }

    fn write(&self, seed: &Seed, case: &TestCase, index: u64, origin: &str) -> anyhow::Result<Written> {
        let mut name = format!("{}-{index:06}", seed.name);
        match (&case.label, &seed.path, logic(&case.text)) {
            (Some(label), ..) => name = label.to_string(),
            (None, None, Some(logic)) => name = format!("{name}-{logic}"),
            _ => {}
        }
        if let Some(folder) = self.output.join(&name).parent() {
            std::fs::create_dir_all(folder)?;
        }
        let made = case_file(case, &format!("{origin}, case {index}"), self.witness);
        for (end, model) in &made.models {
            atomic::write_soon(&self.output.join(format!("{name}.{end}")), model.as_bytes())?;
        }
        let file = format!("{name}.smt2");
        // Last: where there is a script, its witnesses are there, too.
        atomic::write_soon(&self.output.join(&file), made.text.as_bytes())?;
        Ok(Written {
            file,
            seed: seed.path.as_deref().map(input::name),
            index,
            bytes: made.text.len() as u64,
            checks: case.checks.iter().map(|check| status(&check.truth)).collect(),
            witness: if self.check { holds(case) } else { None },
        })
    }
}

/// match: (set-logic QF_BV) among the first commands, result: QF_BV
fn logic(text: &str) -> Option<&str> {
    // It stands in front of all that has a meaning.
    let (_, place) = commands(text).take(8).find(|(name, _)| *name == "set-logic")?;
    let name = text.get(place)?.strip_prefix("(set-logic ")?.strip_suffix(')')?.trim();
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '_';
    (!name.is_empty() && name.chars().all(is_plain)).then_some(name)
}

/// Whether the witnesses of a case hold; nothing if it has none.
fn holds(case: &TestCase) -> Option<Holds> {
    match confirm(case) {
        Ok(0) => None,
        Ok(_) => Some(Holds::True),
        Err(Doubt::Open { .. }) => Some(Holds::Open),
        Err(_) => Some(Holds::False),
    }
}

#[cfg(test)]
mod tests {
    use quis_techniques::{CheckPoint, Truth};

    use super::*;

    #[test]
    fn one_witness_that_does_not_hold_is_enough() {
        let text = "(declare-const x Int)\n(assert (> x 0))\n(check-sat)";
        let place = text.len() - 11..text.len();
        let with = |witness: Option<&str>| {
            let truth = Truth::Sat { witness: witness.map(Into::into) };
            let checks = vec![CheckPoint { place: place.clone(), truth, optimum: Vec::new() }];
            holds(&TestCase { text: text.to_owned(), checks, ..TestCase::default() })
        };
        assert!(with(Some("((define-fun x () Int 1))")) == Some(Holds::True));
        assert!(with(Some("((define-fun x () Int 0))")) == Some(Holds::False));
        assert!(with(None).is_none());
    }
}
