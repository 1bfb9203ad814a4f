//! The command line of a hosted solver.

use std::ffi::OsString;

/// What stands on the command line.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Arguments {
    /// The options in order.
    pub(super) options: Vec<Given>,
    /// The input files.
    pub(super) files: Vec<OsString>,
}

/// An option as it was given.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Given {
    /// Its name, without dashes.
    pub(super) name: String,
    /// Its value, if one was joined to it, or is understood.
    pub(super) value: Option<String>,
}

/// Options of one letter: the letter, the name, the value if there is one.
const SHORT: [(&str, &str, Option<&str>); 8] = [
    ("-i", "incremental", Some("true")),
    ("-m", "produce-models", Some("true")),
    ("-q", "quiet", Some("true")),
    ("-v", "verbose", Some("true")),
    ("-h", "help", Some("true")),
    ("-V", "version", Some("true")),
    ("-L", "lang", None),
    ("-d", "debug", None),
];

impl Arguments {
    /// Takes words apart. Whether the word behind an option without `=` is its value depends on the option: `takes_value`
    /// knows.
    ///
    /// # Errors
    /// The first word that is no option and no file.
    pub(super) fn parse(
        words: &[OsString],
        mut takes_value: impl FnMut(&str) -> bool,
    ) -> Result<Arguments, String> {
        let mut arguments = Arguments::default();
        let mut words = words.iter();
        let mut options_end = false;
        while let Some(word) = words.next() {
            let text = word.to_string_lossy();
            let mut give = |name: &str, value: Option<String>| {
                arguments.options.push(Given { name: name.to_owned(), value });
            };
            if options_end || !text.starts_with('-') || text == "-" {
                arguments.files.push(word.clone());
            } else if text == "--" {
                options_end = true;
            } else if let Some((_, name, value)) = SHORT.iter().find(|(letter, ..)| *letter == text) {
                let value = match value {
                    Some(value) => Some((*value).to_owned()),
                    None => words.next().map(|word| word.to_string_lossy().into_owned()),
                };
                give(name, value);
            } else if let Some(long) = text.strip_prefix("--") {
                if let Some((name, value)) = long.split_once('=') {
                    give(name, Some(value.to_owned()));
                } else if let Some(name) = long.strip_prefix("no-") {
                    give(name, Some("false".to_owned()));
                } else if takes_value(long) {
                    give(long, words.next().map(|word| word.to_string_lossy().into_owned()));
                } else {
                    give(long, Some("true".to_owned()));
                }
            } else {
                return Err(text.into_owned());
            }
        }
        Ok(arguments)
    }

    /// Whether an option was given.
    pub(super) fn has(&self, name: &str) -> bool {
        self.options.iter().any(|option| option.name == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(words: &str) -> Result<Arguments, String> {
        let words: Vec<OsString> = words.split_whitespace().map(OsString::from).collect();
        Arguments::parse(&words, |name| name == "tlimit")
    }

    #[test]
    fn options_and_files() {
        let parsed =
            parse("-i --seed=3 --no-quiet a.smt2 --tlimit 500 --strings-exp -L smt2 - -- --x").unwrap();
        let options: Vec<_> =
            parsed.options.iter().map(|given| (&*given.name, given.value.as_deref().unwrap())).collect();
        let expected = [
            ("incremental", "true"),
            ("seed", "3"),
            ("quiet", "false"),
            ("tlimit", "500"),
            ("strings-exp", "true"),
            ("lang", "smt2"),
        ];
        assert_eq!(options, expected);
        assert_eq!(parsed.files, ["a.smt2", "-", "--x"]);
        assert!(parsed.has("seed") && !parsed.has("x"));
        assert_eq!(parse("-x").unwrap_err(), "-x");
        assert_eq!(parse("--tlimit").unwrap().options[0].value, None);
    }
}
