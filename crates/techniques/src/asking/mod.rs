//! How a case is put to solvers: its asking plan.
//!
//! A bug may show only with models or only without, only behind a `push`, only under a wider logic. Techniques make cases in the plainest form.
//! An [`AskingPlan`] puts a case in another one, and what is known of its checks stays known. The plan is part of a case's origin.
//!
//! ```
//! use quis_techniques::{AskingPlan, Form, TestCase};
//!
//! let case = TestCase::of_text("(set-logic QF_UF)\n(declare-const p Bool)\n(assert p)\n(check-sat)\n", &[]);
//! let plan = AskingPlan { form: Form::Scope, ..AskingPlan::default() };
//! assert!(plan.apply(case).text.ends_with("(check-sat)\n(pop 1)\n"));
//! ```

mod forms;
mod parts;

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::case::TestCase;
use crate::stream::Stream;
use parts::Parts;

/// How a case is put to solvers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", default)]
pub struct AskingPlan {
    /// Solvers are asked for answers alone, and not for models.
    #[serde(skip_serializing_if = "is_off")]
    pub answers_only: bool,
    /// The logic that the script declares.
    #[serde(skip_serializing_if = "LogicForm::is_exact")]
    pub logic: LogicForm,
    /// The form of its checks and assertions.
    #[serde(skip_serializing_if = "Form::is_plain")]
    pub form: Form,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
fn is_off(switch: &bool) -> bool {
    !switch
}

/// The logic that a script declares.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LogicForm {
    /// The one of the case.
    #[default]
    Exact,
    /// `ALL`
    All,
    /// None.
    Unset,
}

/// The form of the checks and assertions of a case.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Form {
    /// As the technique makes them.
    #[default]
    Plain,
    /// All behind one `push`, with a `pop` at the end.
    Scope,
    /// The same, solved as if there were no scope, by solvers that can do so: most users have none, and solvers do something else for them.
    Whole,
    /// The second half of the assertions behind a `push`, with a check before it.
    Split,
    /// The last assertion is an assumption.
    Assuming,
    /// The check twice in a row.
    Twice,
    /// Once with the last assertion negated; then `(reset-assertions)`, and all again.
    Reset,
    /// A contradiction, which nobody asks about, and `(reset-assertions)` before all.
    Forget,
    /// Every assertion has a name.
    Named,
    /// Every assertion is a defined constant.
    Defined,
}

impl LogicForm {
    #[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
    fn is_exact(&self) -> bool {
        *self == LogicForm::Exact
    }
}

impl Form {
    /// The forms that only one case in a few has.
    const UNUSUAL: [Form; 7] =
        [Form::Split, Form::Assuming, Form::Twice, Form::Reset, Form::Forget, Form::Named, Form::Defined];

    #[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
    fn is_plain(&self) -> bool {
        *self == Form::Plain
    }
}

/// What the cases of a work unit have in common.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Company {
    /// Each case stands in a scope, so that a solver can go on with the next one after a `pop`.
    pub scoped: bool,
    /// A solver that is trusted and not under test shows models, so that others can do without.
    pub has_reference: bool,
    /// All solvers know the logic `ALL`.
    pub knows_all: bool,
    /// All solvers read a script that declares no logic.
    pub logic_may_miss: bool,
    /// All cases declare the same logic, as those of one seed do.
    pub one_logic: bool,
}

impl AskingPlan {
    /// Draws what the cases of a unit have in common.
    #[must_use]
    pub fn of_unit(company: Company, stream: &mut Stream) -> AskingPlan {
        // The same draws for every company, so that one does not change what comes behind it.
        let (logic, unset, answers) = (stream.below(4), stream.chance(1, 2), stream.chance(1, 4));
        // Another logic takes a `(reset)`, which costs a hundred times what a scope costs.
        let exact = if company.scoped { logic < 1 && company.one_logic } else { logic < 3 };
        let logic = match (unset && company.logic_may_miss, company.knows_all) {
            _ if exact => LogicForm::Exact,
            (true, _) => LogicForm::Unset,
            (_, true) => LogicForm::All,
            _ => LogicForm::Exact,
        };
        let form = if company.scoped { Form::Scope } else { Form::Plain };
        AskingPlan { answers_only: answers && company.has_reference, logic, form }
    }

    /// Draws what one case of such a unit has of its own.
    #[must_use]
    pub fn of_case(self, stream: &mut Stream) -> AskingPlan {
        let form = match self.form {
            Form::Scope if stream.chance(1, 2) => Form::Whole,
            Form::Plain if stream.chance(3, 8) => stream.choose(&Form::UNUSUAL).copied().unwrap_or_default(),
            form => form,
        };
        AskingPlan { form, ..self }
    }

    /// The same without a scope, if its cases are solved as if they had none.
    #[must_use]
    pub fn alone(self) -> Option<AskingPlan> {
        (self.form == Form::Whole).then_some(AskingPlan { form: Form::Plain, ..self })
    }

    /// Whether it leaves cases as they are.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        *self == AskingPlan::default()
    }

    /// The case in this form, as far as it can be put so.
    #[must_use]
    pub fn apply(&self, case: TestCase) -> TestCase {
        if self.is_plain() {
            return case;
        }
        let mut case = TestCase { answers_only: self.answers_only, ..case };
        if self.logic != LogicForm::Exact
            && let Some(text) = parts::with_logic(&case.text, self.logic)
        {
            case = forms::rewritten(case, text, |truths| truths);
        }
        match (self.form, Parts::of(&case)) {
            (Form::Plain, _) | (_, None) => case,
            (form, Some(parts)) => match forms::apply(form, &case, &parts) {
                Some((text, truths)) => {
                    let whole = form == Form::Whole;
                    TestCase { whole, ..forms::rewritten(case, text, |_| truths) }
                }
                None => case,
            },
        }
    }
}

impl fmt::Display for AskingPlan {
    /// match: a scope and no models, result: answers only, all in one scope
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let form = match self.form {
            Form::Plain => "",
            Form::Scope => "all in one scope",
            Form::Whole => "all in one scope, solved as if there were none",
            Form::Split => "half of the assertions in a scope",
            Form::Assuming => "the last assertion as an assumption",
            Form::Twice => "checked twice",
            Form::Reset => "again after (reset-assertions)",
            Form::Forget => "after a contradiction and (reset-assertions)",
            Form::Named => "named assertions",
            Form::Defined => "assertions as definitions",
        };
        let logic = match self.logic {
            LogicForm::Exact => "",
            LogicForm::All => "logic ALL",
            LogicForm::Unset => "no logic",
        };
        let answers = if self.answers_only { "answers only" } else { "" };
        let words: Vec<&str> = [answers, logic, form].into_iter().filter(|word| !word.is_empty()).collect();
        f.write_str(if words.is_empty() { "plain" } else { "" })?;
        f.write_str(&words.join(", "))
    }
}

#[cfg(test)]
mod tests;
