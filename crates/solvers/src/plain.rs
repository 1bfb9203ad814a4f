//! The output of a solver that knows no `echo`: answers without marks, in the order of the checks.

use quis_observations::output::{error_of, expressions};
use quis_observations::{Answer, Ask, Reply};

use crate::reply::note_error;

/// Takes such output apart.
pub(crate) fn read_plain(stdout: &[u8], checks: usize, ask: Ask) -> Vec<Reply> {
    let mut replies: Vec<Reply> = Vec::with_capacity(checks);
    let mut error: Option<(String, bool)> = None;
    let mut rest = Vec::new();
    for line in stdout.split_inclusive(|&byte| byte == b'\n') {
        if let Some(answer) = Answer::of_line(line).filter(|_| replies.len() < checks) {
            if let Some(last) = replies.last_mut() {
                let later = take_asked(last, &rest, ask);
                error = error.or_else(|| later.map(|text| (text, true)));
            }
            rest.clear();
            let mut reply = Reply { answer: Some(answer), ..Reply::default() };
            note_error(&mut reply, error.as_ref());
            replies.push(reply);
            continue;
        }
        rest.extend_from_slice(line);
        // Behind an answer an error may be that there is no model. That `echo` is not known is no error of the script.
        if replies.is_empty() && error.is_none() {
            error = error_of(line).filter(|text| !text.contains("echo")).map(|text| (text, false));
        }
    }
    if let Some(last) = replies.last_mut() {
        let later = take_asked(last, &rest, ask);
        error = error.or_else(|| later.map(|text| (text, true)));
    }
    while replies.len() < checks {
        let mut reply = Reply::default();
        note_error(&mut reply, error.as_ref());
        replies.push(reply);
    }
    replies
}

/// What stands behind an answer: the model, the core, then the objectives, as far as they were asked for. Gives the first error behind
/// them.
fn take_asked(reply: &mut Reply, rest: &[u8], ask: Ask) -> Option<String> {
    let mut said = expressions(rest)
        .filter(|&text| !error_of(text).is_some_and(|error| error.contains("echo")))
        .map(<[u8]>::to_vec);
    let mut complete = true;
    let mut next = |wanted: bool| {
        let text = wanted.then(|| said.next());
        complete &= text != Some(None);
        text.flatten().unwrap_or_default()
    };
    reply.model = next(ask.models);
    reply.core = next(ask.cores);
    reply.objectives = next(ask.objectives);
    reply.complete = complete;
    said.find_map(|text| error_of(&text))
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOTH: Ask = Ask { cores: true, ..Ask::MODELS };

    #[test]
    fn answers_come_in_order() {
        let output = b"sat\n(\n(define-fun x () Int (- 1)))\n(error \"no core\")\nunsat\n(error \"no model\")\n(a b)\nsat\n((def";
        let replies = read_plain(output, 4, BOTH);
        let answers: Vec<_> = replies.iter().map(|reply| reply.answer).collect();
        assert_eq!(answers, [Some(Answer::Sat), Some(Answer::Unsat), Some(Answer::Sat), None]);
        assert_eq!(replies[0].model_text(), Some("(\n(define-fun x () Int (- 1)))"));
        assert_eq!(replies[0].core_names(), None);
        assert_eq!((replies[1].model_text(), replies[1].core_names().unwrap().len()), (None, 2));
        assert!(!replies[2].complete && replies.iter().all(|reply| reply.error.is_none()));
    }

    #[test]
    fn complaints_about_marks_are_passed_over_and_other_errors_are_not() {
        let output = b"(error \"unknown command echo\")\nunknown\n(error \"unknown command echo\")\n(m)\n(error \"echo\")\n";
        let replies = read_plain(output, 1, Ask::MODELS);
        assert_eq!((replies[0].answer, &replies[0].error), (Some(Answer::Unknown), &None));
        assert_eq!(replies[0].model_text(), Some("(m)"));
        let later = read_plain(b"sat\n(error \"sort\")\nsat\n", 3, Ask::default());
        let errors: Vec<_> = later.iter().map(|reply| (reply.error.as_deref(), reply.early_error)).collect();
        assert_eq!(errors, [(None, false), (Some("sort"), false), (Some("sort"), false)]);
        let replies = read_plain(b"(error \"sort\")\nsat\n", 2, Ask::default());
        assert!(replies.iter().all(|reply| reply.error.as_deref() == Some("sort") && reply.early_error));
    }
}
