//! Runs the commands that the `.smt2` files in `tests/cli` ask for and compares what comes out.
//!
//! ```text
//! ; RUN: check --strict %
//! ```
//!
//! runs `quis check --strict FILE` in the directory of the file; single quotation marks hold an argument together.
//! Output, messages and exit code of all RUN lines
//! stand in the file of the same name that ends in `.out`. `BLESS=1 cargo test --test cli` rewrites those.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use libtest_mimic::{Arguments, Failed, Trial};

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli");
    let mut cases: Vec<PathBuf> = std::fs::read_dir(&directory)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "smt2"))
        .collect();
    cases.sort();
    let trials = cases.into_iter().map(|case| {
        let name = case.file_stem().unwrap().to_string_lossy().into_owned();
        Trial::test(name, move || run(&case))
    });
    libtest_mimic::run(&arguments, trials.collect()).exit_code()
}

fn run(case: &Path) -> Result<(), Failed> {
    let name = case.file_name().unwrap().to_str().unwrap();
    // Some cases are not UTF-8.
    let source = String::from_utf8_lossy(&std::fs::read(case)?).into_owned();
    let mut found = String::new();
    for line in source.lines().filter_map(|line| line.strip_prefix("; RUN: ")) {
        let arguments = arguments(line, name);
        writeln!(found, "$ quis {}", line.replace(" %", &format!(" {name}")))?;
        let output = Command::new(env!("CARGO_BIN_EXE_quis"))
            .args(&arguments)
            .current_dir(case.parent().unwrap())
            .env_remove("NO_COLOR")
            .output()?;
        found.push_str(&without_times(&String::from_utf8_lossy(&output.stdout)));
        for line in String::from_utf8_lossy(&output.stderr).lines() {
            writeln!(found, "{}", format!("! {line}").trim_end())?;
        }
        writeln!(found, "exit code {}\n", output.status.code().ok_or("ended by a signal")?)?;
    }
    if found.is_empty() {
        return Err("there is no line that begins with `; RUN: `".into());
    }
    let expected = case.with_extension("out");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&expected, found)?;
        return Ok(());
    }
    let wanted = std::fs::read_to_string(&expected).unwrap_or_default();
    if wanted == found {
        return Ok(());
    }
    Err(format!(
        "{} differs; is BLESS=1 in order?\n--- expected\n{wanted}--- found\n{found}",
        expected.display()
    )
    .into())
}

/// The words of a RUN line.
fn arguments<'a>(line: &'a str, name: &'a str) -> Vec<&'a str> {
    // Every second part stands between quotation marks.
    let parts = line.split('\'').enumerate();
    let words = parts.flat_map(|(at, part)| match at % 2 {
        0 => part.split_whitespace().collect(),
        _ => vec![part],
    });
    words.map(|word| if word == "%" { name } else { word }).collect()
}

/// Replaces the time that `quis check` took.
fn without_times(text: &str) -> String {
    let mut out = String::new();
    for line in text.lines() {
        let summary = line.starts_with("{\"summary\":") || line.contains(" rejected, ");
        let cut = ["\"seconds\":", " in "].iter().find_map(|before| Some(line.rfind(before)? + before.len()));
        match cut.filter(|_| summary) {
            Some(cut) => out.push_str(&format!("{}TIME", &line[..cut])),
            None => out.push_str(line),
        }
        out.push('\n');
    }
    out
}
