//! How large a case is.

use quis_smtlib::{Mode, Script, parse};
use quis_techniques::formula_depth;
use serde::{Deserialize, Serialize};

/// How large a case is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Size {
    /// The length of its text.
    pub bytes: u64,
    /// How many assertions it has.
    pub assertions: u64,
    /// How deep the connectives of an assertion are nested at most.
    pub depth: u64,
}

impl Size {
    /// The size of a text; its length alone if it is rejected.
    #[must_use]
    pub fn of(text: &str) -> Size {
        let script = parse(text, Mode::Standard).into_result();
        script.map_or(Size { bytes: text.len() as u64, ..Size::default() }, |script| {
            Size::of_script(&script, text)
        })
    }

    pub(crate) fn of_script(script: &Script, text: &str) -> Size {
        Size {
            bytes: text.len() as u64,
            assertions: script.assertions().count() as u64,
            depth: u64::from(formula_depth(script)),
        }
    }
}
