; source: Bugariu dissertation 2022 Fig. 3.10
; kind: unstable
; ground truth (one per check-sat): sat
; options: smt.random_seed=1465
; default mode: no
; reproduces on: z3-4.8.0
; observed on z3-4.8.0: unknown with this seed, sat without it
; truth confirmed by: cvc5-1.4.2 z3-4.8.9 z3-4.8.10 z3-5.4.0
(declare-const s String)
(declare-const n Int)
(assert (= (str.contains (int.to.str n) (str.at s n)) (str.contains s s)))
(check-sat)
