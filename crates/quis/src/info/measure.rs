//! The numbers of a script. Every pass is linear in the DAG, and none is recursive.

use std::collections::BTreeMap;

use quis_smtlib::theories::Theory;
use quis_smtlib::walk::{TermSet, post_order};
use quis_smtlib::{Binder, Command, Role, Script, Sort, SortKind, Store, TermKind, infer_logic, print_sort};
use serde::Serialize;

use super::features;
use super::size::Size;
use crate::input::Source;

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

/// How many terms there are when each is counted wherever it stands.
pub(crate) fn tree_size(script: &Script) -> Size {
    Shape::of(script).tree
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
            *commands.entry(features::command_name(store, command)).or_insert(0) += 1;
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
            quantifiers: shape.quantifiers(),
            sorts: shape.sorts(store),
            operators: shape.operators(store),
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

/// What one walk over all terms of a script finds.
pub(super) struct Shape {
    dag: u64,
    tree: Size,
    depth: u32,
    /// How many terms there are with each binder.
    pub(super) binders: BTreeMap<Binder, u64>,
    /// How many terms begin with each function, by its index.
    by_function: Vec<(Option<quis_smtlib::Function>, u64)>,
    /// How many terms are of each sort, by its index.
    by_sort: Vec<(Option<Sort>, u64)>,
    pub(super) matches: u64,
    /// The keywords of the attributes of terms.
    pub(super) attributes: BTreeMap<String, u64>,
}

impl Shape {
    fn of(script: &Script) -> Shape {
        let store = &script.store;
        let mut shape = Shape {
            dag: 0,
            tree: Size::ZERO,
            depth: 0,
            binders: BTreeMap::new(),
            by_function: vec![(None, 0); store.function_count()],
            by_sort: vec![(None, 0); store.sort_count()],
            matches: 0,
            attributes: BTreeMap::new(),
        };
        let mut below = vec![(Size::ZERO, 0); store.len()];
        let roots = script.roots();
        post_order(store, &roots, &mut TermSet::for_store(store), |term| {
            let (mut size, mut depth) = (Size::ONE, 0);
            for child in store.children(term) {
                let (child_size, child_depth) = below[child.index()];
                size += child_size;
                depth = depth.max(child_depth);
            }
            below[term.index()] = (size, depth + 1);
            shape.dag += 1;
            let sort = store.sort(term);
            let of_sort = &mut shape.by_sort[sort.index()];
            *of_sort = (Some(sort), of_sort.1 + 1);
            match store.kind(term) {
                TermKind::Apply(function, _) => {
                    let of_function = &mut shape.by_function[function.index()];
                    *of_function = (Some(function), of_function.1 + 1);
                }
                TermKind::Binder(binder, ..) => *shape.binders.entry(binder).or_default() += 1,
                TermKind::Match(..) => shape.matches += 1,
                TermKind::Annotated(_, attributes, _) => {
                    for attribute in attributes {
                        let keyword = features::keyword(attribute);
                        match shape.attributes.get_mut(keyword) {
                            Some(count) => *count += 1,
                            None => drop(shape.attributes.insert(keyword.to_owned(), 1)),
                        }
                    }
                }
                TermKind::Literal(_) | TermKind::Variable(_) => {}
            }
        });
        for root in roots {
            let (size, depth) = below[root.index()];
            shape.tree += size;
            shape.depth = shape.depth.max(depth);
        }
        shape
    }

    fn quantifiers(&self) -> Vec<Count> {
        most_first(self.binders.iter().map(|(binder, &count)| (binder.name(), count)))
    }

    /// The functions that occur and how often.
    pub(super) fn functions(&self) -> impl Iterator<Item = (quis_smtlib::Function, u64)> {
        self.by_function.iter().filter_map(|&(function, count)| Some((function?, count)))
    }

    fn sorts(&self, store: &Store) -> Vec<Count> {
        let mut parts = vec![None; store.sort_count()];
        most_first(
            self.by_sort
                .iter()
                .filter_map(|&(sort, count)| Some((sort_text(store, sort?, &mut parts), count))),
        )
    }

    fn operators(&self, store: &Store) -> Vec<TheoryCounts> {
        let mut theories: BTreeMap<Theory, BTreeMap<&str, u64>> = BTreeMap::new();
        for (function, count) in self.functions() {
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
}

/// A sort as written, or its head if it has too many parts: sorts are shared too.
fn sort_text(store: &Store, sort: Sort, parts: &mut [Option<Size>]) -> String {
    let mut stack = vec![sort];
    while let Some(&sort) = stack.last() {
        let args: &[Sort] = match store.sort_kind(sort) {
            SortKind::Apply(_, args) => args,
            _ => &[],
        };
        let missing: Vec<Sort> = args.iter().copied().filter(|arg| parts[arg.index()].is_none()).collect();
        if missing.is_empty() {
            let below = args.iter().filter_map(|arg| parts[arg.index()]);
            parts[sort.index()] = Some(below.fold(Size::ONE, |sum, size| sum + size));
            stack.pop();
        } else {
            stack.extend(missing);
        }
    }
    let size = parts[sort.index()].unwrap_or(Size::ONE);
    if size.exact().is_none_or(|parts| parts > MAX_SORT_PARTS) {
        return format!("a sort of {size} parts");
    }
    print_sort(store, sort).unwrap_or_else(|error| error.to_string())
}
