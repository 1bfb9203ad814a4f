//! Cases that the standard or the solvers name.

use super::*;

fn holds(table: &mut Regexes, r: Regex, s: &str) -> bool {
    table.matches(r, &word(s), &mut plenty()).unwrap()
}

fn shown(table: &Regexes, r: Regex) -> String {
    table.print(r, &mut plenty()).unwrap()
}

#[test]
fn constants_have_their_places() {
    let mut t = Regexes::new();
    assert_eq!(t.literal(&[]), Regex::EPSILON);
    assert_eq!(t.range(0, crate::string::MAX_CHAR), Regex::ALLCHAR);
    assert_eq!(t.star(Regex::ALLCHAR), Regex::ALL);
    assert_eq!(t.plus(Regex::ALLCHAR), Regex::NONEMPTY);
    assert_eq!(t.comp(Regex::NONE), Regex::ALL);
    assert_eq!(t.comp(Regex::ALL), Regex::NONE);
    assert_eq!(t.comp(Regex::EPSILON), Regex::NONEMPTY);
    assert_eq!(t.comp(Regex::NONEMPTY), Regex::EPSILON);
    assert_eq!(t.union_all(&[]), Regex::NONE);
    assert_eq!(t.inter_all(&[]), Regex::ALL);
    assert_eq!(t.concat_all(&[]), Regex::EPSILON);
}

#[test]
fn ranges() {
    let mut t = Regexes::new();
    let (a, b) = (word("a"), word("b"));
    let ab = t.range_of(&a, &b);
    assert!(holds(&mut t, ab, "a") && holds(&mut t, ab, "b"));
    assert!(!holds(&mut t, ab, "c") && !holds(&mut t, ab, "") && !holds(&mut t, ab, "ab"));
    assert_eq!(t.range_of(&a, &a), t.literal(&a));
    for (low, high) in [("b", "a"), ("", "a"), ("a", ""), ("aa", "b"), ("a", "bb"), ("", "")] {
        assert_eq!(t.range_of(&word(low), &word(high)), Regex::NONE, "{low} {high}");
    }
}

#[test]
fn loops() {
    let mut t = Regexes::new();
    let a = t.literal(&word("a"));
    assert_eq!(t.loop_(a, 3, Some(2)), Regex::NONE);
    assert_eq!(t.loop_(Regex::NONE, 3, Some(2)), Regex::NONE);
    assert_eq!(t.loop_(Regex::NONE, 0, Some(5)), Regex::EPSILON);
    assert_eq!(t.loop_(Regex::NONE, 1, Some(5)), Regex::NONE);
    assert_eq!(t.loop_(a, 0, Some(0)), Regex::EPSILON);
    assert_eq!(t.power(a, 0), Regex::EPSILON);
    assert_eq!(t.power(Regex::NONE, 0), Regex::EPSILON);
    assert_eq!(t.power(Regex::NONE, 1), Regex::NONE);
    assert_eq!(t.star(Regex::NONE), Regex::EPSILON);
    assert_eq!(t.plus(Regex::NONE), Regex::NONE);
    assert_eq!(t.opt(Regex::NONE), Regex::EPSILON);
    assert_eq!(t.power(a, 1), a);
    assert_eq!(t.loop_(a, 0, None), t.star(a));
    assert_eq!(t.loop_(a, 0, Some(1)), t.opt(a));
    let (six, five) = (t.power(a, 6), t.power(a, 5));
    assert_eq!(t.concat(a, five), six);
    assert_eq!(t.union(five, six), t.loop_(a, 5, Some(6)));
    let pair = t.power(a, 2);
    assert_eq!(t.power(pair, 3), six);
    // Even numbers are not all numbers.
    let even = t.star(pair);
    assert!(!holds(&mut t, even, "aaa") && holds(&mut t, even, "aaaa"));
}

#[test]
fn replacing() {
    let mut t = Regexes::new();
    let a = t.literal(&word("a"));
    let (star, plus) = (t.star(a), t.plus(a));
    let cases = [
        (star, "baab", "xbaab", "bxxb"),
        (plus, "baab", "bxab", "bxxb"),
        (plus, "bbb", "bbb", "bbb"),
        (Regex::NONE, "ab", "ab", "ab"),
        (Regex::ALL, "ab", "xab", "xx"),
        (Regex::ALL, "", "x", ""),
        (Regex::NONEMPTY, "", "", ""),
        (Regex::EPSILON, "ab", "xab", "ab"),
    ];
    for (r, s, first, all) in cases {
        assert_eq!(t.replace_re(&word(s), r, &word("x"), &mut plenty()).unwrap(), word(first), "{s}");
        assert_eq!(t.replace_re_all(&word(s), r, &word("x"), &mut plenty()).unwrap(), word(all), "{s}");
    }
    // Shortest of the leftmost, even if a later one is shorter.
    let (aab, b) = (t.literal(&word("aab")), t.literal(&word("b")));
    let either = t.union(aab, b);
    assert_eq!(t.replace_re(&word("caab"), either, &word("x"), &mut plenty()).unwrap(), word("cx"));
}

#[test]
fn index_of_a_match() {
    let mut t = Regexes::new();
    let b = t.literal(&word("b"));
    let cases = [
        (b, "abab", 0, Some(1)),
        (b, "abab", 2, Some(3)),
        (b, "abab", 4, None),
        (b, "abab", 5, None),
        (b, "abab", -1, None),
        (Regex::ALL, "abab", 2, Some(2)),
        (Regex::ALL, "abab", 4, Some(4)),
        (Regex::ALL, "abab", 5, None),
        (Regex::EPSILON, "", 0, Some(0)),
        (Regex::NONE, "ab", 0, None),
        (Regex::ALL, "ab", i64::MAX, None),
        (Regex::ALL, "ab", i64::MIN, None),
    ];
    for (r, s, from, expected) in cases {
        assert_eq!(t.indexof_re(&word(s), r, from, &mut plenty()).unwrap(), expected, "{s} {from}");
    }
}

#[test]
fn printing() {
    let mut t = Regexes::new();
    let abc = t.literal(&word("abc"));
    assert_eq!(shown(&t, abc), r#"(str.to_re "abc")"#);
    let digit = t.range(0x30, 0x39);
    let (digits, upper) = (t.plus(digit), t.range(0x41, 0x5A));
    let number = t.concat(abc, digits);
    assert_eq!(shown(&t, number), r#"(re.++ (str.to_re "abc") (re.+ (re.range "0" "9")))"#);
    let either = t.union(digit, upper);
    assert_eq!(shown(&t, either), r#"(re.union (re.range "0" "9") (re.range "A" "Z"))"#);
    let odd = t.literal(&[0x22, 0x5C, 0x2_FFFF, 0]);
    assert_eq!(shown(&t, odd), r#"(str.to_re """\u{5c}\u{2ffff}\u{0}")"#);
    let some = t.loop_(abc, 2, Some(1_000_000));
    assert_eq!(shown(&t, some), r#"((_ re.loop 2 1000000) (str.to_re "abc"))"#);
    let many = t.loop_(abc, 2, None);
    assert_eq!(shown(&t, many), r#"(re.++ ((_ re.^ 2) (str.to_re "abc")) (re.* (str.to_re "abc")))"#);
    let power = t.power(abc, 7);
    assert_eq!(shown(&t, power), r#"((_ re.^ 7) (str.to_re "abc"))"#);
    let rest = t.diff(digits, power);
    assert_eq!(
        shown(&t, rest),
        r#"(re.inter (re.+ (re.range "0" "9")) (re.comp ((_ re.^ 7) (str.to_re "abc"))))"#
    );
    let opt = t.opt(abc);
    assert_eq!(shown(&t, opt), r#"(re.opt (str.to_re "abc"))"#);
    for (r, text) in [
        (Regex::NONE, "re.none"),
        (Regex::ALL, "re.all"),
        (Regex::ALLCHAR, "re.allchar"),
        (Regex::EPSILON, "(str.to_re \"\")"),
        (Regex::NONEMPTY, "(re.+ re.allchar)"),
    ] {
        assert_eq!(shown(&t, r), text);
    }
}

#[test]
fn witnesses_are_shortest() {
    let mut t = Regexes::new();
    let (ab, c) = (t.literal(&word("ab")), t.literal(&word("c")));
    let (abs, not_c) = (t.loop_(ab, 2, None), t.comp(c));
    let both = t.inter(abs, not_c);
    assert_eq!(t.witness(both, &mut plenty()).unwrap(), Some(word("abab")));
    let none = t.inter(abs, c);
    assert_eq!(t.witness(none, &mut plenty()).unwrap(), None);
    let not_empty = t.comp(Regex::EPSILON);
    assert_eq!(t.witness(not_empty, &mut plenty()).unwrap(), Some(word("a")));
}

#[test]
fn characters_beyond_are_in_no_string() {
    let mut t = Regexes::new();
    assert_eq!(t.derivative(0x3_0000, Regex::ALL, &mut plenty()), Ok(Regex::NONE));
    assert_eq!(t.derivative(0x2_FFFF, Regex::ALL, &mut plenty()), Ok(Regex::ALL));
}
