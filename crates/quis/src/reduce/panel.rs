//! What is shown while a case is made smaller: one line on a terminal, and nothing elsewhere.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use indicatif::ProgressBar;
use quis_reduce::{Event, Statistics};

use crate::progress::live_line;
use crate::units::{clock, counted, grouped};

/// How often the line is drawn.
const PAUSE: Duration = Duration::from_millis(100);

/// The line.
pub(crate) struct Panel {
    /// If the standard error is a terminal, and somebody wants to see it.
    bar: Option<ProgressBar>,
    started: Instant,
    drawn: Instant,
    pass: &'static str,
    /// The length of the case that candidates are made from.
    now: usize,
}

impl Panel {
    pub(crate) fn new(wanted: bool) -> Self {
        let bar = (wanted && std::io::stderr().is_terminal()).then(|| live_line("{wide_msg}"));
        Panel { bar, started: Instant::now(), drawn: Instant::now(), pass: "", now: 0 }
    }

    pub(crate) fn tell(&mut self, event: &Event<'_>) {
        let Some(bar) = &self.bar else { return };
        match event {
            Event::Shown => {}
            Event::Pass(name) => self.pass = name,
            Event::Kept(step) => self.now = step.case.text.len(),
            Event::Tested(statistics) => {
                if self.drawn.elapsed() >= PAUSE {
                    self.drawn = Instant::now();
                    bar.set_message(line(self.started.elapsed(), self.now, self.pass, statistics));
                }
            }
        }
    }
}

impl Drop for Panel {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// `0:12, 39,745 bytes → 1,204, best 1,166, 512 calls, 43/s, pass assertions`
fn line(elapsed: Duration, now: usize, pass: &str, statistics: &Statistics) -> String {
    let Statistics { calls, bytes, bytes_before, .. } = statistics;
    let rate = *calls as f64 / elapsed.as_secs_f64().max(0.001);
    let now = if now == 0 { *bytes_before } else { now as u64 };
    let mut line = format!(
        "{}, {} → {}, best {}, {}, {rate:.0}/s",
        clock(elapsed),
        counted(*bytes_before, "byte", "bytes"),
        grouped(now),
        grouped(*bytes),
        counted(*calls, "call", "calls")
    );
    if !pass.is_empty() {
        line.push_str(", pass ");
        line.push_str(pass);
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_says_how_far_it_is() {
        let statistics =
            Statistics { calls: 512, bytes: 1166, bytes_before: 39_745, ..Statistics::default() };
        let time = Duration::from_secs(16);
        assert_eq!(
            line(time, 1204, "assertions", &statistics),
            "0:16, 39,745 bytes → 1,204, best 1,166, 512 calls, 32/s, pass assertions"
        );
        assert!(
            line(time, 0, "", &statistics).ends_with("39,745 bytes → 39,745, best 1,166, 512 calls, 32/s")
        );
    }
}
