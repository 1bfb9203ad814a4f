//! Against the definitions of the operators, over the strings of at most four characters, and against the
//! regular expressions of aws-smt-strings.

use aws_smt_strings::regular_expressions::{ReManager, RegLan};
use aws_smt_strings::smt_strings::SmtString;
use proptest::prelude::*;

use super::*;

const LENGTH: usize = 4;

/// All strings over three characters, the shorter first.
fn strings() -> Vec<Vec<u32>> {
    let mut all = vec![Vec::new()];
    let mut from = 0;
    for _ in 0..LENGTH {
        let to = all.len();
        for place in from..to {
            for c in A..A + 3 {
                let mut next = all[place].clone();
                next.push(c);
                all.push(next);
            }
        }
        from = to;
    }
    all
}

/// The place of a string in that list.
fn rank(s: &[u32]) -> usize {
    s.iter().fold(0, |rank, &c| rank * 3 + 1 + (c - A) as usize)
}

/// A set of these strings, one bit each; the 121 of them fit.
type Set = u128;

/// What is true of a language whatever the longer strings are.
struct Definition {
    strings: Vec<Vec<u32>>,
    all: Set,
}

impl Definition {
    fn new() -> Definition {
        let strings = strings();
        let all = (1 << strings.len()) - 1;
        Definition { strings, all }
    }

    fn of(&self, holds: impl Fn(&[u32]) -> bool) -> Set {
        (0..self.strings.len()).filter(|&i| holds(&self.strings[i])).fold(0, |set, i| set | 1 << i)
    }

    fn concat(&self, a: Set, b: Set) -> Set {
        let has = |set: Set, s: &[u32]| set >> rank(s) & 1 == 1;
        self.of(|s| (0..=s.len()).any(|cut| has(a, &s[..cut]) && has(b, &s[cut..])))
    }

    fn power(&self, a: Set, n: u32) -> Set {
        (0..n).fold(1, |power, _| self.concat(power, a))
    }

    fn between(&self, a: Set, low: u32, high: u32) -> Set {
        (low..=high).fold(0, |set, n| set | self.power(a, n))
    }

    fn language(&self, term: &Re) -> Set {
        // More factors than characters make no more strings, beyond the lower bound.
        let many = LENGTH as u32;
        match term {
            Re::None => 0,
            Re::All => self.all,
            Re::AllChar => self.of(|s| s.len() == 1),
            Re::Literal(literal) => self.of(|s| s == literal),
            &Re::Range(low, high) => self.of(|s| s.len() == 1 && low <= s[0] && s[0] <= high),
            Re::Concat(a, b) => self.concat(self.language(a), self.language(b)),
            Re::Union(a, b) => self.language(a) | self.language(b),
            Re::Inter(a, b) => self.language(a) & self.language(b),
            Re::Diff(a, b) => self.language(a) & !self.language(b),
            Re::Xor(a, b) => self.language(a) ^ self.language(b),
            Re::Comp(a) => self.all & !self.language(a),
            Re::Star(a) => self.between(self.language(a), 0, many),
            Re::Plus(a) => self.between(self.language(a), 1, many),
            Re::Opt(a) => self.language(a) | 1,
            &Re::Power(ref a, n) => self.power(self.language(a), n),
            &Re::Loop(ref a, low, Some(high)) => self.between(self.language(a), low, high),
            &Re::Loop(ref a, low, None) => self.between(self.language(a), low, low + many),
        }
    }
}

fn members(table: &mut Regexes, r: Regex, definition: &Definition) -> Set {
    let mut set = 0;
    for (i, s) in definition.strings.iter().enumerate() {
        if table.matches(r, s, &mut plenty()).unwrap() {
            set |= 1 << i;
        }
    }
    set
}

/// The shortest leftmost match by definition.
fn first_match(
    s: &[u32],
    from: usize,
    empty: bool,
    holds: &dyn Fn(&[u32]) -> bool,
) -> Option<(usize, usize)> {
    (from..=s.len())
        .flat_map(|start| (start..=s.len()).map(move |end| (start, end)))
        .find(|&(start, end)| (empty || start < end) && holds(&s[start..end]))
}

fn theirs(manager: &mut ReManager, term: &Re) -> RegLan {
    let mut two = |a: &Re, b: &Re| (theirs(manager, a), theirs(manager, b));
    match term {
        Re::None => manager.empty(),
        Re::All => manager.full(),
        Re::AllChar => manager.all_chars(),
        Re::Literal(s) => manager.str(&SmtString::from(&s[..])),
        &Re::Range(low, high) => manager.smt_range(&SmtString::from(low), &SmtString::from(high)),
        Re::Concat(a, b) => {
            let (a, b) = two(a, b);
            manager.concat(a, b)
        }
        Re::Union(a, b) => {
            let (a, b) = two(a, b);
            manager.union(a, b)
        }
        Re::Inter(a, b) => {
            let (a, b) = two(a, b);
            manager.inter(a, b)
        }
        Re::Diff(a, b) => {
            let (a, b) = two(a, b);
            manager.diff(a, b)
        }
        Re::Xor(a, b) => {
            let (a, b) = two(a, b);
            let (left, right) = (manager.diff(a, b), manager.diff(b, a));
            manager.union(left, right)
        }
        Re::Comp(a) => {
            let a = theirs(manager, a);
            manager.complement(a)
        }
        Re::Star(a) => {
            let a = theirs(manager, a);
            manager.star(a)
        }
        Re::Plus(a) => {
            let a = theirs(manager, a);
            manager.plus(a)
        }
        Re::Opt(a) => {
            let a = theirs(manager, a);
            manager.opt(a)
        }
        &Re::Power(ref a, n) => {
            let a = theirs(manager, a);
            manager.exp(a, n)
        }
        &Re::Loop(ref a, low, Some(high)) => {
            let a = theirs(manager, a);
            manager.smt_loop(a, low, high)
        }
        &Re::Loop(ref a, low, None) => {
            let a = theirs(manager, a);
            let (power, star) = (manager.exp(a, low), manager.star(a));
            manager.concat(power, star)
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn membership_is_as_defined(term in terms()) {
        let (definition, mut table) = (Definition::new(), Regexes::new());
        let r = build(&mut table, &term);
        let expected = definition.language(&term);
        prop_assert_eq!(members(&mut table, r, &definition), expected);
        prop_assert_eq!(table.nullable(r), expected & 1 == 1);

        let image = table.reverse(r, &mut plenty()).unwrap();
        let backwards = definition.of(|s| {
            let s: Vec<u32> = s.iter().rev().copied().collect();
            expected >> rank(&s) & 1 == 1
        });
        prop_assert_eq!(members(&mut table, image, &definition), backwards);

        let after = table.derivative(A, r, &mut plenty()).unwrap();
        for s in definition.strings.iter().filter(|s| s.len() < LENGTH) {
            let longer: Vec<u32> = [A].iter().chain(s).copied().collect();
            prop_assert_eq!(table.matches(after, s, &mut plenty()).unwrap(), expected >> rank(&longer) & 1 == 1);
        }
    }

    #[test]
    fn decisions_agree_with_members(a in terms(), b in terms()) {
        let (definition, mut table) = (Definition::new(), Regexes::new());
        let (set_a, set_b) = (definition.language(&a), definition.language(&b));
        let (a, b) = (build(&mut table, &a), build(&mut table, &b));
        match table.witness(a, &mut plenty()).unwrap() {
            None => {
                prop_assert!(table.is_empty(a, &mut plenty()).unwrap());
                prop_assert_eq!(set_a, 0);
            }
            Some(s) => {
                prop_assert!(!table.is_empty(a, &mut plenty()).unwrap());
                prop_assert!(table.matches(a, &s, &mut plenty()).unwrap());
                // The witness is a shortest; it may have a character that the definition does not.
                let shortest = definition.strings.iter().find(|s| set_a >> rank(s) & 1 == 1);
                prop_assert!(shortest.is_none_or(|shortest| s.len() <= shortest.len()));
            }
        }
        let equal = table.equal(a, b, &mut plenty()).unwrap();
        prop_assert!(!equal || set_a == set_b);
        let xor = table.xor(a, b);
        match table.witness(xor, &mut plenty()).unwrap() {
            None => prop_assert!(equal),
            Some(s) => {
                prop_assert!(!equal);
                let (in_a, in_b) = (table.matches(a, &s, &mut plenty()), table.matches(b, &s, &mut plenty()));
                prop_assert_ne!(in_a.unwrap(), in_b.unwrap());
            }
        }
        let union = table.union(a, b);
        let inter = table.inter(a, b);
        let subset = table.subset(a, b, &mut plenty()).unwrap();
        prop_assert_eq!(subset, table.equal(union, b, &mut plenty()).unwrap());
        prop_assert_eq!(subset, table.equal(inter, a, &mut plenty()).unwrap());
        prop_assert!(!subset || set_a & !set_b == 0);
    }

    #[test]
    fn searching_is_as_defined(
        term in terms(),
        s in prop::collection::vec(A..A + 3, 0..=LENGTH),
        t in prop::collection::vec(A..A + 4, 0..3),
        from in -1_i64..6,
    ) {
        let (definition, mut table) = (Definition::new(), Regexes::new());
        let expected = definition.language(&term);
        let holds = |s: &[u32]| expected >> rank(s) & 1 == 1;
        let r = build(&mut table, &term);

        let replaced = first_match(&s, 0, true, &holds)
            .map_or(s.clone(), |(start, end)| [&s[..start], &t, &s[end..]].concat());
        prop_assert_eq!(table.replace_re(&s, r, &t, &mut plenty()).unwrap(), replaced);

        let mut all = Vec::new();
        let mut rest = 0;
        while let Some((start, end)) = first_match(&s, rest, false, &holds) {
            all.extend_from_slice(&s[rest..start]);
            all.extend_from_slice(&t);
            rest = end;
        }
        all.extend_from_slice(&s[rest..]);
        prop_assert_eq!(table.replace_re_all(&s, r, &t, &mut plenty()).unwrap(), all);

        let start = usize::try_from(from).ok().filter(|&from| from <= s.len());
        let index = start.and_then(|from| first_match(&s, from, true, &holds)).map(|(start, _)| start);
        prop_assert_eq!(table.indexof_re(&s, r, from, &mut plenty()).unwrap(), index);
    }

    #[test]
    fn membership_and_emptiness_agree_with_aws(
        term in terms(),
        strings in prop::collection::vec(prop::collection::vec(A..A + 4, 0..12), 8),
    ) {
        let (mut table, mut manager) = (Regexes::new(), ReManager::new());
        let (r, other) = (build(&mut table, &term), theirs(&mut manager, &term));
        for s in strings {
            let expected = manager.str_in_re(&SmtString::from(&s[..]), other);
            prop_assert_eq!(table.matches(r, &s, &mut plenty()).unwrap(), expected);
        }
        if let Some(expected) = manager.is_empty_re_bounded(other, 1000) {
            prop_assert_eq!(table.is_empty(r, &mut plenty()).unwrap(), expected);
        }
    }
}
