; Values on both sides of zero, and one beyond 64 bits.
(set-info :rules constants)

(define-const int-zero Int 0)
(define-const int-one Int 1)
(define-const int-negative Int (- 1))
(define-const int-two Int 2)
(define-const int-minus-three Int (- 3))
(define-const int-huge Int 18446744073709551617)

; What terms are made of.
(set-info :rules representatives)

(define-const int-a-negative Int (- 3))
