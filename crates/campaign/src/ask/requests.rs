//! What techniques would like to know of a seed, put to the reference solver.

use quis_smtlib::Script;
use quis_solvers::{Answer, Ask, Interrupt, Limits, Solver};
use quis_techniques::{Reply, Request, Stream, Technique, TestCase};

use super::crew::Crew;
use crate::error::Error;

/// How often a technique may ask.
const ROUNDS: usize = 4;
/// How many requests are put to the solver, for one technique and one seed.
const REQUESTS: usize = 64;

/// Puts the requests of a technique about a seed to a solver, again and again, until there are none, or there were enough of them.
/// Every request has a process of its own. `None` if interrupted.
///
/// # Errors
/// If the solver cannot be started.
pub fn ask(
    technique: &dyn Technique,
    seed: &Script,
    stream: &Stream,
    solver: &Solver,
    limits: Limits,
    interrupt: Option<&Interrupt>,
) -> Result<Option<Vec<Reply>>, Error> {
    ask_one_of(&mut Crew::fresh([solver.clone()], limits, interrupt), 0, technique, seed, stream)
}

/// As [`ask`], with one of the solvers of a crew.
pub(crate) fn ask_one_of(
    crew: &mut Crew,
    at: usize,
    technique: &dyn Technique,
    seed: &Script,
    stream: &Stream,
) -> Result<Option<Vec<Reply>>, Error> {
    let mut replies = Vec::new();
    for _ in 0..ROUNDS {
        let requests = technique.requests(seed, &replies, stream);
        if requests.is_empty() {
            break;
        }
        for request in requests {
            if replies.len() == REQUESTS {
                return Ok(Some(replies));
            }
            let Some(reply) = reply(crew, at, &request)? else { return Ok(None) };
            replies.push(reply);
        }
    }
    Ok(Some(replies))
}

/// What a solver says; nothing that helps if it cannot read the request. `None` if interrupted.
fn reply(crew: &mut Crew, at: usize, request: &Request) -> Result<Option<Reply>, Error> {
    let case = TestCase::of_text(&request.text, &[]);
    let ask = Ask { models: request.model, ..Ask::default() };
    let Some(observation) = crew.ask_for(at, &case, ask)? else { return Ok(Some(Reply::Unknown)) };
    if crew.interrupted {
        return Ok(None);
    }
    let last = observation.replies.last().filter(|reply| reply.error.is_none());
    Ok(Some(match last.and_then(|reply| Some((reply.answer?, reply))) {
        Some((Answer::Sat, reply)) => {
            let model = reply.model_text().filter(|_| request.model);
            Reply::Sat(model.map(|model| model.trim().into()))
        }
        Some((Answer::Unsat, _)) => Reply::Unsat,
        _ => Reply::Unknown,
    }))
}

#[cfg(test)]
mod tests {
    use quis_smtlib::{Mode as Reading, parse};
    use quis_solvers::SearchPath;
    use quis_techniques::{Material, TestCase};

    use super::*;

    /// Asks for ever: each time as many requests as it has replies, and one.
    struct Curious;

    impl Technique for Curious {
        fn name(&self) -> &'static str {
            "curious"
        }

        fn parameters(&self) -> String {
            String::new()
        }

        fn applies(&self, _: &Script) -> bool {
            true
        }

        fn requests(&self, _: &Script, replies: &[Reply], _: &Stream) -> Vec<Request> {
            let request = |number: usize| Request {
                text: "(declare-const x Int)\n(check-sat)\n".to_owned(),
                model: number.is_multiple_of(2),
            };
            (0..=replies.len() * 6).map(request).collect()
        }

        fn cases<'a>(&'a self, _: Material<'a>, _: Stream) -> Box<dyn Iterator<Item = TestCase> + Send + 'a> {
            Box::new(std::iter::empty())
        }
    }

    fn replies(said: &str) -> Vec<Reply> {
        let spec = format!("sh -c '{said}'");
        let solver = Solver::from_spec(&spec, &SearchPath::from_environment()).unwrap();
        let seed = parse("(check-sat)", Reading::Standard).into_result().unwrap();
        ask(&Curious, &seed, &Stream::new(1), &solver, Limits::default(), None).unwrap().unwrap()
    }

    #[test]
    fn requests_are_answered_within_bounds() {
        let model = "echo quis: check 0; echo sat; echo quis: model 0; echo \"((define-fun x () Int 4))\"; echo quis: end 0";
        let replies = replies(model);
        assert_eq!(replies.len(), REQUESTS, "1, 7, 49, and no more");
        assert_eq!(replies[0], Reply::Sat(Some("((define-fun x () Int 4))".into())));
        assert_eq!(replies[2], Reply::Sat(None));
    }

    #[test]
    fn what_does_not_help_is_unknown() {
        assert_eq!(replies("echo quis: check 0; echo unsat")[0], Reply::Unsat);
        for said in ["echo quis: check 0; echo \"(error \\\"no\\\")\"; echo sat", "true"] {
            assert_eq!(replies(said)[0], Reply::Unknown, "{said}");
        }
    }
}
