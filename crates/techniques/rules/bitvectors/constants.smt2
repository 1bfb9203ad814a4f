; Values at the boundaries: nothing, one, all bits, the sign bit alone, every other bit; integers inside and outside of four bits.
(set-info :rules constants)

(define-const bv-zero (_ BitVec 4) #x0)
(define-const bv-one (_ BitVec 4) #x1)
(define-const bv-middle (_ BitVec 4) #x5)
(define-const bv-least (_ BitVec 4) #x8)
(define-const bv-all (_ BitVec 4) #xf)
(define-const bv-wide-zero (_ BitVec 8) #x00)
(define-const bv-wide-middle (_ BitVec 8) #x5a)
(define-const bv-wide-high (_ BitVec 8) #xf0)
(define-const bv-two-zero (_ BitVec 2) #b00)
(define-const bv-two-high (_ BitVec 2) #b10)
(define-const bv-off (_ BitVec 1) #b0)
(define-const bv-on (_ BitVec 1) #b1)
(define-const bv-int-negative Int (- 1))
(define-const bv-int-zero Int 0)
(define-const bv-int-five Int 5)
(define-const bv-int-beyond Int 16)

; What terms are made of.
(set-info :rules representatives)

(define-const bv-a-vector (_ BitVec 4) #x5)
(define-const bv-a-wide (_ BitVec 8) #x5a)
(define-const bv-a-two (_ BitVec 2) #b10)
(define-const bv-a-bit (_ BitVec 1) #b1)
(define-const bv-an-int Int (- 1))
