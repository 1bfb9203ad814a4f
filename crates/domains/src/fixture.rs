//! Domains that behave badly, for tests of the isolation: `fixture:dies`, `fixture:loops`, `fixture:remembers`, `fixture:tires` and
//! `fixture:spoils`.

use std::cell::Cell;

use crate::domain::{Domain, Profile};
use crate::fact::Fact;
use crate::linear::{Constraint, Linear};
use crate::reference::{Condition, Expression, Intervals, Ranges};

/// What goes wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fate {
    /// The process dies when the second variable is projected.
    Dies,
    /// It then never comes to an end.
    Loops,
    /// After some questions, nothing is below anything; without these, only few elements are not.
    Remembers,
    /// An element that says much is not below itself; if it is asked after others, the process dies.
    Tires,
    /// An element that says much is not below itself; once one was asked, nothing is below anything in this process.
    Spoils,
}

/// So many questions of a pool are answered.
const ANSWERED: u32 = 2;

/// An element that says so much is not below itself.
const MUCH: usize = 2;

/// Intervals that something goes wrong with.
pub(crate) struct Hostile {
    /// Questions since expressions were prepared, as they are for a pool.
    asked: Cell<u32>,
    /// Whether something was asked in this process that matters for what is asked later.
    is_spent: Cell<bool>,
    intervals: Intervals,
    fate: Fate,
    profile: Profile,
}

impl Hostile {
    /// The fixture of a name.
    pub(crate) fn named(name: &str, dimension: usize) -> Option<Hostile> {
        let fate = match name {
            "fixture:dies" => Fate::Dies,
            "fixture:loops" => Fate::Loops,
            "fixture:remembers" => Fate::Remembers,
            "fixture:tires" => Fate::Tires,
            "fixture:spoils" => Fate::Spoils,
            _ => return None,
        };
        let intervals = Intervals::new(dimension);
        let profile = Profile { name: name.to_owned(), ..intervals.profile().clone() };
        Some(Hostile { asked: Cell::new(0), is_spent: Cell::new(false), intervals, fate, profile })
    }
}

impl Domain for Hostile {
    type Element = Ranges;
    type Expression = Expression;
    type Condition = Condition;

    fn profile(&self) -> &Profile {
        &self.profile
    }

    fn dimension(&self) -> usize {
        self.intervals.dimension()
    }

    fn expression(&self, linear: &Linear) -> Expression {
        self.asked.set(0);
        self.intervals.expression(linear)
    }

    fn condition(&self, constraint: &Constraint) -> Condition {
        self.intervals.condition(constraint)
    }

    fn top(&self) -> Ranges {
        self.intervals.top()
    }

    fn bottom(&self) -> Ranges {
        self.intervals.bottom()
    }

    fn copy(&self, x: &Ranges) -> Ranges {
        self.intervals.copy(x)
    }

    fn is_leq(&self, x: &Ranges, y: &Ranges) -> bool {
        self.asked.set(self.asked.get() + 1);
        let says_much = self.intervals.constraints(x).len() >= MUCH;
        let was_spent = self.is_spent.get();
        self.is_spent.set(was_spent || says_much || self.fate == Fate::Tires);
        let is_wrong = match self.fate {
            Fate::Remembers => self.asked.get() > ANSWERED || says_much,
            Fate::Tires if says_much && was_spent => std::process::abort(),
            Fate::Tires => says_much,
            Fate::Spoils => says_much || was_spent,
            Fate::Dies | Fate::Loops => false,
        };
        !is_wrong && self.intervals.is_leq(x, y)
    }

    fn is_eq(&self, x: &Ranges, y: &Ranges) -> bool {
        self.intervals.is_eq(x, y)
    }

    fn is_bottom(&self, x: &Ranges) -> bool {
        self.intervals.is_bottom(x)
    }

    fn is_top(&self, x: &Ranges) -> bool {
        self.intervals.is_top(x)
    }

    fn join(&self, x: &Ranges, y: &Ranges) -> Ranges {
        self.intervals.join(x, y)
    }

    fn meet(&self, x: &Ranges, y: &Ranges) -> Ranges {
        self.intervals.meet(x, y)
    }

    fn widen(&self, x: &Ranges, y: &Ranges) -> Ranges {
        self.intervals.widen(x, y)
    }

    fn narrow(&self, x: &Ranges, y: &Ranges) -> Ranges {
        self.intervals.narrow(x, y)
    }

    fn assign(&self, x: &Ranges, variable: usize, expression: &Expression) -> Ranges {
        self.intervals.assign(x, variable, expression)
    }

    fn project(&self, x: &Ranges, variable: usize) -> Ranges {
        if variable == 1 {
            match self.fate {
                Fate::Remembers | Fate::Tires | Fate::Spoils => {}
                Fate::Dies => std::process::abort(),
                Fate::Loops => loop {
                    // It is at work, as a library that loops is: what counts is the time of the processor.
                    std::hint::spin_loop();
                },
            }
        }
        self.intervals.project(x, variable)
    }

    fn cond(&self, x: &Ranges, condition: &Condition) -> Ranges {
        self.intervals.cond(x, condition)
    }

    fn constraints(&self, x: &Ranges) -> Vec<Fact> {
        self.intervals.constraints(x)
    }
}
