//! Programs in C for PPL.

use super::expected::Best;
use super::{Program, filled, head, in_c};
use crate::adapters::gmp::LIBRARY as GMP;
use crate::adapters::ppl::STEM;
use crate::adapters::ppl::variant::Variant;
use crate::case::Case;
use crate::domain::Profile;

const PRELUDE: &str = include_str!("prelude/ppl.c");
/// What is only needed for numbers that no machine integer can be.
const LARGE: &str = include_str!("prelude/ppl-large.c");

/// The program of a case.
pub(super) fn program(case: &Case, profile: &Profile, domain: &str, best: Option<&Best>) -> Option<Program> {
    let variant = Variant::named(domain)?;
    let build = build();
    let places = [
        ("NARROW", if variant.narrowing.is_some() { NARROW } else { NO_NARROWING }),
        ("N", &*case.dimension.to_string()),
        ("MADE", variant.made),
        ("USED", variant.used),
        ("WIDENING", variant.widening),
        ("NARROWING", variant.narrowing.unwrap_or_default()),
    ];
    let prelude = head(case, domain, &build) + &filled(PRELUDE, &places);
    let text = in_c(case, profile, best, &prelude, LARGE);
    Some(Program { file: "program.c", text, build })
}

/// What PPL itself needs may be in the same folder: the old kind of path counts for that, too.
fn build() -> String {
    format!(
        "gcc program.c -o program -L\"$LIB\" -Wl,--disable-new-dtags,-rpath,\"$LIB\",-rpath-link,\"$LIB\" \\\n    \
         \"$LIB\"/{STEM}.so* -l:{GMP} -lm && ./program"
    )
}

const NARROW: &str = "/* PPL restores what the newer, smaller element says in the older one, and puts the result into the newer. */
int ppl_@USED@_@NARROWING@(ppl_@USED@_t, ppl_@USED@_t);
static element narrow(element x, element y) {
    element result = copy(y);
    check(ppl_@USED@_@NARROWING@(result, x));
    return result;
}";

const NO_NARROWING: &str = "/* This domain has no narrowing. */
static element narrow(element x, element y) { return (void)y, copy(x); }";
