//! The parameters of the search.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// How terms are looked for: the parameters of the dissertation's section 4.4.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Config {
    /// What users call it.
    pub name: &'static str,
    /// σ: formulas that share less of their functions are not similar.
    pub similarity: f64,
    /// δ: how far from a formula similar ones are looked for.
    pub depth: usize,
    /// μ: models of one formula.
    pub models: usize,
    /// β: candidates that are validated together.
    pub batch: usize,
    /// Φ: how often a formula may be in a cluster.
    pub copies: usize,
    /// Whether variables are equated with terms of their sort.
    pub types: bool,
    /// Whether sides of equations are unified.
    pub equations: bool,
    /// Quantifier-free formulas for each formula, at each depth.
    pub formulas: usize,
}

/// The configurations of the portfolio, in the order in which they are tried.
pub const CONFIGS: [Config; 4] = [
    DEFAULT,
    Config { name: "wide", similarity: 0.1, copies: 2, ..DEFAULT },
    Config { name: "types", similarity: 0.1, types: true, ..DEFAULT },
    Config { name: "equations", similarity: 0.05, equations: true, copies: 2, ..DEFAULT },
];

const DEFAULT: Config = Config {
    name: "default",
    similarity: 0.3,
    depth: 2,
    models: 4,
    batch: 64,
    copies: 1,
    types: false,
    equations: false,
    formulas: 100,
};

/// What is wrong with parameters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ConfigError {
    /// There is no parameter of this name.
    Unknown(String),
    /// A parameter has no value, or one that it cannot have: its name, what it takes, and an example.
    Value(&'static str, &'static str, &'static str),
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ConfigError::Unknown(name) => write!(
                f,
                "`{name}` is none of similarity, depth, models, batch, copies, formulas, types and equations"
            ),
            ConfigError::Value(name, takes, example) => {
                write!(f, "{name} takes {takes}, as in `{name}={example}`")
            }
        }
    }
}

impl std::error::Error for ConfigError {}

/// Parameters with commas between them, on top of the default ones.
///
/// ```
/// use quis_triggers::Config;
///
/// let config: Config = "similarity=0.1,copies=2,types".parse().expect("as described");
/// assert_eq!((config.similarity, config.depth, config.copies, config.types), (0.1, 2, 2, true));
/// assert!("similarity=3".parse::<Config>().is_err());
/// ```
impl FromStr for Config {
    type Err = ConfigError;

    fn from_str(text: &str) -> Result<Config, ConfigError> {
        let mut config = Config { name: "given parameters", ..DEFAULT };
        for parameter in text.split(',').map(str::trim).filter(|parameter| !parameter.is_empty()) {
            let (name, value) = match parameter.split_once('=') {
                Some((name, value)) => (name.trim(), Some(value.trim())),
                None => (parameter, None),
            };
            match name {
                "default" if value.is_none() => {}
                "similarity" => {
                    let share = value.and_then(|value| value.parse().ok());
                    config.similarity = share
                        .filter(|share| (0.0..=1.0).contains(share))
                        .ok_or(ConfigError::Value("similarity", "a number from 0 to 1", "0.3"))?;
                }
                "depth" => config.depth = number("depth", "a number from 0 to 100", "2", value, 0..=100)?,
                "models" => config.models = number("models", FROM_ONE, "4", value, 1..=MOST)?,
                "batch" => config.batch = number("batch", FROM_ONE, "64", value, 1..=MOST)?,
                "copies" => config.copies = number("copies", "a number from 1 to 100", "2", value, 1..=100)?,
                "formulas" => config.formulas = number("formulas", FROM_ONE, "100", value, 1..=MOST)?,
                "types" => config.types = flag("types", value)?,
                "equations" => config.equations = flag("equations", value)?,
                _ => return Err(ConfigError::Unknown(name.to_owned())),
            }
        }
        Ok(config)
    }
}

/// The largest number of anything.
const MOST: usize = 1_000_000;
const FROM_ONE: &str = "a number from 1 to 1000000";

fn number(
    name: &'static str,
    kind: &'static str,
    example: &'static str,
    value: Option<&str>,
    range: RangeInclusive<usize>,
) -> Result<usize, ConfigError> {
    let number = value.and_then(|value| value.parse().ok());
    number.filter(|number| range.contains(number)).ok_or(ConfigError::Value(name, kind, example))
}

/// match: types, or types=true
fn flag(name: &'static str, value: Option<&str>) -> Result<bool, ConfigError> {
    match value {
        None => Ok(true),
        Some(value) => value.parse().map_err(|_| ConfigError::Value(name, "true or false", "true")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_are_read_on_top_of_the_default_ones() {
        let config: Config = "default".parse().unwrap();
        assert_eq!(config, Config { name: config.name, ..DEFAULT });
        let config: Config = " depth=3, batch=1 ,equations=true,types=false".parse().unwrap();
        assert_eq!(config, Config { name: config.name, depth: 3, batch: 1, equations: true, ..DEFAULT });
    }

    #[test]
    fn what_is_wrong_is_named() {
        let told = |text: &str| text.parse::<Config>().unwrap_err().to_string();
        assert_eq!(told("batch=0"), "batch takes a number from 1 to 1000000, as in `batch=64`");
        assert_eq!(told("similarity=nan"), "similarity takes a number from 0 to 1, as in `similarity=0.3`");
        assert_eq!(told("copies"), "copies takes a number from 1 to 100, as in `copies=2`");
        assert!(told("sigma=1").starts_with("`sigma` is none of similarity, "));
    }
}
