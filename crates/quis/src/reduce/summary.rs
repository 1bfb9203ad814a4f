//! What a reduction took and gave, for people and for programs.

use std::fmt::Write as _;

use quis_campaign::Verdict;
use serde_json::{Value, json};

use super::args::ShowArgs;
use super::drive::{Ended, Outcome};
use crate::console::{self, Console, Status, json_line};
use crate::units::{counted, grouped};

/// What there is to say in the end.
pub(crate) struct Summary<'a> {
    pub(crate) file: &'a str,
    pub(crate) output: &'a str,
    pub(crate) outcome: &'a Outcome,
    /// Runs that took too long.
    pub(crate) timeouts: u64,
    /// What is kept, if the judge said so.
    pub(crate) verdict: Option<&'a Verdict>,
}

impl Summary<'_> {
    /// Says it in the way that is wanted.
    pub(crate) fn show(&self, show: &ShowArgs, console: &Console) -> std::io::Result<()> {
        if show.json {
            return console::print(json_line(&self.json()).as_bytes());
        }
        if show.stats {
            console.warn(&self.table());
        }
        if !show.quiet {
            console.warn(&self.text());
        }
        Ok(())
    }

    pub(crate) fn status(&self) -> Status {
        if self.outcome.ended == Ended::Interrupted { Status::Interrupted } else { Status::Good }
    }

    fn text(&self) -> String {
        let statistics = &self.outcome.reduced.statistics;
        let (before, after) = (statistics.bytes_before, statistics.bytes);
        let mut text = format!("{} → {} bytes", grouped(before), grouped(after));
        if after < before {
            let _ = write!(text, " ({:.1} % less)", 100.0 * (before - after) as f64 / before as f64);
        }
        let _ = write!(
            text,
            ", {}, {} kept",
            counted(statistics.calls, "call", "calls"),
            counted(statistics.kept, "step", "steps")
        );
        if self.timeouts > 0 {
            let _ = write!(text, ", {}", counted(self.timeouts, "time-out", "time-outs"));
        }
        let _ = write!(text, ", {:.1} s", self.outcome.elapsed.as_secs_f64());
        text.push_str(match self.outcome.ended {
            Ended::Finished => "",
            Ended::Calls => "; stopped after so many calls",
            Ended::Time => "; stopped after this time",
            Ended::Interrupted => "; interrupted",
        });
        let _ = writeln!(text, ": {}", self.output);
        text
    }

    /// A line for each pass that was used.
    fn table(&self) -> String {
        let passes = &self.outcome.reduced.statistics.passes;
        let used: Vec<_> = passes.iter().filter(|pass| pass.calls > 0).collect();
        let width = used.iter().map(|pass| pass.name.len()).max().unwrap_or(0).max("pass".len());
        let mut table = format!("{:width$} {:>9} {:>9} {:>12}\n", "pass", "calls", "kept", "bytes saved");
        for pass in used {
            let saved =
                if pass.saved < 0 { "-" } else { "" }.to_owned() + &grouped(pass.saved.unsigned_abs());
            let _ = writeln!(
                table,
                "{:width$} {:>9} {:>9} {saved:>12}",
                pass.name,
                grouped(pass.calls),
                grouped(pass.kept)
            );
        }
        table
    }

    fn json(&self) -> Value {
        let statistics = &self.outcome.reduced.statistics;
        let passes: Vec<Value> = statistics
            .passes
            .iter()
            .map(|pass| json!({"name": pass.name, "calls": pass.calls, "kept": pass.kept, "saved": pass.saved}))
            .collect();
        let verdict =
            self.verdict.map(|verdict| json!({"kind": verdict.kind.name(), "solver": verdict.solver}));
        json!({
            "file": self.file,
            "verdict": verdict,
            "output": self.output,
            "ended": self.outcome.ended.name(),
            "bytes_before": statistics.bytes_before,
            "bytes": statistics.bytes,
            "calls": statistics.calls,
            "kept": statistics.kept,
            "known": statistics.known,
            "untrue": statistics.untrue,
            "rejected": statistics.rejected,
            "unconfirmed": statistics.unconfirmed,
            "timeouts": self.timeouts,
            "seconds": self.outcome.elapsed.as_secs_f64(),
            "passes": passes,
        })
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use quis_reduce::{PassStatistics, Reduced, Statistics};
    use quis_techniques::TestCase;

    use super::*;

    fn outcome(ended: Ended) -> Outcome {
        let pass = |name, calls, kept, saved| PassStatistics { name, calls, kept, saved };
        let statistics = Statistics {
            calls: 1008,
            kept: 1,
            bytes_before: 39_745,
            bytes: 167,
            passes: vec![
                pass("assertions", 12, 1, 39_600),
                pass("sorts", 0, 0, 0),
                pass("inline", 3, 1, -22),
            ],
            ..Statistics::default()
        };
        let reduced = Reduced { case: TestCase::default(), finished: ended == Ended::Finished, statistics };
        Outcome { reduced, elapsed: Duration::from_millis(1840), ended }
    }

    fn summary(outcome: &Outcome, timeouts: u64) -> Summary<'_> {
        Summary { file: "a.smt2", output: "a.reduced.smt2", outcome, timeouts, verdict: None }
    }

    #[test]
    fn the_text_is_one_line() {
        let finished = outcome(Ended::Finished);
        let text = "39,745 → 167 bytes (99.6 % less), 1,008 calls, 1 step kept, 1.8 s: a.reduced.smt2\n";
        assert_eq!(summary(&finished, 0).text(), text);
        let interrupted = outcome(Ended::Interrupted);
        let text = summary(&interrupted, 2).text();
        assert!(text.ends_with(", 2 time-outs, 1.8 s; interrupted: a.reduced.smt2\n"), "{text}");
    }

    #[test]
    fn the_table_has_the_passes_that_were_used() {
        let finished = outcome(Ended::Finished);
        let expected = "pass           calls      kept  bytes saved\n\
                        assertions        12         1       39,600\n\
                        inline             3         1          -22\n";
        assert_eq!(summary(&finished, 0).table(), expected);
    }

    #[test]
    fn programs_get_all_of_it() {
        let stopped = outcome(Ended::Time);
        let json = summary(&stopped, 2).json();
        assert_eq!(
            (&json["ended"], &json["timeouts"], &json["bytes"]),
            (&json!("time"), &json!(2), &json!(167))
        );
        assert_eq!(json["passes"][2], json!({"name": "inline", "calls": 3, "kept": 1, "saved": -22}));
    }
}
