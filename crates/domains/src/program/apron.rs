//! Programs in C for libraries with APRON's interface.

use super::body::{body, helpers};
use super::expected::Best;
use super::language::Language;
use super::{Program, filled, head};
use crate::case::Case;
use crate::domain::{Numbers, Profile};

const PRELUDE: &str = include_str!("prelude/apron.c");
/// What is only needed for numbers that no machine integer can be.
const LARGE: &str = include_str!("prelude/apron-large.c");
const COMMON: &str = include_str!("prelude/common.c");

/// The library of a domain, without `.so`, and the function that makes its manager.
fn library(domain: &str) -> Option<(&'static str, &'static str)> {
    const BOX: &str = "box_manager_alloc";
    const OCTAGONS: &str = "oct_manager_alloc";
    const POLYHEDRA: &str = "pk_manager_alloc";
    const EQUALITIES: &str = "pkeq_manager_alloc";
    const ZONOTOPES: &str = "t1p_manager_alloc";
    Some(match domain {
        "apron:box-d" => ("libboxD", BOX),
        "apron:box-mpq" => ("libboxMPQ", BOX),
        "apron:box-mpfr" => ("libboxMPFR", BOX),
        "apron:oct-d" => ("liboctD", OCTAGONS),
        "apron:oct-mpq" => ("liboctMPQ", OCTAGONS),
        "apron:poly-mpq" | "apron:poly-strict-mpq" => ("libpolkaMPQ", POLYHEDRA),
        "apron:poly-rll" | "apron:poly-strict-rll" => ("libpolkaRll", POLYHEDRA),
        "apron:eq-mpq" => ("libpolkaMPQ", EQUALITIES),
        "apron:eq-rll" => ("libpolkaRll", EQUALITIES),
        "apron:t1p-d" => ("libt1pD", ZONOTOPES),
        "apron:t1p-mpq" => ("libt1pMPQ", ZONOTOPES),
        "apron:t1p-mpfr" => ("libt1pMPFR", ZONOTOPES),
        "elina:oct" => ("liboptoct", "opt_oct_manager_alloc"),
        "elina:poly" => ("liboptpoly", "opt_pk_manager_alloc"),
        _ => return None,
    })
}

/// Libraries that it needs and does not name.
fn needed(domain: &str) -> &'static [&'static str] {
    match domain {
        "apron:t1p-d" => &["libboxD"],
        "apron:t1p-mpq" => &["libboxMPQ"],
        "apron:t1p-mpfr" => &["libboxMPFR"],
        _ if domain.starts_with("elina:") => &["libelinaux", "libelinalinearize", "libpartitions"],
        _ => &[],
    }
}

/// The program of a case.
pub(super) fn program(case: &Case, profile: &Profile, domain: &str, best: Option<&Best>) -> Option<Program> {
    let (library, maker) = library(domain)?;
    let build = build(domain, library);
    let is_asked = maker.ends_with("pk_manager_alloc");
    let doubles = profile.numbers == Numbers::Floating;
    let places = [
        ("N", &*case.dimension.to_string()),
        ("MAKER", maker),
        ("MAKER_TYPE", if is_asked { "ap_bool strict" } else { "void" }),
        ("MAKER_ARGUMENT", if is_asked { ["false", "true"][usize::from(profile.strict)] } else { "" }),
        ("NARROW", if profile.narrowing { NARROWING } else { NO_NARROWING }),
        ("SET_COMMENT", if doubles { "/* Doubles where they are exact. */" } else { "/* Exactly. */" }),
        ("SET", if doubles { SET_DOUBLE } else { "ap_coeff_set_scalar_int(coefficient, value);" }),
    ];
    let text = head(case, domain, &build)
        + &filled(PRELUDE, &places)
        + if best.is_some_and(Best::is_large) { LARGE } else { "" }
        + COMMON
        + &helpers(case, profile, Language::C)
        + "\nint main(void) {\n    start();\n\n"
        + &body(case, profile, Language::C, best)
        + "}\n";
    Some(Program { file: "program.c", text, build })
}

/// The libraries do not say what they need, so that the command names it all, and the linker keeps it though it does not see the use.
fn build(domain: &str, library: &str) -> String {
    let needed: String = needed(domain).iter().map(|stem| format!(" \"$LIB\"/{stem}.so*")).collect();
    // APRON may be elsewhere, and what ELINA's libraries need of others is only noticed when it is called.
    let (apron, lazily) = if domain.starts_with("elina:") {
        (
            "\"${APRON:-$LIB}\"",
            " -Wl,-rpath,\"${APRON:-$LIB}\" -Wl,--unresolved-symbols=ignore-in-shared-libs -Wl,-z,lazy",
        )
    } else {
        ("\"$LIB\"", "")
    };
    format!(
        "gcc program.c -o program -L\"$LIB\" -Wl,-rpath,\"$LIB\"{lazily} -Wl,--no-as-needed \\\n\
         \x20   \"$LIB\"/{library}.so*{needed} {apron}/libapron.so* -l:libmpfr.so.6 -l:libgmp.so.10 -lm && ./program"
    )
}

const NARROWING: &str =
    "ap_abstract0_t *ap_abstract0_oct_narrowing(ap_manager_t *, ap_abstract0_t *, ap_abstract0_t *);
static element narrow(element x, element y) { return checked(ap_abstract0_oct_narrowing(man, x, y)); }
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
