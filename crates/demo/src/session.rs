//! The commands of a session, one after the other.

use std::io::{self, Write};

use quis_semantics::Value;
use quis_smtlib::{
    Attribute, Command, CommandReader, Diagnostic, Function, Severity, Sort, Store, Term, TermKind,
    is_simple_symbol, line_and_column,
};

use rustc_hash::FxHashSet;

use crate::check::{Answer, Checked, Question};
use crate::fault::{Active, FaultKind};
use crate::input::Piece;
use crate::optimum::{Objective, can_be_objective, summed};
use crate::print::{symbol_text, term_text, values_text};
use crate::{Ending, Options, effect};

/// How many assertions, objectives and symbols there were when a level was opened.
type Level = (usize, usize, usize);

/// What the solver knows.
pub(crate) struct Session<'o> {
    options: &'o Options,
    reader: CommandReader,
    assertions: Vec<(Term, Option<String>)>,
    objectives: Vec<Objective>,
    declared: Vec<Function>,
    levels: Vec<Level>,
    global_declarations: bool,
    print_success: bool,
    shows_models: bool,
    /// Whether `(reset-assertions)` was there.
    was_emptied: bool,
    seed: u64,
    resets: usize,
    checked: Option<Checked<'o>>,
    /// Whether an error was reported.
    pub(crate) errors: bool,
}

/// What a command gives: text, or an error.
type Reply = Result<String, String>;

impl<'o> Session<'o> {
    pub(crate) fn new(options: &'o Options) -> Self {
        Session {
            options,
            reader: CommandReader::new(),
            assertions: Vec::new(),
            objectives: Vec::new(),
            declared: Vec::new(),
            levels: Vec::new(),
            global_declarations: false,
            print_success: false,
            shows_models: false,
            was_emptied: false,
            seed: options.seed,
            resets: 0,
            checked: None,
            errors: false,
        }
    }

    /// Reads a piece of the input and answers it; gives how the solver ends, if it does.
    pub(crate) fn piece(&mut self, piece: &Piece, output: &mut impl Write) -> io::Result<Option<Ending>> {
        let (commands, diagnostics) = self.reader.read(&piece.text);
        for diagnostic in diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Error) {
            self.error(&message(piece, diagnostic), output)?;
        }
        for command in commands {
            let ending = self.command(command, output)?;
            if ending.is_some() {
                return Ok(ending);
            }
        }
        Ok(None)
    }

    fn error(&mut self, text: &str, output: &mut impl Write) -> io::Result<()> {
        self.errors = true;
        writeln!(output, "(error \"{}\")", text.replace('"', "\"\""))
    }

    fn store(&self) -> &Store {
        &self.reader.store
    }

    fn command(&mut self, command: Command, output: &mut impl Write) -> io::Result<Option<Ending>> {
        let reply = match command {
            Command::CheckSat => return self.check(Vec::new(), false, output),
            Command::CheckSatAssuming(terms) => return self.check(terms.into_vec(), false, output),
            // Whatever the tactic is: to this solver scopes are the only difference that one could make.
            Command::Other(text) if word_of(&text) == "check-sat-using" => {
                return self.check(Vec::new(), true, output);
            }
            Command::Exit => return Ok(Some(Ending::Done { errors: self.errors })),
            Command::Other(text) if word_of(&text) == "get-model" => return self.get_model(output),
            Command::Other(text) => self.other(&text),
            Command::GetValue(terms) => self.get_value(&terms),
            Command::Extended(..) => Ok("unsupported\n".to_owned()),
            command => self
                .state(command)
                .map(|()| if self.print_success { "success\n".to_owned() } else { String::new() }),
        };
        match reply {
            Ok(text) => output.write_all(text.as_bytes())?,
            Err(text) => self.error(&text, output)?,
        }
        Ok(None)
    }

    /// A command that changes what is known and prints nothing.
    fn state(&mut self, command: Command) -> Result<(), String> {
        match command {
            Command::Assert(term) => {
                self.checked = None;
                let active = Active::new(&self.options.faults, self.store(), &[term], &[]);
                if let Some(fault) = active.get(FaultKind::Rejected) {
                    let what = fault.trigger.as_deref().unwrap_or("assert");
                    // Not the words of a limitation: those would excuse it.
                    return Err(format!("wrong number of arguments for `{what}`"));
                }
                let name = self.name_of(term);
                self.assertions.push((term, name));
            }
            Command::DeclareFun(function) | Command::DeclareConst(function) => {
                self.declared.push(function);
            }
            Command::Push(count) => {
                let level = (self.assertions.len(), self.objectives.len(), self.declared.len());
                self.levels.extend(std::iter::repeat_n(level, count as usize));
            }
            Command::Pop(count) => {
                let left = self.levels.len().saturating_sub(count as usize);
                if let Some(&(assertions, objectives, declared)) = self.levels.get(left) {
                    self.assertions.truncate(assertions);
                    self.objectives.truncate(objectives);
                    if !self.global_declarations {
                        self.declared.truncate(declared);
                    }
                }
                self.levels.truncate(left);
                self.checked = None;
            }
            Command::ResetAssertions => {
                self.assertions.clear();
                self.objectives.clear();
                self.levels.clear();
                self.was_emptied = true;
                if !self.global_declarations {
                    self.declared.clear();
                }
                self.checked = None;
            }
            Command::Reset => {
                let (resets, errors) = (self.resets + 1, self.errors);
                *self = Session { resets, errors, ..Session::new(self.options) };
            }
            Command::SetOption(keyword, value) => self.set_option(&keyword, &value)?,
            Command::Minimize(term, _) => self.objective(term, false)?,
            Command::Maximize(term, _) => self.objective(term, true)?,
            Command::AssertSoft(term, attributes) => {
                let soft = Objective::soft(&mut self.reader.store, term, &attributes);
                let soft = soft.ok_or_else(|| format!("attributes that are not supported: {attributes}"))?;
                self.objectives.push(soft);
                self.checked = None;
            }
            _ => {}
        }
        Ok(())
    }

    fn objective(&mut self, term: Term, maximize: bool) -> Result<(), String> {
        if !can_be_objective(self.store(), term) {
            return Err("only integers and bit-vectors can be objectives".to_owned());
        }
        self.objectives.push(Objective { term, maximize, goal: None });
        self.checked = None;
        Ok(())
    }

    fn set_option(&mut self, keyword: &str, value: &str) -> Result<(), String> {
        match keyword {
            ":print-success" => self.print_success = value == "true",
            ":produce-models" => self.shows_models = value == "true",
            ":global-declarations" | ":global-decls" => self.global_declarations = value == "true",
            ":random-seed" | ":seed" | ":smt.random_seed" | ":sat.random_seed" => {
                self.seed = value.parse().map_err(|_| format!("{keyword} wants a number, not {value}"))?;
            }
            // What solvers do not know, they may pass over.
            _ => {}
        }
        Ok(())
    }

    /// match: (! t :named n)
    fn name_of(&self, term: Term) -> Option<String> {
        let TermKind::Annotated(_, attributes, _) = self.store().kind(term) else { return None };
        attributes.iter().find_map(|attribute| match attribute {
            Attribute::Named(name) => Some(symbol_text(self.store(), *name)),
            _ => None,
        })
    }

    fn check(
        &mut self,
        assumptions: Vec<Term>,
        by_tactic: bool,
        output: &mut impl Write,
    ) -> io::Result<Option<Ending>> {
        let Some(objectives) = summed(&mut self.reader.store, &self.objectives) else {
            self.error("the sum of soft assertions has no sort", output)?;
            return Ok(None);
        };
        let question = Question {
            assertions: self.assertions.clone(),
            assumptions,
            objectives,
            declared: self.symbols(),
        };
        let circumstances = self.circumstances(!question.assumptions.is_empty(), by_tactic);
        let active = Active::new(&self.options.faults, self.store(), &question.roots(), &circumstances);
        if let Some(ending) = effect::before_answer(&active, output)? {
            return Ok(Some(ending));
        }
        if let Some(fault) = active.get(FaultKind::InternalError) {
            let text = format!("internal error: unreachable code was reached at demo.rs:{}", fault.line());
            self.error(&text, output)?;
            return Ok(None);
        }
        if active.has(FaultKind::Garbage) {
            output.write_all(b"\xff\xfe\x00s at\n)) un\"sat |\n")?;
            return Ok(None);
        }
        let (after_reset, odd) = (self.resets > 0, self.seed % 2 == 1);
        let store = &mut self.reader.store;
        let checked = Checked::new(store, question, active, self.options, after_reset, odd);
        writeln!(output, "{}", checked.answer.name())?;
        self.checked = Some(checked);
        Ok(None)
    }

    /// What faults may depend on beside the terms.
    fn circumstances(&self, has_assumptions: bool, by_tactic: bool) -> Vec<&'static str> {
        let in_scope = !self.levels.is_empty() && !by_tactic;
        let all = [
            ("push", in_scope),
            ("no-push", !in_scope),
            ("check-sat-assuming", has_assumptions),
            ("reset-assertions", self.was_emptied),
            ("no-models", !self.shows_models),
        ];
        all.into_iter().filter(|(_, holds)| *holds).map(|(name, _)| name).collect()
    }

    /// The symbols in scope, each once: one may be declared again in an inner level.
    fn symbols(&self) -> Vec<Function> {
        let mut seen = FxHashSet::default();
        self.declared.iter().copied().filter(|&function| seen.insert(function)).collect()
    }

    /// The last check, if its answer is such.
    fn after(&self, answer: Answer) -> Result<&Checked<'o>, String> {
        let checked = self.checked.as_ref().filter(|checked| checked.answer == answer);
        checked.ok_or_else(|| {
            format!("the last command that counts is no check with the answer {}", answer.name())
        })
    }

    fn get_model(&mut self, output: &mut impl Write) -> io::Result<Option<Ending>> {
        let text = self.after(Answer::Sat).and_then(|checked| match &checked.found {
            Some(found) => {
                let text = found.model.print(self.store(), &checked.question.declared);
                text.map(|text| (text, checked)).map_err(|error| error.to_string())
            }
            None => Err("there is no model".to_owned()),
        });
        match text {
            Ok((text, checked)) if checked.active.has(FaultKind::HalfModel) => {
                // Where the cut is does not matter, not even in the middle of a character.
                output.write_all(&text.as_bytes()[..text.len() / 2])?;
                Ok(Some(Ending::Segfault))
            }
            Ok((text, _)) => output.write_all(text.as_bytes()).map(|()| None),
            Err(text) => self.error(&text, output).map(|()| None),
        }
    }

    fn get_value(&self, terms: &[Term]) -> Reply {
        let checked = self.after(Answer::Sat)?;
        let found = checked.found.as_ref().ok_or("there is no model")?;
        values_text(self.store(), &found.model, terms)
    }

    /// A command that the reader keeps as written.
    fn other(&self, text: &str) -> Reply {
        let budget = self.options.budget;
        match word_of(text) {
            "echo" => Ok(echoed(text)),
            "get-unsat-core" => {
                let names = self.after(Answer::Unsat)?.core(self.store(), budget);
                Ok(format!("({})\n", names.join(" ")))
            }
            "get-unsat-assumptions" => {
                let terms = self.after(Answer::Unsat)?.unsat_assumptions(self.store(), budget);
                let texts: Vec<String> =
                    terms.into_iter().map(|term| term_text(self.store(), term)).collect();
                Ok(format!("({})\n", texts.join(" ")))
            }
            "get-objectives" => self.objective_values(),
            "get-assertions" => {
                let texts: Vec<String> =
                    self.assertions.iter().map(|(term, _)| term_text(self.store(), *term)).collect();
                Ok(format!("({})\n", texts.join("\n ")))
            }
            "get-info" => self.get_info(text),
            _ => Ok("unsupported\n".to_owned()),
        }
    }

    fn objective_values(&self) -> Reply {
        let checked = self.after(Answer::Sat)?;
        let values = checked.objective_values(self.store()).ok_or("the objectives have no values")?;
        let mut out = String::from("(objectives\n");
        for (objective, value) in values {
            let store = self.store();
            let found = checked.found.as_ref().ok_or("there is no model")?;
            let whole = if let Value::Real(value) = &value { value.to_integer() } else { None };
            // As Z3 prints them: (goal 3), (goal (/ 3.0 2.0))
            let (sort, value) = match whole.filter(|_| objective.goal.is_some()) {
                Some(whole) => (Sort::INT, Value::Int(whole)),
                None => (store.sort(objective.term), value),
            };
            let value = found.model.values.text(store, sort, &value);
            let name = match &objective.goal {
                Some(goal) if goal.is_empty() || is_simple_symbol(goal) => goal.clone(),
                Some(goal) => format!("|{goal}|"),
                None => term_text(store, objective.term),
            };
            out.push_str(&format!(" ({name} {value})\n"));
        }
        out.push_str(")\n");
        Ok(out)
    }

    fn get_info(&self, text: &str) -> Reply {
        let keyword = text.trim_end_matches(')').split_whitespace().nth(1).unwrap_or_default();
        let value = match keyword {
            ":name" => "\"quis-demo\"".to_owned(),
            ":version" => format!("\"{}\"", env!("CARGO_PKG_VERSION")),
            ":authors" => "\"the authors of Quis\"".to_owned(),
            ":error-behavior" => "continued-execution".to_owned(),
            ":assertion-stack-levels" => self.levels.len().to_string(),
            ":reason-unknown" => self.after(Answer::Unknown)?.reason.to_owned(),
            _ => return Ok("unsupported\n".to_owned()),
        };
        Ok(format!("({keyword} {value})\n"))
    }
}

/// The word that begins a command.
fn word_of(text: &str) -> &str {
    let text = text.trim_start_matches('(').trim_start();
    text.split(|c: char| c.is_whitespace() || "();\"|".contains(c)).next().unwrap_or(text)
}

/// match: (echo "a ""b"""), result: a "b"
fn echoed(text: &str) -> String {
    let start = text.find('"').map_or(text.len(), |at| at + 1);
    let end = text.rfind('"').unwrap_or(start).max(start);
    text[start..end].replace("\"\"", "\"") + "\n"
}

/// What is wrong, and where.
fn message(piece: &Piece, diagnostic: &Diagnostic) -> String {
    let (line, column) = line_and_column(&piece.text, diagnostic.span.start);
    let label = diagnostic.label.as_ref().map(|label| format!(" ({label})")).unwrap_or_default();
    format!("line {} column {column}: {}{label}", line + piece.line - 1, diagnostic.message)
}
