//! CPU time.

use rustix::time::{ClockId, clock_gettime};

/// The CPU time of this process, without its children, in seconds.
pub(crate) fn of_process() -> f64 {
    seconds(ClockId::ProcessCPUTime)
}

/// Does something, and adds the CPU seconds that it took of this thread.
pub(crate) fn spending<T>(spent: &mut f64, work: impl FnOnce() -> T) -> T {
    let before = seconds(ClockId::ThreadCPUTime);
    let done = work();
    *spent += seconds(ClockId::ThreadCPUTime) - before;
    done
}

fn seconds(clock: ClockId) -> f64 {
    let time = clock_gettime(clock);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_is_counted_and_waiting_is_not_taken_back() {
        let mut spent = 1.0;
        let sum = spending(&mut spent, || (0..100_000_u64).fold(0, |sum, n| std::hint::black_box(sum ^ n)));
        assert_ne!(sum, u64::MAX);
        assert!(spent > 1.0);
        assert!(of_process() > 0.0);
    }
}
