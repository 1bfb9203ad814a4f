//! Models of quantifier-free formulas: values for the variables of a cluster.

use std::io;
use std::time::Duration;

use quis_smtlib::{CommandReader, Store, Term};
use quis_solvers::{Dialogue, Interrupt, Limits, Solver};

use super::learned::Difference;
use crate::refute::sexp::{has_error, parts, unquoted};
use crate::text;

/// What a solver says of a quantifier-free formula.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Modelled {
    /// Values, in the order of the terms.
    Values(Vec<Term>),
    /// There is none.
    None,
    /// The solver does not know, and has no idea either.
    Open,
}

/// A solver that is asked for models.
pub(super) struct Models {
    solver: Solver,
    /// What is declared.
    base: String,
    limits: Limits,
    interrupt: Option<Interrupt>,
    dialogue: Option<Dialogue>,
    time: Duration,
    /// How names of wishes begin.
    stem: String,
    pub(super) asked: u64,
}

impl Models {
    /// For what is declared in a text; names that begin with the stem are free.
    pub(super) fn new(
        base: String,
        stem: String,
        solver: &Solver,
        limits: Limits,
        interrupt: Option<Interrupt>,
        time: Duration,
    ) -> Models {
        Models { solver: solver.clone(), base, limits, interrupt, dialogue: None, time, stem, asked: 0 }
    }

    /// Whether somebody does not want to wait any more.
    pub(super) fn is_interrupted(&self) -> bool {
        self.interrupt.as_ref().is_some_and(Interrupt::is_on)
    }

    /// A model of what is declared and asserted in a text, as values of terms. Pairs of terms differ in it, as far as that can be.
    pub(super) fn of(
        &mut self,
        reader: &mut CommandReader,
        text: &str,
        wished: &[Difference],
        terms: &str,
    ) -> io::Result<Modelled> {
        self.asked += 1;
        let mut dialogue = match self.dialogue.take() {
            Some(dialogue) => dialogue,
            None => match self.opened()? {
                Some(dialogue) => dialogue,
                None => return Ok(Modelled::Open),
            },
        };
        let asked = self.asked_in(&mut dialogue, reader, text, wished, terms)?;
        // What was said in the middle of a question is lost with the process.
        let Some((modelled, is_left)) = asked else { return Ok(Modelled::Open) };
        if is_left {
            self.dialogue = Some(dialogue);
        }
        Ok(modelled)
    }

    fn opened(&self) -> io::Result<Option<Dialogue>> {
        let mut dialogue = Dialogue::open(&self.solver, self.limits, self.interrupt.clone())?;
        let own = match self.solver.profile.name.as_str() {
            "z3" => self.soft_limit(),
            _ => "(set-logic ALL)\n".to_owned(),
        };
        let options = "(set-option :produce-models true)\n(set-option :produce-unsat-assumptions true)\n";
        let said = dialogue.say(&format!("{options}{own}{}", self.base), Duration::from_secs(30))?;
        Ok(said.ended.is_none().then_some(dialogue))
    }

    /// What a process says, and whether it can be asked again.
    fn asked_in(
        &self,
        dialogue: &mut Dialogue,
        reader: &mut CommandReader,
        text: &str,
        wished: &[Difference],
        terms: &str,
    ) -> io::Result<Option<(Modelled, bool)>> {
        let patience = self.time + Duration::from_millis(500);
        let mut say = |sentence: &str| {
            let said = dialogue.say(sentence, patience)?;
            io::Result::Ok(said.ended.is_none().then_some(said.text))
        };
        let value = if terms.is_empty() { String::new() } else { format!("(get-value ({terms}))\n") };
        let mut wishes = self.wishes(&reader.store, wished);
        if wishes.is_empty() {
            let said = say(&format!("(push 1)\n{text}(check-sat)\n{value}(pop 1)"))?;
            return Ok(said.map(|said| (modelled(reader, &said, terms), true)));
        }
        let mut sentence = format!("(push 1)\n{text}");
        for Wish { name, difference } in &wishes {
            sentence +=
                &format!("(declare-const {name} Bool)\n(assert (=> {name} (not (= {difference}))))\n");
        }
        let found = loop {
            let names: Vec<&str> = wishes.iter().map(|wish| wish.name.as_str()).collect();
            let check = format!("(check-sat-assuming ({}))\n", names.join(" "));
            let Some(said) = say(&format!("{sentence}{check}{value}"))? else { return Ok(None) };
            sentence.clear();
            let answer = said.lines().next().map(str::trim);
            if answer != Some("unsat") || wishes.is_empty() {
                break modelled(reader, &said, terms);
            }
            // Not all wishes can be met: those that cannot be together are given up.
            let Some(said) = say("(get-unsat-assumptions)")? else { return Ok(None) };
            let given_up: Vec<&str> = parts(&said).into_iter().map(unquoted).collect();
            let before = wishes.len();
            wishes.retain(|wish| !given_up.contains(&wish.name.as_str()));
            if wishes.len() == before {
                break if has_error(&said) { Modelled::Open } else { Modelled::None };
            }
        };
        Ok(Some((found, say("(pop 1)")?.is_some())))
    }

    fn wishes(&self, store: &Store, wished: &[Difference]) -> Vec<Wish> {
        let wish = |(number, &(a, b)): (usize, &Difference)| Wish {
            name: format!("{}!{number}", self.stem),
            difference: format!("{} {}", text::term(store, a), text::term(store, b)),
        };
        wished.iter().enumerate().map(wish).collect()
    }

    fn soft_limit(&self) -> String {
        format!("(set-option :timeout {})\n", self.time.as_millis())
    }
}

/// A difference under a name of its own.
struct Wish {
    name: String,
    /// The two terms.
    difference: String,
}

/// What an answer and the values behind it come to.
fn modelled(reader: &mut CommandReader, said: &str, terms: &str) -> Modelled {
    let (answer, values) = said.split_once('\n').unwrap_or((said, ""));
    match answer.trim() {
        "unsat" => Modelled::None,
        // A model that is not sure is as good: what comes of it is validated.
        "sat" | "unknown" if terms.is_empty() => Modelled::Values(Vec::new()),
        "sat" | "unknown" if !values.contains("(error") => {
            let read = reader.read_values(values);
            if read.values.is_empty() {
                return Modelled::Open;
            }
            Modelled::Values(read.values.into_iter().map(|(_, value)| value).collect())
        }
        _ => Modelled::Open,
    }
}
