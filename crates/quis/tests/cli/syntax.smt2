; RUN: check %
(declare-const x)
(declare-const y Int))
(assert (let ((z y) (z y)) (> z 1)))
(assert (forall () true))
(push one)
(set-logic 5)
assert
(assert (> y 0) (> y 1))
(check-sat)
