//! Where a solver, by its own documents, gives an operator another meaning than the standard, or promises none.
//!
//! An entry of the table says so as data. It is read once, with a parser's eyes: what does not fit the operator is an error there, and
//! not a surprise in the middle of a campaign.

use std::fmt;

use quis_smtlib::theories::{Op, registry};
use quis_smtlib::{
    Command, Diagnostic, Mode, Role, Script, Severity, Store, Term, TermKind, is_simple_symbol, parse,
    print_sort,
};
use serde::Deserialize;
use toml::Spanned;

/// A deviation as an entry has it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Declared {
    operator: Spanned<String>,
    parameters: Option<Spanned<String>>,
    when: Option<Spanned<String>>,
    meaning: Option<Spanned<String>>,
    because: Spanned<String>,
}

/// A deviation of a solver from the standard.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deviation {
    /// The operator, by one of its names.
    pub operator: String,
    /// What is known of where it deviates; nothing if its value is open wherever it occurs.
    pub rule: Option<DeviationRule>,
    /// Where that is documented, in one line.
    pub because: String,
}

/// Where an operator deviates, and what it means there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeviationRule {
    /// The parameters as in a definition: `((s String) (t String))`.
    pub parameters: String,
    /// Only where this holds of them; everywhere if there is nothing here.
    pub when: Option<String>,
    /// The value there, in which the operator itself has its standard meaning; nothing if the value is open.
    pub meaning: Option<String>,
    /// The names of the parameters, as they are written in terms.
    names: Vec<String>,
    /// Their sorts, and that of the value.
    sorts: Vec<String>,
    result: String,
}

/// A part of a declaration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Part {
    Operator,
    Parameters,
    When,
    Meaning,
    Because,
}

/// What is wrong with a declaration, and with which part of it.
type Wrong = (Part, String);

impl Deviation {
    /// A deviation as a table declares it: an operator, the parameters, the condition and the value there, and the reason.
    ///
    /// ```
    /// use quis_solvers::Deviation;
    ///
    /// let parameters = Some("((s String) (t String) (u String))");
    /// let deviation = Deviation::new("str.replace", parameters, Some("(= t \"\")"), None, "chapter 3 of the manual");
    /// assert!(deviation.is_ok());
    /// let wrong = Deviation::new("str.replace", parameters, Some("t"), None, "chapter 3").unwrap_err();
    /// assert!(wrong.starts_with("`when` is no term of sort Bool over the parameters"));
    /// ```
    ///
    /// # Errors
    /// If the parts do not go together.
    pub fn new(
        operator: &str,
        parameters: Option<&str>,
        when: Option<&str>,
        meaning: Option<&str>,
        because: &str,
    ) -> Result<Deviation, String> {
        Deviation::checked(operator, parameters, when, meaning, because).map_err(|(_, message)| message)
    }

    /// The deviation that an entry declares; else what is wrong, and where in the file.
    pub(crate) fn read(declared: &Declared) -> Result<Deviation, (usize, String)> {
        let Declared { operator, parameters, when, meaning, because } = declared;
        let text = |part: &'_ Option<Spanned<String>>| part.as_ref().map(|part| part.get_ref().clone());
        let (given, condition, value) = (text(parameters), text(when), text(meaning));
        let read = Deviation::checked(
            operator.get_ref(),
            given.as_deref(),
            condition.as_deref(),
            value.as_deref(),
            because.get_ref(),
        );
        read.map_err(|(part, message)| {
            let place = match part {
                Part::Operator => Some(operator),
                Part::Parameters => parameters.as_ref(),
                Part::When => when.as_ref(),
                Part::Meaning => meaning.as_ref(),
                Part::Because => Some(because),
            };
            (place.unwrap_or(operator).span().start, message)
        })
    }

    fn checked(
        operator: &str,
        parameters: Option<&str>,
        when: Option<&str>,
        meaning: Option<&str>,
        because: &str,
    ) -> Result<Deviation, Wrong> {
        if registry().named(operator).next().is_none() {
            let message =
                format!("`{operator}` is no operator: expected one of a theory, like \"str.replace\"");
            return Err((Part::Operator, message));
        }
        if because.trim().is_empty() {
            return Err((Part::Because, "a deviation needs a reason: where is it documented?".to_owned()));
        }
        let needless = when.map(|_| Part::When).or(meaning.map(|_| Part::Meaning));
        let rule = match (parameters, needless) {
            (Some(parameters), _) => Some(rule(operator, parameters, when, meaning)?),
            (None, None) => None,
            (None, Some(part)) => {
                let message = "`when` and `meaning` need `parameters`, like \"((s String) (n Int))\"";
                return Err((part, message.to_owned()));
            }
        };
        Ok(Deviation { operator: operator.to_owned(), rule, because: because.trim().to_owned() })
    }

    /// The operators that are meant.
    pub fn ops(&self) -> impl Iterator<Item = Op> {
        registry().named(&self.operator)
    }

    /// Whether a text has the operator, under any of its names. Quick: names in strings and comments count, too.
    #[must_use]
    pub fn may_occur_in(&self, text: &str) -> bool {
        self.ops().any(|op| {
            let operator = op.operator();
            let others = operator.synonyms.iter().chain(&operator.aliases);
            text.contains(operator.name) || others.into_iter().any(|name| text.contains(name))
        })
    }
}

impl DeviationRule {
    /// Commands of which the last defines a function with the solver's meaning of the operator. In front of a script they change
    /// nothing; the number tells several apart.
    ///
    /// match: ((s String)) (= s "") s, result: (define-fun |str.rev 1| ((s String)) String (ite (= s "") s (str.rev s)))
    #[must_use]
    pub fn commands(&self, operator: &str, number: usize) -> String {
        let open = format!("|open value of {operator} {number}|");
        let (sorts, result) = (self.sorts.join(" "), &self.result);
        let (declaration, value) = match &self.meaning {
            Some(meaning) => (String::new(), meaning.clone()),
            None => (format!("(declare-fun {open} ({sorts}) {result})\n"), application(&open, &self.names)),
        };
        let standard = application(operator, &self.names);
        let body = match &self.when {
            Some(when) => format!("(ite {when} {value} {standard})"),
            None => value,
        };
        format!("{declaration}(define-fun |{operator} {number}| {} {result} {body})\n", self.parameters)
    }
}

impl fmt::Display for Deviation {
    /// match: str.replace, result: str.replace of ((s String) (t String) (u String)) when (= t "") is s: the manual of …
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.operator)?;
        if let Some(rule) = &self.rule {
            write!(f, " of {}", rule.parameters)?;
            rule.when.iter().try_for_each(|when| write!(f, " when {when}"))?;
        }
        match self.rule.as_ref().and_then(|rule| rule.meaning.as_ref()) {
            Some(meaning) => write!(f, " is {meaning}")?,
            None => f.write_str(" is open")?,
        }
        write!(f, ": {}", self.because)
    }
}

fn application(function: &str, arguments: &[String]) -> String {
    if arguments.is_empty() { function.to_owned() } else { format!("({function} {})", arguments.join(" ")) }
}

fn rule(
    operator: &str,
    parameters: &str,
    when: Option<&str>,
    meaning: Option<&str>,
) -> Result<DeviationRule, Wrong> {
    let wrong = |message: String| (Part::Parameters, message);
    let (mut store, vars) = definition(parameters, "Bool", "true")
        .map_err(|why| wrong(format!("the parameters are not like \"((s String) (n Int))\": {why}")))?;
    let names = vars.iter().map(|&var| match store.kind(var) {
        TermKind::Variable(name) if is_simple_symbol(store.text(name)) => store.text(name).to_owned(),
        TermKind::Variable(name) => format!("|{}|", store.text(name)),
        _ => String::new(),
    });
    let names: Vec<String> = names.collect();
    let applied = registry().named(operator).find_map(|op| store.op(op, &vars).ok());
    let Some(applied) = applied else {
        return Err(wrong(format!("`{operator}` does not take such parameters")));
    };
    let printed = |term: Term| print_sort(&store, store.sort(term)).map_err(|why| wrong(why.to_string()));
    let sorts = vars.iter().map(|&var| printed(var)).collect::<Result<_, _>>()?;
    let result = printed(applied)?;
    let checked = |part: Part, name: &str, sort: &str, term: Option<&str>| {
        let of_sort = |term| definition(parameters, sort, term).map(|_| term.to_owned());
        term.map(of_sort)
            .transpose()
            .map_err(|why| (part, format!("`{name}` is no term of sort {sort} over the parameters: {why}")))
    };
    Ok(DeviationRule {
        when: checked(Part::When, "when", "Bool", when)?,
        meaning: checked(Part::Meaning, "meaning", &result, meaning)?,
        parameters: parameters.to_owned(),
        names,
        sorts,
        result,
    })
}

/// The parameters of a definition, if it is one; else what is wrong with it.
fn definition(parameters: &str, sort: &str, body: &str) -> Result<(Store, Vec<Term>), String> {
    let parsed = parse(&format!("(define-fun f {parameters} {sort} {body})"), Mode::Standard);
    let is_error = |diagnostic: &&Diagnostic| diagnostic.severity == Severity::Error;
    if let Some(error) = parsed.diagnostics.iter().find(is_error) {
        return Err(error.message.clone());
    }
    let Script { store, commands } = parsed.script;
    let vars = match commands[..] {
        [Command::DefineFun(function)] => match &store.function(function).role {
            Role::Defined { vars, .. } => Some(vars.to_vec()),
            _ => None,
        },
        _ => None,
    };
    vars.map(|vars| (store, vars)).ok_or_else(|| "unexpected parentheses".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Deviation, (usize, String)> {
        Deviation::read(&toml::from_str(text).unwrap())
    }

    const REPLACE: &str = "operator = 'str.replace'\nparameters = '((s String) (t String) (u String))'\n";

    #[test]
    fn a_rule_becomes_a_definition() {
        let text = format!("{REPLACE}when = '(= t \"\")'\nmeaning = 's'\nbecause = 'the manual'");
        let deviation = read(&text).unwrap();
        assert_eq!(
            deviation.to_string(),
            "str.replace of ((s String) (t String) (u String)) when (= t \"\") is s: the manual"
        );
        assert_eq!(
            deviation.rule.unwrap().commands("str.replace", 2),
            "(define-fun |str.replace 2| ((s String) (t String) (u String)) String \
             (ite (= t \"\") s (str.replace s t u)))\n"
        );
    }

    #[test]
    fn what_is_not_said_is_open() {
        let deviation = read("operator = 'bvudiv'\nbecause = 'b'").unwrap();
        assert_eq!(Ok(&deviation), Deviation::new("bvudiv", None, None, None, "b").as_ref());
        assert_eq!(deviation.to_string(), "bvudiv is open: b");
        let text =
            "operator = 'div'\nparameters = '((a Int) (|b c| Int))'\nwhen = '(< |b c| 0)'\nbecause = 'b'";
        let commands = read(text).unwrap().rule.unwrap().commands("div", 0);
        assert_eq!(
            commands,
            "(declare-fun |open value of div 0| (Int Int) Int)\n\
             (define-fun |div 0| ((a Int) (|b c| Int)) Int \
             (ite (< |b c| 0) (|open value of div 0| a |b c|) (div a |b c|)))\n"
        );
        assert!(parse(&commands, Mode::Standard).is_ok());
    }

    #[test]
    fn names_of_drafts_count() {
        let deviation = Deviation::new("str.in_re", None, None, None, "b").unwrap();
        assert!(deviation.may_occur_in("(assert (str.in.re x y))"));
        assert!(!deviation.may_occur_in("(assert (str.contains x y))"));
    }

    #[test]
    fn mistakes_are_told() {
        let message = |text: &str| read(text).unwrap_err();
        assert_eq!(
            message("because = 'b'\noperator = 'str.repl'"),
            (25, "`str.repl` is no operator: expected one of a theory, like \"str.replace\"".to_owned())
        );
        assert!(message("operator = 'div'\nbecause = ' '").1.starts_with("a deviation needs a reason"));
        assert!(message("operator = 'div'\nwhen = 'true'\nbecause = 'b'").1.contains("need `parameters`"));
        let with = |more: &str| message(&format!("{REPLACE}because = 'b'\n{more}"));
        assert!(with("when = 't'").1.starts_with("`when` is no term of sort Bool over the parameters: "));
        assert!(with("meaning = '(str.len s)'").1.starts_with("`meaning` is no term of sort String"));
        assert!(
            with("meaning = 's) (assert false'").1.contains("unexpected parentheses"),
            "{:?}",
            with("meaning = 's) (assert false'")
        );
        assert!(with("meaning = 'v'").1.contains('v'));
        let parameters = |text: &str| {
            message(&format!("operator = 'str.replace'\nparameters = '{text}'\nbecause = 'b'")).1
        };
        assert!(parameters("((s Int))").contains("`str.replace` does not take such parameters"));
        assert!(parameters("s String").starts_with("the parameters are not like"));
        assert!(parameters("((s Strin))").starts_with("the parameters are not like"));
    }
}
