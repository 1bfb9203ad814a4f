; RUN: check %
; Nothing that a terminal would obey reaches it.
(declare-const |a[31m
b| Int)
(assert |a[31m
b|)
(assert |c[31m
d|)
(assert (> 1 || ))
