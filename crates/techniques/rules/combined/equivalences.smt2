; Operations said by others: an application, and what holds exactly when it has its result.
(set-info :rules equivalences)

(define-fun mixE1 ((a (Array (_ BitVec 4) String)) (b (_ BitVec 4)) (s String) (c (_ BitVec 4)) (res Int)) Bool
  (= (= (str.len (select (store a b s) c)) res)
     (ite (= b c) (= res (str.len s)) (= res (str.len (select a c))))))

(define-fun mixE2 ((a (Array (_ BitVec 4) Bool)) (b (_ BitVec 4)) (e Bool) (res Bool)) Bool
  (= (= (select (store a b e) (bvnot b)) res)
     (= res (select a (bvnot b)))))

(define-fun mixE3 ((s String) (b (_ BitVec 4)) (res String)) Bool
  (= (= (str.at s (ubv_to_int b)) res)
     (= res (str.substr s (ubv_to_int b) 1))))

(define-fun mixE4 ((s String) (res (_ BitVec 4))) Bool
  (= (= ((_ int_to_bv 4) (str.len s)) res)
     (= (ubv_to_int res) (mod (str.len s) 16))))

(define-fun mixE5 ((b (_ BitVec 4)) (c (_ BitVec 4)) (res Int)) Bool
  (= (= (ubv_to_int (bvadd b c)) res)
     (= res (mod (+ (ubv_to_int b) (ubv_to_int c)) 16))))

(define-fun mixE6 ((a (Array Int Int)) (s String) (res Int)) Bool
  (= (= (select a (str.len s)) res)
     (exists ((n Int)) (and (= n (str.len s)) (= (select a n) res)))))

(define-fun mixE7 ((a (Array (_ BitVec 4) String)) (b (_ BitVec 4)) (s String)) Bool
  (= (= (= a (store a b s)) false)
     (not (= (select a b) s))))

(define-fun mixE8 ((a (Array (_ BitVec 4) String)) (b (_ BitVec 4)) (s String)) Bool
  (= (= (str.prefixof (select a b) s) true)
     (exists ((t String)) (= s (str.++ (select a b) t)))))

(define-fun mixE9 ((a (Array (_ BitVec 4) String)) (b (_ BitVec 4)) (s String)) Bool
  (= (= (str.suffixof (select a b) s) false)
     (forall ((t String)) (! (not (= s (str.++ t (select a b)))) :pattern ((str.++ t (select a b)))))))

(define-fun mixE10 ((b (_ BitVec 4)) (c (_ BitVec 4))) Bool
  (= (= (bvult b c) true)
     (< (ubv_to_int b) (ubv_to_int c))))

(define-fun mixE11 ((b (_ BitVec 4)) (c (_ BitVec 4))) Bool
  (= (= (bvsle b c) true)
     (<= (sbv_to_int b) (sbv_to_int c))))

(define-fun mixE12 ((a (Array (_ BitVec 4) String)) (s String)) Bool
  (= (= (= a (store a #x0 s)) true)
     (= (str.++ (select a #x0) s) (str.++ s s))))

(define-fun mixE13 ((b (_ BitVec 4)) (res String)) Bool
  (= (= (str.from_int (ubv_to_int b)) res)
     (and (= (str.to_int res) (ubv_to_int b)) (= (str.len res) (ite (bvult b #xa) 1 2)))))

(define-fun mixE14 ((n Int) (res Int)) Bool
  (= (= (to_int (/ (to_real n) 2.0)) res)
     (= res (div n 2))))

(define-fun mixE15 ((a (Array (_ BitVec 4) Bool))) Bool
  (= (= (= a ((as const (Array (_ BitVec 4) Bool)) true)) false)
     (exists ((n Int)) (not (select a ((_ int_to_bv 4) n))))))
