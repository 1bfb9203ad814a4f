//! Numbers for people.

use std::time::Duration;

use quis_campaign::report::figures;
pub(crate) use quis_campaign::report::figures::{counted, grouped};
use quis_smtlib::measure::Size;

/// `2,904,679`, or `about 2^1000`
pub(crate) fn size_text(size: Size) -> String {
    size.exact().map_or_else(|| size.to_string(), grouped)
}

/// `106 B`, `2.9 MB`
pub(crate) fn bytes(number: u64) -> String {
    if number < 1000 { format!("{number} B") } else { figures::bytes(number) }
}

/// match: 83 seconds, result: 1:23
pub(crate) fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 { format!("{hours}:{minutes:02}:{seconds:02}") } else { format!("{minutes}:{seconds:02}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_read_like_a_clock() {
        assert_eq!(clock(Duration::from_secs(83)), "1:23");
        assert_eq!(clock(Duration::from_secs(3600 + 62)), "1:01:02");
    }

    #[test]
    fn sizes_are_readable() {
        assert_eq!(bytes(999), "999 B");
        assert_eq!(bytes(2_904_679), "2.9 MB");
    }
}
