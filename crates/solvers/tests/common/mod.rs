//! What the tests of badly behaved solvers share.

#![allow(dead_code, reason = "not every test uses everything")]

use std::time::{Duration, Instant};

use quis_solvers::{Limits, SearchPath, Solver};

/// The fixture, behaving in one way.
pub(crate) fn hostile(way: &str) -> Solver {
    let program = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/hostile");
    Solver::from_spec(&format!("'{program}' {way}"), &SearchPath::default()).unwrap()
}

pub(crate) fn limits(milliseconds: u64) -> Limits {
    Limits { wall: Duration::from_millis(milliseconds), ..Limits::default() }
}

/// The process numbers that a fixture printed.
pub(crate) fn numbers(stdout: &[u8]) -> Vec<u32> {
    String::from_utf8_lossy(stdout).lines().filter_map(|line| line.parse().ok()).collect()
}

/// Whether a process runs. One that was killed may wait for its parent to notice.
fn runs(process: u32) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    let state = status.rsplit_once(") ").map_or("", |(_, rest)| rest);
    !(state.is_empty() || state.starts_with(['Z', 'X']))
}

#[track_caller]
pub(crate) fn assert_gone(processes: &[u32]) {
    let until = Instant::now() + Duration::from_secs(5);
    while processes.iter().any(|&process| runs(process)) {
        assert!(Instant::now() < until, "{processes:?} still run");
        std::thread::sleep(Duration::from_millis(10));
    }
}
