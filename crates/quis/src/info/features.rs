//! The features of the language that a script uses, in words.

use std::collections::BTreeSet;

use quis_smtlib::measure::Shape;
use quis_smtlib::signature::Origin;
use quis_smtlib::{Binder, Command, Role, Script, Store};

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
        Command::Other(_) => match command.name(store) {
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
