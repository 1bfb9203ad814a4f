(declare-sort A 0)
(assert (= ((as heap.addr A) 1) ((as heap.addr A) 2)))
