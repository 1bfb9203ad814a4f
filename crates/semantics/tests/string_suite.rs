//! The published tests of "Automatically Testing String Solvers": the witness of every satisfiable one is a model.
//!
//! `string_suite/` has a sample; `QUIS_STRING_SUITE=dir` names the whole suite instead. The files were written before
//! the standard had strings: `\n` and `\x07` were escape sequences then, and are plain characters today. Each file is
//! read both ways. As it was meant, every witness must hold; as the standard reads it today, those that do not are
//! files with such an escape.
#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use quis_semantics::{Evaluator, Integer, Model, Value, Verdict, checks, validate};
use quis_smtlib::{Command, Function, Mode, Script, Sort, parse};

/// How escapes in literals and witnesses are read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reading {
    /// SMT-LIB 2.6 and later: `\u{…}` alone is an escape.
    Today,
    /// As the solvers of 2019: also `\n` and `\x07`.
    AsMeant,
}

/// The files of the suite, by folder.
fn files() -> BTreeMap<String, Vec<PathBuf>> {
    let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/string_suite");
    let root = std::env::var_os("QUIS_STRING_SUITE").map_or(sample, PathBuf::from);
    let mut files: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
    for truth in ["sat", "unsat"] {
        for folder in entries(&root.join(truth)) {
            let name = folder.file_name().map(|name| name.to_string_lossy().into_owned());
            let name = format!("{truth}/{}", name.expect("a folder has a name"));
            files.entry(name).or_default().extend(entries(&folder));
        }
    }
    files
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("a readable folder").path()).collect();
    paths.sort();
    paths
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn script(source: &str, reading: Reading) -> Script {
    // Backslashes occur in literals and in witnesses only.
    let source = match reading {
        Reading::Today => source.to_owned(),
        Reading::AsMeant => source.replace("\\n", "\\u{a}").replace("\\x07", "\\u{7}"),
    };
    parse(&source, Mode::Standard).into_result().expect("a well-formed file")
}

fn constants(script: &Script) -> impl Iterator<Item = (Function, &str, Sort)> {
    script.commands.iter().filter_map(|command| match command {
        Command::DeclareFun(function) | Command::DeclareConst(function) => {
            let data = script.store.function(*function);
            Some((*function, script.store.text(data.name), data.result))
        }
        _ => None,
    })
}

/// The model that the comments of a file give: `;x = value`
fn witness(source: &str, script: &Script, reading: Reading) -> Model {
    let mut model = Model::new();
    for (function, name, sort) in constants(script) {
        let prefix = format!(";{name} = ");
        let text = source.lines().find_map(|line| line.strip_prefix(&*prefix));
        let Some(text) = text.filter(|text| *text != "NO VALUE") else { continue };
        let value = match sort {
            Sort::BOOL => Value::Bool(text == "true"),
            Sort::INT => Value::Int(text.parse::<i64>().map(Integer::from).expect("an integer")),
            Sort::STRING => {
                let text =
                    if reading == Reading::AsMeant { text.replace("\\n", "\n") } else { text.to_owned() };
                Value::string(text.chars().map(u32::from).collect::<Vec<u32>>())
            }
            _ => panic!("{name} has a sort that the suite does not use"),
        };
        model.set_value(function, value);
    }
    model
}

/// What validation says of a file's witness.
fn verdict(source: &str, reading: Reading) -> &'static str {
    let script = script(source, reading);
    let check = checks(&script).pop().expect("a check");
    let mut model = witness(source, &script, reading);
    match validate(&script.store, &check.assertions, &mut model) {
        Verdict::Valid { completed: false } => "true",
        Verdict::Valid { completed: true } => "true after completion",
        Verdict::Invalid { .. } => "false",
        Verdict::Open { .. } => "open",
    }
}

#[test]
fn witnesses_hold() {
    let mut report = String::new();
    let mut wrong: Vec<String> = Vec::new();
    for (folder, paths) in files().into_iter().filter(|(folder, _)| folder.starts_with("sat/")) {
        let mut counts: BTreeMap<(&str, &str, &str), usize> = BTreeMap::new();
        for path in &paths {
            let source = read(path);
            let (meant, today) = (verdict(&source, Reading::AsMeant), verdict(&source, Reading::Today));
            // The two ways in which a file with an escape means something else today.
            let why = match today {
                "true" => "",
                _ if source.contains('\u{7}') => ": the witness has the character that the literal was",
                _ => ": the literal is longer than it was",
            };
            *counts.entry((meant, today, why)).or_default() += 1;
            let has_escape = source.contains("\\n") || source.contains("\\x");
            if meant != "true" || (today != "true" && !has_escape) {
                wrong.push(format!("{}: as meant {meant}, today {today}", path.display()));
            }
        }
        for ((meant, today, why), count) in counts {
            let _ = writeln!(report, "{folder}: {count} {meant} as meant, {today} as read today{why}");
        }
    }
    println!("{report}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(!report.is_empty());
}

/// No assignment of small values makes all assertions of an unsatisfiable file true.
#[test]
fn unsatisfiable_files_have_no_model() {
    const ROUNDS: u64 = 40;
    let words = ["", "a", "0", "-1", "2", "aa", "0a", "a0a", "\"a\"", "\n"];
    let (mut count, mut decided) = (0u64, 0u64);
    for path in
        files().into_iter().filter(|(folder, _)| folder.starts_with("unsat/")).flat_map(|(_, paths)| paths)
    {
        let script = script(&read(&path), Reading::AsMeant);
        let check = checks(&script).pop().expect("a check");
        for round in 0..ROUNDS {
            let mut model = Model::new();
            for (at, (function, _, sort)) in constants(&script).enumerate() {
                // The digits of a number that grows by a large step name the values.
                let choice = (round.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (7 * (at % 8))) as usize;
                let value = match sort {
                    Sort::BOOL => Value::Bool(choice.is_multiple_of(2)),
                    Sort::INT => Value::Int(Integer::from(choice as i64 % 6 - 2)),
                    _ => Value::string(
                        words[choice % words.len()].chars().map(u32::from).collect::<Vec<u32>>(),
                    ),
                };
                model.set_value(function, value);
            }
            let mut evaluator = Evaluator::new(&script.store, &mut model);
            let values: Vec<_> = check.assertions.iter().map(|&term| evaluator.evaluate(term)).collect();
            assert!(
                values.iter().any(|value| *value != Ok(Value::Bool(true))),
                "{} has a model",
                path.display()
            );
            decided += u64::from(values.contains(&Ok(Value::Bool(false))));
            count += 1;
        }
    }
    println!(
        "{decided} of {count} assignments make an assertion of an unsatisfiable file false; the rest are open"
    );
    assert!(count > 0);
}
