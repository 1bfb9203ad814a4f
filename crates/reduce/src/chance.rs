//! Several changes of different kinds at once, by chance, when no single one is possible any more.
//!
//! Where a bug depends on sizes, orders or counts, one change after the other often ends where two at once would lead on.

use quis_techniques::Stream;

use crate::change::Change;
use crate::engine::{Engine, Halt, Rule};
use crate::passes::{PASSES, View};
use crate::predicate::Predicate;
use crate::survey::Survey;

/// The name under which it stands among the passes.
pub(crate) const CHANCE: &str = "chance";
/// Scripts with more changes than this are not yet small enough for chance.
const MAX_CHANGES: usize = 4000;
/// So many tries in a row without success are made at least …
const LEAST: usize = 64;
/// … and at most.
const MOST: usize = 192;

impl<P: Predicate> Engine<'_, P> {
    /// Tries changes together; whether some were made. What is tried depends on the stream alone, not on how many were tested in vain.
    pub(crate) fn by_chance(&mut self, stream: &Stream) -> Result<bool, Halt<P::Error>> {
        let changes = self.all_changes();
        if changes.len() < 2 || changes.len() > MAX_CHANGES {
            return Ok(false);
        }
        let mut left = changes.len().clamp(LEAST, MOST);
        // Most choices need no test: they are not well-typed together, or not smaller.
        let mut draws = 0..20 * left as u64;
        let commands = changes.iter().take_while(|change| matches!(change, Change::Drop(_))).count();
        let found = self.first(&mut |engine| {
            while left > 0 {
                let mut stream = stream.nth(draws.next()?);
                // Whole commands are the most that can be saved.
                let from = if commands > 1 && stream.chance(1, 2) { &changes[..commands] } else { &changes };
                let count = 2 + stream.below(3);
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

    /// What the passes that run propose for the script as it is, but for changes that cannot be combined.
    fn all_changes(&mut self) -> Vec<Change> {
        let survey = Survey::of(&self.script);
        let used = self.used().clone();
        let mut all = Vec::new();
        let settings = self.settings;
        for pass in PASSES.iter().filter(|pass| settings.has(pass.name)) {
            if all.len() > MAX_CHANGES {
                break;
            }
            let mut view = View { script: &mut self.script, used: &used, survey: &survey, level: u32::MAX };
            let changes = (pass.changes)(&mut view).into_iter();
            let combines = |change: &Change| {
                !matches!(change, Change::Remake(_) | Change::Translate(_) | Change::Rename(..))
            };
            all.extend(changes.filter(combines));
        }
        all
    }
}
