//! A unit of work: data in, data out.
//!
//! [`run_unit`] is all that a worker does, whether it is a thread of this process or on another machine: a [`WorkUnit`] and its
//! [`Material`] go in, a [`UnitResult`] comes out, and all three are plain data. A [`Bench`] holds what a worker has at hand: solvers,
//! techniques and the judge.
//!
//! `probe` runs the solvers on a seed as it is, `cases` makes cases and runs the solvers on them, `found` makes findings of what is
//! certain, `minimize` makes their cases smaller at once (`bounds` as the STORM paper does).
//!
//! Invariants:
//! - The result depends on the description, the unit, the material and what the solvers do. There is no store, no path of this machine and
//!   no state that workers share.
//! - A unit without a [turn](WorkUnit::turn) reads no clock: what is run and found is the same on any machine, under any load, as long as
//!   solvers do the same within their limits of CPU time.
//! - Whatever is interrupted is in the result as work that is left.

mod ahead;
mod bench;
pub mod bounds;
mod cases;
mod found;
mod minimize;
mod probe;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use quis_smtlib::{Mode, parse};
use quis_techniques::{Reply, Stream};
use serde::{Deserialize, Serialize};

use crate::ask::requests;
use crate::description::Description;
use crate::error::Error;
use crate::finding::Finding;
use crate::plan::Arm;
use crate::tally::Tally;
pub use bench::Bench;
pub use cases::cases_stream;
pub(crate) use found::is_wrong;
pub use probe::SeedState;
pub(crate) use probe::{first_error, skipped};

/// What is done in a unit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Work {
    /// Run the solvers on a seed as it is.
    Probe,
    /// Put the requests of a technique about a seed to the reference solver.
    Requests,
    /// Make cases and run the solvers on them.
    Cases,
}

/// A slice of a campaign that any worker can run alone, given only the campaign's description and its material.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct WorkUnit {
    /// What is done.
    pub work: Work,
    /// Its place in the campaign, among units of this work.
    pub number: u64,
    /// The technique, by its place in the description; 0 where it does not matter.
    pub technique: usize,
    /// The seed, by its place in the campaign's list; behind the last one if the technique needs none.
    pub seed: usize,
    /// The first case, within the sequence of technique and seed.
    pub first: u64,
    /// The number of cases.
    pub cases: u64,
    /// Whether each of its cases stands in a scope, so that solvers can go on after a `pop`.
    #[serde(default)]
    pub scoped: bool,
    /// The time after which it gives way to others; none if it is run as a whole, as if it were the first.
    pub turn: Option<Duration>,
}

impl WorkUnit {
    /// The arm that it belongs to.
    pub(crate) fn arm(&self) -> Arm {
        Arm { technique: self.technique, scoped: self.scoped }
    }
}

/// A seed as units get it: by its contents.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct SeedText {
    /// What identifies it, whatever its path.
    pub id: String,
    /// Its text.
    pub text: Arc<str>,
}

/// How often each cause was looked at.
pub type Causes = BTreeMap<String, u64>;

/// What a unit needs to know beside the description.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Material {
    /// The seed; an empty script for a technique that needs none.
    pub seed: SeedText,
    /// The seeds behind it, for a technique that draws on several, by number.
    pub pool: Arc<[SeedText]>,
    /// The replies to the technique's requests.
    pub replies: Arc<[Reply]>,
    /// The solvers that take part, and the CPU seconds that each took for the seed. Without a seed, all take part.
    pub seconds: Option<BTreeMap<String, f64>>,
    /// How often causes on this seed were looked at before.
    pub causes: Arc<Causes>,
}

/// What came of a unit.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct UnitResult {
    /// What was done.
    pub tally: Tally,
    /// What was found, in order.
    pub findings: Vec<Finding>,
    /// What is known of the seed now, after a probe.
    pub seed: Option<SeedState>,
    /// How many of these probably have a cause that no finding before them has.
    #[serde(default)]
    pub new: u64,
    /// What the reference solver said.
    pub replies: Option<Arc<[Reply]>>,
    /// How often causes were looked at in this unit.
    pub causes: Causes,
    /// What is left: its turn was over, or it was interrupted.
    pub rest: Option<WorkUnit>,
}

impl UnitResult {
    /// A seed of which nothing comes.
    pub(crate) fn of_seed(state: SeedState) -> UnitResult {
        UnitResult { seed: Some(state), ..UnitResult::default() }
    }
}

/// Runs a unit.
///
/// # Errors
/// If a solver cannot be started.
pub fn run_unit(
    description: &Description,
    unit: &WorkUnit,
    material: &Material,
    bench: &mut Bench,
) -> Result<UnitResult, Error> {
    let script = match parse(&material.seed.text, Mode::Standard).into_result() {
        Ok(script) => script,
        Err(diagnostics) => {
            let detail = probe::first_error(&material.seed.text, &diagnostics);
            return Ok(UnitResult::of_seed(skipped("Quis rejects it", detail)));
        }
    };
    let task = Task { description, unit, material, script: &script };
    match unit.work {
        Work::Probe => probe::run(&task, bench),
        Work::Cases => cases::run(&task, bench),
        Work::Requests => {
            let technique = bench.technique(unit.technique)?;
            let stream = cases_stream(&Stream::new(description.seed), &*technique, &material.seed.id);
            let Some(reference) = bench.reference() else {
                return Ok(UnitResult { replies: Some(Arc::default()), ..UnitResult::default() });
            };
            let crew = bench.open_plain_lanes(unit);
            let replies = requests::ask_one_of(crew, reference, &*technique, &script, &stream)?;
            let rest = replies.is_none().then_some(*unit);
            let tally = std::mem::take(&mut crew.spent);
            Ok(UnitResult { tally, replies: replies.map(Arc::from), rest, ..UnitResult::default() })
        }
    }
}

/// A unit with all that it is about.
#[derive(Clone, Copy)]
struct Task<'a> {
    description: &'a Description,
    unit: &'a WorkUnit,
    material: &'a Material,
    script: &'a quis_smtlib::Script,
}
