; Operations said by others: an application, and what holds exactly when it has its result.
(set-info :rules equivalences)

(define-fun seqE1 ((s (Seq Int)) (i Int) (res (Seq Int))) Bool
  (= (= (seq.at s i) res)
     (= res (seq.extract s i 1))))

(define-fun seqE2 ((n Int) (res (Seq Int))) Bool
  (= (= (seq.unit n) res)
     (and (= (seq.len res) 1) (= (seq.nth res 0) n))))

(define-fun seqE3 ((s (Seq Int)) (t (Seq Int)) (res Int)) Bool
  (= (= (seq.len s) res)
     (= (seq.len (seq.++ s t)) (+ res (seq.len t)))))

(define-fun seqE4 ((s (Seq Int)) (t (Seq Int)) (u (Seq Int)) (res (Seq Int))) Bool
  (= (= (seq.replace s t u) res)
     (exists ((i Int))
       (and (= i (seq.indexof s t 0))
            (ite (>= i 0)
                 (exists ((s1 (Seq Int)) (s2 (Seq Int)) (s3 (Seq Int)))
                   (and (= s (seq.++ s1 s2 s3)) (= (seq.len s1) i) (= s2 t) (= res (seq.++ s1 u s3))))
                 (= res s))))))

(define-fun seqE5 ((s (Seq Int)) (i Int) (n Int) (res (Seq Int))) Bool
  (= (= (seq.extract s i n) res)
     (ite (and (>= i 0) (< i (seq.len s)) (> n 0))
          (exists ((s1 (Seq Int)) (s2 (Seq Int)) (s3 (Seq Int)))
            (and (= s (seq.++ s1 s2 s3))
                 (= (seq.len s2) (ite (<= (+ i n) (seq.len s)) n (- (seq.len s) i)))
                 (= res s2)
                 (= (seq.len s1) i)))
          (= res (as seq.empty (Seq Int))))))

(define-fun seqE6 ((s (Seq Int)) (t (Seq Int))) Bool
  (= (= (seq.contains s t) true)
     (exists ((s1 (Seq Int)) (s3 (Seq Int))) (= s (seq.++ s1 t s3)))))

(define-fun seqE7 ((s (Seq Int)) (t (Seq Int))) Bool
  (= (= (seq.contains s t) false)
     (forall ((s1 (Seq Int)) (s2 (Seq Int)) (s3 (Seq Int)))
       (! (=> (= s (seq.++ s1 s2 s3)) (not (= s2 t))) :pattern ((seq.++ s1 s2 s3))))))

(define-fun seqE8 ((s (Seq Int)) (t (Seq Int))) Bool
  (= (= (seq.prefixof s t) true)
     (exists ((t2 (Seq Int))) (= t (seq.++ s t2)))))

(define-fun seqE9 ((s (Seq Int)) (t (Seq Int))) Bool
  (= (= (seq.prefixof s t) false)
     (forall ((t1 (Seq Int)) (t2 (Seq Int)))
       (! (=> (= t (seq.++ t1 t2)) (not (= t1 s))) :pattern ((seq.++ t1 t2))))))

(define-fun seqE10 ((s (Seq Int)) (t (Seq Int))) Bool
  (= (= (seq.suffixof s t) true)
     (exists ((t1 (Seq Int))) (= t (seq.++ t1 s)))))

(define-fun seqE11 ((s (Seq Int)) (t (Seq Int))) Bool
  (= (= (seq.suffixof s t) false)
     (forall ((t1 (Seq Int)) (t2 (Seq Int)))
       (! (=> (= t (seq.++ t1 t2)) (not (= t2 s))) :pattern ((seq.++ t1 t2))))))

(define-fun seqE12 ((s (Seq Int)) (t (Seq Int))) Bool
  (= (= (seq.prefixof s t) true)
     (= (seq.extract t 0 (seq.len s)) s)))

(define-fun seqE14 ((s (Seq Int)) (t (Seq Int)) (res (Seq Int))) Bool
  (= (= (seq.++ s t) res)
     (and (= (seq.len res) (+ (seq.len s) (seq.len t))) (seq.prefixof s res) (seq.suffixof t res))))

(define-fun seqE15 ((s (Seq Int)) (t (Seq Int))) Bool
  (= (= (= s t) true)
     (and (seq.prefixof s t) (= (seq.len s) (seq.len t)))))

; What is on the right is enough: it says that there is such an element.
(set-info :rules implications)

(define-fun seqE16 ((s (Seq Int)) (i Int) (res Int)) Bool
  (= (= (seq.nth s i) res)
     (= (seq.at s i) (seq.unit res))))
