//! What is wrong is named, where it is, with what was expected.

use std::fmt::Write as _;

use quis_smtlib::{Mode, Severity, line_and_column, parse};

fn report(source: &str, mode: Mode) -> String {
    let mut text = String::new();
    for diagnostic in parse(source, mode).diagnostics {
        let (line, column) = line_and_column(source, diagnostic.span.start);
        let kind = if diagnostic.severity == Severity::Error { "error" } else { "warning" };
        let _ = write!(text, "{line}:{column} {kind}: {}", diagnostic.message);
        for (name, note) in [("", diagnostic.label), ("help: ", diagnostic.help)] {
            if let Some(note) = note {
                let _ = write!(text, " | {name}{note}");
            }
        }
        text.push('\n');
    }
    text
}

#[test]
fn messages() {
    let sources = [
        "(assert (bvadd #x1 #x01))",
        "(declare-const x Int)\n(assert (> x y))\n(assert (= (str.lne \"a\") x))",
        "(declare-const x Int)\n(assert x)",
        "(declare-fun f (Int) Bool)\n(assert (f true))\n(assert (f 1 2))",
        "(assert (and true",
        "(assert true))\n(check-sat)",
        "(asert true)",
        "(assert ((_ extract 8 0) #xff))",
        "(declare-const x (_ BitVec 0))",
        "(declare-const x Itn)\n(assert (= x x))",
        "(declare-const x Int)\n(declare-const x Int)",
        "(pop 1)",
        "(assert (let ((x 1) (= x 1)))",
        "(assert (forall () true))",
        "(assert \"never closed)",
        "(set-info :status |never closed)",
        "(declare-datatypes ((L 0)) (((nil) (cons (h Int) (t L)))))\n(declare-const l L)\n(assert (match l ((nil true) ((cons a) true))))",
        "(declare-datatypes ((L 1)) ((par (X) ((nil) (cons (h X) (t (L X)))))))\n(assert (= nil nil))",
        "(assert (= 1 #b1))",
        "hello",
        "(assert (! true :named))",
        "(assert \0)",
        "(assert (foo",
        "(declare-const x Int)\n(assert (= x\n(declare-const y Int)\n(assert (= y 1))",
    ];
    let mut all = String::new();
    for source in sources {
        let shown = source.replace('\0', "\\0");
        let _ = writeln!(all, "{shown}\n---\n{}", report(source, Mode::Standard));
    }
    insta::assert_snapshot!(all);
}

#[test]
fn one_mistake_is_reported_once() {
    let source = "(declare-fun f (Itn) Int)\n(assert (= (f 1) 2))\n(assert (= (f 2) 2))\n";
    assert_eq!(report(source, Mode::Standard).lines().count(), 1);
}

#[test]
fn permissive_keeps_what_it_does_not_know() {
    let source = "(declare-const x Int)\n(assert (frobnicate x ((_ twist 3) x)))\n(assert (frobnicate 1 2))\n(assert (= 1 (twirl x)))";
    let text = report(source, Mode::Permissive);
    assert_eq!(text.lines().count(), 3, "{text}");
    assert!(text.lines().all(|line| line.contains("warning")));
    assert!(parse(source, Mode::Permissive).is_ok());
    assert!(!parse(source, Mode::Standard).is_ok());
}

#[test]
fn strict_keeps_to_the_logic() {
    let accepted = [
        "(set-logic QF_LIA)(declare-const x Int)(assert (< (* 3 x) (- 5) (div x 2)))",
        "(set-logic QF_IDL)(declare-const x Int)(declare-const y Int)(assert (< (- x y) 5))",
        "(set-logic QF_AUFBV)(declare-fun f ((_ BitVec 8)) (Array (_ BitVec 8) (_ BitVec 8)))(assert (= (f #x00) (store (f #x01) #x00 #xff)))",
        "(set-logic UFLRA)(declare-fun f (Real) Real)(assert (forall ((x Real)) (< (f x) 1)))",
        "(set-logic QF_SLIA)(declare-const s String)(assert (< (str.len s) 3))",
        "(set-logic QF_FP)(declare-const x Float32)(assert (fp.isNaN (fp.add RNE x x)))",
    ];
    for source in accepted {
        assert_eq!(report(source, Mode::Strict), "", "{source}");
    }
    let refused = [
        ("(set-logic QF_LIA)(declare-const x Int)(assert (< (* x x) 5))", "linear"),
        ("(set-logic QF_LIA)(declare-const x Int)(assert (forall ((y Int)) (< x y)))", "quantifiers"),
        ("(set-logic QF_LIA)(declare-const x Real)", "reals"),
        ("(set-logic QF_LIA)(declare-fun f (Int) Int)(assert (= (f 1) 1))", "uninterpreted"),
        ("(set-logic QF_IDL)(declare-const x Int)(assert (< (+ x x) 5))", "differences"),
        ("(set-logic QF_BV)(assert (= (bvadd #x1) #x1))", "at least 2"),
        (
            "(set-logic ALL)(declare-const x Real)(assert (< x (to_real 1) (+ x (str.len \"a\"))))",
            "Int where a Real",
        ),
        ("(set-logic ALL)(declare-const x String)(assert (str.in.re x re.all))", "not in the standard"),
        ("(set-logic ALL)(declare-const x Int)(simplify x)", "not a command of the standard"),
        ("(set-logic QF_LIAA)", "did you mean"),
        ("(set-logic ALL)(assert (= (- 1) -1))", "-1"),
        ("(set-logic ALL)(push)", "number of levels"),
    ];
    for (source, expected) in refused {
        let text = report(source, Mode::Strict);
        assert!(text.contains("error") && text.contains(expected), "{source}\n{text}");
    }
}
