//! What the cases in `tests/cli` cannot show: odd inputs, files that are written, sizes, many files.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod check;
mod demo;
mod domains;
mod fmt;
mod fuzz;
mod generate;
mod huge;
mod inputs;
mod meta;
mod objectives;
mod reduce;
mod reduce_solver;
mod seedless;
mod solvers;
mod status;
mod suite;
mod triggers;
mod units;
mod validate;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

/// A directory of its own for a test, and the program to run in it.
struct Place {
    directory: TempDir,
}

/// What came of a run.
struct Run {
    code: i32,
    stdout: String,
    stderr: String,
}

impl Place {
    fn new() -> Self {
        Place { directory: TempDir::new().unwrap() }
    }

    fn path(&self) -> &Path {
        self.directory.path()
    }

    /// Makes a file, and the directories that it needs.
    fn file(&self, name: &str, contents: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, contents).unwrap();
        path
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path().join(name)).unwrap()
    }

    /// The names of all files in the directory, in order.
    fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.path()).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_quis"));
        command.args(arguments).current_dir(self.path()).stdin(Stdio::null()).env_remove("NO_COLOR");
        command
    }

    fn quis(&self, arguments: &[&str]) -> Run {
        self.command(arguments).output().unwrap().into()
    }

    fn quis_with_input(&self, arguments: &[&str], input: &[u8]) -> Run {
        let mut command = self.command(arguments);
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(input).unwrap();
        child.wait_with_output().unwrap().into()
    }
}

impl From<Output> for Run {
    fn from(output: Output) -> Run {
        Run {
            code: output.status.code().unwrap(),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

impl Run {
    /// The output if all went well and nothing was complained about.
    #[track_caller]
    fn good(self) -> String {
        assert_eq!((self.code, &*self.stderr), (0, ""), "{}", self.stdout);
        self.stdout
    }

    /// What was said, if the input was rejected.
    #[track_caller]
    fn rejected(self) -> String {
        assert_eq!(self.code, 2, "{}{}", self.stdout, self.stderr);
        self.stdout + &self.stderr
    }
}
