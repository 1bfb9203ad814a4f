((as ite Int) true 1 2.0)
(assert (= 1 ((as ite Int) true 1 2.0)))
