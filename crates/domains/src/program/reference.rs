//! Programs in Rust for reference domains.

use super::body::{body, helpers};
use super::expected::Best;
use super::language::Language;
use super::{Program, filled, head};
use crate::case::Case;
use crate::domain::Profile;

const PRELUDE: &str = include_str!("prelude/reference.txt");

const BUILD: &str = "mkdir -p \"$LIB\"/examples && cp program.rs \"$LIB\"/examples/ && \\
    cargo run --manifest-path \"$LIB\"/Cargo.toml --example program";

/// The program of a case.
pub(super) fn program(case: &Case, profile: &Profile, domain: &str, best: Option<&Best>) -> Option<Program> {
    let (base, fault) = match domain.split_once('+') {
        Some((base, fault)) => (base, Some(fault)),
        None => (domain, None),
    };
    let name = match base {
        "reference:intervals" => "Intervals",
        "reference:zones" => "Zones",
        "reference:octagons" => "Octagons",
        "reference:polyhedra" => "Polyhedra",
        "reference:machine-intervals" => "MachineIntervals",
        _ => return None,
    };
    let n = case.dimension;
    let mut start = match fault {
        Some(fault) => format!("    let d = {name}::with_fault({n}, Fault::parse(\"{fault}\"));\n"),
        None => format!("    let d = {name}::new({n});\n"),
    };
    if matches!(best, Some(Best::Asked)) {
        start += &format!("    let exact = {name}::new({n});\n");
    }
    let text = head(case, domain, BUILD)
        + &filled(PRELUDE, &[("TYPE", name)])
        + &helpers(case, profile, Language::Rust)
        + "\nfn main() -> ExitCode {\n"
        + &start
        + "\n"
        + &body(case, profile, Language::Rust, best)
        + "}\n";
    Some(Program { file: "program.rs", text, build: BUILD.to_owned() })
}
