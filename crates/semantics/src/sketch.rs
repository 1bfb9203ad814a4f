//! Terms and values in one short line.

use quis_smtlib::{Function, Index, PrintOptions, Sort, Store, Term, TermKind, is_simple_symbol, print_term};

use crate::{Model, Slot, Value};

/// The longest line, in characters.
const WIDTH: usize = 160;
/// Terms that do not fit are opened so far.
const LEVELS: usize = 3;

/// The beginning of a term.
pub fn term(store: &Store, term: Term) -> String {
    sketch(store, term, WIDTH, LEVELS)
}

fn sketch(store: &Store, term: Term, room: usize, levels: usize) -> String {
    // Printing stops when the text gets too long.
    let options = PrintOptions { max_bytes: room, ..PrintOptions::plain() };
    if let Ok(text) = print_term(store, term, options) {
        return text;
    }
    let TermKind::Apply(function, args) = store.kind(term) else { return "…".to_owned() };
    let head = head(store, function);
    if levels == 0 || head.len() + 4 > room {
        return "…".to_owned();
    }
    let mut text = format!("({head}");
    for (at, &arg) in args.iter().enumerate() {
        // Every argument gets its share, so that the last is seen, too.
        let share = room.saturating_sub(text.len() + 2) / (args.len() - at).min(4);
        if share < 8 {
            text.push_str(" …");
            break;
        }
        text.push(' ');
        text.push_str(&sketch(store, arg, share, levels - 1));
    }
    text.push(')');
    text
}

/// The name of a function, with its indices.
fn head(store: &Store, function: Function) -> String {
    let data = store.function(function);
    let name = symbol(store.text(data.name));
    if data.indices.is_empty() {
        return name;
    }
    let indices = data.indices.iter().map(|index| match index {
        Index::Numeral(number) => number.to_string(),
        Index::Digits(digits) => store.text(*digits).to_owned(),
        Index::Symbol(name) => symbol(store.text(*name)),
        Index::Function(function) => symbol(store.text(store.function(*function).name)),
        Index::Sort(_) => "…".to_owned(),
    });
    format!("(_ {name} {})", indices.collect::<Vec<_>>().join(" "))
}

fn symbol(name: &str) -> String {
    if is_simple_symbol(name) { name.to_owned() } else { format!("|{name}|") }
}

/// A value, or its beginning.
pub fn value(store: &Store, model: &Model, sort: Sort, value: &Value) -> String {
    shortened(&model.values.text(store, sort, value))
}

/// What a term is: a value, or why there is none.
pub fn slot(store: &Store, model: &Model, sort: Sort, slot: &Slot) -> String {
    match slot {
        Ok(found) => value(store, model, sort, found),
        Err(open) => format!("open: {}", open.reason.describe(store)),
    }
}

fn shortened(text: &str) -> String {
    cut(text, WIDTH)
}

/// The beginning of a text, with a mark if that is not all.
#[must_use]
pub fn cut(text: &str, width: usize) -> String {
    match text.char_indices().nth(width) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use quis_smtlib::{Command, Mode, parse};

    use super::*;

    #[test]
    fn long_terms_are_cut_where_it_hurts_least() {
        let long =
            "(+ y 1111111111111111111111111111111111111111111111111111111111111111111111111111)".repeat(3);
        let source = format!("(declare-const y Int) (assert (and (< y 3) (= 4 (+ {long})) (> y 0)))");
        let script = parse(&source, Mode::Standard).into_result().unwrap();
        let Command::Assert(assertion) = script.commands[1] else { unreachable!() };
        assert_eq!(term(&script.store, assertion), "(and (< y 3) (= 4 (+ … … …)) (> y 0))");
    }
}
