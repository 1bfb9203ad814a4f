//! Sessions: one process for many cases, with `(reset)` between them, or `(pop 1)`.
//!
//! What is sent for the case number 7:
//!
//! ```text
//! (echo "quis: case 7")
//! …the question…
//! (echo "quis: over 7")
//! (reset)
//! (echo "quis: ready 7")
//! ```
//!
//! Only what comes between the first two marks belongs to the case, and a case is over when the third has come. Numbers
//! are never used again, so what is left of an earlier case is not taken for an answer to a later one.
//!
//! A question that stands in a scope ([`Question::head`]) leaves nothing behind, so no `(reset)` follows it. If the next one begins with the
//! same options and the same logic, only its scope is sent: that costs a solver a small part of what a `(reset)` costs. Otherwise a
//! `(reset)` comes first.

use std::io;
use std::ops::Range;
use std::os::fd::OwnedFd;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use quis_observations::output::error_of;
use quis_observations::{End, Mode, Observation, Reply};

use crate::interrupt::Interrupt;
use crate::limits::Limits;
use crate::process::{Ending, Finish, Group};
use crate::question::{Question, echoed};
use crate::run::{end_of, refused};
use crate::scratch::Scratch;
use crate::solver::Solver;
use crate::stray;
use crate::supervise::{conclude, until_used_up};
use crate::usage::Usage;
use crate::watch::{Output, Stop, Watch};

/// So many cases a process gets, unless told otherwise.
const CASES: usize = 500;
/// Errors in so many cases one after the other raise a suspicion, at first.
const PATIENCE: usize = 2;
/// And in so many however often the suspicion was wrong.
const MOST_PATIENCE: usize = 64;

/// A solver that is asked many questions, in one process as long as all goes well.
///
/// The process is started when it is needed, and started anew after a time limit, a death, too much output, an answer
/// to `(reset)`, a missing mark, so many cases, or when it has grown too large. If it dies, or reports errors in several
/// cases one after the other, that may be the fault of an earlier case: then the question is asked again in a new process,
/// and what happens there is told.
#[derive(Debug)]
pub struct Session {
    // Before the scratch directory: what runs there is ended first.
    live: Option<Live>,
    scratch: Option<Scratch>,
    solver: Solver,
    limits: Limits,
    interrupt: Option<Interrupt>,
    /// Of the last case.
    number: u64,
    /// How many processes there were.
    started: u64,
    /// Whether the arguments are given that only some releases understand.
    optional: bool,
    /// So many cases a process gets.
    cases: usize,
    /// Errors in so many cases one after the other raise a suspicion.
    patience: usize,
    /// What is sent.
    text: String,
}

/// A process and what is known of it.
#[derive(Debug)]
struct Live {
    group: Group,
    ending: Ending,
    input: OwnedFd,
    outputs: [Output; 2],
    usage: Usage,
    /// What it had used after the last case.
    cpu: Duration,
    /// How many cases it has had.
    cases: usize,
    /// In how many of the last ones there were errors.
    errors: usize,
    /// What the cases before left.
    left: Left,
}

/// What earlier cases left in a process.
#[derive(Debug)]
enum Left {
    /// Nothing: the process is new, or was reset.
    Nothing,
    /// The options and the logic of this head; all else stood in a scope.
    Head(Box<str>),
    /// Perhaps more: there were errors in a scope.
    Unknown,
}

/// What came of a case, and whether to trust it.
enum Outcome {
    Told(Observation),
    /// There have been errors for some time. Perhaps an earlier case is to blame.
    Suspect(Observation),
    /// The process has ended by itself.
    Died {
        observation: Observation,
        /// There was no earlier case that could be to blame.
        first: bool,
    },
    /// The arguments were refused.
    Refused,
}

impl Session {
    /// A session with a solver. Nothing is started yet. The limits are those of a case, except the memory, which is that
    /// of the process.
    #[must_use]
    pub fn new(solver: &Solver, limits: Limits, interrupt: Option<Interrupt>) -> Session {
        Session {
            live: None,
            scratch: None,
            solver: solver.clone(),
            limits,
            interrupt,
            number: 0,
            started: 0,
            optional: !solver.profile.optional.is_empty(),
            cases: CASES,
            patience: PATIENCE,
            text: String::new(),
        }
    }

    /// Gives each case so much CPU time from now on.
    pub fn set_cpu(&mut self, cpu: Duration) {
        self.limits = self.limits.with_cpu(cpu);
    }

    /// Ends the process: the next case gets a new one.
    pub fn restart(&mut self) {
        self.live = None;
    }

    /// A session that starts a new process after so many cases.
    #[must_use]
    pub fn with_cases(self, cases: usize) -> Session {
        Session { cases, ..self }
    }

    /// Asks a question.
    ///
    /// # Errors
    /// If the solver cannot be started or the system fails. What a solver does is no error.
    pub fn ask(&mut self, question: &Question) -> io::Result<Observation> {
        match self.ask_accepted(question)? {
            Outcome::Told(observation) | Outcome::Died { observation, first: true } => Ok(observation),
            Outcome::Suspect(first) | Outcome::Died { observation: first, .. } => {
                self.live = None;
                let again = self.ask_accepted(question)?.observation()?;
                self.learn(&first, &again);
                Ok(again)
            }
            Outcome::Refused => Err(refusal()),
        }
    }

    /// Asks a question. If it is not certain that what happened has to do with this case alone, `elsewhere` asks it
    /// again without a session.
    pub(crate) fn ask_or(
        &mut self,
        question: &Question,
        elsewhere: impl FnOnce() -> io::Result<Observation>,
    ) -> io::Result<Observation> {
        match self.ask_accepted(question)? {
            Outcome::Told(observation) => Ok(observation),
            // What a session allows may be less than what the solver can do.
            Outcome::Suspect(first) | Outcome::Died { observation: first, .. } => {
                let again = elsewhere()?;
                self.learn(&first, &again);
                Ok(again)
            }
            Outcome::Refused => Err(refusal()),
        }
    }

    /// After a suspicion: if the case was to blame, asking twice would cost too much with many such cases.
    fn learn(&mut self, first: &Observation, again: &Observation) {
        if errors(&again.replies).len() == errors(&first.replies).len() {
            self.patience = (2 * self.patience).min(MOST_PATIENCE);
        }
    }

    /// Asks with arguments that the solver knows.
    fn ask_accepted(&mut self, question: &Question) -> io::Result<Outcome> {
        match self.ask_once(question)? {
            Outcome::Refused => self.ask_once(question),
            outcome => Ok(outcome),
        }
    }

    /// How often a process had to be replaced so far.
    #[must_use]
    pub fn restarts(&self) -> u64 {
        self.started.saturating_sub(1)
    }

    fn ask_once(&mut self, question: &Question) -> io::Result<Outcome> {
        let started = Instant::now();
        let mut live = match self.live.take() {
            Some(live) => live,
            None => self.start()?,
        };
        self.number += 1;
        self.write_text(question, &live.left);
        live.group.limit_further_cpu(live.cpu, &self.limits)?;
        let ready = format!("quis: ready {}", self.number);
        let mut watch = Watch {
            input: Some((&live.input, self.text.as_bytes())),
            outputs: &mut live.outputs,
            room: self.limits.output,
            ending: &live.ending,
            interrupt: self.interrupt.as_ref(),
        };
        let mut looked = 0;
        let limits = (self.limits.cpu.map(|cpu| live.cpu + cpu), started + self.limits.wall);
        let stop = until_used_up(&mut watch, Some(&live.usage), limits, |output| {
            let (line, until) = find_line(output, looked, ready.as_bytes());
            looked = until;
            line.is_some()
        })?;
        if stop == Stop::Said {
            // What it has said of this case on the other stream.
            watch.glance()?;
            let all_read = watch.input.is_none();
            return Ok(self.go_on(live, question, started.elapsed(), all_read));
        }
        self.end(live, stop, question, started)
    }

    /// A case is over, and the process lives.
    fn go_on(&mut self, mut live: Live, question: &Question, wall: Duration, all_read: bool) -> Outcome {
        let [stdout, stderr] = [0, 1].map(|at| std::mem::take(&mut live.outputs[at].bytes));
        let part = self.part(&stdout, false);
        let behind = &stdout[part.end..];
        let healthy = all_read && !behind.split(|&byte| byte == b'\n').any(|line| error_of(line).is_some());
        let cpu = live.usage.cpu().unwrap_or(live.cpu);
        let memory = live.usage.memory();
        let observation = Observation {
            wall,
            cpu: cpu.saturating_sub(live.cpu),
            memory: memory.map(|memory| memory.peak),
            ..self.observation(question, &stdout[part], stderr)
        };
        live.cpu = cpu;
        live.cases += 1;
        live.errors = if errors(&observation.replies).is_empty() { 0 } else { live.errors + 1 };
        live.left = match question.head() {
            None => Left::Nothing,
            Some(head) if live.errors == 0 => Left::Head(head.into()),
            Some(_) => Left::Unknown,
        };
        let suspect = live.errors >= self.patience && live.cases > 1;
        let large = match (self.limits.memory, memory) {
            // It would have less memory for the next case than a new process, or more than it may have.
            (Some(limit), Some(memory)) => memory.resident > limit / 4 || memory.space > limit,
            _ => false,
        };
        if healthy && !large && !suspect && live.cases < self.cases {
            self.live = Some(live);
        }
        if suspect { Outcome::Suspect(observation) } else { Outcome::Told(observation) }
    }

    /// What was said to a question, before it is known what it took.
    fn observation(&self, question: &Question, stdout: &[u8], stderr: Vec<u8>) -> Observation {
        Observation {
            solver: self.solver.name.clone(),
            replies: question.replies(stdout),
            stdout: stdout.to_vec(),
            stderr,
            end: End::Exited(0),
            wall: Duration::ZERO,
            cpu: Duration::ZERO,
            memory: None,
            mode: Mode::Session,
            variation: self.solver.variation(),
        }
    }

    /// The process has ended, or has to.
    fn end(&mut self, live: Live, stop: Stop, question: &Question, started: Instant) -> io::Result<Outcome> {
        let Live { group, ending, input, mut outputs, cpu: before, cases, .. } = live;
        // Nobody writes any more.
        drop(input);
        let room =
            outputs.iter().fold(self.limits.output, |room, output| room.saturating_sub(output.bytes.len()));
        let mut watch = Watch {
            input: None,
            outputs: &mut outputs,
            room,
            ending: &ending,
            interrupt: self.interrupt.as_ref(),
        };
        let scratch = self.scratch.as_ref().ok_or(io::ErrorKind::NotFound)?;
        let (truncated, finish) = conclude(group, &mut watch, scratch)?;
        let finish = Finish { cpu: finish.cpu.saturating_sub(before), ..finish };
        let end = end_of(stop, truncated, &finish, &self.limits);
        let [stdout, stderr] = outputs.map(|output| output.bytes);
        if cases == 0 && self.optional && refused(&self.solver, &stdout, &stderr) {
            self.optional = false;
            // It had not begun yet.
            self.started -= 1;
            return Ok(Outcome::Refused);
        }
        let part = self.part(&stdout, cases == 0);
        let observation = Observation {
            end,
            wall: started.elapsed(),
            cpu: finish.cpu,
            memory: Some(finish.memory),
            ..self.observation(question, &stdout[part], stderr)
        };
        let died = matches!(end, End::Exited(_) | End::Signal(_));
        Ok(if died { Outcome::Died { observation, first: cases == 0 } } else { Outcome::Told(observation) })
    }

    /// What of the output belongs to the current case. In the first case of a process that is all that comes before
    /// the case is over.
    fn part(&self, stdout: &[u8], first: bool) -> Range<usize> {
        let [case, over] = ["case", "over"].map(|word| format!("quis: {word} {}", self.number));
        let start = match find_line(stdout, 0, case.as_bytes()).0 {
            Some(line) => line.end,
            None if first => 0,
            None => stdout.len(),
        };
        let end = find_line(stdout, start, over.as_bytes()).0.map_or(stdout.len(), |line| line.start);
        start..end
    }

    fn write_text(&mut self, question: &Question, left: &Left) {
        let (number, text, head) = (self.number.to_string(), &mut self.text, question.head());
        text.clear();
        text.reserve(question.text.len() + 128);
        let same = matches!((left, head), (Left::Head(left), Some(head)) if **left == *head);
        if !same && !matches!(left, Left::Nothing) {
            text.push_str("(reset)\n");
        }
        let skipped = head.filter(|_| same).map_or(0, str::len);
        text.extend([
            "(echo \"quis: case ",
            &number,
            "\")\n",
            question.text.get(skipped..).unwrap_or_default(),
        ]);
        text.extend(["\n(echo \"quis: over ", &number, "\")\n"]);
        if head.is_none() {
            text.push_str("(reset)\n");
        }
        text.extend(["(echo \"quis: ready ", &number, "\")\n"]);
    }

    fn start(&mut self) -> io::Result<Live> {
        let scratch = match self.scratch.take() {
            Some(scratch) if scratch.clean().is_ok() => scratch,
            _ => Scratch::new()?,
        };
        let (input, its_input) = io::pipe().map(|(reader, writer)| (OwnedFd::from(writer), reader))?;
        let ((stdout, its_stdout), (stderr, its_stderr)) = (io::pipe()?, io::pipe()?);
        // A solver that does not read must not stop us.
        rustix::io::ioctl_fionbio(&input, true)?;
        let mut command = Command::new(&self.solver.program);
        command.args(self.solver.session_line(self.optional));
        command.current_dir(scratch.place()).env(stray::VARIABLE, scratch.mark());
        command.stdin(Stdio::from(its_input)).stdout(its_stdout).stderr(its_stderr);
        // The CPU time is limited for each case.
        let group = Group::spawn(&mut command, &Limits { cpu: None, ..self.limits })?;
        self.scratch = Some(scratch);
        self.started += 1;
        Ok(Live {
            ending: group.ending()?,
            usage: Usage::of(group.pid())?,
            group,
            input,
            outputs: [Output::new(stdout), Output::new(stderr)],
            cpu: Duration::ZERO,
            cases: 0,
            errors: 0,
            left: Left::Nothing,
        })
    }
}

impl Outcome {
    /// What was observed, whether to trust it or not.
    fn observation(self) -> io::Result<Observation> {
        match self {
            Outcome::Told(observation)
            | Outcome::Suspect(observation)
            | Outcome::Died { observation, .. } => Ok(observation),
            Outcome::Refused => Err(refusal()),
        }
    }
}

/// Arguments are refused once; then they are not given again.
fn refusal() -> io::Error {
    io::Error::other("the solver refuses its arguments")
}

/// The first errors of the checks.
fn errors(replies: &[Reply]) -> Vec<&str> {
    replies.iter().filter_map(|reply| reply.error.as_deref()).collect()
}

/// The first line from a place on that says this, and where to go on looking if there is none.
fn find_line(output: &[u8], from: usize, wanted: &[u8]) -> (Option<Range<usize>>, usize) {
    let mut at = from;
    while let Some(length) = output[at..].iter().position(|&byte| byte == b'\n') {
        let line = at..at + length + 1;
        if echoed(&output[line.clone()]) == wanted {
            return (Some(line.clone()), line.end);
        }
        at = line.end;
    }
    (None, at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_found_when_they_are_whole() {
        let output = b"sat\n\"quis: over 1\"\nquis: over 12\nquis: over 2";
        assert_eq!(find_line(output, 0, b"quis: over 1"), (Some(4..19), 19));
        assert_eq!(find_line(output, 19, b"quis: over 1"), (None, 33));
        assert_eq!(find_line(output, 0, b"quis: over 2"), (None, 33));
    }
}
