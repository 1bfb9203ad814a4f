//! Numbers for people.

use quis_smtlib::measure::Size;

/// `2,904,679`
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `2,904,679`, or `about 2^1000`
pub(crate) fn size_text(size: Size) -> String {
    size.exact().map_or_else(|| size.to_string(), grouped)
}

/// `2.9 MB`
pub(crate) fn bytes(number: u64) -> String {
    let mut value = number as f64;
    if number < 1000 {
        return format!("{number} B");
    }
    for unit in ["kB", "MB"] {
        value /= 1000.0;
        // What would be shown as 1000.0 is one of the next unit.
        if value < 999.95 {
            return format!("{value:.1} {unit}");
        }
    }
    format!("{:.1} GB", value / 1000.0)
}

/// `1 file`, `433 files`
pub(crate) fn counted(number: u64, one: &str, many: &str) -> String {
    format!("{} {}", grouped(number), if number == 1 { one } else { many })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_readable() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(1_000), "1,000");
        assert_eq!(grouped(u64::MAX), "18,446,744,073,709,551,615");
        assert_eq!(bytes(999), "999 B");
        assert_eq!(bytes(1_000), "1.0 kB");
        assert_eq!(bytes(999_960), "1.0 MB");
        assert_eq!(bytes(2_904_679), "2.9 MB");
        assert_eq!(bytes(1 << 30), "1.1 GB");
        assert_eq!(counted(1, "file", "files"), "1 file");
        assert_eq!(counted(0, "file", "files"), "0 files");
    }
}
