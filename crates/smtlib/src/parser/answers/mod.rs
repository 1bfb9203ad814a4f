//! Reading what solvers answer, into the store of the script that they answer.
//!
//! An answer is read in the scope of the check it belongs to, and liberally: every solver has a style of its own, and
//! what is wrong with one definition must not cost the others. Models are read in two passes, signatures before
//! bodies, because a definition may mention one that is printed after it.

mod definitions;
mod elements;
mod entries;
mod replay;
mod subjects;
mod values;

use super::scope::Scope;
use super::{ParseOptions, Parser};
use crate::diagnostic::{Diagnostic, Severity, Span};
use crate::function::{Function, Index};
use crate::logic::Logic;
use crate::script::Script;
use crate::sort::{Sort, SortDecl};
use crate::symbol::Symbol;
use crate::term::{Store, Term};
pub(super) use elements::Elements;

/// What a solver answered to `(get-model)`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ModelAnswer {
    /// The definitions that could be read, in the order of the answer.
    pub definitions: Vec<Definition>,
    /// The values that the solver made up, such as `(as @U_0 U)` or `U!val!0`: constants of role
    /// [`Declared`](crate::Role::Declared), each once, in the order in which the answer first has them.
    pub elements: Vec<Function>,
    /// The sorts of which the answer says that they have certain elements and no others.
    pub universes: Vec<Universe>,
    /// What could not be read, with places in the text of the answer.
    pub diagnostics: Vec<Diagnostic>,
}

/// One definition of a model.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Definition {
    /// The name as printed, also if it is that of an operator such as `/0` or `seq.nth_u`.
    pub symbol: Symbol,
    /// The indices, if it is printed as `(_ name index …)`.
    pub indices: Box<[Index]>,
    /// The function of the script with this name and rank; its role says whether the model interprets it (declared),
    /// fixes where it is open (a selector), or repeats it (defined).
    pub function: Option<Function>,
    /// The function by which other definitions of the answer call this one, if it is neither one of the script
    /// nor an operator: `k!0` in `(_ as-array k!0)`. Its role is [`Declared`](crate::Role::Declared).
    pub auxiliary: Option<Function>,
    /// The parameters, as variables of the body. As many as [`function`](Definition::function) has.
    pub vars: Box<[Term]>,
    /// The sort of the result. The body is of this sort, or a function (`lambda`) where this is an array.
    pub result: Sort,
    /// The body, a term over the parameters.
    pub body: Term,
    /// Where the definition stands in the answer.
    pub span: Span,
}

/// All elements of an uninterpreted sort.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Universe {
    /// The sort.
    pub sort: Sort,
    /// Its elements: constants, all of them different.
    pub elements: Vec<Function>,
}

/// What a solver answered to `(get-value (t …))`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ValueAnswer {
    /// Each term that could be read, with its value, in the order of the answer.
    pub values: Vec<(Term, Term)>,
    /// The values that the solver made up, as in [`ModelAnswer::elements`].
    pub elements: Vec<Function>,
    /// What could not be read, with places in the text of the answer.
    pub diagnostics: Vec<Diagnostic>,
}

fn no_error(diagnostics: &[Diagnostic]) -> bool {
    diagnostics.iter().all(|diagnostic| diagnostic.severity != Severity::Error)
}

impl ModelAnswer {
    /// Whether the whole answer was understood.
    #[must_use]
    pub fn is_ok(&self) -> bool {
        no_error(&self.diagnostics)
    }

    /// The definition of a function, of the script or auxiliary; the last one if there are several.
    #[must_use]
    pub fn definition(&self, function: Function) -> Option<&Definition> {
        let wanted = |definition: &&Definition| {
            definition.function == Some(function) || definition.auxiliary == Some(function)
        };
        self.definitions.iter().rev().find(wanted)
    }
}

impl ValueAnswer {
    /// Whether the whole answer was understood.
    #[must_use]
    pub fn is_ok(&self) -> bool {
        no_error(&self.diagnostics)
    }
}

/// Reads the model that a solver printed for the check at this position of the commands.
///
/// ```
/// use quis_smtlib::{Mode, parse, print_term, PrintOptions, read_model};
///
/// let source = "(declare-fun f (Int) Int) (assert (> (f 0) 1)) (check-sat)";
/// let mut script = parse(source, Mode::Standard).into_result().expect("a valid script");
/// let model = read_model(&mut script, 2, "sat\n((define-fun f ((x!0 Int)) Int (ite (= x!0 0) 2 (- 1))))");
/// assert!(model.is_ok());
/// let [f] = &model.definitions[..] else { panic!("one definition") };
/// let body = print_term(&script.store, f.body, PrintOptions::plain()).expect("small");
/// assert_eq!(body, "(ite (= x!0 0) 2 (- 1))");
/// ```
pub fn read_model(script: &mut Script, check: usize, text: &str) -> ModelAnswer {
    AnswerContext::new(script, check).read_model(&mut script.store, text)
}

/// Reads the answer to `(get-value (t …))` after the check at this position of the commands.
pub fn read_values(script: &mut Script, check: usize, text: &str) -> ValueAnswer {
    AnswerContext::new(script, check).read_values(&mut script.store, text)
}

/// What names mean at a check of a script: made once, it serves for many answers.
#[derive(Debug, Default)]
pub struct AnswerContext {
    scope: Scope,
    logic: Option<Logic>,
    numerals_are_real: bool,
    goals: Vec<(Symbol, Sort)>,
    list: Option<SortDecl>,
}

impl AnswerContext {
    /// The names that are in scope at the check at this position of the commands.
    #[must_use]
    pub fn new(script: &mut Script, check: usize) -> Self {
        let Script { store, commands } = script;
        let mut context = AnswerContext::default();
        context.with_parser(store, "", |parser| {
            parser.replay(&commands[..commands.len().min(check.saturating_add(1))])
        });
        context
    }

    /// Reads a model. The store is that of the script that the context is of.
    pub fn read_model(&mut self, store: &mut Store, text: &str) -> ModelAnswer {
        self.with_parser(store, text, |parser| parser.model_answer())
    }

    /// Reads the answer to `(get-value (t …))`. The store is that of the script that the context is of.
    pub fn read_values(&mut self, store: &mut Store, text: &str) -> ValueAnswer {
        self.with_parser(store, text, |parser| parser.value_answer())
    }

    /// Lends scope and store to a parser.
    pub(super) fn with_parser<'s, T>(
        &mut self,
        store: &mut Store,
        text: &'s str,
        read: impl FnOnce(&mut Parser<'s>) -> T,
    ) -> T {
        let mut parser =
            Parser::with_store(text, ParseOptions::default(), std::mem::replace(store, Store::hollow()));
        parser.scope = std::mem::take(&mut self.scope);
        parser.logic = self.logic.take();
        parser.numerals_are_real = self.numerals_are_real;
        parser.goals = std::mem::take(&mut self.goals);
        parser.list = self.list;
        let result = read(&mut parser);
        *store = parser.store;
        self.scope = parser.scope;
        self.logic = parser.logic;
        self.numerals_are_real = parser.numerals_are_real;
        self.goals = parser.goals;
        self.list = parser.list;
        result
    }
}

impl Parser<'_> {
    /// Runs a step of reading an answer, with unknown constants taken for values that the solver made up.
    fn answer<T>(&mut self, step: impl FnOnce(&mut Self) -> T) -> (T, Vec<Function>, Vec<Diagnostic>) {
        if self.lexer.source().len() > super::MAX_SOURCE {
            let message = format!("the answer has {} bytes", self.lexer.source().len());
            let error = Diagnostic::error(0..0, message);
            self.diagnostics.push(error.label(format!("at most {} bytes are read", super::MAX_SOURCE)));
            self.lexer = crate::lexer::Lexer::new("");
        }
        let mark = self.scope.mark();
        self.elements = Some(Elements::default());
        let result = step(self);
        self.scope.rollback(mark);
        let elements = self.elements.take().map(Elements::into_list).unwrap_or_default();
        let mut diagnostics = std::mem::take(&mut self.diagnostics);
        diagnostics.sort_by_key(|diagnostic| diagnostic.span.start);
        (result, elements, diagnostics)
    }
}
