; source: Bugariu dissertation 2022 Fig. 3.3
; kind: incomplete
; ground truth (one per check-sat): sat
; options: (none)
; default mode: yes
; reproduces on: z3-4.5.1 z3-4.8.0
; observed on z3-4.8.0: unknown
; truth confirmed by: cvc4-1.8 cvc5-1.4.2 z3-4.8.5 z3-4.8.7 z3-4.8.8 z3-5.4.0
(declare-const s String)
(declare-const t String)
(declare-const off Int)
(declare-const res Int)
(assert (= (str.indexof s t off) res))
(check-sat)
