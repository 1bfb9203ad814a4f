; Strings that one language has and another has not, codes at the boundaries, and one language of each kind.
(set-info :rules constants)

(define-const re-empty String "")
(define-const re-letter String "a")
(define-const re-other String "b")
(define-const re-letters String "ab")
(define-const re-digit String "0")
(define-const re-line-break String "\u{a}")
(define-const re-negative Int (- 1))
(define-const re-zero Int 0)
(define-const re-code Int 97)
(define-const re-last-code Int 196607)
(define-const re-no-code Int 196608)

(define-const re-between RegLan (re.range "a" "c"))
(define-const re-reversed RegLan (re.range "b" "a"))
(define-const re-no-character RegLan (re.range "ab" "c"))
(define-const re-none RegLan re.none)
(define-const re-all RegLan re.all)
(define-const re-character RegLan re.allchar)
(define-const re-nothing RegLan (str.to_re ""))
(define-const re-word RegLan (str.to_re "ab"))
(define-const re-words RegLan (re.* (str.to_re "ab")))
(define-const re-mixture RegLan (re.* (re.union (str.to_re "a") (re.range "0" "9"))))
(define-const re-few RegLan ((_ re.loop 1 3) (str.to_re "a")))
(define-const re-few-reversed RegLan ((_ re.loop 3 1) (str.to_re "a")))
(define-const re-nothing-reversed RegLan ((_ re.loop 189 0) (str.to_re "")))
(define-const re-not-other RegLan (re.comp (str.to_re "b")))

; What terms are made of.
(set-info :rules representatives)

(define-const re-a-letter String "a")
(define-const re-a-code Int 97)
(define-const re-some-words RegLan (re.* (str.to_re "ab")))

; The languages in rules. Any two have strings in common, each has some that the other has not, and some are in neither, also after
; repetition: otherwise what a rule says of them would not depend on the string, and fewer assertions would be enough for a core. For the
; same reason each has strings of one character.
(set-info :rules instances)

(define-const in-range RegLan (re.range "a" "c"))
(define-const in-words RegLan (re.* (re.union (str.to_re "b") (str.to_re "ab"))))
(define-const in-others RegLan (re.comp (re.++ re.all (str.to_re "a") re.all)))
