//! Models and values as solvers print them.

use std::fmt::Write as _;

use quis_semantics::{Evaluator, Gap, Interpretation, Model, Point, Reason, Value};
use quis_smtlib::{Function, PrintOptions, Sort, Store, Symbol, Term, print_sort, print_term};

use crate::search::Found;

/// The longest text of a term in an answer.
const MAX_TERM: usize = 1 << 20;

/// match: (define-fun x () Int 4), one for each symbol
pub(crate) fn model_text(store: &Store, found: &Found, declared: &[Function]) -> String {
    let mut out = String::from("(\n");
    for &function in declared {
        let data = store.function(function);
        let of_symbol = |gap: &Gap| gap.reason == Reason::Missing(function);
        let name = symbol_text(store, data.name);
        if data.params.is_empty() {
            if let Some(Interpretation::Value(value)) = found.model.interpretation(function) {
                let value = found.model.values.text(store, data.result, value);
                let _ = writeln!(out, "  (define-fun {name} () {} {value})", sort_text(store, data.result));
            }
            continue;
        }
        let mut model = found.model.clone();
        let default = model.values.default_of(store, data.result);
        let signature = Signature { name: &name, params: &data.params, result: data.result };
        out.push_str(&signature.cases(store, found, default.as_ref(), &of_symbol));
    }
    // What Z3 calls the points that the standard leaves open.
    for (point, name, sort) in [
        (Point::Division, "/0", Sort::REAL),
        (Point::IntDivision, "div0", Sort::INT),
        (Point::Modulo, "mod0", Sort::INT),
    ] {
        let of_point = |gap: &Gap| gap.reason == Reason::Unspecified(point);
        if let Some((gap, ..)) = found.choices.iter().find(|(gap, ..)| of_point(gap)) {
            let params = vec![sort; gap.args.len()];
            let mut model = found.model.clone();
            let default = model.values.default_of(store, sort);
            let signature = Signature { name, params: &params, result: sort };
            out.push_str(&signature.cases(store, found, default.as_ref(), &of_point));
        }
    }
    out.push_str(")\n");
    out
}

struct Signature<'a> {
    name: &'a str,
    params: &'a [Sort],
    result: Sort,
}

impl Signature<'_> {
    /// match: (define-fun f ((x!0 Int)) Int (ite (= x!0 3) 5 0))
    fn cases(
        &self,
        store: &Store,
        found: &Found,
        default: Option<&Value>,
        of: &dyn Fn(&Gap) -> bool,
    ) -> String {
        let values = &found.model.values;
        let params: Vec<String> = self
            .params
            .iter()
            .enumerate()
            .map(|(at, &sort)| format!("(x!{at} {})", sort_text(store, sort)))
            .collect();
        let mut body = String::new();
        let mut depth = 0;
        for (gap, _, value) in found.choices.iter().filter(|(gap, ..)| of(gap)) {
            let equal = gap.args.iter().zip(self.params).enumerate();
            let equal: Vec<String> = equal
                .map(|(at, (arg, &sort))| format!("(= x!{at} {})", values.text(store, sort, arg)))
                .collect();
            let condition = match &equal[..] {
                [one] => one.clone(),
                all => format!("(and {})", all.join(" ")),
            };
            let _ = write!(body, "(ite {condition} {} ", values.text(store, self.result, value));
            depth += 1;
        }
        let default = default.map_or_else(String::new, |value| values.text(store, self.result, value));
        let (params, result, close) = (params.join(" "), sort_text(store, self.result), ")".repeat(depth));
        format!("  (define-fun {} ({params}) {result} {body}{default}{close})\n", self.name)
    }
}

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

fn sort_text(store: &Store, sort: Sort) -> String {
    print_sort(store, sort).unwrap_or_else(|_| "…".to_owned())
}
