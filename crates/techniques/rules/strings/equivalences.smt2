; Operations said by others (Bugariu 2022, Table 3.2): an application, and what holds exactly when it has its result.
(set-info :rules equivalences)

(define-fun E1 ((s String) (off Int) (res String)) Bool
  (= (= (str.at s off) res)
     (= res (str.substr s off 1))))

(define-fun E2 ((n Int) (res String)) Bool
  (= (= (str.from_int n) res)
     (and (=> (< n 0) (= res ""))
          (=> (= n 0) (= res "0"))
          (=> (= n 1) (= res "1"))
          (=> (= n 2) (= res "2"))
          (=> (= n 3) (= res "3"))
          (=> (= n 4) (= res "4"))
          (=> (= n 5) (= res "5"))
          (=> (= n 6) (= res "6"))
          (=> (= n 7) (= res "7"))
          (=> (= n 8) (= res "8"))
          (=> (= n 9) (= res "9"))
          (=> (>= n 10) (= res (str.++ (str.from_int (div n 10)) (str.from_int (mod n 10))))))))

(define-fun E3 ((s String) (t String) (u String) (res String)) Bool
  (= (= (str.replace s t u) res)
     (exists ((i Int))
       (and (= i (str.indexof s t 0))
            (ite (>= i 0)
                 (exists ((s1 String) (s2 String) (s3 String))
                   (and (= s (str.++ s1 s2 s3)) (= (str.len s1) i) (= s2 t) (= res (str.++ s1 u s3))))
                 (= res s))))))

; The dissertation's E4 has (= (str.len s2) len) alone, which says nothing where the string ends first.
(define-fun E4 ((s String) (off Int) (len Int) (res String)) Bool
  (= (= (str.substr s off len) res)
     (ite (and (>= off 0) (< off (str.len s)) (> len 0))
          (exists ((s1 String) (s2 String) (s3 String))
            (and (= s (str.++ s1 s2 s3))
                 (= (str.len s2) (ite (<= (+ off len) (str.len s)) len (- (str.len s) off)))
                 (= res s2)
                 (= (str.len s1) off)))
          (= res ""))))

; The dissertation's E5 leaves out that nothing may be found.
(define-fun E5 ((s String) (t String) (off Int) (res Int)) Bool
  (= (= (str.indexof s t off) res)
     (ite (and (= t "") (>= off 0) (<= off (str.len s)))
          (= res off)
          (ite (and (not (= t "")) (>= off 0) (<= off (str.len s)) (str.contains (str.substr s off (str.len s)) t))
               (exists ((s1 String) (s2 String) (s4 String))
                 (and (= s (str.++ s1 s2 t s4))
                      (= off (str.len s1))
                      (forall ((i Int))
                        (! (=> (and (>= i 0) (< i (str.len t)))
                               (= (str.contains (str.++ s2 (str.substr t 0 i)) t) false))
                           :pattern ((str.substr t 0 i))))
                      (= res (str.len (str.++ s1 s2)))))
               (= res (- 1))))))

(define-fun E7 ((s String) (t String)) Bool
  (= (= (str.contains s t) true)
     (exists ((s1 String) (s3 String)) (= s (str.++ s1 t s3)))))

(define-fun E8 ((s String) (t String)) Bool
  (= (= (str.contains s t) false)
     (forall ((s1 String) (s2 String) (s3 String))
       (! (=> (= s (str.++ s1 s2 s3)) (not (= s2 t))) :pattern ((str.++ s1 s2 s3))))))

(define-fun E9 ((s String) (t String)) Bool
  (= (= (str.prefixof s t) true)
     (exists ((t2 String)) (= t (str.++ s t2)))))

(define-fun E10 ((s String) (t String)) Bool
  (= (= (str.prefixof s t) false)
     (forall ((t1 String) (t2 String))
       (! (=> (= t (str.++ t1 t2)) (not (= t1 s))) :pattern ((str.++ t1 t2))))))

(define-fun E11 ((s String) (t String)) Bool
  (= (= (str.suffixof s t) true)
     (exists ((t1 String)) (= t (str.++ t1 s)))))

(define-fun E12 ((s String) (t String)) Bool
  (= (= (str.suffixof s t) false)
     (forall ((t1 String) (t2 String))
       (! (=> (= t (str.++ t1 t2)) (not (= t2 s))) :pattern ((str.++ t1 t2))))))

; What is on the right is enough, and not necessary: numbers may begin with zeros.
(set-info :rules implications)

(define-fun E6 ((s String) (res Int)) Bool
  (= (= (str.to_int s) res)
     (ite (and (not (= s ""))
               (forall ((j Int))
                 (! (=> (and (>= j 0) (< j (str.len s)))
                        (or (= (str.at s j) "0") (= (str.at s j) "1") (= (str.at s j) "2") (= (str.at s j) "3")
                            (= (str.at s j) "4") (= (str.at s j) "5") (= (str.at s j) "6") (= (str.at s j) "7")
                            (= (str.at s j) "8") (= (str.at s j) "9")))
                    :pattern ((str.at s j)))))
          (= (str.from_int res) s)
          (= res (- 1)))))
