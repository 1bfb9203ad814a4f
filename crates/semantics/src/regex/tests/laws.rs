//! Laws between the operators, decided by equality of languages.

use proptest::prelude::*;

use super::*;

/// Checks that both sides are one language, unless that is too hard to say.
fn same(table: &mut Regexes, a: Regex, b: Regex) -> Result<(), TestCaseError> {
    prop_assert_ne!(table.equal(a, b, &mut plenty()), Ok(false), "{:?} {:?}", table.kind(a), table.kind(b));
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn boolean_laws(a in terms(), b in terms(), c in terms()) {
        let mut table = Regexes::new();
        let t = &mut table;
        let (a, b, c) = (build(t, &a), build(t, &b), build(t, &c));
        let (not_a, not_b) = (t.comp(a), t.comp(b));
        let (union, inter) = (t.union(a, b), t.inter(a, b));

        let (left, right) = (t.comp(union), t.inter(not_a, not_b));
        same(t, left, right)?;
        let (left, right) = (t.comp(inter), t.union(not_a, not_b));
        same(t, left, right)?;
        let meet = t.inter(union, c);
        let (ac, bc) = (t.inter(a, c), t.inter(b, c));
        let joined = t.union(ac, bc);
        same(t, meet, joined)?;
        let absorbed = t.union(a, inter);
        same(t, absorbed, a)?;
        let (left, right) = (t.diff(union, inter), t.xor(a, b));
        same(t, left, right)?;
        prop_assert_eq!(t.comp(not_a), a);
        let (none, all) = (t.inter(a, not_a), t.union(a, not_a));
        same(t, none, Regex::NONE)?;
        same(t, all, Regex::ALL)?;
        let (left, right) = (t.union(union, c), t.union(b, c));
        let right = t.union(a, right);
        same(t, left, right)?;
    }

    #[test]
    fn kleene_laws(a in terms(), b in terms(), c in terms(), i in 0_u32..4, j in 0_u32..4) {
        let mut table = Regexes::new();
        let t = &mut table;
        let (a, b, c) = (build(t, &a), build(t, &b), build(t, &c));
        let star = t.star(a);
        prop_assert_eq!(t.star(star), star);
        prop_assert_eq!(t.concat(star, star), star);
        let (plus, opt) = (t.plus(a), t.opt(a));
        let left = t.concat(a, star);
        same(t, left, plus)?;
        let left = t.opt(plus);
        same(t, left, star)?;
        let left = t.star(opt);
        same(t, left, star)?;
        // (a|b)* = (a* b)* a*
        let union = t.union(a, b);
        let left = t.star(union);
        let step = t.concat(star, b);
        let steps = t.star(step);
        let right = t.concat(steps, star);
        same(t, left, right)?;
        // Concatenation is associative and distributes.
        let (ab, bc) = (t.concat(a, b), t.concat(b, c));
        let (left, right) = (t.concat(ab, c), t.concat(a, bc));
        same(t, left, right)?;
        let left = t.concat(union, c);
        let ac = t.concat(a, c);
        let right = t.union(ac, bc);
        same(t, left, right)?;
        // Powers and loops.
        let (left, right) = (t.power(a, i), t.power(a, j));
        let (product, sum) = (t.concat(left, right), t.power(a, i + j));
        same(t, product, sum)?;
        let nested = t.loop_(left, i, Some(i + j));
        let mut wanted = Regex::NONE;
        for k in i..=i + j {
            let power = t.power(left, k);
            wanted = t.union(wanted, power);
        }
        same(t, nested, wanted)?;
        let range = t.loop_(a, i, Some(j));
        let nested = t.loop_(range, j, None);
        let (power, rest) = (t.power(range, j), t.star(range));
        let wanted = t.concat(power, rest);
        same(t, nested, wanted)?;
    }

    #[test]
    fn reversal_laws(a in terms(), b in terms()) {
        let mut table = Regexes::new();
        let t = &mut table;
        let (a, b) = (build(t, &a), build(t, &b));
        let (image_a, image_b) = (t.reverse(a, &mut plenty()).unwrap(), t.reverse(b, &mut plenty()).unwrap());
        let back = t.reverse(image_a, &mut plenty()).unwrap();
        same(t, back, a)?;
        let both = t.concat(a, b);
        let (left, right) = (t.reverse(both, &mut plenty()).unwrap(), t.concat(image_b, image_a));
        same(t, left, right)?;
    }

    #[test]
    fn a_language_is_its_derivatives(a in terms()) {
        let mut table = Regexes::new();
        let t = &mut table;
        let a = build(t, &a);
        let mut all = if t.nullable(a) { Regex::EPSILON } else { Regex::NONE };
        let mut next = 0;
        while next <= crate::string::MAX_CHAR {
            let edge = t.edge(a, next, &mut plenty()).unwrap();
            let class = t.range(next, edge.high);
            let part = t.concat(class, edge.to);
            all = t.union(all, part);
            next = edge.high + 1;
        }
        same(t, all, a)?;
    }

    #[test]
    fn pairs_and_lists_make_one_language(parts in prop::collection::vec(terms(), 0..6)) {
        let mut table = Regexes::new();
        let t = &mut table;
        let parts: Vec<Regex> = parts.iter().map(|part| build(t, part)).collect();
        let (mut union, mut inter, mut concat) = (Regex::NONE, Regex::ALL, Regex::EPSILON);
        for &part in &parts {
            union = t.union(union, part);
            inter = t.inter(inter, part);
            concat = t.concat(concat, part);
        }
        let (all, meet, row) = (t.union_all(&parts), t.inter_all(&parts), t.concat_all(&parts));
        same(t, union, all)?;
        same(t, inter, meet)?;
        same(t, concat, row)?;
    }
}
