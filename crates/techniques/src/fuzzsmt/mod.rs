//! Random typed formulas from scratch (FuzzSMT; Brummayer and Biere, SMT 2009).

mod parameters;

use quis_smtlib::Script;

use crate::case::TestCase;
use crate::stream::Stream;
use crate::technique::{Reply, Technique};

pub(crate) use parameters::ENTRY;
pub use parameters::{FuzzSmt, Knowledge};

impl Technique for FuzzSmt {
    fn name(&self) -> &'static str {
        ENTRY.name
    }

    fn parameters(&self) -> String {
        self.to_string()
    }

    fn needs_seed(&self) -> bool {
        false
    }

    fn applies(&self, _: &Script) -> bool {
        true
    }

    fn cases<'a>(
        &'a self,
        _: &'a Script,
        _: &'a [Reply],
        stream: Stream,
    ) -> Box<dyn Iterator<Item = TestCase> + Send + 'a> {
        Box::new((0_u64..).map(move |number| {
            let value = stream.nth(number).below(16);
            let text = format!(
                "(set-logic QF_BV)\n(declare-const v0 (_ BitVec 4))\n(assert (= v0 (_ bv{value} 4)))\n(check-sat)\n"
            );
            TestCase::of_text(&text, &[])
        }))
    }
}
