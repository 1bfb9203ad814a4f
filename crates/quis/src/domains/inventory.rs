//! What there is: domains, libraries, properties.

use quis_domains::adapters::{self, install};
use quis_domains::reference::Fault;
use quis_domains::{PROPERTIES, reference};
use serde_json::json;

use super::args::{InstallArgs, Library, ListArgs, PropertiesArgs};
use crate::console::{self, Console, Status, json_line};

/// A domain, and where it is.
struct Line {
    name: String,
    here: bool,
    /// A library's place, or what the domain is.
    place: String,
    version: Option<String>,
}

pub(super) fn list(args: &ListArgs) -> anyhow::Result<Status> {
    let reference = |name: &&str| Line {
        name: (*name).to_owned(),
        here: true,
        place: "part of Quis".to_owned(),
        version: None,
    };
    let mut lines: Vec<Line> = reference::domains().iter().map(reference).collect();
    if args.faults {
        lines.extend(Fault::ALL.iter().map(|fault| Line {
            name: format!("{}+{}", fault.domain(), fault.name()),
            here: true,
            place: fault.description().to_owned(),
            version: None,
        }));
    }
    let found = adapters::available();
    lines.extend(adapters::names().map(|name| match found.iter().find(|found| found.name == name) {
        Some(found) => Line {
            name: name.to_owned(),
            here: true,
            place: found.path.display().to_string(),
            version: found.version.clone(),
        },
        None => Line { name: name.to_owned(), here: false, place: "not here".to_owned(), version: None },
    }));
    let mut text = String::new();
    let width = lines.iter().map(|line| line.name.len()).max().unwrap_or(0);
    for line in &lines {
        text += &if args.json {
            let path = line.here.then_some(&line.place);
            json_line(&json!({ "name": line.name, "here": line.here, "path": path, "version": line.version }))
        } else {
            let version = line.version.as_ref().map(|version| format!(" ({version})")).unwrap_or_default();
            format!("{:width$}  {}{version}\n", line.name, line.place)
        };
    }
    console::print(text.as_bytes())?;
    Ok(Status::Good)
}

pub(super) fn install(args: &InstallArgs, console: &Console) -> anyhow::Result<Status> {
    let cache =
        install::cache().ok_or_else(|| anyhow::anyhow!("there is no folder for caches: set QUIS_CACHE"))?;
    let mut status = Status::Good;
    for library in &args.libraries {
        let (name, done) = match library {
            Library::Apron => ("apron", install::install_apron(&cache)),
            Library::Ppl => ("ppl", install::install_ppl(&cache)),
        };
        match done {
            Ok(path) => console::print(format!("{name}: {}\n", path.display()).as_bytes())?,
            Err(error) => {
                console.warn(&console.stderr_renderer().message(&format!("{name}: {error}"), None));
                if !args.optional {
                    status = Status::Rejected;
                }
            }
        }
    }
    Ok(status)
}

pub(super) fn properties(args: &PropertiesArgs) -> anyhow::Result<Status> {
    let mut text = String::new();
    let mut group = "";
    for property in &PROPERTIES {
        if args.json {
            text += &json_line(&json!({
                "number": property.number,
                "kind": property.kind.letter().to_string(),
                "group": property.group,
                "formula": property.formula.to_string(),
            }));
            continue;
        }
        if property.group != group {
            group = property.group;
            text += &format!("{group}\n");
        }
        text += &format!("  {:2} [{}] {}\n", property.number, property.kind.letter(), property.formula);
    }
    console::print(text.as_bytes())?;
    Ok(Status::Good)
}
