//! Reading commands.

use super::Parser;
use crate::diagnostic::{Diagnostic, Result, nearest};
use crate::lexer::TokenKind;
use crate::logic::Logic;
use crate::script::{Command, Part};
use crate::sort::Sort;
use crate::term::Term;

/// Commands that are kept as written: the standard's without terms, and the solvers'.
const KEPT: &[&str] = &[
    "echo",
    "get-assertions",
    "get-assignment",
    "get-info",
    "get-model",
    "get-option",
    "get-proof",
    "get-unsat-assumptions",
    "get-unsat-core",
    // Z3
    "apply",
    "check-sat-using",
    "display",
    "eufi",
    "get-objectives",
    "get-user-tactics",
    "help",
    "help-tactic",
    "include",
    "labels",
    "model-add",
    "model-del",
    "set-simplifier",
    "declare-tactic",
    "declare-map",
    "block-model",
    "poly/isolate-roots",
    "poly/factor",
    "to-poly",
    "to-subpaving",
    "dbg-translator",
    "dbg-pp-var",
    "dbg-get-qbody",
    "dbg-bool-flat-rewriter",
    "dbg-bool-rewriter",
    "dbg-lt",
    "dbg-sort",
    "dbg-set",
    "dbg-subst",
    "dbg-elim-and",
    "dbg-some-value",
    "dbg-used-vars",
    "dbg-elim-unused-vars",
    "dbg-instantiate",
    "dbg-instantiate-nested",
    "dbg-shift-vars",
    "dbg-set-next-id",
    "get-qe-disjunct",
    "get-interpolants",
    "query",
    "minmax",
    "maxmin",
    "model",
    "add-rule",
    // cvc5
    "declare-heap",
    "declare-pool",
    "declare-oracle-fun",
    "find-synth",
    "find-synth-next",
    "assert-synth",
    "get-abduct-next",
    "get-interpolant-next",
    "get-difficulty",
    "get-learned-literals",
    "get-model-domain-elements",
    "get-timeout-core",
    "get-unsat-core-lemmas",
    "check-synth",
    "get-synth-solution",
    "synth-fun",
    "synth-inv",
    "inv-constraint",
    "constraint",
    "assume",
    "set-feature",
    "check-synth-next",
    // Yices, MathSAT, OpenSMT, SMTInterpol, Princess
    "get-unsat-model-interpolant",
    "reset-all",
    "show-implicant",
    "get-implicant",
    "check-allsat",
    "load-objective-model",
    "set-model",
    "simplify-formula",
    // Files that declare theories and logics.
    "theory",
    "logic",
];

/// Commands that are read into something of their own.
const READ: &[&str] = &[
    "assert",
    "assert-soft",
    "check-sat",
    "check-sat-assuming",
    "declare-codatatype",
    "declare-codatatypes",
    "declare-const",
    "declare-datatype",
    "declare-datatypes",
    "declare-fun",
    "declare-rel",
    "declare-sort",
    "declare-sort-parameter",
    "declare-var",
    "define-const",
    "define-fun",
    "define-fun-rec",
    "define-funs-rec",
    "define-sort",
    "exit",
    "get-value",
    "maximize",
    "minimize",
    "pop",
    "push",
    "reset",
    "reset-assertions",
    "set-info",
    "set-logic",
    "set-option",
];

/// What a solver's command that carries terms looks like.
#[derive(Clone, Copy)]
enum Shape {
    /// A name or another s-expression, as written.
    Any,
    /// A term.
    Term,
    /// `(t …)`
    Terms,
}

/// Solvers' commands that carry terms which a technique must be able to rewrite, with what they begin with; anything may follow.
const EXTENDED: &[(&str, &[Shape])] = &[
    ("assert-not", &[Shape::Term]),
    ("block-model-values", &[Shape::Terms]),
    ("check-sat-assuming-model", &[Shape::Terms, Shape::Terms]),
    ("eval", &[Shape::Term]),
    ("get-abduct", &[Shape::Any, Shape::Term]),
    ("get-consequences", &[Shape::Terms, Shape::Terms]),
    ("get-interpol", &[Shape::Any, Shape::Term]),
    ("get-interpolant", &[Shape::Any, Shape::Term]),
    ("get-qe", &[Shape::Term]),
    ("get-timeout-core-assuming", &[Shape::Terms]),
    ("rule", &[Shape::Term]),
    ("simplify", &[Shape::Term]),
];

/// Whether a word is a command that Quis knows.
pub(super) fn is_command(word: &str) -> bool {
    READ.contains(&word) || KEPT.contains(&word) || EXTENDED.iter().any(|(name, _)| *name == word)
}

impl Parser<'_> {
    /// Reads a command; false at the end of the source.
    pub(super) fn command(&mut self) -> Result<bool> {
        while self.comments
            && let Some(comment) = self.lexer.comment()
        {
            self.commands.push(Command::Comment(comment.into()));
        }
        let open = self.lexer.next()?;
        self.command_start = open.span().start;
        match open.kind {
            TokenKind::End => return Ok(false),
            TokenKind::Open => {}
            TokenKind::Close => {
                return Err(Diagnostic::error(open.span(), "this `)` closes nothing")
                    .label("expected a command")
                    .into());
            }
            _ => return Err(self.unexpected(open, "a command such as `(assert …)`")),
        }
        let word = self.lexer.next()?;
        if word.kind != TokenKind::Symbol {
            return Err(self.unexpected(word, "the name of a command"));
        }
        let name = self.lexer.text(word);
        let command = match name {
            "assert" => {
                let term = self.formula()?;
                self.end(name, Command::Assert(term))?
            }
            "declare-fun" => self.declare_fun()?,
            "declare-const" => self.declare_const()?,
            "define-fun" => self.define_fun()?,
            "define-const" => self.define_const()?,
            "define-fun-rec" => self.define_fun_rec()?,
            "define-funs-rec" => self.define_funs_rec()?,
            "declare-sort" => self.declare_sort()?,
            "define-sort" => self.define_sort()?,
            "declare-sort-parameter" => self.declare_sort_parameter()?,
            "declare-datatypes" => self.declare_datatypes(false)?,
            "declare-codatatypes" => self.declare_datatypes(true)?,
            "declare-datatype" => self.declare_datatype(false)?,
            "declare-codatatype" => self.declare_datatype(true)?,
            "check-sat" => {
                let rest = self.rest()?;
                if rest.is_empty() { Command::CheckSat } else { self.kept() }
            }
            "check-sat-assuming" => {
                let terms = self.term_list()?;
                self.end(name, Command::CheckSatAssuming(terms))?
            }
            "get-value" => {
                let terms = self.term_list()?;
                // Z3 takes attributes here.
                if self.rest()?.is_empty() { Command::GetValue(terms) } else { self.kept() }
            }
            "push" => {
                let levels = self.levels()?;
                self.scope.push(levels);
                Command::Push(levels)
            }
            "pop" => {
                let levels = self.levels()?;
                if !self.scope.pop(levels) {
                    let message = format!("this pops {levels} levels, but {} are open", self.scope.depth());
                    return Err(Diagnostic::error(self.command_start..self.lexer.offset(), message).into());
                }
                Command::Pop(levels)
            }
            "reset" => {
                self.scope.reset();
                self.set_logic(None);
                self.end(name, Command::Reset)?
            }
            "reset-assertions" => {
                self.scope.reset_assertions();
                self.end(name, Command::ResetAssertions)?
            }
            "exit" => self.end(name, Command::Exit)?,
            "set-logic" => self.logic_command()?,
            "set-option" | "set-info" => self.attribute_command(name == "set-option")?,
            "assert-soft" => {
                let term = self.formula()?;
                let rest: Box<str> = self.rest()?.into();
                self.name_goal(&rest);
                Command::AssertSoft(term, rest)
            }
            "minimize" => {
                let term = self.term()?;
                Command::Minimize(term, self.rest()?.into())
            }
            "maximize" => {
                let term = self.term()?;
                Command::Maximize(term, self.rest()?.into())
            }
            "declare-heap" if !self.strict() => self.declare_heap()?,
            "declare-rel" | "declare-var" => self.fixed_point_declaration(name == "declare-rel")?,
            _ => {
                if let Some((_, shapes)) = EXTENDED.iter().find(|(known, _)| *known == name) {
                    self.extended(name, shapes)?
                } else {
                    self.check_command_name(name, word.span())?;
                    self.rest()?;
                    self.kept()
                }
            }
        };
        let exit = command == Command::Exit;
        self.commands.push(command);
        // No solver reads on, and some files keep other things there.
        Ok(!exit)
    }

    /// An unknown command is kept; but if it is nearly a known one, it is taken for a mistake.
    fn check_command_name(&mut self, name: &str, span: std::ops::Range<usize>) -> Result<()> {
        if KEPT.contains(&name) && !self.strict() {
            return Ok(());
        }
        let standard = &KEPT[..9];
        if standard.contains(&name) {
            return Ok(());
        }
        let error = Diagnostic::error(span, format!("unknown command `{name}`"));
        let known = READ.iter().chain(KEPT).copied().chain(EXTENDED.iter().map(|(known, _)| *known));
        match nearest(name, known) {
            _ if KEPT.contains(&name) => Err(error.label("not a command of the standard").into()),
            Some(near) => Err(error.help(format!("did you mean `{near}`?")).into()),
            None if self.strict() => Err(error.label("not a command of the standard").into()),
            None => {
                self.diagnostics.push(Diagnostic::warning(
                    error.span,
                    format!("unknown command `{name}`, kept as written"),
                ));
                Ok(())
            }
        }
    }

    /// Reads to the end of the command and gives the text of what it reads.
    pub(super) fn rest(&mut self) -> Result<&str> {
        let start = self.lexer.offset();
        self.skip_to_close()?;
        Ok(self.lexer.source()[start..self.lexer.offset() - 1].trim())
    }

    /// The command just read, as written.
    pub(super) fn kept(&self) -> Command {
        Command::Other(self.lexer.source()[self.command_start..self.lexer.offset()].into())
    }

    pub(super) fn end(&mut self, name: &str, command: Command) -> Result<Command> {
        // The message is made only if it is needed: this is run for every command.
        if self.lexer.take_close() {
            return Ok(command);
        }
        self.expect_close(&format!("the arguments of `{name}`"))?;
        Ok(command)
    }

    /// Reads a term of sort `Bool`.
    fn formula(&mut self) -> Result<Term> {
        self.term_of_sort(Sort::BOOL)
    }

    /// Reads a term of a sort.
    pub(super) fn term_of_sort(&mut self, sort: Sort) -> Result<Term> {
        let start = self.lexer.peek()?.span().start;
        let term = self.term()?;
        let span = start..self.lexer.offset();
        self.store.of_sort(term, sort).map_err(|error| self.type_error(&error, span))
    }

    fn term_list(&mut self) -> Result<Box<[Term]>> {
        self.expect_open("`(` and terms")?;
        self.terms_to_close()
    }

    fn levels(&mut self) -> Result<u32> {
        // Z3 takes `(push)` for one level.
        if !self.strict() && self.lexer.take_close() {
            return Ok(1);
        }
        let token = self.lexer.peek()?;
        let levels = self.expect_number("a number of levels")?;
        if levels > 1_000_000 {
            return Err(Diagnostic::error(token.span(), "too many levels")
                .label("expected at most 1000000")
                .into());
        }
        self.expect_close("the number of levels")?;
        Ok(levels)
    }

    /// match: :weight 2 :id cost; OptiMathSAT takes `cost` for the sum of the weights, a constant that nobody declares
    pub(super) fn name_goal(&mut self, attributes: &str) {
        let value = |keyword| attributes.split_whitespace().skip_while(|&word| word != keyword).nth(1);
        if let Some(name) = value(":id") {
            let real = value(":weight").is_some_and(|weight| weight.contains(['.', '/']));
            let name = self.store.symbol(name.trim_matches('|'));
            let known = self.goals.iter().any(|&(goal, sort)| goal == name && (sort == Sort::REAL || !real));
            if !known {
                self.goals.push((name, if real { Sort::REAL } else { Sort::INT }));
            }
        }
    }

    fn extended(&mut self, name: &str, shapes: &[Shape]) -> Result<Command> {
        if self.strict() {
            let span = self.command_start..self.lexer.offset();
            return Err(Diagnostic::error(span, format!("`{name}` is not a command of the standard")).into());
        }
        // match: (get-interpolant (g h)), where MathSAT names groups of assertions
        if matches!(shapes, [Shape::Any, ..]) && self.lexer.peek()?.kind == TokenKind::Open {
            self.rest()?;
            return Ok(self.kept());
        }
        let mut parts = Vec::new();
        for shape in shapes {
            parts.push(match shape {
                Shape::Any => Part::Text(self.sexpr()?.into()),
                Shape::Term => Part::Term(self.term()?),
                Shape::Terms => Part::Terms(self.term_list()?),
            });
        }
        let rest = self.rest()?;
        if !rest.is_empty() {
            parts.push(Part::Text(rest.into()));
        }
        Ok(Command::Extended(self.store.symbol(name), parts.into()))
    }

    fn logic_command(&mut self) -> Result<Command> {
        let token = self.lexer.peek()?;
        let name = self.expect_symbol("the name of a logic")?;
        let text = self.store.text(name).to_owned();
        let logic = Logic::from_name(&text);
        if logic.is_none() && self.strict() {
            let error = Diagnostic::error(token.span(), format!("unknown logic `{text}`"));
            return Err(match nearest(&text, Logic::known_names()) {
                Some(near) => error.help(format!("did you mean `{near}`?")).into(),
                None => error.label("not a logic whose name Quis can read").into(),
            });
        }
        self.set_logic(logic);
        self.end("set-logic", Command::SetLogic(name))
    }

    pub(super) fn set_logic(&mut self, logic: Option<Logic>) {
        let real = logic.as_ref().is_some_and(|logic| logic.reals && !logic.ints);
        if real != self.numerals_are_real {
            self.numbers = super::LiteralCache::default();
            self.numerals_are_real = real;
        }
        self.logic = logic;
    }

    fn attribute_command(&mut self, option: bool) -> Result<Command> {
        let token = self.lexer.next()?;
        let symbol_as_keyword = token.kind == TokenKind::Symbol && !self.strict();
        if token.kind != TokenKind::Keyword && !symbol_as_keyword {
            return Err(self.unexpected(token, "a keyword such as `:status`"));
        }
        let keyword = self.lexer.text(token);
        let value: Box<str> = self.rest()?.into();
        if !option {
            return Ok(Command::SetInfo(keyword.into(), value));
        }
        self.set_option(keyword, &value);
        Ok(Command::SetOption(keyword.into(), value))
    }

    pub(super) fn set_option(&mut self, keyword: &str, value: &str) {
        if matches!(keyword, ":global-declarations" | ":global-decls") {
            self.scope.global = value == "true";
        }
    }
}
