//! Dialogues: one process that keeps what it was told, for users who say one thing after the other.
//!
//! What is sent for the sentence number 7:
//!
//! ```text
//! …the sentence…
//! (echo "quis: said 7")
//! ```
//!
//! All that comes before the mark is the answer. Unlike in a [`Session`](crate::Session), nothing is reset in between: scopes,
//! declarations and assertions stay.

use std::io;
use std::os::fd::OwnedFd;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::interrupt::Interrupt;
use crate::limits::Limits;
use crate::process::{Ending, Group};
use crate::question::echoed;
use crate::scratch::Scratch;
use crate::solver::Solver;
use crate::stray;
use crate::usage::Usage;
use crate::watch::{Output, Stop, Watch};

/// A solver that is talked to. The process ends with this value.
///
/// ```
/// use std::time::Duration;
///
/// use quis_solvers::{Dialogue, Limits, SearchPath, Solver};
///
/// // A stand-in that knows its answer by heart.
/// let solver = Solver::from_spec("sh -c 'echo sat; echo quis: said 1; cat'", &SearchPath::from_environment());
/// let solver = solver.expect("a shell on the PATH");
/// let mut dialogue = Dialogue::open(&solver, Limits::default(), None).expect("it can be started");
/// let said = dialogue.say("(check-sat)", Duration::from_secs(5)).expect("a pipe");
/// assert_eq!((said.text.as_str(), said.ended), ("sat\n", None));
/// ```
#[derive(Debug)]
pub struct Dialogue {
    // Before the scratch directory: what runs there is ended first.
    live: Option<Live>,
    _scratch: Scratch,
    limits: Limits,
    interrupt: Option<Interrupt>,
    /// Of the last sentence.
    number: u64,
    /// Of the process, when it was last looked at.
    cpu: Duration,
}

#[derive(Debug)]
struct Live {
    ending: Ending,
    input: OwnedFd,
    outputs: [Output; 2],
    usage: Usage,
    _group: Group,
}

/// What a solver said.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Said {
    /// On its standard output.
    pub text: String,
    /// Why there will be no more, if that is so.
    pub ended: Option<Silence>,
}

/// Why a solver says nothing more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Silence {
    /// Its time was over.
    Late,
    /// It has ended by itself.
    Ended,
    /// It wrote too much.
    Full,
    /// The user does not want to wait.
    Interrupted,
}

impl Dialogue {
    /// Starts a solver that reads its standard input.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn open(solver: &Solver, limits: Limits, interrupt: Option<Interrupt>) -> io::Result<Dialogue> {
        let scratch = Scratch::new()?;
        let (input, its_input) = io::pipe().map(|(reader, writer)| (OwnedFd::from(writer), reader))?;
        let ((stdout, its_stdout), (stderr, its_stderr)) = (io::pipe()?, io::pipe()?);
        // A solver that does not read must not stop us.
        rustix::io::ioctl_fionbio(&input, true)?;
        let mut command = Command::new(&solver.program);
        command.args(solver.session_line(false));
        command.current_dir(scratch.place()).env(stray::VARIABLE, scratch.mark());
        command.stdin(Stdio::from(its_input)).stdout(its_stdout).stderr(its_stderr);
        let group = Group::spawn(&mut command, &limits)?;
        let live = Live {
            ending: group.ending()?,
            usage: Usage::of(group.pid())?,
            input,
            outputs: [Output::new(stdout), Output::new(stderr)],
            _group: group,
        };
        Ok(Dialogue {
            live: Some(live),
            _scratch: scratch,
            limits,
            interrupt,
            number: 0,
            cpu: Duration::ZERO,
        })
    }

    /// Says something, and waits for the answer so long. A solver that does not answer in time is ended.
    ///
    /// # Errors
    /// If the system fails. What a solver does is no error.
    pub fn say(&mut self, text: &str, wall: Duration) -> io::Result<Said> {
        let Some(live) = &mut self.live else {
            return Ok(Said { text: String::new(), ended: Some(Silence::Ended) });
        };
        self.number += 1;
        let mark = format!("quis: said {}", self.number);
        let sentence = format!("{text}\n(echo \"{mark}\")\n");
        let mut watch = Watch {
            input: Some((&live.input, sentence.as_bytes())),
            outputs: &mut live.outputs,
            room: self.limits.output,
            ending: &live.ending,
            interrupt: self.interrupt.as_ref(),
        };
        let (mut start, mut end) = (0, None);
        let stop = watch.until(Instant::now() + wall, |output| {
            while let Some(length) = output[start..].iter().position(|&byte| byte == b'\n') {
                if echoed(&output[start..=start + length]) == mark.as_bytes() {
                    end = Some(start);
                    return true;
                }
                start += length + 1;
            }
            false
        })?;
        if stop != Stop::Said {
            watch.glance()?;
        }
        let mut bytes = std::mem::take(&mut live.outputs[0].bytes);
        live.outputs[1].bytes.clear();
        self.cpu = live.usage.cpu().unwrap_or(self.cpu);
        bytes.truncate(end.unwrap_or(bytes.len()));
        let ended = match stop {
            Stop::Said => None,
            Stop::Late => Some(Silence::Late),
            Stop::Ended => Some(Silence::Ended),
            Stop::Full => Some(Silence::Full),
            Stop::Interrupted => Some(Silence::Interrupted),
        };
        if ended.is_some() {
            self.live = None;
        }
        Ok(Said { text: String::from_utf8_lossy(&bytes).into_owned(), ended })
    }

    /// Whether it still listens.
    #[must_use]
    pub fn is_alive(&self) -> bool {
        self.live.is_some()
    }

    /// The CPU time that the process has used, as far as it is known.
    #[must_use]
    pub fn cpu(&self) -> Duration {
        self.cpu
    }
}
