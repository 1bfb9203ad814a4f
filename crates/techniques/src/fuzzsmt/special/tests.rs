//! The operators of each module occur, are well typed and stay in the logic.

use std::collections::BTreeSet;

use quis_smtlib::theories::{
    ArrayOp, BagOp, BitVecOp, DatatypeOp, FieldOp, FunctionOp, HeapOp, Op, RegexOp, SepOp, SequenceOp, SetOp,
    SolverOp, Theory, TupleOp,
};
use quis_smtlib::walk::post_order;
use quis_smtlib::{Command, Logic, Mode, Role, Script, SortConstructor, SortKind, TermKind, TermSet, parse};

use crate::{Material, Stream, technique};

/// What some cases have.
#[derive(Default)]
struct Seen {
    operators: BTreeSet<Op>,
    /// The names of operators as written.
    names: BTreeSet<String>,
    constructors: usize,
    selectors: usize,
    matches: usize,
    texts: Vec<String>,
}

/// Makes cases, and reads each; within logics of the standard as strictly as can be.
fn cases(parameters: &str, count: usize) -> Seen {
    let made = technique("fuzzsmt", parameters).unwrap_or_else(|error| panic!("{error}"));
    let mode = if parameters.contains("dialect=standard") { Mode::Strict } else { Mode::Standard };
    let mut seen = Seen::default();
    for case in made.cases(Material::of(&Script::default()), Stream::new(3)).take(count) {
        let script = parse(&case.text, mode)
            .into_result()
            .unwrap_or_else(|errors| panic!("{:?}\n{}", errors.first(), case.text));
        let logic = script.logic().and_then(Logic::from_name).expect("a logic");
        let store = &script.store;
        post_order(store, &script.roots(), &mut TermSet::for_store(store), |term| {
            // Functions as values are beyond what `ALL` says; Z3 has them there.
            let lambda = matches!(store.kind(term), TermKind::Binder(..));
            assert!(logic.allows(store, term) || lambda, "{}", case.text);
            match store.kind(term) {
                TermKind::Match(..) => seen.matches += 1,
                TermKind::Apply(function, _) => {
                    let data = store.function(function);
                    match data.role {
                        Role::Operator(op) => {
                            seen.operators.insert(op);
                            seen.names.insert(store.text(data.name).to_owned());
                        }
                        Role::Constructor => seen.constructors += 1,
                        Role::Selector { .. } => seen.selectors += 1,
                        _ => {}
                    }
                }
                _ => {}
            }
        });
        seen.texts.push(case.text);
    }
    seen
}

impl Seen {
    fn has(&self, operators: &[Op]) {
        for op in operators {
            assert!(self.operators.contains(op), "no {}", op.operator().name);
        }
    }

    fn says(&self, word: &str) -> bool {
        self.texts.iter().any(|text| text.contains(word))
    }
}

#[test]
fn datatypes_have_all_that_the_standard_gives_them() {
    let seen = cases("dialect=standard logic=QF_DT", 200);
    seen.has(&[Op::Datatype(DatatypeOp::Is)]);
    assert!(!seen.operators.contains(&Op::Datatype(DatatypeOp::Update)));
    assert!(seen.constructors > 100 && seen.selectors > 100 && seen.matches > 20);
    assert!(seen.says("(par (") && !seen.says("declare-codatatypes"));
}

#[test]
fn datatypes_have_values() {
    for text in cases("dialect=any logic=ALL", 800).texts {
        let script = parse(&text, Mode::Standard).into_result().expect("it was read before");
        let store = &script.store;
        // Every datatype of a group has a constructor without fields of its group that have no values yet.
        for command in &script.commands {
            let Command::DeclareDatatypes(group) = command else { continue };
            let mut finite = Vec::new();
            for _ in group {
                for declaration in group {
                    let datatype =
                        store.sort_declaration(*declaration).datatype.as_ref().expect("a datatype");
                    let ends = datatype.constructors.iter().any(|constructor| {
                        store.function(constructor.function).params.iter().all(|&field| {
                            match store.sort_kind(field) {
                                SortKind::Apply(SortConstructor::Declared(of), _) => {
                                    !group.contains(of) || finite.contains(of)
                                }
                                _ => true,
                            }
                        })
                    });
                    if ends || datatype.codatatype {
                        finite.push(*declaration);
                    }
                }
            }
            assert!(group.iter().all(|declaration| finite.contains(declaration)), "{text}");
        }
    }
}

#[test]
fn updates_are_spelled_as_each_solver_does() {
    let z3 = cases("dialect=z3 logic=ALL", 800);
    assert!(z3.names.contains("update-field") && !z3.names.contains("update"));
    assert!(!z3.says("declare-codatatypes") && !z3.says("(-> "));
    let cvc5 = cases("dialect=cvc5 logic=ALL", 800);
    assert!(cvc5.names.contains("update") && !cvc5.names.contains("update-field"));
    assert!(cvc5.says("declare-codatatypes"));
}

#[test]
fn arrays_beyond_the_standard() {
    let seen = cases("dialect=z3 logic=ALL", 1500);
    let ops =
        [ArrayOp::Select, ArrayOp::Store, ArrayOp::Const, ArrayOp::Map, ArrayOp::AsArray, ArrayOp::Default];
    seen.has(&ops.map(Op::Array));
    assert!(seen.says("(Array Int Int Int)"));
    cases("dialect=cvc5 logic=ALL", 800).has(&[Op::Array(ArrayOp::EqRange)]);
}

#[test]
fn tuples_relations_and_tables() {
    let seen = cases("dialect=cvc5 logic=HO_ALL", 3000);
    let newer = [SetOp::Min, SetOp::Max, SetOp::RelMin, SetOp::RelMax].map(Op::Set);
    assert!(newer.iter().all(|op| !seen.operators.contains(op)));
    let wanted = |op: &Op| {
        let operator = op.operator();
        matches!(op.theory(), Theory::Set | Theory::Bag | Theory::Tuple)
            && !operator.internal
            && !newer.contains(op)
            && !matches!(
                op,
                Op::Set(SetOp::Range) | Op::Bag(BagOp::IsSingleton | BagOp::FromSet | BagOp::ToSet)
            )
    };
    seen.has(&Op::all().filter(wanted).collect::<Vec<_>>());
    seen.has(&[TupleOp::Select, TupleOp::Update, TupleOp::Project, TupleOp::Lift].map(Op::Tuple));
}

#[test]
fn functions_are_values() {
    let seen = cases("dialect=cvc5 logic=HO_UFLIA", 200);
    seen.has(&[Op::Function(FunctionOp::Apply)]);
    assert!(seen.says("(lambda ") && seen.says("(-> "));
    let z3 = cases("dialect=z3 logic=ALL", 1500);
    assert!(!z3.operators.contains(&Op::Function(FunctionOp::Apply)) && z3.says("(select (lambda "));
    z3.has(&[SequenceOp::Map, SequenceOp::MapI, SequenceOp::FoldL, SequenceOp::FoldLI].map(Op::Sequence));
}

#[test]
fn counting_and_orders() {
    let ops = [
        SolverOp::PbEq,
        SolverOp::PbLe,
        SolverOp::PbGe,
        SolverOp::PartialOrder,
        SolverOp::LinearOrder,
        SolverOp::TreeOrder,
        SolverOp::PiecewiseLinearOrder,
        SolverOp::TransitiveClosure,
    ];
    let seen = cases("dialect=z3 logic=ALL", 1000);
    seen.has(&ops.map(Op::Solver));
    seen.has(&[Op::BitVec(BitVecOp::OfBools)]);
    // cvc5 has bounds on sorts in some logics only.
    let bound = [Op::Solver(SolverOp::Card)];
    cases("dialect=cvc5 logic=QF_UFC", 50).has(&bound);
    assert!(!cases("dialect=cvc5 logic=ALL", 500).operators.contains(&bound[0]));
}

#[test]
fn languages_of_sequences_and_of_other_solvers() {
    let seen = cases("dialect=any logic=HO_ALL", 4000);
    assert!(seen.names.contains("seq.in.re") && seen.says("(as seq.empty String)"));
    // A power is seldom among so many other ways to repeat.
    let power = Op::Regex(RegexOp::Power);
    cases("dialect=common logic=QF_SLIA", 400).has(&[power]);
    let wanted = |op: &Op| op.theory() == Theory::Regex && !op.operator().internal && *op != power;
    seen.has(&Op::all().filter(wanted).collect::<Vec<_>>());
    seen.has(&[Op::Regex(RegexOp::OfPred), Op::Regex(RegexOp::Derivative), Op::Field(FieldOp::BitSum)]);
}

#[test]
fn heaps_are_declared() {
    let seen = cases("dialect=any logic=ALL", 2000);
    seen.has(SepOp::ALL.iter().map(|&op| Op::Sep(op)).collect::<Vec<_>>().as_slice());
    seen.has(HeapOp::ALL.iter().map(|&op| Op::Heap(op)).collect::<Vec<_>>().as_slice());
    for text in &seen.texts {
        assert!(!text.contains("(pto ") || text.contains("(declare-heap ("), "{text}");
    }
}

#[test]
fn a_stream_gives_the_same_cases_every_time() {
    for parameters in ["dialect=any", "dialect=z3 logic=ALL", "dialect=cvc5 logic=HO_ALL"] {
        assert!(cases(parameters, 200).texts == cases(parameters, 200).texts);
    }
}
