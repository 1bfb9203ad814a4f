//! Booleans, bit-vectors, finite fields.

use proptest::prelude::*;

use super::check;
use crate::shape::Shape;
use crate::subject::cases;

const CORE: &str = "
    (= (not (and p q)) (or (not p) (not q)))
    (= (not (or p q r)) (and (not p) (not q) (not r)))
    (= (not (not p)) p)
    (= (=> p q) (or (not p) q))
    (= (=> p q r) (=> p (=> q r)))
    (= (xor p q) (distinct p q))
    (= (xor p q r) (xor p (xor q r)))
    (= (ite p q r) (and (=> p q) (=> (not p) r)))
    (= (and p (or q r)) (or (and p q) (and p r)))
    (= (= p q r) (and (= p q) (= q r)))
    (not (distinct p q r))
    (= (forall ((b Bool)) (or b p)) p)
    (= (exists ((b Bool)) (and b (= b p))) p)
";

/// With `W` for the width, `V` for one less.
const BIT_VECTORS: &str = "
    (= (bvadd x y) (bvadd y x))
    (= (bvadd x (bvadd y z)) (bvadd (bvadd x y) z))
    (= (bvadd x (_ bv0 W)) x)
    (= (bvadd x (bvneg x)) (_ bv0 W))
    (= (bvsub x y) (bvadd x (bvneg y)))
    (= (bvneg x) (bvadd (bvnot x) (_ bv1 W)))
    (= (bvmul x y) (bvmul y x))
    (= (bvmul x (bvmul y z)) (bvmul (bvmul x y) z))
    (= (bvmul x (_ bv1 W)) x)
    (= (bvmul x (bvadd y z)) (bvadd (bvmul x y) (bvmul x z)))
    (= (bvand x (bvor y z)) (bvor (bvand x y) (bvand x z)))
    (= (bvnot (bvand x y)) (bvor (bvnot x) (bvnot y)))
    (= (bvxor x y) (bvor (bvand x (bvnot y)) (bvand (bvnot x) y)))
    (= (bvnand x y) (bvnot (bvand x y)))
    (= (bvnor x y) (bvnot (bvor x y)))
    (= (bvxnor x y) (bvnot (bvxor x y)))
    (= (bvcomp x y) (ite (= x y) #b1 #b0))
    (= (bvadd x y) (bvadd (bvxor x y) (bvshl (bvand x y) (_ bv1 W))))
    (= x (bvadd (bvmul (bvudiv x y) y) (bvurem x y)))
    (= x (bvadd (bvmul (bvsdiv x y) y) (bvsrem x y)))
    (=> (distinct y (_ bv0 W)) (bvult (bvurem x y) y))
    (= (bvudiv x (_ bv0 W)) (bvnot (_ bv0 W)))
    (= (bvurem x (_ bv0 W)) x)
    (let ((m (bvsmod x y))) (or (= m (_ bv0 W)) (= y (_ bv0 W)) (= (bvslt m (_ bv0 W)) (bvslt y (_ bv0 W)))))
    (= (bvurem (bvsub x (bvsmod x y)) y) (ite (= y (_ bv0 W)) (_ bv0 W) (bvurem (bvsub x (bvsmod x y)) y)))
    (= (bvshl x y) (bvmul x (bvshl (_ bv1 W) y)))
    (=> (< (ubv_to_int y) W) (= (bvlshr x y) (bvudiv x (bvshl (_ bv1 W) y))))
    (=> (>= (ubv_to_int y) W) (= (bvlshr x y) (bvshl x y) (_ bv0 W)))
    (= (bvashr x y) (ite (bvslt x (_ bv0 W)) (bvnot (bvlshr (bvnot x) y)) (bvlshr x y)))
    (= ((_ extract V 0) (concat y x)) x)
    (= ((_ extract V 0) ((_ extract V 0) x)) x)
    (= ((_ zero_extend 3) x) (concat #b000 x))
    (= ((_ extract V 0) ((_ sign_extend 5) x)) x)
    (= ((_ repeat 3) x) (concat x x x))
    (= ((_ rotate_left W) x) x ((_ rotate_right W) x))
    (= ((_ rotate_right 1) ((_ rotate_left 1) x)) x)
    (= ((_ rotate_left 3) x) ((_ rotate_left 1) ((_ rotate_left 2) x)))
    (= (concat (concat x y) z) (concat x (concat y z)))
    (= (ubv_to_int (concat x y)) (+ (* (ubv_to_int x) (^ 2 W)) (ubv_to_int y)))
    (= ((_ int_to_bv W) (ubv_to_int x)) x ((_ int_to_bv W) (sbv_to_int x)))
    (= (bvadd x y) ((_ int_to_bv W) (+ (ubv_to_int x) (sbv_to_int y))))
    (= (bvmul x y) ((_ int_to_bv W) (* (sbv_to_int x) (ubv_to_int y))))
    (= (bvult x y) (< (ubv_to_int x) (ubv_to_int y)) (bvugt y x))
    (= (bvule x y) (not (bvult y x)) (bvuge y x))
    (= (bvslt x y) (< (sbv_to_int x) (sbv_to_int y)) (bvsgt y x))
    (= (bvsle x y) (not (bvslt y x)) (bvsge y x))
    (= (sbv_to_int ((_ sign_extend 9) x)) (sbv_to_int x))
    (= (ubv_to_int ((_ zero_extend 9) x)) (ubv_to_int x))
    (= (bvnego x) (= (sbv_to_int x) (- (^ 2 V))))
    (= (bvuaddo x y) (>= (+ (ubv_to_int x) (ubv_to_int y)) (^ 2 W)))
    (= (bvumulo x y) (>= (* (ubv_to_int x) (ubv_to_int y)) (^ 2 W)))
    (= (bvusubo x y) (bvult x y))
    (= (bvsaddo x y) (distinct (sbv_to_int (bvadd x y)) (+ (sbv_to_int x) (sbv_to_int y))))
    (= (bvssubo x y) (distinct (sbv_to_int (bvsub x y)) (- (sbv_to_int x) (sbv_to_int y))))
    (= (bvsmulo x y) (distinct (sbv_to_int (bvmul x y)) (* (sbv_to_int x) (sbv_to_int y))))
    (= (bvsdivo x y) (and (bvnego x) (= y (bvnot (_ bv0 W)))))
    (= (bvadd x y z x) (bvadd x (bvadd y (bvadd z x))))
";

const FIELDS: &str = "
    (= (ff.add f g) (ff.add g f))
    (= (ff.mul f g) (ff.mul g f))
    (= (ff.add f (ff.add g h)) (ff.add f g h))
    (= (ff.mul f (ff.mul g h)) (ff.mul f g h))
    (= (ff.mul f (ff.add g h)) (ff.add (ff.mul f g) (ff.mul f h)))
    (= (ff.add f (ff.neg f)) (as ff0 (_ FiniteField 101)))
    (= (ff.mul f (as ff1 (_ FiniteField 101))) f)
    (= (ff.bitsum f g h) (ff.add f (ff.add g g) (ff.mul (as ff4 (_ FiniteField 101)) h)))
";

proptest! {
    #![proptest_config(cases(40))]

    #[test]
    fn core(seed in any::<u64>()) {
        check(seed, 8, &[("p", Shape::Bool), ("q", Shape::Bool), ("r", Shape::Bool)], CORE);
    }

    #[test]
    fn bit_vectors(seed in any::<u64>()) {
        let widths = [1u32, 2, 3, 4, 7, 8, 16, 31, 32, 33, 63, 64, 65, 127, 128, 130, 200];
        let width = widths[seed as usize % widths.len()];
        let laws = BIT_VECTORS.replace('W', &width.to_string()).replace('V', &(width - 1).to_string());
        let vector = Shape::BitVec(width);
        check(seed, 16, &[("x", vector.clone()), ("y", vector.clone()), ("z", vector)], &laws);
    }

    #[test]
    fn fields(seed in any::<u64>()) {
        let field = Shape::Field("101");
        check(seed, 8, &[("f", field.clone()), ("g", field.clone()), ("h", field)], FIELDS);
    }
}
