//! Why an assertion is false, for people.

use quis_campaign::validate::Explanation;

use crate::diagnostics::printable;

/// The tree: arguments below what they are arguments of. Leaves out the part itself if it was `said` before.
pub(crate) fn text(explanation: &Explanation, said: &str) -> String {
    let mut text = String::new();
    if explanation.term != said {
        text.push_str(&format!("  {} is {}\n", printable(&explanation.term), explanation.value));
    }
    let instance = explanation.instance.iter().map(|line| ("for ", line));
    for (word, line) in instance.chain(explanation.values.iter().map(|line| ("", line))) {
        let indent = "  ".repeat(line.depth + 1);
        text.push_str(&format!("{indent}{word}{} = {}\n", printable(&line.term), printable(&line.value)));
    }
    text
}
