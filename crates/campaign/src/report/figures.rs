//! Numbers for people.

/// `2,904,679`
#[must_use]
pub fn grouped(number: u64) -> String {
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

/// `1 case`, `433 cases`
#[must_use]
pub fn counted(number: u64, one: &str, many: &str) -> String {
    format!("{} {}", grouped(number), if number == 1 { one } else { many })
}

/// `2.9 kB`
#[must_use]
pub fn bytes(number: u64) -> String {
    if number < 1000 {
        return counted(number, "byte", "bytes");
    }
    let mut value = number as f64;
    for unit in ["kB", "MB"] {
        value /= 1000.0;
        // What would be shown as 1000.0 is one of the next unit.
        if value < 999.95 {
            return format!("{value:.1} {unit}");
        }
    }
    format!("{:.1} GB", value / 1000.0)
}

/// `0.42 s`, `1 min 12 s`, `3 h 5 min`; a dash for what is no duration.
#[must_use]
pub fn duration(seconds: f64) -> String {
    if !seconds.is_finite() || seconds < 0.0 {
        return "–".to_owned();
    }
    if seconds < 9.995 {
        return format!("{seconds:.2} s");
    }
    let whole = seconds.round() as u64;
    let two = |large: u64, small: u64, units: (&str, &str)| match small {
        0 => format!("{} {}", grouped(large), units.0),
        _ => format!("{} {} {small} {}", grouped(large), units.0, units.1),
    };
    match whole {
        0..60 => format!("{whole} s"),
        60..3_600 => two(whole / 60, whole % 60, ("min", "s")),
        3_600..86_400 => two(whole / 3_600, whole % 3_600 / 60, ("h", "min")),
        _ => two(whole / 86_400, whole % 86_400 / 3_600, ("d", "h")),
    }
}

/// The share of a part in per cent, `12.3 %`; `None` if there is no whole.
pub(super) fn share(part: f64, whole: f64) -> Option<String> {
    if !(part.is_finite() && whole.is_finite()) || whole <= 0.0 || part < 0.0 {
        return None;
    }
    let per_cent = 100.0 * part / whole;
    Some(if per_cent > 0.0 && per_cent < 0.05 { "< 0.1 %".to_owned() } else { format!("{per_cent:.1} %") })
}

/// How often something happens in a second; `None` if no time passed.
pub(super) fn rate(count: u64, seconds: f64) -> Option<String> {
    if !seconds.is_finite() || seconds <= 0.0 {
        return None;
    }
    let rate = count as f64 / seconds;
    Some(if rate < 99.5 { format!("{rate:.1}") } else { grouped(rate.round() as u64) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_readable() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(1_000), "1,000");
        assert_eq!(grouped(u64::MAX), "18,446,744,073,709,551,615");
        assert_eq!(counted(1, "case", "cases"), "1 case");
        assert_eq!(counted(0, "case", "cases"), "0 cases");
        assert_eq!(bytes(1), "1 byte");
        assert_eq!(bytes(1_000), "1.0 kB");
        assert_eq!(bytes(999_960), "1.0 MB");
        assert_eq!(bytes(1 << 30), "1.1 GB");
    }

    #[test]
    fn durations_have_at_most_two_units() {
        assert_eq!(duration(0.0), "0.00 s");
        assert_eq!(duration(9.999), "10 s");
        assert_eq!(duration(59.6), "1 min");
        assert_eq!(duration(3_599.0), "59 min 59 s");
        assert_eq!(duration(11_100.0), "3 h 5 min");
        assert_eq!(duration(90_000.0), "1 d 1 h");
        assert_eq!(duration(f64::NAN), "–");
        assert_eq!(duration(-1.0), "–");
    }

    #[test]
    fn shares_and_rates_need_a_whole() {
        assert_eq!(share(1.0, 8.0).as_deref(), Some("12.5 %"));
        assert_eq!(share(0.0, 8.0).as_deref(), Some("0.0 %"));
        assert_eq!(share(1.0, 1e6).as_deref(), Some("< 0.1 %"));
        assert_eq!(share(1.0, 0.0), None);
        assert_eq!(rate(10, 4.0).as_deref(), Some("2.5"));
        assert_eq!(rate(10, 0.0), None);
        assert_eq!(rate(1_234_567, 1.0).as_deref(), Some("1,234,567"));
    }
}
