//! A model as text, in the form that solvers print and [`read_model`](quis_smtlib::read_model) reads.

use std::borrow::Cow;
use std::fmt::{self, Write as _};
use std::ops::Range;

use hashbrown::{HashMap, HashSet};
use quis_smtlib::{
    Function, PrintOptions, Role, Sort, SortConstructor, SortKind, Store, Symbol, Term, print_sort,
    print_term,
};
use rustc_hash::FxBuildHasher;

use super::{Interpretation, Model};
use crate::budget::TooLarge;
use crate::open::{Point, Reason};
use crate::value::{Base, Callee, MAX_PRINTED, Node, Value, Values};

/// What stands where a value has no text.
const NO_TEXT: char = '…';

/// Why a model cannot be written down so that it is read as the same one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unprintable {
    /// The text would be longer than [`MAX_PRINTED`].
    TooLarge,
    /// There is no name for what is at the open points of a kind.
    Point(Point),
    /// What a function gives has no text.
    Function(Function),
    /// Two elements of an uninterpreted sort would have one name.
    Elements(Sort),
}

impl fmt::Display for Unprintable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Unprintable::TooLarge => "the model is too large to be written down",
            Unprintable::Point(_) => {
                "no name is known for what the model says at points that the standard leaves open"
            }
            Unprintable::Function(_) => "a function of the model has no text",
            Unprintable::Elements(_) => "two elements of a sort would have the same name",
        })
    }
}

impl std::error::Error for Unprintable {}

impl From<TooLarge> for Unprintable {
    fn from(_: TooLarge) -> Self {
        Unprintable::TooLarge
    }
}

/// What a function gives at some points, and everywhere else.
struct Cases<'a> {
    cases: Vec<(Cow<'a, [Value]>, &'a Value)>,
    otherwise: Option<Value>,
}

/// The name and rank of what is defined.
struct Signature<'a> {
    name: Cow<'a, str>,
    params: Cow<'a, [Sort]>,
    result: Sort,
    /// What to say if it has no text.
    unprintable: Unprintable,
}

impl Model {
    /// The text of the model: the functions in the order given, those that they need, and open points. A function of
    /// which the model says nothing gets a default value, and so do functions at the points that were not chosen.
    ///
    /// ```
    /// use quis_semantics::{Gap, Model, Reason, Value};
    /// use quis_smtlib::{Command, Mode, parse};
    ///
    /// let source = "(declare-fun f (Int) Int)";
    /// let script = parse(source, Mode::Standard).into_result().expect("a valid script");
    /// let Command::DeclareFun(f) = script.commands[0] else { unreachable!("as written") };
    /// let mut model = Model::new();
    /// let int = |value: i64| Value::Int(value.into());
    /// model.choose(Gap { reason: Reason::Missing(f), args: [int(3)].into() }, int(-5));
    /// let text = model.print(&script.store, &[f]).expect("it can be written down");
    /// assert_eq!(text, "(\n  (define-fun f ((x!0 Int)) Int (ite (= x!0 3) (- 5) 0))\n)\n");
    /// ```
    ///
    /// # Errors
    /// If the text is too long, or would not be read as the same model.
    pub fn print(&self, store: &Store, functions: &[Function]) -> Result<String, Unprintable> {
        let mut printer = Printer::new(self, store);
        printer.out.reserve(64 * functions.len() + 64);
        printer.out.push_str("(\n");
        printer.universes()?;
        let listed: HashSet<Function, FxBuildHasher> = functions.iter().copied().collect();
        for &function in functions {
            printer.function(function)?;
        }
        // What a solver's model defines beside the script's functions, since bodies may mention it; what was chosen.
        let is_element = |interpretation: &Interpretation| {
            matches!(interpretation, Interpretation::Value(Value::Element(_)))
        };
        let defined = self.interpreted().filter(|(_, interpretation)| !is_element(interpretation));
        let chosen = self.filled.iter().filter_map(|gap| match gap.reason {
            Reason::Missing(function) => Some(function),
            _ => None,
        });
        let mut others: Vec<Function> = defined.map(|(function, _)| function).chain(chosen).collect();
        others.sort_unstable();
        others.dedup();
        for function in others.into_iter().filter(|function| !listed.contains(function)) {
            printer.function(function)?;
        }
        printer.points()?;
        printer.out.push_str(")\n");
        Ok(printer.out)
    }
}

struct Printer<'a> {
    model: &'a Model,
    store: &'a Store,
    /// The values of the model, and defaults: a copy once one of these is compound.
    values: Cow<'a, Values>,
    chosen: HashMap<Reason, Cases<'a>, FxBuildHasher>,
    /// The texts of sorts that were needed.
    sorts: Vec<(Sort, Box<str>)>,
    /// How variables begin.
    prefix: String,
    out: String,
}

impl<'a> Printer<'a> {
    fn new(model: &'a Model, store: &'a Store) -> Self {
        let mut chosen: HashMap<Reason, Cases<'a>, FxBuildHasher> = HashMap::default();
        for (gap, value) in model.choices() {
            let cases = chosen.entry(gap.reason);
            let cases = cases.or_insert_with(|| Cases { cases: Vec::new(), otherwise: None });
            cases.cases.push((Cow::Borrowed(&gap.args), value));
        }
        // A variable must hide nothing that the text of a value mentions.
        let is_number = |rest: &str| rest.bytes().all(|byte| byte.is_ascii_digit());
        let like_variables = store.names_of_script().map(|name| store.text(name));
        let like_variables: Vec<&str> = like_variables.filter(|name| name.starts_with("x!")).collect();
        let mut prefix = "x!".to_owned();
        while like_variables.iter().any(|name| name.strip_prefix(&*prefix).is_some_and(is_number)) {
            prefix.push('!');
        }
        let (values, sorts, out) = (Cow::Borrowed(&model.values), Vec::new(), String::new());
        Printer { model, store, values, chosen, sorts, prefix, out }
    }

    /// match: (forall ((x U)) (or (= x (as @a U)) (= x (as @b U))))
    fn universes(&mut self) -> Result<(), Unprintable> {
        let mut sorts: Vec<Sort> = self.values.universes.keys().copied().collect();
        sorts.sort_unstable();
        for sort in sorts {
            let Some(elements) = self.model.values.universes.get(&sort) else { continue };
            let start = self.out.len();
            let mut places: Vec<Range<usize>> = Vec::with_capacity(elements.len());
            self.out.push_str("  (forall ((x ");
            self.sort(sort)?;
            self.out.push_str(if elements.len() > 1 { ")) (or" } else { "))" });
            for element in elements {
                self.out.push_str(" (= x ");
                places.push(self.element(sort, element)?);
                self.out.push(')');
            }
            self.out.push_str(if elements.len() > 1 { "))\n" } else { ")\n" });
            let end = if elements.is_empty() { start } else { self.out.len() };
            // Those that are no part of the universe have names, too.
            let model = self.model;
            for other in model.values.elements_of(sort).filter(|one| !elements.contains(one)) {
                places.push(self.element(sort, &other)?);
            }
            let mut names: Vec<&str> = places.into_iter().map(|place| &self.out[place]).collect();
            names.sort_unstable();
            if names.windows(2).any(|names| names[0] == names[1]) {
                return Err(Unprintable::Elements(sort));
            }
            self.out.truncate(end);
        }
        Ok(())
    }

    /// Writes an element; where it stands.
    fn element(&mut self, sort: Sort, element: &Value) -> Result<Range<usize>, Unprintable> {
        let start = self.out.len();
        self.values.print_to(self.store, sort, element, &mut self.out)?;
        Ok(start..self.out.len())
    }

    fn function(&mut self, function: Function) -> Result<(), Unprintable> {
        let data = self.store.function(function);
        if data.role != Role::Declared {
            return Ok(());
        }
        let signature = Signature {
            name: symbol_text(self.store, data.name),
            params: Cow::Borrowed(&data.params),
            result: data.result,
            unprintable: Unprintable::Function(function),
        };
        let interpretation = self.model.interpretation(function);
        self.define(&signature, interpretation, Reason::Missing(function))
    }

    /// What the model says of open points, under the names that solvers have for them.
    fn points(&mut self) -> Result<(), Unprintable> {
        let mut points: Vec<Point> = self.model.points.keys().copied().collect();
        let chosen = self.chosen.keys().filter_map(|reason| match reason {
            Reason::Unspecified(point) => Some(*point),
            _ => None,
        });
        points.extend(chosen);
        points.sort_unstable();
        points.dedup();
        for point in points {
            let signature = point_signature(self.store, point).ok_or(Unprintable::Point(point))?;
            self.define(&signature, self.model.point(point), Reason::Unspecified(point))?;
        }
        Ok(())
    }

    fn define(
        &mut self,
        signature: &Signature<'_>,
        interpretation: Option<&'a Interpretation>,
        reason: Reason,
    ) -> Result<(), Unprintable> {
        let cases = match interpretation {
            Some(Interpretation::Definition { vars, body }) => {
                return self.definition(signature, vars, *body);
            }
            Some(Interpretation::Value(value)) if signature.params.is_empty() => {
                Cases { cases: vec![(Cow::Borrowed(&[]), value)], otherwise: None }
            }
            Some(Interpretation::Value(map)) => match self.cases_of(map, &signature.params) {
                Ok(cases) => cases,
                // match: (_ as-array g), result: (g x!0)
                Err(Some(other)) => return self.alias(signature, other),
                Err(None) => return Err(signature.unprintable),
            },
            None => {
                let chosen = self.chosen.remove(&reason);
                let mut cases = chosen.unwrap_or(Cases { cases: Vec::new(), otherwise: None });
                cases.otherwise = self.default_of(signature.result);
                cases
            }
        };
        self.cases(signature, cases)
    }

    /// match: (define-fun f ((x!0 Int)) Int (ite (= x!0 3) 5 0))
    fn cases(&mut self, signature: &Signature<'_>, cases: Cases<'_>) -> Result<(), Unprintable> {
        let Cases { mut cases, otherwise } = cases;
        let otherwise = match (otherwise, signature.params.is_empty()) {
            (otherwise, true) => cases.pop().map(|(_, value)| value.clone()).or(otherwise),
            (Some(otherwise), false) => Some(otherwise),
            (None, false) => cases.pop().map(|(_, value)| value.clone()),
        };
        // A sort without a value at hand, and nothing was asked.
        let Some(otherwise) = otherwise else { return Ok(()) };
        let vars = self.vars(signature);
        let start = self.out.len();
        self.head(signature, &vars)?;
        for (args, value) in &cases {
            let several = args.len() != 1;
            self.out.push_str(if several { "(ite (and" } else { "(ite" });
            for ((arg, &sort), var) in args.iter().zip(&*signature.params).zip(&vars) {
                self.out.push_str(" (= ");
                self.out.push_str(var);
                self.out.push(' ');
                self.value(sort, arg)?;
                self.out.push(')');
            }
            self.out.push_str(if several { ") " } else { " " });
            self.value(signature.result, value)?;
            self.out.push(' ');
            self.limit()?;
        }
        self.value(signature.result, &otherwise)?;
        cases.iter().for_each(|_| self.out.push(')'));
        self.out.push_str(")\n");
        // Values that have no text have this sign in it; no other text of a value has it.
        if self.out[start..].contains(NO_TEXT) && !signature.name.contains(NO_TEXT) {
            return Err(signature.unprintable);
        }
        self.limit()
    }

    /// match: (define-fun f ((x Int)) Int (+ x 1)), as a solver defined it
    fn definition(
        &mut self,
        signature: &Signature<'_>,
        vars: &[Term],
        body: Term,
    ) -> Result<(), Unprintable> {
        let options = |options: PrintOptions| PrintOptions { max_bytes: MAX_PRINTED, ..options };
        let print =
            |term, with| print_term(self.store, term, options(with)).map_err(|_| Unprintable::TooLarge);
        let names: Result<Vec<String>, _> =
            vars.iter().map(|&var| print(var, PrintOptions::plain())).collect();
        let body_text = print(body, PrintOptions::shared())?;
        let sorts: Vec<Sort> = vars.iter().map(|&var| self.store.sort(var)).collect();
        // A point's definition may want fewer arguments than the operator has.
        let signature = Signature { name: signature.name.clone(), params: sorts.into(), ..*signature };
        self.head(&signature, &names?)?;
        self.out.push_str(&body_text);
        self.out.push_str(")\n");
        self.limit()
    }

    /// match: (define-fun f ((x!0 Int)) Int (g x!0))
    fn alias(&mut self, signature: &Signature<'_>, other: Function) -> Result<(), Unprintable> {
        let vars = self.vars(signature);
        self.head(signature, &vars)?;
        let other = symbol_text(self.store, self.store.function(other).name);
        let _ = writeln!(self.out, "({other} {}))", vars.join(" "));
        Ok(())
    }

    /// The names of parameters.
    fn vars(&self, signature: &Signature<'_>) -> Vec<String> {
        (0..signature.params.len())
            .map(|at| [&self.prefix, itoa::Buffer::new().format(at)].concat())
            .collect()
    }

    /// match: (define-fun f ((x!0 Int)) Int, with a space behind
    fn head(&mut self, signature: &Signature<'_>, vars: &[String]) -> Result<(), Unprintable> {
        for text in ["  (define-fun ", &signature.name, " ("] {
            self.out.push_str(text);
        }
        for (at, (var, &sort)) in vars.iter().zip(&*signature.params).enumerate() {
            for text in [if at > 0 { " (" } else { "(" }, var, " "] {
                self.out.push_str(text);
            }
            self.sort(sort)?;
            self.out.push(')');
        }
        self.out.push_str(") ");
        self.sort(signature.result)?;
        self.out.push(' ');
        Ok(())
    }

    /// The cases of a map over parameters, or the function that it is.
    fn cases_of(&self, map: &'a Value, params: &[Sort]) -> Result<Cases<'a>, Option<Function>> {
        let values = &self.model.values;
        let Value::Compound(compound) = map else { return Err(None) };
        let Some((base, changes)) = values.map_parts(*compound) else { return Err(None) };
        let otherwise = match base {
            Base::Constant(value) => value,
            Base::Function(function) => match values.node(function) {
                Node::Function(Callee::Symbol(function, applied))
                    if applied.is_empty() && values.map_entries(changes).is_empty() =>
                {
                    return Err(Some(*function));
                }
                _ => return Err(None),
            },
        };
        let entries = values.map_entries(changes).into_iter();
        let cases = entries.map(|(key, value)| (values.arguments(key, params.len()).into(), value)).collect();
        Ok(Cases { cases, otherwise: Some(otherwise) })
    }

    fn default_of(&mut self, sort: Sort) -> Option<Value> {
        let known = self.values.known_default(self.store, sort);
        known.or_else(|| self.values.to_mut().default_of(self.store, sort))
    }

    fn value(&mut self, sort: Sort, value: &Value) -> Result<(), Unprintable> {
        let start = self.out.len();
        self.values.print_to(self.store, sort, value, &mut self.out)?;
        if self.out[start..].contains('\\') {
            let text = without_old_escapes(&self.out[start..]);
            self.out.truncate(start);
            self.out.push_str(&text);
        }
        Ok(())
    }

    fn sort(&mut self, sort: Sort) -> Result<(), Unprintable> {
        if let Some((_, text)) = self.sorts.iter().find(|(known, _)| *known == sort) {
            self.out.push_str(text);
            return Ok(());
        }
        let text = print_sort(self.store, sort).map_err(|_| Unprintable::TooLarge)?;
        self.out.push_str(&text);
        // So many that looking for one is quick.
        if self.sorts.len() < 16 {
            self.sorts.push((sort, text.into()));
        }
        Ok(())
    }

    fn limit(&self) -> Result<(), Unprintable> {
        if self.out.len() > MAX_PRINTED { Err(Unprintable::TooLarge) } else { Ok(()) }
    }
}

/// The text of a value in which no string has a backslash before another character: it would be taken for an escape of
/// old solvers.
///
/// match: "a\x41", result: (str.++ "a\" "x41")
fn without_old_escapes(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    let mut rest = text;
    while let Some(at) = rest.find(['"', '|']) {
        out.push_str(&rest[..at]);
        let quote = rest[at..].chars().next().unwrap_or('"');
        let inner = &rest[at + 1..];
        let end = end_of_quoted(inner, quote);
        let (inner, after) = (&inner[..end], &inner[end + usize::from(end < inner.len())..]);
        if quote == '|' {
            let _ = write!(out, "|{inner}|");
        } else {
            push_string(&mut out, inner);
        }
        rest = after;
    }
    out.push_str(rest);
    out
}

/// Where a string or a quoted symbol ends; a string goes on behind two quotes.
fn end_of_quoted(text: &str, quote: char) -> usize {
    let mut from = 0;
    while let Some(at) = text[from..].find(quote) {
        let at = from + at;
        if quote == '|' || !text[at + 1..].starts_with('"') {
            return at;
        }
        from = at + 2;
    }
    text.len()
}

fn push_string(out: &mut String, text: &str) {
    let mut parts: Vec<String> = vec![String::new()];
    let mut chars = text.chars().peekable();
    while let Some(char) = chars.next() {
        if let Some(part) = parts.last_mut() {
            part.push(char);
        }
        // One before `u` starts an escape of today.
        if char == '\\' && chars.peek().is_some_and(|&next| next != 'u') {
            parts.push(String::new());
        }
    }
    let _ = match &*parts {
        [only] => write!(out, "\"{only}\""),
        several => write!(out, "(str.++ \"{}\")", several.join("\" \"")),
    };
}

fn symbol_text(store: &Store, symbol: Symbol) -> Cow<'_, str> {
    let text = store.text(symbol);
    if store.symbols().needs_quotes(symbol) { format!("|{text}|").into() } else { text.into() }
}

/// What solvers call the open points of a kind; `None` if they have no name for them.
fn point_signature(store: &Store, point: Point) -> Option<Signature<'_>> {
    let (name, params, result) = match point {
        Point::Division => ("/0", vec![Sort::REAL; 2], Sort::REAL),
        Point::IntDivision => ("div0", vec![Sort::INT; 2], Sort::INT),
        Point::Modulo => ("mod0", vec![Sort::INT; 2], Sort::INT),
        Point::Nth(sequence) => match store.sort_kind(sequence) {
            SortKind::Apply(SortConstructor::Seq, args) => {
                ("seq.nth_u", vec![sequence, Sort::INT], *args.first()?)
            }
            _ => return None,
        },
        Point::FloatMin(sort) => ("fp.min_i", vec![sort; 2], sort),
        Point::FloatMax(sort) => ("fp.max_i", vec![sort; 2], sort),
        Point::FloatToUbv(from, to) => ("fp.to_ubv_unspecified", vec![Sort::ROUNDING_MODE, from], to),
        Point::FloatToSbv(from, to) => ("fp.to_sbv_unspecified", vec![Sort::ROUNDING_MODE, from], to),
        Point::FloatToReal(from) => ("fp.to_real_unspecified", vec![from], Sort::REAL),
        Point::Selector(selector, of) => {
            let data = store.function(selector);
            let datatype = store.datatype(of)?;
            let SortKind::Apply(_, args) = store.sort_kind(of) else { return None };
            let bound: Vec<(Symbol, Sort)> =
                datatype.params.iter().copied().zip(args.iter().copied()).collect();
            return Some(Signature {
                name: symbol_text(store, data.name),
                params: vec![of].into(),
                result: store.find_instance(data.result, &bound)?,
                unprintable: Unprintable::Point(point),
            });
        }
        _ => return None,
    };
    Some(Signature {
        name: name.into(),
        params: params.into(),
        result,
        unprintable: Unprintable::Point(point),
    })
}
