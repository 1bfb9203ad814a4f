; RUN: check %
(declare-const |a b Bool)
(check-sat)
