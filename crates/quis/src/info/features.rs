//! The features of the language that a script uses, in words.

use std::collections::BTreeSet;

use quis_smtlib::signature::Origin;
use quis_smtlib::{Attribute, Binder, Command, Role, Script, Store};

use super::measure::Shape;

/// The name of a command.
pub(super) fn command_name<'a>(store: &'a Store, command: &'a Command) -> &'a str {
    match command {
        Command::SetLogic(_) => "set-logic",
        Command::SetOption(..) => "set-option",
        Command::SetInfo(..) => "set-info",
        Command::DeclareSort(_) => "declare-sort",
        Command::DeclareSortParameter(_) => "declare-sort-parameter",
        Command::DefineSort { .. } => "define-sort",
        Command::DeclareDatatypes(_) => "declare-datatypes",
        Command::DeclareFun(_) => "declare-fun",
        Command::DeclareConst(_) => "declare-const",
        Command::DefineFun(_) => "define-fun",
        Command::DefineConst(_) => "define-const",
        Command::DefineFunRec(_) => "define-fun-rec",
        Command::DefineFunsRec(_) => "define-funs-rec",
        Command::Assert(_) => "assert",
        Command::CheckSat => "check-sat",
        Command::CheckSatAssuming(_) => "check-sat-assuming",
        Command::GetValue(_) => "get-value",
        Command::Push(_) => "push",
        Command::Pop(_) => "pop",
        Command::Reset => "reset",
        Command::ResetAssertions => "reset-assertions",
        Command::Exit => "exit",
        Command::AssertSoft(..) => "assert-soft",
        Command::Minimize(..) => "minimize",
        Command::Maximize(..) => "maximize",
        Command::Extended(name, _) => store.text(*name),
        Command::Other(text) => {
            let text = text.trim_start_matches('(').trim_start();
            text.split(|c: char| c.is_whitespace() || "();\"|".contains(c)).next().unwrap_or(text)
        }
        Command::Comment(_) => "comment",
    }
}

/// The keyword of an attribute.
pub(super) fn keyword(attribute: &Attribute) -> &str {
    match attribute {
        Attribute::Named(_) => ":named",
        Attribute::Pattern(_) => ":pattern",
        Attribute::NoPattern => ":no-pattern",
        Attribute::Other(keyword, _) => keyword,
    }
}

/// The features of a script, each once, in alphabetical order.
pub(super) fn of(script: &Script, shape: &Shape) -> Vec<String> {
    let mut features = BTreeSet::new();
    let mut checks = 0;
    for command in &script.commands {
        checks += u32::from(matches!(command, Command::CheckSat | Command::CheckSatAssuming(_)));
        of_command(&script.store, command, &mut features);
    }
    if checks > 1 {
        features.insert("several check-sats");
    }
    for (function, _) in shape.functions() {
        of_function(&script.store, function, &mut features);
    }
    for &binder in shape.binders.keys() {
        features.insert(match binder {
            Binder::Forall | Binder::Exists => "quantifiers",
            Binder::Lambda => "lambda",
            Binder::Choice => "choice",
            Binder::Comprehension => "set comprehension",
        });
    }
    if shape.matches > 0 {
        features.insert("match");
    }
    let mut features: BTreeSet<String> = features.into_iter().map(str::to_owned).collect();
    for keyword in shape.attributes.keys() {
        features.insert(match &**keyword {
            ":named" => "named terms".to_owned(),
            ":pattern" | ":no-pattern" => "patterns".to_owned(),
            other => format!("attribute {other}"),
        });
    }
    features.into_iter().collect()
}

fn of_command(store: &Store, command: &Command, features: &mut BTreeSet<&'static str>) {
    let feature = match command {
        Command::Push(_) | Command::Pop(_) => "push/pop",
        Command::CheckSatAssuming(_) => "assumptions",
        Command::AssertSoft(..) | Command::Minimize(..) | Command::Maximize(..) => "optimisation",
        Command::DefineFun(_) | Command::DefineConst(_) => "defined functions",
        Command::DefineFunRec(_) | Command::DefineFunsRec(_) => "recursive functions",
        Command::DeclareSort(_) => "declared sorts",
        Command::DefineSort { .. } => "defined sorts",
        Command::DeclareSortParameter(_) => "sort parameters",
        Command::Reset | Command::ResetAssertions => "reset",
        Command::GetValue(_) => "models",
        Command::Extended(..) => "solver commands",
        Command::Other(_) => match command_name(store, command) {
            "get-model" | "get-assignment" => "models",
            "get-unsat-core" | "get-unsat-assumptions" => "unsatisfiable cores",
            "get-proof" => "proofs",
            "get-info" | "get-option" | "get-assertions" | "echo" => return,
            _ => "solver commands",
        },
        Command::DeclareDatatypes(declarations) => {
            for &declaration in declarations {
                let Some(datatype) = &store.sort_declaration(declaration).datatype else { continue };
                features.insert(if datatype.codatatype { "codatatypes" } else { "datatypes" });
                if !datatype.params.is_empty() {
                    features.insert("parametric datatypes");
                }
            }
            return;
        }
        _ => return,
    };
    features.insert(feature);
}

fn of_function(store: &Store, function: quis_smtlib::Function, features: &mut BTreeSet<&'static str>) {
    let data = store.function(function);
    let op = match data.role {
        Role::Operator(op) => op.operator(),
        Role::Unknown => {
            features.insert("undeclared functions");
            return;
        }
        _ => return,
    };
    if op.aliases.contains(&store.text(data.name)) {
        features.insert("old or foreign operator names");
        return;
    }
    features.insert(match op.origin {
        Origin::Standard26 | Origin::Standard27 => return,
        Origin::Old => "old operators",
        Origin::Z3 => "operators of Z3",
        Origin::Cvc5 => "operators of cvc5",
        Origin::Other => "operators of other solvers",
    });
}
