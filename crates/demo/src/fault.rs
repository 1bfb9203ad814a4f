//! The faults that can be planted.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use quis_smtlib::walk::{TermSet, post_order};
use quis_smtlib::{Role, Store, Term, TermKind};

/// What goes wrong.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum FaultKind {
    /// `unsat` for `sat`.
    WrongUnsat,
    /// `sat` for `unsat`.
    WrongSat,
    /// A model under which an assertion is false.
    InvalidModel,
    /// A core that is satisfiable.
    InvalidCore,
    /// A core with more than is needed.
    LooseCore,
    /// A value of an objective that is not the best.
    WrongOptimum,
    /// A value of an objective that no model has.
    MissedOptimum,
    /// An assertion of its own fails.
    Abort,
    /// It dies by a signal.
    Segfault,
    /// It ends without an answer.
    Exit,
    /// It notices that something is wrong in it.
    InternalError,
    /// An error on a well-formed input.
    Rejected,
    /// It never answers.
    Hang,
    /// It takes its time.
    Slow,
    /// `unknown` where it knows better.
    Unknown,
    /// The answer depends on the random seed.
    Unstable,
    /// Wrong after a `(reset)`.
    SessionState,
    /// Something that is no answer.
    Garbage,
    /// It dies in the middle of a model.
    HalfModel,
    /// Output without end.
    Flood,
    /// Memory without end.
    Memory,
}

/// Every kind of fault, with its name and a line of help.
pub const FAULTS: &[(FaultKind, &str, &str)] = &[
    (FaultKind::WrongUnsat, "wrong-unsat", "answer `unsat` in place of `sat` or `unknown`"),
    (FaultKind::WrongSat, "wrong-sat", "answer `sat` in place of `unsat` or `unknown`"),
    (FaultKind::InvalidModel, "invalid-model", "print a model under which an assertion is false"),
    (FaultKind::InvalidCore, "invalid-core", "leave out a needed name of an unsatisfiable core"),
    (FaultKind::LooseCore, "loose-core", "print all names as the unsatisfiable core"),
    (FaultKind::WrongOptimum, "wrong-optimum", "take a value of an objective that is not the best"),
    (
        FaultKind::MissedOptimum,
        "missed-optimum",
        "print a value of an objective that is better than that of the model",
    ),
    (FaultKind::Abort, "abort", "fail an assertion and die by SIGABRT"),
    (FaultKind::Segfault, "segfault", "die by SIGSEGV"),
    (FaultKind::Exit, "exit", "end with exit code 3, without an answer"),
    (FaultKind::InternalError, "internal-error", "report an internal error in place of an answer"),
    (FaultKind::Rejected, "rejected", "report an error on a well-formed assertion, and drop it"),
    (FaultKind::Hang, "hang", "never answer"),
    (FaultKind::Slow, "slow", "burn two seconds before each answer"),
    (FaultKind::Unknown, "unknown", "answer `unknown`"),
    (FaultKind::Unstable, "unstable", "answer `unknown` if the random seed is odd"),
    (FaultKind::SessionState, "session-state", "swap `sat` and `unsat` after a `(reset)`"),
    (FaultKind::Garbage, "garbage", "print bytes that are no answer"),
    (FaultKind::HalfModel, "half-model", "die by SIGSEGV in the middle of a model"),
    (FaultKind::Flood, "flood", "print without end in place of an answer"),
    (FaultKind::Memory, "memory", "take up to 4 GB of memory before each answer"),
];

impl FaultKind {
    /// The name by which it is asked for.
    #[must_use]
    pub fn name(self) -> &'static str {
        FAULTS.iter().find(|(kind, ..)| *kind == self).map_or("", |(_, name, _)| name)
    }
}

/// A planted fault: it shows on inputs that contain its trigger, or on all.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// What goes wrong.
    pub kind: FaultKind,
    /// The name of an operator, function or binder, or a circumstance: `push`, `no-push`, `check-sat-assuming`, `reset-assertions`, `no-models`.
    pub trigger: Option<String>,
}

impl FromStr for Fault {
    type Err = String;

    /// match: wrong-unsat:bvmul
    fn from_str(text: &str) -> Result<Self, String> {
        let (name, trigger) = match text.split_once(':') {
            Some((name, trigger)) => (name, Some(trigger)),
            None => (text, None),
        };
        if trigger == Some("") {
            return Err(format!("`{text}` names no operator behind the colon"));
        }
        if let Some((kind, ..)) = FAULTS.iter().find(|(_, known, _)| *known == name) {
            Ok(Fault { kind: *kind, trigger: trigger.map(str::to_owned) })
        } else {
            let known: Vec<&str> = FAULTS.iter().map(|(_, name, _)| *name).collect();
            Err(format!("there is no fault `{name}`; known are {}", known.join(", ")))
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind.name())?;
        self.trigger.iter().try_for_each(|trigger| write!(f, ":{trigger}"))
    }
}

impl Fault {
    /// A number for messages: the same for one fault, different for different triggers, as lines of code would be.
    pub(crate) fn line(&self) -> usize {
        let trigger = self.trigger.as_deref().unwrap_or_default();
        let mixed = trigger.bytes().fold(7usize, |sum, byte| (sum * 31 + usize::from(byte)) % 997);
        100 + self.kind as usize * 1000 + mixed
    }
}

/// The faults that show on an input.
#[derive(Clone, Default, Debug)]
pub(crate) struct Active<'f> {
    faults: Vec<&'f Fault>,
}

impl<'f> Active<'f> {
    /// Those that have no trigger, or whose trigger occurs in the terms or is a circumstance.
    pub(crate) fn new(faults: &'f [Fault], store: &Store, roots: &[Term], circumstances: &[&str]) -> Self {
        let names = if faults.iter().any(|fault| fault.trigger.is_some()) {
            names_in(store, roots)
        } else {
            BTreeSet::new()
        };
        let occurs = |trigger: &str| names.contains(trigger) || circumstances.contains(&trigger);
        let shows = |fault: &&Fault| fault.trigger.as_deref().is_none_or(occurs);
        Active { faults: faults.iter().filter(shows).collect() }
    }

    pub(crate) fn get(&self, kind: FaultKind) -> Option<&'f Fault> {
        self.faults.iter().find(|fault| fault.kind == kind).copied()
    }

    pub(crate) fn has(&self, kind: FaultKind) -> bool {
        self.get(kind).is_some()
    }
}

/// The names of all that is applied below the terms, in definitions too.
fn names_in<'s>(store: &'s Store, roots: &[Term]) -> BTreeSet<&'s str> {
    let mut names = BTreeSet::new();
    let mut seen = TermSet::for_store(store);
    let mut todo = roots.to_vec();
    while let Some(root) = todo.pop() {
        let mut inner = Vec::new();
        post_order(store, &[root], &mut seen, |term| match store.kind(term) {
            TermKind::Apply(function, _) => {
                let data = store.function(function);
                names.insert(store.text(data.name));
                if let Role::Named(named) = data.role {
                    inner.push(named);
                }
                inner.extend(store.definition(function).map(|(_, body)| body));
            }
            TermKind::Binder(binder, ..) => {
                names.insert(binder.name());
            }
            TermKind::Match(..) => {
                names.insert("match");
            }
            _ => {}
        });
        todo.extend(inner.into_iter().filter(|&term| !seen.contains(term)));
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_are_read_and_shown() {
        for (kind, name, help) in FAULTS {
            let fault: Fault = name.parse().unwrap();
            assert_eq!((fault.kind, fault.to_string(), fault.trigger), (*kind, (*name).to_owned(), None));
            assert!(!help.is_empty());
        }
        let fault: Fault = "wrong-unsat:str.++".parse().unwrap();
        assert_eq!((fault.kind, fault.trigger.as_deref()), (FaultKind::WrongUnsat, Some("str.++")));
        assert_eq!(fault.to_string(), "wrong-unsat:str.++");
        assert!("wrong".parse::<Fault>().unwrap_err().contains("wrong-unsat"));
        assert!("abort:".parse::<Fault>().is_err());
    }

    #[test]
    fn triggers_are_found_below_definitions_and_names() {
        let mut reader = quis_smtlib::CommandReader::new();
        let text = "(declare-const x (_ BitVec 4)) (define-fun f ((y (_ BitVec 4))) (_ BitVec 4) (bvmul y y))
            (assert (! (= ((_ extract 3 0) (f x)) x) :named n)) (assert (not n))";
        let (commands, diagnostics) = reader.read(text);
        assert_eq!(diagnostics, []);
        let roots = commands[3].terms();
        let faults = ["abort:bvmul", "exit:bvadd", "hang:extract", "slow:n", "segfault"]
            .map(|text| text.parse::<Fault>().unwrap());
        let active = Active::new(&faults, &reader.store, &roots, &[]);
        let kinds =
            [FaultKind::Abort, FaultKind::Exit, FaultKind::Hang, FaultKind::Slow, FaultKind::Segfault];
        assert_eq!(kinds.map(|kind| active.has(kind)), [true, false, true, true, true]);
    }
}
