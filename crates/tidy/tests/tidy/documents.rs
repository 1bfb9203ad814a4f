//! Documents name what exists, and all of it.

use crate::tree::{Crate, names, read, root};

#[test]
fn lists_of_crates_are_complete() {
    let mut complaints = Vec::new();
    let crates = Crate::all();
    for document in ["README.md", "docs/architecture.md"] {
        let text = read(document);
        let rows: Vec<&str> = text
            .lines()
            .filter_map(|line| line.strip_prefix("| `crates/")?.split_once("` |").map(|(name, _)| name))
            .collect();
        for one in crates.iter().filter(|one| !rows.contains(&&*one.name)) {
            complaints.push(format!(
                "{document}: the table of crates lacks a row for `crates/{}`: add it",
                one.name
            ));
        }
        for row in rows.iter().filter(|row| !crates.iter().any(|one| one.name == **row)) {
            complaints.push(format!("{document}: `crates/{row}` does not exist: delete its row"));
        }
    }
    let changes = read("CHANGELOG.md");
    for one in crates.iter().filter(|one| one.is_library()) {
        if !changes.contains(&format!("`quis-{}`", one.name)) {
            complaints.push(format!("CHANGELOG.md: the list of libraries lacks `quis-{}`: add it", one.name));
        }
    }
    crate::report(&complaints);
}

#[test]
fn the_readme_lists_all_documents() {
    let readme = read("README.md");
    let Some(row) = readme.lines().find(|line| line.starts_with("| `docs/` |")) else {
        panic!("README.md: the table \"What is where\" has no row that begins with \"| `docs/` |\"");
    };
    let pages = names("docs").into_iter().filter(|name| name.ends_with(".md"));
    let missing = pages.filter(|name| !row.contains(&format!("](docs/{name})")));
    let complaint = |name| format!("README.md: the row of `docs/` does not link docs/{name}: add a link");
    crate::report(&missing.map(complaint).collect::<Vec<_>>());
}

#[test]
fn modules_of_the_architecture_exist() {
    let mut complaints = Vec::new();
    let text = read("docs/architecture.md");
    let mut inside = None;
    for line in text.lines() {
        if let Some(title) = line.strip_prefix("## ") {
            inside = title.strip_prefix("Inside `").and_then(|title| title.strip_suffix('`'));
        }
        let (Some(folder), Some(row)) = (inside, line.strip_prefix("| `")) else { continue };
        // Every second part stands between backticks.
        let first = row.split(" |").next().unwrap_or_default();
        for module in first.split('`').step_by(2) {
            if !exists(folder, module) {
                complaints.push(format!(
                    "docs/architecture.md: the table of `{folder}` names `{module}`, which is no module there: mend the row"
                ));
            }
        }
    }
    crate::report(&complaints);
}

/// Whether a module, a folder with a slash at its end, or a pattern of files (`profiles/*.toml`) exists.
fn exists(folder: &str, module: &str) -> bool {
    if let Some((within, ending)) = module.split_once("/*") {
        return names(&format!("{folder}/{within}")).iter().any(|name| name.ends_with(ending));
    }
    let base = root().join(folder).join("src").join(module.trim_end_matches('/'));
    base.is_dir() || (!module.ends_with('/') && base.with_extension("rs").is_file())
}
