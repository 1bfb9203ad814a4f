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

    /// The objectives and their values as the solver printed them, if it gave some. What has no name has an empty one; what has none but
    /// its term is named by that, which may take several lines.
    ///
    /// match: (objectives (goal (/ 3.0 2.0)) ((+ i j) oo) ( 1)), result: goal with (/ 3.0 2.0), (+ i j) with oo, and 1
    #[must_use]
    pub fn objective_values(&self) -> Option<Vec<(String, String)>> {
        let text = std::str::from_utf8(&self.objectives).ok()?;
        let first = expressions(text.as_bytes()).next()?;
        let first = std::str::from_utf8(first).ok()?;
        // Nothing may stand before it, as in front of a message.
        let text = text.trim_start().strip_prefix(first).map(|_| first)?;
        let inside = text.strip_prefix('(')?.strip_suffix(')')?.trim_start().strip_prefix("objectives")?;
        let values = expressions(inside.as_bytes()).map(|entry| {
            let entry = std::str::from_utf8(entry).ok()?.strip_prefix('(')?.strip_suffix(')')?;
            let (name, value) = entry.split_at(last_start(entry));
            let name = name.trim();
            let quoted = name.strip_prefix('|').and_then(|name| name.strip_suffix('|'));
            Some((quoted.unwrap_or(name).to_owned(), value.trim().to_owned()))
        });
        values.collect::<Option<Vec<_>>>().filter(|_| self.complete)
    }

    /// The value of the first objective under the model, as the solver printed it behind all of them when asked for it.
    #[must_use]
    pub fn evaluated_objective(&self) -> Option<&str> {
        let text = std::str::from_utf8(&self.objectives).ok()?;
        let first = expressions(text.as_bytes()).next()?;
        let behind = text.trim_start().strip_prefix(std::str::from_utf8(first).ok()?)?.trim();
        let is_one = !behind.is_empty() && last_start(behind) == 0;
        Some(behind).filter(|text| self.complete && is_one && !text.starts_with("(error"))
    }
}

/// Where the last word, quoted symbol, string or expression in parentheses of a text begins.
///
/// match: (+ i j) oo, result: 8
fn last_start(text: &str) -> usize {
    let (mut depth, mut start, mut quote, mut between) = (0_usize, 0, None, true);
    for (at, byte) in text.bytes().enumerate() {
        let is_space = byte.is_ascii_whitespace();
        let is_inside = quote.is_some() || depth > 0;
        if !is_inside && !is_space && (between || byte == b'(' || byte == b'|') {
            start = at;
        }
        match (quote, byte) {
            (Some(mark), _) if byte == mark => quote = None,
            (Some(_), _) => {}
            (None, b'"' | b'|') => quote = Some(byte),
            (None, b'(') => depth += 1,
            (None, b')') => depth = depth.saturating_sub(1),
            _ => {}
        }
        between = quote.is_none() && depth == 0 && (is_space || byte == b')');
    }
    start
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
    fn objectives_take_as_many_lines_as_they_like() {
        let reply = |text: &str| Reply { objectives: text.into(), complete: true, ..Reply::default() };
        let text = "(objectives\n (r  (interval (/ 5.0 2.0) (+ (/ 7.0 2.0) (* (- 1.0) epsilon))))\n ((ite (and p\n          (> r 3.0))\n     \
            (+ r 100.0)\n     |a) b|) (- 6))\n (|(c| oo)\n ((bvadd b #x1) 0)\n (s\n  3)\n)\n";
        let found = reply(text).objective_values().unwrap();
        let values: Vec<&str> = found.iter().map(|(_, value)| &**value).collect();
        assert_eq!(
            values,
            ["(interval (/ 5.0 2.0) (+ (/ 7.0 2.0) (* (- 1.0) epsilon)))", "(- 6)", "oo", "0", "3"]
        );
        assert!(found[1].0.starts_with("(ite (and p\n") && found[1].0.ends_with("|a) b|)"), "{}", found[1].0);
        assert_eq!((&*found[0].0, &*found[2].0, &*found[3].0), ("r", "(c", "(bvadd b #x1)"));
        assert_eq!(reply(text).evaluated_objective(), None);
        for (behind, expected) in [
            ("5", Some("5")),
            ("\n(/ 5.0\n 2.0)\n", Some("(/ 5.0\n 2.0)")),
            ("#x0", Some("#x0")),
            ("1 2", None),
            ("(error \"line 3\")", None),
            ("", None),
        ] {
            assert_eq!(reply(&format!("{text}{behind}")).evaluated_objective(), expected, "{behind}");
            assert_eq!(reply(&format!("{text}{behind}")).objective_values().unwrap().len(), 5);
        }
        assert_eq!(reply("x (objectives (a 1)) 5").evaluated_objective(), None);
        for odd in
            ["", "objectives", "(objectives", "warning (objectives (a 1))", "(error \"none\")", "()", ")("]
        {
            assert_eq!(reply(odd).objective_values(), None, "{odd}");
            assert_eq!(reply(odd).evaluated_objective(), None, "{odd}");
        }
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
