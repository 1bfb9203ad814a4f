//! What came out, by operator and solver.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::explained::Explained;
use crate::solver::Solver;
use crate::subjects::Subject;

/// So many differences of one operator and solver are shown.
const SHOWN: usize = 5;

/// What one solver says of one subject.
#[derive(Clone, Default, Debug)]
pub(crate) struct Tally {
    pub(crate) agreed: usize,
    pub(crate) no_answer: usize,
    pub(crate) not_supported: usize,
    /// Explained differences: why, and how often.
    pub(crate) explained: BTreeMap<(&'static str, &'static str), usize>,
    pub(crate) differences: usize,
    /// The first differences: case, our value, the solver's.
    shown: Vec<(String, String, String)>,
    /// A case that the solver has no answer for.
    pub(crate) unanswered: Option<String>,
    /// An error of the solver.
    pub(crate) error: Option<(String, String)>,
}

impl Tally {
    pub(crate) fn difference(
        &mut self,
        why: Option<&'static Explained>,
        case: &str,
        ours: &str,
        theirs: &str,
    ) {
        match why {
            Some(known) => *self.explained.entry((known.id, known.why)).or_default() += 1,
            None => {
                self.differences += 1;
                if self.shown.len() < SHOWN {
                    self.shown.push((case.to_owned(), ours.to_owned(), theirs.to_owned()));
                }
            }
        }
    }

    fn add(&mut self, other: &Tally) {
        self.agreed += other.agreed;
        self.no_answer += other.no_answer;
        self.not_supported += other.not_supported;
        self.differences += other.differences;
        for (id, count) in &other.explained {
            *self.explained.entry(*id).or_default() += count;
        }
    }
}

/// What came out of one subject.
#[derive(Clone, Default, Debug)]
pub(crate) struct Row {
    pub(crate) cases: usize,
    pub(crate) open: usize,
    /// We give no value, though the standard does: why, how often, and one of the cases.
    pub(crate) none: BTreeMap<&'static str, (usize, String)>,
    pub(crate) solvers: Vec<Tally>,
}

impl Row {
    fn add(&mut self, other: &Row) {
        self.cases += other.cases;
        self.open += other.open;
        for (reason, (count, _)) in &other.none {
            self.none.entry(reason).or_default().0 += count;
        }
        self.solvers.resize(self.solvers.len().max(other.solvers.len()), Tally::default());
        for (sum, tally) in self.solvers.iter_mut().zip(&other.solvers) {
            sum.add(tally);
        }
    }
}

/// How much is reported.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Detail {
    /// The sums of each theory.
    Theories,
    /// Each operator.
    Operators,
    /// Also what was not answered or not supported.
    Everything,
}

/// The tables, and how many differences nobody explained.
pub(crate) fn report(
    subjects: &[Subject],
    rows: &[Row],
    solvers: &[Solver],
    detail: Detail,
) -> (String, usize) {
    let mut out = String::new();
    // Writing to a string does not fail.
    let _ = write!(out, "\n{:<44} {:>7} {:>6} {:>6}", "operator", "cases", "open", "none");
    for solver in solvers {
        let _ =
            write!(out, " | {:>8} {:>6} {:>6} {:>5} {:>5}", solver.name, "no ans", "no sup", "expl", "DIFF");
    }
    out.push('\n');
    let mut total = Row::default();
    let mut theory = ("", Row::default());
    for (subject, row) in subjects.iter().zip(rows).filter(|(_, row)| row.cases > 0) {
        if theory.0 != subject.theory {
            if !theory.0.is_empty() {
                line(&mut out, &format!("= {}", theory.0), &theory.1);
            }
            theory = (subject.theory, Row::default());
        }
        theory.1.add(row);
        total.add(row);
        if detail >= Detail::Operators {
            let mark = if subject.standard { "" } else { " *" };
            line(&mut out, &format!("{} {}{mark}", subject.theory, subject.name), row);
        }
    }
    line(&mut out, &format!("= {}", theory.0), &theory.1);
    line(&mut out, "== all", &total);
    if detail >= Detail::Operators {
        out.push_str("* not of the standard\n");
    }
    for (subject, row) in subjects.iter().zip(rows) {
        details(&mut out, subject, row, solvers, detail == Detail::Everything);
    }
    (out, total.solvers.iter().map(|tally| tally.differences).sum())
}

fn line(out: &mut String, name: &str, row: &Row) {
    let none: usize = row.none.values().map(|(count, _)| count).sum();
    let _ = write!(out, "{name:<44} {:>7} {:>6} {none:>6}", row.cases, row.open);
    for tally in &row.solvers {
        let explained: usize = tally.explained.values().sum();
        let _ = write!(
            out,
            " | {:>8} {:>6} {:>6} {explained:>5} {:>5}",
            tally.agreed, tally.no_answer, tally.not_supported, tally.differences
        );
    }
    out.push('\n');
}

fn details(out: &mut String, subject: &Subject, row: &Row, solvers: &[Solver], verbose: bool) {
    for (reason, (count, case)) in row.none.iter().filter(|_| verbose) {
        let _ = writeln!(
            out,
            "no value of ours: {} {}: {count} × {reason}: {case}",
            subject.theory, subject.name
        );
    }
    for (tally, solver) in row.solvers.iter().zip(solvers) {
        let head = format!("{} {} {}", solver.name, subject.theory, subject.name);
        for ((id, why), count) in &tally.explained {
            let _ = writeln!(out, "explained: {head}: {count} × {id}: {why}");
        }
        if verbose && let Some(case) = &tally.unanswered {
            let _ = writeln!(out, "no answer: {head}: {case}");
        }
        if verbose && let Some((case, error)) = &tally.error {
            let _ = writeln!(out, "not supported: {head}: {case}\n    {error}");
        }
        for (case, ours, theirs) in &tally.shown {
            let _ = writeln!(
                out,
                "DIFFERENCE: {head}\n    {case}\n    ours: {ours}\n    {}: {theirs}",
                solver.name
            );
        }
    }
}
