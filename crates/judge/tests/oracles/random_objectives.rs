//! Random small problems whose best value is found here, by trying all assignments with arithmetic of its own.
//!
//! `cargo test --release -p quis-judge --test oracles ten_thousand -- --ignored --nocapture` judges 10,000 of them.

use std::fmt::Write;

use quis_judge::Kind;
use quis_observations::Observation;
use quis_semantics::Real;
use quis_techniques::{Optimum, Stream, TestCase, Truth};

use crate::objectives::optimised;
use crate::support::judged;

/// The numbers of a problem.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Sort {
    Int,
    /// Halves: twice the value is kept.
    Real,
    Bits(u32),
}

/// A variable and the values that it may have.
struct Variable {
    sort: Sort,
    values: Vec<i64>,
    /// The assertion that says so; none for bit-vectors.
    bound: String,
}

/// A term with its values under all assignments.
#[derive(Clone)]
struct Term {
    text: String,
    values: Vec<i64>,
}

struct Problem {
    variables: Vec<Variable>,
    /// The values of the variables, by assignment.
    assignments: Vec<Vec<i64>>,
    sort: Sort,
    maximize: bool,
    objective: Term,
    /// The assignments that satisfy the assertions.
    models: Vec<usize>,
    source: String,
    /// Whether all assignments can be tried without knowing what this program knows.
    whole: bool,
}

const NAMES: [&str; 4] = ["x", "y", "z", "w"];

/// match: -3 halves, result: (- (/ 3.0 2.0))
fn written(sort: Sort, value: i64) -> String {
    let above = value.abs();
    let text = match sort {
        Sort::Int => above.to_string(),
        Sort::Real if above % 2 == 0 => format!("{}.0", above / 2),
        Sort::Real => format!("(/ {above}.0 2.0)"),
        Sort::Bits(width) => return format!("(_ bv{value} {width})"),
    };
    if value < 0 { format!("(- {text})") } else { text }
}

impl Sort {
    fn name(self) -> String {
        match self {
            Sort::Int => "Int".to_owned(),
            Sort::Real => "Real".to_owned(),
            Sort::Bits(width) => format!("(_ BitVec {width})"),
        }
    }

    fn wrap(self, value: i64) -> i64 {
        match self {
            Sort::Bits(width) => value.rem_euclid(1 << width),
            _ => value,
        }
    }

    /// A random term of this sort.
    fn term(
        self,
        variables: &[Variable],
        assignments: &[Vec<i64>],
        depth: usize,
        stream: &mut Stream,
    ) -> Term {
        let own: Vec<usize> = (0..variables.len()).filter(|&at| variables[at].sort == self).collect();
        if depth == 0 || stream.chance(1, 5) {
            return match stream.choose(&own) {
                Some(&at) if stream.chance(3, 4) => Term {
                    text: NAMES[at].to_owned(),
                    values: assignments.iter().map(|values| values[at]).collect(),
                },
                _ => {
                    let value = stream.below(6) as i64 - if matches!(self, Sort::Bits(_)) { 0 } else { 2 };
                    let value = self.wrap(value);
                    Term { text: written(self, value), values: vec![value; assignments.len()] }
                }
            };
        }
        let of = |sort: Sort, stream: &mut Stream| sort.term(variables, assignments, depth - 1, stream);
        let zip = |one: &Term, other: &Term, f: &dyn Fn(i64, i64) -> i64| -> Vec<i64> {
            one.values.iter().zip(&other.values).map(|(&a, &b)| self.wrap(f(a, b))).collect()
        };
        let (one, other) = (of(self, stream), of(self, stream));
        let choice = stream.below(6);
        if choice == 0 {
            let condition = comparison(self, &of(self, stream), &of(self, stream), stream);
            let values = condition.values.iter().zip(one.values.iter().zip(&other.values));
            return Term {
                text: format!("(ite {} {} {})", condition.text, one.text, other.text),
                values: values.map(|(&c, (&a, &b))| if c == 1 { a } else { b }).collect(),
            };
        }
        let (operator, values): (&str, Vec<i64>) = match (self, choice) {
            (Sort::Bits(_), 1 | 2) => ("bvadd", zip(&one, &other, &|a, b| a + b)),
            (Sort::Bits(_), 3) => ("bvmul", zip(&one, &other, &|a, b| a * b)),
            (Sort::Bits(_), 4) => ("bvand", zip(&one, &other, &|a, b| a & b)),
            (Sort::Bits(_), _) => ("bvsub", zip(&one, &other, &|a, b| a - b)),
            (_, 1 | 2) => ("+", zip(&one, &other, &|a, b| a + b)),
            (Sort::Int, 3) => {
                let by = 2 + stream.below(3) as i64;
                let operator = if stream.chance(1, 2) { "mod" } else { "div" };
                let values = one.values.iter();
                let values =
                    values.map(|a| if operator == "mod" { a.rem_euclid(by) } else { a.div_euclid(by) });
                return Term { text: format!("({operator} {} {by})", one.text), values: values.collect() };
            }
            (Sort::Real, 3) if variables.iter().any(|variable| variable.sort == Sort::Int) => {
                let int = of(Sort::Int, stream);
                return Term {
                    text: format!("(to_real {})", int.text),
                    values: int.values.iter().map(|value| 2 * value).collect(),
                };
            }
            (_, 4) => {
                let by = 2 + stream.below(3) as i64;
                let factor = written(self, if self == Sort::Real { 2 * by } else { by });
                let values = one.values.iter().map(|value| by * value).collect();
                return Term { text: format!("(* {factor} {})", one.text), values };
            }
            _ => ("-", zip(&one, &other, &|a, b| a - b)),
        };
        Term { text: format!("({operator} {} {})", one.text, other.text), values }
    }
}

fn comparison(sort: Sort, one: &Term, other: &Term, stream: &mut Stream) -> Term {
    let choice = stream.below(4);
    let operator = match (sort, choice) {
        (_, 0) => "=",
        (Sort::Bits(_), 1) => "bvult",
        (Sort::Bits(_), 2) => "bvuge",
        (Sort::Bits(_), _) => "bvule",
        (_, 1) => "<",
        (_, 2) => ">=",
        _ => "<=",
    };
    let holds = |a: i64, b: i64| match choice {
        0 => a == b,
        1 => a < b,
        2 => a >= b,
        _ => a <= b,
    };
    let values = one.values.iter().zip(&other.values).map(|(&a, &b)| i64::from(holds(a, b))).collect();
    Term { text: format!("({operator} {} {})", one.text, other.text), values }
}

fn variable(name: &str, sort: Sort, stream: &mut Stream) -> (Variable, bool) {
    let low = stream.below(6) as i64 - 3;
    let mut whole = true;
    let (values, bound): (Vec<i64>, String) = match sort {
        Sort::Bits(width) => ((0..1 << width).collect(), String::new()),
        Sort::Int => {
            let high = low + 1 + stream.below(5) as i64;
            let [below, above] = [low - 1, high + 1].map(|value| written(sort, value));
            let [from, to] = [low, high].map(|value| written(sort, value));
            let bound = match stream.below(3) {
                0 => format!("(assert (<= {from} {name} {to}))\n"),
                1 => format!("(assert (and (< {below} {name}) (> {above} {name})))\n"),
                _ => format!("(assert (>= {name} {from}))\n(assert (>= {to} {name}))\n"),
            };
            ((low..=high).collect(), bound)
        }
        Sort::Real if stream.chance(1, 2) => {
            let values: Vec<i64> =
                (0..2 + stream.below(4) as i64).map(|step| low + step * (1 + step % 2)).collect();
            let each: Vec<String> =
                values.iter().map(|&value| format!("(= {name} {})", written(sort, value))).collect();
            (values, format!("(assert (or {}))\n", each.join(" ")))
        }
        Sort::Real => {
            whole = false;
            let high = low + 1 + stream.below(4) as i64;
            let [from, to] = [low, high].map(|value| written(sort, value));
            (
                (low..=high).collect(),
                format!("(assert (<= {from} {name} {to}))\n(assert (is_int (* 2.0 {name})))\n"),
            )
        }
    };
    (Variable { sort, values, bound }, whole)
}

/// A problem; none if the assertions have no model.
fn problem(stream: &mut Stream) -> Option<Problem> {
    let count = 2 + stream.below(3);
    let kind = stream.below(3);
    let sorts: Vec<Sort> = match kind {
        0 => vec![Sort::Int; count],
        1 => {
            (0..count).map(|at| if at == 0 || stream.chance(1, 2) { Sort::Real } else { Sort::Int }).collect()
        }
        _ => vec![Sort::Bits(if count == 4 { 2 } else { 2 + stream.below(2) as u32 }); count],
    };
    let mut whole = true;
    let mut variables = Vec::new();
    for (name, sort) in NAMES.iter().zip(&sorts) {
        let (variable, is_whole) = variable(name, *sort, stream);
        whole &= is_whole;
        variables.push(variable);
    }
    let mut assignments: Vec<Vec<i64>> = vec![Vec::new()];
    for variable in &variables {
        let extended = |values: &Vec<i64>| {
            let values = values.clone();
            variable.values.iter().map(move |&value| [&*values, &[value]].concat())
        };
        assignments = assignments.iter().flat_map(extended).collect();
    }
    let mut source = String::new();
    for (name, variable) in NAMES.iter().zip(&variables) {
        let _ = writeln!(source, "(declare-const {name} {})", variable.sort.name());
    }
    variables.iter().for_each(|variable| source.push_str(&variable.bound));
    let mut holds = vec![true; assignments.len()];
    for _ in 0..1 + stream.below(2) {
        let sort = *stream.choose(&sorts)?;
        let [one, other] = [(); 2].map(|()| sort.term(&variables, &assignments, 2, stream));
        let condition = comparison(sort, &one, &other, stream);
        let _ = writeln!(source, "(assert {})", condition.text);
        holds.iter_mut().zip(&condition.values).for_each(|(holds, value)| *holds &= *value == 1);
    }
    let sort = sorts[0];
    let objective = sort.term(&variables, &assignments, 2, stream);
    let maximize = stream.chance(1, 2);
    let word = if maximize { "maximize" } else { "minimize" };
    let _ = writeln!(source, "({word} {})\n(check-sat)", objective.text);
    let models: Vec<usize> = (0..assignments.len()).filter(|&at| holds[at]).collect();
    (!models.is_empty()).then_some(Problem {
        variables,
        assignments,
        sort,
        maximize,
        objective,
        models,
        source,
        whole,
    })
}

impl Problem {
    fn model(&self, at: usize) -> String {
        let mut text = String::from("(");
        for (n, variable) in self.variables.iter().enumerate() {
            let value = written(variable.sort, self.assignments[at][n]);
            let _ = write!(text, "(define-fun {} () {} {value})", NAMES[n], variable.sort.name());
        }
        text + ")"
    }

    fn value(&self, at: usize) -> i64 {
        self.objective.values[at]
    }

    fn is_better(&self, one: i64, other: i64) -> bool {
        if self.maximize { one > other } else { one < other }
    }

    /// What a solver prints.
    fn printed(&self, value: i64) -> String {
        if matches!(self.sort, Sort::Bits(_)) { value.to_string() } else { written(self.sort, value) }
    }

    fn said(&self, printed: &str, model: &str) -> Observation {
        optimised("z3", &format!("(objectives\n (({}) {printed})\n)\n", self.objective.text), model)
    }
}

/// What was judged.
#[derive(Default, Debug)]
struct Tally {
    problems: usize,
    right: usize,
    spoiled: usize,
    /// Values that are too good, where nobody but this program knows that nothing is so good.
    open: usize,
}

fn judge_one(problem: &Problem, stream: &mut Stream, tally: &mut Tally) {
    let models = problem.models.iter().copied();
    let best_at = models
        .clone()
        .reduce(
            |one, other| {
                if problem.is_better(problem.value(other), problem.value(one)) { other } else { one }
            },
        )
        .expect("a model");
    let best = problem.value(best_at);
    let worse: Vec<usize> = models.filter(|&at| problem.value(at) != best).collect();
    let witness = |at: usize| Truth::Sat { witness: Some(problem.model(at).into()) };
    let optimum = Optimum { goal: String::new(), penalty: fraction(problem.sort, best) };
    let known = stream.below(3);
    let case = match known {
        0 => TestCase::of_text(&problem.source, &[witness(best_at)]).with_optima(&[vec![optimum]]),
        // A witness that is not the best.
        1 => TestCase::of_text(&problem.source, &[witness(worse.first().copied().unwrap_or(best_at))]),
        _ => TestCase::of_text(&problem.source, &[]),
    };
    let is_decided = known == 0 || problem.whole;
    let better = if problem.maximize { best + 1 } else { best - 1 };
    let own = problem.model(best_at);
    let at_best = problem.printed(best);
    let far = if problem.maximize { "oo" } else { "(* (- 1) oo)" };
    let away = if problem.maximize { "(* (- 1) oo)" } else { "oo" };
    let is_number = !matches!(problem.sort, Sort::Bits(_));
    tally.problems += 1;
    let right = [
        (at_best.clone(), own.clone()),
        (at_best.clone(), String::new()),
        (format!("(interval {at_best} {at_best})"), own.clone()),
        ("nobody knows".to_owned(), own.clone()),
    ];
    for (printed, model) in right {
        let found = judged(&case, &[problem.said(&printed, &model)]);
        assert_eq!(found, [], "{printed} is right\n{}", problem.source);
        tally.right += 1;
    }
    let mut spoiled: Vec<(String, String)> = Vec::new();
    if let Some(&at) = stream.choose(&worse) {
        let printed = problem.printed(problem.value(at));
        spoiled.extend([
            (printed.clone(), problem.model(at)),
            (printed.clone(), String::new()),
            (printed, own.clone()),
        ]);
    }
    // Its model does not have it.
    let too_good =
        |value: i64| if is_number || (0..8).contains(&value) { Some(problem.printed(value)) } else { None };
    spoiled.extend(too_good(better).map(|printed| (printed, own.clone())));
    if is_number {
        let beside = if problem.maximize { "(- 1)" } else { "1" };
        spoiled.push((
            format!("(+ {at_best} (* {beside} epsilon))").replace("(* 1 epsilon)", "epsilon"),
            own.clone(),
        ));
        spoiled.push((away.to_owned(), own.clone()));
    }
    // That nothing is so good must be known.
    let beyond = [
        too_good(better).map(|printed| (printed, String::new())),
        is_number.then(|| (far.to_owned(), own.clone())),
    ];
    for claim in beyond.into_iter().flatten() {
        if is_decided {
            spoiled.push(claim);
        } else {
            tally.open += 1;
            let found = judged(&case, &[problem.said(&claim.0, &claim.1)]);
            assert_eq!(found, [], "{} is not known to be wrong\n{}", claim.0, problem.source);
        }
    }
    for (printed, model) in spoiled {
        let found = judged(&case, &[problem.said(&printed, &model)]);
        let kinds: Vec<Kind> = found.iter().map(|verdict| verdict.kind).collect();
        assert_eq!(
            kinds,
            [Kind::WrongOptimum],
            "{printed} with {model} is wrong: it is {at_best}\n{}",
            problem.source
        );
        tally.spoiled += 1;
    }
}

/// match: 3 halves, result: 3/2
fn fraction(sort: Sort, value: i64) -> Real {
    let below = if sort == Sort::Real { 2_i64 } else { 1 };
    Real::from_ratio(value.into(), below.into()).expect("a rational number")
}

fn judge_many(count: usize, seed: u64) -> Tally {
    let mut tally = Tally::default();
    let mut number = 0;
    while tally.problems < count {
        let mut stream = Stream::new(seed).nth(number);
        number += 1;
        if let Some(problem) = problem(&mut stream) {
            judge_one(&problem, &mut stream, &mut tally);
        }
    }
    tally
}

#[test]
fn some_hundred_problems_are_judged_rightly() {
    let tally = judge_many(300, 1);
    assert!(tally.right == 1200 && tally.spoiled > 1200, "{tally:?}");
}

#[test]
#[ignore = "takes some minutes without optimisation"]
fn ten_thousand_problems_are_judged_rightly() {
    println!("{:?}", judge_many(10_000, 2));
}
