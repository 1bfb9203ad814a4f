//! The order of passes, until nothing is left to do.

use quis_techniques::Stream;

use crate::chance::CHANCE;
use crate::engine::{Engine, Halt};
use crate::passes::{Depth, PASSES, Pass, View};
use crate::predicate::Predicate;
use crate::survey::Survey;

/// With more terms than this, passes that try many things with each of them wait.
const FEW: usize = 1000;

impl<P: Predicate> Engine<'_, P> {
    /// Runs all passes until none of them finds anything, and chance finds nothing either.
    pub(crate) fn run(&mut self, seed: u64) -> Result<(), Halt<P::Error>> {
        let stream = Stream::new(seed).fork("reduce");
        // What saves a byte here may keep a line there: what is coarse comes to its end first.
        self.passes(PASSES.iter().take_while(|pass| !pass.fine).count())?;
        for round in 0.. {
            self.passes(PASSES.len())?;
            if !self.settings.has(CHANCE) {
                break;
            }
            self.enter(PASSES.len());
            if !self.by_chance(&stream.nth(round))? {
                break;
            }
        }
        Ok(())
    }

    /// Runs the first so many passes until none of them finds anything.
    fn passes(&mut self, count: usize) -> Result<(), Halt<P::Error>> {
        let mut idle = 0;
        // How many changes to try at once in the beginning, by pass.
        let mut first: Vec<usize> = vec![usize::MAX; count];
        for number in (0..count).cycle() {
            if idle == count {
                return Ok(());
            }
            let Some(pass) = PASSES.get(number) else { return Ok(()) };
            if !self.settings.has(pass.name) {
                idle += 1;
                continue;
            }
            self.enter(number);
            let made = if pass.depth == Depth::Levels {
                self.by_levels(pass)?
            } else {
                self.once(pass, u32::MAX, &mut first[number])?
            };
            if made > 0 {
                // It may find more in what it has made.
                idle = 0;
                self.refresh();
            } else {
                idle += 1;
            }
        }
        Ok(())
    }

    fn once(&mut self, pass: &Pass, level: u32, first: &mut usize) -> Result<usize, Halt<P::Error>> {
        let survey = Survey::of(&self.script);
        if pass.depth == Depth::Few && survey.terms.len() > FEW {
            return Ok(0);
        }
        let changes = self.changes(pass, &survey, level);
        if pass.alternatives {
            return self.make_one(&changes, pass.rule);
        }
        let length = changes.len();
        let made = self.make(changes, pass.rule, *first)?;
        *first = (2 * made / (length - made + 1)).max(1);
        Ok(made)
    }

    /// Goes down from the commands, one level after the other.
    fn by_levels(&mut self, pass: &Pass) -> Result<usize, Halt<P::Error>> {
        let mut all = 0;
        for level in 0.. {
            let survey = Survey::of(&self.script);
            if survey.terms.last().is_none_or(|(_, last)| *last < level) {
                break;
            }
            let changes = self.changes(pass, &survey, level);
            let made = self.make(changes, pass.rule, usize::MAX)?;
            if made > 0 {
                self.refresh();
            }
            all += made;
        }
        Ok(all)
    }

    fn changes(&mut self, pass: &Pass, survey: &Survey, level: u32) -> Vec<crate::change::Change> {
        let used = self.used().clone();
        (pass.changes)(&mut View { script: &mut self.script, used: &used, survey, level })
    }
}
