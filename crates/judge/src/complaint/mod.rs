//! What a solver's messages and its end are about.

mod site;
mod words;

use quis_observations::{Answer, Complaint, End, Observation};
use quis_smtlib::theories::{Theory, registry};

use crate::context::Seen;
use crate::judge::{Settings, is_good_end};
use words::{CORE, CRASH_STARTS, CRASHES, LIMITATIONS, LIMITS, MODEL, SORTS, UNKNOWN_NAMES, first_with, has};

/// What is the matter with a run, apart from the answers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Matter {
    /// Nothing.
    Quiet,
    /// It ran out of time, of memory, or of patience.
    Limit,
    /// It was asked for something that it does not claim to be able to do.
    Limitation,
    /// It is at fault: what happened, and where, as fingerprints have it.
    Crash { what: String, site: String },
    /// It says that its own model is wrong.
    OwnModel(String),
    /// It says that its own core is wrong.
    OwnCore(String),
    /// It reported an error before it had answered all checks.
    Error(String),
}

/// The lines behind the first of a message on the standard output that belong to it.
const MESSAGE_LINES: usize = 8;

/// What is the matter with a run.
pub(crate) fn matter(seen: &Seen<'_>, settings: &Settings) -> Matter {
    let observation = seen.observation;
    if matches!(observation.end, End::Interrupted | End::Truncated) || is_plain(observation) {
        return Matter::Quiet;
    }
    let said = said(observation);
    let lower = said.to_ascii_lowercase();
    if has(&lower, MODEL) {
        return Matter::OwnModel(first_with(&said, MODEL));
    }
    if has(&lower, CORE) {
        return Matter::OwnCore(first_with(&said, CORE));
    }
    let signal = signal_of(observation.end);
    if has(&lower, LIMITS) || (signal.is_some() && near_limit(observation, settings)) {
        return Matter::Limit;
    }
    // Whatever else was said: nobody dies so on purpose.
    if let Some(signal) = signal.filter(|&signal| is_crash(signal) && signal != ABORT) {
        return crash(&said, Some(signal));
    }
    match seen.facts.classify(&said) {
        Complaint::Limitation => return Matter::Limitation,
        Complaint::Crash => return crash(&said, signal),
        Complaint::Other => {}
    }
    match signal {
        Some(ABORT) if has(&lower, LIMITATIONS) => return Matter::Limitation,
        Some(ABORT) => return crash(&said, signal),
        Some(_) => return Matter::Limit,
        None => {}
    }
    if site::has_sanitizer(&said) {
        return crash(&said, None);
    }
    if has(&lower, LIMITATIONS) || is_unknown_operator(&said, &lower) {
        return Matter::Limitation;
    }
    if has(&lower, CRASHES) {
        return crash(&said, None);
    }
    no_answer(observation, &said)
}

/// Whether nothing was said but answers, and the end was good: the quick way, for most runs.
fn is_plain(observation: &Observation) -> bool {
    is_good_end(observation.end)
        && observation.stderr.is_empty()
        && observation.replies.iter().all(|reply| {
            // Everybody complains if asked for a model behind `unsat`.
            let has_model = !reply.model.trim_ascii_start().starts_with(b"(error");
            reply.answer.is_some()
                && reply.error.is_none()
                && (has_model || reply.answer != Some(Answer::Sat))
        })
}

/// What is left if no word tells: an error, or an end without an answer.
fn no_answer(observation: &Observation, said: &str) -> Matter {
    if let Some(error) = observation.replies.iter().find_map(|reply| reply.error.as_ref()) {
        return Matter::Error(error.clone());
    }
    let unanswered = observation.replies.iter().any(|reply| reply.answer.is_none());
    match observation.end {
        End::TimedOut => Matter::Limit,
        End::Exited(code) if unanswered && code != 0 => {
            match said.lines().find(|line| !line.trim().is_empty()) {
                Some(line) => Matter::Error(line.trim().to_owned()),
                None => Matter::Crash {
                    what: format!("no answer, exit code {code}"),
                    site: format!("exit code {code}"),
                },
            }
        }
        _ => Matter::Quiet,
    }
}

fn crash(said: &str, signal: Option<i32>) -> Matter {
    let name = signal.map(|signal| format!("signal {}", signal_name(signal)));
    let site = site::site(said);
    let what = match (&name, said.lines().find(|line| has(&line.to_ascii_lowercase(), CRASHES))) {
        (_, Some(line)) => line.trim().to_owned(),
        (Some(name), None) => format!("ended by {name}"),
        (None, None) => said.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or("").to_owned(),
    };
    let site = site.or(name).unwrap_or_else(|| crate::fingerprint::message(&what));
    Matter::Crash { what, site }
}

/// All messages of a run: the standard error, errors, and what looks like the end of a program on the standard output. Models
/// are left out: a string in one may say anything. A line that is repeated, as some solvers do until their time is over, comes once.
pub(crate) fn said(observation: &Observation) -> String {
    let once: Vec<&[u8]> = changing_lines(&observation.stderr).collect();
    let mut said = String::from_utf8_lossy(&once.join(&b'\n')).into_owned();
    for reply in &observation.replies {
        let model_error = reply.model_error().filter(|_| reply.answer == Some(Answer::Sat));
        for error in reply.error.iter().cloned().chain(model_error) {
            said.push('\n');
            said.push_str(&error);
        }
    }
    let mut left = 0;
    for line in changing_lines(&observation.stdout) {
        if CRASH_STARTS.iter().any(|start| line.starts_with(start.as_bytes())) {
            left = MESSAGE_LINES;
        }
        if left > 0 {
            left -= 1;
            said.push('\n');
            said.push_str(&String::from_utf8_lossy(line));
        }
    }
    said
}

/// The lines of an output, without those that repeat the line before.
fn changing_lines(output: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut before = None;
    output.split(|&byte| byte == b'\n').filter(move |&line| before.replace(line) != Some(line))
}

/// A name that the solver does not know, but the standard does: something that this release does not have.
fn is_unknown_operator(said: &str, lower: &str) -> bool {
    // Short names and those of the core theory are words of the language, too.
    let is_known = |word: &str| {
        SORTS.contains(&word)
            || (word.len() > 3 && registry().named(word).any(|op| op.theory() != Theory::Core))
    };
    has(lower, UNKNOWN_NAMES)
        && said.split(|c: char| c.is_whitespace() || "()'`\"|,;:".contains(c)).any(is_known)
}

const ABORT: i32 = 6;
const NAMES: [(i32, &str); 7] = [
    (4, "SIGILL"),
    (5, "SIGTRAP"),
    (6, "SIGABRT"),
    (7, "SIGBUS"),
    (8, "SIGFPE"),
    (11, "SIGSEGV"),
    (31, "SIGSYS"),
];

/// Whether a signal is one that a program brings upon itself. What others send, and the limit of CPU time, is not.
fn is_crash(signal: i32) -> bool {
    NAMES.iter().any(|&(number, _)| number == signal)
}

fn signal_name(signal: i32) -> String {
    let known = NAMES.iter().find(|&&(number, _)| number == signal);
    known.map_or_else(|| signal.to_string(), |&(_, name)| name.to_owned())
}

/// The signal that ended a run; a shell or another wrapper turns it into an exit code.
fn signal_of(end: End) -> Option<i32> {
    match end {
        End::Signal(signal) => Some(signal),
        End::Exited(code) if is_crash(code - 128) => Some(code - 128),
        _ => None,
    }
}

/// Whether there was hardly any memory left: then a failed allocation is behind whatever happened.
fn near_limit(observation: &Observation, settings: &Settings) -> bool {
    match (observation.memory, settings.memory_limit) {
        (Some(used), Some(limit)) => used >= limit / 10 * 9,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_is_repeated_comes_once() {
        let lines = |text: &'static str| changing_lines(text.as_bytes()).collect::<Vec<_>>().join(&b'\n');
        assert_eq!(lines("a\na\na\nb\na\n"), b"a\nb\na\n");
        assert_eq!(lines(""), b"");
    }
}
