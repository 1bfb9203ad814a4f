//! A finding in the words and figures that pages show.

use serde::Serialize;

use super::arrange::total_occurrences;
use super::data::{FindingData, Origin, OtherAnswer, SolverIdentity};
use super::figures::{bytes, counted};
use super::wording::{beginning, one_line, visible};
use crate::size::Size;

/// The most characters of a title: it stands in one line.
const TITLE: usize = 160;

/// How much of a finding's texts a page shows. The files have the complete texts.
#[derive(Clone, Copy)]
pub(super) struct Room {
    /// Bytes of the case.
    pub(super) case: usize,
    /// Bytes of the evidence.
    pub(super) evidence: usize,
}

/// A finding as templates use it.
#[derive(Debug, Serialize)]
pub(super) struct FindingView {
    pub(super) id: String,
    /// The end of a link to it.
    pub(super) anchor: String,
    pub(super) kind: &'static str,
    pub(super) label: String,
    pub(super) meaning: &'static str,
    pub(super) group: &'static str,
    pub(super) title: String,
    /// The solver and its version.
    pub(super) solver: String,
    /// The user's name for the solver.
    pub(super) solver_name: String,
    pub(super) options: String,
    pub(super) default_options: bool,
    pub(super) command_line: String,
    pub(super) fingerprint: String,
    pub(super) expected: String,
    pub(super) actual: String,
    pub(super) evidence: Excerpt,
    pub(super) case: Excerpt,
    pub(super) case_file: String,
    /// The file with the witness; empty if there is none.
    pub(super) witness_file: String,
    pub(super) bytes: String,
    /// The size before reduction.
    pub(super) bytes_before: Option<String>,
    /// `3 assertions, depth 2; was 64 assertions, depth 14`
    pub(super) shape: Option<String>,
    pub(super) occurrences: u64,
    /// `14 cases`
    pub(super) occurrences_text: String,
    pub(super) also: Vec<AlsoView>,
    pub(super) affected: Option<AffectedView>,
    pub(super) origin: Option<Origin>,
    pub(super) others: Vec<OtherAnswer>,
    pub(super) replay: String,
    pub(super) found: Option<String>,
}

/// The beginning of a text that fits into the room.
#[derive(Debug, Serialize)]
pub(super) struct Excerpt {
    pub(super) text: String,
    /// The size of the complete text, if this is only a part.
    pub(super) cut_from: Option<String>,
    /// Whether the text has characters that are shown as symbols.
    pub(super) has_hidden: bool,
}

/// Another finding with the same cause.
#[derive(Debug, Serialize)]
pub(super) struct AlsoView {
    id: String,
    solver: String,
    options: String,
    occurrences: String,
}

/// Which releases are affected.
#[derive(Debug, Serialize)]
pub(super) struct AffectedView {
    /// In one line.
    pub(super) range: Option<String>,
    releases: Vec<ReleaseView>,
}

#[derive(Debug, Serialize)]
struct ReleaseView {
    version: String,
    answer: String,
    /// `affected`, `not affected` or `not known`.
    state: &'static str,
    class: &'static str,
}

impl FindingView {
    pub(super) fn new(finding: &FindingData, room: Room) -> Self {
        let occurrences = total_occurrences(finding);
        FindingView {
            id: finding.id.clone(),
            anchor: anchor(&finding.id),
            kind: finding.kind.name(),
            label: finding.kind.label(),
            meaning: finding.kind.meaning(),
            group: finding.kind.group().name(),
            title: title(finding),
            solver: solver_text(&finding.solver),
            solver_name: finding.solver.name.clone(),
            options: finding.solver.options.join(" "),
            default_options: finding.solver.default_options,
            command_line: finding.solver.command_line.clone(),
            fingerprint: finding.fingerprint.clone(),
            expected: finding.expected.clone(),
            actual: finding.actual.clone(),
            evidence: Excerpt::new(finding.evidence.trim_end(), room.evidence),
            case: Excerpt::new(&finding.case, room.case),
            case_file: case_file(finding),
            witness_file: finding.witness_file.clone(),
            bytes: bytes(finding.bytes()),
            bytes_before: finding
                .bytes_before_reduction
                .filter(|&before| before > finding.bytes())
                .map(bytes),
            shape: shape(finding),
            occurrences,
            occurrences_text: counted(occurrences, "case", "cases"),
            also: finding
                .also
                .iter()
                .map(|also| AlsoView {
                    id: also.id.clone(),
                    solver: solver_text(&also.solver),
                    options: also.solver.options.join(" "),
                    occurrences: counted(also.occurrences, "case", "cases"),
                })
                .collect(),
            affected: affected(finding),
            origin: finding.origin.clone(),
            others: finding.others.clone(),
            replay: finding.replay.clone(),
            found: finding.found.as_deref().map(moment),
        }
    }
}

impl Excerpt {
    fn new(text: &str, most: usize) -> Self {
        let (start, is_cut) = beginning(text, most);
        Excerpt {
            text: start.to_owned(),
            cut_from: is_cut.then(|| bytes(text.len() as u64)),
            has_hidden: matches!(visible(start), std::borrow::Cow::Owned(_)),
        }
    }
}

/// The assertions and the depth of a case that was made smaller, and what they were.
pub(super) fn shape(finding: &FindingData) -> Option<String> {
    let minimized = finding.minimized?;
    let shape =
        |size: Size| format!("{}, depth {}", counted(size.assertions, "assertion", "assertions"), size.depth);
    Some(format!("{}; was {}", shape(minimized.after), shape(minimized.before)))
}

/// The title of a finding.
pub(super) fn title(finding: &FindingData) -> String {
    if finding.title.trim().is_empty() {
        format!("{}: {}", solver_text(&finding.solver), finding.kind.headline())
    } else {
        one_line(&finding.title, TITLE)
    }
}

/// Where the case of a finding is, as seen from the campaign's directory.
pub(super) fn case_file(finding: &FindingData) -> String {
    if finding.case_file.is_empty() {
        format!("findings/{}/case.smt2", finding.id)
    } else {
        finding.case_file.clone()
    }
}

/// A solver and its version: `z3 5.4.0`.
pub(super) fn solver_text(solver: &SolverIdentity) -> String {
    let name = if solver.family.is_empty() { &solver.name } else { &solver.family };
    let version = solver.version.trim();
    let says_name = version.to_lowercase().contains(&name.to_lowercase());
    let text = match (version.is_empty(), says_name) {
        (true, _) => name.clone(),
        (false, true) => version.to_owned(),
        (false, false) => format!("{name} {version}"),
    };
    one_line(&text, 80)
}

/// A moment as people write it: `2026-11-15 12:45 UTC`. What has another form stays.
pub(super) fn moment(text: &str) -> String {
    if humantime::parse_rfc3339(text).is_err() {
        return text.to_owned();
    }
    match (text.get(..10), text.get(11..16)) {
        (Some(day), Some(time)) => format!("{day} {time} UTC"),
        _ => text.to_owned(),
    }
}

/// An id as the end of a link: letters, digits and hyphens, and different for different ids.
fn anchor(id: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-';
    if !id.is_empty() && id.chars().all(is_plain) {
        return format!("finding-{id}");
    }
    let hash = blake3::hash(id.as_bytes()).to_hex();
    format!("finding-x{}", hash.get(..16).unwrap_or_default())
}

fn affected(finding: &FindingData) -> Option<AffectedView> {
    let affected = finding.affected.as_ref()?;
    let range = match (&affected.first_bad, &affected.last_bad) {
        (Some(first), Some(last)) if first == last => Some(first.clone()),
        (Some(first), Some(last)) => Some(format!("{first} to {last}")),
        (Some(first), None) => Some(format!("{first} and later")),
        (None, Some(last)) => Some(format!("up to {last}")),
        (None, None) => None,
    };
    let releases: Vec<_> = affected
        .releases
        .iter()
        .map(|release| {
            let (state, class) = match release.bad {
                Some(true) => ("affected", "bad"),
                Some(false) => ("not affected", "good"),
                None => ("not known", "open"),
            };
            ReleaseView {
                version: release.version.clone(),
                answer: one_line(&release.answer, 80),
                state,
                class,
            }
        })
        .collect();
    (range.is_some() || !releases.is_empty()).then_some(AffectedView { range, releases })
}

#[cfg(test)]
mod tests {
    use quis_judge::Kind;

    use super::*;

    #[test]
    fn solvers_are_named_once() {
        let mut solver = SolverIdentity { name: "./build/z3 -v:1".to_owned(), ..SolverIdentity::default() };
        assert_eq!(solver_text(&solver), "./build/z3 -v:1");
        solver.family = "z3".to_owned();
        solver.version = "5.4.0".to_owned();
        assert_eq!(solver_text(&solver), "z3 5.4.0");
        solver.version = "Z3 version 5.4.0 - 64 bit".to_owned();
        assert_eq!(solver_text(&solver), "Z3 version 5.4.0 - 64 bit");
        let finding = FindingData::new("f1", Kind::Crash, solver);
        assert_eq!(title(&finding), "Z3 version 5.4.0 - 64 bit: crash");
    }

    #[test]
    fn moments_are_shortened_only_if_they_are_moments() {
        assert_eq!(moment("2026-11-15T12:45:21Z"), "2026-11-15 12:45 UTC");
        assert_eq!(moment("yesterday, in the afternoon"), "yesterday, in the afternoon");
    }

    #[test]
    fn anchors_are_plain_and_different() {
        assert_eq!(anchor("f-12"), "finding-f-12");
        assert_ne!(anchor("a/b"), anchor("a b"));
        assert!(anchor("\"><script>").chars().all(|c| c.is_ascii_alphanumeric() || c == '-'));
    }

    #[test]
    fn large_cases_are_cut_and_say_so() {
        let excerpt = Excerpt::new("(assert true)\n(assert false)\n", 20);
        assert_eq!(excerpt.text, "(assert true)\n");
        assert_eq!(excerpt.cut_from.as_deref(), Some("29 bytes"));
        assert!(!excerpt.has_hidden);
        assert!(Excerpt::new("\x1b", 20).has_hidden);
    }
}
