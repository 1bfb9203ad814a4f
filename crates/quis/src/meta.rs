//! Shell completions and manual pages, from the definitions of the arguments.

use std::path::Path;

use anyhow::anyhow;
use clap::CommandFactory;
use clap_complete::Shell;
use clap_mangen::Man;

use crate::args::Args;
use crate::atomic;
use crate::console::{self, Status};
use crate::input::reason;

pub(crate) fn completions(shell: Shell) -> anyhow::Result<Status> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Args::command(), "quis", &mut script);
    console::print(&script)?;
    Ok(Status::Good)
}

/// Prints the page of `quis`, or writes the pages of all commands into a directory.
pub(crate) fn man(directory: Option<&Path>) -> anyhow::Result<Status> {
    let mut command = Args::command().disable_help_subcommand(true);
    command.build();
    let Some(directory) = directory else {
        console::print(&page(command)?)?;
        return Ok(Status::Good);
    };
    std::fs::create_dir_all(directory)
        .map_err(|error| anyhow!("{}: not made: {}", directory.display(), reason(&error)))?;
    let subcommands = command.get_subcommands().filter(|subcommand| !subcommand.is_hide_set()).cloned();
    for command in subcommands.chain([command.clone()]) {
        let name = command.get_display_name().unwrap_or_else(|| command.get_name());
        let path = directory.join(format!("{name}.1"));
        let page = page(command)?;
        atomic::write(&path, &page)?;
    }
    Ok(Status::Good)
}

fn page(command: clap::Command) -> anyhow::Result<Vec<u8>> {
    let mut page = Vec::new();
    Man::new(command).render(&mut page)?;
    Ok(page)
}
