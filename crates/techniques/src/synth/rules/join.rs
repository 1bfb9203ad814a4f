//! The rules of several theories as one: theories meet in the sorts that they share.

use quis_semantics::{Evaluator, Model, Value};
use quis_smtlib::Sort;

use super::{Constant, Rules};

impl Rules {
    /// The rules of theories that come with Quis, over one store. What several of them have is there once: constants of one sort and
    /// value, and operations that are the same. Nothing for a theory that has no rules.
    ///
    /// ```
    /// use quis_techniques::synth::rules::Rules;
    ///
    /// let joined = Rules::joined(&["strings", "ints"]).expect("they have rules");
    /// let zeros = joined.constants.iter().filter(|constant| &*constant.name == "zero" || &*constant.name == "int-zero");
    /// assert_eq!(zeros.count(), 1);
    /// ```
    #[must_use]
    pub fn joined(theories: &[&str]) -> Option<Rules> {
        let mut different: Vec<&str> = Vec::new();
        for theory in theories {
            if !different.contains(theory) {
                different.push(theory);
            }
        }
        if let [only] = different[..] {
            return Rules::of(only).cloned();
        }
        let mut sources = Vec::new();
        for theory in different {
            sources.extend(Rules::sources(theory)?);
        }
        let mut rules = Rules::read(&sources).ok()?;
        rules.without_repetitions();
        Some(rules)
    }

    fn without_repetitions(&mut self) {
        let mut model = Model::new();
        let value_of = |rules: &Rules, model: &mut Model, constant: &Constant| {
            Evaluator::new(&rules.store, model).evaluate(constant.term).ok()
        };
        let mut kept: Vec<(Sort, Value, Constant)> = Vec::new();
        for constant in &self.constants {
            let Some(value) = value_of(self, &mut model, constant) else { continue };
            if !kept.iter().any(|(sort, known, _)| *sort == constant.sort && *known == value) {
                kept.push((constant.sort, value, constant.clone()));
            }
        }
        // A representative is what stands for its value among the constants. The first one of a sort is enough: theories that share it
        // would make terms of all of them otherwise.
        let mut few: Vec<(usize, Constant)> = Vec::new();
        for representative in &self.representatives {
            let Some(value) = value_of(self, &mut model, representative) else { continue };
            let place =
                kept.iter().position(|(sort, known, _)| *sort == representative.sort && *known == value);
            let Some(place) = place else { continue };
            if !few.iter().any(|(_, known)| known.sort == representative.sort) {
                few.push((place, representative.clone()));
            }
        }
        self.representatives = few
            .into_iter()
            .map(|(place, representative)| Constant { term: kept[place].2.term, ..representative })
            .collect();
        self.constants = kept.into_iter().map(|(_, _, constant)| constant).collect();
        let mut operations: Vec<super::Operation> = Vec::new();
        for operation in std::mem::take(&mut self.operations) {
            let is_same =
                |known: &super::Operation| known.body == operation.body && known.params == operation.params;
            if !operations.iter().any(is_same) {
                operations.push(operation);
            }
        }
        self.operations = operations;
    }
}
