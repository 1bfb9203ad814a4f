//! Values as SMT-LIB text that can be read again.

use std::borrow::Cow;
use std::fmt::Write as _;

use quis_smtlib::{Literal, PrintOptions, Sort, SortConstructor, SortKind, Store, print_sort, print_term};

use super::sorts::{Cardinality, field_sorts, map_params, map_sorts};
use super::table::{Base, Callee, Node};
use super::trie::Trie;
use super::{Compound, Value, Values};
use crate::budget::{Budget, TooLarge};
use crate::number::{Integer, Real};

/// The longest text of a value, in bytes. Shared parts are printed each time that they occur.
pub const MAX_PRINTED: usize = 1 << 24;

/// Sets that lack a few elements are listed over sorts with no more values than this.
const MAX_LISTED: u64 = 256;

/// What is still to be printed.
enum Piece {
    Text(&'static str),
    Owned(String),
    Value(Value, Sort),
}

impl Values {
    /// The text of a value of a sort.
    ///
    /// # Errors
    /// If it is longer than [`MAX_PRINTED`].
    pub fn print(&self, store: &Store, sort: Sort, value: &Value) -> Result<String, TooLarge> {
        let mut out = String::new();
        self.print_to(store, sort, value, &mut out)?;
        Ok(out)
    }

    /// Writes the text of a value of a sort behind another text.
    pub(crate) fn print_to(
        &self,
        store: &Store,
        sort: Sort,
        value: &Value,
        out: &mut String,
    ) -> Result<(), TooLarge> {
        let start = out.len();
        let is_long = |out: &String| out.len() - start > MAX_PRINTED;
        let Value::Compound(_) = value else {
            self.print_simple(store, sort, value, out)?;
            return if is_long(out) { Err(TooLarge) } else { Ok(()) };
        };
        let mut todo = vec![Piece::Value(value.clone(), sort)];
        while let Some(piece) = todo.pop() {
            match piece {
                Piece::Text(text) => out.push_str(text),
                Piece::Owned(text) => out.push_str(&text),
                Piece::Value(Value::Compound(compound), sort) => {
                    let mut pieces = self.compound_pieces(store, sort, compound)?;
                    pieces.reverse();
                    todo.append(&mut pieces);
                }
                Piece::Value(value, sort) => self.print_simple(store, sort, &value, out)?,
            }
            if is_long(out) || todo.len() > MAX_PRINTED {
                return Err(TooLarge);
            }
        }
        Ok(())
    }

    /// The text of a value, or `…` if it is too long.
    #[must_use]
    pub fn text(&self, store: &Store, sort: Sort, value: &Value) -> String {
        self.print(store, sort, value).unwrap_or_else(|TooLarge| "…".to_owned())
    }

    fn print_simple(
        &self,
        store: &Store,
        sort: Sort,
        value: &Value,
        out: &mut String,
    ) -> Result<(), TooLarge> {
        // Writing to a string does not fail.
        let _ = match value {
            Value::Bool(value) => {
                out.push_str(if *value { "true" } else { "false" });
                Ok(())
            }
            Value::Int(value) => {
                if let SortKind::FiniteField(_) = store.sort_kind(sort) {
                    write!(out, "(as ff{value} {})", sort_text(store, sort))
                } else {
                    write_number(out, value, "");
                    Ok(())
                }
            }
            Value::Real(value) => write_real(out, value),
            Value::BitVec(value) => write!(out, "{value}"),
            Value::Float(value) => write!(out, "{value}"),
            Value::RoundingMode(mode) => write!(out, "{}", mode.name()),
            Value::String(points) => match Literal::string_from_code_points(points) {
                Literal::String(text) => write!(out, "\"{}\"", text.replace('"', "\"\"")),
                _ => Ok(()),
            },
            Value::Char(point) => write!(out, "(_ Char {point})"),
            Value::Regex(regex) => {
                out.push_str(&self.regexes.print(*regex, &mut Budget::new(MAX_PRINTED as u64))?);
                Ok(())
            }
            Value::Element(element) => {
                let (sort, name) = self.element_name(*element);
                let name: Cow<str> =
                    if name.starts_with('@') { name.into() } else { format!("@{name}").into() };
                let quote = if quis_smtlib::is_simple_symbol(&name) { "" } else { "|" };
                for text in ["(as ", quote, &name, quote, " ", &sort_text(store, sort), ")"] {
                    out.push_str(text);
                }
                Ok(())
            }
            Value::Compound(_) => Ok(()),
        };
        Ok(())
    }

    fn compound_pieces(&self, store: &Store, sort: Sort, compound: Compound) -> Result<Vec<Piece>, TooLarge> {
        let args = match store.sort_kind(sort) {
            SortKind::Apply(_, args) => &**args,
            _ => &[],
        };
        let mut pieces = Vec::new();
        match self.node(compound) {
            Node::Constructor(function, sort, values) => {
                let name = function_text(store, *function);
                // A constant of a parametric datatype needs its sort.
                let head = match store.sort_kind(*sort) {
                    SortKind::Apply(_, args) if !args.is_empty() => {
                        format!("(as {name} {})", sort_text(store, *sort))
                    }
                    _ => name,
                };
                let fields = field_sorts(store, *function, *sort).unwrap_or_default();
                application(&mut pieces, head, values, |at| fields.get(at).copied());
            }
            Node::Tuple(values) if values.is_empty() => pieces.push(Piece::Text("tuple.unit")),
            Node::Tuple(values) => {
                application(&mut pieces, "tuple".to_owned(), values, |at| args.get(at).copied());
            }
            Node::Nullable(None) => {
                pieces.push(Piece::Owned(format!("(as nullable.null {})", sort_text(store, sort))));
            }
            Node::Nullable(Some(value)) => {
                application(&mut pieces, "nullable.some".to_owned(), std::slice::from_ref(value), |_| {
                    args.first().copied()
                });
            }
            Node::Sequence(values) => {
                let element = args.first().copied().unwrap_or(Sort::UNKNOWN);
                let unit = |pieces: &mut Vec<Piece>, value: &Value| {
                    pieces.push(Piece::Text("(seq.unit "));
                    pieces.push(Piece::Value(value.clone(), element));
                    pieces.push(Piece::Text(")"));
                };
                match &**values {
                    [] => pieces.push(Piece::Owned(format!("(as seq.empty {})", sort_text(store, sort)))),
                    [only] => unit(&mut pieces, only),
                    all => {
                        pieces.push(Piece::Text("(seq.++"));
                        for value in all {
                            pieces.push(Piece::Text(" "));
                            unit(&mut pieces, value);
                        }
                        pieces.push(Piece::Text(")"));
                    }
                }
            }
            Node::Map(base, changes) => self.map_pieces(store, sort, base, *changes, &mut pieces),
            Node::Function(callee) => match callee {
                Callee::Symbol(function, applied) => {
                    let params = store.function(*function).params.clone();
                    application(&mut pieces, function_text(store, *function), applied, |at| {
                        params.get(at).copied()
                    });
                }
                Callee::Partial(inner, applied) => match self.function_sort(store, *inner) {
                    Some(sort) => {
                        let params = map_params(store, sort);
                        pieces.push(Piece::Text("(@ "));
                        pieces.push(Piece::Value(Value::Compound(*inner), sort));
                        for (value, &param) in applied.iter().zip(params) {
                            pieces.push(Piece::Text(" "));
                            pieces.push(Piece::Value(value.clone(), param));
                        }
                        pieces.push(Piece::Text(")"));
                    }
                    None => pieces.push(Piece::Text("…")),
                },
                Callee::Lambda(term, captured) => {
                    if !captured.is_empty() {
                        pieces.push(Piece::Text("(let ("));
                        for (variable, value) in captured {
                            let name =
                                print_term(store, *variable, PrintOptions::plain()).map_err(|_| TooLarge)?;
                            pieces.push(Piece::Owned(format!("({name} ")));
                            pieces.push(Piece::Value(value.clone(), store.sort(*variable)));
                            pieces.push(Piece::Text(")"));
                        }
                        pieces.push(Piece::Text(") "));
                    }
                    let text = print_term(store, *term, PrintOptions::shared()).map_err(|_| TooLarge)?;
                    pieces.push(Piece::Owned(text));
                    if !captured.is_empty() {
                        pieces.push(Piece::Text(")"));
                    }
                }
            },
        }
        Ok(pieces)
    }

    /// The sort of a function that is known by its definition; maps do not say of what sort they are.
    fn function_sort(&self, store: &Store, function: Compound) -> Option<Sort> {
        match self.node(function) {
            Node::Function(Callee::Lambda(term, _)) => Some(store.sort(*term)),
            _ => None,
        }
    }

    fn map_pieces(&self, store: &Store, sort: Sort, base: &Base, changes: Trie, pieces: &mut Vec<Piece>) {
        let Some((params, result)) = map_sorts(store, sort) else {
            pieces.push(Piece::Text("…"));
            return;
        };
        let entries = self.map_entries(changes);
        let listed = match store.sort_kind(sort) {
            SortKind::Apply(SortConstructor::Set, _) => set_elements(store, params[0], base, &entries),
            _ => None,
        };
        match store.sort_kind(sort) {
            SortKind::Apply(SortConstructor::Set, _) if listed.is_some() => {
                let empty = format!("(as set.empty {})", sort_text(store, sort));
                let items =
                    listed.into_iter().flatten().map(|element| vec![Piece::Value(element, params[0])]);
                union(pieces, "(set.union", "(set.singleton ", empty, items.collect());
            }
            SortKind::Apply(SortConstructor::Bag, _) => {
                let empty = format!("(as bag.empty {})", sort_text(store, sort));
                let items = entries.iter().map(|(key, count)| {
                    let count = Piece::Value((*count).clone(), Sort::INT);
                    vec![Piece::Value((*key).clone(), params[0]), Piece::Text(" "), count]
                });
                union(pieces, "(bag.union_disjoint", "(bag ", empty, items.collect());
            }
            SortKind::Apply(SortConstructor::Function, _) => {
                self.lambda_pieces(store, params, result, base, &entries, pieces);
            }
            _ => {
                for _ in &entries {
                    pieces.push(Piece::Text("(store "));
                }
                match base {
                    Base::Constant(value) => {
                        pieces.push(Piece::Owned(format!("((as const {}) ", sort_text(store, sort))));
                        pieces.push(Piece::Value(value.clone(), result));
                        pieces.push(Piece::Text(")"));
                    }
                    Base::Function(function) => pieces.push(Piece::Value(Value::Compound(*function), sort)),
                }
                for (key, value) in entries {
                    for (part, sort) in self.key_parts(key, params) {
                        pieces.push(Piece::Text(" "));
                        pieces.push(Piece::Value(part, sort));
                    }
                    pieces.push(Piece::Text(" "));
                    pieces.push(Piece::Value(value.clone(), result));
                    pieces.push(Piece::Text(")"));
                }
            }
        }
    }

    /// A function as cases over its arguments.
    fn lambda_pieces(
        &self,
        store: &Store,
        params: &[Sort],
        result: Sort,
        base: &Base,
        entries: &[(&Value, &Value)],
        pieces: &mut Vec<Piece>,
    ) {
        let vars: Vec<String> = params
            .iter()
            .enumerate()
            .map(|(at, &param)| format!("(_arg{at} {})", sort_text(store, param)))
            .collect();
        pieces.push(Piece::Owned(format!("(lambda ({}) ", vars.join(" "))));
        for (key, value) in entries {
            pieces.push(Piece::Text("(ite "));
            let several = params.len() > 1;
            if several {
                pieces.push(Piece::Text("(and"));
            }
            for (at, (part, sort)) in self.key_parts(key, params).into_iter().enumerate() {
                pieces.push(Piece::Owned(format!("{}(= _arg{at} ", if several { " " } else { "" })));
                pieces.push(Piece::Value(part, sort));
                pieces.push(Piece::Text(")"));
            }
            pieces.push(Piece::Text(if several { ") " } else { " " }));
            pieces.push(Piece::Value((*value).clone(), result));
            pieces.push(Piece::Text(" "));
        }
        match base {
            Base::Constant(value) => pieces.push(Piece::Value(value.clone(), result)),
            Base::Function(_) => pieces.push(Piece::Text("…")),
        }
        pieces.push(Piece::Owned(")".repeat(entries.len() + 1)));
    }

    fn key_parts(&self, key: &Value, params: &[Sort]) -> Vec<(Value, Sort)> {
        self.arguments(key, params.len()).into_iter().zip(params.iter().copied()).collect()
    }

    /// The arguments that a point of a map stands for, so many of them.
    pub(crate) fn arguments(&self, key: &Value, count: usize) -> Vec<Value> {
        match (count, self.as_tuple(key)) {
            (1, _) => vec![key.clone()],
            (_, Some(parts)) => parts.to_vec(),
            _ => Vec::new(),
        }
    }
}

fn application(
    pieces: &mut Vec<Piece>,
    head: String,
    values: &[Value],
    sort: impl Fn(usize) -> Option<Sort>,
) {
    if values.is_empty() {
        pieces.push(Piece::Owned(head));
        return;
    }
    pieces.push(Piece::Text("("));
    pieces.push(Piece::Owned(head));
    for (at, value) in values.iter().enumerate() {
        pieces.push(Piece::Text(" "));
        pieces.push(Piece::Value(value.clone(), sort(at).unwrap_or(Sort::UNKNOWN)));
    }
    pieces.push(Piece::Text(")"));
}

/// The elements of a set: those that are listed or, over a sort with few simple values, all others. `None` of a set
/// that is written as an array.
fn set_elements(store: &Store, sort: Sort, base: &Base, entries: &[(&Value, &Value)]) -> Option<Vec<Value>> {
    if let Base::Constant(Value::Bool(false)) = base {
        Some(entries.iter().map(|(key, _)| (*key).clone()).collect())
    } else {
        let mut values = Values::new();
        let Cardinality::Finite(count @ ..=MAX_LISTED) = values.cardinality(store, sort) else {
            return None;
        };
        let all: Option<Vec<Value>> = (0..count)
            .map(|n| {
                values
                    .nth(store, sort, n)
                    .filter(|value| !matches!(value, Value::Compound(_) | Value::Element(_)))
            })
            .collect();
        Some(all?.into_iter().filter(|value| entries.iter().all(|(key, _)| *key != value)).collect())
    }
}

/// A set or bag as the union of its elements.
fn union(
    pieces: &mut Vec<Piece>,
    head: &'static str,
    item: &'static str,
    empty: String,
    items: Vec<Vec<Piece>>,
) {
    let several = items.len() > 1;
    if items.is_empty() {
        pieces.push(Piece::Owned(empty));
    }
    if several {
        pieces.push(Piece::Text(head));
    }
    for parts in items {
        pieces.push(Piece::Text(if several { " " } else { "" }));
        pieces.push(Piece::Text(item));
        pieces.extend(parts);
        pieces.push(Piece::Text(")"));
    }
    if several {
        pieces.push(Piece::Text(")"));
    }
}

/// match: -1, with ".0" as its end, result: (- 1.0)
fn write_number(out: &mut String, number: &Integer, end: &str) {
    if number.is_negative() {
        out.push_str("(- ");
        number.abs().write_to(out);
        out.push_str(end);
        out.push(')');
    } else {
        number.write_to(out);
        out.push_str(end);
    }
}

/// match: -1/3, result: (/ (- 1.0) 3.0); irrational numbers as Z3 writes them
fn write_real(out: &mut String, value: &Real) -> std::fmt::Result {
    if let (Some(numerator), Some(denominator)) = (value.numerator(), value.denominator()) {
        if denominator == Integer::ONE {
            write_number(out, &numerator, ".0");
            return Ok(());
        }
        out.push_str("(/ ");
        write_number(out, &numerator, ".0");
        out.push(' ');
        denominator.write_to(out);
        out.push_str(".0)");
        return Ok(());
    }
    let root = value.to_algebraic();
    let Some((root, index)) = root.and_then(|root| root.index().ok().map(|index| (root, index))) else {
        out.push('…');
        return Ok(());
    };
    out.push_str("(root-obj (+");
    for (power, coefficient) in root.coefficients().iter().enumerate() {
        let coefficient = Integer::from(coefficient.clone());
        if coefficient.is_zero() {
            continue;
        }
        out.push_str(if power > 0 { " (* " } else { " " });
        write_number(out, &coefficient, "");
        if power > 0 {
            write!(out, " (^ x {power}))")?;
        }
    }
    write!(out, ") {index})")
}

fn sort_text(store: &Store, sort: Sort) -> Cow<'_, str> {
    if let SortKind::Apply(SortConstructor::Declared(declaration), args) = store.sort_kind(sort)
        && args.is_empty()
        && let name = store.sort_declaration(*declaration).name
        && !store.symbols().needs_quotes(name)
    {
        return store.text(name).into();
    }
    print_sort(store, sort).unwrap_or_else(|_| "…".to_owned()).into()
}

fn function_text(store: &Store, function: quis_smtlib::Function) -> String {
    let name = store.text(store.function(function).name);
    if quis_smtlib::is_simple_symbol(name) { name.to_owned() } else { format!("|{name}|") }
}
