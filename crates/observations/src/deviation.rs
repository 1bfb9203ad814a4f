//! Where a solver, by its own documents, gives an operator another meaning than the standard, or promises none.
//!
//! A declaration is checked once, when it is read: a part that does not fit the operator is an error there, not a surprise in the
//! middle of a campaign.

use std::fmt;

use quis_smtlib::theories::{Op, registry};
use quis_smtlib::{
    Command, Diagnostic, Mode, Role, Script, Severity, Store, Term, TermKind, is_simple_symbol, parse,
    print_sort,
};

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
pub enum DeviationPart {
    /// The operator.
    Operator,
    /// The parameters.
    Parameters,
    /// The condition.
    When,
    /// The value.
    Meaning,
    /// The reason.
    Because,
}

/// Why a declaration is no deviation: its parts do not go together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeviationError {
    /// The part that is wrong.
    pub part: DeviationPart,
    /// What is wrong with it, and what was expected.
    pub message: String,
}

impl fmt::Display for DeviationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for DeviationError {}

/// An error in a part.
fn wrong(part: DeviationPart, message: impl Into<String>) -> DeviationError {
    DeviationError { part, message: message.into() }
}

impl Deviation {
    /// A deviation as a table declares it: an operator, the parameters, the condition and the value there, and the reason.
    ///
    /// ```
    /// use quis_observations::{Deviation, DeviationPart};
    ///
    /// let parameters = Some("((s String) (t String) (u String))");
    /// let deviation = Deviation::new("str.replace", parameters, Some("(= t \"\")"), None, "chapter 3 of the manual");
    /// assert!(deviation.is_ok());
    /// let wrong = Deviation::new("str.replace", parameters, Some("t"), None, "chapter 3").unwrap_err();
    /// assert_eq!(wrong.part, DeviationPart::When);
    /// assert!(wrong.message.starts_with("`when` is no term of sort Bool over the parameters"));
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
    ) -> Result<Deviation, DeviationError> {
        if registry().named(operator).next().is_none() {
            let message =
                format!("`{operator}` is no operator: expected one of a theory, like \"str.replace\"");
            return Err(wrong(DeviationPart::Operator, message));
        }
        if because.trim().is_empty() {
            let message = "a deviation needs a reason: where is it documented?";
            return Err(wrong(DeviationPart::Because, message));
        }
        let needless = when.map(|_| DeviationPart::When).or(meaning.map(|_| DeviationPart::Meaning));
        let rule = match (parameters, needless) {
            (Some(parameters), _) => Some(rule(operator, parameters, when, meaning)?),
            (None, None) => None,
            (None, Some(part)) => {
                let message = "`when` and `meaning` need `parameters`, like \"((s String) (n Int))\"";
                return Err(wrong(part, message));
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
) -> Result<DeviationRule, DeviationError> {
    let unfit = |message: String| wrong(DeviationPart::Parameters, message);
    let (mut store, vars) = definition(parameters, "Bool", "true")
        .map_err(|why| unfit(format!("the parameters are not like \"((s String) (n Int))\": {why}")))?;
    let names = vars.iter().map(|&var| match store.kind(var) {
        TermKind::Variable(name) if is_simple_symbol(store.text(name)) => store.text(name).to_owned(),
        TermKind::Variable(name) => format!("|{}|", store.text(name)),
        _ => String::new(),
    });
    let names: Vec<String> = names.collect();
    let applied = registry().named(operator).find_map(|op| store.op(op, &vars).ok());
    let Some(applied) = applied else {
        return Err(unfit(format!("`{operator}` does not take such parameters")));
    };
    let printed = |term: Term| print_sort(&store, store.sort(term)).map_err(|why| unfit(why.to_string()));
    let sorts = vars.iter().map(|&var| printed(var)).collect::<Result<_, _>>()?;
    let result = printed(applied)?;
    let checked = |part: DeviationPart, name: &str, sort: &str, term: Option<&str>| {
        let of_sort = |term| definition(parameters, sort, term).map(|_| term.to_owned());
        term.map(of_sort).transpose().map_err(|why| {
            wrong(part, format!("`{name}` is no term of sort {sort} over the parameters: {why}"))
        })
    };
    Ok(DeviationRule {
        when: checked(DeviationPart::When, "when", "Bool", when)?,
        meaning: checked(DeviationPart::Meaning, "meaning", &result, meaning)?,
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

    const REPLACE: Option<&str> = Some("((s String) (t String) (u String))");

    #[test]
    fn a_rule_becomes_a_definition() {
        let deviation =
            Deviation::new("str.replace", REPLACE, Some("(= t \"\")"), Some("s"), "the manual").unwrap();
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
        let deviation = Deviation::new("bvudiv", None, None, None, "b").unwrap();
        assert_eq!(deviation.to_string(), "bvudiv is open: b");
        let parameters = Some("((a Int) (|b c| Int))");
        let deviation = Deviation::new("div", parameters, Some("(< |b c| 0)"), None, "b").unwrap();
        let commands = deviation.rule.unwrap().commands("div", 0);
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
    fn mistakes_name_the_part_and_what_is_wrong() {
        let error = |operator, parameters, when, meaning, because| {
            let error = Deviation::new(operator, parameters, when, meaning, because).unwrap_err();
            (error.part, error.message)
        };
        let (part, message) = error("str.repl", None, None, None, "b");
        assert_eq!(part, DeviationPart::Operator);
        assert_eq!(message, "`str.repl` is no operator: expected one of a theory, like \"str.replace\"");
        let (part, message) = error("div", None, None, None, " ");
        assert_eq!(part, DeviationPart::Because);
        assert!(message.starts_with("a deviation needs a reason"));
        let (part, message) = error("div", None, Some("true"), None, "b");
        assert_eq!(part, DeviationPart::When);
        assert!(message.contains("need `parameters`"));
        let (part, message) = error("str.replace", REPLACE, Some("t"), None, "b");
        assert_eq!(part, DeviationPart::When);
        assert!(message.starts_with("`when` is no term of sort Bool over the parameters: "));
        let meaning = |text| error("str.replace", REPLACE, None, Some(text), "b").1;
        assert!(meaning("(str.len s)").starts_with("`meaning` is no term of sort String"));
        assert!(meaning("s) (assert false").contains("unexpected parentheses"));
        assert!(meaning("v").contains('v'));
        let parameters = |text| error("str.replace", Some(text), None, None, "b");
        assert_eq!(parameters("((s Int))").0, DeviationPart::Parameters);
        assert!(parameters("((s Int))").1.contains("`str.replace` does not take such parameters"));
        assert!(parameters("s String").1.starts_with("the parameters are not like"));
        assert!(parameters("((s Strin))").1.starts_with("the parameters are not like"));
    }
}
