//! Random small scripts: the search must agree with trying everything, and with Z3 where it is at hand.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may fail")]

use std::fmt::Write as _;
use std::time::Duration;

use quis_demo::{Demo, Options};
use quis_semantics::{Cardinality, Evaluator, Model, Value, Verdict, checks, validate};
use quis_smtlib::{Command, Mode, Script, parse, read_model};
use quis_solvers::{Limits, Runner, SearchPath, Solver};
use quis_techniques::Stream;

/// Makes scripts over three truths, two small bit-vectors and, if wanted, what cannot all be tried.
struct Maker {
    stream: Stream,
    rich: bool,
}

impl Maker {
    fn script(number: u64, rich: bool) -> String {
        let mut maker = Maker { stream: Stream::new(11).nth(number), rich };
        let mut text = "(declare-const p Bool)\n(declare-const q Bool)\n(declare-const r Bool)\n\
            (declare-const x (_ BitVec 3))\n(declare-const y (_ BitVec 3))\n"
            .to_owned();
        if rich {
            text.push_str(
                "(declare-sort U 0)\n(declare-const u U)\n(declare-const v U)\n(declare-fun h (U) U)\n\
                (declare-fun f ((_ BitVec 3)) (_ BitVec 3))\n(declare-const i Int)\n(declare-const j Int)\n\
                (assert (<= 0 i 7))\n",
            );
        }
        for name in 0..2 + maker.stream.below(6) {
            let term = maker.truth(3);
            let _ = writeln!(text, "(assert (! {term} :named n{name}))");
        }
        text + "(check-sat)\n"
    }

    fn pick(&mut self, from: &[&str]) -> String {
        (*self.stream.choose(from).unwrap()).to_owned()
    }

    fn truth(&mut self, depth: usize) -> String {
        if depth == 0 {
            return self.pick(&["p", "q", "r"]);
        }
        match self.stream.below(if self.rich { 10 } else { 7 }) {
            0 => format!("(not {})", self.truth(depth - 1)),
            1 | 2 => {
                let op = self.pick(&["and", "or", "=>", "xor", "=", "distinct"]);
                format!("({op} {} {})", self.truth(depth - 1), self.truth(depth - 1))
            }
            3 => {
                format!("(ite {} {} {})", self.truth(depth - 1), self.truth(depth - 1), self.truth(depth - 1))
            }
            4..=6 => {
                let op = self.pick(&["=", "distinct", "bvult", "bvule", "bvslt", "bvsge"]);
                format!("({op} {} {})", self.bits(2), self.bits(2))
            }
            7 => {
                let op = self.pick(&["=", "distinct"]);
                format!("({op} {} {})", self.element(2), self.element(2))
            }
            _ => {
                let op = self.pick(&["<", "<=", "=", "distinct"]);
                format!("({op} {} {})", self.integer(2), self.integer(2))
            }
        }
    }

    fn bits(&mut self, depth: usize) -> String {
        match self.stream.below(if self.rich { 6 } else { 5 }) {
            _ if depth == 0 => self.pick(&["x", "y", "x", "y", "#b001", "#b110"]),
            0 => self.pick(&["x", "y"]),
            1 => format!("(ite {} {} {})", self.truth(depth - 1), self.bits(depth - 1), self.bits(depth - 1)),
            5 => format!("(f {})", self.bits(depth - 1)),
            _ => {
                let ops =
                    ["bvadd", "bvmul", "bvsub", "bvxor", "bvand", "bvudiv", "bvurem", "bvshl", "bvashr"];
                format!("({} {} {})", self.pick(&ops), self.bits(depth - 1), self.bits(depth - 1))
            }
        }
    }

    fn element(&mut self, depth: usize) -> String {
        if depth == 0 || self.stream.chance(1, 2) {
            self.pick(&["u", "v"])
        } else {
            format!("(h {})", self.element(depth - 1))
        }
    }

    fn integer(&mut self, depth: usize) -> String {
        if depth == 0 || self.stream.chance(1, 3) {
            return self.pick(&["i", "j", "i", "3", "5"]);
        }
        let op = self.pick(&["+", "-", "*", "div", "mod"]);
        format!("({op} {} {})", self.integer(depth - 1), self.integer(depth - 1))
    }
}

/// The output of the solver.
fn solve(text: &str) -> String {
    let mut output = Vec::new();
    let options = Options { budget: 1 << 18, ..Options::default() };
    Demo::new(options).run(text.as_bytes(), &mut output).unwrap();
    String::from_utf8(output).unwrap()
}

fn read(text: &str) -> Script {
    parse(text, Mode::Standard).into_result().unwrap()
}

/// Whether some combination of values makes all assertions true.
fn satisfiable(script: &Script) -> bool {
    let mut model = Model::new();
    let constants = script.commands.iter().filter_map(|command| match command {
        Command::DeclareConst(function) => Some((*function, script.store.function(*function).result)),
        _ => None,
    });
    let symbols: Vec<_> = constants.collect();
    let counts: Vec<u64> = symbols
        .iter()
        .map(|(_, sort)| match model.values.cardinality(&script.store, *sort) {
            Cardinality::Finite(count) => count,
            other => panic!("{other:?}"),
        })
        .collect();
    let assertions: Vec<_> = script.assertions().collect();
    (0..counts.iter().product()).any(|number: u64| {
        let mut rest = number;
        for ((function, sort), count) in symbols.iter().zip(&counts) {
            let value = model.values.nth(&script.store, *sort, rest % count).unwrap();
            model.set_value(*function, value);
            rest /= count;
        }
        let mut evaluator = Evaluator::new(&script.store, &mut model);
        assertions.iter().all(|&term| evaluator.evaluate(term) == Ok(Value::Bool(true)))
    })
}

/// The verdict on the model that the solver printed.
fn verdict(text: &str, model: &str) -> Verdict {
    let mut script = read(text);
    let check = checks(&script).remove(0);
    let answer = read_model(&mut script, check.command, model);
    assert!(answer.is_ok(), "{text}{model}");
    let mut model = Model::from_answer(&script.store, &answer);
    validate(&script.store, &check.assertions, &mut model)
}

#[test]
fn small_scripts_are_decided_as_by_trying_everything() {
    let mut unsatisfiable = 0;
    for number in 0..150 {
        let text = Maker::script(number, false);
        let output = solve(&format!("{text}(get-model)\n(get-unsat-core)\n"));
        let truth = satisfiable(&read(&text));
        let expected = if truth { "sat" } else { "unsat" };
        assert_eq!(output.lines().next(), Some(expected), "{text}");
        if truth {
            let model = output.split("(error").next().unwrap().trim_start_matches("sat");
            assert_eq!(verdict(&text, model), Verdict::Valid { completed: false }, "{text}{model}");
        } else {
            unsatisfiable += 1;
            check_core(&text, output.lines().last().unwrap());
        }
    }
    assert!((10..140).contains(&unsatisfiable), "{unsatisfiable}");
}

/// A core is unsatisfiable, and satisfiable without any one of its names.
fn check_core(text: &str, core: &str) {
    let names: Vec<&str> = core.trim_matches(['(', ')']).split_whitespace().collect();
    let with = |kept: &[&str]| {
        let keep = |line: &&str| {
            !line.contains(":named") || kept.iter().any(|name| line.ends_with(&format!(":named {name}))")))
        };
        let text: Vec<&str> = text.lines().filter(keep).collect();
        satisfiable(&read(&text.join("\n")))
    };
    assert!(!with(&names), "{text}{core}");
    for at in 0..names.len() {
        let others: Vec<&str> = [&names[..at], &names[at + 1..]].concat();
        assert!(with(&others), "{text}{core} without {}", names[at]);
    }
}

#[test]
fn models_of_rich_scripts_are_valid() {
    let mut decided = 0;
    for number in 0..150 {
        let text = Maker::script(number, true);
        let output = solve(&format!("{text}(get-model)\n"));
        decided += usize::from(!output.starts_with("unknown"));
        if let Some(rest) = output.strip_prefix("sat\n") {
            assert!(matches!(verdict(&text, rest), Verdict::Valid { .. }), "{text}{rest}");
        }
    }
    assert!(decided > 100, "{decided}");
}

/// Needs Z3; without it there is nothing to compare with.
#[test]
fn z3_does_not_differ() {
    let Ok(solver) = Solver::from_spec("z3", &SearchPath::from_environment()) else { return };
    let texts: Vec<String> = (0..200).map(|number| Maker::script(number, true)).collect();
    // One process for all of them, however slow the machine is.
    let limits = Limits { wall: Duration::from_secs(600), ..Limits::default() };
    let session = texts.iter().map(|text| format!("(reset)\n(set-option :timeout 2000)\n{text}"));
    let run = Runner::new(limits).run(&solver, session.collect::<String>().as_bytes(), true).unwrap();
    let theirs = String::from_utf8(run.stdout).unwrap();
    assert_eq!(theirs.lines().count(), texts.len(), "{theirs}");
    let mut compared = 0;
    for (text, theirs) in texts.iter().zip(theirs.lines()) {
        let ours = solve(text);
        if ours.trim() != "unknown" && theirs != "unknown" {
            compared += 1;
            assert_eq!(ours.trim(), theirs, "{text}");
        }
    }
    assert!(compared > 100, "{compared}");
}
