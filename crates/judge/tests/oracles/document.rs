//! The page on oracles has the table of the code.

use quis_judge::ORACLES;

#[test]
fn the_page_lists_all_oracles() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/oracles.md");
    let page = std::fs::read_to_string(path).expect("the page is there");
    let rows: Vec<&str> = page
        .lines()
        .skip_while(|line| *line != "| oracle | says that |")
        .skip(2)
        .take_while(|line| line.starts_with('|'))
        .collect();
    let expected: Vec<String> =
        ORACLES.iter().map(|oracle| format!("| {} | {} |", oracle.name, oracle.help)).collect();
    assert_eq!(rows, expected);
}
