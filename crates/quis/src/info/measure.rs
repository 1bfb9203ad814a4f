//! What `quis info` tells of a script, as one object.

use std::collections::BTreeMap;

use quis_smtlib::measure::{Shape, Size, sort_size};
use quis_smtlib::theories::Theory;
use quis_smtlib::{Command, Role, Script, Sort, Store, infer_logic, print_sort};
use serde::Serialize;

use super::features;
use crate::input::Source;
use crate::units::size_text;

/// A sort with more parts is not written out.
const MAX_SORT_PARTS: u64 = 1000;

/// What is in a file.
#[derive(Serialize)]
pub(super) struct Info {
    pub(super) file: String,
    pub(super) bytes: u64,
    pub(super) logic: Logics,
    /// The values of `(set-info :status …)`.
    pub(super) status: Vec<String>,
    pub(super) commands: Vec<Count>,
    pub(super) assertions: u64,
    pub(super) check_sats: u64,
    pub(super) declared: Declared,
    pub(super) defined: Defined,
    pub(super) terms: Terms,
    pub(super) quantifiers: Vec<Count>,
    pub(super) sorts: Vec<Count>,
    pub(super) operators: Vec<TheoryCounts>,
    pub(super) features: Vec<String>,
}

#[derive(Serialize)]
pub(super) struct Logics {
    pub(super) declared: Option<String>,
    pub(super) inferred: String,
}

#[derive(Serialize)]
pub(super) struct Count {
    pub(super) name: String,
    pub(super) count: u64,
}

#[derive(Default, Serialize)]
pub(super) struct Declared {
    pub(super) constants: u64,
    pub(super) functions: u64,
    pub(super) sorts: u64,
    pub(super) datatypes: u64,
}

#[derive(Default, Serialize)]
pub(super) struct Defined {
    pub(super) functions: u64,
    pub(super) recursive: u64,
    pub(super) sorts: u64,
}

#[derive(Serialize)]
pub(super) struct Terms {
    /// How many different terms there are.
    pub(super) dag: u64,
    /// How many there are when each is counted wherever it stands; nothing if the number is beyond 64 bits.
    pub(super) tree: Option<u64>,
    pub(super) tree_log2: f64,
    /// The number of terms on the longest way down.
    pub(super) depth: u32,
    #[serde(skip)]
    pub(super) tree_size: Size,
}

/// The operators of a theory that occur, and how many different terms begin with each.
#[derive(Serialize)]
pub(super) struct TheoryCounts {
    pub(super) theory: String,
    pub(super) operators: Vec<Count>,
}

impl Info {
    pub(super) fn of(source: &Source, script: &Script) -> Info {
        let store = &script.store;
        let mut commands = BTreeMap::new();
        let mut status = Vec::new();
        let mut declared = Declared::default();
        let mut defined = Defined::default();
        let mut assertions = 0;
        let mut check_sats = 0;
        for command in &script.commands {
            *commands.entry(command.name(store)).or_insert(0) += 1;
            match command {
                Command::Assert(_) => assertions += 1,
                Command::CheckSat | Command::CheckSatAssuming(_) => check_sats += 1,
                Command::SetInfo(keyword, value) if &**keyword == ":status" => status.push(value.to_string()),
                Command::DeclareSort(_) => declared.sorts += 1,
                Command::DeclareDatatypes(datatypes) => declared.datatypes += datatypes.len() as u64,
                Command::DeclareConst(_) => declared.constants += 1,
                Command::DeclareFun(function) => match *store.function(*function).params {
                    [] => declared.constants += 1,
                    _ => declared.functions += 1,
                },
                Command::DefineSort { .. } => defined.sorts += 1,
                Command::DefineFun(_) | Command::DefineConst(_) => defined.functions += 1,
                Command::DefineFunRec(_) => defined.recursive += 1,
                Command::DefineFunsRec(functions) => defined.recursive += functions.len() as u64,
                _ => {}
            }
        }
        let shape = Shape::of(script);
        let logic =
            Logics { declared: script.logic().map(str::to_owned), inferred: infer_logic(script).name() };
        Info {
            file: source.name.clone(),
            bytes: source.bytes,
            logic,
            status,
            commands: most_first(commands),
            assertions,
            check_sats,
            declared,
            defined,
            terms: Terms {
                dag: shape.dag,
                tree: shape.tree.exact(),
                // Three places are plenty, and the same on every machine.
                tree_log2: (shape.tree.log2() * 1000.0).round() / 1000.0,
                depth: shape.depth,
                tree_size: shape.tree,
            },
            quantifiers: quantifiers(&shape),
            sorts: sorts(&shape, store),
            operators: operators(&shape, store),
            features: features::of(script, &shape),
        }
    }
}

/// Counts by name, the largest first.
fn most_first<N: Into<String>>(counts: impl IntoIterator<Item = (N, u64)>) -> Vec<Count> {
    let mut counts: Vec<Count> =
        counts.into_iter().map(|(name, count)| Count { name: name.into(), count }).collect();
    counts.sort_by(|a, b| b.count.cmp(&a.count).then_with(|| a.name.cmp(&b.name)));
    counts
}

fn quantifiers(shape: &Shape) -> Vec<Count> {
    most_first(shape.binders.iter().map(|(binder, &count)| (binder.name(), count)))
}

fn sorts(shape: &Shape, store: &Store) -> Vec<Count> {
    let mut known = Vec::new();
    most_first(shape.sorts().map(|(sort, count)| (sort_text(store, sort, &mut known), count)))
}

fn operators(shape: &Shape, store: &Store) -> Vec<TheoryCounts> {
    let mut theories: BTreeMap<Theory, BTreeMap<&str, u64>> = BTreeMap::new();
    for (function, count) in shape.functions() {
        let data = store.function(function);
        let (theory, name) = match &data.role {
            Role::Operator(op) => (op.theory(), store.text(data.name)),
            Role::Constructor => (Theory::Datatype, "constructors"),
            Role::Selector { .. } => (Theory::Datatype, "selectors"),
            Role::Tester(_) => (Theory::Datatype, "testers"),
            _ => continue,
        };
        *theories.entry(theory).or_default().entry(name).or_default() += count;
    }
    let counts = |(theory, operators)| TheoryCounts {
        theory: format!("{theory:?}"),
        operators: most_first(operators),
    };
    theories.into_iter().map(counts).collect()
}

/// A sort as written, or its size if it has too many parts: sorts are shared too.
fn sort_text(store: &Store, sort: Sort, known: &mut Vec<Option<Size>>) -> String {
    let size = sort_size(store, sort, known);
    if size.exact().is_none_or(|parts| parts > MAX_SORT_PARTS) {
        return format!("a sort of {} parts", size_text(size));
    }
    print_sort(store, sort).unwrap_or_else(|error| error.to_string())
}
