//! Are rules so? They are evaluated on many values.
//!
//! Variables get the constants of the rules, the first values of their sorts and random ones. Quantifiers range over all values of small
//! sorts, over all parts of the values at hand and over the numbers that can be places in them, so that what
//! a rule says of parts is decided; beyond that the check is a test, not a proof.

use std::fmt;

use quis_semantics::{Cardinality, Evaluator, Model, Value};
use quis_smtlib::theories::{CoreOp, Op};
use quis_smtlib::walk::Replacement;
use quis_smtlib::{Binder, Function, Sort, Store, Term, TermKind};

use super::domain::{Combinations, Domains};
use super::{Rules, binary};

/// So many combinations of values for one rule.
const COMBINATIONS: usize = 1500;

/// The same, if all sorts are small: enough for three bit-vectors of four bits in all ways.
const ALL_COMBINATIONS: usize = 4096;

/// Connectives nested deeper are left to the evaluator.
const DEPTH: u32 = 64;

/// A rule that is not so.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WrongRule {
    /// The rule.
    pub rule: String,
    /// The values for which it does not hold: `s = "a", off = 2`.
    pub values: String,
    /// What is wrong.
    pub why: &'static str,
}

impl fmt::Display for WrongRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "rule `{}` does not hold for {}: {}", self.rule, self.values, self.why)
    }
}

impl std::error::Error for WrongRule {}

impl Rules {
    /// Evaluates all equivalences, implications and equalities on many values.
    ///
    /// # Errors
    /// The first rule that does not hold.
    pub fn check(&self) -> Result<(), WrongRule> {
        for rule in self.schemes.equivalences.iter().chain(&self.equivalences) {
            let mut trial = Trial::new(self, &rule.params);
            trial.result = trial.result_of(rule.left);
            let (left, right) = (trial.formula(rule.left), trial.formula(rule.right));
            let why = |trial: &mut Trial| match (trial.holds(&left), trial.holds(&right)) {
                // Where the right side is not so, nothing is said of the left one, which may be open.
                (_, Some(false)) if !rule.exact => None,
                (Some(false), Some(true)) => Some("the right side holds, the left one does not"),
                (Some(true), Some(false)) if rule.exact => {
                    Some("the left side holds, the right one does not")
                }
                (Some(_), Some(_)) => None,
                _ => Some("it has no value"),
            };
            trial.run(&rule.name, why)?;
        }
        for rule in self.schemes.equalities.iter().chain(&self.equalities) {
            let mut trial = Trial::new(self, &rule.params);
            let condition = rule.condition.map(|condition| trial.formula(condition));
            let sides = [rule.left, rule.right].map(|side| trial.closed(side));
            let Ok(equality) = trial.store.op(Op::Core(CoreOp::Equal), &sides) else { continue };
            let equality = Formula::Plain(equality);
            let why = |trial: &mut Trial| {
                let applies = condition.as_ref().map_or(Some(true), |condition| trial.holds(condition));
                match (applies, trial.holds(&equality)) {
                    (Some(true), Some(false)) => Some("the sides differ"),
                    (Some(true), None) | (None, _) => Some("it has no value"),
                    _ => None,
                }
            };
            trial.run(&rule.name, why)?;
        }
        Ok(())
    }
}

/// A formula whose quantifiers are taken apart.
enum Formula {
    Plain(Term),
    Not(Box<Formula>),
    All(Vec<Formula>),
    Any(Vec<Formula>),
    Choice(Box<[Formula; 3]>),
    Quantified { exists: bool, over: Vec<(Function, Sort)>, body: Box<Formula> },
}

/// A rule on trial: its variables are constants of a store of its own.
struct Trial {
    store: Store,
    model: Model,
    /// What stands for the variables.
    variables: Vec<(Function, Sort)>,
    replaced: Replacement,
    /// What they and bound variables range over.
    domains: Domains,
    /// The values that the variables have now.
    current: Vec<Value>,
    /// An application, and the place of the variable that is its result. It has that value every other time: by chance it hardly ever would.
    result: Option<(Term, usize)>,
}

impl Trial {
    fn new(rules: &Rules, params: &[Term]) -> Trial {
        let mut trial = Trial {
            store: rules.store.clone(),
            model: Model::new(),
            variables: Vec::new(),
            replaced: Replacement::default(),
            domains: Domains::of(rules),
            current: Vec::new(),
            result: None,
        };
        for &param in params {
            let variable = trial.stand_in(param);
            trial.variables.extend(variable);
        }
        trial
    }

    /// A constant in the place of a variable.
    fn stand_in(&mut self, variable: Term) -> Option<(Function, Sort)> {
        let TermKind::Variable(name) = self.store.kind(variable) else { return None };
        let name = self.store.text(name).to_owned();
        let sort = self.store.sort(variable);
        let symbol = self.store.symbol(&name);
        let function = self.store.declare_function(symbol, &[], sort);
        let constant = self.store.apply(function, &[]).ok()?;
        self.replaced.put(variable, constant);
        Some((function, sort))
    }

    /// match: (= (str.at s off) res), result: (str.at s off), and the place of res
    fn result_of(&mut self, left: Term) -> Option<(Term, usize)> {
        let [application, result] = binary(&self.store, left, CoreOp::Equal)?;
        let result = self.closed(result);
        let TermKind::Apply(function, []) = self.store.kind(result) else { return None };
        let place = self.variables.iter().position(|(variable, _)| *variable == function)?;
        Some((self.closed(application), place))
    }

    fn closed(&mut self, term: Term) -> Term {
        self.replaced.apply(&mut self.store, term).unwrap_or(term)
    }

    fn formula(&mut self, term: Term) -> Formula {
        self.formula_at(term, DEPTH)
    }

    /// Recursion is on the connectives of a rule, at most `DEPTH` of them.
    fn formula_at(&mut self, term: Term, depth: u32) -> Formula {
        let deeper = depth.saturating_sub(1);
        match self.store.kind(term) {
            _ if depth == 0 => Formula::Plain(self.closed(term)),
            TermKind::Annotated(inner, ..) => self.formula_at(inner, deeper),
            TermKind::Binder(binder @ (Binder::Forall | Binder::Exists), vars, &[body]) => {
                let vars = vars.to_vec();
                let over = vars.into_iter().filter_map(|variable| self.stand_in(variable)).collect();
                let body = Box::new(self.formula_at(body, deeper));
                Formula::Quantified { exists: binder == Binder::Exists, over, body }
            }
            TermKind::Apply(function, args) if !args.is_empty() => {
                let (op, args) = (self.store.operator(function), args.to_vec());
                let mut parts = |args: &[Term]| -> Vec<Formula> {
                    args.iter().map(|&arg| self.formula_at(arg, deeper)).collect()
                };
                match (op, args.as_slice()) {
                    (Some(Op::Core(CoreOp::Not)), &[inner]) => {
                        Formula::Not(Box::new(self.formula_at(inner, deeper)))
                    }
                    (Some(Op::Core(CoreOp::And)), args) => Formula::All(parts(args)),
                    (Some(Op::Core(CoreOp::Or)), args) => Formula::Any(parts(args)),
                    (Some(Op::Core(CoreOp::Implies)), &[premise, conclusion]) => {
                        let premise = Formula::Not(Box::new(self.formula_at(premise, deeper)));
                        Formula::Any(vec![premise, self.formula_at(conclusion, deeper)])
                    }
                    (Some(Op::Core(CoreOp::Ite)), &[_, yes, _]) if self.store.sort(yes) == Sort::BOOL => {
                        let parts = [args[0], args[1], args[2]].map(|part| self.formula_at(part, deeper));
                        Formula::Choice(Box::new(parts))
                    }
                    _ => Formula::Plain(self.closed(term)),
                }
            }
            _ => Formula::Plain(self.closed(term)),
        }
    }

    /// The value of a closed term as things stand.
    fn value(&mut self, term: Term) -> Option<Value> {
        Evaluator::new(&self.store, &mut self.model).evaluate(term).ok()
    }

    /// Whether a formula holds as things stand.
    fn holds(&mut self, formula: &Formula) -> Option<bool> {
        match formula {
            Formula::Plain(term) => self.value(*term)?.as_bool(),
            Formula::Not(inner) => self.holds(inner).map(|holds| !holds),
            Formula::All(parts) => self.first(parts, false),
            Formula::Any(parts) => self.first(parts, true),
            Formula::Choice(parts) => {
                let [condition, yes, no] = &**parts;
                if self.holds(condition)? { self.holds(yes) } else { self.holds(no) }
            }
            Formula::Quantified { exists, over, body } => {
                let current: Vec<(Sort, Value)> = self
                    .variables
                    .iter()
                    .zip(&self.current)
                    .map(|((_, sort), value)| (*sort, value.clone()))
                    .collect();
                let domains: Vec<Vec<Value>> = over
                    .iter()
                    .map(|(_, sort)| self.domains.bound(&self.store, &mut self.model, *sort, &current))
                    .collect();
                for values in Combinations::of(&domains) {
                    for ((function, _), value) in over.iter().zip(values) {
                        self.model.set_value(*function, value);
                    }
                    if self.holds(body)? == *exists {
                        return Some(*exists);
                    }
                }
                Some(!exists)
            }
        }
    }

    /// Whether one of some formulas has this truth; the rest is not looked at.
    fn first(&mut self, parts: &[Formula], wanted: bool) -> Option<bool> {
        for part in parts {
            if self.holds(part)? == wanted {
                return Some(wanted);
            }
        }
        Some(!wanted)
    }

    /// Tries a rule on all combinations of values, or on some if there are many.
    fn run(
        &mut self,
        rule: &str,
        mut why: impl FnMut(&mut Trial) -> Option<&'static str>,
    ) -> Result<(), WrongRule> {
        let variables = self.variables.clone();
        let sorts: Vec<Sort> = variables.iter().map(|(_, sort)| *sort).collect();
        let domains: Vec<Vec<Value>> = sorts
            .iter()
            .map(|sort| self.domains.free(&self.store, &mut self.model, *sort).to_vec())
            .collect();
        let small =
            matches!(self.model.values.cardinality_of_all(&self.store, &sorts), Cardinality::Finite(_));
        let most = if small { ALL_COMBINATIONS } else { COMBINATIONS };
        let all = domains.iter().fold(1usize, |product, domain| product.saturating_mul(domain.len()));
        let step = all.div_ceil(most).max(1);
        // An odd step that shares no factor with most sizes, so that every value of every variable has its turn.
        let step = if step == 1 { 1 } else { step | 1 };
        for values in Combinations::of(&domains).step_by(step) {
            for ((function, _), value) in variables.iter().zip(&values) {
                self.model.set_value(*function, value.clone());
            }
            self.current = values;
            let mut wrong = why(self);
            if let (None, Some((application, place))) = (wrong, self.result)
                && let Some(value) = self.value(application)
            {
                self.model.set_value(variables[place].0, value.clone());
                self.current[place] = value;
                wrong = why(self);
            }
            if let Some(why) = wrong {
                return Err(WrongRule { rule: rule.to_owned(), values: self.describe(&variables), why });
            }
        }
        Ok(())
    }

    fn describe(&self, variables: &[(Function, Sort)]) -> String {
        let parts = variables.iter().zip(&self.current).map(|((function, sort), value)| {
            let name = self.store.text(self.store.function(*function).name);
            format!("{name} = {}", self.model.values.text(&self.store, *sort, value))
        });
        let parts: Vec<String> = parts.collect();
        if parts.is_empty() { "all values".to_owned() } else { parts.join(", ") }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Source;
    use super::*;

    fn rules(text: &str) -> Rules {
        let constants = Rules::sources("strings").unwrap().remove(1);
        Rules::read(&[constants, Source { name: "test".to_owned(), text: text.to_owned() }]).unwrap()
    }

    macro_rules! our_rules_hold {
        ($($theory:ident)*) => {
            $(#[test]
            fn $theory() {
                let theory = stringify!($theory);
                let rules =
                    Rules::read(&Rules::sources(theory).unwrap()).unwrap_or_else(|error| panic!("{error}"));
                rules.check().unwrap_or_else(|wrong| panic!("{wrong}"));
                assert!(rules.equivalences.len() >= 8 && rules.equalities.len() >= 8);
            })*
        };
    }

    our_rules_hold!(strings bitvectors arrays ints reals floats datatypes sequences combined);

    fn wrong(theory: &str, text: &str) -> WrongRule {
        let mut sources = Rules::sources(theory).unwrap();
        sources.truncate(2);
        sources.push(Source { name: "test".to_owned(), text: text.to_owned() });
        Rules::read(&sources).unwrap().check().unwrap_err()
    }

    #[test]
    fn wrong_rules_about_other_values_are_found() {
        let array = "(set-info :rules equivalences)
            (define-fun E ((a (Array Int Int)) (b (Array Int Int))) Bool
              (= (= (= a b) true) (= (select a 0) (select b 0))))";
        assert_eq!(wrong("arrays", array).why, "the right side holds, the left one does not");
        let list = "(set-info :rules equivalences)
            (define-fun E ((l IntList)) Bool
              (= (= ((_ is cons) l) true) (exists ((h Int)) (= l (cons h nil)))))";
        assert_eq!(wrong("datatypes", list).why, "the left side holds, the right one does not");
        let bits = "(set-info :rules equalities)
            (define-fun EV ((x (_ BitVec 4)) (y (_ BitVec 4))) Bool
              (=> (not (= y #x0)) (= (bvudiv (bvmul x y) y) x)))";
        assert_eq!(wrong("bitvectors", bits).why, "the sides differ");
        let float = "(set-info :rules equalities)
            (define-fun EV ((m RoundingMode) (x Float32)) Bool (= (fp.add m x (_ +zero 8 24)) x))";
        assert_eq!(wrong("floats", float).why, "the sides differ");
    }

    // The value of a division by zero is open: a rule may not depend on it.
    #[test]
    fn what_depends_on_open_points_is_wrong() {
        let exact = "(set-info :rules equivalences)
            (define-fun E ((x Int) (y Int) (res Int)) Bool
              (= (= (mod x y) res) (= res (- x (* y (div x y))))))";
        assert_eq!(wrong("ints", exact).why, "it has no value");
    }

    #[test]
    fn a_wrong_equivalence_is_found() {
        let text = "(set-info :rules equivalences)
            (define-fun E ((s String) (off Int) (res String)) Bool
              (= (= (str.at s off) res) (= res (str.substr s off 2))))";
        let wrong = rules(text).check().unwrap_err();
        assert_eq!(wrong.rule, "E");
        assert!(wrong.values.contains("s = "), "{wrong}");
    }

    #[test]
    fn what_is_only_enough_is_no_equivalence() {
        let rule = "(define-fun E4 ((s String) (off Int) (len Int) (res String)) Bool
          (= (= (str.substr s off len) res)
             (ite (and (>= off 0) (< off (str.len s)) (> len 0))
                  (exists ((s1 String) (s2 String) (s3 String))
                    (and (= s (str.++ s1 s2 s3)) (= (str.len s2) len) (= res s2) (= (str.len s1) off)))
                  (= res \"\"))))";
        assert!(rules(&format!("(set-info :rules implications) {rule}")).check().is_ok());
        let wrong = rules(&format!("(set-info :rules equivalences) {rule}")).check().unwrap_err();
        assert_eq!(wrong.why, "the left side holds, the right one does not");
    }

    #[test]
    fn numbers_may_begin_with_zeros() {
        let text = Rules::sources("strings").unwrap().remove(2).text;
        let (_, implications) = text.split_once("(set-info :rules implications)").unwrap();
        let wrong = rules(&format!("(set-info :rules equivalences) {implications}")).check().unwrap_err();
        assert_eq!((&*wrong.rule, wrong.why), ("E6", "the left side holds, the right one does not"));
    }

    #[test]
    fn a_wrong_equality_is_found() {
        let text = "(set-info :rules equalities)
            (define-fun EV ((s String)) Bool (= (str.at s 0) s))
            (define-fun EC ((s String) (t String)) Bool (=> (= s t) (= (str.indexof s t 0) 0)))";
        assert_eq!(rules(text).check().unwrap_err().rule, "EV");
    }
}
