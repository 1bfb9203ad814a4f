//! Deep, wide, long and large.

use super::*;
use crate::budget::TooLarge;

const DEEP: u32 = 100_000;

fn ample() -> Budget {
    Budget::new(200_000_000)
}

/// Asks everything of a language.
fn ask(t: &mut Regexes, r: Regex, s: &[u32]) -> bool {
    let _ = t.reverse(r, &mut ample()).unwrap();
    let _ = t.print(r, &mut plenty());
    let _ = t.is_empty(r, &mut plenty());
    t.matches(r, s, &mut ample()).unwrap()
}

#[test]
fn deep_concatenations() {
    let mut t = Regexes::new();
    let (a, b) = (t.range(A, A), t.range(A, A + 1));
    let (mut left, mut right) = (Regex::EPSILON, Regex::EPSILON);
    for _ in 0..DEEP / 2 {
        left = t.concat(left, a);
        left = t.concat(left, b);
        right = t.concat(b, right);
        right = t.concat(a, right);
    }
    let s = vec![A; DEEP as usize];
    assert!(ask(&mut t, left, &s));
    assert!(ask(&mut t, right, &s));
    assert!(!ask(&mut t, left, &s[1..]));
    assert!(t.equal(left, right, &mut ample()).unwrap());
    assert_eq!(t.witness(left, &mut ample()).unwrap().unwrap().len(), DEEP as usize);
}

#[test]
fn wide_unions_and_intersections() {
    let mut t = Regexes::new();
    let (mut union, mut inter) = (Regex::NONE, Regex::ALL);
    for i in 0..DEEP {
        let one = t.literal(&[A + i, A, i]);
        union = t.union(union, one);
        let not = t.comp(one);
        inter = t.inter(inter, not);
    }
    assert!(ask(&mut t, union, &[A + 500, A, 500]));
    assert!(!ask(&mut t, union, &[A + 500, A, 501]));
    assert!(!t.matches(inter, &[A + 500, A, 500], &mut ample()).unwrap());
    assert!(t.matches(inter, &[A + 500, A, 501], &mut ample()).unwrap());
    assert!(!t.is_empty(inter, &mut ample()).unwrap());
    let mut class = Regex::NONE;
    for i in 0..DEEP / 2 {
        let one = t.range(2 * i, 2 * i);
        class = t.union(class, one);
    }
    assert!(ask(&mut t, class, &[500]));
    assert!(!ask(&mut t, class, &[501]));
}

#[test]
fn deep_nestings() {
    let mut t = Regexes::new();
    let (a, b) = (t.range(A, A), t.range(A + 1, A + 1));
    let (mut stars, mut opts, mut comps, mut mixed) = (a, a, a, a);
    for i in 0..DEEP {
        let row = t.concat(stars, b);
        stars = t.star(row);
        let row = t.concat(a, opts);
        opts = t.opt(row);
        let not = t.comp(comps);
        comps = t.concat(a, not);
        let step = if i % 2 == 0 { t.union(mixed, b) } else { t.inter(mixed, Regex::NONEMPTY) };
        let not = t.comp(step);
        mixed = t.concat(not, a);
    }
    assert!(ask(&mut t, stars, &[]));
    assert!(ask(&mut t, opts, &[A, A, A]));
    assert!(!ask(&mut t, opts, &[A, A, A + 1]));
    assert!(!ask(&mut t, comps, &[]));
    assert!(!ask(&mut t, mixed, &[]));
    // The deeper questions end, whatever they say.
    for r in [stars, opts, comps, mixed] {
        let mut budget = plenty();
        let _ = t.matches(r, &[A, A + 1, A, A], &mut budget);
        let _ = t.equal(r, a, &mut budget);
        let _ = t.witness(r, &mut budget);
        let _ = t.replace_re(&[A, A, A + 1], r, &[A], &mut budget);
    }
}

#[test]
fn nested_unions_that_share_are_taken_apart_once() {
    let mut t = Regexes::new();
    let mut shared = t.literal(&word("xyz"));
    for level in 0..40 {
        let mut sides = [shared, shared];
        for i in 0..40 {
            for (which, side) in sides.iter_mut().enumerate() {
                let one = t.literal(&[A + level, A + i, A + which as u32]);
                *side = t.union(*side, one);
            }
        }
        shared = t.union(sides[0], sides[1]);
    }
    assert!(t.matches(shared, &word("xyz"), &mut ample()).unwrap());
}

#[test]
fn doubled_concatenations_end() {
    let mut t = Regexes::new();
    let mut r = t.literal(&word("ab"));
    for _ in 0..40 {
        r = t.concat(r, r);
    }
    // More strings than there are: nothing takes the term apart as a whole.
    assert!(!t.matches(r, &word("abab"), &mut plenty()).unwrap());
    assert!(!t.is_empty(r, &mut plenty()).unwrap());
    assert_eq!(t.print(r, &mut plenty()), Err(TooLarge));
}

#[test]
fn huge_loops() {
    let mut t = Regexes::new();
    let (a, ab) = (t.literal(&word("a")), t.literal(&word("ab")));
    for body in [a, ab] {
        let before = t.nodes.len();
        let some = t.loop_(body, 0, Some(1_000_000));
        let more = t.loop_(body, 0, Some(1_000_001));
        let exactly = t.power(body, 1_000_000);
        assert!(t.nodes.len() - before <= 3);
        let mut budget = Budget::new(20_000);
        assert!(t.matches(some, &word("ababab"), &mut budget).unwrap() == (body == ab));
        assert!(t.matches(some, &[], &mut budget).unwrap());
        assert!(!t.matches(exactly, &word("ababab"), &mut budget).unwrap());
        assert!(!t.is_empty(some, &mut budget).unwrap());
        assert!(!t.is_empty(exactly, &mut budget).unwrap());
        assert!(!t.is_universal(some, &mut budget).unwrap());
        assert!(!t.equal(some, more, &mut budget).unwrap());
        assert!(!t.equal(some, exactly, &mut budget).unwrap());
        assert_eq!(t.concat(exactly, body), t.power(body, 1_000_001));
        assert_eq!(t.union(some, more), more);
    }
    let largest = t.loop_(a, u32::MAX, Some(u32::MAX));
    assert!(!t.matches(largest, &[A; 100], &mut plenty()).unwrap());
    let exactly = t.power(a, 100_000);
    let mut s = vec![A; 100_000];
    assert!(t.matches(exactly, &s, &mut ample()).unwrap());
    assert_eq!(t.witness(exactly, &mut ample()).unwrap(), Some(s.clone()));
    s.push(A);
    assert!(!t.matches(exactly, &s, &mut ample()).unwrap());
}

#[test]
fn long_strings_take_linear_time() {
    let mut t = Regexes::new();
    let (ab, c) = (t.literal(&word("ab")), t.literal(&word("c")));
    let either = t.union(ab, c);
    let many = t.star(either);
    let s: Vec<u32> = word("abcab").into_iter().cycle().take(5 * 500_000).collect();
    let mut budget = Budget::new(2_600_000);
    assert!(t.matches(many, &s, &mut budget).unwrap());
    assert!(!t.matches(many, &s[1..100], &mut budget).unwrap());
    let replaced = t.replace_re_all(&s, ab, &word("d"), &mut ample()).unwrap();
    assert_eq!(replaced.len(), 3 * 500_000);
    assert_eq!(t.replace_re_all(&s, ab, &word("dddd"), &mut ample()), Err(TooLarge));
}

#[test]
fn budgets_end_what_is_too_hard() {
    let mut t = Regexes::new();
    // The n-th character from the end: two to the n derivatives.
    let ab = t.range(A, A + 1);
    let (a, many, tail) = (t.range(A, A), t.star(ab), t.power(ab, 60));
    let row = t.concat(a, tail);
    let hard = t.concat(many, row);
    let not = t.comp(hard);
    let both = t.inter(not, many);
    assert_eq!(t.equal(hard, both, &mut plenty()), Ok(false));
    let image = t.reverse(hard, &mut plenty()).unwrap();
    assert_eq!(t.equal(hard, image, &mut plenty()), Ok(false));
    let power = t.loop_(ab, 61, None);
    let some = t.inter(power, both);
    assert_eq!(t.witness(some, &mut plenty()), Err(TooLarge));
    assert_eq!(t.matches(Regex::NONEMPTY, &[A; 100], &mut Budget::new(500)), Ok(true));
    assert_eq!(t.matches(many, &[A; 100], &mut Budget::new(50)), Err(TooLarge));
}
