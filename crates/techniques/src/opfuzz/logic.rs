//! Which logic a mutant needs.

use quis_smtlib::{Arithmetic, Logic, Store, Term, TermKind};

/// How far a mutant leaves the declared logic. Larger ones include smaller ones.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Need {
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
    pub(super) const COUNT: usize = 4;
}

/// The declared logic and those around it.
pub(super) struct Declared {
    /// What the name says; `None` if there is no name, or one that means nothing to us.
    logic: Option<Logic>,
    /// Constrained Horn clauses are a form of formulas, not a set of operators: any mutant may leave it.
    is_horn: bool,
}

impl Declared {
    pub(super) fn of(name: Option<&str>) -> Self {
        Declared { logic: name.and_then(Logic::from_name), is_horn: name == Some("HORN") }
    }

    /// Whether the sorts of an application are not enough to know what it needs: products and divisors count.
    pub(super) fn looks_at_numbers(&self) -> bool {
        self.logic
            .as_ref()
            .is_some_and(|logic| matches!(logic.arithmetic, Arithmetic::Difference | Arithmetic::Linear))
    }

    /// What it needs that one term stands where the other stood.
    pub(super) fn need(&self, store: &Store, old: Term, new: Term) -> Need {
        if self.is_horn {
            return Need::All;
        }
        let Some(logic) = &self.logic else { return Need::Declared };
        // What was a number may have been a factor somewhere above.
        if self.looks_at_numbers() && Logic::is_number(store, old) && !Logic::is_number(store, new) {
            return Need::Nonlinear;
        }
        if logic.allows(store, new) || !logic.allows(store, old) || !is_application(store, new) {
            return Need::Declared;
        }
        let wider = |arithmetic| Logic { arithmetic, ..logic.clone() };
        if logic.arithmetic == Arithmetic::Difference && wider(Arithmetic::Linear).allows(store, new) {
            Need::Linear
        } else if wider(Arithmetic::Nonlinear).allows(store, new) {
            Need::Nonlinear
        } else {
            Need::All
        }
    }
}

fn is_application(store: &Store, term: Term) -> bool {
    matches!(store.kind(term), TermKind::Apply(..))
}

/// What is declared in place of a logic, by need: a logic of the catalogue, which solvers have strategies for, or `ALL`.
pub(super) fn names(declared: &str) -> [String; Need::COUNT] {
    let wider = |arithmetic| {
        let logic = Logic::from_name(declared).filter(|_| declared != "HORN")?;
        let name = Logic { arithmetic, ..logic }.name();
        Logic::known_names().any(|known| known == name).then_some(name)
    };
    let or_all = |name: Option<String>| name.unwrap_or_else(|| "ALL".to_owned());
    [
        declared.to_owned(),
        or_all(wider(Arithmetic::Linear)),
        or_all(wider(Arithmetic::Nonlinear)),
        "ALL".to_owned(),
    ]
}

#[cfg(test)]
mod tests {
    use super::names;

    #[test]
    fn the_next_larger_logic() {
        assert_eq!(names("QF_IDL"), ["QF_IDL", "QF_LIA", "QF_NIA", "ALL"]);
        assert_eq!(names("QF_UFLRA"), ["QF_UFLRA", "QF_UFLRA", "QF_UFNRA", "ALL"]);
        assert_eq!(names("UFDTLIA")[2], "ALL");
        assert_eq!(names("HORN"), ["HORN", "ALL", "ALL", "ALL"]);
        assert_eq!(names("no such logic")[3], "ALL");
    }
}
