//! Regular expressions beyond the standard: over sequences, over characters, and in other notations.

use quis_smtlib::signature::{Signature, SortPattern};
use quis_smtlib::theories::{Op, RegexOp, SequenceOp};
use quis_smtlib::{Function, FunctionData, Literal, Role, Sort, SortConstructor, SortKind, Term};

use super::{choose_sort, functions, operands, reads_z3};
use crate::fuzzsmt::builder::Builder;

/// Expressions as programs write them.
const ECMA: [&str; 8] = ["a*", "[a-z]+", "(a|b)?c", "^ab$", "\\d{2,4}", "(?:a)(b)\\1", "[^0-9]", ""];

/// What may stand behind them.
const FLAGS: [&str; 4] = ["", "i", "s", "u"];

/// Automata as OSTRICH writes them.
const AUTOMATA: [&str; 2] = [
    "automaton value_0 {init s0; s0 -> s0 [0, 65535]; accepting s0;};",
    "automaton a {init s0; s0 -> s1 [97, 97]; s1 -> s0 [98, 99]; accepting s1;};",
];

pub(super) fn make(builder: &mut Builder, op: Op, signature: &Signature) -> Option<Option<Term>> {
    let over_sequences =
        signature.params.iter().any(|param| matches!(param, SortPattern::Apply(SortConstructor::Seq, _)));
    Some(match op {
        Op::Sequence(SequenceOp::Empty) if signature.rule.is_some() => empty_string(builder),
        Op::Sequence(SequenceOp::ReplaceRe | SequenceOp::ReplaceReAll) if over_sequences => {
            replacement(builder, op)
        }
        Op::Regex(RegexOp::ToRe | RegexOp::InRe | RegexOp::Range) if over_sequences => member(builder, op),
        Op::Regex(RegexOp::Derivative) => derivative(builder),
        Op::Regex(RegexOp::OfPred) => of_predicate(builder),
        Op::Regex(RegexOp::FromEcma) => from_texts(builder, op, &[&ECMA]),
        Op::Regex(RegexOp::FromStr) => from_texts(builder, op, &[&ECMA]),
        Op::Regex(RegexOp::FromEcmaFlags) => from_texts(builder, op, &[&ECMA, &FLAGS]),
        Op::Regex(RegexOp::FromAutomaton) => from_texts(builder, op, &[&AUTOMATA]),
        _ if signature.rule.is_some() => None,
        _ => return None,
    })
}

/// result: (as seq.empty String)
fn empty_string(builder: &mut Builder) -> Option<Term> {
    if !reads_z3(builder) {
        return None;
    }
    let function = builder.store.op_function(Op::Sequence(SequenceOp::Empty));
    let term = builder.store.apply_as(function, Sort::STRING, &[]).ok()?;
    Some(builder.node(term, &[]))
}

/// An operator as Z3 writes it for sequences that are no strings.
fn spelled(builder: &mut Builder, op: RegexOp) -> Function {
    let name = match op {
        RegexOp::ToRe => "seq.to.re",
        RegexOp::InRe => "seq.in.re",
        _ => Op::Regex(op).operator().name,
    };
    let name = builder.store.symbol(name);
    builder.store.make_function(FunctionData {
        name,
        indices: Box::default(),
        role: Role::Operator(Op::Regex(op)),
        params: Box::default(),
        result: Sort::UNKNOWN,
    })
}

fn sequences(builder: &mut Builder) -> Option<Sort> {
    choose_sort(builder, |_, kind| matches!(kind, SortKind::Apply(SortConstructor::Seq, _)))
}

/// A language of sequences. It is no node: for Z3 it has another sort than languages of strings.
///
/// match: s of sort (Seq Int), result: (re.* (seq.to.re s))
fn language(builder: &mut Builder, sort: Sort, leaf: RegexOp) -> Option<Term> {
    let count = if leaf == RegexOp::Range { 2 } else { 1 };
    let mut term = {
        let operands = operands(builder, &vec![sort; count])?;
        let head = spelled(builder, leaf);
        builder.store.apply(head, &operands).ok()?
    };
    for _ in 0..builder.stream.below(3) {
        let unary = [RegexOp::Star, RegexOp::Plus, RegexOp::Opt, RegexOp::Comp];
        let binary = [RegexOp::Concat, RegexOp::Union, RegexOp::Inter, RegexOp::Diff];
        term = if builder.stream.chance(1, 2) {
            let op = *builder.stream.choose(&unary)?;
            builder.store.op(Op::Regex(op), &[term]).ok()?
        } else {
            let op = *builder.stream.choose(&binary)?;
            let word = builder.of_sort(sort)?;
            let head = spelled(builder, RegexOp::ToRe);
            let other = builder.store.apply(head, &[word]).ok()?;
            builder.store.op(Op::Regex(op), &[term, other]).ok()?
        };
    }
    Some(term)
}

/// match: s of sort (Seq Int), result: (seq.in.re s (re.* (seq.to.re t)))
fn member(builder: &mut Builder, op: Op) -> Option<Term> {
    let sort = sequences(builder)?;
    let leaf = match op {
        Op::Regex(RegexOp::Range) => RegexOp::Range,
        _ => RegexOp::ToRe,
    };
    let word = builder.of_sort(sort)?;
    let language = language(builder, sort, leaf)?;
    let head = spelled(builder, RegexOp::InRe);
    let term = builder.store.apply(head, &[word, language]).ok()?;
    Some(builder.node(term, &[word]))
}

/// match: s t of sort (Seq Int), result: (seq.replace_re s (seq.to.re t) t)
fn replacement(builder: &mut Builder, op: Op) -> Option<Term> {
    let sort = sequences(builder)?;
    let operands = operands(builder, &[sort, sort])?;
    let language = language(builder, sort, RegexOp::ToRe)?;
    builder.apply_op(op, &[], &[operands[0], language, operands[1]])
}

/// match: a character c, a language r, result: (re.derivative c r)
fn derivative(builder: &mut Builder) -> Option<Term> {
    let char = builder.store.make_sort(SortKind::Char);
    let operands = operands(builder, &[char, Sort::REGLAN])?;
    builder.apply_op(Op::Regex(RegexOp::Derivative), &[], &operands)
}

/// result: (re.of.pred (lambda ((c Unicode)) (char.is_digit c)))
fn of_predicate(builder: &mut Builder) -> Option<Term> {
    let char = builder.store.make_sort(SortKind::Char);
    let predicate = functions::of_rank(builder, &[char], Sort::BOOL)?;
    builder.apply_op(Op::Regex(RegexOp::OfPred), &[], &[predicate])
}

/// result: (re.from_ecma2020 "[a-z]+")
fn from_texts(builder: &mut Builder, op: Op, texts: &[&[&str]]) -> Option<Term> {
    let mut operands = Vec::new();
    for choices in texts {
        let points: Vec<u32> = builder.stream.choose(choices)?.chars().map(u32::from).collect();
        operands.push(builder.store.literal(Literal::string_from_code_points(&points)).ok()?);
    }
    builder.apply_op(op, &[], &operands)
}
