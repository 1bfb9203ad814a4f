//! What is in a file, laid out for people.

use super::measure::{Count, Info};
use crate::diagnostics::printable;
use crate::units::{counted, grouped, size_text};

/// Lists are broken into lines of this width.
const WIDTH: usize = 100;
/// Where the values begin.
const INDENT: usize = 15;
/// Longer lists are cut, here but not in JSON.
const MAX_LIST: usize = 40;

pub(super) fn describe(info: &Info) -> String {
    let mut out = format!("{}\n", printable(&info.file));
    let commands = info.commands.iter().map(|count| count.count).sum();
    row(&mut out, "size", &[counted(info.bytes, "byte", "bytes"), counted(commands, "command", "commands")]);
    let declared = info.logic.declared.as_deref().unwrap_or("nothing");
    row(&mut out, "logic", &[format!("{declared} declared"), format!("{} inferred", info.logic.inferred)]);
    row(&mut out, "status", &info.status);
    row(&mut out, "assertions", &[grouped(info.assertions)]);
    row(&mut out, "check-sats", &[grouped(info.check_sats)]);
    let some = |numbers: &[(u64, &str, &str)]| {
        let present = numbers.iter().filter(|(number, ..)| *number > 0);
        present.map(|(number, one, many)| counted(*number, one, many)).collect::<Vec<_>>()
    };
    let declared = some(&[
        (info.declared.constants, "constant", "constants"),
        (info.declared.functions, "function", "functions"),
        (info.declared.sorts, "sort", "sorts"),
        (info.declared.datatypes, "datatype", "datatypes"),
    ]);
    row(&mut out, "declared", &declared);
    let defined = some(&[
        (info.defined.functions, "function", "functions"),
        (info.defined.recursive, "recursive function", "recursive functions"),
        (info.defined.sorts, "sort", "sorts"),
    ]);
    row(&mut out, "defined", &defined);
    let terms = &info.terms;
    let sizes = [
        format!("{} in the DAG", grouped(terms.dag)),
        format!("{} in the tree", size_text(terms.tree_size)),
        format!("depth {}", grouped(terms.depth.into())),
    ];
    row(&mut out, "terms", &sizes);
    row(&mut out, "quantifiers", &counts(&info.quantifiers));
    row(&mut out, "sorts", &counts(&info.sorts));
    let widest = info.operators.iter().map(|theory| theory.theory.len()).max().unwrap_or(0);
    for (at, theory) in info.operators.iter().enumerate() {
        let mut items = counts(&theory.operators);
        if let Some(first) = items.first_mut() {
            *first = format!("{:widest$}  {first}", theory.theory);
        }
        list(&mut out, if at == 0 { "operators" } else { "" }, &items, INDENT + widest + 2);
    }
    row(&mut out, "features", &info.features);
    out
}

fn counts(counts: &[Count]) -> Vec<String> {
    counts.iter().map(|count| format!("{} ×{}", count.name, grouped(count.count))).collect()
}

/// A row without values is left out.
fn row(out: &mut String, name: &str, items: &[String]) {
    list(out, name, items, INDENT);
}

/// A row whose values go on at `indent` in the next line.
fn list(out: &mut String, name: &str, items: &[String], indent: usize) {
    if items.is_empty() {
        return;
    }
    let more = items.len().saturating_sub(MAX_LIST);
    let last = (more > 0).then(|| format!("and {} more", grouped(more as u64)));
    let mut line = format!("  {name:width$}", width = INDENT - 2);
    let mut width = INDENT;
    let mut items = items.iter().take(MAX_LIST).chain(&last).peekable();
    let mut fresh = true;
    while let Some(item) = items.next() {
        let item = printable(item);
        let comma = if items.peek().is_some() { "," } else { "" };
        let needed = item.chars().count() + comma.len();
        if !fresh && width + 1 + needed > WIDTH {
            out.push_str(&line);
            out.push('\n');
            line = " ".repeat(indent);
            width = indent;
            fresh = true;
        }
        if !fresh {
            line.push(' ');
            width += 1;
        }
        line.push_str(&item);
        line.push_str(comma);
        width += needed;
        fresh = false;
    }
    out.push_str(&line);
    out.push('\n');
}
