; Membership said by other memberships, and operations said by others: an application, and what holds exactly when it has its result.
(set-info :rules equivalences)

(define-fun R1 ((s String) (r RegLan) (q RegLan) (res Bool)) Bool
  (= (= (str.in_re s (re.union r q)) res)
     (= res (or (str.in_re s r) (str.in_re s q)))))

(define-fun R2 ((s String) (r RegLan) (q RegLan) (res Bool)) Bool
  (= (= (str.in_re s (re.inter r q)) res)
     (= res (and (str.in_re s r) (str.in_re s q)))))

(define-fun R3 ((s String) (r RegLan) (q RegLan) (res Bool)) Bool
  (= (= (str.in_re s (re.diff r q)) res)
     (= res (and (str.in_re s r) (not (str.in_re s q))))))

(define-fun R4 ((s String) (r RegLan) (res Bool)) Bool
  (= (= (str.in_re s (re.comp r)) res)
     (= res (not (str.in_re s r)))))

(define-fun R5 ((s String) (r RegLan) (res Bool)) Bool
  (= (= (str.in_re s (re.opt r)) res)
     (= res (or (= s "") (str.in_re s r)))))

(define-fun R6 ((s String) (r RegLan) (res Bool)) Bool
  (= (= (str.in_re s (re.+ r)) res)
     (= res (str.in_re s (re.++ r (re.* r))))))

(define-fun R7 ((s String) (r RegLan) (res Bool)) Bool
  (= (= (str.in_re s (re.* r)) res)
     (= res (or (= s "") (str.in_re s (re.+ r))))))

(define-fun R8 ((s String) (r RegLan) (res Bool)) Bool
  (= (= (str.in_re s ((_ re.loop 1 3) r)) res)
     (= res (str.in_re s (re.union r (re.++ r r) (re.++ r r r))))))

(define-fun R9 ((s String) (r RegLan) (res Bool)) Bool
  (= (= (str.in_re s ((_ re.loop 3 1) r)) res)
     (= res false)))

(define-fun R10 ((s String) (r RegLan) (res Bool)) Bool
  (= (= (str.in_re s ((_ re.^ 2) r)) res)
     (= res (str.in_re s (re.++ r r)))))

(define-fun R11 ((s String) (r RegLan) (res Bool)) Bool
  (= (= (str.in_re s ((_ re.^ 0) r)) res)
     (= res (= s ""))))

(define-fun R12 ((s String) (res Bool)) Bool
  (= (= (str.in_re s (re.range "a" "c")) res)
     (= res (and (= (str.len s) 1) (str.<= "a" s) (str.<= s "c")))))

(define-fun R13 ((s String) (res Bool)) Bool
  (= (= (str.in_re s (re.range "a" "c")) res)
     (= res (and (<= 97 (str.to_code s)) (<= (str.to_code s) 99)))))

(define-fun R14 ((s String) (res Bool)) Bool
  (= (= (str.in_re s (re.range "b" "a")) res)
     (= res false)))

(define-fun R15 ((s String) (res Bool)) Bool
  (= (= (str.in_re s (re.range "ab" "c")) res)
     (= res false)))

(define-fun R16 ((s String) (r RegLan) (q RegLan)) Bool
  (= (= (str.in_re s (re.++ r q)) true)
     (exists ((s1 String) (s2 String))
       (and (= s (str.++ s1 s2)) (str.in_re s1 r) (str.in_re s2 q)))))

(define-fun R17 ((s String) (r RegLan) (q RegLan)) Bool
  (= (= (str.in_re s (re.++ r q)) false)
     (forall ((s1 String) (s2 String))
       (! (=> (= s (str.++ s1 s2)) (not (and (str.in_re s1 r) (str.in_re s2 q)))) :pattern ((str.++ s1 s2))))))

(define-fun R18 ((s String) (t String) (res Bool)) Bool
  (= (= (str.in_re s (str.to_re t)) res)
     (= res (= s t))))

(define-fun R19 ((s String) (res Bool)) Bool
  (= (= (str.in_re s re.all) res)
     (= res true)))

(define-fun R20 ((s String) (res Bool)) Bool
  (= (= (str.in_re s re.none) res)
     (= res false)))

(define-fun R21 ((s String) (res Bool)) Bool
  (= (= (str.in_re s re.allchar) res)
     (= res (= (str.len s) 1))))

(define-fun R22 ((s String) (r RegLan) (q RegLan) (res Bool)) Bool
  (= (= (str.in_re s (re.union r q)) res)
     (= res (not (str.in_re s (re.inter (re.comp r) (re.comp q)))))))

(define-fun R23 ((s String) (r RegLan) (res Bool)) Bool
  (= (= (str.in_re s (re.* (re.* r))) res)
     (= res (str.in_re s (re.* r)))))

(define-fun R24 ((s String) (r RegLan) (res Bool)) Bool
  (= (= (str.in_re s (re.* (re.union r (str.to_re "bb")))) res)
     (= res (str.in_re s (re.* (re.++ (re.* r) (re.* (str.to_re "bb"))))))))

(define-fun R25 ((s String) (t String) (r RegLan) (res Bool)) Bool
  (= (= (str.in_re (str.++ s t) (re.* r)) res)
     (= res (or (= (str.++ s t) "") (str.in_re (str.++ s t) (re.++ (re.* r) r))))))

(define-fun R26 ((s String) (t String) (u String) (res String)) Bool
  (= (= (str.replace_re s (str.to_re t) u) res)
     (= res (str.replace s t u))))

(define-fun R27 ((s String) (t String) (u String) (res String)) Bool
  (= (= (str.replace_re_all s (str.to_re t) u) res)
     (= res (str.replace_all s t u))))

(define-fun R28 ((s String) (t String) (r RegLan) (res String)) Bool
  (= (= (str.replace_re s (re.opt r) t) res)
     (= res (str.++ t s))))

(define-fun R29 ((s String) (t String) (r RegLan) (res String)) Bool
  (= (= (str.replace_re_all s (re.opt r) t) res)
     (= res (str.replace_re_all s r t))))

(define-fun R30 ((s String) (t String) (u String) (res String)) Bool
  (= (= (str.replace_all s t u) res)
     (ite (and (not (= t "")) (str.contains s t))
          (exists ((s1 String) (s2 String))
            (and (= s (str.++ s1 t s2))
                 (= (str.len s1) (str.indexof s t 0))
                 (= res (str.++ s1 u (str.replace_all s2 t u)))))
          (= res s))))

(define-fun R31 ((s String) (t String) (res Bool)) Bool
  (= (= (str.< s t) res)
     (= res (and (not (= s t)) (str.<= s t)))))

(define-fun R32 ((s String) (t String) (res Bool)) Bool
  (= (= (str.<= s t) res)
     (= res (not (str.< t s)))))

(define-fun R33 ((s String) (res Bool)) Bool
  (= (= (str.is_digit s) res)
     (= res (str.in_re s (re.range "0" "9")))))

(define-fun R34 ((s String) (res Int)) Bool
  (= (= (str.to_code s) res)
     (ite (= (str.len s) 1) (= (str.from_code res) s) (= res (- 1)))))

(define-fun R35 ((n Int) (res String)) Bool
  (= (= (str.from_code n) res)
     (ite (and (<= 0 n) (<= n 196607)) (= (str.to_code res) n) (= res ""))))
