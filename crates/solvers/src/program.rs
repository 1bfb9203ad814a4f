//! Any command, run on one text after the other.

use std::ffi::{OsStr, OsString};
use std::fmt;
use std::io;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::find::is_program;
use crate::interrupt::Interrupt;
use crate::limits::Limits;
use crate::run::Run;
use crate::supervise::Supervisor;

/// What stands for the file in the words of a command.
const PLACE: &[u8] = b"{}";

/// A command that is run on files: a program and its arguments, in which `{}` stands for the file. Without it the file is the
/// last argument.
///
/// Nothing is known of the program, and its output means nothing here. It runs in the current directory, since its arguments may name
/// files there. Any number of threads may use one at the same time.
#[derive(Clone, Debug)]
pub struct Program {
    program: PathBuf,
    arguments: Vec<OsString>,
    supervisor: Supervisor,
}

/// Why a command cannot be run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ProgramError {
    /// It has no words.
    Empty,
    /// No program on the `PATH` has this name.
    NotFound(OsString),
    /// This is no file that may be run.
    NoProgram(PathBuf),
}

impl fmt::Display for ProgramError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProgramError::Empty => write!(f, "the command is empty"),
            ProgramError::NotFound(name) => {
                write!(f, "there is no program `{}` on the PATH", name.to_string_lossy())
            }
            ProgramError::NoProgram(path) => write!(f, "{} is not a program", path.display()),
        }
    }
}

impl std::error::Error for ProgramError {}

impl Program {
    /// A command, word by word. A name without a slash is looked up on the `PATH`, once.
    ///
    /// # Errors
    /// If there is no such program.
    pub fn new(words: &[OsString], limits: Limits) -> Result<Program, ProgramError> {
        let (first, arguments) = words.split_first().ok_or(ProgramError::Empty)?;
        let program = locate(first, &std::env::var_os("PATH").unwrap_or_default())?;
        let mut arguments = arguments.to_vec();
        if !arguments.iter().any(|argument| find(argument.as_bytes(), PLACE).is_some()) {
            arguments.push(OsStr::from_bytes(PLACE).to_owned());
        }
        Ok(Program { program, arguments, supervisor: Supervisor { limits, ..Supervisor::default() } })
    }

    /// The same command, under other limits.
    #[must_use]
    pub fn with_limits(mut self, limits: Limits) -> Self {
        self.supervisor.limits = limits;
        self
    }

    /// Runs that end when a switch is turned on.
    #[must_use]
    pub fn with_interrupt(mut self, interrupt: Interrupt) -> Self {
        self.supervisor.interrupt = Some(interrupt);
        self
    }

    /// The limits of a run.
    #[must_use]
    pub fn limits(&self) -> &Limits {
        &self.supervisor.limits
    }

    /// Runs the command on a file with this text, whose name ends in `.smt2`. Its standard input is empty.
    ///
    /// # Errors
    /// If it cannot be started or the system fails. What a program does is no error.
    pub fn run(&self, text: &[u8]) -> io::Result<Run> {
        let scratches = &self.supervisor.scratches;
        let mut scratch = scratches.take()?;
        scratch.write_script(text)?;
        let mut command = Command::new(&self.program);
        let file = scratch.script().as_os_str();
        command.args(self.arguments.iter().map(|argument| filled(argument, file))).stdin(Stdio::null());
        let run = self.supervisor.run(command, &scratch)?;
        scratches.give_back(scratch);
        Ok(run)
    }
}

/// The program that a word stands for.
fn locate(word: &OsStr, path: &OsStr) -> Result<PathBuf, ProgramError> {
    if word.is_empty() {
        return Err(ProgramError::Empty);
    }
    if word.as_bytes().contains(&b'/') {
        let program = Path::new(word);
        let absolute = std::path::absolute(program).unwrap_or_else(|_| program.to_owned());
        return if is_program(&absolute) {
            Ok(absolute)
        } else {
            Err(ProgramError::NoProgram(program.to_owned()))
        };
    }
    let candidates = std::env::split_paths(path).map(|directory| directory.join(word));
    let absolute = candidates.filter_map(|candidate| std::path::absolute(candidate).ok());
    absolute
        .into_iter()
        .find(|candidate| is_program(candidate))
        .ok_or_else(|| ProgramError::NotFound(word.to_owned()))
}

/// match: --in={} and FILE, result: --in=FILE
fn filled(argument: &OsStr, file: &OsStr) -> OsString {
    let mut rest = argument.as_bytes();
    let mut bytes = Vec::new();
    while let Some(at) = find(rest, PLACE) {
        bytes.extend_from_slice(&rest[..at]);
        bytes.extend_from_slice(file.as_bytes());
        rest = &rest[at + PLACE.len()..];
    }
    bytes.extend_from_slice(rest);
    OsString::from_vec(bytes)
}

fn find(bytes: &[u8], wanted: &[u8]) -> Option<usize> {
    bytes.windows(wanted.len()).position(|part| part == wanted)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use quis_observations::End;

    use super::*;

    fn program(words: &[&str]) -> Program {
        let words: Vec<OsString> = words.iter().map(OsString::from).collect();
        Program::new(&words, Limits::default()).unwrap()
    }

    fn output(words: &[&str], text: &str) -> String {
        let run = program(words).run(text.as_bytes()).unwrap();
        assert_eq!((run.end, &*run.stderr), (End::Exited(0), &b""[..]));
        String::from_utf8(run.stdout).unwrap()
    }

    #[test]
    fn the_file_is_where_the_braces_are_or_comes_last() {
        assert_eq!(output(&["cat"], "(exit)"), "(exit)");
        // No letter: names of temporary files have any.
        let twice = output(&["sh", "-c", "cat '{}' '{}'; echo \"$0\"", "x{}y"], "()");
        assert_eq!(twice.matches("()").count(), 2);
        let names = output(&["echo", "--in={}", "{}"], "");
        let words: Vec<&str> = names.split_whitespace().collect();
        assert_eq!(words[0], format!("--in={}", words[1]));
        assert!(words[1].ends_with(".smt2") && words.len() == 2, "{names}");
    }

    #[test]
    fn it_runs_in_the_current_directory_with_an_empty_input() {
        let here = std::env::current_dir().unwrap();
        assert_eq!(
            output(&["sh", "-c", "pwd -P; cat"], ""),
            format!("{}\n", here.canonicalize().unwrap().display())
        );
    }

    #[test]
    fn every_text_is_seen_once_and_whole() {
        let cat = program(&["cat"]);
        for text in ["a long text", "short", "", "another one"] {
            assert_eq!(cat.run(text.as_bytes()).unwrap().stdout, text.as_bytes());
        }
    }

    #[test]
    fn limits_and_switches_end_it() {
        let limits = Limits { wall: Duration::from_millis(50), ..Limits::default() };
        let sleep = program(&["sh", "-c", "sleep 600 & sleep 600"]);
        assert_eq!(sleep.clone().with_limits(limits).run(b"").unwrap().end, End::TimedOut);
        let interrupt = Interrupt::new().unwrap();
        interrupt.trigger();
        assert_eq!(sleep.with_interrupt(interrupt).run(b"").unwrap().end, End::Interrupted);
        let limits = Limits { output: 1000, ..Limits::default() };
        assert_eq!(program(&["yes"]).with_limits(limits).run(b"").unwrap().end, End::Truncated);
        assert_eq!(program(&["sh", "-c", "kill -6 $$"]).run(b"").unwrap().end, End::Signal(6));
        assert_eq!(program(&["sh", "-c", "exit 7"]).run(b"").unwrap().end, End::Exited(7));
    }

    #[test]
    fn what_is_no_program_is_told() {
        let error = |words: &[&str]| {
            let words: Vec<OsString> = words.iter().map(OsString::from).collect();
            Program::new(&words, Limits::default()).unwrap_err().to_string()
        };
        assert_eq!(error(&[]), "the command is empty");
        assert_eq!(error(&[""]), "the command is empty");
        assert_eq!(error(&["no-such-program"]), "there is no program `no-such-program` on the PATH");
        assert_eq!(error(&["./no-such-program", "{}"]), "./no-such-program is not a program");
        assert_eq!(error(&["/"]), "/ is not a program");
    }
}
