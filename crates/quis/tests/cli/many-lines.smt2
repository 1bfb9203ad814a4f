; RUN: check %
; The place is a term of several lines: the first is shown.
(declare-const x Int)
	(assert (and (> x 1)
  (+ x
     1)))
