//! New instances from the fragments of a seed (STORM; Mansur, Christakis, Wüstholz and Zhang, FSE 2020).

mod parameters;

use quis_smtlib::Script;

pub(crate) use parameters::ENTRY;
pub use parameters::{Ask, Connectives, Incremental, Keep, OpenPoints, Storm, Truths};

use crate::case::TestCase;
use crate::stream::Stream;
use crate::technique::{Reply, Request, Technique};

impl Technique for Storm {
    fn name(&self) -> &'static str {
        ENTRY.name
    }

    fn parameters(&self) -> String {
        self.to_string()
    }

    fn applies(&self, seed: &Script) -> bool {
        seed.assertions().next().is_some()
    }

    fn requests(&self, _seed: &Script, _replies: &[Reply], _stream: &Stream) -> Vec<Request> {
        Vec::new()
    }

    fn cases<'a>(
        &'a self,
        _seed: &'a Script,
        _replies: &'a [Reply],
        _stream: Stream,
    ) -> Box<dyn Iterator<Item = TestCase> + Send + 'a> {
        Box::new(std::iter::empty())
    }
}
