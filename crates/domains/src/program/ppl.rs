//! Programs in C for PPL.

use super::body::{body, helpers};
use super::expected::Best;
use super::language::Language;
use super::{Program, filled, head};
use crate::case::Case;
use crate::domain::Profile;

const PRELUDE: &str = include_str!("prelude/ppl.c");
/// What is only needed for numbers that no machine integer can be.
const LARGE: &str = include_str!("prelude/ppl-large.c");
const COMMON: &str = include_str!("prelude/common.c");

/// What PPL itself needs may be in the same folder: the old kind of path counts for that, too.
const BUILD: &str = "gcc program.c -o program -L\"$LIB\" -Wl,--disable-new-dtags,-rpath,\"$LIB\",-rpath-link,\"$LIB\" \\
    \"$LIB\"/libppl_c.so* -l:libgmp.so.10 -lm && ./program";

/// What a domain is called in the functions that make one, in all others, and in that of its widening.
fn names(domain: &str) -> Option<(&'static str, &'static str, &'static str)> {
    let shape = |name: &'static str, widening: &'static str| (name, name, widening);
    Some(match domain {
        "ppl:box-d" => shape("Double_Box", "CC76"),
        "ppl:box-mpq" => shape("Rational_Box", "CC76"),
        "ppl:bds-d" => shape("BD_Shape_double", "BHMZ05"),
        "ppl:bds-mpq" => shape("BD_Shape_mpq_class", "BHMZ05"),
        "ppl:oct-d" => shape("Octagonal_Shape_double", "BHMZ05"),
        "ppl:oct-mpq" => shape("Octagonal_Shape_mpq_class", "BHMZ05"),
        "ppl:poly" => ("C_Polyhedron", "Polyhedron", "H79"),
        "ppl:poly-nnc" => ("NNC_Polyhedron", "Polyhedron", "H79"),
        _ => return None,
    })
}

/// The program of a case.
pub(super) fn program(case: &Case, profile: &Profile, domain: &str, best: Option<&Best>) -> Option<Program> {
    let (made, used, widening) = names(domain)?;
    let places = [
        ("NARROW", if profile.narrowing { NARROWING } else { NO_NARROWING }),
        ("N", &*case.dimension.to_string()),
        ("MADE", made),
        ("USED", used),
        ("WIDENING", widening),
    ];
    let text = head(case, domain, BUILD)
        + &filled(PRELUDE, &places)
        + if best.is_some_and(Best::is_large) { LARGE } else { "" }
        + COMMON
        + &helpers(case, profile, Language::C)
        + "\nint main(void) {\n    start();\n\n"
        + &body(case, profile, Language::C, best)
        + "}\n";
    Some(Program { file: "program.c", text, build: BUILD.to_owned() })
}

const NARROWING: &str = "/* PPL restores what the newer, smaller element says in the older one, and puts the result into the newer. */
int ppl_@USED@_CC76_narrowing_assign(ppl_@USED@_t, ppl_@USED@_t);
static element narrow(element x, element y) {
    element result = copy(y);
    check(ppl_@USED@_CC76_narrowing_assign(result, x));
    return result;
}";

const NO_NARROWING: &str = "/* This domain has no narrowing. */
static element narrow(element x, element y) { return (void)y, copy(x); }";
