//! `quis solvers install`.

use quis_solvers::install::{Installer, Wanted};
use serde::Serialize;

use super::args::InstallArgs;
use super::search_path;
use crate::console::{self, Console, Status, json_line};

/// What came of one solver.
#[derive(Default, Serialize)]
struct Line<'a> {
    solver: &'a str,
    installed: bool,
    present: bool,
    version: Option<String>,
    path: Option<String>,
    message: Option<String>,
}

pub(super) fn run(args: &InstallArgs, console: &Console) -> anyhow::Result<Status> {
    let path = search_path(&args.table.profiles)?;
    let installer = Installer::from_environment(path.table(), std::env::current_exe()?)?;
    let mut status = Status::Good;
    for spec in &args.solvers {
        let say = |text: String| {
            if !args.quiet && !args.json {
                console.warn(&text);
            }
        };
        let result = Wanted::parse(spec).and_then(|wanted| installer.install(&wanted));
        let line = match &result {
            Ok(done) => Line {
                solver: spec,
                installed: true,
                present: done.present,
                version: Some(done.installed.record.version.clone()),
                path: Some(done.installed.program().display().to_string()),
                message: None,
            },
            Err(error) => Line { solver: spec, message: Some(error.to_string()), ..Line::default() },
        };
        if args.json {
            console::print(json_line(&line).as_bytes())?;
        }
        match &result {
            Ok(done) => {
                let record = &done.installed.record;
                let how = if done.present { "is there" } else { "installed" };
                say(format!("{} {}: {how} ({})\n", record.name, record.version, record.origin));
            }
            Err(error) if args.optional => say(format!("{spec}: going on without it: {error}\n")),
            Err(error) => {
                status = Status::Rejected;
                if !args.json {
                    console.warn(&console.stderr_renderer().message(&format!("{spec}: {error}"), None));
                }
            }
        }
    }
    Ok(status)
}
