//! The plot of a campaign's course: findings and cases over time.
//!
//! Only the shapes are SVG, stretched to the available room. The labels are text of the page, so they stay readable on a phone.

use std::fmt::Write as _;

use quis_judge::Group;
use serde::Serialize;

use super::data::TimelinePoint;
use super::figures::{duration, grouped};

/// The side of the square that the shapes are drawn in.
const SIDE: f64 = 1000.0;

/// The most points: more of them look like one.
const MOST_POINTS: usize = 500;

/// Panels one above the other, with one axis of time.
#[derive(Debug, Serialize)]
pub(super) struct Plot {
    pub(super) panels: Vec<Panel>,
    pub(super) time_ticks: Vec<Tick>,
    pub(super) legend: Vec<LegendEntry>,
    /// The plot in words.
    pub(super) description: String,
}

/// One quantity over time.
#[derive(Debug, Serialize)]
pub(super) struct Panel {
    pub(super) name: &'static str,
    pub(super) shapes: Vec<Shape>,
    pub(super) ticks: Vec<Tick>,
}

/// An area, from its lower to its upper edge.
#[derive(Debug, Serialize)]
pub(super) struct Shape {
    pub(super) class: &'static str,
    /// The outline of the area.
    pub(super) area: String,
    /// Its upper edge alone.
    pub(super) edge: String,
}

/// A mark on an axis.
#[derive(Debug, Serialize)]
pub(super) struct Tick {
    /// In per cent of the axis.
    pub(super) at: String,
    pub(super) label: String,
}

/// What a colour means, and the number at the end.
#[derive(Debug, Serialize)]
pub(super) struct LegendEntry {
    class: &'static str,
    label: &'static str,
    count: String,
}

/// The plot of a timeline. `None` if it has fewer than two moments.
pub(super) fn plot(timeline: &[TimelinePoint]) -> Option<Plot> {
    let mut points: Vec<&TimelinePoint> =
        timeline.iter().filter(|point| point.seconds.is_finite() && point.seconds >= 0.0).collect();
    points.sort_by(|a, b| a.seconds.total_cmp(&b.seconds).then(a.cases.cmp(&b.cases)));
    let last = *points.last()?;
    if points.len() < 2 || last.seconds <= 0.0 {
        return None;
    }
    let points = thinned(&points);
    let xs: Vec<f64> = points.iter().map(|point| point.seconds / last.seconds).collect();

    let mut panels = Vec::new();
    let groups: Vec<Group> = Group::ALL.into_iter().filter(|&group| in_group(last, group) > 0).collect();
    let most = points.iter().map(|point| all_findings(point)).max().unwrap_or(0);
    if most > 0 && !groups.is_empty() {
        panels.push(findings_panel(&points, &xs, &groups, most));
    }
    let most_cases = points.iter().map(|point| point.cases).max().unwrap_or(0);
    if most_cases > 0 {
        let top = axis_top(most_cases);
        let heights: Vec<f64> = points.iter().map(|point| point.cases as f64 / top as f64).collect();
        let floor = vec![0.0; heights.len()];
        let shapes = vec![shape("cases", &xs, &floor, &heights, false)];
        panels.push(Panel { name: "Test cases", shapes, ticks: count_ticks(top) });
    }
    if panels.is_empty() {
        return None;
    }
    let legend: Vec<_> = groups
        .iter()
        .map(|&group| LegendEntry {
            class: group.name(),
            label: group.label(),
            count: grouped(in_group(last, group)),
        })
        .collect();
    let mut description = format!("After {}: {} test cases", duration(last.seconds), grouped(last.cases));
    for entry in &legend {
        let _ = write!(description, ", {} {}", entry.count, entry.label);
    }
    description.push('.');
    Some(Plot { panels, time_ticks: time_ticks(last.seconds), legend, description })
}

/// The findings of the groups, one on top of the other, the worst at the bottom.
fn findings_panel(points: &[&TimelinePoint], xs: &[f64], groups: &[Group], most: u64) -> Panel {
    let top = axis_top(most);
    let mut floor = vec![0.0; points.len()];
    let mut shapes = Vec::new();
    for &group in groups {
        let ceiling: Vec<f64> = floor
            .iter()
            .zip(points)
            .map(|(below, point)| below + in_group(point, group) as f64 / top as f64)
            .collect();
        shapes.push(shape(group.name(), xs, &floor, &ceiling, true));
        floor = ceiling;
    }
    // An empty group has the edge of the group below. That edge must stay visible, so the lower group is drawn later.
    shapes.reverse();
    Panel { name: "Findings", shapes, ticks: count_ticks(top) }
}

/// A selection of the points in which each has a width, with the first and the last.
fn thinned<'a>(points: &[&'a TimelinePoint]) -> Vec<&'a TimelinePoint> {
    let step = points.len().div_ceil(MOST_POINTS).max(1);
    let mut kept: Vec<_> = points.iter().step_by(step).copied().collect();
    if let Some(&last) = points.last()
        && !(points.len() - 1).is_multiple_of(step)
    {
        kept.push(last);
    }
    kept
}

fn in_group(point: &TimelinePoint, group: Group) -> u64 {
    let counts = point.findings.iter().filter(|(kind, _)| kind.group() == group);
    counts.fold(0, |sum, (_, count)| sum.saturating_add(*count))
}

fn all_findings(point: &TimelinePoint) -> u64 {
    point.findings.values().fold(0, |sum, count| sum.saturating_add(*count))
}

/// The area between two lines. All values are shares of the side.
fn shape(class: &'static str, xs: &[f64], floor: &[f64], ceiling: &[f64], steps: bool) -> Shape {
    let mut edge = String::new();
    line(&mut edge, xs.iter().copied().zip(ceiling.iter().copied()), steps, 'M');
    let mut area = edge.clone();
    // Back along the lower edge. Its steps go down at the later point.
    let mut back = xs.iter().copied().zip(floor.iter().copied()).rev();
    if let Some((x, y)) = back.next() {
        let _ = write!(area, "L{} {}", across(x), down(y));
    }
    for (x, y) in back {
        if steps {
            let _ = write!(area, "V{}H{}", down(y), across(x));
        } else {
            let _ = write!(area, "L{} {}", across(x), down(y));
        }
    }
    area.push('Z');
    Shape { class, area, edge }
}

fn line(path: &mut String, points: impl Iterator<Item = (f64, f64)>, steps: bool, first: char) {
    for (at, (x, y)) in points.enumerate() {
        let (x, y) = (across(x), down(y));
        let _ = match (at, steps) {
            (0, _) => write!(path, "{first}{x} {y}"),
            (_, true) => write!(path, "H{x}V{y}"),
            (_, false) => write!(path, "L{x} {y}"),
        };
    }
}

fn across(share: f64) -> String {
    short(SIDE * share)
}

fn down(share: f64) -> String {
    short(SIDE * (1.0 - share))
}

fn short(number: f64) -> String {
    format!("{:.1}", number.clamp(0.0, SIDE)).trim_end_matches(".0").to_owned()
}

/// A round number that is not below the given one.
fn axis_top(most: u64) -> u64 {
    let mut unit: u64 = 1;
    loop {
        for factor in [1, 2, 4, 6, 8] {
            let top = unit.saturating_mul(factor);
            if top >= most {
                return top.max(1);
            }
        }
        unit = unit.saturating_mul(10);
    }
}

fn count_ticks(top: u64) -> Vec<Tick> {
    let mut counts = vec![0, top];
    if top.is_multiple_of(2) {
        counts.insert(1, top / 2);
    }
    counts
        .into_iter()
        .map(|count| Tick { at: format!("{:.2}", 100.0 * count as f64 / top as f64), label: grouped(count) })
        .collect()
}

/// Marks at round durations, at most six.
fn time_ticks(end: f64) -> Vec<Tick> {
    const STEPS: [f64; 23] = [
        0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0, 60.0, 120.0, 300.0, 600.0, 900.0,
        1_800.0, 3_600.0, 7_200.0, 14_400.0, 21_600.0, 43_200.0, 86_400.0,
    ];
    let fits = |step: f64| end / step <= 5.0;
    let step = STEPS.into_iter().find(|&step| fits(step)).unwrap_or_else(|| {
        let days = (end / 86_400.0 / 5.0).ceil();
        86_400.0 * days
    });
    let count = (end / step).floor() as u64;
    (0..=count)
        .map(|number| {
            let seconds = number as f64 * step;
            let label = if number == 0 { "0".to_owned() } else { duration(seconds) };
            Tick { at: format!("{:.2}", 100.0 * seconds / end), label }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use quis_judge::Kind;

    use super::*;

    fn point(seconds: f64, cases: u64, findings: &[(Kind, u64)]) -> TimelinePoint {
        TimelinePoint { seconds, cases, findings: BTreeMap::from_iter(findings.iter().copied()) }
    }

    #[test]
    fn without_a_course_there_is_no_plot() {
        assert!(plot(&[]).is_none());
        assert!(plot(&[point(1.0, 1, &[])]).is_none());
        assert!(plot(&[point(0.0, 1, &[]), point(0.0, 2, &[])]).is_none());
        assert!(plot(&[point(0.0, 1, &[]), point(f64::NAN, 2, &[])]).is_none());
    }

    #[test]
    fn findings_are_steps_on_top_of_each_other() {
        let timeline = [
            point(0.0, 0, &[]),
            point(5.0, 50, &[(Kind::Crash, 1)]),
            point(10.0, 100, &[(Kind::Crash, 1), (Kind::SolutionUnsound, 1)]),
        ];
        let plot = plot(&timeline).unwrap();
        assert_eq!(plot.description, "After 10 s: 100 test cases, 1 wrong answers, 1 crashes.");
        let [crashes, answers] = &*plot.panels[0].shapes else { panic!("two groups") };
        assert_eq!(answers.edge, "M0 1000H500V1000H1000V500");
        assert_eq!(crashes.edge, "M0 1000H500V500H1000V0");
        assert_eq!(crashes.area, "M0 1000H500V500H1000V0L1000 500V1000H500V1000H0Z");
        assert_eq!(plot.panels[1].shapes[0].edge, "M0 1000L500 500L1000 0");
    }

    #[test]
    fn axes_have_round_numbers() {
        assert_eq!([1, 2, 3, 5, 7, 9, 11, 1_234].map(axis_top), [1, 2, 4, 6, 8, 10, 20, 2_000]);
        assert_eq!(axis_top(u64::MAX), u64::MAX);
        let labels = |end| time_ticks(end).into_iter().map(|tick| tick.label).collect::<Vec<_>>();
        assert_eq!(labels(3_600.0), ["0", "15 min", "30 min", "45 min", "1 h"]);
        assert_eq!(labels(0.03), ["0", "0.01 s", "0.02 s", "0.03 s"]);
        assert!(labels(1e9).len() <= 6);
    }

    #[test]
    fn long_timelines_are_thinned_and_keep_their_ends() {
        let timeline: Vec<_> = (0..100_001).map(|n| point(f64::from(n), 1 + n as u64, &[])).collect();
        let plot = plot(&timeline).unwrap();
        let edge = &plot.panels[0].shapes[0].edge;
        assert!(edge.matches('L').count() <= MOST_POINTS);
        assert!(edge.starts_with("M0 ") && edge.contains("L1000 "));
    }
}
