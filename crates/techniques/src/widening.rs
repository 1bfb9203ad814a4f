//! Which logic a mutant needs that leaves the declared one.

use quis_smtlib::signature::Origin;
use quis_smtlib::theories::{ArithOp, Op, Theory};
use quis_smtlib::{Arithmetic, Literal, Logic, Sort, Store, Term, TermKind};

/// How far a mutant leaves the declared logic. Larger ones include smaller ones.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Need {
    /// Not at all.
    Declared,
    /// From difference arithmetic to linear arithmetic.
    Linear,
    /// To nonlinear arithmetic.
    Nonlinear,
    /// To something that only `ALL` has.
    All,
}

impl Need {
    pub(crate) const COUNT: usize = 4;
}

/// The declared logic and those around it.
#[derive(Clone, Debug)]
pub(crate) struct Declared {
    /// What the name says; `None` if there is no name, or one that means nothing to us.
    logic: Option<Logic>,
    /// Constrained Horn clauses are a form of formulas, not a set of operators: any mutant may leave it.
    is_horn: bool,
    /// A name that means nothing to us may stand for any set of theories.
    is_unknown: bool,
}

impl Declared {
    pub(crate) fn of(name: Option<&str>) -> Self {
        // Read part by part, the name of propositional logic is strings, arrays and transcendental functions.
        let logic = name.filter(|&name| name != "SAT").and_then(Logic::from_name);
        Declared { is_unknown: name.is_some() && logic.is_none(), logic, is_horn: name == Some("HORN") }
    }

    /// Whether the sorts of an application are not enough to know what it needs: products and divisors count.
    pub(crate) fn looks_at_numbers(&self) -> bool {
        self.logic
            .as_ref()
            .is_some_and(|logic| matches!(logic.arithmetic, Arithmetic::Difference | Arithmetic::Linear))
    }

    /// What it needs that one term stands where the other stood.
    pub(crate) fn need(&self, store: &Store, old: Term, new: Term) -> Need {
        if self.is_horn {
            return Need::All;
        }
        let Some(logic) = &self.logic else { return Need::Declared };
        // What was a number may have been a factor somewhere above.
        if self.looks_at_numbers() && Logic::is_number(store, old) && !Logic::is_number(store, new) {
            return Need::Nonlinear;
        }
        // match: (+ x 0), result: (div x 0), which is linear by its form; but solvers make a function of x of it.
        if self.looks_at_numbers() && divides_by_zero(store, new) && !divides_by_zero(store, old) {
            return Need::Nonlinear;
        }
        if logic.allows(store, new) || !logic.allows(store, old) || !is_application(store, new) {
            return Need::Declared;
        }
        self.wider(logic, store, new)
    }
}

impl Declared {
    /// What a term needs by itself, whatever the seed has in its place.
    pub(crate) fn need_of(&self, store: &Store, term: Term) -> Need {
        if self.is_horn {
            return Need::All;
        }
        if self.is_unknown && store.sort(term) != Sort::BOOL {
            return Need::All;
        }
        let Some(logic) = &self.logic else { return Need::Declared };
        let operator = match store.kind(term) {
            TermKind::Apply(function, _) => store.operator(function),
            _ => None,
        };
        // Z3 has its own operators, and those of others, where all theories are.
        let is_foreign = operator.is_some_and(|op| op.operator().origin > Origin::Standard27);
        if !logic.allows_sort(store.sort_kind(store.sort(term))) || is_foreign && !logic.extensions {
            return Need::All;
        }
        if logic.allows(store, term) {
            let divides = self.looks_at_numbers() && divides_by_zero(store, term);
            return if divides { Need::Nonlinear } else { Need::Declared };
        }
        self.wider(logic, store, term)
    }

    /// Whether a term is about bit-vectors, and the logic has only those that floats are made of: Z3 has no operators of them then.
    pub(crate) fn lacks_bits(&self, store: &Store, term: Term) -> bool {
        let is_about_bits = match store.kind(term) {
            TermKind::Apply(function, _) => {
                store.operator(function).is_some_and(|op| op.theory() == Theory::BitVec)
            }
            _ => false,
        };
        is_about_bits && self.logic.as_ref().is_some_and(|logic| logic.floats && !logic.bit_vectors)
    }

    /// Whether quantifiers leave it.
    pub(crate) fn is_quantifier_free(&self) -> bool {
        self.logic.as_ref().is_some_and(|logic| !logic.quantifiers)
    }

    /// What a term needs that the logic does not allow.
    fn wider(&self, logic: &Logic, store: &Store, term: Term) -> Need {
        let wider = |arithmetic| Logic { arithmetic, ..logic.clone() };
        if logic.arithmetic == Arithmetic::Difference && wider(Arithmetic::Linear).allows(store, term) {
            Need::Linear
        } else if wider(Arithmetic::Nonlinear).allows(store, term) {
            Need::Nonlinear
        } else {
            Need::All
        }
    }
}

/// What the linear logics ask of a term.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Number {
    /// It is a number, and zero.
    Zero,
    /// It is another number.
    Other,
    /// It is no number.
    No,
}

impl Number {
    pub(crate) fn of(store: &Store, term: Term) -> Number {
        match store.kind(term) {
            TermKind::Literal(Literal::Numeral(digits) | Literal::Decimal(digits))
                if digits.bytes().all(|byte| matches!(byte, b'0' | b'.')) =>
            {
                Number::Zero
            }
            // match: (- 0)
            TermKind::Apply(_, &[arg]) if Logic::is_number(store, term) && store.children(arg).is_empty() => {
                Number::of(store, arg)
            }
            _ if Logic::is_number(store, term) => Number::Other,
            _ => Number::No,
        }
    }
}

fn divides_by_zero(store: &Store, term: Term) -> bool {
    match store.kind(term) {
        TermKind::Apply(function, args) => {
            let divides = matches!(
                store.operator(function),
                Some(Op::Arith(ArithOp::Div | ArithOp::IntDiv | ArithOp::Mod))
            );
            divides && args.iter().skip(1).any(|&arg| Number::of(store, arg) == Number::Zero)
        }
        _ => false,
    }
}

fn is_application(store: &Store, term: Term) -> bool {
    matches!(store.kind(term), TermKind::Apply(..))
}

/// What is declared in place of a logic, by need: a logic of the catalogue, which solvers have strategies for, or `ALL`.
pub(crate) fn names(declared: &str) -> [String; Need::COUNT] {
    let wider = |arithmetic| {
        let logic = Logic::from_name(declared).filter(|_| declared != "HORN")?;
        let name = Logic { arithmetic, ..logic }.name();
        Logic::known_names().any(|known| known == name).then_some(name)
    };
    // Functions stay values.
    let all = if declared.starts_with("HO_") { "HO_ALL" } else { "ALL" };
    let or_all = |name: Option<String>| name.unwrap_or_else(|| all.to_owned());
    [
        declared.to_owned(),
        or_all(wider(Arithmetic::Linear)),
        or_all(wider(Arithmetic::Nonlinear)),
        all.to_owned(),
    ]
}

/// What a mutant needs beyond the declared logic.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Needs {
    pub(crate) need: Need,
    /// Quantifiers, in a logic that has none.
    pub(crate) quantifiers: bool,
    /// Bit-vectors, in a logic of floats.
    pub(crate) bits: bool,
}

impl Needs {
    pub(crate) const NONE: Needs = Needs { need: Need::Declared, quantifiers: false, bits: false };

    /// What is declared for a mutant: a logic of the catalogue, or `ALL`.
    pub(crate) fn name(self, declared: &str) -> String {
        let [_, linear, nonlinear, all] = names(declared);
        let name = match self.need {
            Need::Declared => declared.to_owned(),
            Need::Linear => linear,
            Need::Nonlinear => nonlinear,
            Need::All => all.clone(),
        };
        if !self.quantifiers && !self.bits {
            return name;
        }
        let Some(logic) = Logic::from_name(&name).filter(|logic| !logic.extensions) else { return all };
        let quantifiers = logic.quantifiers || self.quantifiers;
        let wider = Logic { quantifiers, bit_vectors: logic.bit_vectors || self.bits, ..logic }.name();
        if Logic::known_names().any(|known| known == wider) { wider } else { all }
    }
}

#[cfg(test)]
mod tests {
    use super::{Need, Needs, names};

    #[test]
    fn quantifiers_and_bits_widen_too() {
        let quantified = |need| Needs { need, quantifiers: true, bits: false };
        assert_eq!(quantified(Need::Declared).name("QF_LIA"), "LIA");
        assert_eq!(quantified(Need::Nonlinear).name("QF_LIA"), "NIA");
        assert_eq!(quantified(Need::Declared).name("QF_AX"), "ALL");
        assert_eq!(quantified(Need::Declared).name("LIA"), "LIA");
        assert_eq!(quantified(Need::Declared).name("QF_ALL"), "ALL");
        assert_eq!(Needs::NONE.name("QF_BV"), "QF_BV");
        assert_eq!(Needs { bits: true, ..Needs::NONE }.name("QF_FP"), "QF_BVFP");
    }

    #[test]
    fn the_next_larger_logic() {
        assert_eq!(names("QF_IDL"), ["QF_IDL", "QF_LIA", "QF_NIA", "ALL"]);
        assert_eq!(names("QF_UFLRA"), ["QF_UFLRA", "QF_UFLRA", "QF_UFNRA", "ALL"]);
        assert_eq!(names("UFDTLIA")[2], "ALL");
        assert_eq!(names("HO_UF")[3], "HO_ALL");
        assert_eq!(names("HORN"), ["HORN", "ALL", "ALL", "ALL"]);
        assert_eq!(names("no such logic")[3], "ALL");
    }
}
