//! Versions of solvers, as far as they can be compared.

use std::cmp::Ordering;
use std::fmt;

/// The numbers of a version: 4.8.7 of `4.8.7.0`, 1.4.2 of `1.4.2-modified`. Zeros at the end do not count in comparisons.
#[derive(Clone, Debug, Default)]
pub struct Version {
    /// Without zeros at the end.
    numbers: Vec<u64>,
    /// How many zeros were written behind them.
    zeros: usize,
}

impl Version {
    /// The version that a text starts with. What follows the numbers is passed over.
    #[must_use]
    pub fn parse(text: &str) -> Option<Version> {
        let mut numbers = Vec::new();
        for part in text.split('.') {
            let digits = part.len() - part.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            let Ok(number) = part[..digits].parse() else { break };
            numbers.push(number);
            if digits < part.len() {
                break;
            }
        }
        if numbers.is_empty() {
            return None;
        }
        let written = numbers.len();
        while numbers.last() == Some(&0) {
            numbers.pop();
        }
        let zeros = written - numbers.len();
        Some(Version { numbers, zeros })
    }

    /// The version that a solver names somewhere in what it prints: `Z3 version 4.8.7 - 64 bit`.
    #[must_use]
    pub fn word_in(text: &str) -> Option<&str> {
        let numbered = |word: &&str| word.starts_with(|c: char| c.is_ascii_digit()) && word.contains('.');
        let mut words = text.split_whitespace().map(|word| word.trim_matches([',', '(', ')', ';', '"', ':']));
        words.clone().map(|word| word.trim_start_matches('v')).find(numbered).or_else(|| {
            // Some say `version 28` and no more.
            words.find(|word| word.eq_ignore_ascii_case("version"))?;
            words.next().filter(|word| word.starts_with(|c: char| c.is_ascii_digit()))
        })
    }

    /// Whether these are the first numbers of another version: 4.8 of 4.8.7. Zeros count as they were written: 5 is one of
    /// 5.4, and 5.0 is not.
    #[must_use]
    pub fn is_prefix_of(&self, other: &Version) -> bool {
        let has_zeros = || other.numbers.iter().skip(self.numbers.len()).take(self.zeros).all(|&n| n == 0);
        other.numbers.starts_with(&self.numbers) && has_zeros()
    }
}

impl PartialEq for Version {
    fn eq(&self, other: &Version) -> bool {
        self.numbers == other.numbers
    }
}

impl Eq for Version {}

impl PartialOrd for Version {
    fn partial_cmp(&self, other: &Version) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Version {
    fn cmp(&self, other: &Version) -> Ordering {
        self.numbers.cmp(&other.numbers)
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let numbers: Vec<String> = self.numbers.iter().map(u64::to_string).collect();
        f.write_str(if numbers.is_empty() { "0" } else { "" })?;
        f.write_str(&numbers.join("."))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn version(text: &str) -> Version {
        Version::parse(text).unwrap()
    }

    #[test]
    fn versions_are_compared_by_their_numbers() {
        assert!(version("4.8.7") < version("4.8.10"));
        assert!(version("4.8.17") < version("4.9"));
        assert!(version("4.16") < version("5.0"));
        assert_eq!(version("4.8.0.0.post1"), version("4.8"));
        assert_eq!(version("1.4.2-modified"), version("1.4.2"));
        assert_eq!(version("5.0.0.0").to_string(), "5");
        assert_eq!(Version::parse("latest"), None);
        assert_eq!(Version::parse(""), None);
        assert!(version("4.8").is_prefix_of(&version("4.8.7")));
        assert!(!version("4.8").is_prefix_of(&version("4.80")));
        assert!(version("4.8.0").is_prefix_of(&version("4.8")));
        assert!(!version("4.8.0").is_prefix_of(&version("4.8.7")));
        assert!(!version("5.0.0").is_prefix_of(&version("5.0.1")));
        assert!(version("5").is_prefix_of(&version("5.4")));
    }

    #[test]
    fn versions_are_found_in_what_solvers_print() {
        assert_eq!(Version::word_in("Z3 version 4.8.7 - 64 bit"), Some("4.8.7"));
        assert_eq!(
            Version::word_in("This is cvc5 version 1.0.3\ncompiled with GCC version 12.2.0"),
            Some("1.0.3")
        );
        assert_eq!(Version::word_in("MathSAT5 version 5.6.10 (abc) (Jun 1 2023, gmp 6.2.0)"), Some("5.6.10"));
        assert_eq!(Version::word_in("Vampire 4.9 (commit 1)"), Some("4.9"));
        assert_eq!(Version::word_in("STP version 2"), Some("2"));
        assert_eq!(Version::word_in("usage: sh"), None);
    }
}
