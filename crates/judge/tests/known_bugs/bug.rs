//! The bugs of the index.

use std::path::{Path, PathBuf};

use quis_judge::Kind;
use quis_smtlib::{Mode, parse};
use quis_solvers::{Options, Question};
use quis_techniques::{TestCase, Truth};

/// What a bug looks like.
#[derive(Clone, Copy)]
pub(crate) enum Expected {
    /// The judge says this.
    Verdict(Kind),
    /// The answer is `unknown`. No solver promises to decide such scripts, so that the judge is silent.
    Unknown,
    /// The answer is `unknown` with the random seed among the options, and right without it.
    OtherWithoutOptions,
}

/// A line of the index.
#[derive(Clone)]
pub(crate) struct Bug {
    pub(crate) id: String,
    kind: String,
    /// One for each check: `sat`, `unsat`, `unknown`.
    truths: Vec<String>,
    /// The release that shows it best.
    pub(crate) target: String,
    pub(crate) affected: Vec<String>,
    pub(crate) options: Vec<String>,
    path: PathBuf,
    pub(crate) text: String,
}

pub(crate) fn read_all(folder: &Path) -> Vec<Bug> {
    let index = std::fs::read_to_string(folder.join("index.tsv")).expect("the index is there");
    let mut lines = index.lines();
    let columns: Vec<&str> = lines.next().expect("the index has a first line").split('\t').collect();
    let column = |name: &str| columns.iter().position(|column| *column == name).expect("the column is there");
    let (id, kind, truth) = (column("id"), column("kind"), column("truth"));
    let (target, affected, options) = (column("target"), column("affected_versions"), column("options"));
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let bug = |line: &str| {
        let cells: Vec<&str> = line.split('\t').collect();
        let path = folder.join(format!("{}.smt2", cells[id]));
        Bug {
            id: cells[id].to_owned(),
            kind: cells[kind].to_owned(),
            truths: cells[truth].split(',').map(str::to_owned).collect(),
            target: cells[target].to_owned(),
            affected: words(cells[affected]),
            options: words(cells[options]),
            text: std::fs::read_to_string(&path).expect("every bug of the index has a file"),
            path,
        }
    };
    lines.filter(|line| !line.trim().is_empty()).map(bug).collect()
}

impl Bug {
    /// The program that has it: `z3`, or `cvc` for CVC4 and cvc5.
    pub(crate) fn family(&self) -> &str {
        if self.target.starts_with("cvc") { "cvc" } else { "z3" }
    }

    /// The same script, asked without options.
    pub(crate) fn without_options(&self) -> Bug {
        Bug { options: Vec::new(), ..self.clone() }
    }

    /// Whether this release was seen to be right.
    pub(crate) fn is_right_on(&self, release: &str) -> bool {
        self.right().any(|name| name == release)
    }

    /// The releases that were seen to be right, of other solvers too.
    fn right(&self) -> impl Iterator<Item = &str> {
        let line = self.text.lines().find_map(|line| line.strip_prefix("; truth confirmed by:"));
        line.unwrap_or_default().split_whitespace()
    }

    /// All releases of which something is known.
    pub(crate) fn releases(&self) -> impl Iterator<Item = &str> {
        self.affected.iter().map(String::as_str).chain(self.right())
    }

    /// The case, with its truth, and how solvers are asked.
    pub(crate) fn case(&self) -> Result<(TestCase, Question), String> {
        let parsed = parse(&self.text, Mode::Standard).into_result();
        let mut script = parsed.map_err(|errors| format!("{}: {errors:?}", self.path.display()))?;
        let mut case = TestCase::of_script(&script).map_err(|error| error.to_string())?;
        let question = Question::new(&mut script, Options::All).map_err(|error| error.to_string())?;
        if case.checks.len() != self.truths.len() {
            return Err(format!("{} checks, but {} truths", case.checks.len(), self.truths.len()));
        }
        for (check, truth) in case.checks.iter_mut().zip(&self.truths) {
            check.truth = match truth.as_str() {
                "sat" => Truth::Sat { witness: None },
                "unsat" => Truth::Unsat { core: None },
                _ => Truth::Open,
            };
        }
        Ok((case, question))
    }

    /// What must be seen where the bug shows.
    pub(crate) fn expected(&self) -> Result<Expected, String> {
        Ok(match (self.kind.as_str(), self.truths.first().map(String::as_str)) {
            ("soundness", Some("sat")) => Expected::Verdict(Kind::RefutationUnsound),
            ("soundness", Some("unsat")) => Expected::Verdict(Kind::SolutionUnsound),
            ("invalid-model", _) => Expected::Verdict(Kind::InvalidModel),
            ("crash", _) => Expected::Verdict(Kind::Crash),
            ("incomplete", _) => Expected::Unknown,
            ("unstable", _) => Expected::OtherWithoutOptions,
            other => return Err(format!("the index has an unknown kind: {other:?}")),
        })
    }
}
