//! docs/dependencies.md is complete, and right about who uses what.

use std::collections::BTreeSet;

use crate::tree::{self, Crate, own, read};

const DOCUMENT: &str = "docs/dependencies.md";

/// A row of a table: the packages in its first column, and the second column.
struct Row {
    packages: BTreeSet<String>,
    users: BTreeSet<String>,
}

/// The rows of the table for programs and libraries, and of that for tests.
fn tables() -> [Vec<Row>; 2] {
    let text = read(DOCUMENT);
    let Some((normal, tests)) = text.split_once("\nFor tests and measurements only:\n") else {
        panic!("{DOCUMENT}: the line \"For tests and measurements only:\" is missing");
    };
    [normal, tests].map(|part| {
        let rows = part.lines().filter(|line| line.starts_with("| `"));
        let row = |line: &str| {
            let columns: Vec<&str> = line.split('|').collect();
            Row {
                packages: columns[1].split('`').skip(1).step_by(2).map(str::to_owned).collect(),
                users: columns[2].split(',').map(|name| name.trim().to_owned()).collect(),
            }
        };
        rows.map(row).collect()
    })
}

/// The crates that have one of these packages in a section of their manifests.
fn users(crates: &[Crate], section: &str, packages: &BTreeSet<String>) -> BTreeSet<String> {
    let uses = |one: &&Crate| !one.packages(section).is_disjoint(packages);
    crates.iter().filter(uses).map(|one| one.name.clone()).collect()
}

#[test]
fn dependencies_are_documented() {
    let mut complaints = Vec::new();
    let crates = Crate::all();
    let [normal, tests] = tables();
    for row in &normal {
        let actual = users(&crates, "dependencies", &row.packages);
        if actual != row.users {
            complaints.push(format!(
                "{DOCUMENT}: {:?}: write \"{}\" into the column \"used in\"; delete the row if that is nothing",
                row.packages,
                Vec::from_iter(actual).join(", ")
            ));
        }
    }
    for row in tests.iter().filter(|row| users(&crates, "dev-dependencies", &row.packages).is_empty()) {
        complaints.push(format!("{DOCUMENT}: no test uses {:?}: delete the row", row.packages));
    }
    for one in &crates {
        for (section, tables) in [("dependencies", &[&normal][..]), ("dev-dependencies", &[&normal, &tests])]
        {
            let known = |package: &String| {
                own(package).is_some()
                    || tables.iter().any(|rows| rows.iter().any(|row| row.packages.contains(package)))
            };
            for package in one.packages(section).iter().filter(|package| !known(package)) {
                complaints.push(format!(
                    "{DOCUMENT}: `{package}` of crates/{} is missing: add a row that says what for, and why this one",
                    one.name
                ));
            }
        }
    }
    crate::report(&complaints);
}

#[test]
fn the_workspace_has_no_unused_dependencies() {
    let crates = Crate::all();
    let is_unused = |package: &String| {
        let package = BTreeSet::from([package.clone()]);
        ["dependencies", "dev-dependencies"]
            .iter()
            .all(|section| users(&crates, section, &package).is_empty())
    };
    let complaint = |package| format!("Cargo.toml: no crate uses `{package}`: delete its line");
    let unused = tree::workspace_packages().into_iter().filter(is_unused);
    crate::report(&unused.map(complaint).collect::<Vec<_>>());
}
