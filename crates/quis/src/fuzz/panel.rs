//! What is shown while a campaign runs: one live panel on a terminal, lines elsewhere, or events as JSON.

use std::fmt::Write as _;
use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

use indicatif::ProgressBar;
use quis_campaign::{Event, Finding, Tally};
use serde_json::json;

use crate::console::json_line;
use crate::progress::live_line;
use crate::units::clock;

/// How often the panel is drawn.
const PANEL: Duration = Duration::from_millis(250);
/// How often a line is printed where there is no terminal.
const LINES: Duration = Duration::from_secs(10);
/// How often an event tells of progress.
const EVENTS: Duration = Duration::from_secs(1);

/// How many seeds that were left out are named if there is no other.
const REASONS: usize = 20;

/// How to show a campaign.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Style {
    /// A panel on a terminal, lines elsewhere.
    People,
    /// Findings only.
    Quiet,
    /// Events as JSON on the standard output.
    Json,
}

/// Shows a campaign.
pub(crate) struct Panel {
    style: Style,
    /// The panel itself, if the standard error is a terminal.
    bar: Option<ProgressBar>,
    drawn: Instant,
    budget: Option<Duration>,
    count: Option<u64>,
    skipped: usize,
    /// Why the first of them were left out.
    reasons: Vec<String>,
    /// Findings by kind, in the order in which they came.
    findings: Vec<(&'static str, u64)>,
}

impl Panel {
    pub(crate) fn new(style: Style, budget: Option<Duration>, count: Option<u64>) -> Self {
        let live = style == Style::People && std::io::stderr().is_terminal();
        let bar = live.then(|| live_line("{msg}"));
        Panel {
            style,
            bar,
            drawn: Instant::now(),
            budget,
            count,
            skipped: 0,
            reasons: Vec::new(),
            findings: Vec::new(),
        }
    }

    /// Shows what happened.
    pub(crate) fn tell(&mut self, event: &Event<'_>) {
        match event {
            Event::Started { seeds, solvers } => self.started(*seeds, solvers),
            Event::Progress { tally, elapsed } => self.progress(tally, *elapsed),
            Event::Skipped { seed, reason, detail } => {
                self.skipped += 1;
                if self.reasons.len() < REASONS {
                    self.reasons.push(reason_line(seed, reason, detail));
                }
                if self.style == Style::Json {
                    self.event(
                        &json!({"event": "skipped", "seed": seed, "reason": reason, "detail": detail}),
                    );
                }
            }
            Event::Finding { finding, folder, new } => {
                self.finding(finding, &folder.display().to_string(), *new)
            }
            Event::Reduced { finding, folder } => self.reduced(finding, &folder.display().to_string()),
            Event::Reducing(waiting) => {
                if self.style == Style::People {
                    self.line(&format!(
                        "findings are still being reduced, {waiting} more wait; Ctrl-C leaves them as they are"
                    ));
                }
            }
        }
    }

    /// Why the first seeds were left out that were, a line for each.
    pub(crate) fn reasons(&self) -> &[String] {
        &self.reasons
    }

    fn started(&self, seeds: usize, solvers: &[(String, Option<String>, &'static str)]) {
        match self.style {
            Style::Quiet => {}
            Style::Json => {
                let solvers: Vec<_> = solvers
                    .iter()
                    .map(|(name, version, mode)| json!({"name": name, "version": version, "mode": mode}))
                    .collect();
                self.event(&json!({"event": "started", "seeds": seeds, "solvers": solvers}));
            }
            Style::People => {
                for (name, version, mode) in solvers {
                    let version = version.as_deref().filter(|version| !name.contains(version)).unwrap_or("");
                    let how = if *mode == "session" {
                        "kept running between cases"
                    } else {
                        "a process for each case"
                    };
                    self.line(
                        &format!("solver {name} {version}: {how}").replace("  ", " ").replace(" :", ":"),
                    );
                }
                self.line(&match seeds {
                    0 => "no seeds are needed".to_owned(),
                    1 => "1 seed".to_owned(),
                    _ => format!("{seeds} seeds"),
                });
            }
        }
    }

    fn progress(&mut self, tally: &Tally, elapsed: Duration) {
        let due = match (self.style, &self.bar) {
            (Style::Quiet, _) => return,
            (Style::Json, _) => EVENTS,
            (Style::People, Some(_)) => PANEL,
            (Style::People, None) => LINES,
        };
        if self.drawn.elapsed() < due {
            return;
        }
        self.drawn = Instant::now();
        match (self.style, &self.bar) {
            (Style::Json, _) => {
                self.event(
                    &json!({"event": "progress", "seconds": elapsed.as_secs_f64(), "cases": tally.cases,
                    "rate": rate(tally, elapsed), "tally": tally}),
                );
            }
            (_, Some(bar)) => bar.set_message(self.panel(tally, elapsed)),
            (_, None) => self.line(&self.headline(tally, elapsed)),
        }
    }

    /// `1:23 of 10:00, 12345 cases, 148/s, 3 findings`
    fn headline(&self, tally: &Tally, elapsed: Duration) -> String {
        let mut line = clock(elapsed);
        if let Some(budget) = self.budget {
            let _ = write!(line, " of {}", clock(budget));
        }
        let _ = write!(line, ", {} cases", tally.cases);
        if let Some(count) = self.count {
            let left = count.saturating_sub(tally.cases) as f64 / rate(tally, elapsed).max(0.001);
            let left = Duration::try_from_secs_f64(left).unwrap_or_default();
            let _ = write!(line, " of {count}, {} left", clock(left));
        }
        let _ = write!(line, ", {:.0}/s", rate(tally, elapsed));
        let found: u64 = self.findings.iter().map(|(_, count)| count).sum();
        let _ = write!(line, ", {found} finding{}", if found == 1 { "" } else { "s" });
        let kinds: Vec<String> =
            self.findings.iter().map(|(kind, count)| format!("{count} {kind}")).collect();
        if !kinds.is_empty() {
            let _ = write!(line, " ({})", kinds.join(", "));
        }
        if self.skipped > 0 {
            let _ = write!(line, ", {} seeds left out", self.skipped);
        }
        line
    }

    fn panel(&self, tally: &Tally, elapsed: Duration) -> String {
        let mut panel = self.headline(tally, elapsed);
        let total: f64 = tally.solvers.values().map(|solver| solver.wall).sum();
        let width = tally.solvers.keys().map(String::len).max().unwrap_or(0);
        for (name, solver) in &tally.solvers {
            let share = if total > 0.0 { 100.0 * solver.wall / total } else { 0.0 };
            let _ = write!(
                panel,
                "\n  {name:width$}  {share:3.0} % of the time  sat {}  unsat {}  unknown {}  timeout {}  error {}",
                solver.sat, solver.unsat, solver.unknown, solver.timeouts, solver.errors
            );
        }
        panel
    }

    fn finding(&mut self, finding: &Finding, folder: &str, new: bool) {
        let verdict = &finding.verdict;
        if new {
            let kind = verdict.kind.name();
            match self.findings.iter_mut().find(|(known, _)| *known == kind) {
                Some((_, count)) => *count += 1,
                None => self.findings.push((kind, 1)),
            }
        }
        if self.style == Style::Json {
            self.event(
                &json!({"event": "finding", "new": new, "id": finding.id, "kind": verdict.kind.name(),
                "solver": verdict.solver, "expected": verdict.expected, "actual": verdict.actual,
                "fingerprint": verdict.fingerprint, "bytes": finding.case.len(), "folder": folder}),
            );
        } else if new {
            let text = format!(
                "{}: {}: {} (expected: {})\n  {folder}/case.smt2, {} bytes",
                verdict.kind.name(),
                verdict.solver,
                verdict.actual,
                verdict.expected,
                finding.case.len()
            );
            self.line(&text);
        }
    }

    fn reduced(&self, finding: &Finding, folder: &str) {
        let is_done = finding.reduction.is_some_and(|reduction| reduction.finished);
        let bytes = finding.case.len();
        if self.style == Style::Json {
            self.event(&json!({"event": "reduced", "id": finding.id, "bytes": bytes, "finished": is_done,
                "folder": folder}));
        } else if let (true, Some(minimized)) = (is_done && self.style == Style::People, finding.minimized) {
            self.line(&format!("{}: reduced from {} to {bytes} bytes", finding.id, minimized.before.bytes));
        }
    }

    /// A line above the panel.
    fn line(&self, text: &str) {
        let print = || {
            // If nobody reads it, the campaign goes on.
            let _ = writeln!(std::io::stderr(), "{text}");
        };
        match &self.bar {
            Some(bar) => bar.suspend(print),
            None => print(),
        }
    }

    pub(crate) fn event(&self, event: &serde_json::Value) {
        let _ = crate::console::print(json_line(event).as_bytes());
    }
}

impl Drop for Panel {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// match: a.smt2, Quis rejects it, 3:14: unknown constant, result: a.smt2:3:14: unknown constant
fn reason_line(seed: &str, reason: &str, detail: &str) -> String {
    let has_place = detail.starts_with(|c: char| c.is_ascii_digit());
    match detail {
        "" => format!("{seed}: {reason}"),
        _ if has_place => format!("{seed}:{detail}"),
        _ => format!("{seed}: {reason} ({detail})"),
    }
}

fn rate(tally: &Tally, elapsed: Duration) -> f64 {
    tally.cases as f64 / elapsed.as_secs_f64().max(0.001)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_headline_says_how_far_it_is() {
        let mut panel = Panel::new(Style::Quiet, Some(Duration::from_secs(600)), Some(400));
        panel.findings = vec![("crash", 1), ("invalid-model", 2)];
        panel.skipped = 4;
        let tally = Tally { cases: 200, ..Tally::default() };
        assert_eq!(
            panel.headline(&tally, Duration::from_secs(10)),
            "0:10 of 10:00, 200 cases of 400, 0:10 left, 20/s, 3 findings (1 crash, 2 invalid-model), 4 seeds left out"
        );
    }
}
