//! The faults that are not wrong answers: dying, hanging, flooding.

use std::hint::black_box;
use std::io::{self, Write};
use std::time::{Duration, Instant};

use crate::Ending;
use crate::fault::{Active, FaultKind};

/// How long a slow answer takes.
const SLOW: Duration = Duration::from_secs(2);

/// Memory is taken in pieces of this size.
const CHUNK: usize = 1 << 26;

/// So many pieces at most.
const MAX_CHUNKS: usize = 64;

/// What happens before an answer; gives how the solver ends, if it does.
pub(crate) fn before_answer(active: &Active<'_>, output: &mut impl Write) -> io::Result<Option<Ending>> {
    if active.has(FaultKind::Flood) {
        loop {
            output.write_all(b"sat or unsat, who can tell; sat or unsat, who can tell\n")?;
        }
    }
    if active.has(FaultKind::Slow) {
        let start = Instant::now();
        // Work, not sleep: limits and measures of processor time must see it.
        while start.elapsed() < SLOW {
            black_box((0..1000u64).sum::<u64>());
        }
    }
    if active.has(FaultKind::Memory) && !take_memory() {
        writeln!(output, "(error \"out of memory\")")?;
        return Ok(Some(Ending::Code(1)));
    }
    Ok(if let Some(fault) = active.get(FaultKind::Abort) {
        Some(Ending::Abort(format!("ASSERTION VIOLATION\nFile: demo.rs\nLine: {}\n", fault.line())))
    } else if active.has(FaultKind::Segfault) {
        Some(Ending::Segfault)
    } else if active.has(FaultKind::Exit) {
        Some(Ending::Code(3))
    } else if active.has(FaultKind::Hang) {
        Some(Ending::Hang)
    } else {
        None
    })
}

/// Takes memory, writes to it and gives it back; whether there was as much.
fn take_memory() -> bool {
    let mut taken: Vec<Vec<u8>> = Vec::new();
    for _ in 0..MAX_CHUNKS {
        let mut chunk = Vec::new();
        if chunk.try_reserve_exact(CHUNK).is_err() {
            return false;
        }
        chunk.resize(CHUNK, 1);
        taken.push(black_box(chunk));
    }
    true
}
