use quis_smtlib::theories::{BitVecOp, CoreOp, Op, Theory};
use quis_smtlib::walk::post_order;
use quis_smtlib::{
    Binder, Command, Mode, Role, Script, SortConstructor, SortKind, Store, Term, TermKind, TermSet, parse,
};

use crate::case::{TestCase, Truth};
use crate::confirm::confirm;
use crate::material::Material;
use crate::registry::technique;
use crate::stream::Stream;

/// So many cases of parameters, and the scripts that they are.
fn made(count: usize, parameters: &str) -> Vec<(TestCase, Script)> {
    let technique = technique("fuzzsmt", parameters).unwrap();
    let cases =
        technique.cases(Material::of(&Script::default()), Stream::new(3)).take(count).collect::<Vec<_>>();
    let read = |case: TestCase| {
        let script = parse(&case.text, Mode::Standard).into_result();
        let script = script.unwrap_or_else(|errors| panic!("{:?}\n{}", errors.first(), case.text));
        (case, script)
    };
    cases.into_iter().map(read).collect()
}

/// All terms that stand in a script, each once.
fn terms(script: &Script) -> Vec<Term> {
    let mut terms = Vec::new();
    let store = &script.store;
    post_order(store, &script.roots(), &mut TermSet::for_store(store), |term| terms.push(term));
    terms
}

fn operator(store: &Store, term: Term) -> Option<Op> {
    match store.kind(term) {
        TermKind::Apply(function, _) => store.operator(function),
        _ => None,
    }
}

fn count(scripts: &[(TestCase, Script)], is: impl Fn(&Store, Term) -> bool) -> usize {
    let of = |(_, script): &(TestCase, Script)| {
        terms(script).into_iter().filter(|&term| is(&script.store, term)).count()
    };
    scripts.iter().map(of).sum()
}

fn divides(store: &Store, term: Term) -> bool {
    operator(store, term).is_some_and(super::menu::divides)
}

#[test]
fn cases_are_made_alone_or_in_order_all_the_same() {
    let technique = technique("fuzzsmt", "").unwrap();
    let empty = Script::default();
    let cases = || technique.cases(Material::of(&empty), Stream::new(11));
    let all: Vec<TestCase> = cases().take(40).collect();
    for number in [0, 1, 7, 39] {
        assert_eq!(cases().nth(number).unwrap(), all[number]);
        assert_eq!(cases().skip(number).take(1).collect::<Vec<_>>(), all[number..=number]);
    }
    // In leaps, within what is made at a time and beyond it.
    let mut leaping = cases();
    let mut at = 0;
    for leap in [0, 2, 0, 5, 20, 0, 3] {
        at += leap;
        assert_eq!(leaping.nth(leap).unwrap(), all[at]);
        at += 1;
    }
    assert_ne!(technique.cases(Material::of(&empty), Stream::new(12)).next().unwrap(), all[0]);
}

#[test]
fn what_is_said_to_be_satisfiable_is() {
    let cases = made(300, "truth=sat");
    for (case, _) in cases.iter().chain(&made(300, "truth=sat dialect=any")) {
        assert!(case.checks.iter().all(|check| matches!(check.truth, Truth::Sat { witness: Some(_) })));
        assert!(confirm(case).is_ok(), "{}", case.text);
    }
    // The witness speaks of all that is declared.
    for (case, script) in &made(200, "truth=sat incremental=no") {
        let declares =
            |command: &&Command| matches!(command, Command::DeclareFun(_) | Command::DeclareConst(_));
        let declared = script.commands.iter().filter(declares).count();
        if let Truth::Sat { witness: Some(witness) } = &case.checks[0].truth {
            assert!(witness.matches("(define-fun ").count() >= declared, "{}\n{witness}", case.text);
        }
    }
    // Not because nothing is asserted.
    let asserted: usize = cases.iter().map(|(_, script)| script.assertions().count()).sum();
    assert!(asserted > 600, "{asserted}");
    let open = made(50, "truth=open");
    assert!(open.iter().flat_map(|(case, _)| &case.checks).all(|check| check.truth == Truth::Open));
}

#[test]
fn one_root_is_one_assertion() {
    for (case, script) in made(60, "logic=QF_BV assertions=1 incremental=no division=free") {
        assert_eq!(script.assertions().count(), 1, "{}", case.text);
    }
}

#[test]
fn divisions_are_left_out_or_guarded() {
    for logic in ["QF_BV", "QF_NIA", "QF_NRA", "QF_LIA"] {
        let none = made(60, &format!("logic={logic} division=none"));
        // A quotient of two numbers is how a number is written.
        let real =
            |store: &Store, term: Term| divides(store, term) && !quis_smtlib::Logic::is_number(store, term);
        assert_eq!(count(&none, real), 0, "{logic}");
        let free = made(60, &format!("logic={logic} division=free"));
        assert!(count(&free, divides) > 10, "{logic}");
    }
    // The guard of a divisor that is no number: (not (= d zero)), at the outermost level.
    let mut guarded = 0;
    for (case, script) in made(80, "logic=QF_BV division=guarded definitions=no truth=open") {
        let store = &script.store;
        let guards: Vec<Term> = script
            .assertions()
            .map(|assertion| match store.kind(assertion) {
                TermKind::Annotated(inner, ..) => inner,
                _ => assertion,
            })
            .filter(|&term| operator(store, term) == Some(Op::Core(CoreOp::Not)))
            .map(|term| store.children(store.children(term)[0]))
            .filter_map(|sides| sides.first().copied())
            .collect();
        for term in terms(&script).into_iter().filter(|&term| divides(store, term)) {
            for &divisor in &store.children(term)[1..] {
                if !matches!(store.kind(divisor), TermKind::Literal(_)) {
                    assert!(guards.contains(&divisor), "{}", case.text);
                    guarded += 1;
                }
            }
        }
    }
    assert!(guarded > 20, "{guarded}");
}

#[test]
fn widths_are_within_bounds() {
    for (widths, allowed) in
        [("one", &[12][..]), ("powers", &[1, 2, 4, 8]), ("any", &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])]
    {
        for (_, script) in made(40, &format!("logic=QF_BV width=12 widths={widths} swarm=no")) {
            let declared = script.commands.iter().filter_map(|command| match command {
                Command::DeclareFun(function) | Command::DeclareConst(function) => Some(*function),
                _ => None,
            });
            for function in declared {
                if let SortKind::BitVec(width) =
                    script.store.sort_kind(script.store.function(function).result)
                {
                    assert!(allowed.contains(width), "{widths} {width}");
                }
            }
        }
    }
}

#[test]
fn operators_of_other_widths_are_fitted() {
    let cases = made(100, "logic=QF_BV");
    for op in [BitVecOp::ZeroExtend, BitVecOp::SignExtend, BitVecOp::Extract] {
        assert!(count(&cases, |store, term| operator(store, term) == Some(Op::BitVec(op))) > 10, "{op:?}");
    }
    // A predicate as a bit.
    let is_choice = |store: &Store, term: Term| {
        operator(store, term) == Some(Op::Core(CoreOp::Ite))
            && *store.sort_kind(store.sort(term)) == SortKind::BitVec(1)
    };
    assert!(count(&cases, is_choice) > 10);
}

#[test]
fn weights_and_swarms_change_what_occurs() {
    let multiplies = |store: &Store, term: Term| operator(store, term) == Some(Op::BitVec(BitVecOp::Mul));
    let with = |parameters: &str| count(&made(80, &format!("logic=QF_BV {parameters}")), multiplies);
    let (none, even, much) = (with("weights=bvmul:0"), with("weights=even"), with("weights=bvmul:50"));
    assert_eq!(none, 0);
    assert!(much > 4 * even.max(1), "{even} {much}");
    // With all operators, formulas have more different ones.
    let kinds = |parameters: &str| {
        let kinds = made(80, &format!("logic=QF_BV size=60 {parameters}")).into_iter().map(|(_, script)| {
            let mut ops: Vec<Op> =
                terms(&script).into_iter().filter_map(|term| operator(&script.store, term)).collect();
            ops.sort_unstable();
            ops.dedup();
            ops.len()
        });
        kinds.sum::<usize>()
    };
    assert!(kinds("swarm=no") > kinds("swarm=yes"));
}

#[test]
fn arrays_are_read_written_and_compared() {
    let is_array = |store: &Store, term: Term| {
        matches!(store.sort_kind(store.sort(term)), SortKind::Apply(SortConstructor::Array, _))
    };
    let compares = |store: &Store, term: Term| {
        matches!(operator(store, term), Some(Op::Core(CoreOp::Equal | CoreOp::Distinct)))
            && store.children(term).iter().any(|&child| is_array(store, child))
    };
    let cases = made(100, "logic=QF_ABV");
    assert!(count(&cases, compares) > 10);
    let array =
        |store: &Store, term: Term| operator(store, term).is_some_and(|op| op.theory() == Theory::Array);
    // Writes upon writes, and reads as operands of these.
    let nested = |store: &Store, term: Term| {
        array(store, term) && store.children(term).iter().any(|&child| array(store, child))
    };
    assert!(count(&cases, nested) > 30);
    assert_eq!(count(&made(100, "logic=QF_ABV extensionality=no"), compares), 0);
}

#[test]
fn binders_definitions_and_scopes_occur_where_wanted() {
    let quantifies = |store: &Store, term: Term| {
        matches!(store.kind(term), TermKind::Binder(Binder::Forall | Binder::Exists, ..))
    };
    let cases = made(80, "logic=UFLIA quantifiers=yes");
    assert!(count(&cases, quantifies) > 30);
    assert!(cases.iter().any(|(case, _)| case.text.contains(":pattern")));
    assert_eq!(count(&made(80, "logic=UFLIA quantifiers=no"), quantifies), 0);
    let calls = |store: &Store, term: Term| match store.kind(term) {
        TermKind::Apply(function, _) => matches!(store.function(function).role, Role::Defined { .. }),
        _ => false,
    };
    assert!(count(&made(60, "logic=QF_LIA definitions=yes"), calls) > 30);
    assert_eq!(count(&made(60, "logic=QF_LIA definitions=no"), calls), 0);
    assert!(made(30, "incremental=no").iter().all(|(case, _)| case.checks.len() == 1 && !case.incremental));
    assert!(made(30, "incremental=yes").iter().filter(|(case, _)| case.incremental).count() > 15);
    let objectives = made(30, "dialect=z3 logic=QF_LIA objectives=yes");
    assert!(objectives.iter().any(|(case, _)| case.text.contains("(minimize ")));
    assert!(objectives.iter().any(|(case, _)| case.text.contains("(assert-soft ")));
}

#[test]
fn horn_clauses_have_their_form() {
    for (case, script) in made(60, "logic=HORN truth=open") {
        let store = &script.store;
        for assertion in script.assertions() {
            let assertion = match store.kind(assertion) {
                TermKind::Annotated(inner, ..) => inner,
                _ => assertion,
            };
            let TermKind::Binder(Binder::Forall, _, &[clause]) = store.kind(assertion) else {
                panic!("{}", case.text)
            };
            assert_eq!(operator(store, clause), Some(Op::Core(CoreOp::Implies)), "{}", case.text);
            let head = store.children(clause)[1];
            let is_head = match store.kind(head) {
                TermKind::Apply(function, _) => {
                    store.function(function).role == Role::Declared
                        || store.operator(function) == Some(Op::Core(CoreOp::False))
                }
                _ => false,
            };
            assert!(is_head, "{}", case.text);
        }
    }
}

#[test]
fn deep_and_large_formulas_are_no_trouble() {
    let parameters =
        "logic=QF_BV size=20000 predicates=2000 depth=100000 widths=one width=8 assertions=1 truth=open";
    let cases = made(6, parameters);
    assert!(cases.iter().any(|(case, _)| case.text.len() > 100_000));
}
