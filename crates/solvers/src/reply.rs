//! The output of a solver taken apart: one reply for each check.

use quis_observations::output::error_of;
use quis_observations::{Answer, Ask, Reply};

use crate::plain::read_plain;
use crate::question::Mark;

/// Blames a reply for an error before it, if it has none yet. The error comes with whether a check had been reached.
pub(crate) fn note_error(reply: &mut Reply, error: Option<&(String, bool)>) {
    if let (None, Some((text, reached))) = (&reply.error, error) {
        reply.error = Some(text.clone());
        reply.early_error = !reached;
    }
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
    /// Where its core is expected.
    Core(usize),
    /// Where the values of its objectives are expected.
    Objectives(usize),
}

impl Place {
    /// Whether the last thing is expected here that was asked for after a check.
    fn is_last_of(self, number: usize, ask: Ask) -> bool {
        match self {
            Place::Between => false,
            Place::Answer(check) => check == number && ask == Ask::default(),
            Place::Model(check) => check == number && !ask.cores && !ask.objectives,
            Place::Core(check) => check == number && !ask.objectives,
            Place::Objectives(check) => check == number,
        }
    }
}

/// Takes output apart. Whatever is no mark, answer or error is passed over.
pub(crate) fn read_replies(stdout: &[u8], checks: usize, ask: Ask) -> Vec<Reply> {
    let lines = || stdout.split_inclusive(|&byte| byte == b'\n');
    if !lines().any(|line| Mark::of_line(line).is_some()) {
        return read_plain(stdout, checks, ask);
    }
    let mut replies = vec![Reply::default(); checks];
    let mut place = Place::Between;
    // The first error, and whether a check had been reached.
    let mut error: Option<(String, bool)> = None;
    let mut reached = false;
    for line in lines() {
        if let Some((mark, number)) = Mark::of_line(line)
            && number < checks
        {
            if let Place::Answer(check) = place {
                note_error(&mut replies[check], error.as_ref());
            }
            place = match (mark, place) {
                (Mark::Check, _) => Place::Answer(number),
                (Mark::Model, _) => Place::Model(number),
                (Mark::Core, _) => Place::Core(number),
                (Mark::Objectives, _) => Place::Objectives(number),
                (Mark::End, _) if place.is_last_of(number, ask) => {
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
            Place::Core(check) => replies[check].core.extend_from_slice(line),
            Place::Objectives(check) => replies[check].objectives.extend_from_slice(line),
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

#[cfg(test)]
mod tests {
    use super::*;

    const MODELS: Ask = Ask::MODELS;

    #[test]
    fn answers_and_models_are_told_apart() {
        let output = b"quis: check 0\nsat\nquis: model 0\n(\n(define-fun x () Int 4)\n)\nquis: end 0\n\
            \"quis: check 1\"\nunsat\n\"quis: model 1\"\n(error \"no \"\"model\"\"\")\n\"quis: end 1\"\n\
            quis: check 2\nsat\nquis: model 2\n((define-fun";
        let replies = read_replies(output, 4, MODELS);
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
        let replies = read_replies(output, 2, MODELS);
        assert_eq!((&replies[0].error, replies[0].model_text()), (&None, Some("()\n")));
        assert_eq!((replies[1].error.as_deref(), replies[1].early_error), (Some("line 3"), false));
        let early = read_replies(b"(error \"option\")\nquis: check 0\nsat\n", 1, MODELS);
        assert_eq!((early[0].error.as_deref(), early[0].early_error), (Some("option"), true));
        let stopped = read_replies(b"(error \"logic\")\n", 2, MODELS);
        assert!(stopped.iter().all(|reply| reply.error.is_some() && reply.early_error));
    }

    #[test]
    fn garbage_is_passed_over() {
        let output = b"\xff\xfe\nquis: check 7\nsat\nwarning: x\nquis: check 0\nhm\nsat \nsat\nquis: end 0\n";
        let replies = read_replies(output, 1, MODELS);
        assert_eq!((replies[0].answer, replies[0].complete), (Some(Answer::Sat), false));
        assert_eq!(read_replies(b"", 0, MODELS), []);
    }

    #[test]
    fn cores_are_names_and_objectives_have_values() {
        let output = b"quis: check 0\nunsat\nquis: model 0\n(error \"none\")\nquis: core 0\n(\na |b c|\nd)\nquis: end 0\n\
            quis: check 1\nsat\nquis: model 1\n()\nquis: core 1\n(error \"none\")\nquis: end 1\n\
            quis: check 2\nunsat\nquis: model 2\n()\nquis: core 2\n(a b";
        let replies = read_replies(output, 3, Ask { cores: true, ..MODELS });
        assert_eq!(replies[0].core_names().unwrap(), ["a", "b c", "d"]);
        assert_eq!((replies[1].core_names(), replies[1].model_text()), (None, Some("()\n")));
        assert_eq!((replies[2].core_names(), replies[2].complete), (None, false));
        let bare = read_replies(b"quis: check 0\nsat\nquis: end 0\n", 1, Ask::default());
        assert!(bare[0].complete && bare[0].answer == Some(Answer::Sat));
        let all = Ask { objectives: true, ..MODELS };
        let output = b"quis: check 0\nsat\nquis: model 0\n()\nquis: objectives 0\n(objectives\n (goal (/ 3.0 2.0))\n ( 1)\n (|a b|  (interval 0 2))\n)\nquis: end 0\n";
        let replies = read_replies(output, 1, all);
        let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        let expected = [pair("goal", "(/ 3.0 2.0)"), pair("", "1"), pair("a b", "(interval 0 2)")];
        assert_eq!(replies[0].objective_values().unwrap(), expected);
        assert_eq!(replies[0].model_text(), Some("()\n"));
        let cut = read_replies(&output[..output.len() - 20], 1, all);
        assert_eq!((cut[0].complete, cut[0].objective_values()), (false, None));
        let half = Reply { core: b"(a |b".to_vec(), complete: true, ..Reply::default() };
        assert_eq!(half.core_names(), None);
    }
}
