//! Whether the unsatisfiable cores that solvers give are unsatisfiable.

use quis_judge::{Kind, core_case};
use quis_solvers::{Answer, Observation, Solver};
use quis_techniques::{TestCase, Truth};

use crate::error::Error;
use crate::participant::{CORES, MODELS};
use crate::tally::Tally;
use crate::worker::{Place, Worker};

impl Worker<'_> {
    /// Puts what is left of a case by the cores of its solvers to all solvers. A valid model of such a core is proof that it is
    /// none.
    pub(crate) fn test_cores(
        &mut self,
        case: &TestCase,
        at: u64,
        place: &Place<'_>,
        observations: &[Observation],
        tally: &mut Tally,
    ) -> Result<(), Error> {
        let solvers = self.solvers(observations);
        for observation in observations {
            for (check, names) in cores(observation) {
                let Some(core) = core_case(case, check, &names) else { continue };
                let mut examiner = self.examiner(solvers.clone());
                // A core that has the known one in it is unsatisfiable: nobody need be asked.
                let seen = if is_known(case, check, &names) {
                    Vec::new()
                } else {
                    examiner.observe(&core, MODELS)?
                };
                let suspected = self.judge().judge_core(case, check, observation, &names, &seen);
                tally.add(&examiner.spent);
                if suspected.is_some_and(|verdict| verdict.kind == Kind::InvalidCore) {
                    self.confirm_core(case, at, place, observation, check, &solvers)?;
                }
            }
        }
        Ok(())
    }

    /// Asks a fresh process for its core, and tells of the finding if that one is satisfiable, too.
    fn confirm_core(
        &self,
        case: &TestCase,
        at: u64,
        place: &Place<'_>,
        suspect: &Observation,
        check: usize,
        solvers: &[Solver],
    ) -> Result<(), Error> {
        let own = solvers.iter().filter(|solver| solver.name == suspect.solver).cloned().collect();
        let mut again = self.examiner(own);
        for observation in again.observe(case, CORES)? {
            let Some((_, names)) = cores(&observation).find(|(of, _)| *of == check) else { continue };
            let Some(core) = core_case(case, check, &names) else { continue };
            let mut examiner = self.examiner(solvers.to_vec());
            let seen = examiner.observe(&core, MODELS)?;
            let verdict = self.judge().judge_core(case, check, &observation, &names, &seen);
            if let Some(verdict) = verdict.filter(|verdict| verdict.kind == Kind::InvalidCore) {
                self.found(&mut examiner, case, verdict, std::slice::from_ref(&observation), at, place)?;
            }
        }
        Ok(())
    }
}

/// Whether these names have in them the core that is known by construction.
fn is_known(case: &TestCase, check: usize, names: &[String]) -> bool {
    let known = case.checks.get(check).map(|check| &check.truth);
    matches!(known, Some(Truth::Unsat { core: Some(core) }) if core.iter().all(|name| names.contains(name)))
}

/// The checks that were answered with `unsat`, and the names of their cores.
pub(crate) fn cores(observation: &Observation) -> impl Iterator<Item = (usize, Vec<String>)> {
    let refuted = |reply: &quis_solvers::Reply| reply.answer == Some(Answer::Unsat) && reply.error.is_none();
    let replies = observation.replies.iter().enumerate().filter(move |(_, reply)| refuted(reply));
    replies.filter_map(|(check, reply)| Some((check, reply.core_names()?)))
}
