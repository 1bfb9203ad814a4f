; RUN: eval % --model eval.model
; RUN: eval % --model eval.model --check 1
; RUN: eval % --model eval.model --check 3
; RUN: eval % --model eval.model --term '(f (+ x 1))' --term a --term '(div x 0)'
; RUN: eval % --model eval.model --term '(+ x true)'
; RUN: eval % --model eval.model --term 'x) (y'
; RUN: eval % --model eval.model --term '(let ((z x)) (+ z'
; RUN: eval % --model eval.model --check 1 --json
; RUN: eval % --model eval.model --check 0
; RUN: eval % --model nowhere.model
; RUN: eval - --model -
(set-logic ALL)
(declare-fun f (Int) Int)
(declare-const x Int)
(declare-const a (Array Int Bool))
(declare-const s String)
(assert (> (f 0) 1))
(push 1)
(assert (or (< x 0)
            (and (= (str.len s) 2) (select a (f x)))))
(assert (forall ((p Bool) (q Bool)) (=> p (or q (= x 3)))))
(check-sat)
(pop 1)
(assert (= (div x 0) 0))
(check-sat)
(exit)
(assert not read)
