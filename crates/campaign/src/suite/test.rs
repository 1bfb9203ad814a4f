//! The tests of a suite: files whose right answer is known.

use std::any::Any;
use std::path::{Path, PathBuf};

use quis_judge::{has_goals, is_model};
use quis_smtlib::{Command, Mode, Script, parse};
use quis_techniques::{Optimum, TestCase, Truth};
use serde::Serialize;

use super::escapes::modern;
use super::features::features;
use crate::seeds::SeedFile;
use crate::unit::first_error;

/// A file of a suite.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SuiteFile {
    /// Where it is.
    pub path: PathBuf,
    /// What it is called: its path below the folder of the suite.
    pub name: String,
    /// Its folder there; `.` if it stands in the folder of the suite itself.
    pub category: String,
}

impl SuiteFile {
    /// A file below the folder of a suite. If there are several suites, names begin with that of theirs.
    #[must_use]
    pub fn below(root: &Path, path: &Path, suite: Option<&str>) -> SuiteFile {
        let inside = path.strip_prefix(root).unwrap_or(path);
        let named = suite.map_or_else(|| inside.to_owned(), |suite| Path::new(suite).join(inside));
        let category = named.parent().map(|folder| folder.to_string_lossy().into_owned());
        SuiteFile {
            path: path.to_owned(),
            name: named.to_string_lossy().into_owned(),
            category: category.filter(|category| !category.is_empty()).unwrap_or_else(|| ".".to_owned()),
        }
    }
}

/// The right answer of a test.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Expected {
    /// `sat`
    Sat,
    /// `unsat`
    Unsat,
}

impl Expected {
    /// The word that solvers print.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Expected::Sat => "sat",
            Expected::Unsat => "unsat",
        }
    }
}

/// A test: a file that was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Test {
    pub(crate) expected: Expected,
    /// The script with its one check, and what is known of it.
    pub(crate) case: TestCase,
    /// The names of its assertions.
    pub(crate) names: Vec<String>,
    /// The core that a solver should give, if the file says.
    pub(crate) core: Option<Vec<String>>,
    /// What it is made of.
    pub(crate) features: Vec<String>,
    /// Whether its strings have backslashes that once began escapes, and do so no more.
    pub(crate) old_escapes: bool,
}

/// The reason to skip a file that does not parse; the details then begin with the place: `3:14: unknown constant`.
pub(crate) const REJECTED: &str = "it is rejected";

/// Why a file is no test.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Skip {
    /// In a few words that are the same for many files.
    pub(crate) reason: &'static str,
    /// More about it.
    pub(crate) detail: String,
    /// Whether the file cannot be read: whoever runs the suite should know.
    pub(crate) unreadable: bool,
}

impl Skip {
    pub(crate) fn new(reason: &'static str, detail: impl Into<String>) -> Skip {
        Skip { reason, detail: detail.into(), unreadable: false }
    }

    fn unreadable(reason: &'static str, detail: impl Into<String>) -> Skip {
        Skip { unreadable: true, ..Skip::new(reason, detail) }
    }

    /// Quis itself broke down.
    pub(crate) fn internal(panic: &(dyn Any + Send)) -> Skip {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("unknown");
        let detail = format!("{text}; this is a bug in Quis: please report it, with the file");
        Skip::unreadable("internal error", detail)
    }

    /// Somebody found a better model than the file says there is.
    pub(crate) fn wrong_optimum(why: &str) -> Skip {
        Skip::new("its optimum is wrong", why)
    }

    /// Somebody knows better than the file.
    pub(crate) fn wrong_status(expected: Expected, why: &str) -> Skip {
        Skip::new("its status is wrong", format!("it says {}, but {why}", expected.name()))
    }
}

/// Reads a file of a suite.
pub(crate) fn read(file: &SuiteFile, old_escapes: bool) -> Result<Test, Skip> {
    match SeedFile::of_path(&file.path).read() {
        Ok(read) => of_text(&read.text, old_escapes),
        Err(error) => Err(Skip::unreadable("it cannot be read", error.to_string())),
    }
}

fn of_text(written: &str, old_escapes: bool) -> Result<Test, Skip> {
    let rewritten = modern(written);
    let text = if old_escapes { &*rewritten } else { written };
    let parsed = parse(text, Mode::Standard);
    if !parsed.is_ok() {
        return Err(Skip::unreadable(REJECTED, first_error(text, &parsed.diagnostics)));
    }
    let mut script = parsed.script;
    let expected = status(&script)?;
    let names = assertion_names(&script);
    let core = known_core(text).filter(|_| expected == Expected::Unsat);
    if let Some(stranger) = core.iter().flatten().find(|name| !names.contains(name)) {
        let detail = format!("its unsat core has `{stranger}`, which is no name of an assertion");
        return Err(Skip::unreadable("its unsat core is wrong", detail));
    }
    let case = TestCase::of_script(&script);
    let mut case = case.map_err(|error| Skip::unreadable("it is too large", error.to_string()))?;
    let [check] = &mut *case.checks else {
        return Err(match case.checks.len() {
            0 => Skip::new("it has no check", ""),
            more => Skip::new("it has several checks", more.to_string()),
        });
    };
    check.truth = match expected {
        Expected::Sat => Truth::Sat { witness: None },
        Expected::Unsat => Truth::Unsat { core: core.clone() },
    };
    check.optimum = known_optimum(text)?;
    if !has_goals(&case, 0) {
        let why = "it is not about the goals of the soft assertions or the objectives, in their order";
        return Err(Skip::unreadable("its optimum is wrong", why));
    }
    // What has no variables, or does not depend on them, has one value.
    match (expected, is_model(&case, 0, "()")) {
        (Expected::Sat, Some(false)) => return Err(Skip::wrong_status(expected, "an assertion is false")),
        (Expected::Unsat, Some(true)) => {
            return Err(Skip::wrong_status(expected, "all assertions can be true"));
        }
        _ => {}
    }
    script.commands.retain(|command| !matches!(command, Command::GetValue(_)));
    let features = features(&script);
    Ok(Test { expected, case, names, core, features, old_escapes: rewritten != written })
}

/// match: (set-info :status sat), result: sat
fn status(script: &Script) -> Result<Expected, Skip> {
    let status = script.commands.iter().rev().find_map(|command| match command {
        Command::SetInfo(keyword, value) if &**keyword == ":status" => Some(&**value),
        _ => None,
    });
    match status {
        Some("sat") => Ok(Expected::Sat),
        Some("unsat") => Ok(Expected::Unsat),
        Some(other) => Err(Skip::new("its status is not known", other)),
        None => Err(Skip::new("it says no status", "")),
    }
}

fn assertion_names(script: &Script) -> Vec<String> {
    let names = script.assertions().filter_map(|term| script.store.name_of(term));
    names.map(str::to_owned).collect()
}

/// match: `; unsat core: a0 |a 1|`, result: `a0`, `a 1`
fn known_core(text: &str) -> Option<Vec<String>> {
    let mut rest = comments(text).find_map(|comment| comment.strip_prefix("unsat core:"))?.trim();
    let mut names = Vec::new();
    while !rest.is_empty() {
        let (name, behind) = match rest.strip_prefix('|') {
            Some(quoted) => quoted.split_once('|')?,
            None => rest.split_once(char::is_whitespace).unwrap_or((rest, "")),
        };
        names.push(name.to_owned());
        rest = behind.trim_start();
    }
    Some(names)
}

/// match: `; optimum: goal 3/2`, result: the goal and its least penalty
fn known_optimum(text: &str) -> Result<Vec<Optimum>, Skip> {
    let stated = comments(text).filter_map(|comment| comment.strip_prefix("optimum:"));
    let read = stated.map(|stated| stated.parse::<Optimum>());
    read.collect::<Result<_, _>>().map_err(|why| Skip::unreadable("its optimum is wrong", why))
}

/// The comments that are lines of their own.
fn comments(text: &str) -> impl Iterator<Item = &str> {
    let lines = text.lines().filter_map(|line| line.trim_start().strip_prefix(';'));
    lines.map(|comment| comment.trim_start_matches(';').trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reason(text: &str) -> &'static str {
        of_text(text, false).unwrap_err().reason
    }

    #[test]
    fn status_and_core_are_read() {
        let text = "(set-option :produce-unsat-cores true)\n(set-info :status unsat)\n(declare-const x Int)\n\
            (assert (! (> x 0) :named a0))\n(assert (! (< x 0) :named |a 1|))\n(check-sat)\n(get-unsat-core)\n\
            ; x = 1\n;unsat core: a0 |a 1| \n";
        let test = of_text(text, false).unwrap();
        assert_eq!(test.expected, Expected::Unsat);
        assert_eq!(test.core.unwrap(), ["a0", "a 1"]);
        assert_eq!(test.names, ["a0", "a 1"]);
        // What Quis asks for it asks by itself.
        assert!(!test.case.text.contains("unsat-core"), "{}", test.case.text);
        let sat = of_text("(set-info :status sat)(declare-const x Int)(assert (> x 0))(check-sat)", false);
        assert_eq!(sat.unwrap().case.checks[0].truth, Truth::Sat { witness: None });
    }

    #[test]
    fn optima_are_read() {
        let softs = "(set-info :status sat)(declare-const x Int)(assert-soft (= x 1) :id |a b| :weight 2)(check-sat)\n";
        let optimum = of_text(&format!("{softs}; optimum: |a b| -3/2\n"), false).unwrap().case.checks[0]
            .optimum
            .clone();
        assert_eq!(optimum, ["|a b| -1.5".parse().unwrap()]);
        for wrong in ["; optimum: a 1", "; optimum: |a b| x", "; optimum: |a b| 1\n; optimum: |a b| 1"] {
            assert_eq!(reason(&format!("{softs}{wrong}\n")), "its optimum is wrong", "{wrong}");
        }
        assert!(of_text(softs, false).unwrap().case.checks[0].optimum.is_empty());
    }

    #[test]
    fn what_is_no_test_is_skipped() {
        assert_eq!(reason("(check-sat)"), "it says no status");
        assert_eq!(reason("(set-info :status unknown)(check-sat)"), "its status is not known");
        assert_eq!(reason("(set-info :status sat)"), "it has no check");
        assert_eq!(reason("(set-info :status sat)(check-sat)(check-sat)"), "it has several checks");
        let rejected = of_text("(set-info :status sat)\n(assert (f 1))(check-sat)", false).unwrap_err();
        assert!(rejected.unreadable && rejected.detail.starts_with("2:"), "{rejected:?}");
        let core = "(set-info :status unsat)(assert false)(check-sat)\n; unsat core: a0";
        assert_eq!(reason(core), "its unsat core is wrong");
    }

    #[test]
    fn a_status_that_evaluation_refutes_is_not_believed() {
        assert_eq!(reason("(set-info :status sat)(assert (= 1 2))(check-sat)"), "its status is wrong");
        assert_eq!(reason("(set-info :status unsat)(assert (= 1 1))(check-sat)"), "its status is wrong");
        let open = "(set-info :status unsat)(declare-const x Int)(assert (distinct x x))(check-sat)";
        assert_eq!(of_text(open, false).unwrap().expected, Expected::Unsat);
    }

    #[test]
    fn old_escapes_are_read_if_asked_for() {
        let text = r#"(set-info :status sat)(assert (= (str.len "\x07") 1))(check-sat)"#;
        assert_eq!(reason(text), "its status is wrong");
        let test = of_text(text, true).unwrap();
        assert!(test.old_escapes && test.case.text.contains(r#""\u{7}""#), "{}", test.case.text);
    }

    #[test]
    fn categories_are_folders() {
        let file = |path: &str, suite| SuiteFile::below(Path::new("s"), Path::new(path), suite);
        assert_eq!(file("s/sat/const/a.smt2", None).category, "sat/const");
        assert_eq!(file("s/a.smt2", None).category, ".");
        let several = file("s/sat/a.smt2", Some("s"));
        assert_eq!((&*several.category, &*several.name), ("s/sat", "s/sat/a.smt2"));
    }
}
