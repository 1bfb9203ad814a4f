; Operations said by others: an application, and what holds exactly when it has its result.
(set-info :rules equivalences)

(define-fun dtE1 ((l IntList)) Bool
  (= (= ((_ is cons) l) true)
     (exists ((h Int) (t IntList)) (= l (cons h t)))))

(define-fun dtE2 ((l IntList)) Bool
  (= (= ((_ is cons) l) false)
     (= l nil)))

(define-fun dtE3 ((l IntList)) Bool
  (= (= ((_ is nil) l) false)
     ((_ is cons) l)))

(define-fun dtE4 ((l IntList)) Bool
  (= (= ((_ is nil) l) true)
     (forall ((h Int) (t IntList)) (! (not (= l (cons h t))) :pattern ((cons h t))))))

(define-fun dtE5 ((n Int) (l IntList) (res IntList)) Bool
  (= (= (cons n l) res)
     (and ((_ is cons) res) (= (head res) n) (= (tail res) l))))

(define-fun dtE6 ((l IntList) (k IntList)) Bool
  (= (= (= l k) true)
     (or (and ((_ is nil) l) ((_ is nil) k)) (and ((_ is cons) l) ((_ is cons) k) (= (head l) (head k)) (= (tail l) (tail k))))))

(define-fun dtE7 ((l IntList) (res Int)) Bool
  (= (= (match l ((nil 0) ((cons h t) h))) res)
     (ite ((_ is nil) l) (= res 0) (exists ((t IntList)) (= l (cons res t))))))

(define-fun dtE8 ((c Colour)) Bool
  (= (= ((_ is red) c) false)
     (or (= c green) (= c blue))))

(define-fun dtE9 ((c Colour)) Bool
  (= (= ((_ is red) c) true)
     (= c red)))

(define-fun dtE10 ((c Colour) (d Colour)) Bool
  (= (= (= c d) true)
     (forall ((e Colour)) (=> (not (= e c)) (not (= e d))))))

(define-fun dtE11 ((c Colour) (d Colour) (e Colour)) Bool
  (= (= (distinct c d e) true)
     (forall ((g Colour)) (or (= g c) (= g d) (= g e)))))

(define-fun dtE12 ((n Int) (b Bool) (res Pair)) Bool
  (= (= (pair n b) res)
     (and (= (left res) n) (= (right res) b))))

(define-fun dtE13 ((p Pair) (res Int)) Bool
  (= (= (left p) res)
     (exists ((b Bool)) (= p (pair res b)))))

(define-fun dtE14 ((p Pair) (res Bool)) Bool
  (= (= (right p) res)
     (exists ((n Int)) (= p (pair n res)))))

(define-fun dtE15 ((p Pair) (o Pair)) Bool
  (= (= (= p o) false)
     (or (not (= (left p) (left o))) (not (= (right p) (right o))))))

(define-fun dtE16 ((t Tree)) Bool
  (= (= ((_ is leaf) t) true)
     (not ((_ is node) t))))

(define-fun dtE17 ((t Tree)) Bool
  (= (= ((_ is leaf) t) false)
     (exists ((f Forest)) (= t (node f)))))

(define-fun dtE18 ((f Forest)) Bool
  (= (= ((_ is none) f) false)
     (exists ((t Tree) (g Forest)) (= f (more t g)))))

(define-fun dtE19 ((f Forest) (res Tree)) Bool
  (= (= (node f) res)
     (and ((_ is node) res) (= (children res) f))))

; What is on the right is enough: it says that selectors get values of their constructors.
(set-info :rules implications)

(define-fun dtE20 ((l IntList) (res Int)) Bool
  (= (= (head l) res)
     (exists ((t IntList)) (= l (cons res t)))))

(define-fun dtE21 ((l IntList) (res IntList)) Bool
  (= (= (tail l) res)
     (exists ((h Int)) (= l (cons h res)))))

(define-fun dtE22 ((t Tree) (res Int)) Bool
  (= (= (mark t) res)
     (= t (leaf res))))

(define-fun dtE23 ((f Forest) (res Tree)) Bool
  (= (= (one f) res)
     (exists ((g Forest)) (= f (more res g)))))

(define-fun dtE24 ((f Forest) (res Forest)) Bool
  (= (= (others f) res)
     (exists ((t Tree)) (= f (more t res)))))

(define-fun dtE25 ((l IntList) (k IntList)) Bool
  (= (= (= l k) false)
     (exists ((h Int)) (= l (cons h k)))))
