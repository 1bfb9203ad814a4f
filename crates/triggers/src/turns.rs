//! Leads go first: while one is followed, nothing else is begun. When it is known what it comes to, what runs is cut short; if that was too soon,
//! it is begun again.

use std::cell::Cell;
use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use quis_solvers::Interrupt;

/// What is being tried, by all workers.
#[derive(Debug, Default)]
pub(crate) struct Turns {
    /// How many leads are followed.
    leads: AtomicUsize,
    begun: AtomicUsize,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    running: Vec<Running>,
    /// Nothing is to be begun any more.
    is_over: bool,
}

#[derive(Debug)]
struct Running {
    number: usize,
    interrupt: Interrupt,
    can_be_cut: bool,
}

/// Something that is being tried, as long as it lives.
#[derive(Debug)]
pub(crate) struct Turn<'t> {
    turns: &'t Turns,
    number: usize,
    interrupt: Interrupt,
    is_lead: Cell<bool>,
}

impl Turns {
    /// Begins something, which a lead may cut short.
    ///
    /// # Errors
    /// If the system has no pipe left.
    pub(crate) fn begin(&self, can_be_cut: bool) -> io::Result<Turn<'_>> {
        let interrupt = Interrupt::new()?;
        let number = self.begun.fetch_add(1, Ordering::Relaxed);
        let mut state = self.state();
        if state.is_over {
            interrupt.trigger();
        }
        state.running.push(Running { number, interrupt: interrupt.clone(), can_be_cut });
        Ok(Turn { turns: self, number, interrupt, is_lead: Cell::new(false) })
    }

    /// Ends all that runs, and all that will be begun.
    pub(crate) fn end(&self) {
        let mut state = self.state();
        state.is_over = true;
        state.running.iter().for_each(|one| one.interrupt.trigger());
    }

    /// Whether a lead is followed.
    pub(crate) fn has_lead(&self) -> bool {
        self.leads.load(Ordering::Relaxed) > 0
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Turn<'_> {
    /// Turned on when this is to end.
    pub(crate) fn interrupt(&self) -> &Interrupt {
        &self.interrupt
    }

    /// Something will come of this, if nobody is faster: nothing else is begun from now on.
    pub(crate) fn holds_others(&self) {
        if !self.is_lead.replace(true) {
            self.turns.leads.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Something has come of this: others are cut short, unless that is so of them, too.
    pub(crate) fn goes_first(&self) {
        self.holds_others();
        for one in &mut self.turns.state().running {
            if one.number == self.number {
                one.can_be_cut = false;
            } else if one.can_be_cut {
                one.interrupt.trigger();
            }
        }
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        self.turns.state().running.retain(|one| one.number != self.number);
        if self.is_lead.get() {
            self.turns.leads.fetch_sub(1, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_something_has_come_of_cuts_others_short() {
        let turns = Turns::default();
        let [one, other, late] = [true, true, false].map(|can_be_cut| turns.begin(can_be_cut).unwrap());
        assert!(!turns.has_lead());
        one.holds_others();
        assert!(turns.has_lead() && !other.interrupt().is_on());
        one.goes_first();
        assert_eq!([&one, &other, &late].map(|turn| turn.interrupt().is_on()), [false, true, false]);
        // What comes up with something at the same time is not cut short.
        let second = turns.begin(true).unwrap();
        second.goes_first();
        assert!(!one.interrupt().is_on());
        drop(one);
        assert!(turns.has_lead());
        drop(second);
        assert!(!turns.has_lead());
        turns.end();
        assert!(late.interrupt().is_on());
        drop((other, late));
        assert!(turns.state().running.is_empty());
        assert!(turns.begin(false).unwrap().interrupt().is_on(), "it is over");
    }
}
