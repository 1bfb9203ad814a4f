; Satisfiable: later(x) is x + 1, and p holds everywhere. What exists depends on x: one y for all of them would be a contradiction.
(declare-fun p (Int) Bool)
(declare-fun later (Int) Int)
(assert (forall ((x Int)) (! (exists ((y Int)) (and (> y x) (p y))) :pattern ((p x)) :qid unbounded)))
(assert (forall ((x Int)) (! (not (forall ((y Int)) (=> (p y) (<= y (later x))))) :pattern ((later x)) :qid no_greatest)))
(assert (p 0))
(check-sat)
