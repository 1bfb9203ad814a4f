; The empty sequence, short ones with and without repetitions; offsets inside and outside.
(set-info :rules constants)

(define-const seq-nothing (Seq Int) (as seq.empty (Seq Int)))
(define-const seq-single (Seq Int) (seq.unit 0))
(define-const seq-other (Seq Int) (seq.unit 2))
(define-const seq-double (Seq Int) (seq.++ (seq.unit 0) (seq.unit 0)))
(define-const seq-mixed (Seq Int) (seq.++ (seq.unit 0) (seq.unit 2)))
(define-const seq-negative Int (- 1))
(define-const seq-zero Int 0)
(define-const seq-two Int 2)

; What terms are made of.
(set-info :rules representatives)

(define-const seq-a-sequence (Seq Int) (seq.++ (seq.unit 0) (seq.unit 2)))
(define-const seq-an-offset Int 0)
