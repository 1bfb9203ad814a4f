; Operations said by others: an application, and what holds exactly when it has its result.
(set-info :rules equivalences)

(define-fun fpE1 ((m RoundingMode) (x (_ FloatingPoint 8 24)) (y (_ FloatingPoint 8 24)) (res (_ FloatingPoint 8 24))) Bool
  (= (= (fp.sub m x y) res)
     (= res (fp.add m x (fp.neg y)))))

(define-fun fpE2 ((x (_ FloatingPoint 8 24)) (y (_ FloatingPoint 8 24))) Bool
  (= (= (fp.gt x y) true)
     (fp.lt y x)))

(define-fun fpE3 ((x (_ FloatingPoint 8 24)) (y (_ FloatingPoint 8 24))) Bool
  (= (= (fp.geq x y) true)
     (fp.leq y x)))

(define-fun fpE4 ((x (_ FloatingPoint 8 24)) (y (_ FloatingPoint 8 24))) Bool
  (= (= (fp.leq x y) true)
     (or (fp.lt x y) (fp.eq x y))))

(define-fun fpE5 ((x (_ FloatingPoint 8 24)) (y (_ FloatingPoint 8 24))) Bool
  (= (= (fp.lt x y) true)
     (and (fp.leq x y) (not (fp.geq x y)))))

(define-fun fpE6 ((x (_ FloatingPoint 8 24)) (y (_ FloatingPoint 8 24))) Bool
  (= (= (fp.eq x y) true)
     (and (not (fp.isNaN x)) (not (fp.isNaN y)) (or (= x y) (and (fp.isZero x) (fp.isZero y))))))

(define-fun fpE7 ((x (_ FloatingPoint 8 24)) (y (_ FloatingPoint 8 24))) Bool
  (= (= (= x y) false)
     (or (and (not (fp.eq x y)) (not (and (fp.isNaN x) (fp.isNaN y)))) (and (fp.isZero x) (fp.isNegative x) (fp.isPositive y)) (and (fp.isZero x) (fp.isPositive x) (fp.isNegative y)))))

(define-fun fpE8 ((x (_ FloatingPoint 8 24))) Bool
  (= (= (fp.isSubnormal x) true)
     (and (not (fp.isNormal x)) (not (fp.isZero x)) (not (fp.isInfinite x)) (not (fp.isNaN x)))))

(define-fun fpE9 ((x (_ FloatingPoint 8 24))) Bool
  (= (= (fp.isNormal x) true)
     (and (not (fp.isInfinite x)) (fp.geq (fp.abs x) (fp #b0 #b00000001 #b00000000000000000000000)))))

(define-fun fpE10 ((x (_ FloatingPoint 8 24))) Bool
  (= (= (fp.isZero x) true)
     (or (= x (_ +zero 8 24)) (= x (_ -zero 8 24)))))

(define-fun fpE11 ((x (_ FloatingPoint 8 24))) Bool
  (= (= (fp.isInfinite x) true)
     (or (= x (_ +oo 8 24)) (= x (_ -oo 8 24)))))

(define-fun fpE12 ((x (_ FloatingPoint 8 24))) Bool
  (= (= (fp.isNaN x) true)
     (not (fp.eq x x))))

(define-fun fpE13 ((x (_ FloatingPoint 8 24))) Bool
  (= (= (fp.isNaN x) true)
     (= x (_ NaN 8 24))))

(define-fun fpE14 ((x (_ FloatingPoint 8 24))) Bool
  (= (= (fp.isNegative x) true)
     (or (fp.lt x (_ +zero 8 24)) (= x (_ -zero 8 24)))))

(define-fun fpE15 ((x (_ FloatingPoint 8 24))) Bool
  (= (= (fp.isPositive x) true)
     (or (fp.gt x (_ -zero 8 24)) (= x (_ +zero 8 24)))))

(define-fun fpE16 ((x (_ FloatingPoint 8 24)) (res (_ FloatingPoint 8 24))) Bool
  (= (= (fp.abs x) res)
     (ite (fp.isNegative x) (= res (fp.neg x)) (= res x))))

(define-fun fpE17 ((x (_ FloatingPoint 8 24)) (res (_ FloatingPoint 8 24))) Bool
  (= (= (fp.neg x) res)
     (= res (fp.sub RNE (_ -zero 8 24) x))))

(define-fun fpE18 ((m RoundingMode) (x (_ FloatingPoint 8 24)) (res (_ FloatingPoint 8 24))) Bool
  (= (= (fp.mul m x (fp #b0 #b10000000 #b00000000000000000000000)) res)
     (= res (fp.add m x x))))

(define-fun fpE19 ((m RoundingMode) (x (_ FloatingPoint 8 24)) (res (_ FloatingPoint 8 24))) Bool
  (= (= (fp.div m x (fp #b0 #b10000000 #b00000000000000000000000)) res)
     (= res (fp.mul m x (fp #b0 #b01111110 #b00000000000000000000000)))))

(define-fun fpE20 ((m RoundingMode) (x (_ FloatingPoint 8 24)) (y (_ FloatingPoint 8 24)) (res (_ FloatingPoint 8 24))) Bool
  (= (= (fp.fma m x (fp #b0 #b01111111 #b00000000000000000000000) y) res)
     (= res (fp.add m x y))))

(define-fun fpE21 ((x (_ FloatingPoint 8 24)) (y (_ FloatingPoint 8 24)) (res (_ FloatingPoint 8 24))) Bool
  (= (= (fp.mul RNE x y) res)
     (= res (fp.fma RNE x y (_ -zero 8 24)))))

(define-fun fpE22 ((x (_ FloatingPoint 8 24)) (res (_ FloatingPoint 8 24))) Bool
  (= (= (fp.roundToIntegral RTZ x) res)
     (ite (fp.isNegative x) (= res (fp.roundToIntegral RTP x)) (= res (fp.roundToIntegral RTN x)))))

(define-fun fpE23 ((m RoundingMode) (x (_ FloatingPoint 8 24))) Bool
  (= (= (fp.isNaN (fp.sqrt m x)) true)
     (or (fp.isNaN x) (fp.lt x (_ +zero 8 24)))))

(define-fun fpE24 ((m RoundingMode) (b (_ BitVec 4)) (res (_ FloatingPoint 8 24))) Bool
  (= (= ((_ to_fp 8 24) m b) res)
     (ite (bvslt b #x0) (= res (fp.neg ((_ to_fp_unsigned 8 24) m (bvneg b)))) (= res ((_ to_fp_unsigned 8 24) m b)))))

(define-fun fpE25 ((s (_ BitVec 1)) (e (_ BitVec 8)) (f (_ BitVec 23)) (res (_ FloatingPoint 8 24))) Bool
  (= (= (fp s e f) res)
     (= res ((_ to_fp 8 24) (concat s e f)))))

(define-fun fpE26 ((s (_ BitVec 1)) (e (_ BitVec 8)) (f (_ BitVec 23))) Bool
  (= (= (fp.isNaN (fp s e f)) true)
     (and (= e #xff) (not (= f #b00000000000000000000000)))))

; What is on the right is enough: it leaves out where the standard leaves a result open, or says what is not found by looking at some values.
(set-info :rules implications)

(define-fun fpE27 ((x (_ FloatingPoint 8 24)) (y (_ FloatingPoint 8 24)) (res (_ FloatingPoint 8 24))) Bool
  (= (= (fp.min x y) res)
     (ite (fp.isNaN x)
          (= res y)
          (ite (fp.isNaN y)
               (= res x)
               (ite (fp.lt x y) (= res x) (ite (fp.lt y x) (= res y) (and (= x y) (= res x))))))))

(define-fun fpE28 ((x (_ FloatingPoint 8 24)) (y (_ FloatingPoint 8 24)) (res (_ FloatingPoint 8 24))) Bool
  (= (= (fp.max x y) res)
     (ite (fp.isNaN x)
          (= res y)
          (ite (fp.isNaN y)
               (= res x)
               (ite (fp.gt x y) (= res x) (ite (fp.gt y x) (= res y) (and (= x y) (= res x))))))))

(define-fun fpE29 ((x (_ FloatingPoint 8 24))) Bool
  (= (= (fp.isNegative x) true)
     (exists ((e (_ BitVec 8)) (f (_ BitVec 23))) (and (= x (fp #b1 e f)) (not (fp.isNaN x))))))

(define-fun fpE30 ((x (_ FloatingPoint 8 24))) Bool
  (= (= (fp.isSubnormal x) true)
     (exists ((s (_ BitVec 1)) (f (_ BitVec 23))) (and (= x (fp s #x00 f)) (not (= f #b00000000000000000000000))))))

(define-fun fpE31 ((x (_ FloatingPoint 8 24)) (res Real)) Bool
  (= (= (fp.to_real x) res)
     (and (fp.isNormal x) (= ((_ to_fp 8 24) RNE res) x) (is_int (/ res 4.0)) (< 0.0 res 1024.0))))

(define-fun fpE32 ((x (_ FloatingPoint 8 24)) (res (_ BitVec 4))) Bool
  (= (= ((_ fp.to_ubv 4) RTZ x) res)
     (fp.eq ((_ to_fp_unsigned 8 24) RNE res) (fp.roundToIntegral RTZ x))))
