//! Deep terms: no stack is used for depth, and no construct costs the square of it.
//!
//! Terms are built in the store where text would be read as deep as that; each would take hours if a level cost as
//! much as the levels below it.

use quis_semantics::{Evaluator, Model, Value};
use quis_smtlib::theories::{ArithOp, ArrayOp, BitVecOp, CoreOp, Op, SequenceOp, SetOp, StringOp};
use quis_smtlib::{Binder, Literal, Sort, SortConstructor, Store, Term};

use crate::subject::value_of;

const DEPTH: usize = 100_000;

/// The value of a term that grows by one operator at a time.
fn grown(store: &mut Store, seed: Term, mut step: impl FnMut(&mut Store, Term, usize) -> Term) -> Term {
    (0..DEPTH).fold(seed, |term, level| step(store, term, level))
}

fn value(store: &Store, term: Term) -> String {
    let mut model = Model::new();
    let mut evaluator = Evaluator::new(store, &mut model);
    match evaluator.evaluate(term) {
        Ok(value) => evaluator.model().values.text(store, store.sort(term), &value),
        Err(open) => format!("open: {}", open.reason.name()),
    }
}

fn op(store: &mut Store, op: Op, args: &[Term]) -> Term {
    store.op(op, args).expect("well typed")
}

#[test]
fn connectives() {
    let mut store = Store::new();
    let yes = store.bool(true);
    for (operator, expected) in
        [(CoreOp::And, "true"), (CoreOp::Or, "true"), (CoreOp::Implies, "true"), (CoreOp::Equal, "true")]
    {
        let left = grown(&mut store, yes, |store, term, _| op(store, Op::Core(operator), &[term, yes]));
        assert_eq!(value(&store, left), expected, "{operator:?}");
        let right = grown(&mut store, yes, |store, term, _| op(store, Op::Core(operator), &[yes, term]));
        assert_eq!(value(&store, right), expected, "{operator:?}");
    }
    let not = grown(&mut store, yes, |store, term, _| op(store, Op::Core(CoreOp::Not), &[term]));
    assert_eq!(value(&store, not), "true");
    let xor = grown(&mut store, yes, |store, term, _| op(store, Op::Core(CoreOp::Xor), &[term, term]));
    assert_eq!(value(&store, xor), "false");
}

#[test]
fn conditionals() {
    let mut store = Store::new();
    let (yes, no, zero) = (store.bool(true), store.bool(false), store.int(0));
    let open = store.declare_const("p", Sort::BOOL).expect("a constant");
    for condition in [yes, no, open] {
        let both = grown(&mut store, zero, |store, term, _| {
            op(store, Op::Core(CoreOp::Ite), &[condition, term, term])
        });
        assert_eq!(value(&store, both), "0");
        let branch = grown(&mut store, zero, |store, term, _| {
            op(store, Op::Core(CoreOp::Ite), &[condition, term, zero])
        });
        assert_eq!(value(&store, branch), "0");
    }
    let inside = grown(&mut store, yes, |store, term, _| op(store, Op::Core(CoreOp::Ite), &[term, yes, no]));
    assert_eq!(value(&store, inside), "true");
}

#[test]
fn arithmetic() {
    let mut store = Store::new();
    let one = store.int(1);
    let sum = grown(&mut store, one, |store, term, _| op(store, Op::Arith(ArithOp::Add), &[term, one]));
    assert_eq!(value(&store, sum), (DEPTH + 1).to_string());
    let negated = grown(&mut store, one, |store, term, _| op(store, Op::Arith(ArithOp::Neg), &[term]));
    assert_eq!(value(&store, negated), "1");
    let bits = store.bit_vec(64, 1u8.into()).expect("a literal");
    let doubled =
        grown(&mut store, bits, |store, term, _| op(store, Op::BitVec(BitVecOp::Add), &[term, term]));
    assert_eq!(value(&store, doubled), "#x0000000000000000");
    // Each level doubles the number of bits until they are too many.
    let square = grown(&mut store, sum, |store, term, _| op(store, Op::Arith(ArithOp::Mul), &[term, term]));
    assert_eq!(value(&store, square), "open: too-large");
}

#[test]
fn strings_and_sequences() {
    let mut store = Store::new();
    let a = store.literal(Literal::string_from_source("a")).expect("a literal");
    let empty = store.literal(Literal::string_from_source("")).expect("a literal");
    // Without growth; with growth the levels would have to be copied.
    let concat =
        grown(&mut store, a, |store, term, _| op(store, Op::String(StringOp::Concat), &[term, empty]));
    assert_eq!(value(&store, concat), "\"a\"");
    let replaced =
        grown(&mut store, a, |store, term, _| op(store, Op::String(StringOp::Replace), &[term, a, a]));
    assert_eq!(value(&store, replaced), "\"a\"");
    let one = store.int(1);
    let unit = op(&mut store, Op::Sequence(SequenceOp::Unit), &[one]);
    let sequence =
        grown(&mut store, unit, |store, term, _| op(store, Op::Sequence(SequenceOp::Rev), &[term]));
    assert_eq!(value(&store, sequence), "(seq.unit 1)");
}

#[test]
fn arrays_and_sets() {
    let mut store = Store::new();
    let (zero, one) = (store.int(0), store.int(1));
    let sort = store.apply_sort(SortConstructor::Array, &[Sort::INT, Sort::INT]);
    let function = store.op_function(Op::Array(ArrayOp::Const));
    let constant = store.apply_as(function, sort, &[zero]).expect("an array");
    let stored = grown(&mut store, constant, |store, term, level| {
        let index = store.int(level as u64 % 50_000);
        op(store, Op::Array(ArrayOp::Store), &[term, index, one])
    });
    let at = store.int(49_999);
    let selected = op(&mut store, Op::Array(ArrayOp::Select), &[stored, at]);
    assert_eq!(value(&store, selected), "1");
    let equal = op(&mut store, Op::Core(CoreOp::Equal), &[stored, constant]);
    assert_eq!(value(&store, equal), "false");
    let single = op(&mut store, Op::Set(SetOp::Singleton), &[one]);
    let set = grown(&mut store, single, |store, term, level| {
        let element = store.int(level as u64);
        op(store, Op::Set(SetOp::Insert), &[element, term])
    });
    let card = op(&mut store, Op::Set(SetOp::Card), &[set]);
    assert_eq!(value(&store, card), DEPTH.to_string());
}

#[test]
fn quantifiers() {
    let mut store = Store::new();
    let yes = store.bool(true);
    // Variables that nothing depends on.
    let nest = grown(&mut store, yes, |store, term, level| {
        let name = store.symbol(&format!("v{level}"));
        let variable = store.variable(name, Sort::BOOL);
        store.binder(Binder::Forall, &[variable], &[term]).expect("a formula")
    });
    assert_eq!(value(&store, nest), "true");
    // Variables that decide: two instances at each level, of which one is enough.
    let mut body = store.bool(false);
    for level in 0..150 {
        let name = store.symbol(&format!("w{level}"));
        let variable = store.variable(name, Sort::BOOL);
        let or = op(&mut store, Op::Core(CoreOp::Or), &[body, variable]);
        body = store.binder(Binder::Exists, &[variable], &[or]).expect("a formula");
    }
    assert_eq!(value(&store, body), "true");
}

#[test]
fn all_in_one_nest_of_quantifiers() {
    // Each level is closed: what is below it is evaluated once, not once for each instance above.
    let mut text = "true".to_owned();
    for level in 0..120 {
        text = format!("(forall ((v{level} Bool)) (and {text} (or v{level} (not v{level}))))");
    }
    assert_eq!(value_of("", &text), "true");
    // All variables together: too many instances.
    let variables: String = (0..200).map(|at| format!("(v{at} Bool)")).collect();
    let parity: String = (0..200).map(|at| format!(" v{at}")).collect();
    assert!(value_of("", &format!("(exists ({variables}) (xor{parity}))")).starts_with("open"));
}

#[test]
fn datatype_values() {
    let declarations = "(declare-datatypes ((N 0)) (((z) (s (p N)))))
        (define-fun-rec up ((n Int) (x N)) N (ite (= n 0) x (up (- n 1) (s x))))
        (define-fun-rec down ((x N)) Int (match x ((z 0) ((s y) (+ 1 (down y))))))";
    assert_eq!(value_of(declarations, "(= (up 50000 z) (s (up 49999 z)))"), "true");
    assert_eq!(value_of(declarations, "(= (up 50000 z) (up 50001 z))"), "false");
    assert_eq!(value_of(declarations, "(down (up 50000 z))"), "50000");
    let text = value_of(declarations, "(up 50000 z)");
    assert_eq!(text, format!("{}z{}", "(s ".repeat(50_000), ")".repeat(50_000)));
    // Back from text of that depth.
    assert_eq!(value_of(declarations, &format!("(down {text})")), "50000");
}

#[test]
fn definitions() {
    let mut source = String::from("(define-fun f0 ((x Int)) Int (+ x 1))\n");
    for level in 1..20_000 {
        source.push_str(&format!("(define-fun f{level} ((x Int)) Int (f{} (+ x 1)))\n", level - 1));
    }
    assert_eq!(value_of(&source, "(f19999 0)"), "20000");
    let constants: String =
        (1..20_000).map(|level| format!("(define-fun c{level} () Int (+ c{} 1))\n", level - 1)).collect();
    assert_eq!(value_of(&format!("(define-fun c0 () Int 0){constants}"), "c19999"), "19999");
}

#[test]
fn lets_and_matches() {
    // Shared, so that a tree of it would have 2^30000 leaves.
    let mut shared = "(let ((x0 #x01)) ".to_owned();
    for level in 1..30_000 {
        shared.push_str(&format!("(let ((x{level} (bvadd x{0} x{0}))) ", level - 1));
    }
    shared.push_str("x29999");
    shared.push_str(&")".repeat(30_000));
    assert_eq!(value_of("", &shared), "#x00");
    let mut nested = "a".to_owned();
    for _ in 0..20_000 {
        nested = format!("(match l ((nil 0) ((cons a b) {nested})))");
    }
    let declarations =
        "(declare-datatypes ((L 0)) (((nil) (cons (head Int) (tail L)))))(define-fun l () L (cons 7 nil))";
    assert_eq!(value_of(declarations, &nested), "7");
}

#[test]
fn model_values() {
    let mut model = Model::new();
    let mut store = Store::new();
    let constant = store.declare_const("x", Sort::INT).expect("a constant");
    let quis_smtlib::TermKind::Apply(function, _) = store.kind(constant) else { panic!("a constant") };
    model.set_value(function, Value::Int(3.into()));
    let sum =
        grown(&mut store, constant, |store, term, _| op(store, Op::Arith(ArithOp::Sub), &[term, constant]));
    let mut evaluator = Evaluator::new(&store, &mut model);
    assert_eq!(evaluator.evaluate(sum), Ok(Value::Int((3 - 3 * DEPTH as i64).into())));
}
