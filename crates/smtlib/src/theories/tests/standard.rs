//! Which operators there are, and who defines them.

use crate::signature::Origin;
use crate::theories::{Op, Theory, registry};

/// Every operator that SMT-LIB defines, theory by theory.
const STANDARD: &[(Theory, Origin, &str)] = &[
    (Theory::Core, Origin::Standard26, "true false not => and or xor = distinct ite"),
    (Theory::Arith, Origin::Standard26, "- + * / div mod abs <= < >= > divisible to_real to_int is_int"),
    (Theory::Array, Origin::Standard26, "select store"),
    (
        Theory::BitVec,
        Origin::Standard26,
        "concat extract bvnot bvand bvor bvneg bvadd bvmul bvudiv bvurem bvshl bvlshr bvult \
         bvnand bvnor bvxor bvxnor bvcomp bvsub bvsdiv bvsrem bvsmod bvashr repeat zero_extend sign_extend \
         rotate_left rotate_right bvule bvugt bvuge bvslt bvsle bvsgt bvsge",
    ),
    (
        Theory::BitVec,
        Origin::Standard27,
        "bvnego bvuaddo bvsaddo bvumulo bvsmulo bvusubo bvssubo bvsdivo ubv_to_int sbv_to_int int_to_bv",
    ),
    (
        Theory::Float,
        Origin::Standard26,
        "roundNearestTiesToEven RNE roundNearestTiesToAway RNA roundTowardPositive RTP roundTowardNegative RTN \
         roundTowardZero RTZ fp +oo -oo +zero -zero NaN fp.abs fp.neg fp.add fp.sub fp.mul fp.div fp.fma fp.sqrt \
         fp.rem fp.roundToIntegral fp.min fp.max fp.leq fp.lt fp.geq fp.gt fp.eq fp.isNormal fp.isSubnormal \
         fp.isZero fp.isInfinite fp.isNaN fp.isNegative fp.isPositive to_fp to_fp_unsigned fp.to_ubv fp.to_sbv \
         fp.to_real",
    ),
    (
        Theory::String,
        Origin::Standard26,
        "str.++ str.len str.< str.<= str.at str.substr str.prefixof str.suffixof str.contains str.indexof \
         str.replace str.replace_all str.replace_re str.replace_re_all str.is_digit str.to_code str.from_code \
         str.to_int str.from_int",
    ),
    (
        Theory::Regex,
        Origin::Standard26,
        "str.to_re str.in_re re.none re.all re.allchar re.++ re.union re.inter re.* re.comp re.diff re.+ re.opt \
         re.range re.^ re.loop",
    ),
    (Theory::Datatype, Origin::Standard26, "is"),
    (Theory::Function, Origin::Standard27, "@"),
];

#[test]
fn every_standard_operator_is_there() {
    let registry = registry();
    let mut standard = Vec::new();
    for (theory, origin, names) in STANDARD {
        for name in names.split_whitespace() {
            let known = registry.spellings.iter().any(|spelling| {
                spelling.name == name && spelling.op.theory() == *theory && spelling.origin == *origin
            });
            assert!(known, "{name} of {theory:?}");
            standard.push((*theory, name));
        }
    }
    for spelling in &registry.spellings {
        let claimed = spelling.origin <= Origin::Standard27 && spelling.name != "@call";
        let known = standard.contains(&(spelling.op.theory(), spelling.name));
        assert_eq!(claimed, known, "{}", spelling.name);
    }
}

#[test]
fn no_operator_has_a_name_twice() {
    for op in Op::all() {
        let operator = op.operator();
        let mut names: Vec<_> =
            operator.synonyms.iter().chain(&operator.aliases).chain([&operator.name]).collect();
        names.sort_unstable();
        assert!(names.windows(2).all(|pair| pair[0] != pair[1]), "{names:?}");
    }
}

#[test]
fn every_extension_comes_from_somewhere() {
    for theory in [
        Theory::Sequence,
        Theory::Set,
        Theory::Bag,
        Theory::Tuple,
        Theory::Transcendental,
        Theory::Field,
        Theory::Sep,
        Theory::Heap,
        Theory::Solver,
    ] {
        for op in Op::all().filter(|op| op.theory() == theory) {
            let operator = op.operator();
            assert!(operator.signatures.iter().all(|signature| signature.origin > Origin::Standard27));
            assert!(operator.origin > Origin::Standard27, "{}", operator.name);
        }
    }
}
