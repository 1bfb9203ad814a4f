//! A solver, from what a user writes.

use std::ffi::OsString;
use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use quis_observations::Reseeded;

use crate::find::{Found, SearchPath, is_program};
use crate::limits::Limits;
use crate::profile::{Input, Profile};
use crate::run::Runner;
use crate::store::Installed;
use crate::table::Table;
use crate::version::Version;

/// Names the program that loads the libraries of solvers without one, if it is not this one.
const HOST_VARIABLE: &str = "QUIS_HOST";

/// A solver under test.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Solver {
    /// What the user calls it.
    pub name: String,
    /// The program, as an absolute path.
    pub program: PathBuf,
    /// Arguments that come before all others: how our own program is told to load the solver's libraries.
    pub prefix: Vec<OsString>,
    /// The launcher that does the same without them.
    pub launcher: Option<PathBuf>,
    /// The user's arguments: they come after those of the profile.
    pub arguments: Vec<String>,
    /// The options that a campaign adds.
    pub extra: Vec<String>,
    /// The tactic that plain checks are to be made with, if it knows tactics.
    pub tactic: Option<String>,
    /// Which solver it is with another random seed.
    pub reseeded: Option<Reseeded>,
    /// The release, if it says.
    pub version: Option<String>,
    /// How it is run, and what is known of this release.
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
    /// The solver has no such release here: its name, and what was asked for.
    NoRelease(String, String),
    /// This is no file that may be run.
    NoProgram(PathBuf),
}

impl fmt::Display for SolverError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SolverError::Empty => write!(f, "the name of the solver is empty"),
            SolverError::OpenQuote => write!(f, "a quotation mark is not closed"),
            SolverError::NotFound(name) => write!(f, "there is no solver `{name}`"),
            SolverError::NoRelease(name, version) => {
                write!(f, "there is no release {version} of {name} here")
            }
            SolverError::NoProgram(path) => write!(f, "{} is not a program", path.display()),
        }
    }
}

impl std::error::Error for SolverError {}

impl Solver {
    /// A solver from its name or from the path of its program, with arguments behind it: `z3`, `z3@4.8.7`,
    /// `./build/z3 smt.random_seed=3`. Words are separated by spaces; quotation marks of either kind hold one together.
    /// A name with a version is an installed release, or a program that says it is that; `z3@latest` is the newest that is
    /// installed.
    ///
    /// # Errors
    /// If there is no such program.
    pub fn from_spec(spec: &str, path: &SearchPath) -> Result<Solver, SolverError> {
        let mut words = split_words(spec)?.into_iter();
        let first = words.next().filter(|first| !first.is_empty()).ok_or(SolverError::Empty)?;
        let found = if first.contains('/') {
            let program = std::path::absolute(&first).unwrap_or_else(|_| PathBuf::from(&first));
            if !is_program(&program) {
                return Err(SolverError::NoProgram(PathBuf::from(first)));
            }
            Found::Program(program)
        } else {
            match first.split_once('@') {
                Some((name, version)) => release(path, name, version)?,
                None => path.look_up(&first).ok_or(SolverError::NotFound(first))?,
            }
        };
        let solver = match found {
            Found::Program(program) => Solver::of_program(program, path.table()),
            Found::Installed(installed) => Solver::of_installed(&installed, path.table()),
        };
        Ok(Solver { name: spec.trim().to_owned(), arguments: words.collect(), ..solver })
    }

    /// A solver that is a program. It is asked for its version if we know how.
    fn of_program(program: PathBuf, table: &Table) -> Solver {
        let program = std::path::absolute(&program).unwrap_or(program);
        let name = program.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let (version, profile) = match table.of_program(&name) {
            Some(known) => {
                let version = ask_version(&program, known);
                let parsed = version.as_deref().and_then(Version::parse);
                let profile = table.profile(&known.name, parsed.as_ref()).unwrap_or_else(|| known.clone());
                (version, profile)
            }
            None => (None, table.unknown(&name)),
        };
        Solver { name, program, version, profile, ..Solver::default() }
    }

    /// A solver that Quis installed.
    #[must_use]
    pub fn of_installed(installed: &Installed, table: &Table) -> Solver {
        let name = &installed.record.name;
        let profile = table.profile(name, Some(&installed.version())).unwrap_or_else(|| table.unknown(name));
        let absolute = |path: PathBuf| std::path::absolute(&path).unwrap_or(path);
        let hosted = installed.record.host.as_deref().and_then(|host| Some((host, host_program()?)));
        let (program, prefix) = match hosted {
            Some((host, program)) => {
                let libraries = absolute(installed.libraries()).into_os_string();
                (program, vec!["host".into(), host.into(), libraries])
            }
            None => (installed.program(), Vec::new()),
        };
        Solver {
            name: format!("{name}@{}", installed.record.version),
            program: absolute(program),
            prefix,
            launcher: Some(absolute(installed.program())),
            version: Some(installed.record.version.clone()),
            profile,
            ..Solver::default()
        }
    }

    /// Something that can be run by hand, without the prefix.
    #[must_use]
    pub fn program_by_hand(&self) -> &Path {
        self.launcher.as_deref().unwrap_or(&self.program)
    }

    /// The arguments of a run, without the program.
    pub(crate) fn command_line(&self, optional: bool, incremental: bool, script: &Path) -> Vec<OsString> {
        let for_scopes = if incremental { &*self.profile.incremental } else { &[] };
        let mut line = self.line(optional, for_scopes);
        if self.profile.input == Input::File {
            line.push(script.into());
        }
        line
    }

    /// The arguments of a session, without the program.
    pub(crate) fn session_line(&self, optional: bool) -> Vec<OsString> {
        self.line(optional, self.profile.session.as_deref().unwrap_or_default())
    }

    /// The arguments of a run or a session, with those for what it is about.
    fn line(&self, optional: bool, about: &[String]) -> Vec<OsString> {
        let Profile { arguments, optional: for_some, .. } = &self.profile;
        let for_some = if optional { &**for_some } else { &[] };
        let words = arguments.iter().chain(for_some).chain(about).chain(&self.arguments).chain(&self.extra);
        self.prefix.iter().cloned().chain(words.map(OsString::from)).collect()
    }
}

/// The program that loads the libraries of solvers without one. Where we are a library of some other program, the
/// launcher that was installed has to do.
fn host_program() -> Option<PathBuf> {
    if let Some(program) = std::env::var_os(HOST_VARIABLE).filter(|program| !program.is_empty()) {
        return Some(PathBuf::from(program));
    }
    std::env::current_exe().ok().filter(|program| program.file_stem().is_some_and(|stem| stem == "quis"))
}

/// A release of a solver, by the first numbers of its version.
fn release(path: &SearchPath, name: &str, wanted: &str) -> Result<Found, SolverError> {
    let missing = || SolverError::NoRelease(name.to_owned(), wanted.to_owned());
    if wanted == "latest" {
        let newest = path.installed(name).into_iter().max_by_key(Installed::version);
        return newest.map(|installed| Found::Installed(Box::new(installed))).ok_or_else(missing);
    }
    let version = Version::parse(wanted).ok_or_else(missing)?;
    if let Some(installed) = path.release(name, &version) {
        return Ok(Found::Installed(Box::new(installed)));
    }
    let Some(profile) = path.table().named(name) else { return Err(missing()) };
    let is_it = |found: &Found| {
        let said = ask_version(&found.program(), profile);
        said.as_deref().and_then(Version::parse).is_some_and(|said| version.is_prefix_of(&said))
    };
    path.candidates(name).filter(|found| matches!(found, Found::Program(_))).find(is_it).ok_or_else(missing)
}

/// What a program says of its version.
fn ask_version(program: &Path, profile: &Profile) -> Option<String> {
    if profile.version.is_empty() {
        return None;
    }
    let solver = Solver {
        name: profile.name.clone(),
        program: program.to_owned(),
        profile: Profile { arguments: profile.version.clone(), input: Input::Stdin, ..Profile::default() },
        ..Solver::default()
    };
    let limits = Limits { wall: Duration::from_secs(20), output: 1 << 16, ..Limits::default() };
    let run = Runner::new(limits).run(&solver, b"", false).ok()?;
    let said = String::from_utf8_lossy(&run.stdout).into_owned() + &String::from_utf8_lossy(&run.stderr);
    Version::word_in(&said).map(str::to_owned)
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
    use crate::store::tests::pretend;

    #[test]
    fn words_and_quotation_marks() {
        assert_eq!(split_words(" a  'b c'd \"\" \"it's\" ").unwrap(), ["a", "b cd", "", "it's"]);
        assert_eq!(split_words("a 'b"), Err(SolverError::OpenQuote));
        assert_eq!(split_words("  ").unwrap(), [""; 0]);
    }

    #[test]
    fn solvers_are_found_by_name_or_path() {
        let path = SearchPath { directories: vec!["/bin".into()], ..SearchPath::default() };
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
        let path = SearchPath {
            folders: vec![folder.path().into()],
            directories: vec!["/bin".into()],
            ..SearchPath::default()
        };
        assert_eq!(Solver::from_spec("sh", &path).unwrap().program, bin.join("sh"));
    }

    #[test]
    fn releases_are_asked_for_by_version() {
        let folder = tempfile::tempdir().unwrap();
        let old = pretend(folder.path(), "z3", "4.8.7", None);
        let new = pretend(folder.path(), "z3", "5.4.0", None);
        let own = folder.path().join("bin");
        std::fs::create_dir_all(&own).unwrap();
        std::fs::write(own.join("z3"), "#!/bin/sh\necho Z3 version 4.12.2 - 64 bit\n").unwrap();
        std::fs::set_permissions(own.join("z3"), std::os::unix::fs::PermissionsExt::from_mode(0o755))
            .unwrap();
        let path = SearchPath {
            folders: vec![folder.path().into()],
            directories: vec![own.clone()],
            ..SearchPath::default()
        };
        let solver = |spec: &str| Solver::from_spec(spec, &path);
        let found = solver("z3@4.8.7 -x").unwrap();
        assert_eq!((found.program, found.version.as_deref()), (old.program(), Some("4.8.7")));
        assert_eq!((&*found.name, &*found.arguments), ("z3@4.8.7 -x", &["-x".to_owned()][..]));
        assert!(found.profile.spelling.contains_key("str.in_re"));
        assert_eq!(solver("z3@latest").unwrap().program, new.program());
        assert_eq!(solver("z3").unwrap().program, new.program());
        assert_eq!(solver("z3@5").unwrap().version.as_deref(), Some("5.4.0"));
        // Not installed, but a program on the PATH says that it is it.
        let asked = solver("z3@4.12").unwrap();
        assert_eq!((asked.program, asked.version.as_deref()), (own.join("z3"), Some("4.12.2")));
        let none = |name: &str, version: &str| SolverError::NoRelease(name.into(), version.into());
        assert_eq!(solver("z3@4.9"), Err(none("z3", "4.9")));
        assert_eq!(solver("z3@x"), Err(none("z3", "x")));
        assert_eq!(solver("mine@1"), Err(none("mine", "1")));
        assert_eq!(solver("cvc5@latest"), Err(none("cvc5", "latest")));
    }

    #[test]
    fn libraries_are_loaded_by_our_own_program() {
        let folder = tempfile::tempdir().unwrap();
        let installed = pretend(folder.path(), "cvc5", "1.4.2", Some("cvc5"));
        let solver = Solver::of_installed(&installed, Table::ours());
        // A test is not our own program: the launcher it is.
        assert_eq!((solver.program.clone(), &*solver.prefix), (installed.program(), &[][..]));
        let hosted = Solver { prefix: vec!["host".into()], ..solver };
        assert_eq!(hosted.command_line(true, true, Path::new("/x"))[0], "host");
        assert_eq!(hosted.session_line(true)[0], "host");
        assert_eq!(hosted.session_line(true).last().unwrap(), "--incremental");
    }
}
