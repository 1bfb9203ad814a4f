//! Stopping all runs at once: at Ctrl-C, or when the rest is not wanted.

use std::io::{self, PipeReader, PipeWriter, Write};
use std::os::fd::{AsFd, BorrowedFd};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::{flag, low_level};

/// The signals that ask a process to end.
const SIGNALS: [i32; 3] = [SIGINT, SIGTERM, SIGHUP];

/// A switch that ends all runs that know of it. Once on, it stays on.
#[derive(Clone, Debug)]
pub struct Interrupt {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    on: Arc<AtomicBool>,
    signal: Arc<AtomicUsize>,
    /// Has something to read once the switch is on. Nobody reads it: whoever waits for it is woken.
    reader: PipeReader,
    writer: PipeWriter,
}

impl Interrupt {
    /// A switch that only [`trigger`](Interrupt::trigger) turns on.
    ///
    /// # Errors
    /// If the system has no pipe left.
    pub fn new() -> io::Result<Self> {
        let (reader, writer) = io::pipe()?;
        let inner = Inner { on: Arc::default(), signal: Arc::default(), reader, writer };
        Ok(Interrupt { inner: Arc::new(inner) })
    }

    /// A switch that Ctrl-C and the other requests to end turn on, too. The second of them ends the process at once,
    /// for a process that is slow to clean up.
    ///
    /// # Errors
    /// If the system has no pipe left or refuses the handlers.
    pub fn on_signals() -> io::Result<Self> {
        let interrupt = Interrupt::new()?;
        let Inner { on, signal, writer, .. } = &*interrupt.inner;
        for number in SIGNALS.into_iter().filter(|&number| !is_ignored(number)) {
            // In the order in which they act: this one sees the switch as it was before the signal.
            flag::register_conditional_shutdown(number, 128 + number, Arc::clone(on))?;
            flag::register(number, Arc::clone(on))?;
            flag::register_usize(number, Arc::clone(signal), number.unsigned_abs() as usize)?;
            low_level::pipe::register(number, writer.try_clone()?)?;
        }
        Ok(interrupt)
    }

    /// Turns the switch on.
    pub fn trigger(&self) {
        if !self.inner.on.swap(true, Ordering::SeqCst) {
            // One byte always fits into an empty pipe.
            let _ = (&self.inner.writer).write_all(&[0]);
        }
    }

    /// Whether the switch is on.
    #[must_use]
    pub fn is_on(&self) -> bool {
        self.inner.on.load(Ordering::SeqCst)
    }

    /// The number of the signal that turned the switch on.
    #[must_use]
    pub fn signal(&self) -> Option<u8> {
        u8::try_from(self.inner.signal.load(Ordering::SeqCst)).ok().filter(|&signal| signal != 0)
    }

    /// Becomes readable when the switch is turned on.
    pub(crate) fn wakes(&self) -> BorrowedFd<'_> {
        self.inner.reader.as_fd()
    }
}

/// Whether whoever started us wants a signal to be ignored, as `nohup` does.
fn is_ignored(signal: i32) -> bool {
    let Ok(status) = std::fs::read_to_string("/proc/self/status") else { return false };
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
    mask >> (signal - 1) & 1 == 1
}
