//! A worker as its parent sees it.

use std::io::{self, BufRead, BufReader, Write};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

use super::page::{Page, Position};
use super::protocol::{Order, Reply, Target, WorkerCommand};

/// The system's allocator is to keep more of what is given back at hand: libraries make and drop elements all the time.
const QUICK: &str = "glibc.malloc.tcache_count=10000:glibc.malloc.tcache_max=16384";

/// The system's allocator is to fill all that it gives: what reads memory that it did not write then does the same each time.
const FILLED: &str = "glibc.malloc.tcache_count=0:glibc.malloc.perturb=165";

/// The variable for both.
const TUNABLES: &str = "GLIBC_TUNABLES";

/// How a worker's memory is given out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Memory {
    /// As quickly as can be.
    Quick,
    /// The same way each time.
    Filled,
}

/// A worker that waits for something, and not for its turn, is given up after so many times the time that one at work has.
const ASLEEP: u32 = 10;

/// When a worker began with something, and how much time of the processor it had had then.
#[derive(Clone, Copy)]
pub(super) struct Begun {
    at: Instant,
    had: Option<Duration>,
}

/// What a worker said, or that it says nothing more.
pub(super) struct Message {
    pub(super) worker: usize,
    pub(super) reply: Option<Reply>,
}

/// A process that tests a domain. It ends with this value.
pub(super) struct Worker {
    number: usize,
    child: Child,
    orders: Option<ChildStdin>,
    page: Page,
    page_path: PathBuf,
    /// What the page said when it last changed, and when that was.
    seen: (u64, Begun),
    /// Removed at the end.
    _directory: tempfile::TempDir,
}

impl Worker {
    /// Starts one, whose replies are sent on under a number.
    pub(super) fn start(
        command: &WorkerCommand,
        target: &Target,
        number: usize,
        memory: Memory,
        replies: Sender<Message>,
    ) -> io::Result<Worker> {
        let tunables = if memory == Memory::Quick { QUICK } else { FILLED };
        let directory = tempfile::tempdir()?;
        let page_path = directory.path().join("page");
        let page = Page::open(&page_path)?;
        let mut child = Command::new(&command.program)
            .args(&command.arguments)
            .args(["--domain", &target.domain, "--dimension", &target.dimension.to_string()])
            .env(TUNABLES, std::env::var(TUNABLES).unwrap_or_else(|_| tunables.to_owned()))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let orders = child.stdin.take();
        if let Some(said) = child.stdout.take() {
            std::thread::spawn(move || {
                for line in BufReader::new(said).lines().map_while(Result::ok) {
                    let reply = serde_json::from_str(&line).ok();
                    if reply.is_some() && replies.send(Message { worker: number, reply }).is_err() {
                        return;
                    }
                }
                // Nobody listens any more if the parent is done.
                drop(replies.send(Message { worker: number, reply: None }));
            });
        }
        let seen = (page.count(), Begun { at: Instant::now(), had: processor_time(&child) });
        Ok(Worker { number, child, orders, page, page_path, seen, _directory: directory })
    }

    /// Under which its replies are sent on.
    pub(super) fn number(&self) -> usize {
        self.number
    }

    pub(super) fn page_path(&self) -> &Path {
        &self.page_path
    }

    /// Gives an order. That the worker is dead already shows later.
    pub(super) fn send(&mut self, order: &Order) -> io::Result<()> {
        let mut line = serde_json::to_vec(order)?;
        line.push(b'\n');
        if let Some(orders) = &mut self.orders {
            match orders.write_all(&line) {
                Err(error) if error.kind() != io::ErrorKind::BrokenPipe => return Err(error),
                _ => {}
            }
        }
        Ok(())
    }

    /// What it was about to do.
    pub(super) fn position(&self) -> Position {
        self.page.position()
    }

    /// Whether it has done nothing for so long.
    pub(super) fn is_stuck(&mut self, patience: Duration) -> bool {
        let count = self.page.count();
        if count != self.seen.0 {
            self.seen = (count, self.begun());
        }
        self.has_had(patience, self.seen.1)
    }

    /// It begins with something now.
    pub(super) fn begun(&self) -> Begun {
        Begun { at: Instant::now(), had: processor_time(&self.child) }
    }

    /// Whether it has had so much time for something: of the processor, as others may use it, too.
    pub(super) fn has_had(&self, patience: Duration, begun: Begun) -> bool {
        let waited = begun.at.elapsed();
        if waited <= patience || waited > patience * ASLEEP {
            return waited > patience;
        }
        match (begun.had, processor_time(&self.child)) {
            (Some(before), Some(now)) => now.saturating_sub(before) >= patience,
            _ => true,
        }
    }

    /// How it ended, after it did.
    pub(super) fn how_it_ended(&mut self) -> String {
        match self.child.wait() {
            Ok(status) => match (status.signal(), status.code()) {
                (Some(signal), _) => format!("signal {}", signal_name(signal)),
                (None, Some(code)) => format!("exit code {code}"),
                (None, None) => "it ended".to_owned(),
            },
            Err(error) => error.to_string(),
        }
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        // It may be dead already.
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// The time of the processor that a process has had, where the system tells.
fn processor_time(child: &Child) -> Option<Duration> {
    let said = std::fs::read_to_string(format!("/proc/{}/stat", child.id())).ok()?;
    // match: 7 (name) R 1 1 1 0 -1 0 0 0 0 0 USER SYSTEM …
    let (_, fields) = said.rsplit_once(')')?;
    let ticks =
        fields.split_ascii_whitespace().skip(11).take(2).map(str::parse::<u64>).sum::<Result<u64, _>>();
    let in_a_second = rustix::param::clock_ticks_per_second();
    Some(Duration::from_secs_f64(ticks.ok()? as f64 / in_a_second as f64))
}

fn signal_name(signal: i32) -> String {
    match signal {
        4 => "SIGILL".into(),
        6 => "SIGABRT".into(),
        7 => "SIGBUS".into(),
        8 => "SIGFPE".into(),
        9 => "SIGKILL".into(),
        11 => "SIGSEGV".into(),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn worker(script: &str) -> io::Result<Worker> {
        let arguments = vec!["-c".to_owned(), script.to_owned()];
        let target = Target { domain: "none".to_owned(), dimension: 1 };
        let (replies, _) = std::sync::mpsc::channel();
        Worker::start(&WorkerCommand { program: "sh".into(), arguments }, &target, 0, Memory::Quick, replies)
    }

    /// A process that does not get its turn has not been at work.
    #[test]
    fn what_counts_is_the_time_of_the_processor() -> io::Result<()> {
        let patience = Duration::from_millis(150);
        let mut asleep = worker("exec sleep 60")?;
        let mut at_work = worker("while :; do :; done")?;
        let start = Instant::now();
        while !at_work.is_stuck(patience) {
            assert!(start.elapsed() < patience * 400, "it is at work");
            std::thread::sleep(Duration::from_millis(5));
        }
        let begun = asleep.begun();
        std::thread::sleep(patience * 2);
        assert!(!asleep.has_had(patience, begun) || begun.at.elapsed() > patience * ASLEEP);
        while !asleep.is_stuck(patience) {
            assert!(start.elapsed() < patience * 400, "it will not wake up");
            std::thread::sleep(Duration::from_millis(5));
        }
        Ok(())
    }
}
