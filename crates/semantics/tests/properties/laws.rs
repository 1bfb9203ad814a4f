//! Laws: formulas that hold whatever their constants are. One module for each group of theories.
//!
//! A law is a line of SMT-LIB. One that begins with `~` may be open where the standard leaves it open, where it is
//! too large, or where functions are compared; it is never false.

mod arrays;
mod bits;
mod floats;
mod functions;
mod numbers;
mod quantifiers;
mod strings;

use quis_semantics::{DEFAULT_STEPS, Reason};

use crate::shape::Shape;
use crate::subject::{Source, Subject};

/// Checks laws over constants with so many random models.
fn check(seed: u64, models: usize, constants: &[(&str, Shape)], laws: &str) {
    let laws: Vec<&str> = laws.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let mut source = String::from(crate::maker::DATATYPES);
    for (name, shape) in constants {
        source.push_str(&format!("(declare-const {name} {shape})\n"));
    }
    for law in &laws {
        source.push_str(&format!("(assert {})\n", law.trim_start_matches('~')));
    }
    let mut subject = Subject::read(&source);
    let constants: Vec<(String, Shape)> =
        constants.iter().map(|(name, shape)| ((*name).to_owned(), shape.clone())).collect();
    let mut values = Source::new(seed);
    for _ in 0..models {
        let text = values.model(&constants);
        let mut model = subject.model(&text);
        for (law, value) in laws.iter().zip(subject.texts(&mut model, DEFAULT_STEPS)) {
            let may_be_open = law.starts_with('~');
            let holds = match &value {
                Ok(value) => value == "true",
                Err(Reason::Unspecified(_) | Reason::TooLarge | Reason::FunctionEquality) => may_be_open,
                Err(_) => false,
            };
            assert!(holds, "{law}\nis {value:?} in\n{text}");
        }
    }
}
