//! The checks of a script and what is asserted at each.

use quis_smtlib::{Command, Script, Term};

/// A `check-sat` or `check-sat-assuming`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Check {
    /// The position of the command.
    pub command: usize,
    /// What is asserted there, assumptions last.
    pub assertions: Vec<Term>,
}

/// The checks of a script, in order.
///
/// ```
/// use quis_semantics::checks;
/// use quis_smtlib::{Mode, parse};
///
/// let source = "(assert true) (push 1) (assert false) (check-sat) (pop 1) (check-sat)";
/// let script = parse(source, Mode::Standard).into_result().expect("a valid script");
/// let counts: Vec<usize> = checks(&script).iter().map(|check| check.assertions.len()).collect();
/// assert_eq!(counts, [2, 1]);
/// ```
#[must_use]
pub fn checks(script: &Script) -> Vec<Check> {
    let mut checks = Vec::new();
    let mut asserted: Vec<Term> = Vec::new();
    let mut levels: Vec<usize> = Vec::new();
    for (command, what) in script.commands.iter().enumerate() {
        match what {
            Command::Assert(term) => asserted.push(*term),
            // More levels than this cannot be popped one by one.
            Command::Push(count) => {
                levels.extend(std::iter::repeat_n(asserted.len(), (*count).min(1 << 16) as usize))
            }
            Command::Pop(count) => {
                for _ in 0..(*count).min(1 << 16) {
                    match levels.pop() {
                        Some(length) => asserted.truncate(length),
                        None => break,
                    }
                }
            }
            Command::Reset | Command::ResetAssertions => {
                asserted.clear();
                levels.clear();
            }
            Command::CheckSat => checks.push(Check { command, assertions: asserted.clone() }),
            Command::CheckSatAssuming(assumptions) => {
                let assertions = [&*asserted, &**assumptions].concat();
                checks.push(Check { command, assertions });
            }
            Command::Exit => break,
            _ => {}
        }
    }
    checks
}
