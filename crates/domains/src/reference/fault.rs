//! Seeded faults: what a programmer may get wrong, to be switched on one at a time.

use std::fmt;

use owner::{INTERVALS, MACHINE_INTERVALS, OCTAGONS, POLYHEDRA, ZONES};

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
#[allow(missing_docs, reason = "each has a description in the table below")]
pub enum Fault {
    IntervalWidenSwapped,
    IntervalWidenIgnoresHigh,
    IntervalWidenKeepsMoving,
    IntervalMeetWrongBound,
    IntervalLeqLastOnly,
    IntervalJoinBottom,
    IntervalProjectZero,
    IntervalAssignProjects,
    IntervalAssignRevives,
    IntervalNarrowTakesAll,
    ZoneMeetUnclosed,
    ZoneWidenClosed,
    ZoneProjectForgetsHalf,
    OctagonMeetUnclosed,
    OctagonAssignUnclosed,
    OctagonClosureWeak,
    OctagonJoinLeftOnly,
    OctagonMeetLarger,
    OctagonMeetSecond,
    OctagonWidenStrict,
    OctagonWidenClosed,
    OctagonLeqUnaryOnly,
    OctagonCondKeepsEmpty,
    PolyhedraMeetDropsPositivity,
    PolyhedraJoinBogusRow,
    PolyhedraJoinAliased,
    PolyhedraMeetLarger,
    PolyhedraWidenKeepsAll,
    PolyhedraWidenEquations,
    PolyhedraLeqIgnoresRays,
    PolyhedraAssignSign,
    PolyhedraProjectZero,
    MachineOverflow,
}

/// The names of the domains that have faults.
pub(super) mod owner {
    pub(crate) const INTERVALS: &str = "reference:intervals";
    pub(crate) const ZONES: &str = "reference:zones";
    pub(crate) const OCTAGONS: &str = "reference:octagons";
    pub(crate) const POLYHEDRA: &str = "reference:polyhedra";
    pub(crate) const MACHINE_INTERVALS: &str = "reference:machine-intervals";
}

/// The name of each fault, its domain, and what goes wrong, in the order of the faults.
const TABLE: [(&str, &str, &str); 33] = [
    ("interval-widen-swapped", INTERVALS, "widening compares lower bounds the wrong way round"),
    ("interval-widen-ignores-high", INTERVALS, "widening never looks at the new upper bound"),
    (
        "interval-widen-keeps-moving",
        INTERVALS,
        "widening takes the new lower bound instead of infinity, and may never end",
    ),
    ("interval-meet-wrong-bound", INTERVALS, "meet takes the larger upper bound"),
    ("interval-leq-last-only", INTERVALS, "inclusion looks at the last variable only"),
    ("interval-join-bottom", INTERVALS, "join with bottom gives bottom"),
    ("interval-project-zero", INTERVALS, "projection sets the variable to zero"),
    ("interval-assign-projects", INTERVALS, "assignment only forgets the variable"),
    ("interval-assign-revives", INTERVALS, "assignment to bottom gives top"),
    ("interval-narrow-takes-all", INTERVALS, "narrowing takes every lower bound from its second operand"),
    ("zone-meet-unclosed", ZONES, "meet does not close its result"),
    ("zone-widen-closed", ZONES, "widening closes its result, and may never end"),
    ("zone-project-forgets-half", ZONES, "projection keeps the upper bounds of the variable"),
    ("octagon-meet-unclosed", OCTAGONS, "meet does not close its result"),
    (
        "octagon-assign-unclosed",
        OCTAGONS,
        "assignment of a constant sets the bounds of the variable without closure",
    ),
    ("octagon-closure-weak", OCTAGONS, "closure leaves out the strengthening step"),
    ("octagon-join-left-only", OCTAGONS, "join takes sums and differences from its first operand"),
    ("octagon-meet-larger", OCTAGONS, "meet of comparable elements gives the larger"),
    ("octagon-meet-second", OCTAGONS, "meet gives its second operand if that is top"),
    ("octagon-widen-strict", OCTAGONS, "widening drops bounds that are equal on both sides"),
    ("octagon-widen-closed", OCTAGONS, "widening closes its result, and may never end"),
    ("octagon-leq-unary-only", OCTAGONS, "inclusion does not look at sums and differences"),
    ("octagon-cond-keeps-empty", OCTAGONS, "a contradictory condition is ignored"),
    (
        "polyhedra-meet-drops-positivity",
        POLYHEDRA,
        "meet drops constraints of the second operand that say that a variable is not negative",
    ),
    ("polyhedra-join-bogus-row", POLYHEDRA, "join adds the origin if an operand has a ray"),
    ("polyhedra-join-aliased", POLYHEDRA, "join of an element with itself loses its rays"),
    ("polyhedra-meet-larger", POLYHEDRA, "meet of comparable elements gives the larger"),
    (
        "polyhedra-widen-keeps-all",
        POLYHEDRA,
        "widening keeps constraints of its first operand unless a point violates them",
    ),
    (
        "polyhedra-widen-equations",
        POLYHEDRA,
        "widening does not take equations for two inequalities: imprecise",
    ),
    ("polyhedra-leq-ignores-rays", POLYHEDRA, "inclusion looks at points only"),
    ("polyhedra-assign-sign", POLYHEDRA, "assignments like x := c - x treat the coefficient as positive"),
    ("polyhedra-project-zero", POLYHEDRA, "projection sets the variable to zero"),
    (
        "machine-overflow",
        MACHINE_INTERVALS,
        "assignment computes bounds with machine arithmetic, which wraps around",
    ),
];

impl Fault {
    /// All of them, domain by domain.
    pub const ALL: [Fault; 33] = [
        Fault::IntervalWidenSwapped,
        Fault::IntervalWidenIgnoresHigh,
        Fault::IntervalWidenKeepsMoving,
        Fault::IntervalMeetWrongBound,
        Fault::IntervalLeqLastOnly,
        Fault::IntervalJoinBottom,
        Fault::IntervalProjectZero,
        Fault::IntervalAssignProjects,
        Fault::IntervalAssignRevives,
        Fault::IntervalNarrowTakesAll,
        Fault::ZoneMeetUnclosed,
        Fault::ZoneWidenClosed,
        Fault::ZoneProjectForgetsHalf,
        Fault::OctagonMeetUnclosed,
        Fault::OctagonAssignUnclosed,
        Fault::OctagonClosureWeak,
        Fault::OctagonJoinLeftOnly,
        Fault::OctagonMeetLarger,
        Fault::OctagonMeetSecond,
        Fault::OctagonWidenStrict,
        Fault::OctagonWidenClosed,
        Fault::OctagonLeqUnaryOnly,
        Fault::OctagonCondKeepsEmpty,
        Fault::PolyhedraMeetDropsPositivity,
        Fault::PolyhedraJoinBogusRow,
        Fault::PolyhedraJoinAliased,
        Fault::PolyhedraMeetLarger,
        Fault::PolyhedraWidenKeepsAll,
        Fault::PolyhedraWidenEquations,
        Fault::PolyhedraLeqIgnoresRays,
        Fault::PolyhedraAssignSign,
        Fault::PolyhedraProjectZero,
        Fault::MachineOverflow,
    ];

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

    const fn entry(self) -> (&'static str, &'static str, &'static str) {
        TABLE[self as usize]
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
