//! Several changes of different kinds at once, by chance, when no single one is possible any more.
//!
//! Where a bug depends on sizes, orders or counts, one change after the other often ends where two at once would lead on.

use quis_techniques::Stream;

use crate::change::Change;
use crate::engine::{Engine, Halt, Rule};
use crate::passes::{PASSES, View};
use crate::predicate::Predicate;
use crate::survey::Survey;

/// Scripts with more changes than this are not yet small enough for chance.
const MAX_CHANGES: usize = 4000;
/// So many tries in a row without success are made at least …
const LEAST: usize = 32;
/// … and at most.
const MOST: usize = 128;

impl<P: Predicate> Engine<'_, P> {
    /// Tries changes together; whether some were made.
    pub(crate) fn by_chance(&mut self, stream: &mut Stream) -> Result<bool, Halt<P::Error>> {
        let changes = self.all_changes();
        if changes.len() < 2 || changes.len() > MAX_CHANGES {
            return Ok(false);
        }
        let mut left = (changes.len() / 2).clamp(LEAST, MOST);
        // Most choices need no test: they are not well-typed together, or not smaller.
        let mut draws = 20 * left;
        let commands = changes.iter().take_while(|change| matches!(change, Change::Drop(_))).count();
        let mut count = 0;
        let found = self.first(&mut |engine| {
            while left > 0 && draws > 0 {
                draws -= 1;
                // Whole commands are the most that can be saved.
                let (first, last) =
                    changes.split_at(if stream.chance(1, 2) { commands } else { changes.len() });
                let from = if first.is_empty() { last } else { first };
                count = 2 + stream.below(3);
                let chosen: Vec<&Change> = (0..count).filter_map(|_| stream.choose(from)).collect();
                if let Some(candidate) = engine.propose(&chosen, 0, Rule::Smaller) {
                    left -= 1;
                    return Some(candidate);
                }
            }
            None
        })?;
        let Some(candidate) = found else { return Ok(false) };
        self.accept(candidate);
        self.refresh();
        Ok(true)
    }

    /// What all passes propose for the script as it is, but for changes that cannot be combined.
    fn all_changes(&mut self) -> Vec<Change> {
        let survey = Survey::of(&self.script);
        let used = self.used().clone();
        let mut all = Vec::new();
        for pass in PASSES {
            if all.len() > MAX_CHANGES {
                break;
            }
            let mut view = View { script: &mut self.script, used: &used, survey: &survey, level: u32::MAX };
            let changes = (pass.changes)(&mut view).into_iter();
            all.extend(changes.filter(|change| !matches!(change, Change::Remake(_) | Change::Rename(..))));
        }
        all
    }
}
