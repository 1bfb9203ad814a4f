; RUN: check %
; RUN: check --strict %
; RUN: info %
; RUN: fmt --check %
(set-logic QF_LIA)
(set-info :status sat)
(declare-const x Int)
(declare-fun y () Int)
(define-fun double ((a Int)) Int (* 2 a))
(assert (> (double x) y))
(assert (! (< x 10) :named small))
(check-sat)
(get-model)
