; RUN: gen opfuzz --count 1 -o no/such/output
; RUN: gen fuzzsmt % --count 1 -o no/such/output
; RUN: gen fuzzsmt --logic QF_NONSENSE --count 1 -o no/such/output
; RUN: gen fuzzsmt --logic 'QF_BV truth=sat' --count 1 -o no/such/output
; RUN: gen fuzzsmt --truth unsat --count 1 -o no/such/output
; RUN: gen storm % --logic QF_BV --count 1 -o no/such/output
; RUN: gen opfuzz % --truth sat --count 1 -o no/such/output
; RUN: fuzz % --technique fuzzsmt --solver z3 --campaign no/such/output
; RUN: fuzz --technique 'fuzzsmt logic=QF_NONSENSE' --solver z3 --campaign no/such/output
; RUN: fuzz --technique fuzsmt --solver z3 --campaign no/such/output
(declare-const p Bool)
(assert p)
(check-sat)
