//! Programs in C for libraries with APRON's interface.

use super::expected::Best;
use super::{Program, filled, head, in_c};
use crate::adapters::apron::variant::{APRON, Maker, NARROWING, NUMBERS, Variant};
use crate::adapters::library::Product;
use crate::case::Case;
use crate::domain::{Numbers, Profile};

const PRELUDE: &str = include_str!("prelude/apron.c");
/// What is only needed for numbers that no machine integer can be.
const LARGE: &str = include_str!("prelude/apron-large.c");

/// The program of a case.
pub(super) fn program(case: &Case, profile: &Profile, domain: &str, best: Option<&Best>) -> Option<Program> {
    let variant = Variant::named(domain)?;
    let build = build(variant);
    let (maker, strict) = match variant.maker {
        Maker::Plain(maker) => (maker, None),
        Maker::Strict(maker, strict) => (maker, Some(strict)),
    };
    let argument = strict.map(|strict| strict.to_string()).unwrap_or_default();
    let doubles = profile.numbers == Numbers::Floating;
    let places = [
        ("N", &*case.dimension.to_string()),
        ("MAKER", maker),
        ("MAKER_TYPE", if strict.is_some() { "ap_bool strict" } else { "void" }),
        ("MAKER_ARGUMENT", &*argument),
        ("NARROW", if profile.narrowing { NARROW } else { NO_NARROWING }),
        ("NARROWING", NARROWING),
        ("SET_COMMENT", if doubles { "/* Doubles where they are exact. */" } else { "/* Exactly. */" }),
        ("SET", if doubles { SET_DOUBLE } else { "ap_coeff_set_scalar_int(coefficient, value);" }),
    ];
    let prelude = head(case, domain, &build) + &filled(PRELUDE, &places);
    let text = in_c(case, profile, best, &prelude, LARGE);
    Some(Program { file: "program.c", text, build })
}

/// The libraries do not say what they need, so that the command names it all, and the linker keeps it though it does not see the use.
fn build(variant: &Variant) -> String {
    let beside = |folder: &str, stem: &str| format!(" {folder}/{stem}.so*");
    let own = "\"$LIB\"";
    // APRON may be elsewhere, and what ELINA's libraries need of others is only noticed when it is called.
    let (apron, lazily) = match variant.product {
        Product::Elina => (
            "\"${APRON:-$LIB}\"",
            " -Wl,-rpath,\"${APRON:-$LIB}\" -Wl,--unresolved-symbols=ignore-in-shared-libs -Wl,-z,lazy",
        ),
        Product::Apron | Product::Ppl => (own, ""),
    };
    let mut libraries = beside(own, variant.library);
    libraries.extend(variant.needed.iter().map(|stem| beside(own, stem)));
    libraries += &beside(apron, APRON);
    // What is used comes behind what uses it.
    libraries.extend(NUMBERS.iter().rev().map(|name| format!(" -l:{name}")));
    format!(
        "gcc program.c -o program -L\"$LIB\" -Wl,-rpath,\"$LIB\"{lazily} -Wl,--no-as-needed \\\n   {libraries} -lm && ./program"
    )
}

const NARROW: &str = "ap_abstract0_t *@NARROWING@(ap_manager_t *, ap_abstract0_t *, ap_abstract0_t *);
static element narrow(element x, element y) { return checked(@NARROWING@(man, x, y)); }
";

const NO_NARROWING: &str = "/* This domain has no narrowing. */
static element narrow(element x, element y) { return (void)y, copy(x); }
";

const SET_DOUBLE: &str = "double rounded = (double)value;
    if ((long double)rounded == (long double)value) {
        ap_coeff_set_scalar_double(coefficient, rounded);
    } else {
        ap_coeff_set_scalar_int(coefficient, value);
    }";
