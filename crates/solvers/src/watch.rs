//! Waiting for all that can happen while a solver runs, in one place: its outputs, its input, its end, the clock and
//! Ctrl-C.

use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::time::{Duration, Instant};

use rustix::buffer::spare_capacity;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::{Errno, read, write};

use crate::interrupt::Interrupt;
use crate::process::Ending;

/// How much is read at once: what a pipe holds.
const PIECE: usize = 1 << 16;
/// Most answers are shorter than this, and memory that is not used costs nothing but its reservation.
const SMALL: usize = 1 << 12;

/// Why watching stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stop {
    /// What was waited for has been said.
    Said,
    /// The first process of the group has ended.
    Ended,
    /// There was too much output.
    Full,
    /// The time is over.
    Late,
    /// The switch was turned on.
    Interrupted,
}

/// A solver that is waited for.
pub(crate) struct Watch<'a> {
    /// Where to write, and what is still to be written. The pipe does not block.
    pub(crate) input: Option<(&'a OwnedFd, &'a [u8])>,
    pub(crate) outputs: &'a mut [Output; 2],
    /// So many bytes may still come.
    pub(crate) room: usize,
    pub(crate) ending: &'a Ending,
    pub(crate) interrupt: Option<&'a Interrupt>,
}

/// Which of the things that can happen have happened.
#[derive(Clone, Copy)]
enum Source {
    Input,
    Output(usize),
    Ending,
    Interrupt,
}

impl Watch<'_> {
    /// Writes and reads until something ends the run, or until `said` finds on the standard output what it looks for.
    pub(crate) fn until(
        &mut self,
        deadline: Instant,
        mut said: impl FnMut(&[u8]) -> bool,
    ) -> io::Result<Stop> {
        loop {
            if self.interrupt.is_some_and(Interrupt::is_on) {
                return Ok(Stop::Interrupted);
            }
            let Some(left) = time_left(deadline) else { return Ok(Stop::Late) };
            let before = self.outputs[0].bytes.len();
            let ended = self.wait(left, true)?;
            if self.room == 0 {
                return Ok(Stop::Full);
            }
            if self.outputs[0].bytes.len() > before && said(&self.outputs[0].bytes) {
                return Ok(Stop::Said);
            }
            if ended {
                return Ok(Stop::Ended);
            }
        }
    }

    /// Reads what is left in the pipes, until they are closed; whether they are.
    pub(crate) fn drain(&mut self, deadline: Instant) -> io::Result<bool> {
        while self.room > 0 && self.outputs.iter().any(|output| output.pipe.is_some()) {
            let Some(left) = time_left(deadline) else { return Ok(false) };
            self.wait(left, false)?;
        }
        Ok(true)
    }

    /// Reads what is there at this moment.
    pub(crate) fn glance(&mut self) -> io::Result<()> {
        self.wait(Duration::ZERO, false).map(drop)
    }

    /// Waits until something happens, reads what there is and writes what fits; whether the first process has ended.
    fn wait(&mut self, time: Duration, running: bool) -> io::Result<bool> {
        let mut waited = Vec::with_capacity(5);
        let mut sources = Vec::with_capacity(5);
        for (at, output) in self.outputs.iter().enumerate() {
            if let Some(pipe) = &output.pipe {
                waited.push(PollFd::new(pipe, PollFlags::IN));
                sources.push(Source::Output(at));
            }
        }
        if running {
            waited.push(PollFd::new(self.ending, PollFlags::IN));
            sources.push(Source::Ending);
            if let Some(interrupt) = self.interrupt {
                waited.push(PollFd::from_borrowed_fd(interrupt.wakes(), PollFlags::IN));
                sources.push(Source::Interrupt);
            }
            if let Some((pipe, _)) = self.input {
                waited.push(PollFd::new(pipe, PollFlags::OUT));
                sources.push(Source::Input);
            }
        }
        match poll(&mut waited, Timespec::try_from(time).ok().as_ref()) {
            Ok(_) => {}
            Err(Errno::INTR) => return Ok(false),
            Err(error) => return Err(error.into()),
        }
        let events: Vec<PollFlags> = waited.iter().map(PollFd::revents).collect();
        let mut ended = false;
        for (source, events) in sources.into_iter().zip(events).filter(|(_, events)| !events.is_empty()) {
            match source {
                Source::Output(at) => self.outputs[at].take(events, &mut self.room)?,
                Source::Ending => ended = true,
                Source::Input => self.feed()?,
                Source::Interrupt => {}
            }
        }
        Ok(ended)
    }

    /// Writes what fits. A solver that has closed its input gets no more, and may still have something to say.
    fn feed(&mut self) -> io::Result<()> {
        let Some((pipe, rest)) = self.input else { return Ok(()) };
        match write(pipe, rest) {
            Ok(count) => self.input = Some((pipe, &rest[count..])).filter(|(_, rest)| !rest.is_empty()),
            Err(Errno::AGAIN | Errno::INTR) => {}
            Err(Errno::PIPE) => self.input = None,
            Err(error) => return Err(error.into()),
        }
        Ok(())
    }
}

fn time_left(deadline: Instant) -> Option<Duration> {
    deadline.checked_duration_since(Instant::now()).filter(|left| !left.is_zero())
}

/// One of the two outputs.
#[derive(Debug, Default)]
pub(crate) struct Output {
    /// Until it is closed.
    pipe: Option<OwnedFd>,
    pub(crate) bytes: Vec<u8>,
}

impl Output {
    pub(crate) fn new(pipe: impl Into<OwnedFd>) -> Self {
        Output { pipe: Some(pipe.into()), bytes: Vec::new() }
    }

    /// Reads what there is, at most what there is room for. Something is there, or the pipe is closed.
    fn take(&mut self, events: PollFlags, room: &mut usize) -> io::Result<()> {
        let Some(pipe) = &self.pipe else { return Ok(()) };
        if !events.contains(PollFlags::IN) {
            // Closed and empty: there is no need to read to know it.
            self.pipe = None;
            return Ok(());
        }
        if *room == 0 {
            return Ok(());
        }
        let piece = if self.bytes.is_empty() { SMALL } else { PIECE };
        self.bytes.reserve(piece);
        let before = self.bytes.len();
        match read(pipe.as_fd(), spare_capacity(&mut self.bytes)) {
            Ok(0) => self.pipe = None,
            Ok(count) => {
                self.bytes.truncate(before + count.min(*room));
                *room -= count.min(*room);
            }
            Err(Errno::INTR | Errno::AGAIN) => {}
            Err(error) => return Err(error.into()),
        }
        Ok(())
    }
}
