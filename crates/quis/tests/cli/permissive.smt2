; RUN: check %
; RUN: check --permissive %
; RUN: check --permissive --quiet %
; RUN: info --permissive %
; RUN: info %
(declare-const x Int)
(assert (frob x (frob 1 x)))
(assert (frob x 2))
