//! What synthesis works with: operations, constants, equivalences and equalities, read from files of rules.
//!
//! A file of rules is a script of definitions. `(set-info :rules KIND)` says of what kind those behind it are:
//!
//! - `operations`: `(define-fun at ((s String) (off Int)) String (str.at s off))`, what is tested, over its arguments;
//! - `constants`: `(define-const empty String "")`, the values that arguments get;
//! - `representatives`: constants again, the few that terms are made of where there would be too many otherwise;
//! - `instances`: constants again, those that stand for the variables of equivalences and equalities that cannot be free in a
//!   formula, as languages cannot;
//! - `equivalences`: `(define-fun E9 ((s String) (t String)) Bool (= (= (str.prefixof s t) true) (exists …)))`, an application
//!   with its result, and what holds exactly then;
//! - `implications`: the same, where the right side is enough and not necessary;
//! - `equalities`: `(define-fun EV1 ((s String)) Bool (=> (= (str.len s) 1) (= (str.at s 0) s)))`, a term and the variable or
//!   constant that it equals, under a side condition if there is one.
//!
//! Rules are checked ([`check`](Rules::check)) by evaluation: those that are not so are refused.

mod check;
mod domain;
mod join;
mod read;

use std::sync::OnceLock;

use quis_smtlib::{Sort, Store, Term};

use super::fixed::Schemes;

pub use check::WrongRule;
pub use read::RuleError;
pub(super) use read::{binary, mentions};

/// A named text of rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Source {
    /// What messages call it.
    pub name: String,
    /// The rules.
    pub text: String,
}

/// An operation over its arguments.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Operation {
    /// Its name among the rules.
    pub name: Box<str>,
    /// The arguments, as variables.
    pub params: Box<[Term]>,
    /// The application.
    pub body: Term,
}

/// A value that arguments get.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Constant {
    /// Its name among the rules.
    pub name: Box<str>,
    /// The closed term.
    pub term: Term,
    /// Its sort.
    pub sort: Sort,
}

/// `A` holds if `B` does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Equivalence {
    /// Its name among the rules.
    pub name: Box<str>,
    /// The variables that both sides have.
    pub params: Box<[Term]>,
    /// `A`: an application and its result.
    pub left: Term,
    /// `B`
    pub right: Term,
    /// Whether `B` holds whenever `A` does.
    pub exact: bool,
}

/// `left` equals `right` where the condition holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Equality {
    /// Its name among the rules.
    pub name: Box<str>,
    /// The variables.
    pub params: Box<[Term]>,
    /// The side condition.
    pub condition: Option<Term>,
    /// The application.
    pub left: Term,
    /// A variable of the rule, or a closed term.
    pub right: Term,
}

/// All rules of one or several theories, over one store.
#[derive(Clone, Debug, Default)]
pub struct Rules {
    /// The terms of the rules.
    pub store: Store,
    /// What is tested.
    pub operations: Vec<Operation>,
    /// The values.
    pub constants: Vec<Constant>,
    /// The few values that terms are made of.
    pub representatives: Vec<Constant>,
    /// The values in rules over what cannot be free.
    pub instances: Vec<Constant>,
    /// What gives unsatisfiable formulas.
    pub equivalences: Vec<Equivalence>,
    /// What makes them larger.
    pub equalities: Vec<Equality>,
    /// What some of these are instances of.
    pub(super) schemes: Schemes,
}

/// A theory and its files.
struct Ours {
    theory: &'static str,
    files: &'static [(&'static str, &'static str)],
    read: OnceLock<Option<Rules>>,
}

/// The four files of a theory.
macro_rules! ours {
    ($theory:literal) => {
        Ours {
            theory: $theory,
            files: &[
                ours!($theory, "operations"),
                ours!($theory, "constants"),
                ours!($theory, "equivalences"),
                ours!($theory, "equalities"),
            ],
            read: OnceLock::new(),
        }
    };
    ($theory:literal, $file:literal) => {
        (
            concat!($theory, "/", $file, ".smt2"),
            include_str!(concat!("../../../rules/", $theory, "/", $file, ".smt2")),
        )
    };
}

/// The rules that come with Quis, by theory.
static OURS: [Ours; 10] = [
    ours!("strings"),
    ours!("regex"),
    ours!("bitvectors"),
    ours!("arrays"),
    ours!("ints"),
    ours!("reals"),
    ours!("floats"),
    ours!("datatypes"),
    ours!("sequences"),
    ours!("combined"),
];

impl Rules {
    /// The theories that have rules.
    pub fn theories() -> impl Iterator<Item = &'static str> {
        OURS.iter().map(|ours| ours.theory)
    }

    /// The files of a theory.
    #[must_use]
    pub fn sources(theory: &str) -> Option<Vec<Source>> {
        let ours = OURS.iter().find(|ours| ours.theory == theory)?;
        let source =
            |(name, text): &(&str, &str)| Source { name: (*name).to_owned(), text: (*text).to_owned() };
        Some(ours.files.iter().map(source).collect())
    }

    /// The rules of a theory, read once. They were checked when Quis was tested.
    #[must_use]
    pub fn of(theory: &str) -> Option<&'static Rules> {
        let ours = OURS.iter().find(|ours| ours.theory == theory)?;
        let read = || Rules::sources(theory).and_then(|sources| Rules::read(&sources).ok());
        ours.read.get_or_init(read).as_ref()
    }

    /// The constants of a sort, in the order of the rules.
    pub fn constants_of(&self, sort: Sort) -> impl Iterator<Item = &Constant> {
        self.constants.iter().filter(move |constant| constant.sort == sort)
    }
}
