//! Errors about names and types, in words.

use super::Parser;
use crate::diagnostic::{Diagnostic, Result, Span, nearest};
use crate::function::Role;
use crate::sort::Sort;
use crate::symbol::Symbol;
use crate::term::{BuildError, Term, TermKind, TypeError};
use crate::theories::{Op, registry};

impl Parser<'_> {
    pub(super) fn sort_text(&self, sort: Sort) -> String {
        crate::printer::sort_to_string(&self.store, sort)
    }

    /// An error for a name that means nothing here, with the nearest name that does.
    pub(super) fn unknown_name(&self, name: Symbol, constant: bool, span: Span) -> Box<Diagnostic> {
        if self.scope.poisoned.contains_key(&name) {
            return Diagnostic::error(span, "").into();
        }
        let text = self.store.text(name);
        let what = if constant { "constant" } else { "function" };
        // Of an application, the name is to blame.
        let source = &self.lexer.source()[span.clone()];
        let head = source.trim_start_matches('(');
        let start = span.start + source.len() - head.len();
        let bars = usize::from(head.starts_with('|'));
        let span = if head[bars..].starts_with(text) { start..start + text.len() + 2 * bars } else { span };
        let error = Diagnostic::error(span, format!("unknown {what} `{text}`"));
        if registry().by_symbol.get(name.index()).is_some_and(|spellings| !spellings.is_empty()) {
            let (_, ranks) = self.ranks(registry().named(text));
            return error.label(format!("is an operator: {ranks}")).into();
        }
        // Names in scope, and those of the theories.
        let declared = self
            .store
            .symbols
            .iter()
            .filter(|(symbol, _)| {
                self.scope.local(*symbol).is_some() || self.scope.functions(*symbol).next().is_some()
            })
            .map(|(_, text)| text);
        match nearest(text, declared.chain(registry().names())) {
            Some(near) => error.help(format!("did you mean `{near}`?")).into(),
            None => error.label("not declared here, and not an operator of a theory").into(),
        }
    }

    pub(super) fn unknown_indexed(&self, name: &str, found: usize, span: Span) -> Box<Diagnostic> {
        let error =
            Diagnostic::error(span, format!("unknown indexed operator `{name}` with {found} indices"));
        if registry().named(name).next().is_some() {
            let (_, ranks) = self.ranks(registry().named(name));
            return error.label(format!("expected {ranks}")).into();
        }
        match nearest(name, registry().names()) {
            Some(near) => error.help(format!("did you mean `{near}`?")).into(),
            None => error.help("--permissive keeps operators that Quis does not know").into(),
        }
    }

    /// An error for a term that has no type.
    pub(super) fn type_error(&self, error: &BuildError, span: Span) -> Box<Diagnostic> {
        match error {
            BuildError::Type(error) => self.misapplied(error, span),
            BuildError::Mismatch { expected, found } => {
                let (expected, found) = (self.sort_text(*expected), self.sort_text(*found));
                Diagnostic::error(span, format!("found a term of sort {found}"))
                    .label(format!("expected sort {expected}"))
                    .into()
            }
            BuildError::TooLarge | BuildError::OutOfRange => {
                Diagnostic::error(span, error.to_string()).into()
            }
        }
    }

    fn misapplied(&self, error: &TypeError, span: Span) -> Box<Diagnostic> {
        let data = self.store.function(error.function);
        let name = self.store.text(data.name);
        let sorts: Vec<String> = error.args.iter().take(8).map(|&sort| self.sort_text(sort)).collect();
        let dots = if error.args.len() > 8 { " …" } else { "" };
        if sorts.is_empty()
            && error.qualified.is_none()
            && data.role == Role::Constructor
            && data.params.is_empty()
        {
            return Diagnostic::error(span, format!("`{name}` can be of many sorts"))
                .help(format!("say which is meant: (as {name} {})", self.sort_text(data.result)))
                .into();
        }
        let found = match (&*sorts, error.qualified) {
            ([], None) => "an empty list of arguments".to_owned(),
            ([], Some(sort)) => format!("the sort {}", self.sort_text(sort)),
            (sorts, None) => format!("arguments of sort {}{dots}", sorts.join(" ")),
            (sorts, Some(sort)) => {
                format!("arguments of sort {}{dots} and the sort {}", sorts.join(" "), self.sort_text(sort))
            }
        };
        let (plural, expected) = if let Role::Operator(_) = data.role {
            self.ranks(registry().named(name))
        } else {
            let params: Vec<String> = data.params.iter().map(|&sort| self.sort_text(sort)).collect();
            (false, format!("({name} {})", [params, vec![self.sort_text(data.result)]].concat().join(" ")))
        };
        let rank = if plural { "its ranks are" } else { "its rank is" };
        Diagnostic::error(span, format!("`{name}` does not take {found}"))
            .label(format!("{rank} {expected}"))
            .into()
    }

    /// The ranks of operators, as their tables write them: whether there are several, and the text.
    fn ranks(&self, ops: impl Iterator<Item = Op>) -> (bool, String) {
        let all: Vec<String> =
            ops.flat_map(|op| op.operator().signatures.iter().map(|rank| shown_rank(rank.text))).collect();
        let mut shown = all.iter().take(4).cloned().collect::<Vec<_>>().join(" or ");
        if all.len() > 4 {
            shown.push_str(" or …");
        }
        (all.len() > 1, shown)
    }

    /// In strict mode, whether all terms from this number on are in the declared logic.
    pub(super) fn check_logic(&self, from: usize) -> Result<()> {
        let (true, Some(logic)) = (self.strict(), &self.logic) else { return Ok(()) };
        for term in self.store.terms_from(from) {
            if let Some(violation) = logic.violation(&self.store, term) {
                return Err(Diagnostic::error(self.command_start..self.lexer.offset(), violation).into());
            }
        }
        Ok(())
    }

    /// What strict mode asks beyond types: a name and a rank of the standard, an operator within the logic, and
    /// enough arguments.
    pub(super) fn check_application(&mut self, term: Term, given: &[Term], span: &Span) -> Result<()> {
        let TermKind::Apply(function, args) = self.store.kind(term) else { return Ok(()) };
        let Some(op) = self.store.operator(function) else { return Ok(()) };
        let (count, coerced) = (args.len(), args != given);
        let operator = op.operator();
        let name = self.store.text(self.store.function(function).name).to_owned();
        let error = |message: String| -> Result<()> { Err(Diagnostic::error(span.clone(), message).into()) };
        if !registry().is_standard(op, &name) {
            return error(format!("`{name}` is not in the standard"));
        }
        if let Some(logic) = &self.logic
            && let Some(missing) = logic.missing_for_operator(op)
        {
            return error(format!("`{name}` is not in the declared logic, which lacks {missing}"));
        }
        if coerced {
            return error(format!("`{name}` has an Int where a Real is needed"));
        }
        let fewest = operator.signatures.iter().map(|signature| signature.params.len()).min().unwrap_or(0);
        if count < fewest {
            return error(format!("`{name}` takes at least {fewest} arguments, found {count}"));
        }
        if !self.store.has_standard_rank(term) {
            return error(format!("`{name}` does not take such arguments in the standard"));
        }
        Ok(())
    }
}

/// A line of a theory table without what says nothing about the arguments: other names, who defines it, rules.
fn shown_rank(line: &str) -> String {
    let mut words = line.trim_end_matches(')').split(' ');
    let mut shown: Vec<&str> = Vec::new();
    while let Some(word) = words.next() {
        match word {
            ":aka" | ":also" | ":from" | ":rule" => {
                words.next();
            }
            _ => shown.push(word),
        }
    }
    let text = shown.join(" ");
    let open = text.matches('(').count() - text.matches(')').count();
    text + &")".repeat(open)
}
