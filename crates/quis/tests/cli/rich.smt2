; RUN: check %
; RUN: info %
; RUN: info --json %
; RUN: fmt %
; RUN: fmt --plain --compact %
; RUN: fmt --width 40 %
; RUN: fmt --check %
(set-logic ALL)
(declare-sort U 0)
(define-sort Map (K) (Array K Int))
(declare-datatypes ((List 1)) ((par (X) ((nil) (cons (head X) (tail (List X)))))))
(declare-const l (List Int)) ; a comment behind a command
(declare-const m (Map U))
(declare-const u U)

; a comment of
; two lines
(define-fun-rec len ((xs (List Int))) Int (match xs ((nil 0) ((cons y ys) (+ 1 (len ys))))))
(push 1)
(assert (! (forall ((i Int)) (! (=> (> i 0) (exists ((j Int)) (and (> j i) (> (len l) j)))) :pattern ((len l)))) :named ax))
(assert (let ((s (select m u))) (let ((t (+ s s))) (or (= t (* t t)) (= (+ t 1) (* (+ t 1) (select (store m u t) u)))))))
(check-sat)
(check-sat-assuming (ax))
(pop 1)
(assert-soft (= u u) :weight 2)
(minimize (len l))
(get-unsat-core)
(exit)
