; RUN: check %
; RUN: check --quiet %
; RUN: check --json --quiet -j 1 missing.smt2
; Reading goes on behind a wrong command; what depends on it is not reported again.
(declare-const x Int)
(declare-const b Blob)
(assert (= b b))
(frobnicate 1 2)
(assert (> x y))
(assert (< x 1))
(check-sat)
