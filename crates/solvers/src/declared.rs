//! Deviations as an entry of the table declares them.

use quis_observations::{Deviation, DeviationPart};
use serde::Deserialize;
use toml::Spanned;

/// A deviation as an entry has it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct DeclaredDeviation {
    operator: Spanned<String>,
    parameters: Option<Spanned<String>>,
    when: Option<Spanned<String>>,
    meaning: Option<Spanned<String>>,
    because: Spanned<String>,
}

impl DeclaredDeviation {
    /// The deviation that an entry declares; else what is wrong, and where in the file.
    pub(crate) fn read(&self) -> Result<Deviation, (usize, String)> {
        let DeclaredDeviation { operator, parameters, when, meaning, because } = self;
        let read = Deviation::new(
            operator.get_ref(),
            text(parameters.as_ref()),
            text(when.as_ref()),
            text(meaning.as_ref()),
            because.get_ref(),
        );
        read.map_err(|error| {
            let place = match error.part {
                DeviationPart::Operator => Some(operator),
                DeviationPart::Parameters => parameters.as_ref(),
                DeviationPart::When => when.as_ref(),
                DeviationPart::Meaning => meaning.as_ref(),
                DeviationPart::Because => Some(because),
            };
            (place.unwrap_or(operator).span().start, error.message)
        })
    }
}

fn text(part: Option<&Spanned<String>>) -> Option<&str> {
    part.map(|part| part.get_ref().as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Deviation, (usize, String)> {
        toml::from_str::<DeclaredDeviation>(text).unwrap().read()
    }

    #[test]
    fn errors_have_the_place_of_the_part() {
        assert_eq!(
            read("because = 'b'\noperator = 'str.repl'").unwrap_err(),
            (25, "`str.repl` is no operator: expected one of a theory, like \"str.replace\"".to_owned())
        );
        let text = "operator = 'div'\nbecause = 'b'\nparameters = '((a Int) (b Int))'\nwhen = 't'";
        let (place, message) = read(text).unwrap_err();
        assert_eq!(&text[place..], "'t'");
        assert!(message.starts_with("`when` is no term of sort Bool"));
    }

    #[test]
    fn an_entry_is_a_deviation() {
        let deviation = read("operator = 'bvudiv'\nbecause = 'b'").unwrap();
        assert_eq!(Ok(deviation), Deviation::new("bvudiv", None, None, None, "b"));
    }
}
