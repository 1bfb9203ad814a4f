; RUN: eval % --model eval-values.model
; RUN: eval % --model eval-values.model --term '(f 5)'
(declare-const x Int)
(declare-fun f (Int) Int)
(assert (= (f x) (* 2 x)))
(assert (> x 4))
(check-sat)
(get-value (x (f x)))
