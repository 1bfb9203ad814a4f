//! A case as a program of its own, which shows a failure to the developers of a library.

mod apron;
mod body;
mod expected;
mod language;
mod ppl;
mod reference;

use crate::case::Case;
use crate::domain::Profile;
use crate::property::Formula;
use expected::Best;
use language::Language;

const COMMON: &str = include_str!("prelude/common.c");

/// A program that shows how a case ends.
///
/// It ends with code 0 if the property holds, 1 if it does not, 2 if the library reports an error, and 3 if the premise does not hold. If
/// there is no property, it runs the steps, which do not end well.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    /// What its file is called: `program.c` or `program.rs`.
    pub file: &'static str,
    /// What is in it.
    pub text: String,
    /// The command that compiles and runs it in its folder. `$LIB` is the folder of the libraries, or that of this crate.
    pub build: String,
}

/// Writes a case as a program in C for a library, or in Rust for a reference domain. It does the same operations in the same order as
/// [`outcome`](crate::outcome), and prints only after the verdict, as lazy implementations change what they have when they are asked.
///
/// `None` if the case or the domain makes no sense, or if the result of an operation of a library is compared with the best one and this is
/// not known without the library: where an argument was made by an operation that has no best result, by a widening that need not be the
/// standard one, or by an assignment or a condition that the domain cannot express. An empty interval makes ⊥ in all domains.
///
/// ```
/// use quis_domains::{Action, Arguments, Case, Constraint, Domain, Linear, Relation, Step, program, reference::Octagons};
///
/// let case = Case {
///     dimension: 2,
///     expressions: vec![Linear::new([0, 0], 0)],
///     conditions: vec![Constraint { linear: Linear::new([1, -1], 5), relation: Relation::AtLeast }],
///     steps: vec![Step { action: Action::Constraint(0), asked: false }],
///     property: Some(17),
///     arguments: Arguments::default(),
///     guarded: false,
/// };
/// let program = program(&case, Octagons::new(2).profile(), "apron:oct-mpq").unwrap();
/// assert_eq!(program.file, "program.c");
/// assert!(program.text.contains("element oct1 = cond(top(), c1);"));
/// assert!(program.text.contains("bool holds = is_eq(t2, oct1);"));
/// ```
#[must_use]
pub fn program(case: &Case, profile: &Profile, domain: &str) -> Option<Program> {
    if !case.is_sound() || case.dimension == 0 {
        return None;
    }
    let property = case.property();
    let best = match property.map(|property| property.formula) {
        Some(Formula::Best(operator)) => {
            property.filter(|property| property.applies(profile))?;
            Some(expected::expected(case, profile, domain, operator)?)
        }
        _ => None,
    };
    let (family, _) = domain.split_once(':')?;
    match family {
        "apron" | "elina" => apron::program(case, profile, domain, best.as_ref()),
        "ppl" => ppl::program(case, profile, domain, best.as_ref()),
        "reference" => reference::program(case, profile, domain, best.as_ref()),
        _ => None,
    }
}

/// The text of a program in C: what it needs of the library, what is only needed for numbers that no machine integer can be, and the test.
fn in_c(case: &Case, profile: &Profile, best: Option<&Best>, prelude: &str, large: &str) -> String {
    let large = if best.is_some_and(Best::is_large) { large } else { "" };
    let helpers = body::helpers(case, profile, Language::C);
    let body = body::body(case, profile, Language::C, best);
    format!(
        "{prelude}{large}{COMMON}{helpers}\nint main(void) {{\n    fill_memory();\n    start();\n\n{body}}}\n"
    )
}

/// The opening comment: what is tested, and how it is compiled and run.
fn head(case: &Case, domain: &str, build: &str) -> String {
    let what = match case.property() {
        Some(property) => format!("property {property}"),
        None => "the last step does not end well".to_owned(),
    };
    let build = build.replace('\n', "\n *     ");
    format!("/* {domain}: {what}\n *\n * Compiled and run by\n *\n *     {build}\n */\n")
}

/// Fills the places of a text: match: `a @X@ c` and X = b, result: `a b c`
fn filled(template: &str, places: &[(&str, &str)]) -> String {
    places.iter().fold(template.to_owned(), |text, (name, value)| text.replace(&format!("@{name}@"), value))
}
