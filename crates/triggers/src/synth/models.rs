//! Models of quantifier-free formulas: values for the variables of a cluster.

use std::io;
use std::time::Duration;

use quis_smtlib::{CommandReader, Term};
use quis_solvers::{Dialogue, Interrupt, Limits, Solver};

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
    pub(super) asked: u64,
}

impl Models {
    pub(super) fn new(
        base: String,
        solver: &Solver,
        limits: Limits,
        interrupt: Option<Interrupt>,
        time: Duration,
    ) -> Models {
        Models { solver: solver.clone(), base, limits, interrupt, dialogue: None, time, asked: 0 }
    }

    /// A model of what is declared and asserted in a text, as values of terms.
    pub(super) fn of(&mut self, reader: &mut CommandReader, text: &str, terms: &str) -> io::Result<Modelled> {
        self.asked += 1;
        let mut dialogue = match self.dialogue.take() {
            Some(dialogue) => dialogue,
            None => {
                let mut dialogue = Dialogue::open(&self.solver, self.limits, self.interrupt.clone())?;
                let opening = format!(
                    "(set-option :produce-models true)\n{}{}",
                    if self.solver.profile.name == "z3" {
                        self.soft_limit()
                    } else {
                        "(set-logic ALL)\n".to_owned()
                    },
                    self.base
                );
                if dialogue.say(&opening, Duration::from_secs(30))?.ended.is_some() {
                    return Ok(Modelled::Open);
                }
                dialogue
            }
        };
        let ask = if terms.is_empty() { String::new() } else { format!("(get-value ({terms}))\n") };
        let said = dialogue.say(
            &format!("(push 1)\n{text}(check-sat)\n{ask}(pop 1)"),
            self.time + Duration::from_millis(500),
        )?;
        if said.ended.is_some() {
            return Ok(Modelled::Open);
        }
        self.dialogue = Some(dialogue);
        let (answer, values) = said.text.split_once('\n').unwrap_or((&said.text, ""));
        Ok(match answer.trim() {
            "unsat" => Modelled::None,
            // A model that is not sure is as good: what comes of it is validated.
            "sat" | "unknown" if terms.is_empty() => Modelled::Values(Vec::new()),
            "sat" | "unknown" if !values.contains("(error") => {
                let read = reader.read_values(values);
                if read.values.is_empty() {
                    return Ok(Modelled::Open);
                }
                Modelled::Values(read.values.into_iter().map(|(_, value)| value).collect())
            }
            _ => Modelled::Open,
        })
    }

    fn soft_limit(&self) -> String {
        format!("(set-option :timeout {})\n", self.time.as_millis())
    }
}
