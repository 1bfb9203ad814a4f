; Values on both sides of zero, whole and not; integers for conversions.
(set-info :rules constants)

(define-const real-zero Real 0.0)
(define-const real-one Real 1.0)
(define-const real-half Real 0.5)
(define-const real-negative Real (- 1.5))
(define-const real-third Real (/ 1.0 3.0))
(define-const real-int-zero Int 0)
(define-const real-int-two Int 2)
(define-const real-int-negative Int (- 2))

; What terms are made of.
(set-info :rules representatives)

(define-const real-a-negative Real (- 1.5))
(define-const real-an-int Int (- 2))
