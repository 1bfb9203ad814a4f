//! What a unit's cases are made of, and who is asked about them.

use std::collections::BTreeMap;
use std::time::Duration;

use quis_smtlib::{Mode as Reading, Script, parse};

use crate::error::Error;
use crate::plan::WorkUnit;
use crate::probe::{SeedState, first_error, skipped};
use crate::seeds::SeedText;
use crate::tally::Tally;
use crate::worker::Worker;

/// A seed that cases are made of.
pub(crate) struct Material {
    pub(crate) text: SeedText,
    pub(crate) script: Script,
    /// The solvers that take part, and how long each may take for a case.
    pub(crate) walls: BTreeMap<String, Duration>,
}

/// What came of looking for it.
pub(crate) enum Prepared {
    /// Here it is.
    Ready(Box<Material>),
    /// No cases come of this seed.
    Nothing,
    /// The user does not want to wait.
    Interrupted,
}

impl Worker<'_> {
    /// What the cases of a unit are made of. The seed is tried as it is if nobody did so before.
    pub(crate) fn prepare(&mut self, unit: &WorkUnit, tally: &mut Tally) -> Result<Prepared, Error> {
        let shared = self.shared;
        let seed = &shared.seeds[unit.seed];
        let description = &shared.description;
        if !matches!(seed.state.get(), None | Some(SeedState::Usable { .. })) {
            return Ok(Prepared::Nothing);
        }
        let size = seed.file.size();
        let text = match size
            .and_then(|size| (size <= description.max_seed).then(|| seed.file.read()).transpose())
        {
            Ok(Some(text)) => text,
            Ok(None) => {
                self.know(unit.seed, skipped("it is too large", String::new()));
                return Ok(Prepared::Nothing);
            }
            Err(error) => {
                self.know(unit.seed, skipped("it cannot be read", error.to_string()));
                return Ok(Prepared::Nothing);
            }
        };
        let script = match parse(&text.text, Reading::Standard).into_result() {
            Ok(script) => script,
            Err(diagnostics) => {
                self.know(unit.seed, skipped("Quis rejects it", first_error(&text.text, &diagnostics)));
                return Ok(Prepared::Nothing);
            }
        };
        if !shared.techniques[unit.technique].needs_seed() {
            // There is nothing to try: whoever can read a case is asked.
            let wall = description.limits_without_seed().wall;
            let names = shared.participants.iter().map(|participant| participant.solver.name.clone());
            let walls = names.map(|name| (name, wall)).collect();
            return Ok(Prepared::Ready(Box::new(Material { text, script, walls })));
        }
        if seed.state.get().is_none() {
            let Some(state) = self.probe(unit, &text, &script, tally)? else {
                return Ok(Prepared::Interrupted);
            };
            self.know(unit.seed, state);
        }
        let Some(SeedState::Usable { seconds, .. }) = seed.state.get() else { return Ok(Prepared::Nothing) };
        let wall = |taken: f64| {
            description.limits_after(Duration::try_from_secs_f64(taken).unwrap_or_default()).wall
        };
        let walls = seconds.iter().map(|(name, &taken)| (name.clone(), wall(taken))).collect();
        Ok(Prepared::Ready(Box::new(Material { text, script, walls })))
    }
}
