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
const TUNABLES: (&str, &str) =
    ("GLIBC_TUNABLES", "glibc.malloc.tcache_count=10000:glibc.malloc.tcache_max=16384");

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
    seen: (u64, Instant),
    /// Removed at the end.
    _directory: tempfile::TempDir,
}

impl Worker {
    /// Starts one, whose replies are sent on under a number.
    pub(super) fn start(
        command: &WorkerCommand,
        target: &Target,
        number: usize,
        replies: Sender<Message>,
    ) -> io::Result<Worker> {
        let directory = tempfile::tempdir()?;
        let page_path = directory.path().join("page");
        let page = Page::open(&page_path)?;
        let mut child = Command::new(&command.program)
            .args(&command.arguments)
            .args(["--domain", &target.domain, "--dimension", &target.dimension.to_string()])
            .env(TUNABLES.0, std::env::var(TUNABLES.0).unwrap_or_else(|_| TUNABLES.1.to_owned()))
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
        let seen = (page.count(), Instant::now());
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
            self.seen = (count, Instant::now());
        }
        self.seen.1.elapsed() > patience
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
