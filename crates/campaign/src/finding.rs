//! Findings: what is stored of them, and their files.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use quis_judge::{Kind, Verdict};
use quis_smtlib::{Mode, parse};
use quis_solvers::{End, Observation, Reseeded, SearchPath, Solver, SolverId};
use quis_techniques::{AskingPlan, Optimum, Reply, TestCase, Truth};
use serde::{Deserialize, Serialize};

use crate::ask::{tactic_for, with_tactic};
use crate::description::Minimize;
use crate::error::Error;
use crate::participant::command_line;
use crate::reduce::Reduction;
use crate::seeds::{NONE, identify};
use crate::size::Size;
use crate::summary;
use crate::unit::SeedText;

/// How much of a solver's output is kept.
const KEPT_OUTPUT: usize = 64 << 10;

/// The file of a finding that has the witness of its case.
pub(crate) const WITNESS: &str = "witness.smt2";

/// Where a test case comes from: enough to make it again, byte for byte.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Origin {
    /// The technique; none if the seed itself is the case.
    pub technique: Option<String>,
    /// Its parameters.
    pub parameters: String,
    /// The path of the seed; `none` if the technique needs none.
    pub seed: String,
    /// What identifies the seed's contents.
    pub seed_id: String,
    /// How the case was put to solvers.
    #[serde(default, skip_serializing_if = "AskingPlan::is_plain")]
    pub asking: AskingPlan,
    /// The campaign's number.
    pub stream: u64,
    /// The case's place in the sequence of technique and seed.
    pub index: u64,
    /// The unit in which it was found.
    pub unit: u64,
    /// What the reference solver said to the technique's requests.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub replies: Vec<Reply>,
    /// The number of seeds behind the first one.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub pool: usize,
    /// Those of them that the case is made of, by number.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub seeds: BTreeMap<usize, SeedText>,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
fn is_zero(count: &usize) -> bool {
    *count == 0
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
fn is_off(switch: &bool) -> bool {
    !switch
}

/// What a solver did, for people.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Record {
    /// The solver, as the user calls it.
    pub solver: String,
    /// What identifies it.
    #[serde(default)]
    pub id: SolverId,
    /// Which solver it is with another random seed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reseeded: Option<Reseeded>,
    /// Its version, if it is known.
    pub version: Option<String>,
    /// What it is a release of: `z3`, `cvc5`.
    #[serde(default)]
    pub product: String,
    /// The family of solvers it belongs to.
    pub family: String,
    /// The command that was run.
    pub command: Vec<String>,
    /// The options among them that are not the default ones.
    pub options: Vec<String>,
    /// The tactic by which it was asked, its own or that of the case.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tactic: Option<String>,
    /// `sat`, `unsat`, `unknown`, `timeout`, `error: …` for each check.
    pub answers: Vec<String>,
    /// How it ended.
    pub end: String,
    /// Seconds on the clock.
    pub wall: f64,
    /// Seconds of CPU time.
    pub cpu: f64,
    /// The most memory it had, in bytes.
    pub memory: Option<u64>,
    /// Its standard output, as far as kept.
    pub stdout: String,
    /// Its standard error, as far as kept.
    pub stderr: String,
}

/// Verdicts with one cause, by the smallest case that shows it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Finding {
    /// What it is called, in the store and on disk: its kind, and the beginning of its key.
    pub id: String,
    /// What identifies it: 128 bits, of its kind, the family of the solver at fault, and the fingerprint. Those of earlier versions have none.
    #[serde(default)]
    pub key: String,
    /// What its cause looked like before the case was made smaller.
    #[serde(default)]
    pub cause: String,
    /// What is wrong.
    pub verdict: Verdict,
    /// The case: reduced, if that went well.
    pub case: String,
    /// The case as it was made, if the reduced one is another.
    pub original: Option<String>,
    /// What is known of the checks of the case, in their order; of those that are missing nothing is.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub truths: Vec<Truth>,
    /// The optima of its checks, as far as they are known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub optima: Vec<Vec<Optimum>>,
    /// The tactic that the case is to be checked with, by solvers that have tactics.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tactic: Option<Arc<str>>,
    /// Whether solvers are asked for answers alone, and not for models.
    #[serde(default, skip_serializing_if = "is_off")]
    pub answers_only: bool,
    /// The seed.
    pub seed_text: String,
    /// Where the case comes from.
    pub origin: Origin,
    /// What the solvers did with the case.
    pub records: Vec<Record>,
    /// Seconds of work on the campaign before it was found.
    pub found: f64,
    /// Whether the solver at fault was run without unusual options.
    pub default_options: bool,
    /// How the case was made smaller, if it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub minimized: Option<Minimized>,
    /// How far it was reduced in the background, if it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reduction: Option<Reduction>,
    /// The releases of the solver that fail on it, and those that do not, if they were tried.
    pub releases: Option<Releases>,
}

/// How a case was made smaller.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Minimized {
    /// In which way.
    pub by: Minimize,
    /// Its size as it was made.
    pub before: Size,
    /// Its size now.
    pub after: Size,
}

/// Which releases of a solver fail on a case.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Releases {
    /// Those that fail, the oldest first.
    pub bad: Vec<String>,
    /// All that were tried, the oldest first: version, whether it fails if that can be told, and what it said.
    pub tried: Vec<(String, Option<bool>, String)>,
}

impl Record {
    /// The solver, with the options it had.
    pub(crate) fn solver(&self, path: &SearchPath) -> Result<Solver, Error> {
        let mut solver =
            Solver::from_spec(&self.solver, path).map_err(|error| Error::Asked(error.to_string()))?;
        solver.arguments.clone_from(&self.options);
        solver.tactic.clone_from(&self.tactic);
        solver.reseeded.clone_from(&self.reseeded);
        Ok(solver)
    }

    /// What is kept of what a solver did with a case.
    pub(crate) fn of(observation: &Observation, solver: Option<&Solver>, case: &TestCase) -> Self {
        let record = Record::new(observation);
        let Some(solver) = solver else { return record };
        Record {
            id: solver.id(),
            version: solver.version.clone(),
            product: solver.profile.name.clone(),
            family: solver.profile.family.clone(),
            command: vec![command_line(solver)],
            options: solver.arguments.iter().chain(&solver.extra).cloned().collect(),
            tactic: tactic_for(solver, case).map(str::to_owned),
            ..record
        }
    }

    /// What is kept of an observation of a solver that is not known.
    pub(crate) fn new(observation: &Observation) -> Self {
        let answers = observation.replies.iter().map(|reply| match (&reply.error, reply.answer) {
            (Some(error), _) => format!("error: {error}"),
            (None, Some(answer)) => answer.name().to_owned(),
            (None, None) if observation.end == End::TimedOut => "timeout".to_owned(),
            (None, None) => "no answer".to_owned(),
        });
        Record {
            solver: observation.solver.clone(),
            reseeded: observation.variation.reseeded.clone(),
            answers: answers.collect(),
            end: describe_end(observation.end),
            wall: observation.wall.as_secs_f64(),
            cpu: observation.cpu.as_secs_f64(),
            memory: observation.memory,
            stdout: kept(&observation.stdout),
            stderr: kept(&observation.stderr),
            ..Record::default()
        }
    }
}

/// How a run ended, in words.
pub(crate) fn describe_end(end: End) -> String {
    match end {
        End::Exited(code) => format!("exit code {code}"),
        End::Signal(signal) => format!("signal {signal}"),
        End::TimedOut => "time limit".to_owned(),
        End::Truncated => "output limit".to_owned(),
        End::Interrupted => "interrupted".to_owned(),
    }
}

fn kept(output: &[u8]) -> String {
    let cut = output.len().min(KEPT_OUTPUT);
    let mut text = String::from_utf8_lossy(&output[..cut]).into_owned();
    if cut < output.len() {
        text.push_str("\n[cut]\n");
    }
    text
}

impl Finding {
    /// What a finding is called: its kind, and the beginning of its key.
    pub(crate) fn name(kind: Kind, key: &str) -> String {
        Finding::longer_name(kind, key, 8)
    }

    /// The same with N digits of the key.
    pub(crate) fn longer_name(kind: Kind, key: &str, digits: usize) -> String {
        format!("{}-{}", kind.name(), key.get(..digits).unwrap_or(key))
    }

    /// The case, with what is known of its checks.
    ///
    /// # Errors
    /// If its text is rejected.
    pub fn test_case(&self) -> Result<TestCase, Error> {
        let rejected = |_| Error::Asked(format!("{}: its case is rejected", self.id));
        parse(&self.case, Mode::Standard).into_result().map_err(rejected)?;
        let mut case = TestCase::of_text(&self.case, &self.truths).with_optima(&self.optima);
        case.tactic.clone_from(&self.tactic);
        case.answers_only = self.answers_only;
        Ok(case)
    }

    /// The text of the case as the solver at fault was asked: with the tactic, if there was one.
    #[must_use]
    pub fn case_as_asked(&self) -> String {
        let own = self.records.iter().find(|record| record.solver == self.verdict.solver);
        let tactic = own.and_then(|own| own.tactic.as_deref());
        with_tactic(&TestCase::of_text(&self.case, &[]), tactic).text.clone()
    }

    /// A model of the check that the verdict is about, or of the first that has one: the witness of its satisfiability.
    #[must_use]
    pub fn witness(&self) -> Option<&str> {
        if let Some(witness) = &self.verdict.witness {
            return Some(witness);
        }
        let own = self.verdict.check.and_then(|check| self.truths.get(check));
        own.into_iter().chain(&self.truths).find_map(|truth| match truth {
            Truth::Sat { witness } => witness.as_deref(),
            _ => None,
        })
    }

    /// Its folder.
    pub(crate) fn folder(&self, campaign: &Path) -> PathBuf {
        campaign.join("findings").join(&self.id)
    }

    /// Writes its files into its folder of a campaign.
    pub(crate) fn write(&self, campaign: &Path, count: u64) -> Result<(), Error> {
        self.write_to(&self.folder(campaign), count)
    }

    /// Writes its files: in a folder beside first, so that a folder under its name is always whole.
    pub(crate) fn write_to(&self, folder: &Path, count: u64) -> Result<(), Error> {
        // What the page says of the campaign is where it lies.
        let campaign = folder.parent().and_then(Path::parent).unwrap_or(Path::new(""));
        let fresh = folder.with_extension("new");
        let failed = |path: &Path| {
            let path = path.to_owned();
            move |error| Error::File(path, error)
        };
        let _ = fs::remove_dir_all(&fresh);
        fs::create_dir_all(&fresh).map_err(failed(&fresh))?;
        let mut files: Vec<(&str, Vec<u8>)> = vec![
            ("case.smt2", self.case_as_asked().into_bytes()),
            ("observation.json", [serde_json::to_vec_pretty(self)?, b"\n".to_vec()].concat()),
            ("report.md", summary::page(self, count, campaign)?.into_bytes()),
            ("replay.sh", REPLAY.as_bytes().to_vec()),
        ];
        if self.origin.seed != NONE {
            files.push(("seed.smt2", self.seed_text.clone().into_bytes()));
        }
        let others: Vec<(String, &SeedText)> =
            self.origin.seeds.iter().map(|(number, seed)| (seed_file(*number), seed)).collect();
        files.extend(others.iter().map(|(name, seed)| (&**name, seed.text.as_bytes().to_vec())));
        if let Some(original) = &self.original {
            files.push(("original.smt2", original.clone().into_bytes()));
        }
        if let Some(witness) = self.witness() {
            files.push((WITNESS, format!("{}\n", witness.trim_end()).into_bytes()));
        }
        for (name, contents) in files {
            let path = fresh.join(name);
            fs::write(&path, contents).map_err(failed(&path))?;
        }
        let script = fresh.join("replay.sh");
        let executable = std::os::unix::fs::PermissionsExt::from_mode(0o755);
        fs::set_permissions(&script, executable).map_err(failed(&script))?;
        // A folder cannot be put in the place of one that is not empty.
        if folder.exists() {
            let old = folder.with_extension("old");
            let _ = fs::remove_dir_all(&old);
            fs::rename(folder, &old).map_err(failed(folder))?;
            fs::rename(&fresh, folder).map_err(failed(folder))?;
            let _ = fs::remove_dir_all(&old);
            return Ok(());
        }
        fs::rename(&fresh, folder).map_err(failed(folder))
    }

    /// Reads a finding from its folder.
    ///
    /// # Errors
    /// If there is none.
    pub fn read(folder: &Path) -> Result<Finding, Error> {
        let path = folder.join("observation.json");
        let text = fs::read_to_string(&path).map_err(|error| Error::File(path, error))?;
        Ok(serde_json::from_str(&text)?)
    }
}

/// What identifies a finding: the kind of its verdict, the family of the solver at fault, and the fingerprint. What a user calls the
/// solver, its release and its random seed do not matter.
pub(crate) fn key(verdict: &Verdict, family: &str) -> String {
    identify(format!("{}\n{family}\n{}", verdict.kind.name(), verdict.fingerprint).as_bytes())
}

/// The file beside a case that holds a seed of its pool.
pub(crate) fn seed_file(number: usize) -> String {
    format!("seed-{number}.smt2")
}

/// Runs the finding again, from wherever it lies.
const REPLAY: &str = "#!/bin/sh\n# Makes the case again, runs the solver, and says whether it still fails.\n\
    exec quis replay \"$(dirname \"$0\")\" \"$@\"\n";

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A finding of a solver that is not there.
    pub(crate) fn finding() -> Finding {
        let solver = "a".to_owned();
        let record = Record {
            solver: solver.clone(),
            family: "z3".to_owned(),
            product: "z3".to_owned(),
            answers: vec!["unsat".to_owned()],
            end: "exit code 0".to_owned(),
            ..Record::default()
        };
        let verdict = Verdict {
            kind: Kind::Disagreement,
            solver,
            check: Some(0),
            expected: String::new(),
            actual: "unsat".to_owned(),
            evidence: String::new(),
            fingerprint: String::new(),
            witness: None,
        };
        Finding {
            id: "disagreement-0".to_owned(),
            key: String::new(),
            cause: String::new(),
            verdict,
            case: "(declare-const x Int)\n(assert (= (div x 0) 1))\n(check-sat)\n".to_owned(),
            original: None,
            truths: Vec::new(),
            optima: Vec::new(),
            tactic: None,
            answers_only: false,
            seed_text: String::new(),
            origin: Origin::default(),
            records: vec![record],
            found: 0.0,
            default_options: true,
            minimized: None,
            reduction: None,
            releases: None,
        }
    }

    #[test]
    fn all_seeds_of_a_case_lie_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("c/findings/one");
        let mut finding = finding();
        let seed = SeedText { id: identify(b"(check-sat)"), text: "(check-sat)".into() };
        finding.origin = Origin {
            pool: 9,
            seeds: BTreeMap::from([(3, seed)]),
            seed: "a.smt2".to_owned(),
            ..finding.origin
        };
        finding.write_to(&place, 1).unwrap();
        assert_eq!(fs::read_to_string(place.join("seed-3.smt2")).unwrap(), "(check-sat)");
        assert!(fs::read_to_string(place.join("report.md")).unwrap().contains("seed-3.smt2"));
        assert_eq!(Finding::read(&place).unwrap(), finding);
    }

    #[test]
    fn a_name_does_not_tell_findings_apart() {
        let verdict = finding().verdict;
        let renamed = Verdict { solver: "./build/z3 --seed=4".to_owned(), ..verdict.clone() };
        assert_eq!(key(&verdict, "z3"), key(&renamed, "z3"));
        assert_ne!(key(&verdict, "z3"), key(&verdict, "cvc"));
        assert_eq!(key(&verdict, "z3").len(), 32);
    }

    #[test]
    fn findings_of_earlier_versions_are_read() {
        let mut old = serde_json::to_value(finding()).unwrap();
        assert!(old.get("reduction").is_none());
        old["minimized"] =
            serde_json::json!({"by": "commands", "before": {"bytes": 9}, "after": {"bytes": 3}});
        let read: Finding = serde_json::from_value(old).unwrap();
        assert_eq!(read.minimized.map(|minimized| minimized.by), Some(Minimize::Reduce));
    }
}
