//! A finding, made again and tried again.

use std::path::Path;

use quis_judge::Verdict;
use quis_smtlib::{Mode, parse};
use quis_solvers::{Interrupt, Limits, SearchPath, Solver};
use quis_techniques::{Material, Pool, Stream, TestCase, technique};

use crate::ask::{Crew, examine};
use crate::bisect::{is_as_bad, know_truth, others};
use crate::error::Error;
use crate::finding::{Finding, Record};
use crate::participant::judge_of;
use crate::unit::cases_stream;

/// What came of trying a finding again.
#[derive(Clone, PartialEq, Debug)]
pub struct Replay {
    /// Whether the case that its origin makes is the one that was found.
    pub made: Made,
    /// What the solvers did now.
    pub records: Vec<Record>,
    /// The verdicts now.
    pub verdicts: Vec<Verdict>,
    /// Whether the finding's own verdict is among them.
    pub fails: bool,
}

/// Whether a case was made again from its origin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Made {
    /// Byte for byte.
    Same,
    /// Something else came of it: another version of Quis, perhaps.
    Different,
    /// The seed itself is the case.
    Seed,
}

/// Makes the case of a finding again from its origin: the seed, the technique and its parameters, and the stream.
///
/// # Errors
/// If the technique is not known any more, or the seed cannot be read.
pub fn make(finding: &Finding) -> Result<TestCase, Error> {
    let origin = &finding.origin;
    let asked = |what: String| Error::Asked(format!("{}: {what}", finding.id));
    let parsed = parse(&finding.seed_text, Mode::Standard);
    let script = parsed.into_result().map_err(|_| asked("its seed is rejected".to_owned()))?;
    let Some(name) = &origin.technique else {
        return TestCase::of_script(&script).map_err(|error| asked(error.to_string()));
    };
    let technique = technique(name, &origin.parameters).map_err(|error| asked(error.to_string()))?;
    let stream = cases_stream(&Stream::new(origin.stream), &*technique, &origin.seed_id);
    let index = usize::try_from(origin.index).unwrap_or(usize::MAX);
    let pool = Pool::new(origin.pool, origin.seeds.iter().map(|(number, seed)| (*number, seed.text.clone())));
    let material = Material::of(&script).with_replies(&origin.replies).with_pool(&pool);
    let case = technique.cases(material, stream).nth(index);
    let case = case.ok_or_else(|| asked("its seed does not give so many cases".to_owned()))?;
    Ok(origin.asking.apply(case))
}

/// Makes a case again, runs the solvers on it, and says whether the solver at fault still fails.
///
/// # Errors
/// If the case cannot be made, or a solver cannot be started.
pub fn replay(
    finding: &Finding,
    solvers: &[String],
    limits: Limits,
    interrupt: Option<&Interrupt>,
) -> Result<Replay, Error> {
    let made = make(finding)?;
    let found = finding.original.as_ref().unwrap_or(&finding.case);
    let same = match (made.text == *found, &finding.origin.technique) {
        (true, None) => Made::Seed,
        (true, Some(_)) => Made::Same,
        (false, _) => Made::Different,
    };
    // What is shown to people is the smaller one.
    let mut case = finding.test_case()?;
    let mut all = if solvers.is_empty() { recorded(finding)? } else { resolve(solvers)? };
    let names: Vec<String> = all.iter().map(|solver| solver.name.clone()).collect();
    if !solvers.is_empty() {
        // They stand in the place of the solver at fault. The verdict says what is right.
        know_truth(&mut case, finding);
        all.extend(others(finding).into_iter().filter(|other| !names.contains(&other.name)));
    }
    let judge = judge_of(&all);
    let mut crew = Crew::fresh(all, limits, interrupt);
    let (observations, verdicts) = examine(&judge, &mut crew, &case, &[finding.verdict.kind])?;
    let fails = verdicts.iter().any(|verdict| {
        if solvers.is_empty() {
            verdict.is_same(&finding.verdict)
        } else {
            names.contains(&verdict.solver) && is_as_bad(verdict.kind, finding.verdict.kind)
        }
    });
    Ok(Replay { made: same, records: crew.records(&case, &observations), verdicts, fails })
}

/// The solvers of a finding, with the options they had.
fn recorded(finding: &Finding) -> Result<Vec<Solver>, Error> {
    let path = SearchPath::of_user()?;
    finding.records.iter().map(|record| record.solver(&path)).collect()
}

fn resolve(specs: &[String]) -> Result<Vec<Solver>, Error> {
    let path = SearchPath::of_user()?;
    let solvers = specs.iter().map(|spec| Solver::from_spec(spec, &path));
    solvers.map(|solver| solver.map_err(|error| Error::Asked(error.to_string()))).collect()
}

/// The folder of a finding: one that was given, or that of a name in a campaign.
///
/// # Errors
/// If there is none.
pub fn find(given: &Path) -> Result<Finding, Error> {
    let folder = if given.is_file() { given.parent().unwrap_or(given) } else { given };
    Finding::read(folder)
}
