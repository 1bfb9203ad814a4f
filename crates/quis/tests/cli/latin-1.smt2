; RUN: check %
; RUN: fmt --check %
; Ã© is good UTF-8, é is not
(declare-const |é| Int)
(assert (> |é| zz))
