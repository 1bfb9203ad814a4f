//! Values and terms as solvers print them.

use quis_semantics::{Evaluator, Model};
use quis_smtlib::{PrintOptions, Store, Symbol, Term, print_term};

/// The longest text of a term in an answer.
const MAX_TERM: usize = 1 << 20;

/// match: ((x 4) ((+ x 1) 5))
pub(crate) fn values_text(store: &Store, model: &Model, terms: &[Term]) -> Result<String, String> {
    let mut model = model.clone();
    model.completion = quis_semantics::Completion::All;
    let mut pairs = Vec::new();
    for &term in terms {
        let text = term_text(store, term);
        let value = Evaluator::new(store, &mut model).evaluate(term);
        match value {
            Ok(value) => {
                pairs.push(format!("({text} {})", model.values.text(store, store.sort(term), &value)))
            }
            Err(open) => return Err(format!("{text} has no value: {}", open.reason.describe(store))),
        }
    }
    Ok(format!("({})\n", pairs.join(" ")))
}

pub(crate) fn term_text(store: &Store, term: Term) -> String {
    let options = PrintOptions { max_bytes: MAX_TERM, ..PrintOptions::plain() };
    let shared = PrintOptions { max_bytes: MAX_TERM, ..PrintOptions::shared() };
    print_term(store, term, options)
        .or_else(|_| print_term(store, term, shared))
        .unwrap_or_else(|_| "…".to_owned())
}

pub(crate) fn symbol_text(store: &Store, symbol: Symbol) -> String {
    let text = store.text(symbol);
    if store.symbols().needs_quotes(symbol) { format!("|{text}|") } else { text.to_owned() }
}
