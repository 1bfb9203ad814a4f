//! What is told while terms are looked for.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use quis_triggers::Event;

use crate::console::Console;
use crate::units::{clock, counted};

/// So often progress is told.
const INTERVAL: Duration = Duration::from_secs(2);

/// What is known of a search that goes on.
#[derive(Default)]
pub(super) struct Panel {
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    way: Option<String>,
    /// How often E-matching was asked.
    asked: u64,
    /// The fewest terms so far, and how they were found.
    best: Option<(usize, String)>,
}

impl Panel {
    /// Takes notice of what happens.
    pub(super) fn tell(&self, event: Event) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        match event {
            Event::Trying(way, _) => state.way = Some(way),
            Event::Asked(asked) => state.asked = asked,
            Event::Found(way, terms) => {
                if state.best.as_ref().is_none_or(|(best, _)| terms < *best) {
                    state.best = Some((terms, way));
                }
            }
        }
    }

    /// Does something that takes long, and says how it goes from time to time.
    pub(super) fn during<T>(
        &self,
        name: &str,
        all: Duration,
        shown: Option<&Console>,
        work: impl FnOnce() -> T,
    ) -> T {
        let Some(console) = shown else { return work() };
        let start = Instant::now();
        let (sender, receiver) = mpsc::channel::<()>();
        std::thread::scope(|scope| {
            scope.spawn(move || {
                // The work is over when there is no sender any more.
                while receiver.recv_timeout(INTERVAL) == Err(RecvTimeoutError::Timeout) {
                    console.warn(&self.line(name, start.elapsed(), all));
                }
            });
            // A panic of the work drops it, too.
            let _sender = sender;
            work()
        })
    }

    fn line(&self, name: &str, now: Duration, all: Duration) -> String {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let what = match (&state.best, &state.way) {
            (Some((terms, way)), _) => {
                format!("{} by {way}, to be made fewer", counted(*terms as u64, "term", "terms"))
            }
            (None, Some(way)) if state.asked == 0 => way.clone(),
            (None, Some(way)) => {
                format!("{way}; {} in vain", counted(state.asked, "candidate", "candidates"))
            }
            (None, None) => "E-matching without help".to_owned(),
        };
        format!("{name}: {} of {}, {what}\n", clock(now), clock(all))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_is_told_first() {
        let panel = Panel::default();
        let line = || panel.line("a.smt2", Duration::from_secs(4), Duration::from_secs(600));
        assert_eq!(line(), "a.smt2: 0:04 of 10:00, E-matching without help\n");
        panel.tell(Event::Trying("synthesis (x)".to_owned(), Duration::from_secs(1)));
        assert_eq!(line(), "a.smt2: 0:04 of 10:00, synthesis (x)\n");
        panel.tell(Event::Asked(1200));
        assert_eq!(line(), "a.smt2: 0:04 of 10:00, synthesis (x); 1,200 candidates in vain\n");
        panel.tell(Event::Found("synthesis (x)".to_owned(), 2));
        panel.tell(Event::Found("another".to_owned(), 3));
        assert_eq!(line(), "a.smt2: 0:04 of 10:00, 2 terms by synthesis (x), to be made fewer\n");
    }
}
