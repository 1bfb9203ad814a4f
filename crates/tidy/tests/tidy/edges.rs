//! Who may depend on whom: the picture in docs/architecture.md.

use crate::tree::{Crate, own};

/// The crates of the workspace that each crate may use. Data moves from left to right in the picture, and dependencies point back.
const EDGES: &[(&str, &[&str])] = &[
    ("smtlib", &[]),
    ("debian", &[]),
    ("tidy", &[]),
    ("semantics", &["smtlib"]),
    ("techniques", &["smtlib", "semantics"]),
    ("observations", &["smtlib", "semantics", "techniques"]),
    ("solvers", &["smtlib", "semantics", "techniques", "observations", "debian"]),
    ("judge", &["smtlib", "semantics", "techniques", "observations"]),
    ("reduce", &["smtlib", "semantics", "techniques"]),
    ("campaign", &["smtlib", "semantics", "techniques", "observations", "solvers", "judge", "reduce"]),
    ("demo", &["smtlib", "semantics"]),
    ("domains", &["debian"]),
    ("triggers", &["smtlib", "semantics", "observations", "solvers"]),
    (
        "quis",
        &[
            "smtlib",
            "semantics",
            "techniques",
            "observations",
            "solvers",
            "judge",
            "reduce",
            "campaign",
            "demo",
            "domains",
            "triggers",
        ],
    ),
];

#[test]
fn crates_use_what_the_picture_allows() {
    let mut complaints = Vec::new();
    for one in Crate::all() {
        let name = &one.name;
        let Some((_, allowed)) = EDGES.iter().find(|(from, _)| from == name) else {
            complaints.push(format!(
                "crates/{name} has no row in EDGES (crates/tidy/tests/tidy/edges.rs): say there what it may use, and in \
                 docs/architecture.md what lives there"
            ));
            continue;
        };
        for used in one.packages("dependencies").iter().filter_map(|package| own(package)) {
            if !allowed.contains(&used) {
                complaints.push(format!(
                    "crates/{name}/Cargo.toml: `quis-{used}` is not to the left of `quis-{name}` in docs/architecture.md: move \
                     what you need from there to the left, or take it as a parameter"
                ));
            }
        }
    }
    crate::report(&complaints);
}
