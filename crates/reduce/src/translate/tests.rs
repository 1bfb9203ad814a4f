use quis_smtlib::{Mode, PrintOptions, parse, print_commands};

use super::*;

/// A script after a translation, printed; `None` if that fails. What is printed must be well-typed.
fn translated(text: &str, make: impl Fn(&mut Store, &[Command]) -> Translation) -> Option<String> {
    let mut script = parse(text, Mode::Standard).into_result().expect("a valid script");
    let mut translation = make(&mut script.store, &script.commands);
    let commands = translation.apply(&mut script.store, &script.commands)?;
    let printed = print_commands(&script.store, &commands, PrintOptions::plain()).expect("small").text;
    parse(&printed, Mode::Standard).into_result().unwrap_or_else(|error| panic!("{printed}\n{error:?}"));
    Some(printed)
}

fn capped(width: u32) -> impl Fn(&mut Store, &[Command]) -> Translation {
    move |_, _| {
        Translation::of_sorts(Box::new(move |store, sort| match store.sort_kind(sort) {
            SortKind::BitVec(old) if *old > width => Some(SortKind::BitVec(width)),
            _ => None,
        }))
    }
}

#[test]
fn widths_change_with_all_that_depends_on_them() {
    let text = "(declare-datatypes ((P 1)) ((par (X) ((p (a X) (b (_ BitVec 32)))))))
        (declare-fun f ((_ BitVec 32) (Array (_ BitVec 8) (_ BitVec 16))) (P (_ BitVec 32)))
        (declare-const m (Array (_ BitVec 8) (_ BitVec 16)))
        (define-fun g ((x (_ BitVec 8))) (_ BitVec 16) (concat x #xff))
        (assert (forall ((x (_ BitVec 32))) (= (f x m) (p x #x12345678))))
        (assert (= ((_ zero_extend 16) (g ((_ extract 15 8) (select m #x13)))) (b (f #x00000005 m)) ((_ repeat 4) #xff)))";
    let expected = "(declare-datatypes ((P 1)) ((par (X) ((p (a X) (b (_ BitVec 4)))))))
(declare-fun f ((_ BitVec 4) (Array (_ BitVec 4) (_ BitVec 4))) (P (_ BitVec 4)))
(declare-const m (Array (_ BitVec 4) (_ BitVec 4)))
(define-fun g ((x (_ BitVec 4))) (_ BitVec 4) ((_ extract 3 0) (concat x #xf)))
(assert (forall ((x (_ BitVec 4))) (= (f x m) (p x #x8))))
(assert (= ((_ zero_extend 0) (g ((_ extract 3 0) (select m #x3)))) (b (f #x5 m)) ((_ repeat 1) #xf)))
";
    assert_eq!(translated(text, capped(4)).as_deref(), Some(expected));
    // Nothing to change.
    assert_eq!(translated("(declare-const x (_ BitVec 4)) (assert (= x #xf))", capped(4)), None);
}

#[test]
fn recursive_definitions_and_names_change() {
    let text = "(declare-const x (_ BitVec 8))
        (define-funs-rec ((f ((y (_ BitVec 8))) (_ BitVec 8)) (g ((y (_ BitVec 8))) Bool)) ((ite (g y) (f y) y) (= (f y) #x80)))
        (assert (! (g x) :named n)) (check-sat-assuming (n))";
    let expected = "(declare-const x (_ BitVec 2))
(define-funs-rec ((f ((y (_ BitVec 2))) (_ BitVec 2)) (g ((y (_ BitVec 2))) Bool)) ((ite (g y) (f y) y) (= (f y) #b00)))
(assert (! (g x) :named n))
(check-sat-assuming (n))
";
    assert_eq!(translated(text, capped(2)).as_deref(), Some(expected));
}

#[test]
fn floats_get_smaller_fields() {
    let rule: fn(&Store, Sort) -> Option<SortKind> = |store, sort| match store.sort_kind(sort) {
        SortKind::Float(8, 24) => Some(SortKind::Float(3, 5)),
        _ => None,
    };
    let text = "(declare-const x Float32) (declare-const y (_ BitVec 32))
        (assert (fp.lt x (fp #b1 #xff #b11111111111111111111111)))
        (assert (= ((_ to_fp 8 24) y) (_ -zero 8 24) ((_ to_fp 8 24) RNE 1.5)))";
    let expected = "(declare-const x (_ FloatingPoint 3 5))
(declare-const y (_ BitVec 32))
(assert (fp.lt x (fp #b1 #b111 #xf)))
(assert (= ((_ to_fp 3 5) ((_ extract 7 0) y)) (_ -zero 3 5) ((_ to_fp 3 5) RNE 1.5)))
";
    assert_eq!(translated(text, |_, _| Translation::of_sorts(Box::new(rule))).as_deref(), Some(expected));
}

#[test]
fn one_symbol_alone_takes_the_literals_beside_it_along() {
    let text = "(declare-const x (_ BitVec 32)) (declare-const y (_ BitVec 32)) (assert (= x #x00000001)) (assert (= y #x00000001))";
    let narrow = |store: &mut Store, commands: &[Command]| {
        let Command::DeclareConst(x) = commands[0] else { unreachable!("the first") };
        let sort = store.bit_vec_sort(1);
        Translation::of_result(store, x, sort)
    };
    let expected = "(declare-const x (_ BitVec 1))\n(declare-const y (_ BitVec 32))\n(assert (= x #b1))\n(assert (= y #x00000001))\n";
    assert_eq!(translated(text, narrow).as_deref(), Some(expected));
    let text = "(declare-const x (_ BitVec 32)) (declare-const y (_ BitVec 32)) (assert (= x y))";
    assert_eq!(translated(text, narrow), None);
}

#[test]
fn what_would_be_one_function_is_refused() {
    let to_int: fn(&Store, Sort) -> Option<SortKind> =
        |_, sort| (sort == Sort::REAL).then_some(SortKind::Int);
    let make = |_: &mut Store, _: &[Command]| Translation::of_sorts(Box::new(to_int));
    let text = "(declare-fun f (Int) Int) (declare-fun f (Real) Int) (assert (= (f 1) (f 1.5)))";
    assert_eq!(translated(text, make), None);
    let scoped =
        "(push 1) (declare-const c Int) (assert (> c 0)) (pop 1) (declare-const c Real) (assert (> c 0.5))";
    let expected = "(push 1)\n(declare-const c Int)\n(assert (> c 0))\n(pop 1)\n(declare-const c Int)\n(assert (> c 0))\n";
    assert_eq!(translated(scoped, make).as_deref(), Some(expected));
}

#[test]
fn deep_terms_need_no_stack() {
    let depth = 50_000;
    let deep = |width: u32, zero: &str| {
        let (open, close) = ("(bvnot ".repeat(depth), ")".repeat(depth));
        format!("(declare-const x (_ BitVec {width}))\n(assert (= {open}x{close} {zero}))\n")
    };
    assert_eq!(translated(&deep(32, "#x00000000"), capped(1)), Some(deep(1, "#b0")));
}
