; The axioms of the theory, and operations said by others: an application, and what holds exactly when it has its result.
(set-info :rules equivalences)

(define-fun arrayE1 ((a (Array Bool Bool)) (b (Array Bool Bool))) Bool
  (= (= (= a b) true)
     (forall ((j Bool)) (! (= (select a j) (select b j)) :pattern ((select a j))))))

(define-fun arrayE2 ((a (Array Bool Bool)) (b (Array Bool Bool))) Bool
  (= (= (= a b) false)
     (exists ((j Bool)) (not (= (select a j) (select b j))))))

(define-fun arrayE3 ((a (Array Bool Bool)) (i Bool) (e Bool) (res (Array Bool Bool))) Bool
  (= (= (store a i e) res)
     (and (= (select res i) e)
          (forall ((j Bool)) (! (=> (not (= i j)) (= (select res j) (select a j))) :pattern ((select res j)))))))

(define-fun arrayE4 ((a (Array Bool Bool)) (i Bool) (res Bool)) Bool
  (= (= (select a i) res)
     (= a (store a i res))))

(define-fun arrayE5 ((a (Array Bool Bool)) (i Bool) (res Bool)) Bool
  (= (= (select a i) res)
     (exists ((b (Array Bool Bool))) (= a (store b i res)))))

(define-fun arrayE6 ((a (Array Bool Bool)) (i Bool) (e Bool) (j Bool) (res Bool)) Bool
  (= (= (select (store a i e) j) res)
     (ite (= i j) (= res e) (= res (select a j)))))

(define-fun arrayE7 ((a (Array Bool Bool)) (i Bool) (e Bool) (j Bool) (f Bool) (res (Array Bool Bool))) Bool
  (= (= (store (store a i e) j f) res)
     (ite (= i j) (= res (store a i f)) (= res (store (store a j f) i e)))))

(define-fun arrayE8 ((a (Array (_ BitVec 4) String)) (b (Array (_ BitVec 4) String))) Bool
  (= (= (= a b) true)
     (forall ((j (_ BitVec 4))) (! (= (select a j) (select b j)) :pattern ((select a j))))))

(define-fun arrayE9 ((a (Array (_ BitVec 4) String)) (b (Array (_ BitVec 4) String))) Bool
  (= (= (= a b) false)
     (exists ((j (_ BitVec 4))) (not (= (select a j) (select b j))))))

(define-fun arrayE10 ((a (Array (_ BitVec 4) String)) (i (_ BitVec 4)) (e String) (res (Array (_ BitVec 4) String))) Bool
  (= (= (store a i e) res)
     (and (= (select res i) e)
          (forall ((j (_ BitVec 4))) (! (=> (not (= i j)) (= (select res j) (select a j))) :pattern ((select res j)))))))

(define-fun arrayE11 ((a (Array (_ BitVec 4) String)) (i (_ BitVec 4)) (res String)) Bool
  (= (= (select a i) res)
     (= a (store a i res))))

(define-fun arrayE12 ((a (Array (_ BitVec 4) String)) (i (_ BitVec 4)) (res String)) Bool
  (= (= (select a i) res)
     (exists ((b (Array (_ BitVec 4) String))) (= a (store b i res)))))

(define-fun arrayE13 ((a (Array (_ BitVec 4) String)) (i (_ BitVec 4)) (e String) (j (_ BitVec 4)) (res String)) Bool
  (= (= (select (store a i e) j) res)
     (ite (= i j) (= res e) (= res (select a j)))))

(define-fun arrayE14 ((a (Array (_ BitVec 4) String)) (i (_ BitVec 4)) (e String) (j (_ BitVec 4)) (f String) (res (Array (_ BitVec 4) String))) Bool
  (= (= (store (store a i e) j f) res)
     (ite (= i j) (= res (store a i f)) (= res (store (store a j f) i e)))))

(define-fun arrayE15 ((a (Array (_ BitVec 4) Bool)) (b (Array (_ BitVec 4) Bool))) Bool
  (= (= (= a b) true)
     (forall ((j (_ BitVec 4))) (! (= (select a j) (select b j)) :pattern ((select a j))))))

(define-fun arrayE16 ((a (Array (_ BitVec 4) Bool)) (b (Array (_ BitVec 4) Bool))) Bool
  (= (= (= a b) false)
     (exists ((j (_ BitVec 4))) (not (= (select a j) (select b j))))))

(define-fun arrayE17 ((a (Array (_ BitVec 4) Bool)) (i (_ BitVec 4)) (e Bool) (res (Array (_ BitVec 4) Bool))) Bool
  (= (= (store a i e) res)
     (and (= (select res i) e)
          (forall ((j (_ BitVec 4))) (! (=> (not (= i j)) (= (select res j) (select a j))) :pattern ((select res j)))))))

(define-fun arrayE18 ((a (Array (_ BitVec 4) Bool)) (i (_ BitVec 4)) (res Bool)) Bool
  (= (= (select a i) res)
     (= a (store a i res))))

(define-fun arrayE19 ((a (Array (_ BitVec 4) Bool)) (i (_ BitVec 4)) (res Bool)) Bool
  (= (= (select a i) res)
     (exists ((b (Array (_ BitVec 4) Bool))) (= a (store b i res)))))

(define-fun arrayE20 ((a (Array (_ BitVec 4) Bool)) (i (_ BitVec 4)) (e Bool) (j (_ BitVec 4)) (res Bool)) Bool
  (= (= (select (store a i e) j) res)
     (ite (= i j) (= res e) (= res (select a j)))))

(define-fun arrayE21 ((a (Array (_ BitVec 4) Bool)) (i (_ BitVec 4)) (e Bool) (j (_ BitVec 4)) (f Bool) (res (Array (_ BitVec 4) Bool))) Bool
  (= (= (store (store a i e) j f) res)
     (ite (= i j) (= res (store a i f)) (= res (store (store a j f) i e)))))

(define-fun arrayE22 ((a (Array Int Int)) (b (Array Int Int))) Bool
  (= (= (= a b) true)
     (forall ((j Int)) (! (= (select a j) (select b j)) :pattern ((select a j))))))

(define-fun arrayE23 ((a (Array Int Int)) (b (Array Int Int))) Bool
  (= (= (= a b) false)
     (exists ((j Int)) (not (= (select a j) (select b j))))))

(define-fun arrayE24 ((a (Array Int Int)) (i Int) (e Int) (res (Array Int Int))) Bool
  (= (= (store a i e) res)
     (and (= (select res i) e)
          (forall ((j Int)) (! (=> (not (= i j)) (= (select res j) (select a j))) :pattern ((select res j)))))))

(define-fun arrayE25 ((a (Array Int Int)) (i Int) (res Int)) Bool
  (= (= (select a i) res)
     (= a (store a i res))))

(define-fun arrayE26 ((a (Array Int Int)) (i Int) (res Int)) Bool
  (= (= (select a i) res)
     (exists ((b (Array Int Int))) (= a (store b i res)))))

(define-fun arrayE27 ((a (Array Int Int)) (i Int) (e Int) (j Int) (res Int)) Bool
  (= (= (select (store a i e) j) res)
     (ite (= i j) (= res e) (= res (select a j)))))

(define-fun arrayE28 ((a (Array Int Int)) (i Int) (e Int) (j Int) (f Int) (res (Array Int Int))) Bool
  (= (= (store (store a i e) j f) res)
     (ite (= i j) (= res (store a i f)) (= res (store (store a j f) i e)))))

(define-fun arrayE29 ((a (Array Bool Bool)) (b (Array Bool Bool))) Bool
  (= (= (= a b) true)
     (and (= (select a true) (select b true)) (= (select a false) (select b false)))))

(define-fun arrayE30 ((a (Array Bool Bool))) Bool
  (= (= (= a ((as const (Array Bool Bool)) true)) true)
     (and (select a true) (select a false))))

(define-fun arrayE31 ((a (Array (_ BitVec 4) Bool))) Bool
  (= (= (= a ((as const (Array (_ BitVec 4) Bool)) false)) true)
     (forall ((j (_ BitVec 4))) (! (not (select a j)) :pattern ((select a j))))))

(define-fun arrayE32 ((a (Array (_ BitVec 4) Bool))) Bool
  (= (= (= a ((as const (Array (_ BitVec 4) Bool)) false)) false)
     (exists ((j (_ BitVec 4))) (select a j))))

(define-fun arrayE33 ((i (_ BitVec 4)) (res String)) Bool
  (= (= (select ((as const (Array (_ BitVec 4) String)) "") i) res)
     (= (str.len res) 0)))

(define-fun arrayE34 ((i Int) (j Int) (res Int)) Bool
  (= (= (select (store ((as const (Array Int Int)) 1) i 0) j) res)
     (ite (= i j) (= res 0) (= res 1))))
