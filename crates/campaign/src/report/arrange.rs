//! The order of findings, and one entry for each cause.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::data::{AlsoFound, FindingData, Report};

impl Report {
    /// The report with one finding for each cause, the worst first.
    ///
    /// Findings of one kind with the same fingerprint in releases of one solver have one cause. The one shown is one under default
    /// options if there is any, with the smallest case; the rest become its [`also`](FindingData::also). Arranging twice
    /// changes nothing.
    #[must_use]
    pub fn arranged(&self) -> Report {
        let mut findings = self.findings.clone();
        findings.sort_by(|a, b| rank(a).cmp(&rank(b)));
        let mut entries: Vec<FindingData> = Vec::with_capacity(findings.len());
        let mut entry_of_cause = BTreeMap::new();
        for finding in findings {
            if finding.fingerprint.is_empty() {
                entries.push(finding);
                continue;
            }
            let family = family(&finding).to_owned();
            let at = *entry_of_cause
                .entry((finding.kind, family, finding.fingerprint.clone()))
                .or_insert(entries.len());
            match entries.get_mut(at) {
                Some(entry) => absorb(entry, finding),
                None => entries.push(finding),
            }
        }
        Report { findings: entries, ..self.clone() }
    }
}

/// The order in which findings are shown: the worst kind, default options, the smallest case, the most frequent.
fn rank(finding: &FindingData) -> impl Ord + '_ {
    (
        finding.kind,
        !finding.solver.default_options,
        finding.bytes(),
        Reverse(total_occurrences(finding)),
        &finding.solver.name,
        &finding.id,
    )
}

/// What tells the causes in different solvers apart.
fn family(finding: &FindingData) -> &str {
    if finding.solver.family.is_empty() { &finding.solver.name } else { &finding.solver.family }
}

/// Makes a finding part of one with the same cause.
fn absorb(entry: &mut FindingData, finding: FindingData) {
    entry.also.push(AlsoFound { id: finding.id, solver: finding.solver, occurrences: finding.occurrences });
    entry.also.extend(finding.also);
    if entry.affected.is_none() {
        entry.affected = finding.affected;
    }
}

/// How many cases showed a cause.
pub(super) fn total_occurrences(finding: &FindingData) -> u64 {
    finding.also.iter().fold(finding.occurrences, |sum, also| sum.saturating_add(also.occurrences))
}

#[cfg(test)]
mod tests {
    use quis_judge::Kind;

    use super::*;
    use crate::report::data::SolverIdentity;

    fn finding(id: &str, kind: Kind, default_options: bool, fingerprint: &str, case: &str) -> FindingData {
        let solver = SolverIdentity {
            name: format!("solver of {id}"),
            family: "z3".to_owned(),
            default_options,
            ..SolverIdentity::default()
        };
        FindingData {
            fingerprint: fingerprint.to_owned(),
            case: case.to_owned(),
            occurrences: 3,
            ..FindingData::new(id, kind, solver)
        }
    }

    fn ids(report: &Report) -> Vec<&str> {
        report.findings.iter().map(|finding| &*finding.id).collect()
    }

    #[test]
    fn the_worst_comes_first_then_default_options_then_the_smallest() {
        let findings = vec![
            finding("crash", Kind::Crash, true, "", "x"),
            finding("unusual", Kind::RefutationUnsound, false, "", "x"),
            finding("large", Kind::RefutationUnsound, true, "", "xxxx"),
            finding("small", Kind::RefutationUnsound, true, "", "xx"),
            finding("model", Kind::InvalidModel, true, "", "x"),
            finding("sat", Kind::SolutionUnsound, true, "", "x"),
        ];
        let report = Report { findings, ..Report::default() }.arranged();
        assert_eq!(ids(&report), ["small", "large", "unusual", "sat", "model", "crash"]);
    }

    #[test]
    fn one_cause_is_one_entry() {
        let mut other_family = finding("cvc5", Kind::Crash, true, "assert:12", "x");
        other_family.solver.family = "cvc5".to_owned();
        let findings = vec![
            finding("tiny", Kind::Crash, false, "assert:12", "x"),
            finding("default", Kind::Crash, true, "assert:12", "xxx"),
            finding("other kind", Kind::Slow, true, "assert:12", "xxx"),
            finding("other cause", Kind::Crash, true, "assert:13", "xxxx"),
            other_family,
        ];
        let report = Report { findings, ..Report::default() }.arranged();
        assert_eq!(ids(&report), ["cvc5", "default", "other cause", "other kind"]);
        let entry = &report.findings[1];
        assert_eq!(entry.also.len(), 1);
        assert_eq!(entry.also[0].id, "tiny");
        assert_eq!(total_occurrences(entry), 6);
        assert_eq!(report.arranged(), report);
    }

    #[test]
    fn findings_without_a_fingerprint_stay_apart() {
        let findings =
            vec![finding("a", Kind::Crash, true, "", "x"), finding("b", Kind::Crash, true, "", "x")];
        assert_eq!(ids(&Report { findings, ..Report::default() }.arranged()), ["a", "b"]);
    }
}
