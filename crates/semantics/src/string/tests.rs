//! Tests of the functions on strings: cases, definitions, laws, another implementation, scale.

use aws_smt_strings::smt_strings as aws;
use dashu_int::IBig;
use proptest::prelude::*;

use super::*;

fn word(s: &str) -> Vec<u32> {
    s.chars().map(u32::from).collect()
}

fn plenty() -> Budget {
    Budget::new(100_000_000)
}

#[test]
fn at_and_extract() {
    let s = word("abcde");
    for (i, n, expected) in [
        (0, 2, "ab"),
        (1, 3, "bcd"),
        (3, 9, "de"),
        (4, 1, "e"),
        (0, 0, ""),
        (0, -1, ""),
        (-1, 3, ""),
        (5, 1, ""),
        (6, 1, ""),
        (2, i64::MAX, "cde"),
        (i64::MAX, i64::MAX, ""),
        (i64::MIN, i64::MAX, ""),
        (0, i64::MIN, ""),
    ] {
        assert_eq!(extract(&s, i, n), word(expected), "{i} {n}");
    }
    for (i, expected) in [(0, "a"), (4, "e"), (5, ""), (-1, ""), (i64::MAX, ""), (i64::MIN, "")] {
        assert_eq!(at(&s, i), word(expected), "{i}");
    }
    assert_eq!(at::<u32>(&[], 0), []);
    assert_eq!(extract::<u32>(&[], 0, 1), []);
}

#[test]
fn index_of_cases() {
    for (s, t, i, expected) in [
        ("abcabc", "bc", 0, Some(1)),
        ("abcabc", "bc", 1, Some(1)),
        ("abcabc", "bc", 2, Some(4)),
        ("abcabc", "bc", 5, None),
        ("abc", "", 0, Some(0)),
        ("abc", "", 2, Some(2)),
        ("abc", "", 3, Some(3)),
        ("abc", "", 4, None),
        ("abc", "", -1, None),
        ("abc", "c", 3, None),
        ("abc", "a", -1, None),
        ("", "", 0, Some(0)),
        ("", "", 1, None),
        ("", "a", 0, None),
        ("abc", "abcd", 0, None),
        ("abc", "c", i64::MAX, None),
        ("abc", "", i64::MIN, None),
    ] {
        assert_eq!(index_of(&word(s), &word(t), i, &mut plenty()), Ok(expected), "{s} {t} {i}");
    }
    for (s, t, expected) in [
        ("abcabc", "bc", Some(4)),
        ("aaaa", "aa", Some(2)),
        ("abc", "", Some(3)),
        ("", "", Some(0)),
        ("a", "b", None),
    ] {
        assert_eq!(last_index_of(&word(s), &word(t), &mut plenty()), Ok(expected), "{s} {t}");
    }
}

#[test]
fn replace_cases() {
    for (s, t, u, first, all) in [
        ("abab", "b", "x", "axab", "axax"),
        ("abab", "", "x", "xabab", "abab"),
        ("", "", "x", "x", ""),
        ("", "a", "x", "", ""),
        ("aaa", "aa", "b", "ba", "ba"),
        ("aaaa", "aa", "a", "aaa", "aa"),
        ("abc", "abc", "", "", ""),
        ("abc", "d", "x", "abc", "abc"),
        ("abab", "ab", "abab", "ababab", "abababab"),
    ] {
        let (s, t, u) = (word(s), word(t), word(u));
        assert_eq!(replace(&s, &t, &u, &mut plenty()), Ok(word(first)));
        assert_eq!(replace_all(&s, &t, &u, &mut plenty()), Ok(word(all)));
    }
}

#[test]
fn prefixes_suffixes_and_parts() {
    let s = word("abc");
    for (t, prefix, suffix, part) in [
        ("", true, true, true),
        ("a", true, false, true),
        ("c", false, true, true),
        ("b", false, false, true),
        ("ac", false, false, false),
        ("abc", true, true, true),
        ("abcd", false, false, false),
    ] {
        let t = word(t);
        assert_eq!(is_prefix(&t, &s), prefix);
        assert_eq!(is_suffix(&t, &s), suffix);
        assert_eq!(contains(&s, &t, &mut plenty()), Ok(part));
    }
}

#[test]
fn update_reverse_repeat() {
    let s = word("abc");
    for (i, t, expected) in [
        (0, "x", "xbc"),
        (1, "xyz", "axy"),
        (2, "", "abc"),
        (3, "x", "abc"),
        (-1, "x", "abc"),
        (i64::MAX, "x", "abc"),
        (0, "wxyz", "wxy"),
    ] {
        assert_eq!(update(&s, i, &word(t), &mut plenty()), Ok(word(expected)), "{i} {t}");
    }
    assert_eq!(reverse(&s, &mut plenty()), Ok(word("cba")));
    assert_eq!(repeat(&s, 2, &mut plenty()), Ok(word("abcabc")));
    assert_eq!(repeat(&s, 0, &mut plenty()), Ok(vec![]));
    assert_eq!(repeat(&s, -1, &mut plenty()), Ok(vec![]));
    assert_eq!(repeat(&s, i64::MAX, &mut plenty()), Err(TooLarge));
    assert_eq!(repeat::<u32>(&[], i64::MAX, &mut plenty()), Ok(vec![]));
}

#[test]
fn order() {
    for (s, t) in [("", "a"), ("a", "b"), ("a", "aa"), ("ab", "b"), ("Z", "a"), ("abc", "abd")] {
        let (s, t) = (word(s), word(t));
        assert!(is_lt(&s, &t) && is_le(&s, &t) && !is_lt(&t, &s) && !is_le(&t, &s));
        assert!(!is_lt(&s, &s) && is_le(&s, &s));
    }
}

#[test]
fn codes_and_digits() {
    assert_eq!(to_code(&[]), -1);
    assert_eq!(to_code(&word("ab")), -1);
    assert_eq!(to_code(&word("a")), 97);
    assert_eq!(to_code(&[0]), 0);
    assert_eq!(to_code(&[MAX_CHAR]), 0x2_FFFF);
    for (code, expected) in [
        (0, vec![0]),
        (97, vec![97]),
        (0xD800, vec![0xD800]),
        (0x2_FFFF, vec![0x2_FFFF]),
        (0x3_0000, vec![]),
        (-1, vec![]),
        (i64::MAX, vec![]),
        (i64::MIN, vec![]),
    ] {
        assert_eq!(from_code(code), expected);
    }
    for (s, digit) in [
        ("0", true),
        ("9", true),
        ("/", false),
        (":", false),
        ("", false),
        ("00", false),
        ("a", false),
        ("٣", false),
    ] {
        assert_eq!(is_digit(&word(s)), digit, "{s}");
    }
}

#[test]
fn numbers() {
    for (s, n) in [
        ("0", 0),
        ("000", 0),
        ("00982", 982),
        ("7", 7),
        ("", -1),
        ("-1", -1),
        ("+1", -1),
        (" 1", -1),
        ("1a", -1),
        ("1_0", -1),
        ("٣", -1),
    ] {
        assert_eq!(to_int(&word(s), &mut plenty()), Ok(IBig::from(n)), "{s}");
    }
    for (n, unsigned, signed) in [(0, "0", "0"), (1002, "1002", "1002"), (-1, "", "-1"), (-128, "", "-128")] {
        assert_eq!(from_int(&IBig::from(n), &mut plenty()), Ok(word(unsigned)));
        assert_eq!(from_signed(&IBig::from(n), &mut plenty()), Ok(word(signed)));
    }
    let large = IBig::from(10).pow(50_000) - IBig::ONE;
    let digits = from_int(&large, &mut plenty()).unwrap();
    assert_eq!(digits, word(&"9".repeat(50_000)));
    assert_eq!(to_int(&digits, &mut plenty()), Ok(large.clone()));
    assert_eq!(from_int(&large, &mut Budget::new(1000)), Err(TooLarge));
    assert_eq!(to_int(&digits, &mut Budget::new(10_000)), Err(TooLarge));
    assert_eq!(from_int(&(IBig::ONE << (1 << 24)), &mut plenty()), Err(TooLarge));
}

#[test]
fn letters() {
    let s = word("aZ@[`{09Àßİ\u{212A}");
    assert_eq!(to_lower(&s, &mut plenty()), Ok(word("az@[`{09Àßİ\u{212A}")));
    assert_eq!(to_upper(&s, &mut plenty()), Ok(word("AZ@[`{09Àßİ\u{212A}")));
}

#[test]
fn sequences_of_other_things() {
    let s = [Some("x"), None, Some("x"), None];
    assert_eq!(index_of(&s, &[None, Some("x")], 0, &mut plenty()), Ok(Some(1)));
    assert_eq!(replace_all(&s, &[None], &[Some("y")], &mut plenty()).unwrap()[3], Some("y"));
}

#[test]
fn long_searches_are_linear() {
    let mut hay = vec![0_u32; 1_000_000];
    let mut needle = vec![0_u32; 100_000];
    needle.push(1);
    assert_eq!(contains(&hay, &needle, &mut plenty()), Ok(false));
    assert_eq!(last_index_of(&hay, &needle[..100_000], &mut plenty()), Ok(Some(900_000)));
    hay.push(1);
    assert_eq!(index_of(&hay, &needle, 0, &mut plenty()), Ok(Some(900_000)));
    assert_eq!(replace_all(&hay, &needle[..50_000], &[2], &mut plenty()).unwrap().len(), 21);
    assert_eq!(replace_all(&hay, &[0], &[2, 2, 2, 2, 2], &mut plenty()), Err(TooLarge));
    assert_eq!(concat(&[&hay[..]; 5], &mut plenty()), Err(TooLarge));
    assert_eq!(repeat(&hay, 5, &mut plenty()), Err(TooLarge));
    assert_eq!(contains(&hay, &needle, &mut Budget::new(100)), Err(TooLarge));
}

/// Strings where searches find much.
fn strings(length: usize) -> impl Strategy<Value = Vec<u32>> {
    prop::collection::vec(0x61_u32..0x63, 0..length)
}

fn theirs(s: &[u32]) -> aws::SmtString {
    aws::SmtString::from(s)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn searches_are_as_defined(s in strings(40), t in strings(9), i in -2_i64..42) {
        let all: Vec<usize> = (0..=s.len()).filter(|&at| s[at..].starts_with(&t)).collect();
        prop_assert_eq!(contains(&s, &t, &mut plenty()).unwrap(), !all.is_empty());
        let in_range = 0 <= i && i <= s.len() as i64;
        let first = all.iter().copied().find(|&at| in_range && at as i64 >= i);
        prop_assert_eq!(index_of(&s, &t, i, &mut plenty()).unwrap(), first);
        prop_assert_eq!(last_index_of(&s, &t, &mut plenty()).unwrap(), all.last().copied());
    }

    #[test]
    fn agrees_with_aws(s in strings(14), t in strings(4), u in strings(4), i in -2_i32..16, n in -2_i32..16) {
        let (as_, at_, au) = (theirs(&s), theirs(&t), theirs(&u));
        let same = |ours: &[u32], theirs: aws::SmtString| ours == theirs.as_ref();
        let (i64_, n64) = (i64::from(i), i64::from(n));
        prop_assert!(same(at(&s, i64_), aws::str_at(&as_, i)));
        prop_assert!(same(extract(&s, i64_, n64), aws::str_substr(&as_, i, n)));
        prop_assert_eq!(is_lt(&s, &t), aws::str_lt(&as_, &at_));
        prop_assert_eq!(is_le(&s, &t), aws::str_le(&as_, &at_));
        prop_assert_eq!(is_prefix(&t, &s), aws::str_prefixof(&at_, &as_));
        prop_assert_eq!(is_suffix(&t, &s), aws::str_suffixof(&at_, &as_));
        prop_assert_eq!(contains(&s, &t, &mut plenty()).unwrap(), aws::str_contains(&as_, &at_));
        prop_assert!(same(&replace(&s, &t, &u, &mut plenty()).unwrap(), aws::str_replace(&as_, &at_, &au)));
        prop_assert!(same(&replace_all(&s, &t, &u, &mut plenty()).unwrap(), aws::str_replace_all(&as_, &at_, &au)));
        // Theirs gives -1 for the empty string at the end, where the standard gives the position.
        if !(t.is_empty() && i64_ == s.len() as i64) {
            let index = index_of(&s, &t, i64_, &mut plenty()).unwrap();
            prop_assert_eq!(index.map_or(-1, |index| index as i32), aws::str_indexof(&as_, &at_, i));
        }
        prop_assert_eq!(to_code(&t), i64::from(aws::str_to_code(&at_)));
        prop_assert!(same(&from_code(i64_), aws::str_from_code(i)));
        prop_assert!(same(&from_int(&IBig::from(i), &mut plenty()).unwrap(), aws::str_from_int(i)));
    }

    #[test]
    fn laws(s in strings(12), t in strings(4), u in strings(4), i in -2_i64..14, n in 0_u64..2000) {
        let b = &mut plenty();
        let st = concat(&[&s[..], &t, &u], b).unwrap();
        prop_assert!(contains(&st, &t, b).unwrap() && is_prefix(&s, &st) && is_suffix(&u, &st));
        prop_assert_eq!(&replace(&s, &t, &t, b).unwrap(), &s);
        prop_assert_eq!(&replace_all(&s, &t, &t, b).unwrap(), &s);
        if !contains(&s, &t, b).unwrap() {
            prop_assert_eq!(&replace(&s, &t, &u, b).unwrap(), &s);
            prop_assert_eq!(index_of(&s, &t, 0, b).unwrap(), None);
        }
        // (= s (str.++ (str.substr s 0 i) (str.substr s i (str.len s)))) within the string
        if i >= 0 {
            let halves = concat(&[extract(&s, 0, i), extract(&s, i, i64::MAX)], b).unwrap();
            prop_assert_eq!(&halves, &s);
        }
        if let Some(at) = index_of(&s, &t, i, b).unwrap() {
            prop_assert_eq!(extract(&s, at as i64, t.len() as i64), &t[..]);
        }
        prop_assert_eq!(update(&s, i, &t, b).unwrap().len(), s.len());
        prop_assert_eq!(&reverse(&reverse(&s, b).unwrap(), b).unwrap(), &s);
        let back = reverse(&concat(&[&s[..], &t], b).unwrap(), b).unwrap();
        prop_assert_eq!(back, [reverse(&t, b).unwrap(), reverse(&s, b).unwrap()].concat());
        // (= n (str.to_int (str.from_int n)))
        let n = IBig::from(n) * IBig::from(n).pow(5);
        prop_assert_eq!(to_int(&from_int(&n, b).unwrap(), b).unwrap(), n);
        if let [c] = t[..] {
            prop_assert_eq!(from_code(to_code(&t)), vec![c]);
        }
        prop_assert_eq!(is_le(&s, &t), is_lt(&s, &t) || s == t);
        prop_assert!(is_lt(&s, &t) || is_lt(&t, &s) || s == t);
    }
}
