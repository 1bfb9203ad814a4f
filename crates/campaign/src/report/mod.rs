//! Reports: a campaign as a page, a file for a bug tracker, data, or lines in a terminal.
//!
//! [`Report`] is plain data; the writers turn it into text. All of them show one finding for each cause, the worst first
//! (see [`Report::arranged`]), and all survive whatever solvers print: escape sequences, markup, text that runs
//! backwards.
//!
//! ```
//! use quis_campaign::report::{FindingData, Report, SolverIdentity, text};
//! use quis_judge::Kind;
//!
//! let solver = SolverIdentity {
//!     name: "z3".to_owned(),
//!     version: "4.8.7".to_owned(),
//!     default_options: true,
//!     ..SolverIdentity::default()
//! };
//! let mut finding = FindingData::new("1", Kind::SolutionUnsound, solver);
//! finding.case = "(assert false)\n(check-sat)\n".to_owned();
//! let report = Report { findings: vec![finding], ..Report::default() };
//! assert!(text(&report).contains("z3 4.8.7: sat on an unsatisfiable input"));
//! ```
//!
//! Modules: [`data`] is what a report is made of; `arrange` gives findings their order; `view`, `finding_view` and `plot` turn
//! data into the words, figures and shapes of a page; `figures` and `wording` are about single words; the rest
//! are the writers.

mod arrange;
pub mod data;
pub mod figures;
mod finding_view;
mod html;
mod json;
mod markdown;
mod plot;
mod sarif;
mod text;
mod view;
mod wording;

use std::fmt;

pub use data::{
    Affected, AlsoFound, Answers, CampaignData, FindingData, Origin, OtherAnswer, Release, Report, Seeds,
    Skipped, SolverData, SolverIdentity, SolverMode, Summary, TechniqueData, TimelinePoint, timestamp,
};
pub(crate) use html::{environment, style};
pub use html::{html, page};
pub use json::json;
pub use markdown::{finding_markdown, markdown};
pub use sarif::{SARIF_SCHEMA, sarif, sarif_reference};
pub use text::text;
pub(crate) use wording::one_line;

/// Why a report could not be written.
#[derive(Debug)]
pub struct ReportError(Box<dyn std::error::Error + Send + Sync>);

impl fmt::Display for ReportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the report could not be written: {}", self.0)
    }
}

impl std::error::Error for ReportError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&*self.0)
    }
}

impl From<minijinja::Error> for ReportError {
    fn from(error: minijinja::Error) -> Self {
        ReportError(Box::new(error))
    }
}

impl From<serde_json::Error> for ReportError {
    fn from(error: serde_json::Error) -> Self {
        ReportError(Box::new(error))
    }
}
