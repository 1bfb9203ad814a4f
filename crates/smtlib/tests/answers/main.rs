//! Reading what solvers answer, in the style of each of them.

#![allow(clippy::expect_used, clippy::panic, reason = "tests end at the first surprise")]

mod broken;

use std::fmt::Write as _;

use quis_smtlib::{
    AnswerContext, Command, Function, ModelAnswer, PrintOptions, Role, Script, Term, parse, print_script,
    print_sort, print_term, read_model, read_values,
};
use quis_smtlib::{Literal, Mode, Root, TermKind};

fn script(source: &str) -> Script {
    parse(source, Mode::Standard).into_result().unwrap_or_else(|errors| panic!("{source}: {errors:?}"))
}

/// The position of the last check.
fn last_check(script: &Script) -> usize {
    let check = |command: &Command| matches!(command, Command::CheckSat | Command::CheckSatAssuming(_));
    script.commands.iter().rposition(check).expect("a check")
}

fn term(script: &Script, term: Term) -> String {
    print_term(&script.store, term, PrintOptions::plain()).expect("small enough")
}

fn name(script: &Script, function: Function) -> String {
    script.store.text(script.store.function(function).name).to_owned()
}

/// Reads a model of a script that ends in a check.
fn read(source: &str, text: &str) -> (Script, ModelAnswer) {
    let mut script = script(&format!("{source} (check-sat)"));
    let check = last_check(&script);
    let model = read_model(&mut script, check, text);
    (script, model)
}

/// The definitions of a model, one a line: `f x y = body`.
fn shown(script: &Script, model: &ModelAnswer) -> String {
    let mut out = String::new();
    for definition in &model.definitions {
        out.push_str(script.store.text(definition.symbol));
        for &var in &definition.vars {
            write!(out, " {}", term(script, var)).expect("a string");
        }
        writeln!(out, " = {}", term(script, definition.body)).expect("a string");
    }
    out
}

/// Reads a model without an error and gives its definitions.
fn definitions(source: &str, text: &str) -> String {
    let (script, model) = read(source, text);
    assert!(model.diagnostics.is_empty(), "{text}: {:?}", model.diagnostics);
    shown(&script, &model)
}

/// The elements of a model, with their sorts.
fn elements(script: &Script, model: &ModelAnswer) -> Vec<String> {
    let shown = |&function: &Function| {
        let sort = print_sort(&script.store, script.store.function(function).result).expect("small");
        assert_eq!(script.store.function(function).role, Role::Declared);
        format!("{} {sort}", name(script, function))
    };
    model.elements.iter().map(shown).collect()
}

#[test]
fn every_frame_of_a_model() {
    let source = "(declare-const x Int) (declare-const b Bool)";
    let expected = "x = 5\nb = true\n";
    for text in [
        "sat\n(model\n  (define-fun x () Int 5)\n  (define-fun b () Bool true)\n)\n",
        "((define-fun x () Int 5) (define-fun b () Bool true))",
        "success\nsuccess\nsat\n(\n(define-fun x () Int 5)\n(define-fun b () Bool true)\n)\nunsupported\n",
        "(define-fun x () Int 5)\n(define-fun b () Bool true)",
        "(define-const x Int 5) (define-const b Bool true)",
        "(= x 5)\n(= b true)\n",
        "WARNING: it's a bad day\n(model (define-fun x () Int 5) ; five\n (define-fun b () Bool true))",
        "(objectives\n (x 5)\n)\n((define-fun x () Int 5) (define-fun b () Bool true))",
    ] {
        assert_eq!(definitions(source, text), expected, "{text}");
    }
    for empty in ["", "sat", "sat\n()", "(model)", "; nothing"] {
        assert_eq!(definitions(source, empty), "", "{empty}");
    }
}

#[test]
fn definitions_are_of_functions_of_the_script() {
    let source = "(declare-fun f (Int) Int) (declare-const x Real) (define-fun g ((y Int)) Int (+ y 1))
                  (declare-datatype L ((nil) (cons (head Int) (tail L))))";
    let text = "((define-fun f ((x!0 Int)) Int (ite (= x!0 3) 4 (f!1 x!0)))
                 (define-fun f!1 ((x!0 Int)) Int 7)
                 (define-fun x () Real 2)
                 (define-fun head ((x!0 L)) Int 0)
                 (define-fun g ((y Int)) Int (+ y 1)))";
    let (script, model) = read(source, text);
    assert!(model.is_ok(), "{:?}", model.diagnostics);
    let roles: Vec<Option<&Role>> = model
        .definitions
        .iter()
        .map(|definition| definition.function.map(|function| &script.store.function(function).role))
        .collect();
    assert!(matches!(
        roles[..],
        [
            Some(Role::Declared),
            None,
            Some(Role::Declared),
            Some(Role::Selector { .. }),
            Some(Role::Defined { .. })
        ]
    ));
    let auxiliary = model.definitions[1].auxiliary.expect("a function of the model");
    assert_eq!(model.definition(auxiliary), Some(&model.definitions[1]));
    let f = model.definitions[0].function.expect("a function of the script");
    assert!(script.commands.contains(&Command::DeclareFun(f)));
    assert_eq!(model.definition(f).map(|definition| definition.symbol), Some(script.store.function(f).name));
    assert_eq!(
        shown(&script, &model),
        "f x!0 = (ite (= x!0 3) 4 (f!1 x!0))\nf!1 x!0 = 7\nx = 2.0\nhead x!0 = 0\ng y = (+ y 1)\n"
    );
}

#[test]
fn what_is_printed_later_may_be_mentioned_before() {
    let source = "(declare-const a (Array Int Int)) (declare-fun p (Int) Bool)";
    let text = "((define-fun a () (Array Int Int) (_ as-array k!0))
                 (define-fun k!0 ((x!0 Int)) Int (ite (p x!0) 1 (k!1 (- x!0))))
                 (define-funs-rec ((k!1 ((x!0 Int)) Int) (k!2 ((x!0 Int)) Int)) ((k!2 x!0) (k!1 x!0)))
                 (define-fun-rec p ((x Int)) Bool (or (= x 0) (p (- x 1)))))";
    assert_eq!(
        definitions(source, text),
        "a = (_ as-array k!0)
k!0 x!0 = (ite (p x!0) 1 (k!1 (- x!0)))
k!1 x!0 = (k!2 x!0)
k!2 x!0 = (k!1 x!0)
p x = (or (= x 0) (p (- x 1)))
"
    );
}

#[test]
fn open_points_of_operators_are_left_to_the_caller() {
    let text = "((define-fun /0 ((x!0 Real)) Real 1.0)
                 (define-fun div0 ((x!0 Int) (x!1 Int)) Int 2)
                 (define-fun seq.nth_u ((s (Seq Int)) (i Int)) Int 3)
                 (define-fun @div_by_zero ((x Real)) Real (/ 1 2))
                 (define-fun (_ fp.to_ubv_unspecified 8 24 8) ((x!0 RoundingMode)) (_ BitVec 8) #xff)
                 (define-fun bvudiv0 ((x!0 (_ BitVec 4))) (_ BitVec 4) #xf))";
    let (script, model) = read("", text);
    assert!(model.is_ok(), "{:?}", model.diagnostics);
    assert_eq!(model.definitions.len(), 6);
    assert!(model.definitions.iter().all(|definition| definition.function.is_none()));
    assert_eq!(model.definitions[4].indices.len(), 3);
    assert_eq!(script.store.text(model.definitions[1].symbol), "div0");
    assert_eq!(model.definitions[1].auxiliary, None);
    assert_eq!(model.definitions[1].vars.len(), 2);
}

#[test]
fn elements_as_z3_declares_them() {
    let text = "((;; universe for U:
                  ;;   U!val!1 U!val!0
                  ;; definitions for universe elements:
                  (declare-fun U!val!1 () U)
                  (declare-const U!val!0 U)
                  ;; cardinality constraint:
                  (forall ((x U)) (or (= x U!val!1) (= x U!val!0)))
                  (define-fun c () U U!val!0)
                  (define-fun f ((x!0 U)) U (ite (= x!0 U!val!0) U!val!1 U!val!0))))";
    let (script, model) = read("(declare-sort U 0) (declare-const c U) (declare-fun f (U) U)", text);
    assert!(model.is_ok(), "{:?}", model.diagnostics);
    assert_eq!(elements(&script, &model), ["U!val!1 U", "U!val!0 U"]);
    let [universe] = &model.universes[..] else { panic!("one sort: {:?}", model.universes) };
    assert_eq!(universe.elements, model.elements);
    assert_eq!(shown(&script, &model), "c = U!val!0\nf x!0 = (ite (= x!0 U!val!0) U!val!1 U!val!0)\n");
}

#[test]
fn elements_as_cvc5_qualifies_them() {
    let text = "(\n; cardinality of U is 3
; rep: (as @U_0 U)  \n; rep: (as @U_1 U)\n; rep: (as @U_2 U)
(define-fun c () U (as @U_1 U))
(define-fun a () (Array Int U) (store ((as const (Array Int U)) (as @U_0 U)) 0 (as @U_1 U)))
(define-fun b () (Array Int Int) (as @a0 (Array Int Int)))\n)";
    let source = "(declare-sort U 0) (declare-const c U) (declare-const a (Array Int U)) (declare-const b (Array Int Int))";
    let (script, model) = read(source, text);
    assert!(model.is_ok(), "{:?}", model.diagnostics);
    assert_eq!(elements(&script, &model), ["@U_0 U", "@U_1 U", "@U_2 U", "@a0 (Array Int Int)"]);
    assert_eq!(model.universes.len(), 1);
    assert_eq!(model.universes[0].elements, model.elements[..3]);
}

#[test]
fn where_an_element_is_not_listed_nothing_is_known_of_the_sort() {
    let source = "(declare-sort U 0) (assert (exists ((x U)) true))";
    // As CVC4 answers where no term of the sort is in the script.
    let (_, model) = read(
        source,
        "(model\n; cardinality of U is 1\n(declare-sort U 0)\n(declare-fun groundTerm_1 () U)\n)",
    );
    assert!(model.universes.is_empty(), "{:?}", model.universes);
    let (_, model) = read(source, "(\n; cardinality of U is 2\n; rep: (as @U_0 U)\n)");
    assert!(model.universes.is_empty(), "{:?}", model.universes);
    let (_, model) = read(source, "(\n; cardinality of U is 1\n; rep: (as @U_0 U)\n)");
    assert_eq!(model.universes[0].elements.len(), 1);
}

#[test]
fn elements_that_nothing_declares() {
    let source = "(declare-sort U 0) (declare-sort V 0) (declare-const c U) (declare-fun f (U V) U)";
    for (c, d) in [("@0", "@1"), ("const_3", "const_4"), ("@U!3", "U!val!1"), ("@arr0", "@arr1")] {
        let text = format!(
            "(; cardinality of U is 1\n; rep: {c}\n(define-fun c () U {c})
              (define-fun f ((x U) (y V)) U (ite (= {d} x) (ite (= y {c}) {c} {d}) (ite (= x c) {d} {c}))))"
        );
        let (script, model) = read(source, &text);
        assert!(model.is_ok(), "{:?}", model.diagnostics);
        let expected = [format!("{c} U"), format!("{d} U"), format!("{c} V")];
        let mut found = elements(&script, &model);
        found.sort();
        assert_eq!(found, {
            let mut sorted = expected;
            sorted.sort();
            sorted
        });
        assert_eq!(model.universes[0].elements, [model.elements[0]]);
    }
    // A name that has a sort in it needs nothing beside it.
    let source = "(declare-sort U 0) (declare-const a (Array U U)) (declare-const s (Seq U))";
    for element in ["U!val!7", "@uc_U_7", "@U_7"] {
        let text = format!(
            "((define-fun a () (Array U U) (store ((as const (Array U U)) {element}) {element} {element}))
              (define-fun s () (Seq U) (seq.unit {element})))"
        );
        let (script, model) = read(source, &text);
        assert!(model.is_ok(), "{:?}", model.diagnostics);
        assert_eq!(elements(&script, &model), [format!("{element} U")]);
    }
    // Nothing says which sort is meant.
    let source = "(declare-sort U 0) (declare-const c U)";
    let (_, model) = read(source, "((define-fun c () U (ite (= @a @b) @c c)))");
    assert_eq!(model.diagnostics[0].message, "unknown constant `@a`");
    assert_eq!(model.elements, []);
}

#[test]
fn an_element_is_the_same_in_every_answer() {
    let mut script = script("(declare-sort U 0) (declare-const c U) (check-sat)");
    let mut context = AnswerContext::new(&mut script, 2);
    let first = context.read_model(&mut script.store, "((define-fun c () U (as @U_0 U)))");
    let second = context.read_model(&mut script.store, "((declare-fun @U_0 () U) (define-fun c () U @U_0))");
    assert_eq!(first.elements, second.elements);
    assert_eq!(first.definitions[0].body, second.definitions[0].body);
    // What one answer declares is unknown to the next.
    let third =
        context.read_model(&mut script.store, "((define-fun k!0 () Int 1) (define-fun c () U (as @U_1 U)))");
    assert!(third.is_ok());
    let fourth = context.read_values(&mut script.store, "((k!0 1))");
    assert!(!fourth.is_ok());
}

#[test]
fn numbers() {
    let source = "(declare-const i Int) (declare-const r Real)";
    for (printed, expected) in
        [("5", "5"), ("(- 5)", "(- 5)"), ("-5", "(- 5)"), ("#unspecified", "|#unspecified|")]
    {
        assert_eq!(
            definitions(source, &format!("((define-fun i () Int {printed}))")),
            format!("i = {expected}\n")
        );
    }
    for (printed, expected) in [
        ("2", "2.0"),
        ("2.0", "2.0"),
        ("(- 2)", "(- 2.0)"),
        ("-2", "(- 2.0)"),
        ("-2.5", "(- 2.5)"),
        ("(/ 1 3)", "(/ 1.0 3.0)"),
        ("(/ (- 1) 3)", "(/ (- 1.0) 3.0)"),
        ("(/ (- 1.0) 3.0)", "(/ (- 1.0) 3.0)"),
        ("(- (/ 1 3))", "(- (/ 1.0 3.0))"),
        ("1/3", "(/ 1.0 3.0)"),
        ("-1/3", "(- (/ 1.0 3.0))"),
        ("(to_real 4)", "(to_real 4)"),
    ] {
        assert_eq!(
            definitions(source, &format!("((define-fun r () Real {printed}))")),
            format!("r = {expected}\n")
        );
    }
}

#[test]
fn algebraic_numbers() {
    let cases = [
        ("(root-obj (+ (^ x 2) (- 2)) 2)", &["-2", "0", "1"][..], Root::Index(2)),
        ("(root-obj (+ (* 4 (^ x 3)) (* (- 4) x) (- 1)) 1)", &["-1", "-4", "0", "4"], Root::Index(1)),
        ("(root-obj (+ (^ x 2) (* (- 1) x)) 1)", &["0", "-1", "1"], Root::Index(1)),
        (
            "(_ real_algebraic_number <1*x^2 + (-2), (1, 2)>)",
            &["-2", "0", "1"],
            Root::Between("1".into(), "2".into()),
        ),
        (
            "(_ real_algebraic_number <392*x^2 + (-196*x) + 17, (-5/8, 3/4)>)",
            &["17", "-196", "392"],
            Root::Between("-5/8".into(), "3/4".into()),
        ),
    ];
    for (text, expected, which) in cases {
        let source = format!("(declare-const r Real) (assert (< r {text}))");
        let (script, model) = read(&source, &format!("((define-fun r () Real {text}))"));
        assert!(model.is_ok(), "{:?}", model.diagnostics);
        let TermKind::Literal(Literal::Algebraic { coefficients, root }) =
            script.store.kind(model.definitions[0].body)
        else {
            panic!("an algebraic number: {text}")
        };
        assert_eq!(coefficients.iter().map(|text| &**text).collect::<Vec<_>>(), expected);
        assert_eq!(*root, which);
        // It also stands in scripts, and is printed as it was read.
        assert_eq!(term(&script, model.definitions[0].body), text);
        let printed = print_script(&script, PrintOptions::plain()).expect("small");
        assert_eq!(printed.trim_end(), format!("(declare-const r Real)\n(assert (< r {text}))\n(check-sat)"));
    }
    // Other ways of writing the same polynomial.
    let (script, model) = read("(declare-const r Real)", "((define-fun r () Real (root-obj (- (* 2 x)) 1)))");
    assert_eq!(shown(&script, &model), "r = (root-obj (* (- 2) x) 1)\n");
    for wrong in [
        "(root-obj 5 1)",
        "(root-obj (^ x 2) 0)",
        "(root-obj (+ (^ x 9999999) 1) 1)",
        "(root-obj (sin x) 1)",
        "(_ real_algebraic_number <1*x^2, 7>)",
        "(_ real_algebraic_number <1*x^2",
    ] {
        let (_, model) = read("(declare-const r Real)", &format!("((define-fun r () Real {wrong}))"));
        assert!(!model.is_ok(), "{wrong}");
    }
}

#[test]
fn values_of_all_theories() {
    for (sort, value) in [
        ("(_ BitVec 4)", "#b0101"),
        ("(_ BitVec 8)", "#xa0"),
        ("(_ BitVec 8)", "(_ bv5 8)"),
        ("Float16", "(fp #b0 #b00001 #b0000000001)"),
        ("Float32", "(_ +oo 8 24)"),
        ("Float32", "(_ NaN 8 24)"),
        ("(_ FloatingPoint 5 11)", "(_ +zero 5 11)"),
        ("RoundingMode", "roundNearestTiesToEven"),
        ("RoundingMode", "RTZ"),
        ("String", "\"a\\u{7f}\\x41\"\"\""),
        ("(Seq Int)", "(seq.++ (seq.unit 1) (seq.unit (- 2)))"),
        ("(Seq Int)", "(as seq.empty (Seq Int))"),
        ("Unicode", "(_ Char 65)"),
        ("String", "(_ char #x41)"),
        ("RegLan", "(re.* (str.to_re \"a\"))"),
        ("(Array Int Int)", "(store ((as const (Array Int Int)) 0) 1 2)"),
        ("(Array Int Int)", "(lambda ((x!1 Int)) (ite (= x!1 1) 2 0))"),
        ("(Array Int Real)", "((as const (Array Int Real)) 0)"),
        ("(-> Int Int)", "(lambda ((x Int)) (let ((a!1 (+ x x))) (* a!1 a!1)))"),
        ("(L Int)", "((as cons (L Int)) 1 (as nil (L Int)))"),
        ("(L Int)", "(cons 1 nil)"),
        ("(L Int)", "(let ((_let_1 (as cons (L Int)))) (_let_1 1 (_let_1 2 (as nil (L Int)))))"),
        ("(Set Int)", "(set.union (set.singleton 1) (as set.empty (Set Int)))"),
        ("(Bag Int)", "(bag 1 2)"),
        ("(Tuple Int Bool)", "(tuple 1 true)"),
        ("(_ FiniteField 7)", "#f3m7"),
        ("(_ FiniteField 7)", "(as ff3 (_ FiniteField 7))"),
        ("String", "(witness ((@w String)) (= (str.len @w) 5))"),
        ("(Nullable Int)", "(as nullable.null (Nullable Int))"),
    ] {
        let source = format!(
            "(declare-datatypes ((L 1)) ((par (X) ((nil) (cons (head X) (tail (L X))))))) (declare-const c {sort})"
        );
        let (script, model) = read(&source, &format!("((define-fun c () {sort} {value}))"));
        assert!(model.diagnostics.is_empty(), "{value}: {:?}", model.diagnostics);
        let [definition] = &model.definitions[..] else { panic!("{value}") };
        let function = definition.function.expect("the constant of the script");
        assert_eq!(definition.result, script.store.function(function).result, "{value}");
    }
}

#[test]
fn arrays_and_functions_in_the_shape_of_the_other() {
    // Boolector and cvc5 print functions where the script has an array or a constant.
    let source =
        "(declare-const a (Array Int Int)) (declare-fun h (Bool) (-> Int Int)) (declare-fun f (Int) Int)";
    let text = "((define-fun a ((i Int)) Int (ite (= i 0) 1 2))
                 (define-fun h ((b Bool) (i Int)) Int (ite b i 0))
                 (define-fun f () (-> Int Int) (lambda ((i Int)) i)))";
    let (script, model) = read(source, text);
    assert!(model.is_ok(), "{:?}", model.diagnostics);
    for definition in &model.definitions {
        let data = script.store.function(definition.function.expect("of the script"));
        assert_eq!(data.params.len(), definition.vars.len());
        assert_eq!(data.result, definition.result);
    }
    assert_eq!(
        shown(&script, &model),
        "a = (lambda ((i Int)) (ite (= i 0) 1 2))\nh b = (lambda ((i Int)) (ite b i 0))\nf x!0 = ((lambda ((i Int)) i) x!0)\n"
    );
}

#[test]
fn sorts_and_datatypes_that_a_model_repeats() {
    let source = "(declare-sort U 0) (declare-datatypes ((T 0)) (((c (s U))))) (declare-const t T)";
    let text = "(model (declare-sort U 0) (declare-datatypes ((T 0)) (((c (s U))))) (declare-datatypes () ((T (c (s U)))))
                 (declare-sort W 0) (declare-datatype E ((e1) (e2)))
                 (define-fun t () T (c (as @U_0 U))) (define-fun w ((x W)) E e2))";
    assert_eq!(definitions(source, text), "t = (c @U_0)\nw x = e2\n");
}

#[test]
fn names_are_those_of_the_check() {
    let source = "(declare-sort U 0) (declare-const x Int) (push 1) (declare-const y Int)
                  (assert (! (> x y) :named a)) (check-sat) (pop 1) (declare-const y Bool) (check-sat)
                  (set-option :global-declarations true) (push 1) (declare-datatype D ((d))) (pop 1)
                  (define-sort P () (Array Int U)) (define-fun two () Int 2) (check-sat)
                  (reset) (declare-const x Bool) (check-sat)";
    let mut script = script(source);
    let checks: Vec<usize> =
        (0..script.commands.len()).filter(|&at| script.commands[at] == Command::CheckSat).collect();
    let text = "((x 1) (y 2) (a true))";
    assert!(read_values(&mut script, checks[0], text).is_ok());
    let second = read_values(&mut script, checks[1], "((x 1) (y true) (a true))");
    // The name went with its scope: nothing says what `a` is.
    assert_eq!((second.values.len(), second.diagnostics.len()), (2, 1));
    let third = "((define-fun p ((i P) (e D)) Int (ite ((_ is d) e) two x)) (define-fun y () Bool (is-d d)))";
    let model = read_model(&mut script, checks[2], third);
    assert!(model.is_ok(), "{:?}", model.diagnostics);
    let model = read_model(&mut script, checks[3], "((define-fun x () Bool true) (define-fun y () Int 4))");
    assert!(model.is_ok());
    assert_eq!(model.definitions[1].function, None);
    // Beyond the last command, and before the first.
    assert_eq!(read_model(&mut script, usize::MAX, "((define-fun x () Bool true))").definitions.len(), 1);
    assert_eq!(read_model(&mut script, 0, "((define-fun x () Bool true))").definitions[0].function, None);
}

#[test]
fn declarations_that_are_kept_as_written() {
    let source = "(declare-fun x () Real [-10, 10]) (declare-rel p (Int)) (declare-const l (List Int))";
    let text = "((define-fun x () Real 1.5) (define-fun p ((i Int)) Bool true)
                 (define-fun l () (List Int) (insert 1 (as nil (List Int)))))";
    let (script, model) = read(source, text);
    assert!(model.is_ok(), "{:?}", model.diagnostics);
    assert!(model.definitions.iter().all(|definition| definition.function.is_some()));
    assert_eq!(shown(&script, &model), "x = 1.5\np i = true\nl = (insert 1 (as nil (List Int)))\n");
}

#[test]
fn reading_leaves_the_script_as_it_is() {
    let source = "(declare-sort U 0)\n(declare-fun f (U Int) Int)\n(declare-const c U)\n(assert (= (f c 0) 1))\n(check-sat)\n";
    let mut script = script(source);
    let commands = script.commands.clone();
    let text = "((define-fun f ((x U) (y Int)) Real 2.0) (define-fun f ((c Int) (y Int)) Int (+ c y)) (define-fun c () U (wrong)))";
    let model = read_model(&mut script, 4, text);
    assert_eq!(model.definitions.len(), 2);
    assert_eq!(script.commands, commands);
    assert_eq!(print_script(&script, PrintOptions::plain()).expect("small"), source);
    // A parameter that is named as a constant of the script is another thing.
    assert_eq!(term(&script, model.definitions[1].body), "(+ c$1 y)");
}

#[test]
fn values() {
    let source = "(declare-sort U 0) (declare-const x Real) (declare-fun f (Int) Int) (declare-const u U)
                  (assert (! (> x 1) :named a))";
    let mut script = script(&format!("{source} (check-sat)"));
    let check = last_check(&script);
    let text = "sat\n((x 2) ((f 1) (- 3))\n ((+ x x) (/ 9 2)) (u @U_1) (a true))\n((u (as @U_1 U)) (f (_ as-array f)))\n";
    let answer = read_values(&mut script, check, text);
    assert!(answer.is_ok(), "{:?}", answer.diagnostics);
    let shown: Vec<String> = answer
        .values
        .iter()
        .map(|&(asked, value)| format!("{} is {}", term(&script, asked), term(&script, value)))
        .collect();
    assert_eq!(
        shown,
        [
            "x is 2.0",
            "(f 1) is (- 3)",
            "(+ x x) is (/ 9.0 2.0)",
            "u is @U_1",
            "a is true",
            "u is @U_1",
            "f is (_ as-array f)"
        ]
    );
    assert_eq!(answer.elements.len(), 1);
    let answer = read_values(&mut script, check, "((x true) (x 3) (y 4) (x (foo))) (error \"no\") ((x 5)");
    assert_eq!(answer.values.len(), 2);
    let messages: Vec<&str> = answer.diagnostics.iter().map(|diagnostic| &*diagnostic.message).collect();
    assert_eq!(
        messages,
        [
            "found a term of sort Bool",
            "unknown constant `y`",
            "unknown constant `foo`",
            "the solver reports: no",
            "this command has no end"
        ]
    );
    assert!(read_values(&mut script, check, "unsat").values.is_empty());
}
