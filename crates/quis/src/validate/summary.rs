//! The results of all files and solvers, counted.

use std::time::Duration;

use quis_campaign::validate::{Kind, Outcome};
use quis_solvers::{Answer, Solver};
use serde::Serialize;

use super::Piece;
use crate::console::Status;
use crate::units::{counted, grouped};

/// Counts of outcomes, for each solver.
#[derive(Default, Serialize)]
pub(super) struct Summary {
    files: u64,
    rejected: u64,
    interrupted: bool,
    seconds: f64,
    solvers: Vec<Counts>,
}

/// The last line of `--json`.
#[derive(Serialize)]
pub(super) struct LastLine<'a> {
    summary: &'a Summary,
}

#[derive(Default, Serialize)]
struct Counts {
    solver: String,
    checks: u64,
    sat: u64,
    valid: u64,
    /// The valid models for which validation chose values.
    completed: u64,
    invalid: u64,
    open: u64,
    unsat: u64,
    unknown: u64,
    timeout: u64,
    error: u64,
}

impl Summary {
    pub(super) fn new(solvers: &[Solver]) -> Self {
        let counts = |solver: &Solver| Counts { solver: solver.name.clone(), ..Counts::default() };
        Summary { solvers: solvers.iter().map(counts).collect(), ..Summary::default() }
    }

    pub(super) fn add(&mut self, piece: &Piece) {
        // Pieces come in order: the first one of a file counts it.
        self.files = self.files.max(piece.file as u64 + 1);
        match &piece.result {
            Ok(outcomes) => {
                for outcome in outcomes {
                    self.solvers[piece.solver].add(outcome);
                }
            }
            Err(super::Rejected) if piece.solver == 0 || !piece.text.is_empty() => self.rejected += 1,
            Err(super::Rejected) => {}
        }
    }

    pub(super) fn finish(&mut self, time: Duration, interrupted: bool) {
        self.seconds = time.as_secs_f64();
        self.interrupted = interrupted;
    }

    pub(super) fn last_line(&self) -> LastLine<'_> {
        LastLine { summary: self }
    }

    /// The worst result decides: an invalid model, then a rejected file, then an open question.
    pub(super) fn status(&self) -> Status {
        let any = |of: fn(&Counts) -> u64| self.solvers.iter().any(|counts| of(counts) > 0);
        if self.interrupted {
            Status::Interrupted
        } else if any(|counts| counts.invalid) {
            Status::Failed
        } else if self.rejected > 0 {
            Status::Rejected
        } else if any(|counts| counts.open) {
            Status::Open
        } else {
            Status::Good
        }
    }

    pub(super) fn text(&self) -> String {
        let width = self.solvers.iter().map(|counts| counts.solver.chars().count()).max().unwrap_or(0).max(6);
        let mut text = format!("\n{:width$}", "solver");
        for title in Counts::TITLES {
            text.push_str(&format!("  {title:>7}"));
        }
        text.push('\n');
        for counts in &self.solvers {
            text.push_str(&format!("{:width$}", counts.solver));
            for count in counts.columns() {
                text.push_str(&format!("  {:>7}", grouped(count)));
            }
            text.push('\n');
        }
        let interrupted = if self.interrupted { "interrupted: " } else { "" };
        let nothing = match self.solvers.iter().all(|counts| counts.sat == 0) {
            true => ", no model to validate",
            false => "",
        };
        text.push_str(&format!(
            "{interrupted}{}, {} rejected{nothing}, in {:.2} s\n",
            counted(self.files, "file", "files"),
            grouped(self.rejected),
            self.seconds
        ));
        text
    }
}

impl Counts {
    const TITLES: [&str; 8] = ["sat", "valid", "invalid", "open", "unsat", "unknown", "timeout", "error"];

    fn columns(&self) -> [u64; 8] {
        let Counts { sat, valid, invalid, open, unsat, unknown, timeout, error, .. } = *self;
        [sat, valid, invalid, open, unsat, unknown, timeout, error]
    }

    fn add(&mut self, outcome: &Outcome) {
        self.checks += 1;
        self.sat += u64::from(outcome.answer == Some(Answer::Sat));
        *(match outcome.kind {
            Kind::Valid { completed } => {
                self.completed += u64::from(completed);
                &mut self.valid
            }
            Kind::Invalid => &mut self.invalid,
            Kind::Open => &mut self.open,
            Kind::Unsat => &mut self.unsat,
            Kind::Unknown => &mut self.unknown,
            Kind::Timeout => &mut self.timeout,
            Kind::Error => &mut self.error,
        }) += 1;
    }
}
