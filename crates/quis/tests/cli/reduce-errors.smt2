; RUN: reduce %
; RUN: reduce % -- no-such-program
; RUN: reduce % -- ./no-such-program {}
; RUN: reduce % --match-out 'a(' -- true
; RUN: reduce % --ignore-exit -- true
; RUN: reduce % --exit 3 --ignore-exit --match-out x -- true
; RUN: reduce % --exit 3 -- sh -c 'echo sat; echo odd >&2; exit 1'
; RUN: reduce % --timeout 0.05 -- sh -c 'sleep 600'
; RUN: reduce % -o % -- true
; RUN: reduce % -o - --json -- true
; RUN: reduce % --log no/such/log -- true
; RUN: reduce no-such-file.smt2 -- true
; RUN: reduce ill-typed.smt2 -- true
(declare-const p Bool)
(assert p) ; a comment
(check-sat)
