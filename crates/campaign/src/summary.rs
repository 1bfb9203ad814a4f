//! A campaign as a report: from the store to plain data.

use std::collections::BTreeMap;
use std::path::Path;

use quis_judge::Kind;
use quis_techniques::from_spec;

use crate::error::Error;
use crate::finding::{Finding, WITNESS};
use crate::report::{
    Affected, Answers, CampaignData, FindingData, Origin, OtherAnswer, Release, Report, Seeds, Skipped,
    SolverData, SolverIdentity, SolverMode, Summary, TechniqueData, TimelinePoint, finding_markdown,
};
use crate::run::Campaign;
use crate::store::Usage;
use crate::tally::{SolverTally, Tally};
use crate::unit::SeedState;

/// How many points a timeline has at most.
const POINTS: usize = 200;

impl Campaign {
    /// All that a report says of this campaign.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub fn report(&self) -> Result<Report, Error> {
        let work = self.store.work()?;
        let findings = self.store.findings()?;
        let usage = self.store.usage()?;
        let mut total = Tally::default();
        work.iter().for_each(|(_, _, tally)| total.add(tally));
        total.add(&self.store.beside()?);
        let directory = self.directory();
        Ok(Report {
            campaign: self.campaign_data(&usage)?,
            summary: summary(&total, &usage, self.seeds()?),
            timeline: timeline(&self.store.timeline()?, &findings),
            solvers: self.solvers(&total, &findings)?,
            techniques: self.techniques(&work, &findings),
            findings: findings.iter().map(|(finding, count)| entry(finding, *count, directory)).collect(),
        })
    }

    fn campaign_data(&self, usage: &Usage) -> Result<CampaignData, Error> {
        let directory = self.directory();
        let absolute = std::path::absolute(directory).unwrap_or_else(|_| directory.to_owned());
        let name = absolute.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let fact = |name: &str| self.store.fact(name);
        Ok(CampaignData {
            name,
            directory: directory.display().to_string(),
            quis_version: fact("quis")?.unwrap_or_default(),
            command_line: fact("command line")?.unwrap_or_default(),
            started: fact("started")?,
            ended: fact("ended")?,
            wall_seconds: Some(usage.wall),
            seed_number: Some(self.description().seed),
            jobs: fact("jobs")?.and_then(|jobs| jobs.parse().ok()),
            platform: platform(),
        })
    }

    fn seeds(&self) -> Result<Seeds, Error> {
        let mut seeds = Seeds::default();
        let mut skipped: BTreeMap<String, u64> = BTreeMap::new();
        for (_, state) in self.store.seeds()? {
            match state {
                Some(SeedState::Usable { .. }) => seeds.used += 1,
                Some(SeedState::Failing { .. }) => seeds.failing += 1,
                Some(SeedState::Skipped { reason, .. }) => *skipped.entry(reason).or_default() += 1,
                None => *skipped.entry("its turn has not come".to_owned()).or_default() += 1,
            }
        }
        seeds.skipped = skipped.into_iter().map(|(reason, count)| Skipped { reason, count }).collect();
        Ok(seeds)
    }

    fn solvers(&self, total: &Tally, findings: &[(Finding, u64)]) -> Result<Vec<SolverData>, Error> {
        let known: Vec<SolverData> = match self.store.fact("solvers")? {
            Some(text) => serde_json::from_str(&text)?,
            None => Vec::new(),
        };
        let mut without: BTreeMap<String, u64> = BTreeMap::new();
        for (_, state) in self.store.seeds()? {
            if let Some(SeedState::Usable { without: names, .. }) = state {
                names.into_keys().for_each(|name| *without.entry(name).or_default() += 1);
            }
        }
        let mut solvers = Vec::new();
        for mut solver in known {
            let name = solver.solver.name.clone();
            let tally = total.solvers.get(&name).cloned().unwrap_or_default();
            solver.cases = tally.cases;
            solver.answers = answers(&tally);
            solver.cpu_seconds = Some(tally.cpu);
            solver.seeds_left_out = Some(without.get(&name).copied().unwrap_or(0));
            solver.findings =
                findings.iter().filter(|(finding, _)| finding.verdict.solver == name).count() as u64;
            solvers.push(solver);
        }
        Ok(solvers)
    }

    fn techniques(&self, work: &[(String, u64, Tally)], findings: &[(Finding, u64)]) -> Vec<TechniqueData> {
        let entry = |(spec, seeds, tally): &(String, u64, Tally)| {
            let (name, parameters) = spec.split_once(' ').unwrap_or((spec, ""));
            // What it records has all parameters, those that were given and the others.
            let recorded = from_spec(spec).map(|technique| technique.parameters());
            let is_by = |finding: &Finding| {
                let origin = &finding.origin;
                origin.technique.as_deref() == Some(name)
                    && recorded.as_ref().is_ok_and(|known| *known == origin.parameters)
            };
            TechniqueData {
                name: name.to_owned(),
                parameters: parameters.to_owned(),
                cases: tally.cases,
                cpu_seconds: Some(tally.solver_cpu().as_secs_f64() + tally.generation),
                generation_cpu_seconds: Some(tally.generation),
                seeds: *seeds,
                findings: findings.iter().filter(|(finding, _)| is_by(finding)).count() as u64,
            }
        };
        work.iter().map(entry).collect()
    }
}

/// How a solver of a campaign is run, for the report.
pub(crate) fn solver_data(participant: &crate::participant::Participant) -> SolverData {
    let solver = &participant.solver;
    SolverData {
        solver: SolverIdentity {
            name: solver.name.clone(),
            family: solver.profile.name.clone(),
            version: solver.version.clone().unwrap_or_default(),
            options: solver.arguments.clone(),
            command_line: crate::participant::command_line(solver),
            default_options: solver.arguments.is_empty(),
        },
        mode: match participant.mode {
            quis_solvers::Mode::Fresh => SolverMode::Fresh,
            quis_solvers::Mode::Session => SolverMode::Session,
        },
        ..SolverData::default()
    }
}

fn answers(tally: &SolverTally) -> Answers {
    Answers {
        sat: tally.sat,
        unsat: tally.unsat,
        unknown: tally.unknown,
        timeout: tally.timeouts,
        error: tally.errors,
    }
}

fn summary(total: &Tally, usage: &Usage, seeds: Seeds) -> Summary {
    let mut sum = SolverTally::default();
    total.solvers.values().for_each(|tally| sum.add(tally));
    Summary {
        cases: total.cases,
        checks: sum.checks(),
        answers: answers(&sum),
        solver_cpu_seconds: Some(total.solver_cpu().as_secs_f64()),
        own_cpu_seconds: Some(usage.own_cpu),
        outside_cpu_seconds: Some(total.outside()),
        generation_cpu_seconds: Some(total.generation),
        seeds,
    }
}

fn timeline(units: &[(f64, u64)], findings: &[(Finding, u64)]) -> Vec<TimelinePoint> {
    let Some(&(end, _)) = units.last() else { return Vec::new() };
    let end = findings.iter().map(|(finding, _)| finding.found).fold(end, f64::max);
    let mut points = vec![TimelinePoint::default()];
    let mut at = 0;
    let mut cases = 0;
    for step in 1..=POINTS {
        let seconds = end * step as f64 / POINTS as f64;
        while let Some((_, more)) = units.get(at).filter(|(done, _)| *done <= seconds) {
            cases += more;
            at += 1;
        }
        let mut kinds: BTreeMap<Kind, u64> = BTreeMap::new();
        for (finding, _) in findings.iter().filter(|(finding, _)| finding.found <= seconds) {
            *kinds.entry(finding.verdict.kind).or_default() += 1;
        }
        points.push(TimelinePoint { seconds, cases, findings: kinds });
    }
    points
}

/// A finding as a bug tracker takes it.
pub(crate) fn page(finding: &Finding, count: u64, campaign: &Path) -> Result<String, Error> {
    let report = Report {
        campaign: CampaignData {
            quis_version: env!("CARGO_PKG_VERSION").to_owned(),
            platform: platform(),
            ..CampaignData::default()
        },
        findings: vec![entry(finding, count, campaign)],
        ..Report::default()
    };
    let page = finding_markdown(&report, &finding.id).map_err(|error| Error::Asked(error.to_string()))?;
    Ok(page.unwrap_or_default())
}

fn platform() -> String {
    format!("{} {}", std::env::consts::OS, std::env::consts::ARCH)
}

/// The seeds of a case: the path of the first one, and the files beside the case that hold the others.
fn seed_files(origin: &crate::finding::Origin) -> String {
    let others = origin.seeds.keys().map(|number| crate::finding::seed_file(*number));
    std::iter::once(origin.seed.clone()).chain(others).collect::<Vec<_>>().join(", ")
}

/// A finding as a report shows it.
pub(crate) fn entry(finding: &Finding, count: u64, campaign: &Path) -> FindingData {
    let verdict = &finding.verdict;
    let own = finding.records.iter().find(|record| record.solver == verdict.solver);
    let solver = SolverIdentity {
        name: verdict.solver.clone(),
        family: own.map(|record| record.product.clone()).unwrap_or_default(),
        version: own.and_then(|record| record.version.clone()).unwrap_or_default(),
        options: own.map(|record| record.options.clone()).unwrap_or_default(),
        command_line: own.map(|record| record.command.join(" ")).unwrap_or_default(),
        default_options: finding.default_options,
    };
    let others = finding.records.iter().filter(|record| record.solver != verdict.solver);
    let origin = &finding.origin;
    let folder = finding.folder(campaign);
    FindingData {
        fingerprint: verdict.fingerprint.clone(),
        expected: verdict.expected.clone(),
        actual: verdict.actual.clone(),
        evidence: verdict.evidence.clone(),
        case: finding.case_as_asked(),
        witness_file: finding
            .witness()
            .map(|_| format!("findings/{}/{WITNESS}", finding.id))
            .unwrap_or_default(),
        bytes_before_reduction: finding.original.as_ref().map(|original| original.len() as u64),
        minimized: finding.minimized,
        occurrences: count,
        found_after_seconds: Some(finding.found),
        affected: finding.releases.as_ref().map(|releases| Affected {
            first_bad: releases.bad.first().cloned(),
            last_bad: releases.bad.last().cloned(),
            releases: releases
                .tried
                .iter()
                .map(|tried| Release { version: tried.0.clone(), bad: tried.1, answer: tried.2.clone() })
                .collect(),
        }),
        origin: Some(Origin {
            technique: origin.technique.clone().unwrap_or_else(|| "the seed itself".to_owned()),
            parameters: origin.parameters.clone(),
            asking: if origin.asking.is_plain() { String::new() } else { origin.asking.to_string() },
            seed_file: seed_files(origin),
            stream: origin.stream.to_string(),
            case_index: origin.technique.is_some().then_some(origin.index),
        }),
        others: others
            .map(|record| OtherAnswer {
                solver: match &record.version {
                    Some(version) if !record.solver.contains(&**version) => {
                        format!("{} {version}", record.solver)
                    }
                    _ => record.solver.clone(),
                },
                answer: record.answers.join(", "),
            })
            .collect(),
        replay: format!("quis replay {}", folder.display()),
        ..FindingData::new(finding.id.clone(), verdict.kind, solver)
    }
}
