//! The logic of a formula, under a name that solvers know.

use quis_smtlib::walk::post_order;
use quis_smtlib::{
    Arithmetic, Command, Logic, Script, Sort, SortConstructor, SortKind, Store, Term, TermSet, infer_logic,
};

/// The name of the smallest logic that a script needs: also for what is in arrays and datatypes of these sorts. Where theories meet that
/// no benchmark has together it is `ALL`: solvers know the names of few combinations.
pub(super) fn name(script: &Script, sorts: &[Sort]) -> String {
    let mut logic = infer_logic(script);
    let store = &script.store;
    let mut bit_vectors_only = true;
    let inside = inside(store, sorts);
    for &sort in &inside {
        match store.sort_kind(sort) {
            SortKind::Int => logic.ints = true,
            SortKind::Real => logic.reals = true,
            SortKind::BitVec(_) => logic.bit_vectors = true,
            SortKind::String => logic.strings = true,
            SortKind::RoundingMode | SortKind::Float(..) => logic.floats = true,
            SortKind::Apply(SortConstructor::Array, args) => {
                bit_vectors_only &=
                    args.iter().all(|&arg| matches!(store.sort_kind(arg), SortKind::BitVec(_)));
            }
            _ => {}
        }
    }
    // Z3 knows strings beside quantifiers and functions only with integers.
    logic.ints |= logic.strings && (logic.quantifiers || logic.uninterpreted);
    // What counts as a difference, solvers see more narrowly than the standard does.
    let is_difference = logic.arithmetic == Arithmetic::Difference && !logic.strings;
    if (logic.ints || logic.reals) && (logic.arithmetic == Arithmetic::None || is_difference) {
        logic.arithmetic = Arithmetic::Linear;
    }
    if is_known(&logic, bit_vectors_only) { logic.name() } else { "ALL".to_owned() }
}

/// All sorts of what a script declares, and of its terms.
pub(super) fn sorts_of(script: &Script) -> Vec<Sort> {
    let store = &script.store;
    let mut sorts: Vec<Sort> = Vec::new();
    let mut add = |sort: Sort| {
        if !sorts.contains(&sort) {
            sorts.push(sort);
        }
    };
    for command in &script.commands {
        if let Command::DeclareFun(function) | Command::DeclareConst(function) = command {
            let data = store.function(*function);
            data.params.iter().chain([&data.result]).copied().for_each(&mut add);
        }
    }
    let terms: Vec<Term> = script.commands.iter().flat_map(Command::terms).collect();
    post_order(store, &terms, &mut TermSet::for_store(store), |term| add(store.sort(term)));
    sorts
}

/// Whether solvers know the combination.
fn is_known(logic: &Logic, bit_vectors_only: bool) -> bool {
    let Logic { arrays, bit_vectors, floats, datatypes, strings, ints, reals, .. } = *logic;
    let numbers = ints || reals;
    if arrays && (floats || datatypes || strings || (bit_vectors && (numbers || !bit_vectors_only))) {
        return false;
    }
    !(bit_vectors && (strings || datatypes || ints || (reals && !floats))
        || strings && (floats || datatypes || reals)
        || datatypes && floats)
}

/// Sorts, and all that their values can hold.
fn inside(store: &Store, sorts: &[Sort]) -> Vec<Sort> {
    let mut found: Vec<Sort> = Vec::new();
    let mut todo: Vec<Sort> = sorts.to_vec();
    while let Some(sort) = todo.pop() {
        if found.contains(&sort) {
            continue;
        }
        found.push(sort);
        if let SortKind::Apply(_, args) = store.sort_kind(sort) {
            todo.extend(args.iter().copied());
        }
        let constructors = store.datatype(sort).into_iter().flat_map(|datatype| &datatype.constructors);
        todo.extend(constructors.flat_map(|one| store.function(one.function).params.iter().copied()));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use quis_smtlib::{Mode, parse};

    fn name_of(text: &str) -> String {
        let script = parse(text, Mode::Standard).into_result().unwrap();
        let sorts = sorts_of(&script);
        name(&script, &sorts)
    }

    #[test]
    fn what_is_in_arrays_counts() {
        assert_eq!(name_of("(declare-const a (Array Bool Bool)) (assert (= a a))"), "QF_AX");
        assert_eq!(name_of("(declare-const a (Array Int Int)) (assert (= a a))"), "QF_ALIA");
        let bits = "(Array (_ BitVec 4) (_ BitVec 4))";
        assert_eq!(name_of(&format!("(declare-const a {bits}) (assert (= a a))")), "QF_ABV");
        assert_eq!(name_of("(declare-const a (Array (_ BitVec 4) Bool)) (assert (= a a))"), "ALL");
        assert_eq!(name_of("(declare-const a (Array (_ BitVec 4) String)) (assert (= a a))"), "ALL");
    }

    #[test]
    fn what_is_in_datatypes_counts() {
        let colour = "(declare-datatype C ((red) (green))) (declare-const c C) (assert (= c red))";
        assert_eq!(name_of(colour), "QF_DT");
        let list =
            "(declare-datatype L ((nil) (cons (head Int) (tail L)))) (declare-const l L) (assert (= l nil))";
        assert_eq!(name_of(list), "QF_DTLIA");
    }

    #[test]
    fn usual_combinations_have_their_names() {
        assert_eq!(name_of("(declare-const s String) (assert (= (str.len s) 1))"), "QF_SLIA");
        assert_eq!(name_of("(declare-const s String) (assert (= s \"\"))"), "QF_S");
        let function = "(declare-fun f (String) String) (declare-const s String) (assert (= (f s) s))";
        assert_eq!(name_of(function), "QF_UFSLIA");
        assert_eq!(name_of("(declare-const b (_ BitVec 4)) (assert (= b #x0))"), "QF_BV");
        let float = "(declare-const b (_ BitVec 4)) (assert (= ((_ to_fp 8 24) RNE b) (_ NaN 8 24)))";
        assert_eq!(name_of(float), "QF_BVFP");
        assert_eq!(name_of("(declare-const b (_ BitVec 4)) (assert (= (bv2nat b) 0))"), "ALL");
        assert_eq!(name_of("(declare-const x Real) (assert (< (- x x) 1.0))"), "QF_LRA");
    }
}
