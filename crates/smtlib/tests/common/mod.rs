//! Comparing scripts of two stores, term by term.
#![allow(dead_code, reason = "each test file uses a part")]
#![allow(clippy::expect_used, clippy::panic, reason = "tests stop at any trouble")]

pub(crate) mod maker;

use std::collections::HashMap;

use quis_smtlib::{
    Attribute, Command, Function, Index, Mode, Part, PrintError, PrintOptions, Role, Script, Sort, Store,
    Term, TermKind, parse, print_script, print_sort,
};

/// Parses what must be right.
pub(crate) fn script(source: &str) -> Script {
    let parsed = parse(source, Mode::Standard);
    let messages: Vec<_> =
        parsed.diagnostics.iter().map(|d| (d.span.clone(), &d.message, &d.label)).collect();
    assert!(parsed.is_ok(), "{messages:?}\nin\n{}", source.chars().take(2000).collect::<String>());
    parsed.script
}

/// Every way to print.
pub(crate) fn all_options() -> [PrintOptions; 4] {
    let limit = |options| PrintOptions { max_bytes: 1 << 24, ..options };
    [
        limit(PrintOptions::shared()),
        limit(PrintOptions::plain()),
        limit(PrintOptions::shared().pretty(100)),
        limit(PrintOptions::plain().pretty(40)),
    ]
}

/// Prints a script in every way, reads it back, and checks that the terms are the same.
pub(crate) fn check_round_trip(name: &str, original: &Script) {
    for options in all_options() {
        let printed = match print_script(original, options) {
            Ok(printed) => printed,
            Err(PrintError::TooLarge(_)) => {
                assert!(!options.lets, "{name}: only the plain form may be too large");
                continue;
            }
        };
        let parsed = parse(&printed, Mode::Standard);
        assert!(parsed.is_ok(), "{name}: {:?}\nin\n{printed}", parsed.diagnostics.first());
        if let Err(difference) = same(original, &parsed.script) {
            panic!("{name}, {options:?}: {difference}\nin\n{printed}");
        }
        let again = print_script(&parsed.script, options).expect("not larger than before");
        assert_eq!(again, printed, "{name}: printing is a fixed point");
    }
}

/// Whether two scripts have the same commands over the same terms.
pub(crate) fn same(left: &Script, right: &Script) -> Result<(), String> {
    let mut comparison = Comparison {
        left: &left.store,
        right: &right.store,
        terms: HashMap::new(),
        functions: HashMap::new(),
        todo: Vec::new(),
    };
    if left.commands.len() != right.commands.len() {
        return Err(format!("{} commands became {}", left.commands.len(), right.commands.len()));
    }
    for (one, other) in left.commands.iter().zip(&right.commands) {
        comparison.command(one, other)?;
        comparison.run()?;
    }
    Ok(())
}

struct Comparison<'a> {
    left: &'a Store,
    right: &'a Store,
    terms: HashMap<Term, Term>,
    functions: HashMap<Function, Function>,
    todo: Vec<(Term, Term)>,
}

fn check(same: bool, what: &str) -> Result<(), String> {
    if same { Ok(()) } else { Err(format!("{what} differ")) }
}

impl Comparison<'_> {
    fn sort(&self, left: Sort, right: Sort) -> Result<(), String> {
        let (left, right) = (print_sort(self.left, left), print_sort(self.right, right));
        check(left == right, &format!("the sorts {left:?} and {right:?}"))
    }

    fn sorts(&self, left: &[Sort], right: &[Sort]) -> Result<(), String> {
        check(left.len() == right.len(), "numbers of sorts")?;
        left.iter().zip(right).try_for_each(|(&left, &right)| self.sort(left, right))
    }

    fn terms(&mut self, left: &[Term], right: &[Term]) -> Result<(), String> {
        check(left.len() == right.len(), "numbers of terms")?;
        self.todo.extend(left.iter().copied().zip(right.iter().copied()));
        Ok(())
    }

    fn function(&mut self, left: Function, right: Function) -> Result<(), String> {
        if let Some(known) = self.functions.get(&left) {
            return check(*known == right, "functions");
        }
        self.functions.insert(left, right);
        let (one, other) = (self.left.function(left), self.right.function(right));
        let name = self.left.text(one.name);
        check(name == self.right.text(other.name), &format!("the names of {name}"))?;
        check(
            std::mem::discriminant(&one.role) == std::mem::discriminant(&other.role),
            &format!("the roles of {name}"),
        )?;
        self.sorts(&one.params, &other.params)?;
        self.sort(one.result, other.result)?;
        check(one.indices.len() == other.indices.len(), "numbers of indices")?;
        for (one, other) in one.indices.iter().zip(&other.indices) {
            match (one, other) {
                (Index::Numeral(one), Index::Numeral(other)) => check(one == other, "indices")?,
                (Index::Digits(one), Index::Digits(other)) | (Index::Symbol(one), Index::Symbol(other)) => {
                    check(self.left.text(*one) == self.right.text(*other), "indices")?;
                }
                (Index::Function(one), Index::Function(other)) => self.function(*one, *other)?,
                (Index::Sort(one), Index::Sort(other)) => self.sort(*one, *other)?,
                _ => return Err("indices differ".to_owned()),
            }
        }
        if let (Role::Operator(one), Role::Operator(other)) = (&one.role, &other.role) {
            check(one == other, "operators")?;
        }
        if let (Some((vars, body)), Some((other_vars, other_body))) =
            (self.left.definition(left), self.right.definition(right))
        {
            self.terms(vars, other_vars)?;
            self.todo.push((body, other_body));
        }
        Ok(())
    }

    fn run(&mut self) -> Result<(), String> {
        while let Some((left, right)) = self.todo.pop() {
            if let Some(known) = self.terms.get(&left) {
                check(*known == right, "shared terms")?;
                continue;
            }
            self.terms.insert(left, right);
            self.sort(self.left.sort(left), self.right.sort(right))?;
            match (self.left.kind(left), self.right.kind(right)) {
                (TermKind::Apply(one, _), TermKind::Apply(other, _)) => self.function(one, other)?,
                (TermKind::Literal(one), TermKind::Literal(other)) => check(one == other, "literals")?,
                (TermKind::Variable(one), TermKind::Variable(other)) => {
                    check(self.left.text(one) == self.right.text(other), "variables")?;
                }
                (TermKind::Binder(one, vars, _), TermKind::Binder(other, other_vars, _)) => {
                    check(one == other && vars.len() == other_vars.len(), "binders")?;
                }
                (TermKind::Match(one, ..), TermKind::Match(other, ..)) => {
                    check(one.len() == other.len(), "cases")?;
                    for (one, other) in one.iter().zip(other) {
                        check(one.variables == other.variables, "patterns")?;
                        match (one.constructor, other.constructor) {
                            (Some(one), Some(other)) => self.function(one, other)?,
                            (None, None) => {}
                            _ => return Err("patterns differ".to_owned()),
                        }
                    }
                }
                (TermKind::Annotated(_, one, _), TermKind::Annotated(_, other, _)) => {
                    check(one.len() == other.len(), "attributes")?;
                    for (one, other) in one.iter().zip(other) {
                        match (one, other) {
                            (Attribute::Named(one), Attribute::Named(other)) => {
                                check(self.left.text(*one) == self.right.text(*other), "names")?;
                            }
                            _ => check(one == other, "attributes")?,
                        }
                    }
                }
                _ => return Err("kinds of terms differ".to_owned()),
            }
            let (one, other) = (self.left.children(left).to_vec(), self.right.children(right).to_vec());
            self.terms(&one, &other)?;
        }
        Ok(())
    }

    fn command(&mut self, left: &Command, right: &Command) -> Result<(), String> {
        match (left, right) {
            (Command::SetLogic(one), Command::SetLogic(other)) => {
                check(self.left.text(*one) == self.right.text(*other), "logics")
            }
            (Command::DeclareFun(one), Command::DeclareFun(other))
            | (Command::DeclareConst(one), Command::DeclareConst(other))
            | (Command::DefineFun(one), Command::DefineFun(other))
            | (Command::DefineConst(one), Command::DefineConst(other))
            | (Command::DefineFunRec(one), Command::DefineFunRec(other)) => self.function(*one, *other),
            (Command::DefineFunsRec(one), Command::DefineFunsRec(other)) => {
                check(one.len() == other.len(), "numbers of functions")?;
                one.iter().zip(other).try_for_each(|(one, other)| self.function(*one, *other))
            }
            (Command::Extended(_, one), Command::Extended(_, other)) => {
                check(one.len() == other.len(), "parts")?;
                one.iter().zip(other).try_for_each(|pair| match pair {
                    (Part::Text(one), Part::Text(other)) => check(one == other, "parts"),
                    (Part::Term(one), Part::Term(other)) => self.terms(&[*one], &[*other]),
                    (Part::Terms(one), Part::Terms(other)) => self.terms(one, other),
                    _ => Err("parts differ".to_owned()),
                })
            }
            (Command::DeclareDatatypes(one), Command::DeclareDatatypes(other)) => {
                check(one.len() == other.len(), "numbers of datatypes")?;
                for (&one, &other) in one.iter().zip(other) {
                    let (one, other) = (self.left.sort_declaration(one), self.right.sort_declaration(other));
                    check(one.arity == other.arity, "arities")?;
                    let constructors = |declaration: &quis_smtlib::SortDeclaration| -> Vec<Function> {
                        let datatype = declaration.datatype.iter();
                        datatype
                            .flat_map(|d| &d.constructors)
                            .flat_map(|c| c.selectors.iter().copied().chain([c.function]))
                            .collect()
                    };
                    let (one, other) = (constructors(one), constructors(other));
                    check(one.len() == other.len(), "constructors")?;
                    for (one, other) in one.into_iter().zip(other) {
                        self.function(one, other)?;
                    }
                }
                Ok(())
            }
            (Command::DeclareSort(_), Command::DeclareSort(_))
            | (Command::DefineSort { .. }, Command::DefineSort { .. })
            | (Command::DeclareSortParameter(_), Command::DeclareSortParameter(_)) => Ok(()),
            (
                Command::Assert(_)
                | Command::AssertSoft(..)
                | Command::Minimize(..)
                | Command::Maximize(..)
                | Command::CheckSatAssuming(_)
                | Command::GetValue(_),
                _,
            ) => {
                check(std::mem::discriminant(left) == std::mem::discriminant(right), "commands")?;
                self.terms(&left.terms(), &right.terms())
            }
            _ => check(left == right, "commands"),
        }
    }
}
