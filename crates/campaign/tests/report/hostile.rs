//! Texts of others cannot break a report.

use quis_campaign::report::{FindingData, OtherAnswer, Report, SolverData, html, json, markdown};

use super::{forms, sample};

const HOSTILE: &str = "</script></style></pre></title>\"'><img src=x onerror=alert(1)>&amp;\u{0}\u{1b}[2J\u{202e}\r\n\
                       {{ 7*7 }}{% raw %}```` | @all #1 ]]>-->";

/// The sample with hostile text wherever text may stand.
fn hostile() -> Report {
    let mut report = sample();
    let text = || HOSTILE.to_owned();
    let campaign = &mut report.campaign;
    for field in [
        &mut campaign.name,
        &mut campaign.directory,
        &mut campaign.quis_version,
        &mut campaign.command_line,
        &mut campaign.platform,
    ] {
        *field = text();
    }
    campaign.started = Some(text());
    campaign.ended = Some(text());
    for skipped in &mut report.summary.seeds.skipped {
        skipped.reason = text();
    }
    for SolverData { solver, .. } in &mut report.solvers {
        solver.name = text();
        solver.version = text();
        solver.command_line = text();
        solver.options = vec![text()];
    }
    for technique in &mut report.techniques {
        technique.name = text();
        technique.parameters = text();
    }
    for (number, finding) in report.findings.iter_mut().enumerate() {
        finding.id = format!("{HOSTILE}{number}");
        finding.fingerprint = format!("{HOSTILE}{number}");
        finding.solver.name = text();
        finding.solver.family = text();
        finding.solver.options = vec![text()];
        let FindingData { title, expected, actual, evidence, case, case_file, replay, .. } = finding;
        for field in [title, expected, actual, evidence, case, case_file, replay] {
            *field = text();
        }
        finding.solver.version = text();
        finding.solver.command_line = text();
        finding.others = vec![OtherAnswer { solver: text(), answer: text() }];
        finding.found = Some(text());
        if let Some(origin) = &mut finding.origin {
            origin.technique = text();
            origin.parameters = text();
            origin.seed_file = text();
            origin.stream = text();
        }
        for release in finding.affected.iter_mut().flat_map(|affected| &mut affected.releases) {
            release.version = text();
            release.answer = text();
        }
    }
    report
}

/// How often each element is opened or closed.
fn elements(page: &str) -> Vec<(String, usize)> {
    let mut counts = std::collections::BTreeMap::new();
    for part in page.split('<').skip(1) {
        let name: String = part.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '/').collect();
        *counts.entry(name).or_insert(0) += 1;
    }
    counts.into_iter().collect()
}

#[test]
fn a_page_has_no_element_that_is_not_ours() {
    let page = html(&hostile()).unwrap();
    let names: Vec<_> = elements(&page).into_iter().map(|(name, _)| name).collect();
    assert!(!names.iter().any(|name| name == "img"), "{names:?}");
    assert_eq!(page.matches("<script>").count(), 1);
    assert_eq!(page.matches("</script>").count(), 1);
    assert_eq!(page.matches("</style>").count(), 1);
    assert_eq!(page.matches("<pre ").count(), page.matches("</pre>").count());
    assert!(!page.contains("onerror=alert(1)>"), "an attribute was closed");
    assert!(page.contains("{{ 7*7 }}"), "text is no template");
}

#[test]
fn nothing_is_left_that_a_terminal_or_a_page_obeys() {
    for (form, text) in forms(&hostile()) {
        let bad = |c: char| (c.is_control() && c != '\n' && c != '\t') || c == '\u{202e}';
        // JSON escapes control characters itself and keeps the rest: it is data.
        if form == "json" {
            assert!(!text.contains(|c: char| c.is_control() && c != '\n'));
        } else if form != "sarif" {
            assert!(!text.contains(bad), "{}: {:?}", form, text.chars().find(|&c| bad(c)));
        }
    }
}

/// A line of Markdown without its code: from a run of backticks to the next run of the same length.
fn outside_code(line: &str) -> String {
    let mut text = String::new();
    let mut rest = line;
    while let Some(at) = rest.find(['`', '\\']) {
        text.push_str(&rest[..at]);
        rest = &rest[at..];
        if rest.starts_with('\\') {
            let end = rest.chars().take(2).map(char::len_utf8).sum();
            text.push_str(&rest[..end]);
            rest = &rest[end..];
            continue;
        }
        let ticks = rest.chars().take_while(|&c| c == '`').count();
        let behind = &rest[ticks..];
        let runs = behind.match_indices('`').filter(|(at, _)| !behind[..*at].ends_with('`'));
        let end = runs
            .map(|(at, _)| (at, behind[at..].chars().take_while(|&c| c == '`').count()))
            .find(|&(_, length)| length == ticks);
        rest = match end {
            Some((at, length)) => &behind[at + length..],
            None => panic!("code does not end: {line}"),
        };
    }
    text + rest
}

#[test]
fn markdown_keeps_its_blocks() {
    let text = markdown(&hostile()).unwrap();
    let mut fence: Option<usize> = None;
    let mut blocks = 0;
    for line in text.lines() {
        let ticks = line.chars().take_while(|&c| c == '`').count();
        match fence {
            Some(open) if ticks >= open && line.len() == ticks => fence = None,
            None if ticks >= 3 => {
                fence = Some(ticks);
                blocks += 1;
            }
            None => {
                let text = outside_code(line);
                assert!(!text.contains('@') && !text.contains("#1"), "{line}");
                assert!(!text.replace("\\<", "").contains('<'), "{line}");
            }
            Some(_) => {}
        }
    }
    assert_eq!(fence, None);
    assert!(blocks > 3 * sample().arranged().findings.len());
}

#[test]
fn a_case_can_be_copied_as_it_is() {
    let mut report = sample();
    report.findings.truncate(1);
    report.findings[0].case = "\n(assert (< 1 2)) ; \"a\" & b\n".to_owned();
    let page = html(&report).unwrap();
    assert!(page.contains("<code>\n(assert (&lt; 1 2)) ; &quot;a&quot; &amp; b\n</code></pre>"));
}

#[test]
fn large_cases_are_cut_with_a_word_about_it() {
    let mut report = sample();
    report.findings.truncate(1);
    report.findings[0].case = "(assert true)\n".repeat(100_000);
    let page = html(&report).unwrap();
    assert!(page.len() < 200_000);
    assert!(page.contains("This is the beginning of 1.4 MB"));
    let text = markdown(&report).unwrap();
    assert!(text.len() < 65_000);
    assert!(text.contains("This is the beginning of 1.4 MB"));
    assert!(json(&report).unwrap().len() > 1_400_000);
}
