//! Seeded faults: what a programmer may get wrong, to be switched on one at a time.

use std::fmt;

use owner::{INTERVALS, MACHINE_INTERVALS, OCTAGONS, POLYHEDRA, ZONES};

/// Declares the faults: the name of each, the domain that has it, and what goes wrong.
macro_rules! faults {
    ($($fault:ident: $name:literal, $domain:ident, $description:literal;)*) => {
        /// A mistake that a reference domain makes if it is asked to.
        ///
        /// ```
        /// use quis_domains::reference::Fault;
        ///
        /// let fault = Fault::parse("octagon-join-left-only");
        /// assert_eq!(fault, Some(Fault::OctagonJoinLeftOnly));
        /// assert!(Fault::ALL.iter().all(|f| Fault::parse(f.name()) == Some(*f)));
        /// ```
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Fault {
            $(#[doc = $description] $fault,)*
        }

        impl Fault {
            /// All of them, domain by domain.
            pub const ALL: [Fault; [$($name),*].len()] = [$(Fault::$fault),*];

            const fn entry(self) -> (&'static str, &'static str, &'static str) {
                match self {
                    $(Fault::$fault => ($name, $domain, $description),)*
                }
            }
        }
    };
}

/// The names of the domains that have faults.
pub(super) mod owner {
    pub(crate) const INTERVALS: &str = "reference:intervals";
    pub(crate) const ZONES: &str = "reference:zones";
    pub(crate) const OCTAGONS: &str = "reference:octagons";
    pub(crate) const POLYHEDRA: &str = "reference:polyhedra";
    pub(crate) const MACHINE_INTERVALS: &str = "reference:machine-intervals";
}

faults! {
    IntervalWidenSwapped: "interval-widen-swapped", INTERVALS, "widening compares lower bounds the wrong way round";
    IntervalWidenIgnoresHigh: "interval-widen-ignores-high", INTERVALS, "widening never looks at the new upper bound";
    IntervalWidenKeepsMoving: "interval-widen-keeps-moving", INTERVALS, "widening takes the new lower bound instead of infinity, and may never end";
    IntervalMeetWrongBound: "interval-meet-wrong-bound", INTERVALS, "meet takes the larger upper bound";
    IntervalLeqLastOnly: "interval-leq-last-only", INTERVALS, "inclusion looks at the last variable only";
    IntervalJoinBottom: "interval-join-bottom", INTERVALS, "join with bottom gives bottom";
    IntervalProjectZero: "interval-project-zero", INTERVALS, "projection sets the variable to zero";
    IntervalAssignProjects: "interval-assign-projects", INTERVALS, "assignment only forgets the variable";
    IntervalAssignRevives: "interval-assign-revives", INTERVALS, "assignment to bottom gives top";
    IntervalNarrowTakesAll: "interval-narrow-takes-all", INTERVALS, "narrowing takes every lower bound from its second operand";
    ZoneMeetUnclosed: "zone-meet-unclosed", ZONES, "meet does not close its result";
    ZoneWidenClosed: "zone-widen-closed", ZONES, "widening closes its result, and may never end";
    ZoneProjectForgetsHalf: "zone-project-forgets-half", ZONES, "projection keeps the upper bounds of the variable";
    OctagonMeetUnclosed: "octagon-meet-unclosed", OCTAGONS, "meet does not close its result";
    OctagonAssignUnclosed: "octagon-assign-unclosed", OCTAGONS, "assignment of a constant sets the bounds of the variable without closure";
    OctagonClosureWeak: "octagon-closure-weak", OCTAGONS, "closure leaves out the strengthening step";
    OctagonJoinLeftOnly: "octagon-join-left-only", OCTAGONS, "join takes sums and differences from its first operand";
    OctagonMeetLarger: "octagon-meet-larger", OCTAGONS, "meet of comparable elements gives the larger";
    OctagonMeetSecond: "octagon-meet-second", OCTAGONS, "meet gives its second operand if that is top";
    OctagonWidenStrict: "octagon-widen-strict", OCTAGONS, "widening drops bounds that are equal on both sides";
    OctagonWidenClosed: "octagon-widen-closed", OCTAGONS, "widening closes its result, and may never end";
    OctagonLeqUnaryOnly: "octagon-leq-unary-only", OCTAGONS, "inclusion does not look at sums and differences";
    OctagonCondKeepsEmpty: "octagon-cond-keeps-empty", OCTAGONS, "a contradictory condition is ignored";
    PolyhedraMeetDropsPositivity: "polyhedra-meet-drops-positivity", POLYHEDRA, "meet drops constraints of the second operand like x >= 0";
    PolyhedraJoinBogusRow: "polyhedra-join-bogus-row", POLYHEDRA, "join adds the origin if an operand has a ray";
    PolyhedraJoinAliased: "polyhedra-join-aliased", POLYHEDRA, "join of an element with itself loses its rays";
    PolyhedraMeetLarger: "polyhedra-meet-larger", POLYHEDRA, "meet of comparable elements gives the larger";
    PolyhedraWidenKeepsAll: "polyhedra-widen-keeps-all", POLYHEDRA, "widening keeps constraints of its first operand unless a point violates them";
    PolyhedraWidenEquations: "polyhedra-widen-equations", POLYHEDRA, "widening does not take equations for two inequalities: imprecise";
    PolyhedraLeqIgnoresRays: "polyhedra-leq-ignores-rays", POLYHEDRA, "inclusion looks at points only";
    PolyhedraAssignSign: "polyhedra-assign-sign", POLYHEDRA, "assignments like x := c - x treat the coefficient as positive";
    PolyhedraProjectZero: "polyhedra-project-zero", POLYHEDRA, "projection sets the variable to zero";
    MachineOverflow: "machine-overflow", MACHINE_INTERVALS, "assignment computes bounds with machine arithmetic, which wraps around";
}

impl Fault {
    /// The fault of that name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Fault> {
        Fault::ALL.into_iter().find(|fault| fault.name() == name)
    }

    /// As it is called.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.entry().0
    }

    /// The name of the domain that makes this mistake; the others ignore it.
    #[must_use]
    pub fn domain(self) -> &'static str {
        self.entry().1
    }

    /// What goes wrong, in a line.
    #[must_use]
    pub fn description(self) -> &'static str {
        self.entry().2
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_the_faults() {
        for fault in Fault::ALL {
            let name = fault.name().replace('-', "");
            assert_eq!(name, format!("{fault:?}").to_lowercase());
        }
    }
}
