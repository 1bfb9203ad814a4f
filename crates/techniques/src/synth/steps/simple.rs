//! Each operation alone. What cannot be free has its first constant.
//!
//! match: (str.replace s t u), result: (= (str.replace s t u) res)

use super::super::Step;
use super::super::draft::Formula;
use super::super::rules::Rules;
use super::constants::Applications;

/// The formulas of all operations.
pub(in crate::synth) fn formulas(rules: &Rules) -> impl Iterator<Item = Formula> + Send + '_ {
    rules.operations.iter().filter_map(move |operation| {
        let mut applications = Applications::new(rules, operation)?;
        let values = applications.first_with_result()?;
        let free = applications.can_be_free();
        applications.formula(Step::Simple, &values, &free, 0)
    })
}
