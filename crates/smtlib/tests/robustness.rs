//! No input breaks the front end: deep, large, odd and cut-off inputs.

#![allow(clippy::expect_used, clippy::panic, reason = "tests stop at any trouble")]

mod common;

use common::{check_round_trip, script};
use quis_smtlib::{Mode, PrintError, PrintOptions, parse, print_script};

fn repeated(prefix: &str, open: &str, middle: &str, close: &str, suffix: &str, times: usize) -> String {
    format!("{prefix}{}{middle}{}{suffix}", open.repeat(times), close.repeat(times))
}

#[test]
fn a_million_nested_terms() {
    let source = repeated("(declare-const p Bool)\n(assert ", "(not ", "p", ")", ")\n", 1_000_000);
    let original = script(&source);
    assert_eq!(original.store.len(), 1_000_001);
    assert_eq!(print_script(&original, PrintOptions::plain()), Ok(source));
    for options in [PrintOptions::shared(), PrintOptions::shared().pretty(80)] {
        let printed = print_script(&original, options).expect("small enough");
        assert_eq!(script(&printed).store.len(), original.store.len());
    }
}

#[test]
fn two_hundred_thousand_lets() {
    let mut source = String::from("(declare-const x0 Int)\n(assert ");
    for i in 1..=200_000 {
        source.push_str(&format!("(let ((x{i} (+ x{0} x{0}))) ", i - 1));
    }
    source.push_str("(> x200000 0)");
    source.push_str(&")".repeat(200_000));
    source.push_str(")\n");
    let original = script(&source);
    assert_eq!(original.store.len(), 200_003);
    // Without `let` this has more nodes than there are atoms.
    let limited = PrintOptions { max_bytes: 1 << 20, ..PrintOptions::plain() };
    assert_eq!(print_script(&original, limited), Err(PrintError::TooLarge(1 << 20)));
    let printed = print_script(&original, PrintOptions::shared()).expect("linear in the DAG");
    assert!(printed.len() < source.len() * 3);
    assert_eq!(script(&printed).store.len(), original.store.len());
}

#[test]
fn deep_binders_annotations_matches_and_sorts() {
    let n = 50_000;
    for source in [
        repeated("(assert ", "(forall ((x Int)) ", "true", ")", ")", n),
        repeated("(assert ", "(! ", "true", " :named n)", ")", 1),
        repeated("(assert ", "(! ", "true", " :note)", ")", n),
        repeated(
            "(declare-datatypes ((D 0)) (((c)))) (declare-const d D) (assert ",
            "(match d ((c ",
            "true",
            ")))",
            ")",
            n,
        ),
        repeated("(declare-const s ", "(Seq ", "Int", ")", ")", n),
        repeated("(declare-const f ", "(-> Int ", "Int", ")", ")", n),
        repeated("(set-info :deep ", "(", "", ")", ")", n),
        repeated("(some-command ", "(a ", "", ")", ")", n),
        repeated("(declare-const f (-> Int Int)) (assert (= 1 ", "(f ", "1", ")", "))", n),
    ] {
        let original = script(&source);
        let printed = print_script(&original, PrintOptions::shared()).expect("linear in the DAG");
        assert_eq!(script(&printed).store.len(), original.store.len());
    }
}

#[test]
fn sharing_across_nested_binders_stays_linear() {
    // Each level is used under two binders of the next: 2^60 nodes without sharing.
    let mut body = String::from("(p x x)");
    let mut lets = String::new();
    for i in 0..60 {
        lets.push_str(&format!("(let ((b{i} (and (forall ((y Int)) (or (p y x) {body})) (exists ((z Int)) (and (p z x) {body}))))) "));
        body = format!("b{i}");
    }
    let source =
        format!("(declare-fun p (Int Int) Bool) (assert (forall ((x Int)) {lets}{body}{})))", ")".repeat(60));
    let source = source.trim_end_matches(')').to_owned() + &")".repeat(62);
    let original = script(&source);
    let printed = print_script(&original, PrintOptions::shared()).expect("linear in the DAG");
    assert!(printed.len() < 4 * source.len(), "{} bytes became {}", source.len(), printed.len());
    assert_eq!(script(&printed).store.len(), original.store.len());
}

#[test]
fn huge_literals() {
    let digits = "7".repeat(10_000_000);
    let original = script(&format!("(assert (= {digits} {digits}.5 0.{digits}))"));
    assert!(print_script(&original, PrintOptions::plain()).expect("linear").len() > 30_000_000);
    let original = script(&format!("(assert (= #x{digits} #x{digits}))"));
    assert!(print_script(&original, PrintOptions::plain()).expect("linear").len() > 20_000_000);
    let text = "ab\"\"\\u{41}".repeat(500_000);
    script(&format!("(assert (= \"{text}\" \"{text}\"))"));
}

#[test]
fn many_errors_do_not_flood() {
    let parsed = parse(&"(assert x)\n".repeat(10_000), Mode::Standard);
    assert!(parsed.diagnostics.len() < 30);
}

#[test]
fn sorts_that_double_are_refused_when_printed() {
    let mut source = String::from("(define-sort S0 () Int)\n");
    for i in 1..100 {
        source.push_str(&format!("(define-sort S{i} () (Array S{0} S{0}))\n", i - 1));
    }
    source.push_str("(declare-const x S99)\n(assert x)\n");
    let parsed = parse(&source, Mode::Standard);
    // The message about the assertion cuts the sort.
    assert!(parsed.diagnostics[0].message.len() < 1000);
    let limited = PrintOptions { max_bytes: 1 << 20, ..PrintOptions::shared() };
    assert_eq!(print_script(&parsed.script, limited), Err(PrintError::TooLarge(1 << 20)));
}

/// Every prefix of a script, and every script with a byte replaced, is read or refused; what is accepted can be printed.
#[test]
fn cut_and_damaged_scripts() {
    let source = concat!(
        "(set-logic ALL)(declare-datatypes ((L 1)) ((par (X) ((nil) (cons (h X) (t (L X)))))))",
        "(declare-const l (L Int))(define-fun f ((x Int)) Int (let ((y (+ x 1))) (ite (> y 0) y (- y))))",
        "(assert (forall ((x Int)) (! (= (f x) (h (cons x (as nil (L Int))))) :pattern ((f x)) :qid |q r|)))",
        "(assert (match l ((nil true) ((cons a b) (= a #xff (_ bv1 8) 1.5 \"s\\u{41}\"\"\")))))",
        "(define-funs-rec ((g ((x Int)) Int)) ((g x)))(push 1)(check-sat-assuming ((! true :named n)))(pop 1)",
        "(declare-sort S 1)(define-sort T (X) (S X))(minimize (f 1) :id o)(get-value ((f 2) n))(exit)"
    );
    let damage = b"()|\"; \0:#!_\\x9\xff";
    for cut in 0..source.len() {
        let _ = parse(&source[..cut], Mode::Standard);
        for &byte in damage {
            let mut bytes = source.as_bytes().to_vec();
            bytes[cut] = byte;
            let text = String::from_utf8_lossy(&bytes);
            for mode in [Mode::Standard, Mode::Permissive] {
                let parsed = parse(&text, mode);
                assert!(print_script(&parsed.script, PrintOptions::shared()).is_ok());
                if mode == Mode::Standard && parsed.is_ok() {
                    check_round_trip(&text, &parsed.script);
                }
            }
        }
    }
}

#[test]
fn nothing_is_something() {
    for source in ["", " \n\t", "; only a comment", "\u{feff}", "; comment without end of line \u{e9}"] {
        let parsed = parse(source, Mode::Strict);
        assert!(parsed.is_ok() && parsed.script.commands.is_empty());
    }
}
