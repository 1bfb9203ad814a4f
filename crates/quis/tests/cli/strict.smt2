; RUN: check %
; RUN: check --strict %
(set-logic QF_LRA)
(declare-const x Real)
(declare-const i Int)
(declare-fun f (Real) Real)
(assert (> (* x x) 1))
(assert (= (f x) x))
(assert (forall ((y Real)) (> y x)))
(assert (str.in.re "a" (str.to.re "a")))
(check-sat)
