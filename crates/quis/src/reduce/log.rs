//! The log of what was kept: one JSON object per line.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::anyhow;
use quis_reduce::Step;
use serde_json::{Value, json};

use crate::console::json_line;
use crate::input::reason;

/// A file that gets a line for each step, at once: who follows it sees where the reduction is.
pub(crate) struct Log {
    path: PathBuf,
    file: File,
}

impl Log {
    /// A new log, in place of an old one.
    pub(crate) fn create(path: &Path) -> anyhow::Result<Log> {
        let file = File::create(path)
            .map_err(|error| anyhow!("{}: not written: {}", path.display(), reason(&error)))?;
        Ok(Log { path: path.to_owned(), file })
    }

    /// Adds a step.
    pub(crate) fn step(&mut self, step: &Step<'_>, elapsed: Duration) -> anyhow::Result<()> {
        let line = json_line(&entry(step, elapsed));
        let written = self.file.write_all(line.as_bytes());
        written.map_err(|error| anyhow!("{}: not written: {}", self.path.display(), reason(&error)))
    }
}

fn entry(step: &Step<'_>, elapsed: Duration) -> Value {
    json!({
        "pass": step.pass,
        "changes": step.changes,
        "bytes_before": step.bytes_before,
        "bytes": step.case.text.len(),
        "smallest": step.smallest,
        "calls": step.statistics.calls,
        "seconds": elapsed.as_secs_f64(),
    })
}

#[cfg(test)]
mod tests {
    use quis_reduce::Statistics;
    use quis_techniques::TestCase;

    use super::*;

    #[test]
    fn a_step_is_a_line() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("steps.jsonl");
        let mut log = Log::create(&path).unwrap();
        let statistics = Statistics { calls: 7, ..Statistics::default() };
        let case = TestCase::of_text("(check-sat)", &[]);
        let step = Step {
            case: &case,
            smallest: true,
            pass: "assertions",
            changes: 3,
            bytes_before: 100,
            statistics: &statistics,
        };
        log.step(&step, Duration::from_millis(1500)).unwrap();
        log.step(&Step { changes: 1, ..step }, Duration::from_secs(2)).unwrap();
        let lines: Vec<Value> = std::fs::read_to_string(&path)
            .unwrap()
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        let expected = json!({"pass": "assertions", "changes": 3, "bytes_before": 100, "bytes": 11, "smallest": true,
            "calls": 7, "seconds": 1.5});
        assert_eq!(lines[0], expected);
        assert_eq!((lines.len(), &lines[1]["changes"]), (2, &json!(1)));
        assert!(Log::create(folder.path()).err().unwrap().to_string().contains("not written"));
    }
}
