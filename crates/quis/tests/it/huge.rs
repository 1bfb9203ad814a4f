//! Inputs that are deep, long or astronomically large when written out.

use super::Place;

const NESTED: usize = 1_000_000;
const LETS: usize = 200_000;
const DIGITS: usize = 10_000_000;

#[test]
fn a_million_nested_terms() {
    let place = Place::new();
    let text =
        format!("(declare-const p Bool)\n(assert {}p{})\n", "(not ".repeat(NESTED), ")".repeat(NESTED));
    place.file("deep.smt2", &text);
    place.quis(&["check", "deep.smt2"]).good();
    let info = place.quis(&["info", "deep.smt2"]).good();
    assert!(info.contains("1,000,001 in the DAG, 1,000,001 in the tree, depth 1,000,001\n"), "{info}");
    assert!(place.quis(&["fmt", "--plain", "--compact", "deep.smt2"]).good() == text);
    // The same without an end.
    place.file("open.smt2", &text[..text.len() / 2]);
    assert!(place.quis(&["check", "open.smt2"]).rejected().contains("error: this command has no end"));
}

#[test]
fn a_chain_of_lets() {
    let place = Place::new();
    let mut text = "(declare-const x0 Int)\n(assert ".to_owned();
    for number in 0..LETS {
        text.push_str(&format!("(let ((x{} (+ x{number} x{number}))) ", number + 1));
    }
    text.push_str(&format!("(> x{LETS} 0){})\n", ")".repeat(LETS)));
    place.file("lets.smt2", text);
    place.quis(&["check", "lets.smt2"]).good();
    let info = place.quis(&["info", "lets.smt2"]).good();
    assert!(info.contains("200,003 in the DAG, about 2^200001 in the tree, depth 200,002\n"), "{info}");
    // Printed with `let`, it reads as the same; without, it is not even tried.
    place.quis(&["fmt", "lets.smt2", "-o", "out.smt2"]).good();
    let again = place.quis(&["info", "out.smt2"]).good();
    assert!(again.contains("200,003 in the DAG, about 2^200001 in the tree, depth 200,002\n"), "{again}");
    let run = place.quis(&["fmt", "--plain", "lets.smt2", "-o", "plain.smt2"]);
    assert_eq!(run.stdout, "");
    let said = run.rejected();
    assert!(said.contains("about 2^200001 terms would be written") && said.contains("help: --let"), "{said}");
    assert_eq!(place.names(), ["lets.smt2", "out.smt2"]);
}

#[test]
fn a_numeral_of_ten_million_digits() {
    let place = Place::new();
    let text = format!("(declare-const x Int)\n(assert (= x {}))\n", "7".repeat(DIGITS));
    place.file("number.smt2", &text);
    place.quis(&["check", "number.smt2"]).good();
    place.quis(&["info", "number.smt2"]).good();
    assert!(place.quis(&["fmt", "--compact", "number.smt2"]).good() == text);
}

#[test]
fn messages_about_long_lines_are_short() {
    let place = Place::new();
    let name = "é".repeat(1_000_000);
    let good = "(assert (or p (not p)))".repeat(50_000);
    let text =
        format!("(declare-const p Bool){good}(assert q){good}\n(assert |{name}|)\n(assert (p |{name}|");
    place.file("long.smt2", text);
    let said = place.quis(&["check", "long.smt2"]).rejected();
    // Line and column are those of the file, not of what is shown of it.
    assert!(said.contains("--> long.smt2:1:1150031\n"), "{said}");
    assert!(said.contains("--> long.smt2:2:9\n"), "{said}");
    assert!(said.len() < 10_000, "{} bytes", said.len());
}
