//! Releases of solvers that are installed here.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use quis_observations::Variation;
use quis_solvers::{Answer, Limits, Mode, Observation, Question, Reply, Runner, SearchPath, Solver};

use crate::bug::Bug;

/// A release that can be run.
#[derive(Clone)]
pub(crate) struct Release {
    /// As the index calls it: `z3-4.8.7`.
    pub(crate) name: String,
    /// What `z3` or `cvc5` stands for here.
    pub(crate) newest: bool,
    solver: Solver,
}

pub(crate) struct Releases(Vec<Release>);

impl Releases {
    /// All releases of the index that are installed, and the newest.
    pub(crate) fn find(bugs: &[Bug]) -> Releases {
        let path = SearchPath::from_environment();
        let folder = std::env::var_os("QUIS_RELEASES").unwrap_or_default();
        let mut found: Vec<Release> = Vec::new();
        for program in ["z3", "cvc5", "cvc4"] {
            // The first is the newest; others of that name may be further down the path.
            let on_path = path.directories.iter().map(|directory| directory.join(program));
            let all = path.find(program).into_iter().chain(on_path.filter(|program| program.is_file()));
            for (at, file) in all.enumerate() {
                let Some(version) = version_of(&file) else { continue };
                let spec = format!("'{}'", file.display());
                let Ok(solver) = Solver::from_spec(&spec, &path) else { continue };
                let name = format!("{program}-{version}");
                found.push(Release { name, newest: at == 0 && program != "cvc4", solver });
            }
        }
        let named: BTreeSet<&str> = bugs.iter().flat_map(Bug::releases).collect();
        for name in named {
            let file = Path::new(&folder).join(name);
            let specs = [format!("'{}'", file.display()), name.replacen('-', "@", 1)];
            for solver in specs.iter().filter_map(|spec| Solver::from_spec(spec, &path).ok()) {
                found.push(Release { name: name.to_owned(), newest: false, solver });
            }
        }
        // The same release may be found in several places.
        let mut names = BTreeSet::new();
        found.retain(|release| names.insert(release.name.clone()));
        Releases(found)
    }

    pub(crate) fn of_family(&self, family: &str) -> impl Iterator<Item = &Release> {
        self.0.iter().filter(move |release| release.name.starts_with(family))
    }

    /// What the newest releases say. Options are for the release that has the bug.
    pub(crate) fn opinions(&self, bug: &Bug, question: &Question) -> Result<Vec<Observation>, String> {
        let mut opinions = Vec::new();
        for release in self.0.iter().filter(|release| release.newest) {
            if !bug.affected.contains(&release.name) {
                opinions.push(release.ask(question)?);
            }
        }
        Ok(opinions)
    }
}

/// match: Z3 version 4.8.12 - 64 bit; This is cvc5 version 1.0.3, result: 4.8.12; 1.0.3
fn version_of(program: &Path) -> Option<String> {
    let output = Command::new(program).arg("--version").output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let (_, rest) = text.split_once("version ")?;
    let end = rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(rest.len());
    let parts: Vec<&str> = rest[..end].split('.').take(3).collect();
    (parts.len() >= 2).then(|| parts.join("."))
}

/// Answers line by line, each with all that follows it: the model, if the file asks for one.
fn plain_replies(stdout: &[u8], checks: usize) -> Vec<Reply> {
    let mut replies: Vec<Reply> = Vec::new();
    for line in stdout.split_inclusive(|&byte| byte == b'\n') {
        let answer = match line.trim_ascii() {
            b"sat" => Some(Answer::Sat),
            b"unsat" => Some(Answer::Unsat),
            b"unknown" => Some(Answer::Unknown),
            _ => None,
        };
        match (answer, replies.last_mut()) {
            (Some(_), _) => replies.push(Reply { answer, complete: true, ..Reply::default() }),
            (None, Some(last)) => last.model.extend_from_slice(line),
            (None, None) => {}
        }
    }
    replies.resize(checks, Reply::default());
    replies
}

impl Release {
    /// Runs the release with the options of the bug.
    pub(crate) fn observe(&self, bug: &Bug, question: &Question) -> Result<Observation, String> {
        let mut solver = self.solver.clone();
        solver.arguments.extend(bug.options.iter().cloned());
        Release { solver, ..self.clone() }.ask(question)
    }

    /// Runs the release on the file itself, with no other options than those of the bug. Some bugs hide if a model is asked for, or
    /// behind options that we always give.
    pub(crate) fn observe_plainly(&self, bug: &Bug, checks: usize) -> Result<Observation, String> {
        let mut solver = self.solver.clone();
        solver.profile.arguments.retain(|argument| argument != "--strings-exp");
        solver.profile.optional.clear();
        solver.arguments.extend(bug.options.iter().cloned());
        let release = Release { solver, ..self.clone() };
        release.run(&bug.text, checks > 1, |stdout| plain_replies(stdout, checks))
    }

    fn ask(&self, question: &Question) -> Result<Observation, String> {
        self.run(&question.text, question.incremental, |stdout| question.replies(stdout))
    }

    fn run(
        &self,
        text: &str,
        incremental: bool,
        replies: impl Fn(&[u8]) -> Vec<Reply>,
    ) -> Result<Observation, String> {
        let run = Runner::new(Limits::default())
            .run(&self.solver, text.as_bytes(), incremental)
            .map_err(|error| format!("{} cannot be run: {error}", self.name))?;
        Ok(Observation {
            solver: self.name.clone(),
            replies: replies(&run.stdout),
            stdout: run.stdout,
            stderr: run.stderr,
            end: run.end,
            wall: run.wall,
            cpu: run.wall,
            memory: None,
            mode: Mode::Fresh,
            variation: Variation::default(),
        })
    }
}
