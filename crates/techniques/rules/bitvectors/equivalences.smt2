; Operators said by others: an application, and what holds exactly when it has its result. Division is as in the definitions of SMT-LIB.
(set-info :rules equivalences)

(define-fun bvE1 ((x (_ BitVec 4)) (y (_ BitVec 4)) (res (_ BitVec 4))) Bool
  (= (= (bvsub x y) res)
     (= res (bvadd x (bvneg y)))))

(define-fun bvE2 ((x (_ BitVec 4)) (res (_ BitVec 4))) Bool
  (= (= (bvneg x) res)
     (= res (bvadd (bvnot x) #x1))))

(define-fun bvE3 ((x (_ BitVec 4)) (res (_ BitVec 4))) Bool
  (= (= (bvnot x) res)
     (and (= (bvand x res) #x0) (= (bvor x res) #xf))))

(define-fun bvE4 ((x (_ BitVec 4)) (y (_ BitVec 4)) (res (_ BitVec 4))) Bool
  (= (= (bvand x y) res)
     (= res (bvnot (bvor (bvnot x) (bvnot y))))))

(define-fun bvE5 ((x (_ BitVec 4)) (y (_ BitVec 4)) (res (_ BitVec 4))) Bool
  (= (= (bvor x y) res)
     (= res (bvadd (bvand x (bvnot y)) y))))

(define-fun bvE6 ((x (_ BitVec 4)) (y (_ BitVec 4)) (res (_ BitVec 4))) Bool
  (= (= (bvxor x y) res)
     (= res (bvor (bvand x (bvnot y)) (bvand (bvnot x) y)))))

(define-fun bvE7 ((x (_ BitVec 4)) (y (_ BitVec 4)) (res (_ BitVec 4))) Bool
  (= (= (bvnand x y) res)
     (= res (bvnot (bvand x y)))))

(define-fun bvE8 ((x (_ BitVec 4)) (y (_ BitVec 4)) (res (_ BitVec 4))) Bool
  (= (= (bvnor x y) res)
     (= res (bvnot (bvor x y)))))

(define-fun bvE9 ((x (_ BitVec 4)) (y (_ BitVec 4)) (res (_ BitVec 4))) Bool
  (= (= (bvxnor x y) res)
     (= res (bvnot (bvxor x y)))))

(define-fun bvE10 ((x (_ BitVec 4)) (y (_ BitVec 4)) (res (_ BitVec 4))) Bool
  (= (= (bvadd x y) res)
     (= res (bvadd (bvxor x y) (bvshl (bvand x y) #x1)))))

(define-fun bvE11 ((x (_ BitVec 4)) (y (_ BitVec 4)) (res (_ BitVec 4))) Bool
  (= (= (bvmul x y) res)
     (= res (bvadd (ite (= ((_ extract 0 0) y) #b1) x #x0)
                   (ite (= ((_ extract 1 1) y) #b1) (bvshl x #x1) #x0)
                   (ite (= ((_ extract 2 2) y) #b1) (bvshl x #x2) #x0)
                   (ite (= ((_ extract 3 3) y) #b1) (bvshl x #x3) #x0)))))

(define-fun bvE12 ((x (_ BitVec 4)) (y (_ BitVec 4)) (res (_ BitVec 4))) Bool
  (= (= (bvudiv x y) res)
     (ite (= y #x0)
          (= res #xf)
          (exists ((rest (_ BitVec 4)))
            (and (bvult rest y)
                 (= ((_ zero_extend 4) x) (bvadd (bvmul ((_ zero_extend 4) y) ((_ zero_extend 4) res)) ((_ zero_extend 4) rest))))))))

(define-fun bvE13 ((x (_ BitVec 4)) (y (_ BitVec 4)) (res (_ BitVec 4))) Bool
  (= (= (bvurem x y) res)
     (ite (= y #x0) (= res x) (= res (bvsub x (bvmul (bvudiv x y) y))))))

(define-fun bvE14 ((x (_ BitVec 4)) (y (_ BitVec 4)) (res (_ BitVec 4))) Bool
  (= (= (bvsdiv x y) res)
     (and (=> (and (bvsge x #x0) (bvsge y #x0)) (= res (bvudiv x y)))
          (=> (and (bvslt x #x0) (bvsge y #x0)) (= res (bvneg (bvudiv (bvneg x) y))))
          (=> (and (bvsge x #x0) (bvslt y #x0)) (= res (bvneg (bvudiv x (bvneg y)))))
          (=> (and (bvslt x #x0) (bvslt y #x0)) (= res (bvudiv (bvneg x) (bvneg y)))))))

(define-fun bvE15 ((x (_ BitVec 4)) (y (_ BitVec 4)) (res (_ BitVec 4))) Bool
  (= (= (bvsrem x y) res)
     (and (=> (and (bvsge x #x0) (bvsge y #x0)) (= res (bvurem x y)))
          (=> (and (bvslt x #x0) (bvsge y #x0)) (= res (bvneg (bvurem (bvneg x) y))))
          (=> (and (bvsge x #x0) (bvslt y #x0)) (= res (bvurem x (bvneg y))))
          (=> (and (bvslt x #x0) (bvslt y #x0)) (= res (bvneg (bvurem (bvneg x) (bvneg y))))))))

(define-fun bvE16 ((x (_ BitVec 4)) (y (_ BitVec 4)) (res (_ BitVec 4))) Bool
  (= (= (bvsmod x y) res)
     (exists ((rest (_ BitVec 4)))
       (and (= rest (bvurem (ite (bvslt x #x0) (bvneg x) x) (ite (bvslt y #x0) (bvneg y) y)))
            (ite (= rest #x0)
                 (= res rest)
                 (ite (bvslt x #x0)
                      (ite (bvslt y #x0) (= res (bvneg rest)) (= res (bvadd (bvneg rest) y)))
                      (ite (bvslt y #x0) (= res (bvadd rest y)) (= res rest))))))))

(define-fun bvE17 ((x (_ BitVec 4)) (y (_ BitVec 4)) (res (_ BitVec 4))) Bool
  (= (= (bvshl x y) res)
     (and (=> (= y #x0) (= res x))
          (=> (= y #x1) (= res (bvmul x #x2)))
          (=> (= y #x2) (= res (bvmul x #x4)))
          (=> (= y #x3) (= res (bvmul x #x8)))
          (=> (bvugt y #x3) (= res #x0)))))

(define-fun bvE18 ((x (_ BitVec 4)) (y (_ BitVec 4)) (res (_ BitVec 4))) Bool
  (= (= (bvlshr x y) res)
     (and (=> (= y #x0) (= res x))
          (=> (= y #x1) (= res (bvudiv x #x2)))
          (=> (= y #x2) (= res (bvudiv x #x4)))
          (=> (= y #x3) (= res (bvudiv x #x8)))
          (=> (bvugt y #x3) (= res #x0)))))

(define-fun bvE19 ((x (_ BitVec 4)) (y (_ BitVec 4)) (res (_ BitVec 4))) Bool
  (= (= (bvashr x y) res)
     (ite (bvslt x #x0) (= res (bvnot (bvlshr (bvnot x) y))) (= res (bvlshr x y)))))

(define-fun bvE20 ((x (_ BitVec 4)) (res (_ BitVec 4))) Bool
  (= (= ((_ rotate_left 1) x) res)
     (= res (concat ((_ extract 2 0) x) ((_ extract 3 3) x)))))

(define-fun bvE21 ((x (_ BitVec 4)) (res (_ BitVec 4))) Bool
  (= (= ((_ rotate_left 5) x) res)
     (= res ((_ rotate_right 3) x))))

(define-fun bvE22 ((x (_ BitVec 4)) (res (_ BitVec 4))) Bool
  (= (= ((_ rotate_right 3) x) res)
     (exists ((a (_ BitVec 1)) (b (_ BitVec 3))) (and (= x (concat a b)) (= res (concat b a))))))

(define-fun bvE23 ((x (_ BitVec 4)) (res (_ BitVec 8))) Bool
  (= (= ((_ zero_extend 4) x) res)
     (= res (concat #x0 x))))

(define-fun bvE24 ((x (_ BitVec 4)) (res (_ BitVec 8))) Bool
  (= (= ((_ sign_extend 4) x) res)
     (ite (= ((_ extract 3 3) x) #b1) (= res (concat #xf x)) (= res (concat #x0 x)))))

(define-fun bvE25 ((x (_ BitVec 4)) (res (_ BitVec 8))) Bool
  (= (= ((_ repeat 2) x) res)
     (= res (concat x x))))

(define-fun bvE26 ((x (_ BitVec 4)) (y (_ BitVec 4)) (res (_ BitVec 8))) Bool
  (= (= (concat x y) res)
     (and (= ((_ extract 7 4) res) x) (= ((_ extract 3 0) res) y))))

(define-fun bvE27 ((x (_ BitVec 4)) (res (_ BitVec 2))) Bool
  (= (= ((_ extract 2 1) x) res)
     (exists ((a (_ BitVec 1)) (b (_ BitVec 1))) (= x (concat a res b)))))

(define-fun bvE28 ((x (_ BitVec 4)) (y (_ BitVec 4)) (res (_ BitVec 1))) Bool
  (= (= (bvcomp x y) res)
     (ite (= x y) (= res #b1) (= res #b0))))

(define-fun bvE29 ((x (_ BitVec 4)) (y (_ BitVec 4))) Bool
  (= (= (bvult x y) true)
     (= ((_ extract 4 4) (bvsub ((_ zero_extend 1) x) ((_ zero_extend 1) y))) #b1)))

(define-fun bvE30 ((x (_ BitVec 4)) (y (_ BitVec 4))) Bool
  (= (= (bvult x y) true)
     (exists ((z (_ BitVec 4))) (and (= (bvadd x z) y) (not (= z #x0)) (bvule z (bvnot x))))))

(define-fun bvE31 ((x (_ BitVec 4)) (y (_ BitVec 4))) Bool
  (= (= (bvule x y) true)
     (forall ((z (_ BitVec 4))) (! (=> (bvule y z) (bvule x z)) :pattern ((bvule y z))))))

(define-fun bvE32 ((x (_ BitVec 4)) (y (_ BitVec 4))) Bool
  (= (= (bvule x y) false)
     (exists ((z (_ BitVec 4))) (and (bvule y z) (bvult z x)))))

(define-fun bvE33 ((x (_ BitVec 4)) (y (_ BitVec 4))) Bool
  (= (= (bvugt x y) true)
     (bvult y x)))

(define-fun bvE34 ((x (_ BitVec 4)) (y (_ BitVec 4))) Bool
  (= (= (bvuge x y) false)
     (bvult x y)))

(define-fun bvE35 ((x (_ BitVec 4)) (y (_ BitVec 4))) Bool
  (= (= (bvslt x y) true)
     (bvult (bvxor x #x8) (bvxor y #x8))))

(define-fun bvE36 ((x (_ BitVec 4)) (y (_ BitVec 4))) Bool
  (= (= (bvsle x y) true)
     (or (and (= ((_ extract 3 3) x) #b1) (= ((_ extract 3 3) y) #b0))
         (and (= ((_ extract 3 3) x) ((_ extract 3 3) y)) (bvule x y)))))

(define-fun bvE37 ((x (_ BitVec 4)) (y (_ BitVec 4))) Bool
  (= (= (bvsgt x y) false)
     (forall ((z (_ BitVec 4))) (! (=> (bvsle z x) (bvsle z y)) :pattern ((bvsle z x))))))

(define-fun bvE38 ((x (_ BitVec 4)) (y (_ BitVec 4))) Bool
  (= (= (bvsge x y) true)
     (not (= ((_ extract 4 4) (bvsub ((_ sign_extend 1) x) ((_ sign_extend 1) y))) #b1))))

(define-fun bvE39 ((x (_ BitVec 4))) Bool
  (= (= (bvnego x) true)
     (= x #x8)))

(define-fun bvE40 ((x (_ BitVec 4)) (y (_ BitVec 4))) Bool
  (= (= (bvuaddo x y) true)
     (bvult (bvadd x y) x)))

(define-fun bvE41 ((x (_ BitVec 4)) (y (_ BitVec 4))) Bool
  (= (= (bvsaddo x y) true)
     (or (and (bvsge x #x0) (bvsge y #x0) (bvslt (bvadd x y) #x0))
         (and (bvslt x #x0) (bvslt y #x0) (bvsge (bvadd x y) #x0)))))

(define-fun bvE42 ((x (_ BitVec 4)) (y (_ BitVec 4))) Bool
  (= (= (bvumulo x y) true)
     (not (= ((_ extract 7 4) (bvmul ((_ zero_extend 4) x) ((_ zero_extend 4) y))) #x0))))

(define-fun bvE43 ((x (_ BitVec 4)) (y (_ BitVec 4))) Bool
  (= (= (bvsmulo x y) false)
     (= (bvmul ((_ sign_extend 4) x) ((_ sign_extend 4) y)) ((_ sign_extend 4) (bvmul x y)))))

(define-fun bvE44 ((x (_ BitVec 4)) (y (_ BitVec 4))) Bool
  (= (= (bvusubo x y) true)
     (bvult x y)))

(define-fun bvE45 ((x (_ BitVec 4)) (y (_ BitVec 4))) Bool
  (= (= (bvssubo x y) false)
     (= (bvsub ((_ sign_extend 1) x) ((_ sign_extend 1) y)) ((_ sign_extend 1) (bvsub x y)))))

(define-fun bvE46 ((x (_ BitVec 4)) (y (_ BitVec 4))) Bool
  (= (= (bvsdivo x y) true)
     (and (= x #x8) (= y #xf))))

(define-fun bvE47 ((x (_ BitVec 4)) (res Int)) Bool
  (= (= (ubv_to_int x) res)
     (= res (+ (ite (= ((_ extract 0 0) x) #b1) 1 0)
                (ite (= ((_ extract 1 1) x) #b1) 2 0)
                (ite (= ((_ extract 2 2) x) #b1) 4 0)
                (ite (= ((_ extract 3 3) x) #b1) 8 0)))))

(define-fun bvE48 ((x (_ BitVec 4)) (res Int)) Bool
  (= (= (sbv_to_int x) res)
     (ite (bvslt x #x0) (= res (- (ubv_to_int x) 16)) (= res (ubv_to_int x)))))

(define-fun bvE49 ((n Int) (res (_ BitVec 4))) Bool
  (= (= ((_ int_to_bv 4) n) res)
     (= (ubv_to_int res) (mod n 16))))
