//! A progress bar for work that takes long.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A line on the standard error that is written over, in a form with places.
pub(crate) fn live_line(template: &str) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar
}

/// Work that is done sooner needs no bar.
const PATIENCE: Duration = Duration::from_secs(2);

/// Shown on the standard error if that is a terminal.
pub(crate) struct Progress {
    bar: ProgressBar,
    started: Instant,
    wanted: bool,
}

impl Progress {
    /// A bar for so many pieces of work, which are called so.
    pub(crate) fn new(total: usize, pieces: &str, wanted: bool) -> Self {
        let bar = ProgressBar::with_draw_target(Some(total as u64), ProgressDrawTarget::hidden());
        let template = format!("{{wide_bar}} {{human_pos}}/{{human_len}} {pieces}, {{eta}} left");
        if let Ok(style) = ProgressStyle::with_template(&template) {
            bar.set_style(style);
        }
        Progress { bar, started: Instant::now(), wanted: wanted && std::io::stderr().is_terminal() }
    }

    /// Says how much is done; shows the bar when it is time.
    pub(crate) fn update(&mut self, done: usize) {
        if self.wanted && self.started.elapsed() >= PATIENCE {
            self.wanted = false;
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        self.bar.set_position(done as u64);
    }

    /// Does something on the terminal, with the bar out of the way.
    pub(crate) fn aside<T>(&self, what: impl FnOnce() -> T) -> T {
        self.bar.suspend(what)
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
