; Values at the boundaries: the empty string, single characters, quotes, a line break, a control character, digits, and offsets inside and outside.
(set-info :rules constants)

(define-const empty String "")
(define-const letter String "a")
(define-const quoted String """a""")
(define-const line-break String "\u{a}")
(define-const control String "\u{7}")
(define-const zero-digit String "0")
(define-const two-digit String "2")
(define-const negative-digits String "-1")
(define-const negative Int (- 1))
(define-const zero Int 0)
(define-const two Int 2)

; What terms are made of.
(set-info :rules representatives)

(define-const a-letter String "a")
(define-const a-negative Int (- 1))
