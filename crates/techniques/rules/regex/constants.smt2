; Strings that one language has and another has not, codes at the boundaries, and one language of each kind.
(set-info :rules constants)

(define-const empty String "")
(define-const letter String "a")
(define-const other String "b")
(define-const letters String "ab")
(define-const digit String "0")
(define-const line-break String "\u{a}")
(define-const negative Int (- 1))
(define-const zero Int 0)
(define-const code Int 97)
(define-const last-code Int 196607)
(define-const no-code Int 196608)

(define-const between RegLan (re.range "a" "c"))
(define-const reversed RegLan (re.range "b" "a"))
(define-const no-character RegLan (re.range "ab" "c"))
(define-const none RegLan re.none)
(define-const all RegLan re.all)
(define-const character RegLan re.allchar)
(define-const nothing RegLan (str.to_re ""))
(define-const word RegLan (str.to_re "ab"))
(define-const words RegLan (re.* (str.to_re "ab")))
(define-const mixture RegLan (re.* (re.union (str.to_re "a") (re.range "0" "9"))))
(define-const few RegLan ((_ re.loop 1 3) (str.to_re "a")))
(define-const few-reversed RegLan ((_ re.loop 3 1) (str.to_re "a")))
(define-const nothing-reversed RegLan ((_ re.loop 189 0) (str.to_re "")))
(define-const not-other RegLan (re.comp (str.to_re "b")))

; What terms are made of.
(set-info :rules representatives)

(define-const a-letter String "a")
(define-const a-code Int 97)
(define-const some-words RegLan (re.* (str.to_re "ab")))

; The languages in rules. Any two have strings in common, each has some that the other has not, and some are in neither, also after
; repetition: otherwise what a rule says of them would not depend on the string, and fewer assertions would be enough for a core. For the
; same reason each has strings of one character.
(set-info :rules instances)

(define-const in-range RegLan (re.range "a" "c"))
(define-const in-words RegLan (re.* (re.union (str.to_re "b") (str.to_re "ab"))))
(define-const in-others RegLan (re.comp (re.++ re.all (str.to_re "a") re.all)))
