//! `quis info`: what is in a file.

mod features;
mod measure;
mod text;

use quis_smtlib::ParseOptions;

use crate::args::InfoArgs;
use crate::console::{self, Console, Status, json_line};
use crate::input;

pub(crate) fn run(args: &InfoArgs, console: &Console) -> anyhow::Result<Status> {
    let renderer = console.stderr_renderer();
    let mut status = Status::Good;
    let mut first = true;
    for file in &args.files {
        let source = match input::read(file) {
            Ok(source) => source,
            Err(error) => {
                console.warn(&renderer.input_error(&error));
                status = Status::Rejected;
                continue;
            }
        };
        let parsed = source.parse(ParseOptions { mode: args.mode.mode(), comments: false });
        console.warn(&renderer.diagnostics(&source, &parsed.diagnostics, true));
        if !parsed.is_ok() {
            status = Status::Rejected;
            continue;
        }
        let info = measure::Info::of(&source, &parsed.script);
        if args.json {
            console::print(json_line(&info).as_bytes())?;
        } else {
            let gap = if first { "" } else { "\n" };
            console::print(format!("{gap}{}", text::describe(&info)).as_bytes())?;
        }
        first = false;
    }
    Ok(status)
}
