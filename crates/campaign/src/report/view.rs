//! A report in the words and figures that pages show.

use quis_judge::Kind;
use serde::Serialize;

use super::data::{Answers, CampaignData, Report, SolverData, SolverMode, Summary};
use super::figures::{counted, duration, grouped, rate, share};
use super::finding_view::{FindingView, Room, moment, solver_text};
use super::plot::{Plot, plot};
use super::wording::one_line;

/// A report as templates use it, made from an arranged report.
#[derive(Debug, Serialize)]
pub(super) struct ReportView {
    pub(super) title: String,
    /// The result in one sentence.
    pub(super) verdict: String,
    pub(super) is_clean: bool,
    pub(super) facts: Vec<Fact>,
    pub(super) run: Vec<Fact>,
    pub(super) answers: Vec<AnswerShare>,
    pub(super) sections: Vec<Section>,
    pub(super) plot: Option<Plot>,
    pub(super) solvers: Vec<SolverView>,
    /// The solvers in which something was found, for the filter.
    pub(super) faulty: Vec<String>,
    pub(super) techniques: Vec<TechniqueView>,
    pub(super) skipped: Vec<Fact>,
    pub(super) findings: u64,
    pub(super) quis_version: String,
    pub(super) platform: String,
    pub(super) command_line: String,
    pub(super) is_over: bool,
}

/// A figure or a text with its name.
#[derive(Debug, Serialize)]
pub(super) struct Fact {
    pub(super) name: String,
    pub(super) value: String,
    /// More about it, in a few words.
    pub(super) note: String,
}

/// The findings of one kind.
#[derive(Debug, Serialize)]
pub(super) struct Section {
    pub(super) kind: &'static str,
    pub(super) label: String,
    pub(super) meaning: &'static str,
    pub(super) group: &'static str,
    pub(super) count: String,
    pub(super) findings: Vec<FindingView>,
}

/// One kind of answer among all.
#[derive(Debug, Serialize)]
pub(super) struct AnswerShare {
    pub(super) name: &'static str,
    pub(super) count: String,
    pub(super) share: String,
    /// The width of its part of the bar, in per cent.
    pub(super) width: String,
}

/// A solver's row.
#[derive(Debug, Serialize)]
pub(super) struct SolverView {
    name: String,
    solver: String,
    options: String,
    command_line: String,
    cases: String,
    answers: Vec<AnswerShare>,
    time: String,
    share: String,
    mode: String,
    findings: u64,
}

/// A technique's row.
#[derive(Debug, Serialize)]
pub(super) struct TechniqueView {
    name: String,
    parameters: String,
    cases: String,
    /// Its share of the CPU time of all of them.
    cpu: String,
    seeds: String,
    findings: u64,
}

impl Fact {
    fn new(name: &str, value: impl Into<String>) -> Self {
        Fact { name: name.to_owned(), value: value.into(), note: String::new() }
    }

    fn note(self, note: impl Into<String>) -> Self {
        Fact { note: note.into(), ..self }
    }
}

impl ReportView {
    pub(super) fn new(report: &Report, room: Room) -> Self {
        let campaign = &report.campaign;
        let mut faulty: Vec<String> =
            report.findings.iter().map(|finding| solver_text(&finding.solver)).collect();
        faulty.sort();
        faulty.dedup();
        let techniques_cpu: f64 =
            report.techniques.iter().filter_map(|technique| technique.cpu_seconds).sum();
        ReportView {
            title: title(campaign),
            verdict: verdict(report),
            is_clean: report.findings.is_empty(),
            facts: facts(&report.summary, campaign),
            run: run(campaign),
            answers: answer_shares(&report.summary.answers),
            sections: sections(report, room),
            plot: plot(&report.timeline),
            solvers: solvers(report),
            faulty,
            techniques: report
                .techniques
                .iter()
                .map(|technique| TechniqueView {
                    name: technique.name.clone(),
                    parameters: technique.parameters.clone(),
                    cases: grouped(technique.cases),
                    cpu: technique.cpu_seconds.and_then(|cpu| share(cpu, techniques_cpu)).unwrap_or_default(),
                    seeds: if technique.is_seedless() { "none".to_owned() } else { grouped(technique.seeds) },
                    findings: technique.findings,
                })
                .collect(),
            skipped: report
                .summary
                .seeds
                .skipped
                .iter()
                .map(|skipped| Fact::new(&skipped.reason, grouped(skipped.count)))
                .collect(),
            findings: report.findings.len() as u64,
            quis_version: campaign.quis_version.clone(),
            platform: campaign.platform.clone(),
            command_line: campaign.command_line.clone(),
            is_over: campaign.ended.is_some(),
        }
    }
}

/// The name of the campaign.
pub(super) fn title(campaign: &CampaignData) -> String {
    let name = [&campaign.name, &campaign.directory].into_iter().find(|name| !name.trim().is_empty());
    name.map_or_else(|| "Campaign".to_owned(), |name| one_line(name, 120))
}

/// The result in one sentence. The findings are arranged.
pub(super) fn verdict(report: &Report) -> String {
    let cases = report.summary.cases;
    if report.findings.is_empty() {
        return match cases {
            0 => "No test case was made.".to_owned(),
            _ => format!("Nothing was found wrong in {}.", counted(cases, "test case", "test cases")),
        };
    }
    let mut solvers: Vec<_> = report
        .findings
        .iter()
        .map(|finding| &finding.solver)
        .map(|solver| if solver.family.is_empty() { &solver.name } else { &solver.family })
        .collect();
    solvers.sort_unstable();
    solvers.dedup();
    let place = match &*solvers {
        [one] => one_line(one, 60),
        [one, two] => format!("{} and {}", one_line(one, 60), one_line(two, 60)),
        many => counted(many.len() as u64, "solver", "solvers"),
    };
    let found = counted(report.findings.len() as u64, "finding", "findings");
    let wrong = report.findings.iter().filter(|finding| finding.kind.is_wrong_answer()).count() as u64;
    match wrong {
        0 => format!("{found} in {place}, none of them a wrong answer."),
        _ if wrong == report.findings.len() as u64 && wrong == 1 => {
            format!("{found} in {place}, a wrong answer.")
        }
        _ if wrong == report.findings.len() as u64 => format!("{found} in {place}, all wrong answers."),
        1 => format!("{found} in {place}, one of them a wrong answer."),
        _ => format!("{found} in {place}, {} of them wrong answers.", grouped(wrong)),
    }
}

/// The figures at the top.
pub(super) fn facts(summary: &Summary, campaign: &CampaignData) -> Vec<Fact> {
    let mut facts = vec![Fact::new("Test cases", grouped(summary.cases))];
    let cpu = match (summary.solver_cpu_seconds, summary.own_cpu_seconds) {
        (None, None) => None,
        (solvers, own) => Some(solvers.unwrap_or(0.0) + own.unwrap_or(0.0)),
    };
    if let Some(per_second) = cpu.and_then(|cpu| rate(summary.cases, cpu)) {
        facts[0].note = format!("{per_second} per CPU second");
    }
    let answered = summary.answers.sat + summary.answers.unsat;
    let checks = Fact::new("Checks", grouped(summary.checks));
    facts.push(match share(answered as f64, total(&summary.answers) as f64) {
        Some(share) => checks.note(format!("{share} answered sat or unsat")),
        None => checks,
    });
    if let Some(seconds) = campaign.wall_seconds {
        let fact = Fact::new("Time", duration(seconds));
        facts.push(match campaign.jobs {
            Some(jobs) => fact.note(format!("{} at a time", counted(jobs, "work unit", "work units"))),
            None => fact,
        });
    }
    if let (Some(cpu), Some(solvers)) = (cpu, summary.solver_cpu_seconds) {
        let fact = Fact::new("CPU time", duration(cpu));
        let outside = summary.outside_cpu_seconds.and_then(|outside| share(outside, cpu));
        let outside =
            outside.map(|share| format!(", {share} for seeds and follow-up questions")).unwrap_or_default();
        facts.push(match share(solvers, cpu) {
            Some(in_solvers) => {
                fact.note(match summary.generation_cpu_seconds.and_then(|own| share(own, cpu)) {
                    Some(generation) => {
                        format!("{in_solvers} in the solvers, {generation} to make the cases{outside}")
                    }
                    None => format!("{in_solvers} in the solvers{outside}"),
                })
            }
            None => fact,
        });
    }
    let seeds = &summary.seeds;
    let skipped: u64 = seeds.skipped.iter().fold(0, |sum, skipped| sum.saturating_add(skipped.count));
    let mut notes = Vec::new();
    if skipped > 0 {
        notes.push(format!("{} skipped", grouped(skipped)));
    }
    if seeds.failing > 0 {
        notes.push(format!("{} failing by themselves", grouped(seeds.failing)));
    }
    facts.push(Fact::new("Seeds used", grouped(seeds.used)).note(notes.join(", ")));
    facts
}

/// How the campaign was run.
pub(super) fn run(campaign: &CampaignData) -> Vec<Fact> {
    let ended = match (&campaign.started, &campaign.ended) {
        (Some(_), None) => Some("not yet, or it was interrupted".to_owned()),
        (_, ended) => ended.as_deref().map(moment),
    };
    let facts = [
        ("Quis", Some(campaign.quis_version.clone())),
        ("Started", campaign.started.as_deref().map(moment)),
        ("Ended", ended),
        ("Seed number", campaign.seed_number.map(|number| number.to_string())),
        ("Platform", Some(campaign.platform.clone())),
        ("Directory", Some(campaign.directory.clone())),
    ];
    facts
        .into_iter()
        .filter_map(|(name, value)| Some(Fact::new(name, value.filter(|value| !value.is_empty())?)))
        .collect()
}

/// All answers.
pub(super) fn total(answers: &Answers) -> u64 {
    [answers.sat, answers.unsat, answers.unknown, answers.timeout, answers.error]
        .into_iter()
        .fold(0, u64::saturating_add)
}

/// The answers by kind, without kinds that no solver gave.
pub(super) fn answer_shares(answers: &Answers) -> Vec<AnswerShare> {
    let all = total(answers) as f64;
    [
        ("sat", answers.sat),
        ("unsat", answers.unsat),
        ("unknown", answers.unknown),
        ("timeout", answers.timeout),
        ("error", answers.error),
    ]
    .into_iter()
    .filter(|(_, count)| *count > 0)
    .map(|(name, count)| AnswerShare {
        name,
        count: grouped(count),
        share: share(count as f64, all).unwrap_or_default(),
        width: format!("{:.3}", 100.0 * count as f64 / all),
    })
    .collect()
}

fn sections(report: &Report, room: Room) -> Vec<Section> {
    let of_kind = |kind: Kind| {
        let findings: Vec<_> = report
            .findings
            .iter()
            .filter(|finding| finding.kind == kind)
            .map(|finding| FindingView::new(finding, room))
            .collect();
        Section {
            kind: kind.name(),
            label: kind.label(),
            meaning: kind.meaning(),
            group: kind.group().name(),
            count: grouped(findings.len() as u64),
            findings,
        }
    };
    Kind::ALL.into_iter().map(of_kind).filter(|section| !section.findings.is_empty()).collect()
}

fn solvers(report: &Report) -> Vec<SolverView> {
    let all: f64 = report.solvers.iter().filter_map(|solver| solver.cpu_seconds).sum();
    let row = |data: &SolverData| {
        let mut mode = match data.mode {
            SolverMode::Fresh => "fresh".to_owned(),
            SolverMode::Session if data.restarts == 0 => "session".to_owned(),
            SolverMode::Session => {
                format!("session, {}", counted(data.restarts, "restart", "restarts"))
            }
        };
        if let Some(count) = data.seeds_left_out.filter(|&count| count > 0) {
            mode.push_str(&format!(", without {}", counted(count, "seed", "seeds")));
        }
        SolverView {
            name: data.solver.name.clone(),
            solver: solver_text(&data.solver),
            options: data.solver.options.join(" "),
            command_line: data.solver.command_line.clone(),
            cases: grouped(data.cases),
            answers: answer_shares(&data.answers),
            time: data.cpu_seconds.map(duration).unwrap_or_default(),
            share: data.cpu_seconds.and_then(|seconds| share(seconds, all)).unwrap_or_default(),
            mode,
            findings: data.findings,
        }
    };
    report.solvers.iter().map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::data::{FindingData, SolverIdentity};

    fn report(kinds: &[Kind]) -> Report {
        let findings = kinds
            .iter()
            .enumerate()
            .map(|(at, &kind)| {
                let solver = SolverIdentity { name: format!("s{at}"), ..SolverIdentity::default() };
                FindingData::new(at.to_string(), kind, solver)
            })
            .collect();
        let summary = Summary { cases: 1200, ..Summary::default() };
        Report { findings, summary, ..Report::default() }
    }

    #[test]
    fn the_verdict_is_one_sentence() {
        use Kind::{Crash, Disagreement, RefutationUnsound, SolutionUnsound};
        assert_eq!(verdict(&Report::default()), "No test case was made.");
        assert_eq!(verdict(&report(&[])), "Nothing was found wrong in 1,200 test cases.");
        assert_eq!(verdict(&report(&[Crash])), "1 finding in s0, none of them a wrong answer.");
        assert_eq!(verdict(&report(&[Disagreement])), "1 finding in s0, none of them a wrong answer.");
        assert_eq!(verdict(&report(&[SolutionUnsound])), "1 finding in s0, a wrong answer.");
        assert_eq!(
            verdict(&report(&[SolutionUnsound, Crash])),
            "2 findings in s0 and s1, one of them a wrong answer."
        );
        assert_eq!(
            verdict(&report(&[RefutationUnsound, SolutionUnsound, Crash])),
            "3 findings in 3 solvers, 2 of them wrong answers."
        );
    }

    #[test]
    fn shares_fill_the_bar() {
        let answers = Answers { sat: 1, unsat: 2, unknown: 0, timeout: 0, error: 1 };
        let widths: Vec<_> = answer_shares(&answers).into_iter().map(|share| share.width).collect();
        assert_eq!(widths, ["25.000", "50.000", "25.000"]);
        assert!(answer_shares(&Answers::default()).is_empty());
    }

    #[test]
    fn what_was_not_measured_is_not_shown() {
        let names: Vec<_> =
            facts(&Summary::default(), &CampaignData::default()).into_iter().map(|fact| fact.name).collect();
        assert_eq!(names, ["Test cases", "Checks", "Seeds used"]);
        assert!(run(&CampaignData::default()).is_empty());
    }

    #[test]
    fn the_cost_of_making_cases_is_told() {
        let summary = Summary {
            solver_cpu_seconds: Some(7.0),
            own_cpu_seconds: Some(1.0),
            generation_cpu_seconds: Some(0.1),
            ..Summary::default()
        };
        let facts = facts(&summary, &CampaignData::default());
        let note = facts.iter().find(|fact| fact.name == "CPU time").map(|fact| &*fact.note);
        assert_eq!(note, Some("87.5 % in the solvers, 1.2 % to make the cases"));
        let fuzzsmt =
            crate::report::TechniqueData { name: "fuzzsmt".to_owned(), cases: 3, ..Default::default() };
        let report = Report { techniques: vec![fuzzsmt], ..Report::default() };
        let text = crate::report::text(&report);
        assert!(text.contains("fuzzsmt: 3 cases without seeds, 0 findings"), "{text}");
        assert_eq!(ReportView::new(&report, Room { case: 1, evidence: 1 }).techniques[0].seeds, "none");
    }
}
