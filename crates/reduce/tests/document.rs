//! The page on reducing has the table of the code.

#![allow(clippy::expect_used, reason = "a test fails by panicking")]

use quis_reduce::passes;

#[test]
fn the_page_lists_all_passes() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/reducing.md");
    let page = std::fs::read_to_string(path).expect("the page is there");
    let rows: Vec<&str> = page
        .lines()
        .skip_while(|line| *line != "| pass | puts |")
        .skip(2)
        .take_while(|line| line.starts_with('|'))
        .collect();
    let expected: Vec<String> = passes().map(|(name, about)| format!("| `{name}` | {about} |")).collect();
    assert_eq!(rows, expected, "\n{}", expected.join("\n"));
}
