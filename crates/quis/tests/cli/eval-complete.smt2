; RUN: eval % --model eval-complete.model
; RUN: eval % --model eval-complete.model --complete
; RUN: eval % --model eval-complete.model --term c
(declare-sort U 0)
(declare-const u U)
(declare-const v U)
(declare-const c Int)
(assert (not (= u v)))
(assert (= c 0))
