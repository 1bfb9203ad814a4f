; RUN: eval % --model eval-unread.model
; RUN: eval % --model eval-complete.model
; RUN: eval % --model eval.smt2
(declare-const x Int)
(assert (> x 1))
(check-sat)
