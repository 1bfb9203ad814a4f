//! A solver, from what a user writes.

use std::fmt;
use std::path::{Path, PathBuf};

use crate::find::{SearchPath, is_program};
use crate::profile::{Input, Profile};

/// A solver under test.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solver {
    /// What the user calls it.
    pub name: String,
    /// The program, as an absolute path.
    pub program: PathBuf,
    /// The user's arguments: they come after those of the profile.
    pub arguments: Vec<String>,
    /// How it is run.
    pub profile: Profile,
}

/// Why there is no such solver.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SolverError {
    /// Nothing was written.
    Empty,
    /// A quotation mark is not closed.
    OpenQuote,
    /// No program has this name.
    NotFound(String),
    /// This is no file that may be run.
    NoProgram(PathBuf),
}

impl fmt::Display for SolverError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SolverError::Empty => write!(f, "the name of the solver is empty"),
            SolverError::OpenQuote => write!(f, "a quotation mark is not closed"),
            SolverError::NotFound(name) => write!(f, "there is no solver `{name}`"),
            SolverError::NoProgram(path) => write!(f, "{} is not a program", path.display()),
        }
    }
}

impl std::error::Error for SolverError {}

impl Solver {
    /// A solver from its name or from the path of its program, with arguments behind it: `z3`,
    /// `./build/z3 smt.random_seed=3`. Words are separated by spaces; quotation marks of either kind hold one together.
    ///
    /// # Errors
    /// If there is no such program.
    pub fn from_spec(spec: &str, path: &SearchPath) -> Result<Solver, SolverError> {
        let mut words = split_words(spec)?.into_iter();
        let first = words.next().filter(|first| !first.is_empty()).ok_or(SolverError::Empty)?;
        let program = if first.contains('/') {
            let program = std::path::absolute(&first).unwrap_or_else(|_| PathBuf::from(&first));
            if !is_program(&program) {
                return Err(SolverError::NoProgram(PathBuf::from(first)));
            }
            program
        } else {
            path.find(&first).ok_or(SolverError::NotFound(first))?
        };
        let file_name = program.file_name().unwrap_or_default().to_string_lossy();
        let profile = Profile::of_program(&file_name);
        let program = std::path::absolute(&program).unwrap_or(program);
        Ok(Solver { name: spec.trim().to_owned(), program, arguments: words.collect(), profile })
    }

    /// The arguments of a run, without the program.
    pub(crate) fn command_line(
        &self,
        optional: bool,
        incremental: bool,
        script: &Path,
    ) -> Vec<std::ffi::OsString> {
        let for_some = if optional { &*self.profile.optional } else { &[] };
        let for_scopes = if incremental { &*self.profile.incremental } else { &[] };
        let words = self.profile.arguments.iter().chain(for_some).chain(for_scopes).chain(&self.arguments);
        let mut line: Vec<_> = words.map(std::ffi::OsString::from).collect();
        if self.profile.input == Input::File {
            line.push(script.into());
        }
        line
    }
}

/// match: a 'b c' "d", result: the words `a`, `b c`, `d`
fn split_words(text: &str) -> Result<Vec<String>, SolverError> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in text.chars() {
        match quote {
            Some(mark) if c == mark => quote = None,
            Some(_) => word.get_or_insert_default().push(c),
            None if c == '\'' || c == '"' => {
                word.get_or_insert_default();
                quote = Some(c);
            }
            None if c.is_whitespace() => words.extend(word.take()),
            None => word.get_or_insert_default().push(c),
        }
    }
    if quote.is_some() {
        return Err(SolverError::OpenQuote);
    }
    words.extend(word);
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_quotation_marks() {
        assert_eq!(split_words(" a  'b c'd \"\" \"it's\" ").unwrap(), ["a", "b cd", "", "it's"]);
        assert_eq!(split_words("a 'b"), Err(SolverError::OpenQuote));
        assert_eq!(split_words("  ").unwrap(), [""; 0]);
    }

    #[test]
    fn solvers_are_found_by_name_or_path() {
        let path = SearchPath { folders: Vec::new(), directories: vec!["/bin".into()] };
        let solver = Solver::from_spec("sh -c 'exit 3'", &path).unwrap();
        assert_eq!((&*solver.name, &*solver.program), ("sh -c 'exit 3'", Path::new("/bin/sh")));
        assert_eq!(solver.command_line(true, true, Path::new("/x.smt2")), ["-c", "exit 3", "/x.smt2"]);
        let missing = |spec: &str| Solver::from_spec(spec, &path).unwrap_err();
        assert_eq!(missing("no-such-solver"), SolverError::NotFound("no-such-solver".into()));
        assert_eq!(missing("./no/such"), SolverError::NoProgram("./no/such".into()));
        assert_eq!(missing("/bin"), SolverError::NoProgram("/bin".into()));
        assert_eq!(missing(" "), SolverError::Empty);
        assert_eq!(missing("''"), SolverError::Empty);
    }

    #[test]
    fn installed_solvers_come_first() {
        let folder = tempfile::tempdir().unwrap();
        let bin = folder.path().join("sh/bin");
        std::fs::create_dir_all(&bin).unwrap();
        std::os::unix::fs::symlink("/bin/sh", bin.join("sh")).unwrap();
        let path = SearchPath { folders: vec![folder.path().into()], directories: vec!["/bin".into()] };
        assert_eq!(Solver::from_spec("sh", &path).unwrap().program, bin.join("sh"));
    }
}
