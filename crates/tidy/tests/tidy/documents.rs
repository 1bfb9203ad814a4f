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

/// The section of the architecture page that walks a case through the crates.
const WALK: &str = "## One case, from seed to report\n";

#[test]
fn the_walk_of_a_case_names_functions_that_exist() {
    let text = read("docs/architecture.md");
    let Some((_, walk)) = text.split_once(WALK) else { panic!("docs/architecture.md: `{WALK}` is missing") };
    let walk = walk.split("\n## ").next().unwrap_or_default();
    // Numbered items, each with its continuation lines.
    let mut steps: Vec<String> = Vec::new();
    for line in walk.lines() {
        if line.starts_with(|first: char| first.is_ascii_digit()) {
            steps.push(line.to_owned());
        } else if let Some(step) = steps.last_mut() {
            *step += line;
        }
    }
    let mut complaints = Vec::new();
    if !(2..=12).contains(&steps.len()) {
        complaints
            .push(format!("docs/architecture.md: the walk of a case has {} steps, not 2 to 12", steps.len()));
    }
    for step in &steps {
        let parts: Vec<&str> = step.split('`').collect();
        // Names stand between backticks; `NAME` (`PATH`) says where one is.
        let places = parts.windows(4).skip(1).step_by(2).filter(|parts| parts[1] == " (");
        let places: Vec<(&str, &str)> = places.map(|parts| (parts[0], parts[2])).collect();
        if !places.iter().any(|(name, _)| is_function(name)) {
            complaints
                .push(format!("docs/architecture.md: this step names no function with its place: {step}"));
        }
        for (name, path) in places.into_iter().filter(|(name, path)| !defines(path, name)) {
            complaints
                .push(format!("docs/architecture.md: `{name}` is not in `crates/{path}`: mend the step"));
        }
    }
    crate::report(&complaints);
}

fn is_function(name: &str) -> bool {
    name.rsplit("::").next().is_some_and(|last| last.starts_with(char::is_lowercase))
}

/// Whether a file below `crates/` defines a function, a type, or a function of a type that it implements.
fn defines(path: &str, name: &str) -> bool {
    if !root().join("crates").join(path).is_file() {
        return false;
    }
    let text = read(&format!("crates/{path}"));
    let has = |words: &[&str], name: &str| {
        let heads = words.iter().map(|word| format!("{word} {name}"));
        heads.into_iter().any(|head| {
            text.match_indices(&head)
                .any(|(at, _)| !text[at + head.len()..].starts_with(crate::code::in_name))
        })
    };
    match name.split_once("::") {
        Some((of, function)) => has(&["impl", "impl<'a>", "trait"], of) && has(&["fn"], function),
        None if is_function(name) => has(&["fn"], name),
        None => has(&["struct", "enum", "trait"], name),
    }
}

#[test]
fn definitions_are_found_by_their_names() {
    assert!(defines("campaign/src/agenda.rs", "Agenda::next"));
    assert!(defines("techniques/src/technique.rs", "Technique::cases"));
    for (path, name) in [
        ("campaign/src/agenda.rs", "Agenda::nex"),
        ("campaign/src/agenda.rs", "Plan::next"),
        ("campaign/src/agendas.rs", "Agenda::next"),
    ] {
        assert!(!defines(path, name), "{name} in {path}");
    }
}
