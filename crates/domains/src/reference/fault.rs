//! Seeded faults: what a programmer may get wrong, to be switched on one at a time.

use std::fmt;

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
        use owner::{INTERVALS, MACHINE_INTERVALS, OCTAGONS, POLYHEDRA, ZONES};
        match self {
            Fault::IntervalWidenSwapped => {
                ("interval-widen-swapped", INTERVALS, "widening compares lower bounds the wrong way round")
            }
            Fault::IntervalWidenIgnoresHigh => {
                ("interval-widen-ignores-high", INTERVALS, "widening never looks at the new upper bound")
            }
            Fault::IntervalWidenKeepsMoving => (
                "interval-widen-keeps-moving",
                INTERVALS,
                "widening takes the new lower bound instead of infinity, and may never end",
            ),
            Fault::IntervalMeetWrongBound => {
                ("interval-meet-wrong-bound", INTERVALS, "meet takes the larger upper bound")
            }
            Fault::IntervalLeqLastOnly => {
                ("interval-leq-last-only", INTERVALS, "inclusion looks at the last variable only")
            }
            Fault::IntervalJoinBottom => ("interval-join-bottom", INTERVALS, "join with bottom gives bottom"),
            Fault::IntervalProjectZero => {
                ("interval-project-zero", INTERVALS, "projection sets the variable to zero")
            }
            Fault::IntervalAssignProjects => {
                ("interval-assign-projects", INTERVALS, "assignment only forgets the variable")
            }
            Fault::IntervalAssignRevives => {
                ("interval-assign-revives", INTERVALS, "assignment to bottom gives top")
            }
            Fault::IntervalNarrowTakesAll => (
                "interval-narrow-takes-all",
                INTERVALS,
                "narrowing takes every lower bound from its second operand",
            ),
            Fault::ZoneMeetUnclosed => ("zone-meet-unclosed", ZONES, "meet does not close its result"),
            Fault::ZoneWidenClosed => {
                ("zone-widen-closed", ZONES, "widening closes its result, and may never end")
            }
            Fault::ZoneProjectForgetsHalf => {
                ("zone-project-forgets-half", ZONES, "projection keeps the upper bounds of the variable")
            }
            Fault::OctagonMeetUnclosed => {
                ("octagon-meet-unclosed", OCTAGONS, "meet does not close its result")
            }
            Fault::OctagonAssignUnclosed => (
                "octagon-assign-unclosed",
                OCTAGONS,
                "assignment of a constant sets the bounds of the variable without closure",
            ),
            Fault::OctagonClosureWeak => {
                ("octagon-closure-weak", OCTAGONS, "closure leaves out the strengthening step")
            }
            Fault::OctagonJoinLeftOnly => {
                ("octagon-join-left-only", OCTAGONS, "join takes sums and differences from its first operand")
            }
            Fault::OctagonMeetLarger => {
                ("octagon-meet-larger", OCTAGONS, "meet of comparable elements gives the larger")
            }
            Fault::OctagonMeetSecond => {
                ("octagon-meet-second", OCTAGONS, "meet gives its second operand if that is top")
            }
            Fault::OctagonWidenStrict => {
                ("octagon-widen-strict", OCTAGONS, "widening drops bounds that are equal on both sides")
            }
            Fault::OctagonWidenClosed => {
                ("octagon-widen-closed", OCTAGONS, "widening closes its result, and may never end")
            }
            Fault::OctagonLeqUnaryOnly => {
                ("octagon-leq-unary-only", OCTAGONS, "inclusion does not look at sums and differences")
            }
            Fault::OctagonCondKeepsEmpty => {
                ("octagon-cond-keeps-empty", OCTAGONS, "a contradictory condition is ignored")
            }
            Fault::PolyhedraMeetDropsPositivity => (
                "polyhedra-meet-drops-positivity",
                POLYHEDRA,
                "meet drops constraints of the second operand that say that a variable is not negative",
            ),
            Fault::PolyhedraJoinBogusRow => {
                ("polyhedra-join-bogus-row", POLYHEDRA, "join adds the origin if an operand has a ray")
            }
            Fault::PolyhedraJoinAliased => {
                ("polyhedra-join-aliased", POLYHEDRA, "join of an element with itself loses its rays")
            }
            Fault::PolyhedraMeetLarger => {
                ("polyhedra-meet-larger", POLYHEDRA, "meet of comparable elements gives the larger")
            }
            Fault::PolyhedraWidenKeepsAll => (
                "polyhedra-widen-keeps-all",
                POLYHEDRA,
                "widening keeps constraints of its first operand unless a point violates them",
            ),
            Fault::PolyhedraWidenEquations => (
                "polyhedra-widen-equations",
                POLYHEDRA,
                "widening does not take equations for two inequalities: imprecise",
            ),
            Fault::PolyhedraLeqIgnoresRays => {
                ("polyhedra-leq-ignores-rays", POLYHEDRA, "inclusion looks at points only")
            }
            Fault::PolyhedraAssignSign => (
                "polyhedra-assign-sign",
                POLYHEDRA,
                "assignments like x := c - x treat the coefficient as positive",
            ),
            Fault::PolyhedraProjectZero => {
                ("polyhedra-project-zero", POLYHEDRA, "projection sets the variable to zero")
            }
            Fault::MachineOverflow => (
                "machine-overflow",
                MACHINE_INTERVALS,
                "assignment computes bounds with machine arithmetic, which wraps around",
            ),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
