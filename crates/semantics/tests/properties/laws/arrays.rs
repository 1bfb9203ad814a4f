//! Arrays, sets, bags, datatypes.

use proptest::prelude::*;

use super::check;
use crate::shape::Shape;
use crate::subject::cases;

const ARRAYS: &str = "
    (= (select (store a i e) i) e)
    (= (select (store a i e) j) (ite (= i j) e (select a j)))
    (= (store a i (select a i)) a)
    (= (store (store a i e) i f) (store a i f))
    (=> (distinct i j) (= (store (store a i e) j f) (store (store a j f) i e)))
    (=> (= a b) (= (select a i) (select b i)))
    (=> (distinct (select a i) (select b i)) (distinct a b))
    (= (= (store a i e) (store a i f)) (= e f))
    (= (= a b) (and (= (select a i) (select b i)) (= (store a i e) (store b i e))))
    (= (store (store a i e) i (select a i)) a)
    (= (ite (= i j) a (store a i e)) (store a i (ite (= i j) (select a i) e)))
    ~(= a (lambda ((k INDEX)) (select a k)))
";

/// Over indices of two bits: equal iff equal at all indices.
const EXTENSIONAL: &str = "
    (= (= a b) (and (= (select a #b00) (select b #b00)) (= (select a #b01) (select b #b01)) (= (select a #b10) (select b #b10)) (= (select a #b11) (select b #b11))))
    (= (= a b) (forall ((k (_ BitVec 2))) (= (select a k) (select b k))))
    (= (distinct a b) (exists ((k (_ BitVec 2))) (distinct (select a k) (select b k))))
    (= a (store (store (store (store b #b00 (select a #b00)) #b11 (select a #b11)) #b01 (select a #b01)) #b10 (select a #b10)))
    (= (lambda ((k (_ BitVec 2))) (select a (bvnot k))) (store (store (store (store a #b00 (select a #b11)) #b11 (select a #b00)) #b01 (select a #b10)) #b10 (select a #b01)))
    (= ((as const (Array (_ BitVec 2) ELEMENT)) e) (store (store (store (store a #b00 e) #b01 e) #b10 e) #b11 e))
";

const SETS: &str = "
    (= (set.union a b) (set.union b a))
    (= (set.inter a (set.union b c)) (set.union (set.inter a b) (set.inter a c)))
    (= (set.minus a (set.union b c)) (set.inter (set.minus a b) (set.minus a c)))
    (= (set.minus a (set.minus a b)) (set.inter a b))
    (= (set.member e (set.union a b)) (or (set.member e a) (set.member e b)))
    (= (set.member e (set.inter a b)) (and (set.member e a) (set.member e b)))
    (= (set.member e (set.minus a b)) (and (set.member e a) (not (set.member e b))))
    (set.member e (set.insert e a))
    (= (set.insert e a) (set.union a (set.singleton e)))
    (= (set.subset a b) (= (set.union a b) b) (= (set.inter a b) a))
    (= (and (set.subset a b) (set.subset b a)) (= a b))
    (= (+ (set.card a) (set.card b)) (+ (set.card (set.union a b)) (set.card (set.inter a b))))
    (= (set.is_empty a) (= (set.card a) 0) (= a (set.minus a a)))
    (= (set.is_singleton a) (= (set.card a) 1))
    ~(=> (not (set.is_empty a)) (set.member (set.choose a) a))
    (= (= a b) (set.is_empty (set.union (set.minus a b) (set.minus b a))))
";

const BAGS: &str = "
    (= (bag.union_disjoint a b) (bag.union_disjoint b a))
    (= (bag.count e (bag.union_disjoint a b)) (+ (bag.count e a) (bag.count e b)))
    (= (bag.count e (bag.union_max a b)) (let ((x (bag.count e a)) (y (bag.count e b))) (ite (< x y) y x)))
    (= (bag.count e (bag.inter_min a b)) (let ((x (bag.count e a)) (y (bag.count e b))) (ite (< x y) x y)))
    (= (bag.count e (bag.difference_subtract a b)) (let ((d (- (bag.count e a) (bag.count e b)))) (ite (< d 0) 0 d)))
    (= (bag.count e (bag.difference_remove a b)) (ite (bag.member e b) 0 (bag.count e a)))
    (= (bag.card (bag.union_disjoint a b)) (+ (bag.card a) (bag.card b)))
    (= (bag.union_disjoint (bag.union_max a b) (bag.inter_min a b)) (bag.union_disjoint a b))
    (= (bag.subbag a b) (= (bag.inter_min a b) a))
    (= (bag.member e a) (> (bag.count e a) 0))
    (= (bag.count e (bag.setof a)) (ite (bag.member e a) 1 0))
    (= (bag.union_disjoint (bag.difference_subtract a b) (bag.inter_min a b)) a)
    (= (bag.count e (bag e 3)) 3)
    (= (= a b) (and (bag.subbag a b) (bag.subbag b a)))
";

const DATATYPES: &str = "
    (= (key (node i t u)) i)
    (= (left (node i t u)) t)
    (= (= (node i t u) (node j u t)) (and (= i j) (= t u)))
    (distinct leaf (node i t u) (tip v))
    (= 1 (+ (ite ((_ is leaf) t) 1 0) (ite ((_ is node) t) 1 0) (ite ((_ is tip) t) 1 0)))
    (=> ((_ is node) t) (= t (node (key t) (left t) (right t))))
    (=> ((_ is tip) t) (= t (tip (label t))))
    (= (match t ((leaf 0) ((node k l r) 1) (x 2))) (ite ((_ is leaf) t) 0 (ite ((_ is node) t) 1 2)))
    (distinct t (node i t u))
    ~(=> (= t u) (= (key t) (key u)))
    (= (= c d) (or (and ((_ is red) c) ((_ is red) d)) (and ((_ is green) c) ((_ is green) d)) (and ((_ is blue) c) ((_ is blue) d))))
    (exists ((x Colour)) (and (distinct x c) (distinct x d)))
    (= (first ((as pair (Pair Int Colour)) i c)) i)
    (= ((_ update key) (node i t u) j) (node j t u))
";

fn element(seed: u64) -> Shape {
    let of = [
        Shape::Int,
        Shape::Bool,
        Shape::BitVec(2),
        Shape::String,
        Shape::apply("Tuple", &[Shape::Bool, Shape::Int]),
    ];
    of[seed as usize % of.len()].clone()
}

proptest! {
    #![proptest_config(cases(30))]

    #[test]
    fn arrays(seed in any::<u64>()) {
        let indices = [Shape::Int, Shape::Bool, Shape::BitVec(1), Shape::BitVec(2), Shape::BitVec(8), Shape::Datatype("Colour")];
        let elements = [Shape::Int, Shape::Bool, Shape::BitVec(1), Shape::apply("Array", &[Shape::Bool, Shape::Bool])];
        let index = indices[seed as usize % indices.len()].clone();
        let element = elements[(seed >> 8) as usize % elements.len()].clone();
        let array = Shape::apply("Array", &[index.clone(), element.clone()]);
        let laws = ARRAYS.replace("INDEX", &index.to_string());
        let constants = [
            ("a", array.clone()),
            ("b", array),
            ("i", index.clone()),
            ("j", index),
            ("e", element.clone()),
            ("f", element),
        ];
        check(seed, 25, &constants, &laws);
    }

    #[test]
    fn extensional_arrays(seed in any::<u64>()) {
        let elements = [Shape::Bool, Shape::Int, Shape::BitVec(1), Shape::Datatype("Colour")];
        let element = elements[seed as usize % elements.len()].clone();
        let array = Shape::apply("Array", &[Shape::BitVec(2), element.clone()]);
        let laws = EXTENSIONAL.replace("ELEMENT", &element.to_string());
        check(seed, 40, &[("a", array.clone()), ("b", array), ("e", element)], &laws);
    }

    #[test]
    fn sets(seed in any::<u64>()) {
        let (element, set) = (element(seed), Shape::apply("Set", &[element(seed)]));
        check(seed, 30, &[("a", set.clone()), ("b", set.clone()), ("c", set), ("e", element)], SETS);
    }

    #[test]
    fn bags(seed in any::<u64>()) {
        let (element, bag) = (element(seed), Shape::apply("Bag", &[element(seed)]));
        check(seed, 30, &[("a", bag.clone()), ("b", bag), ("e", element)], BAGS);
    }

    #[test]
    fn datatypes(seed in any::<u64>()) {
        let (tree, colour) = (Shape::Datatype("Tree"), Shape::Datatype("Colour"));
        let constants = [
            ("t", tree.clone()),
            ("u", tree),
            ("c", colour.clone()),
            ("d", colour),
            ("i", Shape::Int),
            ("j", Shape::Int),
            ("v", Shape::BitVec(4)),
        ];
        check(seed, 20, &constants, DATATYPES);
    }
}
