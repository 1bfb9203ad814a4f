//! IEEE identities.

use proptest::prelude::*;

use super::check;
use crate::shape::Shape;
use crate::subject::cases;

/// With `F` for the format.
const LAWS: &str = "
    (= (fp.add r x y) (fp.add r y x))
    (= (fp.mul r x y) (fp.mul r y x))
    (= (fp.sub r x y) (fp.add r x (fp.neg y)))
    (= (fp.neg (fp.neg x)) x)
    (= (fp.abs x) (ite (fp.isNegative x) (fp.neg x) x))
    (= (fp.fma r x ONE y) (fp.add r x y))
    (= (fp.fma r x y z) (fp.fma r y x z))
    (=> (not (fp.isZero (fp.mul r x y))) (= (fp.fma r x y (_ +zero F)) (fp.mul r x y)))
    (= (fp.mul r x ONE) x)
    (= (fp.div r x ONE) x)
    (=> (not (or (fp.isNaN x) (fp.isInfinite x) (fp.isZero x))) (= (fp.div r x x) ONE))
    (=> (not (or (fp.isNaN x) (fp.isInfinite x))) (fp.isZero (fp.sub r x x)))
    (= (fp.isNegative (fp.sub r ONE ONE)) (= r RTN))
    (= (fp.isNaN (fp.add r x y)) (or (fp.isNaN x) (fp.isNaN y) (and (fp.isInfinite x) (= y (fp.neg x)))))
    (= (fp.isNaN (fp.mul r x y)) (or (fp.isNaN x) (fp.isNaN y) (and (fp.isInfinite x) (fp.isZero y)) (and (fp.isZero x) (fp.isInfinite y))))
    (= (fp.isNaN (fp.sqrt r x)) (or (fp.isNaN x) (and (fp.isNegative x) (not (fp.isZero x)))))
    (= (fp.isNaN x) (not (fp.eq x x)))
    (= (fp.eq x y) (and (fp.leq x y) (fp.geq x y)))
    (= (fp.lt x y) (and (fp.leq x y) (not (fp.eq x y))) (fp.gt y x))
    (or (fp.isNaN x) (fp.isNaN y) (fp.lt x y) (fp.eq x y) (fp.gt x y))
    (= 1 (+ (ite (fp.isNaN x) 1 0) (ite (fp.isInfinite x) 1 0) (ite (fp.isZero x) 1 0) (ite (fp.isNormal x) 1 0) (ite (fp.isSubnormal x) 1 0)))
    (=> FINITE (= ((_ to_fp F) r (fp.to_real x)) (ite (fp.isZero x) (_ +zero F) x)))
    (=> FINITE (= (fp.lt x y) (< (fp.to_real x) (fp.to_real y))))
    (=> FINITE (= (fp.eq x y) (= (fp.to_real x) (fp.to_real y))))
    (=> FINITE (fp.eq (fp.add r x y) ((_ to_fp F) r (+ (fp.to_real x) (fp.to_real y)))))
    (=> FINITE (fp.eq (fp.mul r x y) ((_ to_fp F) r (* (fp.to_real x) (fp.to_real y)))))
    (=> FINITE (fp.eq (fp.fma r x y z) ((_ to_fp F) r (+ (* (fp.to_real x) (fp.to_real y)) (fp.to_real z)))))
    (=> (and FINITE (not (fp.isZero y))) (fp.eq (fp.div r x y) ((_ to_fp F) r (/ (fp.to_real x) (fp.to_real y)))))
    (=> (and FINITE (not (fp.isZero y))) (<= (* 4.0 (fp.to_real (fp.rem x y)) (fp.to_real (fp.rem x y))) (* (fp.to_real y) (fp.to_real y))))
    (=> (and FINITE (not (fp.isZero y))) (is_int (/ (- (fp.to_real x) (fp.to_real (fp.rem x y))) (fp.to_real y))))
    (= (fp.roundToIntegral r (fp.roundToIntegral r x)) (fp.roundToIntegral r x))
    (=> (and FINITE (= r RTN) (not (fp.isInfinite (fp.roundToIntegral r x)))) (= (fp.to_real (fp.roundToIntegral r x)) (to_real (to_int (fp.to_real x)))))
    (=> FINITE (fp.leq (fp.add RTN x y) (fp.add r x y) (fp.add RTP x y)))
    (= (fp.mul RTP x y) (fp.neg (fp.mul RTN x (fp.neg y))))
    (= ((_ to_fp F) r ((_ to_fp 15 113) q x)) x)
    ~(or (= (fp.min x y) x) (= (fp.min x y) y))
    ~(or (fp.isNaN x) (fp.isNaN y) (and (fp.leq (fp.min x y) x) (fp.geq (fp.max x y) x)))
    (=> (fp.isNaN x) (= (fp.min x y) y))
    ~(=> FINITE (= (fp.to_real (fp.neg x)) (- (fp.to_real x))))
    (=> (not (fp.isNaN x)) (distinct x (fp.neg x)))
    ~(=> (and FINITE (<= 0.0 (fp.to_real x) 255.0)) (= ((_ fp.to_ubv 8) RTZ x) ((_ int_to_bv 8) (to_int (fp.to_real x)))))
    ~(=> (and FINITE (<= (- 128.0) (fp.to_real x) 127.0)) (= ((_ fp.to_sbv 8) RTN x) ((_ int_to_bv 8) (to_int (fp.to_real x)))))
    (= ((_ to_fp F) r v) ((_ to_fp F) r (to_real (sbv_to_int v))))
    (= ((_ to_fp_unsigned F) r v) ((_ to_fp F) r (to_real (ubv_to_int v))))
    (=> (and FINITE (not (fp.isNegative x))) (let ((s (fp.sqrt RTN x)) (t (fp.sqrt RTP x))) (and (<= (* (fp.to_real s) (fp.to_real s)) (fp.to_real x)) (>= (* (fp.to_real t) (fp.to_real t)) (fp.to_real x)))))
";

proptest! {
    #![proptest_config(cases(40))]

    #[test]
    fn floats(seed in any::<u64>()) {
        let formats = [(2, 2), (2, 3), (3, 2), (3, 3), (3, 5), (4, 4), (5, 11), (8, 24), (11, 53), (15, 113), (6, 30)];
        let (eb, sb) = formats[seed as usize % formats.len()];
        let finite = "(not (or (fp.isNaN x) (fp.isNaN y) (fp.isNaN z) (fp.isInfinite x) (fp.isInfinite y) (fp.isInfinite z)))";
        let laws = LAWS
            .replace("FINITE", finite)
            .replace("ONE", "((_ to_fp F) RNE 1.0)")
            .replace("(_ to_fp F)", &format!("(_ to_fp {eb} {sb})"))
            .replace("(_ to_fp_unsigned F)", &format!("(_ to_fp_unsigned {eb} {sb})"))
            .replace("(_ +zero F)", &format!("(_ +zero {eb} {sb})"));
        let float = Shape::Float(eb, sb);
        let mode = Shape::RoundingMode;
        let constants = [("x", float.clone()), ("y", float.clone()), ("z", float), ("r", mode.clone()), ("q", mode)];
        check(seed, 20, &[&constants[..], &[("v", Shape::BitVec(12))]].concat(), &laws);
    }
}
