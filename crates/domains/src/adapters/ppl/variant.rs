//! PPL's domains.

use crate::{Class, Numbers, Profile};

/// A domain: what its functions are called, and what is known of it.
#[derive(Debug)]
pub(crate) struct Variant {
    pub(crate) name: &'static str,
    /// In the names of functions that make one.
    pub(crate) made: &'static str,
    /// In the names of all other functions.
    pub(crate) used: &'static str,
    /// What follows the name in that of its widening.
    pub(crate) widening: &'static str,
    /// The same of its narrowing.
    pub(crate) narrowing: Option<&'static str>,
    class: Class,
    numbers: Numbers,
    strict: bool,
}

impl Variant {
    /// The domain of a name.
    pub(crate) fn named(name: &str) -> Option<&'static Variant> {
        VARIANTS.iter().find(|variant| variant.name == name)
    }

    const fn shape(name: &'static str, class: &'static str, kind: Class, numbers: Numbers) -> Variant {
        Variant {
            name,
            made: class,
            used: class,
            widening: match kind {
                Class::Boxes => "CC76_widening_assign",
                _ => "BHMZ05_widening_assign",
            },
            narrowing: Some("CC76_narrowing_assign"),
            class: kind,
            numbers,
            // Intervals of rationals have open ends; those of doubles do not.
            strict: matches!((kind, numbers), (Class::Boxes, Numbers::Exact)),
        }
    }

    const fn polyhedra(name: &'static str, made: &'static str, strict: bool) -> Variant {
        Variant {
            name,
            made,
            used: "Polyhedron",
            widening: "H79_widening_assign",
            narrowing: None,
            class: Class::Polyhedra,
            numbers: Numbers::Exact,
            strict,
        }
    }

    pub(super) fn profile(&self) -> Profile {
        Profile {
            name: self.name.to_owned(),
            class: self.class,
            numbers: self.numbers,
            narrowing: self.narrowing.is_some(),
            lattice: true,
            // All of PPL's ask for it.
            monotone_widening: true,
            strict: self.strict,
            intervals: false,
            standard_widening: false,
        }
    }

    /// The polyhedra that can say all that an element says.
    pub(super) fn polyhedra_for_it(&self) -> &'static str {
        if self.strict { "NNC_Polyhedron" } else { "C_Polyhedron" }
    }
}

/// All domains.
pub(crate) const VARIANTS: &[Variant] = &[
    Variant::shape("ppl:box-d", "Double_Box", Class::Boxes, Numbers::Floating),
    Variant::shape("ppl:box-mpq", "Rational_Box", Class::Boxes, Numbers::Exact),
    Variant::shape("ppl:bds-d", "BD_Shape_double", Class::Zones, Numbers::Floating),
    Variant::shape("ppl:bds-mpq", "BD_Shape_mpq_class", Class::Zones, Numbers::Exact),
    Variant::shape("ppl:oct-d", "Octagonal_Shape_double", Class::Octagons, Numbers::Floating),
    Variant::shape("ppl:oct-mpq", "Octagonal_Shape_mpq_class", Class::Octagons, Numbers::Exact),
    Variant::polyhedra("ppl:poly", "C_Polyhedron", false),
    Variant::polyhedra("ppl:poly-nnc", "NNC_Polyhedron", true),
];
