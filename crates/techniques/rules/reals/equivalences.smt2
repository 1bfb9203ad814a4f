; Operations said by others: an application, and what holds exactly when it has its result.
(set-info :rules equivalences)

(define-fun realE1 ((x Real) (y Real) (res Real)) Bool
  (= (= (- x y) res)
     (= res (+ x (- y)))))

(define-fun realE2 ((x Real) (res Real)) Bool
  (= (= (- x) res)
     (= res (* (- 1.0) x))))

(define-fun realE3 ((x Real) (res Real)) Bool
  (= (= (/ x 2.0) res)
     (= x (+ res res))))

(define-fun realE4 ((x Real) (res Real)) Bool
  (= (= (* x 0.5) res)
     (= res (/ x 2.0))))

(define-fun realE5 ((x Real) (res Int)) Bool
  (= (= (to_int x) res)
     (and (<= (to_real res) x) (< x (+ (to_real res) 1.0)))))

(define-fun realE6 ((x Real)) Bool
  (= (= (is_int x) true)
     (= x (to_real (to_int x)))))

(define-fun realE7 ((x Real)) Bool
  (= (= (is_int x) false)
     (> x (to_real (to_int x)))))

(define-fun realE8 ((x Real)) Bool
  (= (= (is_int x) false)
     (not (= (to_int (- x)) (- (to_int x))))))

(define-fun realE9 ((x Real) (y Real)) Bool
  (= (= (<= x y) true)
     (>= (- y x) 0.0)))

(define-fun realE10 ((x Real) (y Real)) Bool
  (= (= (< x y) true)
     (> (- x) (- y))))

(define-fun realE11 ((x Real) (y Real)) Bool
  (= (= (>= x y) false)
     (< (- x y) 0.0)))

(define-fun realE12 ((x Real) (y Real)) Bool
  (= (= (> x y) true)
     (not (<= x y))))

(define-fun realE13 ((x Real) (y Real)) Bool
  (= (= (= x y) true)
     (and (<= x y) (<= y x))))

(define-fun realE14 ((x Real) (y Real) (res Real)) Bool
  (= (= (ite (< x y) y x) res)
     (and (>= res x) (>= res y) (or (= res x) (= res y)))))

(define-fun realE15 ((n Int) (res Real)) Bool
  (= (= (to_real n) res)
     (and (is_int res) (= (to_int res) n))))

; What is on the right is enough. Some of it is also necessary; that is not decided by looking at some values.
(set-info :rules implications)

(define-fun realE16 ((x Real) (y Real) (res Real)) Bool
  (= (= (/ x y) res)
     (and (not (= y 0.0)) (= x (* y res)))))

(define-fun realE17 ((x Real)) Bool
  (= (= (>= x 0.0) true)
     (exists ((y Real)) (= x (* y y)))))

(define-fun realE18 ((x Real) (y Real)) Bool
  (= (= (< x y) true)
     (exists ((z Real)) (and (< x z) (< z y)))))

(define-fun realE19 ((x Real) (y Real)) Bool
  (= (= (<= (* x y) 0.0) true)
     (or (and (<= x 0.0) (>= y 0.0)) (and (>= x 0.0) (<= y 0.0)))))

(define-fun realE20 ((x Real)) Bool
  (= (= (is_int x) true)
     (exists ((n Int)) (= x (to_real n)))))
