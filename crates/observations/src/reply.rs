//! What a solver said to one check.

use serde::{Deserialize, Serialize};

use crate::answer::Answer;
use crate::output::{expressions, first_error};

/// What a solver said to one check.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Reply {
    /// The answer, if there is one.
    pub answer: Option<Answer>,
    /// What it said when asked for the model, as far as it got.
    pub model: Vec<u8>,
    /// What it said when asked for the unsatisfiable core, as far as it got.
    pub core: Vec<u8>,
    /// What it said when asked for the values of its objectives, as far as it got.
    pub objectives: Vec<u8>,
    /// Whether it said all of that.
    pub complete: bool,
    /// The first error that it reported before the answer, of whatever command. An answer after it means nothing: the
    /// solver may not have understood an assertion.
    pub error: Option<String>,
    /// Whether that error came before the first check.
    pub early_error: bool,
}

impl Reply {
    /// The text of the model, if the solver gave one and it is text.
    #[must_use]
    pub fn model_text(&self) -> Option<&str> {
        let text = std::str::from_utf8(&self.model).ok()?;
        let given = self.complete && !text.trim().is_empty() && self.model_error().is_none();
        given.then_some(text)
    }

    /// The error that came instead of the model.
    #[must_use]
    pub fn model_error(&self) -> Option<String> {
        first_error(&self.model)
    }

    /// The names in the unsatisfiable core, if the solver gave one: without the bars of quoted symbols.
    #[must_use]
    pub fn core_names(&self) -> Option<Vec<String>> {
        let text = std::str::from_utf8(&self.core).ok()?.trim();
        let inside = text.strip_prefix('(')?.strip_suffix(')')?;
        if !self.complete || self.core_error().is_some() {
            return None;
        }
        let mut names = Vec::new();
        let mut rest = inside.trim_start();
        while !rest.is_empty() {
            let (name, behind) = match rest.strip_prefix('|') {
                Some(quoted) => quoted.split_once('|')?,
                None => rest.split_once(|c: char| c.is_ascii_whitespace()).unwrap_or((rest, "")),
            };
            names.push(name.to_owned());
            rest = behind.trim_start();
        }
        Some(names)
    }

    /// The error that came instead of the core.
    #[must_use]
    pub fn core_error(&self) -> Option<String> {
        first_error(&self.core)
    }

    /// The objectives and their values as the solver printed them, if it gave some. What has no name has an empty one.
    ///
    /// match: (objectives (goal (/ 3.0 2.0)) ( 1)), result: goal with (/ 3.0 2.0), and 1
    #[must_use]
    pub fn objective_values(&self) -> Option<Vec<(String, String)>> {
        let text = std::str::from_utf8(&self.objectives).ok()?.trim();
        let inside = text.strip_prefix('(')?.strip_suffix(')')?.trim_start().strip_prefix("objectives")?;
        let values = expressions(inside.as_bytes()).map(|entry| {
            let entry = std::str::from_utf8(entry).ok()?.strip_prefix('(')?.strip_suffix(')')?;
            let (name, value) = match entry.strip_prefix('|') {
                Some(quoted) => quoted.split_once('|')?,
                None => entry.split_once(char::is_whitespace)?,
            };
            Some((name.to_owned(), value.trim().to_owned()))
        });
        values.collect::<Option<Vec<_>>>().filter(|_| self.complete)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_complete_is_not_given() {
        let whole = Reply {
            model: b"()\n".to_vec(),
            core: b"(a |b c|\nd)".to_vec(),
            objectives: b"(objectives (goal (/ 3.0 2.0)) ( 1))".to_vec(),
            complete: true,
            ..Reply::default()
        };
        assert_eq!(whole.model_text(), Some("()\n"));
        assert_eq!(whole.core_names().unwrap(), ["a", "b c", "d"]);
        let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        assert_eq!(whole.objective_values().unwrap(), [pair("goal", "(/ 3.0 2.0)"), pair("", "1")]);
        let cut = Reply { complete: false, ..whole };
        assert_eq!((cut.model_text(), cut.core_names(), cut.objective_values()), (None, None, None));
    }

    #[test]
    fn errors_and_garbage_are_no_models_and_no_cores() {
        let error = b"(error \"none\")".to_vec();
        let reply = Reply { model: error.clone(), core: error, complete: true, ..Reply::default() };
        assert_eq!((reply.model_text(), reply.core_names()), (None, None));
        assert_eq!(
            (reply.model_error().unwrap(), reply.core_error().unwrap()),
            ("none".into(), "none".into())
        );
        let half = Reply { core: b"(a |b".to_vec(), complete: true, ..Reply::default() };
        assert_eq!(half.core_names(), None);
        let bytes = vec![b'(', 0xff, b')'];
        let reply = Reply {
            model: bytes.clone(),
            core: bytes.clone(),
            objectives: bytes,
            complete: true,
            ..Reply::default()
        };
        assert_eq!((reply.model_text(), reply.core_names(), reply.objective_values()), (None, None, None));
        // Whatever bytes there are, they survive the journey.
        let sent = serde_json::to_string(&reply).unwrap();
        assert_eq!(serde_json::from_str::<Reply>(&sent).unwrap(), reply);
    }
}
