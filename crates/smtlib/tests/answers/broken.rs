//! Answers that are wrong, broken off, or as deep as they can be.

use std::fmt::Write as _;

use quis_smtlib::read_values;

use super::{elements, read, script, shown};

#[test]
fn errors_say_where_and_lose_nothing_else() {
    let source = "(declare-const x Int) (declare-const y Int) (declare-sort U 0) (declare-const u U)";
    for (wrong, at, message) in [
        ("(define-fun y () Int (foo 1))", "foo", "unknown function `foo`"),
        ("(define-fun y () Int true)", "true", "found a term of sort Bool"),
        ("(define-fun y () Itn 1)", "Itn", "unknown sort `Itn`"),
        ("(define-fun y () Int 1 2)", "2)", "found `2`"),
        ("(define-fun 7 () Int 1)", "7", "found `7`"),
        ("(define y 7)", "define y", "found the symbol `define`"),
        ("stray", "stray", "found the symbol `stray`"),
        ("(define-fun y () Int (, 1))", ", 1", "`,` cannot stand here"),
        ("(error \"no model\")", "(error", "the solver reports: no model"),
        ("(define-fun y () Int z)", "z", "unknown constant `z`"),
        ("(define-fun y () Int (+ 1 @v))", "(+ 1 @v)", ""),
    ] {
        let text = format!("(model {wrong} (define-fun x () Int 1))");
        let (script, model) = read(source, &text);
        if message.is_empty() {
            // The sum says what the value is.
            assert!(model.is_ok());
            assert_eq!(elements(&script, &model), ["@v Int"]);
            continue;
        }
        let [diagnostic] = &model.diagnostics[..] else { panic!("{wrong}: {:?}", model.diagnostics) };
        assert_eq!(diagnostic.message, message);
        assert_eq!(Some(diagnostic.span.start), text.find(at), "{wrong}");
        assert_eq!(shown(&script, &model), "x = 1\n", "{wrong}");
    }
}

#[test]
fn an_answer_that_breaks_off_is_read_so_far() {
    let text = "(model (define-fun x () Int 1) (define-fun y () Int (- 2";
    for cut in 0..text.len() {
        let (_, model) = read("(declare-const x Int) (declare-const y Int)", &text[..cut]);
        assert_eq!(model.definitions.len(), usize::from(cut >= 30), "{}", &text[..cut]);
        assert_eq!(model.is_ok(), cut == 0, "{}: {:?}", &text[..cut], model.diagnostics);
        assert!(model.diagnostics.len() <= 1, "{}", &text[..cut]);
    }
}

#[test]
fn many_errors_end_the_reading() {
    let text = "(define-fun x () Int (unknown 1))\n".repeat(100_000);
    let (_, model) = read("(declare-const x Int)", &text);
    assert!(model.diagnostics.len() <= 21);
    let (_, model) = read("(declare-const x Int)", &"(define-fun x () Wrong 1)\n".repeat(100_000));
    assert!(model.diagnostics.len() <= 21);
}

#[test]
fn deep_models_need_no_stack() {
    let depth = 100_000;
    let mut stores = "(store ".repeat(depth);
    stores.push_str("((as const (Array Int Int)) 0)");
    for at in 0..depth {
        write!(stores, " {at} 1)").expect("a string");
    }
    let mut choices = String::new();
    for at in 0..depth {
        write!(choices, "(ite (= x {at}) U!val!{at} ").expect("a string");
    }
    let lists = format!("{}nil{}", "(cons ".repeat(depth), ")".repeat(depth));
    let text = format!(
        "((define-fun a () (Array Int Int) {stores})
          (define-fun f ((x Int)) U {choices}U!val!0{})
          (define-fun l () (L) {lists}))",
        ")".repeat(depth)
    );
    let source = "(declare-sort U 0) (declare-const a (Array Int Int)) (declare-fun f (Int) U)
                  (declare-datatype L ((nil) (cons (tail L)))) (declare-const l L)";
    let (script, model) = read(source, &text);
    assert!(model.is_ok(), "{:?}", model.diagnostics);
    assert_eq!(model.elements.len(), depth);
    assert!(script.store.len() > 5 * depth);
    // Cut anywhere, it is an error and not a crash.
    assert!(!read(source, &text[..text.len() / 2]).1.is_ok());
}

#[test]
fn odd_answers_do_not_panic() {
    for text in [
        ")",
        "(",
        "((",
        "(model",
        "(define-fun",
        "(define-fun |",
        "(define-fun \"",
        "((define-fun x))",
        "(_ )",
        "(define-fun x () Int",
        "(define-funs-rec ((x () Int)) ())",
        "(define-funs-rec () (1))",
        "(declare-fun)",
        "(declare-datatypes)",
        "(declare-sort)",
        "(forall)",
        "(= )",
        "(= x)",
        "; rep: (as",
        "; cardinality of",
        "; cardinality of U is\n; rep: )",
        "((x",
        "((x 1",
        "é",
        "(é)",
        "#",
        "(= x #unspecified)",
        "(error)",
        "(root-obj)",
        "(define-fun x () Real (root-obj))",
        "(define-fun x () Real (_ real_algebraic_number",
        "\0",
    ] {
        let source = "(declare-sort U 0) (declare-const x Int)";
        read(source, text);
        let mut script = script(&format!("{source}(check-sat)"));
        read_values(&mut script, 2, text);
    }
}
