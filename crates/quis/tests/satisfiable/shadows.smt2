; Satisfiable: p holds of even numbers, q of odd ones. Inner variables have the names of outer ones.
(declare-fun p (Int) Bool)
(declare-fun q (Int) Bool)
(assert (forall ((x Int)) (! (=> (p x) (exists ((x Int)) (and (q x) (not (p x))))) :pattern ((p x)) :qid other)))
(assert (forall ((x Int)) (! (or (not (p x)) (not (forall ((y Int)) (or (= y x) (exists ((x Int)) (and (p x) (= x y))))))) :pattern ((p x)) :qid not_all)))
(assert (forall ((x Int) (y Int)) (! (=> (and (p x) (q y)) (forall ((x Int)) (=> (= x y) (not (p x))))) :pattern ((p x) (q y)) :qid apart)))
(assert (p 0))
(assert (q 1))
(check-sat)
