//! How applications are typed.

use super::{Typing, accepts, rejects};
use crate::sort::Sort;

#[test]
fn core() {
    accepts(&[
        ("true", "", "Bool"),
        ("and", "Bool Bool Bool", "Bool"),
        ("and", "Bool", "Bool"),
        ("and", "", "Bool"),
        ("=>", "Bool Bool Bool", "Bool"),
        ("=", "U U U", "Bool"),
        ("=", "Int Real", "Bool"),
        ("=", "(Array Int Int) (-> Int Int)", "Bool"),
        ("distinct", "Real Int Int", "Bool"),
        ("ite", "Bool Int Real", "Real"),
        ("ite", "Bool (Array Int Int) (Array Int Int)", "(Array Int Int)"),
        ("iff", "Bool Bool", "Bool"),
    ]);
    rejects(&[
        ("and", "Bool Int"),
        ("not", "Bool Bool"),
        ("=", "Int Bool"),
        ("=", ""),
        ("ite", "Bool Int Bool"),
        ("ite", "Int Int Int"),
    ]);
}

#[test]
fn arith() {
    accepts(&[
        ("-", "Int", "Int"),
        ("-", "Real Real Real", "Real"),
        ("~", "Int", "Int"),
        ("+", "Int Int Int", "Int"),
        ("+", "Int Real", "Real"),
        ("*", "Real Int Int", "Real"),
        ("/", "Real Real", "Real"),
        ("/", "Int Int Int", "Real"),
        ("div", "Int Int Int", "Int"),
        ("<", "Int Real Int", "Bool"),
        ("abs", "Real", "Real"),
        ("to_int", "Int", "Int"),
        ("is_int", "Int", "Bool"),
        ("(_ divisible 3)", "Int", "Bool"),
        ("^", "Real Int", "Real"),
        ("(_ iand 4)", "Int Int", "Int"),
        ("piand", "Int Int Int", "Int"),
        ("/0", "Real", "Real"),
    ]);
    rejects(&[
        ("+", ""),
        ("+", "Int Bool"),
        ("<", ""),
        ("div", "Real Real"),
        ("mod", "Int Int Int"),
        ("(_ divisible 0)", "Int"),
        ("divisible", "Int"),
        ("(_ + 1)", "Int Int"),
    ]);
}

#[test]
fn promotion_says_which_arguments() {
    let mut typing = Typing::default();
    assert_eq!(typing.apply("+", "Int Real Int"), Some(Sort::REAL));
    assert_eq!(typing.matcher.coercions, [0, 2]);
    assert_eq!(typing.apply("=", "Int Int Real"), Some(Sort::BOOL));
    assert_eq!(typing.matcher.coercions, [0, 1]);
    assert_eq!(typing.apply("ite", "Bool Real Int"), Some(Sort::REAL));
    assert_eq!(typing.matcher.coercions, [2]);
    let array = typing.sort("(Array Real Real)");
    assert_eq!(typing.apply("store", "(Array Real Real) Int Real"), Some(array));
    assert_eq!(typing.matcher.coercions, [1]);
    assert_eq!(typing.apply("(as const (Array Int Real))", "Int"), Some(typing.sort("(Array Int Real)")));
    assert_eq!(typing.matcher.coercions, [0]);
    assert_eq!(typing.apply("+", "Int Int"), Some(Sort::INT));
    assert!(typing.matcher.coercions.is_empty());
}

#[test]
fn bit_vectors() {
    accepts(&[
        ("concat", "(_ BitVec 8)", "(_ BitVec 8)"),
        ("concat", "(_ BitVec 8) (_ BitVec 3)", "(_ BitVec 11)"),
        ("concat", "(_ BitVec 1) (_ BitVec 2) (_ BitVec 3)", "(_ BitVec 6)"),
        ("(_ extract 7 0)", "(_ BitVec 8)", "(_ BitVec 8)"),
        ("(_ extract 3 3)", "(_ BitVec 8)", "(_ BitVec 1)"),
        ("(_ repeat 3)", "(_ BitVec 4)", "(_ BitVec 12)"),
        ("(_ zero_extend 0)", "(_ BitVec 8)", "(_ BitVec 8)"),
        ("(_ sign_extend 8)", "(_ BitVec 8)", "(_ BitVec 16)"),
        ("(_ rotate_left 17)", "(_ BitVec 8)", "(_ BitVec 8)"),
        ("bvadd", "(_ BitVec 8) (_ BitVec 8) (_ BitVec 8)", "(_ BitVec 8)"),
        ("bvxnor", "(_ BitVec 8) (_ BitVec 8) (_ BitVec 8)", "(_ BitVec 8)"),
        ("bvult", "(_ BitVec 8) (_ BitVec 8)", "Bool"),
        ("bvcomp", "(_ BitVec 8) (_ BitVec 8)", "(_ BitVec 1)"),
        ("bvredand", "(_ BitVec 8)", "(_ BitVec 1)"),
        ("bvite", "(_ BitVec 1) (_ BitVec 8) (_ BitVec 8)", "(_ BitVec 8)"),
        ("bvsdivo", "(_ BitVec 8) (_ BitVec 8)", "Bool"),
        ("bv2nat", "(_ BitVec 8)", "Int"),
        ("(_ int2bv 8)", "Int", "(_ BitVec 8)"),
        ("mkbv", "Bool Bool Bool", "(_ BitVec 3)"),
        ("(_ bit2bool 7)", "(_ BitVec 8)", "Bool"),
    ]);
    rejects(&[
        ("(_ extract 8 0)", "(_ BitVec 8)"),
        ("(_ extract 2 3)", "(_ BitVec 8)"),
        ("(_ extract 2)", "(_ BitVec 8)"),
        ("extract", "(_ BitVec 8)"),
        ("(_ repeat 0)", "(_ BitVec 8)"),
        ("(_ repeat 4294967295)", "(_ BitVec 8)"),
        ("(_ zero_extend 4294967295)", "(_ BitVec 8)"),
        ("bvadd", "(_ BitVec 8) (_ BitVec 7)"),
        ("bvadd", "(_ BitVec 8) (_ BitVec 8) (_ BitVec 7)"),
        ("bvsub", "(_ BitVec 8) (_ BitVec 8) (_ BitVec 8)"),
        ("bvult", "(_ BitVec 8) (_ BitVec 8) (_ BitVec 8)"),
        ("bvnot", "Int"),
        ("(_ int_to_bv 0)", "Int"),
        ("(_ bit2bool 8)", "(_ BitVec 8)"),
        ("mkbv", ""),
        ("mkbv", "Bool Int"),
    ]);
}

#[test]
fn floats() {
    accepts(&[
        ("RNE", "", "RoundingMode"),
        ("roundTowardZero", "", "RoundingMode"),
        ("fp", "(_ BitVec 1) (_ BitVec 8) (_ BitVec 23)", "(_ FloatingPoint 8 24)"),
        ("(_ +oo 8 24)", "", "(_ FloatingPoint 8 24)"),
        ("(_ NaN 11 53)", "", "(_ FloatingPoint 11 53)"),
        ("fp.add", "RoundingMode (_ FloatingPoint 8 24) (_ FloatingPoint 8 24)", "(_ FloatingPoint 8 24)"),
        ("fp.leq", "(_ FloatingPoint 8 24) (_ FloatingPoint 8 24) (_ FloatingPoint 8 24)", "Bool"),
        ("fp.isNaN", "(_ FloatingPoint 8 24)", "Bool"),
        ("(_ to_fp 8 24)", "(_ BitVec 32)", "(_ FloatingPoint 8 24)"),
        ("(_ to_fp 8 24)", "RoundingMode (_ FloatingPoint 11 53)", "(_ FloatingPoint 8 24)"),
        ("(_ to_fp 8 24)", "RoundingMode Real", "(_ FloatingPoint 8 24)"),
        ("(_ to_fp 8 24)", "RoundingMode (_ BitVec 5)", "(_ FloatingPoint 8 24)"),
        ("(_ to_fp 8 24)", "RoundingMode Int", "(_ FloatingPoint 8 24)"),
        ("(_ to_fp 8 24)", "RoundingMode Int Real", "(_ FloatingPoint 8 24)"),
        ("(_ to_fp 8 24)", "RoundingMode Real Int", "(_ FloatingPoint 8 24)"),
        ("(_ to_fp 8 24)", "Real", "(_ FloatingPoint 8 24)"),
        ("(_ to_fp 8 24)", "(_ BitVec 1) (_ BitVec 8) (_ BitVec 23)", "(_ FloatingPoint 8 24)"),
        ("(_ asFloat 8 24)", "RoundingMode Real Int", "(_ FloatingPoint 8 24)"),
        ("(_ to_fp_unsigned 8 24)", "RoundingMode (_ BitVec 5)", "(_ FloatingPoint 8 24)"),
        ("(_ fp.to_sbv 16)", "RoundingMode (_ FloatingPoint 8 24)", "(_ BitVec 16)"),
        ("fp.to_real", "(_ FloatingPoint 8 24)", "Real"),
        ("fp.to_ieee_bv", "(_ FloatingPoint 8 24)", "(_ BitVec 32)"),
    ]);
    rejects(&[
        ("fp", "(_ BitVec 2) (_ BitVec 8) (_ BitVec 23)"),
        ("fp", "(_ BitVec 1) (_ BitVec 1) (_ BitVec 23)"),
        ("+oo", ""),
        ("(_ +oo 1 1)", ""),
        ("fp.add", "(_ FloatingPoint 8 24) (_ FloatingPoint 8 24)"),
        ("fp.add", "RoundingMode (_ FloatingPoint 8 24) (_ FloatingPoint 11 53)"),
        ("(_ to_fp 8 24)", "(_ BitVec 31)"),
        ("(_ fp.to_ubv 0)", "RoundingMode (_ FloatingPoint 8 24)"),
    ]);
}

#[test]
fn arrays() {
    accepts(&[
        ("select", "(Array Int Bool) Int", "Bool"),
        ("store", "(Array Int Bool) Int Bool", "(Array Int Bool)"),
        ("select", "(Array Int Bool String) Int Bool", "String"),
        ("store", "(Array Int Bool String) Int Bool String", "(Array Int Bool String)"),
        ("select", "(Array Real Int) Int", "Int"),
        ("(as const (Array Int Bool))", "Bool", "(Array Int Bool)"),
        ("(as const (Array Int Bool String))", "String", "(Array Int Bool String)"),
        ("(as const (Set Int))", "Bool", "(Set Int)"),
        ("select", "(Set Int) Int", "Bool"),
        ("default", "(Array Int Bool)", "Bool"),
        ("default", "(Array Int Bool String)", "String"),
        ("eqrange", "(Array Int Bool) (Array Int Bool) Int Int", "Bool"),
        ("(_ array-ext 0)", "(Array Int Bool) (Array Int Bool)", "Int"),
    ]);
    rejects(&[
        ("select", "(Array Int Bool) Bool"),
        ("select", "(Array Int Bool) Int Int"),
        ("select", "Int Int"),
        ("store", "(Array Int Bool) Int Int"),
        ("const", "Bool"),
        ("(as const (Array Int Bool))", "Int"),
        ("(as const Int)", "Int"),
    ]);
}

#[test]
fn functions() {
    accepts(&[
        ("@", "(-> Int Bool String) Int Bool", "String"),
        ("@", "(-> Int Bool String) Int", "(-> Bool String)"),
        ("@", "(-> Int (-> Bool String)) Int Bool", "String"),
        ("@", "(-> Int (-> Bool Int String)) Int Bool", "(-> Int String)"),
    ]);
    rejects(&[
        ("@", "(-> Int Bool)"),
        ("@", "(-> Int Bool) Bool"),
        ("@", "(-> Int Bool) Int Int"),
        ("@", "Int Int"),
    ]);
}

#[test]
fn strings_and_expressions() {
    accepts(&[
        ("str.++", "String String String", "String"),
        ("str.<", "String String String", "Bool"),
        ("str.indexof", "String String Int", "Int"),
        ("str.in_re", "String RegLan", "Bool"),
        ("str.in.re", "String RegLan", "Bool"),
        ("int.to.str", "Int", "String"),
        ("re.union", "RegLan RegLan RegLan", "RegLan"),
        ("re.nostr", "", "RegLan"),
        ("(_ re.^ 3)", "RegLan", "RegLan"),
        ("(_ re.loop 1 3)", "RegLan", "RegLan"),
        ("re.loop", "RegLan Int Int", "RegLan"),
        ("str.replace_cg", "String RegLan RegLan", "String"),
        ("(_ re.reference 1)", "", "RegLan"),
        ("(_ str.extract 1)", "String RegLan", "String"),
        ("str.head", "String", "Unicode"),
        ("char.to_bv", "Unicode", "(_ BitVec 18)"),
    ]);
    rejects(&[
        ("str.++", "String RegLan"),
        ("str.at", "String Real"),
        ("re.++", "String String"),
        ("re.loop", "RegLan"),
        ("(_ re.loop 1 2 3)", "RegLan"),
        ("(_ Char 196608)", ""),
    ]);
}

#[test]
fn sequences() {
    accepts(&[
        ("(as seq.empty (Seq Int))", "", "(Seq Int)"),
        ("(as seq.empty String)", "", "String"),
        ("seq.unit", "Int", "(Seq Int)"),
        ("seq.unit", "Unicode", "String"),
        ("seq.++", "(Seq Int) (Seq Int) (Seq Int)", "(Seq Int)"),
        ("seq.++", "String String", "String"),
        ("seq.nth", "(Seq Int) Int", "Int"),
        ("seq.nth", "String Int", "Unicode"),
        ("seq.update", "(Seq U) Int (Seq U)", "(Seq U)"),
        ("seq.map", "(-> Int Bool) (Seq Int)", "(Seq Bool)"),
        ("seq.mapi", "(Array Int Int Bool) Int (Seq Int)", "(Seq Bool)"),
        ("seq.foldl", "(-> Bool Int Bool) Bool (Seq Int)", "Bool"),
        ("seq.foldli", "(-> Int Bool Int Bool) Int Bool (Seq Int)", "Bool"),
        ("seq-cons", "Int (Seq Int)", "(Seq Int)"),
    ]);
    rejects(&[
        ("seq.empty", ""),
        ("(as seq.empty Int)", ""),
        ("seq.++", "(Seq Int) (Seq Bool)"),
        ("seq.nth", "(Seq Int) Bool"),
        ("seq.map", "(-> Bool Bool) (Seq Int)"),
    ]);
}

#[test]
fn sets_and_relations() {
    accepts(&[
        ("(as set.empty (Set Int))", "", "(Set Int)"),
        ("(as univset (Set Int))", "", "(Set Int)"),
        ("set.member", "Int (Set Int)", "Bool"),
        ("set.insert", "Int (Set Int)", "(Set Int)"),
        ("set.insert", "Int Int Int (Set Int)", "(Set Int)"),
        ("union", "(Set Int) (Set Int)", "(Set Int)"),
        ("union", "(Array Int Bool) (Array Int Bool) (Array Int Bool)", "(Array Int Bool)"),
        ("set.map", "(-> Int Bool) (Set Int)", "(Set Bool)"),
        ("set.fold", "(-> Int Bool Bool) Bool (Set Int)", "Bool"),
        ("rel.join", "(Set (Tuple Int Bool)) (Set (Tuple Bool String))", "(Set (Tuple Int String))"),
        ("rel.join", "(Set (Tuple Int)) (Set (Tuple Int Bool))", "(Set (Tuple Bool))"),
        ("rel.product", "(Set (Tuple Int Bool)) (Set (Tuple U))", "(Set (Tuple Int Bool U))"),
        ("rel.transpose", "(Set (Tuple Int Bool String))", "(Set (Tuple String Bool Int))"),
        ("rel.tclosure", "(Set (Tuple Int Int))", "(Set (Tuple Int Int))"),
        ("rel.join_image", "(Set (Tuple Int Int)) Int", "(Set (Tuple Int))"),
        ("rel.iden", "(Set (Tuple Int))", "(Set (Tuple Int Int))"),
        ("(_ rel.project 1 0)", "(Set (Tuple Int Bool))", "(Set (Tuple Bool Int))"),
        ("rel.project", "(Set (Tuple Int Bool))", "(Set (Tuple))"),
        ("(_ rel.group 0)", "(Set (Tuple Int Bool))", "(Set (Set (Tuple Int Bool)))"),
        (
            "(_ rel.table_join 0 0)",
            "(Set (Tuple Int Bool)) (Set (Tuple Int String))",
            "(Set (Tuple Int Bool Int String))",
        ),
        ("(_ rel.aggr 0)", "(-> (Tuple Int Bool) Int Int) Int (Set (Tuple Int Bool))", "(Set Int)"),
    ]);
    rejects(&[
        ("set.empty", ""),
        ("set.member", "Bool (Set Int)"),
        ("set.insert", "(Set Int)"),
        ("set.insert", "Int Bool (Set Int)"),
        ("set.union", "(Set Int) (Set Bool)"),
        ("rel.join", "(Set (Tuple Int)) (Set (Tuple Int))"),
        ("rel.join", "(Set (Tuple Int Int)) (Set (Tuple Bool Int))"),
        ("rel.transpose", "(Set Int)"),
        ("rel.tclosure", "(Set (Tuple Int Bool))"),
        ("(_ rel.project 2)", "(Set (Tuple Int Bool))"),
        ("(_ rel.table_join 0)", "(Set (Tuple Int)) (Set (Tuple Int))"),
        ("(_ rel.table_join 0 0)", "(Set (Tuple Int)) (Set (Tuple Bool))"),
        ("(_ rel.join 1)", "(Set (Tuple Int Int)) (Set (Tuple Int Int))"),
    ]);
}

#[test]
fn bags_and_tables() {
    accepts(&[
        ("(as bag.empty (Bag Int))", "", "(Bag Int)"),
        ("bag", "Bool Int", "(Bag Bool)"),
        ("bag.count", "Bool (Bag Bool)", "Int"),
        ("bag.union_disjoint", "(Bag Int) (Bag Int)", "(Bag Int)"),
        ("bag.partition", "(-> Int Int Bool) (Bag Int)", "(Bag (Bag Int))"),
        ("table.product", "(Bag (Tuple Int)) (Bag (Tuple Bool))", "(Bag (Tuple Int Bool))"),
        ("table.group", "(Bag (Tuple Int Bool))", "(Bag (Bag (Tuple Int Bool)))"),
        ("(_ table.project 1)", "(Bag (Tuple Int Bool))", "(Bag (Tuple Bool))"),
        ("(_ table.aggr 0)", "(-> (Tuple Int Bool) Int Int) Int (Bag (Tuple Int Bool))", "(Bag Int)"),
        ("(_ table.join 1 0)", "(Bag (Tuple Int U)) (Bag (Tuple U))", "(Bag (Tuple Int U U))"),
    ]);
    rejects(&[
        ("bag", "Bool Bool"),
        ("bag.count", "Bool (Bag Int)"),
        ("table.product", "(Bag (Tuple Int)) (Set (Tuple Bool))"),
        ("(_ table.group 2)", "(Bag (Tuple Int Bool))"),
        ("(_ table.aggr 0)", "(-> Int Int Int) Int (Bag (Tuple Int Bool))"),
    ]);
}

#[test]
fn tuples_and_nullable_values() {
    accepts(&[
        ("tuple", "Int Bool", "(Tuple Int Bool)"),
        ("tuple", "", "(Tuple)"),
        ("tuple.unit", "", "(Tuple)"),
        ("(_ tuple.select 1)", "(Tuple Int Bool)", "Bool"),
        ("(_ tuple.update 1)", "(Tuple Int Bool) Bool", "(Tuple Int Bool)"),
        ("(_ tuple.project 1 1 0)", "(Tuple Int Bool)", "(Tuple Bool Bool Int)"),
        ("(as nullable.null (Nullable Int))", "", "(Nullable Int)"),
        ("nullable.some", "Int", "(Nullable Int)"),
        ("nullable.val", "(Nullable Int)", "Int"),
        ("nullable.lift", "(-> Int Bool U) (Nullable Int) (Nullable Bool)", "(Nullable U)"),
    ]);
    rejects(&[
        ("(_ tuple.select 2)", "(Tuple Int Bool)"),
        ("tuple.select", "(Tuple Int Bool)"),
        ("(_ tuple.update 1)", "(Tuple Int Bool) Int"),
        ("nullable.null", ""),
        ("nullable.lift", "(-> Int Bool) (Nullable Bool)"),
        ("nullable.lift", "(-> Int Int Bool) (Nullable Int)"),
    ]);
}

#[test]
fn the_smaller_theories() {
    accepts(&[
        ("sin", "Int", "Real"),
        ("pi", "", "Real"),
        ("arctan2", "Real Real", "Real"),
        ("ff.add", "(_ FiniteField 7) (_ FiniteField 7) (_ FiniteField 7)", "(_ FiniteField 7)"),
        ("ff.bitsum", "(_ FiniteField 7) (_ FiniteField 7) (_ FiniteField 7)", "(_ FiniteField 7)"),
        ("sep", "Bool Bool Bool", "Bool"),
        ("pto", "U (Tuple Int U)", "Bool"),
        ("(as nil U)", "", "U"),
        ("emp", "", "Bool"),
        ("(_ emp 0 0)", "", "Bool"),
        ("(as heap.empty U)", "", "U"),
        ("heap.write", "U Int Bool", "U"),
        ("(_ at-most 2)", "Bool Bool Bool Bool", "Bool"),
        ("(_ at-least 2)", "Bool", "Bool"),
        ("(_ pbge 2 1 1)", "Bool Bool", "Bool"),
        ("(_ partial-order 0)", "U U", "Bool"),
        ("fmf.card", "U Int", "Bool"),
    ]);
    rejects(&[
        ("sin", "Bool"),
        ("ff.add", "(_ FiniteField 7) (_ FiniteField 5)"),
        ("ff.mul", "(_ FiniteField 7) Int"),
        ("sep.nil", ""),
        ("(_ at-most 2)", "Bool Int"),
        ("(_ at-most 2)", ""),
        ("(_ pbge 2 1)", "Bool Bool"),
        ("(_ partial-order 0)", "U Int"),
    ]);
}

#[test]
fn what_is_unknown_fits_and_stays_unknown() {
    accepts(&[
        ("+", "? Int", "Int"),
        ("and", "? ?", "Bool"),
        ("bvadd", "? (_ BitVec 8)", "(_ BitVec 8)"),
        ("bvadd", "? ?", "?"),
        ("concat", "? (_ BitVec 8)", "?"),
        ("concat", "(_ BitVec 8) (_ BitVec 8) ?", "?"),
        ("(_ extract 3 0)", "?", "(_ BitVec 4)"),
        ("(_ repeat 3)", "?", "?"),
        ("select", "? Int", "?"),
        ("store", "? Int Bool", "(Array Int Bool)"),
        ("store", "(Array Int Bool) ? ?", "(Array Int Bool)"),
        ("set.singleton", "?", "?"),
        ("ite", "? ? Int", "Int"),
        ("tuple", "Int ?", "?"),
        ("(_ tuple.select 9)", "?", "?"),
        ("@", "? Int", "?"),
        ("fp.add", "RoundingMode ? (_ FloatingPoint 8 24)", "(_ FloatingPoint 8 24)"),
        ("(as const ?)", "Int", "?"),
    ]);
    rejects(&[
        ("+", "? Bool"),
        ("(_ extract 2 3)", "?"),
        ("bvadd", "? (_ BitVec 8) (_ BitVec 7)"),
        ("select", "(Array Int Bool) Bool ?"),
    ]);
}

#[test]
fn what_the_store_types_has_no_type_here() {
    rejects(&[("map", "(Array Int Int)"), ("as-array", ""), ("is", "U"), ("update", "U Int")]);
}
