; Operations said by others: an application, and what holds exactly when it has its result. Divisors are constants: what division by zero
; gives is open.
(set-info :rules equivalences)

(define-fun intE1 ((x Int) (y Int) (res Int)) Bool
  (= (= (- x y) res)
     (= res (+ x (- y)))))

(define-fun intE2 ((x Int) (res Int)) Bool
  (= (= (- x) res)
     (= (+ x res) 0)))

(define-fun intE3 ((x Int) (y Int) (res Int)) Bool
  (= (= (- x y) res)
     (= x (+ res y))))

(define-fun intE4 ((x Int) (res Int)) Bool
  (= (= (abs x) res)
     (ite (< x 0) (= res (- x)) (= res x))))

(define-fun intE5 ((x Int) (res Int)) Bool
  (= (= (abs x) res)
     (and (>= res 0) (or (= res x) (= (+ res x) 0)))))

(define-fun intE6 ((x Int) (res Int)) Bool
  (= (= (* 2 x) res)
     (= res (+ x x))))

(define-fun intE7 ((x Int) (res Int)) Bool
  (= (= (div x 3) res)
     (and (<= (* 3 res) x) (< x (+ (* 3 res) 3)))))

(define-fun intE8 ((x Int) (res Int)) Bool
  (= (= (div x (- 3)) res)
     (and (<= (* (- 3) res) x) (< x (+ (* (- 3) res) 3)))))

(define-fun intE9 ((x Int) (res Int)) Bool
  (= (= (mod x 3) res)
     (exists ((q Int)) (and (= x (+ (* 3 q) res)) (>= res 0) (< res 3)))))

(define-fun intE10 ((x Int) (res Int)) Bool
  (= (= (mod x (- 2)) res)
     (= res (- x (* (- 2) (div x (- 2)))))))

(define-fun intE11 ((x Int)) Bool
  (= (= ((_ divisible 3) x) true)
     (exists ((q Int)) (= x (* 3 q)))))

(define-fun intE12 ((x Int)) Bool
  (= (= ((_ divisible 3) x) false)
     (or (= (mod x 3) 1) (= (mod x 3) 2))))

(define-fun intE13 ((x Int)) Bool
  (= (= ((_ divisible 2) x) false)
     (exists ((q Int)) (= x (+ (* 2 q) 1)))))

(define-fun intE14 ((x Int) (y Int)) Bool
  (= (= (<= x y) true)
     (exists ((z Int)) (and (>= z 0) (= y (+ x z))))))

(define-fun intE15 ((x Int) (y Int)) Bool
  (= (= (< x y) true)
     (<= (+ x 1) y)))

(define-fun intE16 ((x Int) (y Int)) Bool
  (= (= (>= x y) false)
     (< x y)))

(define-fun intE17 ((x Int) (y Int)) Bool
  (= (= (> x y) true)
     (not (<= x y))))

(define-fun intE18 ((x Int) (y Int)) Bool
  (= (= (<= x y) true)
     (forall ((z Int)) (=> (< z x) (< z y)))))

(define-fun intE19 ((x Int) (y Int)) Bool
  (= (= (= x y) true)
     (and (<= x y) (>= x y))))

(define-fun intE20 ((x Int) (y Int) (z Int)) Bool
  (= (= (distinct x y z) true)
     (and (not (= x y)) (not (= y z)) (not (= x z)))))

(define-fun intE21 ((x Int) (y Int) (z Int)) Bool
  (= (= (< x y z) false)
     (or (>= x y) (>= y z))))

(define-fun intE22 ((x Int) (y Int) (res Int)) Bool
  (= (= (ite (< x y) x y) res)
     (and (<= res x) (<= res y) (or (= res x) (= res y)))))

; What is on the right is enough, and not necessary: it does not hold if the divisor is zero, or more than is needed.
(set-info :rules implications)

(define-fun intE23 ((x Int) (y Int) (res Int)) Bool
  (= (= (div x y) res)
     (and (<= (* y res) x) (< x (+ (* y res) (abs y))))))

(define-fun intE24 ((x Int) (y Int) (res Int)) Bool
  (= (= (mod x y) res)
     (exists ((q Int)) (and (= x (+ (* y q) res)) (>= res 0) (< res (abs y))))))

(define-fun intE25 ((x Int) (y Int) (res Int)) Bool
  (= (= (mod x y) res)
     (and (not (= y 0)) (= res (- x (* y (div x y)))))))

(define-fun intE26 ((x Int) (y Int)) Bool
  (= (= (>= (* x y) 0) true)
     (or (and (>= x 0) (>= y 0)) (and (<= x 0) (<= y 0) (= x y)))))

