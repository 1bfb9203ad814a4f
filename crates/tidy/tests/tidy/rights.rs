//! Who may start processes, open files, read clocks and open a database.

use crate::code::{self, Source};

/// What a part of the project needs a reason for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Right {
    Processes,
    Files,
    Clock,
    Database,
}

use Right::{Clock, Database, Files, Processes};

/// What each right allows, and how it shows in code.
const SIGNS: &[(Right, &str, &[&str])] = &[
    (Processes, "start processes", &["process::Command", "Command::new("]),
    (Files, "open files", &["std::fs", "File::", "OpenOptions::"]),
    (Clock, "read a clock", &["Instant::now", "SystemTime::now", "clock_gettime"]),
    (Database, "open a database", &["rusqlite"]),
];

/// What the code below a path may do, and why. Nothing else may.
const RIGHTS: &[(&str, Right, &str)] = &[
    ("crates/solvers/src/", Processes, "it starts solvers, and the tools that install them"),
    (
        "crates/solvers/src/program.rs",
        Processes,
        "it runs the user's command of `quis reduce`, limited as a solver is",
    ),
    ("crates/solvers/src/", Files, "it finds and installs solvers, and has scratch directories"),
    ("crates/solvers/src/", Clock, "it limits and measures processes"),
    (
        "crates/domains/src/isolation/",
        Processes,
        "a library under test may crash: it runs in worker processes",
    ),
    ("crates/domains/src/isolation/", Files, "workers share memory and pipes with their owner"),
    ("crates/domains/src/adapters/", Files, "it finds and installs libraries"),
    ("crates/domains/src/", Clock, "it limits and measures runs"),
    ("crates/debian/src/package.rs", Processes, "apt-get and dpkg-deb download and unpack packages"),
    ("crates/debian/src/", Files, "packages are files"),
    ("crates/campaign/src/", Files, "a campaign is a directory, and seeds are files"),
    ("crates/campaign/src/", Clock, "a campaign has a budget of time"),
    ("crates/campaign/src/store", Database, "the store of findings"),
    ("crates/campaign/src/error.rs", Database, "what the database refuses is an error of the campaign"),
    ("crates/triggers/src/", Clock, "a search has a deadline"),
    ("crates/demo/src/effect.rs", Clock, "the planted fault `slow` burns two seconds"),
    ("crates/quis/src/", Files, "the command line reads inputs and writes results"),
    ("crates/quis/src/", Clock, "the command line shows progress and times"),
];

/// The crates that do no I/O and read no clock: no reason is good enough.
const PURE: &[&str] = &["smtlib", "semantics", "techniques", "observations", "judge", "reduce"];

#[test]
fn only_who_may_does_it() {
    let mut complaints = Vec::new();
    let mut needed = vec![false; RIGHTS.len()];
    for source in code::sources() {
        for (right, line, sign) in uses(&source) {
            let mut is_allowed = false;
            for (row, (path, allowed, _)) in RIGHTS.iter().enumerate() {
                let fits = *allowed == right && source.path.starts_with(path);
                needed[row] |= fits;
                is_allowed |= fits;
            }
            if !is_allowed {
                let otherwise = match is_pure(&source.path) {
                    true => "this crate does no I/O and reads no clock",
                    false => "or add a row with the reason to RIGHTS in crates/tidy/tests/tidy/rights.rs",
                };
                complaints.push(format!(
                    "{}:{line}: `{sign}`: this part of the project may not {}: move the code to one that may, or take the result as \
                     a parameter; {otherwise}",
                    source.path,
                    verb(right)
                ));
            }
        }
    }
    for ((path, right, _), is_needed) in RIGHTS.iter().zip(needed) {
        let what = verb(*right);
        if is_pure(path) {
            complaints.push(format!("RIGHTS: {path} may not {what}, whatever the reason: delete the row"));
        } else if !is_needed {
            complaints.push(format!(
                "RIGHTS in crates/tidy/tests/tidy/rights.rs: nothing below {path} needs to {what}: delete the row"
            ));
        }
    }
    crate::report(&complaints);
}

fn is_pure(path: &str) -> bool {
    path.split('/').nth(1).is_some_and(|name| PURE.contains(&name))
}

fn verb(right: Right) -> &'static str {
    SIGNS.iter().find(|row| row.0 == right).map_or("", |row| row.1)
}

/// What a source does that needs a right, with the line and the sign of it.
fn uses(source: &Source) -> Vec<(Right, usize, &'static str)> {
    let mut found = Vec::new();
    for (right, _, signs) in SIGNS {
        for sign in *signs {
            for (at, _) in source.code.match_indices(sign) {
                let before = source.code[..at].ends_with(code::in_name);
                let after = sign.ends_with(code::in_name)
                    && source.code[at + sign.len()..].starts_with(code::in_name);
                if !before && !after {
                    found.push((*right, code::line(&source.code, at), *sign));
                }
            }
        }
        // match: use std::{fmt, fs};
        for (at, _) in source.code.match_indices("use std::{").filter(|_| *right == Files) {
            let group = source.code[at..].split(';').next().unwrap_or_default();
            if group.split(|c| !code::in_name(c)).any(|word| word == "fs") {
                found.push((Files, code::line(&source.code, at), "std::fs"));
            }
        }
    }
    found
}

#[test]
fn uses_are_found() {
    let code =
        "use std::process::CommandExt;\nuse std::{fmt, fs};\nSeedFile::of(Instant::now())\nrusqlite::open()";
    let source = Source { path: String::new(), code: code.to_owned() };
    assert_eq!(uses(&source), [(Files, 2, "std::fs"), (Clock, 3, "Instant::now"), (Database, 4, "rusqlite")]);
}
