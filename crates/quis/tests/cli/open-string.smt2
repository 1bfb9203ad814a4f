; RUN: check %
(declare-const s String)
(assert (= s "abc))
(check-sat)
