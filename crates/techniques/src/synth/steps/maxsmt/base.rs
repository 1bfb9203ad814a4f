//! A formula of another step, read again, to which soft assertions are added.

use quis_semantics::{Evaluator, Model, Real, TooLarge, Value};
use quis_smtlib::theories::{CoreOp, Op};
use quis_smtlib::{
    Command, Function, Mode, PrintOptions, Script, Sort, Term, parse, print_sort, print_term, read_model,
};

use super::super::super::draft::{Formula, term_of};
use super::super::super::logic;
use super::super::super::rules::Rules;
use crate::case::{Optimum, TestCase, Truth};

/// The steps that evaluating an assertion may take: formulas are small, but quantifiers are not.
const STEPS: u64 = 1 << 12;

/// A constant of the formula.
#[derive(Clone, Debug)]
pub(super) struct Constant {
    pub(super) function: Function,
    pub(super) term: Term,
    pub(super) sort: Sort,
}

/// A value, and a term for it.
#[derive(Clone, Debug)]
pub(super) struct Known {
    pub(super) term: Term,
    pub(super) sort: Sort,
    pub(super) value: Value,
}

/// A formula of another step.
#[derive(Debug)]
pub(super) struct Base {
    pub(super) script: Script,
    pub(super) constants: Vec<Constant>,
    /// The assertions.
    pub(super) hard: Vec<Term>,
    /// The constants of the rules, and truth values.
    pub(super) pool: Vec<Known>,
    /// Where constants get values.
    pub(super) model: Model,
    /// What is known of the formula.
    pub(super) truth: Truth,
}

/// A soft assertion. The weight is as it is written; none is written for one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Soft {
    pub(super) term: Term,
    pub(super) weight: &'static str,
    pub(super) goal: &'static str,
}

impl Soft {
    /// What is paid if it does not hold.
    pub(super) fn price(&self) -> Option<Real> {
        price(self.weight)
    }

    /// match: 2 and goal, result: :weight 2 :id goal
    fn attributes(&self) -> Box<str> {
        let weight = if self.weight.is_empty() { String::new() } else { format!(":weight {}", self.weight) };
        let id = if self.goal.is_empty() { String::new() } else { format!(":id {}", self.goal) };
        [weight, id].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ").into()
    }
}

/// The number that a weight is.
pub(super) fn price(weight: &str) -> Option<Real> {
    if weight.is_empty() { Some(Real::ONE) } else { Real::parse_decimal(weight) }
}

/// The sum of some prices.
pub(super) fn sum(prices: impl IntoIterator<Item = Real>) -> Result<Real, TooLarge> {
    prices.into_iter().try_fold(Real::ZERO, |sum, price| sum.add(&price))
}

impl Base {
    /// Reads a formula again, with the constants of the rules that are of its sorts.
    pub(super) fn new(rules: &Rules, formula: &Formula) -> Option<Base> {
        let mut script = parse(&formula.case.text, Mode::Standard).into_result().ok()?;
        let mut constants = Vec::new();
        for at in 0..script.commands.len() {
            let Command::DeclareConst(function) = script.commands[at] else { continue };
            let sort = script.store.function(function).result;
            let term = script.store.apply(function, &[]).ok()?;
            constants.push(Constant { function, term, sort });
        }
        let hard: Vec<Term> = script.assertions().collect();
        let truth = formula.case.checks.first()?.truth.clone();
        let check = script.commands.iter().position(|command| *command == Command::CheckSat)?;
        let mut base = Base { script, constants, hard, pool: Vec::new(), model: Model::new(), truth };
        base.read_pool(rules, check);
        if let Truth::Sat { witness: Some(witness) } = &base.truth {
            let answer = read_model(&mut base.script, check, &witness.clone());
            base.model = Model::from_answer(&base.script.store, &answer);
            // Values are kept in a table of the model.
            base.evaluate_pool();
        }
        Some(base)
    }

    /// match: (define-const empty String ""), result: "" as a term of the formula, if that has strings
    fn read_pool(&mut self, rules: &Rules, check: usize) {
        let sorts: Vec<String> = self
            .constants
            .iter()
            .filter_map(|constant| print_sort(&self.script.store, constant.sort).ok())
            .collect();
        let mut text = String::from("(");
        for (at, constant) in rules.constants.iter().enumerate() {
            let sort = print_sort(&rules.store, constant.sort);
            let term = print_term(&rules.store, constant.term, PrintOptions::plain());
            if let (Ok(sort), Ok(term)) = (sort, term)
                && sorts.contains(&sort)
            {
                text.push_str(&format!("(define-fun quis!{at} () {sort} {term})"));
            }
        }
        text.push(')');
        let answer = read_model(&mut self.script, check, &text);
        let mut terms: Vec<Term> = answer.definitions.iter().map(|definition| definition.body).collect();
        terms.extend([false, true].map(|value| self.script.store.bool(value)));
        self.pool = terms
            .into_iter()
            .map(|term| Known { term, sort: self.script.store.sort(term), value: Value::Bool(false) })
            .collect();
        self.evaluate_pool();
    }

    fn evaluate_pool(&mut self) {
        let Base { script, pool, model, .. } = self;
        pool.retain_mut(|known| match Evaluator::new(&script.store, model).evaluate(known.term) {
            Ok(value) => {
                known.value = value;
                true
            }
            Err(_) => false,
        });
    }

    /// The value of a term under the model, if it has one.
    pub(super) fn value(&mut self, term: Term) -> Option<Value> {
        Evaluator::new(&self.script.store, &mut self.model).with_steps(STEPS).evaluate(term).ok()
    }

    /// A term for a value of the model.
    pub(super) fn term_of(&mut self, sort: Sort, value: &Value) -> Option<Term> {
        term_of(&mut self.script.store, &self.model, sort, value)
    }

    pub(super) fn equal(&mut self, left: Term, right: Term) -> Option<Term> {
        self.script.store.op(Op::Core(CoreOp::Equal), &[left, right]).ok()
    }

    pub(super) fn not(&mut self, term: Term) -> Option<Term> {
        self.script.store.op(Op::Core(CoreOp::Not), &[term]).ok()
    }

    /// The case with these hard and soft assertions.
    pub(super) fn case(
        &mut self,
        hard: &[Term],
        softs: &[Soft],
        truth: Truth,
        optimum: Vec<Optimum>,
    ) -> Option<TestCase> {
        let mut commands: Vec<Command> =
            self.script.commands.iter().filter(|command| is_declaration(command)).cloned().collect();
        commands.extend(hard.iter().map(|&term| Command::Assert(term)));
        commands.extend(softs.iter().map(|soft| Command::AssertSoft(soft.term, soft.attributes())));
        commands.push(Command::CheckSat);
        let mut script = Script { store: std::mem::take(&mut self.script.store), commands };
        let logic = logic::name(&script, &logic::sorts_of(&script));
        let logic = script.store.symbol(&logic);
        script.commands.insert(0, Command::SetLogic(logic));
        let case = TestCase::of_script(&script).ok();
        self.script.store = script.store;
        let mut case = case?;
        for check in &mut case.checks {
            check.truth = truth.clone();
        }
        Some(case.with_optima(&[optimum]))
    }
}

fn is_declaration(command: &Command) -> bool {
    !matches!(
        command,
        Command::SetLogic(_)
            | Command::Assert(_)
            | Command::AssertSoft(..)
            | Command::CheckSat
            | Command::SetInfo(..)
    )
}
