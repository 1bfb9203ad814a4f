//! What a solver said to each check of a question.

use crate::question::Mark;

/// An answer to a check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// `sat`
    Sat,
    /// `unsat`
    Unsat,
    /// `unknown`
    Unknown,
}

impl Answer {
    /// The word that solvers print.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Answer::Sat => "sat",
            Answer::Unsat => "unsat",
            Answer::Unknown => "unknown",
        }
    }

    fn of_line(line: &[u8]) -> Option<Answer> {
        Some(match line.trim_ascii() {
            b"sat" => Answer::Sat,
            b"unsat" => Answer::Unsat,
            b"unknown" => Answer::Unknown,
            _ => return None,
        })
    }
}

/// What a solver said to one check.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Reply {
    /// The answer, if there is one.
    pub answer: Option<Answer>,
    /// What it said when asked for the model, as far as it got.
    pub model: Vec<u8>,
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
        let first = self.model.split(|&byte| byte == b'\n').find(|line| !line.trim_ascii().is_empty())?;
        error_of(first)
    }
}

/// match: (error "text"), result: text
fn error_of(line: &[u8]) -> Option<String> {
    let rest = line.trim_ascii().strip_prefix(b"(error")?;
    let text = String::from_utf8_lossy(rest);
    let text = text.trim();
    let text = text.strip_suffix(')').unwrap_or(text).trim_end();
    // The text may go on in the next line.
    let text = text.strip_prefix('"').unwrap_or(text);
    Some(text.strip_suffix('"').unwrap_or(text).replace("\"\"", "\""))
}

/// Where in the output we are.
#[derive(Clone, Copy)]
enum Place {
    /// Behind the model of the last check, or before the first.
    Between,
    /// Where the answer of this check is expected.
    Answer(usize),
    /// Where its model is expected.
    Model(usize),
}

/// Takes output apart. Whatever is no mark, answer or error is passed over.
pub(crate) fn read_replies(stdout: &[u8], checks: usize) -> Vec<Reply> {
    let mut replies = vec![Reply::default(); checks];
    let mut place = Place::Between;
    // The first error, and whether a check had been reached.
    let mut error: Option<(String, bool)> = None;
    let mut reached = false;
    for line in stdout.split_inclusive(|&byte| byte == b'\n') {
        if let Some((mark, number)) = Mark::of_line(line)
            && number < checks
        {
            if let Place::Answer(check) = place {
                note_error(&mut replies[check], error.as_ref());
            }
            place = match (mark, place) {
                (Mark::Check, _) => Place::Answer(number),
                (Mark::Model, _) => Place::Model(number),
                (Mark::End, Place::Model(check)) if check == number => {
                    replies[number].complete = true;
                    Place::Between
                }
                (Mark::End, _) => Place::Between,
            };
            reached = true;
            continue;
        }
        match place {
            Place::Model(check) => replies[check].model.extend_from_slice(line),
            Place::Answer(check) if replies[check].answer.is_none() && Answer::of_line(line).is_some() => {
                replies[check].answer = Answer::of_line(line);
            }
            Place::Between | Place::Answer(_) => {
                if error.is_none() {
                    error = error_of(line).map(|text| (text, reached));
                }
            }
        }
    }
    if let Place::Answer(check) = place {
        note_error(&mut replies[check], error.as_ref());
    }
    // A solver that stops at an error never gets to the checks behind it.
    for reply in replies.iter_mut().filter(|reply| reply.answer.is_none()) {
        note_error(reply, error.as_ref());
    }
    replies
}

fn note_error(reply: &mut Reply, error: Option<&(String, bool)>) {
    if let (None, Some((text, reached))) = (&reply.error, error) {
        reply.error = Some(text.clone());
        reply.early_error = !reached;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_and_models_are_told_apart() {
        let output = b"quis: check 0\nsat\nquis: model 0\n(\n(define-fun x () Int 4)\n)\nquis: end 0\n\
            \"quis: check 1\"\nunsat\n\"quis: model 1\"\n(error \"no \"\"model\"\"\")\n\"quis: end 1\"\n\
            quis: check 2\nsat\nquis: model 2\n((define-fun";
        let replies = read_replies(output, 4);
        let answers: Vec<_> = replies.iter().map(|reply| reply.answer).collect();
        assert_eq!(answers, [Some(Answer::Sat), Some(Answer::Unsat), Some(Answer::Sat), None]);
        assert_eq!(replies[0].model_text(), Some("(\n(define-fun x () Int 4)\n)\n"));
        assert_eq!((replies[1].model_text(), &*replies[1].model_error().unwrap()), (None, "no \"model\""));
        assert_eq!((replies[2].complete, replies[2].model_text()), (false, None));
        assert!(replies.iter().all(|reply| reply.error.is_none()));
    }

    #[test]
    fn errors_spoil_what_comes_after_them() {
        let output =
            b"quis: check 0\nsat\nquis: model 0\n()\nquis: end 0\n(error \"line 3\")\nquis: check 1\nsat\n\
            quis: model 1\n()\nquis: end 1\n";
        let replies = read_replies(output, 2);
        assert_eq!((&replies[0].error, replies[0].model_text()), (&None, Some("()\n")));
        assert_eq!((replies[1].error.as_deref(), replies[1].early_error), (Some("line 3"), false));
        let early = read_replies(b"(error \"option\")\nquis: check 0\nsat\n", 1);
        assert_eq!((early[0].error.as_deref(), early[0].early_error), (Some("option"), true));
        let stopped = read_replies(b"(error \"logic\")\n", 2);
        assert!(stopped.iter().all(|reply| reply.error.is_some() && reply.early_error));
    }

    #[test]
    fn garbage_is_passed_over() {
        let output = b"\xff\xfe\nquis: check 7\nsat\nwarning: x\nquis: check 0\nhm\nsat \nsat\nquis: end 0\n";
        let replies = read_replies(output, 1);
        assert_eq!((replies[0].answer, replies[0].complete), (Some(Answer::Sat), false));
        assert_eq!(read_replies(b"", 0), []);
    }
}
