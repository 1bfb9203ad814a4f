; RUN: check %
(declare-const p Bool)
(assert (and p
  (not p)
