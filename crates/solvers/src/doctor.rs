//! What a solver can do here, found out by asking it.

use std::borrow::Cow;
use std::io;
use std::time::Duration;

use quis_observations::End;
use serde::Serialize;

use crate::cost;
use crate::dialect::Dialect;
use crate::limits::Limits;
use crate::run::Runner;
use crate::solver::Solver;
use crate::theory::Theory;

/// So many starts are timed; the quickest counts, since everything else on the machine only adds to it.
const STARTS: usize = 5;

/// What a solver can do.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Examination {
    /// The time on the clock from the start to the answer of a trivial script, in seconds.
    pub start: f64,
    /// The CPU time of a trivial script in a process of its own, in seconds.
    pub fresh_cpu: Option<f64>,
    /// The same in a session, if it has sessions that answer as fresh processes do.
    pub session_cpu: Option<f64>,
    /// Whether it decides a trivial script.
    pub works: bool,
    /// What it says if it does not.
    pub complaint: Option<String>,
    /// Abilities by name.
    pub abilities: Vec<(&'static str, Outcome)>,
    /// Theories by name.
    pub theories: Vec<(&'static str, Outcome)>,
}

/// What came of a probe.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// The answer is right.
    Yes,
    /// There is none: an error, `unknown`, a time-out.
    No,
    /// The table of solvers says that there is no use in asking.
    Skipped,
    /// The answer is wrong.
    Wrong,
}

/// A script and what a solver should say to it, line by line.
struct Probe {
    name: &'static str,
    script: &'static str,
    expected: &'static [&'static str],
    incremental: bool,
}

const TRIVIAL: &str = "(set-logic QF_UF)\n(declare-fun p () Bool)\n(assert p)\n(check-sat)\n";

const ABILITIES: [Probe; 4] = [
    Probe {
        name: "models",
        script: "(set-option :produce-models true)\n(set-logic QF_UF)\n(declare-fun p () Bool)\n(assert (not p))\n\
            (check-sat)\n(get-value (p))\n",
        expected: &["sat", "((p false))"],
        incremental: false,
    },
    Probe {
        name: "cores",
        script: "(set-option :produce-unsat-cores true)\n(set-logic QF_UF)\n(declare-fun p () Bool)\n\
            (declare-fun q () Bool)\n(assert (! p :named first))\n(assert (! (not p) :named second))\n\
            (assert (! q :named third))\n(check-sat)\n(get-unsat-core)\n",
        expected: &["unsat", "(first second)"],
        incremental: false,
    },
    Probe {
        name: "incremental",
        script: "(set-logic QF_UF)\n(declare-fun p () Bool)\n(assert p)\n(push 1)\n(assert (not p))\n(check-sat)\n(pop 1)\n\
            (check-sat)\n",
        expected: &["unsat", "sat"],
        incremental: true,
    },
    Probe {
        name: "assumptions",
        script: "(set-logic QF_UF)\n(declare-fun p () Bool)\n(assert p)\n(check-sat-assuming ((not p)))\n\
            (check-sat-assuming (p))\n",
        expected: &["unsat", "sat"],
        incremental: true,
    },
];

/// A script of propositions, in the first logic that a solver knows; `None` if it lacks a word of it.
fn spelled(dialect: &Dialect, script: &str) -> Option<String> {
    cost::LOGICS.iter().find_map(|logic| {
        let script = script.replace("QF_UF", logic);
        dialect.translate(&script).map(Cow::into_owned)
    })
}

/// A script without a model that needs a theory.
fn probe(theory: Theory) -> &'static str {
    match theory {
        Theory::Ints => "(set-logic QF_LIA)(declare-fun x () Int)(assert (and (< 1 (* 2 x)) (< (* 2 x) 2)))",
        Theory::Reals => "(set-logic QF_LRA)(declare-fun x () Real)(assert (and (< 1.0 x) (< x 1.0)))",
        Theory::Transcendentals => "(set-logic ALL)(declare-fun x () Real)(assert (> (sin x) 2.0))",
        Theory::BitVectors => "(set-logic QF_BV)(declare-fun x () (_ BitVec 8))(assert (= (bvadd x #x01) x))",
        Theory::Floats => {
            "(set-logic QF_FP)(declare-fun x () (_ FloatingPoint 8 24))(assert (and (fp.isNaN x) (fp.eq x x)))"
        }
        Theory::Arrays => {
            "(set-logic QF_AX)(declare-sort I 0)(declare-sort E 0)(declare-fun a () (Array I E))(declare-fun i () I)\
             (declare-fun e () E)(assert (not (= (select (store a i e) i) e)))"
        }
        Theory::Datatypes => {
            "(set-logic QF_DT)(declare-datatypes ((T 0)) (((a) (b (c T)))))(declare-fun x () T)(assert (= x (b x)))"
        }
        Theory::Strings => "(set-logic QF_S)(declare-fun x () String)(assert (= x (str.++ x \"a\")))",
        Theory::Sequences => {
            "(set-logic ALL)(declare-fun x () (Seq Int))(assert (= (seq.len (seq.++ x (seq.unit 1))) 0))"
        }
        Theory::Sets => {
            "(set-logic ALL)(declare-fun x () (Set Int))(assert (and (set.member 1 x) (set.subset x (set.singleton 2))))"
        }
        Theory::Bags => {
            "(set-logic ALL)(declare-fun x () (Bag Int))(assert (and (= x (bag 1 2)) (= (bag.count 1 x) 3)))"
        }
        Theory::Tuples => {
            "(set-logic ALL)(declare-fun x () (Tuple Int Int))(assert (and (= x (tuple 1 2)) (= x (tuple 2 1))))"
        }
        Theory::Fields => {
            "(set-logic QF_FF)(declare-fun x () (_ FiniteField 3))(assert (= (ff.mul x x) (as ff2 (_ FiniteField 3))))"
        }
        Theory::Heaps => {
            "(set-logic QF_ALL)(declare-heap (Int Int))(declare-fun x () Int)(assert (sep (pto x 1) (pto x 1)))"
        }
        Theory::Quantifiers => {
            "(set-logic UF)(declare-sort U 0)(declare-fun p (U) Bool)(declare-fun c () U)\
             (assert (forall ((x U)) (p x)))(assert (not (p c)))"
        }
        Theory::HigherOrder => {
            "(set-logic HO_ALL)(declare-fun f () (-> Int Int))(assert (and (= (f 1) 2) (= (f 1) 3)))"
        }
        Theory::Recursion => {
            "(set-logic ALL)(define-fun-rec f ((x Int)) Int (ite (<= x 0) 0 (f (- x 1))))(assert (not (= (f 2) 0)))"
        }
        Theory::Optimisation => "(declare-fun x () Int)(assert (and (< x 1) (> x 1)))(minimize x)",
    }
}

/// The same, and once more for solvers that have this theory over bit-vectors alone.
fn probes(theory: Theory) -> Vec<&'static str> {
    let second = match theory {
        Theory::Arrays => Some(
            "(set-logic QF_ABV)(declare-fun a () (Array (_ BitVec 4) (_ BitVec 4)))\
             (assert (not (= (select (store a #x1 #x2) #x1) #x2)))",
        ),
        Theory::Quantifiers => Some("(set-logic BV)(assert (forall ((x (_ BitVec 4))) (= x #x1)))"),
        _ => None,
    };
    [probe(theory)].into_iter().chain(second).collect()
}

/// Finds out what a solver can do.
///
/// # Errors
/// If it cannot be started.
pub fn examine(solver: &Solver, limits: &Limits) -> io::Result<Examination> {
    let runner = &Runner::new(*limits);
    let dialect = solver.profile.dialect();
    let trivial = spelled(&dialect, TRIVIAL).unwrap_or_else(|| TRIVIAL.to_owned());
    let mut start = Duration::MAX;
    let mut said = String::new();
    for _ in 0..STARTS {
        let run = runner.run(solver, trivial.as_bytes(), false)?;
        start = start.min(run.wall);
        said = String::from_utf8_lossy(&run.stdout).into_owned() + &String::from_utf8_lossy(&run.stderr);
        if run.end == End::TimedOut {
            break;
        }
    }
    let works = said.lines().any(|line| line.trim() == "sat");
    let first = said.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or("it says nothing");
    let complaint = (!works).then(|| first.to_owned());
    let mut examination =
        Examination { start: start.as_secs_f64(), works, complaint, ..Examination::default() };
    if !works {
        return Ok(examination);
    }
    let costs = cost::measure(solver, limits)?;
    examination.fresh_cpu = Some(costs.fresh.as_secs_f64());
    examination.session_cpu = costs.session.map(|session| session.as_secs_f64());
    let sessions = match (&solver.profile.session, costs.session) {
        (None, _) => Outcome::Skipped,
        (Some(_), None) => Outcome::No,
        (Some(_), Some(_)) => Outcome::Yes,
    };
    examination.abilities.push(("sessions", sessions));
    for probe in &ABILITIES {
        examination.abilities.push((probe.name, ask(solver, runner, &dialect, probe)?));
    }
    for theory in Theory::all() {
        let mut best = Outcome::Skipped;
        for probe in probes(theory) {
            let script = format!("{probe}(check-sat)\n");
            let Some(script) = dialect.translate(&script).filter(|_| best != Outcome::Yes) else { continue };
            let run = runner.run(solver, script.as_bytes(), false)?;
            best = judged(&String::from_utf8_lossy(&run.stdout), &["unsat"]);
            if best == Outcome::Wrong {
                break;
            }
        }
        examination.theories.push((theory.name(), best));
    }
    Ok(examination)
}

fn ask(solver: &Solver, runner: &Runner, dialect: &Dialect, probe: &Probe) -> io::Result<Outcome> {
    let Some(script) = spelled(dialect, probe.script) else { return Ok(Outcome::Skipped) };
    let mut solver = solver.clone();
    let more = match probe.name {
        "models" => &solver.profile.models,
        "cores" => &solver.profile.cores,
        _ => &Vec::new(),
    };
    solver.arguments.extend(more.clone());
    let run = runner.run(&solver, script.as_bytes(), probe.incremental)?;
    Ok(judged(&String::from_utf8_lossy(&run.stdout), probe.expected))
}

/// An error spoils everything; other words between the answers do not.
fn judged(said: &str, expected: &[&str]) -> Outcome {
    if said.contains("(error") || said.contains("unsupported") {
        return Outcome::No;
    }
    let plain = |text: &str| {
        text.split_whitespace().collect::<Vec<_>>().join(" ").replace("( ", "(").replace(" )", ")")
    };
    let said = plain(said);
    // Cores and values may be spread over lines, and cores may have any order.
    let wanted: Vec<String> = expected.iter().map(|line| plain(line)).collect();
    let other: Vec<String> =
        wanted.iter().map(|line| line.replace("(first second)", "(second first)")).collect();
    if said == wanted.join(" ") || said == other.join(" ") {
        return Outcome::Yes;
    }
    let answers = |text: &str| -> Vec<String> {
        let is_answer = |word: &&str| ["sat", "unsat"].contains(word);
        text.split_whitespace().filter(is_answer).map(str::to_owned).collect()
    };
    let (given, right) = (answers(&said), answers(&wanted.join(" ")));
    match given.iter().zip(&right).any(|(given, right)| given != right) {
        true => Outcome::Wrong,
        // Warnings may stand between the answers.
        false if given == right && expected.len() == right.len() => Outcome::Yes,
        false => Outcome::No,
    }
}

#[cfg(test)]
mod tests {
    use quis_smtlib::Mode;

    use super::*;
    use crate::find::SearchPath;

    #[test]
    fn probes_are_scripts() {
        for theory in Theory::all() {
            for probe in probes(theory) {
                let parsed = quis_smtlib::parse(&format!("{probe}(check-sat)"), Mode::Standard);
                assert!(parsed.is_ok(), "{}: {:?}", theory.name(), parsed.diagnostics);
            }
        }
        for probe in &ABILITIES {
            assert!(quis_smtlib::parse(probe.script, Mode::Standard).is_ok(), "{}", probe.name);
        }
    }

    #[test]
    fn propositions_are_in_a_logic_that_the_solver_knows() {
        let table = crate::Table::ours();
        let spelled_for = |name: &str, version: Option<&str>, script| {
            let version = version.and_then(crate::Version::parse);
            spelled(&table.profile(name, version.as_ref()).unwrap().dialect(), script)
        };
        // It knows bit-vectors only, and no names.
        for version in [None, Some("1.5.118")] {
            assert!(spelled_for("boolector", version, TRIVIAL).unwrap().starts_with("(set-logic QF_BV)"));
            assert_eq!(spelled_for("boolector", version, ABILITIES[1].script), None);
        }
        assert!(spelled_for("z3", None, ABILITIES[1].script).is_some());
    }

    #[test]
    fn answers_are_judged() {
        assert_eq!(judged("unsat\n", &["unsat"]), Outcome::Yes);
        assert_eq!(judged("hm\nunsat\n", &["unsat"]), Outcome::Yes);
        assert_eq!(judged("sat\n", &["unsat"]), Outcome::Wrong);
        assert_eq!(judged("unknown\n", &["unsat"]), Outcome::No);
        assert_eq!(judged("(error \"x\")\nunsat\n", &["unsat"]), Outcome::No);
        assert_eq!(judged("unsat\n(\nsecond\nfirst\n)\n", &["unsat", "(first second)"]), Outcome::Yes);
        assert_eq!(judged("unsat\n(first second third)\n", &["unsat", "(first second)"]), Outcome::No);
        assert_eq!(judged("unsat\nsat\n", &["sat", "unsat"]), Outcome::Wrong);
        assert_eq!(judged("", &["sat"]), Outcome::No);
    }

    #[test]
    fn a_program_that_is_no_solver_is_told_apart() {
        let path = SearchPath { directories: vec!["/bin".into()], ..SearchPath::default() };
        let solver = Solver::from_spec("sh -c 'echo hello'", &path).unwrap();
        let found = examine(&solver, &Limits::default()).unwrap();
        assert_eq!((found.works, found.complaint.as_deref()), (false, Some("hello")));
    }
}
