; A few values of each sort.
(set-info :rules constants)

(define-const mix-empty String "")
(define-const mix-word String "a")
(define-const mix-zero Int 0)
(define-const mix-negative Int (- 1))
(define-const mix-first (_ BitVec 4) #x0)
(define-const mix-third (_ BitVec 4) #x2)
(define-const mix-false Bool false)
(define-const mix-half Real 0.5)
(define-const mix-all-empty (Array (_ BitVec 4) String) ((as const (Array (_ BitVec 4) String)) ""))
(define-const mix-all-words (Array (_ BitVec 4) String) ((as const (Array (_ BitVec 4) String)) "a"))
(define-const mix-no-flags (Array (_ BitVec 4) Bool) ((as const (Array (_ BitVec 4) Bool)) false))
(define-const mix-all-flags (Array (_ BitVec 4) Bool) ((as const (Array (_ BitVec 4) Bool)) true))
(define-const mix-zeros (Array Int Int) ((as const (Array Int Int)) 0))

; What terms are made of.
(set-info :rules representatives)

(define-const mix-a-word String "a")
(define-const mix-an-int Int (- 1))
(define-const mix-an-index (_ BitVec 4) #x0)
(define-const mix-a-bool Bool false)
(define-const mix-a-real Real 0.5)
(define-const mix-some-words (Array (_ BitVec 4) String) ((as const (Array (_ BitVec 4) String)) "a"))
(define-const mix-some-flags (Array (_ BitVec 4) Bool) ((as const (Array (_ BitVec 4) Bool)) true))
(define-const mix-some-ints (Array Int Int) ((as const (Array Int Int)) 0))
