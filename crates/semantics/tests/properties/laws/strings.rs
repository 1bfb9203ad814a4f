//! Strings, sequences and regular languages.

use proptest::prelude::*;

use super::check;
use crate::shape::Shape;
use crate::subject::cases;

const STRINGS: &str = r#"
    (= (str.++ s (str.++ t u)) (str.++ (str.++ s t) u) (str.++ s t u))
    (= (str.len (str.++ s t)) (+ (str.len s) (str.len t)))
    (= (str.++ s "") s (str.++ "" s))
    (=> (<= 0 n (str.len s)) (= s (str.++ (str.substr s 0 n) (str.substr s n (str.len s)))))
    (= (str.substr (str.++ s t) 0 (str.len s)) s)
    (= (str.at s n) (str.substr s n 1))
    (=> (or (< n 0) (>= n (str.len s)) (<= m 0)) (= (str.substr s n m) ""))
    (str.prefixof s (str.++ s t))
    (str.suffixof t (str.++ s t))
    (str.contains (str.++ s t u) t)
    (= (str.prefixof t s) (= t (str.substr s 0 (str.len t))))
    (= (str.suffixof t s) (and (<= (str.len t) (str.len s)) (= t (str.substr s (- (str.len s) (str.len t)) (str.len t)))))
    (= (str.contains s t) (>= (str.indexof s t 0) 0))
    (let ((i (str.indexof s t n))) (or (= i (- 1)) (and (>= i n) (= t (str.substr s i (str.len t))))))
    (= (str.indexof s "" n) (ite (<= 0 n (str.len s)) n (- 1)))
    (= (str.replace s t u) (ite (str.contains s t) (let ((i (str.indexof s t 0))) (str.++ (str.substr s 0 i) u (str.substr s (+ i (str.len t)) (str.len s)))) s))
    (= (str.replace s "" u) (str.++ u s))
    (= (str.replace_all s t t) s)
    (= (str.replace_all s "" u) s)
    (=> (not (str.contains s t)) (= s (str.replace_all s t u) (str.replace s t u)))
    (= (str.replace_re s (str.to_re t) u) (str.replace s t u))
    (= (str.replace_re_all s (str.to_re t) u) (str.replace_all s t u))
    (= (str.<= s t) (or (str.< s t) (= s t)))
    (= (str.< s t) (not (str.<= t s)))
    (=> (and (str.< s t) (str.< t u)) (str.< s u))
    (= (str.< (str.++ s t) (str.++ s u)) (str.< t u))
    (=> (>= n 0) (= (str.to_int (str.from_int n)) n))
    (=> (< n 0) (= (str.from_int n) ""))
    (=> (= (str.len s) 1) (= (str.from_code (str.to_code s)) s))
    (=> (<= 0 n 196607) (= (str.to_code (str.from_code n)) n))
    (= (str.is_digit s) (and (= (str.len s) 1) (<= 48 (str.to_code s) 57)))
    (= (str.in_re s (str.to_re t)) (= s t))
"#;

const LANGUAGES: &str = r#"
    (= (str.in_re s (re.union r q)) (or (str.in_re s r) (str.in_re s q)))
    (= (str.in_re s (re.inter r q)) (and (str.in_re s r) (str.in_re s q)))
    (= (str.in_re s (re.comp r)) (not (str.in_re s r)))
    (= (str.in_re s (re.diff r q)) (and (str.in_re s r) (not (str.in_re s q))))
    (= (str.in_re s (re.opt r)) (or (= s "") (str.in_re s r)))
    (= (str.in_re s (re.* r)) (or (= s "") (str.in_re s (re.+ r))))
    (= (str.in_re s ((_ re.loop 1 3) r)) (str.in_re s (re.union r (re.++ r r) (re.++ r r r))))
    (= (str.in_re s ((_ re.^ 2) r)) (str.in_re s (re.++ r r)))
    (= (str.in_re s ((_ re.loop 2 1) r)) false)
    (= (str.in_re s re.all) (not (str.in_re s re.none)))
    (= (str.in_re s re.allchar) (= (str.len s) 1))
    (= (str.in_re s (re.range t u)) (and (= 1 (str.len s) (str.len t) (str.len u)) (str.<= t s) (str.<= s u)))
    (=> (and (str.in_re s r) (str.in_re t q)) (str.in_re (str.++ s t) (re.++ r q)))
    (=> (<= (str.len s) 12) (= (str.in_re s (re.++ r q)) SPLITS))
    ~(= (re.comp (re.union r q)) (re.inter (re.comp r) (re.comp q)))
    ~(= (re.comp (re.comp r)) r)
    ~(= (re.union r q) (re.union q r))
    ~(= (re.++ r (re.union q (str.to_re s))) (re.union (re.++ r q) (re.++ r (str.to_re s))))
    ~(= (re.* (re.* r)) (re.* r))
    ~(= (re.diff r q) (re.inter r (re.comp q)))
    ~(= (re.inter r (re.comp r)) re.none)
    ~(= (re.union r (re.comp r)) re.all)
    ~(= (re.+ r) (re.++ r (re.* r)))
    ~(= (re.++ r (re.++ q r)) (re.++ (re.++ r q) r))
    ~(=> (distinct r q) (not (= (re.union (re.diff r q) (re.diff q r)) re.none)))
"#;

const SEQUENCES: &str = "
    (= (seq.++ s (seq.++ t u)) (seq.++ s t u))
    (= (seq.len (seq.++ s t)) (+ (seq.len s) (seq.len t)))
    (=> (<= 0 n (seq.len s)) (= s (seq.++ (seq.extract s 0 n) (seq.extract s n (seq.len s)))))
    (= (seq.at s n) (seq.extract s n 1))
    (= (seq.contains s t) (>= (seq.indexof s t 0) 0))
    (seq.prefixof s (seq.++ s t))
    (seq.suffixof t (seq.++ s t))
    (=> (not (seq.contains s t)) (= s (seq.replace s t u)))
    (=> (and (<= 0 n) (< n (seq.len s))) (= (seq.unit (seq.nth s n)) (seq.at s n)))
    ~(=> (= s t) (= (seq.nth s n) (seq.nth t n)))
    (= (seq.rev (seq.rev s)) s)
    (= (seq.rev (seq.++ s t)) (seq.++ (seq.rev t) (seq.rev s)))
    (= (= s t) (and (seq.prefixof s t) (seq.prefixof t s)))
";

proptest! {
    #![proptest_config(cases(40))]

    #[test]
    fn strings(seed in any::<u64>()) {
        let (string, int) = (Shape::String, Shape::Int);
        let constants =
            [("s", string.clone()), ("t", string.clone()), ("u", string), ("n", int.clone()), ("m", int)];
        check(seed, 30, &constants, STRINGS);
    }

    #[test]
    fn languages(seed in any::<u64>()) {
        let splits: Vec<String> = (0..=12)
            .map(|at| format!(
                "(and (<= {at} (str.len s)) (str.in_re (str.substr s 0 {at}) r) (str.in_re (str.substr s {at} 12) q))"
            ))
            .collect();
        let laws = LANGUAGES.replace("SPLITS", &format!("(or {})", splits.join(" ")));
        let constants = [
            ("r", Shape::RegLan),
            ("q", Shape::RegLan),
            ("s", Shape::String),
            ("t", Shape::String),
            ("u", Shape::String),
        ];
        check(seed, 10, &constants, &laws);
    }

    #[test]
    fn sequences(seed in any::<u64>()) {
        let of = [Shape::Int, Shape::Bool, Shape::BitVec(2), Shape::apply("Seq", &[Shape::Int])];
        let sequence = Shape::apply("Seq", &[of[seed as usize % of.len()].clone()]);
        let constants = [("s", sequence.clone()), ("t", sequence.clone()), ("u", sequence), ("n", Shape::Int)];
        check(seed, 20, &constants, SEQUENCES);
    }
}
