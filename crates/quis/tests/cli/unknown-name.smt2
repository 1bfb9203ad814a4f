; RUN: check %
; A name that nobody declared, one that is near to a declared one, and one that is near to an operator.
(declare-const counter Int)
(declare-const v (_ BitVec 8))
(assert (> zzz 1))
(assert (> couner 1))
(assert (= (bvaddd v v) v))
(assert (= ((_ extrct 3 0) v) #x0))
(declare-const w Intt)
(asert true)
