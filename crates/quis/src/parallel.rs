//! Many pieces of work on several threads, with the results in their order.

use std::any::Any;
use std::collections::BTreeMap;
use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

/// How often the progress bar is looked after while nothing is done.
const TICK: Duration = Duration::from_millis(200);

/// How many threads to use: as many as wanted or as there are cores, but not more than there is work.
pub(crate) fn jobs(wanted: Option<u16>, work: usize) -> usize {
    let cores = || std::thread::available_parallelism().map_or(1, NonZero::get);
    wanted.map_or_else(cores, usize::from).min(work)
}

/// What happens while work is done in order.
pub(crate) enum Event<T> {
    /// So many pieces are done; sent from time to time even if nothing changes.
    Done(usize),
    /// The result of the next piece.
    Next(T),
}

/// Does `count` pieces of work on `jobs` threads and hands over the results in their order, as soon as may be.
///
/// Stops at the first error of `handle`.
pub(crate) fn in_order<T: Send, E>(
    count: usize,
    jobs: usize,
    work: impl Fn(usize) -> T + Sync,
    mut handle: impl FnMut(Event<T>) -> Result<(), E>,
) -> Result<(), E> {
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..jobs {
            let (sender, next, work) = (sender.clone(), &next, &work);
            scope.spawn(move || {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    if index >= count || sender.send((index, work(index))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut hand_over = || {
            let mut early = BTreeMap::new();
            let (mut done, mut taken) = (0, 0);
            loop {
                match receiver.recv_timeout(TICK) {
                    Ok((index, result)) => {
                        done += 1;
                        early.insert(index, result);
                    }
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => return Ok(()),
                }
                handle(Event::Done(done))?;
                while let Some(result) = early.remove(&taken) {
                    taken += 1;
                    handle(Event::Next(result))?;
                }
            }
        };
        let result = hand_over();
        // After an error, what has not begun need not begin.
        next.store(count, Ordering::Relaxed);
        result
    })
}

/// What a panic said.
pub(crate) fn panic_message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("unknown")
}
