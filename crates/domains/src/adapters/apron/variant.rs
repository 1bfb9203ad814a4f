//! The domains that come with APRON's interface.

use super::super::gmp;
use super::super::library::Product;
use crate::{Class, Numbers, Profile};

/// The library that all others need.
pub(crate) const APRON: &str = "libapron";

/// Libraries of numbers, which all others need and do not name.
pub(crate) const NUMBERS: [&str; 2] = [gmp::LIBRARY, "libmpfr.so.6"];

/// The narrowing, which only octagons have.
pub(crate) const NARROWING: &str = "ap_abstract0_oct_narrowing";

/// A domain: where it is, and what is known of it.
#[derive(Debug)]
pub(crate) struct Variant {
    pub(crate) name: &'static str,
    pub(crate) product: Product,
    /// The library that has it, without `.so`.
    pub(crate) library: &'static str,
    /// Libraries that it needs and does not name.
    pub(crate) needed: &'static [&'static str],
    pub(crate) maker: Maker,
    class: Class,
    pub(super) numbers: Numbers,
}

/// The function that makes a manager.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Maker {
    Plain(&'static str),
    /// Polyhedra are asked whether strict inequalities are wanted.
    Strict(&'static str, bool),
}

impl Variant {
    /// The domain of a name.
    pub(crate) fn named(name: &str) -> Option<&'static Variant> {
        VARIANTS.iter().find(|variant| variant.name == name)
    }

    const fn apron(
        name: &'static str,
        library: &'static str,
        maker: Maker,
        class: Class,
        numbers: Numbers,
    ) -> Variant {
        Variant { name, product: Product::Apron, library, needed: &[], maker, class, numbers }
    }

    /// The same, with libraries that it needs and does not name.
    const fn needing(self, needed: &'static [&'static str]) -> Variant {
        Variant { needed, ..self }
    }

    /// The same, as a part of ELINA.
    const fn of_elina(self) -> Variant {
        let needed = &["libelinaux", "libelinalinearize", "libpartitions"];
        Variant { product: Product::Elina, ..self.needing(needed) }
    }

    pub(super) fn profile(&self, narrowing: bool) -> Profile {
        Profile {
            name: self.name.to_owned(),
            class: self.class,
            numbers: self.numbers,
            narrowing,
            // Two zonotopes may have several smallest ones around them.
            lattice: self.class != Class::Other,
            monotone_widening: matches!(self.class, Class::Polyhedra | Class::Equalities | Class::Other),
            strict: matches!(self.maker, Maker::Strict(_, true)),
            intervals: true,
            standard_widening: matches!(self.class, Class::Boxes | Class::Polyhedra)
                && self.product == Product::Apron,
        }
    }
}

const BOX: Maker = Maker::Plain("box_manager_alloc");
const OCTAGONS: Maker = Maker::Plain("oct_manager_alloc");
const LOOSE: Maker = Maker::Strict("pk_manager_alloc", false);
const STRICT: Maker = Maker::Strict("pk_manager_alloc", true);
const EQUALITIES: Maker = Maker::Plain("pkeq_manager_alloc");
const ZONOTOPES: Maker = Maker::Plain("t1p_manager_alloc");
const OPT_OCTAGONS: Maker = Maker::Plain("opt_oct_manager_alloc");
const OPT_LOOSE: Maker = Maker::Strict("opt_pk_manager_alloc", false);

/// All domains. Those in Rll compute with fractions of machine integers, and overflow.
pub(crate) const VARIANTS: &[Variant] = &[
    Variant::apron("apron:box-d", "libboxD", BOX, Class::Boxes, Numbers::Floating),
    Variant::apron("apron:box-mpq", "libboxMPQ", BOX, Class::Boxes, Numbers::Exact),
    Variant::apron("apron:box-mpfr", "libboxMPFR", BOX, Class::Boxes, Numbers::Floating),
    Variant::apron("apron:oct-d", "liboctD", OCTAGONS, Class::Octagons, Numbers::Floating),
    Variant::apron("apron:oct-mpq", "liboctMPQ", OCTAGONS, Class::Octagons, Numbers::Exact),
    Variant::apron("apron:poly-mpq", "libpolkaMPQ", LOOSE, Class::Polyhedra, Numbers::Exact),
    Variant::apron("apron:poly-strict-mpq", "libpolkaMPQ", STRICT, Class::Polyhedra, Numbers::Exact),
    Variant::apron("apron:eq-mpq", "libpolkaMPQ", EQUALITIES, Class::Equalities, Numbers::Exact),
    Variant::apron("apron:poly-rll", "libpolkaRll", LOOSE, Class::Polyhedra, Numbers::Bounded64),
    Variant::apron("apron:poly-strict-rll", "libpolkaRll", STRICT, Class::Polyhedra, Numbers::Bounded64),
    Variant::apron("apron:eq-rll", "libpolkaRll", EQUALITIES, Class::Equalities, Numbers::Bounded64),
    Variant::apron("apron:t1p-d", "libt1pD", ZONOTOPES, Class::Other, Numbers::Floating)
        .needing(&["libboxD"]),
    Variant::apron("apron:t1p-mpq", "libt1pMPQ", ZONOTOPES, Class::Other, Numbers::Exact)
        .needing(&["libboxMPQ"]),
    Variant::apron("apron:t1p-mpfr", "libt1pMPFR", ZONOTOPES, Class::Other, Numbers::Floating)
        .needing(&["libboxMPFR"]),
    Variant::apron("elina:oct", "liboptoct", OPT_OCTAGONS, Class::Octagons, Numbers::Floating).of_elina(),
    Variant::apron("elina:poly", "liboptpoly", OPT_LOOSE, Class::Polyhedra, Numbers::Bounded64).of_elina(),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn profiles_say_what_a_domain_can_do() {
        let profile = |name: &str| Variant::named(name).unwrap().profile(false);
        assert!(profile("apron:poly-strict-mpq").strict && !profile("apron:poly-mpq").strict);
        assert!(profile("apron:poly-mpq").monotone_widening && !profile("apron:oct-d").monotone_widening);
        assert!(!profile("apron:t1p-d").lattice && profile("apron:box-d").lattice);
    }
}
