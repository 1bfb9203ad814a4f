//! A problem: what a check asks, in the form in which triggering terms are looked for.

use quis_smtlib::walk::Replacement;
use quis_smtlib::{Command, Function, Store, Term};

use crate::text;

/// What a check of a script asks, normalized: no definitions, negations at literals only, Skolem functions in place of
/// existential quantifiers, every variable bound once.
#[derive(Clone, Debug)]
pub struct Problem {
    /// Everything that the rest refers to.
    pub store: Store,
    /// Sorts, datatypes and functions, those of Skolem among them.
    pub declarations: Vec<Command>,
    /// What is asserted.
    pub axioms: Vec<Axiom>,
    /// The conjuncts of the axioms, without nested quantifiers.
    pub formulas: Vec<Formula>,
    /// The functions that stand for quantifiers.
    pub skolems: Vec<Skolem>,
    /// The logic and the options of the user that change how a solver goes about it.
    pub preamble: Preamble,
    /// The commands up to the check, as the user wrote them: what holds of the normal form is checked there, too.
    pub original: String,
}

/// What stands at the beginning of a script. Z3 chooses other strategies for other logics, and verifiers set thresholds of E-matching.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Preamble {
    /// The logic, if it is named.
    pub logic: Option<String>,
    /// Options of Z3's core, with their values, but those that decide whether it does E-matching alone, or what it prints.
    pub options: Vec<(String, String)>,
}

/// An assertion of the user.
#[derive(Clone, Debug)]
pub struct Axiom {
    /// `:named`, or else the `:qid` of its outermost quantifier.
    pub name: Option<String>,
    /// The line of the source on which it begins.
    pub line: usize,
    /// As it was written, but for definitions.
    pub written: Term,
    /// In normal form, with its patterns.
    pub normal: Term,
    /// Whether it is what is to be refuted, and no part of the axiomatization.
    pub is_goal: bool,
}

/// A conjunct of an axiom: variables and a quantifier-free body.
#[derive(Clone, Debug)]
pub struct Formula {
    /// The axiom that it comes from.
    pub axiom: usize,
    /// What solvers call it: `F12`.
    pub name: String,
    /// The variables of all levels.
    pub variables: Vec<Term>,
    /// Its quantifiers, outer ones first. None if it is quantifier-free.
    pub levels: Vec<Level>,
    /// The body, in negation normal form.
    pub body: Term,
}

/// A quantifier of a formula.
#[derive(Clone, Debug)]
pub struct Level {
    /// What it binds.
    pub variables: Vec<Term>,
    /// Its patterns: one of them has to be matched, all its terms at once.
    pub patterns: Vec<Vec<Term>>,
    /// Whether the patterns were inferred. Then the solver may have inferred others.
    pub inferred: bool,
}

/// A function that stands for an existential quantifier, or for a universal one within a formula.
#[derive(Clone, Debug)]
pub struct Skolem {
    /// Its name.
    pub name: String,
    /// The variable that it stands for. `None` if it says that a quantified part of the axiom holds, which is an alternative to others.
    pub variable: Option<String>,
    /// The axiom that it was in.
    pub axiom: usize,
}

/// A formula for certain values of its variables.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Instance {
    /// Which formula.
    pub formula: usize,
    /// Ground terms, one for each of its variables.
    pub values: Vec<Term>,
}

impl Formula {
    /// Whether it has variables.
    #[must_use]
    pub fn is_quantified(&self) -> bool {
        !self.variables.is_empty()
    }
}

impl Problem {
    /// How an axiom is called when users are told of it.
    #[must_use]
    pub fn title(&self, axiom: usize) -> String {
        match self.axioms.get(axiom) {
            Some(Axiom { name: Some(name), .. }) => name.clone(),
            Some(Axiom { line, .. }) => format!("line {line}"),
            None => String::new(),
        }
    }

    /// The command that declares a function that stands for a quantifier.
    #[must_use]
    pub fn declaration(&self, skolem: &Skolem) -> String {
        let is_it = |function: Function| self.store.text(self.store.function(function).name) == skolem.name;
        let declared = self.declarations.iter().find_map(|command| match command {
            Command::DeclareFun(function) | Command::DeclareConst(function) if is_it(*function) => {
                Some(text::declaration(&self.store, *function))
            }
            _ => None,
        });
        declared.unwrap_or_default().trim_end().to_owned()
    }

    /// The problem without some of its axioms.
    #[must_use]
    pub fn without(mut self, is_left_out: impl Fn(&Problem, usize) -> bool) -> Problem {
        let left_out: Vec<bool> = (0..self.axioms.len()).map(|axiom| is_left_out(&self, axiom)).collect();
        let mut count = 0;
        let mut places = Vec::with_capacity(left_out.len());
        for &left_out in &left_out {
            places.push((!left_out).then_some(count));
            count += usize::from(!left_out);
        }
        let place = |axiom: usize| places.get(axiom).copied().flatten();
        let mut axioms = std::mem::take(&mut self.axioms).into_iter().enumerate().collect::<Vec<_>>();
        axioms.retain(|&(at, _)| place(at).is_some());
        self.axioms = axioms.into_iter().map(|(_, axiom)| axiom).collect();
        self.formulas.retain_mut(|formula| {
            let new = place(formula.axiom);
            formula.axiom = new.unwrap_or_default();
            new.is_some()
        });
        // What solvers print of a formula is its place.
        for (at, formula) in self.formulas.iter_mut().enumerate() {
            formula.name = format!("F{at}");
        }
        // Functions of those that are gone stay declared, but stand for nothing.
        self.skolems.retain_mut(|skolem| {
            let new = place(skolem.axiom);
            skolem.axiom = new.unwrap_or_default();
            new.is_some()
        });
        if left_out.contains(&true) {
            self.original = text::written(&self);
        }
        self
    }

    /// Whether an axiom has variables.
    #[must_use]
    pub fn is_quantified(&self, axiom: usize) -> bool {
        self.formulas.iter().any(|formula| formula.axiom == axiom && formula.is_quantified())
    }

    /// The body of an instance.
    #[must_use]
    pub fn instantiate(&mut self, instance: &Instance) -> Option<Term> {
        let formula = self.formulas.get(instance.formula)?;
        let body = formula.body;
        self.substitution(instance)?.apply(&mut self.store, body).ok()
    }

    /// The variables of an instance replaced by its values. Nothing is captured: bodies have no binders of these variables.
    #[must_use]
    pub fn substitution(&self, instance: &Instance) -> Option<Replacement> {
        let formula = self.formulas.get(instance.formula)?;
        if formula.variables.len() != instance.values.len() {
            return None;
        }
        let mut replacement = Replacement::default();
        for (&variable, &value) in formula.variables.iter().zip(&instance.values) {
            if self.store.sort(variable) != self.store.sort(value) {
                return None;
            }
            replacement.put(variable, value);
        }
        Some(replacement)
    }
}
