//! What must stay true of the runs of a command.

use std::fmt;

use quis_solvers::{End, Run};
use regex::bytes::Regex;

use super::args::KeptArgs;

/// What a run must have for a candidate to be kept.
#[derive(Debug)]
pub(crate) struct Expectation {
    end: Wanted,
    out: Option<Regex>,
    err: Option<Regex>,
    /// The standard output itself, without space around it.
    said: Option<Vec<u8>>,
}

/// How a run must end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Wanted {
    /// By itself or by a signal, no matter which.
    Any,
    /// Exactly so.
    End(End),
    /// With a code as a shell would report it.
    Code(i32),
}

impl Expectation {
    /// What is to be kept, from what the user wants and how the command ended on the whole file.
    pub(crate) fn of(args: &KeptArgs, first: &Run) -> Expectation {
        let end = match args.exit {
            Some(code) => Wanted::Code(code),
            None if args.ignore_exit => Wanted::Any,
            None => Wanted::End(first.end),
        };
        let (out, err) = (args.match_out.clone(), args.match_err.clone());
        let nothing_else = args.exit.is_none() && out.is_none() && err.is_none();
        let is_good = first.end == End::Exited(0) && nothing_else;
        let said = is_good.then(|| first.stdout.trim_ascii().to_vec());
        Expectation { end, out, err, said }
    }

    /// Whether a run has it all.
    pub(crate) fn holds(&self, run: &Run) -> bool {
        let ended = match (self.end, run.end) {
            // Who was ended by us did not end.
            (_, End::TimedOut | End::Truncated | End::Interrupted) => false,
            (Wanted::Any, _) => true,
            (Wanted::End(wanted), end) => wanted == end,
            (Wanted::Code(code), End::Exited(end)) => code == end,
            (Wanted::Code(code), End::Signal(signal)) => code == 128 + signal,
        };
        ended
            && self.out.as_ref().is_none_or(|pattern| pattern.is_match(&run.stdout))
            && self.err.as_ref().is_none_or(|pattern| pattern.is_match(&run.stderr))
            && self.said.as_ref().is_none_or(|said| said == run.stdout.trim_ascii())
    }
}

impl fmt::Display for Expectation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        match self.end {
            Wanted::Any => {}
            Wanted::End(end) => parts.push(end_text(end)),
            Wanted::Code(code) => parts.push(end_text(End::Exited(code))),
        }
        for (output, pattern) in [("output", &self.out), ("error", &self.err)] {
            if let Some(pattern) = pattern {
                parts.push(format!("a standard {output} that matches `{pattern}`"));
            }
        }
        if let Some(said) = &self.said {
            parts.push(if said.is_empty() {
                "an empty standard output".to_owned()
            } else {
                "the same standard output".to_owned()
            });
        }
        f.write_str(&parts.join(", "))
    }
}

/// match: an end by SIGABRT, result: signal 6
pub(crate) fn end_text(end: End) -> String {
    match end {
        End::Exited(code) => format!("exit code {code}"),
        End::Signal(signal) => format!("signal {signal}"),
        End::TimedOut => "the limit of time".to_owned(),
        End::Truncated => "the limit of output".to_owned(),
        End::Interrupted => "an interruption".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    const NOTHING: KeptArgs = KeptArgs { match_out: None, match_err: None, exit: None, ignore_exit: false };

    fn run(end: End, stdout: &str, stderr: &str) -> Run {
        Run {
            stdout: stdout.as_bytes().to_vec(),
            stderr: stderr.as_bytes().to_vec(),
            end,
            wall: Duration::ZERO,
            cpu: Duration::ZERO,
            memory: 0,
        }
    }

    #[test]
    fn a_failure_is_kept_whatever_is_said() {
        let expectation = Expectation::of(&NOTHING, &run(End::Signal(11), "a", "b"));
        assert_eq!(expectation.to_string(), "signal 11");
        assert!(expectation.holds(&run(End::Signal(11), "", "other")));
        for end in [End::Signal(6), End::Exited(139), End::Exited(0), End::TimedOut, End::Interrupted] {
            assert!(!expectation.holds(&run(end, "a", "b")), "{end:?}");
        }
    }

    #[test]
    fn where_nothing_fails_the_output_is_kept() {
        let expectation = Expectation::of(&NOTHING, &run(End::Exited(0), "sat\n", ""));
        assert_eq!(expectation.to_string(), "exit code 0, the same standard output");
        assert!(expectation.holds(&run(End::Exited(0), " sat", "warning")));
        assert!(!expectation.holds(&run(End::Exited(0), "unsat", "")));
        assert!(!expectation.holds(&run(End::Exited(1), "sat", "")));
        let silent = Expectation::of(&NOTHING, &run(End::Exited(0), "\n", ""));
        assert_eq!(silent.to_string(), "exit code 0, an empty standard output");
    }

    #[test]
    fn patterns_and_codes_must_all_fit() {
        let pattern = |text| Some(Regex::new(text).unwrap());
        let both = KeptArgs { match_out: pattern("^un"), match_err: pattern("oops"), ..NOTHING };
        let expectation = Expectation::of(&both, &run(End::Exited(0), "", ""));
        let text = "exit code 0, a standard output that matches `^un`, a standard error that matches `oops`";
        assert_eq!(expectation.to_string(), text);
        assert!(expectation.holds(&run(End::Exited(0), "unsat", "oops!")));
        assert!(!expectation.holds(&run(End::Exited(0), "sat", "oops!")));
        assert!(!expectation.holds(&run(End::Exited(0), "unsat", "")));
        assert!(!expectation.holds(&run(End::Exited(1), "unsat", "oops!")));
        let ignoring = Expectation::of(&KeptArgs { ignore_exit: true, ..both }, &run(End::Exited(0), "", ""));
        assert!(ignoring.holds(&run(End::Signal(6), "unsat", "oops!")));
        assert!(!ignoring.holds(&run(End::TimedOut, "unsat", "oops!")));
        let code = Expectation::of(&KeptArgs { exit: Some(134), ..NOTHING }, &run(End::Exited(0), "", ""));
        assert!(code.holds(&run(End::Exited(134), "", "")) && code.holds(&run(End::Signal(6), "x", "")));
        assert!(!code.holds(&run(End::Exited(6), "", "")));
    }
}
