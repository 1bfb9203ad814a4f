//! Runs single cases in workers, to see how they end.

use std::collections::BTreeMap;
use std::io;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use super::parent::Ending;
use super::protocol::{Order, Reply, Target, WorkerCommand};
use super::worker::{Memory, Message, Worker};
use crate::case::Case;
use crate::domain::Profile;
use crate::run::Outcome;

/// The first answer of a process may take longer: it loads a library.
const START: Duration = Duration::from_secs(10);

/// What a domain is, and how a case ends with it in a process of its own; `None` if nothing is wrong.
///
/// # Errors
/// If there is no such domain.
pub fn ending_of(
    command: &WorkerCommand,
    domain: &str,
    case: &Case,
    patience: Duration,
) -> io::Result<(Profile, Option<Ending>)> {
    let mut tryout = Tryout::new(command, domain, patience);
    let profile = tryout.describe(case.dimension)?;
    Ok((profile, tryout.ending(case)))
}

/// Workers for single cases, one for each number of variables.
pub(super) struct Tryout<'c> {
    command: &'c WorkerCommand,
    domain: String,
    patience: Duration,
    workers: BTreeMap<usize, (Worker, Receiver<Message>)>,
}

impl<'c> Tryout<'c> {
    pub(super) fn new(command: &'c WorkerCommand, domain: &str, patience: Duration) -> Tryout<'c> {
        Tryout { command, domain: domain.to_owned(), patience, workers: BTreeMap::new() }
    }

    /// What may be asked of the domain.
    pub(super) fn describe(&mut self, dimension: usize) -> io::Result<Profile> {
        match self.ask(dimension, &Order::Describe, START)? {
            Ok(Reply::Described(profile)) => Ok(profile),
            Ok(Reply::Unknown(reason)) => Err(io::Error::other(reason)),
            Ok(_) => Err(io::Error::other("the worker does not say what it tests")),
            Err(ending) => Err(self.not_started(&ending)),
        }
    }

    fn not_started(&self, ending: &Ending) -> io::Error {
        io::Error::other(format!("{}: {ending}", self.domain))
    }

    /// How a case ends in a process in which nothing was done before.
    pub(super) fn fresh(&mut self, case: &Case) -> Option<Ending> {
        self.workers.clear();
        self.ending(case)
    }

    /// How a case ends, in a process in which nothing failed before; `None` if nothing is wrong.
    pub(super) fn ending(&mut self, case: &Case) -> Option<Ending> {
        match self.ask(case.dimension, &Order::Try(case.clone()), self.patience).ok()? {
            Ok(Reply::Outcome(Outcome::Violated)) => Some(Ending::Violated),
            Ok(Reply::Outcome(Outcome::Failed)) => Some(Ending::Failed),
            Ok(_) => None,
            Err(ending) => Some(ending),
        }
    }

    fn ask(
        &mut self,
        dimension: usize,
        order: &Order,
        patience: Duration,
    ) -> io::Result<Result<Reply, Ending>> {
        let (mut worker, replies) = if let Some(known) = self.workers.remove(&dimension) {
            known
        } else {
            let (sender, replies) = channel();
            let target = Target { domain: self.domain.clone(), dimension };
            let mut worker = Worker::start(self.command, &target, 0, Memory::Filled, sender)?;
            // Loading a library may take longer than a case.
            worker.send(&Order::Describe)?;
            match replies.recv_timeout(START) {
                Ok(Message { reply: Some(reply @ Reply::Described(_)), .. }) => {
                    if matches!(order, Order::Describe) {
                        self.workers.insert(dimension, (worker, replies));
                        return Ok(Ok(reply));
                    }
                }
                Ok(Message { reply: Some(other), .. }) => return Ok(Ok(other)),
                // That it does not start says nothing about a case.
                Ok(Message { reply: None, .. }) | Err(RecvTimeoutError::Disconnected) => {
                    return Err(self.not_started(&Ending::Died(worker.how_it_ended())));
                }
                Err(RecvTimeoutError::Timeout) => return Err(self.not_started(&Ending::NoEnd)),
            }
            (worker, replies)
        };
        let begun = worker.begun();
        worker.send(order)?;
        let reply = loop {
            match replies.recv_timeout(patience / 10) {
                Err(RecvTimeoutError::Timeout) if !worker.has_had(patience, begun) => {}
                reply => break reply,
            }
        };
        match reply {
            Ok(Message { reply: Some(reply), .. }) => {
                self.workers.insert(dimension, (worker, replies));
                Ok(Ok(reply))
            }
            Ok(Message { reply: None, .. }) | Err(RecvTimeoutError::Disconnected) => {
                Ok(Err(Ending::Died(worker.how_it_ended())))
            }
            Err(RecvTimeoutError::Timeout) => Ok(Err(Ending::NoEnd)),
        }
    }
}
