//! What is told of a file, for people.

use std::fmt::Write;
use std::time::Duration;

use quis_triggers::{Named, Tried, TriedResult};

use super::report::{Invented, PatternLine, Report, Verdict, words};
use crate::units::counted;

/// match: 600.2 s, result: 10 min; match: 0.42 s, result: 0.4 s
pub(super) fn span(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    if seconds < 100.0 { format!("{seconds:.1} s") } else { format!("{:.0} min", seconds / 60.0) }
}

/// The report of a file.
pub(super) fn text(report: &Report) -> String {
    // Writing to a string does not fail.
    let mut out = format!("{}: {}\n", report.file, report.sentence);
    if let Some(complaint) = &report.complaint {
        for line in complaint.lines().take(5) {
            let _ = writeln!(out, "    {line}");
        }
    }
    if !report.tried.is_empty() {
        let asked = match report.asked {
            0 => String::new(),
            asked => format!(" (E-matching was asked about terms {})", counted(asked, "time", "times")),
        };
        let _ = writeln!(out, "  what was tried{asked}:");
        for tried in &report.tried {
            let _ = writeln!(out, "    {}", tried_in_vain(tried));
        }
    }
    if !report.terms.is_empty() {
        let what = if report.terms.len() == 1 { "the term" } else { "the terms" };
        let _ = writeln!(out, "  {what} that E-matching lacks:");
    }
    terms(&report.terms, &report.fresh, &report.invented, &mut out);
    if !report.axioms.is_empty() {
        let _ = writeln!(out, "  the axioms of the contradiction:");
        for axiom in &report.axioms {
            let goal = if axiom.goal { ", the goal" } else { "" };
            let _ = writeln!(out, "    {}{goal}", place(&axiom.title, axiom.line));
        }
    }
    if !report.example.is_empty() {
        let _ = writeln!(out, "  what these say for certain values, which cannot be:");
        for example in &report.example {
            let values: Vec<String> =
                example.values.iter().map(|(variable, value)| format!("{variable} = {value}")).collect();
            let values = if values.is_empty() { String::new() } else { format!(", {}", values.join(", ")) };
            let _ = writeln!(out, "    {}{values}: {}", example.axiom, example.says);
        }
    }
    if let Some(way) = report.way.as_ref().filter(|_| !report.terms.is_empty()) {
        let _ = writeln!(out, "  found by {way} in {}", span(Duration::from_secs_f64(report.seconds)));
    }
    for other in &report.alternatives {
        let what = if other.terms.len() == 1 { "another term" } else { "other terms" };
        let time = span(Duration::from_secs_f64(other.seconds));
        let _ = writeln!(out, "  {what}, found by {} in {time}:", other.way);
        terms(&other.terms, &other.fresh, &other.invented, &mut out);
    }
    if report.unsteady {
        let _ = writeln!(
            out,
            "  E-matching is unsteady here: with another random seed it needs no help, and the terms may only disturb it"
        );
    }
    remedies(report, &mut out);
    out
}

/// match: refutation by z3-mbqi, 3 times, with a model, result: refutation by z3-mbqi, 3 times: a model
fn tried_in_vain(Tried { way, times, result }: &Tried) -> String {
    let times = if *times == 1 { String::new() } else { format!(", {times} times") };
    let result = match result {
        TriedResult::Nothing => "",
        TriedResult::Exhausted => ": nothing within its bounds",
        TriedResult::Contradiction => ": a contradiction, but no terms that let E-matching see it",
        TriedResult::Model => ": a model",
    };
    format!("{way}{times}{result}")
}

fn terms(terms: &[Named], fresh: &[Named], invented: &[Invented], out: &mut String) {
    for term in terms {
        let _ = writeln!(out, "    {} of sort {}", term.text, term.sort);
    }
    for constant in fresh {
        let _ = writeln!(out, "    where {} is a new constant of sort {}", constant.text, constant.sort);
    }
    for Invented { name, variable, line, .. } in invented {
        let what = match variable {
            Some(variable) => {
                format!("stands for the {variable} that the assertion of line {line} says exists")
            }
            None => format!("says that a quantified part of the assertion of line {line} holds"),
        };
        let _ = writeln!(out, "    where {name} {what}");
    }
}

fn remedies(report: &Report, out: &mut String) {
    if !report.commands.is_empty() {
        let _ = writeln!(out, "  E-matching sees it with these commands before the check:");
        for command in &report.commands {
            let _ = writeln!(out, "    {command}");
        }
        if report.as_written == Some(false) {
            let _ = writeln!(
                out,
                "    (with negations and existential quantifiers resolved: the file as it is written needs more)"
            );
        }
        let used = report.commands.join(" ");
        for Invented { name, line, declaration, .. } in &report.invented {
            if words(&used).any(|word| word == name) {
                let _ = writeln!(
                    out,
                    "    (after {declaration}, and with it in place of the quantifier of line {line})"
                );
            }
        }
    }
    for line in &report.patterns {
        let _ = writeln!(out, "  {}, E-matching sees it by itself:", change(line));
        let _ = writeln!(out, "    {}  instead of  {}", patterns(&line.new), patterns(&line.old));
    }
    let is_fault = matches!(report.verdict, Verdict::Contradiction | Verdict::ModuloPatterns);
    // With all assertions taken for axioms, what is wrong may be a goal.
    if is_fault && report.needs_goal != Some(true) {
        let _ = writeln!(out, "  Until one of the axioms is repaired, everything can be proved from them.");
    }
}

fn change(line: &PatternLine) -> String {
    let place = place(&line.axiom, line.line);
    if line.new.is_empty() {
        format!("Without the pattern of {place}")
    } else {
        format!("With another pattern for {place}")
    }
}

/// match: [[(f x), (g y)]], result: :pattern ((f x) (g y))
fn patterns(all: &[Vec<String>]) -> String {
    if all.is_empty() {
        return "(the solver chooses)".to_owned();
    }
    let texts: Vec<String> = all.iter().map(|terms| format!(":pattern ({})", terms.join(" "))).collect();
    texts.join(" ")
}

/// An axiom without a name is called by its line already.
pub(super) fn place(title: &str, line: usize) -> String {
    if title == format!("line {line}") { title.to_owned() } else { format!("{title} (line {line})") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_patterns_are_readable() {
        assert_eq!(span(Duration::from_millis(420)), "0.4 s");
        assert_eq!(span(Duration::from_secs(602)), "10 min");
        let pattern = vec![vec!["(f x)".to_owned(), "(g y)".to_owned()], vec!["(h x y)".to_owned()]];
        assert_eq!(patterns(&pattern), ":pattern ((f x) (g y)) :pattern ((h x y))");
        assert_eq!((place("line 3", 3), place("A", 3)), ("line 3".to_owned(), "A (line 3)".to_owned()));
    }
}
