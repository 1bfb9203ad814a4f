//! The tables against the standard: which operators there are, and how they are typed.

mod ranks;
mod standard;

use super::registry;
use crate::signature::matching::Matcher;
use crate::sort::{Sort, SortConstructor, SortDecl, SortKind, SortTable};
use crate::symbol::SymbolTable;

/// Reads the notation of the tests below and types applications.
#[derive(Default)]
struct Typing {
    symbols: SymbolTable,
    sorts: SortTable,
    matcher: Matcher,
}

/// Splits a text into its words and lists: `(_ BitVec 8) Int` into two.
fn items(text: &str) -> Vec<&str> {
    let (mut items, mut depth, mut start) = (Vec::new(), 0, None);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'(' => depth += 1,
            b')' => depth -= 1,
            _ => {}
        }
        let ends = byte == b' ' && depth == 0;
        match start {
            Some(begin) if ends => {
                items.push(&text[begin..at]);
                start = None;
            }
            None if !ends => start = Some(at),
            _ => {}
        }
    }
    items.extend(start.map(|begin| &text[begin..]));
    items
}

fn inside(list: &str) -> Option<Vec<&str>> {
    Some(items(list.strip_prefix('(')?.strip_suffix(')')?))
}

impl Typing {
    fn sort(&mut self, text: &str) -> Sort {
        let kind = match text {
            "Bool" => return Sort::BOOL,
            "Int" => return Sort::INT,
            "Real" => return Sort::REAL,
            "String" => return Sort::STRING,
            "RegLan" => return Sort::REGLAN,
            "RoundingMode" => return Sort::ROUNDING_MODE,
            "?" => return Sort::UNKNOWN,
            "Unicode" => SortKind::Char,
            "U" => SortKind::Apply(SortConstructor::Declared(SortDecl(0)), [].into()),
            _ => match inside(text).as_deref() {
                Some(["_", "BitVec", width]) => SortKind::BitVec(width.parse().unwrap_or(0)),
                Some(["_", "FloatingPoint", eb, sb]) => {
                    SortKind::Float(eb.parse().unwrap_or(0), sb.parse().unwrap_or(0))
                }
                Some(["_", "FiniteField", order]) => SortKind::FiniteField(self.symbols.intern(order)),
                Some([name, args @ ..]) => {
                    let constructor = match *name {
                        "Array" => SortConstructor::Array,
                        "->" => SortConstructor::Function,
                        "Seq" => SortConstructor::Seq,
                        "Set" => SortConstructor::Set,
                        "Bag" => SortConstructor::Bag,
                        "Tuple" => SortConstructor::Tuple,
                        "Nullable" => SortConstructor::Nullable,
                        _ => unreachable!("the sort {text}"),
                    };
                    SortKind::Apply(constructor, args.iter().map(|arg| self.sort(arg)).collect())
                }
                _ => unreachable!("the sort {text}"),
            },
        };
        self.sorts.intern(kind)
    }

    /// The sort of an application, as the store finds it: first as it is, then with `Int` for `Real`.
    fn apply(&mut self, head: &str, args: &str) -> Option<Sort> {
        let args: Vec<Sort> = items(args).iter().map(|arg| self.sort(arg)).collect();
        let (identifier, qualified) = match inside(head).as_deref() {
            Some(["as", identifier, sort]) => (*identifier, Some(self.sort(sort))),
            _ => (head, None),
        };
        let (name, indices) = match inside(identifier).as_deref() {
            Some(["_", name, indices @ ..]) => {
                (*name, indices.iter().filter_map(|i| i.parse().ok()).collect())
            }
            _ => (identifier, Vec::new()),
        };
        assert!(registry().named(name).next().is_some(), "{name} is no operator");
        for promote in [false, true] {
            for op in registry().named(name) {
                for signature in &op.operator().signatures {
                    let fit =
                        self.matcher.fit(&mut self.sorts, signature, &indices, &args, qualified, promote);
                    if let Some(fit) = fit {
                        assert_eq!(fit.coerced, !self.matcher.coercions.is_empty());
                        assert!(promote || !fit.coerced);
                        return Some(fit.result);
                    }
                }
            }
        }
        None
    }
}

/// Operator, arguments, result.
fn accepts(cases: &[(&str, &str, &str)]) {
    let mut typing = Typing::default();
    for (head, args, result) in cases {
        let expected = typing.sort(result);
        let found = typing.apply(head, args);
        let shown = found.map(|sort| typing.sorts.kind(sort).clone());
        assert_eq!(found, Some(expected), "({head} {args}): {result} expected, {shown:?} found");
    }
}

/// Operator, arguments.
fn rejects(cases: &[(&str, &str)]) {
    let mut typing = Typing::default();
    for (head, args) in cases {
        assert_eq!(typing.apply(head, args), None, "({head} {args})");
    }
}
