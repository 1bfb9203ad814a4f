//! Reading files of rules.

use std::fmt;

use quis_smtlib::theories::{CoreOp, Op};
use quis_smtlib::walk::post_order;
use quis_smtlib::{
    Command, Function, Mode, Script, Severity, Sort, Store, Term, TermKind, TermSet, line_and_column, parse,
};

use super::{Constant, Equality, Equivalence, Operation, Rules, Source};

/// Why rules cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RuleError {
    /// The file.
    pub file: String,
    /// Where in it, if that is known: line and column.
    pub place: Option<(usize, usize)>,
    /// What is wrong, and what was expected.
    pub message: String,
}

impl fmt::Display for RuleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place {
            Some((line, column)) => write!(f, "{}:{line}:{column}: {}", self.file, self.message),
            None => write!(f, "{}: {}", self.file, self.message),
        }
    }
}

impl std::error::Error for RuleError {}

/// The kinds of rules.
#[derive(Clone, Copy)]
enum Kind {
    Operations,
    Constants,
    Representatives,
    Instances,
    Equivalences { exact: bool },
    Equalities,
}

impl Kind {
    fn from_name(name: &str) -> Option<Kind> {
        match name {
            "operations" => Some(Kind::Operations),
            "constants" => Some(Kind::Constants),
            "representatives" => Some(Kind::Representatives),
            "instances" => Some(Kind::Instances),
            "equivalences" => Some(Kind::Equivalences { exact: true }),
            "implications" => Some(Kind::Equivalences { exact: false }),
            "equalities" => Some(Kind::Equalities),
            _ => None,
        }
    }
}

const KINDS: &str = "expected `operations`, `constants`, `representatives`, `instances`, `equivalences`, `implications` or \
                     `equalities`";

impl Rules {
    /// Reads rules. Later files may use the definitions of sorts of earlier ones.
    ///
    /// # Errors
    /// If a file is no script of rules.
    pub fn read(sources: &[Source]) -> Result<Rules, RuleError> {
        let joined: String = sources.iter().map(|source| format!("{}\n", source.text)).collect();
        let parsed = parse(&joined, Mode::Standard);
        let error = parsed.diagnostics.iter().find(|diagnostic| diagnostic.severity == Severity::Error);
        if let Some(error) = error {
            let label = error.label.as_ref().map(|label| format!(" ({label})")).unwrap_or_default();
            return Err(at(sources, error.span.start, format!("{}{label}", error.message)));
        }
        let Script { store, commands } = parsed.script;
        let mut rules = Rules { store, ..Rules::default() };
        let mut kind = None;
        for command in &commands {
            match command {
                Command::SetInfo(keyword, value) if &**keyword == ":rules" => {
                    let known = Kind::from_name(value);
                    kind = Some(known.ok_or_else(|| {
                        named(sources, value, format!("there are no rules of the kind `{value}`; {KINDS}"))
                    })?);
                }
                Command::DefineFun(function) | Command::DefineConst(function) => {
                    let name = rules.store.text(rules.store.function(*function).name).to_owned();
                    let kind = kind.ok_or_else(|| {
                        named(sources, &name, format!("`(set-info :rules …)` is missing before it; {KINDS}"))
                    })?;
                    rules.add(kind, *function).map_err(|why| named(sources, &name, why))?;
                }
                _ => {}
            }
        }
        rules.instantiate();
        Ok(rules)
    }

    /// Reads rules, and checks them.
    ///
    /// # Errors
    /// If a file is no script of rules, or a rule does not hold.
    pub fn read_checked(sources: &[Source]) -> Result<Rules, RuleError> {
        let rules = Rules::read(sources)?;
        match rules.check() {
            Ok(()) => Ok(rules),
            Err(wrong) => {
                let message = wrong.to_string();
                Err(RuleError { message, ..named(sources, &wrong.rule, String::new()) })
            }
        }
    }

    fn add(&mut self, kind: Kind, function: Function) -> Result<(), String> {
        let store = &self.store;
        let data = store.function(function);
        let (name, sort): (Box<str>, Sort) = (store.text(data.name).into(), data.result);
        let (params, body) = store.definition(function).ok_or("it has no body")?;
        let params: Box<[Term]> = params.into();
        match kind {
            Kind::Operations => self.operations.push(Operation { name, params, body }),
            Kind::Constants | Kind::Representatives | Kind::Instances => {
                if !params.is_empty() {
                    return Err("a constant has no arguments".to_owned());
                }
                let constant = Constant { name, term: body, sort };
                match kind {
                    Kind::Constants => self.constants.push(constant),
                    Kind::Instances => self.instances.push(constant),
                    _ if self.constants.iter().any(|known| known.term == body) => {
                        self.representatives.push(constant);
                    }
                    _ => return Err("a representative is one of the constants".to_owned()),
                }
            }
            Kind::Equivalences { exact } => {
                let Some([left, right]) = binary(store, body, CoreOp::Equal).filter(|_| sort == Sort::BOOL)
                else {
                    return Err("expected `(= A B)` of two formulas".to_owned());
                };
                if store.sort(left) != Sort::BOOL {
                    return Err("expected `(= A B)` of two formulas".to_owned());
                }
                self.equivalences.push(Equivalence { name, params, left, right, exact });
            }
            Kind::Equalities => {
                let (condition, equality) = match binary(store, body, CoreOp::Implies) {
                    Some([condition, equality]) => (Some(condition), equality),
                    None => (None, body),
                };
                let Some([left, right]) = binary(store, equality, CoreOp::Equal) else {
                    return Err("expected `(= term x)` or `(=> condition (= term x))`".to_owned());
                };
                if !params.contains(&right) && mentions(store, right, &params) {
                    return Err("what stands on the right must be a variable or a constant".to_owned());
                }
                self.equalities.push(Equality { name, params, condition, left, right });
            }
        }
        Ok(())
    }
}

/// match: (= a b), result: a, b
pub(in crate::synth) fn binary(store: &Store, term: Term, op: CoreOp) -> Option<[Term; 2]> {
    match store.kind(term) {
        TermKind::Apply(function, &[left, right]) if store.operator(function) == Some(Op::Core(op)) => {
            Some([left, right])
        }
        _ => None,
    }
}

/// Whether one of some terms stands in another.
pub(in crate::synth) fn mentions(store: &Store, term: Term, inside: &[Term]) -> bool {
    let mut found = false;
    post_order(store, &[term], &mut TermSet::for_store(store), |part| found |= inside.contains(&part));
    found
}

/// An error at a place of the joined text.
fn at(sources: &[Source], offset: usize, message: String) -> RuleError {
    let mut start = 0;
    for source in sources {
        let end = start + source.text.len();
        if offset <= end {
            let (line, column) = line_and_column(&source.text, offset - start);
            return RuleError { file: source.name.clone(), place: Some((line, column)), message };
        }
        start = end + 1;
    }
    let file = sources.last().map(|source| source.name.clone()).unwrap_or_default();
    RuleError { file, place: None, message }
}

/// An error in the rule of a name, where it first stands.
fn named(sources: &[Source], name: &str, message: String) -> RuleError {
    let message = format!("rule `{name}`: {message}");
    let place = sources.iter().find_map(|source| {
        let words = ["define-fun ", "define-const ", ":rules "].map(|word| format!("{word}{name}"));
        let found = words.iter().find_map(|word| {
            let rest = |at: usize| source.text[at + word.len()..].chars().next();
            source
                .text
                .match_indices(word.as_str())
                .map(|(at, _)| at)
                .find(|&at| rest(at).is_none_or(|next| next.is_whitespace() || "()".contains(next)))
        })?;
        Some((source, found))
    });
    match place {
        Some((source, offset)) => {
            let (line, column) = line_and_column(&source.text, offset);
            RuleError { file: source.name.clone(), place: Some((line, column)), message }
        }
        None => RuleError {
            file: sources.first().map(|source| source.name.clone()).unwrap_or_default(),
            place: None,
            message,
        },
    }
}
