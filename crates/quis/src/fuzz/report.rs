//! `quis report`: what a campaign found.

use quis_campaign::{Campaign, report};

use super::args::ReportArgs;
use crate::atomic;
use crate::console::{Console, Status, print};

/// Writes the report of a campaign.
pub(crate) fn run(args: &ReportArgs, _console: &Console) -> anyhow::Result<Status> {
    let data = Campaign::read(&args.campaign)?.report()?;
    let form = &args.form;
    let text = if form.html {
        report::html(&data)?
    } else if form.md {
        report::markdown(&data)?
    } else if form.json {
        report::json(&data)?
    } else if form.sarif {
        report::sarif(&data)?
    } else {
        report::text(&data)
    };
    match &args.output {
        Some(path) => atomic::write(path, text.as_bytes())?,
        None => print(text.as_bytes())?,
    }
    Ok(Status::Good)
}
