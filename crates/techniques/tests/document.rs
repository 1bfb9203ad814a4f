//! The page on random formulas has the table of the code.

#![allow(clippy::expect_used, reason = "a test fails by panicking")]

use quis_techniques::techniques;

#[test]
fn the_page_lists_all_parameters() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/fuzzsmt.md");
    let page = std::fs::read_to_string(path).expect("the page is there");
    let rows: Vec<&str> = page
        .lines()
        .skip_while(|line| *line != "| parameter | default | |")
        .skip(2)
        .take_while(|line| line.starts_with('|'))
        .collect();
    let entry = techniques().iter().find(|entry| entry.name == "fuzzsmt").expect("the technique is there");
    let row = |parameter: &quis_techniques::Parameter| {
        format!("| `{}` | `{}` | {} |", parameter.name, parameter.default, parameter.help)
    };
    let expected: Vec<String> = entry.parameters.iter().map(row).collect();
    assert_eq!(rows, expected, "\n{}", expected.join("\n"));
}
