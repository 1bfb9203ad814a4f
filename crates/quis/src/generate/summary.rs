//! What came of all seeds.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;

use serde::Serialize;

use super::make::{Holds, Written};
use crate::console::{self, Console, Status, json_line};
use crate::units::{bytes, counted, grouped};

/// How many names of one sort are shown to people.
const NAMED: usize = 20;

/// What came of all seeds.
#[derive(Default, Serialize)]
pub(super) struct Summary {
    /// How many files were written, and how large they are.
    files: u64,
    bytes: u64,
    /// How many checks there are of each status.
    checks: BTreeMap<&'static str, u64>,
    /// Whether the technique needs no seeds.
    #[serde(skip)]
    is_seedless: bool,
    /// How many seeds gave something.
    pub(super) seeds: u64,
    /// The seeds that gave nothing.
    nothing: Vec<String>,
    /// The seeds that were rejected.
    rejected: BTreeSet<String>,
    /// The files whose witnesses do not hold.
    wrong: Vec<String>,
    /// How many files have a witness of which that is not known.
    open: u64,
    pub(super) seconds: f64,
}

/// What `--json` says at the end.
#[derive(Serialize)]
struct LastLine<'a> {
    summary: &'a Summary,
}

impl Summary {
    pub(super) fn new(is_seedless: bool) -> Self {
        Summary { is_seedless, ..Summary::default() }
    }

    /// Counts files; with `--json` a line is printed for each.
    pub(super) fn add(&mut self, files: &[Written], json: bool) -> anyhow::Result<()> {
        let mut lines = String::new();
        for file in files {
            self.files += 1;
            self.bytes += file.bytes;
            for status in &file.checks {
                *self.checks.entry(status).or_default() += 1;
            }
            match file.witness {
                Some(Holds::False) => self.wrong.push(file.file.clone()),
                Some(Holds::Open) => self.open += 1,
                Some(Holds::True) | None => {}
            }
            if json {
                lines.push_str(&json_line(file));
            }
        }
        Ok(console::print(lines.as_bytes())?)
    }

    /// Notes a seed that cannot be used.
    pub(super) fn reject(&mut self, seed: String) {
        self.rejected.insert(seed);
    }

    /// Notes the seeds that gave nothing.
    pub(super) fn note_nothing(&mut self, seeds: impl Iterator<Item = String>) {
        self.nothing = seeds.filter(|seed| !self.rejected.contains(seed)).collect();
    }

    pub(super) fn status(&self) -> Status {
        if !self.rejected.is_empty() {
            Status::Rejected
        } else if self.files == 0 || !self.wrong.is_empty() {
            Status::Failed
        } else {
            Status::Good
        }
    }

    pub(super) fn line(&self) -> String {
        json_line(&LastLine { summary: self })
    }

    /// For people.
    pub(super) fn text(&self, output: &Path) -> String {
        let checks: Vec<String> =
            self.checks.iter().map(|(status, count)| format!("{} {status}", grouped(*count))).collect();
        let of_seeds = if self.is_seedless {
            String::new()
        } else {
            format!(" of {}", counted(self.seeds, "seed", "seeds"))
        };
        let mut text = format!(
            "{}{of_seeds} in {}: {}, checks: {} ({:.2} s)\n",
            counted(self.files, "file", "files"),
            output.display(),
            bytes(self.bytes),
            if checks.is_empty() { "none".to_owned() } else { checks.join(", ") },
            self.seconds
        );
        if self.open > 0 {
            let _ = writeln!(
                text,
                "of {} it is open whether the witness holds",
                counted(self.open, "file", "files")
            );
        }
        list(&mut text, "nothing came of", &self.nothing);
        text
    }

    /// Names the files whose witnesses do not hold.
    pub(super) fn complain(&self, console: &Console) {
        let mut text = String::new();
        list(&mut text, "the witness does not hold", &self.wrong);
        if self.files == 0 {
            text.push_str("no case could be made\n");
        }
        console.warn(&text);
    }
}

/// Names, one a line, the first of them.
fn list(text: &mut String, what: &str, names: &[String]) {
    for name in names.iter().take(NAMED) {
        let _ = writeln!(text, "{what}: {name}");
    }
    if names.len() > NAMED {
        let _ = writeln!(text, "{what}: {} more", grouped((names.len() - NAMED) as u64));
    }
}
