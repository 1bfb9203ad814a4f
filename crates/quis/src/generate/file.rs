//! A test case as a file.

use std::fmt::Write as _;

use quis_techniques::{TestCase, Truth};

use super::args::Witness;

/// A file, and those beside it.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct CaseFile {
    /// The script.
    pub(super) text: String,
    /// The ends of the names of witness files, and the witnesses.
    pub(super) models: Vec<(String, String)>,
}

/// What the status of a check is called.
pub(super) fn status(truth: &Truth) -> &'static str {
    match truth {
        Truth::Open => "unknown",
        Truth::Sat { .. } => "sat",
        Truth::Unsat { .. } => "unsat",
    }
}

/// The file of a case that comes from this source.
///
/// match: (check-sat), result: (set-info :status sat) (check-sat)
pub(super) fn case_file(case: &TestCase, source: &str, witness: Witness) -> CaseFile {
    let mut text = format!("(set-info :source |{}|)\n", plain(source));
    let mut copied = 0;
    for check in &case.checks {
        let (Some(before), Some(command)) =
            (case.text.get(copied..check.place.start), case.text.get(check.place.clone()))
        else {
            continue;
        };
        copied = check.place.end;
        let _ = writeln!(text, "{before}(set-info :status {})", status(&check.truth));
        match &case.tactic {
            Some(tactic) if command == "(check-sat)" && !case.incremental => {
                let _ = write!(text, "(check-sat-using {tactic})");
            }
            _ => text.push_str(command),
        }
    }
    text.push_str(case.text.get(copied..).unwrap_or_default());
    if !text.ends_with('\n') {
        text.push('\n');
    }
    let mut file = CaseFile { text, models: Vec::new() };
    for (at, check) in case.checks.iter().enumerate() {
        let number = (case.checks.len() > 1).then_some(at + 1);
        match &check.truth {
            Truth::Sat { witness: Some(model) } => file.add(model, number, witness),
            Truth::Unsat { core: Some(core) } => {
                let of = number.map_or_else(String::new, |number| format!(" of check {number}"));
                let _ = writeln!(file.text, "; unsat core{of}: {}", core.join(" "));
            }
            _ => {}
        }
        for optimum in &check.optimum {
            let of = number.map_or_else(String::new, |number| format!(" of check {number}"));
            let _ = writeln!(file.text, "; optimum{of}: {optimum}");
        }
    }
    file
}

impl CaseFile {
    /// Adds the witness of the only check, or of that with a number.
    fn add(&mut self, model: &str, check: Option<usize>, to: Witness) {
        let of = check.map_or_else(String::new, |number| format!(" of check {number}"));
        match to {
            Witness::None => {}
            Witness::Comment => {
                let _ = writeln!(self.text, "; witness{of}");
                // A carriage return ends a line for some readers, and a comment with it.
                for line in model.trim().split(['\n', '\r']) {
                    let _ = writeln!(self.text, "; {line}");
                }
            }
            Witness::File => {
                let end = check.map_or_else(|| "model".to_owned(), |number| format!("{number}.model"));
                self.models.push((end, format!("{}\n", model.trim())));
            }
        }
    }
}

/// A text that may stand between bars.
fn plain(text: &str) -> String {
    text.chars().map(|c| if c == '|' || c == '\\' || c.is_control() { '?' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use quis_smtlib::{Mode, parse};

    use super::*;

    fn case(text: &str, truths: &[Truth]) -> TestCase {
        let script = parse(text, Mode::Standard).into_result().unwrap();
        let mut case = TestCase::of_script(&script).unwrap();
        case.checks.iter_mut().zip(truths).for_each(|(check, truth)| check.truth = truth.clone());
        case
    }

    fn sat() -> Truth {
        Truth::Sat { witness: Some("(\n(define-fun x () Int 1)\n)".into()) }
    }

    #[test]
    fn statuses_stand_before_checks_and_witnesses_at_the_end() {
        let case = case(
            "(declare-const x Int) (assert (> x 0)) (check-sat) (assert (< x 0)) (check-sat)",
            &[sat(), Truth::Unsat { core: None }],
        );
        let file = case_file(&case, "storm of |a|", Witness::Comment);
        let expected = "(set-info :source |storm of ?a?|)\n(declare-const x Int)\n(assert (> x 0))\n\
            (set-info :status sat)\n(check-sat)\n(assert (< x 0))\n(set-info :status unsat)\n(check-sat)\n\
            ; witness of check 1\n; (\n; (define-fun x () Int 1)\n; )\n";
        assert_eq!(file, CaseFile { text: expected.to_owned(), models: Vec::new() });
        let beside = case_file(&case, "s", Witness::File);
        assert_eq!(beside.models, [("1.model".to_owned(), "(\n(define-fun x () Int 1)\n)\n".to_owned())]);
        assert!(!beside.text.contains("witness"));
    }

    #[test]
    fn optima_stand_behind_witnesses() {
        let text = "(declare-const x Int) (assert-soft (= x 1) :id g) (check-sat)";
        let optima = [["g -1.5", "|a b| 2", "0"].map(|text| text.parse().unwrap()).to_vec()];
        let file = case_file(&case(text, &[sat()]).with_optima(&optima), "s", Witness::None);
        assert!(
            file.text.ends_with("(check-sat)\n; optimum: g -3/2\n; optimum: |a b| 2\n; optimum: 0\n"),
            "{}",
            file.text
        );
    }

    #[test]
    fn one_check_needs_no_number_and_may_have_a_tactic() {
        let mut case = case("(check-sat)", &[sat()]);
        assert_eq!(case_file(&case, "s", Witness::File).models[0].0, "model");
        case.tactic = Some("(then simplify smt)".into());
        let text = case_file(&case, "s", Witness::None).text;
        assert_eq!(
            text,
            "(set-info :source |s|)\n(set-info :status sat)\n(check-sat-using (then simplify smt))\n"
        );
    }
}
